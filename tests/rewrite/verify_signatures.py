#!/usr/bin/env python3
"""Signs messages in every way, changes them, and asks real verifiers (dkimpy, libopendkim, Mail::DKIM and GnuPG where
they are there, OpenSSL for S/MIME) whether each signature held before and holds now: rewrite::signatures()
has to say the same.  So it has to of a chain of ARC sets, which holds exactly if its newest message
signature and all its seals do.  Needs no network: the keys are made here, and handed to the verifiers."""
import base64
import ctypes
import ctypes.util
import os
import pathlib
import random
import re
import subprocess
import sys
import tempfile
import threading
import time

try:
    import dkim
    import nacl.encoding
    import nacl.signing
    from dkim.canonicalization import CanonicalizationPolicy
    from dkim.crypto import HASH_ALGORITHMS, parse_pem_private_key
except ImportError:
    if sys.executable != "/usr/bin/python3" and os.path.exists("/usr/bin/python3"):
        os.execv("/usr/bin/python3", ["/usr/bin/python3", *sys.argv])
    print("skipped: python3-dkim, python3-nacl and python3-authres are not installed")
    sys.exit(77)

sys.path[:0] = [os.path.join(os.path.dirname(os.path.abspath(__file__)), "sign")]
import arc_cases
import pgp_cases

DOMAIN = b"example.com"
FORMS = [(h, b) for h in (b"simple", b"relaxed") for b in (b"simple", b"relaxed")]
ALGORITHMS = [b"rsa-sha256", b"ed25519-sha256", b"rsa-sha1"]
work = pathlib.Path(tempfile.mkdtemp(prefix="signatures."))


# Keys

def make_rsa():
    run = subprocess.run(["openssl", "genrsa", "-traditional", "1024"], capture_output=True, check=True)
    public = subprocess.run(["openssl", "rsa", "-pubout"], input=run.stdout, capture_output=True, check=True).stdout
    return run.stdout, b"".join(public.split(b"\n")[1:-2])


rsa_key, rsa_public = make_rsa()
ed_key = nacl.signing.SigningKey.generate()
KEYS = {b"rsa": b"v=DKIM1; k=rsa; p=" + rsa_public,
        b"ed": b"v=DKIM1; k=ed25519; p=" + ed_key.verify_key.encode(nacl.encoding.Base64Encoder)}


def key_of(name, timeout=5):
    return KEYS.get(name.split(b".")[0]) if DOMAIN in name else None


# Signing.  dkimpy's own sign() knows no l= but the whole length, so its parts are used.

def sign(message, form, algorithm, length, headers, linesep):
    assert not message.endswith((b" ", b"\t"))
    signer = dkim.DKIM(message, signature_algorithm=algorithm, linesep=linesep)
    policy = CanonicalizationPolicy(*[CanonicalizationPolicy.from_c_value(f + b"/" + f).header_algorithm for f in form])
    policy.body_algorithm = CanonicalizationPolicy.from_c_value(b"simple/" + form[1]).body_algorithm
    body = policy.canonicalize_body(signer.body)
    if length is not None:
        body = body[:length(len(body))]
    signer.hasher = HASH_ALGORITHMS[algorithm]
    ed = algorithm.startswith(b"ed")
    fields = [(b"v", b"1"), (b"a", algorithm), (b"c", b"/".join(form)), (b"d", DOMAIN),
              (b"s", b"ed" if ed else b"rsa"), (b"h", b" : ".join(headers)),
              (b"bh", base64.b64encode(signer.hasher(body).digest())), (b"b", b"0" * 60)]
    if form == (b"simple", b"simple") and length is None:
        del fields[2]
    if length is not None:
        fields.insert(3, (b"l", str(len(body)).encode()))
    key = nacl.signing.SigningKey(ed_key.encode()) if ed else parse_pem_private_key(rsa_key)
    return b"DKIM-Signature: " + signer.gen_header(fields, headers, policy, b"DKIM-Signature", key) + message


def names_of(message):
    skip = (b"dkim-signature", b"received", b"return-path", b"x-basewalk-links")
    return [x.lower() for x, y in dkim.DKIM(message).headers
            if x.lower() not in skip and not x.lower().startswith(b"arc-") and b"=" not in x and b";" not in x]


LENGTHS = [None, lambda n: n, lambda n: n // 2, lambda n: 0, lambda n: max(n - 1, 0), lambda n: min(n, 7)]


def signed_in_many_ways(message, ways, linesep):
    names = [n for n in names_of(message) if n in (b"from", b"to", b"subject", b"date", b"mime-version")] or [b"from"]
    sets = [names,
            names + [b"from", b"subject", b"x-not-there"],                 # oversigned
            names + [b"x-basewalk-links"],
            names + [b"x-basewalk-links", b"X-Basewalk-Links".lower(), b"received"],
            names_of(message)[:40] + [b"from"]]
    for i in ways:
        message = sign(message, FORMS[i % 4], ALGORITHMS[i // 4 % 3], LENGTHS[i // 12 % 6], sets[i % 5], linesep)
    return message


def sealed(message, count, linesep):
    for i in range(count):
        server = b"mx%d.example.com" % i
        message = b"Authentication-Results: " + server + (b"; arc=pass" if i else b"; spf=pass") + linesep + message
        arc = dkim.arc_sign(message, b"rsa", DOMAIN, rsa_key, server, timestamp=int(time.time()), linesep=linesep,
                            include_headers=[b"from", b"to", b"subject"] + [b"x-basewalk-links"] * (i % 2))
        message = b"".join(arc).replace(b"\r\n", linesep) + message
    return message


# Verifying: for each signature (kind, instance, whether it holds, why not).

def remembered(function):
    """The same of the same object: dkimpy makes the canonical form anew for each signature of a message."""
    recent = []

    def look_up(content):
        for known, result in recent:
            if known is content:
                return result
        recent[:] = [(content, function(content)), *recent[:7]]
        return recent[0][1]
    return staticmethod(look_up)


def remember_forms():
    """Not while messages are signed, as dkimpy adds to the fields then."""
    for form in (dkim.canonicalization.Simple, dkim.canonicalization.Relaxed):
        form.canonicalize_body = remembered(form.canonicalize_body)
        form.canonicalize_headers = remembered(form.canonicalize_headers)


def dkimpy_holds(message):
    if message.endswith((b" ", b"\t")):
        message += b"\r\n"  # as SMTP sends it; dkimpy would keep a blank in the relaxed form
    found = []
    verifier = dkim.DKIM(message)
    for i in range(sum(x.lower() == b"dkim-signature" for x, y in verifier.headers)):
        try:
            found.append(("dkim", 0, bool(verifier.verify(idx=i, dnsfunc=key_of)), None))
        except dkim.DKIMException as problem:
            found.append(("dkim", 0, False, str(problem)))
    return found + arc_holds(message) if any(x.lower().startswith(b"arc-") for x, y in verifier.headers) else found


class Complaints:
    """What dkimpy logs of a message signature that does not hold."""

    def __init__(self):
        self.errors = []

    def error(self, text):
        self.errors.append(text)

    def debug(self, text):
        pass


def arc_holds(message):
    """Each set by itself, as far as it is whole, and ("chain", number of sets, whether it holds, why not)."""
    verifier = dkim.ARC(message, logger=Complaints())
    verify_one, known = verifier.verify_instance, {}

    def verify_instance(fields, instance, dnsfunc):
        if instance not in known:
            try:
                known[instance] = verify_one(fields, instance, dnsfunc=dnsfunc)
            except dkim.DKIMException as problem:
                known[instance] = problem
        if isinstance(known[instance], Exception):
            raise known[instance]
        return known[instance]

    verifier.verify_instance = verify_instance
    most, fields = verifier.sorted_arc_headers()
    found = []
    for instance in range(most, 0, -1):
        verifier.logger.errors.clear()
        try:
            result = verify_instance(fields, instance, key_of)
        except dkim.DKIMException as problem:
            # It says nothing of a set that is not whole.
            found += [(kind, instance, None, str(problem)) for kind in ("arc-message", "arc-seal")]
            continue
        found.append(("arc-message", instance, result["ams-valid"], "".join(verifier.logger.errors)))
        found.append(("arc-seal", instance, result["as-valid"], None))
    chain, _, why = verifier.verify(dnsfunc=key_of)
    return [*found, ("chain", most, chain == b"pass", why)]


class MailDkim:
    """Mail::DKIM, which takes the fields of ARC sets by their number, as RFC 8617 5.1.1 has it, and not as they stand."""

    def __init__(self):
        self.process = None
        if subprocess.run(["perl", "-MMail::DKIM::ARC::Verifier", "-e", "1"], capture_output=True).returncode != 0:
            return
        keys = work / "texts"
        keys.write_bytes(b"".join(s + b"._domainkey." + DOMAIN + b"\t" + k + b"\n" for s, k in KEYS.items()))
        script = os.path.join(sys.path[0], "mail_dkim.pl")
        self.process = subprocess.Popen(["perl", script, keys], stdin=subprocess.PIPE, stdout=subprocess.PIPE)

    def holds(self, message):
        """As arc_holds()."""
        self.process.stdin.write(b"%d\n" % len(message) + message)
        self.process.stdin.flush()
        chain, *words = self.process.stdout.readline().decode().split()
        found = []
        for kind, instance, result in re.findall(r"(as|ams)\.(\d+)=(\w+|\?)", " ".join(words)):
            found.append(({"as": "arc-seal", "ams": "arc-message"}[kind], int(instance), {"pass": True, "fail": False}.get(result), result))
        return [*found, ("chain", max((each[1] for each in found), default=0), chain == "pass", chain)]


class OpenDkim:
    """libopendkim, with keys from a file."""

    def __init__(self):
        name = ctypes.util.find_library("opendkim")
        self.lib = ctypes.CDLL(name) if name else None
        if not self.lib:
            return
        for function in ("dkim_init", "dkim_verify"):
            getattr(self.lib, function).restype = ctypes.c_void_p
        self.handle = ctypes.c_void_p(self.lib.dkim_init(None, None))
        keys = work / "keys"
        keys.write_bytes(b"".join(s + b"._domainkey." + DOMAIN + b" " + k + b"\n" for s, k in KEYS.items()))
        method, path = ctypes.c_int(1), ctypes.create_string_buffer(str(keys).encode(), 1024)
        for option, value, size in ((6, ctypes.byref(method), 4), (7, path, len(str(keys)) + 1)):
            if self.lib.dkim_options(self.handle, 1, option, value, ctypes.c_size_t(size)) != 0:
                sys.exit("libopendkim refuses an option")

    def holds(self, message):
        if re.search(rb"\r(?!\n)", message):
            return []  # a CR alone is a character; libopendkim drops it at the end of a line
        message = re.sub(rb"\r?\n", b"\r\n", message)
        if not message.endswith(b"\n"):
            message += b"\r\n"  # as SMTP sends it
        status = ctypes.c_int()
        one = ctypes.c_void_p(self.lib.dkim_verify(self.handle, b"test", None, ctypes.byref(status)))
        for chunk in (message, None):
            self.lib.dkim_chunk(one, chunk, ctypes.c_size_t(len(chunk or b"")))
        self.lib.dkim_eom(one, None)
        signatures, count = ctypes.POINTER(ctypes.c_void_p)(), ctypes.c_int()
        found = []
        if self.lib.dkim_getsiglist(one, ctypes.byref(signatures), ctypes.byref(count)) == 0:
            for i in range(count.value):
                each = ctypes.c_void_p(signatures[i])
                found.append(bool(self.lib.dkim_sig_getflags(each) & 4) and self.lib.dkim_sig_getbh(each) == 0)
        self.lib.dkim_free(one)
        return found


# Messages

HEADER = (b"Received: from a.example by b.example; Sat, 1 Jan 2022 00:00:00 +0000\n"
          b"Received: from c.example by a.example;\n\tSat, 1 Jan 2022 00:00:00 +0000\n"
          b"From: A <a@example.com>\nTo: b@example.com,\n  c@example.com\nsubject:   Two  blanks \n"
          b"Date: Sat, 1 Jan 2022 00:00:00 +0000\nX-Empty:\nMIME-Version: 1.0\n")
BODIES = {
    "plain": b"Hello,\nhttp://example.com/a b  c\n\n-- \nme\n",
    "empty": b"",
    "blank lines only": b"\n\n\n",
    "blanks only": b"  \n\t\n",
    "blank lines behind": b"text\n\n\n\n",
    "blanks at ends": b"a  \nb\t\n \t c \n\n  \n",
    "no end": b"first\nlast",
    "blank line first": b"\n\ntext\n",
    "bare CR": b"a\rb\n\rc\r\r\nd\n",
    "8bit": "Grüße\nfür alle \u20ac\n".encode(),
    "long": b"x" * 70000 + b"\n" + b"a " * 40000 + b"\n",
    "one char": b".",
    "dots": b".\n..\n",
}
HTML = (b'Content-Type: multipart/alternative; boundary="=_b"\n\npreamble\n--=_b\nContent-Type: text/plain\n\n'
        b'see http://example.com/\n--=_b\nContent-Type: text/html; charset=utf-8\n'
        b'Content-Transfer-Encoding: quoted-printable\n\n<base href=3D"http://example.com/x/">\n<a href=3D"y">y</a>=20\n'
        b'--=_b--\n\nepilogue\n')


def messages():
    for name, body in BODIES.items():
        yield name, HEADER + b"\n" + body
        yield name + ", forged", b"X-Basewalk-Links: 0\n" + HEADER + b"x-basewalk-links:  1 \n\n" + body
    yield "html", HEADER + HTML
    yield "html, forged", HEADER + b"X-Basewalk-Links: 7\nX-Basewalk-Links: 8\n" + HTML


def real_messages():
    shared = pathlib.Path(os.environ.get("BASEWALK_SHARED_DIR", "")) / "mail"
    roots = [shared] if os.environ.get("BASEWALK_SHARED_DIR") and shared.is_dir() else []
    roots.append(pathlib.Path(__file__).resolve().parent.parent / "data")
    files = sorted(p for root in roots for p in root.rglob("*") if p.is_file() and p.stat().st_size < 400_000)
    for path in files:
        message = path.read_bytes()
        head = re.split(rb"\r?\n\r?\n", message, maxsplit=1)[0]
        if message.startswith((b"From ", b"\n", b"\r")) or not re.search(rb"(?im)^from:", head):
            continue
        try:
            names_of(message)
        except Exception:
            continue  # no message to a verifier
        message = message.rstrip(b" \t")
        yield path.name, message


# Changes: lists of (begin, end, bytes) over the signed message.

def changes(message, linesep, chance):
    end = re.search(rb"\r?\n\r?\n", message)
    body = end.end() if end else len(message)
    at = lambda: chance.randrange(body, len(message)) if body < len(message) else body
    for what in ("links", "marks", "both"):  # as the rewriter does them
        yield f"rewriting: {what}", what
    yield "nothing", []
    yield "mark", [(0, 0, b"X-Basewalk-Links: 3" + linesep)]
    forged = [(m.start(), m.end(), b"") for m in re.finditer(rb"(?im)^x-basewalk-links:[^\n]*\n", message[:body])]
    if forged:
        yield "forged marks", forged
        yield "marks", [(0, 0, b"X-Basewalk-Links: 3" + linesep)] + [f for f in forged if f[0] > 0]
        yield "last forged mark", forged[-1:]
    for i in (b"1", b"2"):
        results = re.search(rb"(?im)^arc-authentication-results: *i=" + i + rb";", message[:body])
        if results:
            yield "ARC results", [(results.end(), results.end(), b" x.example; dkim=pass;")]
            yield "blank in ARC results", [(results.end(), results.end(), b" " + linesep + b"\t")]
    subject = re.search(rb"(?im)^(subject):", message[:body])
    if subject:
        yield "blank in the header", [(subject.end(), subject.end(), b" ")]
        yield "name in capitals", [(subject.start(), subject.end(1), b"SUBJECT")]
    if not end:
        return
    if body < len(message):
        yield "body gone", [(body, len(message), b"")]
    yield "text behind", [(len(message), len(message), linesep + b"more" + linesep)]
    if message.endswith(b"\n"):
        yield "blank lines behind", [(len(message), len(message), linesep * 3)]
    for i in range(4):
        begin = at()
        yield "one byte", [(begin, min(begin + 1, len(message)), b"#")]
        stop = chance.randrange(begin, len(message) + 1)
        yield "a stretch", [(begin, stop, b"other" + linesep + b"text")]
    for pattern in (rb" ", rb"\r?\n", rb"\t"):
        found = [m for m in re.finditer(pattern, message[body:])]
        if found:
            where = body + chance.choice(found).start()
            yield "blank more", [(where, where, b" ")]
    tail = at()
    yield "tail gone", [(tail, len(message), b"")]
    yield "tail to blank lines", [(tail, len(message), linesep * 5)]


def apply(message, splices):
    out, at = b"", 0
    for begin, end, replacement in splices:
        out += message[at:begin] + replacement
        at = end
    return out + message[at:]


# S/MIME, by OpenSSL.

def openssl(*arguments, message=b""):
    return subprocess.run(["openssl", *arguments], input=message, capture_output=True)


def smime_signed(linesep):
    key, certificate = work / "smime.key", work / "smime.crt"
    if not key.exists():
        openssl("req", "-x509", "-newkey", "rsa:1024", "-nodes", "-keyout", key, "-out", certificate,
                "-subj", "/CN=a@example.com")
    for text in (b"Content-Type: text/html\r\n\r\n<base href='http://example.com/x/'>\r\n<a href=y>y</a>\r\n", HTML):
        for form in ([], ["-nodetach"]):
            run = openssl("cms", "-sign", "-signer", certificate, "-inkey", key, *form, "-from", "a@example.com",
                          "-subject", "s", message=re.sub(rb"\r?\n", b"\r\n", text))
            yield re.sub(rb"\r?\n", linesep, run.stdout)


def smime_holds(message):
    run = openssl("cms", "-verify", "-noverify", "-out", "/dev/null", message=message)
    return [("smime", 0, run.returncode == 0, None)]


def smime_cases(chance):
    for linesep in (b"\n", b"\r\n"):
        for number, message in enumerate(smime_signed(linesep)):
            for what, change in changes(message, linesep, chance):
                # What readers make of damaged boundaries and base64 is not the question.
                if isinstance(change, str) or what in ("mark", "nothing", "name in capitals"):
                    yield f"S/MIME {number}, {what}", message, change
            for old, new in ((b"<a href", b"<A href"), (b"text/html", b"text/HTML"), (b"This is", b"This was"),
                             (b"</a>", b"</a>" + linesep), (b"y</a>", b"y</a>"), (b"MII", b"MIJ")):
                at = message.find(old)
                if at >= 0:
                    yield f"S/MIME {number}, {new}", message, [(at, at + len(old), new)]


# The cases.

def cases(gnupg):
    chance = random.Random(6376)
    if gnupg.home:
        yield from pgp_cases.cases(gnupg)
    yield from smime_cases(chance)
    bodies = [(name, b"\n" + BODIES[name]) for name in ("plain", "empty", "blank lines behind", "no end", "8bit")]
    yield from arc_cases.cases(random.Random(8617), [*bodies, ("html", HTML)], HEADER, (rsa_key, ed_key), DOMAIN,
                               lambda message, linesep: sign(message, FORMS[3], ALGORITHMS[0], None, [b"from", b"subject"], linesep))
    turn = 0
    real = list(real_messages())
    for real_one, (name, message) in [(False, m) for m in messages()] + [(True, m) for m in real]:
        for linesep in ((b"\n",) if real_one else (b"\n", b"\r\n")):
            if not real_one:
                message = re.sub(rb"\r?\n", linesep, message) if name != "bare CR" else message
            elif b"\r\n" in message[:2000]:
                linesep = b"\r\n"
            for lot in range(1) if real_one else range(9) if linesep == b"\n" else (1, 5, 6):
                ways = [(turn * 5 + lot * 8 + i) % 72 for i in range(3 if real_one else 8)]
                turn += real_one
                signed = signed_in_many_ways(message, ways, linesep)
                if lot % 3 == 1 or turn % 8 == 1:
                    signed = sealed(signed, 2, linesep)
                rewriting, several = [], []
                for what, change in changes(signed, linesep, chance):
                    (rewriting if isinstance(change, str) else several).append((what, change))
                damage = several[-1][1]
                if real_one:
                    several = chance.sample(several, min(4, len(several)))
                elif lot > 0:
                    several = several[:3] + chance.sample(several[3:], min(7, len(several) - 3))
                for what, change in rewriting + several:
                    yield f"{name}, {what}", signed, change
                # What somebody has damaged before it came to us.
                yield f"{name}, damaged", apply(signed, damage), chance.choice([[], "both"])


class Judge:
    """Our program, which changes the messages and says what that does; it works while others verify."""

    def __init__(self, cases):
        self.process = subprocess.Popen([os.environ["JUDGE"]], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        threading.Thread(target=self.ask, args=(cases,), daemon=True).start()

    def ask(self, cases):
        last = None
        with self.process.stdin as there:
            for _, message, change in cases:
                if message is not last:
                    there.write(b"message %d\n" % len(message) + message)
                    last = message
                if isinstance(change, str):
                    there.write(change.encode() + b"\n")
                else:
                    there.write(b"splices %d\n" % len(change)
                                + b"".join(b"%d %d x%s\n" % (begin, end, text.hex().encode()) for begin, end, text in change))

    def answer(self):
        """(rows, the message as it is now)."""
        head = self.process.stdout.readline().split()
        if len(head) != 2:
            sys.exit(f"there are too few answers, exit status {self.process.wait()}")
        rows = [self.process.stdout.readline().decode("latin-1").rstrip("\n").split("\t") for _ in range(int(head[0]))]
        return rows, self.process.stdout.read(int(head[1]))


def chain_is_wrong(rows, before, after):
    """Whether a chain that held does so exactly if its newest message signature and all its seals are kept."""
    was, now = ([each for each in found if each[0] == "chain"] for found in (before, after))
    # Mail::DKIM passes over a signature whose algorithm it does not know.
    if not was or not was[0][2] or any(holds is None for _, _, holds, _ in before):
        return None
    most = was[0][1]
    kept = all(verdict == "kept" for kind, instance, verdict, _ in rows
               if kind == "arc-seal" or (kind == "arc-message" and int(instance) == most))
    # Without its newest sets it is another chain, that may hold; it was told all the same.
    if not now or now[0][1] != most:
        return kept
    return kept != now[0][2]


def main():
    gnupg = pgp_cases.Gnupg(work)
    try:
        compare(gnupg)
    finally:
        gnupg.stop()


def compare(gnupg):
    listed = list(cases(gnupg))
    remember_forms()
    judge = Judge(listed)
    opendkim, mail_dkim = OpenDkim(), MailDkim()
    known, known_open, known_arc = {}, {}, {}
    count, kinds = {}, {}
    wrong = judged = by_opendkim = by_mail_dkim = rewritten = chains = untold = 0
    sealed_mails = set()

    def holds(message, of_part):
        if message not in known:
            known[message] = (of_part or dkimpy_holds)(message)
            known_open[message] = opendkim.holds(message) if opendkim.lib and not of_part else []
        return known[message], known_open[message]

    def arc_by_mail_dkim(message):
        if message not in known_arc:
            known_arc[message] = mail_dkim.holds(message)
        return known_arc[message]

    for name, message, change in listed:
        rows, result = judge.answer()
        rewritten += isinstance(change, str) and result != message
        if not isinstance(change, str) and result != apply(message, change):
            wrong += 1
            print(f"{name}: the result is not what the splices say")
        of_part = smime_holds if name.startswith("S/MIME") else gnupg.holds if name.startswith("PGP") else None
        (before, before_open), (after, after_open) = holds(message, of_part), holds(result, of_part)
        of_order = name.startswith("ARC") and name.endswith(arc_cases.OF_ORDER)
        by_others = []
        if name.startswith("ARC"):
            if "damaged" not in name:
                sealed_mails.add(message)
            # It takes its time: a sixteenth of them, those that dkimpy does not judge, and no long chains.
            if mail_dkim.process and (len(sealed_mails) % 16 == 0 or of_order or "algorithms" in name) and len(message) < 6000:
                by_others = [(arc_by_mail_dkim(message), arc_by_mail_dkim(result))]
        for found in [(before, after)] * (not of_order) + by_others:
            chain = chain_is_wrong(rows, *found)
            if chain is not None:
                chains += 1
                wrong += chain
                if chain:
                    print(f"{name}: the chain was {found[0]}, is {found[1]}, and {rows}")
        for was, now in by_others:
            for kind, instance, verdict, reason in rows:
                one = [[each for each in found if each[:2] == (kind, int(instance))] for found in (was, now)]
                # Of sets that have a field twice it says what it had found by then.
                if [len(each) for each in one] != [1, 1] or not one[0][0][2] or name.endswith("twice"):
                    continue
                holds_now = one[1][0][2]
                if holds_now is not None:
                    by_mail_dkim += 1
                    if verdict != ("kept" if holds_now else "broken"):
                        wrong += 1
                        print(f"{name}: {kind} {instance} is {verdict} ({reason}), by Mail::DKIM {one}")
        position = {}
        for kind, instance, verdict, reason in rows:
            if of_order and kind != "dkim":
                continue  # dkimpy takes the fields as they stand
            if kind not in ("dkim", "arc-message", "arc-seal") and not of_part:
                continue
            same = lambda found: [f for f in found if f[:2] == (kind, int(instance))]
            i = position[kind, instance] = position.get((kind, instance), -1) + 1
            was, now = same(before), same(after)
            if len(was) <= i and "damaged" in name and kind != "dkim":
                untold += 1
                continue
            if len(now) <= i and kind != "dkim" and len(was) > i:
                now = was[:i] + [(kind, int(instance), False, "it is gone")]
            if len(was) <= i or len(now) <= i:
                wrong += 1
                print(f"{name}: the verifier sees no such signature: {kind} {instance} {i}")
                continue
            was, now = was[i], now[i]
            # Of a set that was not whole, or is not any more, dkimpy says nothing; then its seal does not hold.
            if was[2] is None or (now[2] is None and kind == "arc-message"):
                untold += 1
                continue
            kinds[kind] = kinds.get(kind, 0) + 1
            judged += 1
            if was[2]:
                right = "kept" if now[2] else "broken"
            elif was[3] and "body hash mismatch" in was[3]:
                right = "was-broken"
            elif kind == "arc-message" and name.startswith("ARC"):  # where all keys are there
                right = verdict if verdict in ("kept", "broken") else "kept or broken"
            else:
                right = verdict  # what dkimpy does not tell apart
            count[right] = count.get(right, 0) + 1
            if verdict != right:
                wrong += 1
                print(f"{name}: {kind} {instance} {i} is {verdict} ({reason}), by the verifier {right} {was} {now}")
            if kind == "dkim" and len(before_open) > i and len(after_open) > i and before_open[i]:
                by_opendkim += 1
                if verdict != ("kept" if after_open[i] else "broken"):
                    wrong += 1
                    print(f"{name}: {kind} {i} is {verdict} ({reason}), by opendkim {after_open[i]}")
    print(f"{len(listed)} changes of {len({id(message) for _, message, _ in listed})} messages, {rewritten} by the rewriter, "
          f"{judged} signatures judged {kinds} {count}, {by_opendkim} by libopendkim as well, "
          f"{by_mail_dkim} by Mail::DKIM; {chains} chains that held, {len(sealed_mails)} mails made for ARC alone, "
          f"{untold} signatures in sets that dkimpy says nothing of; {wrong} wrong")
    sys.exit(1 if wrong or judged < 1000 or len(count) < 3 or len(kinds) < 4 or len(sealed_mails) < 200 else 0)


try:
    main()
finally:
    subprocess.run(["rm", "-rf", str(work)])

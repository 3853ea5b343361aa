#!/usr/bin/env python3
"""Signs messages in every way, changes them, and asks real verifiers (dkimpy, libopendkim where it is
there, OpenSSL for S/MIME) whether each signature held before and holds now: rewrite::signatures()
has to say the same.  Needs no network: the keys are made here, and handed to the verifiers."""
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


# Verifying: for each signature whether it holds.

def dkimpy_holds(message):
    if message.endswith((b" ", b"\t")):
        message += b"\r\n"  # as SMTP sends it; dkimpy would keep a blank in the relaxed form
    found = []
    verifier = dkim.DKIM(message)
    for i in range(sum(x.lower() == b"dkim-signature" for x, y in verifier.headers)):
        try:
            found.append(("dkim", 0, bool(dkim.DKIM(message).verify(idx=i, dnsfunc=key_of)), None))
        except dkim.DKIMException as problem:
            found.append(("dkim", 0, False, str(problem)))
    if any(x.lower() == b"arc-seal" for x, y in verifier.headers):
        _, results, _ = dkim.ARC(message).verify(dnsfunc=key_of)
        for result in results:
            found.append(("arc-message", result["instance"], result["ams-valid"], None))
            found.append(("arc-seal", result["instance"], result["as-valid"], None))
    return found


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

def cases():
    chance = random.Random(6376)
    yield from smime_cases(chance)
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


def main():
    listed = list(cases())
    paths = {}
    request = []
    for i, (name, message, change) in enumerate(listed):
        if message not in paths:
            paths[message] = work / str(len(paths))
            paths[message].write_bytes(message)
        by_rewriter = isinstance(change, str)
        request.append(f"{paths[message]}\t{work}/{i}.out\t{change if by_rewriter else len(change)}\n")
        if not by_rewriter:
            request += [f"{begin} {end} x{replacement.hex()}\n" for begin, end, replacement in change]
    run = subprocess.run([os.environ["JUDGE"]], input="".join(request).encode(), capture_output=True)
    answers = run.stdout.decode("latin-1").split("\n\n")[:-1] if b"\t" in run.stdout else []
    if run.returncode != 0 or len(answers) != len(listed):
        sys.exit(f"{len(answers)} answers, exit status {run.returncode}: {run.stderr.decode()}")

    opendkim = OpenDkim()
    known, known_open = {}, {}
    count, kinds = {}, {}
    wrong = judged = by_opendkim = rewritten = 0

    def holds(message, smime):
        if message not in known:
            known[message] = smime_holds(message) if smime else dkimpy_holds(message)
            known_open[message] = opendkim.holds(message) if opendkim.lib and not smime else []
        return known[message], known_open[message]

    for i, ((name, message, change), answer) in enumerate(zip(listed, answers)):
        rows = [row.split("\t") for row in answer.strip("\n").split("\n")]
        path = work / f"{i}.out"
        result = path.read_bytes()
        path.unlink()
        rewritten += isinstance(change, str) and result != message
        if not isinstance(change, str) and result != apply(message, change):
            wrong += 1
            print(f"{name}: the result is not what the splices say")
        smime = name.startswith("S/MIME")
        (before, before_open), (after, after_open) = holds(message, smime), holds(result, smime)
        position = {}
        for kind, instance, verdict, reason in rows:
            if kind not in ("dkim", "arc-message", "arc-seal") and not smime:
                continue
            same = lambda found: [f for f in found if f[:2] == (kind, int(instance))]
            i = position[kind, instance] = position.get((kind, instance), -1) + 1
            was, now = same(before), same(after)
            if len(was) <= i or len(now) <= i:
                if kind == "dkim" or "damaged" not in name:
                    wrong += 1
                    print(f"{name}: the verifier sees no such signature: {kind} {instance} {i}")
                continue
            kinds[kind] = kinds.get(kind, 0) + 1
            was, now = was[i], now[i]
            judged += 1
            if was[2]:
                right = "kept" if now[2] else "broken"
            elif was[3] and "body hash mismatch" in was[3]:
                right = "was-broken"
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
    print(f"{len(listed)} changes of {len(paths)} messages, {rewritten} by the rewriter, {judged} signatures judged "
          f"{kinds} {count}, "
          f"{by_opendkim} by libopendkim as well, {wrong} wrong")
    sys.exit(1 if wrong or judged < 1000 or len(count) < 3 or len(kinds) < 4 else 0)


try:
    main()
finally:
    subprocess.run(["rm", "-rf", str(work)])

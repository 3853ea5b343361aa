# SPDX-License-Identifier: MIT
"""What the tests of scanners share: messages with marks, what each rule has to say of them, and an rspamd of
our own.

The rules have the same names for SpamAssassin and for rspamd (contrib/spamassassin, contrib/rspamd).  What must be
said is read from the marks here once more, by other means than there, and for some messages by hand."""
import http.client
import re
import shutil
import subprocess

import hooks

DATA = hooks.TOP / "tests/data"
VERDICTS = {"clear": "BASEWALK_CLEAR", "differs": "BASEWALK_DIFFERS", "unread": "BASEWALK_UNREAD"}
FLAGS = [path.stem for path in sorted((DATA / "flags").glob("*.eml"))]
LETTER = b"From: a@example.org\nTo: b@example.org\nSubject: %s\nMessage-ID: <%s@example.org>\n"


def symbol_of(flag):
    return "BASEWALK_" + flag.upper().replace("-", "_")


def marked(message, *options):
    return subprocess.run([hooks.REAL, "rewrite", "-q", "--one", "--mark", *options], input=message, capture_output=True,
                          check=True).stdout


def wanted(message):
    """The symbols that the marks of a message ask for, if basewalk has made them."""
    marks = dict(re.findall(r"(?m)^X-Basewalk-(\w+): (.*?)\r?$", message.decode("latin-1").split("\n\n")[0]))
    word, *parts = marks["Verdict"].split("; ")
    symbols = {VERDICTS[word]} | {symbol_of(flag) for flag in marks["Flags"].split(", ") if flag != "none"}
    for part in parts:
        if part.startswith("links of "):
            symbols.add("BASEWALK_OTHER_LINKS")
        elif part.startswith("settled "):
            symbols.add("BASEWALK_SETTLED")
        elif part.startswith("not read "):
            for reason in part.removeprefix("not read ").split(", "):
                reason = reason.split(" ")[0]
                symbols |= {symbol_of(reason)} if reason in ("encrypted", "damaged") else set()
                symbols |= {"BASEWALK_LIMIT"} if reason.startswith("limit-") else set()
    count = int(marks["Links"])
    return symbols | ({"BASEWALK_NO_LINKS"} if count == 0 else {"BASEWALK_MANY_LINKS"} if count >= 1000 else set())


def letter(name, rest):
    return LETTER % (name.encode(), name.encode()) + rest


def by_hand():
    """(name, message, symbols): what is not there to be read off the marks."""
    html = b"Content-Type: text/html\n\n"
    hidden = hooks.doubtful(hooks.message_of(2000))
    yield "other-links", marked(hidden), {"BASEWALK_DIFFERS", "BASEWALK_OTHER_LINKS", "BASEWALK_BASE_SPLIT"}
    yield "limit", marked(hidden, "--limit", "links=1"), {"BASEWALK_UNREAD", "BASEWALK_LIMIT"}
    encrypted = (b'Content-Type: multipart/encrypted; protocol="application/pgp-encrypted"; boundary=b\n\n'
                 b"--b\nContent-Type: application/pgp-encrypted\n\nVersion: 1\n\n--b\nContent-Type: application/octet-stream\n\n"
                 b"-----BEGIN PGP MESSAGE-----\n\nhQ==\n-----END PGP MESSAGE-----\n--b--\n")
    yield ("encrypted", marked(letter("encrypted", encrypted)),
           {"BASEWALK_UNREAD", "BASEWALK_ENCRYPTED", "BASEWALK_DAMAGED", "BASEWALK_NO_LINKS"})
    settled = marked((DATA / "words/behind-close.eml").read_bytes(), "--settle")
    yield "settled", settled, {"BASEWALK_CLEAR", "BASEWALK_SETTLED"}
    yield "no-links", marked(letter("no-links", b"\nhello\n")), {"BASEWALK_CLEAR", "BASEWALK_NO_LINKS"}
    many = html + b"".join(b"<a href=http://h.example/%d>x</a>\n" % i for i in range(1000))
    yield "many-links", marked(letter("many-links", many)), {"BASEWALK_CLEAR", "BASEWALK_MANY_LINKS"}
    link = html + b"<a href=http://h.example/>x</a>\n"
    clear = marked(letter("clear", link))
    yield "clear", clear, {"BASEWALK_CLEAR"}
    yield "clear, CRLF", clear.replace(b"\n", b"\r\n"), {"BASEWALK_CLEAR"}
    too_large = b"X-Basewalk-Verdict: unread; not read limit-message-bytes 1\n"
    yield "too large", too_large + letter("too-large", link), {"BASEWALK_UNREAD", "BASEWALK_LIMIT"}
    yield "absent", letter("absent", link), {"BASEWALK_ABSENT"}
    # Of what is forged each rule may say what it likes, but for one.
    flags = b"X-Basewalk-Flags: none\n"
    assert flags in clear
    for name, message in {"twice": b"x-basewalk-verdict: clear\n" + clear,
                          "another": clear.replace(b"Verdict: clear", b"Verdict: clean"),
                          "alone": letter("alone", b"X-Basewalk-Verdict: clear\n" + link),
                          "too large, and links": too_large + flags + letter("too-large", link),
                          "too large, twice": too_large * 2 + letter("too-large", link),
                          "flags twice": clear.replace(flags, flags + flags),
                          "strange flags": clear.replace(flags, b"X-Basewalk-Flags: none <x>\n"),
                          "no number": clear.replace(b"Links: 1", b"Links: many")}.items():
        assert message != clear
        yield f"forged, {name}", message, {"BASEWALK_FORGED"}
    # What came with the message goes: nothing of it is left to be believed.
    forged = b"X-Basewalk-Verdict: clear\nX-BASEWALK-Flags: userinfo\n" + letter("again", link)
    yield "forged, and marked", marked(forged), {"BASEWALK_CLEAR"}


def cases():
    for path in sorted([*(DATA / "flags").glob("*.eml"), *(DATA / "words").glob("*.eml")]):
        message = path.read_bytes()
        # Some are a body and its type: a scanner wants a letter.
        message = message if re.match(rb"(?i)(?:.*\n)*?from:", message) else letter(path.stem, message)
        message = marked(message)
        yield f"{path.parent.name}/{path.stem}", message, wanted(message)
    yield from by_hand()


def complaint(symbols, right):
    """What is wrong with the symbols that were raised."""
    ours = {name for name in symbols if name.startswith("BASEWALK_")}
    if "BASEWALK_FORGED" in right:
        return "" if right <= ours else f"{sorted(ours)}"
    return "" if ours == right else f"{sorted(ours)}, not {sorted(right)}"


class Rspamd:
    """rspamd as Debian has set it up, with our rules where docs/order.md puts them, and nothing else of the site's.

    Port 11333 answers HTTP, 11332 is a milter."""

    OPTIONS = """
url_tld = "{folder}/tld.dat";
# Its list of top-level domains, and its expressions, would take ten seconds to compile.
disable_hyperscan = true;
control_socket = "$RUNDIR/control.sock mode=0600";
"""

    def __init__(self, work, **local):
        self.folder = work / "rspamd"
        for name in ("etc/local.d", "db", "run", "log"):
            (self.folder / name).mkdir(parents=True)
        for name in ("db", "run", "log"):
            shutil.chown(self.folder / name, "_rspamd", "_rspamd")
        (self.folder / "tld.dat").write_text("example\norg\n")
        recipe = hooks.TOP / "contrib/rspamd"
        local = {"options.inc": self.OPTIONS.format(folder=self.folder), "groups.conf": (recipe / "groups.conf").read_text(),
                 "worker-normal.inc": "count = 1;\n", "worker-proxy.inc": "count = 1;\n",
                 # They ask servers elsewhere.
                 "fuzzy_check.conf": "enabled = false;\n", **local}
        for name, text in local.items():
            (self.folder / "etc/local.d" / name).write_text(text)
        rules = (recipe / "basewalk.lua").read_text()
        (self.folder / "etc/basewalk.lua").write_text(rules)
        # The line that its head tells people to write.
        (self.folder / "etc/rspamd.local.lua").write_text(re.search(r"(?m)^-- +(dofile.*\n)", rules).group(1))
        self.log = self.folder / "log/rspamd.log"
        self.variables = [f"--var={name}={self.folder / value}" for name, value in
                          (("LOCAL_CONFDIR", "etc"), ("DBDIR", "db"), ("RUNDIR", "run"), ("LOGDIR", "log"))]

    def tested(self):
        """What is wrong with the configuration."""
        done = subprocess.run(["rspamadm", *self.variables, "configtest", "-s"], capture_output=True, text=True)
        return "" if done.returncode == 0 and "syntax OK" in done.stdout else done.stdout[-500:] + done.stderr[-2000:]

    def start(self):
        with open(self.folder / "log/output", "wb") as file:
            self.process = subprocess.Popen(["rspamd", "-f", "-u", "_rspamd", "-g", "_rspamd", *self.variables],
                                            stdin=subprocess.DEVNULL, stdout=file, stderr=file)
        hooks.wait_until(lambda: self.answers() or self.process.poll() is not None, "rspamd to be ready", 60)
        assert self.process.poll() is None, self.said()

    def ask(self, method, path, body=None):
        connection = http.client.HTTPConnection("127.0.0.1", 11333, timeout=60)
        try:
            connection.request(method, path, body, {"From": "a@example.org", "Rcpt": "b@example.org", "IP": "192.0.2.1"})
            return connection.getresponse().read()
        finally:
            connection.close()

    def answers(self):
        try:
            return self.ask("GET", "/ping").startswith(b"pong")
        except OSError:
            return False

    def said(self):
        return "".join(path.read_text(errors="replace")[-2000:] for path in (self.log, self.folder / "log/output") if path.exists())

    def stop(self):
        self.process.terminate()
        self.process.wait(60)

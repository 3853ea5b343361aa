#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The milter in a real Postfix: postfix_milter.py FOLDER, started by tests/mail/mail.sh.

Links come out absolute, forged marks are gone, and whatever happens to the milter, each message that
was taken arrives once, looked at."""
import os
import pathlib
import re
import signal
import smtplib
import subprocess
import sys

sys.path[:0] = [os.path.join(os.environ["TOP"], "tests", "mail")]
import hooks
from hooks import body_of, ids_in_sink, mails_in, wait_until

REAL = os.environ["BASEWALK"]
hooks.need("postfix", "postconf", "swaks", "smtp-source", "smtp-sink")
work = pathlib.Path(sys.argv[1])
tap = hooks.Tap()
folder = work / "postfix"
script = str(hooks.TOP / "tests/mail/postfix.sh")
path = work / "milter.sock"
log = work / "milter.log"
sink_folder = work / "sink"
delivery = hooks.Delivered(folder)
delivered, arrived, queue_is_empty = delivery.to, delivery.arrived, delivery.queue_is_empty
LOAD = 300 if hooks.SANITIZED else 800
KILLS = 4

# 2527 looks and delivers, 2529 looks and sends on to the sink.  Port 2526 and 2528 have queues before
# them, which try again.
MASTER = f"""
127.0.0.1:2526 inet n - n - - smtpd
  -o content_filter=smtp:[127.0.0.1]:2527
127.0.0.1:2527 inet n - n - - smtpd
  -o smtpd_milters=unix:{path}
127.0.0.1:2530 inet n - n - - smtpd
  -o smtpd_milters=unix:{path}
  -o milter_macro_daemon_name=submission
127.0.0.1:2528 inet n - n - - smtpd
  -o content_filter=smtp:[127.0.0.1]:2529
127.0.0.1:2529 inet n - n - - smtpd
  -o smtpd_milters=unix:{path}
  -o content_filter=smtp:[127.0.0.1]:2600
"""
MAIN = """
milter_default_action = tempfail
milter_connect_timeout = 5s
milter_protocol = 6
smtp_destination_concurrency_failed_cohort_limit = 1000000
"""
POLICY = """
trusted = ["mx.example.org"]
[[rule]]
name = "submission"
listener = "submission"
off = true
[[rule]]
name = "port"
listener = "127.0.0.1:2527"
sender = "port@example.org"
mark = true
[[rule]]
name = "network"
client = "127.0.0.0/8"
sender = "network@example.org"
mark = true
[[rule]]
name = "signed"
dkim = "pass"
mark = true
[[rule]]
name = "board"
recipient = "bob-board@example.org"
on-doubt = "reject"
mark = true
[[rule]]
name = "authenticated"
authenticated = true
off = true
"""


class Milter:
    def __init__(self, *options):
        self.options = options
        self.start()

    def start(self):
        lines = ready()
        with open(log, "ab") as file:
            self.process = subprocess.Popen(
                [REAL, "milter", "--socket", f"unix:{path}", "--user", "pfilter", "--socket-group", "postfix",
                 "--socket-mode", "0660", *self.options], stdin=subprocess.DEVNULL, stdout=file, stderr=file)
        wait_until(lambda: ready() > lines or self.process.poll() is not None, "the milter to be ready")
        assert self.process.poll() is None, log.read_text()[-2000:]

    def end(self, how):
        self.process.send_signal(how)
        self.process.wait(60)


def ready():
    return log.read_text(errors="replace").count("milter: ready\n") if log.exists() else 0


def send(message, recipient, port):
    file = work / f"{recipient}.eml"
    file.write_bytes(message)
    return subprocess.run(["swaks", "--server", f"127.0.0.1:{port}", "-f", "alice@example.org", "-t", recipient,
                           "--data", f"@{file}", "--timeout", "120s"], capture_output=True, text=True)


def filtered(message, *options):
    return subprocess.run([REAL, "rewrite", "-q", *options], input=message, capture_output=True, check=True).stdout


def what_is_wrong(name, message, wanted, extra=lambda header: ""):
    """Sent through the milter, `wanted` must be the body that is delivered."""
    recipient = f"bob-{name}@example.org"
    sent = send(message, recipient, 2527)
    if sent.returncode:
        return f"was not taken: {sent.stdout[-500:]}"
    mails = arrived(recipient)
    if len(mails) != 1:
        return f"{len(mails)} messages"
    if body_of(mails[0]) != body_of(wanted):
        return f"the body is another: {body_of(mails[0])[:500]} for {body_of(wanted)[:500]}"
    return extra(mails[0].replace(b"\r\n", b"\n").partition(b"\n\n")[0])


def marks_wrong(header):
    values = [line for line in header.split(b"\n") if line.lower().startswith(b"x-basewalk-")]
    links = [line for line in values if line.lower().startswith(b"x-basewalk-links:")]
    if len(links) != 1 or b"not ours" in header:
        return f"the marks are {values}"
    if header.find(b"X-Basewalk-") > header.find(b"\nFrom:"):
        return "the marks are not at the top"
    return ""


def check_messages():
    message = hooks.message_of(300_000)
    wanted = filtered(message)
    tap.check("the messages have links to change", "" if wanted != message else "none")
    tap.check("links come out absolute", what_is_wrong("links", message, wanted, marks_wrong))
    forged = b"X-Basewalk-Links: 0 not ours\nx-basewalk-links: 1\n not ours\nX-Basewalk-Bases: not ours\n"
    header, _, body = message.partition(b"\n\n")
    forged_message = forged + header + b"\n" + forged + b"\n" + body
    tap.check("forged marks are gone", what_is_wrong("forged", forged_message, wanted, marks_wrong))
    plain = b"From: alice@example.org\nSubject: plain\n\nnothing\n\n \n.\n..\n\tx \n" + b"y" * 900 + b"\n"
    tap.check("a text without links is what it was", what_is_wrong("plain", plain, plain, marks_wrong))
    for encoding in ("base64", "quoted-printable"):
        encoded = encoded_message(encoding)
        tap.check(f"so do they in {encoding}", what_is_wrong(encoding, encoded, filtered(encoded), marks_wrong))
    large = hooks.message_of(3_000_000)
    tap.check("a message over the size passes", what_is_wrong("large", large, large))


def encoded_message(encoding):
    import email.encoders
    import email.mime.base
    part = email.mime.base.MIMEBase("text", "html", charset="utf-8")
    part["Content-Base"] = "http://example.com/dir/"
    part.set_payload('<p>caf\u00e9 <a href="page?a=1&amp;b=2">x</a>\n'.encode() * 300)
    getattr(email.encoders, "encode_base64" if encoding == "base64" else "encode_quopri")(part)
    return b"From: alice@example.org\nMIME-Version: 1.0\n" + part.as_bytes().replace(b"MIME-Version: 1.0\n", b"")


def check_dead(milter):
    message = hooks.message_of(20_000)
    milter.end(signal.SIGKILL)
    sent = send(message, "bob-dead@example.org", 2527)
    tap.check("with the milter dead, mail is refused for now",
              "" if sent.returncode and re.search(r"(?m)^<\*\* 4[25]1 ", sent.stdout) else sent.stdout[-1000:])
    sent = send(message, "bob-queue@example.org", 2526)
    assert sent.returncode == 0, sent.stdout
    wait_until(lambda: "status=deferred" in (folder / "mail.log").read_text(errors="replace"), "a first attempt")
    milter.start()
    mails = arrived("bob-queue@example.org")
    right = len(mails) == 1 and body_of(mails[0]) == body_of(filtered(message))
    tap.check("and arrives when it is back", "" if right else f"{len(mails)} messages: {mails[0][:1000]}")
    tap.check("what was refused was not delivered", "" if not delivered("bob-dead@example.org") else "it was")


def check_load(milter):
    """Killed and started again under load, and stopped, in turns."""
    sink_folder.mkdir()
    sink = subprocess.Popen(["smtp-sink", "-u", "root", "-d", f"{sink_folder}/m.", "127.0.0.1:2600", "1000"])
    source = subprocess.Popen(["smtp-source", "-s", "8", "-l", "5120", "-m", str(LOAD), "-f", "alice@example.org", "-t",
                               "load@example.org", "127.0.0.1:2528"])
    count = lambda: len(os.listdir(sink_folder))
    for number in range(KILLS):
        wait_until(lambda: count() >= LOAD * (number + 1) // (KILLS + 2), "messages to arrive", 300)
        milter.end(signal.SIGTERM if number % 2 else signal.SIGKILL)
        milter.start()
    tap.check("everything was taken", "" if source.wait(300) == 0 else "smtp-source failed")
    wait_until(lambda: len(ids_in_sink(sink_folder)[0]) >= LOAD, f"all {LOAD} messages", 300)
    wait_until(queue_is_empty, "an empty queue", 300)
    found, unmarked = ids_in_sink(sink_folder)
    print(f"# {KILLS} kills, {LOAD} messages, {sum(found.values())} arrived, {again()} attempts were put off")
    tap.check("nothing is lost when it is killed under load", "" if len(found) == LOAD else f"{len(found)} of {LOAD}")
    tap.check("nothing arrives that was not looked at", f"{unmarked} messages" if unmarked else "")
    tap.check("the kills were seen", "" if again() else "no message was put off")
    sink.terminate()
    sink.wait(60)


def again():
    return (folder / "mail.log").read_text(errors="replace").count("status=deferred")


DOUBTFUL = (b"From: alice@example.org\nSubject: odd\nMIME-Version: 1.0\n"
            b"Content-Type: multipart/mixed; boundary=b\n\n--b\n\nx\n--b--\n--b\nContent-Type: text/html\n\n"
            b"<a href='&#104;ttp://h.example/'>\n--b--\n")


def held():
    return [file.read_bytes() for file in (folder / "spool/hold").rglob("*") if file.is_file()]


def check_doubt():
    """A message that not all readers read alike waits in the hold queue, looked at; others pass."""
    log.write_bytes(b"")
    odd = Milter("--mark", "--on-doubt", "quarantine")
    try:
        for number in range(3):
            sent = send(DOUBTFUL, f"bob-odd{number}@example.org", 2527)
            tap.check(f"a doubtful message is taken ({number})", sent.stdout[-500:] if sent.returncode else "")
        plain = b"From: alice@example.org\nSubject: plain\n\nnothing\n"
        send(plain, "bob-clear@example.org", 2527)
        tap.check("a clear one arrives", "" if len(arrived("bob-clear@example.org")) == 1 else "not once")
        wait_until(lambda: len(held()) == 3, "three messages on hold")
        tap.check("they wait in the hold queue, marked",
                  "" if all(b"X-Basewalk-Verdict: differs; links of behind-close 1" in mail for mail in held()) else held()[0][:2000])
        tap.check("and are not delivered", "" if not any(delivered(f"bob-odd{n}@example.org") for n in range(3)) else "one was")
        text = log.read_text(errors="replace")
        tap.check("the log has the verdict", "" if text.count("quarantined: verdict=differs") == 3 else text[-1000:])
        subprocess.run(["postsuper", "-c", folder / "etc", "-H", "ALL"], check=True, capture_output=True)
        tap.check("let go, each arrives once",
                  "" if all(len(arrived(f"bob-odd{n}@example.org")) == 1 for n in range(3)) else "not once each")
    finally:
        odd.end(signal.SIGTERM)
    odd = Milter("--on-doubt", "reject")
    try:
        sent = send(DOUBTFUL, "bob-reject@example.org", 2527)
        tap.check("or is refused for good", "" if sent.returncode and "550 5.7.1" in sent.stdout else sent.stdout[-500:])
    finally:
        odd.end(signal.SIGTERM)
    odd = Milter("--on-doubt", "tempfail")
    try:
        sent = send(DOUBTFUL, "bob-later@example.org", 2527)
        tap.check("or for now", "" if sent.returncode and re.search(r"(?m)^<\*\* 4[25]1 ", sent.stdout) else sent.stdout[-500:])
    finally:
        odd.end(signal.SIGTERM)


def check_policy():
    """What Postfix tells of a connection and an envelope is what rules ask for."""
    log.write_bytes(b"")
    (work / "policy.toml").write_text(POLICY)
    (work / "policy.toml").chmod(0o644)
    checked = Milter("--policy", str(work / "policy.toml"))
    message = b"Subject: %s\r\nContent-Base: http://h.example/\r\nContent-Type: text/html\r\n\r\n<a href=x>x</a>\r\n"
    told = b"Authentication-Results: mx.example.org; dkim=pass\r\n"
    bob, board, eve = "bob-p@example.org", "bob-board@example.org", "eve@elsewhere.example"
    wrong = []
    try:
        for port, sender, recipients, field, says in (
                (2527, "a@example.org", [bob], b"", "none"), (2530, "a@example.org", [bob], b"", "submission"),
                (2527, "port@example.org", [bob], b"", "port"), (2527, "network@example.org", [bob], b"", "network"),
                (2527, "a@example.org", [board], b"", "board"), (2527, "a@example.org", [bob], told, "none"),
                (2527, "a@example.org", [bob, board], b"", "board rules=none:1,board:1 by=strictest"),
                (2527, "a@example.org", [eve, bob], b"", "none"), (2527, "a@example.org", [board, eve], b"", "board")):
            before = log.read_text(errors="replace").count(" rule=")
            with smtplib.SMTP("127.0.0.1", port, timeout=120) as server:
                refused = server.sendmail(sender, recipients, field + message % sender.encode())
            lines = [line for line in log.read_text(errors="replace").splitlines() if " rule=" in line][before:]
            if len(lines) != 1 or not lines[0].endswith(f" rule={says}") or set(refused) != {eve} & set(recipients):
                wrong.append((port, sender, recipients, says, lines, refused))
        tap.check("rules are met by what Postfix tells", wrong or "")
    finally:
        checked.end(signal.SIGTERM)


subprocess.run([script, "new", folder], check=True)
with open(folder / "etc/master.cf", "a") as file:
    file.write(MASTER)
(folder / "etc/header_checks").write_text("/^Authentication-Results:/ IGNORE\n")
with open(folder / "etc/main.cf", "a") as file:
    file.write(MAIN + f"header_checks = regexp:{folder}/etc/header_checks\n")
milter = Milter("--mark", "--max-bytes", "2M")
subprocess.run([script, "start", folder], check=True)
try:
    check_messages()
    check_dead(milter)
    check_load(milter)
    text = log.read_text(errors="replace")
    tap.check("the log names messages by their queue id", "" if re.search(r"milter: [0-9A-F]{6,}: verdict=clear links=", text) else text[:500])
    milter.end(signal.SIGTERM)
    check_doubt()
    check_policy()
    text += log.read_text(errors="replace")
    tap.check("no sanitizer has a complaint", text[:3000] if "Sanitizer" in text or "runtime error" in text else "")
finally:
    if milter.process.poll() is None:
        milter.end(signal.SIGTERM)
    subprocess.run([script, "stop", folder], check=False, stderr=subprocess.DEVNULL)
strays = [mail for mail in mails_in(folder / "mail/box") if b"\nReturn-Path: <>\n" in b"\n" + mail]
tap.check("nothing was returned", f"{len(strays)} messages" if strays else "")
tap.finish()

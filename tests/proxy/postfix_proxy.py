#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""contrib/postfix/proxy.cf in a real Postfix: postfix_proxy.py FOLDER, started by tests/mail/mail.sh.

Mail goes through the proxy behind the queue, by LMTP and by SMTP, and before it (smtpd_proxy_filter). Whatever
happens to the proxy, each message that was taken arrives, looked at."""
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
hooks.need("postfix", "postconf", "smtp-source", "smtp-sink")
work = pathlib.Path(sys.argv[1])
tap = hooks.Tap()
folder = work / "postfix"
script = str(hooks.TOP / "tests/mail/postfix.sh")
log = work / "proxy.log"
sink_folder = work / "sink"
delivery = hooks.Delivered(folder)
delivered, arrived, queue_is_empty = delivery.to, delivery.arrived, delivery.queue_is_empty
LOAD, KILLS = 400, 4

# 2526 is the recipe.  2527 goes the same way by SMTP; 2528 asks the proxy before it takes a message; from 2529
# mail goes on to the sink.
MASTER = """
127.0.0.1:2527 inet n - n - - smtpd
  -o content_filter=by-smtp:[127.0.0.1]:10025
by-smtp unix - - n - 50 smtp
  -o smtp_send_xforward_command=yes
127.0.0.1:2528 inet n - n - - smtpd
  -o smtpd_proxy_filter=127.0.0.1:10025
127.0.0.1:2529 inet n - n - - smtpd
  -o content_filter=basewalk-proxy:[127.0.0.1]:10035
127.0.0.1:10036 inet n - n - - smtpd
  -o content_filter=smtp:[127.0.0.1]:2600
  -o mynetworks=127.0.0.0/8
  -o smtpd_recipient_restrictions=permit_mynetworks,reject
"""
# What fails is tried again at once, and one failure stops nothing else.
MAIN = """
smtp_destination_concurrency_failed_cohort_limit = 1000000
basewalk-proxy_destination_concurrency_failed_cohort_limit = 1000000
virtual_alias_maps = inline:{ bob-alias@example.org=bob-member@example.org }
"""
POLICY = """
[[rule]]
name = "board"
recipient = ["bob-board@example.org", "bob-alias@example.org"]
off = true
[[rule]]
name = "network"
client = "127.0.0.0/8"
sender = "network@example.org"
mark = true
absolute = true
"""


class Proxy:
    def __init__(self, port, *options):
        self.port, self.options = port, options
        self.start()

    def start(self):
        lines = ready()
        with open(log, "ab") as file:
            self.process = subprocess.Popen(
                [REAL, "proxy", "--socket", f"inet:{self.port}@127.0.0.1", "--next", f"smtp:inet:{self.port + 1}@127.0.0.1", "--user",
                 "pfilter", *self.options], stdin=subprocess.DEVNULL, stdout=file, stderr=file)
        wait_until(lambda: ready() > lines or self.process.poll() is not None, "the proxy to be ready")
        assert self.process.poll() is None, log.read_text()[-2000:]

    def end(self, how):
        self.process.send_signal(how)
        self.process.wait(60)


def ready():
    return log.read_text(errors="replace").count("proxy: ready\n") if log.exists() else 0


def send(message, recipients, port, sender="alice@example.org"):
    with smtplib.SMTP("127.0.0.1", port, timeout=120) as server:
        return server.sendmail(sender, recipients, message.replace(b"\n", b"\r\n"))


def check_ways():
    message = hooks.message_of(300_000)
    wanted = subprocess.run([REAL, "rewrite", "-q"], input=message, capture_output=True, check=True).stdout
    tap.check("the messages have links to change", "" if wanted != message else "none")
    forged = b"X-Basewalk-Links: 0 not ours\n" + message
    plain = b"From: alice@example.org\nSubject: plain\n\nnothing\n\n \n.\n..\n\tx \n" + b"y" * 900 + b"\n"
    large = hooks.message_of(3_000_000)
    for port, way in ((2526, "lmtp"), (2527, "smtp"), (2528, "before")):
        for name, given, right in (("links", forged, wanted), ("plain", plain, plain), ("large", large, large)):
            recipient = f"bob-{way}-{name}@example.org"
            send(given, [recipient], port)
            mails = arrived(recipient)
            header = mails[0].replace(b"\r\n", b"\n").partition(b"\n\n")[0]
            wrong = "" if len(mails) == 1 and body_of(mails[0]) == body_of(right) else f"{len(mails)} messages, or another body: {mails[0][:1500]}"
            tap.check(f"{way}: {name}", wrong)
            verdict = b"X-Basewalk-Verdict: " + (b"unread; not read limit-message-bytes 1" if name == "large" else b"clear")
            tap.check(f"{way}: {name}, marked", "" if b"not ours" not in header and header.count(verdict) == 1 else header.decode("latin-1"))
    named = re.search(r"proxy: [0-9A-F]{6,}: verdict=clear links=", log.read_text(errors="replace"))
    tap.check("the log names messages by their queue id", "" if named else log.read_text(errors="replace")[:1000])


def check_policy():
    """XFORWARD tells the client; a message is split, but before the queue, where one reply is for all."""
    (work / "policy.toml").write_text(POLICY)
    (work / "policy.toml").chmod(0o644)
    checked = Proxy(10025, "--policy", str(work / "policy.toml"))
    message = b"From: a@example.org\nContent-Base: http://h.example/\nContent-Type: text/html\n\n<a href=x>x</a>\n"
    try:
        send(message, ["bob-none@example.org", "bob-board@example.org", "bob-more@example.org"], 2526, "network@example.org")
        copies = [arrived(f"bob-{name}@example.org") for name in ("board", "none", "more")]
        tap.check("each recipient has one copy", "" if all(len(each) == 1 for each in copies) else str([len(each) for each in copies]))
        changed = [b"http://h.example/x" in each[0] for each in copies]
        tap.check("of his own rule", "" if changed == [False, True, True] else str(changed))
        send(message, ["bob-alias@example.org"], 2526)
        member = arrived("bob-member@example.org")
        tap.check("a rule meets an alias as it was given", "" if len(member) == 1 and b"<a href=x>" in member[0] else str(member))
        send(message, ["bob-whole@example.org", "bob-board@example.org"], 2528, "network@example.org")
        whole = arrived("bob-whole@example.org")
        tap.check("the strictest rule counts before the queue", "" if len(whole) == 1 and b"http://h.example/x" in whole[0] else str(whole))
        tap.check("says the log", "" if "rules=network:1,board:1 by=strictest" in log.read_text(errors="replace") else log.read_text(errors="replace")[-1000:])
    finally:
        checked.end(signal.SIGTERM)


def check_load():
    """Killed, stopped, halted and started again under load, in turns."""
    sink_folder.mkdir()
    proxy = Proxy(10035, "--mark")
    sink = subprocess.Popen(["smtp-sink", "-u", "root", "-d", f"{sink_folder}/m.", "127.0.0.1:2600", "1000"])
    source = subprocess.Popen(["smtp-source", "-s", "8", "-l", "5120", "-m", str(LOAD), "-f", "alice@example.org", "-t",
                               "load@example.org", "127.0.0.1:2529"])
    count = lambda: len(os.listdir(sink_folder))
    try:
        for number in range(KILLS):
            wait_until(lambda: count() >= LOAD * (number + 1) // (KILLS + 2), "messages to arrive", 300)
            if number == KILLS - 1:
                proxy.process.send_signal(signal.SIGSTOP)
                proxy.process.send_signal(signal.SIGCONT)
            proxy.end(signal.SIGTERM if number % 2 else signal.SIGKILL)
            proxy.start()
        tap.check("everything was taken", "" if source.wait(300) == 0 else "smtp-source failed")
        wait_until(lambda: len(ids_in_sink(sink_folder)[0]) >= LOAD, f"all {LOAD} messages", 300)
        wait_until(queue_is_empty, "an empty queue", 300)
        found, unmarked = ids_in_sink(sink_folder)
        twice = sum(found.values()) - len(found)
        print(f"# {KILLS} ends, {LOAD} messages, {sum(found.values())} arrived, {twice} of them twice")
        tap.check("nothing is lost when it is killed under load", "" if len(found) == LOAD else f"{len(found)} of {LOAD}")
        tap.check("nothing arrives that was not looked at", f"{unmarked} messages" if unmarked else "")
        # One that the next server took while the proxy was killed is sent again by SMTP's rules (RFC 1047).
        tap.check("no more comes twice than was under way", "" if twice <= 50 * (KILLS // 2) else str(twice))
    finally:
        proxy.end(signal.SIGTERM)
        sink.terminate()
        sink.wait(60)


subprocess.run([script, "new", folder], check=True)
recipe = (hooks.TOP / "contrib/postfix/proxy.cf").read_text()
recipe = recipe.replace("smtp      inet", "127.0.0.1:2526 inet")
recipe = re.sub(r"(?m)^(\S+ +(?:inet|unix) +\S+ +\S+ +)y", r"\1n", recipe)  # Postfix's files are not where a chroot would have them
with open(folder / "etc/master.cf", "a") as file:
    file.write(recipe + MASTER)
with open(folder / "etc/main.cf", "a") as file:
    file.write(MAIN)
proxy = Proxy(10025, "--mark", "--max-bytes", "2M")
subprocess.run([script, "start", folder], check=True)
try:
    check_ways()
    proxy.end(signal.SIGTERM)
    check_policy()
    check_load()
    text = log.read_text(errors="replace")
    tap.check("no sanitizer has a complaint", text[:3000] if "Sanitizer" in text or "runtime error" in text else "")
finally:
    if proxy.process.poll() is None:
        proxy.end(signal.SIGTERM)
    subprocess.run([script, "stop", folder], check=False, stderr=subprocess.DEVNULL)
strays = [mail for mail in mails_in(folder / "mail/box") if b"\nReturn-Path: <>\n" in b"\n" + mail]
tap.check("nothing was returned", f"{len(strays)} messages: {strays[0][:2000]}" if strays else "")
tap.finish()

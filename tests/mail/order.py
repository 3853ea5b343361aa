#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""docs/order.md in a real Postfix: order.py FOLDER, started by mail.sh.

OpenDKIM and rspamd verify, basewalk marks and rewrites, dkimpy's arcsign seals, OpenDKIM signs; dkimpy's dkimverify and
arcverify, which know nothing of each other's keys but what the name server says, judge what comes out.  Each order
that the document advises against is tried, too: it has to fail as the document says."""
import pathlib
import re
import signal
import smtplib
import subprocess
import sys

import hooks
import names
import scanner
from hooks import mails_in, wait_until

hooks.need("postfix", "postconf", "opendkim", "rspamd", "rspamadm", "dkimsign", "dkimverify", "arcsign", "arcverify", "openssl")
work = pathlib.Path(sys.argv[1])
tap = hooks.Tap()
folder = work / "postfix"
script = str(hooks.TOP / "tests/mail/postfix.sh")
OURS, SENDER, LIST = "example.org", "sender.example", "list.example"
# Who verifies, as Authentication-Results has it: Postfix's name, that OpenDKIM is given as well.
HERE = "mx.example.org"
# A reader of RFC 8601 believes no field that came from outside; milters add theirs behind this (docs/policy.md).
MAIN = """
milter_default_action = tempfail
milter_connect_timeout = 5s
smtpd_authorized_xclient_hosts = 127.0.0.1
header_checks = regexp:%s/etc/header_checks
""" % folder
HOUSE = {"verify": f"unix:{work}/verify.sock", "sign": f"unix:{work}/sign.sock", "mark": f"unix:{work}/mark.sock",
         "rewrite": f"unix:{work}/rewrite.sock", "rspamd": "inet:127.0.0.1:11332"}
# One port for each order.
ORDERS = {2527: ["verify", "rewrite"], 2528: ["rewrite", "sign"], 2529: ["mark", "rspamd", "rewrite"],
          2537: ["rewrite", "verify"], 2538: ["sign", "rewrite"], 2539: ["rewrite", "rspamd"]}
POLICY = f"""
trusted = ["{HERE}"]
[[rule]]
name = "verified"
dkim = "pass"
"""
HTML = b'<html><body><a href="http://news.example/letter">news</a> <base href="http://base.example/"> <a href="november">here</a></body></html>\r\n'


def key_for(domain):
    path = work / f"{domain}.key"
    subprocess.run(["openssl", "genrsa", "-traditional", "-out", path, "1024"], check=True, capture_output=True)
    public = subprocess.run(["openssl", "rsa", "-in", path, "-pubout"], check=True, capture_output=True).stdout
    return path, b"v=DKIM1; k=rsa; p=" + b"".join(public.split(b"\n")[1:-2])


KEYS = {domain: key_for(domain) for domain in (OURS, SENDER, LIST)}


def message(number, sender):
    return (f"From: Alice <alice@{sender}>\r\nTo: bob@{OURS}\r\nSubject: letter {number}\r\n"
            f"Message-ID: <letter-{number}@{sender}>\r\nDate: Thu, 19 Nov 2026 10:00:00 +0000\r\nMIME-Version: 1.0\r\n"
            "Content-Type: text/html; charset=utf-8\r\n\r\n").encode() + HTML


def piped(message, *command):
    done = subprocess.run(list(map(str, command)), input=message, capture_output=True)
    assert done.returncode == 0, (command, done)
    return done.stdout


def signed(message, domain):
    return piped(message, "dkimsign", "s", domain, KEYS[domain][0])


def sealed(message, domain, server):
    """With a set of its own on top, by dkimpy."""
    return piped(message, "arcsign", "s", domain, KEYS[domain][0], server)


def dkim_holds(message):
    done = subprocess.run(["dkimverify"], input=message, capture_output=True, text=False)
    return done.returncode == 0 and b"signature ok" in done.stdout


def chain_of(message):
    """What arcverify says of the chain, such as b"pass"."""
    said = subprocess.run(["arcverify"], input=message, capture_output=True)
    return (re.search(rb"cv=b'(\w+)'", said.stdout) or re.search(rb"cv=(\w+)", said.stdout) or [b"", said.stdout + said.stderr])[1]


class Daemon:
    """One in the foreground, ready when its socket is there."""

    def __init__(self, name, *command):
        self.log = work / f"{name}.log"
        with open(self.log, "wb") as file:
            self.process = subprocess.Popen(list(map(str, command)), stdin=subprocess.DEVNULL, stdout=file, stderr=file)
        socket = pathlib.Path(HOUSE[name].removeprefix("unix:"))
        wait_until(lambda: socket.exists() or self.process.poll() is not None, f"{name} to be ready")
        assert self.process.poll() is None, self.log.read_text()

    def stop(self):
        self.process.send_signal(signal.SIGTERM)
        self.process.wait(60)


def opendkim(name, mode, *lines):
    config = work / f"{name}.conf"
    config.write_text("\n".join([f"Socket local:{work}/{name}.sock", f"Mode {mode}", "Background no", "UMask 000", "Syslog no",
                                 f"AuthservID {HERE}", "Nameservers 127.0.0.1", *lines]) + "\n")
    return Daemon(name, "opendkim", "-x", config)


def basewalk(name, *options):
    return Daemon(name, hooks.REAL, "milter", "--socket", f"unix:{work}/{name}.sock", "--socket-mode", "0666", *options)


def deliver(message, port):
    """Sent from outside (or, to sign, from inside), and what arrives, as it would stand in a file."""
    recipient = f"bob-{deliver.count}@{OURS}"
    deliver.count += 1
    with smtplib.SMTP("127.0.0.1", port, timeout=60) as server:
        if "sign" not in ORDERS[port]:
            server.ehlo()
            server.docmd("XCLIENT", "ADDR=192.0.2.7 NAME=mail.sender.example")
        server.sendmail(f"alice@{SENDER}", recipient, message)
    found = lambda: [mail for mail in mails_in(folder / "mail/box") if f"\nDelivered-To: {recipient}\n".encode() in b"\n" + mail]
    wait_until(found, f"mail for {recipient}")
    return re.sub(rb"\r?\n", b"\r\n", found()[0])


deliver.count = 0


def results_of(message):
    header = message.partition(b"\r\n\r\n")[0]
    return re.findall(rb"(?im)^authentication-results:\s*mx\.example\.org;?((?:.*\r\n\s)*.*)", header + b"\r\n")


def body_of(message):
    return message.partition(b"\r\n\r\n")[2]


def marks_of(message):
    return dict(re.findall(rb"(?m)^X-Basewalk-(\w+): (.*)\r$", message.partition(b"\r\n\r\n")[0] + b"\r"))


def last_rule():
    """Of the policy, that the rewriter has met; its log comes before Postfix's delivery."""
    return (work / "rewrite.log").read_text(errors="replace").rpartition(" rule=")[2].strip()


def check_incoming():
    """Verify, rewrite, seal."""
    forged = f"Authentication-Results: {HERE}; dkim=pass header.d=bank.example\r\n".encode()
    came = signed(message(1, SENDER), SENDER)
    tap.check("what comes has a signature that holds", "" if dkim_holds(came) else "no")
    left = deliver(forged + came, 2527)
    results = results_of(left)
    tap.check("verified before it is rewritten: dkim=pass stands in the message, and nothing that came from outside",
              "" if len(results) == 1 and b"dkim=pass" in results[0] and b"sender.example" in results[0] else results)
    tap.check("a rule may ask for that", "" if last_rule() == "verified" else last_rule())
    tap.check("it was rewritten", "" if b'href="http://base.example/november"' in body_of(left) else left[-500:])
    tap.check("the signature that it came with holds no more", "it does" if dkim_holds(left) else "")
    tap.check("nor would it have been found to hold behind the rewriting",
              "" if all(b"dkim=pass" not in found for found in results_of(deliver(came, 2537))) else "it was")
    tap.check("and a rule could not ask", "" if last_rule() == "none" else last_rule())
    seal = sealed(left, OURS, HERE)
    tap.check("sealed behind that, the chain holds", "" if chain_of(seal) == b"pass" else chain_of(seal))
    header = seal.partition(b"\r\n\r\n")[0]
    first = re.search(rb"(?ims)^arc-authentication-results:(.*?)^\S", header)
    tap.check("it begins here, and says that DKIM passed",
              "" if re.search(rb"(?m)^ARC-Seal: i=1;.*cv=none", header) and first and b"dkim=pass" in first[1] else header)
    early = sealed(forged + came, OURS, HERE)
    assert chain_of(early) == b"pass"
    left = deliver(early, 2527)
    tap.check("sealed before the rewriting, it does not", "" if chain_of(left) == b"fail" else chain_of(left))
    tap.check("nor does arcsign go on with a chain that nobody has verified",
              "" if sealed(left, OURS, HERE).count(b"ARC-Seal:") == 1 else sealed(left, OURS, HERE)[:1000])


def check_outgoing():
    """Rewrite, sign."""
    left = deliver(message(2, OURS), 2528)
    tap.check("a signer behind the rewriting signs what is sent", "" if dkim_holds(left) and b"d=example.org" in left else left[:2000])
    tap.check("it was rewritten as well", "" if b"base.example/november" in body_of(left) else left[-500:])
    left = deliver(message(3, OURS), 2538)
    tap.check("one before it signs what is not sent", "" if b"d=example.org" in left and not dkim_holds(left) else left[:2000])


def scanned(message):
    return {name.decode() for name in re.findall(rb"\b([A-Z][A-Z0-9_]{3,})\(-?\d", message.partition(b"\r\n\r\n")[0])}


def check_scanner():
    """Mark, scan, rewrite: the scanner has marks, signatures and a chain that hold, and links as they came."""
    came = signed(message(4, SENDER), SENDER)
    listed = sealed(f"Authentication-Results: mx.{LIST}; dkim=pass header.d={SENDER}\r\n".encode() + came, LIST, f"mx.{LIST}")
    assert chain_of(listed) == b"pass"
    left = deliver(b"X-Basewalk-Flags: userinfo\r\n" + listed, 2529)
    seen = scanned(left)
    wanted = {"BASEWALK_CLEAR", "BASEWALK_BASE_SPLIT", "R_DKIM_ALLOW", "ARC_ALLOW", "DMARC_POLICY_ALLOW"}
    tap.check("marked, scanned, rewritten: the scanner sees marks, DKIM, DMARC and ARC",
              "" if wanted <= seen and "BASEWALK_USERINFO" not in seen else f"{sorted(seen)} {left[:3000]}")
    tap.check("and so does a rule", "" if last_rule() == "verified" else last_rule())
    marks = marks_of(left)
    tap.check("what arrives has the marks of the second once", "" if left.count(b"X-Basewalk-") == 4 and marks.get(b"Flags") == b"base-split" else marks)
    tap.check("and is rewritten", "" if b"base.example/november" in body_of(left) else left[-500:])
    results = results_of(left)
    tap.check("the scanner says what it verified",
              "" if len(results) == 1 and all(b"%s=pass" % method in results[0] for method in (b"dkim", b"dmarc", b"arc")) else results)
    tap.check("the chain that it came with holds no more", "" if chain_of(left) == b"fail" else chain_of(left))
    seal = sealed(left, OURS, HERE)
    tap.check("sealed with what was found before, it holds again", "" if chain_of(seal) == b"pass" else chain_of(seal))
    tap.check("as its second set", "" if re.search(rb"(?m)^ARC-Seal: i=2;.*cv=pass", seal) else seal[:500])
    seen = scanned(deliver(listed, 2539))
    tap.check("a scanner behind the rewriting sees marks alone",
              "" if {"BASEWALK_BASE_SPLIT", "DMARC_POLICY_REJECT"} <= seen and not seen & {"R_DKIM_ALLOW", "ARC_ALLOW"} else sorted(seen))


subprocess.run([script, "new", folder], check=True)
(folder / "etc/header_checks").write_text("/^Authentication-Results:/ IGNORE\n")
with open(folder / "etc/master.cf", "a") as file:
    for port, order in ORDERS.items():
        file.write(f"127.0.0.1:{port} inet n - n - - smtpd\n  -o smtpd_milters={','.join(HOUSE[name] for name in order)}\n")
with open(folder / "etc/main.cf", "a") as file:
    file.write(MAIN)
names.Names(work, {f"s._domainkey.{domain}": public for domain, (_, public) in KEYS.items()}
            | {f"_dmarc.{SENDER}": b"v=DMARC1; p=reject"})
(work / "policy.toml").write_text(POLICY)
rspamd = scanner.Rspamd(work, **{"milter_headers.conf": 'use = ["authentication-results", "x-spamd-result"];\n'})
started = [rspamd]
try:
    rspamd.start()
    started += [opendkim("verify", "v"), opendkim("sign", "s", f"Domain {OURS}", "Selector s", "RequireSafeKeys no", f"KeyFile {KEYS[OURS][0]}"),
                basewalk("mark", "--mark", "--no-absolute"), basewalk("rewrite", "--mark", "--policy", work / "policy.toml")]
    subprocess.run([script, "start", folder], check=True)
    check_incoming()
    check_outgoing()
    check_scanner()
finally:
    subprocess.run([script, "stop", folder], check=False, stderr=subprocess.DEVNULL)
    for daemon in started:
        daemon.stop()
tap.finish()

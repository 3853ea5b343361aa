#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The proxy before a real Dovecot, by LMTP: dovecot_proxy.py FOLDER, started by tests/mail/mail.sh.

Each recipient has the message of his own rule, and is told what Dovecot says of his mailbox."""
import os
import pathlib
import shutil
import signal
import subprocess
import sys

sys.path[:0] = [os.path.join(os.environ["TOP"], "tests", "mail")]
import hooks
import hop
from hooks import mails_in, wait_until

hooks.need("dovecot")
if not os.path.exists("/usr/lib/dovecot/lmtp"):
    hooks.skip("there is no LMTP server of Dovecot's (Debian: dovecot-lmtpd)")
work = pathlib.Path(sys.argv[1])
tap = hooks.Tap()
for name in ("run", "home"):
    (work / name).mkdir()
    (work / name).chmod(0o755)
(work / "home").chmod(0o777)
# Of one of them nothing can be written.
(work / "home/broken").mkdir(mode=0o500)
(work / "users").write_text("".join(f"{user}::::::\n" for user in ("bob", "carol", "broken")))
(work / "dovecot.conf").write_text(f"""
protocols = lmtp
listen = 127.0.0.1
base_dir = {work}/run
state_dir = {work}/run
log_path = {work}/dovecot.log
ssl = no
first_valid_uid = 1
first_valid_gid = 1
mail_location = maildir:{work}/home/%n/Maildir
passdb {{
  driver = passwd-file
  args = username_format=%n {work}/users
}}
userdb {{
  driver = passwd-file
  args = username_format=%n {work}/users
  override_fields = uid=vmail gid=vmail home={work}/home/%n
}}
service lmtp {{
  unix_listener {work}/lmtp {{
    mode = 0666
  }}
}}
service stats {{
  unix_listener stats-writer {{
    mode = 0666
  }}
}}
postmaster_address = postmaster@example.org
""")
policy = work / "policy.toml"
policy.write_text('[[rule]]\nname = "carol"\nrecipient = "carol@example.org"\noff = true\n')
LINK = (b"From: a@example.org\r\nTo: all@example.org\r\nMIME-Version: 1.0\r\nContent-Type: text/html\r\nContent-Base: http://h.example/\r\n"
        b"X-Basewalk-Verdict: clear\r\n\r\n<a href=x>x</a>\r\n.\r\n")


def box(user):
    return mails_in(work / f"home/{user}/Maildir")


dovecot = subprocess.Popen(["dovecot", "-F", "-c", work / "dovecot.conf"], stdin=subprocess.DEVNULL)
proxy = None
try:
    wait_until((work / "lmtp").exists, "Dovecot to listen")
    proxy = hop.Proxy(f"lmtp:unix:{work}/lmtp", "--mark", "--policy", str(policy))
    client = proxy.connect("LHLO client.example")
    tap.check("Dovecot's extensions pass", "" if "8BITMIME" in client.hello and "STARTTLS" not in client.hello else client.hello)
    begun = client.begin(recipients=("bob@example.org", "nobody@example.org", "broken@example.org", "carol@example.org"))
    tap.check("an unknown user is refused by Dovecot", "" if [each[:3] for each in begun] == ["250", "250", "550", "250", "250"] else str(begun))
    replies = client.data(LINK, 3)
    tap.check("each recipient has his reply", "" if [each[:3] for each in replies] == ["250", "451", "250"] else f"{replies} {(work / 'dovecot.log').read_text()[-1500:]}")
    bob, carol = box("bob"), box("carol")
    tap.check("each message is there once", "" if (len(bob), len(carol), len(box("broken"))) == (1, 1, 0) else f"{bob} {carol}")
    tap.check("one has it changed and marked", "" if b"http://h.example/x" in bob[0] and bob[0].count(b"X-Basewalk-Verdict:") == 1 else bob[0].decode())
    tap.check("one as it came, without what was forged", "" if b"<a href=x>" in carol[0] and b"X-Basewalk" not in carol[0] else carol[0].decode())
    for number in range(50):
        replies = client.send(LINK, recipients=("bob@example.org",))
        assert replies[0].startswith("250"), replies
    tap.check("fifty more over one connection", "" if len(box("bob")) == 51 else str(len(box("bob"))))
    text = proxy.log()
    tap.check("no sanitizer has a complaint", text if "Sanitizer" in text or "runtime error" in text else "")
finally:
    if proxy:
        proxy.stop(signal.SIGTERM)
        shutil.rmtree(proxy.folder, ignore_errors=True)
    dovecot.terminate()
    dovecot.wait(60)
tap.finish()

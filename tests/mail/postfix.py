#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""contrib/postfix, the content filter, in a real Postfix: postfix.py FOLDER, started by mail.sh.

Whatever the program does, each message that Postfix took waits in its queue, and arrives once the
program works again."""
import subprocess
import sys

import hooks
from hooks import mails_in, only_mail

hooks.need("postfix", "postconf", "swaks")
test = hooks.Hooks(sys.argv[1])
folder = test.work / "postfix"
script = str(hooks.TOP / "tests/mail/postfix.sh")
log = folder / "mail.log"
subprocess.run([script, "new", folder], check=True)
filter_script = test.install("postfix/content_filter", "libexec/content_filter", 0o755)
# Postfix's own sendmail, but for the Postfix of this test.
filter_script.write_text(filter_script.read_text().replace("/usr/sbin/sendmail", f"/usr/sbin/sendmail -C {folder}/etc"))
recipe = test.text((hooks.TOP / "contrib/postfix/master.cf").read_text())
recipe = recipe.replace("smtp      inet", "127.0.0.1:2526 inet").replace("user=basewalk", "user=pfilter")
with open(folder / "etc/master.cf", "a") as file:
    file.write(recipe)


def log_lines(recipient, *words):
    return [line for line in log.read_text(errors="replace").splitlines()
            if f"to=<{recipient}>" in line and all(word in line for word in words)]


def send(message, recipient):
    (test.work / "tmp").mkdir(exist_ok=True)
    file = test.work / f"{recipient}.eml"
    file.write_bytes(message)
    return subprocess.run(["swaks", "--server", "127.0.0.1:2526", "-f", "alice@example.org", "-t", recipient, "--data",
                           f"@{file}", "--hide-all", "--timeout", "120s"], capture_output=True)


def delivered(recipient):
    return [mail for mail in mails_in(folder / "mail/box") if f"\nDelivered-To: {recipient}\n".encode() in b"\n" + mail]


def expect(way, message, wanted, waits=True):
    """Sent while the program fails, wanted once it works."""
    name = f"Postfix, {way}"
    recipient = f"bob-{way}-{len(message)}@example.org"
    sent = send(message, recipient)
    if sent.returncode:
        return test.tap.check(name, f"was not taken: {sent.stdout}{sent.stderr}")
    try:
        if waits:
            hooks.wait_until(lambda: log_lines(recipient, "relay=basewalk", "status="), f"an attempt, {way}")
            if delivered(recipient):
                return test.tap.check(name, "was delivered nevertheless")
            test.be("works")
        hooks.wait_until(lambda: log_lines(recipient, "relay=virtual", "status=sent")
                         or log_lines(recipient, "status=bounced"), f"the delivery, {way}")
    except TimeoutError as error:
        return test.tap.check(name, f"{error}; {log_lines(recipient)[-3:]}")
    bounced = log_lines(recipient, "status=bounced")
    test.tap.check(name, f"it was given up: {bounced[0]}" if bounced else only_mail(delivered(recipient), wanted))


subprocess.run([script, "start", folder], check=True)
try:
    message = hooks.message_of(300_000)
    expect("works", message, test.filtered(message), waits=False)
    for way, message in test.ways(hooks.WRAPPED):
        expect(way, message, test.filtered(message))
    test.be("oversize-pass")
    expect("oversize-pass", message, message, waits=False)
    test.be("works")
    message = hooks.doubtful(message)
    expect("doubt-pass", message, test.filtered(message), waits=False)
finally:
    subprocess.run([script, "stop", folder], check=False, stderr=subprocess.DEVNULL)
strays = [mail for mail in mails_in(folder / "mail/box") if b"\nReturn-Path: <>\n" in b"\n" + mail]
test.tap.check("Postfix, nothing was returned", f"{len(strays)} messages" if strays else "")
test.tap.finish()

#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""contrib/postfix, the content filter, in a real Postfix: postfix.py FOLDER, started by mail.sh.

Whatever the program does, each message that Postfix took waits in its queue, and arrives once the
program works again.  So it does where one of the scripts is killed, before whichever of its lines; only
behind sendmail's yes it arrives twice."""
import os
import re
import shutil
import smtplib
import subprocess
import sys
import time

import faults
import hooks
from hooks import mails_in, only_mail

hooks.need("postfix", "postconf", "swaks")
test = hooks.Hooks(sys.argv[1])
folder = test.work / "postfix"
script = str(hooks.TOP / "tests/mail/postfix.sh")
log = folder / "mail.log"
delivered = hooks.Delivered(folder).to
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


def with_kills(path):
    """The script kills itself before line N, once, when there is a file NAME-N in kill/; gives the lines."""
    lines = path.read_text().splitlines()
    begin = next(i for i, line in enumerate(lines) if line.startswith("trap ")) + 1
    # What stands within an `if` is not reached.
    points = [i for i in range(begin, len(lines)) if lines[i].strip() not in ("", "fi") and not lines[i].startswith("    ")
              and not lines[i].lstrip().startswith("#")]
    text = lines[:begin]
    for i in range(begin, len(lines) + 1):
        if i in points or i == len(lines):
            flag = f"{test.work}/kill/{path.name}-{i}"
            text.append(f'[ ! -e {flag} ] || {{ rm {flag}; kill -KILL $$; }}')
        text += lines[i:i + 1]
    path.write_text("\n".join(text) + "\n")
    return {f"{path.name}-{i}": (lines + ["the end"])[i].strip() for i in [*points, len(lines)]}


def left_over():
    """What is in the folder for temporary files."""
    return sorted((test.work / "tmp").glob("basewalk.*"))


def killed(flag, line, message, wanted):
    name = f"Postfix, killed before {flag}: {line}"
    recipient = f"bob-{flag.replace('_', '-')}@example.org"
    file = test.work / "kill" / flag
    file.touch()
    if send(message, recipient).returncode:
        return test.tap.check(name, "was not taken")
    try:
        hooks.wait_until(lambda: log_lines(recipient, "relay=basewalk", "status=sent") and not queued(), f"the delivery, {flag}")
    except TimeoutError as error:
        return test.tap.check(name, f"{error}; {log_lines(recipient)[-3:]}")
    came = delivered(recipient)
    twice = line == "the end" and flag.startswith("content_filter") or line.startswith("} 3>\"$out\"")
    why = "it was not killed" if file.exists() else "".join(f"{path}: {path.stat().st_size} bytes" for path in left_over() if path.stat().st_size)
    why = why or ("" if len(came) == 1 + twice else f"{len(came)} messages were delivered")
    test.tap.check(name, why or "".join(hooks.difference(mail, wanted) for mail in came))


def queued():
    """What is listed; where that is nothing what the log tells of: one queue is listed after another, and a message that goes back
    to one that was listed already is in none of them."""
    listed = subprocess.run(["postqueue", "-c", folder / "etc", "-j"], capture_output=True, check=True).stdout
    if listed:
        return listed
    told = log.read_text(errors="replace")
    ids = [set(re.findall(r"/qmgr\[\d+\]: (\w+): " + what, told)) for what in ("from=<", "removed")]
    return ids[0] - ids[1]


def by_smtp(message):
    try:
        with smtplib.SMTP("127.0.0.1", 2526, timeout=120) as server:
            server.sendmail("alice@example.org", ["bob-load@example.org"], message.replace(b"\n", b"\r\n"))
        return True
    except (OSError, smtplib.SMTPException):
        return False


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

    # Who ignores SIGPIPE hands that down, and its programs complain of a pipe that nobody reads.
    done = test.run_as("pfilter", [test.work / "libexec/basewalk-filter"], input=hooks.message_of(300_000), restore_signals=False)
    test.tap.check("basewalk-filter, where SIGPIPE is ignored", f"{done.returncode}: {done.stderr}" if done.returncode or done.stderr else "")

    faults.Load(test, "Postfix content filter", by_smtp, lambda: mails_in(folder / "mail/box"), lambda: hooks.wait_until(lambda: not queued(), "an empty queue", 600),
                scripts=[filter_script, test.work / "libexec/basewalk-filter"], twice=True, ways={"full /tmp": "full-tmp"}).run()

    (test.work / "kill").mkdir()
    shutil.chown(test.work / "kill", "pfilter")
    message = hooks.message_of(2000)
    wanted = test.filtered(message)
    for path in (filter_script, test.work / "libexec/basewalk-filter"):
        for flag, line in with_kills(path).items():
            killed(flag, line, message, wanted)
    # Younger ones may be somebody's who is about to use them.
    young = left_over()
    send(message, "bob-young@example.org")
    hooks.wait_until(lambda: delivered("bob-young@example.org"), "a delivery")
    test.tap.check("Postfix, what was killed leaves names of empty files alone", "" if young and left_over() == young else f"{young}, then {left_over()}")
    for path in young:
        os.utime(path, (time.time() - 7200,) * 2)
    send(message, "bob-old@example.org")
    hooks.wait_until(lambda: delivered("bob-old@example.org"), "a delivery")
    test.tap.check("Postfix, which go an hour later", f"{left_over()} are still there" if left_over() else "")
finally:
    subprocess.run([script, "stop", folder], check=False, stderr=subprocess.DEVNULL)
strays = [mail for mail in mails_in(folder / "mail/box") if b"\nReturn-Path: <>\n" in b"\n" + mail]
test.tap.check("Postfix, nothing was returned", f"{len(strays)} messages" if strays else "")
test.tap.finish()

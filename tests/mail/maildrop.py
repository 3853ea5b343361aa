#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""contrib/maildrop under a real maildrop: maildrop.py FOLDER, started by mail.sh."""
import re
import shutil
import sys

import faults
import hooks
from hooks import mails_in, only_mail

hooks.need("maildrop", "setpriv")
test = hooks.Hooks(sys.argv[1])
recipe = test.install("maildrop/basewalk.maildroprc", "etc/basewalk.maildroprc")
# maildrop reads nothing that belongs to somebody else or that others can write.
rc = test.work / "maildroprc"
for path in (rc, recipe):
    path.touch()
    shutil.chown(path, "vmail")
    path.chmod(0o600)


def deliver(message, text):
    box = test.work / "home/Maildir"
    shutil.rmtree(box, ignore_errors=True)
    for name in ("new", "cur", "tmp"):
        (box / name).mkdir(parents=True)
    for path in (box, *box.iterdir()):
        shutil.chown(path, "vmail")
    rc.write_text(f'{text}\nto "{box}"\n')
    done = test.run_as("vmail", ["maildrop", rc], input=message)
    return done.returncode, mails_in(box), done.stderr


def expect(name, got, status, wanted):
    why = f"exit status {got[0]}, wanted {status}: {got[2]}" if got[0] != status else ""
    if not why and (wanted is not None or got[1]):
        why = "delivered nevertheless" if wanted is None else only_mail(got[1], wanted)
    test.tap.check(f"maildrop, {name}", why)


include = f'include "{recipe}"'
(test.work / "home").mkdir(exist_ok=True)
message = hooks.message_of(300_000)
expect("works", deliver(message, include), 0, test.filtered(message))
bodiless = message.partition(b"\n\n")[0] + b"\n\n"
expect("a message without a body", deliver(bodiless, include), 0, test.filtered(bodiless))
for way, message in test.ways():
    expect(way, deliver(message, include), 75, None)
test.be("oversize-pass")
expect("oversize passes", deliver(message, include), 0, message)
test.be("works")
message = hooks.doubtful(message)
expect("a doubt passes", deliver(message, include), 0, test.filtered(message))

box = test.work / "home/Load"
for path in (box, *(box / name for name in ("new", "cur", "tmp"))):
    path.mkdir()
    shutil.chown(path, "vmail")
rc.write_text(f'{include}\nto "{box}"\n')
faults.Load(test, "maildrop", lambda message: test.run_as("vmail", ["maildrop", rc], input=message).returncode == 0, lambda: mails_in(box)).run()

# With an exception around xfilter the message is delivered as it came.
recipe.write_text(re.sub(r'(?m)^(xfilter .*)$', r'exception {\n  \1\n}', recipe.read_text()))
for way, message in test.ways():
    got = deliver(message, include)
    # What does not read is noticed, or not: then the result is found wanting.
    waits = way in hooks.LIES and got[0] == 75
    expect(f"delivering in any case, {way}", got, 75 if waits else 0, None if waits else message)
test.tap.finish()

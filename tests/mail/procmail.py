#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""contrib/procmail under a real procmail: procmail.py FOLDER, started by mail.sh."""
import re
import shutil
import sys

import faults
import hooks
from hooks import mails_in, only_mail

hooks.need("procmail", "setpriv")
test = hooks.Hooks(sys.argv[1])
recipe = test.install("procmail/basewalk.procmailrc", "etc/basewalk.procmailrc")


def deliver(message, recipe):
    box = test.work / "home/Maildir"
    shutil.rmtree(box, ignore_errors=True)
    (test.work / "rc").write_text(f"MAILDIR={test.work}/home\nDEFAULT={box}/\nLOGFILE={test.work}/home/log\n"
                                  f"INCLUDERC={recipe}\n")
    done = test.run_as("vmail", ["procmail", "-f", "alice@example.org", "-p", test.work / "rc"], input=message)
    return done.returncode, mails_in(box)


def expect(name, got, status, wanted):
    why = f"exit status {got[0]}, wanted {status}" if got[0] != status else ""
    if not why and (wanted is not None or got[1]):
        why = "delivered nevertheless" if wanted is None else only_mail(got[1], wanted)
    test.tap.check(f"procmail, {name}", why)


message = hooks.message_of(300_000)
expect("works", deliver(message, recipe), 0, test.filtered(message))
bodiless = message.partition(b"\n\n")[0] + b"\n\n"
expect("a message without a body", deliver(bodiless, recipe), 0, test.filtered(bodiless))
for way, message in test.ways():
    expect(way, deliver(message, recipe), 75, None)
test.be("oversize-pass")
expect("oversize passes", deliver(message, recipe), 0, message)
test.be("works")
message = hooks.doubtful(message)
expect("a doubt passes", deliver(message, recipe), 0, test.filtered(message))

# Without the part behind `:0 e` the message is delivered as it came.
open_recipe = test.work / "etc/open.procmailrc"
text = recipe.read_text()
open_recipe.write_text(re.sub(r":0 e\n\{.*?\n\}\n", "", text, flags=re.S))
for way, message in test.ways(but=hooks.LIES):
    expect(f"delivering in any case, {way}", deliver(message, open_recipe), 0, message)

# That this test would see a loss: the recipe without `w`.
careless = test.work / "etc/careless.procmailrc"
careless.write_text(re.sub(r":0 e\n\{.*?\n\}\n.*", "", text, flags=re.S).replace(":0 fw", ":0 f"))
test.be("exit-75")
status, mails = deliver(message, careless)
test.tap.check("procmail loses it without w", "" if status == 0 and only_mail(mails, message) else "it did not")

box = test.work / "home/Load"
rc = test.work / "load.rc"
rc.write_text(f"MAILDIR={test.work}/home\nDEFAULT={box}/\nINCLUDERC={recipe}\n")
faults.Load(test, "procmail", lambda message: test.run_as("vmail", ["procmail", "-f", "alice@example.org", "-p", rc], input=message).returncode == 0,
            lambda: mails_in(box)).run()
test.tap.finish()

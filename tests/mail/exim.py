#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""contrib/exim, the transport filter, in a real Exim without a daemon: exim.py FOLDER, started by
mail.sh, which unpacks Debian's package to $EXIM where Exim is not installed."""
import os
import shutil
import subprocess
import sys

import faults
import hooks
from hooks import mails_in, only_mail

test = hooks.Hooks(sys.argv[1])
work = test.work
exim = os.environ["EXIM"]
box = work / "box"
recipe = test.text((hooks.TOP / "contrib/exim/transport").read_text())
# With a configuration of its own it runs as its own user from begin to end.
for name in ("spool", "log", "box"):
    (work / name).mkdir()
    shutil.chown(work / name, "Debian-exim")
config = work / "exim.conf"
config.write_text(f"""
exim_path = {exim}
exim_user = Debian-exim
exim_group = Debian-exim
spool_directory = {work}/spool
log_file_path = {work}/log/%s
primary_hostname = mx.example.org
domainlist local = example.org
message_size_limit = 0
host_lookup =
never_users =
keep_environment =
begin routers
here:
  driver = accept
  domains = +local
  transport = box
begin transports
box:
  driver = appendfile
  directory = {box}
  maildir_format
  user = Debian-exim
  group = Debian-exim
{recipe}
begin retry
*  *  F,1d,1s
""")


def run(*arguments, **more):
    return subprocess.run([exim, "-C", config, *arguments], capture_output=True, timeout=600, **more)


def waiting():
    return run("-bpc").stdout.decode().strip()


def expect(way, message, wanted, waits=True):
    name = f"Exim, {way}"
    for mail in (box / "new").glob("*"):
        mail.unlink()
    sent = run("-odf", "-oi", "-f", "alice@example.org", "bob@example.org", input=message)
    if sent.returncode:
        return test.tap.check(name, f"was not taken: {sent.stderr}")
    if waits:
        if mails_in(box) or waiting() != "1":
            return test.tap.check(name, f"{len(mails_in(box))} delivered, {waiting()} waiting")
        test.be("works")
        run("-qff")
    left = waiting()
    test.tap.check(name, f"{left} waiting" if left != "0" else only_mail(mails_in(box), wanted))


if run("-bV").returncode:
    hooks.skip(f"{exim} does not run here: {run('-bV').stderr.decode()}")
message = hooks.message_of(300_000)
expect("works", message, test.filtered(message), waits=False)
for way, message in test.ways(hooks.WRAPPED):
    expect(way, message, test.filtered(message))
test.be("oversize-pass")
expect("oversize-pass", message, message, waits=False)
test.be("works")
message = hooks.doubtful(message)
expect("doubt-pass", message, test.filtered(message), waits=False)


def settle():
    while waiting() != "0":
        run("-qff")


faults.Load(test, "Exim", lambda message: run("-odf", "-oi", "-f", "alice@example.org", "bob@example.org", input=message).returncode == 0,
            lambda: mails_in(box), settle, scripts=[work / "libexec/basewalk-filter"], ways={"full /tmp": "full-tmp"}).run()
test.tap.finish()

#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""contrib/sieve under a real Pigeonhole, without a daemon: sieve.py FOLDER, started by mail.sh."""
import shutil
import subprocess
import sys

import faults
import hooks
from hooks import mails_in, only_mail

hooks.need("sievec", "sieve-test", "sieve-filter", "setpriv")
LDA = "/usr/lib/dovecot/dovecot-lda"
test = hooks.Hooks(sys.argv[1])
work = test.work
box = work / "home/Maildir"
for name in ("filter.sieve", "flags.sieve"):
    test.install("sieve/" + name, "sieve/" + name)
test.install("sieve/basewalk-flags", "libexec/basewalk-flags", 0o755)
recipe = test.install("sieve/90-basewalk.conf", "etc/90-basewalk.conf")


def configure(script):
    """Dovecot as it comes, with the recipe."""
    path = work / "etc/dovecot.conf"
    path.write_text(f"""
base_dir = {work}/home/run
state_dir = {work}/home/run
log_path = {work}/home/dovecot.log
mail_location = maildir:{box}
mail_home = {work}/home
first_valid_uid = 1
first_valid_gid = 1
ssl = no
stats_writer_socket_path =
lda_mailbox_autocreate = yes
postmaster_address = postmaster@example.org
protocol lda {{
  mail_plugins = sieve
}}
""" + recipe.read_text().replace("filter.sieve", script))
    return path


def fresh():
    shutil.rmtree(work / "home", ignore_errors=True)
    (work / "home").mkdir()


def lda(message, config):
    fresh()
    done = test.run_as("vmail", [LDA, "-c", config, "-f", "alice@example.org", "-a", "bob@example.org"],
                       input=message)
    return done.returncode, mails_in(box), done.stderr


def on_file(program, message, config, script):
    """sieve-test -e, or sieve-filter -e over a mailbox with the message in it."""
    fresh()
    if program == "sieve-test":
        (work / "tmp/mail.eml").write_bytes(message)
        end = ["-e", "-l", f"maildir:{box}", "-a", "bob@example.org", "-f", "alice@example.org",
               work / "sieve" / script, work / "tmp/mail.eml"]
    else:
        for name in ("new", "cur", "tmp"):
            (box / name).mkdir(parents=True)
        (box / "new/1795303044.M1P1.vm").write_bytes(message)
        for path in (box, *box.rglob("*")):
            shutil.chown(path, "vmail")
        end = ["-e", "-W", work / "sieve" / script, "INBOX"]
    done = test.run_as("vmail", [program, "-c", config, *end])
    return done.returncode, mails_in(box), done.stderr


def expect(name, got, wanted, box_of=None):
    why = f"exit status {got[0]}, wanted 0: {got[2]}" if got[0] != 0 else only_mail(got[1], wanted)
    test.tap.check(f"Sieve, {name}", why)


config = configure("filter.sieve")
for script in ("filter.sieve", "flags.sieve"):
    subprocess.run(["sievec", "-c", config, work / "sieve" / script], check=True)

message = hooks.message_of(300_000)
expect("filter works", lda(message, config), test.filtered(message))
for way, message in test.ways(hooks.WRAPPED):
    expect(f"filter, {way}", lda(message, config), message)
test.be("oversize-pass")
expect("filter, oversize passes", lda(message, config), message)
test.be("works")
message = hooks.doubtful(message)
expect("filter, a doubt passes", lda(message, config), test.filtered(message))

fresh()
deliver = [LDA, "-c", config, "-f", "alice@example.org", "-a", "bob@example.org"]
# What Sieve does where the filter fails: as it came.
faults.Load(test, "Sieve", lambda message: test.run_as("vmail", deliver, input=message).returncode == 0, lambda: mails_in(box), as_it_came=True,
            scripts=[work / "libexec/basewalk-filter"], ways={"full /tmp": "full-tmp"}).run()

# By hand, over mail that has arrived already.
for program in ("sieve-test", "sieve-filter"):
    test.be("works")
    message = hooks.message_of(20_000)
    expect(f"{program} works", on_file(program, message, config, "filter.sieve"), test.filtered(message))
    for way in ("missing", "killed", "nothing", "header-only", "exit-75"):
        test.be(way)
        expect(f"{program}, {way}", on_file(program, message, config, "filter.sieve"), message)

# Filed by what links there are.
config = configure("flags.sieve")
test.be("works")
status, mails, error = lda(message, config)
junk = mails_in(box / ".Junk")
test.tap.check("Sieve, execute works", str(error) if status else f"{len(mails)} in INBOX" if mails else only_mail(junk, message))
for way, message in test.ways(but={"no-options", "bad-options", "oversize", "doubt", "full-report"}):
    expect(f"execute, {way}", lda(message, config), message)
test.tap.finish()

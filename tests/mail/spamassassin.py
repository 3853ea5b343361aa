#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""contrib/spamassassin in a real SpamAssassin: spamassassin.py FOLDER, started by mail.sh.

It has Debian's rules as well, and reads all messages in one run; none of them needs the network (-L)."""
import pathlib
import re
import shutil
import subprocess
import sys

import hooks
import scanner

hooks.need("spamassassin")
work = pathlib.Path(sys.argv[1])
tap = hooks.Tap()
recipe = hooks.TOP / "contrib/spamassassin/basewalk.cf"
site = work / "site"
site.mkdir()
shutil.copy(recipe, site)
for path in pathlib.Path("/etc/spamassassin").glob("*.pre"):  # which plugins there are
    shutil.copy(path, site)
(work / "home").mkdir()
COMMAND = ["spamassassin", "--siteconfigpath", site, "--prefs-file", "/dev/null", "-L", "-x"]


def run(*arguments, **more):
    return subprocess.run([*COMMAND, *arguments], capture_output=True, env={"PATH": "/usr/bin:/bin", "HOME": str(work / "home")}, **more)


lint = run("--lint")
tap.check("SpamAssassin has nothing to say of the rules", "" if lint.returncode == 0 and not lint.stderr else lint.stderr[-2000:])

cases = list(scanner.cases())
# SpamAssassin reads an mbox in an order of its own; what it says stands behind each message.
mbox = b"".join(b"From a@example.org Thu Nov 19 10:00:00 2026\nX-Case: %d\n" % number
                + re.sub(rb"(?m)^(>*From )", rb">\1", message).replace(b"\r\n", b"\n") + b"\n"
                for number, (_, message, _) in enumerate(cases))
(site / "test.cf").write_text("clear_report_template\nreport @@ _HEADER(X-Case)_ _TESTSSCORES(,)_ @@\nreport_safe 0\n")
scanned = run("-t", "--mbox", input=mbox)
found = {int(number): tests for number, tests in re.findall(rb"^@@ (\d+)\s+(\S+) @@$", scanned.stdout, re.M)}
tap.check("each message is scanned", "" if len(found) == len(cases) else f"{len(found)} of {len(cases)}: {scanned.stderr[-1000:]}")
scores = {}
raised = set()
for number, tests in sorted(found.items()):
    name, _, right = cases[number]
    said = dict(test.split("=") for test in tests.decode().split(","))
    scores |= said
    raised |= set(said)
    tap.check(f"SpamAssassin, {name}", scanner.complaint(said, right))
text = recipe.read_text()
rules = set(re.findall(r"(?m)^describe +(\w+)", text))
tap.check("each rule is met by one of the messages", sorted(rules - raised) or "")
tap.check("each flag has a rule", sorted({scanner.symbol_of(flag) for flag in scanner.FLAGS} - rules) or "")
tap.check("no rule lowers a score", [name for name in rules & raised if float(scores[name]) < 0] or "")
tap.finish()

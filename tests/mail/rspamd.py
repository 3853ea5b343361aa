#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""contrib/rspamd in a real rspamd: rspamd.py FOLDER, started by mail.sh."""
import json
import pathlib
import re
import sys

import hooks
import names
import scanner

hooks.need("rspamd", "rspamadm")
work = pathlib.Path(sys.argv[1])
tap = hooks.Tap()
names.Names(work, {})
rspamd = scanner.Rspamd(work)
tap.check("rspamd has nothing to say of the rules", rspamd.tested())
rspamd.start()
raised = {}
try:
    for name, message, right in scanner.cases():
        said = json.loads(rspamd.ask("POST", "/checkv2", message))["symbols"]
        raised |= said
        tap.check(f"rspamd, {name}", scanner.complaint(said, right))
finally:
    rspamd.stop()
complaints = [line for line in rspamd.log.read_text(errors="replace").splitlines() if "asewalk" in line and re.search("error|warn|fail", line)]
tap.check("rspamd has no complaint in its log", complaints[:5] or "")

# The rules of both scanners are the same, and so are their scores.
text = (hooks.TOP / "contrib/rspamd/groups.conf").read_text()
scores = {name: float(score) for name, score in re.findall(r'"(BASEWALK_\w+)" \{ weight = ([\d.]+);', text)}
there = (hooks.TOP / "contrib/spamassassin/basewalk.cf").read_text()
others = {name: float(score) for name, score in re.findall(r"(?m)^score +(BASEWALK_\w+) +([\d.]+)$", there)}
tap.check("SpamAssassin's rules have the same scores",
          "" if scores == {name: 0.0 if score == 0.001 else score for name, score in others.items()} else f"{scores} {others}")
tap.check("each symbol is met by one of the messages", sorted(set(scores) - set(raised)) or "")
tap.check("and has its score", [name for name in scores if name in raised and raised[name]["metric_score"] != scores[name]] or "")
tap.finish()

#!/bin/sh
# SPDX-License-Identifier: MIT
# How many references a second `basewalk resolve` takes from a file and writes to /dev/null, beside
# `cat` and `wc -l`, which only move and count the same lines:
#
#     bench/resolve_pipe.sh path/to/basewalk [ROUNDS]
#
# Five million references; the median of the rounds' processor time (user and system), so that what
# else runs on the machine counts little.
set -eu
tool=$1
rounds=${2:-5}
here=$(dirname "$0")
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
"$here/make_references.py" >"$folder/once"
for _ in $(seq 50); do cat "$folder/once"; done >"$folder/references"
cat >"$folder/time.py" <<'END'
import os, resource, statistics, subprocess, sys
references, rounds, tool = sys.argv[1], int(sys.argv[2]), sys.argv[3]
base = "https://www.newsletter.example/2024/issues/march/index.html?id=77"
resolve = [tool, "resolve", "--base", base, "--rules"]
commands = {"cat": ["cat"], "wc -l": ["wc", "-l"]}
commands.update({f"resolve --rules {r}": resolve + [r] for r in ("rfc1808", "rfc2396", "rfc3986", "whatwg")})
commands["resolve --normalize"] = resolve[:-1] + ["--normalize"]
taken = {name: [] for name in commands}
def used():
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime
for _ in range(rounds):
    for name, command in commands.items():
        before = used()
        with open(references, "rb") as lines:
            subprocess.run(command, stdin=lines, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        taken[name].append(used() - before)
lines = sum(1 for _ in open(references, "rb"))
floor = statistics.median(taken["wc -l"])
for name in commands:
    seconds = statistics.median(taken[name])
    print(f"{name:24} {lines / seconds / 1e6:7.1f} M references/s {seconds / floor:7.1f} times wc -l")
END
python3 "$folder/time.py" "$folder/references" "$rounds" "$tool"

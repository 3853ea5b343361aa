#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""What a process for one message takes, from its start to its end: start.py BASEWALK... [--message FILE] [--runs N]

Each program is called by turns: `links --format jsonl FILE`, `rewrite --mark <FILE` and `--version`.  Printed are the least
and the median of milliseconds by the clock and of CPU."""
import argparse
import os
import pathlib
import statistics
import time

TOP = pathlib.Path(__file__).resolve().parents[1]
words = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
words.add_argument("tools", nargs="+")
words.add_argument("--message", default=str(TOP / "samples/mail/newsletter.eml"))
words.add_argument("--runs", type=int, default=200)
typed = words.parse_args()
for name in (*typed.tools, typed.message):
    if not os.path.isfile(name):
        words.error(f"there is no file {name}")
CALLS = {"links": ["links", "--format", "jsonl", typed.message], "rewrite --mark": ["rewrite", "--mark"], "--version": ["--version"]}


def once(tool, call):
    begin = time.perf_counter()
    process = os.posix_spawn(tool, [tool, *CALLS[call]], os.environ, file_actions=[
        (os.POSIX_SPAWN_OPEN, 0, typed.message, os.O_RDONLY, 0), (os.POSIX_SPAWN_OPEN, 1, os.devnull, os.O_WRONLY, 0),
        (os.POSIX_SPAWN_OPEN, 2, os.devnull, os.O_WRONLY, 0)])
    _, status, used = os.wait4(process, 0)
    if os.waitstatus_to_exitcode(status) != 0:
        raise SystemExit(f"{tool} {call}: status {os.waitstatus_to_exitcode(status)}")
    return 1000 * (time.perf_counter() - begin), 1000 * (used.ru_utime + used.ru_stime)


taken = {(tool, call): [] for tool in typed.tools for call in CALLS}
for _ in range(typed.runs):
    for tool, call in taken:
        taken[tool, call].append(once(tool, call))
for (tool, call), rows in taken.items():
    clock, cpu = zip(*rows)
    print(f"{call:16} {min(clock):7.2f} ms, median {statistics.median(clock):7.2f}; of CPU {min(cpu):7.2f}, "
          f"median {statistics.median(cpu):7.2f}   {tool}")

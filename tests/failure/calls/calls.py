#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Every call of the system that a run makes fails, or comes short, in turn.

    calls.py                        a sample of the points, the same each time
    calls.py --all                  each call with each failure that fits it
    calls.py --all --only rewrite   scenarios with that in their names
    calls.py --list                 the scenarios, and how many points each has

A run is counted once without disturbance. Then for each of its calls and each failure that fits: the exit status is
one of those that the manual promises; with 0 all is as it was undisturbed; otherwise a line says what is wrong, each
file that has its name is whole or as it was before, and nothing stays behind but what --resume goes on with, which
then gives what was wanted. A call that is interrupted or does less than was asked is no failure at all."""
import argparse
import collections
import concurrent.futures
import pathlib
import random
import re
import sys
import tempfile
import threading

import scenarios
import system

KINDS = ("wrong files", "crashes", "silent", "hangs")


# What has failed once, and is in every sample: scenario, call, the end of the path, failure.
ALWAYS = (
    ("links --shard -o DIR/", "mkdir", "out/", "EIO"), ("links --shard -o DIR/", "opendir", "in/plain", "EMFILE"),
    ("links --shard -o DIR/", "stat", "in/plain", "EIO"), ("links of a public-inbox", "read", "/HEAD", "EIO+"),
    ("links of a public-inbox", "read", "heads/master", "EIO+"), ("links of documents", "pread", "", "one"),
    ("rewrite --config --report", "write", "report", "one"), ("verify", "write", ".partial", "ENOSPC"),
    ("mhtml pack a web archive", "pread", "", "half"), ("mhtml pack a web archive", "read", ".gz", "one"),
    ("merge --partition", "mkdir", ".partial", "EIO"),
)
# So many of each of these, from the first on.
MOST_ALWAYS = 6


class Point:
    """A call, how it fails, and what is wrong with what came of that."""

    def __init__(self, call, fault):
        self.call, self.fault, self.wrong = call, fault, None  # (kind, why)
        self.hit = True


def problem_of(scenario, ended, whole, left, call, fault):
    """What is wrong with an end, as (kind, why); None where nothing is."""
    if ended.hangs:
        return "hangs", "no end"
    if ended.status < 0:
        return "crashes", f"signal {-ended.status}"
    if ended.status not in scenario.statuses:
        return "wrong files", f"exit status {ended.status}: {ended.err[-200:]!r}"
    survives = call.name in system.SURVIVING and fault in system.SURVIVED
    if survives and ended.status != whole.status:
        return "wrong files", f"is no failure, and exit status {ended.status}: {ended.err[-200:]!r}"
    if re.search(rb"internal error|terminate called|bad_alloc", ended.err):
        return "crashes", repr(ended.err[-200:])
    if ended.status == whole.status == 0 or survives:
        if not survives and scenario.tells(left, ended.out, whole):
            return None
        if call.name == "unlink":
            left = {name: data for name, data in left.items() if name in whole.files or not scenarios.TEMPORARY.search(name)}
        if fault == "EPIPE" and call.kind in "p" and whole.out.startswith(ended.out):
            return None  # whoever reads has seen enough
        if left != whole.files:
            return "wrong files", f"status {ended.status}, and {scenarios.difference(left, whole.files)}"
        if ended.out != whole.out:
            return "wrong files", f"status {ended.status}, and another standard output ({len(ended.out)} bytes of {len(whole.out)})"
        return None
    if left == whole.files and (ended.status, ended.out) == (whole.status, whole.out):
        return None
    said = set(ended.err.splitlines()) - set(whole.err.splitlines())
    if not any(line.startswith(b"basewalk: ") for line in said):
        return "silent", f"status {ended.status} and standard error {ended.err[-200:]!r}"
    return scenario.problem_of_failure(ended, whole, left, call, fault)


class Runner:
    """Runs scenarios in folders of their own, one for each thread."""

    def __init__(self, top, inputs):
        self.top, self.inputs, self.mine, self.count = top, inputs, threading.local(), 0
        self.lock = threading.Lock()

    def folder(self):
        if not hasattr(self.mine, "folder"):
            with self.lock:
                self.count += 1
                self.mine.folder = self.top / str(self.count)
            self.mine.folder.mkdir()
            (self.mine.folder / "own").mkdir()
        return self.mine.folder

    def run(self, scenario, call=None, fault=None, again=False):
        folder = self.folder()
        cwd = folder / "run"
        if not again:
            system.empty(cwd)
            (cwd / "in").symlink_to(self.inputs)
            (cwd / "out").mkdir()
            scenario.before(cwd)
            system.empty(folder / "own" / "tmp")
        stdin = open(self.inputs / scenario.stdin, "rb") if scenario.stdin else None
        ended = system.run(scenario.arguments, folder / "own", cwd, stdin, call, fault)
        ended.files = scenario.files(cwd)
        ended.temporary = [path.name for path in (folder / "own" / "tmp").iterdir()]
        return ended

    def undisturbed(self, scenario):
        whole, again = self.run(scenario), self.run(scenario)
        assert whole.status == scenario.status, (scenario.name, whole.status, whole.err)
        assert (whole.files, whole.out) == (again.files, again.out), (scenario.name, "is not the same twice")
        return whole

    def point(self, scenario, whole, point):
        ended = self.run(scenario, point.call, point.fault)
        point.hit = ended.hit > 0
        if not point.hit:
            return point
        point.call = ended.calls[0]  # with threads and workers the count is not quite the same each time
        point.wrong = problem_of(scenario, ended, whole, ended.files, point.call, point.fault)
        if not point.wrong and ended.temporary and point.call.name not in ("unlink", "close"):
            point.wrong = "wrong files", f"left in TMPDIR: {ended.temporary}"
        if not point.wrong and scenario.can_go_on(ended.files):
            more = self.run(scenario.resuming(), again=True)
            is_same = {n: scenarios.plain(n, d) for n, d in more.files.items()} == {n: scenarios.plain(n, d) for n, d in whole.files.items()}
            if more.status != whole.status or not (is_same or scenario.tells(more.files, b"", whole)):
                point.wrong = "wrong files", f"--resume: status {more.status}, {more.err[-200:]!r}, {scenarios.difference(more.files, whole.files)}"
        return point


def points_of(scenario, whole):
    return [Point(call, fault) for call in whole.calls for fault in call.faults() if not scenario.without(call, fault)]


def sample(scenario, points, share, seed):
    chosen = set(random.Random(f"{seed} {scenario.name}").sample(range(len(points)), min(share, len(points))))
    for name, call, end, fault in ALWAYS:
        known = [number for number, each in enumerate(points)
                 if (name, call, fault) == (scenario.name, each.call.name, each.fault) and each.call.path.endswith(end)]
        assert known or name != scenario.name, (name, call, end, fault)
        chosen.update(known[:MOST_ALWAYS])
    return [points[number] for number in sorted(chosen)]


def run_scenario(scenario, runner, pool, share, seed, keep_going):
    whole = runner.undisturbed(scenario)
    points = points_of(scenario, whole)
    if share is not None:
        points = sample(scenario, points, share, seed)
    totals = collections.Counter()
    shown = 0
    for point in pool.map(lambda each: runner.point(scenario, whole, each), points):
        totals["points tried"] += point.hit
        totals["not reached"] += not point.hit
        if point.wrong:
            totals[point.wrong[0]] += 1
            shown += 1
            if shown <= keep_going:
                print(f"not ok - {scenario.name}: {point.call}, {point.fault}: {point.wrong[0]}: {point.wrong[1]}", flush=True)
    tell(scenario.name, totals)
    return totals


def tell(name, totals):
    words = [f"points tried {totals['points tried']}", *(f"{kind} {totals[kind]}" for kind in KINDS)]
    if totals["not reached"]:
        words.append(f"not reached {totals['not reached']}")
    print(f"# {name}: {', '.join(words)}", flush=True)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--all", action="store_true")
    parser.add_argument("--only", action="append", default=[])
    parser.add_argument("--share", type=int, default=12, help="points of each scenario, without --all")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--list", action="store_true")
    parser.add_argument("--show", type=int, default=20, help="failures of a scenario that are shown")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="basewalk-calls-") as folder:
        folder = pathlib.Path(folder)
        inputs = folder / "inputs"
        chosen = [each for each in scenarios.make(inputs) if all(word in each.name for word in arguments.only)]
        runner, sums = Runner(folder, inputs), collections.Counter()
        with concurrent.futures.ThreadPoolExecutor(arguments.jobs) as pool:
            for scenario in chosen:
                if arguments.list:
                    print(f"{scenario.name}: {len(points_of(scenario, runner.undisturbed(scenario)))} points")
                    continue
                sums += run_scenario(scenario, runner, pool, None if arguments.all else arguments.share, arguments.seed, arguments.show)
    if not arguments.list:
        tell("in all", sums)
    sys.exit(1 if any(sums[kind] for kind in KINDS) else 0)


main()

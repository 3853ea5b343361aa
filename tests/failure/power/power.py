#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""What is there after a loss of power, at any moment of a run, is what was promised.

    power.py                       a sample of the states, the same each time
    power.py --states 400          so many of each scenario
    power.py --only merge          scenarios with that in their names

A run is recorded (tests/failure/calls/record.cpp). Behind each of its steps the power is lost, and of what was not yet
synced the disk has one part or another (disk.py). Then each file that has its name is whole, or the one that was there
before; behind exit status 0 all is there; and --resume, after another start of the system, ends in what an undisturbed
run would have written."""
import argparse
import collections
import json
import pathlib
import random
import shutil
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "calls"))
import disk
import scenarios
import system

BIG = 160  # messages of the mailbox that takes several batches


class Promise:
    """A scenario that is recorded, and what has to be true of the states of its folder.

    hurry        a minute passes at each look at the clock
    goes_on      with --resume it ends in the same
    appended     a file of lines that the next run appends to"""

    def __init__(self, scenario, hurry=False, goes_on=False, appended=None):
        self.scenario, self.hurry, self.goes_on, self.appended = scenario, hurry, goes_on, appended
        self.name = scenario.name + (", synced at times" if hurry else "")


def promises():
    one = ("--jobs", "1")
    made = {each.name: each for each in [*scenarios.links(), *scenarios.others()]}
    for form in ("jsonl", "csv", "jsonl.zst", "sqlite"):
        for hurry in (False, True):
            yield Promise(scenarios.Scenario(f"links -o .{form} --resume", "links", *one, "--resume", "-o", f"out/x.{form}", "in/big.mbox"), hurry, True)
    for name in ("links -o, over an old file", "links -o, over an old database", "links --shard -o DIR/", "links --unique --count", "plan",
                 "merge -o .jsonl", "merge -o .sqlite", "merge --partition", "rewrite -o", "rewrite --each -o", "mhtml unpack", "mhtml unpack -o DIR/",
                 "mhtml inline", "mhtml pack", "mhtml warc", "report -o DIR", "report of a database", "report --single", "report --write-theme"):
        yield Promise(made[name])
    yield Promise(made["rewrite --config --report"], appended="report")


def write(files, folder):
    system.empty(folder)
    for name, data in files.items():
        path = folder / name
        if data is None:
            path.mkdir(exist_ok=True)
        else:
            path.write_bytes(data)


def run(scenario, place, **variables):
    own = place / "own"
    own.mkdir(exist_ok=True)
    stdin = open(place / "run" / "in" / scenario.stdin, "rb") if scenario.stdin else None
    return system.run(scenario.arguments, own, place / "run", stdin, variables=variables)


def record(promise, place, inputs):
    """The steps of a run, its files, and its end."""
    cwd = place / "run"
    system.empty(cwd)
    (cwd / "in").symlink_to(inputs)
    (cwd / "out").mkdir()
    promise.scenario.before(cwd)
    if promise.appended:
        (cwd / "out" / promise.appended).write_bytes(b'{"line":"before"}\n')
    # The log tells of what is in it alone, and its own name is its root's.
    before = disk.Before(cwd / "out")
    log = place / "log"
    log.unlink(missing_ok=True)
    ended = run(promise.scenario, place, CALLS_LOG=str(log), CALLS_ROOT=str(cwd / "out"), **({"CALLS_CLOCK": "1"} if promise.hurry else {}))
    assert ended.status == promise.scenario.status, (promise.name, ended.status, ended.err)
    whole = scenarios.tree(cwd / "out")
    return disk.Steps(log.read_bytes(), cwd / "out", before), whole, ended


def lines_are_sound(data):
    """Whole lines, and at most one that was torn."""
    odd = 0
    for line in data.split(b"\n"):
        try:
            if line.strip(b"\0"):
                json.loads(line)
            elif line:
                odd += 1
        except ValueError:
            odd += 1
    return odd <= 1


def problem_of(promise, whole, files, is_done, place):
    """What is wrong with a state that was written to the folder; None where nothing is."""
    found = scenarios.tree(place / "run" / "out")
    if promise.appended:
        run(promise.scenario, place)
        after = scenarios.tree(place / "run" / "out")[promise.appended]
        last = whole[promise.appended].splitlines()[-1]
        if not lines_are_sound(after) or after.splitlines()[-1] != last or b'{"line":"before"}\n' not in after:
            return f"the next line is spoiled: {after[-200:]!r}"
        return None
    for name in found if not is_done else {*whole, *found}:
        if not is_done and (name not in whole or (name in promise.scenario.old and found[name] == scenarios.OLD)):
            continue
        if is_done and name not in whole and scenarios.TEMPORARY.search(name):
            continue
        if name not in found or name not in whole or found[name] != whole[name]:
            if not is_done and promise.scenario.folder and found.get(name) is not None and name.startswith("made"):
                return f"{name} is no whole one, in a folder that has its name"
            return f"{name} is {'absent' if name not in found else found[name] and (len(found[name]), found[name][-60:])}, and not whole"
    if not is_done:
        # A folder that has its name has all of it.
        top = promise.scenario.folder
        if top and top in found and any(name.startswith(top + "/") and name not in found for name in whole):
            return f"{top} is there, and not all of it"
        for name in promise.scenario.old:
            if name not in found:
                return f"the old {name} is gone"
    if promise.goes_on:
        return problem_of_going_on(promise, whole, place)
    return None


def problem_of_going_on(promise, whole, place):
    (place / "boot").write_text("another-boot\n")
    ended = run(promise.scenario, place, CALLS_BOOT=str(place / "boot"))
    after = scenarios.tree(place / "run" / "out")
    def plain(files):
        return {name: scenarios.plain(name, data) for name, data in files.items()}
    if ended.status != 0 or plain(after) != plain(whole):
        return f"--resume: status {ended.status}, {ended.err[-160:]!r}, {scenarios.difference(after, whole)}"
    if b"goes on in" in ended.err:
        promise.gone_on += 1
    return None


def try_states(promise, place, inputs, count, seed, shown):
    steps, whole, _ = record(promise, place, inputs)
    chance = random.Random(f"{seed} {promise.name}")
    totals = collections.Counter()
    promise.gone_on = 0
    for number in range(count):
        # Each third state is one behind the end, where all was promised.
        is_done = number % 3 == 0
        end = len(steps.all) if is_done else chance.randrange(len(steps.all) + 1)
        files = disk.state(steps, end, chance, harsh=bool(number % 2))
        write(files, place / "run" / "out")
        why = problem_of(promise, whole, files, is_done, place)
        totals["states"] += 1
        if why:
            totals["promises broken"] += 1
            if totals["promises broken"] <= shown:
                print(f"not ok - {promise.name}: state {number}, behind step {end} of {len(steps.all)}: {why}", flush=True)
    tell(promise.name, totals, f", gone on {promise.gone_on}" if promise.goes_on else "")
    if promise.hurry and promise.goes_on and not promise.name.startswith("links -o .sqlite") and count >= 30 and promise.gone_on == 0:
        print(f"not ok - {promise.name}: nothing of it was ever gone on with")
        totals["promises broken"] += 1
    return totals


def tell(name, totals, more=""):
    print(f"# {name}: states {totals['states']}, promises broken {totals['promises broken']}{more}", flush=True)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--states", type=int, default=24)
    parser.add_argument("--only", action="append", default=[])
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--show", type=int, default=5)
    arguments = parser.parse_args()
    sums = collections.Counter()
    with tempfile.TemporaryDirectory(prefix="basewalk-power-") as folder:
        folder = pathlib.Path(folder)
        inputs = folder / "inputs"
        scenarios.make_inputs(inputs)
        # Its links are few, so that what is written stays small.
        filling = b"<!-- " + b"x" * 100 * 120 + b" -->\n"
        (inputs / "big.mbox").write_bytes(b"".join(b"From a@b Thu Nov 19 10:00:00 2026\n" + scenarios.mail(each) + filling * 3 + b"\n" for each in range(BIG)))
        for promise in promises():
            if all(word in promise.name for word in arguments.only):
                place = folder / "place"
                place.mkdir()
                sums += try_states(promise, place, inputs, arguments.states, arguments.seed, arguments.show)
                shutil.rmtree(place)
    tell("in all", sums)
    sys.exit(1 if sums["promises broken"] else 0)


main()

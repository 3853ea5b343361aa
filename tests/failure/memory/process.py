#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The tool as a whole process, with one of its allocations failing, or all from one on.

    process.py                      a spread of the points of each command, the same each time
    process.py --points 500 --seed 3   as many of each, others
    process.py --only links         commands whose name holds this

Whatever fails: the status is one of those that are promised and no signal, standard error says what is the
matter, a file is whole or as it was before, nothing else is left, and standard output of a filter is whole or
empty.  Behind it, without a failure, the same command gives what it gave before.
"""

import argparse
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

TOP = pathlib.Path(os.environ["TOP"])
TOOL = os.environ["BASEWALK"]
PRELOADED = os.environ["FAULTS"]
MAIL = TOP / "samples" / "mail"


class Command:
    """`made`: the files that it makes.  `filters`: standard output is whole or empty, the status 0 or 75.
    `tells`: what is not in the output is on standard error, with status 1.  `resumes`: what it leaves is gone
    on with.  `given`: files that lie there before."""

    def __init__(self, name, words, made=(), given=None, filters=False, reads=None, resumes=False, env=None):
        self.name, self.words, self.made, self.filters = name, words, made, filters
        self.given, self.reads, self.resumes, self.env = given or {}, reads, resumes, env or {}


def commands():
    old = {"out.jsonl": b"what was there before\n"}
    mail = str(MAIL / "newsletter.eml")
    several = [mail, str(MAIL / "nested-bundle.eml"), str(TOP / "tests/data/archive/mboxrd.mbox")]
    yield Command("links -o", ["links", "--jobs", "1", "-o", "out.jsonl", *several], ["out.jsonl"], old, resumes=True)
    yield Command("links -o, two threads", ["links", "--jobs", "2", "-o", "out.jsonl", *several], ["out.jsonl"], old,
                  resumes=True)
    yield Command("links -o database", ["links", "--jobs", "1", "-o", "out.sqlite", *several], ["out.sqlite"],
                  resumes=True)
    yield Command("links to a pipe", ["links", "--format", "jsonl", *several])
    yield Command("links of a slice", ["links", "--shard", "0/2", "--jobs", "1", "-o", "out.jsonl", *several],
                  ["out.jsonl"], resumes=True)
    yield Command("tree", ["tree", "--jobs", "1", "-o", "out.jsonl", *several], ["out.jsonl"], resumes=True)
    yield Command("rewrite", ["rewrite", "--quiet", "--mark", "--settle"], filters=True, reads=mail)
    yield Command("rewrite -o", ["rewrite", "--quiet", "-o", "out.eml", mail], ["out.eml"],
                  {"out.eml": b"before\n"}, filters=True)
    yield Command("rewrite --wrap", ["rewrite", "--quiet", "--wrap", "https://guard.example/{mac}/{path-url}",
                                     "--wrap-key", "key"], filters=True, reads=mail, given={"key": b"0123456789abcdef"})
    yield Command("mhtml inline", ["mhtml", "inline", "-o", "out.html", str(MAIL / "bundle.eml")], ["out.html"],
                  {"out.html": b"before\n"})
    yield Command("mhtml unpack", ["mhtml", "unpack", "-o", "out", str(MAIL / "bundle.eml")], ["out"])
    yield Command("plan", ["plan", "-o", "out.plan", *several], ["out.plan"], resumes=True)
    parts = {f"part{i}.jsonl": part(i, several) for i in (0, 1)}
    yield Command("merge", ["merge", "-o", "out.jsonl", *sorted(parts)], ["out.jsonl"], parts)
    if subprocess.run([TOOL, "report", "--help"], capture_output=True, check=False).returncode == 0:
        yield Command("report", ["report", "--jobs", "1", "-o", "out", mail], ["out"])


def part(index, sources):
    with tempfile.TemporaryDirectory() as folder:
        name = os.path.join(folder, "part.jsonl")
        subprocess.run([TOOL, "links", "--shard", f"{index}/2", "-o", name, *sources], check=True, capture_output=True)
        return pathlib.Path(name).read_bytes()


def snapshot(folder):
    """What lies there; of a database, of pages with a date, and of what is not compared, that it does."""
    files = {}
    for path in sorted(folder.rglob("*")):
        if not path.is_file():
            continue
        name = str(path.relative_to(folder))
        files[name] = b"" if name.endswith(".sqlite") or name.startswith("out/") else path.read_bytes()
    return files


class Trial:
    def __init__(self, command):
        self.command = command
        self.tried = self.wrong = self.wrong_files = self.crashes = 0

    def run(self, folder, fault=None, words=None):
        env = dict(os.environ, LD_PRELOAD=PRELOADED, BASEWALK_FAULT_LOG=str(folder.parent / "log"), **self.command.env)
        env.pop("BASEWALK_FAULT", None)
        if fault:
            env["BASEWALK_FAULT"] = fault
        reads = open(self.command.reads, "rb") if self.command.reads else subprocess.DEVNULL
        done = subprocess.run([TOOL, *(words or self.command.words)], cwd=folder, env=env, stdin=reads,
                              capture_output=True, check=False)
        if self.command.reads:
            reads.close()
        return done

    def make(self, folder):
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir()
        for name, content in self.command.given.items():
            (folder / name).write_bytes(content)
        return snapshot(folder)

    def begin(self, folder):
        self.before = self.make(folder)
        self.right = self.run(folder)
        self.after = snapshot(folder)
        assert self.right.returncode == 0, self.right.stderr
        self.count = int((folder.parent / "log").read_text().split()[0])
        # All options are made for that, and nothing else.
        self.run(folder, words=["--version"])
        self.begins = min(int((folder.parent / "log").read_text().split()[0]), self.count - 1)

    def points(self, most, seed):
        """A third of them while the command line is made ready, the others behind that."""
        at_first = spread(self.begins, most // 3 if most else 0, seed) if most != 1 else []
        behind = spread(self.count - self.begins, most - most // 3 if most else 0, seed)
        return at_first + [self.begins + point for point in behind]

    def complain(self, fault, done, what):
        print(f"{self.command.name}, allocation {fault}: {what}: status {done.returncode}, "
              f"{done.stderr.decode(errors='replace').strip()[:300]}", file=sys.stderr)

    def try_point(self, folder, fault):
        self.make(folder)
        done = self.run(folder, fault)
        self.tried += 1
        promised = (0, 75) if self.command.filters else (0, 1, 75)
        if done.returncode < 0 or b"terminate called" in done.stderr:
            self.crashes += 1
            return self.complain(fault, done, "a crash")
        if done.returncode not in promised:
            self.wrong += 1
            return self.complain(fault, done, "a status that is not promised")
        if done.returncode != 0 and b"memory" not in done.stderr:
            self.wrong += 1
            return self.complain(fault, done, "no word of memory")
        if done.returncode == 0 and done.stdout != self.right.stdout:
            self.wrong += 1
            return self.complain(fault, done, "another output")
        if self.command.filters and done.stdout not in (b"", self.right.stdout):
            self.wrong += 1
            return self.complain(fault, done, "half an output")
        return self.look_at_files(folder, fault, done)

    def look_at_files(self, folder, fault, done):
        left = snapshot(folder)
        if left == self.after or (done.returncode != 0 and left == self.before):
            return None
        if self.command.resumes and any(name.endswith((".partial", ".resume")) for name in left):
            again = self.run(folder, words=[*self.command.words, "--resume"])
            if again.returncode == 0 and snapshot(folder) == self.after:
                return None
        # A source that could not be read for want of memory is told in the file, and by the status.
        if done.returncode == 1 and left.keys() == self.after.keys() and b"not enough memory" not in done.stderr:
            return None
        # libarchive ends the process from within: what was begun stays, and the file is as it was.
        if b"Fatal Internal Error in libarchive" in done.stderr and all(
                left.get(name) == content for name, content in self.before.items()):
            return None
        self.wrong_files += 1
        return self.complain(fault, done, f"files {sorted(left)}")


def spread(count, most, seed):
    size = min(count, most) if most else count
    shift = seed * 0x9E3779B97F4A7C15 % count
    return sorted({(i * count + shift) // size % count + 1 for i in range(size)})


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--points", type=int, default=9, help="of each command and way to fail; 0: all")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--only", default="")
    options = parser.parse_args()
    total = [0, 0, 0, 0]
    with tempfile.TemporaryDirectory() as place:
        folder = pathlib.Path(place) / "work"
        for command in commands():
            if options.only not in command.name:
                continue
            trial = Trial(command)
            trial.begin(folder)
            for way in ("", "+"):
                for point in trial.points(options.points, options.seed):
                    trial.try_point(folder, f"{point}{way}")
            trial.make(folder)
            if (done := trial.run(folder)).stdout != trial.right.stdout or snapshot(folder) != trial.after:
                trial.wrong += 1
                trial.complain("none", done, "another answer afterwards")
            counts = [trial.tried, trial.wrong, trial.wrong_files, trial.crashes]
            total = [a + b for a, b in zip(total, counts)]
            print("{}: points tried {}, wrong answers {}, wrong files {}, crashes {}".format(command.name, *counts),
                  flush=True)
    print("in all: points tried {}, wrong answers {}, wrong files {}, crashes {}".format(*total))
    return 0 if total[0] > 0 and not any(total[1:]) else 1


if __name__ == "__main__":
    sys.exit(main())

#!/usr/bin/env python3
"""Slices put together are the whole: random archives, cut into several numbers of slices, in every format;
with sanitizers, which make each run long, in one of them."""
import os
import pathlib
import random
import sqlite3
import subprocess
import sys
import tarfile
import tempfile

tool = os.environ["BASEWALK"]
seed = int(sys.argv[1]) if len(sys.argv) > 1 else random.randrange(1 << 30)
chance = random.Random(seed)
print(f"seed {seed}", flush=True)
wrong = 0


def run(*arguments, status=(0,), **more):
    global wrong
    done = subprocess.run([tool, *map(str, arguments)], capture_output=True, **more)
    if done.returncode not in status:
        wrong += 1
        print(f"{arguments}: exit status {done.returncode}: {done.stderr.decode()}")
    return done


def message(number):
    links = "".join(f'<a href="{chance.choice(["", "http://h/", "www.x.example"])}{i}">x</a>\n'
                    for i in range(chance.choice([0, 0, 1, 3, 20])))
    odd = b"X-Odd: caf\xe9\n" if chance.random() < 0.2 else b""
    big = "x" * chance.choice([0, 10, 300, 20000 if chance.random() < 0.05 else 0])
    return odd + f"Message-ID: <{number}@x>\nContent-Type: text/html\n\n{links}{big}\n".encode()


def mbox(path, count):
    with open(path, "wb") as out:
        for i in range(count):
            out.write(b"From a@b Thu Nov 19 10:00:00 2026\n" + message(i) + b"\n")


def archive(folder, kind):
    """Makes sources below the folder; gives their names."""
    if kind == "mbox":
        mbox(folder / "one.mbox", chance.randrange(1, 200))
        return ["one.mbox"]
    if kind == "mboxes":
        for i in range(5):
            mbox(folder / f'{i} "odd", name.mbox', chance.randrange(1, 40))
        return [f'{i} "odd", name.mbox' for i in range(5)]
    if kind == "maildir":
        for sub in ("cur", "new", "tmp"):
            (folder / "Mail" / sub).mkdir(parents=True)
        for i in range(chance.randrange(1, 60)):
            (folder / "Mail" / chance.choice(["cur", "new"]) / f"{i}.host:2,S").write_bytes(message(i))
        return ["Mail"]
    if kind == "tar":
        inner = folder / "inner"
        inner.mkdir()
        for i in range(chance.randrange(1, 40)):
            (inner / f"{i}.eml").write_bytes(message(i))
        mbox(inner / "list.mbox", chance.randrange(1, 40))
        with tarfile.open(folder / "all.tar.gz", "w:gz") as out:
            out.add(inner, "inner")
        return ["all.tar.gz"]
    # Everything, what cannot be read included.
    names = []
    for part in ("mboxes", "maildir", "mbox"):
        names += archive(folder, part)
    names.insert(2, "missing.mbox")
    (folder / "empty.mbox").touch()
    return names + ["empty.mbox", "one.mbox"]


def content(path):
    if path.suffix == ".sqlite":
        # Each slice is a run of its own.
        return [line for line in sqlite3.connect(path).iterdump() if not line.startswith('INSERT INTO "run')]
    return path.read_bytes()


with tempfile.TemporaryDirectory() as top:
    cases = 0
    for round_ in range(2):
        for kind in ("mbox", "mboxes", "maildir", "tar", "mixed"):
            folder = pathlib.Path(top) / f"{round_}{kind}"
            folder.mkdir()
            sources = archive(folder, kind)
            limit = ["--limit", "message-bytes=15000"] if round_ else []
            forms = ["jsonl", "csv", "sqlite"]
            for form in [chance.choice(forms)] if round_ else forms:
                run("links", *limit, "-o", f"whole.{form}", *sources, status=(0, 1), cwd=folder)
                run("plan", "-o", f"{form}.plan", *sources, status=(0, 1), cwd=folder)
                for count in chance.sample([1, 2, 3, 5, 8, 13, 64], 2):
                    cases += 1
                    parts = folder / f"parts-{form}-{count}"
                    parts.mkdir()
                    compressed = ".zst" if form != "sqlite" and chance.random() < 0.3 else ""
                    # Listed once for all slices, or by each of them.
                    of = ["--plan", f"{form}.plan"] if chance.random() < 0.5 else sources
                    for index in range(count):
                        run("links", *limit, "--format", form + compressed, f"--shard={index}/{count}", "-o",
                            f"{parts.name}/", *of, status=(0, 1), cwd=folder)
                    names = [f"{parts.name}/{p.name}" for p in parts.iterdir()]
                    chance.shuffle(names)
                    if len(names) != count:
                        wrong += 1
                        print(f"{kind} {form} {count}: {len(names)} parts")
                    run("merge", *names, "-o", f"{parts.name}/whole.{form}", cwd=folder)
                    merged = parts / f"whole.{form}"
                    if not merged.exists() or content(merged) != content(folder / f"whole.{form}"):
                        wrong += 1
                        print(f"round {round_}, {kind}, {form}: {count} slices of {of} put together are not the whole")
                        if "KEEP" in os.environ:
                            os.system(f"cp -r {folder} {os.environ['KEEP']}")
                            sys.exit(1)
print(f"{cases} cases, {wrong} wrong")
sys.exit(1 if wrong else 0)

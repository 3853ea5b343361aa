#!/usr/bin/env python3
"""A run that is killed again and again, and taken up each time, writes what an undisturbed one does.

    kill.py [--kills N] [--format F]... MAIL...     default: 8 kills of each of jsonl, csv, jsonl.zst, sqlite

Without MAIL the sources are an mbox, a public-inbox, and a plan of both.

Each kill comes at a random moment; a run that is complete before its kill is counted as well, and the
next begins anew."""
import argparse
import os
import pathlib
import random
import shutil
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time
from itertools import zip_longest

tool = os.environ["BASEWALK"]
parser = argparse.ArgumentParser()
parser.add_argument("--kills", type=int, default=8)
parser.add_argument("--format", action="append")
parser.add_argument("--copies", type=int, default=1, help="take the messages so many times")
parser.add_argument("--seed", type=int, default=None)
parser.add_argument("mail", nargs="*")
arguments = parser.parse_args()
seed = arguments.seed if arguments.seed is not None else random.randrange(1 << 30)
chance = random.Random(seed)
print(f"seed {seed}", flush=True)


def opened(path):
    return sqlite3.connect(f"file:{path}?mode=ro", uri=True)


def same(path, wanted):
    """Does a reader of both files see the same?"""
    if path.suffix == ".sqlite":
        one, other = opened(path), opened(wanted)
        if one.execute("PRAGMA integrity_check").fetchone() != ("ok",):
            return False
        schema = one.execute("SELECT * FROM sqlite_schema ORDER BY name").fetchall()
        names = [row[:3] + row[4:] for row in schema]  # not the page that it begins on
        if names != [row[:3] + row[4:] for row in other.execute("SELECT * FROM sqlite_schema ORDER BY name")]:
            return False
        for table in [row[1] for row in schema if row[0] == "table"]:
            query = f"SELECT rowid, * FROM {table} ORDER BY rowid"
            if table == "flag":
                query = "SELECT * FROM flag ORDER BY link, name"
            if table == "run":  # but for its times, how often it began, and the option --resume
                query = "SELECT id, version, messages, bytes, parts, links, notes, problems, verdict_clear FROM run"
            rows = zip_longest(one.execute(query), other.execute(query))
            if any(mine != theirs for mine, theirs in rows):
                return False
        return True
    if path.suffix in (".zst", ".gz"):
        unpack = "zstd -dcq" if path.suffix == ".zst" else "gzip -dc"
        return subprocess.run(f"cmp <({unpack} {path}) <({unpack} {wanted})", shell=True, executable="/bin/bash").returncode == 0
    return path.read_bytes() == wanted.read_bytes()


def public_inbox(folder, top):
    """Of version 2: each commit brings a message."""
    repository = folder / "git" / "0.git"
    subprocess.run(["git", "init", "-q", "--bare", repository], check=True)
    commits = b""
    for number in range(400):
        mail = f"Message-ID: <{number}@x>\n\nhttp://h.example/{number}\n".encode()
        commits += b"commit refs/heads/master\ncommitter a <a@b.example> %d +0000\ndata 1\nx\n" % (1700000000 + number)
        commits += b"M 100644 inline m\ndata %d\n%s\n" % (len(mail), mail)
    subprocess.run(["git", "-C", repository, "fast-import", "--quiet"], input=commits, check=True)
    return str(folder)


with tempfile.TemporaryDirectory() as folder:
    folder = pathlib.Path(folder)
    mails = arguments.mail
    if not mails:
        top = pathlib.Path(os.environ["TOP"])
        mbox = folder / "mail.mbox"
        with open(mbox, "wb") as out:
            for _ in range(40 * arguments.copies):
                for path in sorted((top / "tests/data/cases/mail").glob("*.eml")):
                    out.write(b"From a@b Thu Nov 19 10:00:00 2026\n" + path.read_bytes() + b"\n\n")
        given = [str(mbox)]
        if shutil.which("git"):
            given.append(public_inbox(folder / "inbox", top))
        else:
            print("git is not installed: there is no public-inbox among the sources")
        subprocess.run([tool, "plan", *given, "-o", folder / "all.plan"], stderr=subprocess.DEVNULL, check=True)
        # Each format has another way to its mail.
        ways = [["--plan", str(folder / "all.plan")], given[:1], given[-1:], given]
    else:
        ways = [mails]
    wrong = 0
    for index, form in enumerate(arguments.format or ["jsonl", "csv", "jsonl.zst", "sqlite"]):
        mails = ways[index % len(ways)]
        whole = folder / f"whole.{form}"
        begin = time.monotonic()
        subprocess.run([tool, "links", "-o", whole, *mails], stderr=subprocess.DEVNULL)
        took = time.monotonic() - begin
        kills = finished = 0
        result = folder / f"result.{form}"
        while kills < arguments.kills or finished == 0:
            # A part of the way at most, so that some runs are killed several times before their end.
            run = subprocess.Popen([tool, "links", "--resume", "--jobs", str(chance.choice([1, 2, 3])), "-o", result,
                                    *mails], stderr=subprocess.PIPE)
            if kills < arguments.kills:
                time.sleep(chance.random() * took * chance.choice([0.3, 1, 1.5]))
                run.send_signal(signal.SIGKILL)
            said = run.stderr.read()
            if run.wait() == -signal.SIGKILL:
                kills += 1
                if kills % 50 == 0:
                    print(f"{form}: {kills} kills, {finished} complete outputs", flush=True)
                continue
            if run.returncode not in (0, 1) or not result.exists():
                print(f"{form}: exit status {run.returncode}: {said.decode()}")
                wrong += 1
                break
            if kills < arguments.kills:
                kills += 1  # it was complete before
            finished += 1
            if not same(result, whole):
                print(f"{form}: after {kills} kills the output is not that of an undisturbed run")
                wrong += 1
                break
            left = sorted(p.name for p in folder.iterdir() if p.name.startswith(result.name + "."))
            if left:
                print(f"{form}: files were left: {left}")
                wrong += 1
                break
            result.unlink()
        print(f"{form}: {kills} kills, {finished} complete outputs, {wrong} wrong so far", flush=True)
sys.exit(1 if wrong else 0)

#!/usr/bin/env python3
"""How fast whole runs of the tool are, and what memory they take: archives.py FOLDER [--work DIR] [--size BYTES]

Makes an mbox of that size (default 2e9) of the messages below FOLDER, and another of attachments; keeps them in
DIR (default: build/bench-archives).  $BASEWALK is the tool (default: build/release/src/cli/basewalk).  Each figure is
the best of three; what it is held against runs in turn with it.

    zstd, gzip and wc are the peers; sqlite3 is not needed."""
import argparse
import base64
import os
import pathlib
import random
import subprocess
import sys
import time

here = pathlib.Path(__file__).resolve().parent
parser = argparse.ArgumentParser()
parser.add_argument("folder")
parser.add_argument("--work", default=str(here.parent / "build/bench-archives"))
parser.add_argument("--size", type=float, default=2e9)
parser.add_argument("--rounds", type=int, default=3)
parser.add_argument("--only", action="append", help="speed, compressed, sqlite, attachments")
arguments = parser.parse_args()
tool = os.environ.get("BASEWALK", str(here.parent / "build/release/src/cli/basewalk"))
work = pathlib.Path(arguments.work)
work.mkdir(parents=True, exist_ok=True)


def timed(command):
    """Seconds, and the peak of memory in MB (getrusage would count this script's own)."""
    begin = time.monotonic()
    process = subprocess.Popen(command, shell=True, executable="/bin/bash", stdout=subprocess.DEVNULL,
                               stderr=subprocess.DEVNULL, stdin=subprocess.DEVNULL)
    peak = 0
    while process.poll() is None:
        time.sleep(0.005)
        try:
            status = pathlib.Path(f"/proc/{process.pid}/status").read_text()
            peak = max(peak, *(int(line.split()[1]) for line in status.splitlines() if line.startswith("VmHWM")), 0)
        except (OSError, TypeError):
            pass
    if process.returncode not in (0, 1):
        sys.exit(f"{command}: failed")
    return time.monotonic() - begin, peak / 1000


def table(title, size, commands):
    """Runs the commands in turn and prints the best of each."""
    print(f"\n## {title}\n\n| command | s | MB/s | peak MB |\n|---|---|---|---|", flush=True)
    best = {}
    for _ in range(arguments.rounds):
        for name, command in commands:
            seconds, memory = timed("exec " + command)
            old = best.get(name, (1e9, 0))
            best[name] = (min(old[0], seconds), max(old[1], memory))
    for name, _ in commands:
        seconds, memory = best[name]
        print(f"| {name} | {seconds:.2f} | {size / seconds / 1e6:,.0f} | {memory:,.0f} |", flush=True)
    return {name: seconds for name, (seconds, _) in best.items()}


def wanted(name):
    return not arguments.only or name in arguments.only


def warm(path):
    subprocess.run(["cat", path], stdout=subprocess.DEVNULL, check=True)


mbox = work / "mail.mbox"
if not mbox.exists():
    made = work / "mail.making"
    subprocess.run([here / "make_mbox.py", made, arguments.folder, "--size", str(arguments.size)], check=True)
    made.rename(mbox)
size = mbox.stat().st_size
links = f"{tool} links --format jsonl --progress never"

warm(mbox)
if wanted("speed"):
    table("Every link, as JSON lines", size, [
        ("--jobs 1", f"{links} --jobs 1 {mbox}"),
        ("--jobs 2", f"{links} --jobs 2 {mbox}"),
        ("cat (the bytes alone)", f"cat {mbox}"),
    ])

if wanted("sqlite"):
    out = work / "out.sqlite"
    summary = work / "summary.json"
    commands = [(f"-o links.{form}, --jobs {jobs}", f"{tool} links --progress never --jobs {jobs} --summary {summary} "
                 f"-o {work}/out.{form} {mbox}") for form in ("jsonl", "jsonl.zst", "csv", "sqlite") for jobs in (1, 2)]
    best = table("Files", size, commands)
    count = int(summary.read_text().split('"links":')[1].split(",")[0])
    for name, seconds in best.items():
        print(f"{name}: {count / seconds:,.0f} links/s")
    for path in work.glob("out.*"):
        path.unlink()

if wanted("compressed"):
    zst, tar = work / "mail.mbox.zst", work / "mail.tar.gz"
    if not zst.exists():
        subprocess.run(["zstd", "-q", "-3", "-k", mbox, "-o", f"{zst}.making"], check=True)
        os.rename(f"{zst}.making", zst)
    if not tar.exists():
        subprocess.run(f"tar -C {work} -c mail.mbox | gzip -6 > {tar}.making", shell=True, check=True)
        os.rename(f"{tar}.making", tar)
    for path, peer in ((zst, "zstd -dcq"), (tar, "gzip -dc")):
        warm(path)
        table(path.name, size, [(f"{peer} alone", f"{peer} {path}")] +
              [(f"{kind}, --jobs {jobs}", f"{links} --jobs {jobs} {file}") for jobs in (1, 2)
               for kind, file in (("plain", mbox), (path.name, path))])

if wanted("attachments"):
    heavy = work / "attachments.mbox"
    if not heavy.exists():
        chance = random.Random(1)
        with open(work / "attachments.making", "wb") as file:
            while file.tell() < arguments.size / 2:
                data = base64.encodebytes(chance.randbytes(chance.randrange(750_000, 7_500_000)))
                file.write(b"From a@b Thu Nov 19 10:00:00 2026\nMIME-Version: 1.0\nContent-Type: multipart/mixed; boundary=b\n\n"
                           b"--b\n\nThe file: http://host.example/file\n--b\nContent-Type: application/pdf; name=a.pdf\n"
                           b"Content-Transfer-Encoding: base64\n\n" + data + b"--b--\n\n")
        os.rename(work / "attachments.making", heavy)
    warm(heavy)
    table("Attachments of 1 to 10 MB", heavy.stat().st_size, [
        ("wc -l", f"wc -l {heavy}"),
        ("--jobs 1", f"{links} --jobs 1 {heavy}"),
        ("--jobs 2", f"{links} --jobs 2 {heavy}"),
    ])

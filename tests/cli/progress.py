#!/usr/bin/env python3
"""The line that says how far a run is: on a terminal, one line, taken away before anything else is said."""
import os
import pty
import re
import subprocess
import sys
import tempfile
import time

from pseudo_terminal import said_to

tool = os.environ["BASEWALK"]
wrong = 0
MESSAGE = b"From a@b Thu Nov 19 10:00:00 2026\nX: caf\xe9\n\n" + b"see http://host.example/page\n" * 40 + b"\n"


def run(arguments, feed=None, reader="cat >/dev/null", columns=100):
    """What a terminal is sent on standard error; `reader` takes the results."""
    ours, theirs = pty.openpty()
    subprocess.run(["stty", "cols", str(columns)], stdin=theirs, check=True)
    taker = subprocess.Popen(reader, shell=True, stdin=subprocess.PIPE)
    process = subprocess.Popen([tool, "links", *arguments], stdin=subprocess.PIPE, stdout=taker.stdin, stderr=theirs)
    taker.stdin.close()
    os.close(theirs)
    if feed:
        feed(process.stdin)
    process.stdin.close()
    said = said_to(ours)
    return process.wait(), said.decode()


def check(name, good, said):
    global wrong
    print(("ok - " if good else "not ok - ") + name)
    if not good:
        wrong += 1
        print(repr(said[-2000:]))


def slowly(pipe):
    for _ in range(12):
        pipe.write(MESSAGE * 1000)
        pipe.flush()
        time.sleep(0.15)


with tempfile.TemporaryDirectory() as folder:
    os.chdir(folder)
    out = ["-o", "out.jsonl"]
    status, said = run([*out, "-"], slowly)
    lines = said.split("\r\x1b[K")
    drawn = [text for text in re.findall(r"\r([^\r\x1b\n]+)\x1b\[K", said)]
    check("a pipe of unknown size: no share and no time left", status == 0 and len(drawn) >= 2 and all(
        re.fullmatch(r"[0-9.]+ [kMG]?B  [0-9,]+ messages, [0-9,]+/s  [0-9,]+ links  [0-9,]+ notes", d) for d in drawn), said)
    check("it is one line, taken away at the end", "\n" not in said.split("\r\x1b[K")[0] and "\r\x1b[K" in said, said)
    check("a summary follows", re.search(r"\r\x1b\[K  messages +12,000, ", said) is not None, said)

    with open("big.mbox", "wb") as file:
        for _ in range(10):
            file.write(MESSAGE * 1000)
    slow = "for i in 1 2 3 4; do head -c 1000000 >/dev/null; sleep 0.3; done; cat >/dev/null"
    status, said = run(["--jobs", "1", "--format", "jsonl", "big.mbox"], reader=slow)
    drawn = re.findall(r"\r([^\r\x1b\n]+)\x1b\[K", said)
    check("a file: its share and the time that is left", status == 0 and drawn and all(
        re.match(r"[0-9.]+ [kM]?B of [0-9.]+ MB, [0-9]+ %, [0-9]+:[0-9][0-9] left  [0-9,]+ messages, ", d) for d in drawn), said)
    check("it fits the terminal", all(len(d) < 100 for d in drawn), said)
    status, said = run(["--jobs", "1", "--format", "jsonl", "big.mbox"], reader=slow, columns=40)
    drawn = re.findall(r"\r([^\r\x1b\n]+)\x1b\[K", said)
    check("it is cut for a narrow one", drawn and all(len(d) == 39 for d in drawn), said)

    status, said = run(["--format", "text", *out, "big.mbox"])
    rest = re.sub(r"\r[^\r\x1b\n]*\x1b\[K", "", said).replace("\r\n", "\n")
    notes = [line for line in rest.split("\n") if line.startswith("big.mbox:")]
    check("notes are whole lines of their own", len(notes) == 10000 and all(n.endswith("[header-8bit]") for n in notes), said)

    status, said = run(["--progress", "never", *out, "big.mbox"])
    check("--progress never says nothing", said == "", said)
sys.exit(1 if wrong else 0)

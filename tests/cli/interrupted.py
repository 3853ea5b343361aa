#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""What appears whole or not at all leaves nothing behind where its program is told to end."""
import os
import pathlib
import shutil
import signal
import subprocess
import sys
import tempfile
import time

tool = os.environ["BASEWALK"]
work = tempfile.TemporaryDirectory(prefix="basewalk-interrupted-")  # goes away with the program
os.chdir(work.name)
SIGNALS = signal.SIGTERM, signal.SIGINT, signal.SIGHUP
wrong = count = 0


def mbox(megabytes):
    body = b"".join(b"http://h%d.example/\n" % i for i in range(40))
    mail = b"From a@b.example Thu Nov 19 10:00:00 2026\nFrom: a@b.example\nContent-Base: http://h.example/\n\n" + body + b"\n"
    pathlib.Path("in").write_bytes(mail * (megabytes * 1_000_000 // len(mail)))


def bundle(megabytes):
    line = b"A" * 76 + b"\r\n"
    pathlib.Path("in").write_bytes(
        b"From: a@b.example\r\nDate: Thu, 19 Nov 2026 10:00:00 +0000\r\nMIME-Version: 1.0\r\nContent-Type: multipart/related; boundary=x\r\n\r\n"
        b"--x\r\nContent-Type: text/html\r\nContent-Location: http://h/\r\n\r\n<img src=a>\r\n--x\r\nContent-Type: image/gif\r\n"
        b"Content-Transfer-Encoding: base64\r\nContent-Location: http://h/a\r\n\r\nR0lGODlh\r\n"
        + line * (megabytes * 1_000_000 // len(line)) + b"--x--\r\n")


def page(megabytes):
    pathlib.Path("site").mkdir(exist_ok=True)
    pathlib.Path("site/index.html").write_bytes(b"<img src=a.gif>")
    pathlib.Path("site/a.gif").write_bytes(b"GIF89a" + b"x" * (megabytes * 1_000_000))


def parts(megabytes):
    mbox(megabytes)
    for name in ("part.jsonl", "part.sqlite"):
        subprocess.run([tool, "links", "in", "-o", name], check=True)


def letter(megabytes):
    pathlib.Path("in").write_bytes(b"From: a@b.example\n\n" + b"x" * (megabytes * 1_000_000))


def many(count):
    bundle(0)
    pathlib.Path("many").mkdir()
    for number in range(count):
        shutil.copy("in", f"many/{number:03}.mhtml")


def interrupt(words, number):
    """How it ended; 0 where it was done before."""
    before = set(os.listdir())
    process = subprocess.Popen([tool, *words], stdin=subprocess.DEVNULL, stderr=subprocess.PIPE,
                               preexec_fn=lambda: [signal.signal(each, signal.SIG_DFL) for each in SIGNALS])
    while process.poll() is None and set(os.listdir()) == before:
        time.sleep(0.001)
    process.send_signal(number)
    said = process.communicate(timeout=120)[1].decode()
    return process.returncode, said, set(os.listdir()) - before


# A build without mimetic packs nothing.
packs = " pack " in subprocess.run([tool, "mhtml", "--help"], capture_output=True, text=True).stdout
for make, words in ((mbox, ("rewrite", "--each", "--mark", "-q", "-o", "out", "in")),
                    (bundle, ("mhtml", "inline", "in", "-o", "out.html")), (bundle, ("mhtml", "unpack", "in", "-o", "out")),
                    (letter, ("rewrite", "--oversize", "pass", "--limit", "message-bytes=1k", "-o", "out", "in")),
                    (parts, ("merge", "part.jsonl", "-o", "out.jsonl")), (parts, ("merge", "part.sqlite", "-o", "out.sqlite")),
                    (parts, ("merge", "part.jsonl", "-o", "out", "--partition", "host")),
                    (bundle, ("mhtml", "warc", "in", "-o", "out.warc")), (page, ("mhtml", "pack", "site", "-o", "out.mhtml"))):
    for number in SIGNALS if packs or "pack" not in words else ():
        for megabytes in (10, 40, 160, 640):  # whoever is done before the signal comes gets more to do
            make(megabytes)
            status, said, left = interrupt(words, number)
            if status != 0:
                break
            for name in left:
                shutil.rmtree(name) if os.path.isdir(name) else os.unlink(name)
        count += 1
        if status != -number or left or "nothing of it is kept" not in said:
            wrong += 1
            print(f"{' '.join(words)}, {number.name}: status {status}, left {left}, said {said}")


def made_in(folder):
    return [name for name in (os.listdir(folder) if os.path.isdir(folder) else []) if name[0].isdigit()]


# What is made of many bundles stays, each whole, and is gone on with.
many(200)
for verb in ("unpack", "inline"):
    process = subprocess.Popen([tool, "mhtml", verb, "many", "-o", f"{verb}/"], stdin=subprocess.DEVNULL, stderr=subprocess.PIPE,
                               preexec_fn=lambda: signal.signal(signal.SIGTERM, signal.SIG_DFL))
    while process.poll() is None and not made_in(verb):
        time.sleep(0.001)
    process.terminate()
    said = process.communicate(timeout=120)[1].decode()
    made = len(made_in(verb))
    resumed = subprocess.run([tool, "mhtml", verb, "many", "-o", f"{verb}/", "--resume"], stdin=subprocess.DEVNULL, capture_output=True)
    count += 1
    if (process.returncode != -signal.SIGTERM or made == 200 or f"{verb}/ has what was made; to go on: " not in said or not said.endswith(" --resume\n")
            or resumed.returncode != 0 or len(os.listdir(verb)) != 201):
        wrong += 1
        print(f"{verb} of many: status {process.returncode}, {made} made, said {said}, resumed: {resumed}, {len(os.listdir(verb))} there")
print(f"{count} interruptions, {wrong} wrong")
sys.exit(1 if wrong else 0)

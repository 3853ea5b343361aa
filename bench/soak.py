#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Milter, guard and one endless archive at work for hours: soak.py BASEWALK [--hours H] [--rate N] [--slice SECONDS]

    milter     N messages a second over connections that come and go: the repository's mails and pages with links,
               some given up, some cut off; each answer has to be whole
    guard      N requests a second: links that a key has made, links that none has, requests that are none
    archive    one `links --format jsonl` that reads an mbox from a pipe without end, N * 20 messages a second

For each slice (default: 60 s) of each a line: resident memory (KiB), descriptors, threads, the median and the
99th of a hundred times from question to answer (milliseconds; of the archive: messages a second).  At the end the
last third beside the first third behind the warm-up (a tenth).  Exit status 1 where memory has grown by more than
a tenth and 2 MiB, where descriptors or threads have, or where an answer was wrong.  Times are told and not
judged: others may use the machine."""
import argparse
import os
import pathlib
import random
import statistics
import subprocess
import sys
import threading
import time

TOP = pathlib.Path(__file__).resolve().parents[1]
sys.path += [str(TOP / "tests/milter"), str(TOP / "tests/guard")]
parser = argparse.ArgumentParser(formatter_class=argparse.RawDescriptionHelpFormatter, description=__doc__)
parser.add_argument("tool")
parser.add_argument("--hours", type=float, default=3)
parser.add_argument("--rate", type=float, default=20)
parser.add_argument("--slice", type=float, default=60)
typed = parser.parse_args()
os.environ["BASEWALK"] = os.path.abspath(typed.tool)
import mta  # noqa: E402
import service  # noqa: E402

END = time.monotonic() + typed.hours * 3600
HEADER = [(b"From", b" a@example.org"), (b"MIME-Version", b" 1.0"), (b"Content-Type", b" text/html; charset=utf-8"),
          (b"Content-Base", b" http://example.com/")]
LINK, WHOLE = b'<a href="/page">x</a>\r\n', b'<a href="http://example.com/page">x</a>\r\n'
TEXT = b"All work and no play makes Jack a dull boy.\r\n"


def mails():
    """(fields, body) of the repository's own."""
    found = []
    for folder in ("tests/data/cases", "tests/data/mime", "tests/data/notes", "samples/mail"):
        for path in sorted((TOP / folder).rglob("*")):
            head, _, body = (path.read_bytes() if path.is_file() else b"").replace(b"\r\n", b"\n").partition(b"\n\n")
            fields = [line.split(b":", 1) for line in head.split(b"\n") if b":" in line and line[:1] not in b" \t"]
            if fields and body:
                found.append(([(name, value) for name, value in fields if name.strip()], body.replace(b"\n", b"\r\n")))
    return found


class Watched:
    """A process, and how long its answers took in the slice at hand."""

    def __init__(self, name, process, work):
        self.name, self.process, self.work = name, process, work
        self.taken, self.done, self.slices, self.wrong = [], 0, [], []
        self.lock = threading.Lock()
        self.thread = threading.Thread(target=self.go, daemon=True)

    def go(self):
        chance = random.Random(self.name)
        while time.monotonic() < END and not self.wrong:
            begin = time.monotonic()
            try:
                count = self.work(chance)
            except Exception as error:  # told at the end
                self.wrong.append(repr(error)[:500])
                return
            took = time.monotonic() - begin
            with self.lock:
                self.taken.append(1000 * took / max(count, 1))
                self.done += count
            time.sleep(max(0.0, count / typed.rate - took) if self.name != "archive" else 0.05)

    def look(self, seconds):
        status = pathlib.Path(f"/proc/{self.process.pid}/status").read_text()
        value = {line.split(":")[0]: line.split()[1] for line in status.splitlines() if len(line.split()) > 1}
        with self.lock:
            taken, self.taken = sorted(self.taken) or [0.0], []
            done, self.done = self.done, 0
        row = (int(value["VmRSS"]), len(os.listdir(f"/proc/{self.process.pid}/fd")), int(value["Threads"]),
               statistics.median(taken), taken[int(len(taken) * 0.99) - 1], done / seconds)
        self.slices.append(row)
        print(f"{self.name:8} {row[0]:8} KiB {row[1]:4} descriptors {row[2]:3} threads "
              f"{row[3]:8.2f} ms {row[4]:8.2f} ms {row[5]:10.1f}/s", flush=True)


def milter_work(milter, all_mails):
    def work(chance):
        connection = mta.Connection(milter.path)
        count = chance.choice((1, 1, 1, 5))
        for _ in range(count):
            if chance.random() < 0.5:
                fields, body = chance.choice(all_mails)
                _, answer = connection.message(fields, body)
                assert answer in (b"c", b"a"), answer
                continue
            text = TEXT * (chance.choice([2_000] * 60 + [5_000] * 30 + [100_000] * 8 + [1_000_000]) // len(TEXT))
            links = chance.randrange(1, 50)
            if chance.random() < 0.02:
                connection.header(*HEADER[0])
                connection.body(text)
                connection.abort()
                continue
            changes, answer = connection.message(HEADER, text + LINK * links)
            assert answer == b"c" and changes.body == text + WHOLE * links, (answer, changes.body[-200:])
        if chance.random() < 0.9:
            connection.quit()
        connection.socket.close()
        return count

    return work


def guard_work(path):
    def work(chance):
        connection = service.Connection(path)
        url = f"https://h{chance.randrange(1000)}.example/{'x' * chance.randrange(200)}"
        kind = chance.randrange(4)
        if kind == 0:
            target, wanted = service.link(url, key=b"another"), (403, 404)
        else:
            target, wanted = service.link(url), (200,)
        if kind == 3:
            connection.send(b"nonsense\r\n\r\n")
            connection.socket.close()
            return 1
        connection.send(f"GET {target} HTTP/1.1\r\nHost: guard.example\r\nConnection: close\r\n\r\n".encode())
        head = b""
        while more := connection.socket.recv(65536):
            head += more
        status = int(head.split(b" ")[1])
        assert status in wanted, (status, wanted)
        connection.socket.close()
        return 1

    return work


def main():
    all_mails = mails()
    mbox = b"".join(b"From a@b.example Thu Nov 19 10:00:00 2026\n" + b"".join(name + b":" + value + b"\n" for name, value in fields)
                    + b"\n" + body.replace(b"\r\n", b"\n").replace(b"\nFrom ", b"\n>From ") + b"\n\n"
                    for fields, body in all_mails)
    milter = mta.Milter("--mark")
    folder = milter.folder
    (folder / "key").write_bytes(b"key")
    guard = subprocess.Popen(
        [os.environ["BASEWALK"], "guard", "--wrap", service.TEMPLATE, "--wrap-key", folder / "key", "--socket",
         f"unix:{folder}/guard.sock"], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=open(folder / "guard.log", "wb"))
    while not (folder / "guard.sock").exists():
        assert guard.poll() is None, (folder / "guard.log").read_text()
        time.sleep(0.01)
    archive = subprocess.Popen([os.environ["BASEWALK"], "links", "--format", "jsonl", "--progress", "never", "--jobs", "1", "-"],
                               stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)

    def archive_work(_):
        archive.stdin.write(mbox)
        archive.stdin.flush()
        time.sleep(len(all_mails) / (typed.rate * 20))
        return len(all_mails)

    all_watched = [Watched("milter", milter.process, milter_work(milter, all_mails)),
                   Watched("guard", guard, guard_work(folder / "guard.sock")), Watched("archive", archive, archive_work)]
    for each in all_watched:
        each.thread.start()
    while time.monotonic() < END and not any(each.wrong for each in all_watched):
        begin = time.monotonic()
        time.sleep(max(0.0, min(typed.slice, END - begin)))
        for each in all_watched:
            if each.process.poll() is not None:
                each.wrong.append(f"ended with status {each.process.returncode}")
            else:
                each.look(time.monotonic() - begin)
    wrong = 0
    for each in all_watched:
        for why in each.wrong:
            print(f"{each.name}: {why}")
            wrong = 1
        rows = each.slices[max(1, len(each.slices) // 10):]
        third = len(rows) // 3
        if third == 0:
            print(f"{each.name}: too few slices to say anything")
            wrong = 1
            continue
        first, last = ([statistics.median(row[i] for row in part) for i in range(6)] for part in (rows[:third], rows[-third:]))
        grown = last[0] > first[0] * 1.1 + 2048 or last[1] > first[1] + 2 or last[2] > first[2] + 2
        wrong |= grown
        print(f"{each.name}: {len(each.slices)} slices; first and last third: {first[0]:.0f} and {last[0]:.0f} KiB, "
              f"{first[1]:.0f} and {last[1]:.0f} descriptors, {first[2]:.0f} and {last[2]:.0f} threads, median {first[3]:.2f} and "
              f"{last[3]:.2f} ms, 99 % {first[4]:.2f} and {last[4]:.2f} ms" + ("  GROWN" if grown else ""))
    milter.stop()
    guard.terminate()
    archive.stdin.close()
    for process in (guard, archive):
        process.wait(60)
    return wrong


sys.exit(main())

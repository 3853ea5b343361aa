#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The milter at full rate for a while: memory flat after the first third, no descriptor left open, each
answer right.

    soak.py [--seconds N] [--clients N]     default: 60 s, 8 clients

Messages of 2 KB to 1 MB with links, so that bodies are replaced; some are given up, and connections
come and go as those of a mail server do."""
import argparse
import multiprocessing
import os
import random
import shutil
import sys
import time

import mta

parser = argparse.ArgumentParser()
parser.add_argument("--seconds", type=float, default=60)
parser.add_argument("--clients", type=int, default=8)
arguments = parser.parse_args()

HEADER = [(b"From", b" a@example.org"), (b"MIME-Version", b" 1.0"), (b"Content-Type", b" text/html; charset=utf-8"),
          (b"Content-Base", b" http://example.com/"), (b"X-Basewalk-Links", b" 7")]
LINK, WHOLE = b'<a href="/page">x</a>\r\n', b'<a href="http://example.com/page">x</a>\r\n'
TEXT = b"All work and no play makes Jack a dull boy.\r\n"
# Bytes around the links, and how often.
SIZES = [2_000] * 60 + [5_000] * 30 + [100_000] * 8 + [1_000_000] * 2


def client(address, seed, end, results):
    chance = random.Random(seed)
    done = 0
    try:
        while time.monotonic() < end:
            connection = mta.Connection(address)
            for _ in range(chance.choice((1, 1, 1, 20))):
                text = TEXT * (chance.choice(SIZES) // len(TEXT))
                links = chance.randrange(1, 50)
                if chance.random() < 0.02:
                    connection.header(*HEADER[0])
                    connection.body(text)
                    connection.abort()
                    continue
                changes, answer = connection.message(HEADER, text + LINK * links)
                assert answer == b"c", answer
                assert changes.body == text + WHOLE * links, changes.body[:200]
                assert changes.inserted and changes.removed == [(b"X-Basewalk-Links", 1)]
                done += 1
            if chance.random() < 0.9:
                connection.quit()
            else:
                connection.socket.close()
        results.put((done, ""))
    except Exception as error:
        results.put((done, repr(error)))


def flat(samples):
    """What is wrong with these sizes in KiB: the last third is larger than the middle one."""
    third = len(samples) // 3
    middle, last = max(samples[third : 2 * third]), max(samples[2 * third :])
    print(f"# resident: {samples[0]} KiB at first, at most {middle} in the middle third, {last} in the last", flush=True)
    # A tenth and 8 MiB are within what large messages at the same time make of it.
    return "" if last <= middle * 1.1 + 8192 else f"memory grows: {middle} KiB, then {last} KiB"


milter = mta.Milter("--mark", "--connections", "500")
wrong = []
try:
    first = milter.connect()
    first.message(HEADER, LINK)
    first.quit()
    milter.wait_counts(open=0)
    descriptors = milter.descriptors()
    results = multiprocessing.Queue()
    end = time.monotonic() + arguments.seconds
    clients = [multiprocessing.Process(target=client, args=(milter.address, seed, end, results))
               for seed in range(arguments.clients)]
    for process in clients:
        process.start()
    samples = []
    while time.monotonic() < end and milter.process.poll() is None:
        time.sleep(min(0.25, arguments.seconds / 100))
        samples.append(milter.resident())
    done = [results.get(timeout=mta.END_WAIT) for _ in clients]
    for process in clients:
        process.join(mta.END_WAIT)
    messages = sum(number for number, _ in done)
    print(f"# {messages} messages, {messages / arguments.seconds:.0f} a second", flush=True)
    wrong += [error for _, error in done if error]
    # A sanitizer keeps what was freed.
    wrong += [why for why in [flat(samples)] if why and os.environ.get("SANITIZED") != "1"]
    milter.wait_counts(open=0)
    for _ in range(100):
        if milter.descriptors() == descriptors:
            break
        time.sleep(0.1)
    if milter.descriptors() != descriptors:
        wrong.append(f"descriptors: {descriptors} at first, {milter.descriptors()} now")
    status, _ = milter.stop()
    if status != 0 or "Sanitizer" in milter.log() or "runtime error" in milter.log():
        wrong.append(f"status {status}: {milter.log()[:3000]}")
finally:
    milter.process.kill()
    milter.process.wait()
    shutil.rmtree(milter.folder, ignore_errors=True)
for why in wrong:
    print(f"not ok - {why}")
print("not ok" if wrong else "ok - soak")
sys.exit(1 if wrong else 0)

# SPDX-License-Identifier: MIT
"""The fault table of the mail hooks: many messages while the program fails, and counts of what became of them.

Load(test, name, deliver, mails, ...).run() sends BASEWALK_LOAD messages (a few, unless told otherwise) for each fault, from
several senders at once, each again until it is taken. In their midst the fault goes away. Then what was taken is in the
mailbox, once, and as it should be. docs/testing.md has the figures."""
import collections
import os
import pathlib
import random
import re
import signal
import threading
import time

import hooks

LOAD = int(os.environ.get("BASEWALK_LOAD", "4"))
SENDERS = 4
LARGE = 200_000_000  # over the limit of rewrite.conf: as it came
WAIT = 300  # seconds; what takes so long has failed
# Sent to half of all processes, at any moment of their lives.
SIGNALS = {"kill -9": [signal.SIGKILL], "SIGSTOP, SIGCONT": [signal.SIGSTOP, signal.SIGCONT],
           "SIGSTOP, kill -9": [signal.SIGSTOP, signal.SIGKILL]}
# Hooks.be() knows them.
WAYS = {"missing binary": "missing", "bad config": "bad-options", "full disk of the report": "full-report",
        "full disk of the output": "full-output", "no memory": "no-memory"}


def processes(of):
    """Whose program or script is one of these files."""
    for folder in pathlib.Path("/proc").glob("[0-9]*"):
        try:
            words = (folder / "cmdline").read_bytes().decode(errors="replace").split("\0")
            if os.readlink(folder / "exe") in of or of & set(words[:2]):
                yield int(folder.name)
        except OSError:
            pass


class Signals(threading.Thread):
    """Sends them to what runs, until it is told to end."""

    def __init__(self, of, signals):
        super().__init__()
        self.of, self.signals = {str(path) for path in of}, signals
        self.chance, self.ended, self.sent = random.Random(7), threading.Event(), 0

    def run(self):
        while not self.ended.is_set():
            time.sleep(self.chance.random() * 0.02)
            for process in processes(self.of):
                if self.chance.random() < 0.5:
                    continue
                try:
                    for number, each in enumerate(self.signals):
                        time.sleep(0.05 if number else self.chance.random() * 0.004)
                        os.kill(process, each)
                    self.sent += 1
                except ProcessLookupError:
                    pass

    def end(self):
        self.ended.set()
        self.join()


class Load:
    """`deliver(message)` says whether a message was taken; `mails()` gives what has arrived, `settle()` waits until nothing
    is on its way. `as_it_came`: while the program fails, a message may come so. `scripts` get signals as the program does;
    `twice` says whether a message may come twice where they are killed."""

    def __init__(self, test, name, deliver, mails, settle=lambda: None, as_it_came=False, scripts=(), twice=False, ways=None):
        self.test, self.name, self.deliver, self.mails, self.settle = test, name, deliver, mails, settle
        self.as_it_came, self.scripts, self.may_be_twice = as_it_came, scripts, twice
        self.ways = {**WAYS, **(ways or {})}

    def message(self, fault, number, size=None):
        text = hooks.message_of(size or 2000 + number * 3701 % 60_000, number)
        return text.replace(b"Subject:", f"X-Test-Id: {fault}/{number}\nSubject:".encode(), 1)

    def under_way(self, fault, messages, ends, senders=SENDERS, size=None):
        """Sends them all; `ends()` is called once half of the tries are made."""
        numbers, lock, done = iter(range(messages)), threading.Lock(), threading.Event()
        tries, wrong = collections.Counter(), []

        def half(tried):
            if tried == max(1, messages // 2):
                ends()
                done.set()

        def sender():
            while True:
                with lock:
                    number = next(numbers, None)
                if number is None:
                    return
                message = self.message(fault, number, size)
                end = time.monotonic() + WAIT
                while True:
                    taken = self.deliver(message)
                    with lock:
                        tries["taken" if taken else "refused"] += 1
                        half(sum(tries.values()))
                    if taken:
                        break
                    if time.monotonic() > end:
                        wrong.append(number)
                        return

        threads = [threading.Thread(target=sender) for _ in range(senders)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        if not done.is_set():
            ends()
        self.settle()
        return tries, wrong

    def count(self, fault, messages, tries, wrong, size=None, clean=False):
        arrived, changed, unfiltered = collections.Counter(), [], 0
        for mail in self.mails():
            found = re.search(rb"(?m)^X-Test-Id: " + re.escape(fault.encode()) + rb"/(\d+)\r?$", mail[:4000])
            if not found:
                continue
            number = int(found[1])
            arrived[number] += 1
            sent = self.message(fault, number, size)
            if size != LARGE and not hooks.difference(mail, self.test.filtered(sent)):
                continue
            if (size == LARGE or self.as_it_came and not clean) and not hooks.difference(mail, sent):
                unfiltered += 1
            else:
                changed.append(number)
        lost = [number for number in range(messages) if number not in arrived]
        twice = sum(arrived.values()) - len(arrived)
        print(f"# {self.name}, {fault}: {tries['taken']} taken, {sum(arrived.values())} arrived, lost {len(lost)}, twice {twice}, "
              f"wrong {len(changed)}; as it came {unfiltered}; refused for now {tries['refused']}", flush=True)
        why = [f"{what}: {numbers[:5]}" for what, numbers in (("never taken", wrong), ("lost", lost), ("another one", changed)) if numbers]
        if twice and not (self.may_be_twice and "kill" in fault):
            why.append(f"{twice} came twice")
        self.test.tap.check(f"{self.name}, {messages} messages, {fault}", "; ".join(why))

    def run(self):
        for fault, signals in SIGNALS.items():
            self.test.be("works")
            targets = [hooks.REAL, self.test.work / "bin/basewalk", *self.scripts]
            thread = Signals(targets, signals)
            thread.start()
            tries, wrong = self.under_way(fault, LOAD, thread.end)
            self.count(fault, LOAD, tries, wrong)
        for fault, way in self.ways.items():
            if hooks.SANITIZED and way == "no-memory":
                continue
            self.test.be(way)
            tries, wrong = self.under_way(fault, LOAD, lambda: self.test.be("works"))
            self.count(fault, LOAD, tries, wrong)
        self.test.be("works")
        clients = min(LOAD, 50)
        tries, wrong = self.under_way("clients at once", LOAD, lambda: None, senders=clients)
        self.count("clients at once", LOAD, tries, wrong, clean=True)
        if LOAD >= 400:
            tries, wrong = self.under_way("200 MB", 3, lambda: None, senders=1, size=LARGE)
            self.count("200 MB", 3, tries, wrong, size=LARGE, clean=True)

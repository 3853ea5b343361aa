#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The milter, the proxy and the guard, with each of their calls failing in turn.

    daemons.py              a sample of the points, the same each time
    daemons.py --all        each call with each failure that fits it
    daemons.py --only proxy

A message comes, or somebody asks; then the same twice more. What is answered with yes is right and has its line in the report;
all else is put off, or the connection ends. A daemon that cannot start says so and ends; one that has started goes on, and
where no call fails all is as it should be."""
import argparse
import collections
import json
import os
import pathlib
import random
import shutil
import signal
import sys
import tempfile
import time

TOP = pathlib.Path(os.environ["TOP"])
sys.path[:0] = [str(TOP / "tests/proxy"), str(TOP / "tests/milter"), str(TOP / "tests/guard")]
import hop
import mta
import service
import system

HEAD = b"From: a@example.org\r\nMIME-Version: 1.0\r\nContent-Type: text/html; charset=utf-8\r\nContent-Base: http://example.com/\r\n"
LINK = HEAD + b'\r\n<p><a href="/page">x</a>\r\n'
WHOLE = HEAD + b'\r\n<p><a href="http://example.com/page">x</a>\r\n'
GONE = (OSError, EOFError, AssertionError, mta.Dropped, service.Closed)
LONGEST = system.LONGEST


class OfProxy:
    name, statuses = "proxy", (0, 2, 75)

    def is_left_out(self, call):
        return False

    def start(self, folder, environment):
        self.server = hop.Server()
        self.daemon = hop.Proxy(self.server.address, "--absolute", "--report", str(folder / "report"), wait=False, env=environment)

    def said(self):
        return self.daemon.log()

    def ask(self):
        """Whether it was taken, and what is wrong."""
        before = len(self.server.taken)
        client = self.daemon.connect()
        try:
            reply = client.send(LINK)[0]
        finally:
            client.close()
            wrong = [each.message for each in self.server.taken[before:] if each.message != WHOLE]
        if wrong:
            return False, f"the next hop was given {wrong[0]!r}"
        if reply.startswith("250"):
            # One of before, whose connection ended, may have come late.
            return True, None if len(self.server.taken) > before else "250, and no message"
        return False, None if reply.startswith("4") else f"answered {reply}"

    def process(self):
        return self.daemon.process

    def clean(self):
        self.server.close()
        shutil.rmtree(self.daemon.folder, ignore_errors=True)


class OfMilter(OfProxy):
    name = "milter"

    def is_left_out(self, call):
        """Where no thread can be made libmilter leaves a session without an answer (docs/testing.md)."""
        return call.name == "thread"

    def start(self, folder, environment):
        self.daemon = mta.Milter("--absolute", "--report", str(folder / "report"), wait=False, env=environment)

    def ask(self):
        connection = self.daemon.connect()
        try:
            connection.client(b"192.0.2.1")
            fields = [(b"From", b" a@example.org"), (b"MIME-Version", b" 1.0"), (b"Content-Type", b" text/html; charset=utf-8"), (b"Content-Base", b" http://example.com/")]
            connection.mail()
            connection.recipient(b"<bob@example.org>")
            for name, value in fields:
                connection.header(name, value)
            connection.body(b'<p><a href="/page">x</a>\r\n')
            changes, answer, data = connection.end()
        finally:
            connection.socket.close()
        if answer in (b"a", b"c"):
            return True, None if changes.body == b'<p><a href="http://example.com/page">x</a>\r\n' else f"taken, with {changes.body!r}"
        return False, None if answer == b"t" or (answer == b"y" and data.startswith(b"4")) else f"answered {answer} {data}"

    def clean(self):
        shutil.rmtree(self.daemon.folder, ignore_errors=True)


class OfGuard(OfProxy):
    name = "guard"

    def is_left_out(self, call):
        """libmicrohttpd aborts where it cannot write to its eventfd, which the system never refuses."""
        return call.name == "write" and call.kind == "c"

    def start(self, folder, environment):
        self.daemon = service.Guard("--log", folder / "report", wait=False, env=environment)

    def said(self):
        return self.daemon.errors.read_text(errors="replace")

    def ask(self):
        response = self.daemon.ask(service.link("http://example.com/page"))
        right = response.status == 200 and "example.com" in response.body and "</html>" in response.body
        return response.status == 200, None if right or response.status >= 500 else f"answered {response.status}"

    def clean(self):
        self.daemon.folder.cleanup()


def wait_for(fact):
    """True where it comes before the time is over."""
    end = time.monotonic() + LONGEST
    while not fact():
        if time.monotonic() > end:
            return False
        time.sleep(0.005)
    return True


def report_of(folder):
    path = folder / "report"
    return path.read_bytes() if path.exists() else b""


def asked(subject, folder):
    """What is wrong with an answer.  Where the call failed meanwhile, an end of the connection is none."""
    lines, hits = report_of(folder).count(b"\n"), system.state_of(folder)[0]
    try:
        taken, why = subject.ask()
    except (TimeoutError, BlockingIOError):
        return "hangs", "no answer"
    except GONE as error:
        # It may have said that it is ready, and then that it cannot be.
        for _ in range(200):
            if subject.process().poll() is not None:
                return None
            time.sleep(0.005)
        return None if system.state_of(folder)[0] > hits else ("wrong files", f"where nothing fails: {error!r}")
    if why:
        return "wrong files", why
    if not taken and system.state_of(folder)[0] == hits:
        return "wrong files", "put off where nothing fails"
    # The guard answers all the same where its journal cannot be written, and counts that.
    if taken and subject.name != "guard" and report_of(folder).count(b"\n") != lines + 1:
        return "silent", "taken, and not one line more in the report"
    lines = report_of(folder)
    for line in lines.splitlines():
        try:
            json.loads(line)
        except ValueError:
            return "wrong files", f"a line of the report is {line!r}"
    return None


def session(subject, folder, call=None, fault=None):
    """(calls, how often the fault came, what is wrong)."""
    environment = system.environment(folder, system.plan_of(call, fault))
    (folder / "report").unlink(missing_ok=True)
    wrong = None
    subject.start(folder, environment)
    try:
        if not wait_for(lambda: ": ready" in subject.said() or subject.process().poll() is not None):
            wrong = "hangs", "neither ready nor ended"
        elif subject.process().poll() is None:
            wrong = asked(subject, folder) or asked(subject, folder) or asked(subject, folder)
        if subject.process().poll() is None:
            subject.process().send_signal(signal.SIGTERM)
        if not wait_for(lambda: subject.process().poll() is not None):
            subject.process().kill()
            wrong = wrong or ("hangs", "does not end")
        status = subject.process().wait()
        if status < 0 and not wrong:
            wrong = "crashes", f"signal {-status}: {subject.said()[-200:]}"
        elif status not in subject.statuses:
            wrong = wrong or ("wrong files", f"exit status {status}: {subject.said()[-200:]}")
        elif status != 0 and not subject.said().strip():
            wrong = wrong or ("silent", f"status {status}, and not a word")
    finally:
        if subject.process().poll() is None:
            subject.process().kill()
            subject.process().wait()
        said = subject.said()
        subject.clean()
    hit, calls = system.state_of(folder)
    return calls, hit, wrong and (wrong[0], f"{wrong[1]}; it said: {said[-160:]!r}")


def tell(name, totals):
    print(f"# {name}: points tried {totals['points tried']}, " + ", ".join(f"{kind} {totals[kind]}" for kind in ("wrong files", "crashes", "silent", "hangs"))
          + f", not reached {totals['not reached']}", flush=True)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--all", action="store_true")
    parser.add_argument("--only", action="append", default=[])
    parser.add_argument("--share", type=int, default=16)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--show", type=int, default=12)
    arguments = parser.parse_args()
    sums = collections.Counter()
    with tempfile.TemporaryDirectory(prefix="basewalk-daemons-") as folder:
        folder = pathlib.Path(folder)
        for subject in (OfProxy(), OfMilter(), OfGuard()):
            if any(word not in subject.name for word in arguments.only):
                continue
            calls, _, wrong = session(subject, folder)
            assert not wrong, (subject.name, wrong)
            points = [(call, fault) for call in calls for fault in call.faults() if not fault.endswith("+") and not subject.is_left_out(call)]
            if not arguments.all:
                chosen = random.Random(f"{arguments.seed} {subject.name}").sample(range(len(points)), min(arguments.share, len(points)))
                points = [points[number] for number in sorted(chosen)]
            totals = collections.Counter()
            for call, fault in points:
                hits, hit, wrong = session(subject, folder, call, fault)
                # With threads the count is not quite the same each time.
                is_meant = hit and not subject.is_left_out(hits[0])
                totals["points tried" if is_meant else "not reached"] += 1
                if wrong and (is_meant or not hit):
                    totals[wrong[0]] += 1
                    if totals[wrong[0]] <= arguments.show:
                        print(f"not ok - {subject.name}: {hits[0] if hits else call}, {fault}: {wrong[0]}: {wrong[1]}", flush=True)
            tell(subject.name, totals)
            sums += totals
    tell("in all", sums)
    sys.exit(1 if any(sums[kind] for kind in ("wrong files", "crashes", "silent", "hangs")) else 0)


main()

#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""mhtml verify with a browser that is none: it dies, is silent, or says what no browser would."""
import os
import pathlib
import subprocess
import sys
import tempfile

TOOL = os.environ["BASEWALK"]
failures = []

# Answers each message, but for the one that `mode` names, as a Chromium of few words would.
FAKE = r'''#!%s
import json, os, sys, time
mode, _, method = open(sys.argv[0] + ".mode").read().partition(" ")
held = b""
def send(message):
    data = message if isinstance(message, bytes) else json.dumps(message).encode()
    view = memoryview(data + b"\0")
    while view:
        view = view[os.write(4, view):]
while True:
    while b"\0" not in held:
        more = os.read(3, 65536)
        if not more:
            sys.exit(0)
        held += more
    text, _, held = held.partition(b"\0")
    asked = json.loads(text)
    answer = {"id": asked["id"], "result": {}}
    if asked["method"] == "Page.getFrameTree":
        answer["result"] = {"frameTree": {"frame": {"id": "f"}}}
    if asked["method"] == method:
        if mode == "die":
            sys.exit(0)
        if mode == "hang":
            while os.read(3, 65536):
                pass
            sys.exit(0)
        if mode == "noise":
            send(b"\xff\xfe not JSON")
            continue
        if mode == "list":
            send(b"[1]")
            continue
        if mode == "deep":
            send(b"[" * 2000000)
            continue
        if mode == "endless":
            try:
                while True:
                    os.write(4, b"x" * 65536)
            except OSError:
                sys.exit(0)
        if mode == "error":
            answer = {"id": asked["id"], "error": {"message": "\x1b[31m no"}}
        if mode == "error-of-another-type":
            answer = {"id": asked["id"], "error": [1]}
        if mode == "result-of-another-type":
            answer["result"] = 7
        if mode == "other-ids":
            for other in ("x", None, -1, 1e300, [], asked["id"] + 1):
                send({"id": other, "result": {}})
            answer["result"] = {"frameTree": 3}
        if mode == "events":
            for event in ({"method": 3}, {"method": "Fetch.requestPaused"}, {"method": "Fetch.requestPaused", "params": []},
                          {"method": "Fetch.requestPaused", "params": {"request": 3, "requestId": {}}},
                          {"method": "Audits.issueAdded", "params": {"issue": {"details": 3, "code": "ContentSecurityPolicyIssue"}}},
                          {"method": "Network.responseReceived", "params": {"response": []}},
                          {"method": "Network.requestWillBeSent", "params": {"request": "x"}}, {"params": {}}, {}):
                send(event)
            answer["result"] = {"frameTree": []}
    send(answer)
'''


def check(name, holds, said=""):
    print(("ok " if holds else "not ok ") + name)
    if not holds:
        failures.append(name)
        print("  " + str(said)[:2000])


def main():
    with tempfile.TemporaryDirectory() as folder:
        top = pathlib.Path(folder)
        (top / "temporary").mkdir()
        page = top / "page.html"
        page.write_text("<p>hello")
        fake = top / "fake"
        fake.write_text(FAKE % sys.executable)
        fake.chmod(0o755)

        def verify(*arguments, sandbox="off", **environment):
            return subprocess.run([TOOL, "mhtml", "verify", "--browser-sandbox", sandbox, *map(str, arguments)], capture_output=True,
                                  text=True, timeout=250, env={**os.environ, "TMPDIR": str(top / "temporary"), **environment})

        def not_compared(name, made, why, pairs=1):
            lines = made.stdout.splitlines()
            check(name, made.returncode == 1 and len(lines) == pairs and all(": not-compared: " in line and why in line for line in lines)
                  and made.stderr == "", (made, why))
            left = os.listdir(top / "temporary")
            check(name + ": nothing is left", left == [], left)

        not_compared("no browser", verify(page, page, page, page, PATH="/nowhere"), "there is no Chromium in PATH", 2)
        not_compared("no such browser", verify("--browser", top / "none", page, page), "there is no program")
        not_compared("no program", verify("--browser", page, page, page), "that can be run")
        if os.geteuid() == 0:
            not_compared("root, with the sandbox", verify("--browser", fake, page, page, sandbox="on"), "--browser-sandbox off")
        nothing = top / "nothing"
        nothing.write_text("#!/bin/sh\nexit 3\n")
        nothing.chmod(0o755)
        not_compared("a browser that ends at once", verify("--browser", nothing, page, page), "does not answer: the browser ended")

        def with_mode(mode, *arguments):
            (top / "fake.mode").write_text(mode)
            return verify("--browser", fake, *arguments, page, page)

        methods = ("Browser.getVersion", "Target.createTarget", "Page.getFrameTree")
        for method in methods:
            not_compared("it dies at " + method, with_mode("die " + method), "the browser ended")
            not_compared("it is silent at " + method, with_mode("hang " + method, "--browser-seconds", "1"), "within 1 seconds")
            not_compared("noise at " + method, with_mode("noise " + method), "no JSON object")
            not_compared("a list at " + method, with_mode("list " + method), "no JSON object")
        not_compared("brackets without end", with_mode("deep Target.createTarget"), "no JSON object")
        not_compared("a message without end", with_mode("endless Target.createTarget"), "a message of more than 256 MiB")
        not_compared("an error", with_mode("error Target.createTarget"), r"\x1B[31m no")
        not_compared("an error of another type", with_mode("error-of-another-type Page.getFrameTree"), "does not answer")
        for mode in ("result-of-another-type", "other-ids", "events"):
            not_compared("answers: " + mode, with_mode(mode + " Page.getFrameTree"), "otherwise than the DevTools protocol says")

        (top / "fake.mode").write_text("die Target.createTarget")
        twice = verify("--browser", fake, page, page, page, page)
        not_compared("a browser that died is started again", twice, "the browser ended", 2)

        odd = verify("--browser", fake, page)
        check("an odd number of files", odd.returncode == 2 and "give pairs" in odd.stderr, odd)
        report = verify("--browser", top / "none", "--verify-report", top / "r.html", page, page)
        check("a report of what was not compared", report.returncode == 1 and "1 not-compared." in (top / "r.html").read_text(), report)
        report = verify("--browser", top / "none", "--verify-report", top / "no" / "r.html", page, page)
        check("a report that cannot be written", report.returncode == 1 and "no/r.html" in report.stderr and report.stdout == "", report)
    sys.exit(1 if failures else 0)


main()

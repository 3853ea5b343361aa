#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""What milter and guard show to Prometheus, as promtool reads it: names, types and help, and that nothing
stands twice."""
import os
import pathlib
import shutil
import socket
import subprocess
import sys
import urllib.request

TOP = pathlib.Path(os.environ["TOP"])
sys.path += [str(TOP / "tests" / folder) for folder in ("milter", "guard", "support")]
import mta
import service
import unpacked

PROMTOOL = unpacked.program("promtool", "prometheus")


def a_port():
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        return taken.getsockname()[1]


def check(name, port):
    """What promtool says against it; nothing where it is content."""
    with urllib.request.urlopen(f"http://127.0.0.1:{port}/metrics", timeout=60) as answer:
        text = answer.read()
    assert f"basewalk_{name}_".encode() in text, text
    done = subprocess.run([PROMTOOL, "check", "metrics"], input=text, capture_output=True, timeout=60)
    return done.returncode, done.stdout.decode() + done.stderr.decode()


def check_milter():
    port = a_port()
    milter = mta.Milter("--mark", "--metrics", str(port))
    fresh = check("milter", port)
    fields = [(b"Content-Type", b" text/html"), (b"Content-Base", b" http://example.com/"), (b"X-Basewalk-Links", b" 0")]
    milter.connect().message(fields, b'<base href="http://b.example/"><a href="/p">x</a>')
    used = check("milter", port)
    milter.stop()
    shutil.rmtree(milter.folder)
    return fresh, used


def check_guard():
    port = a_port()
    guard = service.Guard("--metrics", port)
    fresh = check("guard", port)
    guard.ask(service.link("https://www.example.com/"))
    guard.ask("/nobody/has/signed/this")
    used = check("guard", port)
    guard.stop()
    return fresh, used


wrong = 0
for number, (name, checked) in enumerate((("milter", check_milter), ("guard", check_guard)), 1):
    complaints = [said for status, said in checked() if status or said]
    wrong += bool(complaints)
    print(f"{'not ok' if complaints else 'ok'} {number} - {name}", *complaints)
print("1..2")
sys.exit(1 if wrong else 0)

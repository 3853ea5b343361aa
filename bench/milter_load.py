#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Mail through a Postfix of our own to smtp-sink: with `basewalk milter`, with a milter that does nothing,
and with none, in turns.  Prints messages a second, and their ratio.

    milter_load.py [--messages N] [--block N] [--bytes N] [--links] [--mark] [--seconds N] TOOL EMPTY_MILTER

10,000 messages of 5120 bytes each way in blocks of 1000, where nothing else is said.  A block is timed
until the sink has its last message.  --links: an HTML text with links to change instead of smtp-source's
own.  --seconds: go on so long, and show the memory and descriptors of basewalk after each block; the hour
at full rate is `--seconds 3600 --only basewalk --links`.  --latency N: beside the rates, how long each of N
messages takes from the end of its data to the answer, over one connection each way, in turns; and what is resident
and open in basewalk before and behind all that.  Needs root, for name spaces of its own
(tests/mail/private.sh)."""
import argparse
import os
import pathlib
import smtplib
import statistics
import subprocess
import sys
import tempfile
import time

TOP = pathlib.Path(__file__).resolve().parent.parent
parser = argparse.ArgumentParser(formatter_class=argparse.RawDescriptionHelpFormatter, description=__doc__)
parser.add_argument("--messages", type=int, default=10_000)
parser.add_argument("--block", type=int, default=1000)
parser.add_argument("--bytes", type=int, default=5120)
parser.add_argument("--links", action="store_true")
parser.add_argument("--mark", action="store_true")
parser.add_argument("--seconds", type=float, default=0)
parser.add_argument("--latency", type=int, default=0)
parser.add_argument("--only", action="append", choices=["none", "blind", "silent", "empty", "basewalk"])
parser.add_argument("--inside", help=argparse.SUPPRESS)
parser.add_argument("tool")
parser.add_argument("empty_milter")
arguments = parser.parse_args()

if not arguments.inside:
    with tempfile.TemporaryDirectory(prefix="basewalk-load-") as folder:
        os.chmod(folder, 0o755)
        sys.exit(subprocess.run([TOP / "tests/mail/private.sh", folder, sys.executable, __file__, "--inside", folder,
                                 *sys.argv[1:]]).returncode)

work = pathlib.Path(arguments.inside)
postfix = work / "postfix"
script = str(TOP / "tests/mail/postfix.sh")
ways = arguments.only or ["none", "empty", "basewalk"]
LINKED = """Content-Type: text/html; charset=utf-8
Content-Base: http://example.com/dir/
MIME-Version: 1.0
Subject: load

<a href="page.html?a=1&amp;b=2">a page</a> <img src="pixel.gif">
"""


def command(way):
    path = f"unix:{work}/{way}.sock"
    if way == "basewalk":
        return [arguments.tool, "milter", "--socket", path, "--user", "pfilter", "--socket-mode", "0666",
                *(["--mark"] if arguments.mark else [])]
    return [arguments.empty_milter, path, "--" + way]


def start(way):
    if way == "none":
        return None
    process = subprocess.Popen(command(way), stderr=subprocess.PIPE, text=True)
    while "ready" not in (line := process.stderr.readline()):
        assert line, f"{way} did not start"
    process.stderr.close()  # what is logged for each message would be measured, too
    return process


def block(port):
    """Seconds until all of it has arrived."""
    sink = subprocess.Popen(["smtp-sink", "-u", "root", "-M", str(arguments.block), "127.0.0.1:2600", "1000"])
    message = ["-l", str(arguments.bytes)]
    if arguments.links:
        (work / "message").write_text(LINKED + ("y" * 70 + "\n") * (arguments.bytes // 71))
        message = ["-F", str(work / "message")]
    begin = time.monotonic()
    subprocess.run(["smtp-source", "-s", "8", *message, "-m", str(arguments.block), "-f", "a@example.org", "-t",
                    "b@example.org", f"127.0.0.1:{port}"], check=True)
    sink.wait()
    return time.monotonic() - begin


def latencies():
    """Seconds of each message by its way, in ascending order."""
    sink = subprocess.Popen(["smtp-sink", "-u", "root", "127.0.0.1:2600", "1000"])
    text = "Subject: load\r\n\r\n" + ("x" * 70 + "\r\n") * (arguments.bytes // 72)
    if arguments.links:
        text = LINKED.replace("\n", "\r\n") + ("y" * 70 + "\r\n") * (arguments.bytes // 72)
    connections = {way: smtplib.SMTP("127.0.0.1", port, timeout=120) for way, port in ports.items()}
    times = {way: [] for way in ways}
    for number in range(arguments.latency):
        for way in ways if number % 2 else reversed(ways):
            connection = connections[way]
            connection.ehlo_or_helo_if_needed()
            connection.mail("a@example.org")
            connection.rcpt("b@example.org")
            connection.putcmd("data")
            assert connection.getreply()[0] == 354
            begin = time.perf_counter()
            connection.send(text + ".\r\n")
            code, words = connection.getreply()
            times[way].append(time.perf_counter() - begin)
            assert code == 250, (way, code, words)
    for connection in connections.values():
        connection.quit()
    sink.terminate()
    return {way: sorted(each) for way, each in times.items()}


def state(process):
    status = open(f"/proc/{process.pid}/status").read()
    resident = status.split("VmRSS:")[1].split()[0]
    return f"{resident} KiB resident, {len(os.listdir(f'/proc/{process.pid}/fd'))} descriptors"


subprocess.run([script, "new", postfix], check=True)
ports = {way: 2530 + number for number, way in enumerate(ways)}
with open(postfix / "etc/master.cf", "a") as file:
    for way, port in ports.items():
        file.write(f"127.0.0.1:{port} inet n - n - - smtpd\n  -o content_filter=smtp:[127.0.0.1]:2600\n")
        if way != "none":
            file.write(f"  -o smtpd_milters=unix:{work}/{way}.sock\n")
milters = {way: start(way) for way in ways}
subprocess.run([script, "start", postfix], check=True)
rates = {way: [] for way in ways}
begin = time.monotonic()
try:
    rounds = max(1, arguments.messages // arguments.block)
    for way in ways:  # warm
        block(ports[way])
    number = 0
    if milters.get("basewalk"):
        print(f"before: {state(milters['basewalk'])}", flush=True)
    while number < rounds or time.monotonic() - begin < arguments.seconds:
        for way in ways if number % 2 else reversed(ways):
            rates[way].append(arguments.block / block(ports[way]))
        number += 1
        if arguments.seconds and milters.get("basewalk"):
            print(f"{time.monotonic() - begin:6.0f} s  {rates['basewalk'][-1]:.1f}/s  {state(milters['basewalk'])}", flush=True)
    if milters.get("basewalk"):
        print(f"behind: {state(milters['basewalk'])}", flush=True)
    for way, times in (latencies() if arguments.latency else {}).items():
        at = lambda part: times[min(len(times) - 1, int(len(times) * part))] * 1000
        print(f"{way:9} {at(0.5):.2f} ms median, {at(0.9):.2f} of 90 %, {at(0.99):.2f} of 99 %, {times[-1] * 1000:.2f} the longest, of {len(times)} messages", flush=True)
finally:
    subprocess.run([script, "stop", postfix], check=False, stderr=subprocess.DEVNULL)
    for process in filter(None, milters.values()):
        process.terminate()
for way in ways:
    print(f"{way:9} {statistics.median(rates[way]):8.1f} messages/s, median of {len(rates[way])} blocks "
          f"(from {min(rates[way]):.1f} to {max(rates[way]):.1f})")
if "basewalk" in ways:
    for other in ways:
        if other != "basewalk":
            pairs = [mine / theirs for mine, theirs in zip(rates["basewalk"], rates[other])]
            print(f"basewalk / {other}: {statistics.median(pairs):.3f}, median of the pairs")

#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Mail from smtp-source to smtp-sink: directly, through `basewalk proxy`, and through proxsmtpd (Debian: proxsmtp), a
proxy that passes all it is given, in turns.  Prints messages a second, their ratio, and the processor time of each.

    proxy_load.py [--messages N] [--block N] [--bytes N] [--links] TOOL

20,000 messages of 5120 bytes each way in blocks of 2000, over 8 connections with one message each, where nothing else is
said.  --links: an HTML text with links to change instead of smtp-source's own."""
import argparse
import os
import pathlib
import shutil
import socket
import statistics
import subprocess
import sys
import tempfile
import time

parser = argparse.ArgumentParser(formatter_class=argparse.RawDescriptionHelpFormatter, description=__doc__)
parser.add_argument("--messages", type=int, default=20_000)
parser.add_argument("--block", type=int, default=2000)
parser.add_argument("--bytes", type=int, default=5120)
parser.add_argument("--links", action="store_true")
parser.add_argument("tool")
arguments = parser.parse_args()
os.environ["PATH"] += ":/usr/sbin"
work = pathlib.Path(tempfile.mkdtemp(prefix="basewalk-load-"))
LINKED = """Content-Type: text/html; charset=utf-8
Content-Base: http://example.com/dir/
MIME-Version: 1.0
Subject: load

<a href="page.html?a=1&amp;b=2">a page</a> <img src="pixel.gif">
"""
SINK = 26000
ports = {"none": SINK, "basewalk": 26001} | ({"proxsmtpd": 26002} if shutil.which("proxsmtpd") else {})


def start(way):
    if way == "none":
        return None
    if way == "basewalk":
        command = [arguments.tool, "proxy", "--socket", f"inet:{ports[way]}@127.0.0.1", "--next", f"smtp:inet:{SINK}@127.0.0.1"]
    else:
        (work / "conf").write_text(f"OutAddress: 127.0.0.1:{SINK}\nListen: 127.0.0.1:{ports[way]}\nMaxConnections: 256\n")
        command = ["proxsmtpd", "-d", "1", "-f", str(work / "conf")]
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    while True:
        try:
            socket.create_connection(("127.0.0.1", ports[way])).close()
            return process
        except OSError:
            assert process.poll() is None, f"{way} did not start"


def processor_time(process):
    fields = open(f"/proc/{process.pid}/stat").read().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def block(way):
    message = ["-l", str(arguments.bytes)]
    if arguments.links:
        (work / "message").write_text(LINKED + ("y" * 70 + "\n") * (arguments.bytes // 71))
        message = ["-F", str(work / "message")]
    begin = time.monotonic()
    subprocess.run(["smtp-source", "-s", "8", *message, "-m", str(arguments.block), "-f", "a@example.org", "-t", "b@example.org",
                    f"127.0.0.1:{ports[way]}"], check=True)
    return time.monotonic() - begin


sink = subprocess.Popen(["smtp-sink", "-u", "root", f"127.0.0.1:{SINK}", "1000"])
processes = {way: start(way) for way in ports}
rates = {way: [] for way in ports}
try:
    for way in ports:  # warm
        block(way)
    spent = {way: processor_time(process) for way, process in processes.items() if process}
    for number in range(max(1, arguments.messages // arguments.block)):
        for way in list(ports) if number % 2 else reversed(list(ports)):
            rates[way].append(arguments.block / block(way))
    spent = {way: processor_time(processes[way]) - before for way, before in spent.items()}
finally:
    for process in filter(None, [sink, *processes.values()]):
        process.terminate()
    shutil.rmtree(work, ignore_errors=True)
for way in ports:
    used = f", {spent[way] / (len(rates[way]) * arguments.block) * 1e6:.0f} us of processor time a message" if way in spent else ""
    print(f"{way:9} {statistics.median(rates[way]):8.1f} messages/s, median of {len(rates[way])} blocks "
          f"(from {min(rates[way]):.1f} to {max(rates[way]):.1f}){used}")
for other in ports:
    if other != "basewalk":
        pairs = [mine / theirs for mine, theirs in zip(rates["basewalk"], rates[other])]
        print(f"basewalk / {other}: {statistics.median(pairs):.3f}, median of the pairs")
sys.exit(0)

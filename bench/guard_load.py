#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Requests a second that `basewalk guard` answers on one core, beside a server of libmicrohttpd that answers
each request with the same empty redirect.

    guard_load.py [--seconds N] [--connections N] TOOL EMPTY_GUARD

The server runs on the first core, wrk (Debian: wrk) on another.  One line for each way: a page, a redirect
(--direct), a link that no key has made, and the empty server."""
import argparse
import hashlib
import hmac
import os
import pathlib
import re
import socket
import subprocess
import tempfile
import time

parser = argparse.ArgumentParser(formatter_class=argparse.RawDescriptionHelpFormatter, description=__doc__)
parser.add_argument("--seconds", type=int, default=5)
parser.add_argument("--connections", type=int, default=32)
parser.add_argument("tool")
parser.add_argument("empty_guard")
arguments = parser.parse_args()

URL = "https://www.example.co.uk/newsletter/2027/01?campaign=17&user=someone%40example.com"
cores = sorted(os.sched_getaffinity(0))


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def target(key):
    mac = hmac.new(key, URL.encode(), hashlib.sha256).hexdigest()
    plain = "-._~"
    return f"/{mac}/" + "".join(c if c.isalnum() or c in plain else f"%{ord(c):02X}" for c in URL)


def measure(name, command, path, port):
    log = tempfile.TemporaryFile()
    server = subprocess.Popen(command, stdout=log, stderr=subprocess.DEVNULL,
                              preexec_fn=lambda: os.sched_setaffinity(0, cores[:1]))
    end = time.monotonic() + 10
    while time.monotonic() < end:
        try:
            socket.create_connection(("127.0.0.1", port)).close()
            break
        except ConnectionRefusedError:
            time.sleep(0.01)
    said = subprocess.run(["taskset", "-c", str(cores[-1]), "wrk", "-t1", f"-c{arguments.connections}",
                           f"-d{arguments.seconds}s", f"http://127.0.0.1:{port}{path}"], capture_output=True, text=True,
                          check=True).stdout
    server.terminate()
    server.wait()
    refused = "Non-2xx or 3xx" in said
    assert refused == (name == "forged"), said
    rate = float(re.search(r"Requests/sec: *([\d.]+)", said).group(1))
    print(f"{name:10} {rate:10.0f} requests/s", flush=True)
    return rate


with tempfile.TemporaryDirectory() as folder:
    key = pathlib.Path(folder) / "key"
    key.write_text("key\n")
    key.chmod(0o600)

    def guard(name, path, *options):
        port = free_port()
        measure(name, [arguments.tool, "guard", "--wrap", "https://guard.example/{mac}/{path-url}", "--wrap-key", key,
                       "--socket", f"inet:{port}@127.0.0.1", *options], path, port)

    guard("page", target(b"key"))
    guard("redirect", target(b"key"), "--direct")
    guard("forged", target(b"other"))
    port = free_port()
    measure("empty", [arguments.empty_guard, str(port)], target(b"key"), port)

#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Many bundles in one call, beside mhtml-to-html (npm, where there is one: NODE_PATH).

    bundles.py BASEWALK FOLDER [COUNT] [PEER_COUNT]

COUNT bundles (10,000) are made of those in FOLDER, as hard links or copies; `mhtml inline` and `unpack` of all by one and
by two threads, on tmpfs where that has room, and the peer over PEER_COUNT of them (200), one after the other in one process.
"""
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import time

tool, folder = os.path.realpath(sys.argv[1]), pathlib.Path(sys.argv[2])
count = int(sys.argv[3]) if len(sys.argv) > 3 else 10_000
peer_count = int(sys.argv[4]) if len(sys.argv) > 4 else 200
kinds = [p for p in sorted(folder.rglob("*")) if p.suffix in (".mht", ".mhtml") and p.is_file()]
assert kinds, f"there is no bundle in {folder}"

PEER = """
const c = require('mhtml-to-html'), fs = require('fs');
(async () => {
  let failed = 0;
  for (const name of fs.readdirSync('src').sort().slice(0, %d)) {
    try {
      const r = await c.convert(fs.readFileSync('src/' + name));
      fs.writeFileSync('peer.html', r.data || r.toString());
    } catch (error) { ++failed; }
  }
  console.log(failed + ' failed');
})();
"""


def timed(command):
    begin = time.perf_counter()
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    said = process.stdout.read().decode().strip()
    _, status, usage = os.wait4(process.pid, 0)
    return time.perf_counter() - begin, usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024, os.waitstatus_to_exitcode(status), said


with tempfile.TemporaryDirectory() as scratch:
    os.chdir(scratch)
    os.mkdir("kinds")
    os.mkdir("src")
    for i, kind in enumerate(kinds):
        shutil.copy(kind, f"kinds/{i}")
    sizes = [os.path.getsize(f"kinds/{i}") for i in range(len(kinds))]
    for i in range(count):
        os.link(f"kinds/{i % len(kinds)}", f"src/{i:06}.mhtml")
    total = sum(sizes[i % len(kinds)] for i in range(count))
    peer_total = sum(sizes[i % len(kinds)] for i in range(min(count, peer_count)))
    print(f"{count} bundles of {len(kinds)} kinds, {total / 1e6:.0f} MB")
    for verb in ("inline", "unpack"):
        for jobs in (1, 2):
            took, cpu, memory, status, _ = timed([tool, "mhtml", verb, "src", "-o", "out", "--jobs", str(jobs)])
            print(f"mhtml {verb} --jobs {jobs}: {count / took:.0f} bundles/s, {total / took / 1e6:.0f} MB/s by the clock, "
                  f"{count / cpu:.0f} bundles/s of processor time, {memory:.0f} MiB, exit status {status}", flush=True)
            shutil.rmtree("out")
    if subprocess.run(["node", "-e", "require.resolve('mhtml-to-html')"], capture_output=True, check=False).returncode:
        print("mhtml-to-html: not here (npm install mhtml-to-html, NODE_PATH)")
    else:
        took, cpu, memory, status, said = timed(["node", "-e", PEER % peer_count])
        n = min(count, peer_count)
        print(f"mhtml-to-html: {n / took:.1f} bundles/s, {peer_total / took / 1e6:.1f} MB/s by the clock, {memory:.0f} MiB, {said}")

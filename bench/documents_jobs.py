#!/usr/bin/env python3
"""documents_jobs.py FOLDER TOOL [MAILS]: an mbox of so many mails (2,000), each with one of the PDF
files of the folder, by TOOL (the program basewalk) with one job and with two in turn; prints the
least of three runs of each, and by how much two are faster."""
import base64
import pathlib
import subprocess
import sys
import tempfile
import time


def main():
    folder, tool = sys.argv[1:3]
    count = int(sys.argv[3]) if len(sys.argv) > 3 else 2000
    files = sorted(path for path in pathlib.Path(folder).rglob("*.pdf") if "hostile" not in path.name)
    with tempfile.NamedTemporaryFile(suffix=".mbox") as mbox:
        for number in range(count):
            path = files[number % len(files)]
            # With a subject of its own, so that no two are one message.
            mbox.write(f"From a@sender.test Mon Jan  1 00:00:00 2024\nFrom: a@sender.test\n"
                       f"Subject: {number}\nMIME-Version: 1.0\nContent-Type: application/pdf\n"
                       f"Content-Transfer-Encoding: base64\n\n".encode())
            mbox.write(base64.encodebytes(path.read_bytes()) + b"\n")
        mbox.flush()
        least, outputs = {1: 1e9, 2: 1e9}, {}
        for _ in range(3):
            for jobs in (1, 2):
                begin = time.monotonic()
                done = subprocess.run([tool, "links", "--format", "jsonl", "--jobs", str(jobs), mbox.name],
                                      capture_output=True, check=True)
                least[jobs] = min(least[jobs], time.monotonic() - begin)
                outputs[jobs] = done.stdout.count(b'\n')
        if outputs[1] != outputs[2]:
            sys.exit(f"{outputs[1]} records by one job, {outputs[2]} by two")
    print(f"{count} mails with {len(files)} PDF files, {outputs[1]} records")
    for jobs, seconds in least.items():
        print(f"{jobs} jobs: {seconds:.2f} s, {count / seconds:.0f} documents/s")
    print(f"two are {least[1] / least[2]:.2f} times as fast")


if __name__ == "__main__":
    sys.exit(main())

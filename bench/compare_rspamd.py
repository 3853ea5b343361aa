#!/usr/bin/env python3
"""Every link of HTML mail, by basewalk and by rspamd: compare_rspamd.py BASEWALK FOLDER... [--runs N]

Both get the same messages in one call, those below the folders that have an HTML part, on one core (taskset -c
1), by turns; basewalk twice, as it comes, when it also opens documents and looks for codes in pictures and in what
pages draw, and without that, as rspamadm does nothing of the kind.  Printed are medians of the seconds by the clock and
of CPU, messages/s, MB/s and how often each is as fast as rspamadm by the clock.  rspamadm is of Debian's package rspamd;
an empty file makes it abort, so such are left out."""
import os
import pathlib
import re
import resource
import statistics
import subprocess
import sys
import time

HTML = re.compile(rb"(?im)^content-type:\s*text/html")


def seconds_of(command):
    """By the clock, and of CPU."""
    before, begin = resource.getrusage(resource.RUSAGE_CHILDREN), time.monotonic()
    status = subprocess.run(["taskset", "-c", "1", *command], stdout=subprocess.DEVNULL,
                            stderr=subprocess.DEVNULL, check=False).returncode
    clock, after = time.monotonic() - begin, resource.getrusage(resource.RUSAGE_CHILDREN)
    if status not in (0, 1):
        sys.exit(f"{command[0]} ended with status {status}")
    return clock, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def main():
    arguments = sys.argv[1:]
    runs = 5
    if "--runs" in arguments:
        at = arguments.index("--runs")
        runs = int(arguments[at + 1])
        del arguments[at:at + 2]
    if len(arguments) < 2:
        sys.exit(__doc__)
    basewalk = os.path.abspath(arguments[0])
    names = [str(path) for folder in arguments[1:] for path in sorted(pathlib.Path(folder).rglob("*"))
             if path.is_file() and HTML.search(path.read_bytes())]
    size = sum(os.path.getsize(name) for name in names)
    commands = {
        "basewalk links --format jsonl": [basewalk, "links", "--format", "jsonl", *names],
        "... --open none": [basewalk, "links", "--format", "jsonl", "--open", "none", *names],
        "rspamadm mime urls": ["rspamadm", "mime", "urls", *names],
    }
    seconds = {label: [] for label in commands}
    for _ in range(runs):
        for label, command in commands.items():
            seconds[label].append(seconds_of(command))
    print(f"{len(names)} messages with HTML, {size / 1e6:.1f} MB, median of {runs}")
    medians = {label: [statistics.median(each) for each in zip(*taken)] for label, taken in seconds.items()}
    slow = medians["rspamadm mime urls"][0]
    for label, (clock, cpu) in medians.items():
        print(f"{label:32} {clock:8.3f} s {cpu:8.3f} s of CPU {len(names) / clock:10.0f} messages/s "
              f"{size / clock / 1e6:8.1f} MB/s {slow / clock:6.1f}")


main()

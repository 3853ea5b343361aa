#!/usr/bin/env python3
"""report.py TOOL MAIL [MESSAGES [RUNS]]: pages beside records, and beside MHonArc where that is installed.

Makes of MAIL (a folder): itself; an mbox of MESSAGES messages, its own again and again (default 100000); a bundle of
300 parts; a message of 5,000 links.  Each is read by `links --format jsonl` and by `report`, in turn, RUNS times
(default 5); the medians by the clock, the processor's time, memory, and the size of what was made."""
import os
import pathlib
import resource
import shutil
import statistics
import subprocess
import sys
import tempfile
import time

TOOL, MAIL = sys.argv[1], pathlib.Path(sys.argv[2])
MESSAGES = int(sys.argv[3]) if len(sys.argv) > 3 else 100_000
RUNS = int(sys.argv[4]) if len(sys.argv) > 4 else 5


def make_mbox(path):
    messages = []
    for file in sorted(MAIL.rglob("*")):
        if file.is_file():
            body = file.read_bytes().replace(b"\nFrom ", b"\n>From ")
            if body.startswith(b"From "):
                body = body[body.find(b"\n") + 1:]
            messages.append(body)
    with open(path, "wb") as out:
        for i in range(MESSAGES):
            body = messages[i % len(messages)]
            out.write(b"From x Mon Jan  1 00:00:00 2024\n" + body + (b"\n" if body.endswith(b"\n") else b"\n\n"))


def make_bundle(path):
    pictures = "".join(f'<p><img src="p{i}.png"><a href="q{i}.html">{i}</a></p>' for i in range(299))
    with open(path, "w") as out:
        out.write('MIME-Version: 1.0\nContent-Type: multipart/related; boundary=b; type="text/html"\n\n'
                  f"--b\nContent-Type: text/html\nContent-Location: http://h.example/i.html\n\n{pictures}\n")
        for i in range(299):
            out.write(f"--b\nContent-Type: image/gif\nContent-Location: http://h.example/p{i}.png\n"
                      "Content-Transfer-Encoding: base64\n\nR0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7\n")
        out.write("--b--\n")


def make_links(path):
    with open(path, "w") as out:
        out.write("Content-Type: text/html\n\n<base href='http://base.example/a/'>")
        out.write("".join(f"<p><a href='../p{i}?q={i}'>page {i}</a></p>\n" for i in range(5000)))


def size_of(path):
    return sum(file.stat().st_size for file in path.rglob("*") if file.is_file()) if path.is_dir() else path.stat().st_size


def one(words, made):
    """Seconds by the clock and of the processor."""
    shutil.rmtree(made, ignore_errors=True)
    made.unlink(missing_ok=True)
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    began = time.monotonic()
    done = subprocess.run([str(word) for word in words], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
    clock = time.monotonic() - began
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    if done.returncode > 1:
        sys.exit(done.stderr.decode())
    return clock, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def compare(name, source, work, runs, pages):
    times = {"links": [], "report": [], "mhonarc": []}
    ways = {"links": ([TOOL, "links", source, "--format", "jsonl", "--text", "-o", work / "links.jsonl"], work / "links.jsonl"),
            "report": ([TOOL, "report", source, *pages, "-o", work / "report"], work / "report")}
    if shutil.which("mhonarc") and name != "links":
        ways["mhonarc"] = (["mhonarc", "-quiet", "-outdir", work / "mhonarc", source], work / "mhonarc")
    for _ in range(runs):
        for way, (words, made) in ways.items():
            if way == "mhonarc":
                shutil.rmtree(made, ignore_errors=True)
                made.mkdir()
                if times[way] and runs > 1 and times[way][0][0] > 30:
                    continue
                began = time.monotonic()
                subprocess.run([str(word) for word in words], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
                times[way].append((time.monotonic() - began, 0))
            else:
                times[way].append(one(words, made))
    median = lambda way, i: statistics.median(run[i] for run in times[way])
    line = (f"{name:>10}: links {median('links', 0):8.2f} s, report {median('report', 0):8.2f} s: "
            f"{median('links', 0) / median('report', 0):.2f} of the rate by the clock, "
            f"{median('links', 1) / median('report', 1):.2f} by the processor; "
            f"{size_of(work / 'report') / 1e6:.1f} MB in {sum(1 for _ in (work / 'report').rglob('*'))} files, "
            f"index.html {(work / 'report/index.html').stat().st_size / 1e3:.0f} kB, records {size_of(work / 'links.jsonl') / 1e6:.1f} MB")
    if times["mhonarc"]:
        line += f"; MHonArc {median('mhonarc', 0):.2f} s, {size_of(work / 'mhonarc') / 1e6:.1f} MB"
    print(line, flush=True)


def main():
    with tempfile.TemporaryDirectory(dir=os.environ.get("TMPDIR", "/tmp")) as work:
        work = pathlib.Path(work)
        make_bundle(work / "bundle.eml")
        make_links(work / "links.eml")
        compare("bundle", work / "bundle.eml", work, RUNS, [])
        compare("links", work / "links.eml", work, RUNS, [])
        box = work / "mail.mbox"
        messages, globals()["MESSAGES"] = MESSAGES, sum(1 for file in MAIL.rglob("*") if file.is_file())
        make_mbox(box)
        compare("mail", box, work, RUNS, ["--pages", "all"])
        globals()["MESSAGES"] = messages
        make_mbox(box)
        print(f"{MESSAGES} messages are {box.stat().st_size / 1e6:.0f} MB", flush=True)
        compare("archive", box, work, 1, [])
        compare("all pages", box, work, 1, ["--pages", "all"])
        print(f"of children the largest took {resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1e3:.0f} MB")


main()

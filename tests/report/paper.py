#!/usr/bin/env python3
"""Reports on paper: what Chromium prints of them, 77 where there is none."""
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

TOP = pathlib.Path(os.environ.get("TOP", pathlib.Path(__file__).resolve().parents[2]))
TOOL = os.environ["BASEWALK"]
LETTER = TOP / "samples/mail/newsletter.eml"
wrong = []


def check(what, holds, seen=""):
    if not holds:
        wrong.append(f"{what}: {str(seen)[:400]}")


def run(*words):
    return subprocess.run([TOOL, "report", *map(str, words)], capture_output=True, text=True)


def pages_of(pdf):
    """The sizes of the pages, in points."""
    return [tuple(round(float(number)) for number in box.split())[2:]
            for box in re.findall(r"/MediaBox\s*\[([^\]]*)\]", pdf.read_bytes().decode("latin-1"))]


def main():
    if not (shutil.which("chromium") or shutil.which("chromium-browser")):
        print("skipped: there is no Chromium (Debian: chromium)")
        sys.exit(77)
    sandbox = ["--browser-sandbox", "off"] if os.geteuid() == 0 else []
    with tempfile.TemporaryDirectory() as work:
        work = pathlib.Path(work)
        for paper, size in (([], (595, 842)), (["--print", "A4"], (595, 842)), (["--print", "letter"], (612, 792))):
            pdf = work / f"{'-'.join(paper) or 'plain'}.pdf"
            done = run(LETTER, *paper, *sandbox, "-o", pdf)
            check(f"{paper}", done.returncode == 0, done.stderr)
            if not pdf.exists():
                continue
            check(f"{paper}: a PDF file", pdf.read_bytes().startswith(b"%PDF-"))
            sizes = pages_of(pdf)
            check(f"{paper}: its pages", len(sizes) >= 2 and set(sizes) == {size}, sizes)
            # Those of a body lead nowhere.
            links = re.findall(rb"/URI \(([^)]*)\)", pdf.read_bytes())
            check(f"{paper}: no link can be opened", all(link.startswith(b"about:srcdoc#") for link in links), links)
        # What does not fit one page goes on on the next: all links are there.
        many = work / "many.eml"
        many.write_text("Content-Type: text/html\n\n" + "".join(f"<a href='http://h.example/{i}'>{i}</a>" for i in range(300)))
        done = run(many, *sandbox, "-o", work / "many.pdf")
        check("many links", done.returncode == 0 and len(pages_of(work / "many.pdf")) > 15, done.stderr)
        done = run(LETTER, "--browser", work / "none", *sandbox, "-o", work / "no.pdf")
        check("no browser", done.returncode == 1 and "no.pdf: " in done.stderr and not (work / "no.pdf").exists(), done.stderr)
        if os.geteuid() == 0:
            done = run(LETTER, "-o", work / "no.pdf")
            check("root has no sandbox", done.returncode == 1 and "--browser-sandbox off" in done.stderr, done.stderr)
        done = run(LETTER, *sandbox, "-o", work / "many.pdf")
        check("nothing is replaced", done.returncode == 2 and "is there already" in done.stderr, done.stderr)
    print("\n".join(wrong) or "all is well")
    sys.exit(bool(wrong))


main()

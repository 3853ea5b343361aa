#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Holds the documents against the project; needs no build.

    check.py [TOP]

* A label that is cited anywhere, such as [B4], has its row in docs/semantics.md, and no two have one.
* A file of the project that a document names is there.
* A test that docs/rfcs.md names behind its file is a case there.
* docs/design.md tells the way of a link in ten steps: each file has what its step names, and its head
  says which files come before and after it.
"""
import pathlib
import re
import sys

top = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else pathlib.Path(__file__).parents[2]).resolve()
wrong = 0

LABEL = re.compile(r"\[([BRMH][1-9][0-9]?)\]")
CITING = ("src", "include", "docs", "tests", "samples", "bench", "contrib", "python")
TEXTS = {".cpp", ".h", ".md", ".tsv", ".py", ".sh", ".cmake", ".txt"}
STEPS = 10


def complain(path, why):
    global wrong
    wrong += 1
    print(f"{path.relative_to(top)}: {why}")


def texts():
    yield top / "README.md"
    for folder in CITING:
        for path in sorted((top / folder).rglob("*")):
            if path.is_file() and path.suffix in TEXTS:
                yield path


def check_labels():
    semantics = top / "docs/semantics.md"
    rows = re.findall(r"^\| \[([BRMH][0-9]+)\] \|", semantics.read_text(), re.M)
    for label in sorted({label for label in rows if rows.count(label) > 1}):
        complain(semantics, f"[{label}] has several rows")
    count = 0
    for path in texts():
        if path == pathlib.Path(__file__).resolve():
            continue
        for label in LABEL.findall(path.read_text(errors="replace")):
            count += 1
            if label not in rows:
                complain(path, f"[{label}] has no row in docs/semantics.md")
    print(f"{len(rows)} labels, cited {count} times")


def check_cases():
    """`tests/a_test.cpp`: `one`, `other`"""
    document = top / "docs/rfcs.md"
    count = 0
    for name, cases in re.findall(r"`(tests/[a-z0-9_/]+\.cpp)`: ((?:`[a-z0-9_]+`(?:, )?)+)", document.read_text()):
        text = (top / name).read_text() if (top / name).exists() else ""
        for case in re.findall(r"`([a-z0-9_]+)`", cases):
            count += 1
            if not re.search(r"TEST_CASE\(\s*%s\b" % case, text):
                complain(document, f"{name} has no case {case}")
    print(f"{count} cases of tests named in rfcs.md")
    if count == 0:
        complain(document, "names no case of a test")


def check_files():
    """`src/url/split.h`, `tests/data/mime/*.tree`; a folder is named with its slash or without."""
    named = re.compile(r"`((?:%s|scripts|cmake)/[A-Za-z0-9_./*-]+)`" % "|".join(CITING))
    count = 0
    for path in [*sorted(top.glob("*.md")), *sorted((top / "docs").glob("*.md"))]:
        for name in named.findall(path.read_text()):
            if "LAYER" in name:  # a pattern for the reader
                continue
            count += 1
            if not any(True for _ in top.glob(name.rstrip("/"))):
                complain(path, f"there is no {name}")
    print(f"{count} names of files")


def head_of(path):
    return path.read_text().split("#include")[0]


def check_way():
    design = top / "docs/design.md"
    table = design.read_text().partition("## The way of a link")[2].partition("\n## ")[0]
    steps = re.findall(r"^\| ([0-9]+) \| `([^`]+)` \| `([^`]+)` \|", table, re.M)
    if [int(number) for number, _, _ in steps] != list(range(1, STEPS + 1)):
        complain(design, f"the way of a link has the steps {[n for n, _, _ in steps]}, not 1 to {STEPS}")
        return
    for i, (number, name, what) in enumerate(steps):
        path = top / name
        if not path.is_file():
            complain(design, f"step {number}: there is no {name}")
            continue
        # Its definition; a call or a declaration does not do.
        if not re.search(rf"^[^\s/].*\b{re.escape(what)}\(.*[^;]$", path.read_text(), re.M):
            complain(design, f"step {number}: {name} does not define {what}")
        head = " ".join(line.lstrip("/ ") for line in head_of(path).split("\n"))
        before = head.partition("Before this: ")[2].partition("After it: ")[0]
        after = head.partition("After it: ")[2]
        for words, neighbour in ((before, i - 1), (after, i + 1)):
            wanted = steps[neighbour][1].removeprefix("src/") if 0 <= neighbour < STEPS else ""
            if not words or wanted not in words:
                complain(path, f"its head does not say that {wanted or 'nothing'} comes "
                               f"{'before' if neighbour < i else 'after'} it on the way of a link")


check_labels()
check_files()
check_cases()
check_way()
print(f"{wrong} wrong")
sys.exit(1 if wrong else 0)

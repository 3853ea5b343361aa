#!/usr/bin/env python3
"""Prints where Python's mailbox module sees messages begin: path TAB offset ... for each mbox below
the folders."""
import mailbox
import pathlib
import sys

for folder in sys.argv[1:]:
    for path in sorted(p for p in pathlib.Path(folder).rglob("*") if p.is_file()):
        with open(path, "rb") as file:
            if file.read(5) != b"From ":
                continue
        box = mailbox.mbox(path, create=False)
        offsets = [str(box._lookup(key)[0]) for key in box.keys()]
        print(path, *offsets, sep="\t")

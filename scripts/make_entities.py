#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Makes src/html/data/entities.inc, the table of named character references.

usage: make_entities.py ENTITIES.TSV > src/html/data/entities.inc

The input has a line for each name of WHATWG HTML 13.5: the name as written after the ampersand,
with its semicolon where it has one, a tab, and one or two code points as U+XXXX.
"""
import sys


def main(path):
    rows = []
    with open(path, encoding="ascii") as lines:
        for line in lines:
            if line.startswith("#") or not line.strip():
                continue
            name, points = line.rstrip("\n").split("\t")
            rows.append((name, "".join(chr(int(p[2:], 16)) for p in points.split())))
    rows.sort()
    print("// Made by scripts/make_entities.py.  Sorted by name, in the order of bytes.")
    for name, text in rows:
        escaped = "".join("\\%03o" % byte for byte in text.encode("utf-8"))
        print('{"%s", "%s"},' % (name, escaped))


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    main(sys.argv[1])

#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Writes the seeds of a fuzzer as files, as libFuzzer wants them.

    seeds.py OUT SEED...

Each file of a folder is an input, each line of a table one more; a file that ends in `.seeds` has inputs alone,
one a line (run_seeds.cpp reads the same).  A file is called by the hash of its bytes, so that no input is there
twice, and what is in OUT stays.
"""
import hashlib
import pathlib
import re
import sys

LETTERS = {"n": b"\n", "r": b"\r", "t": b"\t", "0": b"\0"}


def unescaped(line):
    def byte(match):
        text = match.group(1).decode("latin-1")
        if text.startswith("x") and len(text) == 3:
            return bytes.fromhex(text[1:])
        return LETTERS.get(text, text.encode("latin-1"))

    return re.sub(rb"\\(x[0-9a-fA-F]{2}|.)", byte, line, flags=re.S)


def inputs_of(path):
    data = path.read_bytes()
    lines = data.split(b"\n")[: None if data and not data.endswith(b"\n") else -1]
    if path.suffix == ".seeds":
        yield from (unescaped(line) for line in lines if not line.startswith(b"#"))
        return
    yield data
    if path.suffix == ".tsv":
        yield from lines


def main(out, *seeds):
    out = pathlib.Path(out)
    out.mkdir(parents=True, exist_ok=True)
    for seed in map(pathlib.Path, seeds):
        paths = sorted(path for path in seed.rglob("*") if path.is_file()) if seed.is_dir() else [seed]
        for path in paths:
            for data in inputs_of(path):
                name = out / hashlib.sha256(data).hexdigest()[:40]
                if not name.exists():
                    name.write_bytes(data)
    return 0


if __name__ == "__main__":
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    sys.exit(main(*sys.argv[1:]))

# SPDX-License-Identifier: MIT
"""What the tests of the Python package share.

The environment says where things are: BASEWALK_TOP is the project, BASEWALK the tool, PYTHONPATH the package.
"""
import os
import pathlib
import re
import unittest

TOP = pathlib.Path(os.environ["BASEWALK_TOP"])
DATA = TOP / "tests/data"
SAMPLES = TOP / "samples/mail"
SKIPPED = 77


def tool():
    """The command-line tool, or no test."""
    path = os.environ.get("BASEWALK", "")
    if not path:
        raise unittest.SkipTest("the tool is not built")
    return path


def table(name):
    """The rows of a table of tests/data, without its heading; each cell is what stands there."""
    lines = (DATA / name).read_bytes().decode().split("\n")
    rows = [line.split("\t") for line in lines if line and not line.startswith("#")]
    width = len(rows[0])
    return [row + [""] * (width - len(row)) for row in rows[1:]]


def unescaped(cell):
    """What the escapes of a cell stand for; a byte that is no UTF-8 is what Python makes of one in a name."""
    known = {b"t": b"\t", b"n": b"\n", b"r": b"\r", b"0": b"\0"}

    def meant(match):
        text = match.group(1)
        return bytes([int(text[1:], 16)]) if len(text) == 3 else known.get(text, text)

    done = re.sub(rb"\\(x[0-9a-fA-F]{2}|.)", meant, cell.encode(), flags=re.S)
    return done.decode("utf-8", "surrogateescape")


def main():
    """Runs the tests; the exit status says when one was skipped, which CTest reports."""
    done = unittest.main(exit=False).result
    raise SystemExit(1 if not done.wasSuccessful() else SKIPPED if done.skipped else 0)

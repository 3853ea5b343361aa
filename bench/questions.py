#!/usr/bin/env python3
"""How long the questions of docs/questions.md take: BASEWALK=TOOL bench/questions.py [LINKS] [--keep FILE]

Makes a database of a million links (or of so many) as the test `questions-plans` does, asks each question
seven times with a connection of its own, and prints the median and the longest in milliseconds of the
processor's time, the steps of its plan, and how large the database is. What is read has been written just
before, so it comes from the memory of the system, not from a disk."""
import pathlib
import sqlite3
import statistics
import sys
import tempfile
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "tests/questions"))
from questions import generated, parameters, plan, questions  # noqa: E402

arguments = sys.argv[1:]
keep = None
if "--keep" in arguments:
    at = arguments.index("--keep")
    keep = pathlib.Path(arguments[at + 1])
    del arguments[at:at + 2]
with tempfile.TemporaryDirectory() as folder:
    path = keep or pathlib.Path(folder) / "questions.sqlite"
    database = generated(path, int(arguments[0]) if arguments else 1_000_000)
    values = parameters(database)
    database.close()
    print(f"{path.stat().st_size / 1e6:.0f} MB")
    for number, title, sql, *_ in questions():
        times = []
        for _ in range(7):
            connection = sqlite3.connect(path)
            begin = time.process_time()
            rows = len(connection.execute(sql, values).fetchall())
            times.append(1000 * (time.process_time() - begin))
            steps = plan(connection, sql, values)
            connection.close()
        print(f"{number:2} {statistics.median(times):7.1f} {max(times):7.1f} {rows:6} rows  {title}")
        print("      " + "; ".join(steps))

#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""What Python is told beside what the tool prints: of every mail in tests/data, or in the folders that are named.

Kinds link, note, unread and message of `basewalk links --format jsonl`, field by field.
"""
import json
import pathlib
import subprocess
import sys
import unittest
from collections import defaultdict

import basewalk
from support import DATA, SKIPPED, TOP, main, tool

FOLDERS = [pathlib.Path(name) for name in sys.argv[1:]]
del sys.argv[1:]

# What the tool's records have that the C API does not tell: of the message's header, and of the public suffix list.
LINK_KEYS = ("part", "type", "where", "raw", "base", "base_from", "base_part", "status", "url", "clicked", "target",
             "flags", "text", "reading", "host", "byte_offset")
NOTE_KEYS = ("part", "code", "level", "text")
UNREAD_KEYS = ("part", "type", "name", "size", "why", "text")
MESSAGE_KEYS = ("parts", "links", "notes", "verdict", "other_links", "unread", "size")


def told_by_the_tool(folder):
    """Records by message, and then by kind."""
    done = subprocess.run([tool(), "links", "--format", "jsonl", "--open", "none", "--text", "--full-data",
                           "--match", "compat", str(folder)], capture_output=True)
    if done.returncode not in (0, 1):
        raise AssertionError(done.stderr.decode(errors="replace"))
    told = defaultdict(lambda: defaultdict(list))
    for line in done.stdout.split(b"\n"):
        if line:
            record = json.loads(line)
            told[record["source"], record["message"]][record["kind"]].append(record)
    return told


def name_of(source):
    """As JSON has a name that is not UTF-8."""
    return source.encode("utf-8", "surrogateescape").decode("utf-8", "replace")


def of_python(message):
    found = defaultdict(list)
    for row, link in zip(basewalk.rows(message.bytes, OPTIONS, on_note=lambda note: None), message.links):
        row["byte_offset"] = None if link.at is None else message.offset + link.at
        found["link"].append([row[key] for key in LINK_KEYS])
    for note in message.notes:
        found["note"].append([getattr(note, key) for key in NOTE_KEYS])
    for unread in message.unread:
        found["unread"].append([{**unread.asdict(), "size": unread.length}[key] for key in UNREAD_KEYS])
    found["message"].append([{**message.walk.summary.asdict(), "size": len(message.bytes)}[key]
                             for key in MESSAGE_KEYS])
    return found


OPTIONS = basewalk.Options(targets=True)


class Same(unittest.TestCase):
    maxDiff = 4000

    def compare(self, folder):
        told = told_by_the_tool(folder)
        others = {kind: sum(len(records[kind]) for records in told.values()) for kind in ("problem", "skipped")}
        problems = []
        count = 0
        for message in basewalk.messages(folder, OPTIONS, on_problem=problems.append):
            count += 1
            records = told.pop((name_of(message.source), message.number))
            found = of_python(message)
            for kind, keys in (("link", LINK_KEYS), ("note", NOTE_KEYS), ("unread", UNREAD_KEYS),
                               ("message", MESSAGE_KEYS)):
                wanted = [[record[key] for key in keys] for record in records[kind]]
                if found[kind] != wanted:
                    with self.subTest(source=message.source, offset=message.offset, kind=kind):
                        self.assertEqual(found[kind], wanted)
        self.assertEqual(sum(len(records["link"]) for records in told.values()), 0)
        for kind in others:
            self.assertEqual(sum(item.kind == kind for item in problems), others[kind])
        return count

    @unittest.skipIf(FOLDERS, "other folders are named")
    def test_every_mail_of_the_tests(self):
        folders = sorted(path for path in DATA.iterdir() if path.is_dir())
        self.assertGreaterEqual(sum(map(self.compare, [*folders, TOP / "samples/mail"])), 330)

    @unittest.skipUnless(FOLDERS, "no folder is named")
    def test_mail_of_folders(self):
        for folder in FOLDERS:
            self.assertGreater(self.compare(folder), 0)


if __name__ == "__main__":
    if not all(folder.is_dir() for folder in FOLDERS):
        print("skipped: there is no", *FOLDERS)
        raise SystemExit(SKIPPED)
    unittest.main()

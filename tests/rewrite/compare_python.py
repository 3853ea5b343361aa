#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Holds rewritten mail against Python's own reader of mail.

    compare_python.py PROGRAM KNOWN.tsv FOLDER...

Every file is rewritten twice, by PROGRAM (compare_rewritten.cpp).  Python's email package must read
the same tree before and after: parts, types, headers, file names.  The body of each part in which
nothing was edited must decode to the same bytes, and that of every other part to the bytes that we
say, wherever Python reads that part of the mail that came as we do.  KNOWN.tsv explains the files
that differ: name, reader, reason.
"""
import email
import email.policy
import hashlib
import os
import subprocess
import sys


def sha256(body):
    return hashlib.sha256(body).hexdigest()


def tree_of(message):
    """A line for each part, and the decoded bodies of its leaves."""
    lines, leaves = [], []
    stack = [(message, 0)]
    while stack:
        part, depth = stack.pop()
        headers = [(name, str(value)) for name, value in part.raw_items()]
        lines.append((depth, part.get_content_type(), part.get_filename(), headers))
        payload = part.get_payload()
        if isinstance(payload, list):
            stack.extend((child, depth + 1) for child in reversed(payload))
        else:
            leaves.append((part.get_content_type(), part.get_payload(decode=True) or b""))
    return lines, leaves


def rewritten(program, mode, files):
    out = subprocess.run([program, mode, *files], stdout=subprocess.PIPE, check=True).stdout
    at = 0
    for name in files:
        end = out.index(b"\n", at)
        _, size, count = out[at:end].split()
        at = end + 1
        if int(size) == 0:
            yield name, None, None
            continue
        message = out[at:at + int(size)]
        at += int(size) + 1
        leaves = []
        for _ in range(int(count)):
            end = out.index(b"\n", at)
            kind, edited, before, after = out[at:end].decode().rsplit(" ", 3)
            leaves.append((kind, edited == "1", before, after))
            at = end + 1
        yield name, message, leaves


def difference(before, after, leaves):
    old_lines, old_leaves = tree_of(email.message_from_bytes(before))
    new_lines, new_leaves = tree_of(email.message_from_bytes(after))
    if old_lines != new_lines:
        return "the tree differs"
    if len(old_leaves) != len(new_leaves):
        return "the leaves differ"
    edited = any(leaf[1] for leaf in leaves)
    if not edited:
        return None if old_leaves == new_leaves else "bodies differ, and nothing was edited"
    if len(leaves) != len(new_leaves):  # another tree than ours, before and after
        return None if sum(a != b for a, b in zip(old_leaves, new_leaves)) <= sum(
            leaf[1] for leaf in leaves) else "too many bodies differ"
    for old, new, leaf in zip(old_leaves, new_leaves, leaves):
        if not leaf[1]:
            if old != new:
                return "a body differs that was not edited"
        elif sha256(old[1]) == leaf[2] and sha256(new[1]) != leaf[3]:
            return "an edited body is not what we say it is (%s)" % leaf[0]
    return None


def main():
    program, known_file, *folders = sys.argv[1:]
    for folder in folders:
        if not os.path.isdir(folder):
            print("skipped: there is no folder %s" % folder)
            return 77
    with open(known_file, encoding="utf-8") as lines:
        rows = [line.split("\t") for line in lines]
    known = {row[0] for row in rows if row[1] == "python"}
    files = sorted(os.path.join(where, name) for folder in folders
                   for where, _, names in os.walk(folder) for name in names
                   if not name.endswith(".tsv"))
    seen, changed, wrong = 0, 0, 0
    differ = {}
    for mode in ("absolute", "wrap"):
        for start in range(0, len(files), 200):
            for name, after, leaves in rewritten(program, mode, files[start:start + 200]):
                seen += 1
                if after is None:
                    continue
                changed += 1
                with open(name, "rb") as source:
                    reason = difference(source.read(), after, leaves)
                if reason:
                    differ.setdefault(os.path.basename(name), "%s: %s" % (mode, reason))
    for name, reason in sorted(differ.items()):
        if name not in known:
            wrong += 1
            print("%s: %s" % (name, reason))
    present = {os.path.basename(name) for name in files}
    for name in sorted((known & present) - set(differ)):
        wrong += 1
        print("%s is explained, and agrees" % name)
    print("%d rewritings, %d changed, %d files differ, %d wrongly explained"
          % (seen, changed, len(differ), wrong))
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())

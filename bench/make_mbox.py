#!/usr/bin/env python3
"""Makes an mbox of every message below some folders: make_mbox.py OUT FOLDER... [--size BYTES] [--html]

Messages are taken in the order of their names, again and again until the mbox has that size (default:
once); with --html only those that have an HTML part.  Lines that begin with "From " get a ">" (mboxrd)."""
import pathlib
import re
import sys

HTML = re.compile(rb"(?im)^content-type:\s*text/html")

arguments = sys.argv[1:]
size = 0
if "--size" in arguments:
    at = arguments.index("--size")
    size = int(float(arguments[at + 1]))
    del arguments[at:at + 2]
html = "--html" in arguments
if html:
    arguments.remove("--html")
if len(arguments) < 2:
    sys.exit(__doc__)
messages = []
for folder in arguments[1:]:
    for path in sorted(pathlib.Path(folder).rglob("*")):
        if path.is_file():
            text = path.read_bytes()
            if text.startswith(b"From "):
                text = text.partition(b"\n")[2]
            if not text.strip() or (html and not HTML.search(text)):
                continue
            text = re.sub(rb"(?m)^(>*From )", rb">\1", text)
            messages.append(b"From bench@example.com Thu Nov 19 10:00:00 2026\n" + text.rstrip(b"\r\n") + b"\n\n")
written = count = 0
with open(arguments[0], "wb") as out:
    while True:
        for message in messages:
            out.write(message)
            written += len(message)
            count += 1
            if size and written >= size:
                break
        if written >= size:
            break
print(f"{count} messages, {written} bytes")

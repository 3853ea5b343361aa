#!/usr/bin/env python3
"""The examples of the documents: each `<!-- $ command -->` is followed by what the command prints.

With --update the documents are written anew."""
import os
import pathlib
import re
import subprocess
import sys
import tempfile

top = pathlib.Path(os.environ["TOP"])
tool = os.environ["BASEWALK"]
EXAMPLE = re.compile(r"(<!-- \$ ((?:basewalk|sqlite3) .*?) -->\n```\w*\n)(.*?)(```)", re.S)
wrong = count = 0

# The project's files, and room for what the examples write.
room = tempfile.TemporaryDirectory()
for entry in top.iterdir():
    os.symlink(entry, pathlib.Path(room.name) / entry.name)


def run(match):
    global wrong, count
    count += 1
    path = os.path.dirname(tool) + os.pathsep + os.environ["PATH"]
    done = subprocess.run(match.group(2), shell=True, cwd=room.name, capture_output=True, stdin=subprocess.DEVNULL,
                          env={**os.environ, "PATH": path, "LANG": "C.UTF-8", "LC_ALL": "C.UTF-8"})
    got = f"$ {match.group(2)}\n" + done.stdout.decode() + done.stderr.decode()
    if got != match.group(3):
        wrong += 1
        print(f"{match.group(2)}\nwanted:\n{match.group(3)}\ngot:\n{got}")
    return match.group(1) + got + match.group(4)


for path in [top / "README.md", *sorted((top / "docs").glob("*.md"))]:
    text = path.read_text()
    new = EXAMPLE.sub(run, text)
    if "--update" in sys.argv and new != text:
        path.write_text(new)

# A link to a file of the project leads somewhere.
for path in [*sorted(top.glob("*.md")), *sorted((top / "docs").glob("*.md"))]:
    for target in re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", path.read_text()):
        if not (path.parent / target).exists():
            wrong += 1
            print(f"{path.name}: there is no {target}")
print(f"{count} examples, {wrong} wrong")
sys.exit(1 if wrong and "--update" not in sys.argv else 0)

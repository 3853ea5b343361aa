#!/usr/bin/env python3
"""The examples of the documents: each `<!-- $ command -->` is followed by what the command prints, and so
is each `$ command` that a block of the manual begins with.

With --update the documents are written anew."""
import os
import pathlib
import re
import shlex
import subprocess
import sys
import tempfile

top = pathlib.Path(os.environ["TOP"])
tool = os.environ["BASEWALK"]
EXAMPLE = re.compile(r"(<!-- \$ ((?:basewalk|sqlite3) .*?) -->\n```\w*\n)(.*?)(```)", re.S)
# A block of a page of the manual begins with its command.
MANUAL = re.compile(r"^(```\n)\$ (.*?)\n(.*?)^(```)", re.M | re.S)
wrong = count = 0

# The project's files, and room for what the examples write.
room = tempfile.TemporaryDirectory()
for entry in top.iterdir():
    os.symlink(entry, pathlib.Path(room.name) / entry.name)


def run(command, wanted):
    """What stands in the document: the command, and what it prints."""
    global wrong, count
    count += 1
    path = os.path.dirname(tool) + os.pathsep + os.environ["PATH"]
    done = subprocess.run(command, shell=True, cwd=room.name, capture_output=True, stdin=subprocess.DEVNULL,
                          env={**os.environ, "PATH": path, "LANG": "C.UTF-8", "LC_ALL": "C.UTF-8"})
    got = f"$ {command}\n" + done.stdout.decode() + done.stderr.decode()
    if got != wanted:
        wrong += 1
        print(f"{command}\nwanted:\n{wanted}\ngot:\n{got}")
    return got


def in_markdown(match):
    return match.group(1) + run(match.group(2), match.group(3)) + match.group(4)


def in_manual(match):
    return match.group(1) + run(match.group(2), f"$ {match.group(2)}\n{match.group(3)}") + match.group(4)


DOCUMENTS = [(top / "README.md", EXAMPLE, in_markdown)]
DOCUMENTS += [(path, EXAMPLE, in_markdown) for path in sorted((top / "docs").glob("*.md"))]
DOCUMENTS += [(path, MANUAL, in_manual) for path in sorted((top / "docs/man").glob("*.scd"))]
for path, examples, shown in DOCUMENTS:
    text = path.read_text()
    new = examples.sub(shown, text)
    if "--update" in sys.argv and new != text:
        path.write_text(new)

# A command that is shown without what it prints has a verb and options that there are.
SHOWN = re.compile(r"^    (?:basewalk|\./scripts/run) +([a-z]+(?: .*)?)$", re.M)
script = subprocess.run([tool, "completion", "fish"], capture_output=True, check=True).stdout.decode()
known = {}
for condition, rest in re.findall(r"^complete -c basewalk -n '([^']*)'(.*)", script, re.M):
    verb = tuple(re.findall(r"(?<!not )__fish_seen_subcommand_from ([a-z]+)", condition))
    rest = rest.partition(" -d ")[0]
    known.setdefault(verb, set()).update("--" + name for name in re.findall(r" -l (\S+)", rest))
    known[verb].update("-" + name for name in re.findall(r" -s (\S)", rest))
for path in [top / "README.md", top / "CONTRIBUTING.md", *sorted((top / "docs").glob("*.md"))]:
    for line in SHOWN.findall(path.read_text()):
        words = re.split(r"[|;>]", line)[0]
        words = shlex.split(words.replace("`", ""), comments=True)
        verb = tuple(words[:2] if words[0] == "mhtml" else words[:1])
        if verb in (("guard",), ("milter",), ("policy",)) and verb not in known:  # not built
            continue
        count += 1
        for word in words[len(verb):]:
            name = word.partition("=")[0] if word.startswith("--") else word[:2]
            if verb not in known or (word.startswith("-") and word != "-" and name not in known[verb]):
                wrong += 1
                print(f"{path.name}: basewalk {line}: there is no such verb, or no {word}")

# A link to a file of the project leads somewhere.
for path in [*sorted(top.glob("*.md")), *sorted((top / "docs").glob("*.md"))]:
    for target in re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", path.read_text()):
        if not (path.parent / target).exists():
            wrong += 1
            print(f"{path.name}: there is no {target}")
print(f"{count} examples, {wrong} wrong")
sys.exit(1 if wrong and "--update" not in sys.argv else 0)

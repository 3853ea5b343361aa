#!/usr/bin/env python3
"""The pages of the manual: every verb has one, with its options and no others, and each is sound.

What the pages show of commands is run by docs.py.  $PAGES is the folder of the built pages."""
import os
import pathlib
import re
import shutil
import subprocess
import sys

top = pathlib.Path(os.environ["TOP"])
tool = os.environ["BASEWALK"]
pages = pathlib.Path(os.environ["PAGES"])
wrong = 0


def complain(what, why):
    global wrong
    wrong += 1
    print(f"{what}: {why}")


def options_of_verbs():
    """From the completions: "links" -> {"--jobs", ...}; "mhtml list" counts for "mhtml"."""
    script = subprocess.run([tool, "completion", "fish"], capture_output=True, check=True).stdout.decode()
    verbs = {}
    for line in script.splitlines():
        if not line.startswith("complete"):
            continue
        condition = line.split("'")[1]
        seen = re.search(r"^__fish_seen_subcommand_from ([^\s;]+)", condition)
        names = verbs.setdefault(seen.group(1) if seen else "", set())
        line = line[len("complete -c basewalk -n ''") + len(condition):].partition(" -d ")[0]
        names.update("-" + name for name in re.findall(r" -s (\S)", line))
        names.update("--" + name for name in re.findall(r" -l (\S+)", line))
    return verbs


def text_of(page):
    """What a reader sees, without what makes it bold."""
    return re.sub(r"\\f.|\\&|\\", "", page.read_text())


def check_options():
    verbs = options_of_verbs()
    every = set().union(*verbs.values())
    more = re.findall(r"^(-\S+)$", (top / "docs/man/options.inc").read_text(), re.M)
    for name in more:
        if name not in every:
            complain("docs/man/options.inc", f"no verb has {name}")
    for verb, options in sorted(verbs.items()):
        page = pages / (f"basewalk-{verb}.1" if verb else "basewalk.1")
        if not page.exists():
            complain(page.name, "there is no such page")
            continue
        text = text_of(page)
        listed = set(re.findall(r"(?<![\w-])--?[a-zA-Z0-9][\w-]*", "\n".join(
            line for line in text.splitlines() if re.match(r"^(-\w, )?-", line))))
        for name in sorted(options - listed if verb else set()):
            complain(page.name, f"{name} is not in it")
        for name in sorted(listed - options if verb else set()):
            complain(page.name, f"{verb} has no {name}")
        # What is said in passing belongs to some verb.
        source = (top / "docs/man" / (page.name + ".scd")).read_text()
        prose = re.sub(r"^```.*?^```", "", source, flags=re.M | re.S)
        for name in re.findall(r"(?<![\w-])--[a-z][\w-]*", prose):
            if name not in every:
                complain(page.name, f"no verb has {name}")
    return len(verbs)


def check_references():
    """`*basewalk-links*(1)` is a page."""
    names = {page.name for page in pages.iterdir()}
    for page in sorted(pages.glob("*.[1-9]")):
        for name, section in re.findall(r"((?:lib)?basewalk(?:-[a-z]+)?)\(([1-9])\)", text_of(page)):
            if f"{name}.{section}" not in names and name not in ("basewalk-guard", "basewalk-milter", "basewalk-policy"):
                complain(page.name, f"there is no {name}({section})")


def check_lines():
    """Nothing is left that should have been filled in."""
    for page in sorted(pages.glob("*.scd")):
        for line in re.findall(r"^@.*", page.read_text(), re.M):
            complain(page.name, f"{line} is nothing that can be filled in")


def lint():
    linters = []
    if shutil.which("mandoc"):
        linters.append(["mandoc", "-T", "lint", "-W", "warning"])
    if shutil.which("groff"):
        linters.append(["groff", "-man", "-Kutf8", "-Tutf8", "-ww", "-z"])
    for page in sorted(pages.glob("*.[1-9]")):
        for linter in linters:
            done = subprocess.run([*linter, str(page)], capture_output=True)
            # scdoc puts a paragraph behind each heading.
            said = "".join(line + "\n" for line in (done.stdout + done.stderr).decode().splitlines()
                           if "skipping paragraph macro" not in line)
            if said:
                complain(page.name, f"{linter[0]}: {said}")
    return [linter[0] for linter in linters]


def check_columns():
    """A drawing fits a terminal."""
    text = (top / "docs/man/basewalk.7.scd").read_text()
    for line in re.search(r"^```\n(.*?)^```", text, re.M | re.S).group(1).splitlines():
        if len(line) > 72:
            complain("basewalk.7", f"the drawing is too wide: {line}")


count = check_options()
check_references()
check_columns()
check_lines()
linters = lint()
print(f"{len(list(pages.glob('*.[1-9]')))} pages, {count} verbs, looked at by {' and '.join(linters) or 'nobody'}; {wrong} wrong")
sys.exit(1 if wrong else 0 if len(linters) == 2 else 77)

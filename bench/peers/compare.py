#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""What other programs tell of the links of a few mails, beside basewalk: compare.py BASEWALK [--details] [--only PEER,...]

The mails, and what is right of each, are in tests/data/compare.  Every peer that is there is run as somebody would run it
who wants to know the links; docs/compare.md has the table that this prints.  Peers:

  rspamd, spamassassin, mhonarc, mblaze, urlscan    by PATH (and SpamAssassin's Perl modules): Debian has packages of them
  mailparser, mhtml2html    NODE_PATH names a node_modules that has them
  eml_parser                PYTHONPATH names its source (or it is installed), and what it needs
  MimeKit                   MIMEKIT names MimeKitLite.dll (or MimeKit.dll); mono and mcs run it
  lychee                    by PATH

What they say is marked so:

  yes     the right URL, and none that the mail does not lead to
  more    the right URL, and one that the mail does not lead to
  some    a part of what is right
  raw     the reference as it is written, without what it leads to
  text    the text that the reference stands in is handed over; finding and resolving it is left to the caller
  wrong   a URL that the mail does not lead to, and not the right one
  no      nothing
  -       a mail of a kind that it does not read

Below the table stands each URL that is not right, and each error (`fails`).

A peer that is absent is named and has no column.  The exit status is 0: this is a report and no test."""
import base64
import csv
import html
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor

HERE = pathlib.Path(__file__).resolve().parent
MAILS = HERE.parents[1] / "tests/data/compare"
PICTURE = "R0lGODlhAQABAIAAAAAAAP"  # how the picture of the bundles begins, in base64
OWN = ("http://www.w3.org/TR/html4/", "https://www.mhonarc.org/", "http://www.mhonarc.org/")  # in every page of MHonArc
TOKEN = re.compile(r"[a-z][a-z0-9+.-]*:(?://)?[^\s\"'<>]+|part \d+", re.I)


def run(command, **more):
    done = subprocess.run([str(word) for word in command], capture_output=True, stdin=subprocess.DEVNULL, timeout=120, **more)
    return done.stdout.decode("utf-8", "replace"), done.stderr.decode("utf-8", "replace"), done.returncode


def output_of(*command):
    """A peer that is one command with the mail behind it."""
    def ask(path):
        out, err, status = run([*command, path])
        if status and not out:
            raise RuntimeError((err.strip().splitlines() or [f"exit status {status}"])[-1])
        return out
    return ask


def ask_basewalk(tool):
    def ask(path):
        said = []
        for line in run([tool, "links", "--quiet", "--format", "jsonl", path])[0].splitlines():
            record = json.loads(line)
            if record["kind"] == "link":
                said += [record[key] for key in ("url", "clicked") if record[key]]
                if record["where"] == "img[src]" and record["target"]:
                    said.append(f"part {record['target']}")
        return "\n".join(said)
    return ask


def ask_spamassassin(mails):
    """It takes long to start: all mails at once."""
    said = dict(zip(mails, run(["perl", HERE / "spamassassin.pl", *mails])[0].split("\f")))
    return said.__getitem__


def ask_mhonarc(path):
    """An archive of one message: its page, and the picture that the page shows."""
    with tempfile.TemporaryDirectory() as folder:
        run(["mhonarc", "-quiet", "-outdir", folder, path])
        page = pathlib.Path(folder, "msg00000.html").read_text(errors="replace")
        shown = re.search(r'<img src="([\w.]+)"', page)
        return page + (base64.b64encode(pathlib.Path(folder, shown[1]).read_bytes()).decode() if shown else "")


def ask_mhtml2html(script):
    def ask(path):
        if b"multipart/related" not in path.read_bytes():
            return None
        with tempfile.TemporaryDirectory() as folder:
            page = pathlib.Path(folder) / "page.html"
            _, err, status = run(["node", script, path, page])
            if not page.exists():
                raise RuntimeError(next((line for line in err.splitlines() if "rror" in line), f"exit status {status}"))
            return page.read_text(errors="replace")
    return ask


def peers(basewalk, folder, mails):
    """Name: whether it lists links (else it gives text), and how to ask it; or why it is absent."""
    modules = [pathlib.Path(p) for p in os.environ.get("NODE_PATH", "").split(":") if p]

    def module(name):
        return next((m / name for m in modules if (m / name).is_dir()), None) if shutil.which("node") else None

    def by_path(lists, *command):
        return (lists, output_of(*command)) if shutil.which(command[0]) else f"there is no {command[0]}"

    table = {"basewalk": (True, ask_basewalk(basewalk)),
             "rspamd": by_path(True, "rspamadm", "mime", "urls")}
    perl = shutil.which("perl") and run(["perl", "-MMail::SpamAssassin", "-e", "1"])[2] == 0
    table["SpamAssassin"] = (True, ask_spamassassin(mails)) if perl else "Perl has no Mail::SpamAssassin"
    table["MHonArc"] = (False, ask_mhonarc) if shutil.which("mhonarc") else "there is no mhonarc"
    library = os.environ.get("MIMEKIT")
    if not library or not shutil.which("mcs"):
        table["MimeKit"] = "MIMEKIT names no library, or there is no mcs"
    else:
        shutil.copy(library, folder)
        _, err, status = run(["mcs", f"-r:{library}", f"-out:{folder}/links.exe", HERE / "mimekit_links.cs"])
        table["MimeKit"] = f"mcs: {err.strip()}" if status else (False, output_of("mono", f"{folder}/links.exe"))
    table["mblaze"] = by_path(False, "mshow", "-N", "-L")
    table["urlscan"] = by_path(True, "urlscan", "-n")
    there = run([sys.executable, "-c", "import eml_parser"])[2] == 0
    table["eml_parser"] = (True, output_of(sys.executable, HERE / "eml_parser_links.py")) if there else "Python has no eml_parser"
    found = module("mailparser")
    table["mailparser"] = (False, output_of("node", HERE / "mailparser_text.js")) if found else "NODE_PATH names no folder with it"
    found = module("mhtml2html")
    table["mhtml2html"] = (False, ask_mhtml2html(found / "index.js")) if found else "NODE_PATH names no folder with it"
    table["lychee"] = by_path(True, "lychee", "--dump", "--extensions", "eml")
    return table


def judge(row, lists, said):
    """A mark, and a URL that is not right, if there is one."""
    if said is None:
        return "-", None
    if PICTURE in said:
        said += "\npart 2"
    said = said.replace("&amp;", "&")
    wanted = [row["expected"]] if row["expected"].startswith("part ") else row["expected"].split()
    written = row["written"].replace("\\n", "\n").replace("\\t", "\t")
    fine = tuple(row["fine"].split())
    told = {token.rstrip(".,;:)]}").rstrip("/") for token in TOKEN.findall(said)}
    right = [url for url in wanted if url.rstrip("/") in told]

    def is_other(url):
        return (re.match("https?:", url, re.I) and url.replace("\\", "/") not in wanted and url != written
                and not url.startswith(OWN)
                and not any(url == f.rstrip("/") or f.endswith("*") and url.startswith(f[:-1]) for f in fine))

    if not lists and len(right) < len(wanted) and (
            written and written in said or all(url in html.unescape(said) for url in wanted)):
        return "text", None
    other = max((url for url in told if is_other(url)), key=len, default=None)
    if len(right) == len(wanted):
        return ("more" if other else "yes"), other
    if other:
        return "wrong", other
    if right:
        return "some", None
    return ("raw" if written and written in said else "no"), None


def main():
    arguments = sys.argv[1:]
    details = "--details" in arguments
    arguments = [a for a in arguments if a != "--details"]
    only = None
    if "--only" in arguments:
        at = arguments.index("--only")
        only = set(arguments[at + 1].split(","))
        del arguments[at:at + 2]
    if len(arguments) != 1:
        sys.exit(__doc__)
    with open(MAILS / "expected.tsv", newline="") as file:
        rows = list(csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE))
    with tempfile.TemporaryDirectory() as folder:
        mails = [MAILS / row["file"] for row in rows]
        table = {name: how for name, how in peers(os.path.abspath(arguments[0]), folder, mails).items() if not only or name in only}
        there = {name: how for name, how in table.items() if not isinstance(how, str)}

        def asked(row, name):
            lists, ask = there[name]
            try:
                said = ask(MAILS / row["file"])
            except (RuntimeError, subprocess.TimeoutExpired) as error:
                return "", "fails", str(error)
            return (said, *judge(row, lists, said))

        print("| the mail asks for | " + " | ".join(there) + " |")
        print("|---" * (len(there) + 1) + "|")
        below = []
        with ThreadPoolExecutor(os.cpu_count()) as pool:
            for row in rows:
                answers = dict(zip(there, pool.map(lambda name: asked(row, name), there)))
                print(f"| {row['question']} | " + " | ".join(mark for _, mark, _ in answers.values()) + " |", flush=True)
                for name, (said, mark, other) in answers.items():
                    if other:
                        below.append(f"{row['file']}: {name}: {mark}: {other}")
                    if details:
                        print(f"== {row['file']} {name}: {mark}\n{said}", file=sys.stderr)
        print("\n" + "\n".join(below) + "\n")
        for name, why in table.items():
            if isinstance(why, str):
                print(f"absent: {name}: {why}")


main()

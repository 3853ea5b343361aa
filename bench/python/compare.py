#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The links of mails by basewalk, its tool, eml_parser, and the standard library: how fast, and how many are right.

    compare.py TOOL FOLDER [--runs N] [--doubts FOLDER]

FOLDER has messages, one a file; those that the tool takes for something else are left out.  Every reader has the
bytes of all of them in memory and gives the URLs of each, in a process of its own; the tool reads the folder and writes
JSON lines.  Printed are seconds of CPU, the least of N runs.  Right answers are those of tests/data/cases: each row
with an absolute URL; with --doubts those of such a folder, too (links that some reader opens and others do not see).

eml_parser (github.com/GOVCERT-LU/eml_parser) and what it needs are taken from PYTHONPATH, as is basewalk; without it
that row is left out.
"""
import collections
import email
import email.policy
import html.parser
import logging
import os
import pathlib
import re
import resource
import subprocess
import sys
import time
import urllib.parse
import warnings

TOP = pathlib.Path(__file__).resolve().parents[2]
CASES = TOP / "tests/data/cases"
URL = re.compile(r"https?://[^\s<>\"']+")


def of_basewalk():
    import basewalk
    return lambda mail: [link.url for link in basewalk.walk(mail).links if link.url is not None]


def of_compat():
    from basewalk.compat.eml_parser import EmlParser
    return dictionary(EmlParser(include_raw_body=True))


def of_eml_parser():
    from eml_parser import EmlParser
    logging.disable(logging.CRITICAL)
    return dictionary(EmlParser(include_raw_body=True))


def dictionary(parser):
    def urls(mail):
        return [url for body in parser.decode_email_bytes(mail)["body"]
                for url in body.get("uri", []) + body.get("uri_noscheme", [])]
    return urls


class Page(html.parser.HTMLParser):
    """What a careful script would write."""

    ATTRIBUTES = {"href", "src", "action", "background", "cite", "longdesc", "poster"}

    def __init__(self, base):
        super().__init__()
        self.base = base
        self.found = []
        self.text = []

    def handle_starttag(self, tag, attributes):
        for name, value in attributes:
            if name in self.ATTRIBUTES and value:
                if tag == "base" and name == "href":
                    self.base = urllib.parse.urljoin(self.base, value.strip())
                else:
                    self.found.append(value.strip())

    def handle_data(self, data):
        self.text += URL.findall(data)


def of_standard_library():
    def urls(mail):
        found = []
        message = email.message_from_bytes(mail, policy=email.policy.default)
        outer = message.get("Content-Base") or message.get("Base", "").strip().removeprefix("<URL:").rstrip(">")
        for part in message.walk():
            if part.get_content_maintype() != "text":
                continue
            text = part.get_content()
            if part.get_content_subtype() != "html":
                found += URL.findall(text)
                continue
            page = Page(part.get("Content-Base") or part.get("Content-Location") or outer or "")
            page.feed(text)
            found += [urllib.parse.urljoin(page.base, url) for url in page.found] + page.text
        return found
    return urls


READERS = {
    "basewalk": of_basewalk,
    "basewalk.compat.eml_parser": of_compat,
    "eml_parser": of_eml_parser,
    "email and html.parser": of_standard_library,
}


def mails_of(tool, folder):
    """Files that hold one message each."""
    import json
    done = subprocess.run([tool, "links", "--open", "none", "--format", "jsonl", folder], capture_output=True)
    count = collections.Counter(record["source"] for record in map(json.loads, done.stdout.splitlines())
                                if record["kind"] == "message")
    return [name for name, messages in count.items() if messages == 1 and os.path.isfile(name)]


def absolute(text):
    return text if text.startswith(("http://", "https://", "ftp://")) else ""


def right_answers(doubts):
    """(what, path, URL) of every row with an absolute answer."""
    def rows(path):
        lines = [line.split("\t") for line in path.read_text().split("\n") if line and not line.startswith("#")]
        return [dict(zip(lines[0], line)) for line in lines[1:]]

    wanted = [("mail", CASES / "mail" / f"{row['mail']}.eml", absolute(row["url"])) for row in
              rows(CASES / "mail/expected.tsv")]
    for folder in sorted((CASES / "mhtml").iterdir()):
        if folder.is_dir():
            wanted += [("mhtml", folder / "input.mhtml", absolute(row.get("resolved", "")))
                       for row in rows(folder / "expected.tsv")]
    if doubts:
        wanted += [("doubts", doubts / "doubts" / row["file"], absolute(row["url"].split(" ")[0]))
                   for row in rows(doubts / "expected.tsv") if row.get("file")]
    return [(what, path, url) for what, path, url in wanted if url and path.is_file()]


def measure(name, runs, doubts, paths):
    """In a process of its own: prints the seconds, how many could not be read, and the rows that are met."""
    warnings.simplefilter("ignore")
    sys.setrecursionlimit(10000)
    urls = READERS[name]()

    def read(mail):
        try:
            return urls(mail)
        except Exception:
            return None

    mails = [pathlib.Path(path).read_bytes() for path in paths]
    least = float("inf")
    for _ in range(runs):
        begin = time.process_time()
        failed = sum(read(mail) is None for mail in mails)
        least = min(least, time.process_time() - begin)
    met = collections.Counter()
    for what, path, url in right_answers(doubts):
        met[what] += url in (read(path.read_bytes()) or [])
    print(least, failed, *(f"{what}={count}" for what, count in met.items()))


def tool_seconds(tool, folder, runs, jobs=1):
    least = float("inf")
    for _ in range(runs):
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        subprocess.run([tool, "links", "--open", "none", "--quiet", "--jobs", str(jobs), "--format", "jsonl", folder],
                       stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        least = min(least, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)
    return least


def main():
    arguments = sys.argv[1:]
    options = {"--runs": "5", "--doubts": "", "--reader": ""}
    for option in options:
        if option in arguments:
            at = arguments.index(option)
            options[option] = arguments[at + 1]
            del arguments[at:at + 2]
    if len(arguments) != 2:
        sys.exit(__doc__)
    tool, folder = arguments
    runs = int(options["--runs"])
    doubts = pathlib.Path(options["--doubts"]) if options["--doubts"] else None
    if options["--reader"]:
        measure(options["--reader"], runs, doubts, sys.stdin.read().split("\n"))
        return
    paths = mails_of(tool, folder)
    size = sum(os.path.getsize(path) for path in paths)
    answers = right_answers(doubts)
    total = collections.Counter(what for what, _, _ in answers)
    print(f"{len(paths)} messages, {size / 1e6:.1f} MB; right answers: "
          + ", ".join(f"{count} of {len({path for kind, path, _ in answers if kind == what})} {what}"
                      for what, count in total.items()))
    seconds = tool_seconds(tool, folder, runs)
    print(f"{'the tool, --jobs 1 --format jsonl':36} {seconds:8.3f} s {size / seconds / 1e6:8.1f} MB/s")
    for name in READERS:
        done = subprocess.run([sys.executable, __file__, *sys.argv[1:], "--reader", name], input="\n".join(paths),
                              capture_output=True, text=True)
        if done.returncode != 0:
            print(f"{name}: left out: {done.stderr.strip().splitlines()[-1]}")
            continue
        taken, failed, *met = done.stdout.split()
        print(f"{name:36} {float(taken):8.3f} s {size / float(taken) / 1e6:8.1f} MB/s, {failed} raised;", *met)


main()

#!/usr/bin/env python3
"""What the pages of a report say is what the records of `basewalk links` say, over the same mail.

    numbers.py SOURCE...     default: tests/data; with `shared` the mail of BASEWALK_SHARED_DIR

Rows of the tables and the numbers of the pages are compared with JSON lines; a report that is made
from a database is the same as one made from the mail, but for bytes of messages."""
import collections
import html
import html.parser
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile

TOP = pathlib.Path(os.environ.get("TOP", pathlib.Path(__file__).resolve().parents[2]))
TOOL = os.environ["BASEWALK"]
LONGEST = 300
failures = []


def check(what, a, b):
    if a != b:
        failures.append(f"{what}: the records say {str(a)[:200]}, the report {str(b)[:200]}")


def run(*words, statuses=(0, 1)):
    done = subprocess.run([TOOL, *map(str, words)], capture_output=True, text=True)
    if done.returncode not in statuses:
        sys.exit(f"{' '.join(map(str, words))}: {done.returncode}: {done.stderr}")
    return done


def rows(folder, table):
    """The rows of a table, as report.js puts them together."""
    found = []
    for number in range(10 ** 6):
        file = folder / "data" / f"{table}-{number}.js"
        if not file.exists():
            return found
        match = re.fullmatch(r'basewalk\.take\("(\w+)",(\d+),(.*)\);\n', file.read_text(), re.S)
        assert match and match[1] == table and int(match[2]) == number, file
        data = json.loads(match[3])
        assert data["first"] == len(found), file
        columns = {}
        for name, texts in data["text"].items():
            columns[name] = texts.split("\n")
        columns.update(data["number"])
        for name, words in data["word"].items():
            columns[name] = [words["names"][i] if i >= 0 else None for i in words["of"]]
        for name, words in data["set"].items():
            columns[name] = [[word for bit, word in enumerate(words["names"]) if bits >> bit & 1]
                             for bits in words["of"]]
        for name, values in columns.items():
            check(f"{file.name}: rows of {name}", data["count"], len(values))
        found += [dict(zip(columns, values)) for values in zip(*columns.values())]


def same_text(shown, told):
    """Control characters are spelt out and long texts cut in a table: what is neither is the same."""
    told = told or ""
    if re.search(r"[\x00-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]", told):
        return True
    if len(told.encode()) > LONGEST:
        return shown.endswith("…") and told.startswith(shown[:-1])
    return shown == told


def bars(page, chart):
    part = re.search(rf'id="chart-{chart}".*?</section>', page, re.S)
    if not part:
        return {}
    return {html.unescape(re.sub("<[^>]*>", "", name)): int(number) for name, number in
            re.findall(r"<bdi>(.*?)</bdi>.*?data-number=\"(\d+)\"", part[0], re.S)}


class Bodies(html.parser.HTMLParser):
    """The links of a body that is shown: their numbers, and what stands in them."""

    def __init__(self, body):
        super().__init__()
        self.links, self.open = [], None
        self.feed(body)

    def handle_starttag(self, tag, attributes):
        attributes = dict(attributes)
        if tag == "a" and attributes.get("data-link"):
            self.open = [int(attributes["data-link"]), ""]
            self.links.append(self.open)
        elif tag == "img" and self.open:
            self.open[1] += " " + (attributes.get("alt") or "") + " "

    def handle_endtag(self, tag):
        if tag == "a":
            self.open = None

    def handle_data(self, text):
        if self.open:
            self.open[1] += text


numbered = 0


def letters_of(text):
    """Without what spells out control characters."""
    return re.sub(r"\W+", "", re.sub(r"\\x[0-9A-F]{2}|\\u\{[0-9A-F]+\}|\\[tnr]", "", text))


def bodies(shown, page, links):
    """What a link of a body shows is what the list says of the link of its number."""
    global numbered
    for body in re.findall(r'srcdoc="([^"]*)"', page):
        for number, text in Bodies(html.unescape(body)).links:
            where = f"message {shown['message']}, link {number} of a body"
            if number > len(links):
                check(where, "there are %d" % len(links), number)
                continue
            link, letters = links[number - 1], letters_of(text)
            numbered += 1
            # In running text it is the reference, else what a reader sees; texts are cut, and pictures without a
            # text, what is hidden and the like make small differences.
            told = link["raw"] if link["where"] in ("text", "style url()") else link["text"]
            told = letters_of(told)
            if told and letters and told[:20] not in letters and letters[:20] not in told:
                check(where, told, letters)


def compare(folder, records):
    links = [r for r in records if r["kind"] == "link"]
    messages = [r for r in records if r["kind"] == "message"]
    shown_messages, shown_links = rows(folder, "messages"), rows(folder, "links")
    check("messages", len(messages), len(shown_messages))
    check("links", len(links), len(shown_links))
    for told, shown in zip(messages, shown_messages):
        where = f"{told['source']}:{told['offset']}"
        for name, column in (("links", "links"), ("other_links", "other"), ("unread", "unread"),
                             ("notes", "notes"), ("message", "number"), ("offset", "offset"),
                             ("size", "size"), ("verdict", "verdict")):
            check(f"{where}: {name}", told[name], shown[column])
        for name in ("subject", "from"):
            if not same_text(shown[name], told[name]):
                check(f"{where}: {name}", told[name], shown[name])
    for told, shown in zip(links, shown_links):
        where = f"{told['source']}:{told['offset']}: {told['where']}"
        for name in ("status", "base_from", "where", "host", "domain", "reading", "flags"):
            if name in ("where", "host", "domain") and not same_text(shown[name] or "", told[name]):
                check(f"{where}: {name}", told[name], shown[name])
            elif name not in ("where", "host", "domain"):
                check(f"{where}: {name}", told[name], shown[name])
        for name, like in (("raw", None), ("url", "raw"), ("clicked", "url")):
            # "" stands for the one before it.
            if told[name] != (told[like] if like else None) and told[name] is not None and \
                    not same_text(shown[name], told[name]) and len(told[name]) < 4000:
                check(f"{where}: {name}", told[name], shown[name])
    page = (folder / "index.html").read_text()
    count = lambda key: dict(collections.Counter(key(link) for link in links if key(link)))
    check("by status", count(lambda l: l["status"]), bars(page, "statuses"))
    check("by base", count(lambda l: l["base_from"]), bars(page, "bases"))
    check("by reading", count(lambda l: l["reading"]), bars(page, "readings"))
    flags = collections.Counter(flag for link in links for flag in link["flags"])
    check("by flag", dict(flags), bars(page, "flags"))
    check("by verdict", dict(collections.Counter(m["verdict"] for m in messages)),
          bars(page, "verdicts"))
    check("by why unread", dict(collections.Counter(r["why"] for r in records if r["kind"] == "unread")),
          bars(page, "unread"))
    for key, chart in (("host", "hosts"), ("domain", "domains")):
        counted = collections.Counter(link[key] for link in links if link[key])
        top = sorted(counted.items(), key=lambda entry: (-entry[1], entry[0].encode()))[:25]
        check(f"by {key}", dict(top), bars(page, chart))
    whole = lambda text: int(text.replace(",", ""))
    glance = re.search(r"<strong>([\d,]+)</strong> messages, .*?<strong>([\d,]+)</strong> links to "
                       r"<strong>([\d,]+)</strong> hosts", page, re.S)
    check("at a glance", [len(messages), len(links), len({l["host"] for l in links if l["host"]})],
          [whole(text) for text in glance.groups()])
    # The page of each message has a card for each of its links, with its status and its flags.
    numbers = collections.Counter()
    for shown in shown_messages:
        if not shown["page"]:
            continue
        text = (folder / shown["page"]).read_text()
        cards = re.findall(r'<li class="link[^>]*data-flags="([^"]*)" data-status="(\w+)"', text)
        numbers[shown["message"]] = cards
        bodies(shown, text, [link for link in shown_links if link["message"] == shown["message"]])
    by_message = collections.defaultdict(list)
    for link in shown_links:
        by_message[link["message"]].append((" ".join(link["flags"]), link["status"]))
    for message, cards in numbers.items():
        check(f"cards of message {message}", by_message[message], cards)
    return len(messages), len(links), len(numbers)


def main():
    sources = sys.argv[1:] or [TOP / "tests/data"]
    if sources == ["shared"]:
        shared = pathlib.Path(os.environ.get("BASEWALK_SHARED_DIR", TOP / "../shared")) / "mail"
        if not shared.is_dir():
            print("skipped: there is no shared mail")
            sys.exit(77)
        sources = [shared]
    with tempfile.TemporaryDirectory() as work:
        work = pathlib.Path(work)
        run("links", *sources, "--format", "jsonl", "--text", "-o", work / "links.jsonl")
        records = [json.loads(line) for line in (work / "links.jsonl").read_text().split("\n") if line]
        run("report", *sources, "-o", work / "report", "--pages", "all", "--title", "The same")
        counts = compare(work / "report", records)
        run("links", *sources, "--format", "sqlite", "--text", "-o", work / "links.sqlite")
        run("report", work / "links.sqlite", "-o", work / "again", "--pages", "all", "--title", "The same")
        for file in sorted((work / "report/data").iterdir()):
            check(f"{file.name}, from the database", file.read_text() == (work / "again/data" / file.name).read_text(),
                  True)
        compare(work / "again", records)
        # One thread or more: the same bytes.
        run("report", *sources, "-o", work / "one", "--pages", "all", "--title", "The same", "--jobs", "1")
        differing = subprocess.run(["diff", "-rq", work / "report", work / "one"], capture_output=True, text=True)
        check("with one thread", "", differing.stdout)
    for failure in failures[:20]:
        print(failure)
    print(f"{counts[0]} messages, {counts[1]} links, {counts[2]} pages, {numbered} links of bodies: "
          f"{len(failures)} differences")
    sys.exit(bool(failures) or counts[1] == 0 or numbered == 0)


main()

#!/usr/bin/env python3
"""What `basewalk report` does with its options, and where something goes wrong."""
import hashlib
import hmac
import html
import os
import pathlib
import re
import signal
import sqlite3
import subprocess
import sys
import tempfile
import urllib.parse

TOP = pathlib.Path(os.environ.get("TOP", pathlib.Path(__file__).resolve().parents[2]))
TOOL = os.environ["BASEWALK"]
MAIL = TOP / "samples/mail"
LETTER = MAIL / "newsletter.eml"
checked = wrong = 0


def check(what, holds, seen=""):
    global checked, wrong
    checked += 1
    if not holds:
        wrong += 1
        print(f"wrong: {what}: {str(seen)[:600]}")


def run(*words, data=None):
    return subprocess.run([TOOL, "report", *map(str, words)], input=data, capture_output=True, text=True)


def refused(what, status, words, said):
    done = run(*words)
    check(what, done.returncode == status and said in done.stderr and done.stderr.count("\n") == 1,
          (done.returncode, done.stderr))


def made(*words, status=0):
    done = run(*words)
    check(f"report {' '.join(map(str, words))}", done.returncode == status, (done.returncode, done.stderr))


def pages(folder):
    return sorted(path.name for path in (folder / "messages").iterdir())


def tree(folder):
    return {str(path.relative_to(folder)): path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file()}


def folders_and_files(work):
    out = work / "out"
    refused("no output", 2, [LETTER], "name what is to be made: -o DIR")
    refused("standard output", 2, [LETTER, "-o", "-"], "name what is to be made")
    refused("nowhere", 1, [LETTER, "-o", work / "none/out"], "the folder that it should be in")
    made(MAIL, "-o", out)
    check("the files", sorted(os.listdir(out)) == ["data", "index.html", "messages", "report.js", "style.css"],
          os.listdir(out))
    check("a page for each", len(pages(out)) == 5, pages(out))
    before = tree(out)
    refused("a folder that is there", 2, [LETTER, "-o", out], "is there already, and nothing is replaced")
    check("is as it was", tree(out) == before)
    file = work / "file.html"
    file.write_text("mine")
    refused("a file that is there", 2, [LETTER, "--single", "-o", file], "is there already")
    check("is as it was, too", file.read_text() == "mine")
    made("--single", LETTER, "-o", work / "one.html")
    page = (work / "one.html").read_text()
    check("one file loads nothing", not re.search(r'<(link|script) [^>]*(href|src)=', page))
    script = re.search(r"<script>(.*?)</script>", page, re.S)[1]
    digest = __import__("base64").b64encode(hashlib.sha256(script.encode()).digest()).decode()
    check("its policy has the hash of its script", f"script-src &#39;sha256-{digest}&#39;" in page or
          f"script-src 'sha256-{digest}'" in page)
    refused("one file of many", 2, ["--single", MAIL, "-o", work / "no.html"], "--at OFFSET names one of them")
    check("and nothing is made", not (work / "no.html").exists())
    refused("one file of none", 1, ["--single", work / "nothing", "-o", work / "no.html"], "nothing")
    for sources in ([], [LETTER, MAIL], ["--files-from", "/dev/null"], ["--plan", "/dev/null"]):
        refused(f"--at of {sources}", 2, ["--at", "0", *sources, "-o", work / "no"], "--at names a message of one SOURCE")
    check("and nothing is made of them", not (work / "no").exists())
    refused("--pages of one file", 2, ["--single", LETTER, "--pages", "all", "-o", work / "no"], "--pages is for a folder")
    refused("--title of one file", 2, ["--print", "A4", LETTER, "--title", "x", "-o", work / "no"], "--title is for a folder")
    refused("--browser of a folder", 2, [LETTER, "--browser", "x", "-o", work / "no"], "--browser is for -o FILE.pdf")
    refused("--wrap of texts", 2, [LETTER, "--wrap", "https://g.example/?u={url}", "-o", work / "no"], "needs --live-links")
    refused("--wrap-key alone", 2, [LETTER, "--live-links", "--wrap-key", "k", "-o", work / "no"], "--wrap-key is for --wrap")
    refused("a template that is none", 2, [LETTER, "--live-links", "--wrap", "x", "-o", work / "no"], "--wrap: ")
    for paper in ("A4", "letter"):
        made("--print", paper, LETTER, "-o", work / f"{paper}.html")
        page = (work / f"{paper}.html").read_text()
        check(f"the size of {paper}", f"@page {{ size: {paper} }}" in page)
        check("all is unfolded", "<details" in page and not re.search(r"<details(?![^>]* open)", page))
    done = run("-", "-o", work / "stdin", data=LETTER.read_text())
    check("standard input", done.returncode == 0 and len(pages(work / "stdin")) == 1, done.stderr)
    made(MAIL, "--no-bodies", "-o", work / "nobodies")
    check("no bodies", not any(b"<iframe" in page for page in tree(work / "nobodies").values()))
    check("which is said", "left out of this report" in (work / "nobodies/messages/000004.html").read_text())
    among = work / "among"
    among.mkdir()
    (among / "1.eml").write_bytes(LETTER.read_bytes())
    done = run(among, "-o", among / "report/", "--summary", work / "among.json")
    check("a report among its sources is none of them", done.returncode == 0 and done.stderr == "" and
          '"skipped":0' in (work / "among.json").read_text(), done.stderr)
    picture = work / "picture.eml"
    picture.write_text("Content-Type: image/gif\n\nx")
    made(picture, "-o", work / "picture")
    check("no body", "No part of this message is a text" in (work / "picture/messages/000001.html").read_text())
    check("bodies", any(b"<iframe" in page for page in tree(out).values()))
    made(MAIL, "--title", "</title><script>x", "-o", work / "title")
    check("a title is text", "&lt;/title&gt;&lt;script&gt;x" in (work / "title/index.html").read_text())
    check("what is left", not [name for name in os.listdir(work) if name.startswith(".basewalk")], os.listdir(work))


def where_counts_go(work):
    """--summary is written last: over nothing that was read, and nothing that was made."""
    mail, names, plan, key, theme = (work / name for name in ("sum.eml", "sum.names", "sum.plan", "sum.key", "sum.theme"))
    mail.write_bytes(LETTER.read_bytes())
    names.write_text(f"{mail}\n")
    subprocess.run([TOOL, "plan", mail, "-o", plan], capture_output=True, check=True)
    key.write_text("key\n")
    key.chmod(0o600)
    made("--write-theme", theme)
    files = [mail, names, plan, key, theme / "style.css"]
    before = [file.read_bytes() for file in files]
    wrap = ["--live-links", "--wrap", "https://g.example/{mac}/{url}", "--wrap-key", key]
    for file, words in ((mail, [mail]), (names, ["--files-from", names]), (mail, ["--files-from", names]),
                        (plan, ["--plan", plan]), (mail, ["--plan", plan]), (key, [mail, *wrap]),
                        (theme / "style.css", [mail, "--theme", theme])):
        refused(f"--summary over {file.name}", 2, [*words, "-o", work / "no", "--summary", file],
                f"--summary {file}: is one of the inputs (")
    check("all are what they were", [file.read_bytes() for file in files] == before)
    refused("--summary as the file", 2, [mail, "--single", "-o", work / "no.html", "--summary", work / "no.html"], "is the file of -o")
    refused("--summary as the folder", 2, [mail, "-o", work / "no", "--summary", work / "no"], "is the file of -o")
    for below in ("index.html", "data/../style.css", "messages/000001.html"):
        refused(f"--summary {below} of the folder", 2, [mail, "-o", work / "no", "--summary", work / "no" / below], "lies in the folder of -o")
    check("and nothing is made", not (work / "no").exists() and not (work / "no.html").exists())
    made(mail, "-o", work / "counted", "--summary", work / "counted.json")
    check("counts beside it", '"messages":1' in (work / "counted.json").read_text())


def which_pages(work):
    plain = "From: a@b.example\n\nhttps://host.example/{}\n"
    flagged = "From: a@b.example\n\nhttp://user@10.0.0.1:81/{}\n"
    box = work / "many.mbox"
    # Flagged are the messages 7, 1007, 2007 and 2050.
    of_note = {7, 1007, 2007, 2050}
    box.write_text("".join("From x Mon Jan  1 00:00:00 2024\n" + (flagged if i in of_note else plain).format(i) + "\n"
                           for i in range(1, 2101)))
    made(box, "-o", work / "default")
    want = [f"{i:06}.html" for i in range(1, 2101) if i <= 2000 or i in of_note]
    check("the first 2,000, and those of note", pages(work / "default") == want, len(pages(work / "default")))
    made(box, "--pages", "flagged", "-o", work / "flagged")
    check("those of note", pages(work / "flagged") == [f"{i:06}.html" for i in sorted(of_note)], pages(work / "flagged"))
    made(box, "--pages", "none", "-o", work / "none")
    check("none", pages(work / "none") == [])
    made(box, "--pages", "all", "--jobs", "1", "-o", work / "all")
    check("all", len(pages(work / "all")) == 2100)
    page = (work / "flagged/messages/001007.html").read_text()
    check("neighbours are those with a page", re.findall(r'rel="(prev|next)" href="([^"]*)"', page) ==
          [("prev", "000007.html"), ("next", "002007.html")], re.findall(r'rel="\w+" href="[^"]*"', page))
    index = (work / "flagged/index.html").read_text()
    check("it says so", "<strong>2,100</strong> messages" in index and "2,096 have none" in index)


def themes(work):
    theme = work / "theme"
    made("--write-theme", theme)
    check("a theme is there", {"message.html", "archive.html", "style.css", "report.js"} <= set(os.listdir(theme)))
    refused("a theme is not written over", 1, ["--write-theme", theme], "is there already")
    refused("a theme alone", 2, ["--write-theme", work / "x", LETTER], "leave out")
    made(MAIL, "-o", work / "own")
    made(MAIL, "--theme", theme, "-o", work / "theirs")
    check("the same theme makes the same pages", tree(work / "own") == tree(work / "theirs"))
    refused("a theme that is not there", 2, [MAIL, "--theme", work / "none", "-o", work / "no"], "No such file")
    (work / "nothing").mkdir()
    refused("a theme of nothing", 2, [MAIL, "--theme", work / "nothing", "-o", work / "no"], "no file of a theme is in it")
    (work / "nothing/messages.html").write_text("x")
    refused("a file of no theme", 2, [MAIL, "--theme", work / "nothing", "-o", work / "no"], "a theme has no such file")
    for name in os.listdir(theme):
        if name != "foot.html":
            (theme / name).unlink()
    (theme / "foot.html").write_text('{{%AUTOESCAPE context="HTML"}}\n<footer>The site of {{VERSION}}</footer>\n')
    made(MAIL, "--theme", theme, "-o", work / "part")
    check("a part of a theme is enough", "<footer>The site of 0." in (work / "part/index.html").read_text())
    (theme / "message.html").write_text("<!doctype html>{{SUBJECT}}")
    refused("a template that escapes nothing", 2, [MAIL, "--theme", theme, "-o", work / "no"], "a template begins with {{%AUTOESCAPE")
    (theme / "message.html").write_text('{{%AUTOESCAPE context="HTML"}}{{#OPEN}}')
    done = run(MAIL, "--theme", theme, "-o", work / "no")
    check("a template that is none", done.returncode == 2 and "message.html: this is no template" in done.stderr and
          not (work / "no").exists(), done.stderr)
    (theme / "message.html").unlink()
    os.mkfifo(theme / "message.html")
    refused("a pipe is no template", 2, [MAIL, "--theme", theme, "-o", work / "no"], "is no regular file")


def bytes_that_are_no_text(work):
    """Names of files and of fields may hold any: pages are UTF-8 all the same."""
    mail = os.fsencode(work) + b"/\xff\xc3.eml"
    with open(mail, "wb") as file:
        file.write(b"From: a@b.example\nX-\xff\xc3: \xfe\nSubject: \xff\n\nhttp://h.example/\xff\n")
    for words, page in ((["-o", work / "bytes"], "bytes/messages/000001.html"), (["-o", work / "bytes2"], "bytes2/index.html"),
                        (["--single", "-o", work / "bytes.html"], "bytes.html")):
        done = subprocess.run([TOOL, "report", mail, *words], capture_output=True)
        check("bytes that are no text", done.returncode == 0, done.stderr)
        try:
            text = (work / page).read_bytes().decode("utf-8")
            check(f"{page} says that there are some", "\ufffd" in text)
        except UnicodeDecodeError as error:
            check(f"{page} is UTF-8", False, error)


def live_links(work):
    mail = work / "live.eml"
    mail.write_text("Content-Type: text/html\n\n<a href='https://host.example/a?b=c&d'>x</a><a href='javascript:alert(1)'>y</a>"
                    "<a href='data:text/html,z'>z</a><a href='mailto:a@b.example'>m</a><a href='//h.example/\"onclick=x'>q</a>")
    made(mail, "--live-links", "--assume-scheme", "http", "-o", work / "live")
    page = (work / "live/messages/000001.html").read_text()
    live = [html.unescape(href) for href in re.findall(r'class="live"[^>]* href="([^"]*)"', page)]
    check("what can be opened", live == ["https://host.example/a?b=c&d", "http://h.example/%22onclick=x"], live)
    made(mail, "-o", work / "dead")
    check("links are text", 'class="live"' not in (work / "dead/messages/000001.html").read_text())
    key = work / "key"
    key.write_text("secret of the guard\n")
    key.chmod(0o600)
    made(mail, "--live-links", "--wrap", "https://guard.example/?u={url}&m={mac}", "--wrap-key", key, "-o", work / "guarded")
    page = (work / "guarded/messages/000001.html").read_text()
    live = [html.unescape(href) for href in re.findall(r'class="live"[^>]* href="([^"]*)"', page)]
    asked = urllib.parse.parse_qs(urllib.parse.urlsplit(live[0]).query) if live else {}
    code = hmac.new(b"secret of the guard", b"https://host.example/a?b=c&d", hashlib.sha256).hexdigest()
    check("the guard opens it", asked.get("u") == ["https://host.example/a?b=c&d"] and asked.get("m") == [code], live)


def databases(work):
    made_database = subprocess.run([TOOL, "links", MAIL, "--text", "-o", work / "links.sqlite"], capture_output=True)
    check("a database", made_database.returncode == 0, made_database.stderr)
    database = work / "links.sqlite"
    before = database.read_bytes()
    made(database, "-o", work / "from")
    check("of a database", len(pages(work / "from")) == 5)
    check("which is as it was", database.read_bytes() == before)
    page = (work / "from/messages/000004.html").read_text()
    check("it says what is missing", "made from a database" in page and "<iframe" not in page)
    for option in (["--base", "http://h/"], ["--rules", "whatwg"], ["--open", "none"], ["--at", "0"], ["--linkify"],
                   ["--jobs", "2"], ["--no-bodies"], ["--match", "strict"], ["--progress", "always"]):
        refused(f"{option[0]} of a database", 2, [database, *option, "-o", work / "no"], f"{option[0]} is for mail")
    refused("one file of a database of many", 2, [database, "--single", "-o", work / "no"], "give a database of one")
    refused("two databases", 2, [database, database, "-o", work / "no"], "give it alone")
    other = work / "other.sqlite"
    with sqlite3.connect(other) as connection:
        connection.execute("CREATE TABLE message (id)")
    refused("a database of others", 1, [other, "-o", work / "no"], "is not a database that basewalk has written")
    old = work / "old.sqlite"
    old.write_bytes(before)
    with sqlite3.connect(old) as connection:
        connection.execute("PRAGMA user_version = 2")
    refused("an older one", 1, [old, "-o", work / "no"], "older basewalk")
    cut = work / "cut.sqlite"
    for size in range(4096, len(before), len(before) // 7):
        cut.write_bytes(before[:size])
        done = run(cut, "-o", work / "no")
        check(f"cut at {size}", done.returncode == 1 and done.stderr.startswith("basewalk: ") and
              not (work / "no").exists(), (done.returncode, done.stderr))
    # Whoever writes rows of his own gets text.
    hostile = work / "hostile.sqlite"
    hostile.write_bytes(before)
    with sqlite3.connect(hostile) as connection:
        connection.execute("UPDATE message SET subject = '</title><script>x', date = '9x-1', verdict = '<b>', sender = x'FF00'")
        connection.execute("UPDATE link SET status = '\"><script>', base_from = '<', part = '\"onclick=x', host = '<img src=x>'")
        connection.execute("UPDATE note SET code = '<script>', level = '\"><script>'")
        connection.execute("UPDATE part SET depth = 3 + 5 * (rowid % 3)")
        connection.execute("INSERT INTO flag SELECT id, '<script>' FROM link")
    made(hostile, "-o", work / "hostile")
    for name, page in tree(work / "hostile").items():
        if name.endswith(".html"):
            check(f"{name} of odd depths", page.count(b"<ol") == page.count(b"</ol>") and len(re.findall(rb"<li[ >]", page)) == page.count(b"</li>"),
                  (page.count(b"<ol"), page.count(b"</ol>")))
            check(f"{name} of hostile rows", b"<script>" not in page and b"<img" not in page and b'"onclick' not in page)


def limits(work):
    long = work / "long.eml"
    long.write_text("Subject: long\nContent-Type: text/html\n\n<a href='http://h.example/" + "x" * 1_000_000 + "'>y</a>")
    made(long, "-o", work / "long")
    page = (work / "long/messages/000001.html").read_text()
    digest = hashlib.sha256(("http://h.example/" + "x" * 1_000_000).encode()).hexdigest()
    shown = re.sub(r'srcdoc="[^"]*"', "", page)
    check("a link of 1 MB is cut", len(shown) < 60_000 and f"1,000,017 bytes, SHA-256 {digest}" in shown, len(shown))
    many = work / "links.eml"
    many.write_text("Content-Type: text/html\n\n" + "".join(f"<a href='p{i}'>{i}</a>\n" for i in range(5000)))
    made(many, "-o", work / "links")
    page = (work / "links/messages/000001.html").read_text()
    check("5,000 links", len(re.findall(r'<li class="link', page)) == 5000)
    crowd = work / "crowd.eml"
    crowd.write_text("Content-Type: text/html\nX-A: b\n" + "X-B: c\n" * 1200 + "\n<base href='http://b.example/'>" * 60 +
                     "".join(f"<a href='p{i}'>{i}</a>\n" for i in range(20_500)))
    made(crowd, "-o", work / "crowd")
    page = (work / "crowd/messages/000001.html").read_text()
    check("so many cards, and how many more", len(re.findall(r'<li class="link', page)) == 20_000 and
          "500 more links are not shown here" in page and "<strong>20,500</strong> links" in page)
    check("so many fields", "Header: 1,202 fields" in page and "and 202 more</p>" in page)
    check("so many bases", "and 10 more that declare a base" in page, re.findall("and .{3,40} base", page)[:3])
    index = (work / "crowd/index.html").read_text()
    check("all are counted", "<strong>20,500</strong> links to" in index and 'data-table="links" data-lazy data-chunks="2" data-rows="20500"' in index)
    boxes = work / "boxes.eml"
    boxes.write_text("Content-Type: multipart/mixed; boundary=b\n\n" + "--b\n\nhttp://h.example/\n" * 5100 + "--b--\n")
    made(boxes, "-o", work / "boxes", "--no-bodies")
    page = (work / "boxes/messages/000001.html").read_text()
    check("so many boxes", len(re.findall(r'<li class="part', page)) == 5000 and "101 more parts are not drawn" in page)
    parts = work / "parts.eml"
    parts.write_text("Content-Type: multipart/mixed; boundary=b\n\n" + "".join(
        f"--b\nContent-Type: text/plain\n\nhttp://h.example/{i}\n" for i in range(1000)) + "--b--\n")
    made(parts, "-o", work / "parts")
    page = (work / "parts/messages/000001.html").read_text()
    check("a thousand parts", len(re.findall(r'<li class="part', page)) == 1001)
    check("so many bodies are shown", "bodies at most" in page and page.count("<iframe") == 20, page.count("<iframe"))
    deep = work / "deep.eml"
    deep.write_text("".join(f"Content-Type: multipart/mixed; boundary=b{i}\n\n--b{i}\n" for i in range(90)) +
                    "\nhttp://h.example/\n")
    made(deep, "-o", work / "deep")
    page = (work / "deep/messages/000001.html").read_text()
    nesting = most = 0
    for tag in re.findall(r"<(/?)ol\b", re.sub(r'srcdoc="[^"]*"', "", page)):
        nesting += -1 if tag else 1
        most = max(most, nesting)
    check("boxes end somewhere, and are closed", nesting == 0 and most <= 26 and "at depth 90" in page, (nesting, most))


def interrupted(work):
    fifo = work / "fifo"
    os.mkfifo(fifo)
    done = subprocess.Popen([TOOL, "report", fifo, "-o", work / "piped"])
    with open(fifo, "w") as pipe:
        pipe.write("Subject: s\n\nhttp://h.example/\n")
    check("a pipe is read once", done.wait() == 0 and len(pages(work / "piped")) == 1)
    process = subprocess.Popen([TOOL, "report", fifo, "-o", work / "broken"], stderr=subprocess.PIPE, text=True)
    with open(fifo, "w") as pipe:
        pipe.write("From x\n\nhttp://h.example/\n\n")
        pipe.flush()
        # It waits for more once the folder is there.
        while not [name for name in os.listdir(work) if name.startswith(".basewalk")]:
            if process.poll() is not None:
                break
        process.send_signal(signal.SIGTERM)
    process.wait()
    said = process.stderr.read()
    check("an end before the end", process.returncode != 0 and not (work / "broken").exists(), (process.returncode, said))
    check("leaves nothing", not [name for name in os.listdir(work) if name.startswith(".basewalk")], os.listdir(work))


def main():
    for part in (folders_and_files, where_counts_go, which_pages, themes, bytes_that_are_no_text, live_links, databases, limits, interrupted):
        with tempfile.TemporaryDirectory() as work:
            part(pathlib.Path(work))
    print(f"{checked} checked, {wrong} wrong")
    sys.exit(wrong > 0 or checked < 60)


main()

#!/usr/bin/env python3
"""Does the work grow with the input and no faster?  instruction_counts.py BASEWALK [--size BYTES] [--trees]

Counts the instructions (valgrind's callgrind) of `basewalk links` over messages of n, 2n and 4n bytes for
each scanner: ordinary content, and shapes that a careless scanner reads again and again.  The instructions
of an empty message are taken off.  A linear scan doubles with the size; printed are the counts and the two
ratios.  --trees: insertion modes of HTML with what can repeat in them instead."""
import pathlib
import re
import subprocess
import sys
import tempfile

HTML = "Content-Type: text/html\n\n"
CSS = "Content-Type: text/css\n\n"
TEXT = "Content-Type: text/plain\n\n"
XML = "Content-Type: application/xml\n\n"
ICS = "Content-Type: text/calendar\n\nBEGIN:VCALENDAR\n"

# What comes first, and what is said again until the size is reached; "%d" counts.
SHAPES = [
    ("html: links", HTML, "<p>text <a href='page%d.html?a=1&amp;b=2'>a link</a></p>\n"),
    ("html: '<' that begin nothing", HTML, "< <1 </ "),
    ("html: comments that never end", HTML, "<!-- <!--[if mso]> "),
    ("html: one tag, many attributes", HTML + "<a ", "a%d=b "),
    ("html: an attribute that never ends", HTML + "<a href='", "x y> "),
    ("html: open elements", HTML, "<svg><b><table>"),
    ("html: character references", HTML + "<a href='", "&notit;&#x26;&ampx"),
    ("html: scripts in scripts", HTML + "<script>", "<!--<script></scrip -->"),
    ("css: url()", CSS, "p { background: url(a%d.png) }\n"),
    ("css: open parentheses", CSS, "image-set(url(\"a\" ("),
    ("css: escapes", CSS, "\\75\\72\\6c(\\61 ) "),
    ("text: URLs", TEXT, "see http://example.com/%d and <URL:http://e/%d>\n"),
    ("text: brackets that never close", TEXT, "<http://a.example/ "),
    ("text: one long word", TEXT, "http://a.b."),
    ("text: quotes", TEXT, "> > > http:\n"),
    ("xml: elements", XML + "<r>", "<a xml:base='b%d/'><link>http://e/</link></a>"),
    ("xml: never closed", XML, "<a xmlns='u' xlink:href='b'>"),
    ("calendar: properties", ICS, "URL:http://example.com/%d\nDESCRIPTION:see http://e/%d\n"),
    ("calendar: folds", ICS + "URL:http://e/", "a\n b\n\tc"),
    ("header: folds", "List-Help: <http://e/", "a\n b"),
    ("header: fields", "", "X-Field-%d: http://example.com/%d\n"),
    ("header: encoded words", "Subject: ", "=?utf-8?q?=3Chttp://e/?=\n "),
    ("mime: parts", "Content-Type: multipart/mixed; boundary=b\n\n", "--b\n\nhttp://e/%d\n"),
    ("mime: lines like boundaries", "Content-Type: multipart/mixed; boundary=b\n\n--b\n\n", "--bx\n--\n-"),
    ("quoted-printable", "Content-Type: text/html\nContent-Transfer-Encoding: quoted-printable\n\n",
     "<a href=3D'x%d'>=C3=A9=\n= \n"),
]

# The modes of tree construction, and what can repeat in each.
MODES = [
    ("initial", ""), ("in head", "<head>"), ("in head noscript", "<head><noscript>"),
    ("after head", "<head></head>"), ("in body", "<body>"), ("in table", "<table>"),
    ("in caption", "<table><caption>"), ("in column group", "<table><colgroup>"),
    ("in table body", "<table><tbody>"), ("in row", "<table><tr>"), ("in cell", "<table><td>"),
    ("in select", "<select>"), ("in template", "<template>"), ("in frameset", "<frameset>"),
    ("after body", "</body>"), ("after frameset", "<frameset></frameset>"), ("svg", "<svg>"),
    ("foreignObject", "<svg><foreignObject>"),
]
REPEATED = ["<b id=%d>", "</b>", "<p><b id=%d>x", "<div></x>", "<td><applet></td>",
            "<b id=%d><span><div></b>", "<template>", "x"]
TREES = [(f"{mode}: {token}", HTML + begin, token) for mode, begin in MODES
         for token in REPEATED[len(mode) % 2::2]]


def message(first, again, size):
    out, length, count = [first], len(first), 0
    while length < size:
        count += 1
        piece = again.replace("%d", str(count))
        out.append(piece)
        length += len(piece)
    return "".join(out)


def instructions(basewalk, text, folder):
    mail = pathlib.Path(folder, "m.eml")
    mail.write_text(text, encoding="utf-8")
    done = subprocess.run(
        ["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null", basewalk, "links",
         "--format", "jsonl", str(mail)], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True,
        check=False)
    return int(re.search(r"Collected : (\d+)", done.stderr).group(1))


def main():
    arguments = sys.argv[1:]
    size = 100_000
    if "--size" in arguments:
        at = arguments.index("--size")
        size = int(float(arguments[at + 1]))
        del arguments[at:at + 2]
    shapes = SHAPES
    if "--trees" in arguments:
        arguments.remove("--trees")
        shapes = TREES
    if len(arguments) != 1:
        sys.exit(__doc__)
    worst = 0.0
    with tempfile.TemporaryDirectory() as folder:
        start = instructions(arguments[0], "\n", folder)
        print(f"| {size:,} bytes and twice, four times as many | M instructions | | | ratios | |")
        print("|---|---|---|---|---|---|")
        for label, first, again in shapes:
            counts = [instructions(arguments[0], message(first, again, size * n), folder) - start
                      for n in (1, 2, 4)]
            ratios = [counts[1] / counts[0], counts[2] / counts[1]]
            worst = max(worst, *ratios)
            cells = [f"{count / 1e6:.2f}" for count in counts] + [f"{ratio:.2f}" for ratio in ratios]
            print(f"| {label} | " + " | ".join(cells) + " |", flush=True)
    print(f"\nworst ratio {worst:.2f}")


main()

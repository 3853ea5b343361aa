#!/usr/bin/env python3
"""Codes that mails draw: one code, drawn in every way that Chromium shows as a code; what is no
code, and what is too much to be looked at."""
import base64
import json
import os
import pathlib
import shutil
import struct
import subprocess
import sys
import tempfile
import zlib

tool = os.environ["BASEWALK"]
top = pathlib.Path(os.environ["TOP"])
URL = "https://drawn.example/a?b=1"
code = [[c == "#" for c in line] for line in
        (top / "tests/data/documents/drawn/code.txt").read_text().split()]
N = len(code)
wrong = 0


def check(what, is_right, seen=""):
    global wrong
    if not is_right:
        wrong += 1
        print(f"{what}: {seen}")


def records(text, media_type="text/html", *options, program=tool):
    message = (f"From: a@sender.test\nMIME-Version: 1.0\nContent-Type: {media_type}; charset=utf-8\n"
               f"Content-Transfer-Encoding: 8bit\n\n{text}\n").encode()
    done = subprocess.run([program, "links", "--format", "jsonl", *options, "-"], input=message,
                          capture_output=True)
    return [json.loads(line) for line in done.stdout.splitlines()]


def of(kind, all_records):
    return [record for record in all_records if record["kind"] == kind]


def drawn(all_records):
    return [record["url"] for record in of("link", all_records) if record["where"] == "qr"]


def page(body, css=""):
    return (f'<!doctype html><html><head><meta charset="utf-8"><style>{css}</style></head>'
            f'<body style="background:#fff">{body}</body></html>')


def runs(row):
    """Begin, length and colour of each run of modules."""
    begin = 0
    while begin < N:
        end = begin
        while end < N and row[end] == row[begin]:
            end += 1
        yield begin, end - begin, row[begin]
        begin = end


def table(cell, attributes="cellspacing=0 cellpadding=0 border=0", row="<tr>", row_end="</tr>"):
    return (f"<table {attributes}>" +
            "".join(row + "".join(cell(dark) for dark in line) + row_end for line in code) +
            "</table>")


def boxes(element, css, row='<div class="r">', row_end="</div>"):
    return page("".join(row + "".join(f'<{element} class="{"k" if dark else "w"}"></{element}>'
                                      for dark in line) + row_end for line in code), css)


def characters(both, upper, lower, none):
    """Two rows of modules in a line of characters."""
    lines = []
    for y in range(0, N, 2):
        below = code[y + 1] if y + 1 < N else [False] * N
        lines.append("".join((both if b else upper) if a else (lower if b else none)
                             for a, b in zip(code[y], below)))
    return lines


def quarters():
    pictures = " ▘▝▀▖▌▞▛▗▚▐▜▄▙▟█"
    at = lambda y, x: y < N and x < N and code[y][x]
    return ["".join(pictures[at(y, x) + 2 * at(y, x + 1) + 4 * at(y + 1, x) + 8 * at(y + 1, x + 1)]
                    for x in range(0, N, 2)) for y in range(0, N, 2)]


def braille():
    bits = [(0, 0), (1, 0), (2, 0), (0, 1), (1, 1), (2, 1), (3, 0), (3, 1)]
    at = lambda y, x: y < N and x < N and code[y][x]
    return ["".join(chr(0x2800 + sum(1 << i for i, (dy, dx) in enumerate(bits) if at(y + dy, x + dx)))
                    for x in range(0, N, 2)) for y in range(0, N, 4)]


def png(scale=4, margin=4, across=(0, 1), down=(0, 1)):
    """All of it, or what lies between two fractions of its sides."""
    side = (N + 2 * margin) * scale
    dark = lambda y, x: (margin <= y < N + margin and margin <= x < N + margin and
                         code[y - margin][x - margin])
    columns = range(int(side * across[0]), int(side * across[1]))
    lines = range(int(side * down[0]), int(side * down[1]))
    rows = b"".join(b"\0" + bytes(0 if dark(y // scale, x // scale) else 255 for x in columns)
                    for y in lines)
    chunk = lambda kind, data: (struct.pack(">I", len(data)) + kind + data +
                                struct.pack(">I", zlib.crc32(kind + data)))
    return (b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", len(columns), len(lines), 8, 0, 0, 0, 0)) +
            chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b""))


half = characters("█", "▀", "▄", " ")
MONO = "font:16px/16px monospace"
SVG = (f'<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" '
       f'width="{6 * N}" height="{6 * N}" viewBox="0 0 {N + 8} {N + 8}">')
rects = "".join(f'<rect x="{x + 4}" y="{y + 4}" width="{width}" height="1"/>'
                for y, line in enumerate(code) for x, width, dark in runs(line) if dark)
path = "".join(f"M{x + 4},{y + 4}h{width}v1h-{width}z"
               for y, line in enumerate(code) for x, width, dark in runs(line) if dark)
data = lambda kind, content: f"data:{kind};base64,{base64.b64encode(content).decode()}"

PAGES = {
    "cells with a name of a colour":
        page(table(lambda dark: f'<td width=5 height=5 bgcolor={"black" if dark else "white"}></td>')),
    "cells with digits of a colour, and no #":
        page(table(lambda dark: f'<td width=6 height=6 bgcolor={"000000" if dark else "FFFFFF"}>',
                   row_end="")),
    "cells over several columns":
        page("<table cellspacing=0 cellpadding=0><tr>" + "<td width=5 height=0></td>" * N + "</tr>" +
             "".join("<tr height=5>" + "".join(
                 f'<td colspan={width} style="background-color:{"#000" if dark else "#fff"}"></td>'
                 for _, width, dark in runs(line)) + "</tr>" for line in code) + "</table>"),
    "cells with a blank":
        page(table(lambda dark: '<td style="width:5px;height:5px;padding:0;' +
                   ("background:#000" if dark else "") + '">&nbsp;</td>',
                   'style="border-collapse:collapse;font-size:5px;line-height:5px"')),
    "cells with a letter that nobody sees":
        page(table(lambda dark: '<td style="width:6px;height:6px;padding:0;font-size:0;' +
                   ("background:#000" if dark else "") + '">x</td>',
                   'style="border-collapse:collapse"')),
    "a table in a letter":
        page("<table><tr><td><h1>Scan</h1><p>Please scan the code below</p></td></tr><tr>"
             "<td align=center>" + table(
                 lambda dark: '<td style="width:4px;height:4px;' +
                 ("background:rgb(20,30,40)" if dark else "") + '"></td>') +
             "</td></tr><tr><td>Yours sincerely</td></tr></table>"),
    "a table whose ground is dark":
        page(table(lambda dark: f'<td width=6 height=6 bgcolor=#{"111111" if dark else "eeeeee"}></td>',
                   "cellspacing=0 cellpadding=0 bgcolor=black")),
    "a negative":
        page('<div style="background:#000;padding:24px;width:250px">' + table(
            lambda dark: f'<td width=6 height=6 bgcolor={"white" if dark else "black"}></td>') +
             "</div>"),
    "cells with a class": page(table(lambda dark: f'<td class="{"k" if dark else ""}"></td>'),
                               "td{width:6px;height:6px;padding:0}.k{background:#123}"),
    "a table of CSS": boxes("i", ".t{display:table;border-collapse:collapse}.r{display:table-row}"
                            "i{display:table-cell;width:6px;height:6px}.k{background:#000}"),
    "floats that a width breaks":
        page(f'<div style="width:{6 * N}px">' +
             "".join(f'<div class="{"k" if dark else "w"}"></div>' for line in code for dark in line) +
             "</div>", ".k,.w{float:left;width:6px;height:6px}.k{background:#000}"),
    "floats in rows": boxes("i", ".r{clear:both}i{float:left;width:6px;height:6px}.k{background:#000}"),
    "boxes in lines":
        page('<div style="font-size:0;line-height:0">' + "<br>".join("".join(
            '<span style="display:inline-block;width:6px;height:6px;background:' +
            ("#000" if dark else "#fff") + '"></span>' for dark in line) for line in code) + "</div>"),
    "a row that is flexible": boxes("b", ".r{display:flex}b{width:6px;height:6px;display:block}"
                                    ".k{background:#000}"),
    "a grid":
        page("<div class=g>" + "".join(f'<b class="{"k" if dark else "w"}"></b>'
                                       for line in code for dark in line) + "</div>",
             f".g{{display:grid;grid-template-columns:repeat({N},6px)}}b{{height:6px}}"
             ".k{background:#000}"),
    "boxes at places":
        page(f'<div style="position:relative;width:{6 * N}px;height:{6 * N}px">' + "".join(
            f'<div style="position:absolute;left:{6 * x}px;top:{6 * y}px;width:{6 * width}px;'
            'height:6px;background:#000"></div>'
            for y, line in enumerate(code) for x, width, dark in runs(line) if dark) + "</div>"),
    "shadows of one box":
        page('<div style="width:6px;height:6px;margin:20px;box-shadow:' + ",".join(
            f"{6 * x}px {6 * y}px #000" for y in range(N) for x in range(N) if code[y][x]) + '"></div>'),
    "half blocks": page(f'<pre style="{MONO}">' + "\n".join(half) + "</pre>"),
    "half blocks in entities":
        page(f'<pre style="{MONO}">' + "\n".join("".join(
            c if c == " " else f"&#{ord(c)};" for c in line) for line in half) + "</pre>"),
    "half blocks in broken lines":
        page('<div style="font-family:monospace;font-size:14px;line-height:14px">' +
             "<br>".join(line.replace(" ", "&nbsp;") for line in half) + "</div>"),
    "half blocks in light":
        page('<div style="background:#000;color:#fff;padding:20px;width:400px">'
             f'<pre style="{MONO}">' + "\n".join(half) + "</pre></div>"),
    "full blocks":
        page('<pre style="font:10px/10px monospace">' + "\n".join(
            "".join("██" if dark else "  " for dark in line) for line in code) + "</pre>"),
    "blocks in colours":
        page('<pre style="font:10px/10px monospace">' + "\n".join("".join(
            f'<font color={"black" if dark else "white"}>{"██" * width}</font>'
            for _, width, dark in runs(line)) for line in code) + "</pre>"),
    "blanks on colours":
        page('<pre style="font:10px/12px monospace">' + "\n".join("".join(
            f'<span style="background:{"#000" if dark else "#fff"}">{"&nbsp;&nbsp;" * width}</span>'
            for _, width, dark in runs(line)) for line in code) + "</pre>"),
    "quarters": page('<pre style="font:20px/20px monospace">' + "\n".join(quarters()) + "</pre>"),
    "Braille": page('<pre style="font:20px/24px monospace">' + "\n".join(braille()) + "</pre>"),
    "squares": page('<div style="font-size:12px;line-height:12px">' + "<br>".join(
        "".join("⬛" if dark else "⬜" for dark in line) for line in code) + "</div>"),
    "SVG in the page": page("<p>code:</p>" + SVG + rects + "</svg>"),
    "SVG in the page, without quotes, by use and class":
        page(f"<svg width=250 height=250 viewBox='0 0 {N + 8} {N + 8}'><defs><rect id=m width=1 "
             "height=1 class=q /></defs>" + "".join(
                 f"<use xlink:href=#m x={x + 4} y={y + 4} />"
                 for y in range(N) for x in range(N) if code[y][x]) + "</svg>", ".q{fill:#123}"),
    "SVG in a data: URL":
        page(f'<img src="{data("image/svg+xml", (SVG + rects + "</svg>").encode())}">'),
    "a picture in a data: URL": page(f'<img src="{data("image/png", png())}">'),
    "a picture in a data: URL of a style":
        page(f'<div style="background:url({data("image/png", png())})"></div>'),
}
SVGS = {
    "rectangles": SVG + rects + "</svg>",
    "a path": f'{SVG}<path d="{path}"/></svg>',
    "rectangles beside a text": SVG + '<text x="2" y="3" font-size="2">Scan me</text>' + rects + "</svg>",
    "a picture in a data: URL":
        f'{SVG}<image xlink:href="{data("image/png", png())}" width="{N}" height="{N}"/></svg>',
}
XHTMLS = {
    "cells": '<html xmlns="http://www.w3.org/1999/xhtml"><head><style>td{width:6px;height:6px;'
             'padding:0}.k{background:#123}</style></head><body>' +
             table(lambda dark: f'<td class="{"k" if dark else "w"}"></td>',
                   'cellspacing="0" cellpadding="0"') + "</body></html>",
    "half blocks": '<html xmlns="http://www.w3.org/1999/xhtml"><body>'
                   f'<pre style="{MONO}">' + "\n".join(half) + "</pre></body></html>",
}
TEXTS = {
    "half blocks": "\n".join("   " + line for line in half),
    "half blocks in light": "\n".join("██" + line + "██" for line in ["█" * N] + characters(
        " ", "▄", "▀", "█") + ["█" * N]),
    "full blocks": "\n".join("".join("██" if dark else "  " for dark in line) for line in code),
}

for media_type, drawings in (("text/html", PAGES), ("image/svg+xml", SVGS),
                             ("application/xhtml+xml", XHTMLS), ("text/plain", TEXTS)):
    for name, text in drawings.items():
        found = records(text, media_type)
        check(f"{media_type}: {name}", set(drawn(found)) == {URL},
              [record for record in found if record["kind"] not in ("link", "message")])

# Pieces of a picture that the page puts side by side: data: URLs here, parts of the message there.
LEFT, RIGHT = png(across=(0, 0.5)), png(across=(0.5, 1))
UPPER, LOWER = png(down=(0, 0.4)), png(down=(0.4, 1))
UPPER_RIGHT = png(across=(0.5, 1), down=(0, 0.3))
LOWER_RIGHT = png(across=(0.5, 1), down=(0.3, 1))
FINE_RIGHT = png(12, across=(0.5, 1))
strips = [png(down=(i / 11, (i + 1) / 11)) for i in range(11)]
side = (N + 8) * 4
MOSAICS = {  # name: the page with {0}, {1} for the URLs of pieces, the pieces
    "in a line": ("<img src={0}><img src={1}>", LEFT, RIGHT),
    "in cells": ("<table cellspacing=0 cellpadding=0><tr><td><img src={0}><td><img src={1}></table>",
                 LEFT, RIGHT),
    "in cells with spaces": ("<table><tr><td><img src={0}><td><img src={1}></table>",
                             png(12, across=(0, 16 / 33)), png(12, across=(16 / 33, 1))),
    "with a line end between them": ("<img src={0}>\n<img src={1}>", png(6, across=(0, 16 / 33)),
                                     png(6, across=(16 / 33, 1))),
    "below each other": ("<div><img src='{0}' style='display:block'><img src='{1}'></div>", UPPER, LOWER),
    "in rows": ("<p>Scan</p><table cellspacing=0 cellpadding=0><tr><td><img src={0}><tr><td>"
                "<img src={1}></table><p>and see</p>", UPPER, LOWER),
    "in any order": (f"<div style='position:relative'><img src={{0}} style='position:absolute;top:0;"
                     f"left:{side // 2}px'><img src={{1}} style='position:absolute;left:0;top:0'></div>",
                     RIGHT, LEFT),
    "a half and two quarters": (
        "<table cellspacing=0 cellpadding=0><tr><td rowspan=2><img src={0}><td><img src={1}><tr><td>"
        "<img src={2}></table>", LEFT, UPPER_RIGHT, LOWER_RIGHT),
    "on buttons": ("<input type=image src={0}><input type=IMAGE src={1}>", LEFT, RIGHT),
    "of a flexible row": ("<div style='display:flex'><img src={0}><img src={1}></div>", LEFT, RIGHT),
    "strips": ("<div style='line-height:0'>" + "<br>".join(f"<img src={{{i}}}>" for i in range(11)) +
               "</div>", *strips),
    "of several sizes": (f"<img src={{0}} width={side // 2} height={side}>"
                         f"<img src={{1}} width={side // 2} height={side}>", LEFT, FINE_RIGHT),
    "on the ground of cells": (
        f"<table cellspacing=0 cellpadding=0><tr><td width={side // 2} height={side} background={{0}}>"
        f"<td width={side // 2} style='background:url({{1}})'></table>", LEFT, RIGHT),
    "of one picture": (
        f"<style>i{{{{float:left;width:{side // 2}px;height:{side}px;background:url({{0}})}}}}"
        f".b{{{{background-position:-{side // 2}px 0}}}}</style><i class=b></i><i></i>",
        # Its halves change places.
        None),
    "beside cells": (
        "<table cellspacing=0 cellpadding=0><tr><td><table cellspacing=0 cellpadding=0>" + "".join(
            "<tr>" + "".join(f"<td width=4 height=4 bgcolor={'black' if dark else 'white'}></td>"
                             for dark in line[:12]) for line in code) +
        "</table><td><img src={0}></table>", png(margin=0, across=(0.48, 1))),
}


def swapped(picture):
    """A picture whose halves have changed places."""
    at = picture.index(b"IDAT") + 4
    length = struct.unpack(">I", picture[at - 8:at - 4])[0]
    rows = zlib.decompress(picture[at:at + length])
    width = len(rows) // side
    other = b"".join(b"\0" + rows[i + 1 + side // 2:i + width] + rows[i + 1:i + 1 + side // 2]
                     for i in range(0, len(rows), width))
    chunk = lambda kind, data: (struct.pack(">I", len(data)) + kind + data +
                                struct.pack(">I", zlib.crc32(kind + data)))
    return picture[:at - 8] + chunk(b"IDAT", zlib.compress(other)) + chunk(b"IEND", b"")


def related(body, pieces, label="Content-ID: <{}@x>"):
    parts = [f"Content-Type: text/html\n\n{body}\n".encode()]
    for i, piece in enumerate(pieces):
        parts.append(f"Content-Type: image/png\n{label.format(i)}\nContent-Transfer-Encoding: base64\n\n"
                     .encode() + base64.encodebytes(piece))
    message = b"Content-Type: multipart/related; boundary=b\n\n" + b"".join(
        b"--b\n" + part for part in parts) + b"--b--\n"
    done = subprocess.run([tool, "links", "--format", "jsonl", "-"], input=message, capture_output=True)
    return [json.loads(line) for line in done.stdout.splitlines()]


for name, (body, *pieces) in MOSAICS.items():
    pieces = [swapped(png()) if each is None else each for each in pieces]
    found = records(page(body.format(*(data("image/png", each) for each in pieces))))
    check(f"pieces {name}", set(drawn(found)) == {URL},
          [record for record in found if record["kind"] not in ("link", "message")])
    found = related(page(body.format(*(f"cid:{i}%40x" for i in range(len(pieces))))), pieces)
    check(f"pieces {name}, as parts", set(drawn(found)) == {URL},
          [record for record in found if record["kind"] not in ("link", "message")])
    check(f"pieces {name}, of the page", {record["part"] for record in of("link", found)
                                          if record["where"] == "qr"} == {"1"}, found)
halves = "".join(f'<image xlink:href="{data("image/png", piece)}" x="{x}" width="66" height="132"/>'
                 for x, piece in ((0, LEFT), (66, RIGHT)))
found = related(page(f'<img src="cid:0@x"><img src="cid:0@x"><svg width="132" height="132">{halves}</svg>'), [UPPER])
check("pieces in SVG", drawn(found) == [URL], found)
found = related(page("<img src=a.png><img src=b.png>"), [LEFT, RIGHT], "Content-Location: {}.png")
check("pieces by other locations", not drawn(found), found)
found = related(page("<img src=0.png><img src=1.png>"), [LEFT, RIGHT], "Content-Location: {}.png")
check("pieces by their locations", drawn(found) == [URL], found)
# What does not stand side by side makes no code.
for body in ("<img src={0}><br><img src={1}>", "<img src={1}><img src={0}>",
             "<img src={0}><img width=100 src={0}><img src={1}>", "<img src={0}><hr><img src={0}>"):
    check(body, not drawn(related(page(body.format("cid:0@x", "cid:1@x")), [LEFT, RIGHT])))
found = related(page("<img src=cid:0@x>" * 1001), [LEFT])
check("many pieces", [record["why"] for record in of("unread", found)
                      if record["part"] == "1"] == ["limit-documents"], found)

# A drawing is a document: in the kind document, and not looked at where that is not asked for.
found = records(PAGES["cells with a class"])
check("kind document", [record["format"] for record in of("document", found)] == ["drawing"], found)
for options in (["--open", "none"], ["--open", "picture,pdf"]):
    found = records(PAGES["cells with a class"], "text/html", *options)
    check(options, not drawn(found) and not of("document", found), found)
found = records(PAGES["a picture in a data: URL"], "text/html", "--open", "drawing")
check("data: URLs by kind", not drawn(found), found)

# Neither what draws no code nor a page with little in it is told.
for name, text in {
    "cells of one colour": page(table(lambda dark: "<td bgcolor=black width=6 height=6></td>")),
    "a letter": page("<table>" + "<tr><td>a long word here</td><td></td></tr>" * 200 + "</table>"),
    "an icon": page(SVG + '<path d="M0 0h7"/></svg>'),
}.items():
    found = records(text)
    check(name, [record["kind"] for record in found] == ["message"], found)

# What is too much is told, and what is behind it is read.
noise = ("<table>" + "<tr>" + "<td bgcolor=#000></td><td></td>" * 30_000 + "</table>"
         '<a href="http://behind.example/">x</a>')
found = records(noise)
check("too many cells", [record["why"] for record in of("unread", found)] == ["limit-documents"],
      of("unread", found))
check("too many cells, a link", [record["url"] for record in of("link", found)] ==
      ["http://behind.example/"], found)
deep = "<div>" * 600 + PAGES["half blocks"] + "</div>" * 600
check("too deep", "limit-documents" in [record["why"] for record in of("unread", records(deep))])
nested = "<table><tr><td>" * 40 + "<i></i>" * 100 + "</table>" * 40
check("tables in one another", [record["why"] for record in of("unread", records(nested))] ==
      ["limit-documents"])
bomb = ('<svg xmlns="http://www.w3.org/2000/svg"><g id="a0"><rect width="1" height="1"/></g>' +
        "".join(f'<g id="a{i + 1}">' + f'<use href="#a{i}"/>' * 10 + "</g>" for i in range(12)) +
        '<use href="#a12"/></svg>')
check("uses of uses", [record["why"] for record in of("unread", records(bomb, "image/svg+xml"))] ==
      ["limit-documents"])
check("no SVG", [record["why"] for record in of("unread", records(
    SVG + rects, "image/svg+xml"))] == ["damaged"])

# What draws stands in a module of its own; without it that is said, and the rest is opened.
with tempfile.TemporaryDirectory() as folder:
    for name in ("basewalk", "basewalk-worker", "basewalk-picture.so"):
        shutil.copy(pathlib.Path(tool).parent / name, folder)
    alone = os.path.join(folder, "basewalk")
    found = records(PAGES["cells with a class"], program=alone)
    check("without the module", [(record["why"], "basewalk-drawn.so" in record["text"])
                                 for record in of("unread", found)] == [("no-opener", True)], found)
    found = records(PAGES["a picture in a data: URL"], program=alone)
    check("a picture without the module", drawn(found) == [URL], found)

sys.exit(1 if wrong else 0)

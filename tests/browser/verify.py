#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""mhtml verify with Chromium: of many bundles each form is the same, and each of five changes is found and named."""
import base64
import json
import os
import pathlib
import re
import shutil
import struct
import subprocess
import sys
import tempfile
import time
import zlib

TOOL = os.environ["BASEWALK"]
# By default nine: each way to lay out, each way to show a picture, with and without a frame, a shadow, a font, much
# height.  BUNDLES=N: the first N.
BUNDLES = range(int(os.environ["BUNDLES"])) if "BUNDLES" in os.environ else (0, 4, 6, 9, 10, 13, 17, 21, 23)
EACH = os.environ.get("EACH", "") != ""
CHROMIUM = os.environ.get("CHROMIUM") or next(filter(None, map(shutil.which, (
    "chromium", "chromium-browser", "google-chrome", "google-chrome-stable"))), None)
CHANGES = ("pixel", "letter", "picture", "font", "request")
failures = []


def check(name, holds, said=""):
    print(("ok " if holds else "not ok ") + name)
    if not holds:
        failures.append(name)
        print("  " + str(said)[:3000])


def font_of(family):
    try:
        return subprocess.run(["fc-match", "-f", "%{file}", family], capture_output=True, text=True).stdout
    except OSError:
        return ""


def png(width, height, seed, other_pixel=False):
    rows = bytearray()
    for y in range(height):
        rows.append(0)
        for x in range(width):
            rows += bytes(((x * 7 + seed * 31) % 256, (y * 5 + seed * 17) % 256, (x * y + seed) % 256))
    if other_pixel:
        rows[1 + (height // 2) * (1 + 3 * width) + 3 * (width // 2)] ^= 0xFF

    def chunk(kind, body):
        return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)) + chunk(
        b"IDAT", zlib.compress(bytes(rows))) + chunk(b"IEND", b"")


def size(i):
    return 20 + i * 3, 30 + i % 7 * 11


def bundle(i, font):
    """A page of its own kind: ways to lay out, to show a picture, to name a font, to be below another page."""
    width, height = size(i)
    picture = ('<img src="a.png" alt="leaf %d">' % i, '<div class="back"></div><img src="a.png">', '<p><img src="cid:a@h" loading="lazy"></p>',
               '<picture><source srcset="a.png 1x"><img src="a.png"></picture>', '<table><tr><td><img src="a.png"><td>cell</table>')[i % 5]
    box = ("", "display:flex", "float:right", "position:absolute;left:40px;top:300px", "columns:2")[i // 5 % 5]
    text = "<h1>Page %d</h1><p class=\"f\">The quick brown fox number %d jumps over \u00fcber \u2014 the lazy dog.</p>" % (i, i)
    frame = '<iframe src="in.html" width="300" height="120"></iframe>' if i % 3 == 0 else ""
    shadow = '<div><template shadowrootmode="open"><style>b{color:red}</style><b>shadow %d</b></template></div>' % i if i % 4 == 0 else ""
    tall = '<div style="height:%dpx;background:linear-gradient(red,blue)"></div>' % (i * 60) if i % 6 == 0 else ""
    page = '<!doctype html><title>Page %d</title><link rel="stylesheet" href="s.css">%s%s<div style="%s">%s</div>%s%s<p>end %d' % (
        i, text, tall, box, picture, frame, shadow, i)
    face = '@font-face{font-family:w;src:url(w.ttf)}' if font and i % 10 == 0 else ''
    style = face + 'body{font-family:serif;font-size:%dpx}.f{font-family:%smonospace}.back{width:50px;height:40px;background:url(a.png)}' % (
        12 + i % 5, 'w,' if face else '')
    parts = [("text/html", "http://h/%d/" % i, "", page.encode()), ("text/css", "http://h/%d/s.css" % i, "", style.encode()),
             ("image/png", "http://h/%d/a.png" % i, "<a@h>", png(width, height, i))]
    if frame:
        parts.append(("text/html", "http://h/%d/in.html" % i, "", ("<p>In frame %d <img src=a.png width=20>" % i).encode()))
    if face:
        parts.append(("font/ttf", "http://h/%d/w.ttf" % i, "", pathlib.Path(font).read_bytes()))
    out = b"MIME-Version: 1.0\r\nContent-Type: multipart/related; type=\"text/html\"; boundary=b\r\n\r\n"
    for kind, where, label, body in parts:
        out += b"--b\r\nContent-Type: %s\r\nContent-Transfer-Encoding: base64\r\nContent-Location: %s\r\n" % (
            (kind + ("; charset=utf-8" if kind.startswith("text/") else "")).encode(), where.encode())
        if label:
            out += b"Content-ID: " + label.encode() + b"\r\n"
        out += b"\r\n" + base64.encodebytes(body).replace(b"\n", b"\r\n") + b"\r\n"
    return out + b"--b--\r\n"


def replace(file, old, new):
    text = file.read_text()
    assert old in text, (file, old)
    file.write_text(text.replace(old, new, 1))


def change(i, folder, what):
    if what == "pixel":
        (folder / "a.png").write_bytes(png(*size(i), i, other_pixel=True))
    elif what == "letter":
        replace(folder / "index.html", "brown fox", "brown fax")
    elif what == "picture":
        (folder / "a.png").unlink()
    elif what == "font":
        if (folder / "w.ttf").exists():
            (folder / "w.ttf").unlink()
        else:
            replace(folder / "s.css", "monospace", "serif")
    else:
        replace(folder / "index.html", "<h1>", ('<link rel="stylesheet" href="http://elsewhere.example/%d.css"><h1>' % i,
                                               '<link rel="preload" as="image" href="http://elsewhere.example/"><h1>',
                                               '<style>@import "http://elsewhere.example/";</style><h1>',
                                               '<style>h1{background:url(//elsewhere.example/)}</style><h1>',
                                               '<link rel="stylesheet" href="../outside.css"><h1>')[i % 5])


# EACH=1 BUNDLES=N puts each change into each of N.
# The kinds of findings of a change: those that must be there, and those that may.
FOUND = {"pixel": ({"pixels", "picture"}, set()), "letter": ({"text", "pixels"}, set()), "picture": ({"picture", "pixels"}, set()),
         "font": ({"font"}, {"pixels"}), "request": ({"request"}, set())}


def run(*arguments, **how):
    made = subprocess.run([TOOL, "mhtml", *map(str, arguments)], capture_output=True, timeout=900, **how)
    made.stdout, made.stderr = made.stdout.decode(), made.stderr.decode()
    return made


SANDBOX = ("--browser-sandbox", "off") if os.geteuid() == 0 else ()


def verify(*arguments, **how):
    return run("verify", *SANDBOX, *arguments, **how)


def told(output):
    """Of each pair its verdict and the set of its findings' kinds."""
    pairs = []
    for line in output.splitlines():
        if line.startswith("  "):
            pairs[-1][1].add(line.split(":")[0].strip())
        else:
            pairs.append((re.search(r": (same|more|differs|not-compared)(:|$)", line).group(1), set(), line))
    return pairs


def changed(top):
    font = font_of("monospace")
    if not font.endswith(".ttf") or font == font_of("serif"):
        print("skipped: there are no two fonts, serif and monospace (fc-match says)")
        sys.exit(77)
    (top / "outside.css").write_text("p{}")
    pairs, wanted = [], []
    for i in BUNDLES:
        saved = top / ("%d.mhtml" % i)
        saved.write_bytes(bundle(i, font))
        forms = [top / ("%d" % i)]
        made = run("unpack", saved, "-o", forms[0])
        if i % 5 == 0:
            forms.append(top / ("%d.html" % i))
            made = run("inline", saved, "-o", forms[1]) if made.returncode == 0 else made
        if made.returncode != 0:
            check("bundle %d is unpacked" % i, False, made)
            return
        for form in forms:
            pairs += [saved, form]
            wanted.append((i, "nothing", None))
        # One change in each, all five in every fifth.
        for what in CHANGES if i % 5 == 0 or EACH else (CHANGES[i // 5 % 5],):
            other = top / ("%d-%s" % (i, what))
            shutil.copytree(forms[0], other)
            change(i, other, what)
            pairs += [saved, other]
            wanted.append((i, what, FOUND[what]))
    begun = time.monotonic()
    made = verify(*pairs)
    print("%d pairs in %.0f seconds" % (len(wanted), time.monotonic() - begun))
    seen = told(made.stdout)
    check("each pair is told", len(seen) == len(wanted) and made.returncode == 1 and made.stderr == "", (len(seen), len(wanted), made.stderr))
    for what in ("nothing",) + CHANGES:
        wrong, count = [], 0
        for (i, made_of, found), (verdict, kinds, line) in zip(wanted, seen):
            if made_of != what:
                continue
            count += 1
            right = verdict == "same" and not kinds if found is None else \
                verdict == "differs" and found[0] <= kinds <= found[0] | found[1]
            if not right:
                wrong.append((i, verdict, kinds, line))
        check("%d pairs, changed: %s" % (count, what), count > 0 and not wrong, wrong)


def simple(page, *parts):
    out = b"MIME-Version: 1.0\r\nContent-Type: multipart/related; boundary=b\r\n\r\n"
    for kind, where, body in (("text/html", "http://h/", page.encode()),) + parts:
        out += b"--b\r\nContent-Type: %s\r\nContent-Transfer-Encoding: base64\r\nContent-Location: %s\r\n\r\n%s\r\n" % (
            kind.encode(), where.encode(), base64.encodebytes(body).replace(b"\n", b"\r\n"))
    return out + b"--b--\r\n"


def one_by_one(top):
    picture = ("image/png", "http://h/a.png", png(40, 30, 1))
    good = top / "good.mhtml"
    good.write_bytes(simple("<title>t</title><p>Hello<img src=a.png>", picture))

    made = run("unpack", good, "-o", top / "good", "--verify", *SANDBOX, "--verify-report", top / "report.html")
    check("unpack --verify", made.returncode == 0 and told(made.stdout)[0][0] == "same", made)
    page = (top / "report.html").read_text()
    check("its report has both pictures", page.count("<img ") == 2 and "1 same," in page, page[:2000])
    made = run("inline", good, "-o", top / "good.html", "--verify", *SANDBOX)
    check("inline --verify", made.returncode == 0 and told(made.stdout)[0][0] == "same", made)
    made = run("inline", good, "--verify", *SANDBOX)
    check("inline --verify to standard output", made.returncode == 2 and made.stdout == "" and "-o" in made.stderr, made)
    made = run("inline", "-", "-o", top / "stdin.html", "--verify", *SANDBOX, input=good.read_bytes())
    check("inline --verify of standard input", made.returncode == 0 and told(made.stdout)[0][0] == "same", made)
    made = run("pack", top / "good", "-o", top / "packed.mhtml", "--base", "http://h/", "--verify", *SANDBOX)
    check("pack --verify of a folder", made.returncode == 0 and told(made.stdout)[0][0] == "same", made)

    # What Chromium does not show it would keep: nothing comes into the folder of downloads, which is not even made.
    (top / "kept").mkdir()
    (top / "kept/index.html").write_text("<iframe src=a.zip></iframe><iframe src='data:application/octet-stream;base64,AAAA'></iframe>")
    (top / "kept/a.zip").write_bytes(b"PK\x05\x06" + bytes(18))
    home = top / "home"
    home.mkdir()
    made = verify(top / "kept", top / "kept", env=dict(os.environ, HOME=str(home)))
    check("nothing is downloaded", made.returncode == 0 and not (home / "Downloads").exists(), (made, list(home.iterdir())))

    # Chromium shows fields of a bundle as disabled.
    (top / "form.mhtml").write_bytes(simple("<form><input value=x autofocus><textarea>y</textarea><select><option>z</select><button>b</button></form>"))
    made = run("unpack", top / "form.mhtml", "-o", top / "form", "--verify", *SANDBOX)
    check("a form", made.returncode == 0 and told(made.stdout)[0][0] == "same", made)

    # What nobody sees without scrolling.
    low = '<div style="height:50px;overflow:scroll"><div style="height:500px"></div><img src=a.png>%s</div>'
    (top / "low.mhtml").write_bytes(simple(low % "end", picture))
    run("unpack", top / "low.mhtml", "-o", top / "low")
    (top / "low" / "a.png").write_bytes(png(40, 30, 1, other_pixel=True))
    made = verify(top / "low.mhtml", top / "low")
    check("a pixel where one has to scroll", told(made.stdout)[0][:2] == ("differs", {"picture"}), made)

    # What Chromium does not show of a bundle: a picture whose label is relative.
    (top / "more.mhtml").write_bytes(simple("<img src=a.png width=50 height=40>", ("image/png", "a.png", png(40, 30, 1))))
    run("unpack", top / "more.mhtml", "-o", top / "more")
    made = verify(top / "more.mhtml", top / "more")
    check("a picture that Chromium did not show", made.returncode == 0 and told(made.stdout)[0][0] == "more" and "picture 1 did not come" in made.stdout, made)
    replace(top / "more" / "index.html", "<img", "<p>x<img")
    made = verify(top / "more.mhtml", top / "more")
    check("and another place", made.returncode == 1 and told(made.stdout)[0][0] == "differs", made)

    (top / "lf.mhtml").write_bytes(good.read_bytes().replace(b"\r\n", b"\n"))
    run("unpack", top / "lf.mhtml", "-o", top / "lf")
    made = verify(top / "lf.mhtml", top / "lf")
    check("a bundle with LF", made.returncode == 1 and told(made.stdout)[0][0] == "not-compared" and "refuses this bundle" in made.stdout, made)
    (top / "blank.mhtml").write_bytes(simple(""))
    run("unpack", top / "blank.mhtml", "-o", top / "blank")
    made = verify(top / "blank.mhtml", top / "blank")
    check("nothing in both", made.returncode == 0 and told(made.stdout)[0][0] == "same", made)
    made = verify(top / "blank.mhtml", top / "good")
    check("nothing in the original", made.returncode == 1 and told(made.stdout)[0][0] == "differs", made)

    (top / "high.html").write_text('<div style="height:16000px">x</div>')
    (top / "higher.html").write_text('<div style="height:17000px">x</div>')
    (top / "wide.html").write_text('<div style="width:3000px;height:9px;background:linear-gradient(to right,red,blue)"></div>')
    (top / "wider.html").write_text('<div style="width:3000px;height:9px;background:linear-gradient(to right,red,green)"></div>')
    (top / "deep.html").write_text("<!doctype html>" + "<div>" * 500 + "deep")
    (top / "lazy.html").write_text("<img src='data:image/png;base64,%s' loading=lazy style='display:none'><div style='height:9000px'></div>"
                                   "<img loading=lazy src='data:image/png,none'>" % base64.b64encode(png(9, 9, 1)).decode())
    # An element's name hides what a document has by itself.
    (top / "clobbered.html").write_text("<p>one<img name=body><img name=querySelectorAll><img name=title><img name=documentElement>")
    (top / "clobbered2.html").write_text("<p>two<img name=body><img name=querySelectorAll><img name=title><img name=documentElement>")
    (top / "refresh.html").write_text("<meta http-equiv=refresh content='3600;http://elsewhere.example/'>")
    policy = "<meta http-equiv=Content-Security-Policy content=\"default-src 'self' file: data:\">"
    (top / "object.html").write_text(policy + "<object style='position:absolute;width:0' data=http://elsewhere.example/></object>")
    (top / "hint.html").write_text(policy + "<link rel=preconnect href=http://elsewhere.example/>")
    (top / "plain.html").write_text("")
    rows = (("high", "high", "same", set()), ("higher", "higher", "not-compared", set()), ("wide", "wide", "same", set()),
            ("wide", "wider", "differs", {"pixels"}), ("deep", "deep", "same", set()), ("lazy", "lazy", "same", set()),
            ("clobbered", "clobbered", "same", set()), ("clobbered", "clobbered2", "differs", {"text", "pixels"}),
            ("plain", "refresh", "differs", {"request"}), ("plain", "object", "differs", {"request"}),
            ("plain", "hint", "differs", {"request"}), ("refresh", "refresh", "same", set()))
    made = verify(*(top / (name + ".html") for row in rows for name in row[:2]))
    for row, seen in zip(rows, told(made.stdout)):
        check("%s beside %s" % row[:2], seen[:2] == row[2:], seen)

    many = run("unpack", good, top / "lf.mhtml", "-o", str(top / "many") + "/", "--verify", *SANDBOX, "--jobs", "2")
    rows = [json.loads(line) for line in (top / "many" / "report.jsonl").read_text().splitlines()]
    said = {os.path.basename(row["source"]): (row["verified"], row["difference_count"], row["not_verified"] is None) for row in rows}
    check("many, --verify", many.returncode == 1 and said == {"good.mhtml": ("same", 0, True), "lf.mhtml": ("not-compared", 0, False)}
          and "lf.mhtml: not-compared" in many.stderr, (many, rows))


# Chromium, but for its first run: that ends where the first picture of a page is asked for.
ENDS = r'''#!%s
import os, subprocess, sys, threading
if os.path.exists(sys.argv[0] + ".ended"):
    os.execv(%r, [%r] + sys.argv[1:])
from_us, to_it = os.pipe()
from_it, to_us = os.pipe()
def place():
    os.dup2(from_us, 103); os.dup2(to_us, 104); os.dup2(103, 3); os.dup2(104, 4)
browser = subprocess.Popen([%r] + sys.argv[1:], preexec_fn=place, close_fds=False)
os.close(from_us); os.close(to_us)
def back():
    while data := os.read(from_it, 65536):
        os.write(4, data)
threading.Thread(target=back, daemon=True).start()
while data := os.read(3, 65536):
    if b"Page.captureScreenshot" in data:
        open(sys.argv[0] + ".ended", "w").close()
        browser.kill()
        break
    os.write(to_it, data)
'''


def killed(top):
    ends = top / "ends"
    ends.write_text(ENDS % (sys.executable, CHROMIUM, CHROMIUM, CHROMIUM))
    ends.chmod(0o755)
    page = top / "page.html"
    page.write_text("<p>x")
    made = verify("--browser", ends, page, page, page, page)
    check("a browser that is killed in the middle", (top / "ends.ended").exists() and made.returncode == 1 and
          [seen[0] for seen in told(made.stdout)] == ["not-compared", "same"] and "the browser ended" in made.stdout, made)


def main():
    if CHROMIUM is None:
        print("skipped: there is no Chromium")
        sys.exit(77)
    if "--browser" not in run("verify", "--help").stdout:
        print("skipped: this build has no `mhtml verify`")
        sys.exit(77)
    with tempfile.TemporaryDirectory() as folder:
        top = pathlib.Path(folder).resolve()
        os.environ["TMPDIR"] = str(top / "temporary")
        (top / "temporary").mkdir()
        one_by_one(top)
        killed(top)
        changed(top)
        check("no profile is left", os.listdir(top / "temporary") == [], os.listdir(top / "temporary"))
    sys.exit(1 if failures else 0)


main()

#!/usr/bin/env python3
"""Is anything read again and again?  doubling.py BASEWALK VERB [OPTION...] [--size BYTES]

Makes messages of one piece that repeats, in every place of a message that has a reader of its own, with and
without an end behind the last: some 5,000 shapes.  Each is given to `BASEWALK VERB OPTION... FILE` once; where
that takes long, with twice and four times the size as well.  Printed are those that take more than 2.3 times
as long for twice the size, or a second in any case; exit status 1 if there are any.  Processor time: run it
where nothing else runs."""
import os
import resource
import subprocess
import sys
import tempfile

PIECES = [
    "=?a?q?x", "=?utf-8?b?QQ", "=?utf-8?q?=41?= ", "=?utf-7?q?+AGE-?= =?utf-16?b?QQA=?= ", "(", "((a)", "\\(", '"',
    '"\\', "<", "<a@b>,", "a@b,", ";", ";a=", ";a*0=x", ";a*1*=%41", "; boundary=", "=", "%", "%41", "&", "&amp", "&#",
    "&#x", "[", "]", "{", "}", "http://", "http://a.b/ ", "www.", "www.a.b ", "mailto:", "//", "\\\\", "/", "..", "./",
    "../", "?", "#", "@", "a.b@", "a:", "::", "hxxp", "[.]", "(dot)", "\t", "\n ", "\r", "\r\n ", "\0", "\x80", "\xff",
    "--", "--\n", "--x\n", "<!--", "-->", "<![CDATA[", "]]>", "<a href=x>", '<a href="', "</a>", "<b>", "</b>", "<table>",
    "<td>", "<svg>", "<style>", '<style>@import "', "url(", 'url("a")', "\\22", "/*", "*/", "<script>", "<!--<script>",
    "javascript:", "data:,", "data:text/html,<a>", '<iframe srcdoc="', "&lt;a&gt;", "<base href=x>", "<meta charset=x>",
    '<img srcset="a,', "a 1x,", "<p>", "<li>", "<font>", "<select><option>", "<template>", "<math>", "<form>",
    "<noscript>", "xn--", "a.", "1.", "0x", "::1", "%25", "%2525", "=3D", "=\n", "==3D", "QUJD", "QUI=", "====", "-_",
    "begin 644 x\n", "M\n", "BEGIN:VEVENT\n", "URL:", 'X;A="', "ATTACH;ENCODING=BASE64:", "<!DOCTYPE x [",
    '<!ENTITY a "b">', '<x xmlns:a="b">', "<?xml ?>", "&a;", "From ", "From - ", ">From ", "Content-Type: x\n",
    "Content-Type: multipart/mixed; boundary=a\n\n--a\n", "--a\n\n", "X:\n", "X\n", ": \n", "List-Post: <http://a>\n",
    "Received: x\n", "\n\n", "\n", "x" * 77 + "\n", "a b ", " ", "0", "x", "var(--a)", "--a:var(--a);", '{--a:"x";}',
    "@property --a{}", "if(", "env(", "image-set(", "expression(", "$", "`", "~", "^", "|", "!", "+", "*", ",", ".", "-",
    "_",
]
ENDS = ["", '?=">-->']
HTML = b"Content-Type: text/html\n"
# Where they stand: what comes before, whether line ends are folded, what comes behind.
PLACES = {
    "subject": (b"Subject: ", True, b"\n" + HTML + b"\n<a href=http://a>"),
    "content-type": (b'Content-Type: text/html; name="x"', True, b"\n\n<a href=http://a>"),
    "content-base": (b"Content-Base: ", True, b"\n" + HTML + b"\n<a href=b>"),
    "header": (b"From: a\n", False, b"\n" + HTML + b"\n<a href=http://a>"),
    "html": (HTML + b"\n", False, b""),
    "attribute": (HTML + b'\n<a href="', False, b'">x</a>'),
    "style": (HTML + b"\n<style>", False, b""),
    "text": (b"Content-Type: text/plain\n\n", False, b""),
    "flowed": (b"Content-Type: text/plain; format=flowed\n\n", False, b""),
    "quoted-printable": (HTML + b"Content-Transfer-Encoding: quoted-printable\n\n", False, b""),
    "base64": (HTML + b"Content-Transfer-Encoding: base64\n\n", False, b""),
    "xhtml": (b'Content-Type: application/xhtml+xml\n\n<html xmlns="http://www.w3.org/1999/xhtml"><body>', False, b""),
    "calendar": (b"Content-Type: text/calendar\n\nBEGIN:VCALENDAR\n", False, b""),
    "css": (b"Content-Type: text/css\n\n", False, b""),
    "multipart": (b"Content-Type: multipart/mixed; boundary=a\n\n--a\n", False, b""),
}
WORTH_A_LOOK = 0.12  # seconds
TIMEOUT = 60


def seconds(command, message, path):
    with open(path, "wb") as file:
        file.write(message)
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    try:
        subprocess.run(command + [path], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, timeout=TIMEOUT, check=False)
    except subprocess.TimeoutExpired:
        return float(TIMEOUT)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def made(place, piece, end, size):
    before, folded, behind = PLACES[place]
    text = piece.encode("latin-1")
    text *= max(1, size // len(text))
    if folded:
        text = text.replace(b"\n", b"\n ")
    return before + text + end.encode() + behind


def main():
    arguments = sys.argv[1:]
    size = 240_000
    if "--size" in arguments:
        at = arguments.index("--size")
        size = int(arguments[at + 1])
        del arguments[at : at + 2]
    if len(arguments) < 2:
        sys.exit(__doc__)
    count, slow = 0, 0
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "shape.eml")
        for place in PLACES:
            for piece in PIECES:
                for end in ENDS:
                    count += 1
                    once = seconds(arguments, made(place, piece, end, size), path)
                    if once < WORTH_A_LOOK:
                        continue
                    twice = seconds(arguments, made(place, piece, end, 2 * size), path)
                    if twice <= 2.3 * once and once < 1:
                        continue
                    four = seconds(arguments, made(place, piece, end, 4 * size), path)
                    slow += 1
                    print(f"{place:18} {piece[:26]!r:30} {end!r:10} {once:.2f} {twice:.2f} {four:.2f}", flush=True)
    print(f"{count} shapes, {slow} slow")
    sys.exit(1 if slow else 0)


if __name__ == "__main__":
    main()

#!/usr/bin/env python3
"""Writes a bundle as large as those of picture-heavy pages: make_bundle.py OUT.mhtml [MEGABYTES]

A page in quoted-printable, style sheets, and images in base64, one of them larger than all others
together."""
import base64
import quopri
import random
import sys

out = sys.argv[1]
megabytes = float(sys.argv[2]) if len(sys.argv) > 2 else 57
random.seed(2557)
boundary = "----MultipartBoundary--bench----"
images = 200
page = "<!DOCTYPE html><html><head><link rel=stylesheet href=http://bench.test/s.css></head><body><video src=v.mp4></video>\n"
for i in range(images):
    page += f'<p>Lorem ipsum dolor sit amet \u2713 {i} <a href="/p{i}">more</a> <img src="i/{i}.png" alt="x">\n'
    page += "<p>" + "consectetur adipiscing elit sed do eiusmod " * 40 + "\n"
sheet = "".join(f".c{i} {{ background: url(i/{i}.png); color: #{i:03x} }}\n" for i in range(images))


def part(kind, location, encoding, body):
    return (f"\r\n--{boundary}\r\nContent-Type: {kind}\r\nContent-Transfer-Encoding: {encoding}\r\n"
            f"Content-Location: {location}\r\n\r\n").encode() + body


def base64_lines(size):
    text = base64.b64encode(random.randbytes(size))
    return b"".join(text[i:i + 76] + b"\r\n" for i in range(0, len(text), 76))


total = int(megabytes * 1_000_000 / 1.37)
with open(out, "wb") as f:
    f.write(f'MIME-Version: 1.0\r\nContent-Type: multipart/related; type="text/html"; '
            f'boundary="{boundary}"\r\n\r\n'.encode())
    f.write(part("text/html", "http://bench.test/", "quoted-printable",
                 quopri.encodestring(page.encode()).replace(b"\n", b"\r\n")))
    f.write(part("text/css", "http://bench.test/s.css", "quoted-printable",
                 quopri.encodestring(sheet.encode()).replace(b"\n", b"\r\n")))
    for i in range(images):
        f.write(part("image/png", f"http://bench.test/i/{i}.png", "base64",
                     base64_lines(total // 3 // images)))
    f.write(part("video/mp4", "http://bench.test/v.mp4", "base64", base64_lines(total * 2 // 3)))
    f.write(f"\r\n--{boundary}--\r\n".encode())

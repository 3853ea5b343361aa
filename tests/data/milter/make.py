#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Writes the sessions of this folder, the same each time: what a mail server sends over one connection
to a milter, byte for byte.  make.py [FOLDER]

Those whose names begin with `bad-` are ended, the others are served."""
import pathlib
import struct
import sys

folder = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else pathlib.Path(__file__).parent)
HTML = [(b"From", b" a@example.org"), (b"MIME-Version", b" 1.0"), (b"Content-Type", b" text/html; charset=utf-8"),
        (b"Content-Base", b" http://example.com/")]
LINK = b'<p><a href="/page">x</a>\r\n'
DOUBTFUL = [(b"MIME-Version", b" 1.0"), (b"Content-Type", b" multipart/mixed; boundary=b")]
PARTS = b"--b\r\n\r\nx\r\n--b--\r\n--b\r\nContent-Type: text/html\r\n\r\n<a href='&#104;ttp://h.example/'>\r\n--b--\r\n"


def packet(command, data=b""):
    return struct.pack("!I", len(data) + 1) + command + data


def strings(*words):
    return b"".join(word + b"\0" for word in words)


def begin(version=6, actions=0x1FF, steps=0x1FFFFF):
    return packet(b"O", struct.pack("!III", version, actions, steps))


def macros(stage, **pairs):
    return packet(b"D", stage + b"".join(strings(b"{%s}" % name.encode() if len(name) > 1 else name.encode(), value)
                                         for name, value in pairs.items()))


def client(family=b"4", address=b"192.0.2.7", port=12345):
    where = b"" if family == b"U" else struct.pack("!H", port) + strings(address)
    return macros(b"C", daemon_name=b"mx", daemon_addr=b"192.0.2.25", daemon_port=b"25") + packet(b"C", strings(b"client.example") + family + where)


def envelope(sender=b"<a@example.org>", *recipients, **more):
    recipients = recipients or (b"<bob@example.org>",)
    return (macros(b"M", mail_addr=sender[1:-1], **more) + packet(b"M", strings(sender, b"SIZE=100"))
            + b"".join(macros(b"R", rcpt_addr=path[1:-1]) + packet(b"R", strings(path)) for path in recipients))


def message(fields, *chunks, queue_id=b"4F00", last=b""):
    return (b"".join(packet(b"L", strings(name, value)) for name, value in fields)
            + b"".join(packet(b"B", chunk) for chunk in chunks) + macros(b"E", i=queue_id) + packet(b"E", last))


QUIT = packet(b"Q")
old = begin(actions=0x3F, steps=0x7F)
whole = begin() + client() + envelope() + message(HTML, LINK)
sessions = {
    "one": whole + QUIT,
    "no-quit": whole,
    "two": whole + envelope(b"<>", b"<ceo@board.example>", b"<x@example.org>") + message([(b"Subject", b" plain")], b"text\r\n", queue_id=b"4F01") + QUIT,
    "again": whole + packet(b"K") + client(b"6", b"IPv6:2001:db8::7") + envelope(b"<b@board.example>", auth_authen=b"bob") + message(HTML, LINK) + QUIT,
    "local": begin() + client(b"U") + envelope() + message(HTML, LINK) + QUIT,
    "unix": begin() + client(b"L", b"/run/client") + envelope() + message(HTML, LINK) + QUIT,
    "aborted": begin() + client() + envelope() + packet(b"L", strings(*HTML[0])) + packet(b"A") + envelope() + message(HTML, LINK) + QUIT,
    "last": begin() + client() + envelope() + message(HTML, LINK, LINK[:9], last=LINK[9:]) + QUIT,
    "folded": begin() + client() + envelope() + message([*HTML, (b"X-Folded", b" a\n b\n\tc"), (b"X-Empty", b"")], b"") + QUIT,
    "forged": begin() + client() + envelope() + message([(b"X-Basewalk-Links", b" 9"), *HTML], LINK) + QUIT,
    "doubtful": begin() + client() + envelope() + message(DOUBTFUL, PARTS) + envelope(b"<a@b.example>", b"<ceo@board.example>") + message(DOUBTFUL, PARTS) + QUIT,
    "old": old + packet(b"C", strings(b"client.example") + b"U") + packet(b"H", strings(b"client")) + envelope(i=b"4F02") + packet(b"T")
           + message([(name, value.strip()) for name, value in HTML], LINK) + packet(b"N") + QUIT,
    "reading-only": begin(actions=1) + client() + envelope() + message(HTML, LINK) + QUIT,
    "no-words": begin() + packet(b"C", b"\0U") + packet(b"M", b"\0") + packet(b"R", b"\0") + packet(b"L", b"a\0\0") + packet(b"B", b"") + packet(b"E") + QUIT,
    "no-start": envelope() + message(HTML, LINK) + QUIT,
    "unknown-stage": begin() + packet(b"D", b"zi\0x\0") + client() + envelope() + message(HTML, LINK) + QUIT,
    "bad-macro-without-value": begin() + packet(b"D", b"Cx\0") + whole[len(begin()):],
    "bad-macro-without-end": begin() + packet(b"D", b"Ei\0" + b"4F") + whole[len(begin()):],
    "bad-macro-alone": whole[:-5] + packet(b"D", b"Mi\0a\0b\0") + packet(b"E"),
    # libmilter goes on behind the command, where the data would be: a macro without a value.
    "bad-length-below-zero": begin() + struct.pack("!I", 0x80000001) + b"A" + packet(b"D", b"Cx\0") + whole[len(begin()):],
    "bad-length-too-large": begin() + struct.pack("!I", 0x7FFFFFFF) + b"B" + whole,
}
for name, data in sessions.items():
    (folder / name).write_bytes(data)

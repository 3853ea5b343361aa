#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Shows a milter one message, and says what became of it: "absolute", "wrapped" or "nothing".

    say.py SOCKET"""
import pathlib
import sys

import mta

changes, answer = mta.Connection(pathlib.Path(sys.argv[1])).message(
    [(b"From", b" a@example.org"), (b"MIME-Version", b" 1.0"), (b"Content-Type", b" text/html; charset=utf-8"),
     (b"Content-Base", b" http://example.com/")], b'<p><a href="/page">x</a>\r\n')
if changes.nothing():
    print("nothing")
elif changes.body == b'<p><a href="http://example.com/page">x</a>\r\n':
    print("absolute")
elif changes.body.startswith(b'<p><a href="https://guard.example/'):
    print("wrapped")
else:
    print(answer, changes.commands)

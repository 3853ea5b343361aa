# SPDX-License-Identifier: MIT
"""What the rows of the milter have in common: how a function becomes one, the milters that they have opened, and
messages that most of them send."""
import os

from mta import Milter

TOOL = os.environ["BASEWALK"]
SANITIZED = os.environ.get("SANITIZED") == "1"
HTML = [(b"From", b" a@example.org"), (b"MIME-Version", b" 1.0"), (b"Content-Type", b" text/html; charset=utf-8"),
        (b"Content-Base", b" http://example.com/")]
LINK = b'<p><a href="/page">x</a>\r\n'
WHOLE = b'<p><a href="http://example.com/page">x</a>\r\n'
UNREAD = (b"X-Basewalk-Verdict", b" unread; not read limit-message-bytes 1")  # of what is too large to be looked at
PLAIN = [(b"Subject", b" plain")]
# Those that need nothing, and those that need what not every machine has; in the order in which they are run.
rows, machine_rows = [], []
milters = []


def row(function):
    rows.append(function)
    return function


def machine_row(function):
    """A row that needs what not every machine has; it says so where it is missing."""
    machine_rows.append(function)
    return function


def opened(*options, **how):
    milter = Milter(*options, **how)
    milters.append(milter)
    return milter


def told(milter, queue_id):
    """The line of the log of a message, which stands there before its answer is sent."""
    lines = [line for line in milter.log().splitlines() if f"milter: {queue_id}: " in line]
    assert len(lines) == 1, (queue_id, milter.log())
    return lines[0].split(f"{queue_id}: ")[1]

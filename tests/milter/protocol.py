#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The milter as a mail server meets it, without one: every row speaks the protocol over a socket.

    protocol.py              the rows that need nothing
    protocol.py --machine    those that need root, systemd and the like
    protocol.py NAME...      these"""
import sys

import messages  # noqa: F401: each adds its rows
import running  # noqa: F401
import by_policy  # noqa: F401
import mta
from rows import machine_rows, milters, rows

chosen = machine_rows if sys.argv[1:] == ["--machine"] else mta.chosen(rows, machine_rows)
mta.run(chosen, milters)

#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Mail under way while something happens: load.py [OPTIONS] TAG MESSAGES USER [COMMAND...]

Senders on several connections, which stay open from one message to the next, send to USER@localhost by SMTP, with the
command beside them, until so many are sent and it has run --runs times. With --large every tenth message is so large. Rude
senders break off in the middle of a message, send it slowly, or end behind it without waiting for the answer.

Then it waits until the queue is empty, and looks into the mailbox. Says what came of it as JSON: how many were taken, how
often something was refused for now (those are sent again), and which messages are lost, came twice, came though nobody had
been told so, or are not what they should be."""
import argparse
import collections
import itertools
import json
import os
import pathlib
import random
import signal
import smtplib
import socket
import struct
import subprocess
import tempfile
import threading
import time

parser = argparse.ArgumentParser()
parser.add_argument("--senders", type=int, default=8)
parser.add_argument("--rude", type=int, default=0)
parser.add_argument("--large", type=int, default=0)
parser.add_argument("--max-bytes", type=int, default=1 << 40)  # what is larger is not looked at
parser.add_argument("--runs", type=int, default=2)
parser.add_argument("tag")
parser.add_argument("messages", type=int)
parser.add_argument("user")
parser.add_argument("command", nargs=argparse.REMAINDER)
arguments = parser.parse_args()
tag = arguments.tag
OF_A_CONNECTION = 7
GREETING = 10  # seconds until another connection is tried
PAUSE = 0.1  # seconds of each sender, so that the command has something of the machine
WAIT = 600  # seconds that a client waits (RFC 5321 4.5.3.2.6); what takes so long has failed
TEXT = ("From: sender@localhost\r\nTo: {user}@localhost\r\nSubject: {id}\r\nMIME-Version: 1.0\r\n"
        "Content-Type: text/html\r\nX-Test-Id: {id}\r\n\r\n"
        '<base href="https://base.example/"><a href="{id}">x</a>\r\n')
LARGE_LINE = b"f" * 998 + b"\r\n"
BOX = pathlib.Path("/var/mail", arguments.user)

lock = threading.Lock()
sent, taken, unknown, refused, others = {}, [], [], collections.Counter(), []
numbers = itertools.count()
enough = threading.Event()


class Refused(Exception):
    """For now, where the code begins with 4, or nobody had an answer and the message was not all sent."""


def text_of(number, name):
    text = TEXT.format(user=arguments.user, id=name).encode()
    if arguments.large and number % 10 == 3:
        line, lines = LARGE_LINE, arguments.large // len(LARGE_LINE)
    else:
        line, lines = b"fill\r\n", number * 37 % 2000
    with lock:
        sent[name] = len(text) + len(line) * lines, line, lines
    return text + line * lines


def connect():
    # Of many that come at once the kernel forgets some that found no room in the queue of the socket, and says nothing.
    connection = smtplib.SMTP("localhost", 25, timeout=GREETING)
    connection.sock.settimeout(WAIT)
    connection.ehlo("sender.example")
    return connection


def begin(connection):
    for verb, words in (("MAIL", "FROM:<sender@localhost>"), ("RCPT", f"TO:<{arguments.user}@localhost>"), ("DATA", "")):
        code, why = connection.docmd(verb, words)
        if code not in (250, 354):
            raise Refused(f"{code} {why.decode(errors='replace')}")


def answer(connection):
    try:
        connection.sock.sendall(b".\r\n")
        code, why = connection.getreply()
    except (OSError, smtplib.SMTPException) as error:
        code, why = 599, repr(error).encode()  # nobody knows
    if code != 250:
        raise Refused(f"{code} {why.decode(errors='replace')}")


def sender():
    connection, done = None, 0
    while True:
        with lock:
            number = next(numbers)
        if enough.is_set() and number >= arguments.messages:
            break
        name = f"{tag}-{number}"
        text = text_of(number, name)
        end = time.monotonic() + WAIT
        while True:
            try:
                if connection is None:
                    connection, done = connect(), 0
                begin(connection)
                connection.sock.sendall(text)  # no line begins with a dot, and all end with CR LF
                answer(connection)
                with lock:
                    taken.append(name)
                done += 1
                time.sleep(PAUSE)
                break
            except Refused as error:
                said = str(error)
            except (OSError, smtplib.SMTPException) as error:
                if connection is None:  # nobody has said anything
                    continue
                said = f"421 {error!r}"
            with lock:
                refused[said] += 1
            if connection is not None:
                connection.close()
            connection = None
            if not said.startswith("4") or time.monotonic() > end:
                with lock:
                    others.append(f"{name}: {said}")
                break
            time.sleep(PAUSE)
        if connection is not None and done == OF_A_CONNECTION:
            connection.quit()
            connection = None
    if connection is not None:
        connection.quit()


def rude(number):
    """What is broken off may not arrive; of what nobody waited for, nobody knows."""
    chance = random.Random(number)
    for turn in itertools.count():
        if enough.is_set():
            return
        name = f"{tag}-rude{number}-{turn}"
        text = text_of(chance.randrange(1, 3) * 10, name)
        way = chance.choice(("cut", "reset", "slow", "mute", "hello"))
        try:
            connection = connect()
            if way == "hello":
                connection.close()
                continue
            begin(connection)
            if way == "slow":
                piece = 1 + len(text) // 20
                for at in range(0, len(text), piece):
                    connection.sock.sendall(text[at : at + piece])
                    time.sleep(PAUSE)
                answer(connection)
                with lock:
                    taken.append(name)
            elif way == "mute":
                with lock:
                    unknown.append(name)
                connection.sock.sendall(text + b".\r\n")
            else:
                connection.sock.sendall(text[: chance.randrange(len(text))])
            if way == "reset":
                connection.sock.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
            connection.close()
        except (OSError, smtplib.SMTPException, Refused) as error:
            with lock:
                refused[f"rude: {error}"] += 1
        time.sleep(PAUSE)


def wrong_with(name, text):
    """What has changed that should not, or has not, of a message that arrived."""
    size, line, lines = sent[name]
    header, _, body = text.partition(b"\n\n")
    link = f'<a href="https://base.example/{name}">x</a>\n' if size <= arguments.max_bytes else f'<base href="https://base.example/"><a href="{name}">x</a>\n'
    wanted = link.encode() + line.replace(b"\r\n", b"\n") * lines + b"\n"
    if body != wanted:
        return f"{name}: the body is another one: {len(body)} bytes for {len(wanted)}, {body[:200]!r}"
    if header.count(b"\nX-Basewalk-Verdict:") != 1:
        return f"{name}: marked {header.count(b'X-Basewalk-Verdict:')} times"
    return ""


def look():
    arrived, changed = collections.Counter(), []
    for text in BOX.read_bytes().split(b"From sender@localhost  ")[1:]:
        _, _, rest = text.partition(b"\nX-Test-Id: ")
        name = rest.partition(b"\n")[0].decode()
        arrived[name] += 1
        if why := wrong_with(name, text):
            changed.append(why)
    return {"arrived": sum(arrived.values()), "lost": [name for name in taken if name not in arrived], "changed": changed,
            "twice": [name for name, times in arrived.items() if times > 1], "untold": sorted(set(arrived) - set(taken) - set(unknown))}


if BOX.exists():
    BOX.write_bytes(b"")
threads = [threading.Thread(target=sender) for _ in range(arguments.senders)]
threads += [threading.Thread(target=rude, args=(number,)) for number in range(arguments.rude)]
for thread in threads:
    thread.start()
runs = 0
failures = []
while arguments.command and runs < arguments.runs:
    runs += 1
    # What it has begun ends with it, too.
    with tempfile.TemporaryFile("w+", errors="replace") as said:
        command = subprocess.Popen(arguments.command, stdout=said, stderr=said, start_new_session=True)
        try:
            status = command.wait(WAIT)
        except subprocess.TimeoutExpired as error:
            os.killpg(command.pid, signal.SIGKILL)
            command.wait()
            status = error
        said.seek(0)
        if status:
            failures.append(f"{status}: {said.read()[-400:]}")
            break
if arguments.rude:  # they have their turn as long as the others send
    while len(taken) < arguments.messages and not others:
        time.sleep(0.02)
enough.set()
for thread in threads:
    thread.join()
end = time.monotonic() + WAIT
while "empty" not in subprocess.run(["postqueue", "-p"], capture_output=True, text=True).stdout:
    if time.monotonic() > end:
        failures.append("the queue is not empty")
        break
    # A message that the queue manager met while it was still being delivered would wait for minutes.
    subprocess.run(["postqueue", "-f"], check=False)
    time.sleep(0.2)
print(json.dumps({"taken": len(taken), "unknown": len(unknown), "refused": refused, "others": others, "runs": runs, "failures": failures, **look()}))

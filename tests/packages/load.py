#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Mail under way while something happens: load.py TAG MESSAGES USER COMMAND...

Senders on several connections, which stay open from one message to the next, send to USER@localhost by SMTP, with the
command beside them, until so many are sent and it has run RUNS times.  Says what came of it as JSON: how often something was refused for now
(those are sent again), what was taken, and how often the command ran.  Then it waits until the queue is empty."""
import itertools
import json
import smtplib
import subprocess
import sys
import threading
import time

tag, messages, user = sys.argv[1], int(sys.argv[2]), sys.argv[3]
command = sys.argv[4:]
SENDERS = 8
OF_A_CONNECTION = 7
RUNS = 2
PAUSE = 0.1  # seconds of each sender, so that the command has something of the machine
WAIT = 120  # seconds; what takes so long has failed
TEXT = ("From: sender@localhost\r\nTo: {user}@localhost\r\nSubject: {id}\r\nMIME-Version: 1.0\r\n"
        "Content-Type: text/html\r\nX-Test-Id: {id}\r\n\r\n"
        '<base href="https://base.example/"><a href="{id}">x</a>\r\n{fill}')

lock = threading.Lock()
taken, refused, others = [], {}, []
numbers = itertools.count()
enough = threading.Event()


def sender():
    connection, sent = None, 0
    while True:
        with lock:
            number = next(numbers)
        if enough.is_set() and number >= messages:
            break
        name = f"{tag}-{number}"
        text = TEXT.format(user=user, id=name, fill="fill\r\n" * (number * 37 % 2000))
        end = time.monotonic() + WAIT
        while True:
            try:
                if connection is None:
                    connection, sent = smtplib.SMTP("localhost", 25, timeout=WAIT), 0
                connection.sendmail("sender@localhost", [f"{user}@localhost"], text)
                with lock:
                    taken.append(name)
                sent += 1
                time.sleep(PAUSE)
                break
            except smtplib.SMTPRecipientsRefused as error:
                code, why = next(iter(error.recipients.values()))
            except smtplib.SMTPResponseException as error:
                code, why = error.smtp_code, error.smtp_error
            except (OSError, smtplib.SMTPException) as error:
                code, why = 0, repr(error)
            said = f"{code} {why}"
            with lock:
                refused[said] = refused.get(said, 0) + 1
            connection = None
            if code // 100 != 4 or time.monotonic() > end:
                with lock:
                    others.append(f"{name}: {said}")
                break
        if connection is not None and sent == OF_A_CONNECTION:
            connection.quit()
            connection = None
    if connection is not None:
        connection.quit()


threads = [threading.Thread(target=sender) for _ in range(SENDERS)]
for thread in threads:
    thread.start()
runs = 0
failures = []
while command and runs < RUNS:
    done = subprocess.run(command, capture_output=True, text=True)
    runs += 1
    if done.returncode:
        failures.append(done.stderr[-400:])
enough.set()
for thread in threads:
    thread.join()
end = time.monotonic() + WAIT
while "empty" not in subprocess.run(["postqueue", "-p"], capture_output=True, text=True).stdout:
    if time.monotonic() > end:
        failures.append("the queue is not empty")
        break
    time.sleep(0.1)
print(json.dumps({"taken": taken, "refused": refused, "others": others, "runs": runs, "failures": failures}))

# SPDX-License-Identifier: MIT
"""The mail server's side of the milter protocol, version 6, as Postfix and sendmail speak it, and a
milter to speak it with."""
import os
import pathlib
import shutil
import signal
import socket
import struct
import subprocess
import sys
import tempfile
import time
import traceback

CHUNK = 65535
ACTIONS = 0x1FF
STEPS = 0x1FFFFF
NOMAIL, NOBODY, NOHDRS, NR_HDR, NR_MAIL, NR_BODY = 0x4, 0x10, 0x20, 0x80, 0x4000, 0x80000
NOCONNECT, NORCPT, NR_CONN, NR_RCPT = 0x1, 0x8, 0x1000, 0x8000
NODATA, NOUNKNOWN, HDR_LEADSPC = 0x200, 0x100, 0x100000
END_WAIT = int(os.environ.get("END_WAIT", "60"))  # seconds; a test that waits this long has failed


class Dropped(Exception):
    """The milter closed the connection."""


class Connection:
    def __init__(self, address, actions=ACTIONS, steps=STEPS, negotiate=True):
        if isinstance(address, tuple):
            self.socket = socket.create_connection(address, END_WAIT)
        else:
            self.socket = socket.socket(socket.AF_UNIX)
            self.socket.settimeout(END_WAIT)
            self.socket.connect(str(address))
        self.buffer = b""
        self.offered = steps
        if negotiate:
            self.send(b"O", struct.pack("!III", 6, actions, steps))
            command, data = self.receive()
            assert command == b"O", (command, data)
            self.version, self.actions, self.steps = struct.unpack("!III", data[:12])
            self.macros = data[12:]

    def send(self, command, data=b""):
        self.socket.sendall(struct.pack("!I", len(data) + 1) + command + data)

    def _read(self, count):
        while len(self.buffer) < count:
            try:
                more = self.socket.recv(65536)
            except ConnectionResetError:
                more = b""
            if not more:
                raise Dropped
            self.buffer += more
        data, self.buffer = self.buffer[:count], self.buffer[count:]
        return data

    def receive(self):
        (size,) = struct.unpack("!I", self._read(4))
        data = self._read(size)
        return data[:1], data[1:]

    def _step(self, command, data, no_reply):
        """Sends a command; its answer, or nothing where the milter said that it gives none."""
        self.send(command, data)
        return None if self.steps & no_reply else self.receive()

    def _macros(self, step, macros):
        if macros:
            self.send(b"D", step + b"".join(name + b"\0" + value + b"\0" for name, value in macros.items()))

    def client(self, address=None, **macros):
        """Where a message comes from; nothing where the milter asks for none.  Without an address it is unknown."""
        if self.steps & NOCONNECT:
            return None
        self._macros(b"C", {b"{%s}" % name.encode(): value for name, value in macros.items()})
        family = b"U" if address is None else b"6" if b":" in address else b"4"
        there = b"" if address is None else struct.pack("!H", 12345) + (b"IPv6:" if family == b"6" else b"") + address + b"\0"
        return self._step(b"C", b"client.example\0" + family + there, NR_CONN)

    def mail(self, sender=b"<a@example.org>", **macros):
        """As Postfix has it: the sender as it was given, and in the macro what it was taken for."""
        if self.steps & NOMAIL:
            return None
        self._macros(b"M", {b"{%s}" % name.encode(): value for name, value in ({"mail_addr": sender.strip(b"<>")} | macros).items()})
        return self._step(b"M", sender + b"\0", NR_MAIL)

    def recipient(self, path, **macros):
        if self.steps & NORCPT:
            return None
        self._macros(b"R", {b"{%s}" % name.encode(): value for name, value in ({"rcpt_addr": path.strip(b"<>")} | macros).items()})
        return self._step(b"R", path + b"\0", NR_RCPT)

    def header(self, name, value):
        """`value` as it stands behind the colon, folds as LF."""
        if self.steps & NOHDRS:
            return
        if not self.steps & HDR_LEADSPC:
            value = value[1:] if value[:1] == b" " else value
        answer = self._step(b"L", name + b"\0" + value + b"\0", NR_HDR)
        assert answer in (None, (b"c", b"")), answer

    def body(self, data, size=CHUNK):
        if self.steps & NOBODY:
            return
        for at in range(0, len(data), size):
            answer = self._step(b"B", data[at : at + size], NR_BODY)
            assert answer in (None, (b"c", b"")), answer

    def end(self, queue_id=b"4F00", last=b""):
        """The changes, and the answer, of the end of the message."""
        self.send(b"D", b"Ei\0" + queue_id + b"\0" if queue_id else b"E")
        self.send(b"E", last)
        changes = []
        while True:
            command, data = self.receive()
            if command in b"acdrty":
                return Changes(changes), command, data
            changes.append((command, data))

    def message(self, fields, body, size=CHUNK, queue_id=b"4F00", sender=b"<a@example.org>",
                recipients=(b"<bob@example.org>",), **macros):
        """A whole one: (changes, answer)."""
        self.mail(sender, **macros)
        for path in recipients:
            self.recipient(path)
        for name, value in fields:
            self.header(name, value)
        self.body(body, size)
        changes, answer, _ = self.end(queue_id)
        return changes, answer

    def abort(self):
        self.send(b"A")

    def quit(self):
        self.send(b"Q")
        self.socket.close()


class Changes:
    """What the milter asked for, in its order."""

    def __init__(self, commands):
        self.commands = [(c, d) for c, d in commands if not (c == b"m" and b"X-Basewalk-None" in d)]
        parts = [data for command, data in self.commands if command == b"b"]
        self.body = b"".join(parts) if parts else None
        self.largest = max(map(len, parts), default=0)
        self.removed, self.inserted = [], []
        for command, data in self.commands:
            if command in b"mi":
                (index,) = struct.unpack("!I", data[:4])
                name, value, rest = data[4:].split(b"\0")
                assert rest == b""
                if command == b"m":
                    assert value == b"", "a field is only ever removed"
                    self.removed.append((name, index))
                else:
                    assert index == 0
                    self.inserted.insert(0, (name, value))
            else:
                assert command in (b"b", b"p", b"q"), command

    def nothing(self):
        return not self.commands


class Milter:
    """A running `basewalk milter` on a unix socket of a folder of its own."""

    def __init__(self, *options, address=None, wait=True, prefix=(), env=None):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="basewalk-milter-"))
        os.chmod(self.folder, 0o755)
        self.path = self.folder / "milter.sock"
        self.log_path = self.folder / "log"
        self.address = address or self.path
        given = address and f"inet:{address[1]}@{address[0]}" or f"unix:{self.path}"
        with open(self.log_path, "wb") as log:
            self.process = subprocess.Popen(
                [*prefix, os.environ["BASEWALK"], "milter", "--socket", given, *options],
                stdin=subprocess.DEVNULL, stdout=log, stderr=log, env={**os.environ, **(env or {})})
        if wait:
            self.wait_log("ready")

    def log(self):
        return self.log_path.read_text(errors="replace")

    def wait_log(self, text):
        end = time.monotonic() + END_WAIT
        while text not in self.log():
            assert time.monotonic() < end, f"no {text!r} in: {self.log()}"
            if self.process.poll() is not None and text not in self.log():
                raise AssertionError(f"the milter ended, status {self.process.returncode}: {self.log()}")
            time.sleep(0.01)
        return self.log()

    def connect(self, **how):
        return Connection(self.address, **how)

    def descriptors(self):
        return len(os.listdir(f"/proc/{self.process.pid}/fd"))

    def processor_time(self):
        """Seconds that all its threads have used: of those who wait, none."""
        fields = open(f"/proc/{self.process.pid}/stat").read().rsplit(")", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def resident(self):
        """KiB of memory in use."""
        for line in open(f"/proc/{self.process.pid}/status"):
            if line.startswith("VmRSS:"):
                return int(line.split()[1])
        return 0

    def counts(self):
        """Of SIGUSR1."""
        before = self.log().count(" open=")
        self.process.send_signal(signal.SIGUSR1)
        end = time.monotonic() + END_WAIT
        while self.log().count(" open=") == before:
            assert time.monotonic() < end
            time.sleep(0.01)
        line = [line for line in self.log().splitlines() if " open=" in line][-1]
        return {name: int(value) for name, value in (word.split("=") for word in line.split(": ", 1)[1].split())}

    def wait_counts(self, **wanted):
        """Until the counters have these values."""
        end = time.monotonic() + END_WAIT
        while True:
            counts = self.counts()
            if all(counts[name] == value for name, value in wanted.items()):
                return counts
            assert time.monotonic() < end, (wanted, counts)
            time.sleep(0.05)

    def stop(self, how=signal.SIGTERM):
        """(exit status, seconds)"""
        start = time.monotonic()
        if self.process.poll() is None:
            self.process.send_signal(how)
        status = self.process.wait(END_WAIT)
        return status, time.monotonic() - start


def chosen(rows, others=()):
    """Those that the command line names, or all rows."""
    return [each for each in [*rows, *others] if each.__name__ in sys.argv[1:]] if sys.argv[1:] else rows


def run(rows, started):
    """Runs rows in a folder of their own, and ends the program.  What a row has put into `started` is ended behind it,
    and its log shown where it failed."""
    wrong, any_skipped = 0, False
    work = pathlib.Path(tempfile.mkdtemp(prefix="basewalk-rows-"))
    os.chdir(work)
    # Where large messages lie for a while.
    (work / "tmp").mkdir()
    os.environ["TMPDIR"] = str(work / "tmp")
    for number, row in enumerate(rows, 1):
        try:
            skipped = row()
            any_skipped = any_skipped or bool(skipped)
            print(f"ok {number} - {row.__name__}" + (f" # SKIP {skipped}" if skipped else ""), flush=True)
        except Exception:
            wrong += 1
            print(f"not ok {number} - {row.__name__}", flush=True)
            print("# " + traceback.format_exc().replace("\n", "\n# "), flush=True)
            for each in started:
                print("# log: " + each.log()[-2000:].replace("\n", "\n# "), flush=True)
        for each in started:
            each.stop(signal.SIGKILL)
            text = each.log()
            if "Sanitizer" in text or "runtime error" in text or "claimed not to reply" in text:
                wrong += 1
                print(f"not ok - {row.__name__}: {text[:6000]}")
            shutil.rmtree(each.folder, ignore_errors=True)
        started.clear()
        # Who only asks whether one fails (scripts/mutate) need not wait.
        if wrong and "BASEWALK_STOP_AT_FIRST" in os.environ:
            break
    print(f"1..{len(rows)}")
    os.chdir("/")
    shutil.rmtree(work, ignore_errors=True)
    sys.exit(1 if wrong else 77 if any_skipped else 0)

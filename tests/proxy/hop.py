# SPDX-License-Identifier: MIT
"""Both sides of a proxy: a client of SMTP and LMTP, the server behind, and the proxy itself."""
import os
import pathlib
import signal
import socket
import subprocess
import sys
import tempfile
import threading

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "milter"))
import mta

END_WAIT = mta.END_WAIT


class Lines:
    """A socket, read by lines."""

    def __init__(self, connection):
        self.socket = connection
        self.socket.settimeout(END_WAIT)
        self.held = b""

    def line(self):
        while b"\r\n" not in self.held:
            more = self.socket.recv(65536)
            if not more:
                raise EOFError(self.held)
            self.held += more
        line, _, self.held = self.held.partition(b"\r\n")
        return line

    def send(self, data):
        self.socket.sendall(data)


class Transaction:
    def __init__(self, lines):
        self.lines, self.message = lines, None  # MAIL, RCPT and XFORWARD as they came; bytes without dots


class Server:
    """The next hop: takes all, but for what `answers` says of a line, and keeps what was taken.

    `answers(verb, line, recipients)` gives a reply, None for what is usual, or "end" to end the connection."""

    def __init__(self, lmtp=False, answers=None, extensions=("SIZE 1000000", "8BITMIME", "SMTPUTF8", "DSN"), greeting="220 next ESMTP", port=None):
        self.lmtp, self.answers, self.extensions, self.greeting = lmtp, answers or (lambda *_: None), extensions, greeting
        self.taken, self.hellos, self.seen = [], [], []
        self.changed = threading.Condition()
        self.folder = tempfile.TemporaryDirectory(prefix="basewalk-hop-")
        self.path = os.path.join(self.folder.name, "next")
        self.address = ("lmtp:" if lmtp else "smtp:") + "unix:" + self.path
        if port:  # "inet" or "inet6": one of its own
            self.listener = socket.socket(socket.AF_INET6 if port == "inet6" else socket.AF_INET)
            self.listener.bind(("::1" if port == "inet6" else "127.0.0.1", 0))
            host, number = self.listener.getsockname()[:2]
            self.address = f"smtp:{port}:{number}@{host}"
        else:
            self.listener = socket.socket(socket.AF_UNIX)
            self.listener.bind(self.path)
        self.listener.listen(64)
        self.open = 0
        threading.Thread(target=self.accept, daemon=True).start()

    def accept(self):
        while True:
            try:
                connection, _ = self.listener.accept()
            except OSError:
                return
            with self.changed:
                self.open += 1
            threading.Thread(target=self.serve, args=(connection,), daemon=True).start()

    def close(self):
        self.listener.shutdown(socket.SHUT_RDWR)
        self.listener.close()

    def wait(self, fact):
        with self.changed:
            assert self.changed.wait_for(fact, END_WAIT), (self.seen, self.open)

    def serve(self, connection):
        try:
            with connection:
                self.talk(Lines(connection))
        except (OSError, EOFError):
            pass
        with self.changed:
            self.open -= 1
            self.changed.notify_all()

    def talk(self, peer):
        lines, recipients, forwards = [], [], []

        def reply(verb, line, usual):
            given = self.answers(verb, line, recipients)
            if given == "end":
                raise EOFError
            peer.send(((given or usual) + "\r\n").encode())
            return (given or usual)[0] in "23"

        peer.send((self.greeting + "\r\n").encode())
        while True:
            line = peer.line()
            verb = line.split(b" ")[0].upper().decode(errors="replace")
            with self.changed:
                self.seen.append(line)
                self.changed.notify_all()
            if verb in ("EHLO", "LHLO"):
                self.hellos.append(line)
                lines, recipients = [], []
                words = ["next", *self.extensions]
                reply(verb, line, "\r\n".join(f"250{'-' if i + 1 < len(words) else ' '}{word}" for i, word in enumerate(words)))
            elif verb == "XFORWARD":
                forwards.append(line)
                reply(verb, line, "250 2.0.0 Ok")
            elif verb == "MAIL":
                if reply(verb, line, "250 2.1.0 Ok"):
                    lines, recipients, forwards = [*forwards, line], [], []
            elif verb == "RCPT":
                if reply(verb, line, "250 2.1.5 Ok"):
                    lines.append(line)
                    recipients.append(line)
            elif verb == "DATA":
                if reply(verb, line, "354 go on"):
                    self.read(peer, Transaction(lines), recipients)
                    lines, recipients = [], []
            elif verb == "QUIT":
                reply(verb, line, "221 2.0.0 Bye")
                return
            else:
                if verb == "RSET":
                    lines, recipients = [], []
                reply(verb, line, "250 2.0.0 Ok")

    def read(self, peer, transaction, recipients):
        while b"\r\n.\r\n" not in b"\r\n" + peer.held:
            more = peer.socket.recv(65536)
            if not more:
                raise EOFError
            peer.held += more
        body, _, peer.held = (b"\r\n" + peer.held).partition(b"\r\n.\r\n")
        transaction.message = (body + b"\r\n").replace(b"\r\n.", b"\r\n")[2:]
        replies, ends = [], False
        for recipient in recipients if self.lmtp else [b""]:
            given = self.answers("END", recipient, recipients)
            ends = ends or given == "end"
            replies.append(given or "250 2.0.0 Ok: queued")
        with self.changed:
            if ends or any(each[0] == "2" for each in replies):
                self.taken.append(transaction)
            self.changed.notify_all()
        if ends:
            raise EOFError
        peer.send(b"".join(each.encode() + b"\r\n" for each in replies))


class Client:
    def __init__(self, path, hello="EHLO client.example"):
        self.lines = Lines(socket.socket(socket.AF_UNIX))
        self.lines.socket.connect(str(path))
        self.greeting = self.reply()
        if hello and self.greeting.startswith("220"):
            self.hello = self.command(hello)

    def reply(self):
        """Its lines, joined."""
        lines = []
        while True:
            lines.append(self.lines.line().decode())
            assert lines[-1][:3].isdigit(), lines
            if lines[-1][3:4] != "-":
                return "\n".join(lines)

    def command(self, line):
        self.lines.send(line.encode("utf-8", "surrogateescape") + b"\r\n")
        return self.reply()

    def begin(self, sender="a@example.org", recipients=("b@example.org",)):
        """The replies."""
        return [self.command(f"MAIL FROM:<{sender}>"), *(self.command(f"RCPT TO:<{each}>") for each in recipients)]

    def data(self, message, replies=1):
        """The replies behind a message, which gets its dots."""
        first = self.command("DATA")
        if not first.startswith("354"):
            return [first]
        self.lines.send((b"\r\n" + message).replace(b"\r\n.", b"\r\n..")[2:] + b".\r\n")
        return [self.reply() for _ in range(replies)]

    def send(self, message, sender="a@example.org", recipients=("b@example.org",), replies=1):
        begun = self.begin(sender, recipients)
        assert all(each.startswith("250") for each in begun), begun
        return self.data(message, replies)

    def ends(self):
        """Waits until the proxy ends the connection."""
        while self.lines.socket.recv(65536):
            pass

    def close(self):
        self.lines.socket.close()


class Proxy(mta.Milter):
    """A running `basewalk proxy`."""

    def __init__(self, next_hop, *options, wait=True, env=None):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="basewalk-proxy-"))
        self.path, self.log_path = self.folder / "proxy.sock", self.folder / "log"
        with open(self.log_path, "wb") as log:
            self.process = subprocess.Popen(
                [os.environ["BASEWALK"], "proxy", "--socket", f"unix:{self.path}", "--next", next_hop, *options],
                stdin=subprocess.DEVNULL, stdout=log, stderr=log, env={**os.environ, **(env or {})})
        if wait:
            self.wait_log("ready")

    def connect(self, hello="EHLO client.example"):
        return Client(self.path, hello)

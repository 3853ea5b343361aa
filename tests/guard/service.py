# SPDX-License-Identifier: MIT
"""A guard to ask things of, links as `basewalk rewrite` makes them, and HTTP without any help: what is
sent is what stands here."""
import hashlib
import hmac
import json
import os
import pathlib
import signal
import socket
import subprocess
import tempfile
import time

TOOL = os.environ["BASEWALK"]
WAIT = int(os.environ.get("END_WAIT", "60"))  # seconds; a test that waits this long has failed
TEMPLATE = "https://guard.example/{mac}/{path-url}"
OUR_PAGE = {"Sec_Fetch_Site": "same-origin"}  # what a browser says of a button of the guard's page
UNRESERVED = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~"


def escaped(url):
    return "".join(chr(b) if b in UNRESERVED else f"%{b:02X}" for b in url)


def link(url, key=b"key", template=TEMPLATE, expires=None, flags=None):
    """The request target of a wrapped URL, made without any code of the project."""
    url = url.encode() if isinstance(url, str) else url
    covered = (b"expires=%s\n" % expires.encode() if expires else b"") + (b"flags=%s\n" % flags.encode() if flags else b"") + url
    mac = hmac.new(key, covered, hashlib.sha256).hexdigest()
    target = template[template.index("/", 8):]
    return (target.replace("{mac}", mac).replace("{path-url}", escaped(url)).replace("{url}", escaped(url))
            .replace("{expires}", expires or "").replace("{flags}", flags or ""))


class Response:
    def __init__(self, head, body):
        lines = head.decode("latin-1").split("\r\n")
        self.status = int(lines[0].split()[1])
        self.fields = [(name.lower(), value.strip()) for name, value in (line.split(":", 1) for line in lines[1:])]
        self.body = body.decode()

    def __getitem__(self, name):
        values = [value for key, value in self.fields if key == name]
        assert len(values) <= 1, (name, values)
        return values[0] if values else None


class Closed(Exception):
    """The guard closed the connection."""


class Connection:
    def __init__(self, path):
        self.socket = socket.socket(socket.AF_UNIX)
        self.socket.settimeout(WAIT)
        self.socket.connect(str(path))
        self.buffer = b""

    def send(self, data):
        self.socket.sendall(data)

    def _more(self):
        try:
            more = self.socket.recv(65536)
        except ConnectionResetError:
            more = b""
        if not more:
            raise Closed
        self.buffer += more

    def response(self, head_only=False):
        while b"\r\n\r\n" not in self.buffer:
            self._more()
        head, self.buffer = self.buffer.split(b"\r\n\r\n", 1)
        size = 0 if head_only else int(Response(head, b"")["content-length"] or 0)
        while len(self.buffer) < size:
            self._more()
        body, self.buffer = self.buffer[:size], self.buffer[size:]
        return Response(head, body)

    def ask(self, target, method="GET", body=None, **fields):
        target = target.encode() if isinstance(target, str) else target
        head = method.encode() + b" " + target + b" HTTP/1.1\r\nHost: guard.example\r\n"
        for name, value in fields.items():
            head += f"{name.replace('_', '-')}: {value}\r\n".encode()
        if body is not None:
            head += b"Content-Length: %d\r\n" % len(body)
        self.send(head + b"\r\n" + (body or b""))
        return self.response(method == "HEAD")

    def close(self):
        self.socket.close()


class Guard:
    def __init__(self, *options, key=b"key", template=TEMPLATE, previous=(), wait=True, env=None, **how):
        self.folder = tempfile.TemporaryDirectory(prefix="basewalk-guard-")
        folder = pathlib.Path(self.folder.name)
        self.path = folder / "guard.sock"
        self.key = folder / "key"
        self.log = folder / "log"
        self.errors = folder / "errors"
        self.write_key(self.key, key)
        command = [TOOL, "guard", "--wrap", template, "--wrap-key", self.key, "--socket", f"unix:{self.path}"]
        for i, each in enumerate(previous):
            self.write_key(folder / f"previous{i}", each)
            command += ["--previous-key", folder / f"previous{i}"]
        with open(self.log, "wb") as log, open(self.errors, "wb") as errors:
            self.process = subprocess.Popen([*command, *map(str, options)], stdin=subprocess.DEVNULL, stdout=log,
                                            stderr=errors, env={**os.environ, **(env or {})}, **how)
        if wait:
            self.wait_for("ready")

    def write_key(self, path, key):
        path.write_bytes(key + b"\n")
        path.chmod(0o600)

    def wait_for(self, text, times=1):
        """Until it says so on standard error."""
        end = time.monotonic() + WAIT
        while self.errors.read_text(errors="replace").count(text) < times:
            assert self.process.poll() is None or text in self.errors.read_text(), self.errors.read_text()
            assert time.monotonic() < end, (text, self.errors.read_text())
            time.sleep(0.005)

    def connect(self):
        return Connection(self.path)

    def ask(self, target, method="GET", body=None, **fields):
        connection = self.connect()
        try:
            return connection.ask(target, method, body, **fields)
        finally:
            connection.close()

    def lines(self):
        return [json.loads(line) for line in self.log.read_text().splitlines()]

    def reload(self):
        times = self.errors.read_text().count("eloaded")
        self.process.send_signal(signal.SIGHUP)
        self.wait_for("eloaded", times + 1)
        return self.errors.read_text().splitlines()[-1]

    def counts(self):
        times = self.errors.read_text().count("shown=")
        self.process.send_signal(signal.SIGUSR1)
        self.wait_for("shown=", times + 1)
        line = self.errors.read_text().splitlines()[-1]
        return {name: int(value) for name, value in (pair.split("=") for pair in line.split(": ", 1)[1].split())}

    def stop(self):
        """Its exit status."""
        if self.process.poll() is None:
            self.process.terminate()
        status = self.process.wait(WAIT)
        self.folder.cleanup()
        return status

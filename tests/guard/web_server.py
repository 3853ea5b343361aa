#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The guard behind a real web server, with what docs/guard.md says to configure: web_server.py nginx|apache2

Whatever path comes through it gets what the guard itself would answer.  Both listen on loopback and on
a unix socket alone; exit status 77 where there is no such server."""
import os
import pathlib
import shutil
import socket
import subprocess
import sys
import tempfile
import time

from service import OUR_PAGE, WAIT, Closed, Connection, Guard, link

TOP = pathlib.Path(os.environ["TOP"])
sys.path.append(str(TOP / "tests/support"))
import unpacked

NAME = sys.argv[1]
MODULES = pathlib.Path("/usr/lib/apache2/modules")
if NAME == "nginx":
    PROGRAM = unpacked.program("nginx", "nginx")
else:
    PROGRAM = shutil.which(NAME, path=os.environ["PATH"] + ":/usr/sbin:/sbin")
    if PROGRAM is None or not MODULES.is_dir():
        print("SKIP: there is no apache2 (Debian: apache2-bin)")
        sys.exit(77)


def documented(beginning):
    """The first block of code behind a line of docs/guard.md that begins so."""
    lines = (TOP / "docs/guard.md").read_text().splitlines()
    at = next(i for i, line in enumerate(lines) if line.startswith(beginning))
    at = next(i for i in range(at, len(lines)) if lines[i].startswith("    "))
    return "\n".join(line[4:] for line in lines[at:next(i for i in range(at, len(lines)) if lines[i] and lines[i][0] != " ")]).rstrip()


def replaced(text, old, new):
    assert old in text, (old, text)
    return text.replace(old, new)


def nginx(work, port, guard):
    server = replaced(documented("It has to pass the path on"), "listen 443 ssl", f"listen 127.0.0.1:{port}")
    server = replaced(server, "/run/basewalk-guard/guard.sock", str(guard.path))
    folders = "".join(f"{name}_temp_path {work}/{name};\n" for name in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi"))
    (work / "conf").write_text(f"daemon off;\nworker_processes 1;\npid {work}/pid;\nerror_log {work}/log;\nevents {{}}\n"
                               f"http {{\naccess_log off;\n{folders}{server}\n}}\n")
    return [PROGRAM, "-c", work / "conf", "-e", work / "log"]


def apache2(work, port, guard):
    host = replaced(documented("Apache needs to be told"), "/run/basewalk-guard/guard.sock", str(guard.path))
    modules = "".join(f"LoadModule {name}_module {MODULES}/mod_{name}.so\n"
                      for name in ("mpm_event", "authz_core", "proxy", "proxy_http"))
    user = "User www-data\nGroup www-data\n" if os.getuid() == 0 else ""
    (work / "conf").write_text(f"ServerRoot {work}\nDefaultRuntimeDir {work}\nPidFile {work}/pid\nErrorLog {work}/log\n{modules}{user}"
                               f"ServerName guard.example\nListen 127.0.0.1:{port}\n"
                               f"<VirtualHost 127.0.0.1:{port}>\nServerName guard.example\n{host}\n</VirtualHost>\n")
    return [PROGRAM, "-D", "FOREGROUND", "-f", work / "conf"]


class Web(Connection):
    """The same, over TCP."""

    def __init__(self, port):
        self.socket = socket.create_connection(("127.0.0.1", port), WAIT)
        self.buffer = b""


failed = count = 0


def check(name, why):
    """`why` is what is wrong, or nothing."""
    global failed, count
    count += 1
    failed += bool(why)
    print(f"not ok {count} - {NAME}, {name}: {why}" if why else f"ok {count} - {NAME}, {name}", flush=True)


def told(answer):
    """What somebody gets to see."""
    return answer.status, answer["location"], answer["content-security-policy"], answer["cache-control"], answer.body


URLS = ["https://www.example.com/", "https://www.example.com/a/b?c=d&e=f#g", "https://www.example.com/a//b///c",
        "https://www.example.com/%2F%2f/%25/%2541/%3F/%23", "https://www.example.com/a;b=c,d+e/~f'g(h)!*",
        "https://www.example.com/?a=%E2%82%AC&b=http://other.example/%2e%2e/", "https://www.example.com/a./b../c.../.d/..e",
        "https://www.example.com/{}|^`\\", "https://xn--bcher-kva.example/", "https://www.example.com:8443/:@/",
        "ftp://ftp.example.com/pub/", "javascript:alert(1)", "https://www.example.com/" + "x" * 8000,
        "https://www.example.com/" + "/" * 8000, "https://www.example.com/" + "y" * 9000]

with tempfile.TemporaryDirectory(prefix="basewalk-web-") as folder:
    work = pathlib.Path(folder)
    work.chmod(0o755)
    guard = Guard("--socket-mode", "0666")
    guard.path.parent.chmod(0o711)
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        port = taken.getsockname()[1]
    command = {"nginx": nginx, "apache2": apache2}[NAME](work, port, guard)
    server = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=sys.stdout, stderr=subprocess.STDOUT)
    try:
        end = time.monotonic() + WAIT
        while True:
            try:
                Web(port).close()
                break
            except OSError:
                assert server.poll() is None and time.monotonic() < end, (work / "log").read_text()
                time.sleep(0.02)

        def through(target, method="GET", body=None, **fields):
            connection = Web(port)
            try:
                return connection.ask(target, method, body, **fields)
            finally:
                connection.close()

        for url in URLS:
            target = link(url)
            for method, body in (("GET", None), ("POST", b"do=go"), ("POST", b"do=report")):
                wanted, got = told(guard.ask(target, method, body, **OUR_PAGE)), told(through(target, method, body, **OUR_PAGE))
                check(f"{method} {body} {url[:60]} ({len(url)} bytes)", "" if got == wanted else f"{str(got)[:300]}, and of the guard itself {str(wanted)[:300]}")
        for what, target in (("a form's query", link(URLS[0]) + "?a=b%2Fc&d=%26"), ("a code that is wrong", "/" + "0" * 64 + "/https%3A%2F%2Fwww.example.com%2F"),
                             ("no link", "/"), ("an address of another", "//other.example/%2e%2e/"), ("dots", "/a/../b/%2e%2e/c")):
            wanted, got = told(guard.ask(target)), told(through(target))
            check(what, "" if got[:2] == wanted[:2] or (got[0] == 400 and got[1] is None) else f"{got}, and of the guard itself {wanted}")
        answer = through(link(URLS[0]), "DELETE")
        check("another method", "" if answer.status in (403, 405) and answer["location"] is None else f"{answer.status}")
        answer = through(link(URLS[0]), X_Forwarded_For="198.51.100.66")
        client = guard.lines()[-1]["client"]
        check("who asks is whom the server sees", "" if client == "127.0.0.1" else client)
        guard.process.terminate()
        guard.process.wait(WAIT)
        answer = through(link(URLS[0]))
        check("no guard", "" if answer.status in (502, 503) and answer["location"] is None else f"{answer.status}")
    finally:
        server.terminate()
        server.wait(WAIT)
        guard.stop()
    if failed and (work / "log").exists():
        print("# " + (work / "log").read_text()[-3000:].replace("\n", "\n# "))
print(f"1..{count}")
sys.exit(1 if failed else 0)

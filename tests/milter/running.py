# SPDX-License-Identifier: MIT
"""Rows: the process: its socket, its connections, who it is, what it logs, its options, how it is stopped and reads
them again."""
import os
import pathlib
import shutil
import signal
import socket
import stat
import struct
import subprocess
import sys
import threading
import time
import urllib.request

import mta
from mta import Connection
from rows import HTML, LINK, TOOL, UNREAD, WHOLE, machine_row, opened, row


@row
def takes_junk():
    milter = opened()
    for junk in (b"\0" * 100, b"\xff" * 100, b"GET / HTTP/1.0\r\n\r\n", struct.pack("!I", 0), struct.pack("!I", 5) + b"O1234",
                 struct.pack("!IcIII", 13, b"O", 1, 0, 0), struct.pack("!I", 0x7FFFFFFF) + b"B", b""):
        connection = milter.connect(negotiate=False)
        connection.socket.sendall(junk)
        connection.socket.close()
    connection = milter.connect()
    for command, data in ((b"L", b"no end"), (b"L", b"\0\0"), (b"D", b"Ei"), (b"Z", b""), (b"E", b""), (b"B", b"")):
        other = milter.connect()
        other.send(command, data)
        other.socket.close()
    assert connection.message(HTML, LINK)[0].body == WHOLE
    connection.quit()
    milter.wait_counts(open=0)


@row
def serves_200_connections_at_once_and_leaks_no_descriptor():
    milter = opened()
    first = milter.connect()
    assert first.message(HTML, LINK)[0].body == WHOLE
    first.quit()
    milter.wait_counts(open=0)
    before = milter.descriptors()
    wrong = []

    def client(number):
        try:
            connection = milter.connect()
            for turn in range(3):
                links = 1 + (number + turn) % 7
                changes, answer = connection.message(HTML, LINK * links, 50 + number)
                if answer != b"c" or changes.body != WHOLE * links:
                    wrong.append((number, answer))
            barrier.wait(mta.END_WAIT)  # all open at once
            connection.quit()
        except Exception as error:
            wrong.append((number, repr(error)))
            barrier.abort()

    for _ in range(3):
        barrier = threading.Barrier(200)
        threads = [threading.Thread(target=client, args=(number,)) for number in range(200)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert not wrong, wrong[:5]
    milter.wait_counts(open=0, rewritten=1801)
    end = 100
    while milter.descriptors() != before and end:
        end -= 1
        threading.Event().wait(0.1)
    assert milter.descriptors() == before, (before, milter.descriptors())


@row
def replaces_the_socket_of_a_process_that_died():
    milter = opened()
    milter.process.kill()
    milter.process.wait()
    assert milter.path.exists()
    again = subprocess.Popen([TOOL, "milter", "--socket", f"unix:{milter.path}"], stderr=subprocess.PIPE, text=True)
    while "ready" not in (line := again.stderr.readline()):
        assert line
    assert Connection(milter.path).message(HTML, LINK)[0].body == WHOLE
    # Beside one that lives, nothing begins, and nothing is touched.
    other = subprocess.run([TOOL, "milter", "--socket", f"unix:{milter.path}"], capture_output=True, text=True)
    assert other.returncode == 75 and "another process answers" in other.stderr, other
    assert Connection(milter.path).message(HTML, LINK)[0].body == WHOLE
    again.terminate()
    assert again.wait(mta.END_WAIT) == 0 and not milter.path.exists()
    again.stderr.close()
    milter.path.write_text("precious")
    other = subprocess.run([TOOL, "milter", "--socket", f"unix:{milter.path}"], capture_output=True, text=True)
    assert other.returncode == 75 and "no socket" in other.stderr, other
    assert milter.path.read_text() == "precious"
    assert sorted(entry.name for entry in milter.folder.iterdir()) == ["log", "milter.sock"]


@row
def leaves_the_socket_of_its_successor():
    milter = opened()
    milter.path.rename(milter.folder / "moved")
    successor = socket.socket(socket.AF_UNIX)
    successor.bind(str(milter.path))
    assert milter.stop()[0] == 0
    assert milter.path.exists()


@row
def gives_the_socket_its_mode_and_writes_its_process_id():
    milter = opened("--socket-mode", "0640", "--socket-group", str(os.getgid()), "--pid-file", "PID",
                    prefix=["sh", "-c", 'cd "${5#unix:}.d" 2>/dev/null; exec "$@"', "sh"])
    try:
        assert stat.S_IMODE(milter.path.stat().st_mode) == 0o640
        assert pathlib.Path("PID").read_text() == f"{milter.process.pid}\n"
    finally:
        assert milter.stop()[0] == 0
    assert not pathlib.Path("PID").exists()


@machine_row
def becomes_somebody_else():
    if os.getuid() != 0:
        return "needs root"
    import pwd
    nobody = pwd.getpwnam("nobody")
    milter = opened("--user", "nobody", "--socket-mode", "0666")
    facts = dict(line.split(":\t", 1) for line in open(f"/proc/{milter.process.pid}/status") if ":\t" in line)
    assert facts["Uid"].split() == [str(nobody.pw_uid)] * 4, facts["Uid"]
    assert facts["Gid"].split() == [str(nobody.pw_gid)] * 4, facts["Gid"]
    assert facts["Groups"].split() == [str(nobody.pw_gid)], facts["Groups"]
    assert milter.connect().message(HTML, LINK)[0].body == WHOLE
    assert "root" not in milter.log()


@machine_row
def begins_nothing_where_it_cannot_become_somebody_else():
    inside = ["unshare", "--user", "--map-root-user"]  # root there has no other groups to give
    if not shutil.which("unshare") or subprocess.run([*inside, "true"], capture_output=True).returncode != 0:
        return "needs user namespaces"
    for user in ("nobody", "4294900001"):
        done = subprocess.run([*inside, TOOL, "milter", "--socket", "unix:s", "--user", user, "--group", "1"],
                              capture_output=True, text=True, timeout=mta.END_WAIT)
        assert done.returncode == 75 and "cannot set the groups of --user: " in done.stderr, done
        assert not os.path.exists("s")


@machine_row
def gives_the_socket_to_a_group_that_it_is_in():
    if os.getuid() != 0 or not shutil.which("setpriv"):
        return "needs root and setpriv"
    work = pathlib.Path.cwd()
    folder = work / "public"
    folder.mkdir()
    folder.chmod(0o777)
    work.chmod(0o755)
    path = folder / "s"
    who = ["setpriv", "--reuid=65534", "--regid=65534", "--groups=65534,64123"]  # as the unit does it
    process = subprocess.Popen([*who, TOOL, "milter", "--socket", f"unix:{path}", "--socket-group", "64123"],
                               stderr=subprocess.PIPE, text=True)
    line = process.stderr.readline()
    try:
        assert "ready" in line, line
        assert (path.stat().st_gid, stat.S_IMODE(path.stat().st_mode)) == (64123, 0o660)
    finally:
        process.terminate()
        process.stderr.close()
        assert process.wait(mta.END_WAIT) == 0
    other = subprocess.run([*who, TOOL, "milter", "--socket", f"unix:{path}", "--socket-group", "0"],
                           capture_output=True, text=True)
    assert other.returncode == 75 and "Operation not permitted" in other.stderr, other
    assert not list(folder.iterdir()), "nothing is left behind"
    for user in ("root", "nobody"):
        other = subprocess.run([*who, TOOL, "milter", "--socket", f"unix:{path}", "--user", user, "--group", "0"],
                               capture_output=True, text=True)
        assert other.returncode == 75 and "only root" in other.stderr, other


@row
def tells_systemd():
    for abstract in (False, True):
        listener = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        listener.settimeout(mta.END_WAIT)
        name = f"basewalk-test-{os.getpid()}"
        listener.bind("\0" + name if abstract else name)
        milter = opened(env={"NOTIFY_SOCKET": "@" + name if abstract else os.path.abspath(name)})
        assert listener.recv(100) == b"READY=1"
        assert milter.stop()[0] == 0
        assert listener.recv(100) == b"STOPPING=1"
        assert "NOTIFY_SOCKET" not in milter.log(), milter.log()
        listener.close()


@row
def goes_on_where_nobody_hears_that_it_is_ready():
    for name in ("gone", "x" * 108, "x" * 200, ""):  # 108 bytes: longer than any socket's name
        milter = opened(env={"NOTIFY_SOCKET": name})
        assert milter.connect().message(HTML, LINK)[0].body == WHOLE
        assert ("NOTIFY_SOCKET: " in milter.log()) == (name == "gone"), (name, milter.log())


class HandedOver:
    """Milters at one socket that somebody else holds, as systemd does it."""

    def __init__(self, address=None):
        self.socket = socket.socket(socket.AF_UNIX if address is None else socket.AF_INET)
        self.socket.bind("handed" if address is None else address)
        self.socket.listen(64)
        self.address = os.path.abspath("handed") if address is None else self.socket.getsockname()
        self.started = []

    def start(self, *options, said="ready", **environment):
        """One more, once it has said so."""
        log = open(f"handed.log{len(self.started)}", "wb")
        spare = os.dup(self.socket.fileno())
        process = subprocess.Popen(
            ["sh", "-c", 'fd=$1; shift; eval "exec 3<&$fd"; LISTEN_PID=$$ LISTEN_FDS=1 exec "$@"', "sh", str(spare), TOOL,
             "milter", "--socket", "systemd", *options],
            pass_fds=[spare], stdin=subprocess.DEVNULL, stdout=log, stderr=log, env={**os.environ, **environment})
        os.close(spare)
        log.close()
        self.started.append(process)
        process.log = pathlib.Path(log.name)
        self.wait_log(process, said)
        return process

    def wait_log(self, process, text, times=1):
        end = time.monotonic() + mta.END_WAIT
        while process.log.read_text().count(text) < times:
            assert time.monotonic() < end, f"no {text!r} in {process.log.read_text()}"
            time.sleep(0.01)

    def served(self):
        return Connection(self.address).message(HTML, LINK)[0].body == WHOLE

    def serving(self, process):
        """The second process."""
        [child] = pathlib.Path(f"/proc/{process.pid}/task/{process.pid}/children").read_text().split()
        return int(child)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        for process in self.started:
            process.kill()
            process.wait()
        self.socket.close()
        pathlib.Path("handed").unlink(missing_ok=True)


def is_gone(pid):
    # Its parent may be somebody who never asks how it ended.
    try:
        return pathlib.Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[0] == "Z"
    except FileNotFoundError:
        return True


def wait_gone(pid):
    end = time.monotonic() + mta.END_WAIT
    while not is_gone(pid):
        assert time.monotonic() < end, f"process {pid} goes on"
        time.sleep(0.01)


@row
def serves_at_a_socket_that_is_handed_over():
    for address in (None, ("127.0.0.1", 0)):
        with HandedOver(address) as handed:
            process = handed.start("--pid-file", "handed.pid")
            assert handed.served()
            assert pathlib.Path("handed.pid").read_text() == f"{process.pid}\n"
            serving = handed.serving(process)
            process.terminate()
            assert process.wait(mta.END_WAIT) == 0
            assert not os.path.exists("handed.pid")
            wait_gone(serving)
            if address is None:
                assert os.path.exists("handed"), "it is not the milter's"


@row
def goes_on_with_open_connections_behind_a_stop():
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = str(free.getsockname()[1])
    with HandedOver() as handed:
        old = handed.start("--metrics", port)
        serving = handed.serving(old)
        between, amid = Connection(handed.address), Connection(handed.address)
        assert between.message(HTML, LINK)[0].body == WHOLE
        amid.mail()
        for name, value in HTML:
            amid.header(name, value)
        old.terminate()
        assert old.wait(mta.END_WAIT) == 0, "who starts the next one waits for nobody"
        waiting = socket.socket(socket.AF_UNIX)
        waiting.connect(handed.address)  # while nobody listens: it is answered once somebody does
        new = handed.start("--metrics", port)
        assert handed.served()
        assert not is_gone(serving)
        amid.body(LINK)
        changes, answer, _ = amid.end()
        assert (changes.body, answer) == (WHOLE, b"c")
        assert between.message(HTML, LINK)[0].body == WHOLE
        amid.quit()
        assert not is_gone(serving), "there is another one"
        between.quit()
        wait_gone(serving)
        assert "accepts no more connections; 2 go on" in old.log.read_text(), old.log.read_text()
        waiting.close()
        assert handed.served() and new.poll() is None


@row
def ends_connections_that_go_on_too_long_behind_a_stop():
    with HandedOver() as handed:
        process = handed.start("--drain", "0")
        serving = handed.serving(process)
        connection = Connection(handed.address)
        process.terminate()
        wait_gone(serving)
        try:
            connection.message(HTML, LINK)
        except (mta.Dropped, OSError):
            pass
        else:
            raise AssertionError("it is still served")


@row
def begins_again_where_the_process_that_serves_dies():
    with HandedOver() as handed:
        process = handed.start()
        for times in (1, 2):
            first = handed.serving(process)
            connection = Connection(handed.address)
            os.kill(first, signal.SIGKILL)
            handed.wait_log(process, "ready", times + 1)
            assert handed.serving(process) != first and handed.served()
            try:
                connection.message(HTML, LINK)
            except (mta.Dropped, OSError):
                pass
            else:
                raise AssertionError("somebody else answers")
        text = process.log.read_text()
        assert "was ended by: Killed; another one begins in 100 ms" in text, text
        assert "was ended by: Killed; another one begins in 200 ms" in text, text
        # What goes on is what was begun: it reloads and counts.
        process.send_signal(signal.SIGHUP)
        handed.wait_log(process, "reloaded, for connections from now on", 3)
        process.send_signal(signal.SIGUSR1)
        handed.wait_log(process, " open=")
        # Killed itself, it leaves who is connected to the one that serves.
        serving = handed.serving(process)
        connection = Connection(handed.address)
        process.kill()
        process.wait()
        assert connection.message(HTML, LINK)[0].body == WHOLE
        connection.quit()
        wait_gone(serving)


@row
def says_why_it_does_not_take_what_is_handed_over():
    for environment, said in (({}, "no socket was handed over"),
                              ({"LISTEN_PID": "1", "LISTEN_FDS": "1"}, "no socket was handed over"),
                              ({"LISTEN_FDS": "1"}, "no socket was handed over")):
        done = subprocess.run([TOOL, "milter", "--socket", "systemd"], capture_output=True, text=True,
                              env={**os.environ, **environment}, timeout=mta.END_WAIT)
        assert done.returncode == 75 and said in done.stderr, done
    for count, what, said in (("2", "3</dev/null", "2 sockets were handed over"), ("1", "3</dev/null", "no socket that listens")):
        done = subprocess.run(["sh", "-c", f'exec {what}; LISTEN_PID=$$ LISTEN_FDS={count} exec "$@"', "sh", TOOL, "milter",
                               "--socket", "systemd"], capture_output=True, text=True, timeout=mta.END_WAIT)
        assert done.returncode == 75 and said in done.stderr, done


@row
def ends_a_connection_whose_macros_are_no_pairs():
    milter = opened("--on-doubt", "pass")
    for macros in (b"Cx\0", b"Ex", b"Ei\0" b"4F00\0x\0", b"Mi\0a\0b\0", b"E\0"):
        connection = milter.connect()
        connection.send(b"D", macros)
        try:
            connection.message(HTML, LINK)
        except (mta.Dropped, OSError):
            pass
        else:
            raise AssertionError(f"{macros} are taken")
    assert milter.log().count("macros came that are no names with values") == 5, milter.log()
    # Those that are pass in any pieces.
    connection = milter.connect()
    macros = b"DE" + b"i\0" b"4F\0" + b"{x}\0" b"\0"
    for byte in struct.pack("!I", len(macros)) + macros:
        connection.socket.sendall(bytes([byte]))
    assert connection.message(HTML, LINK)[0].body == WHOLE


@machine_row
def listens_at_a_port_of_ipv6():
    try:
        with socket.socket(socket.AF_INET6) as free:
            free.bind(("::1", 0))
            port = free.getsockname()[1]
    except OSError:
        return "needs IPv6"
    process = subprocess.Popen([TOOL, "milter", "--socket", f"inet6:{port}@::1", "--metrics", "[::1]:0"],
                               stderr=subprocess.PIPE, text=True)
    said = ""
    while "ready" not in said:
        line = process.stderr.readline()
        assert line, said
        said += line
    try:
        assert Connection(("::1", port)).message(HTML, LINK)[0].body == WHOLE
        metrics = int(said.split("metrics at port ")[1].split()[0])
        with urllib.request.urlopen(f"http://[::1]:{metrics}/metrics", timeout=mta.END_WAIT) as page:
            assert 'result="rewritten"} 1\n' in page.read().decode()
    finally:
        process.terminate()
        process.stderr.close()
        assert process.wait(mta.END_WAIT) == 0


def somebody_logs():
    """Whether there is a syslog; what a run that was killed has left goes."""
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as asking:
        try:
            asking.connect("/dev/log")
        except FileNotFoundError:
            return False
        except ConnectionRefusedError:
            os.unlink("/dev/log")
            return False
        except OSError:
            pass
        return True


@machine_row
def writes_to_the_journal_field_by_field():
    # The journal's socket has one name: a machine of one's own is needed, on which nobody is at it.
    inside = ["unshare", "--user", "--map-root-user", "--mount"]
    if not shutil.which("unshare") or subprocess.run([*inside, "mount", "-t", "tmpfs", "tmpfs", "/run"],
                                                     capture_output=True).returncode != 0:
        return "needs mount namespaces"
    script = """
import os, signal, socket, subprocess, sys
sys.path.insert(0, sys.argv[1])
subprocess.run(["mount", "-t", "tmpfs", "tmpfs", "/run"], check=True)
gone = subprocess.run([os.environ["BASEWALK"], "milter", "--socket", "unix:/run/s", "--log", "journal"],
                      capture_output=True, text=True)
assert gone.returncode == 75 and "/run/systemd/journal/socket: No such file" in gone.stderr, gone
os.makedirs("/run/systemd/journal")
journal = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
journal.settimeout(60)
journal.bind("/run/systemd/journal/socket")
import mta, pathlib
milter = subprocess.Popen([os.environ["BASEWALK"], "milter", "--socket", "unix:/run/s", "--log", "journal"])
while b"MESSAGE=ready" not in (entry := journal.recv(65536)): pass
mta.Connection(pathlib.Path("/run/s")).message([(b"Content-Type", b" text/html"), (b"Content-Base", b" http://h.example/")],
                                               b"<a href=x>")
entry = dict(line.split("=", 1) for line in journal.recv(65536).decode().splitlines())
assert entry["BASEWALK_ID"] == "4F00" and entry["BASEWALK_VERDICT"] == "clear", entry
assert entry["BASEWALK_EDITS"] == "absolute:1" and entry["BASEWALK_OUTCOME"] == "rewritten", entry
assert entry["PRIORITY"] == "6" and entry["SYSLOG_IDENTIFIER"] == "basewalk-milter", entry
assert entry["MESSAGE"] == "4F00: verdict=clear links=1 edits=absolute:1", entry
milter.terminate()
assert milter.wait(60) == 0
"""
    done = subprocess.run([*inside, sys.executable, "-c", script, os.path.join(os.environ["TOP"], "tests/milter")],
                          capture_output=True, text=True, timeout=mta.END_WAIT * 3)
    assert done.returncode == 0, done


@machine_row
def writes_to_syslog_by_the_weight_of_what_it_says():
    if os.getuid() != 0 or somebody_logs():
        return "needs root, and a machine without syslog"
    listener = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
    listener.settimeout(mta.END_WAIT)
    try:
        listener.bind("/dev/log")
    except OSError:
        return "needs /dev/log for itself"
    try:
        milter = opened("--log", "syslog", "--max-bytes", "70k", "--mark", wait=False)

        def heard(text):
            """The priority of the line with this text."""
            while text not in (line := listener.recv(8192).decode()):
                pass
            assert "basewalk-milter[" in line, line
            return int(line[1:line.index(">")])

        mail = 2 << 3
        assert heard("running as root") == mail + 4
        assert heard("ready") == mail + 6
        connection = milter.connect()
        connection.message(HTML, LINK)
        assert heard("4F00: verdict=clear links=1 edits=absolute:1") == mail + 6
        connection.message(HTML, b"z" * 80_000)
        assert heard("larger than --max-bytes") == mail + 4
        connection.message([(b"X-Long", b"x" * 80000), *HTML], LINK)
        assert heard("the header alone is larger") == mail + 3
        assert milter.log() == "", milter.log()  # and nowhere else
    finally:
        os.unlink("/dev/log")
        listener.close()


@row
def listens_at_a_port():
    for host in ("127.0.0.1", "localhost", "[127.0.0.1]"):
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port = free.getsockname()[1]
        milter = opened(address=(host, port), wait=True)
        milter.address = ("127.0.0.1", port)
        assert milter.connect().message(HTML, LINK)[0].body == WHOLE
        other = subprocess.run([TOOL, "milter", "--socket", f"inet:{port}@127.0.0.1"], capture_output=True, text=True)
        assert other.returncode == 75 and "Address already in use" in other.stderr, other
        assert milter.stop()[0] == 0


@row
def reads_its_options_from_a_file():
    pathlib.Path("config").write_text("# ours\nmark\nmax-bytes = 70k\non-error = accept\nsocket-mode = 0600\n")
    milter = opened("--config", "config")
    assert stat.S_IMODE(milter.path.stat().st_mode) == 0o600
    connection = milter.connect()
    changes, answer = connection.message(HTML, LINK)
    assert changes.inserted and changes.body == WHOLE
    assert connection.message(HTML, LINK + b"z" * 70_000)[0].inserted == [UNREAD]


@row
def reads_all_again_on_sighup():
    config, key = pathlib.Path("reload.conf"), pathlib.Path("reload.key")
    key.write_bytes(b"0123456789abcdef0123456789abcdef")
    wrap = "wrap = https://guard.example/{mac}/{url}\nwrap-key = reload.key\n"
    config.write_text(wrap)
    milter = opened("--config", "reload.conf", "--max-bytes", "70k")

    def reload(text, says="reloaded, for connections from now on"):
        before = milter.log().count(says)
        config.write_text(text)
        milter.process.send_signal(signal.SIGHUP)
        end = time.monotonic() + mta.END_WAIT
        while milter.log().count(says) == before:
            assert time.monotonic() < end and milter.process.poll() is None, milter.log()
            time.sleep(0.01)

    old = milter.connect()
    first = old.message(HTML, LINK)[0].body
    assert b"https://guard.example/" in first, first
    key.write_bytes(b"f" * 32)
    reload(wrap)
    second = milter.connect().message(HTML, LINK)[0].body
    assert b"https://guard.example/" in second and second != first, "another key, another mac"
    assert old.message(HTML, LINK)[0].body == first, "what began before goes on as it was"
    reload("mark\ndry-run\n")
    assert milter.connect().message(HTML, LINK)[0].nothing()
    reload("mark\n")
    marked = milter.connect()
    changes = marked.message(HTML, LINK)[0]
    assert changes.inserted and changes.body == WHOLE, changes.commands
    assert marked.message(HTML, LINK + b"z" * 70_000)[0].inserted == [UNREAD], "what was typed still counts"

    reload("mark\nabsolut = yes\n", "not reloaded: all goes on as it was")
    assert "reload.conf:2: there is no option 'absolut'; did you mean absolute? see basewalk milter --help" in milter.log(), milter.log()
    key.unlink()
    reload(wrap, "not reloaded: all goes on as it was")
    assert milter.connect().message(HTML, LINK)[0].inserted
    reload("mark\nconnections = 7\nsocket-mode = 0600\n")
    for name in ("--connections", "--socket-mode"):
        assert f"{name} is another now: that takes a restart" in milter.log(), milter.log()
    # What is fixed as long as the process lives, by its name, and nothing else.
    for line, name in (("user = nobody", "--user or --group"), ("timeout = 9", "--timeout"), ("drain = 9", "--drain"),
                       ("pid-file = other.pid", "--pid-file"), ("report = other.json", "--report"), ("log = json", "--log"),
                       ("metrics = 127.0.0.1:1", "--metrics"), ("socket-group = mail", "--socket-group")):
        before = len(milter.log())
        reload(f"mark\n{line}\n")
        told = [each for each in milter.log()[before:].splitlines() if "takes a restart" in each]
        assert [name in each for each in told] == [True], (line, told)
    reload("mark\n")
    assert "--socket is another" not in milter.log() and stat.S_IMODE(milter.path.stat().st_mode) == 0o660
    assert old.message(HTML, LINK)[0].body == first and marked.message(HTML, LINK)[0].inserted
    for _ in range(2000):
        milter.process.send_signal(signal.SIGHUP)
    assert milter.connect().message(HTML, LINK)[0].inserted
    status, seconds = milter.stop()
    assert status == 0 and seconds < 5, (status, seconds, milter.log()[-500:])


@row
def tells_systemd_that_it_reloads():
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as listener:
        listener.settimeout(mta.END_WAIT)
        listener.bind("reloads")
        milter = opened(env={"NOTIFY_SOCKET": os.path.abspath("reloads")})
        assert listener.recv(100) == b"READY=1"
        milter.process.send_signal(signal.SIGHUP)
        first, second = listener.recv(100).split(b"\nMONOTONIC_USEC=")
        assert first == b"RELOADING=1" and int(second) > 0, (first, second)
        assert listener.recv(100) == b"READY=1"
        assert milter.stop()[0] == 0


@row
def looks_at_its_options_alone():
    def check(text, *options):
        pathlib.Path("check.conf").write_text(text)
        done = subprocess.run([TOOL, "milter", "--config", "check.conf", "--check-config", *options],
                              capture_output=True, text=True, timeout=mta.END_WAIT)
        return done.returncode, done.stderr

    assert check("socket = unix:never\nmark\n") == (0, "")
    # It would be thought that connections go on behind a stop.
    assert check("socket = systemd\ndrain = 9\n") == (0, "")
    status, said = check("socket = unix:never\ndrain = 9\n")
    assert status == 0 and "--drain 9: warning: says nothing without --socket systemd" in said, said
    assert not os.path.exists("never")
    for text, says in (("mark\n", "--socket is needed"), ("socket = unix:s\nmarks\n", "check.conf:2: "),
                       ("socket = unix:s\nwrap-key = gone\nwrap = https://g.example/{mac}/{url}\n", "gone"),
                       ("socket = unix:s\ncheck-config\n", "can be given on the command line only")):
        status, said = check(text)
        assert status == 2 and says in said, (text, status, said)


@row
def works_with_the_options_of_the_example():
    # What is typed comes before what the file says.
    milter = opened("--config", os.path.join(os.environ["TOP"], "contrib/systemd/milter.conf"))
    changes, answer = milter.connect().message([*HTML, (b"X-Basewalk-Links", b" 0")], LINK)
    assert (changes.body, answer) == (WHOLE, b"c") and changes.inserted and changes.removed


@machine_row
def has_a_unit_that_systemd_reads():
    if not shutil.which("systemd-analyze"):
        return "needs systemd-analyze"
    systemd = pathlib.Path(os.environ["TOP"], "contrib/systemd")
    for unit in ("basewalk-milter.service", "basewalk-milter.socket"):
        pathlib.Path(unit).write_text((systemd / unit).read_text().replace("/usr/local/bin/basewalk", TOOL))
    for unit, drop_in in (("service", "wrap-key.conf"), ("socket", "postfix-chroot.conf")):
        folder = pathlib.Path(f"basewalk-milter.{unit}.d")
        folder.mkdir()
        shutil.copy(systemd / drop_in, folder)
    done = subprocess.run(["systemd-analyze", "verify", os.path.abspath("basewalk-milter.service")],
                          capture_output=True, text=True, timeout=mta.END_WAIT)
    assert not any(word in done.stderr for word in ("Unknown", "Failed to parse", "Invalid")), done.stderr


@row
def refuses_options_that_make_no_sense():
    pathlib.Path("own.conf").write_text("socket = unix:s\n")
    pathlib.Path("own.key").write_text("key\n")
    pathlib.Path("own.key").chmod(0o600)
    wrap = ["--wrap", "https://g.example/{mac}/{url}", "--wrap-key", "own.key"]
    for options, said in (
            *((["--config", "own.conf", *wrap, option, file], f"{option} {file}: is one of the inputs")
              for option in ("--report", "--pid-file") for file in ("own.conf", "own.key")),
            (["--socket", "unix:s", "--report", "x", "--pid-file", "x"], "--pid-file x: is the file of --report"),
            ([], "--socket is needed"),
            (["--socket", "tcp:25"], "give unix:PATH"),
            (["--socket", "unix:"], "there is no path"),
            (["--socket", "unix:" + "x" * 108], "longer than"),
            (["--socket", "inet:0@127.0.0.1"], "a port is a number"),
            (["--socket", "inet:70000@127.0.0.1"], "a port is a number"),
            (["--socket", "inet:8899"], "give the address"),
            (["--socket", "inet:8899@"], "give the address"),
            (["--socket", "inet:8899@a b"], "makes no sense"),
            (["--socket", "systemd", "--socket-mode", "0600"], "unit of type socket"),
            (["--socket", "systemd", "--socket-group", "0"], "unit of type socket"),
            (["--socket", "unix:s", "--drain", "-1"], "--drain"),
            (["--socket", "inet:8893@127.0.0.1", "--socket-group", "0"], "leave out --socket-mode and --socket-group"),
            (["--socket", "unix:s", "--socket-mode", "999"], "octal"),
            (["--socket", "unix:s", "--socket-mode", "01777"], "octal"),
            (["--socket", "unix:s", "--socket-group", "no such"], "no such group"),
            (["--socket", "unix:s", "--user", "no such"], "no such user"),
            (["--socket", "unix:s", "--user", "4294900001"], "--group as well"),
            (["--socket", "unix:s", "--group", "no such"], "no such group"),
            (["--socket", "unix:s", "--max-bytes", "1k"], "at least 65536"),
            (["--socket", "unix:s", "--max-bytes", "many"], "at least 65536"),
            (["--socket", "unix:s", "--metrics", "0.0.0.0:80"], "this machine only"),
            (["--socket", "unix:s", "--metrics", "99999"], "this machine only"),
            (["--socket", "unix:s", "--connections", "0"], "--connections"),
            (["--socket", "unix:s", "--timeout", "0"], "--timeout"),
            (["--socket", "unix:s", "--on-error", "reject"], "--on-error"),
            (["--socket", "unix:s", "--report", "-"], "--report -: "),
            (["--socket", "unix:s", "--log", "file"], "--log")):
        done = subprocess.run([TOOL, "milter", *options], capture_output=True, text=True, timeout=mta.END_WAIT)
        assert done.returncode == 2 and said in done.stderr, (options, done)
    pathlib.Path("folder").mkdir()
    os.mkfifo("pipe")
    for options, said in ((["--socket", "unix:no/such/folder/s"], "no/such/folder/s: No such file or directory\n"),
                          (["--socket", "unix:s", "--pid-file", "folder"], "--pid-file folder: is no regular file"),
                          (["--socket", "unix:s", "--pid-file", "s"], "--pid-file s: is no regular file"),
                          (["--socket", "unix:s", "--pid-file", "pipe"], "--pid-file pipe: is no regular file"),
                          (["--socket", "unix:s", "--pid-file", "no/such/folder/pid"], "--pid-file")):
        done = subprocess.run([TOOL, "milter", *options], capture_output=True, text=True, timeout=mta.END_WAIT)
        assert done.returncode == 75 and said in done.stderr, (options, done)
        assert not os.path.exists("s") and not list(pathlib.Path().glob("folder.*")) and pathlib.Path("pipe").is_fifo()
    # The reason is said once, and by nobody else.
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen(1)
        port = taken.getsockname()[1]
        done = subprocess.run([TOOL, "milter", "--socket", f"inet:{port}@127.0.0.1"], capture_output=True, text=True)
    assert done.returncode == 75, done
    assert done.stderr == f"basewalk milter: 127.0.0.1 port {port}: Address already in use\n", done.stderr

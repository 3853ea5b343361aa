#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The milter as a mail server meets it, without one: every row speaks the protocol over a socket.

    protocol.py              the rows that need nothing
    protocol.py --machine    those that need root, systemd and the like
    protocol.py NAME...      these"""
import datetime
import json
import os
import pathlib
import re
import resource
import select
import shutil
import signal
import socket
import stat
import struct
import subprocess
import sys
import threading
import time
import urllib.error
import urllib.request

import mta
from mta import Connection, Dropped, Milter

TOOL = os.environ["BASEWALK"]
SANITIZED = os.environ.get("SANITIZED") == "1"
HTML = [(b"From", b" a@example.org"), (b"MIME-Version", b" 1.0"), (b"Content-Type", b" text/html; charset=utf-8"),
        (b"Content-Base", b" http://example.com/")]
LINK = b'<p><a href="/page">x</a>\r\n'
WHOLE = b'<p><a href="http://example.com/page">x</a>\r\n'
UNREAD = (b"X-Basewalk-Verdict", b" unread; not read limit-message-bytes 1")  # of what is too large to be looked at
PLAIN = [(b"Subject", b" plain")]
rows, machine_rows = [], []


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


@row
def asks_for_no_more_than_it_needs():
    connection = opened().connect()
    assert connection.steps & mta.HDR_LEADSPC
    assert all(connection.steps & bit for bit in (mta.NR_HDR, mta.NR_BODY, mta.NOMAIL))
    assert connection.actions == 0x112, hex(connection.actions)  # headers, body, and to name a macro
    assert connection.macros == struct.pack("!I", 5) + b"i\0"


@row
def asks_for_what_its_options_need():
    for options, wanted in ((["--mark"], 0x113), (["--dry-run"], 0x110), (["--dry-run", "--mark"], 0x110)):
        connection = opened(*options).connect()
        assert connection.actions == wanted, (options, hex(connection.actions))
    # Whom nobody can ask for a macro shows it with MAIL.
    connection = opened().connect(actions=0x3F)
    assert connection.actions == 0x12 and not connection.steps & mta.NOMAIL, hex(connection.actions)


@row
def counts_every_byte_of_a_message_as_it_came_over_smtp():
    milter = opened("--mark")
    fields = [*HTML, (b"X-Folded", b" a\n b\r\n\tc"), (b"X-Empty", b"")]
    size = sum(len(name) + 1 + len(value.replace(b"\r", b"").replace(b"\n", b"\r\n")) + 2 for name, value in fields)
    for how, add in (({}, 0), ({"actions": 0x3F, "steps": 0x7F}, 1)):  # an old one shows no blank: one is put there
        before = milter.counts()["bytes"]
        connection = milter.connect(**how)
        assert connection.message(fields, LINK)[1] == b"c"
        assert milter.counts()["bytes"] - before == size + 2 + len(LINK) + add, (how, milter.counts())


@row
def changes_the_header_alone_where_only_marks_are_due():
    milter = opened("--mark")
    changes, answer = milter.connect().message([*PLAIN, (b"X-Basewalk-Links", b" 7")], b"text\r\n")
    assert answer == b"c" and changes.body is None, changes.commands
    assert changes.removed == [(b"X-Basewalk-Links", 1)]
    assert changes.inserted[0] == (b"X-Basewalk-Links", b" 0"), changes.inserted
    counts = milter.counts()
    assert (counts["marked"], counts["rewritten"], counts["unchanged"], counts["forged-marks"]) == (1, 0, 0, 1), counts


@row
def makes_links_absolute_whatever_the_size_of_chunks():
    connection = opened().connect()
    for size in (1, 7, 1000, mta.CHUNK):
        body = b"x" * 997 + b"\r\n" + LINK * 5
        changes, answer = connection.message(HTML, body, size)
        assert answer == b"c" and changes.body == b"x" * 997 + b"\r\n" + WHOLE * 5, changes.body
        assert not changes.inserted and not changes.removed


@row
def leaves_a_message_alone_that_needs_no_change():
    connection = opened().connect()
    for fields, body in ((PLAIN, b"nothing here\r\n"), (HTML, WHOLE), (PLAIN, b""), ([], b"text\r\n"),
                         (PLAIN, b"a\0b\rc\nd\r\n\r\n.\r\n"), (HTML, b"\0" * 70000), ([], b"")):
        changes, answer = connection.message(fields, body)
        assert answer == b"c" and changes.nothing(), (body[:50], changes.commands)


@row
def keeps_odd_bytes_around_a_change():
    connection = opened().connect()
    odd = b"a\0b\rc\nd\r\n\xff\xfe\r\r\n\n\n.\r\n"
    changes, answer = connection.message(HTML, odd + LINK + odd)
    assert (changes.body, answer) == (odd + WHOLE + odd, b"c"), changes.body


@row
def sends_a_large_body_in_chunks():
    connection = opened().connect()
    body = (b"y" * 60 + b"\r\n") * 50000
    changes, answer = connection.message(HTML, body + LINK + body)
    assert answer == b"c" and changes.body == body + WHOLE + body
    assert changes.largest <= mta.CHUNK


@row
def keeps_one_large_message_apart_from_the_next():
    milter = opened()
    first, second = milter.connect(), milter.connect()
    for turn in range(3):
        for connection, letter in ((first, b"a"), (second, b"b")):
            text = (letter * 60 + b"%d\r\n" % turn) * 12000
            changes, answer = connection.message(HTML, text + LINK, 30000 + turn)
            assert answer == b"c" and changes.body == text + WHOLE
        assert first.message(HTML, LINK)[0].body == WHOLE


@row
def takes_headers_with_their_folds():
    connection = opened().connect()
    for value in (b"\n http://example.com/", b"   http://example.com/", b"http://example.com/", b"\t\r\n\thttp://example.com/"):
        changes, answer = connection.message(HTML[:3] + [(b"Content-Base", value)], LINK)
        assert (changes.body, answer) == (WHOLE, b"c"), (value, changes.body)


@row
def takes_a_header_field_of_100_kilobytes():
    connection = opened().connect()
    changes, answer = connection.message([(b"X-Long", b" " + b"x" * 100_000), *HTML], LINK)
    assert (changes.body, answer) == (WHOLE, b"c")


@row
def serves_an_old_server():
    milter = opened("--mark")
    connection = milter.connect(actions=0x3F, steps=0x7F)
    assert not connection.steps & ~0x7F
    fields = [*HTML, (b"X-Basewalk-Links", b" 99")]
    changes, answer = connection.message(fields, LINK, 20)
    assert (changes.body, answer) == (WHOLE, b"c")
    assert changes.removed == [(b"X-Basewalk-Links", 1)]
    assert all(not value.startswith(b" ") for _, value in changes.inserted), changes.inserted


@row
def refuses_a_server_that_does_not_let_it_change_bodies():
    milter = opened()
    try:
        milter.connect(actions=0x1)
        assert False, "negotiated"
    except Dropped:
        pass
    milter.wait_log("does not let a milter change messages")
    assert milter.connect().message(HTML, LINK)[0].body == WHOLE


@row
def marks_at_the_top_and_removes_forged_marks():
    connection = opened("--mark").connect()
    forged = [(b"x-basewalk-links", b" 7"), *HTML, (b"X-BASEWALK-LINKS", b" 8"), (b"X-Basewalk-Flags", b" none"),
              (b"X-Basewalk-Links", b" 9\n folded")]
    changes, answer = connection.message(forged, LINK)
    assert answer == b"c" and changes.body == WHOLE
    names = [(name.lower(), index) for name, index in changes.removed]
    links = [entry for entry in names if entry[0] == b"x-basewalk-links"]
    assert links == [(b"x-basewalk-links", 3), (b"x-basewalk-links", 2), (b"x-basewalk-links", 1)], names
    assert (b"x-basewalk-flags", 1) in names, names
    assert [name for name, _ in changes.inserted][0] == b"X-Basewalk-Links", changes.inserted
    assert all(value.startswith(b" ") and b"\n" not in value for _, value in changes.inserted)
    kinds = [command for command, _ in changes.commands]
    assert kinds == sorted(kinds, key=b"mbi".index), "removed first, inserted last"


@row
def starts_anew_after_an_aborted_message():
    milter = opened()
    connection = milter.connect()
    for cut in (1, 3, 4, 6):
        connection.mail()
        for name, value in HTML[:cut]:
            connection.header(name, value)
        if cut > 4:
            connection.body(b"left over " * 1000)
        connection.abort()
        changes, answer = connection.message(HTML, LINK)
        assert (changes.body, answer) == (WHOLE, b"c")
    assert milter.counts()["aborted"] == 4


@row
def takes_a_connection_that_ends_in_the_middle():
    milter = opened()
    for _ in range(20):
        connection = milter.connect()
        connection.header(*HTML[0])
        connection.body(b"half")
        connection.socket.close()
    milter.wait_counts(open=0, rewritten=0)
    assert milter.connect().message(HTML, LINK)[0].body == WHOLE


@row
def reads_a_last_chunk_that_comes_with_the_end():
    connection = opened().connect()
    for name, value in HTML:
        connection.header(name, value)
    connection.body(LINK)
    changes, answer, _ = connection.end(last=LINK)
    assert (changes.body, answer) == (WHOLE * 2, b"c")
    assert connection.message(HTML, LINK)[0].body == WHOLE


@row
def serves_a_second_connection_over_the_same_socket():
    milter = opened()
    connection = milter.connect()
    assert connection.message(HTML, LINK)[0].body == WHOLE
    connection.send(b"K")
    assert connection.message(HTML, LINK)[0].body == WHOLE
    connection.quit()
    milter.wait_counts(open=0, connections=2)


@row
def passes_what_is_over_max_bytes():
    milter = opened("--max-bytes", "100000")
    connection = milter.connect()
    for extra in (100_000, 300_000):
        changes, answer = connection.message(HTML, LINK + b"z" * extra)
        assert answer == b"c" and changes.nothing(), changes.commands
    fits = 100_000 - sum(len(n) + len(v) + 3 for n, v in HTML) - 2 - len(LINK)
    assert connection.message(HTML, LINK + b"z" * fits)[0].body == WHOLE + b"z" * fits
    assert connection.message(HTML, LINK + b"z" * (fits + 1))[0].nothing()
    counts = milter.counts()
    assert (counts["oversize"], counts["rewritten"]) == (3, 1), counts
    assert "larger than --max-bytes" in milter.log()


@row
def marks_what_is_over_max_bytes_as_unread():
    milter = opened("--max-bytes", "100000", "--mark", "--dry-run")
    changes, answer = milter.connect().message(HTML, LINK + b"z" * 100_000)
    assert answer == b"c" and changes.nothing(), changes.commands
    milter = opened("--max-bytes", "100000", "--mark")
    connection = milter.connect()
    fields = [*HTML, (b"X-Basewalk-Links", b" 0")]
    changes, answer = connection.message(fields, LINK + b"z" * 100_000)
    assert answer == b"c" and changes.removed == [(b"X-Basewalk-Links", 1)]
    assert changes.inserted == [UNREAD] and changes.body is None
    changes, answer = connection.message([(b"X-Long", b"x" * 60000)] * 2 + fields, LINK)
    assert answer == b"y" and changes.nothing(), "the header alone is too large"
    assert connection.message(HTML, LINK)[0].body == WHOLE


@row
def changes_nothing_in_a_dry_run():
    milter = opened("--dry-run", "--mark")
    changes, answer = milter.connect().message([*HTML, (b"X-Basewalk-Links", b" 0")], LINK)
    assert answer == b"c" and changes.nothing()
    assert "4F00: would be: verdict=clear links=1 edits=absolute:1" in milter.log(), milter.log()
    assert milter.counts()["edits"] == 1


@row
def answers_by_on_error_over_the_bound_on_connections():
    for policy, wanted in (("tempfail", b"y"), ("accept", b"a")):
        milter = opened("--connections", "2", "--on-error", policy)
        first, second = milter.connect(), milter.connect()
        third = milter.connect()
        answer = third.mail()
        assert answer[0] == wanted, answer
        assert wanted == b"a" or answer[1].startswith(b"451 4.3.0 "), answer
        assert first.message(HTML, LINK)[0].body == WHOLE
        for connection in (first, second, third):
            connection.quit()
        milter.wait_counts(open=0, refused=1)
        assert milter.connect().message(HTML, LINK)[0].body == WHOLE


def served(milter, body):
    """Without memory libmilter drops connections as well, before we see anything of them: the mail
    server tries again."""
    for _ in range(50):
        try:
            return milter.connect().message(HTML, body)
        except (Dropped, OSError):
            threading.Event().wait(0.05)
    raise AssertionError("was never served")


@machine_row
def answers_by_on_error_without_memory():
    if SANITIZED or not shutil.which("prlimit"):
        return "needs prlimit, and a build without sanitizers"
    for policy, wanted in (("tempfail", b"y"), ("accept", b"c")):
        milter = opened("--on-error", policy)
        connection = milter.connect()
        assert connection.message(HTML, LINK)[0].body == WHOLE
        used = [line for line in open(f"/proc/{milter.process.pid}/status") if line.startswith("VmSize:")]
        limit = (int(used[0].split()[1]) + 8 * 1024) * 1024
        subprocess.run(["prlimit", f"--pid={milter.process.pid}", f"--as={limit}"], check=True)
        changes, answer = served(milter, LINK * 1_000_000)
        assert answer == wanted and changes.body is None, (policy, answer)
        assert served(milter, LINK)[0].body == WHOLE, "it goes on"
        milter.wait_log("accepted unchanged" if policy == "accept" else "try again later")


@row
def stops_within_a_second_with_messages_in_flight():
    milter = opened()
    half, idle, busy = milter.connect(), milter.connect(), milter.connect()
    half.header(*HTML[0])
    half.body(b"half of it")
    for name, value in HTML:
        busy.header(name, value)
    body = LINK * 300_000
    busy.body(body)
    busy.send(b"E")
    status, seconds = milter.stop()
    print(f"# stopped in {seconds:.2f} s")
    assert status == 0 and seconds < 5, (status, seconds)  # libmilter alone takes six
    assert not milter.path.exists() and "stopped: " in milter.log()
    for connection in (half, idle):
        try:
            print("# not dropped:", connection.receive())
            assert False
        except Dropped:
            pass
    # Whole, refused for now, or dropped, which is refused for now as well.
    got = []
    try:
        while True:
            got.append(busy.receive())
            if got[-1][0] in b"acdrty":
                break
    except (Dropped, struct.error):
        got.append((b"dropped", b""))
    answer = got.pop()[0]
    print("# the one at its end:", answer.decode())
    assert answer in (b"y", b"t", b"dropped") or b"".join(d for c, d in got if c == b"b") == WHOLE * 300_000, answer


@row
def stops_at_once_when_there_is_nothing_to_do():
    for how in (signal.SIGTERM, signal.SIGINT):
        status, seconds = opened().stop(how)
        assert status == 0 and seconds < 5, (how, status, seconds)
        assert "stopped: " in milters[-1].log() and "it stays" not in milters[-1].log(), milters[-1].log()


@row
def logs_json_for_programs():
    milter = opened("--log", "json", "--mark")
    log = lambda: [json.loads(line) for line in milter.log().splitlines()]
    milter.connect().message(HTML, LINK)
    milter.connect().message([*HTML, (b"X-Basewalk-Links", b" 0")], LINK, queue_id=b"4F\x01\"\\")
    milter.process.send_signal(signal.SIGUSR1)
    milter.wait_log(" open=")
    first, second = [line for line in log() if "id" in line]
    time_of = datetime.datetime.strptime(first["time"], "%Y-%m-%dT%H:%M:%S.%fZ").replace(tzinfo=datetime.timezone.utc)
    assert abs(time_of.timestamp() - time.time()) < mta.END_WAIT
    assert (first["level"], first["id"], first["outcome"], first["verdict"]) == ("info", "4F00", "rewritten", "clear"), first
    assert (first["links"], first["edits"]) == (1, {"absolute": 1}) and first["bytes"] > len(LINK), first
    assert first["text"] == "verdict=clear links=1 edits=absolute:1", first
    assert first["microseconds"] >= 0 and "forged" not in first
    assert second["forged"] == 1 and second["id"] == '4F\x01"\\', second
    assert all(line["level"] in ("info", "warning") and line["text"] for line in log())


@row
def reports_each_message():
    pathlib.Path("report.toml").write_text('[[rule]]\nname = "bob"\nrecipient = "bob@example.org"\nmark = true\n')
    for option in ((), ("--policy", "report.toml")):
        report = pathlib.Path("report.json")
        report.unlink(missing_ok=True)
        milter = opened("--report", "report.json", "--max-bytes", "70k", *option)
        assert stat.S_IMODE(report.stat().st_mode) == 0o600
        connection = milter.connect()
        connection.message(HTML, LINK)
        connection.message(PLAIN, b"text\r\n", queue_id=b"4F01\n\"", recipients=(b"<eve@example.org>",))
        connection.message(HTML, LINK + b"z" * 80_000, queue_id=b"4F02")
        first, second, third = [json.loads(line) for line in report.read_text().splitlines()]
        assert (first["kind"], first["source"], first["edit_count"], first["verdict"]) == ("rewrite", "4F00", 1, "clear"), first
        assert abs(datetime.datetime.strptime(first["time"], "%Y-%m-%dT%H:%M:%S.%f%z").timestamp() - time.time()) < mta.END_WAIT
        assert [each["rule"] for each in (first, second, third)] == (["bob", "none", "bob"] if option else [None] * 3), (first, second, third)
        assert (second["source"], second["links"]) == ('4F01\n"', 0), second
        assert (third["verdict"], third["unread"][0]["why"], third["kept"]) == ("unread", "limit-message-bytes", []), third
        # Bob's gets a mark, by his rule.
        assert third["size_after"] - third["size"] == (len(b"%s: %s\r\n" % (UNREAD[0], UNREAD[1].strip())) if option else 0), third
        assert third["size"] > 80_000 and len(third["marks_added"]) == len(option) // 2 and third["links"] == 0, third
        # logrotate: the file has another name, and a new one is asked for.
        report.rename("report.json.1")
        connection.message(HTML, LINK)
        milter.process.send_signal(signal.SIGHUP)
        milter.wait_log("reloaded, for connections from now on")
        connection.message(HTML, LINK)
        assert len(pathlib.Path("report.json.1").read_text().splitlines()) == 4 and len(report.read_text().splitlines()) == 1


@row
def reports_marks_that_go_whatever_rule_is_met():
    pathlib.Path("report.toml").write_text('[[rule]]\nname = "bob"\nrecipient = "bob@example.org"\nmark = true\n')
    report = pathlib.Path("report.json")
    report.unlink(missing_ok=True)
    milter = opened("--report", "report.json", "--max-bytes", "70k", "--policy", "report.toml")
    connection = milter.connect()
    forged = [*HTML, (b"X-Basewalk-Links", b" 0")]
    for to in (b"<bob@example.org>", b"<eve@example.org>"):
        for body in (LINK, LINK + b"z" * 80_000):
            changes, answer = connection.message(forged, body, recipients=(to,))
            assert answer == b"c" and changes.removed == [(b"X-Basewalk-Links", 1)], changes.commands
            told = json.loads(report.read_text().splitlines()[-1])
            assert told["marks_removed"] == [{"name": "X-Basewalk-Links", "occurrence": 1}], told


@row
def changes_nothing_that_it_cannot_report():
    for policy, wanted in (("tempfail", b"y"), ("accept", b"c")):
        milter = opened("--report", "/dev/full", "--on-error", policy, "--max-bytes", "70k")
        connection = milter.connect()
        for body in (LINK, LINK + b"z" * 80_000):
            changes, answer = connection.message(HTML, body)
            assert (answer, changes.nothing() or answer == b"y") == (wanted, True), (answer, changes.commands)
        assert milter.log().count("--report /dev/full: cannot be written: No space left on device; ") == 2, milter.log()
    milter = opened("--report", "no/such/folder/report", wait=False)
    assert milter.process.wait(mta.END_WAIT) == 75
    assert "--report no/such/folder/report: cannot be written: No such file or directory" in milter.log()


@row
def says_its_counters_on_sigusr1():
    milter = opened()
    connection = milter.connect()
    connection.message(HTML, LINK * 3)
    connection.message(PLAIN, b"text\r\n")
    counts = milter.counts()
    assert (counts["rewritten"], counts["unchanged"], counts["edits"], counts["open"]) == (1, 1, 3, 1), counts
    assert counts["bytes"] > 3 * len(LINK)
    for _ in range(50):
        milter.process.send_signal(signal.SIGUSR1)
    status, seconds = milter.stop()
    assert status == 0 and seconds < 5, (status, seconds)


@row
def shows_its_counters_to_prometheus():
    milter = opened("--metrics", "127.0.0.1:0")
    port = int(milter.wait_log("metrics at port ").split("metrics at port ")[1].split()[0])
    milter.connect().message(HTML, LINK)
    slow = socket.create_connection(("127.0.0.1", port))  # keeps only other readers waiting
    slow.sendall(b"GET")
    with urllib.request.urlopen(f"http://127.0.0.1:{port}/metrics", timeout=mta.END_WAIT) as page:
        text = page.read().decode()
        assert page.headers["Content-Type"].startswith("text/plain; version=0.0.4")
    assert 'basewalk_milter_messages_total{result="rewritten"} 1\n' in text, text
    assert "basewalk_milter_edits_total 1\n" in text
    for line in text.splitlines():
        assert line.startswith("# ") or len(line.split()) == 2, line
    names = [line.split()[2] for line in text.splitlines() if line.startswith("# TYPE")]
    assert len(names) == len(set(names))
    metrics = {re.sub("^(.*_seconds)_(bucket|sum|count)$", r"\1", line.split("{")[0].split()[0])
               for line in text.splitlines() if not line.startswith("#")}
    assert set(names) == metrics, "each has its type"
    assert {line.split()[2] for line in text.splitlines() if line.startswith("# HELP")} == metrics, "and its help"
    assert 'basewalk_milter_verdicts_total{verdict="clear"} 1\n' in text
    assert 'basewalk_milter_flagged_links_total{flag="base-split"} 0\n' in text
    assert "basewalk_milter_message_seconds_count 1\n" in text and 'seconds_bucket{le="+Inf"} 1\n' in text
    assert 'seconds_bucket{le="0.0001"} ' in text, text
    version = subprocess.run([TOOL, "-V"], capture_output=True, text=True).stdout.split()[1]
    assert f'basewalk_milter_build_info{{version="{version}"}} 1\n' in text, text
    if shutil.which("promtool"):
        looked = subprocess.run(["promtool", "check", "metrics"], input=text, capture_output=True, text=True)
        assert looked.returncode == 0 and not looked.stderr.strip(), looked
    results = [line.split('"')[1] for line in text.splitlines() if "{result=" in line]
    assert results == ["rewritten", "marked", "unchanged", "oversize", "tempfailed", "rejected", "accepted", "aborted"], results
    slow.close()
    for request, wanted in (("/other", 404), ("/metrics", 405)):
        try:
            urllib.request.urlopen(f"http://127.0.0.1:{port}{request}", data=b"x" if wanted == 405 else None,
                                   timeout=mta.END_WAIT)
            assert False
        except urllib.error.HTTPError as error:
            assert error.code == wanted
    for junk in (b"\0" * 20000, b"\r\n\r\n", b""):
        with socket.create_connection(("127.0.0.1", port)) as other:
            try:
                other.sendall(junk)
            except OSError:
                pass
    assert milter.connect().message(HTML, LINK)[0].body == WHOLE


@row
def answers_every_reader_of_its_counters_and_closes():
    milter = opened("--metrics", "0")
    port = int(milter.wait_log("metrics at port ").split("metrics at port ")[1].split()[0])
    for head, status in (("GET /metrics HTTP/1.1\r\nHost: x\r\n\r\n", 200), ("GET /metrics?a=b HTTP/1.0\n\n", 200),
                         ("GET /metricsx HTTP/1.0\r\n\r\n", 404), ("POST /metrics HTTP/1.0\r\n\r\n", 405)):
        with socket.create_connection(("127.0.0.1", port), timeout=mta.END_WAIT) as reader:
            reader.sendall(head[:5].encode())
            reader.sendall(head[5:].encode())
            text = b""
            while more := reader.recv(65536):
                text += more
        lines, body = text.decode().split("\r\n\r\n", 1)
        assert lines.startswith(f"HTTP/1.1 {status} "), (head, lines)
        assert f"\r\nContent-Length: {len(body)}\r\n" in lines, lines
        assert ("\r\nAllow: GET\r\n" in lines) == (status == 405), lines
        assert (body != "") == (status == 200)
    # Another one cannot have the port.
    other = subprocess.run([TOOL, "milter", "--socket", "unix:s", "--metrics", str(port)], capture_output=True,
                           text=True, timeout=mta.END_WAIT)
    assert other.returncode == 75 and f"--metrics {port}: Address already in use" in other.stderr, other
    assert "milter: ready" not in other.stderr and "metrics at" not in other.stderr and not os.path.exists("s")
    # Whoever has got the answer keeps nobody waiting, even one that never closes, and is not waited
    # for by trying again and again.
    used = milter.processor_time()
    readers = []
    for _ in range(20):
        readers.append(socket.create_connection(("127.0.0.1", port), timeout=mta.END_WAIT))
        readers[-1].sendall(b"GET /metrics HTTP/1.0\r\n\r\n")
        assert readers[-1].recv(65536).startswith(b"HTTP/1.1 200 ")
    for reader in readers:
        reader.close()
    assert milter.processor_time() - used < 3


@row
def waits_for_descriptors_without_trying_again_and_again():
    milter = opened("--metrics", "0")
    port = int(milter.wait_log("metrics at port ").split("metrics at port ")[1].split()[0])
    # libmilter opens what it needs when it is "ready" already: a message that it has served shows
    # that all of it is open.  (The connection stays: its descriptor counts among those in use.)
    connection = milter.connect()
    connection.message(HTML, LINK)
    soft, hard = resource.prlimit(milter.process.pid, resource.RLIMIT_NOFILE)
    used = os.listdir(f"/proc/{milter.process.pid}/fd")
    free = next(number for number in range(len(used) + 1) if str(number) not in used)
    resource.prlimit(milter.process.pid, resource.RLIMIT_NOFILE, (free, hard))
    # Who waits for a connection already has the descriptor of the next one, but of no other.
    readers = [socket.create_connection(("127.0.0.1", port), timeout=mta.END_WAIT) for _ in range(2)]
    for reader in readers:
        reader.sendall(b"GET /metrics HTTP/1.0\r\n\r\n")
    used = milter.processor_time()
    time.sleep(2)  # in which one that tries again and again uses up a processor, if it gets it
    assert milter.processor_time() - used < 1
    assert len(select.select(readers, [], [], 0)[0]) <= 1
    resource.prlimit(milter.process.pid, resource.RLIMIT_NOFILE, (soft, hard))
    for reader in readers:
        assert reader.recv(65536).startswith(b"HTTP/1.1 200 ")
        reader.close()


@row
def replaces_a_body_whose_first_byte_alone_changes():
    milter = opened("--drop-base", "--mark")
    changes, answer = milter.connect().message(HTML[:3], b"<base href='http://example.com/'>text\r\n")
    assert (changes.body, answer) == (b"text\r\n", b"c"), changes.commands
    assert milter.counts()["rewritten"] == 1


@row
def says_what_was_done_to_a_message():
    milter = opened("--drop-base", "--mark")
    connection = milter.connect()
    page = b"<base href='http://example.com/'>" + LINK * 2
    for fields, body, wanted in (
            (HTML, LINK * 2, "verdict=clear links=2 edits=absolute:2"),
            ([*HTML, (b"X-Basewalk-Links", b" 1")], page, "verdict=clear links=2 edits=absolute:2,drop-base:1 forged=1 flags=base-split"),
            ([HTML[0], (b"Content-Type", b" multipart/signed; boundary=b"), HTML[3]],
             b"--b\r\nContent-Type: text/html\r\n\r\n" + LINK + b"--b--\r\n", "verdict=clear links=1 kept=signed-part:1")):
        connection.message(fields, body, queue_id=b"4SAY")
        line = milter.log().splitlines()[-1]
        assert line == "basewalk milter: 4SAY: " + wanted, (line, wanted)


@row
def does_on_doubt_what_it_is_told():
    behind_close = ([(b"From", b" a@example.org"), (b"MIME-Version", b" 1.0"),
                     (b"Content-Type", b" multipart/mixed; boundary=b")],
                    b"--b\r\n\r\nx\r\n--b--\r\n--b\r\nContent-Type: text/html\r\n\r\n"
                    b"<a href='&#104;ttp://h.example/'>\r\n--b--\r\n")
    unread = ([(b"From", b" a@example.org"), (b"Content-Type", b" application/pdf")], b"%PDF-1.7\r\n")
    for what, wanted in (("pass", b"c"), ("tempfail", b"y"), ("reject", b"y"), ("quarantine", b"c")):
        milter = opened("--on-doubt", what, "--mark")
        connection = milter.connect()
        for (fields, body), verdict in ((behind_close, b"differs"), (unread, b"unread")):
            changes, answer = connection.message(fields, body, queue_id=b"4ODD")
            assert answer == wanted, (what, answer)
            held = [data for command, data in changes.commands if command == b"q"]
            assert held == ([b"basewalk: verdict " + verdict + b"\0"] if what == "quarantine" else []), (what, held)
            marks = dict(changes.inserted)
            if wanted == b"c":
                assert marks[b"X-Basewalk-Verdict"].split(b";")[0].strip() == verdict, (what, marks)
            else:
                assert changes.nothing(), (what, changes.commands)
            assert "verdict=" + verdict.decode() in milter.log().splitlines()[-1], milter.log()
        changes, answer = connection.message(HTML, LINK)
        assert answer == b"c" and changes.body == WHOLE and not any(c == b"q" for c, _ in changes.commands), what
        counts = milter.counts()
        assert counts["differs"] == counts["unread"] == 1, counts
        assert counts["quarantined"] == (2 if what == "quarantine" else 0), counts
        assert counts["rejected"] == (2 if what == "reject" else 0), counts
        # What is not looked at is not read.
        milter = opened("--on-doubt", what, "--max-bytes", "70k")
        changes, answer = milter.connect().message(HTML, b"z" * 80_000)
        assert answer == wanted, (what, answer)
        assert any(c == b"q" for c, _ in changes.commands) == (what == "quarantine"), what


@row
def logs_by_queue_id_in_lines_of_its_own():
    milter = opened()
    connection = milter.connect()
    connection.message(HTML, LINK, queue_id=b"4ABC")
    connection.message(HTML, LINK, queue_id=b"4\nbasewalk milter: 4ABC: forged\x1b[2J\xe2\x80\xae")
    milter.connect().message(HTML, LINK, queue_id=b"")
    milter.wait_counts(rewritten=3)
    lines = milter.log().splitlines()
    assert "basewalk milter: 4ABC: verdict=clear links=1 edits=absolute:1" in lines, lines
    assert not any(line.startswith("basewalk milter: 4ABC: forged") for line in lines)
    assert "\x1b" not in milter.log() and "\u202e" not in milter.log()
    assert "basewalk milter: verdict=clear links=1 edits=absolute:1" in lines, lines


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


POLICY = """
trusted = ["mx.example.org"]
[[rule]]
name = "outgoing"
authenticated = true
off = true
[[rule]]
name = "inside"
client = ["192.0.2.0/24", "2001:db8::/32"]
dry-run = true
[[rule]]
name = "second"
listener = "192.0.2.25:2525"
absolute = false
[[rule]]
name = "board"
recipient = ".board.example"
on-doubt = "reject"
mark = true
[[rule]]
name = "empty"
sender = "<>"
wrap = "https://guard.example/{url}"
[[rule]]
name = "lists"
list = true
dkim = "pass"
absolute = false
mark = true
[[rule]]
name = "large"
size = { over = 100000 }
off = true
"""


def with_policy(*options, text=POLICY, **how):
    pathlib.Path("policy.toml").write_text(text)
    return opened("--policy", "policy.toml", *options, **how)


def told(milter, queue_id):
    """The line of the log of a message, which stands there before its answer is sent."""
    lines = [line for line in milter.log().splitlines() if f"milter: {queue_id}: " in line]
    assert len(lines) == 1, (queue_id, milter.log())
    return lines[0].split(f"{queue_id}: ")[1]


@row
def asks_for_the_envelope_where_there_is_a_policy():
    connection = with_policy().connect()
    assert not connection.steps & (mta.NOCONNECT | mta.NOMAIL | mta.NORCPT), hex(connection.steps)
    assert all(connection.steps & bit for bit in (mta.NR_HDR, mta.NR_BODY, mta.NR_CONN, mta.NR_MAIL, mta.NR_RCPT))
    assert connection.actions == 0x113, hex(connection.actions)  # a rule marks
    asked = connection.macros
    for stage, names in ((0, b"{daemon_name} {daemon_addr} {daemon_port}"), (2, b"{auth_authen} {mail_addr}"), (3, b"{rcpt_mailer} {rcpt_addr}"), (5, b"i")):
        assert struct.pack("!I", stage) + names + b"\0" in asked, asked
    refused = with_policy("--connections", "1")
    first, second = refused.connect(), refused.connect()
    assert second.steps & mta.NOCONNECT and second.steps & mta.NORCPT, hex(second.steps)
    first.quit()


@row
def asks_for_what_one_of_its_rules_may_do():
    rule = '[[rule]]\nname = "a"\nsender = "<>"\n'
    for options, text, wanted in ((["--dry-run"], rule + "mark = true", 0x110), ([], rule + 'on-doubt = "quarantine"', 0x132),
                                  (["--mark"], rule + "off = true", 0x113), ([], rule + 'dry-run = true\nmark = true', 0x112)):
        connection = with_policy(*options, text=text).connect()
        assert connection.actions == wanted, (options, text, hex(connection.actions))


@row
def treats_a_message_as_its_rule_says():
    milter = with_policy()
    signed = (b"Authentication-Results", b" mx.example.org; dkim=pass header.d=far.example")
    listed = (b"List-Id", b" <dev.far.example>")
    one = [b"<bob@example.org>"]
    # what is said of the connection, of the message; its rule, and what becomes of it: links whole, wrapped, as they came; marked
    for number, (client, envelope, fields, body, rule, links, marked) in enumerate((
            ({}, {}, [], b"", "none", "whole", False),
            ({}, {"auth_authen": b"bob"}, [], b"", "outgoing", "same", False),
            ({}, {"auth_authen": b""}, [], b"", "none", "whole", False),
            ({"address": b"192.0.2.7"}, {}, [], b"", "inside", "same", False),
            ({"address": b"198.51.100.7"}, {}, [], b"", "none", "whole", False),
            ({"address": b"2001:db8::7"}, {}, [], b"", "inside", "same", False),
            ({"daemon_addr": b"192.0.2.25", "daemon_port": b"2525"}, {}, [], b"", "second", "same", False),
            ({"daemon_addr": b"192.0.2.25", "daemon_port": b"25"}, {}, [], b"", "none", "whole", False),
            ({}, {"recipients": [b"<ceo@Board.example>"]}, [], b"", "board", "whole", True),
            ({}, {"recipients": [b"<ceo@hq.board.example> NOTIFY=NEVER"]}, [], b"", "board", "whole", True),
            ({}, {"sender": b"<>"}, [], b"", "empty", "wrapped", False),
            ({}, {}, [listed, signed], b"", "lists", "same", True),
            ({}, {}, [listed], b"", "none", "whole", False),
            ({}, {}, [listed, (b"Authentication-Results", b" evil.example; dkim=pass")], b"", "none", "whole", False),
            ({}, {}, [], b"z" * 100_000, "large", "same", False))):
        connection = milter.connect()
        connection.client(**client)
        queue_id = b"AA%02d" % number
        # A mark that came with the message goes, whoever it is for.
        forged = [(b"X-Basewalk-Links", b" 0")]
        changes, answer = connection.message([*HTML, *fields, *forged], LINK + body, queue_id=queue_id, **{"recipients": one, **envelope})
        line = told(milter, queue_id.decode())
        assert answer == b"c" and line.endswith(f" rule={rule}"), (number, answer, line)
        wanted = {"whole": WHOLE + body, "same": None, "wrapped": WHOLE.replace(b"http://example.com/page", b"https://guard.example/http%3A%2F%2Fexample.com%2Fpage")}
        assert changes.body == wanted[links], (number, line, changes.body)
        assert bool(changes.inserted) == marked, (number, changes.inserted)
        assert changes.removed == [(b"X-Basewalk-Links", 1)], (number, rule, changes.removed)
        assert "forged=1" in line, line


@row
def takes_the_strictest_rule_where_recipients_disagree():
    both = [b"<bob@example.org>", b"<ceo@board.example>", b"<eve@example.org>"]
    milter = with_policy()
    for recipients, says in ((both, "rule=board rules=none:2,board:1 by=strictest"), (both[1:], "rule=board rules=board:1,none:1 by=strictest"),
                             (both[::2], "rule=none"), (both[1:2], "rule=board")):
        queue_id = b"B%d" % len(milter.log())
        changes, _ = milter.connect().message(HTML, LINK, queue_id=queue_id, recipients=recipients)
        line = told(milter, queue_id.decode())
        assert line.endswith(" " + says) and bool(changes.inserted) == ("rule=board" in says), (line, says)
    milter = with_policy(text='recipients = "first"\n' + POLICY)
    for recipients, says in ((both, "rule=none rules=none:2,board:1 by=first"), (both[1:], "rule=board rules=board:1,none:1 by=first")):
        queue_id = b"C%d" % len(milter.log())
        milter.connect().message(HTML, LINK, queue_id=queue_id, recipients=recipients)
        assert told(milter, queue_id.decode()).endswith(" " + says), milter.log()


@row
def knows_each_message_of_a_connection_by_its_own_envelope():
    milter = with_policy()
    connection = milter.connect()
    connection.client(b"198.51.100.7")
    for number, (envelope, rule) in enumerate((({"auth_authen": b"bob"}, "outgoing"), ({}, "none"), ({"recipients": [b"<a@board.example>"]}, "board"), ({}, "none"))):
        connection.message(HTML, LINK, queue_id=b"D%d" % number, **envelope)
        assert told(milter, f"D{number}").endswith(f" rule={rule}"), milter.log()
    # One that was given up leaves nothing behind, and neither does a recipient that is refused.
    connection.mail(auth_authen=b"bob")
    connection.recipient(b"<a@board.example>")
    connection.abort()
    connection.mail()
    connection.recipient(b"<bob@example.org>")
    connection.recipient(b"<a@board.example>", rcpt_mailer=b"error")
    for name, value in HTML:
        connection.header(name, value)
    connection.body(LINK)
    connection.end(b"D9")
    assert told(milter, "D9").endswith(" rule=none"), milter.log()
    connection.send(b"K")
    connection.message(HTML, LINK, queue_id=b"DA")
    assert told(milter, "DA").endswith(" rule=none"), milter.log()


@row
def does_on_doubt_what_the_rule_says():
    milter = with_policy("--on-doubt", "tempfail")
    odd = [*PLAIN, (b"MIME-Version", b" 1.0"), (b"Content-Type", b" multipart/mixed; boundary=b")]
    body = b"--b\r\n\r\nx\r\n--b--\r\n--b\r\nContent-Type: text/html\r\n\r\n<a href='&#104;ttp://h.example/'>\r\n--b--\r\n"
    for number, (recipient, wanted) in enumerate(((b"<bob@example.org>", b"y"), (b"<ceo@board.example>", b"y"))):
        changes, answer = milter.connect().message(odd, body, queue_id=b"E%d" % number, recipients=[recipient])
        line = told(milter, f"E{number}")
        assert answer == wanted and changes.nothing(), (answer, line)
        assert line.startswith(("answered: try again later: ", "rejected: ")[number]) and line.endswith(("rule=none", "rule=board")[number]), line


@row
def serves_an_old_server_by_its_policy():
    milter = with_policy()
    connection = milter.connect(actions=0x3F, steps=0x7F)
    assert connection.client(b"192.0.2.7") == (b"c", b"")
    assert connection.mail() == (b"c", b"") and connection.recipient(b"<bob@example.org>") == (b"c", b"")
    for name, value in HTML:
        connection.header(name, value)
    connection.body(LINK)
    changes, answer, _ = connection.end(b"F0")
    assert answer == b"c" and changes.nothing() and told(milter, "F0").endswith("rule=inside"), milter.log()


@row
def takes_no_more_recipients_than_mail_servers_do():
    milter = with_policy()
    connection = milter.connect()
    connection.mail()
    for _ in range(50_000):
        connection.recipient(b"<b@example.org>")
    changes, answer, _ = connection.end(b"F1")
    assert answer == b"c", answer
    connection.mail()
    for _ in range(50_001):
        connection.recipient(b"<b@example.org>")
    assert connection.end(b"F2")[1:2] == (b"y",) and "more than 50000 recipients; answered: try again later" in told(milter, "F2"), milter.log()
    assert connection.message(HTML, LINK, recipients=[b"<b@example.org>"])[0].body == WHOLE


@row
def reads_its_policy_again_on_sighup():
    def reload(milter, text, says="reloaded, for connections from now on"):
        before = milter.log().count(says)
        pathlib.Path("more.toml").write_text(text)
        milter.process.send_signal(signal.SIGHUP)
        end = time.monotonic() + mta.END_WAIT
        while milter.log().count(says) == before:
            assert time.monotonic() < end and milter.process.poll() is None, milter.log()
            time.sleep(0.01)

    def rule_of(connection, queue_id):
        connection.message(HTML, LINK, queue_id=queue_id)
        return told(milter, queue_id.decode()).split(" rule=")[1]

    rule = '[[rule]]\nname = "{}"\nsender = "a@example.org"\n{}\n'
    pathlib.Path("more.toml").write_text(rule.format("first", "mark = true"))
    pathlib.Path("own.conf").write_text("policy = policy.toml\n")
    pathlib.Path("policy.toml").write_text('include = ["more.toml"]\n')
    milter = opened("--config", "own.conf")
    old = milter.connect()
    assert rule_of(old, b"A1") == "first"
    reload(milter, rule.format("second", "off = true"))
    assert rule_of(milter.connect(), b"A2") == "second" and rule_of(old, b"A3") == "first", "what began before goes on as it was"
    for bad, says in ((rule.format("third", "mrak = true"), "more.toml:4:1: there is no condition or option 'mrak'; did you mean mark?"),
                      ("[[rule]", "more.toml:1:8: Error while parsing table header"),
                      (rule.format("third", 'wrap-key = "gone"'), "more.toml:4:1: --wrap-key gone: No such file or directory")):
        reload(milter, bad, "not reloaded: all goes on as it was")
        assert says in milter.log(), milter.log()
        assert rule_of(milter.connect(), b"B%d" % len(milter.log())) == "second"
    pathlib.Path("own.conf").write_text("mark\n")
    reload(milter, rule.format("fourth", "off = true"))
    without = milter.connect()
    assert without.steps & mta.NOCONNECT and without.message(HTML, LINK)[0].inserted


@row
def looks_at_its_policy_alone():
    def check(text):
        pathlib.Path("checked.toml").write_text(text)
        done = subprocess.run([TOOL, "milter", "--socket", "unix:never", "--policy", "checked.toml", "--check-config"],
                              capture_output=True, text=True, timeout=mta.END_WAIT)
        return done.returncode, done.stderr

    assert check(POLICY) == (0, "") and not os.path.exists("never")
    status, said = check('[[rule]]\nname = "a"\nsender = "nobody@"\n\n[[rule]]\nname = "b"\non-dubt = "pass"\n')
    assert status == 2 and said == ("basewalk: checked.toml:3:10: 'nobody@' is no address; give one as in user@example.org\n"
                                    "basewalk: checked.toml:7:1: there is no condition or option 'on-dubt'; did you mean on-doubt?\n"), said


@row
def works_with_the_policy_of_the_example():
    milter = opened("--policy", os.path.join(os.environ["TOP"], "contrib/policy/policy.toml"))
    connection = milter.connect()
    connection.client(b"198.51.100.7")
    for number, (sender, fields, says) in enumerate(((b"<a@far.example>", [], "none"), (b"<a@far.example>", [(b"List-Id", b" <x.y>")], "lists"),
                                                     (b"<bob@example.org>", [], "not-ours"))):
        connection.message([*HTML, *fields], LINK, queue_id=b"E%d" % number, sender=sender, recipients=[b"<bob@example.org>"])
        assert told(milter, f"E{number}").endswith(f" rule={says}"), milter.log()


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
    for options, said in (
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
    for options, said in ((["--socket", "unix:no/such/folder/s"], "no/such/folder/s: No such file or directory\n"),
                          (["--socket", "unix:s", "--pid-file", "folder"], "--pid-file folder: Is a directory"),
                          (["--socket", "unix:s", "--pid-file", "no/such/folder/pid"], "--pid-file")):
        done = subprocess.run([TOOL, "milter", *options], capture_output=True, text=True, timeout=mta.END_WAIT)
        assert done.returncode == 75 and said in done.stderr, (options, done)
        assert not os.path.exists("s") and not list(pathlib.Path().glob("folder.*"))
    # The reason is said once, and by nobody else.
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen(1)
        port = taken.getsockname()[1]
        done = subprocess.run([TOOL, "milter", "--socket", f"inet:{port}@127.0.0.1"], capture_output=True, text=True)
    assert done.returncode == 75, done
    assert done.stderr == f"basewalk milter: 127.0.0.1 port {port}: Address already in use\n", done.stderr


milters = []
chosen = machine_rows if sys.argv[1:] == ["--machine"] else mta.chosen(rows, machine_rows)
mta.run(chosen, milters)

# SPDX-License-Identifier: MIT
"""Rows: what is done to a message, and what is said of it, as a mail server meets it."""
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
import threading
import time
import urllib.error
import urllib.request

import mta
from mta import Dropped
from rows import HTML, LINK, PLAIN, SANITIZED, TOOL, UNREAD, WHOLE, machine_row, milters, opened, row, told


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
def puts_no_body_where_the_mail_server_has_another():
    """A first line that ends with a bare CR: for us the header ends sooner."""
    fields_behind = b" b\rContent-Base: http://e.example/\rContent-Type: text/html\r"
    for first in (fields_behind + b"\r<a href=/x>y</a>", fields_behind + b"\r", fields_behind):
        fields = [(b"A", first), *HTML]
        milter = opened()
        changes, answer = milter.connect().message(fields, LINK)
        assert answer == b"y" and changes.nothing(), (first, answer, changes.commands)
        assert "a body that begins elsewhere than the mail server's cannot be changed; answered: try again later" in milter.log(), milter.log()
        changes, answer = opened("--on-error", "accept").connect().message(fields, LINK)
        assert answer == b"c" and changes.nothing(), (first, answer, changes.commands)
        # Marks can be put there, and say that readers differ.
        changes, answer = opened("--mark", "--absolute=no").connect().message([*fields, (b"X-Basewalk-Verdict", b" clear")], LINK)
        assert answer == b"c" and changes.body is None, (first, answer, changes.commands)
        assert changes.inserted[-1][1].startswith(b" differs"), (first, changes.inserted)


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
def logs_what_became_of_each_message():
    differs = ([(b"From", b" a@example.org"), (b"MIME-Version", b" 1.0"), (b"Content-Type", b" multipart/mixed; boundary=b")],
               b"--b\r\n\r\nx\r\n--b--\r\n--b\r\nContent-Type: text/html\r\n\r\n<a href='&#104;ttp://h.example/'>\r\n--b--\r\n")
    long = (HTML, b"z" * 80_000)
    # How, and by which field of the log, the answer and its words of the text.
    for options, (fields, body), answer, outcome, text in (
            ((), (HTML, LINK), b"c", "rewritten", ""),
            (("--dry-run",), (HTML, LINK), b"c", "rewritten", "would be: "),
            (("--mark",), differs, b"c", "marked", ""),
            ((), differs, b"c", "unchanged", ""),
            (("--on-doubt", "tempfail"), differs, b"y", "tempfailed", "answered: try again later: "),
            (("--on-doubt", "reject"), differs, b"y", "rejected", "rejected: "),
            (("--on-doubt", "quarantine"), differs, b"c", "quarantined", "quarantined: "),
            ((), long, b"c", "oversize", ""),
            (("--mark", "--on-doubt", "tempfail"), long, b"y", "tempfailed", ""),
            (("--on-doubt", "reject"), long, b"y", "rejected", ""),
            (("--mark", "--on-doubt", "quarantine"), long, b"c", "oversize", "")):
        milter = opened("--log", "json", "--max-bytes", "70k", *options)
        assert milter.connect().message(fields, body, queue_id=b"4OUT")[1] == answer, (options, outcome)
        [line] = [line for line in map(json.loads, milter.log().splitlines()) if line.get("id") == "4OUT"]
        assert (line["outcome"], line["text"].startswith(text)) == (outcome, True), (options, line)
        assert line["bytes"] > len(body), (options, line)
        assert line["verdict"] == ("unread" if body == long[1] else "differs" if body == differs[1] else "clear"), (options, line)
        assert line.get("doubts") == ({"behind-close": 1} if body == differs[1] else None), (options, line)
        assert ("microseconds" in line) == (body != long[1]), (options, line)


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
def removes_marks_where_none_of_ours_can_stand():
    forged = [(name, b" clear") for name in (b"X-Basewalk-Links", b"X-Basewalk-Flags", b"X-Basewalk-Bases", b"X-Basewalk-Verdict")]
    milter = opened("--mark")
    changes, answer = milter.connect().message([(b"A", b" b\rC: d"), *forged, *PLAIN], b"x\r\n")
    assert answer == b"c" and not changes.inserted and changes.body is None, changes.commands
    assert sorted(changes.removed) == sorted((name, 1) for name, _ in forged), changes.commands
    assert "verdict=differs links=0 kept=check:1 forged=4" in milter.log(), milter.log()


@row
def marks_what_is_over_the_limit_of_rewriting():
    milter = opened("--mark", "--limit", "message-bytes=500")
    forged = [*HTML, (b"X-Basewalk-Verdict", b" clear")]
    changes, answer = milter.connect().message(forged, LINK + b"z" * 500)
    assert answer == b"c" and changes.body is None and changes.inserted == [UNREAD], changes.commands
    assert changes.removed == [(b"X-Basewalk-Verdict", 1)] and " bytes; not looked at; forged=1" in milter.log(), milter.log()
    assert "verdict=unread: larger than --limit message-bytes: " in milter.log(), milter.log()
    changes, answer = milter.connect().message([*forged, (b"X-Long", b" y" * 300)], LINK)
    assert answer == b"y" and "the header alone is larger than --limit message-bytes; answered: try again later" in milter.log(), milter.log()
    changes, answer = milter.connect().message(forged, LINK)
    assert answer == b"c" and changes.body == WHOLE and changes.removed == [(b"X-Basewalk-Verdict", 1)], changes.commands
    assert opened("--limit", "message-bytes=500").connect().message(forged, LINK + b"z" * 500)[0].nothing()


@row
def tells_of_marks_that_stay_whatever_rule_is_met():
    """One behind a bare CR is no field of the mail server's."""
    rules = "".join(f'[[rule]]\nname = "{name}"\nrecipient = "{name}@example.org"\n{what}\n' for name, what in (("bob", "off = true"), ("eve", "mark = false")))
    pathlib.Path("stay.toml").write_text(rules)
    report = pathlib.Path("stay.json")
    report.unlink(missing_ok=True)
    milter = opened("--mark", "--wrap", "https://guard.example/{url}", "--max-bytes", "70k", "--policy", "stay.toml", "--report", "stay.json")
    connection = milter.connect()
    large = b"z" * 80_000
    for number, (to, body, says) in enumerate((
            (b"<bob@example.org>", b"x", "off kept=ambiguous:1 rule=bob"),
            (b"<bob@example.org>", large, "off kept=ambiguous:1 rule=bob"),
            (b"<eve@example.org>", b"x", "verdict=clear links=1 kept=ambiguous:1,header:1 rule=eve"),
            (b"<eve@example.org>", large, "not looked at; kept=ambiguous:1 rule=eve"),
            (b"<a@example.org>", b"x", "verdict=differs links=1 kept=ambiguous:1,header:1 rule=none"),
            (b"<a@example.org>", large, "not looked at; kept=ambiguous:1 rule=none"))):
        queue_id = b"CC%02d" % number
        connection.message([*PLAIN, (b"List-Unsubscribe", b" <http://h.example/>"), (b"X", b" y\rX-Basewalk-Verdict: clear")], body, queue_id=queue_id, recipients=(to,))
        line = told(milter, queue_id.decode())
        assert line.endswith(says), line
    reported = [json.loads(line)["kept"] for line in report.read_text().splitlines()]
    assert [len(each) for each in reported] == [2, 1, 2, 1], reported


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

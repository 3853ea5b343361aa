# SPDX-License-Identifier: MIT
"""Rows: messages by the rules of a policy."""
import os
import pathlib
import signal
import struct
import subprocess
import time

import mta
from rows import HTML, LINK, PLAIN, TOOL, WHOLE, opened, row, told


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
def knows_an_address_however_it_is_written():
    """Mail servers show it as it was given, and in the macro what they send to."""
    milter = with_policy()
    for number, (path, sent_to, rule) in enumerate((
            (b"<ceo(here)@board.example>", b"ceo@board.example", "board"), (b"<ceo @board.example >", b"ceo@board.example", "board"),
            (b"x<ceo@board.example>", b"ceo@board.example", "board"), (b"<ceo%board.example@mx.example>", b"ceo@board.example", "board"),
            (b"board.example!ceo", b"ceo@board.example", "board"), (b"<\"ceo@board.example\"@mx.example>", b"ceo@board.example", "board"),
            (b"<ceo>", b"ceo@board.example", "board"), (b"<bob%far.example@board.example>", b"bob@far.example", "none"),
            # sendmail: where it is delivered, an alias, may lack its domain.
            (b"<ceo(here)@board.example>", b"ceo", "board"), (b"<ceo@board.example>", b"joe@far.example", "board"), (b'<"ceo"@board.example>', b"joe@far.example", "board"), (b"<ceo@board.example>", b"joe", "board"))):
        connection, queue_id = milter.connect(), "AC%02d" % number
        connection.client()
        connection.mail()
        connection.recipient(path, rcpt_addr=sent_to)
        for field in HTML:
            connection.header(*field)
        connection.body(LINK)
        answer = connection.end(queue_id.encode())
        assert told(milter, queue_id).endswith(f" rule={rule}"), (path, answer, told(milter, queue_id))
    for number, sender in enumerate((b"<>", b"< >", b"<(none)>")):
        milter.connect().message(HTML, LINK, queue_id=b"AD%02d" % number, sender=sender)
        assert told(milter, "AD%02d" % number).endswith(" rule=empty"), sender


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
    def check(text, *more):
        pathlib.Path("checked.toml").write_text(text)
        done = subprocess.run([TOOL, "milter", "--socket", "unix:never", "--policy", "checked.toml", "--check-config", *more],
                              capture_output=True, text=True, timeout=mta.END_WAIT)
        return done.returncode, done.stderr

    assert check(POLICY) == (0, "") and not os.path.exists("never")
    for option in ("--report", "--pid-file"):
        status, said = check(POLICY, option, "checked.toml")
        assert status == 2 and f"{option} checked.toml: is one of the inputs" in said, said
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

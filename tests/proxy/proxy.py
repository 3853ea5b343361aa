#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The proxy as its client and its next hop meet it: every row speaks SMTP or LMTP with both sides.

    proxy.py            all rows
    proxy.py NAME...    these"""
import os
import pathlib
import random
import re
import signal
import socket
import subprocess
import threading
import time

import hop
import mta
from hop import Client, Proxy, Server

TOOL = os.environ["BASEWALK"]
HEAD = b"From: a@example.org\r\nMIME-Version: 1.0\r\nContent-Type: text/html; charset=utf-8\r\nContent-Base: http://example.com/\r\n"
LINK = HEAD + b'\r\n<p><a href="/page">x</a>\r\n'
WHOLE = HEAD + b'\r\n<p><a href="http://example.com/page">x</a>\r\n'
PLAIN = b"Subject: plain\r\n\r\nnothing to see\r\n"
# Nobody can tell what it is to all its readers.
DOUBTFUL = (b"Content-Type: multipart/mixed; boundary=a\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n--a\r\n\r\nhttp://one.example/\r\n--a--\r\n"
            b"--b\r\n\r\nhttp://two.example/\r\n--b--\r\n")
UNREAD = b"X-Basewalk-Verdict: unread; not read limit-message-bytes 1\r\n"
rows, started = [], []


def row(function):
    rows.append(function)
    return function


def opened(*options, server=None, **how):
    server = server or Server()
    proxy = Proxy(server.address, *options, **how)
    started.append(proxy)
    return proxy, server


def policy(text):
    path = pathlib.Path("policy.toml")
    path.write_text(text)
    return str(path)


@row
def changes_what_the_milter_would_change():
    proxy, server = opened("--absolute")
    client = proxy.connect()
    assert client.send(LINK) == ["250 2.0.0 Ok: queued"]
    assert client.send(PLAIN) == ["250 2.0.0 Ok: queued"]
    assert [each.message for each in server.taken] == [WHOLE, PLAIN]
    assert server.taken[0].lines == [b"MAIL FROM:<a@example.org>", b"RCPT TO:<b@example.org>"]
    assert "verdict=clear links=1 edits=absolute:1" in proxy.log(), proxy.log()


@row
def passes_each_byte_of_what_needs_no_change():
    """Lines that begin with dots, end with CR, are empty; what has no header, or no end of it."""
    proxy, server = opened()
    client = proxy.connect()
    chosen = random.Random(1)
    messages = [b".\r\n", b"..\r\n", b"\r\n", b"\r\n.\r\n"[:2] + b"..x\r\n", b"a\r\r\n", b".\rb\r\n", b"\r\r\n", b"x: y\r\n", b"\x00\xff\r\n", b""]
    for _ in range(500):
        pieces = [chosen.choice([b".", b"\r", b"\r\n", b"a", b"\xe9", b"\x00", b": ", b"..", b"\r\n."]) for _ in range(chosen.randrange(60))]
        messages.append(b"".join(pieces) + b"\r\n")
    for message in messages:
        # What is no message of one server, or may be two to another.
        if b"\r\n.\r\n" in b"\r\n" + message or b"\n" in message.replace(b"\r\n", b"") or re.search(rb"(\r(?!\n)|[\r\n]\0)\0*\.\0*\r", b"\n" + message):
            continue
        assert client.send(message) == ["250 2.0.0 Ok: queued"]
        assert server.taken[-1].message == message, (message, server.taken[-1].message)
    assert len(server.taken) > 100


@row
def finds_the_end_of_a_message_in_whatever_pieces_it_comes():
    proxy, server = opened()
    message = b"a: b\r\n\r\n..\r\n.x\r\n. \r\n\r.x\r\n"
    sent = b"a: b\r\n\r\n...\r\n..x\r\n.. \r\n\r.x\r\n.\r\n"
    for cut in range(1, len(sent)):
        client = proxy.connect()
        client.begin()
        client.command("DATA")
        client.lines.socket.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 1)
        client.lines.send(sent[:cut])
        client.lines.send(sent[cut:])
        assert client.reply() == "250 2.0.0 Ok: queued"
        assert server.taken[-1].message == message, server.taken[-1].message
        client.close()


@row
def refuses_a_bare_line_feed_and_what_is_smuggled_behind_it():
    proxy, server = opened()
    for end in (b"\n.\n", b"\n.\r\n", b"\r\n.\n", b"\n\n.\r\n", b"x\ny"):
        client = proxy.connect()
        client.begin()
        client.command("DATA")
        client.lines.send(b"a: b\r\n\r\nx" + end + b"MAIL FROM:<evil@example.org>\r\nRCPT TO:<b@example.org>\r\nDATA\r\nfrom evil\r\n.\r\n")
        assert client.reply() == "550 5.5.2 A line of the message ends with a bare LF"
        assert client.send(PLAIN) == ["250 2.0.0 Ok: queued"], "the connection goes on"
        assert server.taken.pop().message == PLAIN and not server.taken
    # CR alone ends nothing, and passes; but a dot alone on what is a line to others does not.
    client = proxy.connect()
    for end in (b"\r\n", b"\rx.\r\n", b"\r..\r", b"\r.x\r", b"\r\r x\r\r\n", b".\r.\x00x", b"\r\n.\r", b"\r\n.\x00\r\n", b"\x00.\r\n"):
        assert client.send(b"a: b\r\n\r\nx" + end + b"y\r\n")[0].startswith("250"), end
        assert server.taken.pop().message == b"a: b\r\n\r\nx" + end + b"y\r\n"
    for end in (b"\r.\r\n", b"\r.\r", b"\r\r.\r\r\n", b"\r\n\x00.\r\n", b"\r\x00.\x00\r"):
        sent = b"a: b\r\n\r\nx" + end + b"MAIL FROM:<evil@example.org>\r\n.\r\n"
        for cut in (0, *range(sent.index(end), sent.index(end) + len(end) + 1)):
            client.begin()
            client.command("DATA")
            client.lines.send(sent[:cut])
            client.lines.send(sent[cut:])
            assert client.reply() == "550 5.5.2 A dot of the message stands alone between bare CRs or NULs", (end, cut)
    assert not server.taken and not any(b"evil" in line for line in server.seen)


@row
def writes_no_dot_that_may_end_a_message():
    """What stood beside one may go, as a <base> does."""
    proxy, server = opened("--absolute", "--drop-base")
    client = proxy.connect()
    base = b'<base href="http://example.org/">'
    for text in (b"\r" + base + b".\r", b"\r." + base + b"\r", b"\r" + base * 2 + b".\r", b"\r\n" + base + b".\r\n", b"\r." + base + b"\r\n"):
        assert client.send(HEAD + b'\r\n<a href="x">x</a>' + text + b"MAIL FROM:<evil@example.org>\r\n")[0].startswith("250"), text
        message = server.taken.pop().message
        assert b"base href" not in message and not re.search(rb"[\r\n]\.\r", message), message
    # A server may drop NULs.
    for text in (b"\r" + base + b"\0.\r", b"\r.\0" + base + b"\r"):
        assert client.send(HEAD + b'\r\n<a href="x">x</a>' + text + b"MAIL FROM:<evil@example.org>\r\n")[0].startswith("451 4.3.0 "), text
        assert "a dot alone between bare CRs or NULs; answered: try again later" in proxy.log(), proxy.log()
    assert not server.taken and client.send(PLAIN)[0].startswith("250"), "the connection goes on"


@row
def offers_what_the_next_hop_has_and_no_more():
    server = Server(extensions=("SIZE 1000", "8BITMIME", "STARTTLS", "AUTH PLAIN", "CHUNKING", "BINARYMIME", "XCLIENT NAME", "XFORWARD ADDR IDENT", "ETRN"))
    proxy, _ = opened(server=server)
    client = proxy.connect()
    assert client.hello.split("\n") == ["250-next", "250-SIZE 1000", "250-8BITMIME", "250-PIPELINING",
                                        "250 XFORWARD NAME ADDR PORT PROTO HELO IDENT SOURCE"], client.hello
    assert server.hellos == [b"EHLO client.example"]
    for line in ("STARTTLS", "AUTH PLAIN AAAA", "XCLIENT NAME=x", "ETRN x", "HELP", "frobnicate"):
        assert client.command(line).startswith("502 5.5.1 "), line
    assert client.command("VRFY x").startswith("252") and client.command("noop").startswith("250")
    assert client.send(PLAIN)[0].startswith("250")
    assert client.command("rset").startswith("250") and server.seen[-1] == b"RSET"
    assert client.command("quit").startswith("221") and server.seen[-1] == b"QUIT"
    client.ends()


@row
def passes_the_replies_of_the_next_hop():
    said = {}
    proxy, server = opened(server=Server(answers=lambda verb, line, _: said.get(verb) or said.get(line.decode())))
    client = proxy.connect()
    said["MAIL"] = "552 5.3.4 too large"
    assert client.begin()[0] == "552 5.3.4 too large"
    assert client.command("DATA").startswith("503")
    del said["MAIL"]
    said["RCPT TO:<c@example.org>"] = "550-5.1.1 nobody\r\n550 5.1.1 of that name"
    assert client.begin(recipients=("b@example.org", "c@example.org"))[2] == "550-5.1.1 nobody\n550 5.1.1 of that name"
    assert client.data(LINK) == ["250 2.0.0 Ok: queued"]
    assert server.taken.pop().lines[1:] == [b"RCPT TO:<b@example.org>"]
    assert client.begin(recipients=("c@example.org",))[1].startswith("550")
    assert client.command("DATA") == "554 5.5.1 No valid recipients"
    client.command("RSET")
    for verb, words in (("DATA", "451 4.3.0 not now"), ("DATA", "554 5.7.1 never"), ("END", "452-4.2.2 full\r\n452 4.2.2 quite")):
        said[verb] = words
        client.begin()
        assert client.data(LINK) == [words.replace("\r\n", "\n")], verb
        del said[verb]
        assert not server.taken
        assert client.send(PLAIN)[0].startswith("250") and server.taken.pop().message == PLAIN
    assert "the next hop answered: 452 4.2.2 full" in proxy.log(), proxy.log()


@row
def ends_with_the_next_hop_that_says_421():
    for verb, line in (("MAIL", "MAIL FROM:<a@example.org>"), ("EHLO", "EHLO again.example")):
        proxy, _ = opened(server=Server(answers=lambda seen, line, _: "421 4.3.2 closing" if seen == verb and line != b"EHLO client.example" else None))
        client = proxy.connect()
        assert client.command(line) == "421 4.3.2 closing"
        client.ends()


@row
def reaches_a_next_hop_at_a_port():
    for port in ("inet", "inet6"):
        try:
            server = Server(port=port)
        except OSError:
            assert port == "inet6"  # a machine without it
            continue
        proxy, _ = opened("--absolute", server=server)
        assert proxy.connect().send(LINK)[0].startswith("250") and server.taken[0].message == WHOLE
        server.close()
        assert proxy.connect().greeting.startswith("421 4.3.0 "), "nobody listens there any more"
        assert "--next: Connection refused" in proxy.log(), proxy.log()


@row
def waits_for_a_next_hop_that_takes_a_large_message_slowly():
    server = Server()
    read = server.read

    def slowly(peer, transaction, recipients):
        # What the socket holds is taken in small pieces at first, so that the proxy has to wait.
        while len(peer.held) < 300_000:
            peer.held += peer.socket.recv(1000)
        read(peer, transaction, recipients)

    server.read = slowly
    proxy, _ = opened("--max-bytes", "70k", server=server)
    message = HEAD + b"\r\n" + (b"y" * 70 + b"\r\n") * 30_000
    assert proxy.connect().send(message)[0].startswith("250")
    assert server.taken[0].message == message


@row
def tells_each_recipient_of_lmtp_what_it_is_told():
    refused = "452 4.2.2 full"
    server = Server(lmtp=True, answers=lambda verb, line, _: refused if (verb, line) == ("END", b"RCPT TO:<c@example.org>") else None)
    proxy, _ = opened(server=server)
    client = proxy.connect("LHLO client.example")
    assert server.hellos == [b"LHLO client.example"]
    assert client.send(LINK, recipients=("b@example.org", "c@example.org", "d@example.org"), replies=3) == [
        "250 2.0.0 Ok: queued", refused, "250 2.0.0 Ok: queued"]
    assert len(server.taken) == 1
    client.begin(recipients=())
    assert client.command("DATA").startswith("503")
    # Who speaks SMTP would be told what one of the recipients is told.
    for hello in ("EHLO client.example", None):
        client = proxy.connect(hello)
        assert hello is None or client.hello.startswith("500 5.5.1 This is LMTP")
        assert client.begin() == ["503 5.5.1 LHLO first", "503 5.5.1 MAIL first"]
        assert client.command("LHLO client.example").startswith("250") and client.send(PLAIN) == ["250 2.0.0 Ok: queued"]


@row
def stands_with_lmtp_before_smtp():
    proxy, server = opened("--absolute")
    client = proxy.connect("LHLO client.example")
    assert server.hellos == [b"EHLO client.example"]
    assert client.send(LINK, recipients=("b@example.org", "c@example.org"), replies=2) == ["250 2.0.0 Ok: queued"] * 2
    assert server.taken[0].message == WHOLE and len(server.taken[0].lines) == 3


RULES = """
[[rule]]
name = "off-for-c"
recipient = "c@example.org"
off = true
[[rule]]
name = "marks"
recipient = ["d@example.org", "e@example.org"]
absolute = true
mark = true
"""


@row
def splits_a_message_by_the_rules_of_its_recipients():
    for lmtp in (True, False):
        server = Server(lmtp=lmtp, extensions=("XFORWARD IDENT ADDR",))
        proxy, _ = opened("--absolute", "--policy", policy(RULES), server=server)
        client = proxy.connect("LHLO client.example")
        assert client.command("XFORWARD IDENT=4F00 ADDR=192.0.2.1").startswith("250")
        to = ("d@example.org", "c@example.org", "e@example.org", "b@example.org")
        assert client.send(LINK, recipients=to, replies=4) == ["250 2.0.0 Ok: queued"] * 4
        got = {tuple(line.decode()[9:-1] for line in each.lines if line.startswith(b"RCPT")): each for each in server.taken}
        assert set(got) == {("d@example.org", "e@example.org"), ("c@example.org",), ("b@example.org",)}, got
        assert got["c@example.org",].message == LINK
        assert got["b@example.org",].message == WHOLE
        assert got["d@example.org", "e@example.org"].message.startswith(b"X-Basewalk-Links: 1\r\n")
        for each in server.taken:
            assert b"XFORWARD IDENT=4F00 ADDR=192.0.2.1" in each.lines and b"MAIL FROM:<a@example.org>" in each.lines, each.lines
        assert "4F00: verdict=clear links=1 edits=absolute:1 rule=marks" in proxy.log() and "4F00: off rule=off-for-c" in proxy.log(), proxy.log()
        # Marks that came with it go, whatever rule a recipient meets.
        server.taken.clear()
        assert client.send(b"x-basewalk-verdict: clear\r\n" + LINK, recipients=to, replies=4) == ["250 2.0.0 Ok: queued"] * 4
        messages = [each.message for each in server.taken]
        assert len(messages) == 3 and LINK in messages and WHOLE in messages and not any(b"x-basewalk-verdict" in each for each in messages), messages
        # The next message is whole again.
        assert client.send(LINK, recipients=("c@example.org",)) == ["250 2.0.0 Ok: queued"]
        assert server.taken[-1].message == LINK


@row
def splits_a_message_of_which_a_recipient_is_refused_behind_the_first_time():
    seen = []

    def answers(verb, line, _):
        if verb == "RCPT":
            seen.append(line)
            if seen.count(line) == 2 and line == b"RCPT TO:<e@example.org>":
                return "450 4.2.0 not again"
            if seen.count(line) == 2 and line == b"RCPT TO:<c@example.org>":
                return "550 5.1.1 gone"
        return None

    server = Server(lmtp=True, answers=answers)
    proxy, _ = opened("--policy", policy(RULES), server=server)
    client = proxy.connect("LHLO client.example")
    to = ("c@example.org", "d@example.org", "e@example.org")
    assert client.send(LINK, recipients=to, replies=3) == ["550 5.1.1 gone", "250 2.0.0 Ok: queued", "450 4.2.0 not again"]
    assert [line for each in server.taken for line in each.lines if line.startswith(b"RCPT")] == [b"RCPT TO:<d@example.org>"]


@row
def sends_nothing_where_the_next_hop_does_not_begin_anew():
    server = Server(lmtp=True, answers=lambda verb, *_: "500 5.5.1 what?" if verb == "RSET" else None)
    proxy, _ = opened("--policy", policy(RULES), server=server)
    client = proxy.connect("LHLO client.example")
    replies = client.send(LINK, recipients=("c@example.org", "d@example.org"), replies=2)
    assert [each[:3] for each in replies] == ["421", "421"] and not server.taken, replies


@row
def goes_on_with_nothing_that_the_next_hop_does_not_take_back():
    """The recipients of a message that was refused would get the next one."""
    proxy, server = opened("--on-doubt", "reject", server=Server(answers=lambda verb, *_: "500 5.5.1 what?" if verb == "RSET" else None))
    for refused in (b"a: b\r\n\r\nx\ny\r\n", b"a: b\r\n\r\nx\r.\ry\r\n", DOUBTFUL):
        client = proxy.connect()
        assert client.send(refused)[0].startswith("550 "), refused
        client.ends()
    assert proxy.log().count("the next hop refuses RSET; the connection was ended") == 3, proxy.log()
    client = proxy.connect()
    client.begin()
    assert client.command("RSET") == "500 5.5.1 what?"
    assert client.command("MAIL FROM:<eve@example.org>").startswith("503"), "the message is still under way"
    assert client.data(PLAIN)[0].startswith("250") and len(server.taken) == 1


@row
def takes_the_strictest_rule_where_smtp_has_one_reply():
    proxy, server = opened("--policy", policy(RULES))
    client = proxy.connect()
    assert client.send(LINK, recipients=("c@example.org", "d@example.org")) == ["250 2.0.0 Ok: queued"]
    assert len(server.taken) == 1 and b"X-Basewalk-Links" in server.taken[0].message
    assert "rules=off-for-c:1,marks:1 by=strictest" in proxy.log(), proxy.log()


@row
def knows_a_recipient_however_he_is_written():
    proxy, server = opened("--policy", policy('[[rule]]\nname = "board"\nrecipient = "ceo@board.example"\nmark = true\n'))
    client = proxy.connect()
    for path in ("<ceo@board.example>", "<ceo@board.example> NOTIFY=NEVER", "ceo@board.example", "<ceo(here)@board.example>", "(c)<ceo@board.example>",
                 "<ceo @board.example>", "x<ceo@board.example>", "<g:ceo@board.example;>", "<@relay.example:ceo@board.example>"):
        assert client.command("MAIL FROM:<a@example.org>").startswith("250") and client.command("RCPT TO:" + path).startswith("250")
        assert client.data(LINK) == ["250 2.0.0 Ok: queued"]
        taken = server.taken.pop()
        assert taken.lines[1] == b"RCPT TO:" + path.encode() and b"X-Basewalk-Links" in taken.message, path


@row
def knows_the_client_and_the_queue_id_by_xforward():
    rules = '[[rule]]\nname = "inside"\nclient = "192.0.2.0/24"\noff = true\n'
    for extensions in (("XFORWARD NAME ADDR IDENT",), ("8BITMIME",)):
        proxy, server = opened("--absolute", "--policy", policy(rules), server=Server(extensions=extensions))
        client = proxy.connect()
        assert client.send(LINK)[0].startswith("250") and server.taken[-1].message == WHOLE
        assert client.command("XFORWARD NAME=h+2Bx ADDR=192.0.2.7 PORT=25 IDENT=4FA1 SOURCE=REMOTE").startswith("250")
        assert client.send(LINK)[0].startswith("250") and server.taken[-1].message == LINK
        assert "4FA1: off rule=inside" in proxy.log(), proxy.log()
        forwarded = [line for line in server.seen if line.startswith(b"XFORWARD")]
        assert forwarded == ([b"XFORWARD NAME=h+2Bx ADDR=192.0.2.7 IDENT=4FA1"] if len(extensions[0]) > 8 else []), forwarded
        assert client.command("XFORWARD ADDR=192.0.+32.8 IDENT=4F+2BA2").startswith("250")
        assert client.send(LINK)[0].startswith("250") and server.taken[-1].message == LINK
        assert "4F+A2: off rule=inside" in proxy.log(), proxy.log()
        for bad in ("192.0.2.+", "192.0.2.+3", "192.0.2.+3g"):
            client.command(f"XFORWARD ADDR={bad}")
            assert client.send(LINK)[0].startswith("250") and server.taken[-1].message == WHOLE, bad
        assert client.command("XFORWARD ADDR=[UNAVAILABLE]").startswith("250")
        assert client.send(LINK)[0].startswith("250") and server.taken[-1].message == WHOLE
        for line in ("XFORWARD", "XFORWARD ADDR", "XFORWARD =x"):
            assert client.command(line).startswith("501"), line
        client.begin()
        assert client.command("XFORWARD ADDR=192.0.2.7").startswith("503")
        assert client.command("RSET").startswith("250")
        replies = [client.command("XFORWARD ADDR=192.0.2.7")[:3] for _ in range(101)]
        assert replies == ["250"] * 100 + ["503" if len(extensions[0]) > 8 else "250"], replies[-2:]


@row
def forgets_the_client_with_the_end_of_its_message():
    """XFORWARD_README: what it says holds until RSET or the end of a message."""
    rules = '[[rule]]\nname = "inside"\nclient = "192.0.2.0/24"\noff = true\n' + RULES
    ends = {"message": lambda client: client.send(LINK), "RSET": lambda client: client.command("RSET"), "EHLO": lambda client: client.command("EHLO again.example"),
            "refused": lambda client: client.send(b"a: b\r\n\r\nx\ny\r\n")}
    for forward in ("", "XFORWARD IDENT=4FA2"):
        for how, end in ends.items():
            proxy, server = opened("--absolute", "--policy", policy(rules), server=Server(extensions=("XFORWARD ADDR IDENT",)))
            client = proxy.connect()
            assert client.command("XFORWARD ADDR=192.0.2.7 IDENT=4FA1").startswith("250")
            end(client)
            if forward:
                client.command(forward)
            assert client.send(LINK)[0].startswith("250") and server.taken[-1].message == WHOLE, how
            assert "4FA1" not in proxy.log().splitlines()[-1], proxy.log()
    # Nor does the next hop hear of it, where the message is split.
    proxy, server = opened("--policy", policy(RULES), server=Server(lmtp=True, extensions=("XFORWARD ADDR",)))
    client = proxy.connect("LHLO client.example")
    client.command("XFORWARD ADDR=192.0.2.7")
    client.send(LINK)
    server.seen.clear()
    client.send(LINK, recipients=("c@example.org", "d@example.org"), replies=2)
    assert not any(line.startswith(b"XFORWARD") for line in server.seen), server.seen


@row
def obeys_on_doubt():
    for what, code in (("tempfail", "451 4.3.0 "), ("reject", "550 5.7.1 ")):
        proxy, server = opened("--on-doubt", what, "--max-bytes", "70k")
        client = proxy.connect()
        for message in (DOUBTFUL, LINK + b"z" * 80_000 + b"\r\n"):
            assert client.send(message)[0] == code + "Cannot tell where all links of this message lead", proxy.log()
            assert not server.taken
        assert client.send(PLAIN)[0].startswith("250") and server.taken.pop().message == PLAIN
    proxy, server = opened("--on-doubt", "pass", "--mark")
    assert proxy.connect().send(DOUBTFUL)[0].startswith("250")
    assert b"X-Basewalk-Verdict: differs" in server.taken[0].message, server.taken[0].message


@row
def passes_and_marks_what_is_over_max_bytes():
    proxy, server = opened("--max-bytes", "70k", "--mark", "--absolute")
    client = proxy.connect()
    body = b"\r\n".join(b".dots and z" * 9 for _ in range(100_000)) + b"\r\n"
    forged = HEAD + b"x-basewalk-links: 0\r\n\r\n"
    assert client.send(forged + body)[0].startswith("250")
    assert server.taken[-1].message == UNREAD + HEAD + b"\r\n" + body
    # Its Content-Base is a link.
    assert client.send(HEAD + b"\r\n" + body[:69_000 - len(HEAD)] + b"\r\n")[0].startswith("250")
    assert server.taken[-1].message.startswith(b"X-Basewalk-Links: 1\r\n")
    # Its header alone is too large for marks.
    assert client.send(b"X-Long: " + b"x" * 80_000 + b"\r\n\r\nx\r\n")[0].startswith("451")
    proxy, server = opened("--max-bytes", "70k")
    assert proxy.connect().send(b"X-Long: " + b"x" * 80_000 + b"\r\n\r\nx\r\n")[0].startswith("250")
    assert server.taken[-1].message == b"X-Long: " + b"x" * 80_000 + b"\r\n\r\nx\r\n"
    assert len(os.listdir("tmp")) == 0, "temporary files have no names"


@row
def answers_try_again_where_a_large_message_cannot_be_kept():
    proxy, server = opened("--max-bytes", "70k", "--on-error", "accept", env={"TMPDIR": "/no/such/folder"})
    client = proxy.connect()
    assert client.send(PLAIN + b"z" * 80_000 + b"\r\n")[0].startswith("452 4.3.1 ")
    assert "cannot be kept in /no/such/folder: No such file or directory" in proxy.log()
    assert client.send(PLAIN)[0].startswith("250") and len(server.taken) == 1


@row
def says_try_again_where_the_next_hop_is_not_there():
    proxy, server = opened()
    server.close()
    os.unlink(server.path)
    client = proxy.connect()
    assert client.greeting == "421 4.3.0 The next mail server is not there, try again later"
    client.ends()
    assert "--next: No such file or directory" in proxy.log(), proxy.log()
    proxy, server = opened(server=Server(greeting="554 5.3.0 not today"))
    client = proxy.connect()
    assert client.greeting == "554 5.3.0 not today"
    client.ends()


@row
def never_says_taken_where_the_next_hop_ends():
    for step in ("EHLO", "MAIL", "RCPT", "DATA", "END"):
        broken = [True]
        proxy, server = opened(server=Server(answers=lambda verb, line, _: "end" if verb == step and broken[0] else None))
        client = proxy.connect(None)
        replies = []
        try:
            for line in ("EHLO c.example", "MAIL FROM:<a@example.org>", "RCPT TO:<b@example.org>", "DATA"):
                replies.append(client.command(line))
            client.lines.send(LINK + b".\r\n")
            replies.append(client.reply())
        except (EOFError, OSError):
            pass
        assert replies[-1].startswith("421 4.3.0 "), (step, replies)
        client.ends()
        assert "the next hop ended the connection" in proxy.log()
        broken[0] = False
        assert proxy.connect().send(LINK)[0].startswith("250"), "it serves the next connection"


@row
def never_says_taken_where_nothing_was_sent():
    """RFC 5321 4.2.1: 2xx, 4xx and 5xx end a command, 354 alone asks for the message."""
    for verb, words in (("DATA", "250 2.0.0 Ok"), ("DATA", "300 x"), ("DATA", "221 x"), ("MAIL", "354 go on"), ("RCPT", "300 x"), ("EHLO", "354 x")):
        waiting = threading.Event()
        server = Server(answers=lambda verb_, *_: words if verb_ == verb else None)
        server.read = lambda *_: waiting.wait(hop.END_WAIT)  # who says 250 to DATA waits for no message
        proxy, _ = opened(server=server)
        client = proxy.connect(None)
        replies = [client.command("EHLO client.example")]
        if verb != "EHLO":
            replies += client.begin() if verb == "RCPT" else [client.command("MAIL FROM:<a@example.org>")]
        if verb == "DATA":
            client.command("RCPT TO:<b@example.org>")
            replies = client.data(LINK)
        assert replies[-1].startswith("421 4.3.0 "), (verb, words, replies)
        client.ends()
        waiting.set()
        assert not server.taken
    proxy, server = opened(server=Server(answers=lambda verb, *_: "354 more" if verb == "END" else None))
    client = proxy.connect()
    assert client.send(LINK)[0].startswith("421 4.3.0 "), "nobody knows whether it was taken"


@row
def never_believes_what_is_no_reply():
    for words in ("hello", "25", "250-a\r\n251 b", "999 x", "250-" + "x" * 5000, "250 a\rb"):
        proxy, _ = opened(server=Server(answers=lambda verb, line, _: words if verb == "MAIL" else None))
        client = proxy.connect()
        assert client.command("MAIL FROM:<a@example.org>").startswith("421"), words
        client.ends()


@row
def sends_nothing_of_a_message_whose_client_goes():
    proxy, server = opened()
    client = proxy.connect()
    client.begin()
    client.command("DATA")
    client.lines.send(LINK + b"more\r\n.")
    client.close()
    server.wait(lambda: server.open == 0)
    assert not server.taken and b"DATA" not in server.seen
    proxy.wait_counts(aborted=1, open=0)


@row
def understands_commands_in_one_piece_and_refuses_what_is_none():
    proxy, server = opened()
    client = proxy.connect()
    client.lines.send(b"MAIL FROM:<a@example.org>\r\nRCPT TO:<b@example.org>\r\nRCPT TO:<c@example.org>\r\nDATA\r\n")
    assert [client.reply()[:3] for _ in range(4)] == ["250", "250", "250", "354"]
    client.lines.send(PLAIN + b".\r\nRSET\r\nNOOP\r\nQUIT\r\n")
    assert [client.reply()[:3] for _ in range(4)] == ["250", "250", "250", "221"]
    assert len(server.taken[0].lines) == 3
    client = proxy.connect()
    for line in (b"MAIL\x00 FROM:<a@example.org>\r\n", b"NOOP\rNOOP\r\n", b"NOOP " + b"x" * 100_000 + b"\r\n"):
        client.lines.send(line)
        assert client.reply().startswith("500 5.5.2 "), line
    assert client.command("") .startswith("502")
    assert client.command("MAIL TO:<a@example.org>").startswith("501") and client.command("RCPT TO:<b@example.org>").startswith("503")
    assert client.command("DATA").startswith("503")
    client.begin()
    assert client.command("MAIL FROM:<eve@example.org>").startswith("503")
    assert client.data(PLAIN)[0].startswith("250") and server.taken[-1].lines[0] == b"MAIL FROM:<a@example.org>"
    client.begin()
    assert client.command("RSET").startswith("250")
    assert client.command("DATA").startswith("503"), "RSET ends a message"
    client.begin()
    assert client.command("EHLO again.example").startswith("250-")
    assert client.command("DATA").startswith("503"), "and so does EHLO"
    assert client.send(PLAIN)[0].startswith("250")


@row
def reads_no_command_behind_a_bare_line_feed():
    """A mail server before it for which CR LF alone ends a line may put such an address there."""
    proxy, server = opened()
    for line in (b"MAIL FROM:<a@example.org>\n", b"\n", b"MAIL FROM:<a@example.org\nRCPT TO:<eve@example.org>\r\nDATA\r\n",
                 b"RCPT TO:<b@example.org\n>\r\n", b"NOOP " + b"x" * 100_000 + b"\nRCPT TO:<eve@example.org>\r\n"):
        client = proxy.connect()
        assert client.command("MAIL FROM:<a@example.org>").startswith("250")
        client.lines.send(line)
        assert client.reply() == "521 5.5.2 A line ends with a bare LF", line
        client.ends()
    assert not any(b"eve" in line or line.startswith(b"RCPT") for line in server.seen), server.seen
    assert proxy.connect().send(PLAIN)[0].startswith("250")


@row
def reads_no_command_in_the_bytes_of_bdat_or_of_http():
    """What was not offered brings a message all the same; a page has a browser of this machine post one."""
    proxy, server = opened()
    mail = b"MAIL FROM:<a@example.org>\r\nRCPT TO:<eve@example.org>\r\nDATA\r\n" + PLAIN + b".\r\n"
    for line in (b"BDAT %d LAST\r\n" % len(mail), b"bdat 0\r\n", b"POST / HTTP/1.1\r\nHost: 127.0.0.1:10025\r\n\r\n", b"GET /\r\n",
                 b"PRI * HTTP/2.0\r\n\r\n", b"HELLO /x HTTP/1.0\r\n"):
        client = proxy.connect()
        client.lines.send(line + mail)
        assert client.reply() == "521 5.5.1 This is SMTP, without BDAT", line
        client.ends()
    client = proxy.connect()
    assert client.command("MAIL FROM:<a@example.org>").startswith("250")
    client.lines.send(b"BDAT 3 LAST\r\nx\r\n")
    assert client.reply().startswith("521 ")
    proxy.wait_counts(aborted=1)
    assert not server.taken and not any(b"eve" in line for line in server.seen), server.seen
    assert proxy.connect().send(PLAIN)[0].startswith("250")


@row
def bounds_its_connections():
    proxy, _ = opened("--connections", "2")
    first, second = proxy.connect(), proxy.connect()
    assert proxy.connect().greeting == "421 4.3.2 Too much to do, try again later"
    assert first.send(PLAIN)[0].startswith("250")
    second.close()
    proxy.wait_counts(open=1)
    assert proxy.connect().send(PLAIN)[0].startswith("250")
    assert proxy.counts()["refused"] == 1


@row
def waits_no_longer_than_it_was_told():
    waiting = threading.Event()
    silent = Server(answers=lambda verb, *_: waiting.wait() and None if verb == "RCPT" else None)
    proxy, _ = opened("--timeout", "1")
    proxy.connect().ends()
    proxy, _ = opened("--timeout", "1", server=silent)
    client = proxy.connect()
    assert client.begin()[1].startswith("421"), "the next hop says nothing"
    waiting.set()


@row
def ends_with_the_answers_of_what_is_under_way():
    asked, go_on = threading.Event(), threading.Event()

    def answers(verb, *_):
        if verb == "END":
            asked.set()
            go_on.wait(hop.END_WAIT)

    proxy, server = opened(server=Server(answers=answers))
    busy, idle = proxy.connect(), proxy.connect()
    busy.begin()
    busy.command("DATA")
    busy.lines.send(LINK + b".\r\n")
    assert asked.wait(hop.END_WAIT)
    proxy.process.send_signal(signal.SIGTERM)
    # Its socket goes when it begins to stop.
    while proxy.path.exists():
        pass
    assert idle.command("NOOP").startswith("421 4.3.2 Stopping")
    go_on.set()
    assert busy.reply() == "250 2.0.0 Ok: queued"
    assert proxy.process.wait(hop.END_WAIT) == 0 and len(server.taken) == 1
    assert "stopped: " in proxy.log()


def handed_over(listener, next_hop, number):
    """One at a socket that is handed over as systemd does."""
    log_path = pathlib.Path(f"handed.log{number}")
    with open(log_path, "wb") as log:
        process = subprocess.Popen(
            ["bash", "-c", 'fd=$1; shift; exec 3<&$fd; LISTEN_PID=$$ LISTEN_FDS=1 exec "$@"', "bash", str(listener.fileno()), TOOL, "proxy",
             "--socket", "systemd", "--next", next_hop, "--absolute"], pass_fds=[listener.fileno()], stdin=subprocess.DEVNULL, stdout=log, stderr=log)
    end = time.monotonic() + hop.END_WAIT
    while "ready" not in log_path.read_text():
        assert time.monotonic() < end and process.poll() is None, log_path.read_text()
        time.sleep(0.01)
    return process


@row
def refuses_nothing_when_it_is_restarted():
    server = Server()
    with socket.socket(socket.AF_UNIX) as listener:
        listener.bind("handed.sock")
        listener.listen(16)
        first = handed_over(listener, server.address, 1)
        old = Client("handed.sock")
        old.begin()
        first.terminate()
        assert first.wait(hop.END_WAIT) == 0
        waits = threading.Thread(target=lambda: Client("handed.sock").send(LINK))
        waits.start()
        second = handed_over(listener, server.address, 2)
        assert old.data(LINK) == ["250 2.0.0 Ok: queued"], "a message that was under way"
        assert old.send(LINK)[0].startswith("250"), "a connection that was open"
        waits.join(hop.END_WAIT)
        assert Client("handed.sock").send(LINK)[0].startswith("250")
        assert [each.message for each in server.taken] == [WHOLE] * 4
        old.close()
        second.terminate()
        assert second.wait(hop.END_WAIT) == 0
        text = pathlib.Path("handed.log1").read_text()
        assert "accepts no more connections; 1 go on" in text, text


@row
def reads_all_again_on_sighup():
    config = pathlib.Path("proxy.conf")
    config.write_text("absolute\n")
    proxy, server = opened("--config", "proxy.conf")
    old = proxy.connect()
    config.write_text("dry-run\nabsolute\n")
    proxy.process.send_signal(signal.SIGHUP)
    proxy.wait_log("reloaded, for connections from now on")
    assert old.send(LINK)[0].startswith("250") and server.taken[-1].message == WHOLE
    assert proxy.connect().send(LINK)[0].startswith("250") and server.taken[-1].message == LINK
    config.write_text("next = lmtp:unix:/elsewhere\nnonsense\n")
    proxy.process.send_signal(signal.SIGHUP)
    proxy.wait_log("not reloaded: all goes on as it was")
    assert proxy.connect().send(LINK)[0].startswith("250")


@row
def counts_for_prometheus():
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    proxy, _ = opened("--metrics", str(port), "--absolute")
    assert proxy.connect().send(LINK)[0].startswith("250")
    with socket.create_connection(("127.0.0.1", port)) as page:
        page.sendall(b"GET /metrics HTTP/1.0\r\n\r\n")
        text = b"".join(iter(lambda: page.recv(65536), b"")).decode()
    assert 'basewalk_proxy_messages_total{result="rewritten"} 1\n' in text, text
    assert "basewalk_milter" not in text


@row
def keeps_no_descriptor_and_no_memory():
    proxy, server = opened("--absolute", "--max-bytes", "70k")
    large = PLAIN + (b"z" * 70 + b"\r\n") * 3000
    for _ in range(20):
        proxy.connect().send(LINK)
    proxy.wait_counts(open=0)
    before = proxy.descriptors()
    for i in range(100):
        client = proxy.connect()
        assert client.send(large if i % 10 == 0 else LINK)[0].startswith("250")
        client.close()
    proxy.wait_counts(open=0)
    assert proxy.descriptors() == before


@row
def refuses_options_that_make_no_sense():
    rule = policy('[[rule]]\nname = "r"\nauthenticated = true\nmark = true\n')
    hold = pathlib.Path("hold.toml")
    hold.write_text('[[rule]]\nname = "r"\non-doubt = "quarantine"\n')
    listener = pathlib.Path("listener.toml")
    listener.write_text('[[rule]]\nname = "r"\nlistener = "submission"\nmark = true\n')
    for options, said in (
            ([], "--socket is needed, as in --socket inet:10025@127.0.0.1"),
            (["--socket", "unix:s"], "--next is needed, as in --next smtp:inet:10026@127.0.0.1"),
            (["--socket", "unix:s", "--next", "inet:25@h"], "give smtp:ADDRESS or lmtp:ADDRESS"),
            (["--socket", "unix:s", "--next", "smtp:25"], "--next 25: give unix:PATH"),
            (["--socket", "unix:s", "--next", "smtp:systemd"], "systemd hands over no server"),
            (["--socket", "unix:s", "--next", "lmtp:unix:s"], "its own client"),
            (["--socket", "unix:s", "--next", f"lmtp:unix:{os.getcwd()}/./s"], "its own client"),
            (["--socket", "unix:s", "--next", "lmtp:unix:t", "--on-doubt", "quarantine"], "--on-doubt"),
            (["--socket", "unix:s", "--next", "lmtp:unix:t", "--policy", rule], "rule 'r' asks for 'authenticated', which mail servers do not tell a proxy"),
            (["--socket", "unix:s", "--next", "lmtp:unix:t", "--policy", str(listener)], "rule 'r' asks for 'listener'"),
            (["--socket", "unix:s", "--next", "lmtp:unix:t", "--policy", str(hold)], "hold.toml:3:")):
        done = subprocess.run([TOOL, "proxy", *options], capture_output=True, text=True, timeout=hop.END_WAIT)
        assert done.returncode == 2 and said in done.stderr, (options, done)
    done = subprocess.run([TOOL, "proxy", "--socket", "unix:s", "--next", "lmtp:unix:t", "--check-config"], capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, ""), done


mta.run(mta.chosen(rows), started)

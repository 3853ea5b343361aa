#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The guard as a web server meets it: every row speaks HTTP over its socket.

    protocol.py              all rows
    protocol.py NAME...      these"""
import html
import json
import os
import pathlib
import random
import re
import socket
import subprocess
import sys
import tempfile
import threading
import time
import traceback
import urllib.request

from service import OUR_PAGE, TEMPLATE, TOOL, WAIT, Closed, Guard, escaped, link

SANITIZED = os.environ.get("SANITIZED") == "1"
URL = "https://www.example.co.uk/a?b=c#d"
rows = []
guards = []


def row(function):
    rows.append(function)
    return function


def opened(*options, **how):
    guard = Guard(*options, **how)
    guards.append(guard)
    return guard


def go(guard, target):
    return guard.ask(target, "POST", b"do=go", **OUR_PAGE)


def is_refused(answer, status=403):
    assert answer.status == status, (answer.status, answer.body)
    assert answer["location"] is None
    assert "href" not in answer.body and "<form" not in answer.body, answer.body
    return answer.body


def run(*words):
    return subprocess.run([TOOL, "guard", *map(str, words)], stdin=subprocess.DEVNULL, capture_output=True, text=True,
                          timeout=WAIT)


@row
def shows_a_page_and_goes_on():
    guard = opened()
    target = link(URL)
    page = guard.ask(target)
    assert page.status == 200 and page["location"] is None
    assert "www.<strong>example.co.uk</strong>" in page.body and html.escape(URL) in page.body
    answer = go(guard, target)
    assert (answer.status, answer["location"], answer.body) == (303, URL, "")
    head = guard.ask(target, "HEAD")
    assert head.status == 200 and head["content-length"] == page["content-length"]


@row
def a_form_of_a_mail_presses_no_button():
    guard = opened("--direct")
    target = link(URL)
    for told in ({}, {"Sec_Fetch_Site": "cross-site"}, {"Sec_Fetch_Site": "same-site"}, {"Sec_Fetch_Site": "none"}, {"Origin": "null"},
                 {"Origin": "https://mail.example"}, {"Origin": "https://guard.example.evil.example"}, {"Origin": "guard.example"},
                 {"Origin": "https://guard.example", "Sec_Fetch_Site": "cross-site"}):
        for body in (b"do=go", b"do=report"):
            answer = guard.ask(target, "POST", body, **told)
            assert answer.status == 200 and answer["location"] is None and "has gone nowhere" in answer.body, (told, answer.status)
    # What an older browser says, and one where the site has no TLS.
    for told in ("https://guard.example", "http://guard.example:8080", "https://GUARD.example"):
        answer = guard.ask(target, "POST", b"do=go", Origin=told)
        assert (answer.status, answer["location"]) == (303, URL), told
    assert [line["verdict"] for line in guard.lines()] == ["shown"] * 18 + ["opened"] * 3


@row
def every_answer_has_the_fields_that_keep_it_apart():
    guard = opened()
    for answer in (guard.ask(link(URL)), go(guard, link(URL)), guard.ask("/"), guard.ask(link(URL), "PUT"),
                   guard.ask("/" + "x" * 30000)):
        assert answer["cache-control"] == "no-store", answer.fields
        assert answer["referrer-policy"] == "same-origin"
        assert answer["x-content-type-options"] == "nosniff"
        assert answer["x-frame-options"] == "DENY"
        policy = answer["content-security-policy"]
        assert policy.startswith("default-src 'none'; style-src 'sha256-") and "frame-ancestors 'none'" in policy
        assert "unsafe" not in policy and "script" not in policy
        assert answer["set-cookie"] is None
        if answer.body:
            assert answer["content-type"] == "text/html; charset=utf-8"


@row
def direct_sends_on_at_once():
    guard = opened("--direct")
    answer = guard.ask(link(URL))
    assert (answer.status, answer["location"]) == (302, URL)
    assert guard.ask(link(URL), "HEAD")["location"] == URL


@row
def opens_no_link_that_no_key_has_made():
    guard = opened("--direct")
    good = link(URL)
    wrong = ["/", "//evil.example/", "/https%3A%2F%2Fevil.example%2F", link(URL, b"other"), link(URL, b""),
             good[:-1], good + "x", good + "/", "/" + good, good.replace("%3A", "%253A"), good.replace("%", "%25"),
             "/" + good[1:65] + "/" + URL, good[:1] + good[1:65].upper() + good[65:],
             "/" + "0" * 64 + good[65:], "/" + good[1:65] + "/" + escaped(b"https://evil.example/"),
             "/" + good[1:65] + "/" + escaped(b"https://www.example.co.uk.evil.example/a?b=c#d"),
             good.replace("%2F", "/"), good.replace("%2F", "%2f/"), good + "%", good + "%zz", good + "%00"]
    wrong += [good[:i] + ("1" if good[i] != "1" else "2") + good[i + 1:] for i in range(1, 65)]
    connection = guard.connect()
    for target in wrong:
        for method, body in (("GET", None), ("POST", b"do=go"), ("POST", b"do=report")):
            text = is_refused(connection.ask(target, method, body, **OUR_PAGE))
            assert "example" not in text, (target, text)
    assert {line["verdict"] for line in guard.lines()} == {"forged", "foreign"}
    assert not any("url" in line or "host" in line for line in guard.lines())


@row
def decodes_once():
    guard = opened("--direct")
    for url in ("https://e.example/%2e%2E/%41", "https://e.example/%252F%2525", "https://e.example/a+b%20c",
                "http://e.example/?u=https%3A%2F%2Fevil.example%2F", "http://e.example//evil.example/..//"):
        assert guard.ask(link(url))["location"] == url
        # What a mail program may do to escapes is no harm: the bytes are the same.
        assert guard.ask(link(url).replace("%3A", "%3a"))["location"] == url


@row
def the_same_link_leads_to_the_same_place_however_often():
    guard = opened("--direct")
    connection = guard.connect()
    assert {connection.ask(link(URL))["location"] for _ in range(200)} == {URL}


@row
def links_have_a_last_day():
    template = "https://guard.example/{mac}/{expires}/{path-url}"
    guard = opened("--direct", template=template)
    today = time.strftime("%Y%m%d", time.gmtime())
    for day, status in (("19700101", 410), ("20200229", 410), (today, 302), ("20991231", 302)):
        answer = guard.ask(link(URL, template=template, expires=day))
        assert answer.status == status, (day, answer.status)
        if status == 410:
            is_refused(answer, 410)
            assert f"{day[:4]}-{day[4:6]}-{day[6:]}" in answer.body
            is_refused(go(guard, link(URL, template=template, expires=day)), 410)
    late = link(URL, template=template, expires="20200101").replace("20200101", "20990101")
    is_refused(guard.ask(late))
    is_refused(guard.ask(link(URL)))  # made by a template without a day


@row
def rewriting_makes_the_links_that_are_opened():
    flags = "https://guard.example/{mac}/{expires}/{flags}/{path-url}"
    mail = b'Content-Type: text/html\n\n<base href="http://half.example/"><a href="x">http://other.example/</a>\n'
    for template, options in ((TEMPLATE, []), (flags, ["--wrap-lifetime", "30"])):
        guard = opened(template=template)
        made = subprocess.run([TOOL, "rewrite", "-q", "--wrap", template, "--wrap-key", guard.key, *options], input=mail,
                              capture_output=True, check=True).stdout.decode()
        (wrapped,) = re.findall(r'<a href="https://guard\.example([^"]*)"', made)
        page = guard.ask(wrapped)
        assert page.status == 200, page.body
        assert ("two halves" in page.body) == (template == flags), page.body
        assert ("another host than" in page.body) == (template == flags), page.body
        assert go(guard, wrapped)["location"] == "http://half.example/x"
        if template == flags:
            line = guard.lines()[0]
            assert line["expires"] == time.strftime("%Y%m%d", time.gmtime(time.time() + 30 * 86400)), line
            assert "base-split" in line["flags"] and "text-differs" in line["flags"], line


@row
def rewriting_takes_its_own_links_off_again():
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        (folder / "now").write_text("now\n")
        (folder / "key").write_text("key\n")
        for path in folder.iterdir():
            path.chmod(0o600)
        template = "https://guard.example/{mac}/{expires}/{path-url}"
        own = link(URL, b"key", template, "20200101")  # of the key before, and its day is over
        forged = link(URL, b"bad", template, "20200101")
        mail = "".join(f"https://guard.example{each}\n" for each in (own, forged))
        made = subprocess.run([TOOL, "rewrite", "-q", "--unwrap-from", template, "--wrap-key", folder / "now",
                               "--previous-key", folder / "key"], input="\n" + mail, capture_output=True, text=True,
                              check=True).stdout
        assert made == f"\n{URL}\nhttps://guard.example{forged}\n", made
        # Wrapped by the key of then, it is not wrapped again by that of now.
        made = subprocess.run([TOOL, "rewrite", "-q", "--wrap", template, "--wrap-lifetime", "1", "--wrap-key",
                               folder / "now", "--previous-key", folder / "key"], input=f"\nhttps://guard.example{own}\n",
                              capture_output=True, text=True, check=True).stdout
        assert made == f"\nhttps://guard.example{own}\n", made


@row
def a_form_is_passed_on_where_a_person_has_seen_it():
    guard = opened("--direct")
    target = link("http://e.example/find?old=1#there") + "?q=a+b%26"
    page = guard.ask(target)
    assert page.status == 200 and "what a form was filled in with" in page.body
    assert go(guard, target)["location"] == "http://e.example/find?q=a+b%26#there"
    assert guard.lines()[-1]["form_query"] is True
    # One that is posted shows the page, and what it holds goes nowhere.
    for body in (b"name=secret", b"x" * 100_000):
        page = guard.ask(link(URL), "POST", body, Content_Type="application/x-www-form-urlencoded")
        assert page.status == 200 and page["location"] is None and "gone nowhere" in page.body
        assert "secret" not in page.body
    guard = opened("--no-forms")
    is_refused(guard.ask(target))


@row
def links_of_8_kb_are_opened_and_no_longer_ones():
    guard = opened()
    for begin in ("https://e.example/", "https://e.example/?"):
        for sign in ("a", "%", "/"):  # what is three bytes in the link
            url = begin + sign * (8192 - len(begin))
            page = guard.ask(link(url))
            assert page.status == (200), (page.status, len(link(url)))
            assert go(guard, link(url))["location"] == url
            is_refused(guard.ask(link(url + sign)), 414)
    for size in (27_000, 40_000):
        is_refused(guard.ask("/" + "x" * size), 414)
    try:
        assert guard.ask("/" + "x" * 1_000_000).status in (414, 431)
    except (Closed, BrokenPipeError, ConnectionResetError):
        pass
    assert guard.ask(link(URL)).status == 200


@row
def other_methods_are_refused():
    guard = opened("--direct")
    for method in ("PUT", "DELETE", "OPTIONS", "TRACE", "PATCH", "get", "CONNECT", "PROPFIND"):
        answer = guard.ask(link(URL), method)
        is_refused(answer, 405)
        assert answer["allow"] == "GET, HEAD, POST"


PIECES = [b"http:", b"https:", b"ftp:", b"javascript:", b"data:text/html,", b"//", b"/", b"\\", b"\r\n", b"\r", b"\n",
          b"%0d%0aX: y", b"%00", b"\0", b"\t", b" ", b"@", b"e.example", b"evil.example", b"[::1]", b"127.0.0.1", b":80",
          b":", b"?", b"#", b"..", b"xn--pple-43d.com", "аpple.com".encode(), "\u202e".encode(), "\u2066".encode(),
          b'"', b"'", b"<script>alert(1)</script>", b"\xff", b"\x7f", b"Set-Cookie: a=b", b"%2F", "。".encode()]


@row
def a_thousand_targets_lead_to_what_was_signed_or_nowhere():
    guard = opened()
    direct = opened("--direct")
    pages, straight = guard.connect(), direct.connect()
    chosen = random.Random(17)
    count = 0
    for i in range(200 if SANITIZED else 1500):
        url = chosen.choice([b"", b"http://", b"https://", b"ftp://"])
        url += b"".join(chosen.choice(PIECES) for _ in range(chosen.randint(1, 6)))
        target = link(url)
        page = pages.ask(target)
        assert page["location"] is None
        assert "<script" not in page.body and "\u202e" not in page.body and "\r" not in page.body, url
        for answer in (go(pages, target), straight.ask(target)):
            where = answer["location"]
            assert answer["x"] is None and answer["set-cookie"] is None, url
            if where is None:
                assert answer.status == 403, (url, answer.status)
                continue
            count += 1
            assert where.encode() == url, (where, url)
            assert re.fullmatch(rb"(?:https?|ftp)://[!-~]+", url), url
    assert count > (10 if SANITIZED else 100), count


@row
def what_cannot_be_opened_is_shown_as_text():
    guard = opened("--direct")
    for url in (b"javascript:alert(1)", b"https://e.example/\r\nSet-Cookie: a=b", b"data:text/html,<script>x</script>",
                "https://e.example/\u202egnp.exe".encode(), b"/relative", b"https:e.example"):
        text = is_refused(guard.ask(link(url)))
        assert "<script" not in text and "\u202e" not in text
        assert "cannot be opened" in text
        is_refused(go(guard, link(url)))
    assert {line["verdict"] for line in guard.lines()} == {"unopenable"}


@row
def keys_are_rotated_under_load():
    guard = opened("--direct", previous=[b"old"])
    failures, asked, over = [], [0], threading.Event()

    def load():
        connection = guard.connect()
        while not over.is_set():
            for key in (b"key", b"old"):  # one of them is the key of now, the other one before it, in turns
                url = f"https://e.example/{asked[0]}"
                answer = connection.ask(link(url, key))
                asked[0] += 1
                if answer["location"] != url:
                    failures.append((key, answer.status))

    threads = [threading.Thread(target=load) for _ in range(4)]
    for thread in threads:
        thread.start()
    for i in range(40):
        before = asked[0]
        for path, key in ((guard.key, b"key"), (pathlib.Path(guard.folder.name) / "previous0", b"old")):
            guard.write_key(path, key if i % 2 else {b"key": b"old", b"old": b"key"}[key])
        assert guard.reload().endswith(": reloaded")
        while asked[0] < before + 20 and not failures:
            time.sleep(0.001)
    over.set()
    for thread in threads:
        thread.join()
    assert not failures, (asked[0], failures[:5])
    # One that is in none of the files is known no more.
    guard.write_key(pathlib.Path(guard.folder.name) / "previous0", b"another")
    guard.reload()
    assert guard.ask(link(URL, b"key")).status == 302
    is_refused(guard.ask(link(URL, b"old")))


@row
def a_bad_file_changes_nothing():
    with tempfile.TemporaryDirectory() as folder:
        block = pathlib.Path(folder) / "block"
        block.write_text("bad.example\n")
        guard = opened("--block", block)
        is_refused(guard.ask(link("http://bad.example/")))
        block.write_text("# more\nother.example\nno entry\n")
        assert "not reloaded" in guard.reload()
        assert f"{block}:3: " in guard.errors.read_text()
        is_refused(guard.ask(link("http://bad.example/")))
        assert guard.ask(link("http://other.example/")).status == 200
        block.write_text(".other.example\n")
        assert "not" not in guard.reload()
        is_refused(guard.ask(link("http://a.other.example/")))
        assert guard.ask(link("http://bad.example/")).status == 200
        guard.key.write_text("")
        assert "not reloaded" in guard.reload()
        is_refused(guard.ask(link("http://other.example/")))


@row
def lists_are_obeyed():
    with tempfile.TemporaryDirectory() as folder:
        block, allow = pathlib.Path(folder) / "block", pathlib.Path(folder) / "allow"
        block.write_text(".bad.example\nmixed.example/phish/\nhttp://plain.example/\n")
        allow.write_text("good.example\nx.bad.example\nmixed.example\n")
        guard = opened("--block", block, "--allow", allow)
        for url, status in (("http://bad.example/", 403), ("http://x.bad.example/", 403), ("http://good.example/", 302),
                            ("http://www.good.example/", 200), ("https://mixed.example/", 302),
                            ("https://mixed.example/phish/1", 403), ("https://mixed.example/%70hish/1", 403),
                            ("http://plain.example/a", 403), ("https://plain.example/a", 200), (URL, 200)):
            answer = guard.ask(link(url))
            assert answer.status == status, (url, answer.status)
            assert (answer["location"] == url) == (status == 302)
            if status == 403:
                is_refused(go(guard, link(url)))


@row
def a_command_is_asked():
    with tempfile.TemporaryDirectory() as folder:
        seen = pathlib.Path(folder) / "seen"
        command = pathlib.Path(folder) / "verdict"
        command.write_text(f"""#!/bin/sh
printf '%s\\n' "$#" "$@" >>{seen}
case $2 in *bad*) exit 1 ;; *odd*) exit 2 ;; *broken*) exit 9 ;; *slow*) sleep 1000 ;; esac
""")
        command.chmod(0o755)
        urls = {"good": "http://good.example/$(touch%20x);`y`", "bad": "http://bad.example/", "odd": "http://odd.example/",
                "broken": "http://broken.example/", "slow": "http://slow.example/"}
        statuses = {"page": (302, 403, 200, 200, 200), "open": (302, 403, 200, 302, 302), "block": (302, 403, 200, 403, 403)}
        for failure, wanted in statuses.items():
            expected = dict(zip(urls, wanted))
            # Time enough for those that answer, on any machine; for the one that does not, any time is.
            guard = opened("--direct", "--ask", f"{command}  --word", "--ask-timeout", "60", "--ask-failure", failure)
            hasty = opened("--direct", "--ask", f"{command}  --word", "--ask-timeout", "0.3", "--ask-failure", failure)
            for name, url in urls.items():
                answer = (hasty if name == "slow" else guard).ask(link(url))
                assert answer.status == expected[name], (failure, name, answer.status)
                assert (answer["location"] == url) == (answer.status == 302)
            assert "warns of this link" in guard.ask(link(urls["odd"])).body
            assert go(guard, link(urls["odd"])).status == 303
            is_refused(go(guard, link(urls["bad"])))
            counts = guard.counts()
            assert (counts["asked"], counts["unanswered"]) == (7, 1), counts
            counts = hasty.counts()
            assert (counts["asked"], counts["unanswered"]) == (1, 1), counts
            assert [line.get("asked") for line in guard.lines()][:4] == ["good", "block", "warn", "nothing"]
            assert [line.get("asked") for line in hasty.lines()] == ["nothing"]
        lines = seen.read_text().splitlines()
        assert lines[:3] == ["2", "--word", urls["good"]], lines[:3]


@row
def who_waits_for_the_command_holds_up_nobody():
    with tempfile.TemporaryDirectory() as folder:
        gate = pathlib.Path(folder) / "gate"
        os.mkfifo(gate)
        command = pathlib.Path(folder) / "verdict"
        command.write_text(f"#!/bin/sh\ncase $1 in *wait*) read x <{gate} ;; esac\n")
        command.chmod(0o755)
        allow = pathlib.Path(folder) / "allow"
        allow.write_text("free.example\n")
        guard = opened("--direct", "--ask", command, "--ask-timeout", "60", "--ask-jobs", "2", "--allow", allow)
        waiting = [guard.connect() for _ in range(60)]
        for connection in waiting:
            connection.send(f"GET {link('http://wait.example/')} HTTP/1.1\r\nHost: g\r\n\r\n".encode())
        # Two are asked at a time, 32 may wait, and the others get the page at once.
        for _ in range(20):
            assert guard.ask(link("http://free.example/")).status == 302
            assert guard.ask("/").status == 403
        counts = guard.counts()
        while counts["asked"] < 60:
            counts = guard.counts()
        assert counts["unanswered"] >= 26, counts
        guard.process.terminate()  # it ends, though nobody answers
        assert guard.process.wait(WAIT) == 0


@row
def reports_are_written_down():
    with tempfile.TemporaryDirectory() as folder:
        report = pathlib.Path(folder) / "reports"
        guard = opened("--report", report, "--report-bytes", "2000")
        answer = guard.ask(link(URL), "POST", b"do=report", **OUR_PAGE, X_Forwarded_For="203.0.113.9, 192.0.2.7")
        assert answer.status == 200 and "Thank you" in answer.body
        (line,) = map(json.loads, report.read_text().splitlines())
        assert (line["url"], line["host"], line["client"], line["verdict"]) == (URL, "www.example.co.uk", "192.0.2.7",
                                                                              "reported")
        assert report.stat().st_mode & 0o777 == 0o600
        for _ in range(5):
            guard.ask(link(URL), "POST", b"do=report", **OUR_PAGE, X_Forwarded_For="192.0.2.7")
        assert len(report.read_text().splitlines()) == 1
        for i in range(100):
            assert guard.ask(link(f"{URL}{i}"), "POST", b"do=report", **OUR_PAGE).status == 200
        assert report.stat().st_size <= 2000
        counts = guard.counts()
        assert counts["reports-again"] == 5 and counts["reports-dropped"] > 50, counts
        # What no key has made is reported by nobody.
        guard.ask(link(URL, b"bad"), "POST", b"do=report", **OUR_PAGE)
        assert guard.counts()["reported"] == counts["reported"]


@row
def the_log_says_who_and_where():
    with tempfile.TemporaryDirectory() as folder:
        log = pathlib.Path(folder) / "log"
        guard = opened("--log", log, previous=[b"old"])
        guard.ask(link(URL), X_Forwarded_For="2001:db8::1")
        guard.ask(link(URL, b"old"), X_Forwarded_For='"},{"x')
        guard.ask(link(URL))
        read = lambda path: [json.loads(line) for line in path.read_text().splitlines()]
        lines = read(log)
        assert [line.get("client") for line in lines] == ["2001:db8::1", None, None], lines
        assert [line["key"] for line in lines] == [0, 1, 0]
        assert all(line["verdict"] == "shown" and line["host"] == "www.example.co.uk" and line["url"] == URL for line in lines)
        assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ", lines[0]["time"])
        assert guard.log.read_text() == ""
        log.rename(folder + "/log.1")
        guard.reload()
        guard.ask(link(URL))
        assert len(read(log)) == 1
        assert guard.counts()["previous-key"] == 1


@row
def the_web_server_may_send_many_requests_at_once():
    guard = opened()
    connection = guard.connect()
    request = f"GET {link(URL)} HTTP/1.1\r\nHost: g\r\n\r\n".encode()
    connection.send(request * 50)
    assert [connection.response().status for _ in range(50)] == [200] * 50
    # In pieces.
    for i in range(0, len(request), 7):
        connection.send(request[i:i + 7])
    assert connection.response().status == 200


@row
def slow_clients_are_closed_and_hold_up_nobody():
    guard = opened("--timeout", "1", "--connections", "64")
    slow = [guard.connect() for _ in range(32)]
    for connection in slow:
        connection.send(b"GET /")
    over = threading.Event()

    def drip():
        while not over.is_set():
            for connection in slow:
                try:
                    connection.send(b"x")
                except OSError:
                    pass
            over.wait(0.05)

    thread = threading.Thread(target=drip)
    thread.start()
    for _ in range(20):
        assert guard.ask(link(URL)).status == 200
    closed = 0
    for connection in slow:
        try:
            connection.response()
        except (Closed, OSError):
            closed += 1
    over.set()
    thread.join()
    assert closed == 32, closed
    assert guard.counts()["slow"] >= 32
    assert guard.ask(link(URL)).status == 200


@row
def connections_are_bounded():
    guard = opened("--timeout", "2", "--connections", "8")
    held = [guard.connect() for _ in range(100)]
    # Those beyond the bound wait until others are closed, and are served then.
    for connection in held:
        connection.close()
    assert guard.ask(link(URL)).status == 200


@row
def metrics_are_what_prometheus_reads():
    guard = opened("--metrics", "0")
    guard.wait_for("metrics at port ")
    port = int(re.search(r"metrics at port (\d+)", guard.errors.read_text()).group(1))
    guard.ask(link(URL))
    go(guard, link(URL))
    guard.ask("/")
    with urllib.request.urlopen(f"http://127.0.0.1:{port}/metrics", timeout=WAIT) as page:
        text = page.read().decode()
    assert 'basewalk_guard_requests_total{verdict="shown"} 1\n' in text, text
    assert 'basewalk_guard_requests_total{verdict="opened"} 1\n' in text
    assert 'basewalk_guard_requests_total{verdict="foreign"} 1\n' in text
    assert re.search(r'basewalk_guard_build_info\{version="\d+\.\d+\.\d+"\} 1\n', text)
    for line in text.splitlines():
        assert re.fullmatch(r"# (HELP|TYPE) basewalk_guard_\w+ .+|basewalk_guard_\w+(\{\w+=\"[^\"]+\"\})? \d+", line), line
    names = [line.split()[2] for line in text.splitlines() if line.startswith("# TYPE")]
    assert len(names) == len(set(names))


@row
def systemd_opens_its_socket():
    listener = socket.socket(socket.AF_INET)
    listener.bind(("127.0.0.1", 0))
    listener.listen()
    with tempfile.TemporaryDirectory() as folder:
        key = pathlib.Path(folder) / "key"
        key.write_text("key\n")
        key.chmod(0o600)
        errors = open(pathlib.Path(folder) / "errors", "w+b")
        start = f'exec 3<&{listener.fileno()}; LISTEN_PID=$$ LISTEN_FDS=1 exec "$0" "$@"'
        process = subprocess.Popen(["bash", "-c", start, TOOL, "guard", "--wrap", TEMPLATE, "--wrap-key", key, "--direct", "--socket",
                                    "systemd"],
                                   pass_fds=[listener.fileno()], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                                   stderr=errors)
        # Whoever asks before it is ready waits.
        with socket.create_connection(listener.getsockname(), WAIT) as client:
            client.settimeout(WAIT)
            client.sendall(f"GET {link(URL)} HTTP/1.1\r\nHost: g\r\nConnection: close\r\n\r\n".encode())
            answer = b""
            while more := client.recv(65536):
                answer += more
        assert b"\r\nLocation: " + URL.encode() + b"\r\n" in answer, answer
        process.terminate()
        assert process.wait(WAIT) == 0
        errors.close()
    listener.close()


@row
def it_tells_systemd_how_far_it_is():
    with tempfile.TemporaryDirectory() as folder:
        told = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        told.settimeout(WAIT)
        told.bind(folder + "/notify")
        guard = opened(env={"NOTIFY_SOCKET": folder + "/notify"})
        assert told.recv(1000) == b"READY=1"
        guard.reload()
        assert told.recv(1000).startswith(b"RELOADING=1\nMONOTONIC_USEC=")
        assert told.recv(1000) == b"READY=1"
        guard.process.terminate()
        assert told.recv(1000) == b"STOPPING=1"
        assert guard.process.wait(WAIT) == 0
        assert not guard.path.exists()
        told.close()


@row
def a_socket_of_another_is_left_alone():
    guard = opened()
    second = run("--wrap", TEMPLATE, "--wrap-key", guard.key, "--socket", f"unix:{guard.path}")
    assert second.returncode == 75 and "another process answers" in second.stderr, second
    assert guard.ask(link(URL)).status == 200
    guard.process.kill()
    guard.process.wait(WAIT)
    assert guard.path.exists()  # what a process that died left is replaced
    again = subprocess.Popen([TOOL, "guard", "--wrap", TEMPLATE, "--wrap-key", guard.key, "--socket",
                              f"unix:{guard.path}"], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
    while "ready" not in again.stderr.readline():
        pass
    assert guard.ask(link(URL)).status == 200
    again.terminate()
    again.communicate(timeout=WAIT)


@row
def options_that_make_no_sense_are_told():
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        key, block, config = folder / "key", folder / "block", folder / "guard.conf"
        key.write_text("key\n")
        key.chmod(0o600)
        block.write_text("a.example\n*.b.example\n")
        allow, empty = folder / "allow", folder / "empty.conf"
        allow.write_text("a.example\n")
        empty.write_text("")
        good = ["--wrap", TEMPLATE, "--wrap-key", key, "--socket", f"unix:{folder}/s"]
        for words, what in (([], "--wrap is needed"), (["--wrap", TEMPLATE], "--wrap-key is needed"),
                            (["--wrap", "https://g.example/{path-url}", "--wrap-key", key], "without {mac}"),
                            (["--wrap", "https://g.example/{mac}/", "--wrap-key", key], "needs {url} or {path-url}"),
                            ([*good, "--block", block], f"{block}:2: "), ([*good, "--block", folder / "no"], "--block "),
                            ([*good, "--socket-mode", "9"], "octal"),
                            ([*good[:4], "--socket", "systemd", "--socket-mode", "0600"], "SocketMode="), ([*good, "--report-bytes", "x"], "--report-bytes"),
                            ([*good[:4], "--socket", "inet:8893@127.0.0.1", "--socket-mode", "0600"], "leave out --socket-mode"),
                            ([*good[:4], "--socket", "inet6:8893@::1", "--socket-group", "0"], "leave out --socket-mode"),
                            ([*good, "--ask", " "], "--ask ' ': names no program"),
                            *(([*good, "--ask", f"{program} x"], f"--ask {program}: is no program that can be run")
                              for program in ("no-such-program", folder / "no", folder, allow)),
                            ([*good, "--metrics", "0.0.0.0:1"], "--metrics"),
                            (["--wrap", TEMPLATE, "--wrap-key", key, "--socket", "inet:80@192.0.2.1"], "of this machine"),
                            ([*good, "--ask-failure", "maybe"], "--ask-failure"),
                            ([*good, "--ask-failure", "block"], "--ask-failure: says nothing without --ask COMMAND"),
                            ([*good, "--ask-jobs", "2"], "--ask-jobs: "), ([*good, "--ask-timeout", "1"], "--ask-timeout: "),
                            ([*good, "--report-bytes", "1k"], "--report-bytes: "), ([*good, "--log", "-"], "--log -: "), ([*good, "--report", "-"], "--report -: "),
                            ([*good, "--ask", "true", "--ask-timeout", "nan"], "--ask-timeout nan: give a number"),
                            *(([*good, option, file, "--allow", allow, "--config", empty], f"{option} {file}: is one of the inputs (")
                              for option in ("--log", "--report") for file in (key, allow, empty)),
                            ([*good, "--log", folder / "x", "--report", folder / "x"], f"--report {folder}/x: is the file of --log"),
                            ([*good, "--previous-key", folder / "no"], "--previous-key ")):
            for more in ([], ["--check-config"]):
                made = run(*words, *more)
                assert made.returncode == 2 and what in made.stderr, (words, made)
        assert run(*good, "--check-config").returncode == 0
        no_socket = run(*good[:4])
        assert no_socket.returncode == 2 and "--socket is needed" in no_socket.stderr, no_socket
        config.write_text(f"wrap = {TEMPLATE}\nwrap-key = {key}\nprevious-key = {key}\nsocket = unix:{folder}/s\ndirect\n")
        assert run("--config", config, "--check-config").returncode == 0
        config.write_text("wrap = x\nnonsense = 1\n")
        made = run("--config", config, "--check-config")
        assert made.returncode == 2 and f"{config}:2: " in made.stderr, made


def main():
    chosen = [each for each in rows if not sys.argv[1:] or each.__name__ in sys.argv[1:]]
    failed = 0
    for each in chosen:
        begun = time.monotonic()
        try:
            each()
            print(f"ok    {each.__name__} ({time.monotonic() - begun:.1f} s)", flush=True)
        except Exception:  # pylint: disable=broad-except
            failed += 1
            print(f"FAIL  {each.__name__}", flush=True)
            traceback.print_exc()
            for guard in guards:
                if guard.errors.exists():
                    print(guard.errors.read_text(errors="replace")[-2000:])
            if os.environ.get("BASEWALK_STOP_AT_FIRST"):
                break
        for guard in guards:
            status = guard.stop()
            if status not in (0, -9):
                failed += 1
                print(f"FAIL  {each.__name__}: the guard ended with {status}", flush=True)
        guards.clear()
    print(f"{len(chosen)} rows, {failed} failed")
    sys.exit(1 if failed or not chosen else 0)


if __name__ == "__main__":
    main()

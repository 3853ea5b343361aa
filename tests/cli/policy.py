#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""`basewalk policy`: which rule, why, what is taken; and each thing that can be wrong with a policy, with
its line and column (tests/data/policy/errors.tsv)."""
import json
import os
import pathlib
import subprocess
import sys
import tempfile

tool, top = os.environ["BASEWALK"], pathlib.Path(os.environ["TOP"])
wrong = count = 0
work = tempfile.TemporaryDirectory(prefix="basewalk-policy-")  # goes away with the program
os.chdir(work.name)
pathlib.Path("m.eml").write_bytes(b"From: a@far.example\nList-Id: <dev.far.example>\n\nhttp://h.example/\n")


def check(what, is_right, seen=""):
    global wrong, count
    count += 1
    if not is_right:
        wrong += 1
        print(f"{what}: {seen}")


def run(*words, stdin=b""):
    done = subprocess.run([tool, "policy", *map(str, words)], capture_output=True, input=stdin)
    return done.returncode, done.stdout.decode(), done.stderr.decode()


def asked(text, *words, **how):
    pathlib.Path("p.toml").write_text(text)
    return run("p.toml", "--from", "a@far.example", *words, **how)


def records(text, *words, **how):
    status, out, err = asked(text, "--json", *words, **how)
    check("no complaint", (status, err) == (0, ""), (status, err))
    return [json.loads(line) for line in out.splitlines()]


def check_errors():
    rows = (top / "tests/data/policy/errors.tsv").read_text().splitlines()[1:]
    for row in rows:
        text, *wanted = row.split("\t")
        pathlib.Path("p.toml").write_bytes(text.encode().decode("unicode_escape").encode("latin-1"))
        status, out, err = run("p.toml", "--from", "<>", "--to", "x@y", "m.eml")
        check(text, (status, out) == (2, ""), (status, out))
        said = [line.removeprefix("basewalk: p.toml:") for line in err.splitlines()]
        check(text, said == wanted, f"\n  said   {said}\n  wanted {wanted}")
    check("rows", len(rows) > 90, len(rows))
    status, out, err = run("gone.toml", "--from", "<>", "--to", "x@y", "m.eml")
    check("a file that is not there", (status, err) == (2, "basewalk: gone.toml: No such file or directory\n"), err)


RULES = """
[[rule]]
name = "large"
size = { over = "1M" }
off = true

[[rule]]
name = "board"
recipient = "ceo@example.org"
on-doubt = "reject"
only = ["scheme=http", "host=.example"]

[[rule]]
name = "lists"
list = true
mark = true
"""
TEXT = """ceo@example.org: rule board (p.toml:7:1)
  not large: size: it has 70 bytes
  on-doubt = reject
  only = scheme=http, host=.example
bob@example.org: rule lists (p.toml:13:1)
  not large: size: it has 70 bytes
  not board: recipient: it is bob@example.org
  mark = true
taken: rule=board rules=board:1,lists:1 by=strictest
  does: absolute
  on-doubt: reject
"""


def check_answers():
    both = ["--to", "ceo@example.org", "--to", "bob@example.org"]
    status, out, err = asked(RULES, *both, "m.eml")
    check("for people", (status, out, err) == (0, TEXT, ""), (status, out, err))
    ceo, bob, taken = records(RULES, *both, "m.eml")
    check("kinds", [r["kind"] for r in (ceo, bob, taken)] == ["recipient", "recipient", "taken"])
    check("rule", (ceo["rule"], ceo["place"], bob["rule"]) == ("board", "p.toml:7:1", "lists"), (ceo, bob))
    check("passed", bob["passed"] == [{"rule": "large", "condition": "size", "why": "it has 70 bytes"},
                                      {"rule": "board", "condition": "recipient", "why": "it is bob@example.org"}], bob)
    check("options", ceo["options"] == [{"name": "on-doubt", "values": ["reject"]},
                                        {"name": "only", "values": ["scheme=http", "host=.example"]}], ceo)
    check("taken", taken == {"kind": "taken", "rule": "board", "by": "strictest",
                             "groups": [{"rule": "board", "recipients": ["ceo@example.org"]},
                                        {"rule": "lists", "recipients": ["bob@example.org"]}],
                             "does": ["absolute"], "on_doubt": "reject"}, taken)
    taken = records('recipients = "first"\n' + RULES, "--to", "bob@example.org", "--to", "ceo@example.org", "m.eml")[-1]
    check("first", (taken["rule"], taken["by"], taken["does"]) == ("lists", "first", ["absolute", "mark"]), taken)


def check_what_is_given():
    what = [("--size", "2M", "large"), ("--size", "1000001", "large"), ("--size", "1M", "lists")]
    for option, value, rule in what:
        seen = records(RULES, "--to", "x@y", option, value, "m.eml")[0]["rule"]
        check(f"{option} {value}", seen == rule, seen)
    rules = '[[rule]]\nname = "a"\n{}\n'
    for condition, given in (('client = "192.0.2.0/24"', ["--client", "192.0.2.7"]), ("authenticated = true", ["--authenticated"]),
                             ('listener = "submission"', ["--listener", "submission"]), ('listener = ":587"', ["--listener", "192.0.2.1:587"]),
                             ('listener = "192.0.2.1"', ["--listener", "192.0.2.1"]),
                             ('listener = "[2001:db8::1]:25"', ["--listener", "mx", "--listener", "[2001:db8::1]:25"])):
        text = rules.format(condition)
        check(condition, records(text, "--to", "x@y", *given, "m.eml")[0]["rule"] == "a")
        check(condition, records(text, "--to", "x@y", "m.eml")[0]["rule"] is None)
    seen = records(rules.format("list = true"), "--to", "x@y", stdin=b"List-Id: <a.b>\n\n")[0]["rule"]
    check("standard input", seen == "a", seen)
    status, out, err = run("p.toml", "--from", "<>", "--to", "<bob@example.org>", "--client", "here", "m.eml")
    check("--client", (status, err) == (2, "basewalk: --client here: is no address; give one such as 192.0.2.1\n"), err)
    status, out, err = asked(rules.format(""), "--to", "x@y", "--size", "much", "m.eml")
    check("--size", (status, err) == (2, "basewalk: --size much: give a number (k, M and G may follow it)\n"), err)
    for message, said in (("gone.eml", "gone.eml: No such file or directory"), ("-", "standard input: is empty; there is no message in it")):
        status, out, err = asked(rules.format(""), "--to", "x@y", message)
        check(message, (status, out, err) == (1, "", f"basewalk: {said}\n"), (status, out, err))


def check_own_options():
    """A rule's options lie on top of the milter's own."""
    pathlib.Path("key").write_bytes(b"0123456789abcdef")
    os.chmod("key", 0o600)
    pathlib.Path("m.conf").write_text("socket = unix:x\nmark\nwrap = https://g.example/{expires}/{mac}/{url}\nwrap-key = key\nwrap-lifetime = 7\n"
                                      "only = host=a.example\non-doubt = reject\n")
    def does(options):
        text = f'[[rule]]\nname = "a"\n{options}\n'
        seen = records(text, "--to", "x@y", "--config", "m.conf", "m.eml")[-1]
        return seen["does"], seen["on_doubt"]
    for options, wanted in (("", (["absolute", "wrap", "mark"], "reject")), ("off = true", (["off"], None)),
                            ("wrap = false", (["absolute", "mark"], "reject")), ("wrap = false\ndefang = true", (["absolute", "defang", "mark"], "reject")),
                            ('wrap = "https://h.example/{url}"', (["absolute", "wrap", "mark"], "reject")),
                            ('unwrap-from = ["https://g.example/{expires}/{mac}/{url}"]\nwrap = false', (["absolute", "unwrap-from", "mark"], "reject")),
                            ("mark = false\nabsolute = false", (["wrap"], "reject")), ("no-absolute = true", (["wrap", "mark"], "reject")),
                            ('on-doubt = "pass"\ndry-run = true', (["dry-run", "absolute", "wrap", "mark"], "pass"))):
        seen = does(options)
        check(options, seen == wanted, seen)
    # `only` counts in what is stricter: less is done where it stands.
    text = '[[rule]]\nname = "all"\nrecipient = "a@y"\nonly = []\n[[rule]]\nname = "some"\n'
    for recipients in (["--to", "x@y", "--to", "a@y"], ["--to", "a@y", "--to", "x@y"]):
        check("only", records(text, *recipients, "--config", "m.conf", "m.eml")[-1]["rule"] == "all")
    # The proxy's has options of its own, and rules that ask for what it is not told are none.
    proxys = top / "contrib/systemd/proxy.conf"
    status, out, err = asked("", "--to", "x@y", "--proxy", "--config", proxys, "m.eml")
    check("--proxy", (status, err) == (0, "") and out.startswith("x@y: no rule: the proxy's own options\ntaken: rule=none\n  does: absolute, drop-base, mark\n"),
          (status, out, err))
    status, out, err = asked("", "--to", "x@y", "--config", proxys, "m.eml")
    check("without --proxy", status == 2 and "there is no option 'next'" in err, err)
    status, out, err = asked('[[rule]]\nname = "a"\nauthenticated = true\n', "--to", "x@y", "--proxy", "m.eml")
    check("--proxy, a rule of the milter", status == 2 and "which mail servers do not tell a proxy" in err, err)
    status, out, err = asked("", "--to", "x@y", "--config", "gone.conf", "m.eml")
    check("--config", status == 2 and "gone.conf" in err, err)


def check_example():
    """contrib/policy/policy.toml, as it is shipped."""
    example = top / "contrib/policy/policy.toml"
    mine = b"Authentication-Results: mx.example.org; dmarc=%s header.from=example.org\n\nx\n"
    for words, message, rule in ((["--from", "a@far.example", "--authenticated"], b"\nx\n", "outgoing"),
                                 (["--from", "a@example.org", "--client", "192.0.2.7"], b"\nx\n", "from-inside"),
                                 (["--from", "a@example.org"], b"\nx\n", "not-ours"), (["--from", "a@example.org"], mine % b"fail", "not-ours"),
                                 (["--from", "a@example.org"], mine % b"pass", "board"), (["--from", "a@far.example"], b"List-Id: <x.y>\n\nx\n", "board"),
                                 (["--from", "a@far.example", "--size", "21M"], b"\nx\n", "board")):
        status, out, err = run(example, *words, "--to", "ceo@example.org", "--json", stdin=message)
        seen = json.loads(out.splitlines()[0])["rule"] if out else err
        check(f"the example: {words}", (status, seen) == (0, rule), (status, seen))
    for words, message, rule in ((["--size", "21M"], b"\nx\n", "large"), ([], b"List-Id: <x.y>\n\nx\n", "lists"), ([], b"\nx\n", None)):
        status, out, err = run(example, "--from", "<>", *words, "--to", "bob@example.org", "--json", stdin=message)
        check(f"the example: {words}", json.loads(out.splitlines()[0])["rule"] == rule, out)


check_errors()
check_answers()
check_what_is_given()
check_own_options()
check_example()
print(f"{count} checks, {wrong} wrong")
sys.exit(1 if wrong else 0)

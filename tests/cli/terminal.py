#!/usr/bin/env python3
"""What is different on a terminal: colours, and what is said where there is nothing to read."""
import os
import pty
import subprocess
import sys
import tempfile

from pseudo_terminal import said_to

tool = os.environ["BASEWALK"]
wrong = 0
MAIL = (b"From: a\nContent-Type: multipart/related; boundary=b\nContent-Base: http://h/\n\n--b\n"
        b"Content-Type: text/html\nContent-Location: p\n\n<img src='cid:i'>\n--b\nContent-Type: image/png\n"
        b"Content-ID: <i>\n\nx\n--b--\n")


def run(arguments, on="io", **variables):
    """(exit status, what the terminal is sent); `on`: which streams are the terminal, i, o and e."""
    ours, theirs = pty.openpty()
    environment = {k: v for k, v in os.environ.items() if k not in ("NO_COLOR", "TERM", "LC_ALL")}
    environment.update({"LC_ALL": "C.UTF-8", "TERM": "xterm", **variables})
    process = subprocess.Popen([tool, *arguments], env=environment,
                               stdin=theirs if "i" in on else subprocess.DEVNULL,
                               stdout=theirs if "o" in on else subprocess.DEVNULL,
                               stderr=theirs if "e" in on else subprocess.DEVNULL)
    os.close(theirs)
    said = said_to(ours)
    return process.wait(), said.decode().replace("\r\n", "\n")


def check(name, got, wanted):
    global wrong
    print(("ok - " if got == wanted else "not ok - ") + name)
    if got != wanted:
        wrong += 1
        print(f"wanted {wanted!r}\ngot    {got!r}")
        # Who only asks whether one fails (scripts/mutate) need not wait.
        if "BASEWALK_STOP_AT_FIRST" in os.environ:
            sys.exit(1)


def shown(text):
    """Escape sequences as letters, so that a row can be read."""
    for sequence, letter in (("1", "B"), ("2", "D"), ("36", "P"), ("33", "T"), ("32", "U"), ("35", "F"), ("0", ".")):
        text = text.replace(f"\x1b[{sequence}m", f"<{letter}>")
    return text


with tempfile.TemporaryDirectory() as folder:
    os.chdir(folder)
    with open("m.eml", "wb") as file:
        file.write(MAIL)

    # Where a person would have to type a mail, a line says what to do instead.
    nothing = "basewalk: nothing to read: "
    for verb in ("links", "tree"):
        check(f"{verb} without a source", run([verb], "ie"),
              (2, nothing + "name a message or an mbox, or pipe one in; see --help\n"))
    for verb in ("resolve", "url"):
        check(f"{verb} without a reference", run([verb], "ie"),
              (2, nothing + "give arguments, or pipe them in one a line; see --help\n"))
    check("rewrite without a message", run(["rewrite"], "ie"),
          (2, nothing + "name a FILE, or pipe a message in; see basewalk rewrite --help\n"))
    # A filter that is typed wrongly by a person is told so; in a hook, it is to be tried again.
    check("rewrite with a wrong option, typed", run(["rewrite", "--report", "-"], "ie")[0], 2)
    check("rewrite with a wrong option, in a hook", run(["rewrite", "--report", "-"], "e")[0], 75)

    check("tree in colours", shown(run(["tree", "m.eml"])[1]),
          "<B>m.eml<.>  message 1\n"
          "<D><.><P>0<.> <T>multipart/related<.>     120 B  <U>http://h/<.> <D>◀─<.> <F>content-base<.> of this part\n"
          "<D>├─ <.><P>1<.> <T>text/html<.>           17 B  <U>http://h/<.> <D>◀─<.> <F>content-base<.> of part 0\n"
          "<D>└─ <.><P>2<.> <T>image/png<.>            1 B  <U>http://h/<.> <D>◀─<.> <F>content-base<.> of part 0\n")
    check("mhtml list in colours", shown(run(["mhtml", "list", "m.eml"])[1]),
          "<B>m.eml<.>  3 parts, 1 reference to them, 0 to elsewhere\n"
          "<D><.><P>0<.> <T>multipart/related<.>     120 B           -  <D>base <.>http://h/\n"
          "<D>├─ <.><P>1<.> <T>text/html<.>           17 B  root     -  <U>p<.>  <D>base <.>http://h/\n"
          "<D>└─ <.><P>2<.> <T>image/png<.>            1 B          1x  <F><i><.>  <D>base <.>http://h/\n")
    check("url in colours", shown(run(["url", "x-a:b"])[1]),
          "<B>x-a:b<.>\n"
          "  <P>scheme<.>        x-a  (experimental)\n"
          "  <P>path<.>          b\n"
          "  <P>RFC 1738<.>      valid\n"
          "  <P>  schemepart<.>  b\n"
          "  <P>RFC 1808 2.2<.>  valid\n"
          "  <P>normal form<.>   x-a:b\n"
          "  <P>browsers<.>      x-a:b\n")
    # Links for people: a URL is whole, and nothing of a mail drives the terminal.
    with open("l.eml", "wb") as file:
        file.write(b"From: a\nContent-Type: text/html; charset=utf-8\n\n<base href='http://b.example/'>"
                   b"<a href='x'>www.other.example \x1b[31mred</a><img src='y\x1b]8;;z'>"
                   b"<a href='https://h.example/%s'>long</a>" % (b"u" * 300))
    link = "<P>1<.>     <T>a[href]<.>        "
    people = (link + "resolved   %s<B>http://b.example/x<.>%s\n"
              "        <D>text<.>   www.other.example \\x1B[31mred\n"
              "        <D>base<.>   <U>http://b.example/<.> (html-base of part 1)\n"
              "        <D>flags<.>  <F>base-split text-differs<.>\n"
              "<P>1<.>     <T>text<.>           guessed    %s<B>http://www.other.example<.>%s\n"
              "        <D>base<.>   <U>http://b.example/<.> (html-base of part 1)\n"
              "<P>1<.>     <T>img[src]<.>       resolved   <B>http://b.example/y\\x1B]8;;z<.>\n"
              "        <D>base<.>   <U>http://b.example/<.> (html-base of part 1)\n"
              "        <D>flags<.>  <F>base-split invalid-syntax<.>\n" +
              link + "absolute   %s<B>https://h.example/" + "u" * 300 + "<.>%s\n"
              "        <D>text<.>   long\n")
    check("links for people", shown(run(["links", "--text", "l.eml"])[1]), people % (("",) * 6))
    opened = []
    for url in ("http://b.example/x", "http://www.other.example", "https://h.example/" + "u" * 300):
        opened += [f"\x1b]8;;{url}\x1b\\", "\x1b]8;;\x1b\\"]
    check("links that a terminal opens", shown(run(["links", "--text", "--hyperlinks", "l.eml"])[1]), people % tuple(opened))
    check("without --text as into a pipe", run(["links", "--only", "where=img*", "l.eml"])[1].count("\n"), 1)

    for variables in ({"NO_COLOR": "1"}, {"TERM": "dumb"}):
        for arguments in (["tree", "m.eml"], ["links", "--text", "m.eml"], ["mhtml", "list", "m.eml"], ["url", "x-a:b"]):
            check(f"{arguments[0]} with {variables}", "\x1b" in run(arguments, **variables)[1], False)
    run(["tree", "m.eml", "-o", "tree.txt"])
    check("a file has no colours", "\x1b" in open("tree.txt", encoding="utf-8").read(), False)

    # Progress goes to the terminal where results go elsewhere, and not among them.
    check("a summary beside results that go elsewhere", "  messages  1," in run(["links", "m.eml"], "e")[1], True)
    check("none among results", "messages" in run(["links", "m.eml"], "oe")[1], False)
    check("a summary where the results go to a file", "  messages  1," in run(["links", "m.eml", "-o", "o.txt"], "oe")[1], True)
sys.exit(1 if wrong else 0)

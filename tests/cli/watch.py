#!/usr/bin/env python3
"""Mail as it comes: each message once, however it gets there, and nothing after its end.

Nothing here waits for time: each step waits for what the one before has caused."""
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

tool = os.environ["BASEWALK"]
wrong = 0


def check(name, got, wanted):
    global wrong
    print(("ok - " if got == wanted else "not ok - ") + name)
    if got != wanted:
        wrong += 1
        print(f"wanted {wanted!r}\ngot    {got!r}")


def mail(number):
    return f"Message-ID: <{number}@x>\n\nhttp://h.example/{number}\n"


class Watch:
    def __init__(self, *arguments):
        self.process = subprocess.Popen([tool, "watch", *arguments], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                                        stderr=subprocess.PIPE, text=True)
        self.first = self.process.stderr.readline()

    def lines(self, count):
        return [self.process.stdout.readline().rstrip("\n") for _ in range(count)]

    def links(self, count):
        """The URLs of so many messages with one link each, with the file that each came in."""
        lines = self.lines(2 * count)
        return [(heading.split()[1].split("/", 1)[1], link.split("\t")[3]) for heading, link in zip(lines[::2], lines[1::2])]

    def end(self):
        self.process.terminate()
        return self.process.communicate()


def url(number):
    return f"http://h.example/{number}"


with tempfile.TemporaryDirectory() as folder:
    os.chdir(folder)
    for name in ("box/cur", "box/new", "box/tmp", "box/.Sub/cur", "box/.Sub/new", "box/.Sub/tmp", "box/.Other", "plain"):
        os.makedirs(name)
    box, tmp = pathlib.Path("box"), pathlib.Path("box/tmp")
    (box / "new/0").write_text(mail(0))

    watch = Watch("box")
    check("says that it looks on", watch.first, "basewalk: watching 4 folders\n")
    # As Maildir says, by a rename.
    (tmp / "1").write_text(mail(1))
    (tmp / "1").rename(box / "new/1")
    check("a message that was there is not told, one that is moved in is", watch.links(1), [("new/1", url(1))])
    # By a link, as qmail and maildrop do.
    (tmp / "2").write_text(mail(2))
    os.link(tmp / "2", box / "new/2")
    (tmp / "2").unlink()
    check("one that is linked in", watch.links(1), [("new/2", url(2))])
    # A reader takes it, and another one marks it: it is no other message.
    (box / "new/1").rename(box / "cur/1:2,")
    (box / "cur/1:2,").rename(box / "cur/1:2,S")
    (box / "new/2").unlink()
    # Into cur, as IMAP's APPEND does, and into a folder below.
    (tmp / "3").write_text(mail(3))
    (tmp / "3").rename(box / "cur/3:2,S")
    (tmp / "4").write_text(mail(4))
    (tmp / "4").rename(box / ".Sub/new/4")
    check("one that moves is told once", watch.links(2), [("cur/3:2,S", url(3)), (".Sub/new/4", url(4))])
    # Written where it stays, in pieces.
    with open(box / "new/5", "w", encoding="ascii") as file:
        file.write(mail(5)[:20])
        file.flush()
        file.write(mail(5)[20:])
    (box / "new/.hidden").write_text(mail(6))
    (tmp / "7").write_text("Content-Type: text/html\n\nnothing\n")
    (tmp / "7").rename(box / "new/7")
    (tmp / "8").write_text(mail(8))
    (tmp / "8").rename(box / "new/8")
    check("one that is written there, one without a link", watch.lines(2) + watch.lines(1) + watch.lines(2),
          ["# box/new/5 1 5@x", f"1\ttext\tabsolute\t{url(5)}", "# box/new/7 1 -", "# box/new/8 1 8@x", f"1\ttext\tabsolute\t{url(8)}"])
    out, err = watch.end()
    check("nothing else was told", (out, err, watch.process.returncode), ("", "", -15))

    # A burst, moved on by a reader before anybody can have looked.
    watch = Watch("box", "--format", "jsonl", "--only", "where=text")
    for number in range(100, 200):
        (tmp / str(number)).write_text(mail(number))
        (tmp / str(number)).rename(box / f"new/{number}")
        (box / f"new/{number}").rename(box / f"cur/{number}:2,")
    seen = []
    while len(seen) < 100:
        record = json.loads(watch.process.stdout.readline())
        if record["kind"] == "link":
            seen.append(record["url"])
    check("a burst that a reader moves on", sorted(seen), sorted(url(number) for number in range(100, 200)))
    out, err = watch.end()
    check("each of it once", [line for line in out.splitlines() if '"link"' in line], [])

    watch = Watch("plain", "box/new")
    check("another kind of folder", watch.first, "basewalk: watching 2 folders\n")
    pathlib.Path("plain/.a.tmp").write_text(mail(300))
    pathlib.Path("plain/.a.tmp").rename("plain/a.eml")
    pathlib.Path("plain/b.eml").write_text(mail(301))
    pathlib.Path("plain/b.eml").rename("plain/c.eml")
    pathlib.Path("plain/d.eml").write_text(mail(302))
    got = watch.links(3)
    check("files of another folder", [link for _, link in got], [url(300), url(301), url(302)])
    shutil.rmtree("plain")
    check("a folder that goes is told", watch.process.stderr.readline(), "basewalk: plain: is gone, and watched no more\n")
    shutil.rmtree("box/new")
    out, err = watch.process.communicate()
    check("without a folder it ends", (out, err, watch.process.returncode),
          ("", "basewalk: box/new: is gone, and watched no more\nbasewalk: no folder is left to watch\n", 1))

    os.makedirs("box/new")
    watch = Watch("box")
    watch.process.stdout.close()
    check("where nobody reads any more it ends", (watch.process.wait(), watch.process.stderr.read()), (0, ""))
    watch.process.stderr.close()

    # Nothing comes behind half a record: it ends, as on a disk that is full.
    os.makedirs("plain", exist_ok=True)
    with open("/dev/full", "w", encoding="ascii") as full:
        watch = subprocess.Popen([tool, "watch", "plain"], stdin=subprocess.DEVNULL, stdout=full, stderr=subprocess.PIPE, text=True)
        watch.stderr.readline()
        pathlib.Path("plain/e.eml").write_text(mail(400))
        check("where nothing can be written it ends", (watch.communicate()[1], watch.returncode),
              ("basewalk: standard output: cannot be written: No space left on device\n", 1))

    for arguments, status, said in (
            (["missing"], 1, "basewalk: missing: is no folder that can be watched\n"),
            (["box", "--only", "flag"], 2, None),
            (["box", "--base", "x"], 2, "basewalk: --base x: not an absolute URL; give one such as http://host/path\n"),
            ([], 2, None)):
        done = subprocess.run([tool, "watch", *arguments], capture_output=True, text=True, stdin=subprocess.DEVNULL)
        check(f"watch {arguments}", (done.returncode, done.stdout), (status, ""))
        check(f"watch {arguments}: one line", done.stderr.count("\n"), 1)
        if said:
            check(f"watch {arguments}: what it says", done.stderr, said)
sys.exit(1 if wrong else 0)

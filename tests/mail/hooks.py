# SPDX-License-Identifier: MIT
"""What the tests of mail hooks share: a program that fails in every way, recipes out of contrib/ that
run it, messages, and what must hold for them.

The recipes name the program, its options and its scripts by the paths that docs/hooks.md recommends;
here they get the paths of a folder of ours.  bin/basewalk there runs the real program, or spoils
its work, as `way` says."""
import collections
import os
import pathlib
import re
import resource
import shutil
import subprocess
import sys
import time

TOP = pathlib.Path(os.environ["TOP"])
REAL = os.environ["BASEWALK"]
# An address sanitizer needs more address space than any limit that would be a test.
SANITIZED = os.environ.get("SANITIZED") == "1"

# What stands for the program.  $work is our folder, $real the program.
STAND_IN = """#!/bin/sh
work=@WORK@
real=@REAL@
way=$(cat "$work/way")
case $way in
  exit-*)
    cat >/dev/null
    exit "${way#exit-}" ;;
  killed)  # while it reads
    pipe=$(mktemp -u "$work/tmp/pipe.XXXXXX")
    mkfifo "$pipe"
    "$real" "$@" <"$pipe" &
    exec 3>"$pipe"
    head -c 300 >&3
    kill -KILL $!
    kill -KILL $$ ;;
  killed-late)  # while it writes
    "$real" "$@" | head -c 1000
    kill -KILL $$ ;;
  killed-script)  # who called us, and we with it
    kill -KILL $PPID
    kill -KILL $$ ;;
  no-memory)  # not even to begin
    ulimit -v 6000
    exec "$real" "$@" ;;
  no-memory-for-*)  # enough for a small message
    ulimit -v "${way#no-memory-for-}"
    exec "$real" "$@" ;;
  full-output)
    "$real" "$@" >/dev/full ;;
  nothing)
    cat >/dev/null ;;
  nothing-read) ;;
  header-only)
    sed '/^.\\{0,1\\}$/q' ;;
  *)
    exec "$real" "$@" ;;
esac
"""

# Each way to fail.  What STAND_IN does not know is made by Hooks.be().
WAYS = ["missing", "not-executable", "exit-1", "exit-2", "exit-69", "exit-70", "exit-75", "exit-77", "exit-78",
        "exit-127", "killed", "killed-late", "full-output", "full-report", "bad-options", "no-options",
        "oversize", "doubt", "nothing", "nothing-read", "header-only", "no-memory", "no-memory-for-message"]
# Where a script of ours stands between the mail system and the program, that may fail as well.
WRAPPED = ["missing-script", "killed-script", "full-tmp"]
# A program that says 0 and gives nothing back is no longer ours: only what is guarded stands that.
LIES = {"nothing", "nothing-read", "header-only"}


def smallest_memory(message):
    """KiB of address space with which the real program can do a small message."""
    for size in range(16 << 10, 4 << 20, 4 << 10):
        done = subprocess.run(["sh", "-c", f'ulimit -v {size}; exec "$0" rewrite', REAL], input=message,
                              stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        if done.returncode == 0:
            return size
    raise SystemExit("no limit lets the program run")


def small_message(number=1):
    html = ('<html><head><base href="https://base.example/letters/"></head><body>\n'
            '<a href="november.html?a=1&amp;b=2">News</a> <img src="pixel.gif">\n</body></html>\n')
    return (f"From: alice@example.org\nTo: bob@example.org\nSubject: letter {number}\n"
            f"Message-ID: <letter-{number}@example.org>\nDate: Thu, 19 Nov 2026 10:00:00 +0000\n"
            "MIME-Version: 1.0\nContent-Type: multipart/mixed; boundary=cut\n\n"
            f"--cut\nContent-Type: text/html; charset=utf-8\n\n{html}"
            "--cut\nContent-Type: text/plain; charset=us-ascii\n\n"
            ".\n..\nFrom here on it is long.\n@FILL@--cut--\nThis is the last line.\n").encode()


def message_of(size, number=1):
    small = small_message(number)
    line = b"All work and no play makes Jack a dull boy, %07d.\n"
    count = max(0, size - len(small)) // len(line % 0)
    return small.replace(b"@FILL@", b"".join(line % i for i in range(count)))


def lines_of(message):
    """As a list of lines without line ends, header and body; neither depends on how they end."""
    header, _, body = message.replace(b"\r\n", b"\n").partition(b"\n\n")
    return header.split(b"\n"), body.rstrip(b"\n").split(b"\n")


def doubtful(message):
    """The same with a link that only some readers have."""
    plain = b"Content-Type: text/plain; charset=us-ascii\n"
    assert plain + b"\n" in message
    return message.replace(plain + b"\n", plain + b"Content-Type: text/html\n\n<a href='&#104;ttp://hidden.example/'>\n")


def whole(path, text, mode=0o644):
    """Written so that nobody ever sees a part of it."""
    other = path.parent.parent / f"{path.name}.new"
    other.write_text(text)
    other.chmod(mode)
    other.rename(path)


class Tap:
    def __init__(self):
        self.count = self.failed = 0

    def check(self, name, why):
        """`why` is what is wrong, or nothing."""
        self.count += 1
        self.failed += bool(why)
        print(f"not ok {self.count} - {name}: {why}" if why else f"ok {self.count} - {name}", flush=True)

    def finish(self):
        print(f"1..{self.count}")
        sys.exit(1 if self.failed or not self.count else 0)


def skip(why):
    print("SKIP:", why)
    sys.exit(77)


def need(*programs):
    for program in programs:
        if not shutil.which(program, path=os.environ["PATH"] + ":/usr/sbin:/sbin"):
            skip(f"there is no {program}")


def wait_until(true, what, seconds=120):
    """Waits for a condition, never for a time; the end is for what has gone wrong."""
    end = time.monotonic() + seconds
    while not true():
        if time.monotonic() > end:
            raise TimeoutError(f"{what}: waited {seconds} s in vain")
        time.sleep(0.02)


class Hooks:
    def __init__(self, folder):
        self.work = pathlib.Path(folder)
        self.tap = Tap()
        for name, mode in (("bin", 0o755), ("etc", 0o755), ("libexec", 0o755), ("tmp", 0o1777), ("full", 0o777)):
            (self.work / name).mkdir(exist_ok=True)
            (self.work / name).chmod(mode)
        self.memory = None if SANITIZED else smallest_memory(message_of(2000))
        for mode, name in ((0o644, "rewrite.conf"), (0o755, "basewalk-filter")):
            self.install("filter/" + name, ("libexec/" if mode == 0o755 else "etc/") + name, mode)
        self.options = (self.work / "etc/rewrite.conf").read_text()
        (self.work / "recommended.conf").write_text(self.options)
        subprocess.run(["mount", "-t", "tmpfs", "-o", "size=64k,mode=777", "tmpfs", self.work / "full"], check=True)
        (self.work / "full/report").touch()
        (self.work / "full/report").chmod(0o666)
        with open(self.work / "full/fill", "wb", buffering=0) as file:
            try:
                while file.write(b"x" * 4096):
                    pass
            except OSError:
                pass
        self.be("works")

    def text(self, text):
        """A recipe, with our paths."""
        for there, here in (("/usr/local/libexec/basewalk", "libexec"), ("/usr/local/bin/basewalk", "bin/basewalk"),
                            ("/etc/basewalk", "etc"), ("/etc/dovecot/sieve", "sieve"),
                            ("/tmp/basewalk.", "tmp/basewalk.")):
            text = re.sub(rf"(?<![\w/]){re.escape(there)}", str(self.work / here), text)
        return text

    def install(self, recipe, name, mode=0o644):
        path = self.work / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(self.text((TOP / "contrib" / recipe).read_text()))
        path.chmod(mode)
        return path

    def be(self, way):
        """From now on the program behaves so."""
        program, options, scratch = self.work / "bin/basewalk", self.work / "etc/rewrite.conf", self.work / "tmp"
        program.unlink(missing_ok=True)
        for script in (self.work / "libexec").iterdir():
            script.chmod(0 if way == "missing-script" else 0o755)
            script.rename(script.with_suffix(".gone" if way == "missing-script" else ""))
        subprocess.run(["umount", "-q", "-l", scratch], check=False, stderr=subprocess.DEVNULL)
        extra = {"bad-options": "wrpa = https://x.example/?u={url}\n",
                 "full-report": f"report = {self.work}/full/report\n",
                 "oversize": "limit = message-bytes=1k\noversize = fail\n",
                 "oversize-pass": "limit = message-bytes=1k\n"}.get(way, "")
        text = self.options
        if "oversize" in extra:
            text = re.sub(r"(?m)^oversize.*\n", "", text) if way == "oversize" else text
        if way == "doubt":
            text = text.replace("\non-doubt = pass\n", "\non-doubt = tempfail\n")
            assert text != self.options
        if way == "no-options":
            options.unlink()
        else:
            whole(options, text + extra)
        if way == "full-tmp":
            subprocess.run(["mount", "-t", "tmpfs", "-o", "size=16k,mode=1777", "tmpfs", scratch], check=True)
        if way == "no-memory-for-message":
            way = f"no-memory-for-{self.memory + 4096}"
        (self.work / "way").write_text(way)
        if way == "not-executable":  # no script: procmail would have the shell read that
            shutil.copyfile("/bin/true", program)
        elif way != "missing":
            whole(program, STAND_IN.replace("@WORK@", str(self.work)).replace("@REAL@", REAL), 0o755)

    def ways(self, more=(), but=()):
        """Each way to fail, with a message that it fails for."""
        for number, way in enumerate([*WAYS, *more], 2):
            if way in but or (SANITIZED and way.startswith("no-memory")):
                continue
            self.be(way)
            if way in LIES:  # the same where pipes hold the whole message, and nobody notices at once
                yield way, message_of(2000, 100 + number)
                self.be(way)
            message = message_of(24 << 20 if way == "no-memory-for-message" else 300_000, number)
            yield way, doubtful(message) if way == "doubt" else message

    def filtered(self, message):
        """What the real program makes of it."""
        done = subprocess.run([REAL, "rewrite", "-q", "--config", str(self.work / "recommended.conf")], input=message,
                              capture_output=True, check=True)
        assert b"https://base.example/letters/november.html" in done.stdout or b"november" not in message
        return done.stdout

    def run_as(self, user, command, **more):
        home = self.work / "home"
        home.mkdir(exist_ok=True)
        shutil.chown(home, user)
        return subprocess.run(["setpriv", f"--reuid={user}", f"--regid={user}", "--clear-groups", "env", "-i",
                               "PATH=/usr/local/bin:/usr/bin:/bin", f"HOME={home}", f"USER={user}", *map(str, command)],
                              capture_output=True, cwd=home, timeout=300, **more)


def difference(delivered, sent):
    """What is wrong with a delivered message; fields that the mail system adds are not."""
    header, body = lines_of(delivered)
    sent_header, sent_body = lines_of(sent)
    missing = [line for line in sent_header if line not in header]
    if missing:
        return f"the header has lost {missing[0]!r}"
    said = [line for line in header if line.startswith(b"basewalk")]
    if said:
        return f"what was said stands in the header: {said[0]!r}"
    if body != sent_body:
        at = next((i for i, (a, b) in enumerate(zip(body, sent_body)) if a != b), min(len(body), len(sent_body)))
        return f"line {at} of the body differs; {len(body)} lines for {len(sent_body)}: {body[at:at + 1]}"
    return ""


def mails_in(maildir):
    return [path.read_bytes() for folder in ("new", "cur") for path in sorted((maildir / folder).glob("*"))]


class Delivered:
    """What a Postfix of ours (postfix.sh) has delivered, and what is still on its way."""

    def __init__(self, folder):
        self.folder = folder

    def to(self, recipient):
        return [mail for mail in mails_in(self.folder / "mail/box") if f"\nDelivered-To: {recipient}\n".encode() in b"\n" + mail]

    def arrived(self, recipient):
        wait_until(lambda: self.to(recipient), f"mail for {recipient}")
        return self.to(recipient)

    def queue_is_empty(self):
        queue = self.folder / "spool"
        return not any(files for name in ("incoming", "active", "deferred", "maildrop") for _, _, files in os.walk(queue / name))


def body_of(message):
    return message.replace(b"\r\n", b"\n").partition(b"\n\n")[2].rstrip(b"\n")


def ids_in_sink(folder):
    """How often each message is there, and how many of all are not marked once."""
    found = collections.Counter()
    unmarked = 0
    for file in folder.iterdir():
        text = file.read_bytes()
        found.update(re.findall(rb"(?mi)^Message-Id: *(\S+)", text)[:1])
        unmarked += len(re.findall(rb"(?mi)^X-Basewalk-Links:", text)) != 1
    return found, unmarked


def only_mail(mails, wanted):
    """What is wrong where `wanted` must be all that was delivered."""
    if len(mails) != 1:
        return f"{len(mails)} messages were delivered"
    return difference(mails[0], wanted)

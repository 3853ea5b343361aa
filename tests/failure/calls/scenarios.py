# SPDX-License-Identifier: MIT
"""What is run with calls that fail: the tool's verbs over small inputs, and how an end of each is judged."""
import copy
import gzip
import json
import os
import pathlib
import re
import shutil
import sqlite3
import subprocess
import tarfile
import zipfile

TOP = pathlib.Path(os.environ["TOP"])
DATA = TOP / "tests/data"
OLD = b"what was there before\n"
# What a run leaves that --resume goes on with.
KEPT = re.compile(r"\.(partial|resume|partial-journal)$")
# What has to go in the end, and stays only where it could not be removed.
TEMPORARY = re.compile(r"\.(partial|resume|partial-journal|[A-Za-z0-9]{6})$")


def database(path):
    """What a reader of a database sees, but for the times of its runs and where it was made."""
    try:
        with sqlite3.connect(f"file:{path}?mode=ro", uri=True) as connection:
            if connection.execute("PRAGMA integrity_check").fetchone() != ("ok",):
                return b"damaged"
            dump = [line for line in connection.iterdump() if not line.startswith('INSERT INTO "run" ')]
            runs = connection.execute("SELECT id, version, messages, bytes, parts, links, notes, problems FROM run").fetchall()
            return "\n".join([*dump, repr(runs)]).encode()
    except sqlite3.Error as error:
        return b"damaged: " + str(error).encode()


def tree(folder):
    """What is in a folder: names and bytes, and None for a folder."""
    files = {}
    for path in sorted(folder.rglob("*")):
        name = str(path.relative_to(folder))
        is_database = path.suffix == ".sqlite"
        files[name] = None if path.is_dir() else database(path) if is_database and path.read_bytes() != OLD else path.read_bytes()
    return files


def difference(files, wanted):
    for name in sorted({*files, *wanted}):
        if files.get(name, 0) != wanted.get(name, 0):
            def shown(of):
                return "absent" if name not in of else "a folder" if of[name] is None else f"{len(of[name])} bytes"
            return f"{name} is {shown(files)}, wanted {shown(wanted)}"
    return "the same files"


def is_whole(name, data):
    """Is it one of its kind, and not half of one?"""
    if name.endswith(".sqlite"):
        return not data.startswith(b"damaged") and b"hosts" in data
    if name.endswith(".gz"):
        return is_whole(name[:-3], gzip.decompress(data))
    if name.endswith(".zst"):
        return is_whole(name[:-4], subprocess.run(["zstd", "-dcq"], input=data, capture_output=True, check=True).stdout)
    if name.endswith(".html"):
        return data.rstrip().endswith(b"</html>")
    if not data.endswith(b"\n"):
        return not data
    if name.endswith(".mhtml"):
        return data.endswith(b"--=_basewalk_bundle_=--\r\n")
    if name.endswith(".plan"):
        return data.splitlines()[-1].startswith(b"end\t")
    if name.endswith(".jsonl"):
        for line in data.splitlines():
            json.loads(line)
    return True


def plain(name, data):
    """What is compressed may be cut into other pieces by a run that goes on."""
    if data and name.endswith(".gz"):
        return gzip.decompress(data)
    if data and name.endswith(".zst"):
        return subprocess.run(["zstd", "-dcq"], input=data, capture_output=True, check=True).stdout
    return data


def told(files, out):
    """How many sources and parts are told to be unread, as JSON, as rows or as text."""
    everything = b"\n".join([*(plain(name, data) for name, data in files.items() if data and not KEPT.search(name)), out])
    return len(re.findall(rb'"kind":"(?:unread|problem|skipped)"|"verdict":"failed"|INSERT INTO "(?:unread|problem|skipped)"|INSERT INTO "run_source" VALUES.*NULL|not yet delivered', everything))


class Scenario:
    """One command; `out/` holds what it makes.

    statuses     those that the manual promises
    status       of a run that nothing disturbs
    old          files that have the name already
    filter       nothing on standard output where it did not succeed, but where writing that was what failed
    keeps        what a run leaves is for --resume
    in_part      a source that cannot be read leaves the others their records: the result is whole, and says so
    appended     a file that lines are appended to
    without      failures that mean something else here"""

    def __init__(self, name, *arguments, statuses=(0, 1), status=0, stdin=None, old=(), filter=False, keeps=False, in_part=False, prepare=None,
                 appended=None, without=lambda call, fault: False):
        self.name, self.arguments, self.statuses, self.status, self.stdin = name, list(arguments), statuses, status, stdin
        self.old, self.filter, self.keeps, self.in_part, self.prepare = old, filter, keeps, in_part, prepare
        self.appended, self.without = appended, without
        # A new folder that it makes.
        made = [word.removeprefix("out/") for word in arguments if word in ("out/made", "out/theme")]
        self.folder = made[0] if made else None

    def before(self, cwd):
        for name in self.old:
            (cwd / "out" / name).write_bytes(OLD)
        if self.prepare:
            self.prepare(cwd)

    def files(self, cwd):
        return tree(cwd / "out")

    def can_go_on(self, files):
        """Not where FILE.resume alone could not be removed."""
        return self.keeps and any(name.endswith(".partial") for name in files) and any(name.endswith(".resume") for name in files)

    def resuming(self):
        more = copy.copy(self)
        if "--resume" not in more.arguments:
            more.arguments = [*more.arguments, "--resume"]
        return more

    def tells(self, files, out, whole):
        """Does a result say of more than the undisturbed run's that it was not read?"""
        return self.in_part and told(files, out) > told(whole.files, whole.out)

    def problem_of_failure(self, ended, whole, left, call, fault):
        own = set(left) - set(whole.files)
        for name in own:
            if self.keeps and KEPT.search(name):
                continue
            if call.name == "unlink" or (call.name == "open" and fault == "EMFILE+"):
                continue  # without a descriptor a folder cannot be emptied
            return "wrong files", f"status {ended.status}, and {name} was left ({ended.err[-120:]!r})"
        for name, data in left.items():
            if name == self.appended:
                if data and not whole.files[name].startswith(data):
                    return "wrong files", f"status {ended.status}, and half a line in {name}"
                continue
            if name in own or data == whole.files[name] or (name in self.old and data == OLD):
                continue
            if self.in_part and data is not None and is_whole(name, data) and ended.status in (1, 75):
                continue
            return "wrong files", f"status {ended.status}, and {name} is {data and data[-60:]!r} ({ended.err[-120:]!r})"
        for name in self.old:
            if name not in left:
                return "wrong files", f"status {ended.status}, and the old {name} is gone"
        is_output = call.kind in "pc" and call.name in ("write", "writev", "close")
        if self.filter and ended.out and not is_output:
            return "wrong files", f"status {ended.status}, and {len(ended.out)} bytes on standard output"
        if self.filter and not whole.out.startswith(ended.out):
            return "wrong files", "what is on standard output is no part of the message"
        return None


def mail(number):
    return (f"Message-ID: <{number}@x>\nSubject: {number}\nContent-Type: text/html\n\n"
            + "".join(f'<a href="http://h.example/{number}/{link}">x</a>\n' for link in range(20))).encode()


def public_inbox(folder):
    repository = folder / "git" / "0.git"
    subprocess.run(["git", "init", "-q", "--bare", repository], check=True)
    commits = b""
    for number in range(6):
        commits += b"commit refs/heads/master\ncommitter a <a@b.example> %d +0000\ndata 1\nx\n" % (1700000000 + number)
        commits += b"M 100644 inline m\ndata %d\n%s\n" % (len(mail(number)), mail(number))
    subprocess.run(["git", "-C", repository, "fast-import", "--quiet"], input=commits, check=True)
    for hook in (repository / "hooks").glob("*"):
        hook.unlink()


def make_inputs(folder):
    folder.mkdir()
    for name in ("base-href.eml", "docx.eml", "text-www.eml", "mhtml-location.eml", "pdf.eml"):
        shutil.copy(DATA / "compare" / name, folder / name)
    mails = [mail(number) for number in range(6)]
    (folder / "box.mbox").write_bytes(b"".join(b"From a@b Thu Nov 19 10:00:00 2026\n" + each + b"\n" for each in mails))
    for where in ("cur", "new", "tmp"):
        (folder / "maildir" / where).mkdir(parents=True)
    (folder / "plain").mkdir()
    for number, each in enumerate(mails):
        (folder / "maildir" / ("cur" if number % 2 else "new") / f"{number}.x").write_bytes(each)
        (folder / "plain" / f"{number}.eml").write_bytes(each)
    with tarfile.open(folder / "mail.tar.gz", "w:gz") as archive:
        archive.add(folder / "plain", "plain")
    with tarfile.open(folder / "mail.tar", "w") as archive:
        archive.add(folder / "plain", "plain")
    with zipfile.ZipFile(folder / "mail.zip", "w", zipfile.ZIP_DEFLATED) as archive:
        for path in sorted((folder / "plain").iterdir()):
            archive.write(path, path.name)
    (folder / "box.mbox.gz").write_bytes(gzip.compress((folder / "box.mbox").read_bytes()))
    shutil.copy(folder / "plain" / "1.eml", folder / "one.eml")
    (folder / "relative.eml").write_bytes((DATA / "compare/base-href.eml").read_bytes())
    (folder / "rewrite.conf").write_text("absolute = yes\nwrap = https://guard.example/{mac}/{path-url}\nwrap-key = in/key\nmark = yes\n")
    (folder / "key").write_text("0123456789abcdef0123456789abcdef")
    (folder / "key").chmod(0o600)
    shutil.copy(sorted((DATA / "cases/mhtml").glob("01-*/*.mhtml"))[0], folder / "bundle.mhtml")
    shutil.copy(DATA / "warc/one.warc.gz", folder / "one.warc.gz")
    page = folder / "page"
    page.mkdir()
    (page / "index.html").write_text('<link rel=stylesheet href=s.css><img src="i.png"><a href="http://h.example/">x</a>')
    (page / "s.css").write_text("p { color: red }")
    (page / "i.png").write_bytes(b"\x89PNG\r\n\x1a\n" + bytes(64))
    (folder / "policy.toml").write_text('[[rule]]\nname = "large"\nsize = { over = "1M" }\noff = true\n[[rule]]\nname = "rest"\nwrap = "https://g.example/{url}"\n')
    if shutil.which("git"):
        public_inbox(folder / "inbox")
    if shutil.which("7z"):
        subprocess.run(["7z", "a", "-bso0", "-bsp0", "mail.7z", "plain/1.eml", "plain/2.eml"], cwd=folder, check=True)
    tool = os.environ["BASEWALK"]
    for form in ("jsonl", "sqlite", "csv"):
        for part in range(2):
            subprocess.run([tool, "links", "--quiet", "--shard", f"{part}/2", "-o", f"parts-{form}/part-{part:05}-of-00002.{form}", "plain", "--jobs", "1"],
                           cwd=folder, check=True) if (folder / f"parts-{form}").is_dir() or not (folder / f"parts-{form}").mkdir() else None
    subprocess.run([tool, "links", "--quiet", "-o", "all.sqlite", "plain", "box.mbox"], cwd=folder, check=True)


def of_libseccomp(call, fault):
    """libseccomp writes its filter to a file in memory by one call, which the system never ends before its end."""
    return call.role == "worker" and call.name == "write" and call.kind == "f"


def other_rights(call, fault):
    """Who may read what is asked by each slice, and has to be the same for all: what may not be read is told by one of them."""
    return fault == "EACCES" and call.name in ("stat", "opendir", "open")


def links():
    """The tool over sources of every kind, into every format."""
    one = ("--jobs", "1")
    few = ("in/base-href.eml", "in/box.mbox")
    for form in ("jsonl", "csv", "txt", "sqlite", "jsonl.gz", "jsonl.zst", "tsv"):
        yield Scenario(f"links -o .{form}", "links", *one, "-o", f"out/x.{form}", *few, keeps=True, in_part=True)
    yield Scenario("links -o, over an old file", "links", *one, "-o", "out/x.jsonl", *few, keeps=True, in_part=True, old=["x.jsonl"])
    yield Scenario("links -o, over an old database", "links", *one, "-o", "out/x.sqlite", *few, keeps=True, in_part=True, old=["x.sqlite"])
    yield Scenario("links to a pipe", "links", *one, "--format", "jsonl", *few, in_part=True)
    yield Scenario("links as text", "links", *one, *few, in_part=True)
    yield Scenario("links of standard input", "links", *one, "--format", "jsonl", "-", stdin="box.mbox", in_part=True)
    for name in ("maildir", "plain", "mail.tar", "mail.tar.gz", "mail.zip", "box.mbox.gz", "one.warc.gz"):
        yield Scenario(f"links of {name}", "links", *one, "-o", "out/x.jsonl", f"in/{name}", keeps=True, in_part=True)
    if shutil.which("git"):
        yield Scenario("links of a public-inbox", "links", *one, "-o", "out/x.jsonl", "in/inbox", keeps=True, in_part=True)
    yield Scenario("links of documents", "links", *one, "-o", "out/x.jsonl", "in/docx.eml", "in/pdf.eml", keeps=True, in_part=True, without=of_libseccomp)
    if shutil.which("7z"):
        yield Scenario("links of a 7z", "links", *one, "-o", "out/x.jsonl", "in/mail.7z", keeps=True, in_part=True)
    yield Scenario("links --jobs 2", "links", "--jobs", "2", "-o", "out/x.jsonl", "in/plain", "in/box.mbox", keeps=True, in_part=True)
    sliced = {"statuses": (0, 1, 75), "in_part": True, "keeps": True, "without": other_rights}
    yield Scenario("links --shard -o DIR/", "links", *one, "--shard", "0/2", "-o", "out/", "in/plain", **sliced)
    yield Scenario("links --shard 1/2", "links", *one, "--shard", "1/2", "-o", "out/", "in/plain", "in/box.mbox", "in/maildir", **sliced)
    yield Scenario("links --unique --count", "links", *one, "--unique", "host", "--count", "-o", "out/x.jsonl", *few, keeps=True, in_part=True)
    yield Scenario("plan", "plan", "-o", "out/lists.plan", "in/plain", "in/box.mbox", "in/maildir", in_part=True)
    yield Scenario("tree", "tree", "--format", "jsonl", "-o", "out/x.jsonl", "in/box.mbox", keeps=True, in_part=True)
    yield Scenario("verify", "verify", "--format", "jsonl", "-o", "out/x.jsonl", "in/mail.tar.gz", "in/box.mbox", in_part=True)
    for form in ("jsonl", "sqlite"):
        yield Scenario(f"links --resume -o .{form}", "links", *one, "--resume", "-o", f"out/x.{form}", "in/plain", "in/box.mbox", keeps=True, in_part=True,
                       prepare=lambda cwd, form=form: interrupted(cwd, form))


def interrupted(cwd, form):
    """What a run has left that was stopped on its way; made once, then copied."""
    kept = cwd.parent / f"interrupted.{form}"
    if not kept.exists():
        kept.mkdir()
        (kept / "out").mkdir()
        (kept / "in").symlink_to(os.readlink(cwd / "in"))
        # The output cannot grow beyond what it has behind the first sources.
        limit = {"jsonl": 24, "sqlite": 200}[form]
        command = f"ulimit -f {limit}; exec '{os.environ['BASEWALK']}' links --quiet --jobs 1 --resume -o out/x.{form} in/plain in/box.mbox"
        subprocess.run(["bash", "-c", command], cwd=kept, capture_output=True, check=False)
    shutil.copytree(kept / "out", cwd / "out", dirs_exist_ok=True)


def others():
    for form in ("jsonl", "sqlite", "csv"):
        yield Scenario(f"merge -o .{form}", "merge", "-o", f"out/x.{form}", f"in/parts-{form}")
    yield Scenario("merge --partition", "merge", "--partition", "host", "-o", "out/made", "in/parts-jsonl")
    mailing = {"statuses": (0, 75), "filter": True}
    yield Scenario("rewrite, a filter", "rewrite", "--one", stdin="relative.eml", **mailing)
    yield Scenario("rewrite --config --report", "rewrite", "--one", "--config", "in/rewrite.conf", "--report", "out/report", stdin="relative.eml", appended="report", **mailing)
    yield Scenario("rewrite -o", "rewrite", "-o", "out/x.eml", "in/relative.eml", old=["x.eml"], **mailing)
    yield Scenario("rewrite --each -o", "rewrite", "--each", "-o", "out/x.mbox", "in/box.mbox", **mailing)
    yield Scenario("rewrite --each", "rewrite", "--each", "in/box.mbox", statuses=(0, 75))
    yield Scenario("mhtml unpack", "mhtml", "unpack", "-o", "out/made", "in/bundle.mhtml")
    yield Scenario("mhtml unpack -o DIR/", "mhtml", "unpack", "--jobs", "1", "-o", "out/made/", "in/bundle.mhtml", "in/mhtml-location.eml", in_part=True, keeps=True)
    yield Scenario("mhtml inline", "mhtml", "inline", "-o", "out/x.html", "in/bundle.mhtml", old=["x.html"])
    yield Scenario("mhtml inline to a pipe", "mhtml", "inline", "in/bundle.mhtml", filter=True)
    yield Scenario("mhtml pack", "mhtml", "pack", "-o", "out/x.mhtml", "in/page/index.html", old=["x.mhtml"], in_part=True)
    yield Scenario("mhtml pack a web archive", "mhtml", "pack", "-o", "out/x.mhtml", "in/one.warc.gz", status=1, in_part=True)
    yield Scenario("mhtml warc", "mhtml", "warc", "-o", "out/x.warc.gz", "in/bundle.mhtml")
    yield Scenario("mhtml list", "mhtml", "list", "in/bundle.mhtml")
    yield Scenario("report -o DIR", "report", "--jobs", "1", "-o", "out/made", "in/plain", "in/base-href.eml", in_part=True)
    yield Scenario("report of a database", "report", "-o", "out/made", "in/all.sqlite", in_part=True)
    yield Scenario("report --single", "report", "--single", "-o", "out/x.html", "in/base-href.eml")
    yield Scenario("report --write-theme", "report", "--write-theme", "out/theme")
    yield Scenario("policy", "policy", "in/policy.toml", "in/one.eml", "--from", "a@far.example", "--to", "b@h.example", "--json", statuses=(0, 1, 2))


def make(folder):
    make_inputs(folder)
    return [*links(), *others()]

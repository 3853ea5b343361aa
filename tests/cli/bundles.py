#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Many bundles at once: where each goes, what is told of it, and that an interrupted run goes on."""
import filecmp
import io
import json
import os
import pathlib
import shutil
import signal
import subprocess
import sys
import tarfile
import tempfile
import time

TOOL = os.environ["BASEWALK"]
PNG = b"\x89PNG\r\n\x1a\n"
failures = []


def check(name, holds, said=""):
    print(("ok " if holds else "not ok ") + name)
    if not holds:
        failures.append(name)
        print("  " + str(said)[:2000])


def bundle(page, *parts):
    out = b"MIME-Version: 1.0\r\nContent-Type: multipart/related; boundary=b\r\n\r\n"
    for kind, where, body in (("text/html", "http://h/", page),) + parts:
        out += b"--b\r\nContent-Type: %s\r\nContent-Location: %s\r\n\r\n%s\r\n" % (
            kind.encode(), where.encode(), body if isinstance(body, bytes) else body.encode())
    return out + b"--b--\r\n"


def run(*arguments, **how):
    return subprocess.run([TOOL, "mhtml", *map(str, arguments)], capture_output=True, text=True, **how)


def report(folder):
    return [json.loads(line) for line in (folder / "report.jsonl").read_text().splitlines()]


def tree(folder):
    return sorted(str(p.relative_to(folder)) for p in folder.rglob("*"))


def same_trees(one, other):
    files = tree(one)
    return files == tree(other) and all(
        (one / f).is_dir() or f == "report.jsonl" or filecmp.cmp(one / f, other / f, shallow=False) for f in files)


GOOD = bundle("<img src=a.png>", ("image/png", "http://h/a.png", PNG))
SELF = bundle("<iframe src=http://h/></iframe>")


def places(top):
    source = top / "saved"
    (source / "deep").mkdir(parents=True)
    (source / "a.mhtml").write_bytes(GOOD)
    (source / "deep" / "b.mht").write_bytes(SELF)
    (source / "cut.mhtml").write_bytes(GOOD[:-20])
    (source / "mail.eml").write_bytes(b"Subject: no page\r\n\r\nhello\r\n")
    (source / "noise.txt").write_bytes(b"nothing of the kind\n")
    (source / "two.mbox").write_bytes(b"".join(
        b"From a@b Thu Jan  1 00:00:00 2026\n" + GOOD.replace(b"\r\n", b"\n") + b"\n" for _ in range(2)))
    made = run("inline", source, "-o", top / "pages")
    check("a folder: exit status 1, as some could not be made", made.returncode == 1, made)
    check("a folder: each page at its place", tree(top / "pages") == [
        "a.mhtml.html", "deep", "deep/b.mht.html", "report.jsonl", "two.mbox-2.html", "two.mbox.html"],
        tree(top / "pages"))
    rows = {os.path.basename(r["source"]) + ("-2" if r["message"] == 2 else ""): r for r in report(top / "pages")}
    verdicts = {name: row.get("verdict", row["kind"]) for name, row in rows.items()}
    check("a folder: what became of each", verdicts == {
        "a.mhtml": "complete", "b.mht": "incomplete", "cut.mhtml": "failed", "mail.eml": "failed", "noise.txt": "skipped",
        "two.mbox": "complete", "two.mbox-2": "complete"}, verdicts)
    check("a folder: what is missing is named", rows["b.mht"]["missing"] == [
        {"part": "1", "where": "iframe[src]", "target": "1", "reason": "within-itself"}], rows["b.mht"])
    check("a folder: losses and failures on standard error", "b.mht: part 1, iframe[src]: part 1 was left out" in made.stderr
          and "mail.eml: there is no page in it" in made.stderr, made.stderr)
    check("a folder: without --verify nothing is verified", all(
        r["verified"] is None and r["difference_count"] is None and r["differences"] == [] for r in rows.values() if r["kind"] == "made"), rows)
    again = run("inline", source, "-o", top / "pages")
    check("an earlier report is not overwritten", again.returncode == 2 and "--restart" in again.stderr, again)
    again = run("inline", source, "-o", top / "pages", "--restart")
    check("what is there is not overwritten", again.returncode == 1 and "a.mhtml.html is there already" in again.stderr, again)

    one = run("unpack", source / "a.mhtml", "-o", str(top / "one") + "/")
    check("one bundle, -o DIR/", one.returncode == 0 and (top / "one/a.mhtml/index.html").exists(), one)
    check("one bundle, -o DIR/: its bytes are counted", report(top / "one")[0]["bytes"] > len(PNG), report(top / "one"))
    several = run("unpack", source / "a.mhtml", source / "deep" / "b.mht", "-o", top / "several")
    check("several bundles", several.returncode == 0 and (top / "several/deep/b.mht/index.html").exists(), several)
    for verb, kind, names in (("list", "bundle", ["a.mhtml", "cut.mhtml", "b.mht", "mail.eml", "two.mbox", "two.mbox"]),
                              ("check", "check", ["a.mhtml", "cut.mhtml", "b.mht", "mail.eml", "two.mbox", "two.mbox"])):
        looked = run(verb, "--format", "jsonl", "--jobs", "2", source)
        seen = [os.path.basename(r["source"]) for r in map(json.loads, looked.stdout.splitlines()) if r["kind"] == kind]
        check("%s: a folder" % verb, looked.returncode == 1 and seen == names, (seen, looked.stderr))
        none = run(verb, stdin=subprocess.DEVNULL)
        check("%s: nothing named" % verb, none.returncode == 2 and "SOURCE is needed" in none.stderr, none)
    found = [json.loads(line) for line in run("check", "--format", "jsonl", source / "two.mbox").stdout.splitlines()]
    begins = {r["offset"] for r in found if r["kind"] == "finding" and r["code"] == "line-ends-lf"}
    where = (source / "two.mbox").read_bytes()
    check("check: offsets are those of the file", len(begins) == 2 and max(begins) - min(begins) == len(where) // 2, begins)
    box = run("unpack", source / "two.mbox", "-o", top / "box")
    check("a mailbox alone: each of its messages", box.returncode == 0 and len(report(top / "box")) == 2, box)
    (top / "named").mkdir()
    (top / "named" / "report.jsonl").write_bytes(GOOD)
    own = run("unpack", top / "named", "-o", top / "own")
    check("a source with the report's name", own.returncode == 0 and (top / "own/_report.jsonl/index.html").exists(), own)
    inside = run("unpack", source, "-o", source / "made")
    check("a folder within a source is refused", inside.returncode == 2 and not (source / "made").exists(), inside)
    nowhere = run("inline", source)
    check("many bundles need a folder", nowhere.returncode == 2 and "-o DIR/" in nowhere.stderr, nowhere)
    (top / "file").write_bytes(b"x")
    taken = run("inline", source, "-o", top / "file")
    check("a file in the place of the folder", taken.returncode == 1 and (top / "file").read_bytes() == b"x", taken)


def hostile_names(top):
    names = ["../../up.mhtml", "/etc/abs.mhtml", "con", "a/../b.mhtml", "x" * 200 + ".mhtml", "tab\there.mhtml", "-o", ".hidden/y.mhtml",
             "caf\u00e9.mhtml"]
    archive = top / "names.tar"
    with tarfile.open(archive, "w") as tar:
        for name in names:
            info = tarfile.TarInfo(name)
            info.size = len(GOOD)
            tar.addfile(info, io.BytesIO(GOOD))
        link = tarfile.TarInfo("link.mhtml")
        link.type, link.linkname = tarfile.SYMTYPE, "/etc/passwd"
        tar.addfile(link)
    before = sorted(os.listdir(top))
    made = run("inline", archive, "-o", str(top / "named") + "/")
    rows = [r for r in report(top / "named") if r["kind"] == "made"]
    outputs = [r["output"] for r in rows]
    check("hostile names: nothing outside the folder", sorted(os.listdir(top)) == sorted(before + ["named"]), os.listdir(top))
    check("hostile names: each its own place", len(set(outputs)) == len(outputs) == len(rows) and None not in outputs and len(rows) >= 5,
          (made, rows))
    check("hostile names: all are there", all(os.path.realpath(o).startswith(str(top / "named")) and os.path.isfile(o) for o in outputs),
          outputs)


def hostile_folder(top):
    """Whatever stands in the folder: nothing outside of it is written, followed or waited for."""
    source, outside = top / "bundles", top / "outside"
    (source / "deep").mkdir(parents=True)
    (source / "saved").mkdir()
    (source / "a.mhtml").write_bytes(GOOD)
    (source / "deep" / "b.mhtml").write_bytes(GOOD)
    (source / "saved" / "c.html").write_text("c")
    outside.mkdir()
    (outside / "mine").write_bytes(b"mine")
    for verb, end, deep, sources in (("unpack", "", "deep/b.mhtml", [source / "a.mhtml", source / "deep"]),
                                     ("inline", ".html", "deep/b.mhtml.html", [source / "a.mhtml", source / "deep"]),
                                     ("pack", "", "saved/c.mhtml", [source / "saved"])):
        first = "c.mhtml" if verb == "pack" else "a.mhtml" + end
        outsider = "a symbolic link, which is not followed"
        other = "no folder" if verb == "unpack" else "no regular file"
        for what, lay, said in (
                ("a link to a folder", lambda at: at.symlink_to(outside), outsider),
                ("a link to a file", lambda at: at.symlink_to(outside / "mine"), outsider),
                ("a link to nothing", lambda at: at.symlink_to(outside / "new"), outsider),
                ("a pipe", os.mkfifo, other),
                ("a file or a folder", lambda at: at.write_bytes(b"x") if verb == "unpack" else at.mkdir(), other)):
            for how in ([], ["--resume"], ["--restart"]):
                out = top / "out"
                out.mkdir()
                lay(out / first)
                made = run(verb, *sources, "-o", str(out) + "/", *how, stdin=subprocess.DEVNULL, timeout=60)
                check("%s %s: %s is in the place of a result" % (verb, " ".join(how), what), made.returncode == 1 and
                      str(out / first) + ": is " + said in made.stderr and sorted(os.listdir(outside)) == ["mine"] and
                      (outside / "mine").read_bytes() == b"mine", made)
                shutil.rmtree(out)
        for what, lay in (("a link to a folder", lambda at: at.symlink_to(outside)), ("a file", lambda at: at.write_bytes(b"x")),
                          ("a link to nothing", lambda at: at.symlink_to(outside / "new")), ("a pipe", os.mkfifo)):
            (top / "out").mkdir()
            lay(top / "out" / deep.split("/")[0])
            made = run(verb, source, "-o", top / "out", "--resume", timeout=60)
            check("%s: %s is in the place of a folder" % (verb, what), made.returncode == 1 and
                  "out/" + deep.split("/")[0] + ": is " in made.stderr and sorted(os.listdir(outside)) == ["mine"], made)
            shutil.rmtree(top / "out")
        for how in ("--resume", "--restart"):
            (top / "out").mkdir()
            (top / "out" / "report.jsonl").write_bytes(b"mine")
            made = run(verb, source / "saved" if verb == "pack" else source / "a.mhtml", "-o", str(top / "out") + "/", how, timeout=60)
            check("%s %s: another report is left alone" % (verb, how), made.returncode == 2 and "report.jsonl: is no report of such a run" in made.stderr and
                  os.listdir(top / "out") == ["report.jsonl"] and (top / "out" / "report.jsonl").read_bytes() == b"mine", made)
            shutil.rmtree(top / "out")
        for name in ("report.jsonl", "report.jsonl.partial", "report.jsonl.resume"):
            if verb == "pack" and name != "report.jsonl":
                continue  # it has no such files
            for what, lay in (("a link to a file", lambda at: at.symlink_to(outside / "mine")),
                              ("a link to nothing", lambda at: at.symlink_to(outside / "new")), ("a pipe", os.mkfifo), ("a folder", os.mkdir),
                              ("another name of a file", lambda at: os.link(outside / "mine", at))):
                if name == "report.jsonl" and what == "another name of a file":
                    continue  # another file gets the name
                for how in ("--resume", "--restart"):
                    (top / "out").mkdir()
                    lay(top / "out" / name)
                    made = run(verb, source / "saved" if verb == "pack" else source / "a.mhtml", "-o", str(top / "out") + "/", how, timeout=60)
                    check("%s %s: %s is in the place of %s" % (verb, how, what, name), made.returncode in (1, 2) and name in made.stderr and
                          sorted(os.listdir(outside)) == ["mine"] and (outside / "mine").read_bytes() == b"mine", made)
                    shutil.rmtree(top / "out")


def resumes(top):
    source = top / "list"
    source.mkdir()
    names = []
    for i in range(60):
        names.append(source / ("%02d.mhtml" % i))
        # So large that what stands before the pipe is not waiting to become a batch.
        names[-1].write_bytes(bundle("<!--" + "x" * 500_000 + "--><p>%d<img src=a.png>" % i, ("image/png", "http://h/a.png", PNG * (i + 1))))
    # What could not be made before the kill counts behind it, too.
    names[3].write_bytes(bundle("", ("text/html", "http://h/", "<!--" + "x" * 500_000)).replace(b"text/html", b"image/png"))
    (top / "names").write_text("".join(str(n) + "\n" for n in names))
    arguments = ("--files-from", top / "names")
    whole = run("unpack", *arguments, "-o", top / "whole")
    check("a list: all are made", whole.returncode == 1 and
          [r["verdict"] for r in report(top / "whole")] == ["complete"] * 3 + ["failed"] + ["complete"] * 56, whole)

    # The fortieth is a pipe that nobody writes to: there the run stands still, and is killed.
    content = names[40].read_bytes()
    names[40].unlink()
    os.mkfifo(names[40])
    process = subprocess.Popen([TOOL, "mhtml", "unpack", *map(str, arguments), "-o", str(top / "part"), "--jobs", "2"],
                               stderr=subprocess.DEVNULL)
    written = top / "part/report.jsonl.partial"
    while not written.exists() or b'"failed"' not in written.read_bytes():
        assert process.poll() is None, "the run ended by itself"
        time.sleep(0.01)
    os.kill(process.pid, signal.SIGKILL)
    process.wait()
    check("killed: no report looks whole", not (top / "part/report.jsonl").exists())
    names[40].unlink()
    names[40].write_bytes(content)
    resumed = run("unpack", *arguments, "-o", top / "part", "--resume")
    left = [str(p) for p in (top / "part").rglob("*") if ".basewalk" in p.name or p.name.startswith(".")]
    check("killed: --resume goes on, and ends as in one run", resumed.returncode == 1, resumed)
    for path in left:
        subprocess.run(["rm", "-r", path], check=False)
    check("killed: then all is as in one run", same_trees(top / "whole", top / "part"))
    strip = [{k: v for k, v in r.items() if k != "output"} for r in report(top / "part")]
    check("killed: and so is the report", strip == [{k: v for k, v in r.items() if k != "output"} for r in report(top / "whole")])


def holds_results_against_what_is_made(top):
    """--resume takes nothing for its own that it would not make."""
    (top / "saved").mkdir()
    (top / "saved/a.mhtml").write_bytes(GOOD)
    (top / "pages").mkdir()
    (top / "pages/a.html").write_text("<p>words")
    for verb, source, name, inner in (("unpack", "saved", "a.mhtml", "index.html"), ("inline", "saved", "a.mhtml.html", ""), ("pack", "pages", "a.mhtml", "")):
        out = top / verb
        place = out / name / inner if inner else out / name
        again = lambda: run(verb, top / source, "-o", str(out) + "/", "--resume")
        check(verb + ": made anew", run(verb, top / source, "-o", str(out) + "/").returncode == 0)
        whole = place.read_bytes()
        for what, other in (("as it was", whole), ("longer", whole + b"x"), ("shorter", whole[:-1]), ("another", b"y" + whole[1:]), ("empty", b"")):
            place.write_bytes(other)
            (out / "report.jsonl").unlink()
            made = again()
            good = what == "as it was"
            check("%s --resume: a result that is %s" % (verb, what), made.returncode == (0 if good else 1) and place.read_bytes() == other and
                  report(out)[0]["verdict"] == ("complete" if good else "failed") and
                  (made.stderr == "" if good else "%s: is there already, and is not what is made now" % (out / name) in made.stderr), made)
    shutil.rmtree(top / "unpack")
    (top / "unpack/a.mhtml").mkdir(parents=True)
    made = run("unpack", top / "saved", "-o", str(top / "unpack") + "/", "--resume")
    check("unpack --resume: an empty folder", made.returncode == 1 and report(top / "unpack")[0]["verdict"] == "failed", made)


def packs(top):
    saved = top / "saved"
    for name, text in (("A.html", "<img src=A_files/a.png><img src=gone.png>"), ("A_files/frame.html", "f"),
                       ("deep/B.htm", "one"), ("deep/B.html", "two"), ("site/index.html", "<a href=two.html>2</a>"),
                       ("site/two.html", "2"), ("empty/x.txt", "x"), (".hidden/C.html", "c"), ("A-more/D.html", "d")):
        (saved / name).parent.mkdir(parents=True, exist_ok=True)
        (saved / name).write_text(text)
    (saved / "A_files/a.png").write_bytes(PNG)
    (saved / "loop").symlink_to(saved)
    (top / "secret.html").write_text("secret")
    (top / "linked").mkdir()
    (top / "linked/page.html").write_text("<p>")
    (top / "linked/again.html").symlink_to("page.html")
    (top / "linked/secret.html").symlink_to(top / "secret.html")
    linked = run("pack", top / "linked", "-o", str(top / "of-links") + "/")
    check("pack: a page that is a link stays in its folder", linked.returncode == 1 and "leads out of its folder" in linked.stderr and
          tree(top / "of-links") == ["again.mhtml", "page.mhtml", "report.jsonl"], linked)
    linked = run("pack", top / "linked/secret.html", top / "linked", "--outside", "-o", str(top / "asked") + "/")
    check("pack: unless that is asked for", linked.returncode == 0 and len(tree(top / "asked")) == 5, (linked, tree(top / "asked")))
    out = top / "out"
    packed = run("pack", saved, "-o", str(out) + "/", "--base", "http://h/x")
    want = ["A-more/D.mhtml", "A.mhtml", "deep/B.html.mhtml", "deep/B.mhtml", "report.jsonl", "site.mhtml"]
    check("pack: each page and each site", [t for t in tree(out) if (out / t).is_file()] == want, [t for t in tree(out) if (out / t).is_file()])
    rows = report(out)
    check("pack: what is not in it", packed.returncode == 1 and [r["verdict"] for r in rows] == ["incomplete"] + 4 * ["complete"] and
          rows[0]["missing"] == [{"page": str(saved / "A.html"), "where": "img[src]", "raw": "gone.png", "reason": "missing", "detail": None}] and
          "A.html: img[src] gone.png: not packed: there is no such file" in packed.stderr, (rows, packed.stderr))
    check("pack: bytes are those of the bundle", all(r["bytes"] == os.path.getsize(r["output"]) for r in rows), rows)
    check("pack: bases are those of the folders", b"Content-Location: http://h/x/deep/B.htm\r\n" in (out / "deep/B.mhtml").read_bytes())
    check("pack: nothing is made twice", run("pack", saved, "-o", str(out) + "/").returncode == 2)
    before = {n: (out / n).read_bytes() for n in want}
    (out / "site.mhtml").unlink()
    (out / "report.jsonl").unlink()
    resumed = run("pack", saved, "-o", str(out) + "/", "--base", "http://h/x", "--resume", "--jobs", "1")
    check("pack: --resume makes what is not there", resumed.returncode == 1 and {n: (out / n).read_bytes() for n in want} == before)
    (out / "report.jsonl").unlink()
    moved = run("pack", saved, "-o", str(out) + "/", "--base", "http://other/", "--resume")
    check("pack: --resume tells what has other options", moved.returncode == 1 and {r["verdict"] for r in report(out)} == {"failed"}, moved)
    again = run("pack", saved, "-o", str(out) + "/", "--restart")
    check("pack: what is there already stays", again.returncode == 1 and {r["verdict"] for r in report(out)} == {"failed"} and
          (out / "site.mhtml").read_bytes() == before["site.mhtml"], again)
    followed = run("pack", saved / "site", "--follow", "-o", str(top / "sites") + "/")
    check("pack: a site with its pages", followed.returncode == 0 and report(top / "sites")[0]["parts"] == 2, followed)
    none = run("pack", saved / "empty", saved / "deep/B.htm", "-o", str(top / "none") + "/")
    check("pack: a folder without pages is told", none.returncode == 1 and "saved/empty: there is no page in it" in none.stderr and
          [r["verdict"] for r in report(top / "none")] == ["failed", "complete"], none)
    many = top / "many"
    many.mkdir()
    for i in range(300):
        (many / ("%03d.html" % i)).write_text("<p>%d" % i)
    told = [run("pack", many, "-o", str(top / ("many-" + jobs)) + "/", "--jobs", jobs).returncode for jobs in ("1", "2")]
    check("pack: the report is in order, however many work",
          told == [0, 0] and [r["source"] for r in report(top / "many-2")] == [str(many / ("%03d.html" % i)) for i in range(300)])


def tells_of_the_page(top):
    source = top / "page.mhtml"
    source.write_bytes(b"Date: Tue, 24 Nov 2026 10:00:00 +0100\r\n" + bundle("<html lang=de><title>T</title><p>words"))
    run("unpack", "--text", source, "-o", str(top / "out") + "/")
    row = report(top / "out")[0]
    record = json.loads((top / "out/page.mhtml/bundle.json").read_text())
    for told in (row, record):
        check("title, URL, date and language", [told[k] for k in ("title", "url", "date", "language")] ==
              ["T", "http://h/", "2026-11-24T09:00:00Z", "de"], told)
    check("the text of the page", record["files"][0]["text"] == "index.txt" and
          (top / "out/page.mhtml/index.txt").read_text() == "words\n", record)


def hostile_sizes(top):
    # Each frame holds the next one twice.
    frames = bundle("<iframe src=0></iframe>", *(("text/html", "http://h/%d" % i, "<iframe src=%d></iframe>" % (i + 1) * 2) for i in range(40)))
    long = b"http://h/" + b"a" * 1_000_000
    labels = bundle("<img src=a.png><img src=" + long.decode() + ">", ("image/png", long.decode(), PNG), ("image/png", "http://h/a.png", PNG),
                    ("text/html", "http://h/" + "b/" * 500_000, "<img src=a.png>" * 2000))
    (top / "frames.mhtml").write_bytes(frames)
    (top / "labels.mhtml").write_bytes(labels)
    made = run("inline", top / "frames.mhtml", "-o", top / "frames.html")
    size = os.path.getsize(top / "frames.html")
    check("frames in frames end, are bounded, and are told", made.returncode == 1 and size <= 1.1 * 16 * (512 << 10) and "was left out" in made.stderr,
          (made.returncode, size, made.stderr[:300]))
    bounded = run("inline", top / "frames.mhtml", "-o", top / "small.html", "--max-bytes", "100k")
    check("frames in frames: --max-bytes is kept", bounded.returncode == 1 and os.path.getsize(top / "small.html") <= 110 << 10, bounded)
    check("frames in frames: unpacked once each", run("unpack", top / "frames.mhtml", "-o", top / "frames").returncode == 0 and
          len(list((top / "frames").iterdir())) == 42)
    for verb in ("unpack", "inline"):
        made = run(verb, top / "labels.mhtml", "-o", top / ("labels." + verb))
        # Two thousand references and a base of a megabyte would be two gigabytes.
        check(verb + ": labels of a megabyte", made.returncode == (verb == "unpack") and
              (verb == "inline" or "part 4 was left out: reading it would be too much work" in made.stderr), (made.returncode, made.stderr[:300]))
    check("labels of a megabyte: names are not", all(len(p.name) < 150 for p in (top / "labels.unpack").iterdir()) and
          len(list((top / "labels.unpack").glob("*.png"))) == 2)
    for verb in ("list", "check"):
        told = run(verb, top / "labels.mhtml", "--format", "jsonl")
        check(verb + ": labels of a megabyte", told.returncode in (0, 1) and json.loads(told.stdout.splitlines()[-1])["parts"] == 5, told.stderr[:300])
    for verb in ("unpack", "inline"):
        nowhere = run(verb, top / "frames.mhtml", "-o", "/proc/basewalk-" + verb)
        check(verb + ": where nothing can be written", nowhere.returncode == 1 and "/proc/basewalk-" + verb in nowhere.stderr, nowhere)


with tempfile.TemporaryDirectory() as scratch:
    for case in (hostile_sizes, places, hostile_names, hostile_folder, resumes, holds_results_against_what_is_made, packs, tells_of_the_page):
        folder = pathlib.Path(os.path.realpath(scratch)) / case.__name__
        folder.mkdir()
        case(folder)
print("%d failed" % len(failures))
sys.exit(1 if failures else 0)

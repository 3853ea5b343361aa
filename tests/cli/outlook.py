#!/usr/bin/env python3
"""Outlook data files by the tool: the links that were put in, what is told, and the same by slices,
by names and out of archives.  Beside readpst, where that is installed, the same messages."""
import email
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import zipfile

tool = os.environ["BASEWALK"]
make = pathlib.Path(__file__).resolve().parent.parent / "tools" / "make_pst.py"
wrong = 0


def check(what, is_right, seen=""):
    global wrong
    if not is_right:
        wrong += 1
        print(f"{what}: {seen}")


def run(*arguments):
    done = subprocess.run([tool, *map(str, arguments)], capture_output=True)
    return done.returncode, done.stdout.decode(), done.stderr.decode()


def made(name, *arguments):
    subprocess.run([sys.executable, make, *arguments, name], check=True)
    return name


def links(*arguments):
    """(source, URL) of each link to links.example, and the problems."""
    status, out, err = run("links", "--format", "jsonl", *arguments)
    records = [json.loads(line) for line in out.splitlines()]
    found = [(r["source"], r["url"]) for r in records
             if (r.get("url") or "").startswith("http://links.example/")]
    return found, status, err


def numbers(found):
    return [url.rsplit("example/")[1] for _, url in found]


EXPECTED = ["1", "3", "2", "4", "40", "5", "19", "20", "6", "top.html", "rel7", "8", "dir.html", "9",
            "10", "12", "11", "b.html", "base/13", "13", "14", "15", "16", "17", "18", "21"]


def basic():
    for form in ([], ["--crypt", "permute"], ["--crypt", "cyclic"], ["--ansi"], ["--large"]):
        found, status, err = links(made("x.pst", *form, "basic"))
        check(f"links {form}", numbers(found) == EXPECTED, numbers(found))
        # What is not given is told.
        check(f"status {form}", status == 1, status)
        check(f"told {form}", "000007.eml (lost): has an attachment, number 2 (ref.doc), that lies elsewhere" in err, err)
    status, out, err = run("verify", "x.pst")
    check("verify", status == 1, status)
    check("verify counts", " 14 messages" in err, err)
    check("verify skips", "[not-mail] has items that are no mail" in out, out)
    check("verify tells", out.count("failed\t") == 1, out)


def whole():
    found, status, err = links(made("many.pst", "-n", "300", "many"))
    check("many", numbers(found) == [str(i) for i in range(300)] and status == 0, err)
    status, out, err = run("verify", "many.pst")
    check("verify many", status == 0 and "300 messages" in err, err)
    # By its name, whatever that is; in archives; from a pipe.
    shutil.copy("many.pst", "other.name")
    check("another name", numbers(links("other.name")[0]) == numbers(found))
    with zipfile.ZipFile("in.zip", "w", zipfile.ZIP_DEFLATED) as box:
        box.write("many.pst", "sub/old.pst")
    packed, status, err = links("in.zip")
    check("in a zip", numbers(packed) == numbers(found) and status == 0, err)
    check("its name", packed[0][0] == "in.zip/sub/old.pst/Top of Personal Folders/Folder 0/000001.eml",
          packed[0][0])
    # A message, and a folder, are sources.
    one, status, err = links(found[17][0])
    check("one message", one == [found[17]] and status == 0, (one, err))
    folder, status, err = links("many.pst/Top of Personal Folders/Folder 3")
    check("one folder", numbers(folder) == [str(i) for i in range(90, 120)], err)
    slices = []
    for i in range(3):
        part, status, err = links("--shard", f"{i}/3", "many.pst")
        check("a slice", status == 0, err)
        slices += part
    check("slices", slices == found, len(slices))


def damaged():
    data = bytearray(pathlib.Path("many.pst").read_bytes())
    for at in range(0x5000, len(data), 9001):
        data[at] ^= 0xFF
    pathlib.Path("damaged.pst").write_bytes(data)
    found, status, err = links("damaged.pst")
    check("damaged: told", status == 1 and "check sum" in err, err)
    check("damaged: most is read", len(found) > 200, len(found))
    pathlib.Path("cut.pst").write_bytes(pathlib.Path("many.pst").read_bytes()[:100000])
    found, status, err = links("cut.pst")
    check("cut off", status == 1 and "is cut off" in err, err)


def beside_readpst():
    if shutil.which("readpst") is None:
        print("skipped: there is no readpst")
        return False

    def messages(folder):
        ids = []
        for path in sorted(p for p in pathlib.Path(folder).rglob("*") if p.is_file()):
            ids.append(email.message_from_bytes(path.read_bytes())["Message-ID"])
        return sorted(map(str, ids))

    for form in (["basic"], ["--crypt", "permute", "basic"], ["--ansi", "basic"], ["--large", "basic"],
                 ["-n", "500", "many"]):
        made("y.pst", *form)
        shutil.rmtree("theirs", ignore_errors=True)
        os.mkdir("theirs")
        # Its processes side by side (-j) now and then lose a message.
        subprocess.run(["readpst", "-q", "-j", "0", "-M", "-te", "-o", "theirs", "y.pst"], check=True,
                       stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        status, out, err = run("links", "--format", "jsonl", "y.pst")
        records = [json.loads(line) for line in out.splitlines()]
        ids = sorted(f"<{r['message_id']}>" for r in records if r["kind"] == "message")
        check(f"beside readpst {form}", ids == messages("theirs"),
              (len(ids), len(messages("theirs")), set(ids) ^ set(messages("theirs"))))
    return True


with tempfile.TemporaryDirectory() as folder:
    os.chdir(folder)
    basic()
    whole()
    damaged()
    compared = beside_readpst()
    os.chdir("/")
print(f"{wrong} wrong")
sys.exit(1 if wrong else 0 if compared else 77)

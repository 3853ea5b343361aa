#!/usr/bin/env python3
"""Documents by the tool: of each in tests/data/documents every link that expected.tsv has, and of
those without links that they are told; options, passwords, a worker that is not there."""
import base64
import binascii
import csv
import io
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import zipfile

tool = os.environ["BASEWALK"]
data = pathlib.Path(os.environ["TOP"]) / "tests" / "data" / "documents"
wrong = 0


def check(what, is_right, seen=""):
    global wrong
    if not is_right:
        wrong += 1
        print(f"{what}: {seen}")


def mail(name, document, body="see attachment", subject="a document"):
    boundary = "=_doc"
    return (f"From: a@sender.test\nSubject: {subject}\nMIME-Version: 1.0\n"
            f'Content-Type: multipart/mixed; boundary="{boundary}"\n\n--{boundary}\n'
            f"Content-Type: text/plain\n\n{body}\n--{boundary}\n"
            f'Content-Type: application/octet-stream; name="{name}"\n'
            f"Content-Transfer-Encoding: base64\n\n").encode() + base64.encodebytes(document) + (
                f"--{boundary}--\n".encode())


def records(message, *options, **more):
    done = subprocess.run([tool, "links", "--format", "jsonl", *options, "-"], input=message,
                          capture_output=True, **more)
    return done.returncode, [json.loads(line) for line in done.stdout.splitlines()], done.stderr


def of(kind, all_records):
    return [record for record in all_records if record["kind"] == kind]


def same(url):
    """A bare host with its slash or without."""
    return re.sub(r"^([a-z][a-z0-9+.-]*://[^/?#]+)$", r"\1/", url or "", flags=re.I)


def tables():
    files = 0
    for table in sorted(data.glob("*/expected.tsv")):
        with open(table, encoding="utf-8") as lines:
            rows = list(csv.reader(lines, delimiter="\t", quoting=csv.QUOTE_NONE))[1:]
        rows = [row + [""] * 7 for row in rows if row and not row[0].startswith("#")]
        for name in sorted({row[0] for row in rows}):
            files += 1
            status, found, err = records(mail(name, (table.parent / name).read_bytes()))
            check(f"{name}: status", status == 0, (status, err[-300:]))
            urls = {same(r[key]) for r in of("link", found) for key in ("url", "clicked")}
            told = of("link", found) or of("note", found) or of("unread", found)
            for row in (row for row in rows if row[0] == name):
                if row[4]:
                    check(f"{name}: {row[1]}", same(row[4]) in urls, row[4])
                elif "relative" not in row[6] and "with the part at" not in row[6]:
                    check(f"{name}: told", bool(told), found)
    check("files", files > 150, files)


def bases():
    document = (data / "pdf" / "pdf-base-relative.pdf").read_bytes()
    _, found, _ = records(mail("x.pdf", document))
    relative = [r for r in of("link", found) if r["raw"] == "page2.html"]
    check("base", [(r["base"], r["base_from"], r["base_part"], r["part"]) for r in relative] ==
          [("https://base.example/docs/2026/", "document", "2", "2")], relative)
    check("document", [(r["format"], r["base"], r["name"]) for r in of("document", found)] ==
          [("pdf", "https://base.example/docs/2026/", "x.pdf")], found)
    _, found, _ = records(mail("x.pdf", document), "--honor", "html-base")
    check("not honoured", [r["status"] for r in of("link", found) if r["raw"] == "page2.html"] ==
          ["unresolved"], found)
    _, found, _ = records(mail("x.pdf", document), "--base", "http://mail.example/a/", "--honor",
                          "retrieval,enclosing")
    check("the mail's", [r["url"] for r in of("link", found) if r["raw"] == "page2.html"] ==
          ["http://mail.example/a/page2.html"], found)


def options():
    document = (data / "pdf" / "pdf-uri-plain.pdf").read_bytes()
    for kinds in ("none", "rtf,outlook"):
        _, found, _ = records(mail("x.pdf", document), "--open", kinds)
        check(f"--open {kinds}", [r["why"] for r in of("unread", found)] == ["no-opener"], found)
        check(f"--open {kinds}: verdict", of("message", found)[0]["verdict"] == "unread", found)
    _, found, _ = records(mail("x.pdf", document), "--open", "rtf, pdf")
    check("--open pdf", len(of("link", found)) == 2 and not of("unread", found), found)
    check("clear", of("message", found)[0]["verdict"] == "clear", found)
    status, _, err = records(mail("x.pdf", document), "--open", "pfd")
    check("--open pfd", status == 2 and b"there is no kind of document 'pfd'; did you mean pdf?" in err,
          (status, err))
    _, found, _ = records(mail("x.pdf", document), "--limit", "documents=0")
    check("limit", [r["why"] for r in of("unread", found)] == ["limit-documents"], found)
    check("limit: note", "limit-documents" in [r["code"] for r in of("note", found)], found)


def no_module():
    """Each module by its name, where it is not there; what the program has is opened without any."""
    names = sorted(path.name for path in pathlib.Path(tool).parent.glob("basewalk-*.so"))
    check("modules", "basewalk-compound.so" in names, names)
    gone = {"basewalk-compound.so": ("a.zip", b"PK\3\4" + b"\0" * 60), "basewalk-pdf.so": ("a.pdf", b"%PDF-1.7\n"),
            "basewalk-picture.so": ("a.png", b"\x89PNG\r\n\x1a\n" + b"\0" * 60)}
    with tempfile.TemporaryDirectory() as folder:
        for name in ("basewalk", "basewalk-worker"):
            shutil.copy(pathlib.Path(tool).parent / name, folder)
        for name in set(names) & set(gone):
            done = subprocess.run([os.path.join(folder, "basewalk"), "links", "--format", "jsonl", "-"],
                                  input=mail(*gone[name]), capture_output=True)
            found = [json.loads(line) for line in done.stdout.splitlines()]
            check(f"without {name}", [(record["why"], name in record["text"]) for record in of("unread", found)] ==
                  [("no-opener", True)], found)
        shortcut = mail("a.url", b"[InternetShortcut]\nURL=http://s.test/\n")
        done = subprocess.run([os.path.join(folder, "basewalk"), "links", "-"], input=shortcut, capture_output=True)
        check("without any module", done.returncode == 0 and b"http://s.test/" in done.stdout, done)


def repaired():
    """Of what was read all the same a note tells, and nothing is unread."""
    _, found, _ = records(mail("x.pdf", (data / "pdf" / "pdf-bad-startxref.pdf").read_bytes()))
    check("repaired", [r["code"] for r in of("note", found)] == ["document-repaired"], found)
    check("repaired: clear", of("message", found)[0]["verdict"] == "clear", found)


def no_worker():
    document = (data / "pdf" / "pdf-uri-plain.pdf").read_bytes()
    message = mail("x.pdf", document, "http://text.example/")
    status, found, _ = records(message,
                               env={**os.environ, "BASEWALK_WORKER": "/nonexistent/worker"})
    check("no worker: status", status == 0, status)
    check("no worker: other links", [r["url"] for r in of("link", found)] ==
          ["http://text.example/"], found)
    unread = of("unread", found)
    check("no worker: told", len(unread) == 1 and unread[0]["why"] == "no-opener" and
          "/nonexistent/worker" in unread[0]["text"], unread)


def wrong_words():
    """The old cipher of ZIP takes one word in 256 for right."""
    pathlib.Path("page.txt").write_bytes(b"http://z.example/")
    words = " ".join(f"word{i}" for i in range(200))
    for number in range(10):
        name = f"stored{number}.zip"
        subprocess.run(["zip", "-q", "-0", "-P", "kx-4711", name, "page.txt"], check=True)
        _, found, _ = records(mail("x.zip", pathlib.Path(name).read_bytes(), words + " kx-4711"))
        check("stored", [r["url"] for r in of("link", found)] == ["http://z.example/"], found)
        _, found, _ = records(mail("x.zip", pathlib.Path(name).read_bytes(), words))
        check("stored, closed", [r["why"] for r in of("unread", found)] == ["encrypted"], found)


def passwords():
    if shutil.which("zip") is None:
        print("skipped: there is no zip")
        return False
    page = b'<base href="http://z.example/d/"><a href="x.html">'
    pathlib.Path("page.html").write_bytes(page)
    subprocess.run(["zip", "-q", "-P", "kx-4711", "x.zip", "page.html"], check=True)
    document = pathlib.Path("x.zip").read_bytes()
    words = " ".join(f"word{i}" for i in range(100))
    message = mail("x.zip", document, f"{words}\nThe password is: kx-4711.\n{words}")
    _, found, _ = records(message)
    check("password", "http://z.example/d/x.html" in [r["url"] for r in of("link", found)], found)
    opened = of("document", found)[0]
    check("opened with", (opened["opened_with"], opened["password"]) == ("word of the body", None),
          opened)
    _, found, _ = records(message, "--show-passwords")
    check("shown", of("document", found)[0]["password"] == "kx-4711", found)
    _, found, _ = records(mail("x.zip", document, subject="your code: kx-4711"))
    check("subject", of("document", found)[0]["opened_with"] == "word of the subject", found)
    _, found, _ = records(mail("x.zip", document, words))
    check("no password", [r["why"] for r in of("unread", found)] == ["encrypted"], found)
    wrong_words()
    check("no password: part", of("unread", found)[0]["name"] == "x.zip/page.html", found)
    return True


def encrypted():
    """What Office and OpenDocument encrypt themselves."""
    folder = data / "encrypted"
    words = " ".join(f"word{i}" for i in range(20))
    for name in ("agile-sha512.docx", "standard-128.docx", "capi-128.xls", "xor.xls", "rc4.doc",
                 "aes.odt", "lzma2.7z", "header.7z"):
        document = (folder / name).read_bytes()
        message = mail(name, document, f"{words}\nThe password is: kx-4711.\n{words}")
        url = "http://locked.example/" + name.rsplit(".", 1)[0]
        _, found, _ = records(message)
        check(f"{name}: link", url in [r["url"] for r in of("link", found)], found)
        opened = of("document", found)[0]
        check(f"{name}: opened", (opened["opened_with"], opened["password"]) ==
              ("word of the body", None), opened)
        check(f"{name}: all of it", not of("unread", found), found)
        _, found, _ = records(message, "--show-passwords")
        check(f"{name}: shown", of("document", found)[0]["password"] == "kx-4711", found)
        _, found, _ = records(mail(name, document, words))
        check(f"{name}: closed", not of("link", found) and
              {r["why"] for r in of("unread", found)} == {"encrypted"}, found)
    for name, password in (("agile-excel.xlsx", "VelvetSweatshop"),
                           ("capi-powerpoint.ppt", "/01Hannes Ruescher/01")):
        _, found, _ = records(mail(name, (folder / name).read_bytes()), "--show-passwords")
        opened = of("document", found)[0]
        check(f"{name}: of the format", (opened["opened_with"], opened["password"]) ==
              ("password of the format", password), opened)
    # What takes too long to try is told, with words and without.
    document = (folder / "hostile-spins.docx").read_bytes()
    _, found, _ = records(mail("x.docx", document, "kx-4711"))
    check("spins", {r["why"] for r in of("unread", found)} == {"encrypted", "limit-documents"}, found)
    check("spins: not opened", of("document", found)[0]["opened_with"] is None, found)


def sections():
    document = (data / "archive" / "zip-nested.zip").read_bytes()
    _, found, _ = records(mail("a.zip", document))
    check("sections", [(r["part"], r["url"]) for r in of("link", found)] ==
          [("2.1.1.1", "https://zip.example/d/next.html")], found)
    # Nothing of one document reaches the next.
    both = mail("a.zip", document).replace(b"--=_doc--\n", b"") + (
        b"--=_doc\nContent-Type: text/html\n\n<a href=rel>\n--=_doc--\n")
    _, found, _ = records(both)
    check("no base behind", [r["base"] for r in of("link", found) if r["raw"] == "rel"] == [None],
          found)


def prefixes():
    """What begins as RTF and is declared as a page is a page, too; what cannot be opened is told."""
    page = (b'Content-Type: text/html\n\n{\\rtf1 {\\*\\x}<base href="http://b.example/d/">'
            b'<a href="x.html">y</a>')
    _, found, _ = records(page)
    check("page behind {\\rt", "http://b.example/d/x.html" in [r["url"] for r in of("link", found)],
          found)
    done = subprocess.run([tool, "rewrite", "--wrap", "https://g.example/?u={url}", "-"], input=page,
                          capture_output=True)
    check("page behind {\\rt: rewritten", b"g.example" in done.stdout, done.stdout)
    armour = b"Content-Type: text/plain\n\n" + (data / "wrapped" / "pgp-literal.asc").read_bytes()
    _, found, _ = records(armour, env={**os.environ, "BASEWALK_WORKER": "/nonexistent/worker"})
    check("armour without a worker", [r["why"] for r in of("unread", found)] == ["no-opener"], found)


def rewriting():
    document = (data / "pdf" / "pdf-uri-plain.pdf").read_bytes()
    message = mail("x.pdf", document, "http://text.example/")
    report = "report.json"
    done = subprocess.run([tool, "rewrite", "--wrap", "https://g.example/?u={url}", "--report",
                           report, "-"], input=message, capture_output=True)
    check("rewrite", done.returncode == 0, done.stderr)
    told = json.loads(pathlib.Path(report).read_text().splitlines()[0])
    check("kept", [each["why"] for each in told["kept"]] == ["document", "document"], told)
    check("verdict", told["verdict"] == "differs", told)
    check("bytes", base64.encodebytes(document) in done.stdout, "the document was changed")


def behind_texts():
    """A zip is found by its end, whatever text it begins with."""
    page = b'<a href="x.html">x</a><base href="http://z.example/d/">'
    inner = io.BytesIO()
    with zipfile.ZipFile(inner, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("page.html", page)
    for type in ("text/plain", "text/html", "text/csv", "image/svg+xml", "application/octet-stream"):
        for text, rest in ((b"http://behind.example/ " * 60, inner.getvalue()), (b"a text", b"")):
            message = (b"From: a@b.test\nContent-Type: " + type.encode() + b"; name=x.zip\n"
                       b"Content-Transfer-Encoding: base64\n\n" + base64.encodebytes(text + rest))
            _, found, _ = records(message)
            check(f"zip behind {type}", ("http://z.example/d/x.html" in [r["url"] for r in of("link", found)])
                  == (rest != b""), found)
            if rest == b"" and type != "application/octet-stream":
                check(f"no zip in {type}", of("unread", found) == [], found)


def in_texts():
    """Files that were encoded for a text."""
    page = b'<a href="x.html">x</a><base href="http://z.example/d/">'
    uu = lambda name, document: (f"begin 644 {name}\n" + "".join(
        binascii.b2a_uu(document[i:i + 45]).decode() for i in range(0, len(document), 45)) +
        "`\nend\n")
    head = "From: a@b.test\nMIME-Version: 1.0\nContent-Type: text/plain\n\n"
    inner = io.BytesIO()
    with zipfile.ZipFile(inner, "w") as archive:
        archive.writestr("page.html", page)
    for name, document, part in (("page.html", page, "1.1"), ("a.zip", inner.getvalue(), "1.1.1")):
        message = head + "Dear all,\n\n" + uu(name, document) + "\nhttp://behind.example/\n"
        _, found, _ = records(message.encode())
        check(f"uuencode {name}", {(r["part"], r["url"]) for r in of("link", found)} ==
              {("1", "http://behind.example/"), (part, "http://z.example/d/x.html")}, found)
        _, found, _ = records(message.encode(), "--open", "none")
        check(f"uuencode {name}, not opened", [r["url"] for r in of("link", found)] ==
              ["http://behind.example/"], found)
    damaged = head + "\n" + uu("page.html", page).replace("`\nend\n", "")
    _, found, _ = records(damaged.encode())
    check("cut off", [(r["why"], r["name"], r["text"]) for r in of("unread", found)] ==
          [("damaged", "page.html", "is cut off")], found)
    yenc = b"".join(bytes([61, (c + 106) & 255]) if (c + 42) & 255 in (0, 10, 13, 61) else
                    bytes([(c + 42) & 255]) for c in inner.getvalue())
    message = (head.encode() + b"hello\n=ybegin line=128 size=%d name=a.zip\n" % len(inner.getvalue()) +
               yenc + b"\n=yend size=%d\n" % len(inner.getvalue()))
    _, found, _ = records(message)
    check("yEnc", "http://z.example/d/x.html" in [r["url"] for r in of("link", found)], found)
    # As a transfer encoding, which Thunderbird knows, it is what the part says that it is.
    page_yenc = bytes((c + 42) & 255 for c in page)
    for name, block in (("x-yencode", b"=ybegin line=128 size=%d name=page\n" % len(page) + page_yenc +
                         b"\n=yend size=%d\n" % len(page)), ("x-own", uu("page", page).encode())):
        message = head.replace("plain\n", f"html\nContent-Transfer-Encoding: {name}\n").encode()
        _, found, _ = records(message + block)
        check(f"{name} as transfer encoding", [r["url"] for r in of("link", found)] ==
              ["http://z.example/d/x.html"], found)
    # In a charset that hides yEnc, what is beside it is read all the same.
    wide = ("\ufeff" + uu("page.html", page) + "=ybegin line=128 size=1 name=x\nK\n=yend size=1\n")
    _, found, _ = records(head.replace("plain", "plain; charset=utf-16").encode() + wide.encode("utf-16-le"))
    check("UTF-16", "http://z.example/d/x.html" in [r["url"] for r in of("link", found)], found)
    literal = b"http://signed.example/\n"
    packet = bytes([0xCB, 6 + len(literal)]) + b"b\0\0\0\0\0" + literal
    armour = ("-----BEGIN PGP MESSAGE-----\n\n" + base64.b64encode(packet).decode() +
              "\n-----END PGP MESSAGE-----\n")
    _, found, _ = records((head + "See below.\n\n" + armour + "Bye\n").encode())
    check("armour", [r["url"] for r in of("link", found)] == ["http://signed.example/"], found)


def main():
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        tables()
        bases()
        options()
        no_worker()
        no_module()
        repaired()
        sections()
        prefixes()
        rewriting()
        in_texts()
        behind_texts()
        encrypted()
        all_tested = passwords()
        os.chdir("/")
    if wrong:
        sys.exit(1)
    sys.exit(0 if all_tested else 77)


main()

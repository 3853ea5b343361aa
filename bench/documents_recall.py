#!/usr/bin/env python3
"""documents_recall.py FOLDER TOOL: the URLs that pdfinfo, mutool, qpdf, Python's zipfile and a search
of the streams that olefile finds have in the PDF and Office files of a folder, and in those attached
to its mail, beside those of TOOL (the program basewalk).  Prints a table of counts, and each URL that
a peer has and ours has not.  pdf.js is a peer, too, where PDFJS names the file that node reads it
from (build/pdf.js of pdfjs-dist 3), olefile where Python has it."""
import base64
import collections
import email
import html
import io
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import zipfile

URL = re.compile(r"(?:https?|ftp|mailto|file):[^\s\"'<>)\]\\]+", re.I)
# Names of XML and the like, which nobody follows.
NAMES = re.compile(r"^https?://(schemas\.|www\.w3\.org/|purl\.org/|purl\.oclc\.org/|ns\.adobe|"
                   r"docs\.oasis-open\.org|openoffice\.org/|www\.idpf\.org|xml\.openoffice)", re.I)


OLE = b"\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1"


def run(*command):
    try:
        return subprocess.run(command, capture_output=True, timeout=60).stdout.decode("utf-8", "replace")
    except (OSError, subprocess.TimeoutExpired):
        return ""


def strings_of(value):
    """Of JSON, those that stand under /URI or /F."""
    if isinstance(value, dict):
        for key, each in value.items():
            if key in ("/URI", "/F", "/Base") and isinstance(each, str):
                yield re.sub(r"^[ub]:", "", each)
            else:
                yield from strings_of(each)
    elif isinstance(value, list):
        for each in value:
            yield from strings_of(each)


def by_pdfinfo(path):
    lines = run("pdfinfo", "-url", path).splitlines()[1:]
    return [line.split(None, 2)[2] for line in lines if len(line.split(None, 2)) == 3]


def by_mutool(path):
    return re.findall(r'(?:uri|href)="([^"]+)"', run("mutool", "show", "-g", path, "outline")) + [
        url for url in re.findall(r"/URI\s*\(((?:[^()\\]|\\.)*)\)", run("mutool", "show", "-g", path, "grep"))]


def by_qpdf(path):
    try:
        return list(strings_of(json.loads(run("qpdf", "--json", path))))
    except ValueError:
        return []


PDFJS = """
const pdf = require(process.argv[1]);
const data = new Uint8Array(require("fs").readFileSync(process.argv[2]));
(async () => {
  const document = await pdf.getDocument({data, verbosity: 0}).promise;
  const walk = (items) => { for (const item of items || []) {
    for (const url of [item.url, item.unsafeUrl]) if (url) console.log(url);
    walk(item.items); } };
  for (let i = 1; i <= document.numPages; ++i) walk(await (await document.getPage(i)).getAnnotations());
  walk(await document.getOutline());
})().catch(() => {});
"""


def by_pdfjs(path):
    return run("node", "-e", PDFJS, os.environ["PDFJS"], path).splitlines()


def by_zipfile(path):
    urls = []
    try:
        with zipfile.ZipFile(path) as archive:
            for member in archive.namelist():
                if member.endswith(".rels"):
                    for tag in re.findall(r"<[^>]*TargetMode\s*=\s*[\"']External[^>]*>",
                                          archive.read(member).decode("utf-8", "replace")):
                        urls += re.findall(r"\sTarget\s*=\s*[\"']([^\"']+)", tag)
                elif member.endswith((".xml", ".xhtml", ".html")):
                    text = archive.read(member).decode("utf-8", "replace")
                    urls += re.findall(r"(?:href|src)\s*=\s*[\"']([a-z]+:[^\"']+)", text)
    except (zipfile.BadZipFile, RuntimeError, OSError, NotImplementedError, KeyError, EOFError):
        pass
    return [html.unescape(url) for url in urls]


STREAM_URL = re.compile(rb"(?:https?|ftp)://[A-Za-z0-9.-]+[A-Za-z0-9/_.%~?=&+#:;,@!-]*")
WIDE_URL = re.compile(rb"(?:h\0t\0t\0p\0(?:s\0)?|f\0t\0p\0):\0/\0/\0(?:[\x21-\x7e]\0){3,300}")


def by_olefile(path):
    """Whatever looks like one, in any stream: names of XML and what was cut are among them."""
    try:
        import olefile
        with olefile.OleFileIO(path) as ole:
            streams = [ole.openstream(name).read() for name in ole.listdir()]
    except Exception:  # pylint: disable=broad-except  # of files that are damaged it raises anything
        return []
    return ([url.decode("latin-1") for each in streams for url in STREAM_URL.findall(each)] +
            [url.decode("utf-16-le") for each in streams for url in WIDE_URL.findall(each)])


def by_ours(tool, name, data):
    mail = (b"From: a@b\nMIME-Version: 1.0\nContent-Type: application/octet-stream\n"
            b"Content-Disposition: attachment; filename=\"" + name.encode("ascii", "replace") +
            b"\"\nContent-Transfer-Encoding: base64\n\n" + base64.encodebytes(data))
    done = subprocess.run([tool, "links", "--format", "jsonl", "--full-data", "-"], input=mail,
                          capture_output=True, timeout=120)
    urls, unread = [], []
    for line in done.stdout.splitlines():
        record = json.loads(line)
        if record["kind"] == "link":
            urls += [record["raw"], record["url"] or "", record["clicked"] or ""]
        if record["kind"] == "document":
            urls += [record["base"] or ""] * 3
        if record["kind"] == "unread":
            unread.append(f"{record['why']} {record['text']}")
    return urls, unread


def documents(folder):
    for path in sorted(folder.rglob("*")):
        if not path.is_file():
            continue
        data = path.read_bytes()
        if is_document(data):
            yield path.relative_to(folder), data
        elif re.match(rb"[\x21-\x39\x3b-\x7e]+:|From ", data):
            for number, part in enumerate(email.message_from_bytes(data).walk()):
                inner = part.get_payload(decode=True) if not part.is_multipart() else None
                if inner and is_document(inner):
                    yield f"{path.relative_to(folder)}#{number}", inner


def is_document(data):
    if b"%PDF-" in data[:1024] or data.startswith(OLE):
        return True
    if not data.startswith(b"PK\3\4"):
        return False
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            return bool({"[Content_Types].xml", "mimetype"} & set(archive.namelist()))
    except zipfile.BadZipFile:
        return False


def same(url):
    return html.unescape(url).rstrip("/").lower()


def main():
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    counts, ours_alone, files, missing = collections.Counter(), 0, 0, []
    with tempfile.TemporaryDirectory() as folder:
        for name, data in documents(pathlib.Path(sys.argv[1])):
            files += 1
            is_ole = data.startswith(OLE)
            is_pdf = not is_ole and not data.startswith(b"PK")
            path = pathlib.Path(folder) / ("x.pdf" if is_pdf else "x.zip")
            path.write_bytes(data)
            peers = ({"pdfinfo": by_pdfinfo, "mutool": by_mutool, "qpdf": by_qpdf} if is_pdf else
                     {"olefile": by_olefile} if is_ole else {"zipfile": by_zipfile})
            if is_pdf and "PDFJS" in os.environ:
                peers["pdf.js"] = by_pdfjs
            raw, unread = by_ours(sys.argv[2], str(name).rpartition("/")[2], data)
            ours = {same(url) for url in raw if url}
            counts["ours"] += len({same(url) for url in raw[::3]})
            for peer, find in peers.items():
                theirs = {same(url) for url in find(path) if URL.match(url) and not NAMES.match(url)}
                alone = theirs - ours
                if is_ole:  # What a search takes for an end is none at times.
                    alone = {url for url in alone if not any(
                        url.startswith(each) or each.startswith(url) for each in ours if len(each) > 10)}
                counts[peer] += len(theirs)
                counts[peer + " alone"] += len(alone)
                missing += [(str(name), peer, url, "; ".join(unread[:2])) for url in sorted(alone)]
    print(f"{files} files; ours: {counts['ours']} references")
    for peer in ("pdfinfo", "mutool", "qpdf", "pdf.js", "zipfile", "olefile"):
        print(f"{peer:8} {counts[peer]:6} URLs, of which ours has not {counts[peer + ' alone']}")
    for row in missing:
        print("\t".join(row))


main()

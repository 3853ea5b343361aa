#!/usr/bin/env bash
# basewalk mhtml pack of web archives: what a page shows, payloads byte for byte, and hostile records.
. "$(dirname "$0")/lib.sh"

# make.py NAME: an archive of that name, of what a crawler writes; read.py NAME: its payloads by URL.
cat >make.py <<'END_PY'
import gzip, sys, zlib

def record(kind, url, block, date="2026-11-23T10:00:00Z", media="application/http; msgtype=response", more="", length=None):
    head = (f"WARC/1.1\r\nWARC-Type: {kind}\r\nWARC-Target-URI: {url}\r\nWARC-Date: {date}\r\n"
            f"WARC-Record-ID: <urn:uuid:0>\r\n{more}Content-Type: {media}\r\n"
            f"Content-Length: {len(block) if length is None else length}\r\n\r\n")
    return head.encode() + block + b"\r\n\r\n"

def answer(url, media, body, status="200 OK", fields="", **more):
    return record("response", url, f"HTTP/1.1 {status}\r\nContent-Type: {media}\r\n{fields}\r\n".encode() + body, **more)

def chunked(body):
    return b"3;x=y\r\n" + body[:3] + b"\r\n" + b"%x\r\n" % len(body[3:]) + body[3:] + b"\r\n0\r\n\r\n"

def deflate(body):
    packer = zlib.compressobj(wbits=-15)
    return packer.compress(body) + packer.flush()

PAGE = (b"<link rel=stylesheet href=s.css><img src=a.png><img src=r.png><img src=old.png><img src=same.png>"
        b"<img src=br.png><img src=none.png><img src=gone.png><img src=loop.png><iframe src=f></iframe>"
        b"<script src=x.js></script><a href=other.html>other</a>")
CSS = b"@import 'raw.css'; p { background: url(p.gif) }"
RECORDS = [
    record("warcinfo", "", b"software: test\r\n", media="application/warc-fields"),
    answer("http://h.test/start", "text/html", b"", "301 Moved", "Location: /d/p.html\r\n"),
    answer("http://h.test/d/a.png", "image/png", b"old", date="2025-01-01T00:00:00Z"),
    answer("http://h.test/d/p.html", "text/html; charset=utf-8", chunked(gzip.compress(PAGE)),
           fields="Transfer-Encoding: chunked\r\nContent-Encoding: gzip\r\n"),
    answer("http://h.test/d/a.png", "image/png", b"PNG\x00\r\n\xff", more="WARC-Payload-Digest: sha1:AAA\r\n"),
    answer("http://h.test/d/s.css", "text/css", zlib.compress(CSS), fields="Content-Encoding: deflate\r\n"),
    answer("http://h.test/d/raw.css", "text/css", deflate(b"b{}"), fields="Content-Encoding: deflate\r\n"),
    answer("http://h.test/d/p.gif", "image/gif", b"GIF", fields="Transfer-Encoding: chunked\r\n"),
    answer("http://h.test/d/r.png", "text/html", b"", "302 Found", "Location: http://cdn.test/r2.png\r\n"),
    record("resource", "http://cdn.test/r2.png", b"resource", media="image/png"),
    answer("http://h.test/d/old.png", "image/png", b"near", date="2026-11-20T00:00:00Z"),
    answer("http://h.test/d/old.png", "image/png", b"far", date="2020-01-01T00:00:00Z"),
    record("revisit", "http://h.test/d/same.png", b"HTTP/1.1 200 OK\r\n\r\n", more="WARC-Payload-Digest: sha1:AAA\r\n"),
    answer("http://h.test/d/br.png", "image/png", b"br", fields="Content-Encoding: br\r\n"),
    answer("http://h.test/d/gone.png", "text/html", b"gone", "404 Not Found"),
    answer("http://h.test/d/loop.png", "text/html", b"", "302 Found", "Location: loop.png\r\n"),
    answer("http://h.test/d/f", "text/html", b"", "307 Moved", "Location: /e/g.html\r\n"),
    answer("http://h.test/e/g.html", "text/html", b"<img src=in.png>"),
    answer("http://h.test/e/in.png", "image/png", b"in"),
    answer("http://h.test/d/x.js", "text/javascript", b"1", more="WARC-Truncated: time\r\n"),
    answer("http://h.test/d/other.html", "text/html", b"other"),
]

name = sys.argv[1]
whole = b"".join(RECORDS)
if name == "members.warc.gz":
    data = b"".join(gzip.compress(r) for r in RECORDS)
elif name == "one.warc.gz":
    data = gzip.compress(whole)
elif name == "damaged.warc":
    data = (b"junk\r\n" + RECORDS[0]
            + record("resource", "http://h.test/lie", b"short", length=9999999, media="text/plain")
            + record("resource", "http://h.test/lie", b"short", length=2, media="text/plain")
            + b"WARC/1.1\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nx\r\n\r\n"
            + b"WARC/1.1\r\n" + b"A: b\r\n" * 20000 + b"\r\n" + b"".join(RECORDS[1:])
            + record("resource", "http://h.test/cut", b"cut off", length=100, media="text/plain"))
elif name == "damaged.warc.gz":
    members = [gzip.compress(r) for r in RECORDS]
    members[2] = members[2][:60]
    data = b"".join(members[:3]) + b"junk" + b"".join(members[3:])
else:
    data = whole
open(name, "wb").write(data)
END_PY
cat >parts.py <<'END_PY'
import email, sys
for part in email.message_from_binary_file(open(sys.argv[1], "rb")).get_payload():
    body = part.get_payload(decode=True)
    print(part["Content-Location"], part["Content-Type"], len(body) if len(body) > 60 else body)
END_PY

all="http://h.test/d/p.html text/html; charset=utf-8 244
http://h.test/d/s.css text/css b\"@import 'raw.css'; p { background: url(p.gif) }\"
http://h.test/d/a.png image/png b'PNG\\x00\\r\\n\\xff'
http://h.test/d/r.png image/png b'resource'
http://h.test/d/old.png image/png b'near'
http://h.test/d/same.png image/png b'PNG\\x00\\r\\n\\xff'
http://h.test/d/f text/html b'<img src=in.png>'
http://h.test/d/x.js text/javascript b'1'
http://h.test/d/raw.css text/css b'b{}'
http://h.test/d/p.gif image/gif b'GIF'
http://h.test/d/in.png image/png b'in'"
# lost NAME: what of the page is not there.
lost() {
  echo "basewalk: $1: http://h.test/d/p.html: img[src] br.png: not packed: its coding is not read: br
basewalk: $1: http://h.test/d/p.html: img[src] none.png: not packed: there is no capture of http://h.test/d/none.png
basewalk: $1: http://h.test/d/p.html: img[src] gone.png: not packed: its answer has the status 404
basewalk: $1: http://h.test/d/p.html: img[src] loop.png: not packed: its redirects have no end
basewalk: $1: http://h.test/d/x.js: was captured in part; the rest is not in the file"
}
for name in plain.warc members.warc.gz one.warc.gz; do
  python3 make.py $name
  try "$BASEWALK" mhtml pack $name -o $name.mhtml
  check "warc: $name" 1 "" "$(lost $name)"
  try python3 parts.py $name.mhtml
  check "warc: the parts of $name" 0 "$all" ""
done
cp plain.warc named
try "$BASEWALK" mhtml pack named -o named.mhtml
check "warc: known by its first bytes" 1 "" "$(lost named)"
try "$BASEWALK" mhtml pack plain.warc --page http://h.test/start -o start.mhtml
check "warc: --page behind a redirect" 1 "" "$(lost plain.warc)"
try cmp start.mhtml plain.warc.mhtml
check "warc: stands where that leads" 0 "" ""
try "$BASEWALK" mhtml pack plain.warc --page http://h.test/nowhere -o nowhere.mhtml
check "warc: --page that is not there" 1 "" "basewalk: plain.warc: holds no capture of http://h.test/nowhere; there are pages as http://h.test/d/p.html, http://h.test/e/g.html, http://h.test/d/other.html"
try test -e nowhere.mhtml
check "warc: nothing is left" 1 "" ""
for words in "--base http://h/" --outside --follow; do
  try "$BASEWALK" mhtml pack plain.warc $words -o no.mhtml
  check "warc: ${words%% *} says nothing there" 2 "" "basewalk: ${words%% *}: is for pages in folders, and plain.warc is a web archive"
done
try "$BASEWALK" mhtml pack plain.warc --quiet -o quiet.mhtml
check "warc: quiet" 1 "" ""
try cmp quiet.mhtml plain.warc.mhtml
check "warc: is the same" 0 "" ""
echo '<p>' >page.html
try "$BASEWALK" mhtml pack page.html --page http://h.test/ -o page.mhtml
check "warc: --page of what is none" 2 "" "basewalk: --page http://h.test/: names a page of a web archive, which SOURCE is not"
try "$BASEWALK" mhtml pack plain.warc --max-bytes 100 -o small.mhtml
check "warc: --max-bytes" 1 "" "basewalk: plain.warc: http://h.test/d/p.html: is longer than --max-bytes allows"
printf 'WARC/1.1\r\n' >empty.warc
try "$BASEWALK" mhtml pack empty.warc -o empty.mhtml
check "warc: nothing in it" 1 "" "basewalk: empty.warc: at byte 0: its header has no end
basewalk: empty.warc: holds no page: no answer with status 200 is HTML"

mkfifo fifo.warc
try timeout 20 "$BASEWALK" mhtml pack fifo.warc -o fifo.mhtml
check "warc: a FIFO" 1 "" "basewalk: fifo.warc: is no regular file: a web archive is read from many places"
try "$BASEWALK" mhtml pack missing.warc -o missing.mhtml
check "warc: no file" 1 "" "basewalk: missing.warc: No such file or directory"

# What is damaged is told, and all else is there.
python3 make.py damaged.warc
try "$BASEWALK" mhtml pack damaged.warc -o damaged.mhtml
check "warc: damaged" 1 "" "basewalk: damaged.warc: at byte 0: no record begins here
basewalk: damaged.warc: at byte 200: a record that is cut off, or says that it is longer than it is
basewalk: damaged.warc: at byte 392: a record whose Content-Length does not lead to the next one
basewalk: damaged.warc: at byte 578: it has two lengths
basewalk: damaged.warc: at byte 633: its header has no end
basewalk: damaged.warc: at byte 126298: a record that is cut off, or says that it is longer than it is
$(lost damaged.warc)"
try python3 parts.py damaged.mhtml
check "warc: the parts of damaged.warc" 0 "$all" ""
python3 make.py damaged.warc.gz
try "$BASEWALK" mhtml pack damaged.warc.gz -o damagedgz.mhtml
check "warc: damaged members" 1 "" "*"
try python3 parts.py damagedgz.mhtml
check "warc: the parts of damaged.warc.gz" 0 "$all" ""

# There and back: payloads and dates stay.
cat >payloads.py <<'END_PY'
import gzip, io, sys, zipfile
name = sys.argv[1]
data = zipfile.ZipFile(name).read("archive/data.warc.gz") if name.endswith(".wacz") else open(name, "rb").read()
data = gzip.decompress(data) if data[:2] == b"\x1f\x8b" else data
out = []
while data:
    head, data = data.split(b"\r\n\r\n", 1)
    fields = dict(line.split(b": ", 1) for line in head.split(b"\r\n")[1:])
    size = int(fields[b"Content-Length"])
    if fields[b"WARC-Type"] != b"warcinfo":
        out.append((fields[b"WARC-Target-URI"], fields[b"WARC-Date"], fields[b"Content-Type"], data[:size]))
    data = data[size + 4:]
print("\n".join(map(repr, sorted(out))))
END_PY
try "$BASEWALK" mhtml warc plain.warc.mhtml -o back.warc
check "warc: and back" 0 "" ""
for name in back.warc.gz back.wacz; do
  try "$BASEWALK" mhtml warc plain.warc.mhtml -o $name
  check "warc: and back to $name" 0 "" ""
  try "$BASEWALK" mhtml pack $name -o $name.mhtml
  check "warc: a bundle of $name" 1 "" "*"
  try cmp $name.mhtml plain.warc.mhtml
  check "warc: the same bundle of $name" 0 "" ""
  try "$BASEWALK" mhtml warc $name.mhtml -o again.$name
  check "warc: there, back, and there: $name" 0 "" ""
  python3 payloads.py back.warc >1 && python3 payloads.py again.$name >2
  try cmp 1 2
  check "warc: the same payloads, URLs, types and dates: $name" 0 "" ""
done
finish

#!/usr/bin/env bash
# basewalk mhtml warc: records that a second reader takes, and nothing half-done.
. "$(dirname "$0")/lib.sh"

# A picture by its URL, one by its Content-ID, and one whose label is taken.
cat >page.mhtml <<'END'
Date: Mon, 23 Nov 2026 10:00:00 +0000
MIME-Version: 1.0
Content-Type: multipart/related; boundary=b

--b
Content-Type: text/html
Content-Location: http://h.test/p.html

<img src=a.png><img src="cid:x@y">
--b
Content-Type: image/png
Content-Location: http://h.test/a.png

PNG
--b
Content-Type: image/png
Content-ID: <x@y>

PN2
--b--
END

# What a reader of the records sees: URL and block of each, once the digests and lengths are right.
cat >read.py <<'END'
import base64, gzip, hashlib, sys
name = sys.argv[1]
data = (gzip.open if name.endswith(".gz") else open)(name, "rb").read()
ids = set()
while data:
    head, data = data.split(b"\r\n\r\n", 1)
    first, *lines = head.decode("ascii").split("\r\n")
    fields = dict(line.split(": ", 1) for line in lines)
    block, data = data[:int(fields["Content-Length"])], data[int(fields["Content-Length"]):]
    assert first == "WARC/1.1" and data.startswith(b"\r\n\r\n"), head
    data = data[4:]
    digest = "sha1:" + base64.b32encode(hashlib.sha1(block).digest()).decode()
    assert fields["WARC-Block-Digest"] == digest, head
    assert fields["WARC-Record-ID"] not in ids, head
    ids.add(fields["WARC-Record-ID"])
    if fields["WARC-Type"] == "warcinfo":
        continue
    assert fields["WARC-Type"] == "resource" and fields["WARC-Payload-Digest"] == digest, head
    print(fields["WARC-Target-URI"], fields["WARC-Date"], fields["Content-Type"], block.decode())
END

for name in a.warc a.warc.gz; do
  try "$BASEWALK" mhtml warc page.mhtml -o $name
  check "warc: $name" 0 "" ""
  try sh -c "python3 read.py $name | sed 's/[0-9a-f]\{16\}/ID/'"
  check "warc: $name is read" 0 'http://h.test/p.html 2026-11-23T10:00:00Z text/html; charset=utf-8 <meta charset="utf-8"><img src=a.png><img src="https://ID.bundle.invalid/part/3">
http://h.test/a.png 2026-11-23T10:00:00Z image/png PNG
https://ID.bundle.invalid/part/3 2026-11-23T10:00:00Z image/png PN2' ""
done
try "$BASEWALK" mhtml warc page.mhtml -o a.warc
check "warc: a file that is there" 1 "" "basewalk: a.warc: is there already; name a file that is not"
mkdir again
try "$BASEWALK" mhtml warc page.mhtml -o again/a.warc.gz
check "warc: again" 0 "" ""
try cmp a.warc.gz again/a.warc.gz
check "warc: the same bytes" 0 "" ""
try sh -c "\"$BASEWALK\" mhtml warc page.mhtml page.mhtml -o twice.warc && python3 read.py twice.warc | wc -l | tr -d ' '"
check "warc: a bundle twice has other identifiers" 0 6 ""

# What needs no new reference stays as it is.
sed 's/<img src="cid:x@y">//; /^Date/d; s/^Content-ID: .*/Content-Location: http:\/\/h.test\/a.png/' page.mhtml >plain.mhtml
try "$BASEWALK" mhtml warc plain.mhtml -o plain.warc
check "warc: no date, and a label twice" 1 "" "basewalk: plain.mhtml: has no Date that can be read; its records have 1970-01-01T00:00:00Z
basewalk: plain.mhtml: part 3 has no record: another part stands under http://h.test/a.png"
try python3 read.py plain.warc
check "warc: a page as it was" 0 "http://h.test/p.html 1970-01-01T00:00:00Z text/html <img src=a.png>
http://h.test/a.png 1970-01-01T00:00:00Z image/png PNG" ""

try "$BASEWALK" mhtml warc page.mhtml -o a.wacz
check "warc: another end" 2 "" "basewalk: -o a.wacz: end the name with .warc or .warc.gz"
try "$BASEWALK" mhtml warc none.mhtml -o none.warc
check "warc: no bundle" 1 "" "*"
try test -e none.warc
check "warc: nothing is left" 1 "" ""
finish

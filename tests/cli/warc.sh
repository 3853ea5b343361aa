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
mkdir among
cp page.mhtml among
try "$BASEWALK" mhtml warc among -o among/all.warc
check "warc: what is being made is none of the sources" 0 "" ""
try "$BASEWALK" mhtml warc page.mhtml -o a.warc
check "warc: a file that is there" 1 "" "basewalk: a.warc: is there already; name a file that is not"
mkdir again
try "$BASEWALK" mhtml warc page.mhtml -o again/a.warc.gz
check "warc: again" 0 "" ""
try cmp a.warc.gz again/a.warc.gz
check "warc: the same bytes" 0 "" ""
try "$BASEWALK" mhtml warc page.mhtml page.mhtml -o twice.warc
check "warc: a bundle twice" 0 "" "basewalk: 1 bundle came again, byte for byte: each is in the file once"
try sh -c "python3 read.py twice.warc | wc -l | tr -d ' '"
check "warc: a bundle twice is there once" 0 3 ""

# Sources as of the other verbs: folders, archives, mailboxes; in their order, whatever the jobs.
mkdir -p many
for i in $(seq 1 40); do sed "s/p\.html/p$i.html/; s/PN2/PN$i/" page.mhtml >"many/$(printf %02d "$i").mhtml"; done
try "$BASEWALK" mhtml warc many --jobs 1 -o one.warc
check "warc: a folder" 0 "" ""
try "$BASEWALK" mhtml warc many --jobs 3 -o three.warc
check "warc: a folder, by threads" 0 "" ""
try sh -c 'sed s/three.warc/one.warc/ three.warc | tail -n +12 >three; tail -n +12 one.warc | cmp - three'
check "warc: the same by one thread and by three" 0 "" ""
try sh -c "python3 read.py one.warc | grep -o 'h.test/p[0-9]*' | head -3 | paste -sd, "
check "warc: in the order of the input" 0 "h.test/p1,h.test/p2,h.test/p3" ""
tar cf many.tar many
try "$BASEWALK" mhtml warc many.tar -o of_tar.warc
check "warc: an archive" 0 "" ""
try sh -c "python3 read.py of_tar.warc | wc -l | tr -d ' '"
check "warc: all of the archive" 0 120 ""

# A WACZ: members as they are, an index that leads to each record, hashes that hold.
cat >wacz.py <<'END'
import gzip, hashlib, io, json, sys, zipfile
z = zipfile.ZipFile(sys.argv[1])
assert z.testzip() is None
assert all(i.compress_type == zipfile.ZIP_STORED for i in z.infolist())
package = json.loads(z.read("datapackage.json"))
digest = json.loads(z.read("datapackage-digest.json"))
assert digest["hash"] == "sha256:" + hashlib.sha256(z.read(digest["path"])).hexdigest()
assert package["profile"] == "data-package" and package["wacz_version"] == "1.1.1"
assert {r["path"] for r in package["resources"]} | {"datapackage.json", "datapackage-digest.json"} == set(z.namelist())
for r in package["resources"]:
    data = z.read(r["path"])
    assert (r["bytes"], r["hash"]) == (len(data), "sha256:" + hashlib.sha256(data).hexdigest()), r
lines = z.read("indexes/index.cdx").decode().splitlines()
assert lines == sorted(lines)
data = z.read("archive/data.warc.gz")
for line in lines:
    surt, stamp, entry = line.split(" ", 2)
    entry = json.loads(entry)
    member = data[int(entry["offset"]):][:int(entry["length"])]
    record = gzip.GzipFile(fileobj=io.BytesIO(member)).read()
    assert f"WARC-Target-URI: {entry['url']}\r\n".encode() in record
    assert f"WARC-Payload-Digest: {entry['digest']}\r\n".encode() in record
    print(surt, stamp, entry["mime"])
pages = [json.loads(line) for line in z.read("pages/pages.jsonl").decode().splitlines()]
print(pages[0]["format"], pages[1:])
END
try "$BASEWALK" mhtml warc page.mhtml -o a.wacz
check "warc: a.wacz" 0 "" ""
try sh -c "python3 wacz.py a.wacz | sed 's/[0-9a-f]\{16\}/ID/'"
check "warc: a.wacz is read" 0 "invalid,bundle,ID)/part/3 20261123100000 image/png
test,h)/a.png 20261123100000 image/png
test,h)/p.html 20261123100000 text/html
json-pages-1.0 [{'url': 'http://h.test/p.html', 'ts': '2026-11-23T10:00:00Z'}]" ""
try sh -c "\"$BASEWALK\" mhtml warc page.mhtml -o again/a.wacz && cmp a.wacz again/a.wacz"
check "warc: the same WACZ" 0 "" ""

# What is damaged is told.
sed 's/^PNG$/@@@@/; s/^Content-Location: .*a.png$/&\nContent-Transfer-Encoding: base64/' page.mhtml >damaged.mhtml
try "$BASEWALK" mhtml warc damaged.mhtml -o damaged.warc
check "warc: base64 that is none" 1 "" "basewalk: damaged.mhtml: part 2: base64: bytes outside the alphabet were skipped [base64-junk]"
# A sheet that only its use marks as one.
cat >sheet.mhtml <<'END'
Date: Mon, 23 Nov 2026 10:00:00 +0000
MIME-Version: 1.0
Content-Type: multipart/related; boundary=b

--b
Content-Type: text/html
Content-Location: http://h.test/p.html

<link rel=stylesheet href=s>
--b
Content-Type: text/plain
Content-Location: http://h.test/s

p { background: url(cid:x@y) }
--b
Content-Type: image/png
Content-ID: <x@y>

PN2
--b--
END
try "$BASEWALK" mhtml warc sheet.mhtml -o sheet.warc
check "warc: a sheet by its use" 0 "" ""
try sh -c "python3 read.py sheet.warc | sed -n 's/[0-9a-f]\{16\}/ID/;2p'"
check "warc: a sheet by its use, rewritten" 0 'http://h.test/s 2026-11-23T10:00:00Z text/css; charset=utf-8 p { background: url(https://ID.bundle.invalid/part/3) }' ""

# What needs no new reference stays as it is.
sed 's/<img src="cid:x@y">//; /^Date/d; s/^Content-ID: .*/Content-Location: http:\/\/h.test\/a.png/' page.mhtml >plain.mhtml
try "$BASEWALK" mhtml warc plain.mhtml -o plain.warc
check "warc: no date, and a label twice" 1 "" "basewalk: plain.mhtml: has no Date that can be read; its records have 1970-01-01T00:00:00Z
basewalk: plain.mhtml: part 3 has no record: another part stands under http://h.test/a.png"
try python3 read.py plain.warc
check "warc: a page as it was" 0 "http://h.test/p.html 1970-01-01T00:00:00Z text/html <img src=a.png>
http://h.test/a.png 1970-01-01T00:00:00Z image/png PNG" ""

try "$BASEWALK" mhtml warc page.mhtml -o a.zip
check "warc: another end" 2 "" "basewalk: -o a.zip: end the name with .warc, .warc.gz or .wacz"
try "$BASEWALK" mhtml warc none.mhtml -o none.warc
check "warc: no bundle" 1 "" "*"
try test -e none.warc
check "warc: nothing is left" 1 "" ""
finish

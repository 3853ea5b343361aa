#!/usr/bin/env bash
# basewalk mhtml unpack, inline and pack: what they make, and that they leave nothing half-done.
. "$(dirname "$0")/lib.sh"

cases=$TOP/tests/data/cases/mhtml
traversal=$cases/11-traversal-names/input.mhtml

# holds NAME COMMAND...: a command that succeeds.
holds() {
  local name=$1
  shift
  try "$@"
  check "$name" 0 "*" "*"
}

try "$BASEWALK" mhtml unpack "$traversal" -o page
check "unpack: a folder" 0 "" ""
holds "unpack: a page, its record and 16 images" test "$(ls page | wc -l)" = 18
holds "unpack: nothing beside the folder" test "$(ls -A)" = "$(printf 'err\nout\npage')"
try sh -c 'ls page | tr A-Z a-z | sort | uniq -d'
check "unpack: no two names alike" 0 "" ""
try python3 -c "
import json
record = json.load(open('page/bundle.json'))
assert record['version'] == 1 and record['root'] == '1', record
assert len(record['files']) == 17 and record['files'][0]['file'] == 'index.html'
assert record['files'][1]['location'] == 'http://ex.test/../../../etc/passwd'
assert record['left_out_count'] == 0 and record['left_out'] == []"
check "unpack: the record is JSON" 0 "" ""
try sh -c "\"$BASEWALK\" mhtml unpack - -o piped <\"$traversal\" && diff -r page piped"
check "unpack: standard input" 0 "" ""

try "$BASEWALK" mhtml unpack "$traversal" -o page
check "unpack: a folder that is there" 1 "" "basewalk: page: is there already; name a folder that is not"
try "$BASEWALK" mhtml unpack "$traversal" -o no/such/page
check "unpack: nowhere to put it" 1 "" "basewalk: no/such/page: the folder that it should be in: No such file or directory"
try "$BASEWALK" mhtml unpack --max-bytes 100 "$traversal" -o small
check "unpack: over the limit" 1 "" "basewalk: $traversal: would be more than 100 bytes; --max-bytes sets another limit"
try "$BASEWALK" mhtml unpack --max-bytes many "$traversal" -o small
check "unpack: a limit that is none" 2 "" "basewalk: --max-bytes many: give a number of bytes (k, M and G may follow it)"
{
  printf 'Content-Type: multipart/related; boundary=b\r\n'
  for i in 1 2 3 4 5 6 7 8 9 10; do printf '%s\r\n' ': a' ': b' ': c' ': d' ': e' ': f' ': g' ': h' ': i' ': j' ': k' ': l'; done
  printf '\r\n--b\r\nContent-Type: text/html\r\nContent-Location: http://h/\r\n\r\n<p>x\r\n--b--\r\n'
} >odd.mhtml
try sh -c '"$BASEWALK" links --format jsonl odd.mhtml | grep -c limit-notes'
check "more notes than are told" 0 1 ""
for to in odd.html odd-many/; do
  try "$BASEWALK" mhtml inline odd.mhtml -o $to
  check "inline to $to: nothing of the page is missing for it" 0 "" ""
done
try "$BASEWALK" mhtml unpack "$traversal" -o one --progress always
check "unpack: one bundle has no progress" 2 "" "basewalk: --progress tells of many bundles; one is made at once"
try "$BASEWALK" mhtml unpack "$traversal" -o -
check "unpack: standard output is no folder" 2 "" "basewalk: -o -: unpack makes a folder, which standard output is not; name it"
for bytes in 0 0k; do
  try "$BASEWALK" mhtml inline --max-bytes $bytes "$traversal"
  check "inline: --max-bytes $bytes" 2 "" "basewalk: --max-bytes $bytes: give a number of bytes (k, M and G may follow it)"
  try "$BASEWALK" mhtml pack --max-bytes $bytes text
  check "pack: --max-bytes $bytes" 2 "" "basewalk: --max-bytes $bytes: give a number of bytes (k, M and G may follow it)"
done
try "$BASEWALK" mhtml unpack "$traversal"
check "unpack: no folder named" 2 "" "*"

printf 'just a text\n' >text
printf 'From: a\r\nContent-Type: multipart/related; boundary=b\r\n\r\n--b\r\nContent-Type: image/png\r\n\r\nx\r\n--b--\r\n' >nopage.mht
head -c 2100 "$traversal" >cut.mht
: >empty.mht
for verb in unpack inline; do
  try "$BASEWALK" mhtml $verb text -o new
  check "$verb: not a bundle" 1 "" "basewalk: text: this is no bundle: it has no header"
  try "$BASEWALK" mhtml $verb nopage.mht -o new
  check "$verb: a bundle without a page" 1 "" "basewalk: nopage.mht: its first part is no page (image/png)"
  try "$BASEWALK" mhtml $verb cut.mht -o new
  check "$verb: cut off within base64" 1 "" "basewalk: cut.mht: is cut off within part 4; --damaged takes what is there all the same"
  try "$BASEWALK" mhtml $verb empty.mht -o new
  check "$verb: an empty file" 1 "" "basewalk: empty.mht: is empty; there is no bundle in it"
  try "$BASEWALK" mhtml $verb missing.mht -o new
  check "$verb: a missing file" 1 "" "basewalk: missing.mht: No such file or directory"
done
holds "unpack, inline: nothing half-written" test ! -e new
try "$BASEWALK" mhtml unpack --damaged cut.mht -o damaged
check "unpack: --damaged takes what is there" 0 "" ""

# What holds several is read as `links` reads it, whatever it is: none of them is passed over.
bundle() {
  printf 'From: a@b.example\nContent-Type: multipart/related; boundary=b\n\n--b\nContent-Type: text/html\nContent-Location: http://h/%s\n\n<p>%s\n--b--\n' "$1" "$1"
}
for each in one two; do
  printf '\1\1\1\1\n'
  bundle $each
  printf '\1\1\1\1\n'
done >two.mmdf
{ printf '\357\273\277From a@b Thu Nov 19 10:00:00 2026\n' && bundle one && printf '\nFrom a@b Thu Nov 19 10:00:00 2026\n' && bundle two; } >marked.mbox
for each in one two; do bundle $each >$each.eml; done
python3 - <<'END'
def member(name, data):
    fields = [0, 0o100644, 0, 0, 1, 0, len(data), 0, 0, 0, 0, len(name) + 1, 0]
    head = b"070701" + b"".join(b"%08x" % field for field in fields) + name + b"\0"
    return head + b"\0" * (-len(head) % 4) + data + b"\0" * (-len(data) % 4)
with open("two.cpio", "wb") as file:
    for name in (b"one.eml", b"two.eml"):
        with open(name, "rb") as bundle:
            file.write(member(name, bundle.read()))
    file.write(member(b"TRAILER!!!", b""))
END
for box in two.mmdf marked.mbox two.cpio; do
  try sh -c "\"$BASEWALK\" mhtml list $box | grep -o '  http://h/[a-z]*'"
  check "list: both bundles of $box" 0 "  http://h/one
  http://h/two" ""
  for verb in unpack inline; do
    try "$BASEWALK" mhtml $verb $box -o $verb-$box
    check "$verb: both bundles of $box" 0 "" ""
    holds "$verb: two results of $box" test "$(grep -c '"kind":"made"' $verb-$box/report.jsonl)" = 2
  done
  try sh -c "\"$BASEWALK\" mhtml list - <$box"
  check "list: $box at standard input" 1 "" "basewalk: standard input: is packed, or a mailbox, and may hold several bundles; give it as a file"
  try sh -c "\"$BASEWALK\" mhtml unpack - -o unpiped <$box"
  check "unpack: $box at standard input" 1 "" "basewalk: standard input: is packed, or a mailbox, and may hold several bundles; give it as a file"
done
holds "unpack: nothing half of several" test ! -e unpiped
try sh -c "{ echo 'From a@b Thu Nov 19 10:00:00 2026'; cat one.eml; } | \"$BASEWALK\" mhtml unpack - -o from-line"
check "unpack: one message behind a From line, at standard input" 0 "" ""

# What is no base64 in base64 may have been another picture.
part() {
  printf -- '--b\r\nContent-Type: image/gif\r\nContent-Location: http://h/%s\r\nContent-Transfer-Encoding: base64\r\n\r\n%s\r\n' "$1" "$2"
}
{
  printf 'Content-Type: multipart/related; boundary=b\r\n\r\n--b\r\nContent-Type: text/html\r\nContent-Location: http://h/\r\n\r\n<img src=a><img src=b><img src=c><img src=d>\r\n'
  part a $'R0lG!!ODlh\n!!R0lG\n!R0lG!'
  part b 'R0lGODlhR'
  part c 'R0k=R0lG'
  part d 'R0lGODlh'
  printf -- '--b--\r\n'
} >junk.mht
for verb in unpack inline; do
  try "$BASEWALK" mhtml $verb junk.mht -o "junk-$verb"
  check "$verb: base64 that is damaged" 1 "" "basewalk: junk.mht: part 2: is damaged: base64: bytes outside the alphabet were skipped [base64-junk]
basewalk: junk.mht: part 3: is damaged: base64: six bits are left over [base64-truncated]
basewalk: junk.mht: part 4: is damaged: base64: more data behind the padding [base64-runs]"
done
try sh -c "\"$BASEWALK\" mhtml unpack junk.mht -o junks/ 2>/dev/null; grep -o '\"verdict\":\"[a-z]*\"\|\"limits\":[^]]*]\|\"damaged\":[^]]*]' junks/report.jsonl"
check "unpack: base64 of many bundles that is damaged" 0 '"verdict":"incomplete"
"limits":[]
"damaged":["base64-junk","base64-truncated","base64-runs"]' ""

try "$BASEWALK" mhtml inline "$cases/14-word-mht/input.mhtml" -o word.html
check "inline: a page" 0 "" ""
try sh -c "\"$BASEWALK\" mhtml inline \"$cases/14-word-mht/input.mhtml\" | cmp - word.html"
check "inline: to standard output" 0 "" ""
# As HTML the CDATA of this would end at its first sign, and the script run.
for page in "XHTML application/xhtml+xml xhtml xht xml html" "SVG image/svg+xml svg xml xhtml htm" "HTML text/html html htm mine xhtml"; do
  read -r name type end second third wrong <<<"$page"
  printf 'Content-Type: multipart/related; boundary=b\r\n\r\n--b\r\nContent-Type: %s\r\nContent-Location: http://h/\r\n\r\n<p><![CDATA[><script>run()</script>]]></p>\r\n--b--\r\n' "$type" >"$name.mht"
  for right in "$end" "$second" "$third" "${end^^}"; do
    try "$BASEWALK" mhtml inline "$name.mht" -o "$name.$right"
    check "inline: a page of $name as $right" 0 "" ""
  done
  try "$BASEWALK" mhtml inline "$name.mht" -o "wrong.$wrong"
  check "inline: a page of $name as $wrong" 1 "" "basewalk: wrong.$wrong: the page is $name, which a browser would not read it as under this name: give it one that ends with .$end"
  try "$BASEWALK" mhtml inline "$name.mht" -o "pages-$name/"
  check "inline: a page of $name among many" 0 "" ""
  holds "inline: a page of $name among many has its end" test -e "pages-$name/$name.mht.$end"
done
holds "inline: nothing under a wrong name" test -z "$(ls -d wrong.* 2>/dev/null)"
printf 'Content-Type: multipart/related; boundary=b\r\n\r\n--b\r\nContent-Type: text/html\r\nContent-Location: http://h/\r\n\r\n<iframe src=http://h/></iframe>\r\n--b--\r\n' >self.mht
try "$BASEWALK" mhtml inline self.mht -o self.html
check "inline: a page within itself" 1 "" "basewalk: self.mht: part 1, iframe[src]: part 1 was left out: it is a frame within itself"
if [ -e /dev/full ]; then
  try sh -c "\"$BASEWALK\" mhtml inline \"$traversal\" >/dev/full"
  check "inline: a full disk" 1 "" "basewalk: standard output: cannot be written: No space left on device"
fi
# A file system of 64 KiB, where it can be mounted: the folder does not appear.
mkdir tiny
if mount -t tmpfs -o size=64k tmpfs tiny 2>/dev/null; then
  { sed -n '1,/^--b11/p' "$traversal" | sed '$d'
    printf -- '--b11\r\nContent-Type: text/html\r\n\r\n<p>\r\n--b11\r\nContent-Type: image/png\r\n\r\n'
    head -c 200000 /dev/zero
    printf '\r\n--b11--\r\n'; } >large.mht
  try "$BASEWALK" mhtml unpack large.mht -o tiny/page
  check "unpack: no space" 1 "" "basewalk: tiny/page: part-2.png: No space left on device"
  holds "unpack: nothing left where there was no space" test -z "$(ls -A tiny)"
  try "$BASEWALK" mhtml inline large.mht -o tiny/page.html
  umount tiny
fi

# Labels that are resolved against a long base are many times what was sent: they are bounded, by the
# size of the bundle or of one that has 4096 bytes.
long=http://h/$(head -c 1400 /dev/zero | tr '\0' x)/
{
  printf 'Content-Type: multipart/related; boundary=b\nContent-Base: %s\n\n' "$long"
  for i in 1 2 3 4; do printf -- '--b\nContent-Type: text/html\nContent-Location: %s\n\nx\n' $i; done
  printf -- '--b--\n'
} >long.mht
try sh -c "\"$BASEWALK\" mhtml list --limit output-factor=1 --format jsonl long.mht | grep -c '\"label\":\"http'"
check "list: labels are no longer than a bundle of 4096 bytes" 0 2 ""
try sh -c "\"$BASEWALK\" mhtml list --limit output-factor=2 --format jsonl long.mht | grep -c '\"label\":\"http'"
check "list: or twice as long, where that is allowed" 0 4 ""
try "$BASEWALK" mhtml list --limit parts=3 long.mht
check "list: what a limit hides is told" 1 "*" "basewalk: long.mht: part 0: what lies behind this was not read: the message has more parts than the limit [limit-parts]; see --limit"
try sh -c "\"$BASEWALK\" mhtml check --limit parts=3 long.mht | grep -c ': error: part 0: what lies behind a limit was not looked at: limit-parts: .*not-read'"
check "check: and is a finding" 0 1 ""
try sh -c "\"$BASEWALK\" mhtml list \"$cases/14-word-mht/input.mhtml\" | head -n 1"
check "list: counts" 0 "*" ""
mkdir -p site/css
printf '<link rel=stylesheet href=css/s.css><img src=a.png><img src=../secret.png>\n' >site/index.html
printf 'a{b:url(../a.png)}\n' >site/css/s.css
printf 'PNG' >site/a.png
printf 'secret' >secret.png
try "$BASEWALK" mhtml pack site -o site.mhtml
check "pack: a folder, and what it shows that is not in it" 1 "" "basewalk: site/index.html: img[src] ../secret.png: not packed: it lies outside the page's folder; --outside takes it"
try sh -c "grep -c '^Content-Location: thismessage:/' site.mhtml"
check "pack: three files" 0 "3" ""
try python3 -c "
text = open('site.mhtml', 'rb').read()
assert text.count(b'\\n') == text.count(b'\\r\\n') and b'ontent-Base' not in text"
check "pack: CRLF, and no Content-Base" 0 "" ""
try sh -c "\"$BASEWALK\" mhtml check --strict site.mhtml"
check "pack: check finds nothing but what it could not pack" 1 "*" ""
try "$BASEWALK" mhtml pack --base http://h/a/b/ --outside site/index.html -o outside.mhtml
check "pack: outside where asked" 0 "" ""
try sh -c "grep '^Content-Location' outside.mhtml | tr -d '\r' | cut -d/ -f3- | sort | tr '\n' ' '"
check "pack: labels below the base" 0 "h/a/b/a.png h/a/b/css/s.css h/a/b/index.html h/a/secret.png " ""
try "$BASEWALK" mhtml pack missing.html -o new
check "pack: a missing page" 1 "" "basewalk: missing.html: No such file or directory"
try "$BASEWALK" mhtml pack --base relative site -o new
check "pack: a base that is none" 2 "" "basewalk: the base is no absolute URL: relative"
printf 'site/index.html\thttp://h/\nsite/a.png\n' >list.tsv
try "$BASEWALK" mhtml pack list.tsv -o new
check "pack: a bad table" 1 "" "basewalk: list.tsv:2: a line is: file, URL and, if need be, media type"
holds "pack: nothing half-written" test ! -e new

# What is no regular file is neither opened nor waited for.
mkfifo fifo.html fifo.tsv site/fifo.png
for source in fifo.html fifo.tsv; do
  try timeout 20 "$BASEWALK" mhtml pack $source -o new
  check "pack: $source" 1 "" "basewalk: $source: is a FIFO, no regular file"
done
mkdir piped-site && mkfifo piped-site/index.html
try timeout 20 "$BASEWALK" mhtml pack piped-site -o new
check "pack: a folder whose index.html is a FIFO" 1 "" "basewalk: piped-site/index.html: is a FIFO, no regular file"
printf 'fifo.html\thttp://h/\n' >list.tsv
try timeout 20 "$BASEWALK" mhtml pack list.tsv -o new
check "pack: a FIFO in a table" 1 "" "basewalk: list.tsv:1: fifo.html: is a FIFO, no regular file"
try timeout 20 "$BASEWALK" mhtml pack /dev/null -o new
check "pack: a device" 1 "" "basewalk: /dev/null: is a device, no regular file"
holds "pack: nothing half-written for them" test ! -e new
printf '<img src=fifo.png><img src=A.PNG>\n<img src=http://h/x.png><img src="">' >site/pipes.html
try timeout 20 "$BASEWALK" mhtml pack site/pipes.html -o new
check "pack: each file that is not in it, by its reason" 1 "" "basewalk: site/pipes.html: img[src] fifo.png: not packed: it is no regular file (a FIFO)
basewalk: site/pipes.html: img[src] A.PNG: not packed: there is only a file in another letter case (site/a.png)
basewalk: site/pipes.html: 1 reference to what the page shows stays as it is, to elsewhere"
holds "pack: but the rest is" test -s new
rm new
seq 1100 | sed 's/.*/<img src=&.png>/' >site/many.html
try sh -c "\"$BASEWALK\" mhtml pack site/many.html -o new 2>&1 | sed -n '1p;\$p'"
check "pack: a thousand are named, and all are counted" 0 "basewalk: site/many.html: img[src] 1.png: not packed: there is no such file
basewalk: site/many.html: and 100 more not packed" ""
rm new site/fifo.png
# A page as browsers save it.
mkdir -p saved/page_files
printf '<link rel=stylesheet href=page_files/s.php><img src=page_files/a.html>' >saved/page.html
printf 'a{b:url(c.png)}' >saved/page_files/s.php
printf '\211PNG\r\n\032\n<p>' >saved/page_files/a.html
printf 'x' >saved/page_files/c.png
try "$BASEWALK" mhtml pack saved -o saved.mhtml
check "pack: a folder with one page" 0 "" ""
try sh -c "grep -ac '^Content-Type: text/css\|^Content-Type: image/png' saved.mhtml"
check "pack: what a file is used as, and its bytes, say what it is" 0 3 ""
printf '<p>' >saved/other.htm
try "$BASEWALK" mhtml pack saved -o new
check "pack: a folder with two" 1 "" "basewalk: saved: has no index.html, but several pages: other.htm, page.html; name the one to pack, as in saved/other.htm"
try sh -c "\"$BASEWALK\" mhtml pack --help | tr '\\n' ' ' | grep -c 'Exit status: 0 as complete as the page, 1 '"
check "pack: --help names the statuses" 0 1 ""

"$BASEWALK" mhtml unpack site.mhtml -o once && "$BASEWALK" mhtml pack once -o again.mhtml &&
  "$BASEWALK" mhtml unpack again.mhtml -o twice && "$BASEWALK" mhtml pack twice -o third.mhtml
try diff -r -x bundle.json once twice
check "unpack, pack, unpack: the same files" 0 "" ""
try cmp again.mhtml third.mhtml
check "pack, unpack, pack: the same bundle" 0 "" ""
finish

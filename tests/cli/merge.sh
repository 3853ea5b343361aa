#!/usr/bin/env bash
# Slices and merge: names, what is there already, what is missing, and what can be tried again.
. "$TOP/tests/cli/lib.sh"

for i in 1 2 3 4 5 6 7 8; do
  printf 'From a@b Thu Nov 19 10:00:00 2026\nMessage-ID: <%s@x>\n\nhttp://h/%s\n\n' $i $i
done >all.mbox
"$BASEWALK" links --format jsonl all.mbox >whole.jsonl

for i in 0 1 2; do
  try "$BASEWALK" links --shard $i/3 -o parts/ all.mbox
  [ -d parts ] || { check "a folder that is not there" 75 "" "basewalk: parts/part-00000-of-00003.jsonl: cannot be written: No such file or directory"; mkdir parts; try "$BASEWALK" links --shard $i/3 -o parts/ all.mbox; }
  check "slice $i" 0 "" ""
done
try ls parts
check "parts are named by their slices" 0 "$(printf 'part-0000%s-of-00003.jsonl\n' 0 1 2)" ""
try sh -c 'cat parts/* | sed "s/\"message\":[a-z0-9]*,/\"message\":0,/" | cmp - unnumbered'
sed 's/"message":[a-z0-9]*,/"message":0,/' whole.jsonl >unnumbered
try sh -c 'cat parts/* | sed "s/\"message\":[a-z0-9]*,/\"message\":0,/" | cmp - unnumbered'
check "the parts have every record once" 0 "" ""
touch -d '2001-01-01' parts/part-00001-of-00003.jsonl
try "$BASEWALK" links --shard 1/3 -o parts all.mbox
check "a slice whose part is there does nothing" 0 "" ""
try stat -c %Y parts/part-00001-of-00003.jsonl
check "and leaves it" 0 "$(date -d 2001-01-01 +%s)" ""
mkdir taken
ln -s ../elsewhere taken/part-00000-of-00003.jsonl
mkfifo taken/part-00001-of-00003.jsonl
mkdir taken/part-00002-of-00003.jsonl
for i in 0 1 2; do
  try timeout 60 "$BASEWALK" links --shard $i/3 -o taken all.mbox
  check "what is no part in the place of slice $i is told" 2 "" "basewalk: taken/part-0000$i-of-00003.jsonl: is there, and no part of a run; remove it, or give another folder"
done
[ ! -e elsewhere ] || status=9
check "and nothing is written through it" 2 "" "*"

try "$BASEWALK" merge parts -o merged.jsonl
check "merge of a folder" 0 "" ""
try cmp merged.jsonl whole.jsonl
check "is the whole" 0 "" ""
try "$BASEWALK" merge parts/part-00002* parts/part-00000* parts/part-00001*
check "merge takes parts in any order, and writes standard output" 0 "$(cat whole.jsonl)" ""
needs zstd && {
  try "$BASEWALK" merge parts -o merged.jsonl.zst
  try sh -c 'zstd -dcq merged.jsonl.zst | cmp - whole.jsonl'
  check "merge compresses by the name" 0 "" ""
}
cp parts/part-00000-of-00003.jsonl a.jsonl
cp parts/part-00001-of-00003.jsonl b.jsonl
cp parts/part-00002-of-00003.jsonl c.jsonl
try "$BASEWALK" merge a.jsonl b.jsonl c.jsonl
check "other names: the order that was given" 0 "$(cat whole.jsonl)" ""
try "$BASEWALK" merge a.jsonl b.jsonl c.jsonl -o -
check "-o - is standard output" 0 "$(cat whole.jsonl)" ""
try "$BASEWALK" merge a.jsonl ./a.jsonl -o twice.jsonl
check "a file that is given twice" 1 "" "basewalk: ./a.jsonl: is given twice (a.jsonl)"
try "$BASEWALK" merge a.jsonl --partition host -o -
check "no folder is standard output" 2 "" "basewalk: --partition makes a folder: name it with -o DIR"
try "$BASEWALK" merge b.jsonl c.jsonl
check "a part inside a source that no part before it has" 1 "*" "basewalk: b.jsonl: begins inside all.mbox, which no part before it has; are all parts there, and in their order?"

try "$BASEWALK" merge parts/part-00000* parts/part-00002* -o lost.jsonl
check "a missing part" 1 "" "basewalk: part 1 of 3 is missing (part-00001-of-00003.*)"
try "$BASEWALK" merge parts parts/part-00002* -o lost.jsonl
check "a part twice" 1 "" "basewalk: parts/part-00002-of-00003.jsonl: part 2 is there twice"
try "$BASEWALK" merge parts a.jsonl -o lost.jsonl
check "names of both kinds" 1 "" "basewalk: a.jsonl: is not named as a part, as others are; its place is not known"
cp parts/part-00000-of-00003.jsonl part-00000-of-00004.jsonl
try "$BASEWALK" merge parts part-00000-of-00004.jsonl -o lost.jsonl
check "parts of different numbers" 1 "" "*"
try "$BASEWALK" merge missing.jsonl -o lost.jsonl
check "a part that is not there" 1 "" "basewalk: missing.jsonl: No such file or directory"
mkdir none
try "$BASEWALK" merge none -o lost.jsonl
check "a folder without parts" 1 "" "basewalk: none: there are no parts in this folder"
echo '{"kind":"link"}' >odd.jsonl
try "$BASEWALK" merge odd.jsonl -o lost.jsonl
check "a part that is none" 1 "" "basewalk: odd.jsonl: record 1 is not one that basewalk writes; nothing was put together"
head -c 100 a.jsonl >half.jsonl
try "$BASEWALK" merge half.jsonl -o lost.jsonl
check "a part that was cut" 1 "" "basewalk: half.jsonl: record 1 is not one that basewalk writes; nothing was put together"
printf "a\n" >odd.csv
try "$BASEWALK" merge a.jsonl odd.csv -o lost.jsonl
check "two kinds" 2 "" "basewalk: odd.csv: is of another kind than a.jsonl"
try "$BASEWALK" merge a.jsonl -o lost.sqlite
check "merge does not convert" 2 "" "basewalk: -o lost.sqlite: merge does not convert; the parts are of another kind"
for name in lost.foo lost.txt lost.foo.gz; do
  try "$BASEWALK" merge a.jsonl -o $name
  check "merge writes no $name" 2 "" "basewalk: -o $name: what is to be in a file with such a name? give one that ends in .jsonl"
done
echo 'no database' >odd.sqlite
try "$BASEWALK" merge odd.sqlite -o lost.sqlite
check "a database that is none" 1 "" "basewalk: odd.sqlite: is not a database that basewalk has written to its end"
gzip -c a.jsonl | head -c 60 >cut.jsonl.gz
try "$BASEWALK" merge cut.jsonl.gz -o lost.jsonl
check "a compressed part that was cut" 1 "" "*"
try ls -A
case "$(cat out)" in *lost*) status=9 ;; esac
check "nothing was written of all this" 0 "*" ""

# What may be readable later is not to look complete.
try "$BASEWALK" links --shard 0/1 -o parts/ all.mbox gone.mbox
check "a slice with a missing file is complete, with exit status 1" 1 "" "basewalk: gone.mbox: No such file or directory"
[ -e parts/part-00000-of-00001.jsonl ] || status=9
check "and has its part" 1 "" "*"
if [ -r /proc/self/mem ]; then
  mkdir again
  try "$BASEWALK" links --shard 0/1 -o again/ all.mbox /proc/self/mem
  check "an I/O error is worth a retry" 75 "" "*"
  try ls -A again
  check "and leaves no part" 0 "" ""
fi

# --partition: a file for each month or host, in a folder that appears whole.
dated() { printf 'Message-ID: <%s@x>\nDate: %s\nContent-Type: text/html\n\n%s\n' "$1" "$2" "$3"; }
mkdir -p dates
dated 1 "Mon, 4 Mar 2024 10:00:00 +0000" '<a href="http://www.one.example/a">a</a><a href="https://www.foo.co.uk/b">b</a>' >dates/1
dated 2 "Sun, 31 Mar 2024 23:00:00 -0500" '<a href="http://1.2.3.4/c">c</a><a href="mailto:x@one.example">m</a>' >dates/2
dated 3 "Mon, 1 Jan 1300 10:00:00 +0000" '<a href="http://b.one.example/d">d</a><a href="http://..%2f..%2fetc/e">e</a>' >dates/3
printf 'Received: by x; Tue, 5 Mar 2024 09:00:00 +0000\nContent-Type: text/html\n\n<a href="relative">r</a>\n' >dates/4
echo '{}' >dates/no.mail
"$BASEWALK" links dates --format jsonl -o dated.jsonl
for by in date host; do
  try "$BASEWALK" merge dated.jsonl -o by-$by/ --partition $by
  check "a folder by $by" 0 "" ""
  try sh -c "cat by-$by/*/links.jsonl | sort | cmp - sorted"
  sort dated.jsonl >sorted
  try sh -c "cat by-$by/*/links.jsonl | sort | cmp - sorted"
  check "has every record once" 0 "" ""
  try test ! -e by-$by.partial
  check "and leaves nothing" 0 "" ""
done
try ls by-date
check "months, of Date or else of Received" 0 "$(printf 'date=-\ndate=2024-03\ndate=2024-04\n')" ""
try grep -c '"kind":"link"' by-date/date=2024-03/links.jsonl
check "links go with their message" 0 "3" ""
try ls by-host
check "domains that are registered, and hosts" 0 "host=-
host=..%252f..%252fetc
host=1.2.3.4
host=foo.co.uk
host=one.example" ""
try grep -c . by-host/host=one.example/links.jsonl
check "links of one domain" 0 "2" ""
try "$BASEWALK" merge dated.jsonl -o by-host --partition host
check "a folder that is there is left alone" 2 "" "basewalk: by-host: is there already; give another name, or remove it"
mkdir other.partial && touch other.partial/mine
try "$BASEWALK" merge dated.jsonl -o other --partition host
check "and what another run may be at" 2 "" "basewalk: other.partial: an earlier run has left it, or is at it; remove it first"
try test -e other.partial/mine
check "with all that is in it" 0 "" ""
try "$BASEWALK" merge dated.jsonl --partition host
check "--partition without -o" 2 "" "basewalk: --partition makes a folder: name it with -o DIR"
"$BASEWALK" links dates --format csv -o dated.csv
try "$BASEWALK" merge dated.csv -o csv --partition date
check "--partition of CSV" 2 "" "basewalk: --partition takes JSON lines; a database can be asked by date and host"
(cat dated.jsonl; echo '{"kind":"other"}') >odd.jsonl
try "$BASEWALK" merge odd.jsonl -o odd --partition date
check "what is no record of ours" 1 "" "*"
try sh -c 'ls -d odd odd.partial'
check "leaves nothing behind" 2 "" "*"
# A message with more records than are held, compressed.
needs zstd && {
  { printf 'Date: Mon, 4 Mar 2024 10:00:00 +0000\nContent-Type: text/html\n\n'; seq 1 30000 | sed 's|.*|<a href="http://h.example/&">x</a>|'; } >long.eml
  "$BASEWALK" links long.eml dates -o long.jsonl.zst --format jsonl.zst
  try "$BASEWALK" merge long.jsonl.zst -o long --partition date
  check "a long message" 0 "" ""
  try sh -c 'zstd -dcq long/date=2024-03/links.jsonl.zst | grep -c h.example'
  check "goes to its month" 0 30000 ""
  try ls long
  check "and leaves no file of its own" 0 "$(ls by-date)" ""
}
finish

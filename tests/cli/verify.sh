#!/usr/bin/env bash
# verify: every byte of a source is in one line, and says what became of it.
. "$TOP/tests/cli/lib.sh"

message() { printf 'Subject: %s\n\n%s\n' "$1" "http://h.example/$1"; }
mkdir -p box/cur box/new box/tmp folder
for i in 1 2 3; do message $i >"box/cur/$i"; done
message 4 >folder/mail
echo '{"a": "http://json.example/"}' >folder/data.json
echo hidden >folder/.hidden
{ printf 'From a@b Thu Nov 19 10:00:00 2026\n'; message 5; echo; printf 'From a@b Thu Nov 19 10:00:00 2026\n'; message 6; } >two.mbox
size=$(stat -c %s two.mbox)

try "$BASEWALK" verify two.mbox
check "a mailbox" 0 "$(printf 'read\t0\t%s\ttwo.mbox\tmbox, 2 messages' "$size")" "basewalk: 1 files and members, 2 messages; read: $size bytes in 1 range"
try "$BASEWALK" verify --format jsonl two.mbox
check "as JSON lines" 0 '{"kind":"range","source":"two.mbox","state":"read","extent_begin":0,"extent_bytes":'"$size"',"content":"mbox","messages":2,"code":null,"text":""}' "*"
try "$BASEWALK" verify folder
check "what is no mail is no failure" 0 "*" "*"
"$BASEWALK" verify folder >lines 2>/dev/null
for line in "skipped	-	-	folder/.hidden	\\[hidden\\] " "skipped	0	30	folder/data.json	\\[not-mail\\] " "read	0	[0-9]*	folder/mail	message, 1 message"; do
  try grep -q "^$line" lines
  check "a line like '$line'" 0 "" ""
done
try "$BASEWALK" verify missing two.mbox
check "what is missing is a failure" 1 "*" "*"
"$BASEWALK" verify missing >lines 2>/dev/null
try grep -q "^failed	-	-	missing	\\[missing\\] " lines
check "and has its line" 0 "" ""
for option in --resume --shard --at --jobs; do
  try "$BASEWALK" verify $option 1 two.mbox
  check "$option makes no sense" 2 "" "*"
done

# What cannot be unpacked at all has its line, too.
printf '\037\213\010 is damaged' >bad.gz
: >empty
"$BASEWALK" verify bad.gz empty >lines 2>/dev/null
try sed 's/\t\[\([a-z]*\)\].*/ \1/; s/\t/ /g' lines
check "nothing is without a line" 0 "failed 0 14 bad.gz damaged
failed - - empty empty" ""

# What stands between the messages of a mailbox is told up to its end, however it is cut to pieces.
{
  printf '#! rnews 5\nA: 1\n\nx\n'
  head -c 9000 /dev/zero | tr '\0' y
  printf '\n\nz\n#! rnews 5\nB: 2\n'
} >lost.rnews
printf 'MAIL FROM:<>\nDATA\nA: 1\n.\nx\n\ny\nRCPT TO:<b>\nDATA\nB: 2\n.\nQUIT\nx\n\n' >lost.bsmtp
printf 'BABYL OPTIONS:\n\037\f\n0,,\n*** EOOH ***\nA: 1\n\n\037\nx\n\037y\n\037\f\n0,,\n*** EOOH ***\nB: 2\n\n\037' >lost.babyl
"$BASEWALK" verify lost.rnews lost.bsmtp lost.babyl >lines 2>/dev/null
try sed 's/\t\[\([a-z]*\)\].*/ \1/; s/\t/ /g; s/,.*//' lines
check "what is in no message" 0 "read 0 17 lost.rnews rnews
failed 17 9006 lost.rnews damaged
read 9023 16 lost.rnews rnews
read 0 25 lost.bsmtp bsmtp
failed 25 17 lost.bsmtp damaged
read 42 17 lost.bsmtp bsmtp
failed 59 3 lost.bsmtp damaged
read 0 42 lost.babyl babyl
failed 42 7 lost.babyl damaged
read 49 26 lost.babyl babyl" ""

# A member that is not what it was, in a zip; the others are read.
if needs zip; then
  (cd box && zip -q0 ../box.zip cur/*)
  LC_ALL=C sed -i 's/h\.example\/2/h.example\/9/' box.zip
  try "$BASEWALK" verify box.zip
  check "a damaged member" 1 "*" "*"
  "$BASEWALK" verify box.zip >out.zip 2>/dev/null
  for line in "doubtful	0	[0-9]*	box.zip/cur/2	\\[doubtful\\] " "read	0	[0-9]*	box.zip/cur/1	message, 1 message" "read	0	$(stat -c %s box.zip)	box.zip	archive"; do
    try grep -q "^$line" out.zip
    check "a line like '$line'" 0 "" ""
  done
fi

# The ranges of a file leave nothing out and count nothing twice.
if needs gzip; then
  for i in $(seq 40); do cat two.mbox; echo; done | gzip -c >packed.gz
  cat packed.gz packed.gz packed.gz >all.gz
  size=$(stat -c %s packed.gz)
  printf 'XXXXXXXXXX' | dd of=all.gz bs=1 seek="$size" conv=notrunc 2>/dev/null
  "$BASEWALK" verify all.gz >ranges 2>/dev/null
  try awk -F '\t' -v size=$((3 * size)) '
    $1 == "read" || $1 == "failed" { if ($2 != at) exit 1; at = $2 + $3; n++ }
    END { exit !(at == size && n >= 3) }' ranges
  check "ranges follow one another up to the end" 0 "" ""
fi
finish

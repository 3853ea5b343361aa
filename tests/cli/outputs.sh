#!/usr/bin/env bash
# The forms of output: what they hold, how they are chosen, and that they appear whole.
. "$TOP/tests/cli/lib.sh"

printf 'From: a\nMessage-ID: <one@x>\nContent-Type: text/html\nContent-Base: http://H.example/d/\n\n<a href="p.html">p</a><a href="a,&quot;b">q</a>\n' >one.eml
printf 'From: b\nMessage-ID: <two@x>\n\nsee http://h2/x\n' >two.eml
printf 'From: c\n\nno link\n' >three.eml
for mail in one two three; do
  printf 'From a@b Thu Nov 19 10:00:00 2026\n'
  cat $mail.eml
  echo
done >all.mbox

try "$BASEWALK" links --format csv one.eml
check "csv: a header line, then a record a link, with CRLF" 0 "$(printf 'source,message,offset,message_id,part,type,where,raw,base,base_from,base_part,status,url,clicked,target,flags,text,reading\r\none.eml,1,0,one@x,1,text/html,a[href],p.html,http://H.example/d/,content-base,1,resolved,http://H.example/d/p.html,http://h.example/d/p.html,,,,\r\none.eml,1,0,one@x,1,text/html,a[href],"a,""b",http://H.example/d/,content-base,1,resolved,"http://H.example/d/a,""b","http://h.example/d/a,%%22b",,invalid-syntax,,\r')" ""

try sh -c "\"$BASEWALK\" links --text --format csv one.eml | awk -F, '{print \$(NF-1)}'"
check "csv: with --text its column is filled" 0 "$(printf 'text\np\nq')" ""

"$BASEWALK" links --format jsonl all.mbox >wanted.jsonl 2>/dev/null
"$BASEWALK" links --format csv all.mbox >wanted.csv 2>/dev/null
for name in out.jsonl out.csv; do
  try "$BASEWALK" links -o $name all.mbox
  check "-o $name implies its format" 0 "" "*"
  try cmp $name wanted.${name##*.}
  check "-o $name has the same records" 0 "" ""
  needs zstd && {
    try "$BASEWALK" links -o $name.zst all.mbox
    check "-o $name.zst is compressed" 0 "" "*"
    try sh -c "zstd -dcq $name.zst | cmp - $name"
    check "-o $name.zst has the same records" 0 "" ""
  }
  try "$BASEWALK" links -o $name.gz all.mbox
  try sh -c "gzip -dc $name.gz | cmp - $name"
  check "-o $name.gz has the same records" 0 "" ""
done
try sh -c "\"$BASEWALK\" links --format jsonl.gz all.mbox 2>/dev/null | gzip -dc | cmp - wanted.jsonl"
check "--format jsonl.gz on standard output" 0 "" ""
try "$BASEWALK" links --format text -o odd.jsonl one.eml
try cat odd.jsonl
check "--format counts, not the name" 0 "$(printf '1\ta[href]\tresolved\thttp://H.example/d/p.html\n1\ta[href]\tresolved\thttp://H.example/d/a,"b')" ""

needs sqlite3 && {
  try "$BASEWALK" links -o out.sqlite all.mbox missing.eml
  check "-o out.sqlite" 1 "" "*"
  try sqlite3 out.sqlite 'SELECT id, source, number, "offset", message_id, size, parts, links, notes FROM message'
  check "sqlite: messages" 0 "1|all.mbox|1|0|one@x|$(($(wc -c <one.eml) + 34))|1|2|0
2|all.mbox|2|$(($(wc -c <one.eml) + 35))|two@x|$(($(wc -c <two.eml) + 34))|1|1|0
3|all.mbox|3|$(($(wc -c <one.eml) + $(wc -c <two.eml) + 70))||$(($(wc -c <three.eml) + 35))|1|0|0" ""
  try sqlite3 out.sqlite 'SELECT message, part, type, "where", raw, base, base_from, base_part, status, url, host, target IS NULL, flags FROM link'
  check "sqlite: links" 0 '1|1|text/html|a[href]|p.html|http://H.example/d/|content-base|1|resolved|http://H.example/d/p.html|h.example|1|
1|1|text/html|a[href]|a,"b|http://H.example/d/|content-base|1|resolved|http://H.example/d/a,"b|h.example|1|invalid-syntax
2|1|text/plain|text|http://h2/x||none||absolute|http://h2/x|h2|1|' ""
  "$BASEWALK" links --text -o text.sqlite one.eml
  try sqlite3 text.sqlite 'SELECT text FROM link'
  check "sqlite: what a reader sees of links, with --text" 0 "$(printf 'p\nq')" ""
  try sqlite3 out.sqlite 'SELECT count(text) FROM link'
  check "sqlite: and without it null" 0 "0" ""
  try sqlite3 out.sqlite 'SELECT * FROM hosts'
  check "sqlite: which hosts, through which base" 0 'h.example|content-base|http://H.example/d/|2|1
h2|absolute||1|1' ""
  try sqlite3 out.sqlite 'SELECT message, part, type, depth FROM part'
  check "sqlite: parts" 0 '1|1|text/html|0
2|1|text/plain|0
3|1|text/plain|0' ""
  try sqlite3 out.sqlite 'SELECT id, source, text FROM problem'
  check "sqlite: what could not be read" 0 "4|missing.eml|No such file or directory" ""
  for query in 'SELECT * FROM link WHERE host = 1' 'SELECT * FROM link WHERE url = 1' 'SELECT * FROM message WHERE message_id = 1' 'SELECT * FROM note WHERE message = 1'; do
    try sh -c "sqlite3 out.sqlite 'EXPLAIN QUERY PLAN $query' | grep -c 'USING INDEX'"
    check "sqlite: an index for $query" 0 1 ""
  done
  cp one.eml "$(printf 'caf\351.eml')"
  try "$BASEWALK" links -o odd.sqlite "$(printf 'caf\351.eml')"
  try sqlite3 odd.sqlite "SELECT source = 'caf' || char(0xFFFD) || '.eml' FROM message"
  check "sqlite: all text is UTF-8" 0 1 ""
}

# Order, whatever the number of threads; notes of text, too.
for i in $(seq 300); do
  printf 'From a@b Thu Nov 19 10:00:00 2026\nContent-Type: text/html\nX: caf\351\n\n'
  for j in $(seq 60); do printf '<a href="http://h/%s/%s/%02000d">x</a>\n' "$i" "$j" 0; done
  echo
done >big.mbox
"$BASEWALK" links --jobs 1 big.mbox >one.out 2>one.err
for jobs in 2 3 16; do
  try sh -c "\"$BASEWALK\" links --jobs $jobs big.mbox 2>many.err | cmp - one.out && cmp one.err many.err"
  check "--jobs $jobs: results and notes in the order of the input" 0 "" ""
done
[ "$(wc -l <one.err)" = 300 ] || status=9
check "every note is there" 0 "" ""
mkfifo pipe
cat big.mbox >pipe &
try sh -c "\"$BASEWALK\" links --jobs 2 - <pipe 2>/dev/null | sed 's/^# - /# big.mbox /' | cmp - one.out"
check "a pipe gives the same" 0 "" ""

# Names.
printf 'old\n' >whole.jsonl
ln -s whole.jsonl link.jsonl
try "$BASEWALK" links -o link.jsonl one.eml
[ -L link.jsonl ] && grep -q '"link"' whole.jsonl || status=9
check "-o follows a symbolic link" 0 "" ""
try "$BASEWALK" links --format jsonl -o /dev/null one.eml
[ -c /dev/null ] || status=9
check "-o /dev/null leaves the device what it is" 0 "" ""
try ls -A
case "$(cat out)" in *.partial* | *.resume* | *-journal*) status=9 ;; esac
check "nothing temporary is left" 0 "*" ""
(umask 027 && "$BASEWALK" links -o modes.txt one.eml)
try stat -c %a modes.txt
check "the file's mode follows the umask" 0 640 ""

# One message again.
second=$(($(wc -c <one.eml) + 35))
try "$BASEWALK" links --at $second all.mbox
check "--at shows one message" 0 "$(printf '1\ttext\tabsolute\thttp://h2/x')" ""
try "$BASEWALK" links --at $((second + 50)) --format jsonl all.mbox
check "--at takes any byte of it" 0 "$(sed -n '/"message":2/p' wanted.jsonl)" ""
try "$BASEWALK" links --at 9999999 all.mbox
check "--at beyond the end" 1 "" "basewalk: all.mbox: there is no message at 9999999"

# Lists of names.
printf 'one.eml\n\ntwo.eml' >names
"$BASEWALK" links one.eml two.eml >wanted.txt
try sh -c "\"$BASEWALK\" links --files-from names | cmp - wanted.txt"
check "--files-from" 0 "" ""
try sh -c "printf 'one.eml\\0two.eml\\0' | \"$BASEWALK\" links --files-from - -0 | cmp - wanted.txt"
check "--files-from - -0" 0 "" ""
try "$BASEWALK" links --files-from missing
check "--files-from a file that is not there" 1 "" "basewalk: missing: No such file or directory"
try "$BASEWALK" links --files-from names one.eml
check "--files-from and a SOURCE" 2 "" "basewalk: --files-from: the list takes the place of one.eml; give one of both"

# Counts.
try "$BASEWALK" links --summary sum.json -o out.txt all.mbox missing.eml
check "--summary" 1 "" "basewalk: missing.eml: No such file or directory"
try sh -c "sed 's/\"seconds\":[0-9.]*/\"seconds\":0/g; s/\"slowest\":{[^}]*}/\"slowest\":{}/' sum.json"
check "--summary counts everything" 0 '{"kind":"summary","messages":3,"bytes":'"$(($(cat one.eml two.eml three.eml | wc -c) + 103))"',"parts":3,"links":3,"links_by_status":{"absolute":1,"resolved":2,"guessed":0,"unresolved":0,"invalid":0},"links_by_base_from":{"none":1,"content-base":2},"notes":0,"notes_by_code":{},"problems":1,"slowest":{},"seconds":0,"resumed":false,"verdicts":{"clear":3},"links_by_reading":{},"unread_by_why":{}}' ""
try sh -c "\"$BASEWALK\" links --summary - -o out.txt one.eml | grep -c '\"kind\":\"summary\"'"
check "--summary - is standard output" 0 1 ""

try "$BASEWALK" links --progress always -o out.txt all.mbox
check "--progress always ends with a summary" 0 "" "*"
grep -q '^  links  *3: 1 absolute, 2 resolved$' err || status=9
check "the summary tells links by status" 0 "" "*"
try "$BASEWALK" links --progress never -o out.txt all.mbox
check "--progress never" 0 "" ""
try "$BASEWALK" links -o out.txt all.mbox
check "no progress where standard error is no terminal" 0 "" ""
finish

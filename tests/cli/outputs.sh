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
check "csv: a header line, then a record a link, with CRLF" 0 "$(printf 'source,message,offset,message_id,part,type,where,raw,base,base_from,base_part,status,url,clicked,target,flags,text,reading,host,domain,path,byte_offset,line\r\none.eml,1,0,one@x,1,text/html,a[href],p.html,http://H.example/d/,content-base,1,resolved,http://H.example/d/p.html,http://h.example/d/p.html,,,,,h.example,h.example,/d/p.html,96,6\r\none.eml,1,0,one@x,1,text/html,a[href],"a,""b",http://H.example/d/,content-base,1,resolved,"http://H.example/d/a,""b","http://h.example/d/a,%%22b",,invalid-syntax,,,h.example,h.example,"/d/a,""b",118,6\r')" ""

try sh -c "\"$BASEWALK\" links --text --format csv one.eml | awk -F, 'NR < 3 {print \$17}'"
check "csv: with --text its column is filled" 0 "$(printf 'text\np')" ""

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
  try sqlite3 out.sqlite 'SELECT id, source, number, byte_offset, message_id, size, parts, links, notes FROM message'
  check "sqlite: messages" 0 "1|all.mbox|1|0|one@x|$(($(wc -c <one.eml) + 34))|1|2|0
2|all.mbox|2|$(($(wc -c <one.eml) + 35))|two@x|$(($(wc -c <two.eml) + 34))|1|1|0
3|all.mbox|3|$(($(wc -c <one.eml) + $(wc -c <two.eml) + 70))||$(($(wc -c <three.eml) + 35))|1|0|0" ""
  try sqlite3 out.sqlite 'SELECT message, part, type, place, raw, base, base_from, base_part, status, url, host, target IS NULL, (SELECT group_concat(name) FROM flag WHERE link = link.id) FROM link'
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
  for query in 'SELECT * FROM link WHERE host = 1' 'SELECT * FROM link WHERE message = 1' 'SELECT * FROM message WHERE sender_domain = 1' 'SELECT * FROM message WHERE message_id = 1' 'SELECT * FROM note WHERE message = 1'; do
    try sh -c "sqlite3 out.sqlite 'EXPLAIN QUERY PLAN $query' | grep -c 'USING INDEX'"
    check "sqlite: an index for $query" 0 1 ""
  done
  cp one.eml "$(printf 'caf\351.eml')"
  try "$BASEWALK" links -o odd.sqlite "$(printf 'caf\351.eml')"
  try sqlite3 odd.sqlite "SELECT source = 'caf' || char(0xFFFD) || '.eml' FROM message"
  check "sqlite: all text is UTF-8" 0 1 ""
}

# Long data: URLs.
printf 'Content-Type: text/html\n\n<img src="data:image/png;base64,%02000d">' 0 >data.eml
try sh -c "\"$BASEWALK\" links --format jsonl data.eml | grep -o '\"\(raw\|url\|clicked\)\":\"[^\"]*\"'"
hash=$(printf '%02000d' 0 | base64 -d | sha256sum | cut -d ' ' -f 1)
check "a long data: URL is told by its hash" 0 "$(for key in raw url clicked; do echo "\"$key\":\"data:image/png;sha256=$hash;length=1500\""; done)" ""
try sh -c "\"$BASEWALK\" links --full-data --format jsonl data.eml | grep -c 'base64,00000'"
check "--full-data: or whole" 0 1 ""
printf 'From: a@b\n\nSome  text\n http://h/\n' >text.eml
printf 'From: a@b\nContent-Transfer-Encoding: quoted-printable\n\nSome text=20\nhttp://=\nh/\n' >again.eml
try sh -c "\"$BASEWALK\" links --text-hash --format jsonl text.eml again.eml | grep -o 'text_sha256.*' | sort -u | grep -c ':\"'"
check "--text-hash: one of the same text" 0 1 ""
# Not opened: it is no picture, which would be told.
try sh -c "\"$BASEWALK\" links --open none data.eml | wc -c"
check "as text it is whole" 0 "$((2000 + 22 + $(printf '1\timg[src]\tabsolute\t\n' | wc -c)))" ""

# Where a link stands, in a file of several messages.
needs python3 && {
  "$BASEWALK" links --format jsonl all.mbox >places.jsonl
  try python3 -c '
import json
mail = open("all.mbox", "rb").read()
for line in open("places.jsonl"):
    link = json.loads(line)
    if link["kind"] != "link":
        continue
    before = mail[link["offset"]:link["byte_offset"]]
    print(mail[link["byte_offset"]:][:5].decode(), link["line"] == 1 + before.count(b"\n"))'
  check "a link stands where its record says" 0 "p.htm True
a,&qu True
http: True" ""
}

# What others read without options.
printf 'Content-Type: text/html\n\n<a href="=1+1">a\n\"b\",\303\274</a><a href="x&#10;y,&quot;z">c</a>\n' >odd.eml
"$BASEWALK" links --text -o odd.csv odd.eml
needs python3 && {
  try python3 -c 'import csv; rows = list(csv.DictReader(open("odd.csv", newline=""))); print(len(rows), repr(rows[0]["text"]), repr(rows[1]["raw"]), rows[1]["line"], None in rows[0])'
  check "csv: Python reads it" 0 "2 'a \"b\",ü' 'x\\ny,\"z' 4 False" ""
}
needs sqlite3 && {
  try sqlite3 :memory: '.import --csv odd.csv link' "SELECT count(*), max(raw), min(line), group_concat(text, ';') FROM link"
  check "csv: SQLite imports it" 0 '2|x
y,"z|3|a "b",ü;c' ""
  sqlite3 older.sqlite 'CREATE TABLE link (a)'
  try "$BASEWALK" links --resume -o older.sqlite one.eml
  check "sqlite: what is no database of ours is not gone on with" 2 "" "basewalk: older.sqlite: is not a database that basewalk has written to its end"
  cp out.sqlite older.sqlite
  sqlite3 older.sqlite 'PRAGMA user_version = 1'
  for verb in "links --resume -o older.sqlite one.eml" "merge older.sqlite -o merged.sqlite"; do
    try "$BASEWALK" $verb
    [ "$status" != 0 ] && status=refused
    check "sqlite: one of an older basewalk is refused: ${verb%% *}" refused "" "basewalk: older.sqlite: is a database of an older basewalk, with other tables (user_version 1, not 3): write it anew"
  done
  try sqlite3 out.sqlite 'PRAGMA integrity_check; PRAGMA foreign_key_check; PRAGMA user_version'
  check "sqlite: the file is whole, and what refers to something finds it" 0 "$(printf 'ok\n3')" ""
  try sqlite3 out.sqlite "SELECT messages, links, problems, verdict_clear, attempts, ended >= began FROM run"
  check "sqlite: the run" 0 "3|3|1|3|1|1" ""
  try sqlite3 out.sqlite "SELECT name, size, sha256 FROM run_source"
  check "sqlite: its sources" 0 "all.mbox|$(wc -c <all.mbox)|$(sha256sum all.mbox | cut -d ' ' -f 1)
missing.eml||" ""
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
try "$BASEWALK" links --at 0$second all.mbox
check "--at is decimal" 0 "$(printf '1\ttext\tabsolute\thttp://h2/x')" ""
try "$BASEWALK" links --at $((second + 50)) --format jsonl all.mbox
check "--at takes any byte of it" 0 "$(sed -n '/"message":2/p' wanted.jsonl)" ""
mkdir at-folder && cp all.mbox at-folder/one.mbox && cp all.mbox at-folder/two.mbox
try "$BASEWALK" links --at 0 at-folder/
check "--at of a folder" 1 "" \
  "basewalk: at-folder/: has files in it; name the one that --at is a byte of, as in at-folder/one.mbox"
try "$BASEWALK" links --at $second at-folder/one.mbox
check "--at of a file in it" 0 "$(printf '1\ttext\tabsolute\thttp://h2/x')" ""
try sh -c "exec \"$BASEWALK\" links --at $second - <all.mbox"
check "--at of standard input" 0 "$(printf '1\ttext\tabsolute\thttp://h2/x')" ""
try "$BASEWALK" links --at 9999999 all.mbox
check "--at beyond the end" 1 "" "basewalk: all.mbox: there is no message at 9999999"

# Lists of names.
printf 'one.eml\n\ntwo.eml' >names
"$BASEWALK" links one.eml two.eml >wanted.txt
try sh -c "\"$BASEWALK\" links --files-from names | cmp - wanted.txt"
check "--files-from" 0 "" ""
try sh -c "printf 'one.eml\\0two.eml\\0' | \"$BASEWALK\" links --files-from - -0 | cmp - wanted.txt"
check "--files-from - -0" 0 "" ""
try sh -c "printf 'one.eml\\0two.eml\\0' | \"$BASEWALK\" links --files-from -"
check "names with NUL behind them, without -0" 1 "" "basewalk: -: a name has a NUL in it; where names end with NUL, say -0"
try "$BASEWALK" links --files-from missing
check "--files-from a file that is not there" 1 "" "basewalk: missing: No such file or directory"
try "$BASEWALK" links --files-from names one.eml
check "--files-from and a SOURCE" 2 "" "basewalk: --files-from: the list takes the place of one.eml; give one of both"

# Counts.
try "$BASEWALK" links --summary sum.json -o out.txt all.mbox missing.eml
check "--summary" 1 "" "basewalk: missing.eml: No such file or directory"
try sh -c "sed 's/\"seconds\":[0-9.]*/\"seconds\":0/g; s/\"slowest\":{[^}]*}/\"slowest\":{}/' sum.json"
check "--summary counts everything" 0 '{"kind":"summary","messages":3,"bytes":'"$(($(cat one.eml two.eml three.eml | wc -c) + 103))"',"parts":3,"links":3,"links_by_status":{"absolute":1,"resolved":2,"guessed":0,"unresolved":0,"invalid":0},"links_by_base_from":{"none":1,"content-base":2},"notes":0,"notes_by_code":{},"problems":1,"slowest":{},"seconds":0,"resumed":false,"verdicts":{"clear":3},"links_by_reading":{},"unread_by_why":{},"skipped":0,"documents":0}' ""
try sh -c "\"$BASEWALK\" links --summary - -o out.txt one.eml | grep -c '\"kind\":\"summary\"'"
check "--summary - is standard output" 0 1 ""
# What is being written is none of the sources, also where it lies in one, by whatever name that goes; an MH folder
# stays one.
mkdir own
for i in 1 2 10; do cp one.eml own/$i; done
ln -s own other
for verb in links verify; do
  for format in jsonl csv sqlite; do
    [ $verb$format != verifycsv ] && [ $verb$format != verifysqlite ] || continue
    rm -f elsewhere.*
    try "$BASEWALK" $verb own -o elsewhere.$format
    mv err said
    try "$BASEWALK" $verb own -o other/x.$format
    cmp err said || status=9
    [ $format = sqlite ] || cmp other/x.$format elsewhere.$format || status=9
    [ "$(ls own)" = "$(printf '1\n10\n2\nx.%s' $format)" ] || status=9
    check "$verb writes $format into the folder that it reads" 0 "" "*"
    rm -f own/x.*
  done
done
for verb in links tree plan verify; do
  "$BASEWALK" $verb one.eml >plain.out 2>/dev/null
  try sh -c "\"$BASEWALK\" $verb -o - one.eml 2>/dev/null | cmp - plain.out"
  [ ! -e ./- ] || status=9
  check "-o - of $verb is standard output" 0 "" ""
done
try "$BASEWALK" links --summary - -o - one.eml
check "which takes one of both" 2 "" "basewalk: --summary -: the results go to standard output already; give a FILE, or -o FILE"

try "$BASEWALK" links --progress always -o out.txt all.mbox
check "--progress always ends with a summary" 0 "" "*"
grep -q '^  links  *3: 1 absolute, 2 resolved$' err || status=9
check "the summary tells links by status" 0 "" "*"
try "$BASEWALK" links --progress never -o out.txt all.mbox
check "--progress never" 0 "" ""
try "$BASEWALK" links -o out.txt all.mbox
check "no progress where standard error is no terminal" 0 "" ""
finish

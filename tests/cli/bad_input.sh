#!/usr/bin/env bash
# Bad input: one clear line each, the right exit status, nothing half-written.
. "$TOP/tests/cli/lib.sh"

printf 'From: a\n\nhttp://h/x\n' >good.eml
good="$(printf '1\ttext\tabsolute\thttp://h/x')"
mkdir folder
: >empty.eml

try "$BASEWALK" links missing.eml
check "a missing file" 1 "" "basewalk: missing.eml: No such file or directory"
try "$BASEWALK" links folder
check "an empty folder" 0 "" "basewalk: there is no message in the sources"
try "$BASEWALK" links --quiet folder
check "an empty folder, quiet" 0 "" ""
try "$BASEWALK" tree --format jsonl folder
check "an empty folder, as records" 0 "" "basewalk: there is no message in the sources"
try "$BASEWALK" links empty.eml
check "an empty file" 1 "" "basewalk: empty.eml: is empty; there is no message in it"
try "$BASEWALK" links
check "empty standard input" 1 "" "basewalk: standard input: is empty; there is no message in it"
if [ "$(id -u)" -ne 0 ]; then
  cp good.eml secret.eml
  chmod 000 secret.eml
  try "$BASEWALK" links secret.eml
  check "an unreadable file" 1 "" "basewalk: secret.eml: Permission denied"
else
  # root reads everything; /proc/self/mem opens and then cannot be read
  try "$BASEWALK" links /proc/self/mem
  check "an unreadable file" 1 "" "basewalk: /proc/self/mem: Input/output error"
fi
try "$BASEWALK" links missing.eml good.eml
check "one bad file does not end the run" 1 "$(printf '# good.eml 1 -\n%s' "$good")" "basewalk: missing.eml: No such file or directory"

try "$BASEWALK" links --base relative/path good.eml
check "a relative --base" 2 "" "basewalk: --base relative/path: not an absolute URL; give one such as http://host/path"
try "$BASEWALK" links --rules rfc9999 good.eml
check "an unknown rule" 2 "" "*"
[ "$(wc -l <err)" = 1 ] || status=9
check "an unknown rule: one line" 2 "" "*"
try "$BASEWALK" links --honor nonsense good.eml
check "an unknown base source" 2 "" "basewalk: --honor: there is no base source 'nonsense'; there are html-base, base-header, content-base, content-location, retrieval, thismessage, document, enclosing"
for option in --base --assume-scheme --honor --open --rules --format --limit --jobs --shard --plan \
  --files-from -o --at --summary --progress --as; do
  try "$BASEWALK" links "$option" "" good.eml
  case $(cat err) in
    "basewalk: $option: is empty; give a value, or leave it out; see basewalk links --help") ;;
    *) [ "$(wc -l <err)" = 1 ] || status=9 ;;
  esac
  check "$option without a value" 2 "" "*"
done
# An empty variable behind a `=`: the word behind it is no value.  Files with such a name are none.
cp good.eml kept.eml
for option in --output --report --base --config --wrap-key; do
  try sh -c "\"\$BASEWALK\" rewrite $option= kept.eml <good.eml"
  check "rewrite $option= FILE" 75 "" "basewalk: $option: is empty; give a value, or leave it out; see basewalk rewrite --help"
done
try "$BASEWALK" mhtml list --base= kept.eml
check "of a verb below another" 2 "" "basewalk: --base: is empty; give a value, or leave it out; see basewalk mhtml list --help"
try "$BASEWALK" links --summary= kept.eml
check "links --summary= FILE" 2 "" "basewalk: --summary: is empty; give a value, or leave it out; see basewalk links --help"
try cmp good.eml kept.eml
check "and nothing is overwritten" 0 "" ""
cp good.eml ./--summary=
try "$BASEWALK" links -- --summary=
check "behind -- it is a file" 0 "*" ""
rm ./--summary= kept.eml
try sh -c '"$BASEWALK" rewrite "" <good.eml'
check "an empty name is not standard input" 75 "" "basewalk: FILE: is empty; give a value, or leave it out; see basewalk rewrite --help"
for verb in links tree verify plan "mhtml list" merge; do
  try "$BASEWALK" $verb ""
  [ "$(wc -l <err)" = 1 ] || status=9
  case $(cat err) in *": is empty; give a value, or leave it out; see basewalk $verb --help") ;; *) status=8 ;; esac
  check "$verb: an empty name" 2 "" "*"
done
try "$BASEWALK" links --base "" good.eml
check "an empty --base" 2 "" "basewalk: --base: is empty; give a value, or leave it out; see basewalk links --help"
try "$BASEWALK" mhtml list --base "" good.eml
check "an empty --base of a verb below another" 2 "" "basewalk: --base: is empty; give a value, or leave it out; see basewalk mhtml list --help"
for list in "," ", ,"; do
  try "$BASEWALK" links --honor "$list" good.eml
  check "--honor '$list'" 2 "" "basewalk: --honor: the list is empty; there are html-base, base-header, content-base, content-location, retrieval, thismessage, document, enclosing"
  try "$BASEWALK" links --open "$list" good.eml
  check "--open '$list'" 2 "" "basewalk: --open: the list is empty; there are all, none and kinds of documents"
done
try "$BASEWALK" links --limit speed=9 good.eml
check "an unknown limit" 2 "" "basewalk: --limit speed=9: there is no such limit; there are depth, parts, header-bytes, links, message-bytes, decoded-factor, output-factor, unpack-factor, documents, document-depth, document-bytes, document-parts, document-pages, document-pixels, document-seconds, work, notes"
try "$BASEWALK" links --limit depth=many good.eml
check "a limit that is no number" 2 "" "basewalk: --limit depth=many: give a number, as in --limit depth=1000 (k, M and G may follow it)"
try "$BASEWALK" links --limit message-bytes=5 --limit parts=5 --limit message-bytes=500 good.eml
check "a limit twice: the last one counts" 0 "*" ""
try "$BASEWALK" links --limit message-bytes=5 good.eml
check "a message over the limit" 1 "" "basewalk: good.eml: the message is longer than the limit (20 bytes) and was passed over; see --limit message-bytes"
try "$BASEWALK" links --assume-scheme 'not a scheme' good.eml
check "a scheme that is none" 2 "" "basewalk: --assume-scheme not a scheme: not a scheme; give one such as https"
try "$BASEWALK" links --format json good.eml
check "an unknown format" 2 "" "basewalk: --format json: there is no such format; did you mean jsonl? see basewalk links --help"
try "$BASEWALK" tree --format csv good.eml
check "a format of another verb" 2 "" "basewalk: --format csv: there is no such format; there are text, jsonl, and each with .gz and .zst; see basewalk tree --help"
try "$BASEWALK" tree -o tree.csv good.eml
check "a name of another verb's format" 2 "" "basewalk: -o tree.csv: this verb does not write such files; give a --format"
for jobs in 0 1025 -1 many; do
  try "$BASEWALK" links --jobs=$jobs good.eml
  check "--jobs $jobs" 2 "" "*"
done
for jobs in 0x2 0b1 1e1 +2 ' 2' 2k; do
  try "$BASEWALK" links --jobs "$jobs" good.eml
  check "--jobs $jobs" 2 "" "basewalk: --jobs $jobs: give a number from 1 to 1024; see basewalk links --help"
done
for at in 0x0 -0 -1 -18446744073709551616 18446744073709551616 99999999999999999999; do
  try "$BASEWALK" links --at=$at good.eml
  check "--at $at" 2 "" "basewalk: --at $at: is no number; give one; see basewalk links --help"
done
try "$BASEWALK" links --jobs 010 --at 00 good.eml
check "zeros before a number" 0 "*" ""
for limit in depth depth= depth=-1 depth=1x depth=1K depth=99999999999999999999 depth=99999999999999G; do
  try "$BASEWALK" links --limit $limit good.eml
  check "--limit $limit" 2 "" "basewalk: --limit $limit: give a number, as in --limit depth=1000 (k, M and G may follow it)"
done
for limit in 20 1k 1M 1G; do
  try "$BASEWALK" links --limit message-bytes=$limit good.eml
  check "--limit message-bytes=$limit" 0 "$good" ""
done
try "$BASEWALK" links --files-from missing.txt
check "a list of names that is not there" 1 "" "basewalk: missing.txt: No such file or directory"
if [ -r /proc/self/mem ]; then
  try "$BASEWALK" links --files-from /proc/self/mem
  check "a list of names that cannot be read to its end" 1 "" "basewalk: /proc/self/mem: Input/output error"
fi
try "$BASEWALK" links --files-from missing.txt good.eml
check "a list of names and a name" 2 "" "basewalk: --files-from: the list takes the place of good.eml; give one of both"
for verb in list check; do
  try "$BASEWALK" mhtml $verb missing.mht
  check "mhtml $verb: a missing file" 1 "" "basewalk: missing.mht: No such file or directory"
  try "$BASEWALK" mhtml $verb folder
  check "mhtml $verb: an empty folder" 0 "" "basewalk: there is no message in the sources"
  try "$BASEWALK" mhtml $verb empty.eml
  check "mhtml $verb: an empty file" 1 "" "basewalk: empty.eml: is empty; there is no bundle in it"
  try "$BASEWALK" mhtml $verb
  check "mhtml $verb: nothing named" 2 "" "*"
  try "$BASEWALK" mhtml $verb --match loosely good.eml
  check "mhtml $verb: an unknown profile" 2 "" "*"
  try "$BASEWALK" mhtml $verb --limit message-bytes=5 good.eml
  check "mhtml $verb: over the limit" 1 "" "basewalk: good.eml: is longer than the limit (20 bytes); see --limit message-bytes"
  try "$BASEWALK" mhtml $verb --limit message-bytes=5 /dev/zero
  check "mhtml $verb: without an end" 1 "" "basewalk: /dev/zero: is longer than the limit (131072 bytes); see --limit message-bytes"
done
try "$BASEWALK" mhtml list good.eml
check "mhtml list: no bundle" 1 "*" "basewalk: good.eml: is no bundle: there is neither a multipart/related nor an HTML part"
try "$BASEWALK" mhtml check good.eml
check "mhtml check: no bundle" 1 "$(printf 'good.eml:0: error: part 1: there is no multipart/related: text/plain [not-a-bundle] (RFC 2557 7)\ngood.eml: 1 error, 0 warnings; 1 part, 0 references to them, 0 to elsewhere')" ""
printf 'MIME-Version: 1.0\r\nContent-Type: multipart/related; boundary=b; type="text/html"\r\n\r\n--b\r\nContent-Type: text/html; charset=utf-8\r\nContent-Transfer-Encoding: base64\r\n\r\nPGltZyBzcmM9ImN' >cut.mht
try "$BASEWALK" mhtml check cut.mht
check "mhtml check: cut off within base64" 1 "$(printf 'cut.mht:181: error: part 0: no closing boundary: the file may be cut off: b [boundary-unclosed] (RFC 2046 5.1.1; Chromium refuses the file)\ncut.mht:166: error: part 1: a reference that names no part and leads nowhere else: img[src] c [reference-missing] (RFC 2557 8.2)\ncut.mht:181: warning: part 1: base64 with too little or too much padding [base64-padding] (RFC 2045 6.8)\ncut.mht: 2 errors, 1 warning; 2 parts, 0 references to them, 1 to elsewhere')" ""
sed 's/text\/html; charset/image\/gif; charset/' cut.mht >nopage.mht
try "$BASEWALK" mhtml check nopage.mht
[ "$(grep -c no-page out)" = 1 ] || status=9
check "mhtml check: a bundle without HTML" 1 "*" ""
all="links, tree, resolve, url, mhtml, rewrite, proxy, plan, merge, verify, help, explain, completion"
if "$BASEWALK" --help | grep -q '^  milter '; then all=${all/, proxy/, milter, proxy}; fi
if "$BASEWALK" --help | grep -q '^  guard '; then all=${all/, plan/, guard, plan}; fi
if "$BASEWALK" --help | grep -q '^  policy '; then all=${all/, plan/, policy, plan}; fi
if "$BASEWALK" --help | grep -q '^  report '; then all=${all/, plan/, report, plan}; fi
if "$BASEWALK" --help | grep -q '^  watch '; then all=${all/, help/, watch, help}; fi
below="list, check, unpack, inline, warc, pack"
if "$BASEWALK" mhtml --help | grep -q '^  verify '; then below="$below, verify"; fi
verbs="there are $below; see basewalk mhtml --help"
try "$BASEWALK" mhtml
check "mhtml without a verb" 2 "" "basewalk: name a verb; $verbs"
try "$BASEWALK" mhtml frobnicate
check "mhtml with an unknown verb" 2 "" "basewalk: there is no verb 'frobnicate'; $verbs"
for verb in unpack inline; do
  try "$BASEWALK" mhtml $verb folder -o of-folder-$verb
  check "mhtml $verb: an empty folder" 0 "" "basewalk: there is no message in the sources"
  try "$BASEWALK" mhtml $verb --limit message-bytes=5 good.eml -o new
  check "mhtml $verb: over the limit" 1 "" "basewalk: good.eml: is longer than the limit (20 bytes); see --limit message-bytes"
done
: >empty.html
printf 'GIF89a\001\000\001\000' >image.html
try "$BASEWALK" mhtml pack empty.html -o new
check "mhtml pack: an empty page" 1 "" "basewalk: empty.html: is empty; there is no page in it"
try "$BASEWALK" mhtml pack image.html -o new
check "mhtml pack: what is no page" 1 "" "basewalk: image.html: is no page, but bytes that no text has"
try "$BASEWALK" mhtml pack good.eml -o new
check "mhtml pack: a mail" 1 "" "basewalk: good.eml: is no page by its name, but message/rfc822; give a page (.html, .xhtml, .svg), a folder with one, or a table (.tsv)"
try "$BASEWALK" mhtml pack missing.html -o new
check "mhtml pack: a missing page" 1 "" "basewalk: missing.html: No such file or directory"
[ ! -e new ] || status=9
check "mhtml pack: nothing is left" 1 "" "*"

# Names are an attacker's in archives and lists: no escape sequence of theirs reaches a terminal, no
# line of theirs looks like one of ours.
evil=$(printf 'a\033[2Jb\nc')
shown='a\x1B[2Jb\nc'
try "$BASEWALK" links "$evil"
check "a name that drives a terminal: a missing file" 1 "" "basewalk: $shown: No such file or directory"
printf 'Subject: a\nContent-Type: text/plain; charset=nix\n\nhttp://h/\337\n' >"$evil"
try "$BASEWALK" links "$evil"
check "a name that drives a terminal: a note" 0 "*" "$shown:50: part 1: an unknown charset [charset-unknown]: nix"
tar cf evil.tar --transform 's,.*,evil/&,S' "$evil"
try "$BASEWALK" links --limit message-bytes=5 evil.tar
check "a name in an archive; over the limit" 1 "" "basewalk: evil.tar/evil/$shown: the message is longer than the limit (61 bytes) and was passed over; see --limit message-bytes"
try "$BASEWALK" "$evil"
check "a verb that drives a terminal" 2 "" "basewalk: there is no verb '$shown'; there are $all; see basewalk --help"
latin=$(printf 'a\2332Jb')
try "$BASEWALK" links "$latin"
check "the same in eight bits" 1 "" "basewalk: a\x9B2Jb: No such file or directory"
try "$BASEWALK" merge missing.jsonl -o new.jsonl
check "merge: a missing part" 1 "" "basewalk: missing.jsonl: No such file or directory"
try "$BASEWALK" merge missing -o new.jsonl
check "merge: a missing part without a kind" 1 "" "basewalk: missing: No such file or directory"
printf 'x' >part.txt
try "$BASEWALK" merge part.txt
check "merge: a part of no kind" 2 "" "basewalk: part.txt: merge puts .jsonl, .csv and .sqlite together; what is this?"
printf 'x' >part.db
try "$BASEWALK" merge part.db
check "merge: databases to standard output" 2 "" "basewalk: parts that are databases make a database: name it with -o FILE"
try "$BASEWALK" merge part.db -o whole.db.zst
check "merge: databases, compressed" 2 "" "basewalk: parts that are databases make a database: name it with -o FILE"
try "$BASEWALK" merge
check "merge: nothing named" 2 "" "*"
try "$BASEWALK" mhtml check --strict "$TOP/tests/data/cases/mhtml/14-word-mht/input.mhtml"
check "mhtml check --strict" 1 "*" ""
try "$BASEWALK" mhtml check "$TOP/tests/data/cases/mhtml/14-word-mht/input.mhtml"
check "mhtml check: warnings alone" 0 "*" ""
try "$BASEWALK" mhtml list --match strict "$TOP/tests/data/cases/mhtml/14-word-mht/input.mhtml" "$TOP/tests/data/cases/mhtml/10-alternative/input.mhtml"
check "mhtml list: two bundles" 0 "*" ""
try "$BASEWALK" frobnicate
check "an unknown verb" 2 "" "basewalk: there is no verb 'frobnicate'; there are $all; see basewalk --help"
try "$BASEWALK"
check "no verb" 2 "" "basewalk: name a verb; there are $all; see basewalk --help"
try "$BASEWALK" links --frobnicate good.eml
check "an unknown option" 2 "" "*"

try sh -c "\"$BASEWALK\" links good.eml >&-"
check "a closed standard output" 1 "*" "basewalk: standard output: cannot be written: Bad file descriptor"
# No file gets the number of a standard descriptor that is closed: what is said of the run would
# stand in the input.
cp good.eml kept.eml
for number in 0 1 2; do
  sh -c "\"$BASEWALK\" links good.eml --summary /dev/fd/$number $number>&-" >out 2>err
  cmp -s good.eml kept.eml
  status=$?
  cp kept.eml good.eml
  check "descriptor $number closed: the input stays" 0 "*" "*"
done
[ -e /dev/full ] && {
  try sh -c "\"$BASEWALK\" links good.eml >/dev/full"
  check "a full disk" 1 "*" "basewalk: standard output: cannot be written: No space left on device"
}
# More than a pipe holds, so that the tool is still writing when its reader goes.
seq -f 'http://h/%.0f' 0 99999 >many.txt
{ printf 'From: a\n\n'; cat many.txt; } >many.eml
bash -c "\"$BASEWALK\" links many.eml 2>err | head -1 >out; exit \${PIPESTATUS[0]}"
status=$?
check "a closed pipe is no failure" 0 "$(printf '1\ttext\tabsolute\thttp://h/0')" ""
bash -c "\"$BASEWALK\" links missing.eml many.eml 2>err | head -1 >out; exit \${PIPESTATUS[0]}"
status=$?
check "but hides none" 1 "*" "basewalk: missing.eml: No such file or directory"
for file in good.eml many.eml; do
  try "$BASEWALK" links --format jsonl -o good.eml good.eml $file
  check "a source is not overwritten" 2 "" "basewalk: -o good.eml: is one of the inputs (good.eml), and would be overwritten; give another name"
done
ln -s . here
try "$BASEWALK" links --format jsonl -o good.eml here
check "nor what lies in one" 2 "" "basewalk: -o good.eml: is one of the inputs (here), and would be overwritten; give another name"
for file in good.eml ./good.eml hard.eml; do
  [ -e hard.eml ] || ln good.eml hard.eml
  try "$BASEWALK" links --summary $file good.eml
  check "nor by --summary" 2 "" "basewalk: --summary $file: is one of the inputs (good.eml), and would be overwritten; give another name"
  try "$BASEWALK" rewrite --report $file good.eml
  check "nor added to by --report" 75 "" "basewalk: --report $file: is the file that the message is read from; name another"
done
cp good.eml input.eml
for words in "links -o input.eml --format jsonl" "links - -o input.eml --format jsonl" "tree -o input.eml --format jsonl" \
  "verify -o input.eml --format jsonl" "links -o new.jsonl --summary input.eml" "links --files-from - -o input.eml --format csv" \
  "mhtml inline - -o input.eml"; do
  try sh -c "\"\$BASEWALK\" $words <input.eml"
  option=-o
  [ "$words" = "${words%--summary input.eml}" ] || option=--summary
  check "nor what standard input is: $words" 2 "" "basewalk: $option input.eml: is one of the inputs (standard input), and would be overwritten; give another name"
done
try cmp good.eml input.eml
check "it is as it was" 0 "" ""
try sh -c 'cat input.eml | "$BASEWALK" links -o input.eml --format jsonl'
check "a pipe is no file" 0 "" ""
try bash -c '"$BASEWALK" rewrite --report good.eml <good.eml'
check "nor where it is standard input" 75 "" "basewalk: --report good.eml: is the file that the message is read from; name another"
try "$BASEWALK" rewrite --report ./new.eml -o new.eml good.eml
check "a report is no message" 75 "" "basewalk: --report ./new.eml: is the file of -o; name another"
try "$BASEWALK" links --summary ./new.csv -o new.csv good.eml
check "nor are counts" 2 "" "basewalk: --summary ./new.csv: is the file of -o; give another name"
for name in new.csv.partial ./new.csv.resume; do
  try "$BASEWALK" links --summary $name -o new.csv good.eml
  check "nor what -o has while it is written" 2 "" "basewalk: --summary $name: is a name that the file of -o has while it is written; give another name"
done
try "$BASEWALK" links --summary new.csv -o new.csv.partial --format csv good.eml
check "nor the other way round" 2 "" "basewalk: -o new.csv.partial: is a name that the file of --summary has while it is written; give another name"
try "$BASEWALK" links --as maildir good.eml
check "a file is no Maildir" 1 "" "basewalk: good.eml: this is no Maildir: it is no folder"
try "$BASEWALK" links --as mh - <good.eml
check "nor is standard input a folder of MH" 1 "" "basewalk: standard input: this is no folder of MH: it is no folder"
for list in none,pdf pdf,none; do
  try "$BASEWALK" links --open $list good.eml
  check "--open $list" 2 "" "basewalk: --open: 'none' stands alone, without kinds of documents"
done
try "$BASEWALK" links --base http://h/ --honor html-base good.eml
check "a base that does not count" 2 "" "basewalk: --base http://h/: does not count without retrieval in --honor; add it, or leave one of both out"
echo good.eml >names
try "$BASEWALK" links --files-from names --format jsonl -o good.eml
check "nor what a list names" 2 "" "basewalk: -o good.eml: is one of the inputs (good.eml), and would be overwritten; give another name"
printf 'Content-Type: multipart/related; boundary=x\n\n--x\nContent-Type: text/html\n\n<p>\n--x--\n' >b.html
echo '<p>' >page.html
"$BASEWALK" links --format jsonl -o one.jsonl good.eml
md5sum b.html page.html one.jsonl good.eml >sums
try "$BASEWALK" mhtml inline b.html -o b.html
check "nor a bundle" 2 "" "basewalk: -o b.html: is one of the inputs (b.html), and would be overwritten; give another name"
try "$BASEWALK" mhtml pack page.html -o ./page.html
check "nor a page" 2 "" "basewalk: -o ./page.html: is one of the inputs (page.html), and would be overwritten; give another name"
try "$BASEWALK" mhtml pack page.html -o page.mhtml --progress always
check "nor has one bundle a progress" 2 "" "basewalk: --progress tells of many bundles; one is made at once"
try "$BASEWALK" merge one.jsonl -o one.jsonl
check "nor a part" 2 "" "basewalk: -o one.jsonl: is one of the inputs (one.jsonl), and would be overwritten; give another name"
try "$BASEWALK" mhtml inline b.html -o whole.html --summary s.json
check "counts of one bundle" 2 "" "basewalk: --summary counts many bundles; of one -o tells by itself"
ln -s fresh/b.html.html counts.json
for name in fresh/b.html.html ./fresh/deep/s.json counts.json; do
  try "$BASEWALK" mhtml inline b.html -o fresh/ --summary $name
  check "counts among what is made" 2 "" "basewalk: --summary $name: lies in the folder of -o; give another name"
done
rm counts.json
[ ! -e fresh ] || echo "not ok - something was made"
try md5sum -c --quiet sums
check "all of them are what they were" 0 "" ""

# What a page is made of, and what says how, neither.
mkdir site
echo '<link rel=stylesheet href=a.css>' >site/index.html
echo 'p {}' >site/a.css
printf 'site/index.html\thttp://h/\nsite/a.css\thttp://h/a.css\n' >table.tsv
echo 'drop-base = true' >config
echo key >key && chmod 600 key
md5sum site/* table.tsv config key >sums
if "$BASEWALK" mhtml pack --help >pack.help 2>&1; then
  for source in site site/index.html table.tsv; do
    try "$BASEWALK" mhtml pack $source -o site/a.css
    check "$source keeps its files" 2 "" "basewalk: -o site/a.css: is a file that goes into the bundle, and would be overwritten; give another name"
    if grep -q verify-report pack.help && [ $source != table.tsv ]; then
      try "$BASEWALK" mhtml pack $source -o packed.mhtml --verify --browser ./none --verify-report ./site/a.css
      check "$source keeps them from a proof" 2 "" "basewalk: --verify-report ./site/a.css: is a file that goes into the bundle, and would be overwritten; give another name"
    fi
  done
  [ ! -e packed.mhtml ] || echo "not ok - it was written all the same"
fi
for option in -o --report; do
  try "$BASEWALK" rewrite good.eml --config config $option config
  check "rewrite $option keeps its configuration" 75 "" "basewalk: $option config: is one of the inputs (config), and would be overwritten; give another name"
  for keys in "--wrap-key key" "--wrap-key /dev/null --previous-key key"; do
    [ "$keys" = "--wrap-key key" ] || { cp key other && chmod 600 other && keys="--wrap-key other --previous-key key"; }
    try "$BASEWALK" rewrite good.eml --wrap 'https://g.example/{mac}/{url}' $keys $option ./key
    check "rewrite $option keeps its key: $keys" 75 "" "basewalk: $option ./key: is one of the inputs (key), and would be overwritten; give another name"
  done
done
if "$BASEWALK" mhtml verify --help >/dev/null 2>&1; then
  echo '<p>' >page.htm
  echo page.htm >names
  "$BASEWALK" plan b.html -o bundle.plan 2>/dev/null
  md5sum page.htm names bundle.plan b.html >>sums
  for file in b.html page.htm site/a.css; do
    try "$BASEWALK" mhtml verify b.html page.htm page.htm site --browser ./none --verify-report $file
    check "a proof keeps what is compared" 2 "" "basewalk: --verify-report $file: is one of the inputs (${file%/*}), and would be overwritten; give another name"
  done
  for words in "--files-from names -o fresh/ page.htm" "--files-from names -o fresh/ names" "--plan bundle.plan -o fresh/ bundle.plan" \
    "--plan bundle.plan -o fresh/ b.html"; do
    try "$BASEWALK" mhtml inline ${words% *} --verify --browser ./none --verify-report ${words##* }
    check "and what a list or a plan names" 2 "" "basewalk: --verify-report ${words##* }: is one of the inputs (${words##* }), and would be overwritten; give another name"
  done
  try "$BASEWALK" mhtml inline b.html -o whole.html --verify --browser ./none --verify-report ./whole.html
  check "nor is it in the place of what was made" 2 "" "basewalk: --verify-report ./whole.html: is the file of -o; give another name"
  try "$BASEWALK" mhtml inline b.html -o fresh/ --verify --browser ./none --verify-report fresh/report.jsonl
  check "or of its report" 2 "" "basewalk: --verify-report fresh/report.jsonl: is the file of -o; give another name"
  try "$BASEWALK" mhtml inline b.html -o fresh/ --verify --browser ./none --summary x.json --verify-report x.json
  check "or of the counts" 2 "" "basewalk: --verify-report x.json: is the file of --summary; give another name"
  try "$BASEWALK" mhtml inline b.html -o fresh/ --verify --browser ./none --verify-report fresh/b.html.html
  check "or among what is made" 2 "" "basewalk: --verify-report fresh/b.html.html: lies in the folder of -o; give another name"
  [ ! -e fresh ] && [ ! -e whole.html ] || echo "not ok - it was written all the same"
fi
try md5sum -c --quiet sums
check "these are what they were, too" 0 "" ""
rm -r site table.tsv config key other pack.help
rm -f names page.htm bundle.plan b.html page.html one.jsonl sums hard.eml
try "$BASEWALK" links -o result.xml good.eml
check "an end that says nothing" 2 "" "basewalk: -o result.xml: what is to be in a file with such a name? give a --format, or a name that ends in .txt, .jsonl, .csv, .tsv, .sqlite"
[ ! -e result.xml ] || echo "not ok - it was written all the same"
rm here

try "$BASEWALK" links -o nowhere/result.txt good.eml
check "-o into a folder that is not there" 1 "" "basewalk: nowhere/result.txt: cannot be written: No such file or directory"
printf 'old\n' >result.txt
try "$BASEWALK" links --base bad -o result.txt good.eml
[ "$(cat result.txt)" = old ] || status=9
check "-o leaves the old file when nothing was done" 2 "" "*"
[ "$(ls | grep -c 'result.txt.')" = 0 ] || status=9
check "-o leaves no temporary file behind" 2 "" "*"

# What stands in every record cannot be of any length.
{
  printf 'Message-ID: <'
  head -c 20000 /dev/zero | tr '\0' 'i'
  printf '>\nContent-Type: text/'
  head -c 20000 /dev/zero | tr '\0' 't'
  printf '\n\n'
  cat many.txt
} >long.eml
try sh -c "\"$BASEWALK\" links --format jsonl long.eml | wc -c"
[ "$(cat out)" -lt $((50 * $(wc -c <long.eml))) ] || status=9
check "long identifiers do not multiply" 0 "*" "*"

head -c 100000 /dev/urandom >noise
try "$BASEWALK" links noise
check "noise is no mail" 1 "" \
  "basewalk: noise: is not mail: it does not begin with a header; --as eml reads it all the same"
try "$BASEWALK" links --as eml noise
check "--as eml: noise is a message like any other" 0 "*" "*"
try "$BASEWALK" tree --as eml noise
check "--as eml: noise has a tree" 0 "*" "*"
finish

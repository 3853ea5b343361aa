#!/usr/bin/env bash
# Questions at the prompt: which links, each once, how many, sorted, with their lines.
. "$TOP/tests/cli/lib.sh"

tab=$(printf '\t')
tabs() { printf '%b' "$*"; }

cat >one.eml <<'END'
From: a@b.example
Content-Type: text/html

<base href="https://shop.example.com/sale/">
<a href="x">https://other.example/</a>
<a href="https://www.example.com/a">a</a>
<a href="https://www.example.com/a">again</a>
<img src="http://cdn.example.net/p.png">
<a href="mailto:me@b.example">m</a>
END
{
  printf 'From a@b.example Thu Nov 19 10:00:00 2026\nMessage-ID: <1@x>\n\nsee http://a.example/1\n\n'
  printf 'From a@b.example Thu Nov 19 10:00:00 2026\nMessage-ID: <2@x>\n\nnothing\n\n'
  printf 'From a@b.example Thu Nov 19 10:00:00 2026\nMessage-ID: <3@x>\n\nhttp://b.example/2\nand http://a.example/1\n'
} >box.mbox
sale="1\ta[href]\tresolved\thttps://shop.example.com/sale/x"
other="1\ttext\tabsolute\thttps://other.example/"
www="1\ta[href]\tabsolute\thttps://www.example.com/a"
cdn="1\timg[src]\tabsolute\thttp://cdn.example.net/p.png"
me="1\ta[href]\tabsolute\tmailto:me@b.example"

only() {
  local wanted=$1
  shift
  try "$BASEWALK" links one.eml "$@"
  check "$*" 0 "$(tabs "$wanted")" ""
}
only "$sale" --only status=resolved
only "$sale" --only flag=text-differs
only "$sale\n$other\n$www\n$www\n$cdn" --only host!=none
only "$me" --only host=none
only "$sale\n$www\n$www" --only host=.example.com
only "$www\n$www" --only host=.example.com --only host!=shop.example.com
only "$cdn" --only domain=example.net
only "$cdn" --only 'where=img*'
only "$cdn\n$me" --only scheme=http,mailto
only "$sale\n$other\n$www\n$www\n$cdn\n$me" --only base-from=html-base
only "$www\n$www\n$me" --only 'where=a[href]' --only status=absolute
only "" --only part=2
only "$sale\n$other\n$www\n$www\n$cdn\n$me" --only type=text/html --only reading=first
only "$sale\n$other\n$www\n$www\n$cdn\n$me" --only verdict=clear
only "" --only verdict!=clear
only "" --only flag=userinfo

try "$BASEWALK" links box.mbox --only host=b.example
check "only messages that have such a link are named" 0 \
  "$(tabs '# box.mbox 3 3@x\n1\ttext\tabsolute\thttp://b.example/2')" ""
"$BASEWALK" links box.mbox --only host=b.example --format jsonl >out.jsonl
try sh -c 'grep -c "\"kind\":\"message\"" out.jsonl; grep -c "\"kind\":\"link\"" out.jsonl'
check "records of messages stay" 0 "$(printf '3\n1')" ""
try "$BASEWALK" links box.mbox --only verdict=differs --format jsonl
check "but not of messages of another verdict" 0 "" ""
try "$BASEWALK" links box.mbox --only host=b.example -o only.csv --summary only.json
check "the summary counts what was told" 0 "" ""
try sh -c 'grep -c "" only.csv; grep -o "\"links\": *1," only.json'
check "the summary counts what was told: one" 0 "$(printf '2\n"links":1,')" ""

for bad in "" flag colour=red flag=red 'host=http://x/' part=a; do
  try "$BASEWALK" links one.eml --only "$bad"
  [ "$(wc -l <err)" = 1 ] || status=9
  check "--only '$bad'" 2 "" "*"
done
try "$BASEWALK" links one.eml --only type=html
check "--only with a type that none has" 2 "" "basewalk: --only type=html: 'html' is no media type; give one such as text/html, or one with *, as in text/*"
try "$BASEWALK" links one.eml --only flag=red
check "--only with a flag that is none" 2 "" "basewalk: --only flag=red: there is no 'red'; there are backslash, base-split, control-removed, encoded-control, host-differs, invalid-syntax, mixed-script-host, not-ascii-host, numeric-host, password-in-url, port-not-default, port-reserved, scheme-assumed, text-differs, unterminated, url-omitted, userinfo, wrapped, none"

try "$BASEWALK" links one.eml --unique host
check "each host once" 0 "$(printf 'shop.example.com\nother.example\nwww.example.com\ncdn.example.net\n-')" ""
try "$BASEWALK" links one.eml --unique host --count
check "each host, and how many" 0 "$(tabs '1\tshop.example.com\n1\tother.example\n2\twww.example.com\n1\tcdn.example.net\n1\t-')" ""
try "$BASEWALK" links one.eml --unique host --count --sort count
check "the most first" 0 "$(tabs '2\twww.example.com\n1\tshop.example.com\n1\tother.example\n1\tcdn.example.net\n1\t-')" ""
try "$BASEWALK" links one.eml --unique host --sort host
check "sorted" 0 "$(printf '%s\n' - cdn.example.net other.example shop.example.com www.example.com)" ""
try "$BASEWALK" links one.eml --unique domain --only domain!=none
check "each domain once" 0 "$(printf 'example.com\nother.example\nexample.net')" ""
try "$BASEWALK" links box.mbox one.eml --unique url --jobs 3 --only scheme=http
check "each URL of several sources once" 0 "$(printf 'http://a.example/1\nhttp://b.example/2\nhttp://cdn.example.net/p.png')" ""
try "$BASEWALK" links one.eml --unique host --count --format jsonl --only 'where=a*'
check "each host, as JSON" 0 '{"kind":"unique","links":1,"what":"host","value":"shop.example.com"}
{"kind":"unique","links":2,"what":"host","value":"www.example.com"}
{"kind":"unique","links":1,"what":"host","value":null}' ""
try "$BASEWALK" links one.eml --unique host --format tsv --only host=.example.com
check "each host, with tabs" 0 "$(tabs 'links\twhat\tvalue\n\thost\tshop.example.com\n\thost\twww.example.com')" ""
try "$BASEWALK" links one.eml --unique host --count --only host=.example.com -o hosts.csv.gz
check "each host, as CSV into a file" 0 "" ""
try sh -c 'gzip -dc hosts.csv.gz | tr -d "\r"'
check "each host, as CSV" 0 "$(printf 'links,what,value\n1,host,shop.example.com\n2,host,www.example.com')" ""
try "$BASEWALK" links one.eml box.mbox --count
check "how many" 0 9 ""
try "$BASEWALK" links one.eml --count --only flag=userinfo
check "none" 0 0 ""

try "$BASEWALK" links box.mbox one.eml --sort url --only scheme=http,mailto
check "links by their URLs" 0 "$(tabs "1\ttext\tabsolute\thttp://a.example/1\n1\ttext\tabsolute\thttp://a.example/1\n1\ttext\tabsolute\thttp://b.example/2\n$cdn\n$me")" ""
try "$BASEWALK" links one.eml --sort where --with-place --only host!=none --only 'where!=text'
check "links by where they stand, with their lines" 0 "$(tabs "one.eml:5:\t$sale\none.eml:6:\t$www\none.eml:7:\t$www\none.eml:8:\t$cdn")" ""
try "$BASEWALK" links box.mbox --with-place --jobs 2
check "the lines of a mailbox" 0 "$(tabs 'box.mbox:4:\t1\ttext\tabsolute\thttp://a.example/1\nbox.mbox:14:\t1\ttext\tabsolute\thttp://b.example/2\nbox.mbox:15:\t1\ttext\tabsolute\thttp://a.example/1')" ""
# Lines that editors would go to.
"$BASEWALK" links box.mbox --with-place | while IFS=: read -r file line rest; do
  sed -n "${line}p" "$file" | grep -qF "${rest##*$tab}" || echo "not there: $line $rest"
done >places
try cat places
check "a link stands in its line" 0 "" ""
printf 'Content-Type: text/html\nContent-Transfer-Encoding: base64\n\n%s\n' \
  "$(printf '<a href="http://h.example/">x</a>' | base64)" >packed.eml
try "$BASEWALK" links packed.eml --with-place
check "what is encoded has no line" 0 "$(tabs 'packed.eml:\t1\ta[href]\tabsolute\thttp://h.example/')" ""

try "$BASEWALK" links one.eml --format tsv --only flag=text-differs --text
check "TSV" 0 "$(tabs 'source\tmessage\toffset\tmessage_id\tpart\ttype\twhere\traw\tbase\tbase_from\tbase_part\tstatus\turl\tclicked\ttarget\tflags\ttext\treading\thost\tdomain\tpath\tbyte_offset\tline\none.eml\t1\t0\t\t1\ttext/html\ta[href]\tx\thttps://shop.example.com/sale/\thtml-base\t1\tresolved\thttps://shop.example.com/sale/x\thttps://shop.example.com/sale/x\t\tbase-split text-differs\thttps://other.example/\t\tshop.example.com\texample.com\t/sale/x\t97\t5')" ""
if needs python3; then
  try python3 - "$BASEWALK" <<'END'
import csv, io, subprocess, sys
run = lambda how: subprocess.run([sys.argv[1], "links", "box.mbox", "one.eml", "--format", how], capture_output=True, check=True).stdout.decode()
by_commas = list(csv.reader(io.StringIO(run("csv"), newline="")))
by_tabs = [line.split("\t") for line in run("tsv").splitlines()]
assert by_commas == by_tabs and len(by_tabs) == 10, (by_commas, by_tabs)
END
  check "TSV has the fields of CSV" 0 "" ""
fi

refuse() {
  local why=$1
  shift
  try "$BASEWALK" links one.eml "$@"
  check "refused: $*" 2 "" "basewalk: $why"
}
refuse "a database is asked by SQL; --unique, --count, --sort and --with-place are for the other formats" --count -o x.db
refuse "--with-place is for text; the other formats have \`source\` and \`line\`" --with-place --format csv
refuse "--with-place tells of links, which --unique and --count leave out; give one of both" --with-place --count
for format in text csv tsv; do
  refuse "--text-hash is for JSON lines, in which messages are told" --text-hash --format $format
  refuse "--show-passwords is for JSON lines and databases, in which documents are told" --show-passwords --format $format
done
refuse "--text-hash is for JSON lines, in which messages are told" --text-hash --format jsonl --unique host
refuse "--show-passwords is for JSON lines and databases, in which documents are told" --show-passwords --count
refuse "--full-data is for the other formats and --unique: as text a URL always stands whole" --full-data
refuse "--full-data is for the other formats and --unique: as text a URL always stands whole" --full-data --count
refuse "--text tells of links, which --unique and --count leave out; give one of both" --text --count
refuse "--text tells of links, which --unique and --count leave out; give one of both" --text --unique url --format csv
refuse "--sort with --unique host takes host or count" --unique host --sort url
refuse "--count tells one number; --sort needs --unique beside it" --count --sort url
refuse "--count tells one number, as text" --count --format jsonl
refuse "--sort count needs --unique: what is to be counted?" --sort count
refuse "--sort is for text, csv and tsv: records that follow each other belong together" --sort url --format jsonl
refuse "--unique, --count, --sort and --with-place look at the whole, and not at a slice or a rest; leave out --shard and --resume" --count --shard 0/2
refuse "--shard: slices are put together of jsonl, csv and sqlite; give one of these" --format tsv --shard 0/2
refuse "--hyperlinks is for --text on a terminal, which this is not" --hyperlinks --text
# Before mail comes, which would be missed.
try timeout 20 "$BASEWALK" watch . --hyperlinks
check "watch refuses what it could not tell" 2 "" "basewalk: --hyperlinks is for --text on a terminal, which this is not"
[ ! -e x.db ] || status=9
check "nothing is left of what was refused" 2 "" "*"

printf 'From: a\n\nhttp://h/x\n' >whole.eml
printf '\x7fELF' >program
mkdir mixed
mv whole.eml program mixed
try "$BASEWALK" links mixed --unique host --format jsonl
check "what was passed over is told" 0 '{"kind":"unique","links":null,"what":"host","value":"h"}' \
  "basewalk: 1 file is no mail and was passed over; \`basewalk verify\` tells which"
finish

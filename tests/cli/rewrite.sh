#!/usr/bin/env bash
# basewalk rewrite, the filter: the message comes out whole, or nothing does and the status is 75.
. "$TOP/tests/cli/lib.sh"

printf '%s\n' 'From: a@example.org' 'Subject: x' 'Content-Type: text/html; charset=us-ascii' '' \
  '<base href="http://base.example/d/"><a href="e?f=1&amp;g">x</a>' >base.eml
printf 'From a@example.org Thu Nov 19 10:00:00 2026\n' | cat - base.eml >envelope.eml
sed 's/$/\r/' base.eml >crlf.eml
sed 's/$/\r/' envelope.eml >crlf-envelope.eml
head -c -1 base.eml >no-end.eml
{ sed '/^$/q' base.eml; printf '<a href="e">\0</a>\0\n'; } >nul.eml
printf 'Subject: only a header\n' >header.eml
printf '\n' >line.eml
printf 'no mail at all' >text.eml
head -c 100000 /dev/urandom >random.eml

# What holds messages and is none: nothing is written.
cat envelope.eml - envelope.eml <<<'' >two.mbox
gzip -c base.eml >base.eml.gz
printf '#! rnews 9\nA: 1\n\nxy\n' >batch
{ printf '\n\n'; cat two.mbox; } >behind.mbox
for name in two.mbox base.eml.gz batch behind.mbox; do
  try "$BASEWALK" rewrite $name
  check "$name is refused" 75 "" "*"
  try sh -c "\"$BASEWALK\" rewrite --oversize pass --limit message-bytes=100 <$name"
  check "$name is refused, too, where it is long" 75 "" "*"
done
try "$BASEWALK" rewrite two.mbox
check "an mbox: what to do" 75 "" \
  "basewalk: two.mbox: is an mbox with more than one message, the second at byte $(($(wc -c <envelope.eml) + 1)); say --each to have each of them rewritten, or --one if it is one message all the same"
try sh -c "\"$BASEWALK\" rewrite --one two.mbox | grep -c http://base.example/d/e"
check "--one: all of it is one message" 0 "2" ""

# Each message of an mbox; what stands between them stays.
sed 's|"e?f=1|"http://base.example/d/e?f=1|' two.mbox >wanted
try "$BASEWALK" rewrite --each -o got two.mbox
check "--each: a line at the end" 0 "" "basewalk: 2 messages, 2 changed"
try cmp got wanted
check "--each: every message is rewritten" 0 "" ""
try sh -c "\"$BASEWALK\" rewrite --each -q <two.mbox | cmp - wanted"
check "--each: from standard input to standard output" 0 "" ""
try sh -c "\"$BASEWALK\" rewrite --each -q --report report --dry-run two.mbox | grep -c '^part'"
check "--each --dry-run: what would be done" 0 "2" ""
try sh -c "sed -n 's/.*\"message\":\([0-9]*\),\"offset\":\([0-9]*\),\"time\":null,\"rule\":null}\$/\1 \2/p' report"
check "--each: the report says which message" 0 "1 0
2 $(($(wc -c <envelope.eml) + 1))" ""
rm report
: >empty.mbox
try "$BASEWALK" rewrite --each -o got empty.mbox
check "--each: a mailbox without a message" 0 "" "basewalk: 0 messages, 0 changed"
try test ! -s got
check "--each: it stays empty" 0 "" ""
try "$BASEWALK" rewrite --each base.eml
check "--each: no mbox" 75 "" "basewalk: base.eml: is no mbox; leave out --each"
try "$BASEWALK" rewrite --each base.eml.gz
check "--each: what is compressed" 75 "" "basewalk: base.eml.gz: is compressed; decompress it first: zcat FILE | basewalk rewrite"
try "$BASEWALK" rewrite --each --one two.mbox
check "--each and --one" 75 "" "basewalk: --each and --one say two things of the same file; leave one out"
echo 'one = yes' >one.conf
try sh -c "\"$BASEWALK\" rewrite --each -q --config one.conf two.mbox | cmp - wanted"
check "--each is stronger than a hook's file" 0 "" ""
echo 'each = yes' >each.conf
try "$BASEWALK" rewrite --config each.conf base.eml
check "--each is for no hook" 75 "" "*"
rm -f got
{ cat two.mbox; echo; cat envelope.eml; yes x | head -c 2000; } >long.mbox
try "$BASEWALK" rewrite --each --limit message-bytes=1000 -o got long.mbox
check "--each: one that is too long" 75 "" "basewalk: long.mbox: message 3 at byte $(($(wc -c <two.mbox) + 1)): is longer than 1000 bytes; see --oversize and --limit message-bytes"
try test -e got
check "--each: nothing is written" 1 "" ""
{ cat wanted; echo; cat envelope.eml; yes x | head -c 2000; } >wanted.long
try "$BASEWALK" rewrite --each --limit message-bytes=1000 --oversize pass -q -o got long.mbox
check "--each: the others are rewritten" 0 "" ""
try cmp got wanted.long
check "--each: and it stays" 0 "" ""
{ cat two.mbox; printf '\nFrom a@b Mon Jan  1 00:00:00 2024\nContent-Type: application/pdf\n\nx\n'; } >doubt.mbox
rm got
try "$BASEWALK" rewrite --each --on-doubt tempfail -o got doubt.mbox
check "--each --on-doubt tempfail: one is in doubt" 75 "" "*"
case "$(cat err)" in
  *"doubt.mbox: message 3 at byte $(($(wc -c <two.mbox) + 1)): --on-doubt tempfail: the verdict is unread; nothing was written") ;;
  *) status=9 ;;
esac
check "--each --on-doubt tempfail: which it is" 75 "" "*"
try test -e got
check "--each --on-doubt tempfail: nothing is written" 1 "" ""
"$BASEWALK" rewrite --each --on-doubt tempfail doubt.mbox >got 2>said
try grep -c 'the verdict is unread; what was written is not complete$' said
check "--each --on-doubt tempfail: standard output may have some" 0 "1" ""
if [ -w /dev/full ]; then
  try sh -c "\"$BASEWALK\" rewrite --each -q two.mbox >/dev/full"
  check "--each: a full disk" 75 "" "*"
fi

# The message, with one value edited.
edited='s|"e?f=1|"http://base.example/d/e?f=1|'
for name in base envelope crlf crlf-envelope no-end; do
  sed "$edited" $name.eml >wanted
  try sh -c "\"$BASEWALK\" rewrite <$name.eml >got && cmp got wanted"
  check "$name: one value changes" 0 "" ""
  try sh -c "\"$BASEWALK\" rewrite $name.eml >got && cmp got wanted"
  check "$name: named" 0 "" ""
  try sh -c "\"$BASEWALK\" rewrite -o got2 $name.eml && cmp got2 wanted"
  check "$name: with -o" 0 "" ""
  try sh -c "\"$BASEWALK\" rewrite --no-absolute <$name.eml >got && cmp got $name.eml"
  check "$name: nothing to change" 0 "" ""
  try sh -c "{ head -c 50; sleep 0.1; cat; } <$name.eml | \"$BASEWALK\" rewrite - >got && cmp got wanted"
  check "$name: in pieces" 0 "" ""
done
for name in nul header line text random; do
  try sh -c "\"$BASEWALK\" rewrite --drop-base <$name.eml >got && cmp got $name.eml"
  check "$name: comes out as it went in" 0 "" "*"
done
# What is changed in place is read before.
cp base.eml same.eml
try "$BASEWALK" rewrite -o same.eml same.eml
sed "$edited" base.eml | cmp -s - same.eml || status=9
check "-o and FILE may be the same" 0 "" ""
cp base.eml same.eml
ln -sf same.eml link.eml
ln -f same.eml hard.eml
try "$BASEWALK" rewrite -o link.eml same.eml
sed "$edited" base.eml | cmp -s - same.eml && cmp -s base.eml hard.eml || status=9
check "-o may be a link to FILE, and another name of it has what came" 0 "" ""
try sh -c "\"$BASEWALK\" rewrite --drop-base <base.eml | \"$BASEWALK\" links -"
check "its links are absolute then" 0 "1	a[href]	absolute	http://base.example/d/e?f=1&g" ""

for name in envelope crlf-envelope; do
  head -n 1 $name.eml >first
  tail -n +2 $name.eml >rest
  try sh -c "\"$BASEWALK\" rewrite --mark --no-absolute <$name.eml >got && head -n 1 got | cmp - first && tail -n +6 got | cmp - rest"
  check "$name: marks stand behind the first line" 0 "" "*"
done

# fails NAME MESSAGE COMMAND: status 75, no output, one line that says why.
fails() {
  try sh -c "$3"
  check "$1" 75 "" "basewalk: $2"
}
export BASEWALK
# What the library says of the options together: on a terminal a usage error, in a filter try again.
fails "{mac} without a key" "--wrap-key: {mac} needs a key" '"$BASEWALK" rewrite --wrap "http://g/?u={url}&m={mac}" <base.eml'
fails "a template without {url}" "--wrap http://g/: a template needs {url} or {path-url}" '"$BASEWALK" rewrite --wrap http://g/ <base.eml'
fails "wrap and defang" "links are either wrapped or defanged" '"$BASEWALK" rewrite --defang --wrap "http://g/?u={url}" <base.eml'
fails "--dry-run with -o" "--dry-run writes no message; leave out -o" '"$BASEWALK" rewrite --dry-run -o new.eml base.eml'
fails "--report -" "--report -: standard output is for the message; name a file" '"$BASEWALK" rewrite --report - <base.eml'
fails "an empty message" "standard input: is empty; there is no message in it" '"$BASEWALK" rewrite </dev/null'
fails "no standard input" "standard input: cannot be read: Bad file descriptor" '"$BASEWALK" rewrite <&-'
fails "a folder" "standard input: cannot be read: Is a directory" '"$BASEWALK" rewrite <.'
fails "a file that is not there" "gone.eml: No such file or directory" '"$BASEWALK" rewrite gone.eml'
fails "no standard output" "standard output: cannot be written: Bad file descriptor" '"$BASEWALK" rewrite <base.eml >&-'
fails "no standard output, and a report" "standard output: cannot be written: Bad file descriptor" \
  '"$BASEWALK" rewrite --report closed.jsonl <base.eml >&-'
grep -c '^{.*}$' closed.jsonl >out
[ "$(cat out)" = 1 ] && [ "$(wc -l <closed.jsonl)" = 1 ] || status=9
check "the report does not get the message then" 75 "1" "*"
[ -e /dev/full ] && fails "a full disk" "standard output: cannot be written: No space left on device" \
  '"$BASEWALK" rewrite <base.eml >/dev/full'
fails "-o in a folder that is not there" "gone/x: cannot be written: No such file or directory" \
  '"$BASEWALK" rewrite -o gone/x <base.eml'
fails "a file longer than allowed" "limited: cannot be written: File too large" \
  'head -c 100000 /dev/zero >zero; ulimit -f 4; exec "$BASEWALK" rewrite -o limited zero'
[ ! -e limited ] || status=9
check "leaves nothing" 75 "" "*"
yes "$(cat base.eml)" | head -c 3000000 >long.eml
bash -c '"$BASEWALK" rewrite <long.eml 2>err | head -c 10 >out; exit ${PIPESTATUS[0]}'
status=$?
check "a closed pipe" 75 "*" "basewalk: standard output: its reader has gone; the output is not complete"

# Killed while it reads.
mkfifo pipe
"$BASEWALK" rewrite >out 2>err <pipe &
run=$!
exec 3>pipe
cat base.eml >&3
until [ "$(readlink /proc/$run/exe)" = "$(realpath "$BASEWALK")" ]; do :; done
kill -TERM $run
wait $run
status=$?
exec 3>&-
check "killed while it reads" 143 "" ""

# A pipe that does not block, as a daemon may give us.
cat >nonblocking.py <<'END'
import fcntl, os, subprocess, sys, threading
data = open("long.eml", "rb").read()
(read_in, write_in), (read_out, write_out) = os.pipe(), os.pipe()
for end in (read_in, write_out):
    fcntl.fcntl(end, fcntl.F_SETFL, fcntl.fcntl(end, fcntl.F_GETFL) | os.O_NONBLOCK)
child = subprocess.Popen([os.environ["BASEWALK"], "rewrite", "--no-absolute"], stdin=read_in, stdout=write_out)
os.close(read_in), os.close(write_out)
def write():
    with os.fdopen(write_in, "wb") as file:
        file.write(data)
threading.Thread(target=write).start()
with os.fdopen(read_out, "rb") as file:
    got = file.read()
sys.exit(child.wait() or got != data)
END
try python3 nonblocking.py
check "pipes that do not block" 0 "" ""

# Large, and one line.
{ sed '/^$/q' base.eml; head -c 100000000 /dev/zero | tr '\0' 'x'; } >large.eml
try sh -c '"$BASEWALK" rewrite --drop-base <large.eml | cmp - large.eml'
check "100 MB" 0 "" ""
rm large.eml

# Memory.  An address sanitizer needs more address space than any limit would leave.
if [ "${SANITIZED:-}" != 1 ]; then
  head -c 100000000 /dev/zero >large
  try bash -c 'ulimit -v 6000; exec "$BASEWALK" rewrite <base.eml'
  [ "$status" != 0 ] && status=not-0
  check "no memory to begin" not-0 "" "*"
  for limit in $(seq 20000 10000 400000); do
    (ulimit -v "$limit" && exec "$BASEWALK" rewrite <base.eml >out 2>err) && break
  done
  fails "no memory for a message" "there is not enough memory for this message" \
    "ulimit -v $((limit + 20000)); exec \"\$BASEWALK\" rewrite <large"
fi

# Too long.
for way in "" "--oversize fail"; do
  fails "a long message, $way" "standard input: the message is longer than 1000 bytes; see --oversize and --limit message-bytes" \
    "\"\$BASEWALK\" rewrite --limit message-bytes=1k $way <long.eml"
done
try sh -c '"$BASEWALK" rewrite --limit message-bytes=1k --oversize pass <long.eml >got && cmp got long.eml'
check "a long message passes" 0 "" "basewalk: standard input: the message is longer than 1000 bytes and passed as it came"
try sh -c '"$BASEWALK" rewrite -q --limit message-bytes=1k --oversize pass -o got2 <long.eml && cmp got2 long.eml'
check "a long message passes, -o" 0 "" ""
# It is in the report, and no message that is known to be clear.
long_size=$(wc -c <long.eml)
try sh -c '"$BASEWALK" rewrite -q --limit message-bytes=1k --oversize pass --report long.jsonl <long.eml | cmp - long.eml && cat long.jsonl'
case "$(cat out)" in
  *"\"size\":$long_size,\"size_after\":$long_size,"*"\"verdict\":\"unread\""*"\"size\":$long_size,\"why\":\"limit-message-bytes\""*) ;;
  *) status=9 ;;
esac
check "a long message passes, --report" 0 "*" ""
fails "a long message, --on-doubt tempfail" \
  "standard input: the message is longer than 1000 bytes; --on-doubt tempfail: the verdict is unread; nothing was written" \
  '"$BASEWALK" rewrite --limit message-bytes=1k --oversize pass --on-doubt tempfail <long.eml'
try sh -c '"$BASEWALK" rewrite --dry-run --on-doubt tempfail doubt.mbox --each >got'
check "--dry-run --on-doubt tempfail, --each" 75 "" "basewalk: doubt.mbox: message 3 at byte $(($(wc -c <two.mbox) + 1)): --on-doubt tempfail: the verdict is unread; nothing would be written"
try sh -c 'sed 1d doubt.mbox | tail -n +$(sed 1d doubt.mbox | grep -n "^From " | tail -1 | cut -d: -f1) | sed 1d | "$BASEWALK" rewrite --dry-run --on-doubt tempfail >got'
check "--dry-run --on-doubt tempfail" 75 "" "basewalk: --on-doubt tempfail: the verdict is unread; nothing would be written"
# Who believes marks behind the filter need not know how long a message was.
{ printf 'From: a\nX-Basewalk-Verdict: clear\nTo: b\nx-basewalk-flags:\n none\n\nX-Basewalk-Links: 0\n'; yes x | head -c 2000; } >forged.eml
sed '2d; 4,5d' forged.eml >wanted
for eol in '' 's/$/\r/'; do
  sed "$eol" forged.eml >forged.eol
  sed "$eol" wanted >wanted.eol
  try sh -c '"$BASEWALK" rewrite -q --mark --limit message-bytes=1k --oversize pass <forged.eol | cmp - wanted.eol'
  check "a long message passes without the marks that it came with" 0 "" ""
done
{ printf 'From: a\nX: y\rX-Basewalk-Verdict: clear\n\n'; yes x | head -c 2000; } >hidden.eml
try sh -c '"$BASEWALK" rewrite --mark --limit message-bytes=1k --oversize pass <hidden.eml | cmp - hidden.eml'
check "what stays of them is told" 0 "" "basewalk: standard input: a mark that came with it may stay, as some readers alone see it
basewalk: standard input: the message is longer than 1000 bytes and passed as it came"
{ echo 'From a@b Mon Jan  1 00:00:00 2024'; cat forged.eml; } >forged.mbox
{ echo 'From a@b Mon Jan  1 00:00:00 2024'; cat wanted; } >wanted.mbox
try sh -c '"$BASEWALK" rewrite -q --each --mark --limit message-bytes=1k --oversize pass forged.mbox | cmp - wanted.mbox'
check "also in an mbox" 0 "" ""
try sh -c '"$BASEWALK" rewrite --each --mark --limit message-bytes=1k --oversize pass --report of-forged forged.mbox >got; grep -o "\"size.*" of-forged | grep -o "\"size[_a-z]*\":[0-9]*\|{\"name\"[^}]*}" | sort -u'
check "the report of an mbox says so" 0 "\"size\":$(wc -c <forged.mbox)
\"size_after\":$(wc -c <wanted.mbox)
{\"name\":\"X-Basewalk-Verdict\",\"occurrence\":1}
{\"name\":\"x-basewalk-flags\",\"occurrence\":1}" "basewalk: forged.mbox: message 1 at byte 0: is longer than 1000 bytes and passed unread, without the marks it came with
basewalk: forged.mbox: message 1 at byte 0: verdict unread, 1 thing not read
basewalk: 1 message, 1 changed"
# The header is all of the last message of an mbox.
{ echo 'From a@b Mon Jan  1 00:00:00 2024'; printf 'From: a\nX-Basewalk-Verdict: clear\nTo: b\nX-Basewalk-Verdict: unread\nX-Long:'; yes ' x' | head -c 2000; echo; } >header.mbox
sed '/^X-Basewalk/d' header.mbox >wanted.mbox
try sh -c '"$BASEWALK" rewrite -q --each --mark --limit message-bytes=1k --oversize pass --report of-header header.mbox | cmp - wanted.mbox'
check "also where there is no body" 0 "" ""
try sh -c 'grep -o "\"occurrence\":[0-9]*" of-header'
check "the report counts fields of one name" 0 '"occurrence":1
"occurrence":2' ""
try sh -c '"$BASEWALK" rewrite -q --mark --dry-run --limit message-bytes=1k --oversize pass <forged.eml'
check "--dry-run says that it would pass" 0 "" "basewalk: standard input: the message is longer than 1000 bytes and would be passed unread, without the marks it came with"
try sh -c '"$BASEWALK" rewrite --dry-run --report of-dry --limit message-bytes=1k --oversize pass <forged.eml && grep -o "\"size_after\":[0-9]*" of-dry'
check "--dry-run and its report" 0 "\"size_after\":$(wc -c <forged.eml)" "basewalk: standard input: the message is longer than 1000 bytes and would be passed as it came"
try sh -c '"$BASEWALK" rewrite -q --limit message-bytes=1k --oversize pass <forged.eml | cmp - forged.eml'
check "without --mark they stay" 0 "" ""
{ printf 'X-Basewalk-Verdict: clear\nX-Long:'; yes ' x' | head -c 100000; printf '\n\nbody\n'; } >all-header.eml
fails "a header that does not end within the limit" "standard input: the header alone is longer than --limit message-bytes" \
  '"$BASEWALK" rewrite --mark --limit message-bytes=1k --oversize pass <all-header.eml'
try sh -c '"$BASEWALK" rewrite -q --limit message-bytes=1k --oversize pass <all-header.eml | cmp - all-header.eml'
check "passes without --mark" 0 "" ""
size=$(wc -c <base.eml)
sed "$edited" base.eml >wanted
try sh -c "\"\$BASEWALK\" rewrite --limit message-bytes=$size <base.eml >got && cmp got wanted"
check "a message of just the limit" 0 "" ""
fails "one byte more" "standard input: the message is longer than $((size - 1)) bytes; see --oversize and --limit message-bytes" \
  "\"\$BASEWALK\" rewrite --limit message-bytes=$((size - 1)) <base.eml"

# Options that make no sense: 75 as well, for a mail system gives up what exits with 2.
fails "an unknown option" "there is no option --wrpa; did you mean --wrap? see basewalk rewrite --help" '"$BASEWALK" rewrite --wrpa x <base.eml'
fails "--report -" "--report -: standard output is for the message; name a file" '"$BASEWALK" rewrite --report - <base.eml'
fails "--report to standard output" "--report /dev/stdout: is standard output, where the message goes; name another file" \
  'mkfifo p2; cat p2 >got3 & "$BASEWALK" rewrite --report /dev/stdout <base.eml >p2'
fails "a report that cannot be written" "--report gone/r: cannot be written: No such file or directory" \
  '"$BASEWALK" rewrite --report gone/r <base.eml'
[ -e /dev/full ] && fails "a report on a full disk" "--report /dev/full: cannot be written: No space left on device" \
  '"$BASEWALK" rewrite --report /dev/full <base.eml'
mkfifo nobody
fails "a report to a FIFO that nobody reads" "--report nobody: cannot be written: No such device or address" \
  '"$BASEWALK" rewrite --report nobody <base.eml'
fails "--dry-run and -o" "--dry-run writes no message; leave out -o" '"$BASEWALK" rewrite --dry-run -o x <base.eml'
fails "a relative --base" "--base x: not an absolute URL; give one such as http://host/path" '"$BASEWALK" rewrite --base x <base.eml'
for wrong in "--oversize keep" "--rules rfc1" "--only colour=red" "--wrap http://x/" "--wrap http://x/?{url}{mac}" \
  "--limit links=x" "--wrap-key gone" "--wrap-key /dev/null" "--wrap-key empty" "--wrap-key secret" \
  "--wrap-key secret --unwrap-from http://x/?{url}" \
  "--defang --wrap http://x/?{url}" "--config gone" "--config ." "--config nobody" "--config random.eml"; do
  : >empty
  (umask 077; echo x >secret)
  try sh -c "\"\$BASEWALK\" rewrite $wrong <base.eml"
  [ "$(wc -l <err)" = 1 ] || status=9
  check "$wrong" 75 "" "*"
done
if script -qec true /dev/null >/dev/null 2>&1; then
  script -qec '"$BASEWALK" rewrite --wrpa' /dev/null >out 2>err
  status=$?
  check "on a terminal a wrong option is 2" 2 "*" "*"
  script -qec '"$BASEWALK" rewrite' /dev/null >out 2>err
  status=$?
  check "and so is no message" 2 "*" "*"
fi

# The file of options.
config() { # NAME MESSAGE LINE...: wrong, and says where
  local name=$1 message=$2
  shift 2
  printf '%s\n' "$@" >conf
  fails "$name" "conf:$message" '"$BASEWALK" rewrite --config conf <base.eml'
}
config "an unknown name" "2: there is no option 'wrpa'; did you mean wrap? see basewalk rewrite --help" "mark" "wrpa = x"
config "a section" "1: there is no option '[rewrite]'; see basewalk rewrite --help" "[rewrite]"
config "no value" "1: 'wrap' needs a value: wrap = ..." "wrap ="
config "no truth" "3: 'mark' is yes or no" "# a comment" "" "mark = perhaps"
config "a value that is none" "1: --oversize keep: there is no such value; there are fail, pass" "oversize = keep"
config "twice" "2: --oversize is given 2 times; give it once" "oversize = pass" "oversize = fail"
config "the second value of a name" "3: --limit depth=x: give a number, as in --limit depth=1000 (k, M and G may follow it)" \
  "limit = parts=5" "mark" "limit = depth=x" "limit = links=5"
config "a condition" "2: --only host=http://x/: 'http://x/' is no name of a host; give one such as example.com, or .example.com for all below it, too" \
  "only = host=x.example" "only = host=http://x/"
config "a template" "1: --wrap http://x/: a template needs {url} or {path-url}" "wrap = http://x/" "mark"
config "a list" "2: --honor: there is no base source 'htmlbase'; did you mean html-base?" "mark" "honor = htmlbase"
config "a base" "1: --base x: not an absolute URL; give one such as http://host/path" "base = x"
printf 'limit = depth=x\nmark\nwrap = http://x/\nonly = host=x.example\nonly = part=1\n' >conf
fails "each by its own line, in their order" "conf:1: --limit depth=x: give a number, as in --limit depth=1000 (k, M and G may follow it)
basewalk: conf:3: --wrap http://x/: a template needs {url} or {path-url}
basewalk: conf:5: --only part=1: a condition is scheme=..., host=... or flag=..." '"$BASEWALK" rewrite --config conf <base.eml'
config "only typed" "1: 'dry-run' can be given on the command line only" "dry-run"
config "no hook writes each message over the one before it" "1: 'output' can be given on the command line only" "output = filed.eml"
config "a file in itself" "1: 'config' can be given on the command line only" "config = other"
config "a control character" "1: there is a control character in this line" "$(printf 'wrap = http://x/\033{url}')"
good() { # NAME OPTIONS LINE...: as if OPTIONS had been typed
  local name=$1 options=$2
  shift 2
  printf '%s\n' "$@" >conf
  eval "\"\$BASEWALK\" rewrite -q $options <base.eml" >wanted
  try sh -c '"$BASEWALK" rewrite -q --config conf <base.eml >got && cmp got wanted'
  check "$name" 0 "" ""
}
printf 'secret\n' >key && chmod 600 key
good "flags" "--drop-base --mark" "drop-base" "mark = yes" "no-absolute = no"
good "a flag that says no" "--no-absolute" "absolute = off"
good "its negation" "--no-absolute" "no-absolute"
good "the last line counts" "" "no-absolute" "absolute = yes"
good "a template, with all that CLI11 would split" "--wrap 'https://guard.example/?a=[1,2]#b&u={url}'" \
  "  wrap   =   https://guard.example/?a=[1,2]#b&u={url}  "
good "a key" "--wrap 'https://g.example/{mac}/{url}' --wrap-key key" "wrap = https://g.example/{mac}/{url}" "wrap-key = key"
good "lines that end with CR" "--drop-base" "$(printf 'drop-base = yes\r')"
good "a byte order mark" "--drop-base" "$(printf '\357\273\277drop-base = yes')"
good "no line" ""
good "more than one of a name" "--only host=other.example --only host=base.example" "only = host=other.example" "only = host=base.example"
good "resolving" "--base http://other.example/ --honor retrieval" "base = http://other.example/" "honor = retrieval"
printf 'absolute = no\nonly = host=nobody.example\n' >conf
sed "$edited" base.eml >wanted
try sh -c '"$BASEWALK" rewrite --config conf --absolute --only host=base.example <base.eml >got && cmp got wanted'
check "what was typed wins" 0 "" ""
printf 'report = filed.jsonl\nquiet\noversize = pass\nlimit = message-bytes=10k' >conf
try sh -c '"$BASEWALK" rewrite --config conf <base.eml | cmp - wanted && wc -l <filed.jsonl'
check "every other option can stand there" 0 "1" ""
chmod 644 key
try sh -c '"$BASEWALK" rewrite --wrap "https://g.example/{mac}/{url}" --wrap-key key base.eml >/dev/null'
check "a key that everybody can read" 0 "" "basewalk: --wrap-key key: warning: everybody can read it; give it to a group of whoever runs this, and chmod o-r it"

# What takes the place of a file is kept from whom that was kept from; who is new is as open() has it.
for mode in 600 640 664 444; do
  cp base.eml mine.eml
  chmod $mode mine.eml
  try sh -c '"$BASEWALK" rewrite -o mine.eml mine.eml && ln -sf mine.eml link.eml && "$BASEWALK" rewrite -o link.eml mine.eml && stat -c %a mine.eml'
  check "-o keeps the mode $mode of the file that it replaces" 0 $mode ""
done
rm -f fresh.eml
try sh -c 'umask 027; "$BASEWALK" rewrite -o fresh.eml base.eml && stat -c %a fresh.eml'
check "-o of a new file heeds the umask" 0 640 ""
if [ "$(id -u)" = 0 ]; then
  cp base.eml theirs.eml
  chown 65534:65534 theirs.eml
  chmod 660 theirs.eml
  try sh -c '"$BASEWALK" rewrite -o theirs.eml theirs.eml && stat -c %u:%g:%a theirs.eml'
  check "-o keeps the owner, where root writes" 0 65534:65534:660 ""
fi
for name in links.jsonl links.sqlite links.csv.gz; do
  (umask 077; : >$name)
  try sh -c "umask 022; \"\$BASEWALK\" links -o $name base.eml && \"\$BASEWALK\" links -o new-$name base.eml && stat -c %a $name new-$name"
  check "links -o $name keeps the mode" 0 "600
644" ""
done

# Reports, of many at a time.
for i in $(seq 40); do
  "$BASEWALK" rewrite --report many.jsonl <base.eml >/dev/null &
done
wait
try sh -c 'wc -l <many.jsonl; python3 -c "import json, sys; [json.loads(line) for line in open(\"many.jsonl\")]"; stat -c %a many.jsonl'
check "many append to one report" 0 "40
600" ""

# What would be done.
try "$BASEWALK" rewrite --dry-run --drop-base base.eml
check "--dry-run" 0 "part 1 base[href]: drop-base: http://base.example/d/
part 1 a[href]: absolute: e?f=1&g -> http://base.example/d/e?f=1&g
1 link, 2 edits, 0 kept as they were, 124 bytes of 138, verdict clear" ""
try "$BASEWALK" rewrite --help
[ "$(wc -l <out)" -le 24 ] && [ "$(wc -L <out)" -le 80 ] || status=9
check "--help fits a screen" 0 "*" ""
finish

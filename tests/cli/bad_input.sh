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
check "a folder" 1 "" "basewalk: folder: this is a folder; name the messages in it, as in folder/*"
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
check "an unknown base source" 2 "" "basewalk: --honor: there is no base source 'nonsense'; there are html-base, base-header, content-base, content-location, enclosing, retrieval and thismessage"
try "$BASEWALK" links --limit speed=9 good.eml
check "an unknown limit" 2 "" "basewalk: --limit speed=9: there is no such limit; there are depth, parts, header-bytes, links, message-bytes, decoded-factor, output-factor, notes"
try "$BASEWALK" links --limit depth=many good.eml
check "a limit that is no number" 2 "" "basewalk: --limit depth=many: give a number, as in --limit depth=1000 (k, M and G may follow it)"
try "$BASEWALK" links --limit message-bytes=5 good.eml
check "a message over the limit" 1 "" "basewalk: good.eml:0: message 1 is longer than the limit (20 bytes) and was skipped; see --limit message-bytes"
try "$BASEWALK" links --assume-scheme 'not a scheme' good.eml
check "a scheme that is none" 2 "" "basewalk: --assume-scheme not a scheme: not a scheme; give one such as https"
try "$BASEWALK" frobnicate
check "an unknown verb" 2 "" "basewalk: there is no verb 'frobnicate'; there are links, tree, resolve, url; see basewalk --help"
try "$BASEWALK"
check "no verb" 2 "" "basewalk: name a verb; there are links, tree, resolve, url; see basewalk --help"
try "$BASEWALK" links --frobnicate good.eml
check "an unknown option" 2 "" "*"

try sh -c "\"$BASEWALK\" links good.eml >&-"
check "a closed standard output" 1 "*" "basewalk: standard output: cannot be written: Bad file descriptor"
[ -e /dev/full ] && {
  try sh -c "\"$BASEWALK\" links good.eml >/dev/full"
  check "a full disk" 1 "*" "basewalk: standard output: cannot be written: No space left on device"
}
i=0
while [ $i -lt 20000 ]; do
  echo "http://h/$i"
  i=$((i + 1))
done >many.txt
{ printf 'From: a\n\n'; cat many.txt; } >many.eml
bash -c "\"$BASEWALK\" links many.eml 2>err | head -1 >out; exit \${PIPESTATUS[0]}"
status=$?
check "a closed pipe" 1 "$(printf '1\ttext\tabsolute\thttp://h/0')" "basewalk: standard output: its reader has gone; the output is not complete"

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
check "noise is a message like any other" 0 "*" "*"
try "$BASEWALK" tree noise
check "noise has a tree" 0 "*" "*"
finish

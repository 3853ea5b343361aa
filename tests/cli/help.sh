#!/usr/bin/env bash
# basewalk help and explain; what is said of command lines that make no sense; options before a verb.
. "$TOP/tests/cli/lib.sh"

printf 'Content-Type: text/html\n\n<a href="http://h/">x</a>\n' >good.eml
line="$(printf '1\ta[href]\tabsolute\thttp://h/')"

# wrong NAME MESSAGE WORD...: a command line that makes no sense, and what is said of it.
wrong() {
  local name=$1 message=$2
  shift 2
  try "$BASEWALK" "$@"
  check "$name" 2 "" "basewalk: $message"
}

# Help: the same text, however it is asked for.
for verb in links tree resolve url "mhtml list" mhtml plan merge verify help explain completion rewrite; do
  # shellcheck disable=SC2086
  "$BASEWALK" $verb --help >wanted
  # shellcheck disable=SC2086
  try "$BASEWALK" help $verb
  check "help $verb" 0 "$(cat wanted)" ""
done
if [ -e /dev/full ]; then
  for option in --help --version "links --help" "mhtml list --help"; do
    try sh -c "\"$BASEWALK\" $option >/dev/full"
    check "$option: a full disk" 1 "" "basewalk: standard output: cannot be written: No space left on device"
  done
fi
# What a help sends its reader to stands below.
sent=0
for verb in links tree watch report rewrite milter proxy "mhtml list" "mhtml check" "mhtml unpack" "mhtml inline"; do
  # shellcheck disable=SC2086
  "$BASEWALK" $verb --help >shown
  grep -q "LIST .*see below" shown || continue
  sent=$((sent + 1))
  try grep -c "^LIST: html-base, " shown
  check "$verb: the list below" 0 1 ""
done
try test "$sent" -gt 3
check "helps that have a list" 0 "" ""
"$BASEWALK" --help >wanted
try "$BASEWALK" help
check "help alone" 0 "$(cat wanted)" ""
for version in -V --version; do
  try "$BASEWALK" $version
  [[ $(cat out) =~ ^basewalk\ [0-9]+\.[0-9]+\.[0-9]+$ ]] || status=9
  check "$version" 0 "*" ""
done
wrong "help of no verb" "there is no verb, flag or code 'lniks'; did you mean links? see basewalk --help" help lniks
wrong "help of no flag" "there is no verb, flag or code 'base-spilt'; did you mean base-split? see basewalk --help" help base-spilt
wrong "help of nothing" "there is no verb, flag or code 'zzzzzz'; basewalk explain lists the words; see basewalk --help" help zzzzzz
wrong "help of no verb below another" "there is no verb of mhtml 'lsit'; did you mean list? see basewalk --help" help mhtml lsit

# Explain.
try "$BASEWALK" explain base-split
cp out explained
check "explain" 0 "*" ""
try "$BASEWALK" help base-split
check "help of a flag is the same" 0 "$(cat explained)" ""
try "$BASEWALK" explain --mail base-split
check "explain --mail is the mail" 0 "$(cat "$TOP/tests/data/flags/base-split.eml")" ""
try "$BASEWALK" explain
grep -q base-split out && grep -q limit-depth out && [ "$(wc -L <out)" -le 80 ] || status=9
check "explain lists the words" 0 "*" ""
try "$BASEWALK" explain content-base
[ "$(grep -c '^content-base: ' out)" = 2 ] || status=9
check "a word that means two things" 0 "*" ""
wrong "explain nothing" "there is no flag or code 'base-spilt'; did you mean base-split? see basewalk --help" explain base-spilt
wrong "the mail of nothing" "--mail: of which word? give one, as in basewalk explain --mail base-split" explain --mail
try "$BASEWALK" explain --mail label-missing
check "a word without a mail" 1 "" "basewalk: label-missing: there is no mail that shows it"
# What is explained is what the tool does: the mail, with its options, has the word.
for word in $("$BASEWALK" explain | sed -n '/^    /p' | tr -d ','); do
  "$BASEWALK" explain --mail "$word" >mail.eml 2>/dev/null || continue
  # shellcheck disable=SC2046
  try "$BASEWALK" links --format jsonl $("$BASEWALK" explain "$word" |
    sed -nE 's/^What basewalk links (.* )?[^ ]+\.eml tells of it.*/\1/p') mail.eml
  grep -q "\"$word[\"-]" out || status=9
  check "the mail of $word" 0 "*" "*"
done

# Options may stand before the verb that they belong to, and anywhere behind it.
for words in "--jobs 2 links good.eml" "--jobs=2 links good.eml" "links good.eml --jobs 2" \
  "-q --rules rfc3986 links good.eml" "-q links --jobs 2 good.eml --rules rfc3986" "--format text links good.eml"; do
  # shellcheck disable=SC2086
  try "$BASEWALK" $words
  check "$words" 0 "$line" ""
done
cp good.eml links
try "$BASEWALK" --files-from links tree good.eml
check "a value that is called like a verb" 2 "" "basewalk: --files-from: the list takes the place of good.eml; give one of both"
try "$BASEWALK" --strict mhtml check good.eml
check "options before two verbs" 1 "*" ""
wrong "an option that the verb does not have" "there is no option --strict; see basewalk links --help" --strict links good.eml
wrong "options alone" "name a verb; there are $("$BASEWALK" --help | sed -nE '/^Subcommands/,/^$/s/^  ([a-z]+) .*/\1/p' | paste -sd, | sed 's/,/, /g'); see basewalk --help" --jobs 2
try sh -c '"$BASEWALK" --jobs 2 rewrite <good.eml'
check "a filter says try again, wherever its options stand" 75 "" "basewalk: there is no option --jobs; see basewalk rewrite --help"

# What, where, and what to do.
wrong "an option without a verb" "there is no option --hlep; did you mean --help? see basewalk --help" --hlep
wrong "a verb" "there is no verb 'lniks'; did you mean links? see basewalk links --help" lniks
wrong "a verb below another" "there is no verb 'lsit'; did you mean list? see basewalk mhtml list --help" mhtml lsit
wrong "an option" "there is no option --frmat; did you mean --format? see basewalk links --help" links --frmat jsonl good.eml
wrong "an option with one hyphen" "there is no option -format; did you mean --format? see basewalk links --help" links -format jsonl good.eml
wrong "an option with a value" "there is no option --rulse; did you mean --rules? see basewalk links --help" links --rulse=rfc3986 good.eml
wrong "an option of a verb below another" "there is no option --stirct; did you mean --strict? see basewalk mhtml check --help" mhtml check --stirct good.eml
wrong "a value" "--rules rfc180: there is no such value; did you mean rfc1808? see basewalk links --help" links --rules rfc180 good.eml
wrong "a value that is like none" "--rules x: there is no such value; there are rfc1808, rfc2396, rfc3986, whatwg; see basewalk links --help" links --rules x good.eml
wrong "a format" "--format jsnol: there is no such format; did you mean jsonl? see basewalk links --help" links --format jsnol good.eml
wrong "a limit" "--limit detph=3: there is no such limit; did you mean depth?" links --limit detph=3 good.eml
wrong "a base source" "--honor: there is no base source 'htmlbase'; did you mean html-base?" links --honor htmlbase good.eml
wrong "a kind of document" "--open: there is no kind of document 'offcie'; did you mean office?" links --open offcie good.eml
wrong "a number" "--jobs 0: give a number from 1 to 1024; see basewalk links --help" links --jobs 0 good.eml
wrong "a number that is none" "--at x: is no number; give one; see basewalk links --help" links --at x good.eml
wrong "no value" "--base needs a value: --base URL; see basewalk links --help" links good.eml --base
wrong "no value behind a letter" "-o needs a value: -o FILE; see basewalk links --help" links good.eml -o
wrong "twice" "--base is given 2 times; give it once; see basewalk links --help" links --base http://a/ --base http://b/ good.eml
wrong "two that exclude each other" "--normalize and --relative exclude each other; leave one of them out; see basewalk resolve --help" resolve --normalize --relative --base http://h/ x
wrong "nothing named, in a help of two lines" "SOURCE is needed: pages, folders with one, tables (.tsv); or a web archive (.warc, .warc.gz, .wacz); see basewalk mhtml pack --help" mhtml pack
wrong "a base that is none" "--base mailto:a@b: nothing is relative to such a URL (RFC 1808 2.3); give one such as http://host/path" links --base mailto:a@b good.eml
wrong "nothing named" "PART is needed: what --shard has written, or the folder that has it; see basewalk merge --help" merge
wrong "an option that is needed" "--output DIR is needed: a folder that is not there yet; DIR/ for a folder of each bundle; see basewalk mhtml unpack --help" mhtml unpack good.eml
wrong "one too many" "'two' is one too many; give one SHELL; see basewalk completion --help" completion bash two
for shell in bash zsh fish; do
  try "$BASEWALK" completion $shell
  check "completion $shell" 0 "*" ""
done
wrong "no such shell" "SHELL bsah: there is no such value; did you mean bash? see basewalk completion --help" completion bsah
wrong "what drives a terminal" "there is no option --\\x1B[2Jx; see basewalk links --help" links "$(printf -- '--\033[2Jx')" good.eml

# Filters: the same words, and 75.
filter() { # NAME MESSAGE WORD...
  local name=$1 message=$2
  shift 2
  "$BASEWALK" rewrite "$@" <good.eml >out 2>err
  status=$?
  check "rewrite: $name" 75 "" "basewalk: $message"
}
filter "an option" "there is no option --wrpa; did you mean --wrap? see basewalk rewrite --help" --wrpa x
filter "a value of an option that --help does not list" "--rules rfc180: there is no such value; did you mean rfc1808? see basewalk rewrite --help" --rules rfc180
filter "no value for one" "--rules needs a value: --rules RULES; see basewalk rewrite --help" --rules
filter "a flag" "--only flag=base-spilt: there is no such flag; did you mean base-split?" --only flag=base-spilt
filter "an option before the verb" "--oversize kepe: there is no such value; there are fail, pass; see basewalk rewrite --help" --oversize kepe
finish

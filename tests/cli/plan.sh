#!/usr/bin/env bash
# plan: sources and their sizes, listed once; links, tree and verify read them by it.
. "$TOP/tests/cli/lib.sh"

# like NAME STATUS STDOUT STDERR: both are patterns of the shell.
like() {
  local told=$3 said=$4
  # shellcheck disable=SC2053
  [[ $(cat out) == $3 ]] && told="*"
  # shellcheck disable=SC2053
  [[ $(cat err) == $4 ]] && said="*"
  check "$1" "$2" "$told" "$said"
}
message() { printf 'Subject: %s\n\n%s\n' "$1" "http://h.example/$1"; }
mkdir -p box/cur box/new box/tmp
for i in 1 2 3; do message $i >"box/cur/$i"; done
printf 'From a@b Thu Nov 19 10:00:00 2026\nA: 1\n\nhttp://h.example/m\n' >one.mbox

try "$BASEWALK" plan box one.mbox
like "a plan on standard output" 0 "basewalk-plan	1
0	31	0	folder	eml	box/cur/1
31	31	0	folder	eml	box/cur/2
62	31	0	folder	eml	box/cur/3
93	59	1	name	auto	one.mbox
end	4	152	????????????????" ""
try "$BASEWALK" plan box one.mbox -o all.plan
check "a plan in a file" 0 "" "basewalk: 4 files, 152 bytes"
"$BASEWALK" links --format jsonl box one.mbox >whole
try "$BASEWALK" links --format jsonl --plan all.plan
check "what is planned is read" 0 "$(cat whole)" ""
for verb in tree verify; do
  expected=$("$BASEWALK" $verb box one.mbox 2>/dev/null)
  try "$BASEWALK" $verb --plan all.plan
  like "$verb reads it, too" 0 "$expected" "*"
done
printf 'box\0one.mbox\0' >names
try "$BASEWALK" plan --files-from names -0
check "of a list of names" 0 "$(cat all.plan)" ""

# Slices, in another folder: names stand as they were given.
mkdir parts
for i in 0 1 2; do "$BASEWALK" links --plan all.plan --shard $i/3 -o parts/ --format jsonl; done
try "$BASEWALK" merge parts
check "slices of a plan are the whole" 0 "$(cat whole)" ""
try "$BASEWALK" links --plan all.plan --at 0
check "--plan with --at" 2 "" "basewalk: --at shows one message of one SOURCE, without --plan, --resume and --shard"
try "$BASEWALK" plan "$PWD/box" "$PWD/one.mbox" -o whole.plan
mkdir -p elsewhere
try sh -c 'cd elsewhere && exec "$BASEWALK" links --plan ../whole.plan | wc -l'
check "whole names are found from anywhere" 0 "8" ""
try sh -c 'cd elsewhere && exec "$BASEWALK" links --plan ../all.plan'
like "what is not there is told" 1 "" "basewalk: box/cur/1: No such file or directory*"

# What makes no sense.
for other in "one.mbox" "--files-from names" "--as mbox"; do
  # shellcheck disable=SC2086
  try "$BASEWALK" links --plan all.plan $other
  like "--plan with $other" 2 "" "basewalk: --plan: the plan says what is read, and how; give it without *"
done
try "$BASEWALK" links --plan one.mbox
like "what is no plan" 1 "" "basewalk: one.mbox: is no plan;*"
head -n 3 all.plan >half.plan
try "$BASEWALK" links --plan half.plan
check "half a plan" 1 "" "basewalk: half.plan: is a plan without its end; make it anew"
try "$BASEWALK" links --plan missing.plan
check "a plan that is missing" 1 "" "basewalk: missing.plan: No such file or directory"
try "$BASEWALK" links --plan all.plan -o all.plan --format jsonl
like "a plan is not overwritten by what is read from it" 2 "" "basewalk: -o all.plan: is one of the inputs*"
try "$BASEWALK" links --plan all.plan -o one.mbox --format jsonl
like "nor is a file of the plan" 2 "" "basewalk: -o one.mbox: is one of the inputs*"
ln -s one.mbox another.jsonl
try "$BASEWALK" links --plan all.plan -o another.jsonl
like "nor by another name" 2 "" "basewalk: -o another.jsonl: is one of the inputs*"
printf 'From a@b Thu Nov 19 10:00:00 2026\nB: 1\n\nx\n' >>one.mbox
try "$BASEWALK" links --plan all.plan -o another.jsonl
like "nor one that has grown" 2 "" "basewalk: -o another.jsonl: is one of the inputs*"
rm another.jsonl
try "$BASEWALK" links --files-from names -0 -o names --format jsonl
like "nor is a list of names" 2 "" "basewalk: -o names: is one of the inputs*"
try "$BASEWALK" plan box -o box.jsonl
check "a name of another kind" 2 "" "basewalk: -o box.jsonl: this verb does not write such files; give a name that ends in .plan"
try "$BASEWALK" plan box -o box.plan.zst
like "a plan is not compressed" 2 "" "basewalk: -o box.plan.zst: *"
try "$BASEWALK" plan box -o box/
check "a folder is no plan" 2 "" "basewalk: -o box/: is a folder; name a file in it"
try "$BASEWALK" links --plan all.plan --shard 0/2 -o fresh/ --quiet
check "a folder that is named with its / is made" 0 "" ""
try ls fresh
check "and has the slice" 0 "part-00000-of-00002.jsonl" ""
try "$BASEWALK" links --plan all.plan --shard 0/2 -o gone/fresh/
check "but none above it" 2 "" "basewalk: -o gone/fresh/: no folder can be made: No such file or directory"
try "$BASEWALK" plan box missing -o partly.plan
check "what is missing is told" 1 "" "basewalk: missing: No such file or directory
basewalk: 4 files, 93 bytes"
try "$BASEWALK" links --plan partly.plan
like "and told by each run over the plan" 1 "*http://h.example/3" "basewalk: missing: No such file or directory"
try "$BASEWALK" plan --files-from nothing -o none.plan
check "a list that cannot be read" 1 "" "basewalk: nothing: No such file or directory"
try test ! -e none.plan
check "makes no plan" 0 "" ""
try "$BASEWALK" plan -o input.plan
like "standard input is in no plan" 1 "" "basewalk: -: standard input can be read once*"

# A plan among its sources is not in it.
mkdir -p here && message 1 >here/mail
try sh -c 'cd here && "$BASEWALK" plan . -o my.plan && grep -c my.plan my.plan'
check "a plan is not in itself" 1 "0" "*"

# A run goes on by the plan that it began with.
"$BASEWALK" plan box -o same.plan 2>/dev/null
(
  ulimit -f 1
  exec "$BASEWALK" links --plan same.plan --resume -o out.jsonl --base "http://$(printf 'x%.0s' $(seq 600)).example/" 2>/dev/null
)
base=http://$(printf 'x%.0s' $(seq 600)).example/
if [ -e out.jsonl.partial ]; then
  message 4 >box/cur/4
  "$BASEWALK" plan box -o same.plan 2>/dev/null
  try "$BASEWALK" links --plan same.plan --resume -o out.jsonl --base "$base"
  check "another plan of the same name is refused" 2 "" "*"
else
  echo "not ok - nothing was interrupted"
fi
finish

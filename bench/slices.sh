#!/usr/bin/env bash
# What many slices of many small files cost: slices.sh [FILES [SLICES]]   default: 300000 64
#
# Makes a Maildir of FILES messages in $TMPDIR, reads it in SLICES slices that list it for themselves and in
# as many of a plan, and counts how often the system is asked about a file (strace, stat in all its forms).
# $BASEWALK is the tool (default: build/release/src/cli/basewalk).
set -euo pipefail
files=${1:-300000} slices=${2:-64}
tool=$(realpath "${BASEWALK:-$(dirname "$0")/../build/release/src/cli/basewalk}")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
mkdir -p mail/cur mail/new mail/tmp listed planned
python3 - "$files" <<'END'
import sys
for i in range(int(sys.argv[1])):
    with open(f"mail/cur/{i:07d}.host:2,S", "w") as file:
        file.write(f"From: a{i % 97}@example.org\nDate: Mon, 2 Mar 2026 10:00:00 +0000\nSubject: number {i}\n"
                   f"Message-ID: <{i}@x>\nContent-Type: text/html\n\n<a href=\"http://h{i % 301}.example/{i}\">x</a>\n")
END
# counted NAME COMMAND...: calls and seconds.
counted() {
  local name=$1 begin=$EPOCHREALTIME
  shift
  strace -f -qq -c -e trace=%stat,%lstat,%fstat -o calls "$@" 2>/dev/null
  printf '%-28s %10d calls  %5.1f s\n' "$name" "$(awk '$NF ~ /stat/ { sum += $4 } END { print sum }' calls)" \
    "$(awk -v a="$begin" -v b="$EPOCHREALTIME" 'BEGIN { print b - a }')"
}
counted "plan" "$tool" plan mail -o mail.plan
all() {
  # shellcheck disable=SC2016
  counted "$1" bash -c 'slices=$1 to=$2; shift 2
    for ((i = 0; i < slices; i++)); do "$@" --shard "$i/$slices" -o "$to/" --format jsonl; done' \
    slices "$slices" "$2" "$tool" links --jobs 1 "${@:3}"
}
all "$slices slices of the plan" planned --plan mail.plan
[ -n "${PLAN_ONLY:-}" ] || all "$slices slices that list it" listed mail
"$tool" merge planned -o planned.jsonl
"$tool" links --format jsonl mail -o whole.jsonl
cmp planned.jsonl whole.jsonl && echo "slices of the plan, merged: the bytes of one run ($(wc -l <whole.jsonl) records)"

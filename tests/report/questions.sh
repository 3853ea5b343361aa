#!/usr/bin/env bash
# The ten questions of docs/report.md, asked of the report of the sample mails in Chromium.
set -u
: "${BASEWALK:?the tool}" "${TOP:?the project}" "${WORK:?a folder to work in}"
report=$(cd "$(dirname "$0")" && pwd)
here=$report/../chromium
. "$here/needs.sh"
out=$WORK/questions
rm -rf "$out" && mkdir -p "$out" || exit 1
cd "$TOP" || exit 1
# A theme of the caller's own, to see that this test can fail.
"$BASEWALK" report samples/mail ${BASEWALK_THEME:+--theme "$BASEWALK_THEME"} -o "$out/report" || exit 1
"$BASEWALK" links --format jsonl --text samples/mail >"$out/links.jsonl" || exit 1
"$BASEWALK" tree --format jsonl samples/mail >"$out/tree.jsonl" || exit 1
exec node "$report/questions.js" "${QUESTIONS:-docs/report.md}" "$out/report" "$out/links.jsonl" "$out/tree.jsonl"

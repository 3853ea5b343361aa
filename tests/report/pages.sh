#!/usr/bin/env bash
# Reports in Chromium: of one message, of a bundle, of the messages that have notes, of hostile ones, and as
# one file.
set -u
: "${BASEWALK:?the tool}" "${TOP:?the project}" "${WORK:?a folder to work in}"
report=$(cd "$(dirname "$0")" && pwd)
here=$report/../chromium
. "$here/needs.sh"
need_package axe-core
out=$WORK/pages
rm -rf "$out" && mkdir -p "$out" || exit 1
node "$report/make_hostile.js" "$out/mail" || exit 1
# make NAME SOURCE [OPTIONS]
make() {
  local to=$1
  shift
  "$BASEWALK" report "$@" -o "$out/$to" || exit 1
  [ -e "$out/$to" ] || exit 1
}
make one "$TOP/samples/mail/newsletter.eml"
make bundle "$TOP/samples/mail/nested-bundle.eml"
make notes "$TOP/tests/data/notes" "$TOP/tests/data/words"
make hostile "$out/mail"
make live "$out/mail" --live-links
make single.html "$out/mail/00.eml" --single
{
  printf 'From: a@b.example\nContent-Type: text/html\n\n<base href="http://h.example/a/b">\n'
  for ((i = 0; i < 10000; i++)); do echo "<a href=\"../p$i\">text $i</a>"; done
} >"$out/many.eml"
make crowd "$out/many.eml"
exec node "$report/pages.js" "$out/one" "$out/bundle" "$out/notes" "$out/hostile" "$out/live" \
  "$out/single.html" "$out/crowd"

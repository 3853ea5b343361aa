#!/usr/bin/env bash
# The pictures of docs/pictures: made anew by Chromium of reports that the tool makes of mails of our own.
# With --check no browser is asked: what they were made of (made_of.txt) is compared with what they would be
# made of now.  Everything that it needs has a place where it is by itself.
set -u
report=$(cd "$(dirname "$0")" && pwd)
here=$report/../chromium
TOP=${TOP:-$(cd "$report/../.." && pwd)}
BASEWALK=$(realpath "${BASEWALK:-$TOP/build/packaged/src/cli/basewalk}")
MODULES=${MODULES:-$TOP/build/packaged/tests/chromium}
WORK=${WORK:-$TOP/build/packaged/tests/report/chromium}
if [ "${1:-}" = --check ]; then
  way=check
  command -v node >/dev/null 2>&1 || {
    echo "skipped: there is no node (Debian: nodejs)"
    exit 77
  }
else
  way=make
  . "$here/needs.sh"
fi
out=$WORK/pictures-$way
rm -rf "$out" && mkdir -p "$out" || exit 1
node "$report/make_hostile.js" "$out/mail" || exit 1
# Sources are told on the pages as they were named: without folders of this machine.
(cd "$TOP" && "$BASEWALK" report samples/mail -o "$out/samples") || exit 1
(cd "$out" && "$BASEWALK" report mail -o hostile) || exit 1
exec node "$report/pictures.js" "$way" "$TOP/docs" "$out"

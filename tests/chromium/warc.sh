#!/usr/bin/env bash
# Web archives before their peers: warcio reads every record and holds every digest against it, of
# what is written from bundles, and of what is made of an archive and written again; wabac replays
# the pages of a WACZ in Chromium, and no pixel differs from the bundles.
set -u
here=$(cd "$(dirname "$0")" && pwd)
: "${BASEWALK:?the tool}" "${WORK:?a folder to work in}"

. "$here/needs.sh"
need_package warcio 2.4.11
need_package @webrecorder/wabac 2.26.5

out=$WORK/out
rm -rf "$out" && mkdir -p "$out" && cd "$out" || exit 1
bad=0
node "$here/make_replayed.js" made || exit 1
pages=$(find made -name '*.mhtml' | wc -l)
[ "$pages" -ge 10 ] || bad=1
for name in a.warc a.warc.gz a.wacz; do
  "$BASEWALK" mhtml warc made -o $name || bad=1
  node "$here/warcio.mjs" $name "$pages" || bad=1
done
node "$here/replay.js" a.wacz made/*.mhtml || bad=1

# Each page out of the archive again, and replayed from what is made of these.
mkdir back
for bundle in made/*.mhtml; do
  url=$(sed -n 's/^Content-Location: \(\S*\)\r$/\1/p' "$bundle" | head -1)
  "$BASEWALK" mhtml pack a.wacz --page "$url" -o "back/$(basename "$bundle")" || bad=1
  printf '%s\t%s\n' "$bundle" "back/$(basename "$bundle")" >>back.tsv
done
node "$here/compare.js" --list back.tsv || bad=1
"$BASEWALK" mhtml warc back -o back.wacz || bad=1
node "$here/warcio.mjs" back.wacz "$pages" || bad=1
node "$here/replay.js" back.wacz back/*.mhtml || bad=1
exit $bad

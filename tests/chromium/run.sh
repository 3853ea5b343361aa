#!/usr/bin/env bash
# Captures our own site with Chromium, and holds what unpack, inline and pack make of the bundle (and
# of every bundle beside the checkout) against it: no pixel may differ, every bitmap and font must
# arrive, no request may leave.
set -u
here=$(cd "$(dirname "$0")" && pwd)
: "${BASEWALK:?the tool}" "${WORK:?a folder to work in}"

. "$here/needs.sh"

out=$WORK/out
rm -rf "$out" && mkdir -p "$out" && cd "$out" || exit 1
bad=0
check() { "$@" || bad=1; }

# forms BUNDLE NAME: unpacked, inlined and packed again; all.tsv has what is to be compared, by one browser for
# all of it.  exceptions.tsv says what cannot be the same.
forms() {
  local except
  except=$(awk -F'\t' -v b="$2" '$1 == b { print $2 }' "$here/exceptions.tsv")
  [ -z "$except" ] || echo "pass $2 ($except): $(awk -F'\t' -v b="$2" '$1 == b { print $3 }' "$here/exceptions.tsv")"
  "$BASEWALK" mhtml unpack "$1" -o "$2.d" || bad=1
  "$BASEWALK" mhtml inline "$1" -o "$2.html" || bad=1
  "$BASEWALK" mhtml pack "$2.d" --base http://packed.test/ -o "$2.packed.mhtml" || bad=1
  [ "$except" = all ] && return
  printf '%s\t%s\t%s' "$1" "$2.d" "$2.packed.mhtml" >>all.tsv
  [ "$except" = inline ] || printf '\t%s' "$2.html" >>all.tsv
  echo >>all.tsv
}

node "$here/make_site.js" site && node "$here/capture.js" site site.mhtml || exit 1
forms site.mhtml captured

# A site packed as it lies there looks like the site.
"$BASEWALK" mhtml pack site -o packed.mhtml 2>/dev/null
[ $? = 1 ] || bad=1 # it shows img/not-there.png
"$BASEWALK" mhtml unpack packed.mhtml -o once || bad=1
"$BASEWALK" mhtml pack once -o again.mhtml || bad=1
"$BASEWALK" mhtml unpack again.mhtml -o twice || bad=1
check diff -r -x bundle.json once twice
printf 'packed.mhtml\tonce\tagain.mhtml\n' >>all.tsv

# Small pages, each with one way of using other files.
node "$here/make_pages.js" site && node "$here/capture.js" site pages pages || exit 1
count=0
for bundle in pages/*; do
  forms "$bundle" "page-$(basename "$bundle")"
  count=$((count + 1))
done
echo "$count pages were captured"
[ "$count" -ge 40 ] || exit 1

# Parts that are labelled wrongly, and parts that are missing.
node "$here/make_bundles.js" made || exit 1
for bundle in made/*; do
  forms "$bundle" "$(basename "$bundle")"
done

for bundle in "${SHARED:-/nonexistent}"/mail/mhtml/*; do
  [ -f "$bundle" ] || continue
  name=$(basename "$bundle")
  forms "$bundle" "$name"
done
check node "$here/compare.js" --list all.tsv
exit $bad

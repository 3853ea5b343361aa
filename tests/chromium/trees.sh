#!/usr/bin/env bash
# 10,000 random documents: the trees that Chromium's parser makes of them, and ours.
#   COUNT=1000000 SEED=7 for more, ANY_CHROMIUM=1 with another Chromium than 156.
set -u
here=$(cd "$(dirname "$0")" && pwd)
: "${DUMP_TREES:?the program dump_trees}" "${WORK:?a folder to work in}"
. "$here/needs.sh"
# docs/deviations.md says where this one is not as the standard is; others may differ elsewhere.
major=$("$CHROMIUM" --version 2>/dev/null | sed -n 's/^Chromium \([0-9]*\)\..*/\1/p')
[ "$major" = 156 ] || [ -n "${ANY_CHROMIUM:-}" ] || skip "Chromium is ${major:-unknown}, and not 156"
exec node "$here/trees.js" "$DUMP_TREES" "${COUNT:-10000}" "${SEED:-1}"

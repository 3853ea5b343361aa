#!/usr/bin/env bash
# 20,000 random documents: the trees that Chromium's parser makes of them, and ours.
#   COUNT=1000000 SEED=7 for more.
set -u
here=$(cd "$(dirname "$0")" && pwd)
: "${DUMP_TREES:?the program dump_trees}" "${WORK:?a folder to work in}"
. "$here/needs.sh"
exec node "$here/trees.js" "$DUMP_TREES" "${COUNT:-20000}" "${SEED:-1}"

#!/usr/bin/env bash
# Names of hosts in 10,000 random texts, beside linkify-it; skipped where it cannot be had.
#   COUNT=1000000 SEED=7 for more.
set -u
here=$(cd "$(dirname "$0")" && pwd)
: "${BASEWALK:?the tool}"
. "$here/../support/node_package.sh"
need_package linkify-it 5.0.0
exec node "$here/compare_linkify.js" "$BASEWALK" "$here/../data/linkify_differences.tsv" "${COUNT:-10000}" "${SEED:-1}"

#!/usr/bin/env bash
# The guard in Chromium: links clicked through with a mouse and a keyboard, changed, expired and made
# ones, and what its pages are to those who see little or no colour.  guard.sh axe: by axe-core.
#   COUNT=1000 SEED=7 for more made links.
set -u
here=$(cd "$(dirname "$0")" && pwd)
: "${BASEWALK:?the tool}" "${WORK:?a folder to work in}"
. "$here/needs.sh"
[ "${1:-}" != axe ] || need_package axe-core
exec node "$here/guard.js" "$BASEWALK" "${1:-clicks}" "${COUNT:-150}" "${SEED:-1}"

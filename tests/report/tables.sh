#!/usr/bin/env bash
# The tables of reports in Chromium: of few rows and of many, broken ones, by keyboard, on paper.
set -u
: "${TOP:?the project}" "${WORK:?a folder to work in}"
report=$(cd "$(dirname "$0")" && pwd)
here=$report/../chromium
. "$here/needs.sh"
exec node "$report/tables.js" "$TOP/src/report/theme" "$WORK/tables"

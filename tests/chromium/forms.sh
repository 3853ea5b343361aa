#!/usr/bin/env bash
# The buttons of 60 random mails with forms, pressed in Chromium before and after wrapping.
#   COUNT=1000 SEED=7 for more.
set -u
here=$(cd "$(dirname "$0")" && pwd)
: "${BASEWALK:?the tool}" "${WORK:?a folder to work in}"
. "$here/needs.sh"
exec node "$here/forms.js" "$BASEWALK" "${COUNT:-30}" "${SEED:-1}"

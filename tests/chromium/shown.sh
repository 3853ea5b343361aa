#!/usr/bin/env bash
# The bodies of the mails of the tests, and hostile ones, as they are shown in a page about them: in
# Chromium they ask for nothing, run nothing and say nothing.  Of real mail a sample: ALL=1 for all of it.
set -u
here=$(cd "$(dirname "$0")" && pwd)
: "${DUMP_SHOWN:?the program dump_shown}" "${WORK:?a folder to work in}" "${TOP:?the folder of the project}"
. "$here/needs.sh"
mails=("$TOP/tests/data" "$TOP/samples/mail")
if [ -d "${SHARED:-}/mail" ]; then
  export SAMPLED=$SHARED/mail
  mails+=("$SAMPLED")
fi
exec node "$here/shown.js" "$DUMP_SHOWN" "$WORK" "${mails[@]}"

# shellcheck shell=bash
# What the tests with Chromium need; sourced.  Without it they are skipped, with a message.
: "${WORK:?a folder to work in}" "${MODULES:?where playwright-core is put, one for all of these tests}"
mkdir -p "$WORK"
. "$here/../support/node_package.sh"
export CHROMIUM=${CHROMIUM:-$(command -v chromium || command -v chromium-browser || true)}
[ -n "$CHROMIUM" ] || skip "there is no Chromium (Debian: chromium)"
need_package playwright-core

# shellcheck shell=bash
# What the tests with Chromium need; sourced.  Without it they are skipped, with a message.
: "${WORK:?a folder to work in}" "${MODULES:?where playwright-core is put, one for all of these tests}"
mkdir -p "$WORK" "$MODULES"
skip() {
  echo "skipped: $1"
  exit 77
}

command -v node >/dev/null 2>&1 || skip "there is no node (Debian: nodejs)"
export CHROMIUM=${CHROMIUM:-$(command -v chromium || command -v chromium-browser || true)}
[ -n "$CHROMIUM" ] || skip "there is no Chromium (Debian: chromium)"
export NODE_PATH="${NODE_PATH:-}:$MODULES/node_modules"
# From where the scripts lie: node also looks into node_modules of the folder that it is called in.
if ! (cd "$here" && node -e 'require("playwright-core")') 2>/dev/null; then
  [ -z "${BASEWALK_NO_INSTALL:-}" ] || skip "there is no playwright-core, and nothing is to be installed"
  command -v npm >/dev/null 2>&1 || skip "there is no npm to get playwright-core with"
  npm install --prefix "$MODULES" --no-save --no-audit --no-fund playwright-core >"$MODULES/npm.log" 2>&1 ||
    skip "npm could not get playwright-core; see $MODULES/npm.log"
fi


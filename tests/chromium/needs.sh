# shellcheck shell=bash
# What the tests with Chromium need; sourced.  Without it they are skipped, with a message.
: "${WORK:?a folder to work in}"
mkdir -p "$WORK"
skip() {
  echo "skipped: $1"
  exit 77
}

command -v node >/dev/null 2>&1 || skip "there is no node (Debian: nodejs)"
export CHROMIUM=${CHROMIUM:-$(command -v chromium || command -v chromium-browser || true)}
[ -n "$CHROMIUM" ] || skip "there is no Chromium (Debian: chromium)"
export NODE_PATH="${NODE_PATH:-}:$WORK/node_modules"
if ! node -e 'require("playwright-core")' 2>/dev/null; then
  [ -z "${BASEWALK_NO_INSTALL:-}" ] || skip "there is no playwright-core, and nothing is to be installed"
  command -v npm >/dev/null 2>&1 || skip "there is no npm to get playwright-core with"
  npm install --prefix "$WORK" --no-save --no-audit --no-fund playwright-core >"$WORK/npm.log" 2>&1 ||
    skip "npm could not get playwright-core; see $WORK/npm.log"
fi


# shellcheck shell=bash
# Packages of npm that tests compare with; sourced.  What cannot be had is a reason to skip a test.
: "${MODULES:?a folder where packages are put}" "${here:?the folder of the script}"
mkdir -p "$MODULES"
export NODE_PATH="${NODE_PATH:-}:$MODULES/node_modules"

skip() {
  echo "skipped: $1"
  exit 77
}

# need_package NAME [VERSION]: gets it, unless it is there for scripts in the folder $here, from where
# node also looks for packages.  It is written down in $MODULES: npm takes away what is not.
need_package() {
  command -v node >/dev/null 2>&1 || skip "there is no node (Debian: nodejs)"
  ! (cd "$here" && node -e 'require.resolve(process.argv[1])' "$1") 2>/dev/null || return 0
  [ -z "${BASEWALK_NO_INSTALL:-}" ] || skip "there is no $1, and nothing is to be installed"
  command -v npm >/dev/null 2>&1 || skip "there is no npm to get $1 with"
  npm install --prefix "$MODULES" --no-audit --no-fund "$1${2:+@$2}" >"$MODULES/npm.log" 2>&1 ||
    skip "npm could not get $1; see $MODULES/npm.log"
}

# What the shell tests share.  $BASEWALK is the tool, $TOP the source folder.
set -u
unset NO_COLOR LC_ALL
export LANG=C.UTF-8
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 1
count=0
failed=0

# check NAME STATUS STDOUT STDERR: what the last `try` gave.  "*" fits anything.
try() {
  "$@" >out 2>err </dev/null
  status=$?
}
check() {
  count=$((count + 1))
  local why=""
  [ "$status" = "$2" ] || why="exit status $status, wanted $2"
  [ "$3" = "*" ] || [ "$(cat out)" = "$3" ] || why="$why; standard output: $(cat out)"
  [ "$4" = "*" ] || [ "$(cat err)" = "$4" ] || why="$why; standard error: $(cat err)"
  if [ -z "$why" ]; then
    echo "ok $count - $1"
  else
    echo "not ok $count - $1: $why"
    failed=1
    # Who only asks whether one fails (scripts/mutate) need not wait.
    [ -z "${BASEWALK_STOP_AT_FIRST:-}" ] || exit 1
  fi
}
# needs PROGRAM: false where it is not there; then the whole counts as skipped, unless a check fails.
skipped=no
needs() {
  command -v "$1" >/dev/null 2>&1 && return
  echo "# skipped: $1 is not installed"
  skipped=yes
  return 1
}
finish() {
  echo "1..$count"
  [ "$failed$skipped" != 0yes ] || exit 77
  exit "$failed"
}

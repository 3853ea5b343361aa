#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Runs one test of a mail hook with a folder and name spaces of its own: mail.sh TEST.py
#
# $BASEWALK is the tool, $TOP the source folder; $KEEP a folder for what is not unpacked each time.
set -u
here=$(cd "$(dirname "$0")" && pwd)
if [ "$(id -u)" -ne 0 ] && sudo -n true 2>/dev/null; then
  exec sudo -n env BASEWALK_NO_INSTALL="${BASEWALK_NO_INSTALL:-}" BASEWALK="$BASEWALK" TOP="$TOP" KEEP="$KEEP" SANITIZED="${SANITIZED:-}" ${BASEWALK_LOAD:+BASEWALK_LOAD="$BASEWALK_LOAD"} "$0" "$@"
fi

# Debian's Exim, which cannot be installed beside Postfix, is only unpacked.
unpack_exim() {
  EXIM=$(PATH=$PATH:/usr/sbin command -v exim4 || command -v exim) && return
  EXIM=$KEEP/exim/usr/sbin/exim4
  [ ! -x "$EXIM" ] || return
  if [ -n "${BASEWALK_NO_INSTALL:-}" ]; then
    echo "SKIP: there is no exim4, and nothing is to be installed"
    exit 77
  fi
  if ! (mkdir -p "$KEEP/exim" && cd "$KEEP/exim" && apt-get download exim4-daemon-light &&
    dpkg -x exim4-daemon-light*.deb .) >/dev/null 2>&1; then
    echo "SKIP: there is no exim4, and its package cannot be had"
    exit 77
  fi
}
if [ "$1" = exim.py ]; then
  unpack_exim
  export EXIM
fi

work=$(mktemp -d /tmp/basewalk-mail.XXXXXX)
trap 'rm -rf "$work"' EXIT
trap 'exit 1' INT TERM HUP
chmod 755 "$work"
PYTHONDONTWRITEBYTECODE=1 "$here/private.sh" "$work" python3 "$here/$1" "$work" </dev/null

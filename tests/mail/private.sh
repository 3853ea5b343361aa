#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Runs a command where mail systems can be started without a trace on this machine:
#
#     private.sh FOLDER COMMAND...
#
# In name spaces of its own: users (those below are added in copies of /etc/passwd and /etc/group that
# lie in FOLDER), /etc/postfix, the network (loopback alone: every port is free), and processes (all
# end with COMMAND).  Exit status 77, with a message, where that cannot be done.
set -u
users="vmail pfilter alice Debian-exim"

skip() {
  echo "SKIP: $*"
  exit 77
}

enter() {
  mount --make-rprivate / || return
  mount --bind "$folder/etc/passwd" /etc/passwd || return
  mount --bind "$folder/etc/group" /etc/group || return
  [ ! -d /etc/postfix ] || mount --bind "$folder/etc/postfix" /etc/postfix || return
  python3 -c 'import fcntl, socket, struct
s = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
fcntl.ioctl(s, 0x8914, struct.pack("16sH14s", b"lo", 1 | 64, b""))'  # SIOCSIFFLAGS: up
}

if [ "$1" = --inside ]; then
  folder=$2
  shift 2
  enter || skip "the name spaces could not be set up"
  exec "$@"
fi

folder=$1
shift
[ "$(id -u)" -eq 0 ] || skip "only root can start mail systems"
command -v unshare >/dev/null 2>&1 || skip "there is no unshare (Debian: util-linux)"
private="unshare --mount --net --pid --fork --kill-child --mount-proc"
$private true 2>/dev/null || skip "name spaces cannot be made here"
mkdir -p "$folder/etc/postfix"
cp /etc/passwd /etc/group "$folder/etc/"
[ ! -d /etc/postfix ] || cp -a /etc/postfix/. "$folder/etc/postfix/"
number=64200
for user in $users; do
  number=$((number + 1))
  if ! grep -q "^$user:" "$folder/etc/passwd"; then
    echo "$user:x:$number:$number::/nonexistent:/usr/sbin/nologin" >>"$folder/etc/passwd"
    echo "$user:x:$number:" >>"$folder/etc/group"
  fi
done
exec $private "$0" --inside "$folder" "$@"

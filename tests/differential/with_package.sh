#!/usr/bin/env bash
# Runs a command that reads mails with a package of npm: with_package.sh VARIABLE NAME VERSION COMMAND...
# VARIABLE names the folder with the package; where it is not set, the package is got at that version.
set -u
here=$(cd "$(dirname "$0")" && pwd)
variable=$1 name=$2 version=$3
shift 3
if [ -z "${!variable:-}" ]; then
  . "$here/../support/node_package.sh"
  need_package "$name" "$version"
  export "$variable=$MODULES"
fi
exec "$@"

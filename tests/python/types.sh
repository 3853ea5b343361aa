#!/bin/sh
# SPDX-License-Identifier: MIT
# What type checkers see: the package and the sample are without a fault, and the stub says what the module has.
#
#     types.sh WORK      TOP is the project, PYTHONPATH the package
set -eu
work=$1
mkdir -p "$work"
cd "$work"  # else the project's folders are taken for packages
export MYPYPATH="$PYTHONPATH"
mypy --strict --cache-dir "$work/cache" --python-version 3.9 "$PYTHONPATH/basewalk" "$TOP/samples/links.py"
# It bites.
cat >wrong.py <<'END'
import basewalk

for link in basewalk.links("mail.eml"):
    url: str = link.url
    basewalk.Options(rulez="whatwg")
    link.colour
END
if mypy --strict --cache-dir "$work/cache" --python-version 3.9 wrong.py >wrong.txt; then
  echo "faults are not seen"
  exit 1
fi
test "$(grep -c 'error:' wrong.txt)" = 3 || { cat wrong.txt; exit 1; }
# stubtest imports the module: in the Python that mypy is installed for.
if command -v stubtest >/dev/null; then
  stubtest basewalk._basewalk
else
  echo "skipped: there is no stubtest, which comes with mypy"
  exit 77
fi

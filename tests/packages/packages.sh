#!/usr/bin/env bash
# Makes Debian's packages of a build, and looks at them: lintian, the profiles of AppArmor, what hardens a
# program, and which file is in which.
#
#     packages.sh BUILD OUT
set -euo pipefail
build=$1 out=$2
rm -rf "$out"
"$TOP/scripts/debian" --build "$build" --out "$out"

wrong=0
complain() {
  echo "$*"
  wrong=1
}

for package in basewalk libbasewalk0.1 libbasewalk-dev python3-basewalk; do
  [ -e "$out/${package}_"*.deb ] || complain "there is no package $package"
done
if command -v lintian >/dev/null; then
  # root is who runs it in CI.
  lintian --allow-root --fail-on error,warning --display-info "$out"/*.changes || complain "lintian complains"
else
  echo "skipped: there is no lintian"
fi

files=$out/files
mkdir "$files"
for deb in "$out"/*.deb; do dpkg-deb --extract "$deb" "$files"; done
for file in usr/bin/basewalk usr/libexec/basewalk/basewalk-worker usr/share/man/man1/basewalk.1.gz \
  usr/share/man/man7/basewalk-flags.7.gz usr/share/man/man3/libbasewalk.3.gz etc/basewalk/milter.conf \
  usr/share/bash-completion/completions/basewalk usr/share/zsh/vendor-completions/_basewalk \
  usr/share/fish/vendor_completions.d/basewalk.fish usr/include/basewalk/basewalk_c.h; do
  [ -s "$files/$file" ] || complain "$file is in no package"
done
grep -rl '/usr/local' "$files/usr/lib" "$files/lib" "$files/etc" --include='*.service' --include='*.pc' --include='*.conf' 2>/dev/null &&
  complain "names /usr/local"

for unit in milter guard; do
  file=$(find "$files" -name "basewalk-$unit.service")
  grep -q "^AppArmorProfile=-basewalk-$unit\$" "$file" && [ -s "$files/etc/apparmor.d/basewalk-$unit" ] ||
    complain "basewalk-$unit.service has no profile"
done
if command -v apparmor_parser >/dev/null; then
  for profile in "$files"/etc/apparmor.d/basewalk-*; do
    apparmor_parser --skip-kernel-load --skip-cache "$profile" 2>"$out/apparmor" ||
      complain "$(basename "$profile"): $(cat "$out/apparmor")"
  done
else
  echo "skipped: there is no apparmor_parser"
fi

# What each is made of: as many files as it has, with their hashes, and a package for each library.
"$TOP/tests/packages/sbom.py" "$out"/*.deb || complain "a list of what a package is made of is wrong"

# What the checks of cmake/hardening.cmake make of a program.
for program in "$files/usr/bin/basewalk" "$files/usr/libexec/basewalk/basewalk-worker" "$files"/usr/lib/*/libbasewalk.so.0.1; do
  name=$(basename "$program")
  readelf -dW "$program" >"$out/dynamic"
  readelf -lW "$program" >"$out/segments"
  readelf --dyn-syms -W "$program" >"$out/symbols"
  grep -q 'BIND_NOW\|FLAGS_1.*NOW' "$out/dynamic" || complain "$name: symbols are bound late"
  grep -q 'GNU_RELRO' "$out/segments" || complain "$name: no RELRO"
  grep 'GNU_STACK' "$out/segments" | grep -q 'RWE' && complain "$name: the stack can be executed"
  grep -q '__stack_chk_fail' "$out/symbols" || complain "$name: no guard of the stack"
  grep -q '_chk@' "$out/symbols" || complain "$name: nothing is fortified"
  readelf -hW "$program" | grep -q 'Type: *DYN' || complain "$name: stands at one address"
done
exit $wrong

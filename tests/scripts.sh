#!/usr/bin/env bash
# The functions that scripts/run and scripts/test have in common do not end them.  Both end with the
# first pipe that fails, and one fails whose reader goes before its writer has done.
set -u
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
failed=0
check() {
  if [ "$2" = "$3" ]; then echo "ok - $1"; else
    echo "not ok - $1: '$2', wanted '$3'"
    failed=1
  fi
}
# A machine with more packages than a pipe holds; the mail system is the first.
cat >"$work/dpkg-query" <<'END'
#!/usr/bin/env bash
case $* in
  *db:Status-Status*)
    echo "installed postfix mail-transport-agent"
    echo "installed other mail-transport-agent"
    for ((i = 0; i < 20000; i++)); do echo "installed package-$i nothing"; done
    ;;
  *" here") printf 'install ok installed' ;;
  *" gone") printf 'deinstall ok config-files' ;;
  *) exit 1 ;;
esac
END
chmod +x "$work/dpkg-query"
run() { PATH=$work:$PATH bash -c "set -euo pipefail; cd '$TOP'; . scripts/packages.sh; x=\$($1); echo \"\$x\"; echo end"; }
check "the mail system of a machine with many packages" "$(run mail_system)" "postfix
end"
check "what is missing" "$(run 'missing_of here gone never')" " gone never
end"
# The stub is one that shows it.
check "a pipe that is left early ends such a script" \
  "$(PATH=$work:$PATH bash -c "set -euo pipefail; x=\$(dpkg-query -W -f='\${db:Status-Status}' | awk '{ exit }'); echo end")" ""
exit "$failed"

#!/usr/bin/env bash
# Libraries that are loaded where they are needed (cmake/late.cmake), and are not there: who does not need them
# does not notice, and who does is told.  In a name space of its own the files are hidden behind an empty one.
. "$TOP/tests/cli/lib.sh"

[ -n "$LATE_ARCHIVE" ] && [ -n "$LATE_GIT" ] && [ -n "$LATE_MICROHTTPD" ] && [ -n "$LATE_SQLITE" ] || {
  echo "# skipped: this build links all libraries"
  exit 77
}
unshare -rm sh -c 'touch none && mount --bind none none' || {
  echo "# skipped: nothing can be hidden here"
  exit 77
}
command -v git >/dev/null || {
  echo "# skipped: git is not installed"
  exit 77
}

: >none
hidden() { # LIBRARY COMMAND...
  try unshare -rm sh -c 'mount --bind none "$1" && shift && "$@"' sh "$@"
}

git init -q work
printf 'From: a@b.example\nSubject: x\n\nhttp://h.example/\n' >work/m
git -C work add m
git -C work -c user.name=a -c user.email=a@b.example commit -qm x
git clone -q --bare work bare.git

try "$BASEWALK" links bare.git
check "a repository is read" 0 "1	text	absolute	http://h.example/" ""
hidden "$LATE_GIT" "$BASEWALK" links work/m
check "a message does not need libgit2" 0 "1	text	absolute	http://h.example/" ""
hidden "$LATE_GIT" "$BASEWALK" links --format jsonl bare.git
case "$(cat err)" in
  "basewalk: bare.git: is a git repository, and libgit2.so."*" cannot be loaded: "*) ;;
  *) status=9 ;;
esac
case "$(cat out)" in
  '{"kind":"problem","source":"bare.git",'*'"code":"no-reader"'*) ;;
  *) status=9 ;;
esac
check "without libgit2 a repository is a problem" 1 "*" "*"

told() { # NAME STATUS MESSAGE
  case "$(cat err)" in
    *$3*) ;;
    *) status=9 ;;
  esac
  check "$1" "$2" "" "*"
}
try "$BASEWALK" links work/m -o links.sqlite
check "a database is written" 0 "" ""
try "$BASEWALK" links work/m -o links.jsonl.gz
check "records are packed" 0 "" ""
for library in "$LATE_SQLITE" "$LATE_ARCHIVE"; do
  hidden "$library" "$BASEWALK" links work/m
  check "a message needs no ${library##*/}" 0 "1	text	absolute	http://h.example/" ""
done
hidden "$LATE_SQLITE" "$BASEWALK" links work/m -o none.sqlite
told "without SQLite no database is written" 1 "none.sqlite: cannot be written: libsqlite3.so."*" cannot be loaded: "
hidden "$LATE_SQLITE" "$BASEWALK" merge links.sqlite -o none.sqlite
told "and none is read" 1 "libsqlite3.so."*" cannot be loaded: "
hidden "$LATE_ARCHIVE" "$BASEWALK" merge links.jsonl.gz -o none.jsonl
told "without libarchive packed records are not read" 1 "links.jsonl.gz: libarchive.so."*" cannot be loaded: "
hidden "$LATE_ARCHIVE" "$BASEWALK" mhtml warc "$TOP/samples/mail/bundle.eml" -o none.wacz
told "and no WACZ is written" 1 "libarchive.so."*" cannot be loaded: "
try ls none.sqlite none.jsonl none.wacz
check "nothing is left of what was not written" 2 "" "*"

[ -z "$LATE_PNG" ] || {
  cp "$TOP/samples/mail/bundle.eml" bundle.mhtml
  hidden "$LATE_PNG" "$BASEWALK" mhtml verify bundle.mhtml bundle.mhtml --browser /bin/false
  case "$(cat out)" in
    "bundle.mhtml -> bundle.mhtml: not-compared: libpng"*" cannot be loaded: "*) ;;
    *) status=9 ;;
  esac
  check "without libpng nothing is compared, and it is said why" 1 "*" ""
}

head -c 32 /dev/urandom | base64 >key
guard="guard --wrap https://w.example/{url}/{mac} --wrap-key key --socket unix:$PWD/s"
try "$BASEWALK" $guard --check-config
check "the guard's options make sense" 0 "*" "*"
for check in --check-config ""; do
  hidden "$LATE_MICROHTTPD" timeout 60 "$BASEWALK" $guard $check
  case "$(cat out err)" in
    *"libmicrohttpd.so."*" cannot be loaded: "*) ;;
    *) status=9 ;;
  esac
  check "without libmicrohttpd there is no guard $check" 75 "*" "*"
done
finish

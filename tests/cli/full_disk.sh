#!/usr/bin/env bash
# A disk that is full: a small file system of our own, in a name space of our own.
. "$TOP/tests/cli/lib.sh"

cat >mounts.sh <<'END'
mkdir small && mount -t tmpfs -o size=1m tmpfs small && umount small
END
unshare -rm sh mounts.sh || {
  echo "# skipped: no file system of our own can be mounted here"
  exit 77
}

for i in $(seq 200); do
  printf 'From a@b Thu Nov 19 10:00:00 2026\nMessage-ID: <%s@x>\nContent-Type: text/html\n\n' "$i"
  for j in $(seq 100); do printf '<a href="http://h/%s/%s/%0200d">x</a>\n' "$i" "$j" 0; done
  echo
done >big.mbox

cat >full.sh <<END
mkdir -p small && mount -t tmpfs -o size=1m tmpfs small && cd small || exit 9
"$BASEWALK" links --jobs 2 \$2 -o result.\$1 ../big.mbox
status=\$?
ls -A >../left
exit \$status
END
for format in jsonl csv txt sqlite; do
  try unshare -rm sh full.sh $format ""
  check "a full disk, $format" 1 "" "basewalk: result.$format: cannot be written: No space left on device"
  try cat left
  check "a full disk, $format: nothing is left" 0 "" ""
  try unshare -rm sh full.sh $format "--shard 0/1"
  check "a full disk, $format: worth a retry for a slice" 75 "" "basewalk: result.$format: cannot be written: No space left on device"
done
cat >later.sh <<END
mkdir -p small && mount -t tmpfs -o size=1m tmpfs small && cd small || exit 9
"$BASEWALK" links --resume -o result.\$1 ../big.mbox 2>../first && exit 9
mount -o remount,size=100m small 2>/dev/null || mount -o remount,size=100m "\$PWD" || exit 77
"$BASEWALK" links --resume -o result.\$1 ../big.mbox || exit 8
cp result.\$1 ../resumed.\$1
ls -A
END
for format in jsonl sqlite; do
  mkdir -p sub
  (cd sub && "$BASEWALK" links -o ../wanted.$format ../big.mbox)
  try unshare -rm sh later.sh $format
  if [ "$status" = 77 ]; then
    echo "# skipped: a file system cannot be given more room here"
    skipped=yes
    break
  fi
  check "--resume goes on when there is room again, $format" 0 "result.$format" ""
  if [ $format = sqlite ]; then
    needs sqlite3 || break
    # A run tells when it was, and where its sources were.
    sqlite3 wanted.sqlite .dump | grep -v '^INSERT INTO run' >wanted.dump
    sqlite3 resumed.sqlite .dump | grep -v '^INSERT INTO run' >resumed.dump
    try cmp wanted.dump resumed.dump
  else
    try cmp wanted.jsonl resumed.jsonl
  fi
  check "--resume: without a lost or doubled record, $format" 0 "" ""
done

# A message at a time.
printf '%s\n' 'From: a@example.org' 'Subject: x' 'Content-Type: text/html; charset=us-ascii' '' \
  '<base href="http://base.example/d/"><a href="e?f=1&amp;g">x</a>' >base.eml
cat >full.sh <<'END'
mkdir -p small && mount -t tmpfs -o size=64k tmpfs small || exit 9
: >small/report
head -c 60000 /dev/zero >small/fill
"$BASEWALK" rewrite --report small/report long.eml >out2 2>err2
echo $?
wc -c <out2
tail -c 1 small/report | od -An -c
END
yes "$(cat base.eml)" | head -c 3000000 >long.eml
try unshare -rm sh full.sh
check "a report that fits in part" 0 "75
0" ""
cat >full.sh <<'END'
mkdir -p small && mount -t tmpfs -o size=64k tmpfs small || exit 9
"$BASEWALK" rewrite -o small/out long.eml 2>err2
echo $?
ls -A small
END
try unshare -rm sh full.sh
check "-o on a full disk leaves nothing" 0 "75" ""
finish

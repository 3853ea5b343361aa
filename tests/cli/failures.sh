#!/usr/bin/env bash
# What goes wrong around a run: a clear line, the right exit status, no half of a result.
. "$TOP/tests/cli/lib.sh"

for i in $(seq 200); do
  printf 'From a@b Thu Nov 19 10:00:00 2026\nMessage-ID: <%s@x>\nContent-Type: text/html\n\n' "$i"
  for j in $(seq 100); do printf '<a href="http://h/%s/%s/%0200d">x</a>\n' "$i" "$j" 0; done
  echo
done >big.mbox

# Prints the one line on standard error that says what is wrong; 9 where there are more.
only_line() {
  [ "$(wc -l <err)" = 1 ] || status=9
}

# A full disk; full_disk.sh has a real one.
[ -e /dev/full ] && for jobs in 1 2; do
  try sh -c "\"$BASEWALK\" links --jobs $jobs --format jsonl big.mbox >/dev/full"
  check "a full disk behind standard output, $jobs jobs" 1 "" "basewalk: standard output: cannot be written: No space left on device"
done

# A file longer than the system allows this user.
try bash -c "ulimit -f 4; exec \"$BASEWALK\" links -o limited.jsonl big.mbox"
check "ulimit -f" 1 "" "basewalk: limited.jsonl: cannot be written: File too large"

# A closed pipe, with threads.
for format in jsonl csv text jsonl.gz; do
  bash -c "\"$BASEWALK\" links --jobs 2 --format $format big.mbox 2>err | head -c 10 >out; exit \${PIPESTATUS[0]}"
  status=$?
  check "a closed pipe is no failure, $format" 0 "*" ""
done

# Sources that go away.
mkdir folder
for i in 1 2 3; do printf 'From: a\n\nhttp://h/%s\n' $i >folder/$i.eml; done
mkfifo gate
(cat folder/1.eml; sleep 0.5) >gate &
ls folder/*.eml >names
try "$BASEWALK" links --format jsonl gate folder/1.eml gone.eml folder/3.eml
grep -q '"kind":"problem","source":"gone.eml"' out || status=9
check "a file that is gone is a record and a line" 1 "*" "basewalk: gone.eml: No such file or directory"

# A file that becomes shorter while it is read: the results are not taken before that.
cat big.mbox big.mbox big.mbox big.mbox >short.mbox
mkfifo results
{
  head -c 1 >/dev/null
  truncate -s $(($(wc -c <short.mbox) / 4 * 3 + 20000)) short.mbox
  cat >short.out
} <results &
"$BASEWALK" links --jobs 1 --format jsonl short.mbox >results 2>err
status=$?
wait $!
case "$(cat err)" in
  "basewalk: short.mbox:"*": the file became shorter while it was read; the message that begins here is not complete and was left out"*) ;;
  *) status=9 ;;
esac
only_line
check "a file that becomes shorter" 1 "*" "*"
try tail -n 1 short.out
case "$(cat out)" in '{"kind":"problem","source":"short.mbox"'*) ;; *) status=9 ;; esac
check "its last record says so" 0 "*" ""

if [ "$(id -u)" -ne 0 ]; then
  mkdir locked && cp folder/1.eml locked && chmod 000 locked
  try "$BASEWALK" links locked folder/2.eml
  chmod 700 locked
  check "a folder that cannot be read" 1 "*" "basewalk: locked: Permission denied"
fi

# Options that make no sense.
wrong() { # NAME MESSAGE OPTION...
  local name=$1 message=$2
  shift 2
  try "$BASEWALK" "$@"
  check "$name" 2 "" "basewalk: $message"
}
wrong "a database needs a name" "--format sqlite needs a file: give one with -o FILE" links --format sqlite folder/1.eml
wrong "a database is not compressed" "a database cannot be compressed while it is written; give a name without .zst" links -o x.sqlite.zst folder/1.eml
wrong "--resume needs a file" "--resume needs a file to go on with: give it with -o FILE" links --resume folder/1.eml
wrong "--resume needs a regular file" "/dev/null: is no regular file, which --resume needs" links --resume -o /dev/null folder/1.eml
wrong "--summary - among the results" "--summary -: the results go to standard output already; give a FILE, or -o FILE" links --summary - folder/1.eml
wrong "--at in more than one source" "--at shows one message of one SOURCE, without --plan, --resume and --shard" links --at 0 folder/1.eml folder/2.eml
for shard in 1 8/8 -1/8 1/0 a/b 1/8x 1/9999999999999999999; do
  wrong "--shard $shard" "--shard $shard: give I/N, slice I (from 0) of N, as in --shard 0/8" links "--shard=$shard" folder/1.eml
done
wrong "-o FOLDER without slices" "-o folder: is a folder; name a file in it, or give --shard I/N, too" links -o folder folder/1.eml
wrong "tree writes no tables" "-o x.csv: this verb does not write such files; give a --format" tree -o x.csv folder/1.eml
for arguments in "--format xml" "--jobs 0" "--jobs many" "--progress often" "--as dir" "--at x"; do
  # shellcheck disable=SC2086
  try "$BASEWALK" links $arguments folder/1.eml
  only_line
  check "$arguments" 2 "" "*"
done

# What another process does is waited for, and not for a time.
wait_for() { # COMMAND...
  for _ in $(seq 600); do
    "$@" && return 0
    sleep 0.1
  done
  return 1
}

# --resume with another command.
cat >kill.sh <<END
"$BASEWALK" links --resume -o half.jsonl --jobs 1 slow 2>/dev/null &
run=\$!
for _ in \$(seq 600); do
  [ -s half.jsonl.resume ] && [ -s half.jsonl.partial ] && break
  sleep 0.1
done
kill -KILL \$run
wait \$run 2>/dev/null
: >killed
END
mkfifo slow
# What is read does not end before the run is killed.
(
  cat big.mbox
  wait_for [ -e killed ]
) >slow &
bash kill.sh
[ -e half.jsonl.partial ] && [ -e half.jsonl.resume ] || status=9
check "a killed run leaves what --resume needs" 2 "*" "*"
try "$BASEWALK" links --resume --rules whatwg -o half.jsonl big.mbox
only_line
check "--resume with other options is refused" 2 "" "*"
try "$BASEWALK" links --resume -o half.jsonl folder/1.eml
check "--resume with other sources is refused" 2 "" "basewalk: half.jsonl.partial: was begun by another command (then: SOURCE slow; now: SOURCE folder/1.eml); give that one, or --restart to begin anew"
[ -e half.jsonl.partial ] && [ -e half.jsonl.resume ] || status=9
check "what is refused is left alone" 2 "" "*"
cp half.jsonl.partial before
try "$BASEWALK" links -o half.jsonl big.mbox
check "nothing is thrown away unasked" 2 "" "basewalk: half.jsonl.partial: holds what an interrupted run has written; --resume goes on with it, --restart throws it away"
try cmp half.jsonl.partial before
check "and is as it was" 0 "" ""
try "$BASEWALK" links --restart --resume -o half.jsonl big.mbox
check "both make no sense" 2 "" "basewalk: --resume goes on and --restart begins anew; give one of both"
try "$BASEWALK" links --restart -o half.jsonl big.mbox
check "with --restart it begins anew" 0 "" ""
try "$BASEWALK" links -0 big.mbox
check "an option of a list that is not there" 2 "" "basewalk: --null requires --files-from; see basewalk links --help"
"$BASEWALK" links --format jsonl big.mbox >wanted.jsonl
try cmp half.jsonl wanted.jsonl
check "and is complete" 0 "" ""
try "$BASEWALK" links --resume -o half.jsonl big.mbox
check "--resume of what is complete does nothing" 0 "" "basewalk: half.jsonl: is complete; without --resume it is written anew"

# What cannot be gone on with: a loss of power, or somebody, has taken what says up to where it holds.
for format in jsonl sqlite; do
  printf 'records' >damaged.$format.partial
  : >damaged.$format.resume
  try "$BASEWALK" links --resume -o damaged.$format folder/1.eml
  [ -s damaged.$format ] && [ ! -e damaged.$format.partial ] || status=9
  check "--resume says that it begins anew ($format)" 0 "" "basewalk: begins anew: nothing says up to where the 7 bytes of damaged.$format.partial hold (damaged.$format.resume is damaged, or the machine was stopped)"
done
: >damaged.jsonl.partial
: >damaged.jsonl.resume
rm damaged.jsonl
try "$BASEWALK" links --resume -o damaged.jsonl folder/1.eml
check "and nothing where nothing was written" 0 "" ""

# --resume when the sources have changed: the first run is killed when it has written something.
cp big.mbox moved.mbox
mkfifo never
(exec 9<>never; sleep 100) &
holder=$!
"$BASEWALK" links --resume --jobs 1 -o lost.jsonl moved.mbox never &
run=$!
# Its first checkpoint lies behind the options, on a page of its own; records alone are no beginning.
has_checkpoint() { [ "$(stat -c %s "$1.resume" 2>/dev/null || echo 0)" -gt 4096 ]; }
wait_for has_checkpoint lost.jsonl || echo "# no checkpoint came"
kill -KILL $run
wait $run 2>/dev/null
rm moved.mbox
try "$BASEWALK" links --resume --jobs 1 -o lost.jsonl moved.mbox never
case "$(cat err)" in "basewalk: goes on in lost.jsonl.partial, behind the message at "*) ;; *) status=9 ;; esac
sed -i 1d err
check "--resume where the source is gone" 1 "" "basewalk: moved.mbox: is not there any more; what was written before is kept"
[ -e lost.jsonl.partial ] && [ ! -e lost.jsonl ] || status=9
check "does not take a part for the whole" 1 "" "*"
kill $holder

# What could not be read before a kill counts for the exit status of the run that goes on, too.
mkfifo later
(exec 9<>later; sleep 100) &
holder=$!
"$BASEWALK" links --resume --jobs 1 -o gap.jsonl missing.eml big.mbox later 2>/dev/null &
run=$!
wait_for has_checkpoint gap.jsonl || echo "# no checkpoint came"
kill -KILL $run
wait $run 2>/dev/null
kill $holder
rm later
cp folder/1.eml later
try "$BASEWALK" links --resume --jobs 1 -o gap.jsonl missing.eml big.mbox later
case "$(cat err)" in
  "basewalk: goes on in gap.jsonl.partial, "*" of big.mbox; not all before that could be read or made, as was told then") ;;
  *) status=9 ;;
esac
grep -c '"kind":"problem"' gap.jsonl >out
check "a gap before a kill is told behind it" 1 "1" "*"

# Two at once.
mkfifo hold
mkfifo done-with-second
(read -r _ <done-with-second; cat folder/1.eml) >hold &
"$BASEWALK" links -o twice.jsonl hold &
first=$!
wait_for test -s twice.jsonl.resume
try "$BASEWALK" links -o twice.jsonl folder/2.eml
check "two runs do not write one file" 1 "" "basewalk: twice.jsonl: another process is writing it"
echo >done-with-second
wait $first
grep -q 'http://h/1' twice.jsonl || status=9
check "and the first is not disturbed" 1 "" "*"
finish

#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# contrib/slurm on a real Slurm: an array of 8 over a plan of mboxes.  A task is killed, a node dies,
# two tries end with 75, and then the controller is killed; the parts put together are what one run
# writes, byte for byte.
set -u
skip() {
  echo "SKIP: $*"
  exit 77
}
command -v apt-get >/dev/null 2>&1 || skip "there is no apt to install Slurm with"
if [ "$(id -u)" -ne 0 ]; then
  sudo -n true 2>/dev/null || skip "only root can start a Slurm"
  exec sudo -n env BASEWALK_NO_INSTALL="${BASEWALK_NO_INSTALL:-}" BASEWALK="$BASEWALK" TOP="$TOP" STOP_IN_FSYNC="$STOP_IN_FSYNC" MAIL="$MAIL" "$0"
fi
# CTest would kill this at once, and leave a Slurm behind.
if [ -z "${CLUSTER_TEST_LIMITED:-}" ]; then
  CLUSTER_TEST_LIMITED=yes exec timeout --kill-after=30 280 "$0"
fi
for name in "${!SLURM@}" "${!SBATCH@}"; do unset "$name"; done
export LC_ALL=C.UTF-8

work=$(mktemp -d /tmp/basewalk-cluster.XXXXXX)
chmod 755 "$work"
cd "$work" || exit 1
. "$TOP/tests/cluster/slurm.sh"
trap 'slurm_down; rm -rf "$work"' EXIT
trap 'exit 1' INT TERM HUP
count=0
failed=0
ok() {
  count=$((count + 1))
  echo "ok $count - $1 (${SECONDS} s)"
}
not_ok() {
  count=$((count + 1))
  failed=1
  echo "not ok $count - $1 (${SECONDS} s)"
}
# check NAME COMMAND...
check() {
  local name=$1
  shift
  if "$@" >check.log 2>&1; then ok "$name"; else not_ok "$name: $(head -c 500 check.log)"; fi
}
# within SECONDS COMMAND...: until it is true.
within() {
  local end=$((SECONDS + $1))
  shift
  until "$@"; do
    [ "$SECONDS" -lt "$end" ] || return 1
    sleep 0.2
  done
}
# What does not come true here leaves nothing to test; the logs say why.
must() {
  local name=$1
  shift
  if "$@"; then ok "$name"; return; fi
  not_ok "$name"
  squeue -a 2>&1
  sinfo -N 2>&1
  tail -n 20 log/* parts/logs/* 2>/dev/null
  exit 1
}

slurm_install
must "Slurm is up, two nodes" slurm_up

# The mboxes: the project's own messages, and real mail where it is, over and over.
python3 - "$TOP" "$MAIL" <<'END'
import os, re, sys
names = [os.path.join(folder, name) for top in (sys.argv[1] + "/samples", sys.argv[1] + "/tests/data", sys.argv[2])
         for folder, _, files in os.walk(top) for name in files if name.endswith(".eml") or top == sys.argv[2]]
mails = []
for name in sorted(names):
    with open(name, "rb") as file:
        mail = file.read()
    if len(mail) < 200000:
        mails.append(b"From someone@example.org Thu Nov 19 10:00:00 2026\n" + re.sub(rb"(?m)^(>*From )", rb">\1", mail) + b"\n\n")
mails = b"".join(mails)
os.mkdir("lists")
for number, size in enumerate((1, 20, 3, 24, 0)):
    with open(f"lists/{number}.mbox", "wb") as file:
        while file.tell() < size << 20:
            file.write(mails)
END
"$BASEWALK" links --format jsonl "$work/lists" >whole.jsonl
check "one run over all" test -s whole.jsonl
check "a plan of all" "$BASEWALK" plan "$work/lists" -o all.plan

# The first try of task 1 and of task 4 stops before its part has its name; the first of task 6 and
# the second of task 1 find no room.
cat >tool <<END
#!/usr/bin/env bash
turn() { mkdir "$work/turn.\$SLURM_ARRAY_TASK_ID.\$1" 2>/dev/null; }
hold() { exec env LD_PRELOAD="$STOP_IN_FSYNC" ASAN_OPTIONS=verify_asan_link_order=0 "$BASEWALK" "\$@"; }
no_room() { trap '' XFSZ; ulimit -f 64; exec "$BASEWALK" "\$@"; }
case "\$1.\${SLURM_ARRAY_TASK_ID:-}" in
  links.1)
    echo \$\$ >"$work/task.1"
    turn 0 && hold "\$@"
    turn 1 && no_room "\$@"
    ;;
  links.4)
    echo "\$SLURMD_NODENAME" >"$work/node.4"
    echo \$\$ >"$work/task.4"
    turn 0 && hold "\$@"
    ;;
  links.6) turn 0 && no_room "\$@" ;;
  links.2)
    echo \$\$ >"$work/task.2"
    [ -e "$work/hold.2" ] && turn held && hold "\$@"
    ;;
esac
exec "$BASEWALK" "\$@"
END
chmod +x tool
# submit PARTS RESULT
submit() { BASEWALK=$work/tool "$TOP/contrib/slurm/submit" 8 "$1" "$2" --format jsonl --plan "$work/all.plan" >>jobs; }
stopped() { [ -s "task.$1" ] && grep -q '^State:.*stopped' "/proc/$(cat "task.$1")/status" 2>/dev/null; }
# parts_are NUMBERS [FOLDER]
parts_are() { [ "$(cd "${2:-parts}" && echo part-*.jsonl)" = "$(printf "part-0000%s-of-00008.jsonl " $1 | sed 's/ $//')" ]; }
idle() { [ -z "$(squeue -h 2>squeue.err)" ] && [ ! -s squeue.err ]; }

check "submit" submit parts merged.jsonl
must "two tasks are about to name their parts" within 90 eval 'stopped 1 && stopped 4'
check "their output has another name until then" eval '[ -s parts/part-00001-of-00008.jsonl.partial ] && [ ! -e parts/part-00001-of-00008.jsonl ]'
kill -KILL "$(cat task.1)"
slurm_node_dies "$(cat node.4)"
must "the others go on, task 4 on another node" within 120 parts_are "0 2 3 4 5 6 7"
must "the queue becomes empty" within 60 idle
check "task 6 was run again" [ -d turn.6.0 ]
check "a killed task leaves no part" eval '[ ! -e parts/part-00001-of-00008.jsonl ]'
check "merge tells which part is missing" grep -q 'part 1 of 8 is missing' parts/logs/merge.log
check "and writes nothing" eval '[ ! -e merged.jsonl ]'

# The same command again; this time the cluster does not know what 75 means.
sed -i '/^RequeueExit/d' slurm.conf
scontrol reconfigure
stat -c '%n %i %y' parts/part-0000[!1]* >before
check "submit again" submit parts merged.jsonl
must "what is missing is run, and merged" within 120 eval 'idle && [ -e merged.jsonl ]'
stat -c '%n %i %y' parts/part-0000[!1]* >after
check "parts that are there stay as they are" cmp before after
check "75 is run again without RequeueExit, too" [ -d turn.1.1 ]
check "all parts, nothing else" eval 'parts_are "0 1 2 3 4 5 6 7" && [ "$(ls parts | wc -l)" -eq 9 ]'
check "merged is the whole, byte for byte" cmp merged.jsonl whole.jsonl
unnumbered() { sed 's/"message":[0-9a-z]*,/"message":0,/' "$@" | sort; }
check "the union has every record once" cmp <(unnumbered parts/part-*.jsonl) <(unnumbered whole.jsonl)

# The controller is killed while a task runs, and finds it again by what it has saved: at least what
# it knew behind the last part that is there.
touch hold.2
rm -f task.2
check "submit once more" submit parts2 merged2.jsonl
must "all but one task have done" within 120 eval 'stopped 2 && parts_are "0 1 3 4 5 6 7" parts2'
saved() { for part in parts2/part-*.jsonl task.2; do [ state/job_state -nt "$part" ] || return 1; done; }
must "the controller has saved that" within 60 saved
slurm_controller_dies
check "there is no controller" eval '! squeue -h'
check "the task does not mind" stopped 2
must "a controller again" slurm_controller_up
# It stops at each fsync(), before its part has its name and behind that.
goes_on() {
  if stopped 2; then kill -CONT "$(cat task.2)"; fi
  idle && [ -e merged2.jsonl ]
}
must "the task goes on to its end, and all is merged" within 120 goes_on
check "and again the whole, byte for byte" cmp merged2.jsonl whole.jsonl
echo "1..$count ($(cat lists/* | wc -c) bytes of mail, $(wc -l <whole.jsonl) links)"
exit "$failed"

# A Slurm of its own in the folder $work: controller and the nodes n1 and n2, all on this machine,
# without systemd, without cgroups, on free ports.  Sourced by cluster.sh.

# Every process of it, and what it starts, has this in its environment; but slurmstepd writes its
# title over that, and is known by the log of its node.
export BASEWALK_CLUSTER_TEST="$work"

# processes NODE: those of one node, or with "*" all.
processes() {
  local folder variable="SLURMD_NODENAME=$1"
  [ "$1" != "*" ] || variable="BASEWALK_CLUSTER_TEST=$work"
  for folder in /proc/[0-9]*; do
    [ "${folder#/proc/}" != $$ ] && [ "${folder#/proc/}" != "$BASHPID" ] || continue
    if { grep -qzxF "BASEWALK_CLUSTER_TEST=$work" "$folder/environ" &&
      grep -qzxF "$variable" "$folder/environ"; } 2>/dev/null; then
      echo "${folder#/proc/}"
      continue
    fi
    case $(cat "$folder/comm" 2>/dev/null) in slurm*) ;; *) continue ;; esac
    # shellcheck disable=SC2254
    for file in $(readlink "$folder"/fd/* 2>/dev/null); do
      case $file in "$work/log/"$1) echo "${folder#/proc/}" && break ;; esac
    done
  done
}

slurm_install() {
  local package missing=""
  for package in munge slurmctld slurmd slurm-client; do
    dpkg-query -W -f='${Status}' "$package" 2>/dev/null | grep -q 'ok installed' ||
      missing="$missing $package"
  done
  [ -n "$missing" ] || return 0
  [ -z "${BASEWALK_NO_INSTALL:-}" ] || skip "not installed, and not to be:$missing"
  [ ! -d /run/systemd/system ] || skip "not installed here:$missing"
  # Nothing is to be started behind our back.
  if [ ! -e /usr/sbin/policy-rc.d ]; then
    printf '#!/bin/sh\nexit 101\n' >/usr/sbin/policy-rc.d
    chmod +x /usr/sbin/policy-rc.d
    policy=yes
  fi
  export DEBIAN_FRONTEND=noninteractive
  # A slow network ends the test; unpacking, once begun, is not interrupted.
  local install="install -q -y --no-install-recommends -o DPkg::Lock::Timeout=60"
  # shellcheck disable=SC2086
  { timeout 60 apt-get update -q && timeout 90 apt-get $install --download-only $missing &&
    apt-get $install $missing; } >apt.log 2>&1 </dev/null || {
    tail -5 apt.log
    skip "apt could not install$missing"
  }
}

slurm_up() {
  local host node ports
  host=$(hostname -s)
  # shellcheck disable=SC2207
  ports=($(python3 -c '
import socket
taken = [socket.socket() for _ in range(3)]
for one in taken: one.bind(("127.0.0.1", 0))
print(*(one.getsockname()[1] for one in taken))'))
  mkdir -p state log run spool.n1 spool.n2
  install -d -o munge -g munge -m 755 munge
  head -c 1024 /dev/urandom >munge/key
  chown munge munge/key
  chmod 400 munge/key
  setpriv --reuid=munge --regid=munge --clear-groups munged --force --key-file="$work/munge/key" \
    --socket="$work/munge/socket" --pid-file="$work/munge/pid" --log-file="$work/munge/log" \
    --seed-file="$work/munge/seed" --num-threads=2 2>>log/munged || return 1
  cat >slurm.conf <<END
ClusterName=basewalk
SlurmctldHost=$host(127.0.0.1)
SlurmctldPort=${ports[0]}
SlurmUser=root
SlurmdUser=root
AuthType=auth/munge
CredType=cred/munge
# A job that is given back waits as long as a credential is good.
AuthInfo=socket=$work/munge/socket,cred_expire=5
StateSaveLocation=$work/state
SlurmdSpoolDir=$work/spool.%n
SlurmctldPidFile=$work/run/slurmctld.pid
SlurmdPidFile=$work/run/%n.pid
SlurmctldLogFile=$work/log/slurmctld
SlurmdLogFile=$work/log/%n
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
JobAcctGatherType=jobacct_gather/none
AccountingStorageType=accounting_storage/none
SwitchType=switch/none
MpiDefault=none
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
SchedulerType=sched/backfill
SchedulerParameters=sched_interval=2,batch_sched_delay=0,bf_interval=2
# The machine may be smaller than the nodes that it plays.
SlurmdParameters=config_overrides
SlurmdTimeout=15
ReturnToService=2
KillWait=2
RequeueExit=75
NodeName=n1 NodeHostname=$host NodeAddr=127.0.0.1 Port=${ports[1]} CPUs=2
NodeName=n2 NodeHostname=$host NodeAddr=127.0.0.1 Port=${ports[2]} CPUs=2
PartitionName=main Nodes=n[1-2] Default=YES OverSubscribe=NO
END
  # slurmd loads a plugin for cgroups in any case; this one leaves them alone.
  printf 'CgroupPlugin=cgroup/v1\nCgroupAutomount=no\n' >cgroup.conf
  export SLURM_CONF="$work/slurm.conf"
  slurm_controller_up || return 1
  for node in n1 n2; do
    slurmd -f "$SLURM_CONF" -N $node >>log/start 2>&1 || return 1
  done
  within 60 nodes_idle 2
}

slurm_controller_up() { slurmctld -f "$SLURM_CONF" >>log/start 2>&1 && within 30 scontrol ping -h >/dev/null; }

slurm_controller_dies() {
  local controller
  controller=$(cat run/slurmctld.pid)
  kill -KILL "$controller"
  # It may be left as a zombie where nobody waits for it.
  within 10 eval "! grep -q '^State:.*[^Z] (' /proc/$controller/status 2>/dev/null"
}

nodes_idle() { [ "$(sinfo -h -N -t idle -o %N 2>/dev/null | wc -l)" -eq "$1" ]; }

# A machine without power: the daemon, its helpers and the tasks end at the same moment.
slurm_node_dies() {
  local all
  all=$(processes "$1")
  # shellcheck disable=SC2086
  kill -STOP $all 2>/dev/null
  # shellcheck disable=SC2086
  kill -KILL $all 2>/dev/null
}

slurm_down() {
  local all
  for _ in 1 2 3 4 5 6 7 8; do
    all=$(processes "*")
    [ -n "$all" ] || break
    # shellcheck disable=SC2086
    kill -KILL $all 2>/dev/null
    sleep 0.2
  done
  [ "${policy:-no}" = no ] || rm -f /usr/sbin/policy-rc.d
}

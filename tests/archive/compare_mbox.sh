#!/bin/sh
# compare_mbox.sh PYTHON COMPARE_MBOX DIFFERENCES FOLDER...: Python's mailbox says where it sees
# messages begin, and compare_mbox lays that beside GMime's answer and ours.
python=$1 program=$2 differences=$3
shift 3
"$python" "$(dirname "$0")/mailbox_offsets.py" "$@" | "$program" "$differences" "$@"

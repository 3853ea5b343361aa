# SPDX-License-Identifier: MIT
"""The tool, run with a call of the system failing, and what it left; which failures fit which call."""
import errno
import os
import pathlib
import shutil
import signal
import struct
import subprocess

TOOL = os.environ["BASEWALK"]
WORKER = os.environ.get("BASEWALK_WORKER_PROGRAM", str(pathlib.Path(TOOL).with_name("basewalk-worker")))
LIBRARY = os.environ["FAILING_CALLS"]
LONGEST = 60  # seconds: what takes longer hangs
MOST, ENTRY, HEAD = 20000, 64, 16

BYTES_IN = ("EIO", "EINTR", "one", "half", "EIO+")
BYTES_OUT = ("ENOSPC", "EIO", "EDQUOT", "EINTR", "one", "half", "ENOSPC+")
NAMING = ("EIO", "ENOSPC", "EACCES", "EDQUOT")
FITTING = {
    "open": ("EIO", "EACCES", "EMFILE", "ENOMEM", "EMFILE+"),
    "make": ("ENOSPC", "EACCES", "EDQUOT", "EMFILE", "EIO", "ENOSPC+"),
    "read": BYTES_IN, "pread": BYTES_IN, "readv": BYTES_IN, "recv": ("ECONNRESET", "EINTR", "one", "half"),
    "write": BYTES_OUT, "pwrite": BYTES_OUT, "writev": BYTES_OUT, "send": ("EPIPE", "EINTR", "one", "half"),
    "sendfile": ("EIO", "EINTR", "half"), "copy_file_range": ("EIO", "ENOSPC", "half"),
    "rename": NAMING, "link": NAMING + ("EPERM",), "unlink": ("EIO", "EACCES"), "mkdir": NAMING,
    "fsync": ("EIO", "ENOSPC", "EDQUOT", "EIO+"), "fdatasync": ("EIO", "ENOSPC", "EIO+"), "syncfs": ("EIO",),
    "ftruncate": ("EIO", "ENOSPC", "EIO+"), "fallocate": ("ENOSPC", "EIO"), "lseek": ("EIO",), "chmod": ("EPERM", "EIO"),
    "mmap": ("ENOMEM", "EACCES", "ENOMEM+"), "memfd_create": ("EMFILE", "ENOMEM"),
    "stat": ("EIO", "EACCES", "ENOMEM"), "fstat": ("EIO", "ENOMEM"), "access": ("EACCES", "EIO"),
    "readlink": ("EACCES", "EIO"), "realpath": ("EACCES", "ENOMEM"),
    "opendir": ("EACCES", "EMFILE", "ENOMEM"), "readdir": ("EIO",),
    "close": ("EIO", "ENOSPC", "EDQUOT", "EINTR"), "dup": ("EMFILE", "EMFILE+"), "fcntl": ("EINVAL",),
    "lock": ("ENOLCK", "EIO"), "flock": ("EINTR", "ENOLCK"), "pipe": ("EMFILE", "ENFILE", "EMFILE+"),
    "spawn": ("EAGAIN", "ENOMEM", "EAGAIN+"), "fork": ("EAGAIN", "ENOMEM"), "thread": ("EAGAIN", "EAGAIN+"), "waitpid": ("EINTR",),
    "socket": ("EMFILE", "ENOMEM"), "bind": ("EACCES",), "listen": ("EADDRINUSE",), "connect": ("ECONNREFUSED", "EACCES"),
    "accept": ("EINTR", "ECONNABORTED", "EMFILE"), "sendmsg": ("EPIPE", "EINTR", "ENOBUFS"), "recvmsg": ("ECONNRESET", "EINTR"),
    "poll": ("EINTR", "ENOMEM"), "getrandom": ("EINTR", "ENOSYS", "one"),
}
PIPES = {"write": ("EPIPE", "EINTR", "one", "half"), "writev": ("EPIPE", "EINTR", "one", "half"), "read": ("EIO", "EINTR", "one", "half")}
# What may happen at any time and is no failure.
SURVIVED = {"EINTR", "one", "half"}
SURVIVING = {"read", "pread", "readv", "recv", "write", "pwrite", "writev", "send", "poll", "waitpid", "flock", "sendmsg", "recvmsg", "accept", "getrandom"}


class Call:
    def __init__(self, role, number, entry):
        self.role, self.number = role, number
        self.name = entry[:20].split(b"\0")[0].decode()
        self.kind = chr(entry[20])
        self.path = entry[21:].split(b"\0")[0].decode(errors="replace")

    def faults(self):
        if self.kind in "ps" and self.name in PIPES:
            return PIPES[self.name]
        return FITTING.get(self.name, ())

    def __str__(self):
        return f"{self.role} {self.number} {self.name} {self.path or self.kind}"


class Ended:
    """How a run has ended."""

    def __init__(self, status, out, err, hangs, hit, calls):
        self.status, self.out, self.err, self.hangs, self.hit = status, out, err, hangs, hit
        self.calls = calls  # all of them; with a fault, those that it came to


def make_worker(folder):
    """A program that is the worker with the library preloaded: the tool hands no environment on."""
    path = folder / "worker"
    path.write_text("#!/bin/sh\nread -r plan <\"${0%/*}/plan\"\n"
                    f"LD_PRELOAD='{LIBRARY}' CALLS_ROLE=worker CALLS_STATE=\"${{0%/*}}/state\" CALLS_FAIL=\"$plan\" exec '{WORKER}' \"$@\"\n")
    path.chmod(0o755)
    return path


def prepare_state(folder, plan=""):
    with open(folder / "state", "wb") as state:
        state.truncate(HEAD + 2 * MOST * ENTRY)
    (folder / "plan").write_text(plan + "\n")


def environment(folder, plan=""):
    """Of the tool: `folder` holds what belongs to the library, and a folder for temporary files."""
    if not (folder / "worker").exists():
        make_worker(folder)
    prepare_state(folder, plan)
    (folder / "tmp").mkdir(exist_ok=True)
    return {"PATH": os.environ["PATH"], "LANG": "C.UTF-8", "TMPDIR": str(folder / "tmp"), "LD_PRELOAD": LIBRARY,
            "CALLS_STATE": str(folder / "state"), "CALLS_FAIL": plan, "BASEWALK_WORKER": str(folder / "worker"), "HOME": str(folder)}


def state_of(folder):
    """How often the fault came, and the calls of tool and workers that are described."""
    calls = []
    with open(folder / "state", "rb") as state:
        counts = struct.unpack("4I", state.read(HEAD))
        for role, count in enumerate(counts[:2]):
            assert count <= MOST, count
            state.seek(HEAD + role * MOST * ENTRY)
            data = state.read(count * ENTRY)
            for number in range(count):
                if data[number * ENTRY]:
                    calls.append(Call(("tool", "worker")[role], number, data[number * ENTRY : (number + 1) * ENTRY]))
    return counts[2], calls


def plan_of(call, fault):
    if not fault:
        return ""
    bare = fault.rstrip("+")
    how = bare if bare in ("one", "half") else str(getattr(errno, bare))
    return f"{call.role}:{call.number}:{how}{'+' if fault.endswith('+') else ''}"


def run(arguments, folder, cwd, stdin=None, call=None, fault=None, variables=()):
    variables = {**environment(folder, plan_of(call, fault)), **dict(variables)}
    process = subprocess.Popen([TOOL, *arguments], cwd=cwd, env=variables, stdin=stdin or subprocess.DEVNULL, stdout=subprocess.PIPE,
                               stderr=subprocess.PIPE, start_new_session=True)
    hangs = False
    try:
        out, err = process.communicate(timeout=LONGEST)
    except subprocess.TimeoutExpired:
        hangs = True
        os.killpg(process.pid, signal.SIGKILL)
        out, err = process.communicate()
    hit, calls = state_of(folder)
    return Ended(process.returncode, out, err, hangs, hit, calls)


def empty(folder):
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()

# SPDX-License-Identifier: MIT
"""Programs that would start a server of their own where Debian's package of them is installed."""
import os
import pathlib
import shutil
import subprocess
import sys


def program(name, package):
    """The path of the machine's own, or of the package's, which is then only unpacked, below $KEEP.  Ends
    the test as skipped where it cannot be had."""
    found = shutil.which(name, path=os.environ["PATH"] + ":/usr/sbin:/sbin")
    if found:
        return found
    folder = pathlib.Path(os.environ["KEEP"], package)
    for path in (folder / "usr/bin" / name, folder / "usr/sbin" / name):
        if path.exists():
            return str(path)
    why = "nothing is to be installed" if os.environ.get("BASEWALK_NO_INSTALL") else "its package cannot be had"
    if not os.environ.get("BASEWALK_NO_INSTALL") and shutil.which("apt-get"):
        folder.mkdir(parents=True, exist_ok=True)
        done = subprocess.run(["sh", "-c", 'apt-get download "$0" && dpkg -x "$0"_*.deb . && rm "$0"_*.deb', package], cwd=folder,
                              stdin=subprocess.DEVNULL, capture_output=True)
        for path in (folder / "usr/bin" / name, folder / "usr/sbin" / name):
            if done.returncode == 0 and path.exists():
                return str(path)
    print(f"SKIP: there is no {name}, and {why}")
    sys.exit(77)

#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The wheel: made, installed where nothing else is, and used.

    wheel.py BUILD WORK [PYTHON...]

One wheel is installed for each Python that is named, and for Debian's.  Exit status 77: something that makes the
package is not here.
"""
import os
import pathlib
import re
import shutil
import subprocess
import sys
import zipfile

TOP = pathlib.Path(__file__).resolve().parents[2]
SKIPPED = 77
WANTED = (TOP / "samples/expected/links.txt").read_text()
# The package as it was built must not help.
CLEAN = {key: value for key, value in os.environ.items() if not key.startswith(("PYTHON", "BASEWALK"))}


def run(*command, **options):
    done = subprocess.run([str(word) for word in command], capture_output=True, text=True, env=CLEAN | options)
    if done.returncode != 0:
        sys.exit(f"{command} ended with {done.returncode}:\n{done.stdout}{done.stderr}")
    return done.stdout


def skip(why):
    print(f"skipped: there is no {why}")
    sys.exit(SKIPPED)


def can(python, code):
    """Without the folder that this runs in, where a folder `wheel` may lie."""
    return subprocess.run([python, "-I", "-c", code], capture_output=True, env=CLEAN).returncode == 0


MAKES_WHEELS = """
import setuptools
try:
    import wheel.bdist_wheel
except ImportError:
    import setuptools.command.bdist_wheel
"""


def use(python, **options):
    """Uses the package that is installed: the sample, and a document that the worker beside it opens."""
    with (TOP / "samples/mail/newsletter.eml").open("rb") as mail:
        done = subprocess.run([python, str(TOP / "samples/links.py")], stdin=mail, capture_output=True, text=True,
                              env=CLEAN | options)
    if done.stdout != WANTED or done.returncode != 0:
        sys.exit(f"{python}: the sample answers {done.stdout}{done.stderr}")
    where = run(python, "-c", "import basewalk; print(basewalk.__file__)", **options).strip()
    if sys.platform == "linux":
        count = run(python, "-c",
                    "import basewalk, sys; print(len(basewalk.walk(sys.argv[1], basewalk.Options(open=['pdf'])).documents)"
                    " if 'pdf' in basewalk.open_all() else 1)", TOP / "samples/mail/offer-in-pdf.eml", **options)
        if count.strip() != "1":
            sys.exit(f"{where}: the worker beside it opens nothing")
    print(f"{where}: used by {run(python, '--version').strip()}")
    return where


def wheel(build, work, pythons):
    makers = [python for python in (sys.executable, "/usr/bin/python3")
              if os.path.exists(python) and can(python, MAKES_WHEELS)]
    if not makers:
        skip("Python with setuptools and wheel (Debian: python3-setuptools python3-wheel)")
    dist = work / "dist"
    shutil.copytree(TOP / "python", work / "python", ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(TOP / "CMakeLists.txt", work)
    subprocess.run([makers[0], "setup.py", "-q", "bdist_wheel", "--dist-dir", str(dist)], cwd=work / "python", check=True,
                   env=CLEAN | {"BASEWALK_BUILD": str(build)}, stderr=subprocess.DEVNULL)
    made, = dist.iterdir()
    if not re.fullmatch(r"basewalk-[0-9.]+-cp39-abi3-\w+\.whl", made.name):
        sys.exit(f"{made.name}: not a wheel for several versions of Python")
    names = zipfile.ZipFile(made).namelist()
    for name in ("basewalk/py.typed", "basewalk/_basewalk.pyi", "basewalk/_basewalk.abi3.so", "basewalk/LICENSE"):
        if name not in names:
            sys.exit(f"{made.name} has no {name}")
    # In a virtual environment for each Python; one without a pip of its own is made in a tenth of the time.
    used = 0
    for number, python in enumerate(dict.fromkeys(map(os.path.realpath, [*pythons, sys.executable, "/usr/bin/python3"]))):
        folder = work / f"python-{number}"
        if not os.path.exists(python) or not can(python, "import venv"):
            continue
        pip = (python, "-m", "pip", "--python", folder / "bin/python")
        if can(python, "import pip"):
            run(python, "-m", "venv", "--without-pip", folder)
        elif can(python, "import ensurepip"):
            run(python, "-m", "venv", folder)
            pip = (folder / "bin/python", "-m", "pip")
        else:
            print(f"{python} has no pip")
            continue
        run(*pip, "install", "--no-index", "--no-deps", "--disable-pip-version-check", made)
        where = use(str(folder / "bin/python"))
        if not where.startswith(str(folder)):
            sys.exit(f"{python} has another basewalk")
        used += 1
    if not used:
        skip("Python with venv or pip (Debian: python3-venv)")


def main():
    build, work, *pythons = sys.argv[1:]
    work = pathlib.Path(work)
    shutil.rmtree(work, ignore_errors=True)
    work.mkdir(parents=True)
    wheel(pathlib.Path(build), work, pythons)


main()

#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Is all of the program compiled and linked as cmake/hardening.cmake says?  hardening.py BUILD LIBRARY PROGRAM...

Looks at the commands that compile src/ and python/ (the last of a kind counts), at each object of the static
library (that indirect jumps end at marks and returns at their calls, x86 alone: Debian's own crt1.o has no such
note, so that no program has it), and at programs and shared objects."""
import json
import pathlib
import re
import shlex
import subprocess
import sys

build, library, *programs = sys.argv[1:]
top = pathlib.Path(__file__).resolve().parents[2]
wrong = 0


def complain(text):
    global wrong
    wrong += 1
    print(text)


def last(words, prefix):
    return next((word for word in reversed(words) if word.startswith(prefix)), None)


def readelf(*arguments):
    return subprocess.run(["readelf", "-W", *arguments], capture_output=True, text=True, check=True).stdout


machine = re.search(r"Machine: *(.*)", readelf("-h", programs[0]))[1]
is_x86 = machine == "Advanced Micro Devices X86-64"
wanted = {"-fstack-protector": "-fstack-protector-strong", "-fstack-clash": "-fstack-clash-protection"}
if is_x86:
    wanted["-fcf-protection"] = "-fcf-protection=full"
if machine == "AArch64":
    wanted["-mbranch-protection"] = "-mbranch-protection=standard"

commands = 0
for entry in json.loads(pathlib.Path(build, "compile_commands.json").read_text()):
    file = pathlib.Path(entry["file"])
    built = str(file).startswith(str(pathlib.Path(build).resolve()))
    if not any(file.is_relative_to(top / part) for part in ("src", "python")) and not built:
        continue
    if file.suffix not in (".cpp", ".cxx") or "/tests/" in str(file) or file.parent.name == "late":
        continue
    commands += 1
    words = shlex.split(entry["command"])
    name = file.relative_to(build) if built else file.relative_to(top)
    for prefix, flag in wanted.items():
        if last(words, prefix) != flag:
            complain(f"{name}: {last(words, prefix)}, wanted {flag}")
    fortified = [word for word in words if re.match(r"-[DU]_FORTIFY_SOURCE", word)]
    if not fortified or fortified[-1] != "-D_FORTIFY_SOURCE=3":
        complain(f"{name}: {' '.join(fortified) or 'nothing'} where -D_FORTIFY_SOURCE=3 is wanted")
    if last(words, "-O") in (None, "-O0"):
        complain(f"{name}: not optimised, so that nothing is fortified")
    for flag in ("-fno-stack-protector", "-fno-stack-clash-protection", "-no-pie", "-fno-pie", "-fno-pic"):
        if flag in words:
            complain(f"{name}: {flag}")
if commands < 300:
    complain(f"only {commands} commands were found")

objects = 0
if is_x86:
    for part in re.split(r"(?m)^File: ", readelf("-n", library))[1:]:
        objects += 1
        feature = re.search(r"x86 feature: (.*)", part)
        if feature is None or feature[1].split(", ")[:2] != ["IBT", "SHSTK"]:
            complain(f"{part.splitlines()[0]}: {feature[1] if feature else 'no note'}, wanted IBT, SHSTK")
    if objects < 200:
        complain(f"only {objects} objects were found in {library}")

for program in programs:
    name = pathlib.Path(program).name
    dynamic, segments = readelf("-d", program), readelf("-l", program)
    if not re.search(r"BIND_NOW|FLAGS_1.*\bNOW\b", dynamic):
        complain(f"{name}: symbols are bound late")
    if "GNU_RELRO" not in segments:
        complain(f"{name}: no RELRO")
    if re.search(r"TEXTREL", dynamic):
        complain(f"{name}: code is written where it is loaded")
    if re.search(r"GNU_STACK.*RWE|LOAD.*RWE", segments):
        complain(f"{name}: what is written can be executed")
    if not re.search(r"Type: *DYN", readelf("-h", program)):
        complain(f"{name}: stands at one address")
    if "__stack_chk_fail" not in readelf("--dyn-syms", program):
        complain(f"{name}: no guard of the stack")

print(f"{commands} commands, {objects} objects, {len(programs)} programs: {wrong} wrong")
sys.exit(wrong != 0)

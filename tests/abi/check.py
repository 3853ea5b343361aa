#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Holds the C API against the one that programs were built with (libabigail).

    check.py LIBRARY WORK_FOLDER COMPILER    the test `abi`
    check.py --write                         makes tests/abi/basewalk.abi anew

The types come from a shared library of stubs: each function of basewalk_c.h with a body that traps,
compiled as C with debug information.  So they do not depend on how the library is built, and hold
nothing of what is behind its handles.  Its symbols and their versions must be those of the library.

1. The library exports the functions of C that the stubs have, in the same versions.
2. abidiff finds no difference between the stubs and the stored description.
3. It finds one where a struct, an enumerator or a function is changed: the test bites.

Exit status 77: there is no abidiff, or the description is of another kind of machine.
"""
import pathlib
import platform
import re
import shutil
import subprocess
import sys
import tempfile

TOP = pathlib.Path(__file__).resolve().parents[2]
HEADER = TOP / 'include/basewalk/basewalk_c.h'
SCRIPT = TOP / 'src/c/basewalk.map'
STORED = TOP / 'tests/abi/basewalk.abi'
SKIPPED = 77
# What is done to the header, or to the stubs: abidiff must see each.
CHANGES = [
    ('a member is longer', 'char code[32]', 'char code[40]'),
    ('a member is of another type', 'uint32_t flags;', 'uint64_t flags;'),
    ('an enumerator has another value', 'BW_RULES_WHATWG = 3', 'BW_RULES_WHATWG = 4'),
    ('a bit has another value', 'BW_WANT_PARTS = 1 << 1', 'BW_WANT_PARTS = 1 << 7'),
    ('a function takes another type', 'bw_normalize(const char* url, size_t size, uint32_t rungs',
     'bw_normalize(const char* url, size_t size, uint64_t rungs'),
    ('a function is gone', 'BW_API const char* bw_version(void);', ''),
]


def run(*command):
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def stubs(header, folder, compiler):
    """A shared library with the functions that a header declares."""
    folder = pathlib.Path(folder)
    (folder / 'basewalk').mkdir(parents=True, exist_ok=True)
    (folder / 'basewalk/basewalk_c.h').write_text(header)
    plain = re.sub(r'//[^\n]*', '', header)
    bodies = [f'{declaration} {{ __builtin_trap(); }}\n'
              for declaration in re.findall(r'^BW_API ([^;]+);', plain, re.M)]
    # Bits that functions take as numbers are of no function's types.
    bodies += [f'void enum_of_{name}(enum {name} value) {{ (void)value; }}\n'
               for name in re.findall(r'^typedef enum (bw_\w+)', plain, re.M)]
    source, library = folder / 'stubs.c', folder / 'libstubs.so'
    source.write_text('#include "basewalk/basewalk_c.h"\n' + ''.join(bodies))
    run(compiler, '-std=c99', '-g', '-O0', '-fPIC', '-shared', f'-I{folder}', str(source), '-o',
        str(library), f'-Wl,--version-script={SCRIPT}', '-Wl,-soname,libbasewalk-c')
    return library


def symbols(library):
    return sorted(re.findall(r' T (bw_\S+)', run('nm', '-D', '--defined-only', str(library))))


def describe(library):
    told = run('abidw', '--no-corpus-path', '--no-comp-dir-path', '--no-show-locs',
               '--no-elf-needed', str(library))
    return re.sub(r" path='[^']*'", " path='stubs.c'", told)


def difference(library):
    """What abidiff says, and whether programs break."""
    out = subprocess.run(['abidiff', str(STORED), str(library)], capture_output=True, text=True)
    if out.returncode & 3:  # it could not do its work
        raise SystemExit(out.stdout + out.stderr)
    return out.returncode & 12, out.stdout


def check(library, work, compiler):
    header = HEADER.read_text()
    now = stubs(header, pathlib.Path(work) / 'now', compiler)
    wrong = 0
    if symbols(library) != symbols(now):
        print('the library has other symbols than the header:',
              sorted(set(symbols(library)) ^ set(symbols(now))))
        wrong += 1
    status, words = difference(now)
    if status:
        print(words)
        print('programs break' if status & 8 else 'programs keep working',
              '\nif it is meant, and NEWS.md says so: tests/abi/check.py --write')
        wrong += 1
    for what, before, after in CHANGES:
        if before not in header:
            raise SystemExit(f'{what}: the header has no: {before}')
        changed = stubs(header.replace(before, after, 1), pathlib.Path(work) / 'changed', compiler)
        if not difference(changed)[0]:
            print('not noticed:', what)
            wrong += 1
    print(f'{len(symbols(now))} functions, {len(CHANGES)} changes noticed' if not wrong
          else f'{wrong} wrong')
    return 1 if wrong else 0


def main():
    if not shutil.which('abidiff') or not shutil.which('abidw'):
        print('skipped: there is no abidiff (Debian: abigail-tools)')
        return SKIPPED
    if platform.machine() != 'x86_64':
        print('skipped: the description is of x86-64')
        return SKIPPED
    if sys.argv[1:] == ['--write']:
        with tempfile.TemporaryDirectory() as work:
            STORED.write_text(describe(stubs(HEADER.read_text(), work, 'cc')))
        return 0
    return check(*sys.argv[1:])


sys.exit(main())

#!/usr/bin/env python3
# Holds what the shared library exports against what the public headers declare.
#
#     exports.py LIBRARY INCLUDE_FOLDER VERSION_SCRIPT WORK_FOLDER COMPILER [FLAG...]
#
# 1. Every symbol that the library exports is declared in a public header: a function, or the
#    vtable or type information of a class.  Instances of the standard library's templates do not
#    count: they are weak, have names in std or __gnu_cxx, and every program may have its own.
# 2. Every function that a public header declares and does not define is exported.
# 3. A program that takes the address of each of them links with the library, and runs.
# 4. The functions of C that the library exports are those that basewalk_c.h declares, each with the
#    version that the script gives it (none where the linker takes no script, and it is `-`).
#
# The headers are read by a small parser that knows no more of C++ than they use; what it does not
# understand is an error.
import os
import pathlib
import re
import subprocess
import sys

C_HEADER = 'basewalk/basewalk_c.h'


def without_comments(text):
    text = re.sub(r'//[^\n]*|/\*.*?\*/', '', text, flags=re.S)
    text = re.sub(r'"(?:[^"\\\n]|\\.)*"', '""', text)
    text = re.sub(r"(?<!\w)'(?:[^'\\\n]|\\.)'", "' '", text)
    return re.sub(r'^[ \t]*#[^\n]*(?:\\\n[^\n]*)*', '', text, flags=re.M)


def plain(words):
    """On one line, without attributes."""
    return ' '.join(re.sub(r'\[\[[^\]]*\]\]', '', words).split())


def behind_braces(text, at):
    """The offset behind the block that begins at `at`."""
    depth = 0
    while True:
        depth += {'{': 1, '}': -1}.get(text[at], 0)
        at += 1
        if depth == 0:
            return at


class Function:
    def __init__(self, scope, head, defined, public):
        self.scope, self.defined, self.public = scope, defined, public
        head = plain(head)
        self.template = head.startswith('template')
        self.deleted = bool(re.search(r'= (delete|default|0)$', head))
        self.name, self.result, self.parameters, self.const = None, '', '', ''
        if self.template:
            return
        found = re.match(r'(.*?)(~?\w+|operator\W+?) ?(?=\()', head)
        if not found:
            raise SystemExit('not understood: ' + head)
        self.name = found[2].replace(' ', '')
        words = found[1].split()
        self.static = 'static' in words
        self.friend = 'friend' in words
        drop = {'static', 'friend', 'virtual', 'explicit', 'inline', 'constexpr'}
        self.result = ' '.join(w for w in words if w not in drop)
        depth, at = 0, found.end()
        begin = at + 1
        while True:
            depth += {'(': 1, ')': -1}.get(head[at], 0)
            if depth == 0:
                break
            at += 1
        self.parameters, behind = head[begin:at], head[at + 1:]
        self.const = ' const' if re.match(r' ?const\b', behind) else ''
        self.const += ' noexcept' if 'noexcept' in behind else ''

    def special(self):
        """Has no address: a constructor or destructor."""
        return self.name in (self.scope[-1], '~' + self.scope[-1])

    def needs_symbol(self):
        return not (self.template or self.deleted or self.defined or self.friend)


def without_defaults(parameters):
    parts, depth, one = [], 0, ''
    for c in parameters + ',':
        depth += {'(': 1, '<': 1, '{': 1, ')': -1, '>': -1, '}': -1}.get(c, 0)
        if c == ',' and depth == 0:
            parts.append(one.split('=')[0].strip())
            one = ''
        else:
            one += c
    return ', '.join(part for part in parts if part)


class Headers:
    def __init__(self, folder, bridge):
        self.functions, self.classes, self.namespaces = [], set(), set()
        self.names = []
        for path in sorted(pathlib.Path(folder).rglob('*.h')):
            name = str(path.relative_to(folder))
            if name in ('basewalk/basewalk.h', C_HEADER) or (not bridge and '/bridge/' in name):
                continue
            self.names.append(name)
            self.read(without_comments(path.read_text()))

    def read(self, text):
        scopes = []  # (name, is a class, what is public at this point)
        at, head = 0, ''
        while at < len(text):
            c = text[at]
            if c == '{':
                words = ' '.join(head.split())
                bare = plain(words)
                namespace = re.match(r'namespace ([\w:]+)$', bare)
                kind = re.match(r'(class|struct) +([\w:]+)( final)?( : [^()]*)?$', bare)
                if namespace:
                    scopes.append((namespace[1].split('::'), False, True))
                    self.namespaces.add(self.scope(scopes))
                    head = ''
                elif kind:
                    scopes.append(([kind[2]], True, kind[1] == 'struct'))
                    self.classes.add(self.scope(scopes))
                    head = ''
                elif re.match(r'enum |template .*(class|struct) [\w:<>, ]*$', bare):
                    at = behind_braces(text, at)
                    continue
                else:  # of a function, or of a value
                    end = behind_braces(text, at)
                    if '(' in words.split(' = ')[0] and not words.endswith('='):
                        self.add(scopes, re.sub(r'\) : .*', ')', words), True)
                        head = ''
                    at = end
                    continue
            elif c == '}':
                if scopes:
                    scopes.pop()
                head = ''
            elif c == ';':
                self.statement(scopes, ' '.join(head.split()))
                head = ''
            elif c == ':' and head.split() in (['public'], ['private'], ['protected']):
                name, is_class, _ = scopes.pop()
                scopes.append((name, is_class, head.strip() == 'public'))
                head = ''
            else:
                head += c
            at += 1

    @staticmethod
    def scope(scopes):
        return tuple(word for names, _, _ in scopes for word in names)

    def statement(self, scopes, words):
        words = plain(words)
        if re.match(r'(using|static_assert|friend (class|struct)|class|struct|enum|namespace)\b', words):
            return
        if '(' in words.split(' = ')[0]:
            self.add(scopes, words, False)

    def add(self, scopes, words, defined):
        public = all(is_public for _, _, is_public in scopes)
        self.functions.append(Function(self.scope(scopes), words, defined, public))


def split_names(symbol):
    """`a::b<c::d>::e` -> [a, b, e]"""
    names, one, depth = [], '', 0
    for c in symbol:
        if c == '<' and not one.startswith('operator'):
            depth += 1
        elif c == '>' and depth:
            depth -= 1
        elif depth == 0:
            one += c
    return tuple(one.split('::'))


def exported(library):
    """(kind, demangled name without parameters) of each symbol."""
    out = subprocess.run(['nm', '-D', '-C', '--defined-only', library], check=True,
                         capture_output=True, text=True).stdout
    for line in out.splitlines():
        kind, symbol = re.match(r'[0-9a-f]* *(\w) (.*)', line).groups()
        yield kind, symbol


def is_of_the_standard_library(kind, symbol):
    # "void std::vector<...>::push_back"
    first = split_names(symbol.split('(')[0])[0].split(' ')[-1]
    return kind in 'WVu' and first in ('std', '__gnu_cxx')


def is_of_c(symbol):
    """A function of C, or a version of such."""
    return re.match(r'bw_\w+(@|$)|BASEWALK_[0-9.]+(@|$)', symbol) is not None


def c_functions(include):
    text = without_comments((pathlib.Path(include) / C_HEADER).read_text())
    return re.findall(r'BW_API [^;(]*?\b(bw_\w+)\(', text)


def versions_of(script):
    """{function: version} of a version script."""
    text = re.sub(r'#[^\n]*', '', pathlib.Path(script).read_text())
    versions = {}
    for version, body in re.findall(r'(BASEWALK_[0-9.]+) \{\s*global:([^}]*)\}', text):
        for name in re.findall(r'bw_\w+', body):
            versions[name] = version
    return versions


def check_c(include, script, library):
    declared = set(c_functions(include))
    wanted = {name: '' for name in declared} if script == '-' else versions_of(script)
    found = {}
    for kind, symbol in exported(library):
        name, _, version = symbol.partition('@')
        if kind == 'T' and is_of_c(symbol):
            found[name] = version.lstrip('@')
    wrong = 0
    for name in sorted(declared | set(wanted) | set(found)):
        if name not in declared:
            print('basewalk_c.h does not declare:', name)
        elif name not in wanted:
            print('the version script does not name:', name)
        elif found.get(name) != wanted[name]:
            print(f'{name}: exported as {found.get(name)}, and not as {wanted[name]}')
        else:
            continue
        wrong += 1
    return wrong, len(found)


def check_symbols(headers, library):
    wrong = 0
    declared = {f.scope + (f.name,) for f in headers.functions if f.name}
    seen = set()
    for kind, symbol in exported(library):
        if is_of_the_standard_library(kind, symbol) or is_of_c(symbol):
            continue
        of_class = re.match(r'(?:vtable|typeinfo|typeinfo name|VTT) for ([\w:]+)$', symbol)
        if of_class:
            if tuple(of_class[1].split('::')) not in headers.classes:
                print('no public header declares the class of:', symbol)
                wrong += 1
            continue
        plain = symbol.replace('[abi:cxx11]', '').replace('(anonymous namespace)', '_')
        names = split_names(plain.split('(')[0])
        if names not in declared:
            print('no public header declares:', symbol)
            wrong += 1
        seen.add(names)
    for function in headers.functions:
        names = function.scope + (function.name,)
        if function.needs_symbol() and names not in seen:
            print('declared, but not exported:', '::'.join(names))
            wrong += 1
    return wrong, len(seen)


def program(headers, of_c):
    """Takes the address of every function, in the function's own namespace."""
    text = ''.join(f'#include "{name}"\n' for name in headers.names)
    text += f'#include "{C_HEADER}"\n'
    text += ''.join(f'auto use_c_{name} = &{name};\n' for name in of_c)
    count = 0
    for f in headers.functions:
        if not f.needs_symbol() or not f.public or f.special():
            continue
        inside = f.scope in headers.classes
        namespace = f.scope[:-1] if inside else f.scope
        while namespace not in headers.namespaces:
            namespace = namespace[:-1]
        owner = '::'.join(f.scope[len(namespace):])
        signature = [f.result, without_defaults(f.parameters)]
        if inside:  # types that the class itself has
            for other in headers.classes:
                if other[:-1] == f.scope:
                    signature = [re.sub(rf'(?<![:\w]){other[-1]}\b', f'{owner}::{other[-1]}', part)
                                 for part in signature]
        pointer = f'({owner}::*)' if inside and not f.static else '(*)'
        const = f.const if inside and not f.static else ''
        name = f'{owner}::{f.name}' if inside else f.name
        text += (f'namespace {"::".join(namespace)} {{ auto use_{count} = static_cast<'
                 f'{signature[0]} {pointer}({signature[1]}){const}>(&{name}); }}\n')
        count += 1
    return text + 'int main() {}\n', count


def main():
    library, include, script, work, compiler, *flags = sys.argv[1:]
    bridge = any('BASEWALK_BRIDGE' in flag for flag in flags)
    headers = Headers(include, bridge)
    wrong, symbols = check_symbols(headers, library)
    wrong_of_c, symbols_of_c = check_c(include, script, library)
    wrong += wrong_of_c
    text, count = program(headers, c_functions(include))
    os.makedirs(work, exist_ok=True)
    source, binary = os.path.join(work, 'uses_all.cpp'), os.path.join(work, 'uses_all')
    pathlib.Path(source).write_text(text)
    folder = os.path.dirname(os.path.abspath(library))
    subprocess.run([compiler, '-std=c++20', '-O0', f'-I{include}', source, '-o', binary, library,
                    f'-Wl,-rpath,{folder}', '-Wl,-z,now', *flags], check=True)
    subprocess.run([binary], check=True)
    if wrong or symbols < 100 or count < 100 or symbols_of_c < 100:
        raise SystemExit(f'{wrong} differences; {symbols} symbols, {count} functions used')
    print(f'{symbols} functions are exported, all declared; {count} of them linked by a program; '
          f'{symbols_of_c} of C')


main()

#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Lists where bytes from outside come in, and holds that a fuzzer covers each.

    entry_points.py [TOP]            says what is wrong; exit status 1 if anything is
    entry_points.py --list [TOP]     prints the entry points, and the fuzzers that cover them

What the public headers have is found in them: each function and method that is given text, bytes, a name of a file,
or what was made of a message, and that is not one that the program is called back by.  A rule of a header's text,
not of a compiler: the headers are laid out by clang-format.  What programs read that is in no public header (a
configuration, what a mail server says) stands in the table with the file of src/ that reads it.

The table, entry_points.tsv, has a line for each: what it is, the fuzzers, and the words by which these call it; or
`-` and the reason why no bytes from outside reach it.  A fuzzer has to have each of the words in its source.
"""
import pathlib
import re
import sys

# Types by which something from outside comes in.
TEXT = re.compile(r"std::string_view|std::span<|const char\s*\*|const std::string\s*&|std::string \w|"
                  r"std::vector<std::string>|std::filesystem::path")
MADE = re.compile(r"const (?:basewalk::)?(?:Message|mimetic::MimeEntity|bundle::Bundle|Bundle|Rewritten|Plan|"
                  r"bundle::Packing|Packing)\s*&")
WORDS_BEFORE = {"if", "for", "while", "switch", "return", "sizeof", "requires", "operator", "alignas", "decltype"}


def without_comments(text):
    """Nor what stands in strings, nor the preprocessor's lines."""
    def plain(match):
        return '""' if match.group().startswith(('"', "R")) else match.group() if match.group().startswith("'") else " "

    text = re.sub(r"""R"\(.*?\)"|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])+'|//[^\n]*|/\*.*?\*/""", plain, text, flags=re.S)
    return re.sub(r"^[ \t]*#(?:[^\n\\]|\\.|\\\n)*", "", text, flags=re.M)


def statements(text):
    """Each declaration with the names of the scopes around it; bodies of functions are passed over."""
    scopes, begin, at = [], 0, 0
    depth = 0  # of brackets
    while at < len(text):
        c = text[at]
        if c in "([":
            depth += 1
        elif c in ")]":
            depth -= 1
        elif c == ":" and depth == 0 and re.search(r"\b(public|private|protected)\s*$", text[begin:at]):
            if scopes and scopes[-1][0] == "class":
                scopes[-1][2] = text[begin:at].split()[-1]
            begin = at + 1
        elif c == "{" and depth == 0:
            head = text[begin:at].strip()
            scope = re.match(r"(?:inline )?namespace ([\w:]+)$", head)
            kind = re.match(r"(?:template\s*<.*>\s*)?(?:requires [^{]*)?(class|struct|enum class|enum|union)\b(.*)$",
                            head, re.S)
            if scope:
                scopes.append(["namespace", scope.group(1), "public"])
                begin = at + 1
            elif re.match(r'extern\s+""$', head):
                scopes.append(["namespace", "", "public"])
                begin = at + 1
            elif kind and kind.group(1) in ("class", "struct") and "(" not in kind.group(2).split(":")[0]:
                names = re.sub(r"\[\[.*?\]\]", "", kind.group(2)).split(":")[0].replace("final", "").split()
                access = "private" if kind.group(1) == "class" else "public"
                scopes.append(["class", names[0] if names else "", access])
                begin = at + 1
            else:  # a body, an initialiser, an enumeration
                if "(" in head:
                    yield scopes, head
                inner, at = 1, at + 1
                while inner > 0 and at < len(text):
                    inner += {"{": 1, "}": -1}.get(text[at], 0)
                    at += 1
                begin = at
                # Members that are initialised in a list are a part of the same body.
                continue
        elif c == "}" and depth == 0:
            if scopes:
                scopes.pop()
            begin = at + 1
        elif c == ";" and depth == 0:
            yield scopes, text[begin:at].strip()
            begin = at + 1
        at += 1


def function_of(statement):
    """Name and parameters, or nothing."""
    statement = re.sub(r"\[\[.*?\]\]", "", statement, flags=re.S)
    if re.match(r"(using|typedef|friend|static_assert|enum)\b", statement) or re.search(r"=\s*delete$", statement):
        return None
    found = re.search(r"([~\w]+)\s*\(", statement)
    while found and found.group(1) in WORDS_BEFORE:
        found = re.compile(r"([~\w]+)\s*\(").search(statement, found.end())
    if not found or found.group(1).startswith("~") or "operator" in statement[: found.start()]:
        return None
    depth, at = 1, found.end()
    while depth > 0 and at < len(statement):
        depth += {"(": 1, ")": -1}.get(statement[at], 0)
        at += 1
    return found.group(1), " ".join(statement[found.end():at - 1].split()), statement


def entry_points(top):
    """What the public headers have: {name: header}."""
    points = {}
    for header in sorted((top / "include/basewalk").rglob("*.h")):
        text = without_comments(header.read_text())
        is_c = header.name == "basewalk_c.h"
        for scopes, statement in statements(text):
            if any(kind == "class" and access != "public" for kind, _, access in scopes):
                continue
            function = function_of(statement)
            if not function:
                continue
            name, parameters, whole = function
            takes = TEXT.search(parameters) or MADE.search(parameters) or (
                is_c and re.search(r"\bbw_string\b|const bw_\w+_options\s*\*", parameters))
            # A callback: the program is told.
            called_back = whole.startswith("virtual") or re.search(r"\boverride\b|= 0$", whole)
            if not takes or called_back:
                continue
            around = [each for _, each, _ in scopes if each]
            points["::".join([*around, name]).removeprefix("basewalk::")] = header.relative_to(top).as_posix()
    return points


def fuzzers(top):
    """The sources of each, with the headers that it shares with others."""
    folder = top / "tests/fuzz"
    found = {}
    for path in sorted(folder.rglob("*_fuzz.cpp")):
        text = path.read_text()
        for name in re.findall(r'#include "fuzz/([\w/]+\.h)"', text):
            if name != "fuzzing.h":
                text += (folder / name).read_text()
        found[path.name.removesuffix("_fuzz.cpp")] = without_comments(text)
    return found


def main(arguments):
    is_list = "--list" in arguments
    names = [each for each in arguments if each != "--list"]
    top = pathlib.Path(names[0] if names else pathlib.Path(__file__).parents[2]).resolve()
    table_path = top / "tests/fuzz/entry_points.tsv"
    wrong = []
    rows = {}
    for number, line in enumerate(table_path.read_text().splitlines(), 1):
        if not line or line.startswith("#"):
            continue
        columns = line.split("\t")
        if len(columns) != 3 or columns[0] in rows:
            wrong.append(f"line {number}: three columns, and each entry point once")
            continue
        rows[columns[0]] = columns[1:]
    points, sources = entry_points(top), fuzzers(top)
    if len(points) < 60:
        wrong.append(f"only {len(points)} entry points are found in the headers")
    cmake = (top / "tests/fuzz/CMakeLists.txt").read_text()
    for name, (covering, words) in rows.items():
        if name not in points and not (top / "src" / name.split(" ")[-1]).is_file():
            wrong.append(f"{name}: no public header has it, and it names no file of src/")
        if covering == "-":
            continue
        for fuzzer in covering.split():
            if fuzzer not in sources:
                wrong.append(f"{name}: there is no fuzzer {fuzzer}")
            elif not re.search(rf"[/ (\"]{fuzzer}[ )]", cmake):
                wrong.append(f"{name}: tests/fuzz/CMakeLists.txt does not build {fuzzer}")
            for word in words.split():
                if not re.search(rf"(?<!\w){re.escape(word)}(?!\w)", sources.get(fuzzer, "")):
                    wrong.append(f"{name}: {fuzzer}_fuzz.cpp does not call {word}")
    for name, header in sorted(points.items()):
        if name not in rows:
            wrong.append(f"{name} ({header}): no fuzzer is named for it in tests/fuzz/entry_points.tsv")
    used = {fuzzer for covering, _ in rows.values() for fuzzer in covering.split()}
    for fuzzer in sorted(set(sources) - used):
        wrong.append(f"{fuzzer}: a fuzzer of nothing that is in the table")
    if is_list:
        for name in sorted({*points, *rows}):
            print(f"{name}\t{points.get(name, '')}\t{rows.get(name, ['?', ''])[0]}")
    else:
        print("\n".join([*wrong, f"{len(points)} entry points in the headers, {len(rows) - len(points)} others, "
                                 f"{len(sources)} fuzzers; {len(wrong)} wrong"]))
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

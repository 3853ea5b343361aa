#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Makes the tables of the Encoding Standard in src/mime/data.

usage: make_encodings.py FOLDER src/mime/data

FOLDER holds encodings.json and indexes.json as https://encoding.spec.whatwg.org/ publishes them.

labels.inc       a row for each label: the label, the place of its encoding in kCharsets
charsets.inc     a row for each encoding: its name in lower case, its kind, its single-byte table
single_byte.inc  128 numbers for each single-byte encoding, what 0x80 to 0xFF stand for, 0 for
                 nothing
katakana.inc     index ISO-2022-JP katakana, which the encoder needs
multi_byte.inc   the other indexes: what each pointer stands for as UTF-16, U+0000 for nothing;
                 what lies beyond U+FFFF has a table of pointers of its own
"""
import json
import pathlib
import sys
import unicodedata

HEAD = "// Made by scripts/make_encodings.py.  %s\n"
KINDS = {"UTF-8": "utf8", "GBK": "gb18030", "gb18030": "gb18030", "Big5": "big5",
         "EUC-JP": "euc_jp", "ISO-2022-JP": "iso_2022_jp", "Shift_JIS": "shift_jis",
         "EUC-KR": "euc_kr", "replacement": "replacement", "UTF-16BE": "utf16_be",
         "UTF-16LE": "utf16_le", "x-user-defined": "x_user_defined"}
INDEXES = {"big5": "kBig5", "euc-kr": "kEucKr", "gb18030": "kGb18030", "jis0208": "kJis0208",
           "jis0212": "kJis0212"}


def index_of(name):
    return "iso-8859-8" if name == "ISO-8859-8-I" else name.lower()


def literal(point):
    if point == 0:
        return "\\0"
    if unicodedata.category(chr(point))[0] in "CMZ":
        return "\\u%04X" % point
    return chr(point)


def rows_of(numbers, form, to_a_row):
    for i in range(0, len(numbers), to_a_row):
        yield "".join(form % n for n in numbers[i:i + to_a_row])


def main(source, target):
    groups = json.loads((source / "encodings.json").read_text(encoding="utf-8"))
    indexes = json.loads((source / "indexes.json").read_text(encoding="utf-8"))
    encodings = [e for group in groups for e in group["encodings"]]

    charsets, singles, labels = [], [], []
    for place, encoding in enumerate(encodings):
        name = encoding["name"]
        kind, table = KINDS.get(name, "single_byte"), "nullptr"
        if name == "windows-1252":
            kind = "windows_1252"
        elif kind == "single_byte":
            index = index_of(name)
            if index not in singles:
                singles.append(index)
            table = "kSingleByte[%d]" % singles.index(index)
        charsets.append('{"%s", CharsetKind::%s, %s},' % (name.lower(), kind, table))
        labels += [(label, place) for label in encoding["labels"]]
    labels.sort()

    def write(file, what, lines):
        (target / file).write_text(HEAD % what + "\n".join(lines) + "\n", encoding="utf-8")

    write("charsets.inc", "In the order of the standard.", charsets)
    write("labels.inc", "By label.", ['{"%s", %d},' % row for row in labels])
    lines = []
    for index in singles:
        lines.append("// " + index)
        lines.append("{")
        lines += rows_of([p or 0 for p in indexes[index]], "0x%04X, ", 12)
        lines.append("},")
    write("single_byte.inc", "A byte without a character is 0.", [l.rstrip() for l in lines])

    write("katakana.inc", "From U+FF61 on.",
          ['    u"%s";' % "".join(map(literal, indexes["iso-2022-jp-katakana"]))])

    lines = []
    for index, name in INDEXES.items():
        points = [p or 0 for p in indexes[index]]
        lines.append("constexpr char16_t %s[] =" % name)
        for i in range(0, len(points), 94):
            row = [p if p <= 0xFFFF else 0 for p in points[i:i + 94]]
            lines.append('    u"%s"' % "".join(map(literal, row)))
        lines[-1] += ";"
        beyond = [(pointer, p) for pointer, p in enumerate(points) if p > 0xFFFF]
        if not beyond:
            continue
        assert all(p >> 16 == 2 for _, p in beyond)
        lines.append("// Pointers, and what is to be added to U+20000.")
        lines.append("constexpr Beyond %sBeyond[] = {" % name)
        for i in range(0, len(beyond), 6):
            lines.append("    " + " ".join("{%d, 0x%04X}," % (a, b & 0xFFFF)
                                           for a, b in beyond[i:i + 6]))
        lines.append("};")
    lines.append("constexpr Range kGb18030Ranges[] = {")
    *ranges, beyond_bmp = indexes["gb18030-ranges"]
    assert beyond_bmp == [189000, 0x10000]  # that one the decoder knows
    for i in range(0, len(ranges), 6):
        lines.append("    " + " ".join("{%d, 0x%04X}," % (a, b) for a, b in ranges[i:i + 6]))
    lines.append("};")
    write("multi_byte.inc", "A pointer without a character is U+0000.", lines)


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    main(pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2]))

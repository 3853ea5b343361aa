#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Writes the RAR archives of this folder, byte by byte: there is no free packer.

    make.py [FOLDER]

By the RAR technote for versions 1.5 to 4 (*4.rar) and "RAR 5.0 archive format" (*5.rar); everything is
stored.  plain: a folder, two messages and an empty file; crc: the check sum of the first message is
another one; secret: the first message is marked as encrypted; volume: one of several; cut: the last
message is cut off; twice: the archive stands there twice.
"""
import pathlib
import sys
import zlib

FOLDER, FILE = 0o40755, 0o100644


def little(value, size):
    return (value & (1 << 8 * size) - 1).to_bytes(size, "little")


def vint(value):
    low, high = value & 0x7F, value >> 7
    return bytes([low | 0x80]) + vint(high) if high else bytes([low])


class Rar4:
    mark = b"Rar!\x1a\x07\0"

    def block(self, kind, flags, fields):
        rest = little(kind, 1) + little(flags, 2) + little(len(fields) + 7, 2) + fields
        return little(zlib.crc32(rest), 2) + rest

    def begin(self, flags):
        return self.mark + self.block(0x73, flags, bytes(6))

    def member(self, name, data, mode, crc, is_secret):
        flags = 0x8000 | (0xE0 if mode == FOLDER else 0) | (4 if is_secret else 0)
        fields = (little(len(data), 4) * 2 + little(3, 1) + little(crc, 4) + little(0, 4) + little(29, 1) +
                  little(0x30, 1) + little(len(name), 2) + little(mode, 4) + name)
        return self.block(0x74, flags, fields) + data

    def end(self):
        return self.block(0x7B, 0x4000, b"")


class Rar5:
    mark = b"Rar!\x1a\x07\x01\0"

    def header(self, fields):
        rest = vint(len(fields)) + fields
        return little(zlib.crc32(rest), 4) + rest

    def begin(self, flags):
        return self.mark + self.header(vint(1) + vint(0) + vint(flags))

    def member(self, name, data, mode, crc, is_secret):
        record = vint(1) + vint(0) + vint(0) + vint(15) + b"s" * 16 + b"i" * 16
        extra = vint(len(record)) + record if is_secret else b""
        fields = (vint(2) + vint(3 if is_secret else 2) + (vint(len(extra)) if is_secret else b"") +
                  vint(len(data)) + vint(5 if mode == FOLDER else 4) + vint(len(data)) + vint(mode) +
                  little(crc, 4) + vint(0) + vint(1) + vint(len(name)) + name + extra)
        return self.header(fields) + data

    def end(self):
        return self.header(vint(5) + vint(0) + vint(0))


MEMBERS = [(b"sub", b"", FOLDER),
           (b"sub/1.eml", b"Subject: one\n\nhttp://one.example/\n", FILE),
           (b"2.eml", b"Subject: two\n\nhttp://two.example/\n", FILE),
           (b"empty", b"", FILE)]


def archive(rar, what):
    data = rar.begin(1 if what == "volume" else 0)
    for name, text, mode in MEMBERS:
        is_first = name == b"sub/1.eml"
        crc = zlib.crc32(text) + (what == "crc" and is_first)
        data += rar.member(name, text, mode, crc, what == "secret" and is_first)
    data += rar.end()
    return data[:-80] if what == "cut" else data * 2 if what == "twice" else data


folder = pathlib.Path(sys.argv[1]) if len(sys.argv) > 1 else pathlib.Path(__file__).parent
for version, rar in ((4, Rar4()), (5, Rar5())):
    for what in ("plain", "crc", "secret", "volume", "cut", "twice"):
        (folder / f"{what}{version}.rar").write_bytes(archive(rar, what))

#!/usr/bin/env python3
"""Makes files of Outlook for the tests.

    make_pst.py [--ansi | --large] [--crypt none|permute|cyclic] [-n NUMBER] CASE FILE

Each case is a function of that name below.  Every link in a message that is to be found begins with
http://links.example/ and has a number of its own.
"""
import argparse
import datetime
import random
import struct

import pst_file
from pst_file import BINARY, BOOLEAN, INTEGER, OBJECT, TIME

FOLDER, MESSAGE, ATTACHMENT = 0x02, 0x04, 0x05
HIERARCHY, CONTENTS, ASSOCIATED = 0x0D, 0x0E, 0x0F
ATTACHMENTS, RECIPIENTS = 0x671, 0x692
ROOT = 0x122
SENT = 132539328000000000  # 2021-01-01 00:00:00 UTC


def preload():
    return (
        b"{\\rtf1\\ansi\\mac\\deff0\\deftab720{\\fonttbl;}{\\f0\\fnil \\froman \\fswiss \\fmodern "
        b"\\fscript \\fdecor MS Sans SerifSymbolArialTimes New RomanCourier{\\colortbl\\red0\\green0"
        b"\\blue0\r\n\\par \\pard\\plain\\f0\\fs20\\b\\i\\u\\tab\\tx"
    )


def compress(text):
    """[MS-OXRTFCP] 2.2.2, with the first of the longest matches."""
    history, begin = preload() + text, len(preload())
    out, run, flags, count, at = bytearray(), bytearray(), 0, 0, begin
    while True:
        size, where = 0, 0
        for longest in range(min(17, len(history) - at), 1, -1):
            where = history.find(history[at : at + longest], max(0, at - 4095), at)
            if where >= 0:
                size = longest
                break
        if at == len(history):
            run += struct.pack(">H", at % 4096 << 4)
            flags |= 1 << count
        elif size > 0:
            run += struct.pack(">H", where % 4096 << 4 | size - 2)
            flags |= 1 << count
        else:
            run.append(history[at])
        count += 1
        if count == 8 or at == len(history):
            out += bytes([flags]) + run
            run, flags, count = bytearray(), 0, 0
        if at == len(history):
            return bytes(out)
        at += max(size, 1)


def rtf(text, plain=False):
    """A stream of PidTagRtfCompressed."""
    body = text if plain else compress(text)
    magic = b"MELA" if plain else b"LZFu"
    check = 0 if plain else pst_file.checksum(body)
    return struct.pack("<II4sI", len(body) + 12, len(text), magic, check) + body


class Store:
    """A file with a store, its root and what is put below."""

    def __init__(self, ansi=False, crypt=pst_file.NONE, large=False):
        self.pst = pst_file.Pst(ansi, crypt, large)
        self.next = 0x401
        self.children = {ROOT: []}
        self.messages = {ROOT: []}
        self.names = {ROOT: ""}
        self.top = self.folder(ROOT, "Top of Personal Folders")

    def id(self, kind):
        self.next += 1
        return self.next << 5 | kind

    def folder(self, parent, name):
        id_ = self.id(FOLDER)
        self.children[parent].append(id_)
        self.children[id_], self.messages[id_], self.names[id_] = [], [], name
        return id_

    def contents(self, properties, attachments=(), recipients=()):
        """The blocks of a message."""
        pst, subnodes = self.pst, {}
        text = pst.text_type
        if attachments:
            rows = []
            for number, attachment in enumerate(attachments):
                id_ = (0x8000 >> 5) + number << 5 | ATTACHMENT
                subnodes[id_] = self.attachment(number, *attachment)
                rows.append({0x67F2: id_, 0x0E20: 100, 0x3705: attachment[0].get(0x3705, 1)})
            columns = [(0x0E20, INTEGER), (0x3705, INTEGER), (0x3704, text)]
            subnodes[ATTACHMENTS] = pst.table(columns, rows)
        if recipients:
            rows = [
                {0x67F2: i, 0x0C15: kind, 0x3001: name, 0x3003: address, 0x3002: "SMTP"}
                for i, (kind, name, address) in enumerate(recipients)
            ]
            columns = [(0x0C15, INTEGER), (0x3001, text), (0x3003, text), (0x3002, text)]
            subnodes[RECIPIENTS] = pst.table(columns, rows)
        return pst.context({0x001A: "IPM.Note", 0x0E07: 1, 0x0E08: 1000, **properties}, subnodes)

    def attachment(self, number, properties, message=None):
        """`message` are the blocks of an embedded one."""
        properties = {0x0E20: 100, 0x0E21: number, 0x3705: 1, 0x370B: 0xFFFFFFFF, **properties}
        if message is None:
            return self.pst.context(properties)
        id_ = self.id(MESSAGE)
        properties[0x3701] = (OBJECT, struct.pack("<II", id_, 1000))
        return self.pst.context(properties, {id_: message})

    def message(self, folder, properties, attachments=(), recipients=()):
        id_ = self.id(MESSAGE)
        self.pst.node(id_, *self.contents(properties, attachments, recipients), folder)
        self.messages[folder].append(id_)
        return id_

    def write(self, path):
        pst = self.pst
        uid = bytes(range(16))
        entry = lambda node: b"\0" * 4 + uid + struct.pack("<I", node)
        store = {0x3001: "Personal Folders", 0x0FF9: uid, 0x35DF: 0x81, 0x35E0: entry(self.top)}
        store.update({0x35E3: entry(self.top), 0x67FF: 0})
        pst.node(0x21, *pst.context(store))
        # 2.4.7: one named property, of PS_PUBLIC_STRINGS.
        guid = bytes.fromhex("2903020000000000c000000000000046")
        name = struct.pack("<IHH", 0x8580, 6, 0)
        pst.node(0x61, *pst.context({1: 251, 2: guid, 3: name, 4: b"\0" * 4, 0x1000: name}))
        text = pst.text_type
        columns = [(0x3001, text), (0x3602, INTEGER), (0x3603, INTEGER), (0x360A, BOOLEAN)]
        for id_, children in self.children.items():
            parent = next((p for p, below in self.children.items() if id_ in below), id_)
            messages = self.messages[id_]
            own = {0x3001: self.names[id_], 0x3602: len(messages), 0x3603: 0, 0x360A: bool(children)}
            if id_ != ROOT:
                own[0x3613] = "IPF.Note"
            pst.node(id_, *pst.context(own), parent)
            rows = [
                {0x67F2: c, 0x3001: self.names[c], 0x3602: 0, 0x3603: 0,
                 0x360A: bool(self.children.get(c))} for c in children
            ]
            base = id_ & ~0x1F
            pst.node(base | HIERARCHY, *pst.table(columns, rows))
            rows = [{0x67F2: m, 0x0E07: 1, 0x0E06: SENT, 0x001A: "IPM.Note"} for m in messages]
            columns_ = [(0x0E07, INTEGER), (0x0E06, TIME), (0x001A, text)]
            pst.node(base | CONTENTS, *pst.table(columns_, rows))
            pst.node(base | ASSOCIATED, *pst.table([(0x001A, text)], []))
        pst.write(path)


def link(number):
    return f"http://links.example/{number}"


HEADERS = """Received: from a.example by b.example; Fri, 1 Jan 2021 00:00:00 +0000
From: Ann <ann@a.example>
To: Ben <ben@b.example>
Subject: {subject}
Date: Fri, 1 Jan 2021 00:00:00 +0000
Message-ID: <{subject}@a.example>
MIME-Version: 1.0
Content-Type: multipart/mixed; boundary="lost"
Content-Transfer-Encoding: 7bit
{more}X-Last: yes

"""


def headers(subject, more=""):
    return HEADERS.format(subject=subject, more=more).replace("\n", "\r\n")


def basic(store, _):
    """One of each; what stands where is what pst_test.cpp expects."""
    inbox = store.folder(store.top, "Inbox")
    south = store.folder(inbox, "Süd/Ost: \u0001ärger" if store.pst.ansi else "Süd/Ost: \u0001日本")
    store.message(inbox, {0x0037: "plain", 0x007D: headers("plain"), 0x1000: f"See {link(1)} now\r\n"})
    html = f'<html><body><a href="{link(2)}">gr\xfc\xdfe</a></body></html>'.encode("cp1252")
    store.message(inbox, {0x0037: "html", 0x007D: headers("html"), 0x1000: f"plain {link(3)}",
                          0x1013: html, 0x3FDE: 1252})
    store.message(inbox, {0x0037: "rtf", 0x007D: headers("rtf"), 0x1009: rtf(
        b"{\\rtf1\\ansi\\pard " + link(4).encode() + b" and " + link(4).encode() + b"0 }\r\n")})
    store.message(inbox, {0x0037: "mela", 0x007D: headers("mela"), 0x1009: rtf(
        b"{\\rtf1\\ansi\\pard " + link(5).encode() + b" }\r\n", True)})
    store.message(
        south,
        {0x0037: "\x01\x04Re: nur Eigenschaften €", 0x1000: link(6), 0x0C1A: "Jürgen, Dr.",
         0x0C1E: "SMTP", 0x0C1F: "j@c.example", 0x0039: (TIME, SENT), 0x1035: "<p6@c.example>",
         0x1042: "<p5@c.example>", 0x1039: "<p4@c.example> <p5@c.example>"},
        recipients=[(1, "Ben Bär", "ben@b.example"), (1, "Cle", "cle@b.example"),
                    (2, "Dan", "dan@b.example"), (3, "Eve", "eve@b.example")])
    page = f'<a href="rel7">x</a><a href="{link(8)}">y</a>'.encode()
    base = "Content-Base: http://links.example/\r\nContent-Location: top.html\r\n"
    store.message(south, {0x0037: "base", 0x007D: headers("base", base), 0x1013: page})
    store.message(south, {0x0037: "location", 0x007D: headers("location"),
                          0x1013: b'<a href="9">x</a>', 0x3014: "http://links.example/dir.html",
                          0x3015: "<body@c.example>"})
    big = "".join(f"{i:07d} line of a long body\r\n" for i in range(20000)) + link(10) + "\r\n"
    store.message(south, {0x0037: "big", 0x007D: headers("big"), 0x1000: big})
    attached = f'<a href="{link(11)}">x</a>'.encode()
    store.message(
        south, {0x0037: "attached", 0x007D: headers("attached"), 0x1000: link(12)},
        [({0x3704: "FILE~1.HTM", 0x3707: "Größe 1.html", 0x370E: "text/html", 0x3701: attached},),
         ({0x3707: "b.html", 0x3701: b'<a href="13">x</a>', 0x370E: "text/html",
           0x3712: "cid13@c.example", 0x3711: "http://links.example/base/",
           0x3713: "http://links.example/b.html"},),
         ({0x3707: "big.bin", 0x3701: bytes(range(256)) * 1000},)])
    inner = store.contents({0x0037: "inner", 0x007D: headers("inner"), 0x1000: link(15)},
                           [({0x3707: "i.txt", 0x370E: "text/plain", 0x3701: link(16).encode()},)])
    store.message(south, {0x0037: "outer", 0x007D: headers("outer"), 0x1000: link(14)},
                  [({0x3705: 5, 0x3001: "inner"}, inner)])
    store.message(south, {0x0037: "told", 0x007D: headers("told"), 0x1000: link(17)},
                  [({0x3705: 6, 0x3707: "ole", 0x3701: b"OLE"},),
                   ({0x3705: 2, 0x3707: "ref.doc", 0x370D: "\\\\server\\share\\ref.doc"},),
                   ({0x3705: 7, 0x3707: "web.doc", 0x370D: link(18)},)])
    store.message(inbox, {0x001A: "IPM.Schedule.Meeting.Request", 0x0037: "meeting",
                          0x007D: headers("meeting"), 0x1000: link(19)})
    store.message(inbox, {0x001A: "REPORT.IPM.Note.NDR", 0x0037: "report", 0x1000: link(20),
                          0x007D: headers("report")})
    others = store.folder(store.top, "Contacts")
    store.message(others, {0x001A: "IPM.Contact", 0x3001: "Ann", 0x1000: link(90)})
    store.message(others, {0x001A: "IPM.Contact", 0x3001: "Ben"})
    store.message(others, {0x001A: "IPM.StickyNote", 0x1000: link(91)})
    store.folder(store.top, "Inbox")
    store.message(store.folder(store.top, "Inbox"), {0x0037: "twin", 0x007D: headers("twin"),
                                                     0x1000: link(21)})


def odd(store, _):
    """Names, headers and attachments that need care."""
    for i, name in enumerate((".hidden", "__MACOSX", "..", "", "a/b\\c", "x" * 300, "cur", "dovecot")):
        store.message(store.folder(ROOT, name), {0x0037: "n", 0x007D: headers(f"n{i}"),
                                                 0x1000: link(i)})
    top = store.top
    # The header of a message that Exchange was given, and what would end a part.
    bad = ("Microsoft Mail Internet Headers Version 2.0\r\nFrom x Thu Jan  1 00:00:00 1970\r\n"
           "Subject: bad\r\n folded\r\n--=_basewalk_1: x\r\n--=_basewalk_1\r\n--=_basewalk_1--\r\n"
           "CONTENT-TYPE : text/plain;\r\n\tcharset=x\r\nMessage-ID: <bad@x>\r\n\r\nX-Behind: 1\r\n")
    store.message(top, {0x0037: "bad", 0x007D: bad, 0x1000: link(10)},
                  [({0x3707: 'a"b\r\nX: y.txt', 0x370E: "text/plain\r\nX: y", 0x3701: b"x",
                     0x3712: "<c>\r\nX: y"},)])
    store.message(top, {0x0037: "a\r\nX-Injected: 1", 0x0C1A: "Ann\r\nX: 1", 0x0C1E: "EX",
                        0x0C1F: "/O=ORG/CN=ANN", 0x0042: "The Boss", 0x5D02: "boss@x.example",
                        0x5D01: "ann@x.example", 0x1035: "<inj@x>\r\nX: 1"},
                  recipients=[(1, "Exchange \"One\"", "/O=ORG/CN=ONE"), (1, "", "two@x.example"),
                              (9, "nobody", "no@x.example")])
    signed = (b'Content-Type: multipart/signed; boundary="s"; protocol="x"\r\n\r\n--s\r\n'
              b"Content-Type: text/plain\r\n\r\n" + link(12).encode() + b"\r\n--s--\r\n")
    store.message(top, {0x001A: "IPM.Note.SMIME.MultipartSigned", 0x0037: "signed",
                        0x007D: headers("signed")},
                  [({0x3707: "smime.p7m", 0x370E: "multipart/signed", 0x3701: signed},)])
    text = pst_file.ANSI_TEXT
    store.message(top, {0x0037: (text, "\u65e5".encode("cp932")), 0x3FFD: 932, 0x3FDE: 65001,
                        0x1000: (text, link(13).encode() + "\u672c".encode("cp932")),
                        0x1013: f'<a href="{link(14)}">\u65e5</a>'.encode()})
    store.message(top, {0x0037: "no body", 0x007D: headers("none")})
    store.message(top, {0x0037: "no bytes", 0x007D: headers("bytes"), 0x1000: link(15)},
                  [({0x3707: "lost.bin"},), ({0x3705: 5, 0x3701: b"x"},), ({0x3705: 99},)])
    store.message(top, {0x001A: "IPM.TaskRequest", 0x0037: "task", 0x007D: headers("task"),
                        0x1000: link(16)})
    store.message(top, {0x0037: "odd body", 0x007D: headers("type"), 0x1000: (INTEGER, 7)})
    for _ in range(3):
        store.pst.node(store.id(0x08), *store.pst.context({0x001A: "IPM.Configuration.X"}), top)


def dates(store, _):
    """Messages of which the time is known, and nothing else."""
    day = datetime.datetime
    for time in (day(1601, 1, 1), day(2000, 2, 29, 12, 30, 1), day(2000, 3, 1),
                 day(2100, 2, 28, 23, 59, 59), day(2100, 3, 1), day(1999, 12, 31, 23, 59, 59),
                 day(2024, 12, 31), day(2008, 2, 29), day(2000, 12, 31)):
        seconds = (time - day(1601, 1, 1)) // datetime.timedelta(seconds=1)
        store.message(store.top, {0x0039: (TIME, seconds * 10000000), 0x1000: "x"})


def many(store, number):
    folders = [store.folder(store.top, f"Folder {i}") for i in range(10)]
    for i in range(number):
        store.message(folders[i * 10 // number],
                      {0x0037: f"{i}", 0x007D: headers(f"m{i}"), 0x1000: f"text {link(i)}\r\n"})


def rtf_(store, number):
    """Compressed RTF of many lengths, with the same text as the plain body."""
    chance = random.Random(14)
    for i in range(number):
        words = [chance.choice(["\\par ", "\\b ", "hello ", "{\\i x}", str(chance.random())])
                 for _ in range(i * i * 3)]
        text = "{\\rtf1 " + "".join(words) + "}\r\n"
        store.message(store.top, {0x0037: f"{i}", 0x007D: headers(f"r{i}"), 0x1000: text,
                                  0x1009: rtf(text.encode())})


def loop(store, _):
    """Folders that lie in each other, and one that a table names twice."""
    a = store.folder(store.top, "a")
    b = store.folder(a, "b")
    store.message(b, {0x0037: "in b", 0x007D: headers("loop"), 0x1000: link(1)})
    store.children[b] += [a, store.top, b]
    store.children[store.top] += [a, a]
    c, d = store.id(FOLDER), store.id(FOLDER)
    for id_, other in ((c, d), (d, c), (store.id(FOLDER), None)):
        name = f"circle {other is None}"
        store.pst.node(id_, *store.pst.context({0x3001: name}), other or id_)
        store.messages[id_] = []
        store.message(id_, {0x0037: name, 0x007D: headers("circle"), 0x1000: link(id_)})
        del store.messages[id_]


def deep(store, number):
    """A message in a message in a message."""
    inner = store.contents({0x0037: "0", 0x007D: headers("d0"), 0x1000: link(0)})
    for i in range(1, number):
        inner = store.contents({0x0037: f"{i}", 0x007D: headers(f"d{i}"), 0x1000: link(i)},
                               [({0x3705: 5}, inner)])
    store.message(store.top, {0x0037: "top", 0x007D: headers("top"), 0x1000: link(number)},
                  [({0x3705: 5}, inner)])


def itself(store, _):
    """An attachment that is the message that it is attached to."""
    pst = store.pst
    block = pst.next_block  # of the first property context that is made below
    id_ = store.id(MESSAGE)
    att = (0x8000 >> 5) << 5 | ATTACHMENT
    data, _ = pst.context({0x001A: "IPM.Note", 0x0037: "itself", 0x007D: headers("itself"),
                           0x1000: link(1)})
    inner, _ = pst.context({0x3705: 5, 0x3701: (OBJECT, struct.pack("<II", id_, 10))})
    table, _ = pst.table([(0x3705, INTEGER)], [{0x67F2: att, 0x3705: 5}])
    nodes = pst.next_block | 2  # will be the message's subnodes, and what lies in the attachment
    # The block of the attachment's subnodes names the message's own subnodes, which come next.
    above = (pst.next_block + 4) | 2
    below = pst.subnodes({id_: (data, above)})
    assert below == nodes
    above_ = pst.subnodes({ATTACHMENTS: (table, 0), att: (inner, below)})
    assert above_ == above and block
    pst.node(id_, data, above, store.top)
    store.messages[store.top].append(id_)


def tangle(store, number):
    """Messages that are all the same block, in which a tree of properties leads back to itself."""
    pst = store.pst
    heap = pst_file.Heap(pst, 0xBC)
    # 2 bytes of a key, and a place: the second item, which this is.
    heap.add(struct.pack("<HI", 1, 2 << 5) * 500)
    heap.add(struct.pack("<HI", 1, 2 << 5) * 500)
    block = pst.data(heap.data(heap.add(struct.pack("<BBBBI", 0xB5, 2, 6, 7, 2 << 5))))
    for _ in range(number):
        id_ = store.id(MESSAGE)
        pst.node(id_, block, 0, store.top)
        store.messages[store.top].append(id_)


def bomb(store, number):
    """RTF that claims, or really has, many bytes; attachments that all are the same block."""
    text = b"a" * (1 << 20)
    stream = bytearray()
    # Each reference gives 17 bytes of two.
    for i in range(number):
        stream += b"\xff" + b"\x00\x0f" * 8
    stream += b"\x01" + struct.pack(">H", ((207 + number * 136) % 4096) << 4)
    head = struct.pack("<II4sI", len(stream) + 12, number * 136, b"LZFu",
                       pst_file.checksum(bytes(stream)))
    store.message(store.top, {0x0037: "bomb", 0x007D: headers("bomb"), 0x1009: head + bytes(stream)})
    head = struct.pack("<II4sI", 12 + 4, 0xFFFFFFFF, b"LZFu", 0)
    store.message(store.top, {0x0037: "claims", 0x007D: headers("claims"), 0x1009: head + b"\0" * 4,
                              0x1000: link(1)})
    pst = store.pst
    data = pst.data(pst.cut(text))
    att = {0x3F: (data, 0)}
    one, sub = pst.context({0x3705: 1, 0x3701: b"", 0x3707: "x.txt"})
    # The value's place is the subnode 0x3F.
    one, _ = pst.context({0x3705: 1, 0x3707: "x.txt", 0x3701: (0x48, b"")})
    one = pst.block(patched(pst, one, 0x3701, BINARY, 0x3F))
    sub = pst.subnodes(att)
    subnodes, rows = {}, []
    for i in range(min(number, 4000)):
        id_ = (0x400 + i) << 5 | ATTACHMENT
        subnodes[id_] = (one, sub)
        rows.append({0x67F2: id_, 0x3705: 1})
    subnodes[ATTACHMENTS] = pst.table([(0x3705, INTEGER)], rows)
    id_ = store.id(MESSAGE)
    pst.node(id_, *pst.context({0x001A: "IPM.Note", 0x0037: "same", 0x007D: headers("same"),
                                0x1000: link(2)}, subnodes), store.top)
    store.messages[store.top].append(id_)


def patched(pst, block, id_, kind, place):
    """The bytes of a context with another type and place of one property."""
    at, size = pst.places[block]
    data = bytes(pst.image[at : at + size])
    if pst.crypt == pst_file.PERMUTE:
        data = data.translate(pst_file.BACK)
    where = data.index(struct.pack("<HH", id_, 0x48))
    return data[:where] + struct.pack("<HHI", id_, kind, place) + data[where + 8 :]


def orphan(store, _):
    """Messages in no folder, and one that the table of its folder does not name."""
    inbox = store.folder(store.top, "Inbox")
    store.message(inbox, {0x0037: "named", 0x007D: headers("named"), 0x1000: link(1)})
    store.message(inbox, {0x0037: "not named", 0x007D: headers("hidden"), 0x1000: link(2)})
    store.messages[inbox].pop()
    for parent in (0x7FE2, 0):
        id_ = store.message(inbox, {0x0037: "orphan", 0x007D: headers("orphan"), 0x1000: link(3 + parent)})
        store.messages[inbox].pop()
        store.pst.nodes[id_] = store.pst.nodes[id_][:2] + (parent,)


CASES = [basic, odd, dates, many, rtf_, loop, deep, itself, tangle, bomb, orphan]


def name(case):
    return case.__name__.rstrip("_")


CRYPT = {"none": pst_file.NONE, "permute": pst_file.PERMUTE, "cyclic": pst_file.CYCLIC}


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--ansi", action="store_true")
    parser.add_argument("--large", action="store_true")
    parser.add_argument("--crypt", choices=CRYPT, default="none")
    parser.add_argument("-n", type=int, default=100)
    parser.add_argument("case", choices=[name(case) for case in CASES])
    parser.add_argument("file")
    options = parser.parse_args()
    store = Store(options.ansi, CRYPT[options.crypt], options.large)
    next(case for case in CASES if name(case) == options.case)(store, options.n)
    store.write(options.file)


if __name__ == "__main__":
    main()

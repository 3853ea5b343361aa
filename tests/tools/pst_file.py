"""Writes a file of Outlook ([MS-PST]): pages, blocks, heaps, property and table contexts.

    pst = Pst(ansi=False, crypt=PERMUTE)
    pst.node(0x21, *pst.context({0x3001: "name"}))
    pst.write("x.pst")

What make_pst.py puts into it is made there.  Nothing here checks what is sensible: a test may want
what is not.
"""
import struct
import zlib

NONE, PERMUTE, CYCLIC = 0, 1, 2
BOOLEAN, INTEGER, TIME, BINARY, OBJECT = 0x0B, 0x03, 0x40, 0x102, 0x0D
UNICODE_TEXT, ANSI_TEXT = 0x1F, 0x1E
MAP_EVERY = 253952  # bytes that an allocation map is for
FIRST_MAP = 0x4400
HEAP_ITEM = 3580

# [MS-PST] 5.1
BACK = bytes.fromhex(
    "47f1b4e60b6a7248854e9eebe2f89453e0bba002e85a09abdbe3bac67cc310dd"
    "39059630f53760828cc9134a6b1df3fb8f2697ca911701c4322d6e3195ffd923"
    "d1005e79dc443b1a28c5615720903d83b943be67d2464276c06d5b7eb20f1629"
    "3ca903540dda5ddff6b7c762cd8d06d3695c86d614f7a56675acb1e94521700c"
    "879f74a4224c6fbf1f56aa2eb3783350b0a392bccf191ca763cb1e4d3e4b1b9b"
    "4fe7f0eead3ab55904ea40552551e57a893868527bfc27aed7bdfa07f4cc8e5f"
    "ef359c842b15d5773449b6120a7f7188fd9d18417d93d8582ccefe24afdeb836"
    "c8a180a69998a82f0e816573e4c2a28ad4e111d0088b2af2ed9a643fc16cf9ec")
MIDDLE = bytes.fromhex(
    "14530f56b3c87a9ceb65481716159f02cc547c83000d0c0ba262a876dbd9edc7"
    "c5a4dcac8574d6d0a79bae9a967166c36399b8dd73928e847da55ed15d93b157"
    "5150808952944f4e0a6bbc8d7f6e47464140440111cb033ff7f4e1a98f3c3af9"
    "fbf0193082092ec99da08649ee6f4d6dc42d813425871b88aafc06a11238fd4c"
    "4272641337246a757743ffe6b44b365ce4d8353d45b92cecb7312b290768a30e"
    "697b189e2139be281a5b78f523ca2ab0af3efe048ce7e5983295d3f64ae8a6ea"
    "e9f3d52f7020f21f0567ad5510cecde3273bdabad7c226d4911dd21c2233f8fa"
    "f15aefcf90b68bb5bdc0bf08971e6ce261e0c6c159abbb58de5fdf60797eb28a")
FORTH = bytes(BACK.index(i) for i in range(256))


def checksum(data):
    """[MS-PST] 5.3: CRC-32 that begins with 0 and ends as it is."""
    return zlib.crc32(data, 0xFFFFFFFF) ^ 0xFFFFFFFF


def signature(offset, block):
    """[MS-PST] 5.5"""
    value = (offset ^ block) & 0xFFFFFFFF
    return (value >> 16) ^ (value & 0xFFFF)


def cyclic(data, key):
    """[MS-PST] 5.2"""
    out = bytearray()
    word = (key ^ (key >> 16)) & 0xFFFF
    for byte in data:
        low, high = word & 0xFF, word >> 8
        byte = MIDDLE[(FORTH[(byte + low) & 0xFF] + high) & 0xFF]
        out.append((BACK[(byte - high) & 0xFF] - low) & 0xFF)
        word = (word + 1) & 0xFFFF
    return bytes(out)


class Heap:
    """[MS-PST] 2.3.1: items of up to 3580 bytes in blocks."""

    def __init__(self, pst, client):
        self.pst, self.client, self.blocks = pst, client, [[]]
        self.left = self.room(0)

    def room(self, index):
        head = 12 if index == 0 else 66 if index % 128 == 8 else 2
        return self.pst.block_data - head - 4 - 2 - 8

    def add(self, data):
        assert len(data) <= HEAP_ITEM
        if not data:
            return 0
        if len(data) + 2 > self.left:
            self.blocks.append([])
            self.left = self.room(len(self.blocks) - 1)
        self.left -= len(data) + 2
        self.blocks[-1].append(data)
        shift = 19 if self.pst.large else 16
        return (len(self.blocks[-1]) << 5) | ((len(self.blocks) - 1) << shift)

    def tree(self, key_size, value_size, records):
        """2.3.2: a tree of records of one size by their keys."""
        size = key_size + value_size
        per = HEAP_ITEM // size
        level, leaves = 0, [records[i : i + per] for i in range(0, len(records), per)]
        items = [(leaf[0][:key_size], self.add(b"".join(leaf))) for leaf in leaves]
        while len(items) > 1:
            level += 1
            per = HEAP_ITEM // (key_size + 4)
            groups = [items[i : i + per] for i in range(0, len(items), per)]
            items = [
                (group[0][0], self.add(b"".join(k + struct.pack("<I", h) for k, h in group)))
                for group in groups
            ]
        root = items[0][1] if items else 0
        return self.add(struct.pack("<BBBBI", 0xB5, key_size, value_size, level, root))

    def data(self, root):
        """The bytes of each block."""
        out = []
        for index, items in enumerate(self.blocks):
            if index == 0:
                head = struct.pack("<BBII", 0xEC, self.client, root, 0)
            else:
                head = b"\0" * 64 if index % 128 == 8 else b""
            at = 2 + len(head)
            offsets = [at]
            for item in items:
                at += len(item)
                offsets.append(at)
            at += at % 2
            map_ = struct.pack("<HH", len(items), 0)
            map_ += b"".join(struct.pack("<H", offset) for offset in offsets)
            body = struct.pack("<H", at) + head + b"".join(items)
            out.append(body + b"\0" * (at - len(body)) + map_)
        return out


class Pst:
    def __init__(self, ansi=False, crypt=NONE, large=False):
        """`large` are pages of 4096 bytes and compressed blocks, as in the .ost of 2013."""
        self.ansi, self.crypt, self.large = ansi, crypt, large
        self.trailer = 12 if ansi else 24 if large else 16
        self.page_size = 4096 if large else 512
        self.block_data = 8192 - self.trailer
        self.image = bytearray(FIRST_MAP)
        self.next_block, self.next_page = 4, 1
        self.places = {}  # block -> offset, bytes
        self.plain = {}  # block -> bytes before compression
        self.nodes = {}  # node -> block of data, block of subnodes, parent
        self.number = "I" if ansi else "Q"
        self.text_type = ANSI_TEXT if ansi else UNICODE_TEXT

    def pack(self, form, *values):
        """B is a number of the file's size."""
        return struct.pack("<" + form.replace("N", self.number), *values)

    def text(self, value):
        return value.encode("cp1252", "replace") if self.ansi else value.encode("utf-16-le")

    # --- bytes

    def allocate(self, size, align):
        """An offset for so many bytes, behind the maps that stand at fixed places."""
        at = -(-len(self.image) // align) * align
        map_ = FIRST_MAP + (at - FIRST_MAP) // MAP_EVERY * MAP_EVERY
        if at < map_ + 1024:
            at = map_ + 1024
        if at + size > map_ + MAP_EVERY:
            at = map_ + MAP_EVERY + 1024
        self.image += b"\0" * (at - len(self.image))
        return at

    def block(self, data, internal=False):
        block = self.next_block | (2 if internal else 0)
        self.next_block += 4
        if not internal and self.crypt == PERMUTE:
            data = data.translate(FORTH)
        elif not internal and self.crypt == CYCLIC:
            data = cyclic(data, block & 0xFFFFFFFF)
        plain = len(data)
        if self.large and len(zlib.compress(data)) < len(data):
            data = zlib.compress(data)
        unit = 512 if self.large else 64
        size = -(-(len(data) + self.trailer) // unit) * unit
        at = self.allocate(size, unit)
        tail = (len(data), signature(at, block))
        if self.ansi:
            tail = struct.pack("<HHII", *tail, block, checksum(data))
        else:
            tail = struct.pack("<HHIQ", *tail, checksum(data), block)
            if self.large:
                tail += struct.pack("<HHI", 0, plain, 0)
        self.image += data + b"\0" * (size - len(data) - len(tail)) + tail
        self.places[block] = (at, len(data))
        self.plain[block] = plain
        return block

    def page(self, kind, body):
        page = self.next_page
        self.next_page += 1
        at = self.allocate(self.page_size, self.page_size)
        self.image += self.page_bytes(kind, body, at, page)
        return page, at

    def page_bytes(self, kind, body, at, page):
        assert len(body) == self.page_size - self.trailer or kind not in (0x80, 0x81)
        mark = 0 if kind in (0x82, 0x83, 0x84, 0x85) else signature(at, page)
        head = struct.pack("<BBH", kind, kind, mark)
        if self.ansi:
            return body + head + struct.pack("<II", page, checksum(body))
        tail = b"\0" * 8 if self.large else b""
        return body + head + struct.pack("<IQ", checksum(body), page) + tail

    def data(self, pieces):
        """A block of so many pieces, each of which fills a block (2.2.2.8.3.2)."""
        blocks = [self.block(piece) for piece in pieces]
        total = sum(map(len, pieces))
        per = (self.block_data - 8) // (4 if self.ansi else 8)
        level = 0
        while len(blocks) > 1:
            level += 1
            totals = total if len(blocks) <= per else 0
            blocks = [
                self.block(
                    struct.pack("<BBHI", 1, level, len(group), totals or self.block_data * per)
                    + b"".join(self.pack("N", block) for block in group),
                    True,
                )
                for group in (blocks[i : i + per] for i in range(0, len(blocks), per))
            ]
        return blocks[0] if blocks else 0

    def cut(self, data):
        return [data[i : i + self.block_data] for i in range(0, len(data), self.block_data)]

    def subnodes(self, nodes):
        """2.2.2.8.3.3: {node: (data, subnodes)}"""
        if not nodes:
            return 0
        pad = b"" if self.ansi else b"\0" * 4
        entries = [(node, self.pack("NNN", node, *nodes[node])) for node in sorted(nodes)]
        per = (self.block_data - 8) // len(entries[0][1])
        groups = [entries[i : i + per] for i in range(0, len(entries), per)]
        leaves = []
        for group in groups:
            body = struct.pack("<BBH", 2, 0, len(group)) + pad + b"".join(e for _, e in group)
            leaves.append((group[0][0], self.block(body, True)))
        if len(leaves) == 1:
            return leaves[0][1]
        body = b"".join(self.pack("NN", *leaf) for leaf in leaves)
        return self.block(struct.pack("<BBH", 2, 1, len(leaves)) + pad + body, True)

    # --- contexts

    def value(self, kind, value):
        """The bytes of a property's value."""
        if kind in (UNICODE_TEXT, ANSI_TEXT):
            return value if isinstance(value, bytes) else self.text(value)
        if kind == TIME:
            return struct.pack("<Q", value)
        return value

    def context(self, properties, subnodes=None):
        """2.3.3: {id: value} or {id: (type, value)}; a str is text, an int a number, bytes are
        binary.  Returns the blocks of data and of subnodes."""
        subnodes = dict(subnodes or {})
        heap, records, next_node = Heap(self, 0xBC), [], 0x3F
        for id_, value in sorted(properties.items()):
            if isinstance(value, tuple):
                kind, value = value
            elif isinstance(value, str):
                kind = self.text_type
            elif isinstance(value, bool):
                kind = BOOLEAN
            elif isinstance(value, int):
                kind = INTEGER
            else:
                kind = BINARY
            if kind in (BOOLEAN, INTEGER):
                place = value
            else:
                data = self.value(kind, value)
                if len(data) <= HEAP_ITEM:
                    place = heap.add(data)
                else:
                    place = next_node
                    subnodes[next_node] = (self.data(self.cut(data)), 0)
                    next_node += 0x20
            records.append(struct.pack("<HHI", id_, kind, place))
        root = heap.tree(2, 6, records)
        return self.data(heap.data(root)), self.subnodes(subnodes)

    def table(self, columns, rows, subnodes=None):
        """2.3.4: columns are (id, type); rows {0x67F2: row id, id: value ...}."""
        subnodes = dict(subnodes or {})
        columns = [(0x67F2, INTEGER), (0x67F3, INTEGER)] + columns
        heap = Heap(self, 0x7C)
        wide = [c for c in columns if c[1] == TIME]
        four = [c for c in columns if c[1] not in (TIME, BOOLEAN)]
        one = [c for c in columns if c[1] == BOOLEAN]
        # Row id and version come first; then what has four bytes, eight, one.
        four = [c for c in four if c[0] in (0x67F2, 0x67F3)] + [
            c for c in four if c[0] not in (0x67F2, 0x67F3)
        ]
        order = four + wide + one
        sizes = {TIME: 8, BOOLEAN: 1}
        offsets, at = {}, 0
        ends = []
        for group in (four + wide, [], one):
            for id_, kind in group:
                offsets[id_] = at
                at += sizes.get(kind, 4)
            ends.append(at)
        bits = -(-len(order) // 8)
        size = at + bits
        ends.append(size)
        matrix = []
        for number, row in enumerate(rows):
            out, known = bytearray(size), 0
            row = {0x67F3: number + 1, **row}
            for index, (id_, kind) in enumerate(order):
                if id_ not in row:
                    continue
                known |= 0x80 >> (index % 8) << (8 * (index // 8))
                value = row[id_]
                if kind == INTEGER:
                    value = struct.pack("<I", value)
                elif kind == BOOLEAN:
                    value = bytes([value])
                elif kind != TIME:
                    value = struct.pack("<I", heap.add(self.value(kind, value)))
                else:
                    value = struct.pack("<Q", value)
                out[offsets[id_] : offsets[id_] + len(value)] = value
            out[at:] = known.to_bytes(bits, "little")
            matrix.append(bytes(out))
        index = heap.tree(
            4,
            2 if self.ansi else 4,
            [
                struct.pack("<IH" if self.ansi else "<II", id_, number & 0xFFFF if self.ansi else number)
                for id_, number in sorted((row[0x67F2], i) for i, row in enumerate(rows))
            ],
        )
        place = 0
        if rows:
            if size * len(rows) <= HEAP_ITEM:
                place = heap.add(b"".join(matrix))
            else:
                place = 0x1F
                per = self.block_data // size
                pieces = [b"".join(matrix[i : i + per]) for i in range(0, len(matrix), per)]
                pieces[:-1] = [p.ljust(self.block_data, b"\0") for p in pieces[:-1]]
                subnodes[place] = (self.data(pieces), 0)
        info = struct.pack("<BB4HIII", 0x7C, len(columns), *ends, index, place, 0)
        for id_, kind in sorted(columns, key=lambda c: c[0]):
            bit = [c[0] for c in order].index(id_)
            info += struct.pack("<HHHBB", kind, id_, offsets[id_], sizes.get(kind, 4), bit)
        return self.data(heap.data(heap.add(info))), self.subnodes(subnodes)

    def node(self, id_, data, subnodes=0, parent=0):
        self.nodes[id_] = (data, subnodes, parent)

    # --- the file

    def tree(self, kind, entries):
        """2.2.2.7.7: pages over sorted (key, bytes of the leaf's entry)."""
        room = 496 if self.ansi else 4056 if self.large else 488
        level = 0
        while True:
            size = len(entries[0][1])
            per = room // size
            pages = []
            for i in range(0, len(entries), per):
                group = entries[i : i + per]
                body = b"".join(entry for _, entry in group).ljust(room, b"\0")
                if self.large:
                    body += struct.pack("<HHBB10x", len(group), per, size, level)
                else:
                    body += bytes([len(group), per, size, level])
                    body += b"" if self.ansi else b"\0" * 4
                pages.append((group[0][0], *self.page(kind, body)))
            if len(pages) == 1:
                return pages[0][1:]
            entries = [(key, self.pack("NNN", key, *where)) for key, *where in pages]
            level += 1

    def write(self, path):
        pad = b"" if self.ansi else b"\0" * 4
        blocks = self.tree(
            0x80,
            [
                (block, self.pack("NNHH", block, at, size, self.plain[block] if self.large else 2)
                 + pad)
                for block, (at, size) in sorted(self.places.items())
            ],
        )
        nodes = self.tree(
            0x81,
            [
                (node, self.pack("NNNI", node, data, sub, parent) + pad)
                for node, (data, sub, parent) in sorted(self.nodes.items())
            ],
        )
        end = FIRST_MAP + -(-(len(self.image) - FIRST_MAP) // MAP_EVERY) * MAP_EVERY
        used = len(self.image)
        self.image += b"\0" * (end - used)
        last = 0
        for number, at in enumerate(range(FIRST_MAP, end, MAP_EVERY)):
            last = at
            if self.large:  # its maps are not described
                continue
            full = max(0, min(MAP_EVERY, used - at)) // 512  # bytes of the map, 8 x 64 bytes each
            map_ = b"\xff" * full
            body = (b"\0" * 4 if self.ansi else b"") + map_.ljust(496, b"\0")
            self.image[at : at + 512] = self.page_bytes(0x84, body, at, at)
            if number % 8 == 0:
                body = b"\xff" * 496 + (b"\0" * 4 if self.ansi else b"")
                self.image[at + 512 : at + 1024] = self.page_bytes(0x83, body, at + 512, at + 512)
        self.image[: 512 if self.ansi else 564] = self.header(nodes, blocks, len(self.image), last)
        with open(path, "wb") as file:
            file.write(self.image)

    def header(self, nodes, blocks, size, last):
        """2.2.2.6"""
        ids = b"".join(struct.pack("<I", 0x400 + 0x10000) for _ in range(32))
        root = struct.pack("<I", 0) + self.pack("NNNN", size, last, 0, 0)
        root += self.pack("NNNN", *nodes, *blocks) + struct.pack("<BBH", 2, 0, 0)
        maps = b"\xff" * 256
        start = struct.pack("<HHHBBII", 0x4D53, 14 if self.ansi else 36 if self.large else 23, 19, 1, 1, 0, 0)
        if self.ansi:
            body = start + struct.pack("<III", self.next_block, self.next_page, 1) + ids + root + maps
            body += bytes([0x80, self.crypt, 0, 0]) + b"\0" * 48
            return b"!BDN" + struct.pack("<I", checksum(body[:471])) + body
        body = start + struct.pack("<QQI", 0, self.next_page, 1) + ids + b"\0" * 8 + root
        body += b"\0" * 4 + maps + bytes([0x80, self.crypt, 0, 0]) + struct.pack("<Q", self.next_block)
        head = b"!BDN" + struct.pack("<I", checksum(body[:471])) + body
        return head + struct.pack("<I", checksum(head[8:524])) + b"\0" * 36

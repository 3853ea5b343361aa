#!/usr/bin/env python3
"""Makes the encrypted documents of tests/data/documents/encrypted, with `openssl` for the ciphers.

    make_encrypted.py FOLDER

Nothing is drawn: the same files come out each time.  The password is kx-4711, but for those that
are named after the password of their format.  Each has one link, http://locked.example/NAME.
"""
import base64
import hashlib
import hmac
import io
import pathlib
import struct
import subprocess
import sys
import zipfile
import zlib

PASSWORD = "kx-4711"
OF_EXCEL, OF_POWERPOINT = "VelvetSweatshop", "/01Hannes Ruescher/01"


def drawn(what, size):
    """Bytes that look as if they were drawn."""
    return (hashlib.sha512(what.encode()).digest() * (size // 64 + 1))[:size]


def openssl(cipher, key, vector, data, *options):
    command = ["openssl", "enc", "-e", "-" + cipher, "-nopad", "-K", key.hex(), *options]
    if vector:
        command += ["-iv", vector.hex()]
    return subprocess.run(command, input=data, stdout=subprocess.PIPE, check=True).stdout


def filled(data, size, with_=b"\0"):
    return data + with_ * (-len(data) % size)


def aes_cbc(key, vector, data):
    return openssl(f"aes-{len(key) * 8}-cbc", key, vector, data)


def rc4(key, data):
    box, j, out = list(range(256)), 0, bytearray()
    for i in range(256):
        j = (j + box[i] + key[i % len(key)]) % 256
        box[i], box[j] = box[j], box[i]
    i = j = 0
    for byte in data:
        i = (i + 1) % 256
        j = (j + box[i]) % 256
        box[i], box[j] = box[j], box[i]
        out.append(byte ^ box[(box[i] + box[j]) % 256])
    return bytes(out)


# Containers


def made_zip(members, stored=()):
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as packed:
        for name, data in members:
            kind = zipfile.ZIP_STORED if name in stored else zipfile.ZIP_DEFLATED
            packed.writestr(zipfile.ZipInfo(name, (2026, 1, 2, 3, 4, 6)), data, kind)
    return out.getvalue()


def made_cfb(streams):
    """[MS-CFB], all streams in the root; those below 4096 bytes in its stream of small sectors."""
    sectors, table, small, small_table = b"", [], b"", []

    def add(data, unit, chain):
        first = len(chain)
        data = filled(data, unit)
        chain.extend(range(first + 1, first + len(data) // unit))
        chain.append(0xFFFFFFFE)
        return first, data

    def entry(name, kind, right, child, start, size):
        name = name.encode("utf-16-le") + b"\0\0"
        return (name.ljust(64, b"\0") + struct.pack("<HBBIII", len(name), kind, 1, 0xFFFFFFFF, right,
                                                    child) + bytes(36) + struct.pack("<IQ", start, size))

    directory = b""
    for i, (name, data) in enumerate(streams):
        if len(data) < 4096:
            first, whole = add(data, 64, small_table)
            small += whole
        else:
            first, whole = add(data, 512, table)
            sectors += whole
        directory += entry(name, 2, i + 2 if i + 1 < len(streams) else 0xFFFFFFFF, 0xFFFFFFFF, first,
                           len(data))
    first_small = first_chain = 0xFFFFFFFE
    if small:
        first_small, whole = add(small, 512, table)
        sectors += whole
        chain = struct.pack(f"<{len(small_table)}I", *small_table)
        first_chain, whole = add(chain + b"\xFF" * (-len(chain) % 512), 512, table)
        sectors += whole
    directory = entry("Root Entry", 5, 0xFFFFFFFF, 1, first_small, len(small)) + directory
    first_entry, whole = add(directory, 512, table)
    sectors += whole
    count = 1
    while count * 128 < len(table) + count:
        count += 1
    first_table = len(table)
    table += [0xFFFFFFFD] * count
    table += [0xFFFFFFFF] * (count * 128 - len(table))
    head = (bytes.fromhex("D0CF11E0A1B11AE1") + bytes(16) +
            struct.pack("<HHHHH6xIIIIIIIII", 0x3E, 3, 0xFFFE, 9, 6, 0, count, first_entry, 0, 4096,
                        first_chain, (len(small_table) + 127) // 128, 0xFFFFFFFE, 0))
    head += struct.pack("<109I", *(first_table + i if i < count else 0xFFFFFFFF for i in range(109)))
    return head + sectors + struct.pack(f"<{len(table)}I", *table)


def docx(name):
    return made_zip([
        ("[Content_Types].xml",
         '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">'
         '<Default Extension="xml" ContentType="application/xml"/>'
         '<Default Extension="rels" ContentType="application/xml"/></Types>'),
        ("word/_rels/document.xml.rels",
         '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">'
         '<Relationship Id="r1" Type="http://schemas.openxmlformats.org/officeDocument/2006/'
         f'relationships/hyperlink" Target="http://locked.example/{name}" TargetMode="External"/>'
         '</Relationships>'),
        ("word/document.xml",
         '<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main" '
         'xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><w:body><w:p>'
         '<w:hyperlink r:id="r1"><w:r><w:t>here</w:t></w:r></w:hyperlink></w:p></w:body></w:document>'),
    ])


# [MS-OFFCRYPTO] 2.3.4: packages


def agile(name, hash_name="sha512", bits=256, password=PASSWORD, spins=1000):
    """2.3.4.10 to 2.3.4.15"""
    package = docx(name)
    size = hashlib.new(hash_name).digest_size
    salt, data_salt = drawn(name + "salt", 16), drawn(name + "data", 16)
    key = drawn(name + "key", bits // 8)

    def hashed(data):
        return hashlib.new(hash_name, data).digest()

    spun = hashed(salt + password.encode("utf-16-le"))
    for i in range(spins):
        spun = hashed(struct.pack("<I", i) + spun)

    def closed(block, data):
        made = (hashed(spun + bytes.fromhex(block)) + b"\x36" * 64)[:bits // 8]
        return base64.b64encode(aes_cbc(made, salt, filled(data, 16))).decode()

    verifier = drawn(name + "verifier", 16)
    attributes = (f'saltSize="16" blockSize="16" keyBits="{bits}" hashSize="{size}" '
                  f'cipherAlgorithm="AES" cipherChaining="ChainingModeCBC" '
                  f'hashAlgorithm="{hash_name.upper()}"')
    packed = struct.pack("<Q", len(package))
    for i in range(0, len(package), 4096):
        vector = hashed(data_salt + struct.pack("<I", i // 4096))[:16]
        packed += aes_cbc(key, vector, filled(package[i:i + 4096], 16))
    sum_key = drawn(name + "sum", size)
    sums = [
        base64.b64encode(aes_cbc(key, hashed(data_salt + bytes.fromhex(block))[:16],
                                 filled(data, 16))).decode()
        for block, data in (("5fb2ad010cb9e1f6", sum_key),
                            ("a0677f02b22c8433", hmac.digest(sum_key, packed, hash_name)))]
    space = "http://schemas.microsoft.com/office/2006/"
    xml = ('<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\r\n'
           f'<encryption xmlns="{space}encryption" xmlns:p="{space}keyEncryptor/password">'
           f'<keyData {attributes} saltValue="{base64.b64encode(data_salt).decode()}"/>'
           f'<dataIntegrity encryptedHmacKey="{sums[0]}" encryptedHmacValue="{sums[1]}"/>'
           f'<keyEncryptors><keyEncryptor uri="{space}keyEncryptor/password">'
           f'<p:encryptedKey spinCount="{spins}" {attributes} '
           f'saltValue="{base64.b64encode(salt).decode()}" '
           f'encryptedVerifierHashInput="{closed("fea7d2763b4b9e79", verifier)}" '
           f'encryptedVerifierHashValue="{closed("d7aa0f6d3061344e", hashed(verifier))}" '
           f'encryptedKeyValue="{closed("146e0be7abacd0d6", key)}"/>'
           '</keyEncryptor></keyEncryptors></encryption>')
    return made_cfb([("EncryptedPackage", packed),
                     ("EncryptionInfo", struct.pack("<HHI", 4, 4, 0x40) + xml.encode())])


def header(cipher, bits, provider):
    """2.3.2"""
    data = struct.pack("<IIIIIIII", 0x24, 0, cipher, 0x8004, bits, provider, 0, 0)
    data += "Microsoft Enhanced Cryptographic Provider\0".encode("utf-16-le")
    return struct.pack("<I", len(data)) + data


def standard(name, bits=128):
    """2.3.4.5 to 2.3.4.9"""
    package = docx(name)
    salt, verifier = drawn(name + "salt", 16), drawn(name + "verifier", 16)
    spun = hashlib.sha1(salt + PASSWORD.encode("utf-16-le")).digest()
    for i in range(50000):
        spun = hashlib.sha1(struct.pack("<I", i) + spun).digest()
    last = hashlib.sha1(spun + bytes(4)).digest().ljust(64, b"\0")
    key = b"".join(hashlib.sha1(bytes(a ^ with_ for a in last)).digest() for with_ in (0x36, 0x5C))
    key = key[:bits // 8]

    def closed(data):
        return openssl(f"aes-{bits}-ecb", key, None, data)

    info = (struct.pack("<HHI", 4, 2, 0x24) +
            header({128: 0x660E, 192: 0x660F, 256: 0x6610}[bits], bits, 24) +
            struct.pack("<I", 16) + salt + closed(verifier) + struct.pack("<I", 20) +
            closed(hashlib.sha1(verifier).digest().ljust(32, b"\0")))
    return made_cfb([("EncryptedPackage",
                      struct.pack("<Q", len(package)) + closed(filled(package, 16))),
                     ("EncryptionInfo", info)])


# 2.3.5, 2.3.6: Word, Excel and PowerPoint before 2007


class Rc4:
    """A key for each block, and what says how it is made."""

    def __init__(self, name, bits, password=PASSWORD):
        salt, verifier = drawn(name + "salt", 16), drawn(name + "verifier", 16)
        wide = password.encode("utf-16-le")
        if bits is None:
            first = hashlib.md5(wide).digest()[:5]
            base = hashlib.md5((first + salt) * 16).digest()[:5]
            self.key = lambda block: hashlib.md5(base + struct.pack("<I", block)).digest()
            closed = rc4(self.key(0), verifier + hashlib.md5(verifier).digest())
            self.header = struct.pack("<HH", 1, 1) + salt + closed
        else:
            base = hashlib.sha1(salt + wide).digest()

            def key(block):
                made = hashlib.sha1(base + struct.pack("<I", block)).digest()[:bits // 8]
                return made.ljust(16, b"\0") if bits == 40 else made

            self.key = key
            closed = rc4(key(0), verifier + hashlib.sha1(verifier).digest())
            self.header = (struct.pack("<HHI", 2, 2, 4) + header(0x6801, bits, 1) +
                           struct.pack("<I", 16) + salt + closed[:16] + struct.pack("<I", 20) +
                           closed[16:])

    def apply(self, data, block):
        return b"".join(rc4(self.key(i // block), data[i:i + block])
                        for i in range(0, len(data), block))


def workbook(name, pass_record):
    """[MS-XLS]: a name of a sheet, many cells, and one with the link."""

    def record(kind, data):
        return struct.pack("<HH", kind, len(data)) + data

    def label(text):
        return record(0x0204, bytes(6) + struct.pack("<HB", len(text), 0) + text.encode())

    cells = b"".join(label(f"cell {i}") for i in range(200))
    return (record(0x0809, struct.pack("<HH", 0x600, 5) + bytes(12)) + record(0x2F, pass_record) +
            record(0xE1, b"\xB0\4") + record(0x85, struct.pack("<IHBB", 0x123, 0, 5, 0) + b"Sheet") +
            cells + label(f"http://locked.example/{name}") + record(0x0A, b""))


def closed_records(stream, change):
    """Encrypts the data of records, but for those that never are; change(begin, size) is given where
    they lie."""
    out, at = bytearray(stream), 0
    while at < len(stream):
        kind, size = struct.unpack_from("<HH", stream, at)
        plain = {0x0809: size, 0x2F: size, 0xE1: size, 0x85: 4}.get(kind, 0)
        out[at + 4 + plain:at + 4 + size] = change(at + 4, size)[plain:]
        at += 4 + size
    return bytes(out)


def xls(name, bits, password=PASSWORD):
    key = Rc4(name, bits, password)
    stream = workbook(name, struct.pack("<H", 1) + key.header)
    closed = key.apply(stream, 1024)
    return made_cfb([("Workbook", closed_records(stream, lambda at, size: closed[at:at + size]))])


def xor_xls(name, password):
    """2.3.7.1 to 2.3.7.3.  The numbers of the matrix come of a shift register, of whose steps each
    eighth is left out: its last row first, with the last byte of the password."""
    codes = [0xE1F0, 0x1D0F, 0xCC9C, 0x84C0, 0x110C, 0x0E10, 0xF1CE, 0x313E, 0x1872, 0xE139, 0xD40F,
             0x84F9, 0x280C, 0xA96A, 0x4EC3]
    pad = [0xBB, 0xFF, 0xFF, 0xBA, 0xFF, 0xFF, 0xB9, 0x80, 0x00, 0xBE, 0x0F, 0x00, 0xBF, 0x0F, 0x00]
    letters = password.encode()
    key, register, verifier = codes[len(letters) - 1], 0x1021, 0
    for letter in reversed(letters):
        for bit in range(8):
            if bit < 7 and letter >> bit & 1:
                key ^= register
            register = register << 1 & 0xFFFF ^ (0x1021 if register & 0x8000 else 0)
    for letter in [*reversed(letters), len(letters)]:
        verifier = (verifier >> 14 & 1 | verifier << 1 & 0x7FFF) ^ letter
    mixed = []
    for i, letter in enumerate((list(letters) + pad)[:16]):
        value = letter ^ (key >> 8 if i % 2 else key & 0xFF)
        mixed.append(value >> 1 | value << 7 & 0xFF)
    stream = workbook(name, struct.pack("<HHH", 0, key, verifier ^ 0xCE4B))

    def change(at, size):
        return bytes((byte << 5 & 0xFF | byte >> 3) ^ mixed[(at + size + i) % 16]
                     for i, byte in enumerate(stream[at:at + size]))

    return made_cfb([("Workbook", closed_records(stream, change))])


def doc(name, bits):
    """[MS-DOC]: text of one piece, with a field."""
    key = Rc4(name, bits)
    text = f"before \x13 HYPERLINK \"http://locked.example/{name}\" \x14here\x15 after".encode()
    text += b" and more" * 100
    pieces = struct.pack("<II", 0, len(text)) + struct.pack("<HIH", 0, 0x40000000 | 0x400 * 2, 0)
    clx = b"\2" + struct.pack("<I", len(pieces)) + pieces
    at = len(key.header)
    main = bytearray(0x400)
    struct.pack_into("<HH", main, 0, 0xA5EC, 0xC1)
    struct.pack_into("<HHI", main, 0x0A, 0x300, 0, at)
    struct.pack_into("<II", main, 0x1A2, at, len(clx))
    main += text
    table = key.apply(key.header + clx, 512)
    closed = key.apply(bytes(main), 512)
    return made_cfb([("1Table", key.header + table[at:]),
                     ("WordDocument", bytes(main[:68]) + closed[68:])])


def ppt(name, password):
    """[MS-PPT]: two objects that are encrypted, each as a block."""
    key = Rc4(name, 128, password)

    def atom(version, kind, data):
        return struct.pack("<HHI", version, kind, len(data)) + data

    link = atom(0xF, 0xFD7, atom(0, 0xFD3, bytes(4)) +
                atom(0x10, 0xFBA, f"http://locked.example/{name}".encode("utf-16-le")))
    text = atom(0, 0x0FA8, b"text of a slide")
    stream, offsets = b"", []
    for number, each in ((1, link), (2, text), (3, atom(0xF, 0x2F14, key.header))):
        offsets.append(len(stream))
        stream += each if number == 3 else rc4(key.key(number), each)
    directory = len(stream)
    stream += atom(0, 0x1772, struct.pack("<I", 3 << 20 | 1) + struct.pack("<3I", *offsets))
    edit = len(stream)
    stream += atom(0, 0x0FF5, struct.pack("<IIIIIIHHI", 0, 0x03000000, 0, directory, 1, 4, 0, 0, 3))
    user = atom(0, 0x0FF6, struct.pack("<IIIHHBBH", 0x14, 0xF3D1C4DF, edit, 0, 0x3F4, 3, 0, 0) +
                struct.pack("<I", 8))
    return made_cfb([("Current User", user), ("PowerPoint Document", stream)])


# OpenDocument (ODF 1.3 part 2, 4)


def odt(name, cipher, spins=1024):
    text = (f'<?xml version="1.0"?><office:document-content '
            'xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" '
            'xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0" '
            'xmlns:xlink="http://www.w3.org/1999/xlink"><office:body><office:text><text:p>'
            f'<text:a xlink:href="http://locked.example/{name}">here</text:a></text:p>'
            f'<!-- {drawn(name, 1200).hex()} --></office:text></office:body>'
            '</office:document-content>')
    page = f'<a href="http://locked.example/page-of-{name}">'
    members, entries = [("mimetype", b"application/vnd.oasis.opendocument.text")], ""
    for path, data in (("content.xml", text), ("Object 1/page.html", page)):
        packer = zlib.compressobj(9, zlib.DEFLATED, -15)
        packed = packer.compress(data.encode()) + packer.flush()
        salt = drawn(name + path, 16)
        space = "urn:oasis:names:tc:opendocument:xmlns:manifest:1.0#"
        if cipher == "aes":
            start, size = hashlib.sha256(PASSWORD.encode()).digest(), 32
            key = hashlib.pbkdf2_hmac("sha1", start, salt, spins, size)
            vector = drawn(name + path + "iv", 16)
            rest = 16 - len(packed) % 16
            closed = aes_cbc(key, vector, packed + drawn(path, rest - 1) + bytes([rest]))
            sum_name, total = space + "sha256-1k", hashlib.sha256(packed[:1024]).digest()
            algorithm = "http://www.w3.org/2001/04/xmlenc#aes256-cbc"
            start_name = "http://www.w3.org/2000/09/xmldsig#sha256"
            start_xml = (f'<manifest:start-key-generation manifest:start-key-generation-name='
                         f'"{start_name}" manifest:key-size="32"/>')
        else:
            start, size = hashlib.sha1(PASSWORD.encode()).digest(), 16
            key = hashlib.pbkdf2_hmac("sha1", start, salt, spins, size)
            vector = drawn(name + path + "iv", 8)
            closed = openssl("bf-cfb", key, vector, packed, "-provider", "legacy", "-provider",
                             "default")
            sum_name, total = "SHA1/1K", hashlib.sha1(packed[:1024]).digest()
            algorithm, start_xml = "Blowfish CFB", ""
        members.append((path, closed))
        encoded = [base64.b64encode(each).decode() for each in (total, vector, salt)]
        entries += (
            f'<manifest:file-entry manifest:full-path="{path}" manifest:media-type="text/xml" '
            f'manifest:size="{len(data)}"><manifest:encryption-data '
            f'manifest:checksum-type="{sum_name}" manifest:checksum="{encoded[0]}">'
            f'<manifest:algorithm manifest:algorithm-name="{algorithm}" '
            f'manifest:initialisation-vector="{encoded[1]}"/>'
            f'<manifest:key-derivation manifest:key-derivation-name="PBKDF2" manifest:key-size="{size}" '
            f'manifest:iteration-count="{spins}" manifest:salt="{encoded[2]}"/>{start_xml}'
            '</manifest:encryption-data></manifest:file-entry>')
    manifest = ('<?xml version="1.0"?><manifest:manifest '
                'xmlns:manifest="urn:oasis:names:tc:opendocument:xmlns:manifest:1.0">'
                '<manifest:file-entry manifest:full-path="/" '
                'manifest:media-type="application/vnd.oasis.opendocument.text"/>'
                f'{entries}</manifest:manifest>')
    members.append(("META-INF/manifest.xml", manifest))
    return made_zip(members, stored=("mimetype", "content.xml", "Object 1/page.html"))


# 7z (7zFormat.txt)


def seven_zip(name, power=1):
    """A file that AES alone is done to, and a header that it is done to as well; the key of so few
    steps that it can be made again and again."""

    def number(value):
        return bytes([value]) if value < 0x80 else b"\xFF" + struct.pack("<Q", value)

    def closed(data, salt, vector):
        wide = PASSWORD.encode("utf-16-le")
        key = hashlib.sha256(b"".join(salt + wide + struct.pack("<Q", i)
                                      for i in range(2**power))).digest()
        return aes_cbc(key, vector, filled(data, 16))

    def streams(offset, data, packed, salt, vector):
        properties = bytes([0xC0 | power, (len(salt) - 1) << 4 | 15]) + salt + vector
        crc = struct.pack("<I", zlib.crc32(data))
        return (b"\x06" + number(offset) + b"\1\x09" + number(len(packed)) + b"\0" +
                b"\x07\x0B\1\0" + b"\1\x24\x06\xF1\x07\x01" + number(len(properties)) + properties +
                b"\x0C" + number(len(data)) + b"\x0A\1" + crc + b"\0")

    data = f'<a href="http://locked.example/{name}">'.encode()
    salt, vector = drawn(name, 8), drawn(name + "iv", 16)
    packed = closed(data, salt, vector)
    names = "page.html\0".encode("utf-16-le")
    header = (b"\1\4" + streams(0, data, packed, salt, vector) + b"\x08\0\0" +
              b"\5\1\x11" + number(len(names) + 1) + b"\0" + names + b"\0\0")
    vector = drawn(name + "header", 16)
    closed_header = closed(header, salt, vector)
    encoded = b"\x17" + streams(len(packed), header, closed_header, salt, vector) + b"\0"
    start = struct.pack("<QQI", len(packed) + len(closed_header), len(encoded), zlib.crc32(encoded))
    return (b"7z\xBC\xAF\x27\x1C\0\4" + struct.pack("<I", zlib.crc32(start)) + start + packed +
            closed_header + encoded)


def main():
    files = {}

    def add(name, make, *arguments, **more):
        files[name] = make(name.rsplit(".", 1)[0], *arguments, **more)

    add("agile-sha512.docx", agile)
    add("agile-sha384.docx", agile, "sha384", 256)
    add("agile-sha256.docx", agile, "sha256", 192)
    add("agile-sha1.docx", agile, "sha1", 128)
    add("agile-excel.xlsx", agile, password=OF_EXCEL)
    add("agile-powerpoint.pptx", agile, password=OF_POWERPOINT)
    add("hostile-spins.docx", agile)
    files["hostile-spins.docx"] = files["hostile-spins.docx"].replace(
        b'spinCount="1000" saltSize="16"', b'spinCount="4000000000"        ')
    add("standard-128.docx", standard)
    add("standard-256.docx", standard, 256)
    add("rc4.xls", xls, None)
    add("rc4-excel.xls", xls, None, OF_EXCEL)
    add("xor.xls", xor_xls, PASSWORD)
    add("xor-excel.xls", xor_xls, OF_EXCEL)
    add("capi-40.xls", xls, 40)
    add("capi-128.xls", xls, 128)
    add("capi-excel.xls", xls, 128, OF_EXCEL)
    add("rc4.doc", doc, None)
    add("capi-128.doc", doc, 128)
    add("capi-powerpoint.ppt", ppt, OF_POWERPOINT)
    add("aes.odt", odt, "aes")
    add("blowfish.odt", odt, "blowfish")
    add("few-steps.7z", seven_zip)
    folder = pathlib.Path(sys.argv[1])
    for name, data in files.items():
        (folder / name).write_bytes(data)


main()

#!/usr/bin/env python3
"""bombs.py [--keep FOLDER] [--table] [NAME...]: documents that are made to take all of a machine,
each in a mail behind which stands a text with a link.  Of each mail the tool ($BASEWALK) has to
tell that link and what it did not read of the document, and to end well, within a memory and a
processor time that are generous and the same on every machine.

--keep writes the mails there; --table prints what each took; NAME... are the bombs, or all."""
import argparse
import base64
import io
import json
import os
import pathlib
import resource
import struct
import subprocess
import sys
import tempfile
import time
import zipfile
import zlib

# Of one process; the tool asks for far less (docs/documents.md), and what does not end, or takes
# all there is, is ended by these.
MOST_MEMORY = 3 << 30
MOST_SECONDS = 120

MEBI = 1 << 20


def deflated(count, byte=b"\0"):
    """Raw DEFLATE of `count` MiB of a byte: one flushed piece, again and again."""
    packer = zlib.compressobj(9, zlib.DEFLATED, -15)
    piece = packer.compress(byte * MEBI) + packer.flush(zlib.Z_FULL_FLUSH)
    return piece * count + packer.flush()


def zlib_zeros(count):
    return b"\x78\xda" + deflated(count) + struct.pack(">HH", count * MEBI % 65521, 1)


def gzip_of(data):
    packer = zlib.compressobj(9, zlib.DEFLATED, 31)
    return packer.compress(data) + packer.flush()


def zipped(members):
    """A ZIP of (name, bytes or pieces of them)."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in members:
            with archive.open(name, "w", force_zip64=False) as member:
                for piece in [data] if isinstance(data, bytes) else data:
                    member.write(piece)
    return out.getvalue()


def der(tag, *parts):
    data = b"".join(parts)
    length = len(data)
    if length < 128:
        return bytes([tag, length]) + data
    size = (length.bit_length() + 7) // 8
    return bytes([tag, 0x80 | size]) + length.to_bytes(size, "big") + data


def png(width, height):
    """All white, one bit for each pixel; the rows are packed cheaply."""
    row = b"\0" + b"\xff" * ((width + 7) // 8)
    packer = zlib.compressobj(9)
    data = b"".join(packer.compress(row * 100) for _ in range(height // 100)) + packer.flush()

    def chunk(name, body):
        return struct.pack(">I", len(body)) + name + body + struct.pack(">I", zlib.crc32(name + body))

    return (b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 1, 0, 0, 0, 0))
            + chunk(b"IDAT", data) + chunk(b"IEND", b""))


def gif(frames):
    """Frames of 255 by 127 of one colour: codes of nine bits, each for a run longer by one."""
    bits = size = 0
    data = bytearray()
    for code in [256, 0, *(256 + run for run in range(2, 255)), 257]:
        bits |= code << size
        size += 9
        while size >= 8:
            data.append(bits & 255)
            bits >>= 8
            size -= 8
    data.append(bits)
    blocks = b"".join(bytes([len(data[i:i + 255])]) + data[i:i + 255]
                      for i in range(0, len(data), 255))
    frame = (b"\x21\xf9\x04\x00\x0a\x00\x00\x00" + b"," + struct.pack("<HHHHB", 0, 0, 255, 127, 0)
             + b"\x08" + blocks + b"\0")
    return (b"GIF89a" + struct.pack("<HHBBB", 255, 127, 0xF0, 0, 0) + b"\xff" * 3 + b"\0" * 3
            + frame * frames + b";")


def pdf(objects):
    """A PDF of (dictionary, stream or None), numbered from 1; the first is the catalog."""
    out = bytearray(b"%PDF-1.7\n")
    offsets = []
    for number, (words, stream) in enumerate(objects, 1):
        offsets.append(len(out))
        out += f"{number} 0 obj\n".encode()
        if stream is None:
            out += words.encode() + b"\nendobj\n"
        else:
            out += f"<< {words} /Length {len(stream)} >>\nstream\n".encode()
            out += stream + b"\nendstream\nendobj\n"
    start = len(out)
    out += f"xref\n0 {len(objects) + 1}\n0000000000 65535 f \n".encode()
    out += b"".join(b"%010d 00000 n \n" % offset for offset in offsets)
    out += f"trailer << /Size {len(objects) + 1} /Root 1 0 R >>\nstartxref\n{start}\n%%EOF\n".encode()
    return bytes(out)


def pdf_page(contents, *more):
    return pdf([("<< /Type /Catalog /Pages 2 0 R >>", None),
                ("<< /Type /Pages /Kids [3 0 R] /Count 1 >>", None),
                ("<< /Type /Page /Parent 2 0 R /MediaBox [0 0 99 99] /Contents 4 0 R >>", None),
                contents, *more])


RELATIONSHIPS = "http://schemas.openxmlformats.org/package/2006/relationships"
OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"


def ooxml(part, content_type, body, relationships=b""):
    """A package with one part, which its own relationships belong to."""
    folder, name = part.split("/")
    members = [
        ("[Content_Types].xml", (
            '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">'
            '<Default Extension="rels" ContentType='
            '"application/vnd.openxmlformats-package.relationships+xml"/>'
            f'<Override PartName="/{part}" ContentType="{content_type}"/></Types>').encode()),
        ("_rels/.rels", (f'<Relationships xmlns="{RELATIONSHIPS}"><Relationship Id="r" '
                         f'Type="{OFFICE}/officeDocument" Target="{part}"/></Relationships>').encode()),
        (part, body)]
    if relationships:
        members.append((f"{folder}/_rels/{name}.rels", relationships))
    return zipped(members)


WORD = "application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"
SHEET = "application/vnd.openxmlformats-officedocument.spreadsheetml.sharedStrings+xml"
WORD_SPACE = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"'


def docx(body, relationships=b""):
    return ooxml("word/document.xml", WORD, body, relationships)


def tnef(attributes):
    out = bytearray(struct.pack("<IH", 0x223E9F78, 1))
    for level, number, data in attributes:
        out += struct.pack("<BII", level, number, len(data)) + data
        out += struct.pack("<H", sum(data) & 0xFFFF if len(data) < MEBI else data_sum(data))
    return bytes(out)


def data_sum(data):
    return sum(sum(data[i:i + MEBI]) for i in range(0, len(data), MEBI)) & 0xFFFF


def lzfu(runs):
    """Compressed RTF: each reference of two bytes gives seventeen."""
    # Eight letters behind the words that the window begins with; a reference is to half a window before.
    run = bytearray()
    written = 207 + 8
    groups = runs // 8
    for _ in range(groups):
        run.append(0xFF)
        for _ in range(8):
            place = (written - 2048) % 4096
            run += struct.pack(">H", place << 4 | 15)
            written = (written + 17) % 4096
    data = b"\x00" + b"X" * 8 + bytes(run)
    # [MS-OXRTFCP] 2.1.3.2: a check sum without what ZIP does before and behind.
    check_sum = zlib.crc32(data, 0xFFFFFFFF) ^ 0xFFFFFFFF
    return struct.pack("<IIII", len(data) + 12, 8 + groups * 8 * 17, 0x75465A4C, check_sum) + data


def cfb(fat_of, entries):
    """A compound file of one FAT sector, one of the directory and the rest of streams."""
    head = bytearray(512)
    head[:8] = b"\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1"
    struct.pack_into("<HHHHH", head, 24, 0x3E, 3, 0xFFFE, 9, 6)
    struct.pack_into("<IIIIIIIII", head, 44, 1, 1, 0, 4096, 0xFFFFFFFE, 0, 0xFFFFFFFE, 0, 0)
    head[76 + 4:512] = b"\xff" * 432
    fat = [0xFFFFFFFF] * 128
    for number, following in fat_of.items():
        fat[number] = following
    directory = b"".join(entries)
    return bytes(head) + struct.pack("<128I", *fat) + directory.ljust(512, b"\0") + b"A" * 512 * 125


def cfb_entry(name, kind, left, right, child, start, size):
    wide = name.encode("utf-16-le")
    return (wide.ljust(64, b"\0") + struct.pack("<HBBIII", len(wide) + 2, kind, 1, left, right, child)
            + bytes(36) + struct.pack("<IQ", start, size))


NO = 0xFFFFFFFF


def pgp_packet(tag, body):
    return bytes([0xC0 | tag, 255]) + struct.pack(">I", len(body)) + body


def pgp_zip(body):
    packer = zlib.compressobj(9, zlib.DEFLATED, -15)
    return b"\xa3\x01" + packer.compress(body) + packer.flush()


def make_zip_in_zip():
    data = zipped([("0.dat", (bytes(MEBI) for _ in range(100)))])
    for level in range(5):
        data = zipped([(f"{level}-{i}.zip", data) for i in range(16)])
    return data


def make_gzip_10_gb():
    return gzip_of(gzip_of(bytes(10 * MEBI)) * 1000)


def make_pdf_flate_in_flate():
    data = zlib_zeros(1000)
    filters = 1
    while len(data) > 5000:
        data = zlib.compress(data, 9)
        filters += 1
    return pdf_page((f"/Filter [{'/FlateDecode ' * filters}]", data))


def make_pdf_pages_in_a_circle():
    return pdf([("<< /Type /Catalog /Pages 2 0 R >>", None),
                ("<< /Type /Pages /Kids [3 0 R 2 0 R 3 0 R] /Count 3 >>", None),
                ("<< /Type /Pages /Parent 2 0 R /Kids [2 0 R 3 0 R] /Count 2 >>", None)])


def make_pdf_a_million_arrays():
    return pdf([("<< /Type /Catalog /Pages 2 0 R /X 3 0 R >>", None),
                ("<< /Type /Pages /Kids [] /Count 0 >>", None),
                ("[" * 1_000_000 + "]" * 1_000_000, None)])


def make_pdf_100_000_pages():
    pages = [("<< /Type /Page /Parent 2 0 R /MediaBox [0 0 9 9] >>", None)] * 100_000
    kids = " ".join(f"{i} 0 R" for i in range(3, 100_003))
    return pdf([("<< /Type /Catalog /Pages 2 0 R >>", None),
                (f"<< /Type /Pages /Kids [{kids}] /Count 100000 >>", None), *pages])


def make_docx_million_relationships():
    def body():
        yield f'<Relationships xmlns="{RELATIONSHIPS}">'.encode()
        for i in range(0, 1_000_000, 1000):
            yield "".join(f'<Relationship Id="r{j}" Type="{OFFICE}/hyperlink" TargetMode="External" '
                          f'Target="https://h.example/{j}"/>' for j in range(i, i + 1000)).encode()
        yield b"</Relationships>"
    return docx(f"<w:document {WORD_SPACE}/>".encode(), body())


def make_docx_deep_elements():
    return docx([f"<w:document {WORD_SPACE}>".encode(), b"<w:p>" * 2_000_000])


def make_docx_entities():
    entities = '<!ENTITY a0 "https://h.example/ ">' + "".join(
        f'<!ENTITY a{i} "{f"&a{i - 1};" * 10}">' for i in range(1, 10))
    return docx(f"<!DOCTYPE d [{entities}]><w:document {WORD_SPACE}>&a9;</w:document>".encode())


def make_xlsx_shared_strings():
    space = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"'
    piece = b"<si><t>" + b"a" * 1000 + b"</t></si>"
    return ooxml("xl/sharedStrings.xml", SHEET,
                 [f"<sst {space}>".encode(), *[piece * 1000] * 500, b"</sst>"])


def make_png_30_000():
    return png(30_000, 30_000)


def make_png_8_000():
    return png(8_000, 8_000)


def make_gif_10_000_frames():
    return gif(10_000)


def make_tiff_in_a_circle():
    tags = [(256, 3, 1, 8), (257, 3, 1, 8), (258, 3, 1, 8), (259, 3, 1, 1), (262, 3, 1, 1),
            (273, 4, 1, 200), (277, 3, 1, 1), (278, 3, 1, 8), (279, 4, 1, 64)]
    directory = struct.pack("<H", len(tags)) + b"".join(struct.pack("<HHII", *tag) for tag in tags)
    return (b"II*\0" + struct.pack("<I", 8) + directory + struct.pack("<I", 8)).ljust(200, b"\0") + bytes(64)


def make_tnef_lzfu():
    data = lzfu(8_000_000)
    properties = struct.pack("<IHHII", 1, 0x102, 0x1009, 1, len(data)) + data
    return tnef([(1, 0x00069003, properties)])


def make_tnef_attachments():
    head = (2, 0x00069002, bytes(14))
    return tnef([head, (2, 0x0006800F, b"x")] * 200_000)


def make_rtf_groups():
    return b"{\\rtf1 " + b"{" * 10_000_000


def make_rtf_objects():
    data = cfb({0: 0xFFFFFFFD, 1: 0xFFFFFFFE, 2: 2},
               [cfb_entry("Root Entry", 5, NO, NO, 1, 0xFFFFFFFE, 0),
                cfb_entry("CONTENTS", 2, NO, NO, NO, 2, 1 << 30)])
    one = b"{\\object{\\*\\objdata " + (
        struct.pack("<III", 0x501, 2, 8) + b"Package\0" + bytes(8)
        + struct.pack("<I", len(data)) + data).hex().encode() + b"}}"
    return b"{\\rtf1 " + one * 100 + b"}"


def make_smime_compressed():
    # RFC 3274: zlib in an OCTET STRING of id-data in CompressedData.
    algorithm = der(0x30, bytes.fromhex("060b2a864886f70d0109100308"))
    data = der(0x30, bytes.fromhex("06092a864886f70d010701"), der(0xA0, der(4, zlib_zeros(2000))))
    return der(0x30, bytes.fromhex("060b2a864886f70d0109100109"),
               der(0xA0, der(0x30, b"\x02\x01\0", algorithm, data)))


def make_smime_deep():
    data = b"\x24\x80" * 2_000_000
    return (bytes.fromhex("3080 06092a864886f70d010702 a080 3080 020101 3100 3080"
                          "06092a864886f70d010701 a080") + data)


def make_openpgp_compressed():
    body = b"\xa3\x01" + deflated(1000)
    for _ in range(40):
        body = pgp_zip(body)
    return body


def make_openpgp_literal():
    head = b"\xcb\xff" + struct.pack(">I", 6 + 1000 * MEBI) + b"b\0" + bytes(4)
    packer = zlib.compressobj(9, zlib.DEFLATED, -15)
    return b"\xa3\x01" + packer.compress(head) + packer.flush(zlib.Z_FULL_FLUSH) + deflated(1000)


def make_cfb_circle():
    return cfb({0: 0xFFFFFFFD, 1: 0xFFFFFFFE, 2: 3, 3: 2},
               [cfb_entry("Root Entry", 5, NO, NO, 1, 0xFFFFFFFE, 0),
                cfb_entry("WordDocument", 2, 2, 2, NO, 2, 1 << 31),
                cfb_entry("1Table", 2, 1, 1, 1, 3, 1 << 31)])


def make_zip_60_000_members():
    return zipped((f"{i}.txt", b"https://h.example/%d" % i) for i in range(60_000))


def make_zip_overlapping():
    """A thousand members that are one and the same: what reads them once has read all."""
    data = zipped([("a.txt", (bytes(MEBI) for _ in range(60)))])
    place = data.rindex(b"PK\5\6")
    size, offset = struct.unpack_from("<II", data, place + 12)
    entry = data[offset:offset + size]
    return (data[:offset] + entry * 1000
            + struct.pack("<4sHHHHIIH", b"PK\5\6", 0, 0, 1000, 1000, size * 1000, offset, 0))


def make_zip_million_links():
    return zipped([("a.html", (b"".join(b'<a href="https://h.example/%d">x</a>' % j
                                        for j in range(i, i + 10_000))
                               for i in range(0, 1_000_000, 10_000)))])


def make_tar_gz_members():
    def header(i):
        head = bytearray(512)
        head[:20] = f"{i}.txt".encode().ljust(20, b"\0")
        head[100:108], head[124:136], head[156] = b"0000644\0", b"00000000000\0", 48
        head[257:265] = b"ustar\x0000"
        head[148:156] = b" " * 8
        head[148:156] = b"%06o\0 " % sum(head)
        return bytes(head)
    return gzip_of(b"".join(header(i) for i in range(100_000)) + bytes(1024))


def make_onenote_lengths():
    head = bytes.fromhex("e4525c7b8cd8a74daeb15378d02996d3" + "00" * 32 +
                         "3fdd9a101b91f549a5d01791edc8aed8")
    return head + b"\xff\xff\xff\x7f" * 500_000


def make_lnk_items():
    head = b"L\0\0\0" + bytes.fromhex("0114020000000000c000000000000046")
    return (head + struct.pack("<I", 0xFF)).ljust(76, b"\0") + b"\xff\xff" * 2_000_000


def make_svg_uses():
    layers = "".join(f'<g id="g{i}">' + f'<use href="#g{i - 1}"/>' * 10 + "</g>"
                     for i in range(1, 30))
    return f'<svg xmlns="http://www.w3.org/2000/svg"><g id="g0"/>{layers}</svg>'.encode()


# Each bomb: the name of its file, and the reasons beside `limit-documents` by which an `unread` may
# tell what was not read (a slow machine comes to that limit sooner); or that it may be read.
READ = "document"
BOMBS = {
    "zip-in-zip": ("a.zip", make_zip_in_zip, {"no-opener"}),
    "gzip-10-gb": ("a.gz", make_gzip_10_gb, {"no-opener"}),
    "pdf-flate-in-flate": ("a.pdf", make_pdf_flate_in_flate, set()),
    "pdf-pages-in-a-circle": ("a.pdf", make_pdf_pages_in_a_circle, {"damaged", READ}),
    "pdf-a-million-arrays": ("a.pdf", make_pdf_a_million_arrays, {"damaged"}),
    "pdf-100-000-pages": ("a.pdf", make_pdf_100_000_pages, set()),
    "docx-million-relationships": ("a.docx", make_docx_million_relationships, set()),
    "docx-deep-elements": ("a.docx", make_docx_deep_elements, {"damaged"}),
    "docx-entities": ("a.docx", make_docx_entities, {"damaged"}),
    "xlsx-shared-strings": ("a.xlsx", make_xlsx_shared_strings, set()),
    "png-30-000": ("a.png", make_png_30_000, set()),
    "png-8-000": ("a.png", make_png_8_000, {READ}),
    "gif-10-000-frames": ("a.gif", make_gif_10_000_frames, set()),
    "tiff-in-a-circle": ("a.tiff", make_tiff_in_a_circle, {"damaged", READ}),
    "tnef-lzfu": ("winmail.dat", make_tnef_lzfu, {"damaged"}),
    "tnef-attachments": ("winmail.dat", make_tnef_attachments, {"no-opener"}),
    "rtf-groups": ("a.rtf", make_rtf_groups, {"damaged"}),
    "rtf-objects": ("a.rtf", make_rtf_objects, {"damaged"}),
    "smime-compressed": ("smime.p7z", make_smime_compressed, {"no-opener"}),
    "smime-deep": ("smime.p7m", make_smime_deep, {"damaged"}),
    "openpgp-compressed": ("a.pgp", make_openpgp_compressed, set()),
    "openpgp-literal": ("a.pgp", make_openpgp_literal, {"damaged", "no-opener"}),
    "cfb-circle": ("a.doc", make_cfb_circle, {"damaged"}),
    "zip-60-000-members": ("a.zip", make_zip_60_000_members, set()),
    "zip-overlapping": ("a.zip", make_zip_overlapping, {"no-opener", READ}),
    "zip-million-links": ("a.zip", make_zip_million_links, {"limit-links", "limit-work"}),
    "tar-gz-members": ("a.tgz", make_tar_gz_members, {"limit-work"}),
    "onenote-lengths": ("a.one", make_onenote_lengths, {"damaged"}),
    "lnk-items": ("a.lnk", make_lnk_items, {"damaged"}),
    "svg-uses": ("a.svg", make_svg_uses, {READ}),
}


def write_mail(name, path):
    file_name, make, _ = BOMBS[name]
    with open(path, "wb") as out:
        out.write(b"From: a@sender.test\nSubject: a bomb\nMIME-Version: 1.0\n"
                  b'Content-Type: multipart/mixed; boundary="=_bomb"\n\n--=_bomb\n'
                  b'Content-Type: application/octet-stream; name="' + file_name.encode() + b'"\n'
                  b"Content-Transfer-Encoding: base64\n\n")
        out.write(base64.encodebytes(make()))
        out.write(b"--=_bomb\nContent-Type: text/plain\n\nhttps://last.example/" + name.encode()
                  + b"\n--=_bomb--\n")


def limit():
    resource.setrlimit(resource.RLIMIT_CPU, (MOST_SECONDS, MOST_SECONDS))
    # Sanitizers reserve more than any machine has.
    if os.environ.get("SANITIZED", "0") != "1":
        resource.setrlimit(resource.RLIMIT_AS, (MOST_MEMORY, MOST_MEMORY))


def run(tool, path):
    """The status, the records, and what it took: seconds of the clock and of processors, MiB of the
    largest process."""
    with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
        begin = time.monotonic()
        child = subprocess.Popen([tool, "links", "--jobs", "1", "--format", "jsonl", path], stdout=out,
                                 stderr=err, preexec_fn=limit)
        _, status, usage = os.wait4(child.pid, 0)
        child.returncode = os.waitstatus_to_exitcode(status)
        seconds = time.monotonic() - begin
        out.seek(0)
        err.seek(0)
        kept = {}
        counts = {}
        for line in out:
            record = json.loads(line)
            kind = record["kind"]
            counts[kind] = counts.get(kind, 0) + 1
            if kind != "link":
                kept.setdefault(kind, []).append(record)
            elif record["url"] and record["url"].startswith("https://last.example/"):
                kept.setdefault("last", []).append(record["url"])
        return (child.returncode, kept, counts, err.read()[-500:],
                (seconds, usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024))


def check(name, status, kept, err):
    """What is wrong."""
    told = {record["why"] for record in kept.get("unread", [])}
    notes = {record["code"] for record in kept.get("note", [])}
    allowed = BOMBS[name][2] | {"limit-documents"}
    if status != 0:
        yield f"status {status}: {err.decode(errors='replace')}"
    if kept.get("last") != [f"https://last.example/{name}"]:
        yield f"the last link is not told: {kept.get('last')}"
    if READ not in allowed and not told:
        yield f"nothing is told as unread; notes: {sorted(notes)}"
    if told - allowed:
        yield f"told as {sorted(told)}, and not {sorted(allowed)}"
    if "limit-documents" in told and "limit-documents" not in notes:
        yield f"no note tells of the limit: {sorted(notes)}"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--keep", metavar="FOLDER", type=pathlib.Path)
    parser.add_argument("--table", action="store_true")
    parser.add_argument("--make", metavar="FILE", help=argparse.SUPPRESS)
    parser.add_argument("names", metavar="NAME", nargs="*")
    options = parser.parse_args()
    if unknown := [name for name in options.names if name not in BOMBS]:
        parser.error(f"there is no bomb '{unknown[0]}'; there are {', '.join(BOMBS)}")
    if options.make:
        return write_mail(options.names[0], options.make)
    tool = os.environ.get("BASEWALK", "basewalk")
    wrong = 0
    if options.table:
        print("| bomb | KB | what is told | s | CPU s | MiB |\n|---|---|---|---|---|---|")
    with tempfile.TemporaryDirectory() as folder:
        for name in options.names or BOMBS:
            path = (options.keep or pathlib.Path(folder)) / f"{name}.eml"
            path.parent.mkdir(parents=True, exist_ok=True)
            # In a process of its own: the memory that a bomb is made in is not to be counted.
            subprocess.run([sys.executable, __file__, "--make", path, name], check=True)
            size = path.stat().st_size
            status, kept, counts, err, (seconds, cpu, memory) = run(tool, path)
            problems = list(check(name, status, kept, err))
            wrong += len(problems)
            why = ", ".join(sorted({record["why"] for record in kept.get("unread", [])})) or "-"
            if options.table:
                print(f"| {name} | {size / 1024:,.0f} | {why} | {seconds:.1f} | {cpu:.1f} | {memory:.0f} |",
                      flush=True)
            else:
                print(f"{name}: {size} bytes, {why}, {counts.get('link', 0)} links, {seconds:.1f} s, "
                      f"{cpu:.1f} s of processors, {memory:.0f} MiB", flush=True)
            for problem in problems:
                print(f"{name}: WRONG: {problem}", flush=True)
            if not options.keep:
                path.unlink()
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())

#!/usr/bin/env python3
"""codes_recall.py FOLDER TOOL: the codes (QR, Data Matrix, Aztec) that zbarimg and ZXingReader find
in the pictures of a folder, beside those of TOOL (the program basewalk), which gets each as the
attachment of a mail.  Prints a table of counts, and each code that one has and the other has not.

codes_recall.py --without N [--seed S] [--also FOLDER]... TOOL: N made pictures without a code, of
noise, gradients, stripes, tables, and of what codes are found by, and all pictures of the folders
and in the mail there in which no peer finds a code.  TOOL is to find none; what it finds is printed,
and the status is 1."""
import argparse
import base64
import collections
import email
import email.policy
import hashlib
import io
import json
import pathlib
import random
import struct
import subprocess
import sys
import tempfile
import zlib

try:
    from PIL import Image
except ImportError:
    Image = None

ENDINGS = (".png", ".jpg", ".jpeg", ".gif", ".webp", ".bmp", ".tif", ".tiff")
BEGINNINGS = (b"\x89PNG\r\n", b"\xff\xd8\xff", b"GIF8", b"BM", b"II*\0", b"MM\0*")


def by_zbar(path):
    done = subprocess.run(["zbarimg", "-q", "--nodbus", "--raw", "-Sdisable", "-Sqrcode.enable", path],
                          capture_output=True, timeout=120)
    return {line.strip() for line in done.stdout.decode("utf-8", "replace").splitlines() if line}


def by_zxing(path):
    done = subprocess.run(["ZXingReader", "-1", "-format", "QRCode,DataMatrix,Aztec", path],
                          capture_output=True, timeout=120)
    found = set()
    for line in done.stdout.decode("utf-8", "replace").splitlines():
        begin, end = line.find('"'), line.rfind('"')
        if 0 <= begin < end:
            found.add(line[begin + 1:end].strip())
    return found


def by_tool(tool, pictures):
    """Of each (name, bytes): what its codes have of URLs, and how many codes there are."""
    found = {name: (set(), 0, "") for name, _ in pictures}
    with tempfile.TemporaryDirectory() as folder:
        for number, (name, data) in enumerate(pictures):
            (pathlib.Path(folder) / f"{number}.eml").write_bytes(
                b"From: a@sender.test\nMIME-Version: 1.0\nContent-Type: application/octet-stream; "
                b'name="picture"\nContent-Transfer-Encoding: base64\n\n' + base64.encodebytes(data))
        done = subprocess.run([tool, "links", "--format", "jsonl", folder], capture_output=True)
        if done.returncode != 0:
            sys.exit(f"{tool}: status {done.returncode}: {done.stderr.decode()[-500:]}")
        for line in done.stdout.splitlines():
            record = json.loads(line)
            if record["kind"] not in ("link", "document", "unread"):
                continue
            name = pictures[int(pathlib.Path(record["source"]).stem)][0]
            urls, count, why = found[name]
            if record["kind"] == "link":
                urls.add(record["raw"])
            elif record["kind"] == "document":
                count = record["references"]
            else:
                why = record["why"]
            found[name] = (urls, count, why)
    return found


def pictures_below(folder):
    """The pictures of a folder and those in its mail, each once: (name, bytes)."""
    seen = set()
    for path in sorted(pathlib.Path(folder).rglob("*")):
        if not path.is_file():
            continue
        data = path.read_bytes()
        each = []
        if path.suffix.lower() in ENDINGS:
            each = [(path.name, data)]
        elif path.suffix.lower() == ".eml" or data[:5] in (b"From ", b"Retur", b"Recei", b"Deliv"):
            try:
                mail = email.message_from_bytes(data, policy=email.policy.compat32)
                each = [(f"{path.name}: {number}", part.get_payload(decode=True) or b"")
                        for number, part in enumerate(mail.walk()) if not part.is_multipart()]
            except (ValueError, LookupError, AssertionError):
                continue
        for name, body in each:
            is_picture = body.startswith(BEGINNINGS) or body[8:12] == b"WEBP"
            key = hashlib.sha256(body).digest()
            if is_picture and key not in seen:
                seen.add(key)
                yield name, body


def with_file(data, look):
    # By its bytes: zbarimg and ZXingReader ask for no ending.
    with tempfile.NamedTemporaryFile(suffix=".png" if data[:4] == b"\x89PNG" else ".img") as file:
        file.write(data)
        file.flush()
        return look(file.name)


def compare(folder, tool):
    pictures = list(pictures_below(folder))
    ours = by_tool(tool, pictures)
    rows, differences = collections.defaultdict(lambda: [0, 0, 0]), []
    for name, data in pictures:
        urls, count, why = ours[name]
        for peer, look in (("zbarimg", by_zbar), ("ZXingReader", by_zxing)):
            theirs = with_file(data, look)
            row = rows[peer]
            row[0] += len(theirs)
            # What is no URL shows in the number of codes alone.
            missed = {text for text in theirs if text not in urls and "://" in text}
            if not missed and len(theirs) > count:
                missed = {text for text in theirs if text not in urls}
            more = urls - theirs
            row[1] += len(missed)
            row[2] += len(more)
            differences += [f"{peer} only: {name}: {text[:80]} ({why})" for text in sorted(missed)]
            differences += [f"not {peer}: {name}: {text[:80]}" for text in sorted(more)]
    print(f"{len(pictures)} pictures; codes of ours: {sum(count for _, count, _ in ours.values())}\n")
    print("| | codes | theirs and not ours | ours and not theirs |\n|---|---|---|---|")
    for peer, (count, missed, more) in rows.items():
        print(f"| {peer} | {count} | {missed} | {more} |")
    print("\n".join(["", *differences]))


def png(rows):
    """Rows of grey, each as bytes."""
    def chunk(name, body):
        return struct.pack(">I", len(body)) + name + body + struct.pack(">I", zlib.crc32(name + body))
    head = struct.pack(">IIBBBBB", len(rows[0]), len(rows), 8, 0, 0, 0, 0)
    return (b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head)
            + chunk(b"IDAT", zlib.compress(b"".join(b"\0" + row for row in rows), 6))
            + chunk(b"IEND", b""))


def modules(cells, scale, margin):
    """Cells of black (true) and white, each `scale` pixels wide, with white around."""
    width = len(cells[0]) * scale + 2 * margin
    empty = [b"\xff" * width] * margin
    rows = []
    for line in cells:
        row = b"\xff" * margin + b"".join((b"\0" if cell else b"\xff") * scale for cell in line)
        rows += [row.ljust(width, b"\xff")] * scale
    return empty + rows + empty


def noise(rng):
    size = rng.randrange(8, 120)
    share = rng.uniform(0.2, 0.8)
    return modules([[rng.random() < share for _ in range(size)] for _ in range(size)],
                   rng.randrange(1, 6), rng.randrange(0, 20))


def grey_noise(rng):
    width = rng.randrange(20, 300)
    return [rng.randbytes(width) for _ in range(rng.randrange(20, 300))]


def gradient(rng):
    width, height = rng.randrange(20, 300), rng.randrange(20, 300)
    a, b, c = rng.randrange(-3, 4), rng.randrange(-3, 4), rng.randrange(1, 4)
    return [bytes((x * a + y * b) // c & 255 for x in range(width)) for y in range(height)]


def stripes(rng):
    line = []
    while len(line) < 100:
        line += [len(line) % 2 == 0] * rng.randrange(1, 5)
    rows = modules([line] * rng.randrange(10, 60), rng.randrange(1, 4), 10)
    return rows if rng.random() < 0.5 else turned(rows)


def turned(rows):
    return [bytes(column) for column in zip(*rows)]


def checkerboard(rng):
    width, height, cell = rng.randrange(4, 60), rng.randrange(4, 60), rng.randrange(1, 3)
    return modules([[(x // cell + y // cell) % 2 == 0 for x in range(width)] for y in range(height)],
                   rng.randrange(1, 8), rng.randrange(0, 20))


def table(rng):
    width, height = rng.randrange(40, 150), rng.randrange(40, 150)
    xs = {rng.randrange(width) for _ in range(8)} | {0, width - 1}
    ys = {rng.randrange(height) for _ in range(12)} | {0, height - 1}
    return modules([[x in xs or y in ys for x in range(width)] for y in range(height)],
                   rng.randrange(1, 3), 5)


def text(rng):
    """Glyphs of five by seven that are none, in words and lines."""
    glyphs = [[[rng.random() < 0.45 for _ in range(5)] for _ in range(7)] for _ in range(26)]
    cells = []
    for _ in range(rng.randrange(3, 12)):
        line = [rng.choice(glyphs) if rng.random() < 0.85 else None for _ in range(25)]
        for y in range(7):
            cells.append([cell for glyph in line
                          for cell in [*(glyph[y] if glyph else [False] * 5), False]])
        cells += [[False] * 150] * 3
    return modules(cells, rng.randrange(1, 4), 10)


def finder(cells, left, top, size=7, rings=(1, 0, 1)):
    """Squares in one another, the middle one of three by three."""
    for y in range(size):
        for x in range(size):
            ring = min(x, y, size - 1 - x, size - 1 - y)
            cells[top + y][left + x] = bool(rings[min(ring, len(rings) - 1)])


def nearly_qr(rng):
    """A QR code but for what it says: three finders, timing, and noise."""
    size = 17 + 4 * rng.randrange(1, 8)
    cells = [[rng.random() < 0.5 for _ in range(size)] for _ in range(size)]
    for i in range(size):
        cells[6][i] = cells[i][6] = i % 2 == 0
    for left, top in ((0, 0), (size - 7, 0), (0, size - 7))[:rng.randrange(1, 4)]:
        for y in range(max(0, top - 1), min(size, top + 8)):
            for x in range(max(0, left - 1), min(size, left + 8)):
                cells[y][x] = False
        finder(cells, left, top)
    return modules(cells, rng.randrange(2, 7), rng.randrange(4, 30))


def finders(rng):
    size = rng.randrange(30, 90)
    cells = [[False] * size for _ in range(size)]
    for _ in range(rng.randrange(3, 12)):
        finder(cells, rng.randrange(size - 7), rng.randrange(size - 7))
    return modules(cells, rng.randrange(2, 6), 10)


def nearly_micro_qr(rng):
    size = 11 + 2 * rng.randrange(4)
    cells = [[rng.random() < 0.5 for _ in range(size)] for _ in range(size)]
    for i in range(size):
        cells[0][i] = cells[i][0] = i % 2 == 0
    for i in range(8):
        cells[7][i] = cells[i][7] = False
    finder(cells, 0, 0)
    return modules(cells, rng.randrange(3, 9), rng.randrange(10, 30))


def nearly_data_matrix(rng):
    size = 2 * rng.randrange(5, 23)
    cells = [[rng.random() < 0.5 for _ in range(size)] for _ in range(size)]
    for i in range(size):
        cells[0][i], cells[i][size - 1] = i % 2 == 0, i % 2 == 1
        cells[size - 1][i] = cells[i][0] = True
    return modules(cells, rng.randrange(2, 7), rng.randrange(5, 30))


def nearly_aztec(rng):
    size = 15 + 4 * rng.randrange(5)
    cells = [[rng.random() < 0.5 for _ in range(size)] for _ in range(size)]
    at = size // 2
    for rings, bull in (((1, 0, 1, 0, 1), 9), ((1, 0, 1, 0, 1, 0, 1), 13))[:1 + (size > 18)][-1:]:
        finder(cells, at - bull // 2, at - bull // 2, bull, rings)
    return modules(cells, rng.randrange(2, 7), rng.randrange(5, 30))


KINDS = (noise, grey_noise, gradient, stripes, checkerboard, table, text, nearly_qr, finders,
         nearly_micro_qr, nearly_data_matrix, nearly_aztec)


def made(count, seed):
    for number in range(count):
        kind = KINDS[number % len(KINDS)]
        rows = kind(random.Random(f"{seed} {number}"))
        data = png(rows)
        # Every third as JPEG, whose edges are not sharp.
        if Image is not None and number % 3 == 2:
            out = io.BytesIO()
            Image.frombytes("L", (len(rows[0]), len(rows)), b"".join(rows)).save(out, "JPEG", quality=60)
            data = out.getvalue()
        yield f"{kind.__name__} {number}", data


def without(count, seed, folders, tool):
    pictures = list(made(count, seed))
    real = [each for folder in folders for each in pictures_below(folder)]
    with_codes = [name for name, data in real if with_file(data, by_zbar) | with_file(data, by_zxing)]
    pictures += [each for each in real if each[0] not in set(with_codes)]
    found = by_tool(tool, pictures)
    wrong = {name: urls for name, (urls, codes, _) in found.items() if codes > 0 or urls}
    jpegs = sum(data[:2] == b"\xff\xd8" for _, data in pictures[:count])
    print(f"{count} made pictures ({jpegs} of them JPEG), {len(pictures) - count} real ones in which no "
          f"peer finds a code ({len(with_codes)} with one left out): ours finds codes in {len(wrong)}")
    for name, urls in wrong.items():
        print(f"found in {name}: {sorted(urls) or 'no URL'}")
    return 1 if wrong else 0


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--without", metavar="N", type=int)
    parser.add_argument("--seed", metavar="S", type=int, default=1)
    parser.add_argument("--also", metavar="FOLDER", action="append", default=[])
    parser.add_argument("arguments", metavar="[FOLDER] TOOL", nargs="+")
    options = parser.parse_args()
    if options.without is not None:
        return without(options.without, options.seed, options.also, options.arguments[-1])
    if len(options.arguments) != 2:
        parser.error("FOLDER and TOOL are needed")
    return compare(*options.arguments)


if __name__ == "__main__":
    sys.exit(main())

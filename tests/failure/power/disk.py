# SPDX-License-Identifier: MIT
"""What a loss of power can leave of a folder, made from the log of what a run did there (record.cpp).

What was synced is there. Of all else a file has each block or not, in any order, with zeros where a block is missing,
and a size that may be ahead of the bytes. Of names there are two kinds of disk: one keeps them in the order in which
they were made, and each sync brings all that came before (a journal, as ext4 has); the other one keeps each or not
until its folder is synced, and a sync of a file says nothing of its name (what POSIX promises)."""
import os


class Before:
    """A folder as it is on disk before a run."""

    def __init__(self, root):
        self.root = root.stat().st_ino
        self.folders, self.files, self.entries = {self.root}, {}, {}
        for folder, names, files in os.walk(root):
            above = os.stat(folder).st_ino
            for name in names + files:
                path = os.path.join(folder, name)
                number = os.stat(path).st_ino
                self.entries[above, name] = number
                if name in names:
                    self.folders.add(number)
                else:
                    with open(path, "rb") as file:
                        self.files[number] = file.read()


class Steps:
    """The log with names resolved: ("write", file, at, bytes), ("size", file, bytes), ("sync", inode), ("names", effects)."""

    def __init__(self, data, root, before):
        self.before, self.root = before, str(root)
        self.folders = set(before.folders)
        entries = dict(before.entries)
        self.all = []
        at = 0
        while at < len(data):
            end = data.index(b"\n", at)
            *words, size = data[at:end].decode().split(" ")
            payload = data[end + 1 : end + 1 + int(size)]
            at = end + 1 + int(size)
            step = self.step(words, payload, entries)
            if step:
                self.all.append(step)

    def place(self, path, entries):
        """(inode of the folder, name) of a path below the root."""
        inner = os.path.normpath(path)[len(self.root) + 1 :].split("/")
        folder = self.before.root
        for name in inner[:-1]:
            folder = entries[folder, name]
        return folder, inner[-1]

    def step(self, words, payload, entries):
        what = words[0]
        if what == "write":
            return "write", int(words[1]), int(words[2]), payload
        if what == "size":
            return "size", int(words[1]), int(words[2])
        if what == "sync":
            return "sync", None if words[1] == "all" else int(words[1])
        if what == "say":
            return None
        effects = []
        paths = [path.decode() for path in payload.split(b"\0")]
        first = self.place(paths[0], entries)
        if what in ("file", "folder"):
            effects.append((first, int(words[1])))
            if what == "folder":
                self.folders.add(int(words[1]))
        elif what == "gone":
            effects.append((first, None))
        elif what == "link":
            effects.append((self.place(paths[1], entries), entries[first]))
        elif what == "rename":
            effects += [(self.place(paths[1], entries), entries[first]), (first, None)]
        for key, number in effects:
            if number is None:
                entries.pop(key, None)
            else:
                entries[key] = number
        return "names", effects


def state(steps, end, chance, harsh):
    """What may be there after a loss of power behind so many steps: {path: bytes, or None for a folder}."""
    files = dict(steps.before.files)  # on disk
    entries = dict(steps.before.entries)
    pending, names = {}, []

    def settle(number):
        files[number] = applied(files.get(number, b""), pending.pop(number, []))

    for step in steps.all[:end]:
        if step[0] in ("write", "size"):
            pending.setdefault(step[1], []).append(step)
        elif step[0] == "names":
            names.append(step[1])
        else:
            number = step[1]
            for each in [number] if number is not None else list(pending):
                settle(each)
            kept = []
            for effects in names:
                if number is None or not harsh or any(key[0] == number for key, _ in effects):
                    apply_names(entries, effects)
                else:
                    kept.append(effects)
            names = kept
    if harsh:
        for effects in names:
            if chance.random() < 0.5:
                apply_names(entries, effects)
    else:
        for effects in names[: chance.randrange(len(names) + 1)]:
            apply_names(entries, effects)
    style = chance.choice(("none", "all", "torn", "torn", "zeros", "some"))
    for number, writes in pending.items():
        files[number] = torn(files.get(number, b""), writes, chance, style)
    return materialised(steps, files, entries)


def apply_names(entries, effects):
    for key, number in effects:
        if number is None:
            entries.pop(key, None)
        else:
            entries[key] = number


def applied(data, writes):
    data = bytearray(data)
    for step in writes:
        if step[0] == "size":
            size = step[2]
            data = data[:size] + bytes(max(size - len(data), 0))
        else:
            _, _, at, more = step
            data += bytes(max(at - len(data), 0))
            data[at : at + len(more)] = more
    return bytes(data)


def torn(data, writes, chance, style):
    if style == "none":
        return data
    whole = applied(data, writes)
    if style == "all":
        return whole
    if style == "some":  # some of the writes, each of them wholly
        return applied(data, [step for step in writes if chance.random() < 0.6])
    block = chance.choice((512, 4096))
    result = bytearray()
    # Not before the end of what is there: what was synced is not cut off.
    first = min(len(data), len(whole))
    cut = len(whole) if style == "zeros" else chance.randrange(first, len(whole) + 1)
    for at in range(0, max(cut, 0), block):
        old, new = data[at : at + block], whole[at : at + block]
        part = new if chance.random() < 0.6 else old
        result += part[: cut - at].ljust(min(block, cut - at), b"\0")
    return bytes(result)


def materialised(steps, files, entries):
    below = {}
    for (folder, name), number in entries.items():
        below.setdefault(folder, []).append((name, number))
    result = {}

    def walk(folder, prefix):
        for name, number in sorted(below.get(folder, [])):
            if number in steps.folders:
                result[prefix + name] = None
                walk(number, prefix + name + "/")
            else:
                result[prefix + name] = files.get(number, b"")

    walk(steps.before.root, "")
    return result

#!/usr/bin/env python3
"""Reads mails with Dovecot, in batches, through doveadm and without a server.

Input and output are those of read_python.py.  Each batch is a Maildir of its own; the structure of each mail comes first,
then every section that is a leaf of one of them, with its transfer encoding undone (IMAP's BINARY)."""
import base64
import json
import os
import re
import subprocess
import sys
import tempfile

CONFIGURATION = """mail_location = maildir:{0}/Maildir
base_dir = {0}/run
ssl = no
log_path = {0}/log
first_valid_uid = 1
first_valid_gid = 0
mail_uid = {1}
mail_gid = {2}
"""
OWNER = (os.getuid(), os.getgid()) if os.getuid() else (65534, 65534)   # Dovecot reads no mail as root.
TOKEN = re.compile(r'\(|\)|"(?:[^"\\]|\\.)*"|[^\s()"]+|\{(\d+)\}\r?\n', re.S)


def cell(text):
    return base64.b64encode(text.encode('latin-1', 'replace') if isinstance(text, str) else text or b'').decode()


def fetch(folder, fields, uids):
    done = subprocess.run(['doveadm', '-c', f'{folder}/configuration', '-f', 'json', 'fetch', ' '.join(fields), 'uid',
            ','.join(uids)], capture_output=True,
                          env={**os.environ, 'HOME': folder, 'USER': 'reader'}, timeout=600)
    # What it writes are bytes in strings of JSON, with some of them as they are.
    text, rows, decoder = done.stdout.decode('latin-1'), [], json.JSONDecoder(strict=False)
    at = text.find('{')
    while at >= 0:
        try:
            row, at = decoder.raw_decode(text, at)
        except ValueError:
            break
        rows.append(row)
        at = text.find('{', at)
    return rows


def bodies_of(folder, found, uids):
    """The sections of several mails: by mail, by section."""
    bodies = {}
    while uids:
        sections = sorted({leaf[0] for uid in uids for leaf in found[uid]})
        rows = fetch(folder, ['uid'] + [f'binary.{s}' for s in sections], uids) if sections else []
        # Where it stops at a section that it cannot decode, the columns of the rows that follow are shifted.
        good = 0
        while good < min(len(rows), len(uids)) and rows[good]['uid'] == uids[good]:
            bodies[uids[good]] = rows[good]
            good += 1
        if good == len(uids) or not sections:
            break
        good = max(good, 1)
        stopped, uids = uids[good - 1], uids[good:]
        bodies[stopped] = {}
        for section in sorted({leaf[0] for leaf in found[stopped]}):
            for row in fetch(folder, ['uid', f'binary.{section}'], [stopped]):
                bodies[stopped].update(row)
    return bodies


def parsed(text):
    """The lists of a BODYSTRUCTURE."""
    stack = [[]]
    for match in TOKEN.finditer(text):
        token = match[0]
        if token == '(':
            stack.append([])
        elif token == ')':
            if len(stack) > 1:
                done = stack.pop()
                stack[-1].append(done)
        else:
            stack[-1].append(None if token == 'NIL' else re.sub(r'\\(.)', r'\1',
                    token[1:-1]) if token.startswith('"') else token)
    return stack[0]


def parameter(pairs, name):
    pairs = pairs if isinstance(pairs, list) else []
    return next((pairs[i + 1] for i in range(0, len(pairs) - 1, 2) if str(pairs[i]).lower() == name), None) or ''


def leaves(node, section=''):
    """Section, type, charset and file name of each leaf."""
    left = [(node, section)]
    while left:
        node, section = left.pop()
        if not node:
            continue
        if isinstance(node[0], list):
            for i, child in enumerate(c for c in node if isinstance(c, list) and c and (isinstance(c[0],
                    list) or len(c) >= 7)):
                left.append((child, f'{section}.{i + 1}' if section else str(i + 1)))
            continue
        media = f'{node[0]}/{node[1]}'.lower()
        if media == 'message/rfc822' and len(node) > 8 and isinstance(node[8], list):
            inner = node[8]
            multipart = inner and isinstance(inner[0], list)
            left.append((inner, section or '1') if multipart else (inner, f'{section or "1"}.1'))
            continue
        disposition = next((c for c in node[3:] if isinstance(c, list) and len(c) == 2 and isinstance(c[1], list)),
                [None, []])
        yield section or '1', media, parameter(node[2], 'charset'), parameter(disposition[1],
                'filename') or parameter(node[2], 'name')


def read(paths):
    with tempfile.TemporaryDirectory() as folder:
        for name in ('Maildir', 'Maildir/cur', 'Maildir/new', 'Maildir/tmp', 'run'):
            os.mkdir(f'{folder}/{name}')
        with open(f'{folder}/configuration', 'w', encoding='utf-8') as file:
            file.write(CONFIGURATION.format(folder, *OWNER))
        for i, path in enumerate(paths):
            with open(path, 'rb') as source, open(f'{folder}/Maildir/cur/{i:09d}', 'wb') as copy:
                copy.write(source.read())
        if not os.getuid():
            for name, _, files in os.walk(folder):
                for one in [name] + [os.path.join(name, f) for f in files]:
                    os.chown(one, *OWNER)
        left, structures = ['1:*'], []
        while left:
            structures += fetch(folder, ['uid', 'imap.bodystructure'], left)
            last = int(structures[-1]['uid']) if structures else 0
            # Behind a mail that it cannot read.
            left = [f'{last + 2}:{len(paths)}'] if last + 2 <= len(paths) and left != [f'{last + 2}:{len(paths)}'] else []
        with open(f'{folder}/Maildir/dovecot-uidlist', encoding='latin-1') as file:
            uid_of = {int(line.split(':')[1]): line.split()[0] for line in list(file)[1:]}
        found, together, alone = {}, {}, []
        for row in structures:
            tree = parsed(row['imap.bodystructure'])
            found[row['uid']] = list(leaves(tree))
            deep = len(found[row['uid']]) > 8 or any(s.count('.') > 3 for s, *_ in found[row['uid']])
            alone.append(row['uid']) if deep else together.setdefault('all', []).append(row['uid'])
        groups = ([together['all']] if together else []) + [[uid] for uid in alone]
        bodies = {}
        for uids in groups:
            bodies.update(bodies_of(folder, found, uids))
        for i, path in enumerate(paths):
            uid = uid_of.get(i)
            for section, media, charset, name in found.get(uid, ()):
                body = bodies.get(uid, {}).get(f'binary.{section}')
                if body:
                    print('part', cell(media), cell(charset), cell(name), '', cell(body), 'bytes', sep='\t')
            print('end', path, sep='\t')
        sys.stdout.flush()


batch = []
for line in sys.stdin:
    path = line.rstrip('\n')
    if path:
        batch.append(path)
    elif batch:
        read(batch)
        batch = []
if batch:
    read(batch)

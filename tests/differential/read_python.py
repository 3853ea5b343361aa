#!/usr/bin/env python3
"""Reads mails with Python's email package: read_python.py old|new.

Like every reader it takes the path of a mail from each line of its input (an empty line ends a batch) and writes a line
for each part that it shows, `part TYPE CHARSET NAME BASES DATA HOW`, then the line `end PATH`.  Tabs divide; all but
the first and the last column are base64; BASES are divided by LF; HOW is `bytes` where the charset is not decoded yet."""
import base64
import email
import email.policy
import sys
import warnings

warnings.simplefilter('ignore')
POLICY = {'old': email.policy.compat32, 'new': email.policy.default}[sys.argv[1]]
NEW = sys.argv[1] == 'new'


def cell(value):
    if isinstance(value, str):
        value = value.encode('utf-8', 'surrogateescape')
    return base64.b64encode(value or b'').decode()


def ask(what, *arguments):
    """What the package says, or None where it fails: a reader shows the rest of the mail all the same."""
    try:
        return what(*arguments)
    except Exception:
        return None


def show(part, bases):
    data, how = None, 'bytes'
    media = ask(part.get_content_type) or 'text/plain'
    if NEW and media.startswith('text/'):
        text = ask(part.get_content)
        if isinstance(text, str):
            data, how = text.encode('utf-8', 'replace'), 'text'
    if data is None:
        data = ask(part.get_payload, None, True)
    if not isinstance(data, bytes):
        return
    print('part', cell(media), cell(ask(part.get_content_charset)), cell(ask(part.get_filename)),
            cell('\n'.join(bases)), cell(data), how, sep='\t')


def read(path):
    with open(path, 'rb') as file:
        stack = [(email.message_from_binary_file(file, policy=POLICY), [])]
    while stack:
        part, bases = stack.pop()
        own = [str(v).replace('\n', '') for v in (ask(part.get, name) for name in ('Content-Base',
                'Content-Location')) if v]
        if part.is_multipart():
            stack += [(child, own + bases) for child in part.get_payload()]
        else:
            show(part, own + bases)


for line in sys.stdin:
    path = line.rstrip('\n')
    if path:
        try:
            read(path)
        except (RecursionError, ValueError, LookupError, AttributeError, TypeError, IndexError,
                AssertionError) as error:
            print('failed', type(error).__name__, sep='\t')
        print('end', path, sep='\t', flush=not line)
    sys.stdout.flush()

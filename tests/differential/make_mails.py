#!/usr/bin/env python3
"""Makes mails full of doubts: places that mail programs read in different ways.

    make_mails.py [--seed N] [--count N] [--first N] [--kinds KIND,...] -o FOLDER

Mail N of a seed is always the same.  Every link leads to a host of its own, hK.mN.example, so that it can be
told which of them a reader opens.  FOLDER gets N.eml, and the last lines count the mails of each kind.  A mail
has one kind of doubt, or several, side by side in a multipart or each within the other; `control` has none."""
import argparse
import base64
import binascii
import collections
import pathlib
import random
import re
import sys

Mail = collections.namedtuple('Mail', 'number kinds stacked data')


class Entity:
    """Lines of a header (some with folds in them) and a body; every line ends with LF until the end."""

    def __init__(self, fields, body):
        self.fields, self.body = list(fields), body

    def bytes(self):
        return b''.join(field + b'\n' for field in self.fields) + b'\n' + self.body


class Maker:
    def __init__(self, seed, number):
        self.random = random.Random(f'{seed}.{number}')
        self.number, self.hosts, self.stack = number, 0, []

    # What every mail is made of.

    def pick(self, *choices):
        return self.random.choice(choices)

    def chance(self, part):
        return self.random.random() < part

    def host(self):
        self.hosts += 1
        return f'h{self.hosts}.m{self.number}.example'

    def url(self):
        return self.pick('https', 'https', 'http', 'HTTPS') + '://' + self.host() + self.pick('', '/', '/a',
                '/a/b?c=d', '/a?b=c#d', '/%41/')

    def quoted(self, url):
        """The URL as the value of an attribute, with some of its characters as references."""
        def refer(c):
            return self.pick(f'&#{ord(c)};', f'&#x{ord(c):x};', f'&#X{ord(c):04X};', {':': '&colon;', '/': '&sol;',
                    '.': '&period;'}.get(c, c))
        if self.chance(0.15):
            url = ''.join(refer(c) if self.chance(0.3) else c for c in url)
        if self.chance(0.1):
            url = self.pick(' ', '\n', '\t') + url + self.pick(' ', '\n', '')
        mark = self.pick('"', '"', "'")
        if self.chance(0.1) and not set(url) & set(' \n\t'):
            mark = ''
        return mark + url + mark

    def anchor(self, url):
        name = self.pick('href', 'href', 'HREF', 'href ', 'title="x > y" href')
        return f'<{self.pick("a", "A", "a")} {name}={self.quoted(url)}>{self.pick("x", "pay here", "<b>x</b>")}</a>'

    def link(self):
        shape = self.random.randrange(10)
        if shape < 6:
            return self.anchor(self.url())
        if shape == 6:
            return f'<map><area href={self.quoted(self.url())}></map>'
        if shape == 7:
            return f'<form method=post action={self.quoted(self.url())}><input type=submit></form>'
        if shape == 8:
            return f'<p>see {self.url()} for more</p>'
        return f'<iframe src={self.quoted(self.url())}></iframe>'

    def page(self):
        head, body = '', self.link()
        if self.chance(0.15):
            head = f'<base href={self.quoted("https://" + self.host() + "/a/")}>'
            body = '<a href="b/c">x</a>'
        if self.chance(0.2):
            body += '\n' + self.link()
        if self.chance(0.3):
            return head + body + '\n'
        return f'<html>\n<head>{head}<title>t</title></head>\n<body>\n{body}\n</body>\n</html>\n'

    def plain(self):
        url = self.url()
        return self.pick(f'see {url} now\n', f'{url}\n', f'<{url}>\n', f'line\nline\n{url} and more\n', f'"{url}"\n')

    def encoded(self, data, way):
        """The bytes as their transfer encoding has them; lines end with LF."""
        if way == 'base64':
            digits, width = base64.b64encode(data), self.pick(76, 76, 60, 72, 4, 998)
            return b''.join(digits[i:i + width] + b'\n' for i in range(0, len(digits), width))
        if way == 'quoted-printable':
            out, line = [], 0
            for c in data:
                if c == 10 and b'\0' not in data:
                    out.append('\n'); line = 0
                    continue
                piece = chr(c) if 32 < c < 127 and c != 61 and self.random.random() > 0.05 else '=%02X' % c
                if line + len(piece) > self.pick(40, 75, 75, 75):
                    out.append('=\n'); line = 0
                out.append(piece); line += len(piece)
            return ''.join(out).encode()
        return data

    def type_field(self, media, charset=None):
        text = self.pick('Content-Type: ', 'Content-Type: ', 'Content-type: ', 'content-type:', 'CONTENT-TYPE:  ',
                'Content-Type:\n ') + media
        if charset:
            text += self.pick('; charset=', ';charset=', ';\n charset=', '; Charset=') + self.pick(charset,
                    f'"{charset}"')
        return text.encode()

    def encoding_field(self, way):
        return (self.pick('Content-Transfer-Encoding: ', 'Content-Transfer-Encoding:',
                'content-transfer-encoding: ') + self.pick(way, way, way.upper())).encode()

    def text(self):
        """A media type and the text of such a part."""
        return ('text/html', self.page()) if self.chance(0.75) else ('text/plain', self.plain())

    def leaf(self, media=None, text=None, way=None, charset=None):
        if text is None:
            media, text = self.text()
        way = way or self.pick('7bit', '7bit', 'base64', 'base64', 'quoted-printable', '')
        charset = charset or self.pick('utf-8', 'us-ascii', 'iso-8859-1', None)
        fields = [self.type_field(media, charset)] + ([self.encoding_field(way)] if way else [])
        if self.chance(0.3):
            fields.insert(self.random.randrange(len(fields) + 1), self.pick(b'Content-Disposition: inline',
                    b'Content-ID: <a@b.example>', b'Content-Description: d'))
        if self.chance(0.2):
            fields.reverse()
        return Entity(fields, self.encoded(text.encode() if isinstance(text, str) else text, way))

    def child(self):
        """What the next doubt of the stack makes, or a part without one."""
        return getattr(self, self.stack.pop())() if self.stack else self.leaf()

    def filler(self):
        return self.leaf('text/plain', 'nothing\n', self.pick('7bit', 'base64'))

    def boundary(self):
        return self.pick('', '=_', '----=_Part_', 'B',
                '000') + ''.join(self.random.choice('abcXYZ019') for _ in range(self.pick(1, 6, 20))) + self.pick('',
                '.', '_=')

    def parts(self, children, boundary, close=True):
        """The body of a multipart."""
        mark = b'--' + (boundary if isinstance(boundary, bytes) else boundary.encode())
        body = self.pick(b'', b'', b'This is a message in several parts.\n')
        for one in children:
            body += mark + b'\n' + one.bytes() + (b'\n' if self.chance(0.7) or not one.body.endswith(b'\n') else b'')
        return body + (mark + b'--\n' if close else b'')

    def multipart(self, children, boundary=None, subtype=None):
        boundary = boundary or self.boundary()
        subtype = subtype or self.pick('mixed', 'alternative', 'related')
        field = self.type_field('multipart/' + subtype) + f'{self.pick("; ", ";", ";" + chr(10) + " ")}boundary="{boundary}"'.encode()
        return Entity([field], self.parts(children, boundary))

    def message(self, inner):
        return Entity([self.type_field('message/rfc822')], self.whole(inner).bytes())

    def whole(self, entity):
        """The entity as a message: fields around its own."""
        more = [b'From: a@b.example', b'To: c@d.example', b'Subject: s', self.pick(*[b'MIME-Version: 1.0'] * 9,
                b'X-Mailer: x'), b'Date: Mon, 1 Jan 2024 00:00:00 +0000']
        cut = self.random.randrange(len(more) + 1)
        return Entity(more[:cut] + entity.fields + more[cut:], entity.body)

    def placed(self, entity):
        shape = self.random.randrange(20)
        if shape < 10:
            return entity
        if shape < 14:
            children = [entity] + [self.filler() for _ in range(self.pick(1, 1, 2))]
            self.random.shuffle(children)
            return self.multipart(children)
        if shape < 16:
            return self.multipart([self.filler(), self.leaf(), entity], subtype='mixed')
        if shape < 18:
            return self.message(entity)
        return self.multipart([self.filler(), self.multipart([entity])])

    # The doubts.

    def control(self):
        return self.leaf()

    def header_end(self):
        entity = self.child()
        h = self.host()
        strays = ('--x', ': ok', '<!--', '>From a@b.example', 'From a@b.example Mon Jan  1 00:00:00 2024',
                'X Scanner: ok', 'no colon here', '=?x', '--', '-', '--x: y',
                  '<textarea>', '<!-- x: y', '<p>', f'<base href="https://{h}/">', f'<a href="https://{h}/">',
                          f'see https://{h}/ now', 'Name : value', ':', ' ', '\t', ' \t ',
                  'X-\u00e9: a', 'X-Torn: begins\nand goes on', '\\', '"', '(comment)', 'X-A\tB: c', '\x0b',
                          '\x7fX: y', '.', '>', '> X-Quoted: y', 'MIME-Version')
        for _ in range(self.pick(1, 1, 1, 2, 3)):
            entity.fields.insert(self.random.randrange(len(entity.fields) + 1), self.pick(*strays).encode('latin-1'))
        if self.chance(0.3):
            entity.fields.append(self.pick(f'X-See: https://{self.host()}/',
                    f'X-Page: <a href="https://{self.host()}/a">x</a>',
                    f'X-Base: <base href="https://{self.host()}/">').encode())
        if self.chance(0.05):
            entity.fields.insert(0, b'')
        return entity

    def line_ends(self):
        entity = self.child()
        shape = self.random.randrange(7)
        if shape == 0:      # A field behind a bare CR.
            at = self.random.randrange(len(entity.fields))
            entity.fields[at] = b'X-A: b\r' + entity.fields[at]
        elif shape == 1:    # Two fields on one line.
            entity.fields = [b'\r'.join(entity.fields)]
        elif shape == 2:    # The header ends with CR CR.
            entity.fields[0] += b'\r\r' + self.pick(b'', self.plain().encode(), self.page().encode())
        elif shape == 3:    # A delimiter behind a bare CR.
            b = self.boundary()
            body = self.parts([self.filler()], b, close=False) + b'text\r--' + b.encode() + self.pick(b'\n',
                    b'\r') + entity.bytes() + f'\n--{b}--\n'.encode()
            return Entity([f'Content-Type: multipart/mixed; boundary="{b}"'.encode()], body)
        elif shape == 4:    # Bare CR everywhere.
            b = self.boundary()
            whole = self.multipart([self.filler(), entity], b)
            whole.body = whole.body.replace(b'\n', b'\r')
            return whole
        elif shape == 5:    # CR CR LF.
            entity.fields = [f + b'\r\r' for f in entity.fields] if self.chance(0.5) else entity.fields[:1] + [f + b'\r' for f in entity.fields[1:]]
        else:               # Other characters that end a line for some.
            at = self.random.randrange(len(entity.fields))
            entity.fields[at] = b'X-A: b' + self.pick(b'\x0b', b'\x0c', b'\x1c', b'\x85', b'\xc2\x85',
                    b'\xe2\x80\xa8', b'\0') + entity.fields[at]
        return entity

    def type_duplicate(self):
        shape = self.random.randrange(5)
        if shape == 0:      # Two texts.
            first, second = self.pick(('text/plain', 'text/html'), ('text/html', 'text/plain'),
                    ('application/octet-stream', 'text/html'), ('image/png', 'text/html'), ('text/x-y', 'text/html'))
            entity = self.leaf('text/html', self.page())
            entity.fields = [f for f in entity.fields if not f.lower().startswith(b'content-type')]
            fields = [self.type_field(first), self.type_field(second)]
            if self.chance(0.2):
                fields.append(self.type_field(self.pick('text/plain', 'text/html')))
        elif shape == 1:    # Two boundaries.
            a, b = 'A' + self.boundary(), 'B' + self.boundary()
            body = self.parts([self.filler()] + ([self.child()] if self.chance(0.4) else []), a,
                    close=self.chance(0.5)) + self.parts([self.child()], b)
            entity = Entity([], body)
            fields = [f'Content-Type: multipart/{self.pick("mixed", "alternative")}; boundary="{x}"'.encode() for x in (a, b)]
        elif shape == 2:    # A text that is a multipart as well.
            a = self.boundary()
            entity = Entity([], self.parts([self.child()], a))
            fields = [f'Content-Type: multipart/mixed; boundary="{a}"'.encode(),
                    self.type_field(self.pick('text/plain', 'text/html', 'application/octet-stream', 'message/rfc822'))]
        elif shape == 3:    # A message.
            entity = Entity([], self.whole(self.child()).bytes())
            fields = [self.type_field('message/rfc822'), self.type_field(self.pick('text/plain',
                    'application/octet-stream', 'text/html'))]
        else:               # Two encodings, two charsets.
            way = self.pick('base64', 'quoted-printable')
            entity = self.leaf('text/html', self.page(), way)
            fields = [self.encoding_field(self.pick('7bit', '8bit', 'binary', 'quoted-printable', 'base64', 'x-y')),
                    b'X-A: b']
        self.random.shuffle(fields)
        if self.chance(0.3):
            fields.insert(1, b'X-Between: y')
        entity.fields = entity.fields + fields if self.chance(0.5) else fields + entity.fields
        return entity

    def boundary_value(self):
        a, b = self.boundary().rstrip('.') + 'q', self.boundary() + 'r'
        word = base64.b64encode(a.encode()).decode()
        half = self.random.randrange(len(a) + 1)
        # The parameters, and what some reader takes for the boundary.
        text, values = self.pick(
            (f'boundary={a}; boundary={b}', (a, b)), (f'boundary="{a}"; x=y; boundary="{b}"', (a, b)),
                    (f'boundary*0="{a[:half]}"; boundary*1="{a[half:]}"', (a,)),
            (f'boundary*1="{a[half:]}"; boundary*0="{a[:half]}"', (a,)), (f'boundary*0={b}; boundary={a}', (a, b)),
                    (f"boundary*=utf-8''{a}", (a,)),
            (f"boundary*=utf-8''%{ord(a[0]):02X}{a[1:]}; boundary={b}", (a, b)),
                    (f"boundary*0*=utf-8''{a[:half]}; boundary*1={a[half:]}", (a,)),
            (f'boundary="=?utf-8?q?{a}?="', (a, f'=?utf-8?q?{a}?=')), (f'boundary="=?us-ascii?b?{word}?="', (a,
                    f'=?us-ascii?b?{word}?=')), (f'boundary==?utf-8?q?{a}?=', (a, f'=?utf-8?q?{a}?=')),
            ('boundary=""', ('',)), ('boundary=', ('',)), ('', ('', a)), ('boundary', ('',)), (f'boundary={a} {b}',
                    (a, f'{a} {b}')), (f'boundary={a}\t{b}', (a, f'{a}\t{b}')),
            (f'boundary (c)={a}', (a,)), (f'boundary=(c){a}', (a, f'(c){a}')), (f'boundary={a}(c)', (a, f'{a}(c)')),
                    (f'boundary={a} (c)', (a, f'{a} (c)')), (f'(c) boundary={a}', (a,)),
            (f'boundary(boundary={b})={a}', (a, b)), (f'(boundary={b}) boundary={a}', (a, b)),
                    (f'boundary="{a[:half]}\\{a[half:]}"', (a, f'{a[:half]}\\{a[half:]}')), (f'boundary="{a}', (a,
                    f'"{a}')),
            (f'boundary={a}"', (a, f'{a}"')), (f'boundary="{a} "', (a, f'{a} ')), (f'boundary=" {a}"', (a, f' {a}')),
                    (f"boundary='{a}'", (a, f"'{a}'")), (f'boundary="{a}"{b}', (a, a + b)),
            (f'boundary={a}"{b}"', (a, f'{a}"{b}"', a + b)), (f'boundary={a}={b}', (a, f'{a}={b}')),
                    (f'boundary={a}/{b}', (a, f'{a}/{b}')), (f'boundary={a}:{b}', (a, f'{a}:{b}')),
            (f'boundary={a},{b}', (a, f'{a},{b}')), (f'boundary="{a};{b}"', (f'{a};{b}', f'"{a}', a)),
                    (f'boundary={a}@{b}', (a, f'{a}@{b}')), (f'boundary=<{a}>', (a, f'<{a}>')),
            (f'Boundary={a}', (a,)), (f'boundary = {a}', (a,)), (f'boundary\t=\t"{a}"', (a,)), (f'boundary=\n {a}',
                    (a,)), (f'boundary="{a}\n {b}"', (a, f'{a} {b}', f'{a}{b}')), (f'boundary={a}\n {b}', (a,
                    f'{a} {b}', f'{a}{b}')),
            (f'boundary={a.swapcase()}', (a, a.swapcase())), (f'charset="x; boundary={b}"; boundary={a}', (a, b)),
                    (f'name="y; boundary={b}; boundary={a}', (a, b)), (f'x=boundary={b}; boundary={a}', (a, b)),
            (f'xboundary={b}; boundary={a}', (a, b)), (f'boundary={a},boundary={b}', (a, b, f'{a},boundary={b}')),
                    (f'boundary={a} boundary={b}', (a, b)), (f'; ; boundary={a};;', (a,)),
            (f'boundary="{"x" * 70 + a}"', ('x' * 70 + a, 'x' * 70)), (f'boundary="{a}\u00e9"', (a, f'{a}\u00e9')),
                    (f'boundary="{a}\0{b}"', (a, f'{a}\0{b}', a + b)), (f'boundary="{a}\\""', (a, f'{a}"', f'{a}\\"')),
            (f'boundary="{a}"; boundary*={b}', (a, b)), (f'boundary="--{a}"', (a, f'--{a}')), (f'boundary="{a}--"',
                    (a, f'{a}--')), (f'boundary=%41{a}', (f'A{a}', f'%41{a}')))
        values = list(values)
        if self.chance(0.3):
            values = [self.random.choice(values)]
        elif self.chance(0.5):
            self.random.shuffle(values)
        close = self.chance(0.5)
        body = b''.join(self.parts([self.child()] + ([self.filler()] if self.chance(0.2) else []),
                v.encode('latin-1'), close=close or self.chance(0.3)) for v in values)
        semicolon = self.pick('; ', '; ', ';', ';\n ', ' ; ') if text else ''
        subtype = self.pick('mixed', 'mixed', 'alternative', 'related', 'digest') if self.chance(0.5) else 'mixed'
        return Entity([f'Content-Type: multipart/{subtype}{semicolon}{text}'.encode('latin-1')], body)

    def boundary_prefix(self):
        b = self.boundary()
        line = '--' + b
        odd = self.pick(line + 'x', line + ' x', line + '--x', line + ' ', line + '\t ', line + '-', line + '- -',
                line + '-- ', line + '--\t', ' ' + line, '-' + line, line + '.', line + ':',
                line.upper() if line.upper() != line else line.lower(),
                        '- ' + line, '>' + line, line + '\0', line + '\x0b', line + '\u00a0', line + '\r',
                                line + '-- x', line + ';', line + '"', line[1:], line + '----')
        odd = odd.encode('latin-1')
        shape = self.random.randrange(3)
        if shape == 0:
            inner = b + self.pick('', 'x', '-', '--', '.1', 'b')
            children = [self.multipart([self.child()] + ([self.filler()] if self.chance(0.5) else []), inner),
                    self.leaf() if self.chance(0.4) else self.filler()]
            return self.multipart(children, b, 'mixed')
        body = self.parts([self.filler()], b,
                close=False) if shape == 1 or self.chance(0.5) else line.encode() + b'\nContent-Type: text/plain\n\nnothing\n'
        body += odd + b'\n' + self.child().bytes()
        if self.chance(0.5):
            body += b'\n' + line.encode() + b'\n' + self.filler().bytes()
        body += b'\n' + line.encode() + b'--\n' if self.chance(0.7) else b''
        return Entity([f'Content-Type: multipart/{self.pick("mixed", "alternative")}; boundary="{b}"'.encode()], body)

    def behind_close(self):
        b = self.boundary()
        line = b'--' + b.encode()
        shape = self.random.randrange(6)
        first = self.parts([self.filler()], b)
        if shape == 0:      # Parts go on.
            body = first + line + b'\n' + self.child().bytes() + self.pick(b'\n' + line + b'--\n', b'', b'\n')
        elif shape == 1:    # A header and a body without a delimiter.
            body = first + self.pick(b'', b'\n') + self.child().bytes()
        elif shape == 2:    # The epilogue's text.
            body = first + self.plain().encode() if self.chance(0.5) else first + self.page().encode()
        elif shape == 3:    # The inner multipart goes on behind the outer one's end, or within it.
            c = 'c' + self.boundary()
            inner = self.multipart([self.filler()], c, 'mixed')
            tail = b'--' + c.encode() + b'\n' + self.child().bytes() + b'\n--' + c.encode() + b'--\n'
            body = line + b'\n' + inner.bytes() + (tail + line + b'--\n' if self.chance(0.5) else line + b'--\n' + tail)
        elif shape == 4:    # In the preamble.
            body = self.pick(self.plain().encode(), self.page().encode(), b'\n' + self.child().bytes()) + first
        else:               # The delimiter behind a bare CR, or without an end of the line before it.
            body = first + self.pick(b'text\r', b'text\0', b'text ', b'\r',
                    b'\r\r') + line + b'\n' + self.child().bytes() + b'\n' + line + b'--\n'
        if self.chance(0.2):
            body = body.replace(line + b'--\n', line + b'--\n' + line + b'--\n', 1)
        return Entity([f'Content-Type: multipart/{self.pick("mixed", "alternative", "related")}; boundary="{b}"'.encode()], body)

    def transfer(self):
        way = self.pick('base64', 'base64', 'quoted-printable', 'quoted-printable', '7bit', 'uu')
        real = 'base64' if way == '7bit' and self.chance(0.5) else way
        names = {'base64': ('base64 x', 'base64;x', 'base64,', 'base64, x', 'x-base64', '"base64"', '(c) base64',
                'base64 (c)', 'base64(c)', '=?utf-8?q?base64?=', '=?us-ascii?b?YmFzZTY0?=', 'base-64', 'b',
                'base64\t', '\n base64', '\tbase64',
                            'base64\n x', '8bit base64', 'base64 8bit', 'base64.', "'base64'", 'base 64', 'base64:',
                                    'base64; x=y', 'base64=', 'base64/', '<base64>',
                                    'bаse64'.encode('utf-8').decode('latin-1'), 'base64\0', 'base64\x0b', 'base64\r',
                                    'x-base-64', 'BASE64'),
                 'quoted-printable': ('quoted-printable;', 'quoted-printable x', 'x-quoted-printable',
                         'quoted_printable', 'qp', 'q', 'quoted printable', '"quoted-printable"',
                         'quoted-printable (c)', '(c)quoted-printable', '=?utf-8?q?quoted-printable?=',
                                      'Quoted-Printable', 'quoted-printable, base64', 'quotedprintable',
                                              'quoted-printable:', 'x-qp', '\n quoted-printable'),
                 '7bit': ('', '7bit base64', '8bit', 'binary', 'none', 'x-y', '7-bit', 'identity', 'us-ascii',
                         'utf-8', '7bit;', 'base64', 'quoted-printable', 'gzip', 'deflate', '7bit; x=base64',
                         '7bit (base64)'),
                 'uu': ('x-uuencode', 'uuencode', 'x-uue', 'uue', 'x-uu', 'base64', '7bit')}[way]
        kind, text = self.text()
        if way == 'uu':
            lines = [b'begin 644 a.html\n']
            data = text.encode()
            lines += [binascii.b2a_uu(data[i:i + 45]) for i in range(0, len(data), 45)] + [b'`\nend\n']
            entity = Entity([self.type_field(kind)], b''.join(lines))
        elif way == '7bit' and self.chance(0.3) or self.chance(0.12):     # The encoding of what has parts.
            inner = self.multipart([self.child()]) if self.chance(0.5) else self.message(self.child())
            entity = Entity(inner.fields, self.encoded(inner.body, real))
        else:
            entity = Entity([self.type_field(kind)], self.encoded(text.encode(), real))
        field = (self.pick('Content-Transfer-Encoding: ', 'Content-Transfer-Encoding:', 'content-transfer-encoding: ',
                'Content-Transfer-Encoding :', 'Content-Encoding: ') + self.random.choice(names)).encode('latin-1')
        entity.fields.insert(self.random.randrange(len(entity.fields) + 1), field)
        if way == 'quoted-printable' and self.chance(0.4):
            entity.body = self.odd_escapes(entity.body)
        return entity

    def odd_escapes(self, body):
        """Quoted-printable as nobody should write it."""
        shape = self.random.randrange(8)
        if shape == 0:
            return b''.join(p if i == 0 else p[:3].lower() + p[3:] for i, p in enumerate(body.replace(b'=',
                    b'\1=').split(b'\1')))
        if shape == 1:
            return body.replace(b'=\n', b'= \t\n')
        if shape == 2:
            return body.replace(b'=', b'==', 1)
        if shape == 3:
            return body.replace(b'=\n', b'=\r')
        at = self.random.randrange(len(body) + 1)
        return body[:at] + self.pick(b'=', b'=X', b'=\n', b'=4', b'=\n=\n', b'=\r\n', b'=0', b'= ') + body[at:]

    def base_64(self):
        kind, text = self.text()
        odd = ''.join(self.random.choice('\u00fb\u00ff\u00fe\u00bf\u00ef') for _ in range(3 * self.pick(0, 1, 2)))
        data = (odd + text).encode('latin-1') if kind != 'text/html' or self.chance(0.5) else f'<p>{odd}</p>{text}'.encode('latin-1')
        digits = base64.b64encode(data)
        shape = self.random.randrange(11)
        if shape == 0:
            digits = digits.replace(b'+', b'-').replace(b'/', b'_')
        elif shape == 1:
            for _ in range(self.pick(1, 1, 2, 4)):
                at = self.random.randrange(len(digits))
                digits = digits[:at] + self.pick(b'-', b'_', b'!', b'.', b'*', b' ', b'\0', b'\xe9', b'--', b'----',
                        b'____', b'~', b',', b'\t', b'%', b':', b'#', b'\r', b'(c)') + digits[at:]
        elif shape == 2:
            at = self.random.randrange(len(digits))
            digits = digits[:at] + self.pick(b'=', b'==', b'===', b'====') + digits[at:]
        elif shape == 3:
            digits = digits.rstrip(b'=')
        elif shape == 4:
            digits = base64.b64encode(b'text ') + digits
        elif shape == 5:
            digits += self.pick(b'', b'=') + b'\n' + self.pick(self.plain().encode(), self.page().encode(),
                    b'--\nlist footer ' + self.url().encode() + b'\n')
        elif shape == 6:
            digits += self.pick(b'A', b'AA', b'AAA', b'A=', b'====')
        elif shape == 7:
            digits = self.pick(b'=', b'==', b'-', b'_', b'----', b'\n\n', b'text:\n', b'begin-base64 644 a\n') + digits
        elif shape == 8:
            digits = base64.b64encode(data[:3 * (len(data) // 6)] + b'\n ') + b'\n' + base64.b64encode(data[3 * (len(data) // 6):])
        elif shape == 9:
            digits = base64.b64encode(data + b'x' * (-(len(data) + 1) % 3)) + self.pick(b'-', b'\n-\n',
                    b'') + base64.b64encode(self.page().encode())
        else:
            digits = b'\n'.join(digits[i:i + 1] for i in range(len(digits))) if self.chance(0.2) else digits.replace(b'I', b'I \t', 3)
        width = self.pick(76, 76, 60, 77, 998, 5)
        body = b'\n'.join(line[i:i + width] for line in digits.split(b'\n') for i in range(0, max(1, len(line)),
                width)) + self.pick(b'\n', b'', b'\n\n')
        return Entity([self.type_field(kind, self.pick('iso-8859-1', 'windows-1252')), self.encoding_field('base64')],
                body)

    def charset(self):
        kind, text = self.text()
        plain = text.replace('\n', '\r\n')
        shape = self.random.randrange(9)
        utf7 = lambda s: ''.join(c if c.isalnum() or c in ' \r\n' or self.chance(0.3) and c in "'(),-./:?" else '+' + base64.b64encode(c.encode('utf-16-be')).decode().rstrip('=') + '-' for c in s)
        name, codec = self.pick(('utf-16le', 'utf-16-le'), ('utf-16be', 'utf-16-be'), ('utf-16', 'utf-16'), ('utf-32',
                'utf-32'), ('utf-32le', 'utf-32-le'), ('utf-32be', 'utf-32-be'), ('ibm037', 'cp037'), ('cp037',
                'cp037'), ('ibm500', 'cp500'),
                                ('ibm1047', 'cp037'), ('ebcdic-cp-us', 'cp037'), ('cp1140', 'cp1140'), ('cp437',
                                        'cp437'), ('utf-8', 'utf-8'), ('gb18030', 'gb18030'), ('shift_jis',
                                        'shift_jis'), ('euc-kr', 'euc-kr'), ('big5', 'big5'),
                                ('iso-2022-jp', 'iso2022_jp'), ('iso-2022-kr', 'iso2022_kr'), ('iso-2022-jp-2',
                                        'iso2022_jp_2'), ('iso-2022-cn', 'ascii'), ('hz-gb-2312', 'hz'), ('koi8-r',
                                        'koi8_r'), ('cp866', 'cp866'), ('macintosh', 'mac_roman'))
        if shape <= 1:      # As declared.
            data = text.encode(codec)
        elif shape == 2:    # UTF-7.
            name, data = self.pick('utf-7', 'UTF7', 'unicode-1-1-utf-7', 'x-utf-7', 'csUnicode11UTF7',
                    'utf-7-imap'), utf7(text).encode()
            if self.chance(0.3):
                data = f'<p>{self.pick("", "x")}</p>'.encode() + text.replace('<', '+ADw-').replace('>',
                        '+AD4-').encode()
        elif shape == 3:    # Declared as one, written in another.
            data = text.encode()
            name = self.pick(name, 'x-unknown', 'foo', 'utf8', 'utf-8mb4', 'ansi', 'unicode', 'default', '8bit',
                    'none', 'us-ascii-7bit', 'iso-8859-99', 'cp1252 ', 'x-user-defined', 'replacement',
                    'utf-8; charset=utf-7', 'utf-7; charset=utf-8', "'utf-8'",
                             'utf-7', 'utf-16', '(c)utf-7', 'utf-7(c)', '=?us-ascii?q?utf-7?=', '')
        elif shape == 4:    # A byte order mark against the field.
            mark, real = self.pick((b'\xff\xfe', 'utf-16-le'), (b'\xfe\xff', 'utf-16-be'), (b'\xef\xbb\xbf', 'utf-8'),
                    (b'\xff\xfe\0\0', 'utf-32-le'), (b'\0\0\xfe\xff', 'utf-32-be'), (b'+/v8-', 'utf-7'))
            data = mark + (utf7(text).encode() if real == 'utf-7' else text.encode(real))
            name = self.pick('utf-8', 'us-ascii', 'iso-8859-1', 'utf-16le', 'ibm037', 'utf-7', 'x-unknown')
        elif shape == 5:    # ISO-2022 with escapes.
            name = self.pick('iso-2022-jp', 'iso-2022-jp', 'iso-2022-kr', 'iso-2022-jp-1', 'iso-2022-jp-3',
                    'iso-2022-cn', 'csiso2022jp')
            data = text.encode()
            for _ in range(self.pick(1, 2, 3)):
                at = self.random.randrange(len(data))
                data = data[:at] + self.pick(b'\x1b(B', b'\x1b(J', b'\x1b$B\x1b(B', b'\x1b$B!!\x1b(B', b'\x1b(I',
                        b'\x1b$(C', b'\x1b$)C', b'\x1b.A', b'\x0e', b'\x0f', b'\x0e\x0f', b'\x1b', b'\x1b$@\x1b(J',
                        b'\x1b%G', b'\x1b(H') + data[at:]
        elif shape == 6:    # HZ.
            name, data = self.pick('hz-gb-2312', 'hz'), text.encode()
            at = self.random.randrange(len(data))
            data = data[:at] + self.pick(b'~{!!~}', b'~~', b'~\n', b'~{', b'~{~}') + data[at:]
        else:               # A <meta> before or beyond the first 1,024 bytes.
            kind, label = 'text/html', self.pick('utf-7', 'utf-16', 'ibm037', 'iso-2022-jp', 'utf-8', 'windows-1252',
                    'shift_jis', 'x-unknown', 'hz-gb-2312')
            text = self.page()
            pad = '<!--' + 'x' * self.pick(0, 0, 900, 1000, 1100, 2000) + '-->'
            meta = self.pick(f'<meta charset={label}>',
                    f'<meta http-equiv=content-type content="text/html; charset={label}">', f'<meta charset="{label}">')
            inner = utf7(text) if label == 'utf-7' else text
            data, name = (pad + meta + inner).encode(), self.pick(None, None, 'x-unknown', 'us-ascii', '')
        if data == b'':
            data = plain.encode()
        way = self.pick('base64', 'quoted-printable') if any(c > 126 or c < 32 and c not in (10, 13,
                27) for c in data) or self.chance(0.5) else self.pick('7bit', '')
        field = f'Content-Type: {kind}' + ('' if name is None else f'; charset={name}' if ';' in name or '(' in name or self.chance(0.5) else f'; charset="{name}"')
        fields = [field.encode()] + ([self.encoding_field(way)] if way else [])
        return Entity(fields, self.encoded(data, way))

    def scripting(self):
        h1, h2 = self.url(), self.url()
        text = self.pick(f'<noscript><a href="{h1}">x</a></noscript>',
                f'<noscript><!--</noscript><a href="{h1}">x</a>-->',
                f'<noscript><textarea></noscript><a href="{h1}">x</a></textarea>',
                         f'<noscript><p title="</noscript><a href={h1}>x</a>">',
                                 f'<noscript><style></noscript><a href="{h1}">x</a></style><a href="{h2}">y</a>',
                                 f'<head><noscript><base href="{h1}"></noscript><base href="{h2}"></head><a href="a">x</a>',
                         f'<noscript><a href="{h1}">x</a><!--</noscript>--><a href="{h2}">y</a>',
                                 f'<noscript><title></noscript><a href="{h1}">x</a></title>',
                                 f'<noscript><a title="</noscript>" href="{h1}">x</a></noscript><a href="{h2}">y</a>',
                         f'<noscript><iframe></noscript><a href="{h1}">x</a></iframe></noscript>',
                                 f'<noscript><xmp></noscript><a href="{h1}">x</a></xmp>')
        if self.chance(0.5):
            text = self.pick('<html><head></head><body>', '<!doctype html>\n<body>', '<body><div>') + text
        return self.leaf('text/html', text + self.pick('', '\n' + self.link()))

    def base_choice(self):
        h1, h2, h3 = (f'https://{self.host()}/' for _ in range(3))
        text = self.pick(f'<base href="{h1}"><base href="{h2}"><a href="a">x</a>',
                f'<base target=_top><base href="{h1}"><a href="a">x</a>',
                f'<!-- <base href="{h2}"> --><base href="{h1}"><a href="a">x</a>',
                         f'<a href="a">x</a><base href="{h1}">', f'<body><p><base href="{h1}"></p><a href="a">x</a>',
                                 f'<base href=""><base href="{h1}"><a href="a">x</a>',
                                 f'<base href="{h1}" href="{h2}"><a href="a">x</a>',
                                 f'<BASE HREF={h1}><a href="a">x</a>',
                         f'<title><base href="{h2}"></title><base href="{h1}"><a href="a">x</a>',
                                 f'<base href="mailto:a@b.example"><base href="{h1}"><a href="a">x</a>',
                                 f'<base href="//{h1[8:]}"><a href="a">x</a>',
                                 f'<base href=" {h1}\n"><a href="a">x</a>',
                         f'<base/href="{h1}"><a href="a">x</a>',
                                 f'<svg><base href="{h2}"/></svg><base href="{h1}"><a href="a">x</a>',
                                 f'<table><tr><td><base href="{h1}"></table><base href="{h2}"><a href="a">x</a>',
                                 f'<template><base href="{h2}"></template><base href="{h1}"><a href="a">x</a>',
                         f'<base href="{h1}"><a href="{h3}">y</a><a href="//{h2[8:]}">x</a>',
                                 f'<a href="\\\\{h1[8:]}">x</a>', f'<a href="//{h1[8:]}a">x</a>',
                                 f'<a href="/\t/{h1[8:]}a">x</a>', f'<a href="https:{h1[8:]}a">x</a>')
        entity = self.leaf('text/html', text + '\n')
        if self.chance(0.3):
            field = self.pick('Content-Base', 'Content-Location', 'content-base',
                    'Content-Location ') + ': ' + self.pick(f'https://{self.host()}/b/',
                    f'"https://{self.host()}/b/"', f'<https://{self.host()}/>', f'https://{self.host()}/\n a',
                    'relative/')
            entity.fields.insert(self.random.randrange(len(entity.fields) + 1), field.encode())
            if self.chance(0.3):
                entity.fields.append(f'Content-Base: https://{self.host()}/'.encode())
        return entity

    def media_type(self):
        text = self.pick('<!DOCTYPE html>\n', '<html>', '', '\n<html>', '<HTML><HEAD>') + self.page()
        kind = self.pick('application/octet-stream', 'text/plain', 'text/htm', 'text', 'html', 'text/x-html',
                'text/html/x', 'TEXT/HTML', 'text /html', 'text/ html', '(c)text/html', 'text/html(c)', 'text/html x',
                'text/html,', '"text/html"', '', ';', 'application/xhtml+xml',
                         'image/svg+xml', 'application/html', 'text/xml', 'application/x-unknown', 'image/gif',
                                 'text/html;', '/html', 'text/', '*/*', 'application/download', 'text/html\0',
                                 'text/rtf', 'application/x-msdownload', 'message/news', 'text/richtext',
                                 'text/enriched')
        if kind in ('application/xhtml+xml', 'text/xml', 'image/svg+xml'):
            space = {'image/svg+xml': 'http://www.w3.org/2000/svg'}.get(kind, 'http://www.w3.org/1999/xhtml')
            text = f'<{"svg" if "svg" in kind else "html"} xmlns="{space}"><a href="{self.url()}">x</a></{"svg" if "svg" in kind else "html"}>'
        fields = [f'Content-Type: {kind}'.encode()] if kind or self.chance(0.5) else []
        name = self.pick('a.html', 'a.htm', 'A.HTML', 'a.txt.html', 'a.html ', 'a.html.', 'a.shtml', 'a.xhtml',
                'a.svg', 'a.mht', 'a.eml', 'a.png', 'a.txt', 'a', 'a.html;x', '=?utf-8?q?a=2Ehtml?=', 'b\\a.html',
                '../a.html', 'a.hta', 'a.xht', 'a.css', 'a.ics', 'a.vcf', 'a.xml')
        if 'xmlns' not in text and self.chance(0.2):    # What is none in a page or a sheet is one in a text.
            text += f'\n/* {self.url()} */ <!-- {self.url()} -->\n'
        shape = self.random.randrange(7)
        half = self.random.randrange(len(name))
        if shape == 0:
            fields.append(f'Content-Disposition: attachment; filename="{name}"'.encode())
        elif shape == 1 and fields:
            fields[0] += f'; name="{name}"'.encode()
        elif shape == 2:
            fields.append(f"Content-Disposition: inline; filename*=utf-8''{name.replace(' ', '%20').replace('.', '%2E')}".encode())
        elif shape == 3:
            fields.append(f'Content-Disposition: attachment; filename*0="{name[:half]}"; filename*1="{name[half:]}"'.encode())
        elif shape == 4:
            fields.append(f'Content-Disposition: attachment; filename="a.png"; filename="{name}"'.encode())
        elif shape == 5:
            fields.append(f'Content-Disposition: attachment; filename={name}'.encode())
        if self.chance(0.1):    # A message by its name or its beginning.
            text = self.whole(self.child()).bytes()
            fields = [b'Content-Type: ' + self.pick(b'application/octet-stream', b'text/plain', b'message/global',
                    b'message/x-y', b'text/rfc822-headers', b'message/rfc822-headers', b'message/delivery-status',
                    b'application/eml'), b'Content-Disposition: attachment; filename="a.eml"']
        way = self.pick('base64', 'quoted-printable', '7bit', '')
        data = text if isinstance(text, bytes) else text.encode()
        return Entity(fields + ([self.encoding_field(way)] if way else []), self.encoded(data, way))

    def part_joined(self):
        h = f'https://{self.host()}/'
        first, second = self.pick((f'<base href="{h}">', '<a href="a">x</a>'), (f'<a href="{h}', '">x</a>'),
                (f'<a href="{h}" title="', '">x</a>'), ('<!--', f'--><a href="{h}">x</a>'), ('<textarea>',
                f'</textarea><a href="{h}">x</a>'), ('<a href=', f'{h}>x</a>'),
                                  ('<a\n', f'\nhref="{h}">x</a>'), (f'<style>', f'</style><a href="{h}">x</a>'),
                                          (f'<form method=post action="{h}">', '<input type=submit></form>'),
                                          (f'<p>{h[:-9]}', f'{h[-9:]}</p>'), ('<title>',
                                          f'</title><base href="{h}"><a href=b>x</a>'))
        children = [self.leaf('text/html', first + self.pick('', '\n')), self.leaf('text/html', second + '\n')]
        if self.chance(0.3):
            children.insert(1, self.filler())
        if self.chance(0.15):
            children = [self.leaf('text/plain', self.pick('see https:', f'see {h}', '<' + h) + self.pick('', '\n')),
                    self.leaf('text/plain', self.pick('//' + self.host() + '/', 'path', self.plain()))]
        return self.multipart(children, subtype=self.pick('mixed', 'mixed', 'related', 'alternative'))

    def limit(self):
        shape = self.random.randrange(6)
        inner = self.child()
        if shape <= 1:      # Within each other.
            for i in range(self.pick(20, 60, 90, 101, 120, 150)):
                b = f'b{i}x'
                inner = Entity([f'Content-Type: multipart/mixed; boundary={b}'.encode()],
                        f'--{b}\n'.encode() + inner.bytes() + f'\n--{b}--\n'.encode()) if shape == 0 else Entity([b'Content-Type: message/rfc822'], b'Subject: s\n' + inner.bytes())
            return inner
        if shape == 2:      # Many parts.
            return self.multipart([Entity([b'A: b'], b'x\n')] * self.pick(50, 50, 50, 50, 200, 200, 1000) + [inner],
                    subtype='mixed')
        if shape == 3:      # A long header.
            inner.fields = [b'X-A: ' + b'b' * self.pick(60, 60, 1000, 5000)] * self.pick(1, 10, 10, 100) + inner.fields
            if self.chance(0.1):
                inner.fields = [b'X-A: ' + b'b' * 60] * 3000 + inner.fields
            return inner
        if shape == 4:      # Many links, and open elements.
            n = self.pick(20, 300, 600)
            text = self.pick('<div>' * n, '<b>' * n, f'<img srcset="{", ".join(f"a{i} {i}w" for i in range(1, n))}">',
                    '<svg>' * n + '</p>', '<font>' * n) + self.link() + '\n'
            return self.leaf('text/html', text)
        text = '<a href="' + self.url() + '/' + 'x' * self.pick(1000, 5000, 70000) + '">x</a>' + self.link()
        return self.leaf('text/html', text)


    def mutation(self):
        """Small accidents in headers and at delimiters; `accidents` does them, to the bytes of the whole mail."""
        kind = self.pick(*(k for k in KINDS if k not in ('mutation', 'limit', 'control')))
        return getattr(self, KINDS[kind])() if self.chance(0.4) else self.multipart([self.leaf(),
                self.leaf()]) if self.chance(0.6) else self.message(self.leaf())

    def accidents(self, data):
        lines = data.split(b'\n')
        for _ in range(self.pick(1, 1, 1, 2, 3)):
            places = [i for i, line in enumerate(lines) if ACCIDENT.match(line)]
            at = self.random.choice(places)
            line, where = lines[at], self.random.randrange(len(lines[at]) + 1)
            shape = self.random.randrange(8)
            if shape <= 2:
                more = self.pick(b' ', b'\t', b'\r', b'\0', b'"', b';', b':', b'-', b'--', b'=', b'\xe9', b'(', b')',
                        b'<', b',', b'\\', b'\n', b'\n ', b'\x0b', b'\xc2\xa0', b"'", b'*', b'/', b'%', b'\x1b', b'  ')
                lines[at] = line[:where] + more + line[where:]
            elif shape == 3:
                lines[at] = line[:where] + line[where + 1:]
            elif shape == 4:
                lines.insert(at, line)
            elif shape == 5:
                del lines[at]
            elif shape == 6 and at + 1 < len(lines):
                lines[at], lines[at + 1] = lines[at + 1], lines[at]
            else:
                lines.insert(self.random.randrange(len(lines)), self.pick(b'', b'', line, b'--', b'x'))
            lines = b'\n'.join(lines).split(b'\n')
        return b'\n'.join(lines)


# A line of a header, a delimiter, or an empty one.
ACCIDENT = re.compile(rb'[A-Za-z-]+[ \t]*:|--|[ \t]+[a-z]+[*0-9]*=|\Z')
KINDS = {'control': 'control', 'header-end': 'header_end', 'line-ends': 'line_ends',
        'type-duplicate': 'type_duplicate', 'boundary-value': 'boundary_value', 'boundary-prefix': 'boundary_prefix',
        'behind-close': 'behind_close', 'transfer': 'transfer',
         'base64': 'base_64', 'charset': 'charset', 'scripting': 'scripting', 'base-choice': 'base_choice',
                 'media-type': 'media_type', 'part-joined': 'part_joined', 'limit': 'limit', 'mutation': 'mutation'}
HOLDERS = ('header-end', 'line-ends', 'type-duplicate', 'boundary-value', 'boundary-prefix',
        'behind-close')   # What another doubt can stand in.


def make(seed, number, kinds=tuple(KINDS), how=None):
    """Mail `number` of a seed; `how`: 'alone' with one kind of doubt, 'deep' with several within each other."""
    maker = Maker(seed, number)
    chance = maker.random
    if how == 'deep':
        return make_deep(maker, number, [k for k in kinds if k in HOLDERS] or HOLDERS,
                [k for k in kinds if k not in (*HOLDERS, 'control', 'limit', 'mutation')])
    first = kinds[number % len(kinds)]
    chosen, stacked = [first], False
    if first != 'control' and how != 'alone' and chance.random() < 0.3:
        stacked = first in HOLDERS and chance.random() < 0.5
        chosen += [chance.choice([k for k in kinds if k != 'control'] or [first]) for _ in range(chance.choice((1, 1,
                2)))]
    if stacked:
        # Each in the one before it; the last takes the place of a plain part.
        chosen = [k for k in chosen if k in HOLDERS][:3] + [k for k in chosen if k not in HOLDERS][:1]
        maker.stack = [KINDS[k] for k in reversed(chosen[1:])]
        entity = maker.placed(getattr(maker, KINDS[first])())
    elif len(chosen) > 1:
        entity = maker.multipart([getattr(maker, KINDS[k])() for k in chosen], subtype='mixed')
    else:
        entity = maker.placed(getattr(maker, KINDS[first])())
    data = maker.whole(entity).bytes()
    if 'mutation' in chosen:
        data = maker.accidents(data)
    return finished(maker, number, chosen, stacked, data)


def make_deep(maker, number, holders, others):
    """Readers decide alike everywhere: as often one kind all the way down as several."""
    chance = maker.random
    first = holders[number % len(holders)]
    alike = chance.random() < 0.5
    chosen = [first] + [first if alike else chance.choice(holders) for _ in range(chance.choice((1, 2, 3, 4, 5)))]
    if others and chance.random() < 0.3:
        chosen.append(chance.choice(others))
    maker.stack = [KINDS[k] for k in reversed(chosen[1:])]
    entity = maker.placed(getattr(maker, KINDS[first])())
    return finished(maker, number, chosen, True, maker.whole(entity).bytes())


def finished(maker, number, chosen, stacked, data):
    if maker.random.random() < 0.5:
        data = data.replace(b'\r\n', b'\n').replace(b'\n', b'\r\n')
    return Mail(number, tuple(dict.fromkeys(chosen)), stacked, data)


def main():
    options = argparse.ArgumentParser(description=__doc__.split('\n')[0])
    options.add_argument('--seed', type=int, default=1)
    options.add_argument('--count', type=int, default=1000)
    options.add_argument('--first', type=int, default=0)
    options.add_argument('--kinds', default=','.join(KINDS))
    options.add_argument('-o', '--output', type=pathlib.Path, required=True)
    options = options.parse_args()
    kinds = tuple(options.kinds.split(','))
    if not set(kinds) <= set(KINDS):
        sys.exit(f'no such kinds: {", ".join(sorted(set(kinds) - set(KINDS)))}')
    options.output.mkdir(parents=True, exist_ok=True)
    made = collections.Counter()
    for number in range(options.first, options.first + options.count):
        mail = make(options.seed, number, kinds)
        (options.output / f'{number}.eml').write_bytes(mail.data)
        made.update(mail.kinds)
    for kind in kinds:
        print(f'{kind}: {made[kind]}')


if __name__ == '__main__':
    main()

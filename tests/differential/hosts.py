"""The hosts that a person can reach from the parts that a reader shows.

A reader gives parts: media type, charset, file name, bases from the header, and the body with its transfer encoding
undone (or as text, where it decodes the charset itself).  Here they are opened as a mail program or a browser would:
as what the type says, as what the file name says, or as what the first bytes say.  In HTML that is the target of each
link and what a linkifier finds in the text; `follow` is what a person goes to, `load` what is fetched by itself."""
import codecs
import collections
import html.parser
import re
import unicodedata
import urllib.parse

Part = collections.namedtuple('Part', 'media charset name bases data decoded')

MINE = re.compile(r'h\d+\.m\d+\.example\Z')
TEXT_URL = re.compile(r'(?<![A-Za-z0-9])https?://[^\s<>"\'\x00-\x20]+', re.I)
# White space of Python that is none in a tag (HTML 13.2.5.32), where html.parser would begin an attribute behind it.
NO_SPACE = {c: 0xE000 + i for i, c in enumerate((0x0B, *range(0x1C, 0x20), 0x85, 0xA0, 0x1680, *range(0x2000, 0x200B),
        0x2028, 0x2029, 0x202F, 0x205F, 0x3000))}
SPACE = {to: c for c, to in NO_SPACE.items()}
# Elements whose content is text, with scripting and without.
RAW = ('script', 'style', 'xmp', 'iframe', 'noembed', 'noframes')
ESCAPABLE = ('textarea', 'title')
# A <base> in there is none of the document's.
INERT = ('template', 'svg', 'math')
# The labels of the Encoding Standard that the mails have, and Python's name of each.
BROWSER = {'utf-8': 'utf-8', 'utf8': 'utf-8', 'unicode-1-1-utf-8': 'utf-8', 'us-ascii': 'cp1252', 'ascii': 'cp1252',
        'iso-8859-1': 'cp1252', 'windows-1252': 'cp1252', 'cp1252': 'cp1252',
           'utf-16': 'utf-16-le', 'utf-16le': 'utf-16-le', 'utf-16be': 'utf-16-be', 'unicode': 'utf-16-le',
                   'csunicode': 'utf-16-le', 'gb18030': 'gb18030', 'shift_jis': 'cp932', 'euc-kr': 'cp949',
                   'big5': 'big5hkscs', 'iso-2022-jp': 'iso2022_jp',
           'csiso2022jp': 'iso2022_jp', 'koi8-r': 'koi8_r', 'cp866': 'cp866', 'macintosh': 'mac_roman',
                   'x-user-defined': 'latin-1', 'hz-gb-2312': None, 'iso-2022-kr': None, 'iso-2022-cn': None,
                   'replacement': None}


def host_of(url, bases=()):
    """The host that a browser goes to, or None.  Without a base the page is one of webmail."""
    url = re.sub('[\t\n\r]', '', url.strip(''.join(map(chr, range(33)))))
    match = re.match(r'(https?):[/\\]*([^/\\?#]*)', url, re.I)
    if not match and re.match(r'[/\\]{2}', url):
        match = re.match(r'()[/\\]*([^/\\?#]*)', url)
    if match:
        host = urllib.parse.unquote(match[2].rpartition('@')[2]).partition(':')[0]
        host = unicodedata.normalize('NFKC', host).lower()
        return host if MINE.match(host) else None
    if re.match(r'[A-Za-z][A-Za-z0-9+.-]*:', url) or url.startswith('#'):
        return None
    return host_of(bases[0]) if bases else None


class Page(html.parser.HTMLParser):
    """What an HTML document leads to; noscript is markup, or text."""

    def __init__(self, bases, scripting):
        super().__init__(convert_charrefs=True)
        self.bases, self.scripting, self.base = list(bases), scripting, None
        self.follow, self.load, self.urls, self.skipped, self.anchors, self.inert = set(), set(), [], None, 0, 0

    def handle_starttag(self, tag, attributes):
        self.tag(tag, attributes)
        if tag in RAW or tag == 'noscript' and self.scripting or tag in ESCAPABLE:
            self.skipped = tag
            self.set_cdata_mode(tag)
        elif tag == 'a':
            self.anchors += 1
        elif tag in INERT:
            self.inert += 1

    def handle_startendtag(self, tag, attributes):
        self.handle_starttag(tag, attributes)

    def handle_endtag(self, tag):
        if tag == self.skipped:
            self.skipped = None
        if tag == 'a':
            self.anchors = max(0, self.anchors - 1)
        elif tag in INERT:
            self.inert = max(0, self.inert - 1)

    def tag(self, tag, attributes):
        values = {}
        for name, value in attributes:
            values.setdefault(name, (value or '').translate(SPACE))
        if tag == 'base' and 'href' in values and self.base is None and not self.inert:
            self.base = values['href']
        if tag in ('a', 'area') and 'href' in values:
            self.urls.append((self.follow, values['href']))
        for name in ('action', 'formaction'):
            if tag in ('form', 'button', 'input') and name in values:
                self.urls.append((self.follow, values[name]))
        if tag in ('iframe', 'frame') and 'src' in values:
            self.urls.append((self.follow, values['src']))
        if tag == 'meta' and values.get('http-equiv', '').lower() == 'refresh':
            match = re.match(r'\s*[\d.]*\s*[;,]?\s*url\s*=\s*["\']?([^"\']*)', values.get('content', ''), re.I)
            if match:
                self.urls.append((self.follow, match[1]))
        if tag in ('img', 'script', 'embed', 'input') and 'src' in values:
            self.urls.append((self.load, values['src']))
        if tag == 'link' and 'href' in values:
            self.urls.append((self.load, values['href']))

    def handle_data(self, data):
        # A textarea's content is text that no mail program makes links of, and that of a link leads where the link does.
        if self.skipped is None and not self.anchors:
            self.urls += [(self.follow, match[0]) for match in TEXT_URL.finditer(data.translate(SPACE))]

    def results(self):
        bases = ([self.base] if self.base and not host_is_relative(self.base) else []) + self.bases
        for where, url in self.urls:
            host = host_of(url, bases)
            if host:
                where.add(host)
        return self.follow, self.load


def host_is_relative(url):
    return not re.match(r'\s*([A-Za-z][A-Za-z0-9+.-]*:|[/\\]{2})', url) or re.match(r'\s*(data|javascript):', url, re.I)


def of_html(text, bases):
    follow, load = set(), set()
    for scripting in (False, True) if 'noscript' in text.lower() else (False,):
        page = Page(bases, scripting)
        try:
            page.feed(text.translate(NO_SPACE))
            if not (page.skipped is None and re.match('<[A-Za-z/!?]', page.rawdata)):
                page.close()        # What begins a tag or a comment that never ends is no text.
        except (AssertionError, ValueError):
            pass        # html.parser gives up at some declarations.
        more = page.results()
        follow |= more[0]
        load |= more[1]
    return follow, load


def of_plain(text):
    return {h for h in (host_of(match[0]) for match in TEXT_URL.finditer(text)) if h}, set()


def as_browser(data, charset, is_html):
    """The bytes decoded as the Encoding Standard says."""
    for mark, codec in ((b'\xef\xbb\xbf', 'utf-8'), (b'\xff\xfe', 'utf-16-le'), (b'\xfe\xff', 'utf-16-be')):
        if data.startswith(mark):
            return data[len(mark):].decode(codec, 'replace')
    label = (charset or '').strip(' \t\r\n\f').lower()
    if label not in BROWSER and is_html:
        match = re.search(rb'<meta[^>]*?charset\s*=\s*["\']?([\w-]+)', data[:1024], re.I)
        label = match[1].decode().lower() if match else label
        if label.startswith('utf-16'):
            label = 'utf-8'
    if label in BROWSER:
        return data.decode(BROWSER[label], 'replace') if BROWSER[label] else '\ufffd'
    try:
        return data.decode('utf-8')
    except UnicodeDecodeError:
        return data.decode('cp1252', 'replace')


def texts(part, is_html):
    """The text of a part, in each way that its charset is read."""
    if part.decoded:
        return {part.data.decode('utf-8', 'replace')}
    found = {as_browser(part.data, part.charset, is_html)}
    if part.charset:
        try:
            if codecs.lookup(part.charset)._is_text_encoding:
                found.add(part.data.decode(part.charset, 'replace'))
        except (LookupError, UnicodeError, ValueError):
            pass
    return found


def ways(part):
    """How the part may be opened: as html, as plain text."""
    media, found = part.media.lower(), set()
    name = re.sub(r'[\s.]+\Z', '', part.name.lower())
    xml = media in ('application/xhtml+xml', 'image/svg+xml', 'text/xml') or re.search(r'\.(xht(ml)?|svg)\Z', name)
    if media == 'text/html' or re.search(r'\.(s?html?|hta)\Z', name) or xml and b'xmlns' in part.data:
        found.add('html')
    elif media.startswith('text/'):
        found.add('plain')
    if media in ('application/octet-stream', 'text/plain') and re.match(rb'\s*<(!doctype html|html)\b',
            part.data[:200], re.I):
        found.add('html')
    return found


def of_part(part, cache):
    """The hosts that a part leads to: a pair of sets."""
    if part in cache:
        return cache[part]
    bases = [re.sub(r'\s+', '', b).strip('"') for b in part.bases]
    bases = [b for b in bases if re.match('https?://', b, re.I)]
    follow, load = set(), set()
    for way in ways(part):
        for text in texts(part, way == 'html'):
            more = of_html(text, bases) if way == 'html' else of_plain(text)
            follow |= more[0]
            load |= more[1]
    cache[part] = follow, load
    return follow, load


def of_mail(parts, cache):
    follow, load = set(), set()
    for part in parts:
        more = of_part(part, cache)
        follow |= more[0]
        load |= more[1]
    return follow, load

# SPDX-License-Identifier: MIT
"""URLs and references alone."""
from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import Union

from . import _basewalk
from ._basewalk import URL, Base, Components
from ._words import Flag, NormalForm, Rules, SurplusDots


@lru_cache(maxsize=64)
def _base(text: str, rules: str) -> Base:
    return Base(text, rules)


def resolve(
    base: Union[str, Base],
    reference: str,
    rules: Union[Rules, str] = Rules.RFC1808,
    *,
    surplus_dots: Union[SurplusDots, str] = SurplusDots.KEEP,
    same_scheme_is_relative: bool = False,
) -> str:
    """What a reference means.

    >>> import basewalk
    >>> basewalk.resolve("http://a/b/c/d;p?q", "../../../g")
    'http://a/../g'
    >>> basewalk.resolve("http://a/b/c/d;p?q", "../../../g", "rfc3986")
    'http://a/g'
    >>> basewalk.resolve("http://a/", "http://[", "whatwg")
    Traceback (most recent call last):
    basewalk.NoAnswer: an IPv6 address without its closing bracket

    NoAnswer where the rules have none.  A Base has rules of its own, and is faster for many references.
    """
    if isinstance(base, str):
        base = _base(base, rules)
    return base.resolve(reference, surplus_dots=surplus_dots, same_scheme_is_relative=same_scheme_is_relative)


def url(text: str) -> URL:
    """Takes a URL apart by all standards: what ``basewalk url`` prints.

    >>> import basewalk
    >>> url = basewalk.url("ftp://u@h/a/b;type=d")
    >>> url.components.authority, url.relative_use, url.href
    ('u@h', <RelativeUse.ALWAYS: 'always'>, 'ftp://u@h/a/b;type=d')
    """
    return _basewalk.url(text)


def split(text: str, rules: Union[Rules, str] = Rules.RFC3986) -> Components:
    """Takes a URL or reference apart, which every text can be.

    >>> import basewalk
    >>> basewalk.split("//h/a?q")
    Components(authority='h', path='/a', query='q')
    """
    return _basewalk.split(text, rules)


def normalize(url: str, rungs: Iterable[Union[NormalForm, str]] = tuple(NormalForm)) -> str:
    """The normal form of a URL, by rungs of RFC 3986 6.2.

    >>> import basewalk
    >>> basewalk.normalize("HTTP://EXAMPLE.com:80/%7Ea/./b")
    'http://example.com/~a/b'
    """
    return _basewalk.normalize(url, rungs)


def unwrap(text: str) -> str:
    """Takes the wrapping off: ``<URL:...>``, ``<...>``, ``URL:...``, and the white space within."""
    return _basewalk.unwrap(text)


def seen_host(url: str) -> str:
    """The host that a reader of RFC 3986 3.2 sees, in lower case and ASCII; empty where there is none."""
    return _basewalk.seen_host(url)


def url_flags(raw: str, url: str = "", clicked: str = "") -> tuple[Flag, ...]:
    """The flags of a URL: ``raw`` as written, ``url`` as an RFC has it, ``clicked`` as a browser opens it."""
    return _basewalk.url_flags(raw, url, clicked)

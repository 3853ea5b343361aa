# SPDX-License-Identifier: MIT
"""How mails are read."""
from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Mapping
from typing import Any, Optional, Union

from . import _basewalk
from ._errors import OptionError
from ._words import Honor, Open, Profile, Rules, SurplusDots


class _Frozen(Mapping[str, int]):
    """A mapping that never changes, and so has a hash."""

    def __init__(self, items: Mapping[str, int]) -> None:
        self._items = dict(items)

    def __getitem__(self, key: str) -> int:
        return self._items[key]

    def __iter__(self) -> Any:
        return iter(self._items)

    def __len__(self) -> int:
        return len(self._items)

    def __hash__(self) -> int:
        return hash(frozenset(self._items.items()))

    def __repr__(self) -> str:
        return repr(self._items)


@dataclasses.dataclass(frozen=True)
class Options:
    """How mails are read.  Made once, for many of them and for many threads.

    >>> import basewalk
    >>> options = basewalk.Options(rules="whatwg", retrieved="http://example.com/list/1")
    >>> basewalk.Options(rules="rfc9999")
    Traceback (most recent call last):
    ValueError: no basewalk.Rules: 'rfc9999'

    What makes no sense is refused here, and not by the first mail: OptionError, ValueError, TypeError.
    """

    #: Whose rules decide what a reference means.
    rules: Union[Rules, str] = Rules.RFC1808
    #: What becomes of a ``..`` that has nothing left to remove: a choice by ``rfc2396`` alone.
    surplus_dots: Union[SurplusDots, str] = SurplusDots.KEEP
    #: ``http:g`` with an http base is relative: a choice by ``rfc2396`` and ``rfc3986``.
    same_scheme_is_relative: bool = False
    #: The sources of a base that count; None: all but ``thismessage``.
    honor: Optional[Iterable[Union[Honor, str]]] = None
    #: The URL the message was fetched from (RFC 1808 3.3).
    retrieved: Optional[str] = None
    #: ``https``: for ``//host/x`` without any base.
    assume_scheme: Optional[str] = None
    #: Also links that nobody can follow: hxxp, [.]
    refang: bool = False
    #: Also names of hosts in running text.
    linkify: bool = False
    #: Kinds of documents to open, which starts processes (basewalk-worker); ``basewalk.open_all()``: all.
    open: Iterable[Union[Open, str]] = ()
    #: Find the part of a bundle that each link names (``link.target``), by ``profile``.
    targets: bool = False
    #: How references are compared with the labels of a bundle.
    profile: Union[Profile, str] = Profile.COMPAT
    #: Bounds on the input that differ from ``basewalk.limits()``: ``{"links": 1000}``.
    limits: Optional[Mapping[str, int]] = None

    def __post_init__(self) -> None:
        for name in ("honor", "open"):
            given = getattr(self, name)
            if given is not None and not isinstance(given, str):
                object.__setattr__(self, name, tuple(given))
        if self.limits is not None:
            object.__setattr__(self, "limits", _Frozen(self.limits))
        walker = _basewalk.Walker(**{f.name: getattr(self, f.name) for f in dataclasses.fields(self)})
        object.__setattr__(self, "_walker", walker)

    def __reduce__(self) -> Any:
        return _revive, ({f.name: getattr(self, f.name) for f in dataclasses.fields(self)},)


def _revive(values: dict[str, Any]) -> Options:
    return Options(**values)


_DEFAULT: Optional[Options] = None


def limit_of(options: Optional[Options], name: str) -> int:
    """A limit that the options set; 0: the default."""
    if options is None or options.limits is None or name not in options.limits:
        return 0
    if options.limits[name] == 0:
        raise OptionError(f"the limit {name}: at least 1 where messages are read", "limit")
    return options.limits[name]


def walker_of(options: Optional[Options]) -> _basewalk.Walker:
    """The walkers that were made for some options; None: the defaults."""
    global _DEFAULT
    if options is None:
        if _DEFAULT is None:
            _DEFAULT = Options()
        options = _DEFAULT
    if not isinstance(options, Options):
        raise TypeError(f"options: a basewalk.Options, not {type(options).__name__}")
    walker: _basewalk.Walker = options._walker  # type: ignore[attr-defined]
    return walker

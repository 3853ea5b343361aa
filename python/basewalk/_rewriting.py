# SPDX-License-Identifier: MIT
"""Other links in a message, and every other byte as it came."""
from __future__ import annotations

import dataclasses
from collections.abc import Iterable
from typing import Any, Optional

from . import _basewalk
from ._basewalk import Rewritten
from ._errors import NotRewritten
from ._options import Options, walker_of
from ._reading import Source, bytes_of
from ._words import Verdict


@dataclasses.dataclass(frozen=True)
class Rewriter:
    """What is done to links (docs/rewriting.md).  Made once, for many messages and for many threads.

    >>> import basewalk
    >>> rewriter = basewalk.Rewriter(drop_base=True)
    >>> result = rewriter.rewrite("samples/mail/newsletter.eml")
    >>> result.changed, [str(edit.kind) for edit in result.edits]
    (True, ['drop-base', 'absolute', 'absolute'])
    >>> b"<base" in result.bytes
    False

    What makes no sense is refused here: OptionError.
    """

    #: How messages are read.
    options: Optional[Options] = None
    #: A relative reference that has a base becomes the answer.
    absolute: bool = True
    #: ``<base>`` elements go.
    drop_base: bool = False
    #: What a known wrapper leads to takes its place.
    unwrap: bool = False
    #: A link that a reader may follow becomes ``hxxps://example[.]com/``.
    defang: bool = False
    #: An image that is a part of the message becomes a data: URL.
    cid_inline: bool = False
    #: Also below multipart/signed and in texts with an inline PGP signature.
    edit_signed: bool = False
    #: Where another reading has links of its own, the doubt is taken away.
    settle: bool = False
    #: X-Basewalk-... fields are added, those that came are removed.
    mark: bool = False
    #: Say what becomes of signatures (``result.signatures``).
    signatures: bool = False
    #: ``https://guard.example/?u={url}&m={mac}``
    wrap: Optional[str] = None
    #: Of the HMAC; required with ``{mac}``, and only there.
    wrap_key: Optional[bytes] = dataclasses.field(default=None, repr=False)
    #: Keys that codes were made with earlier: what they have wrapped is not wrapped again.
    previous_keys: Iterable[bytes] = dataclasses.field(default=(), repr=False)
    #: Days that a link can be opened; required with ``{expires}``, and only there.
    wrap_lifetime: int = 0
    #: Templates of this site's own: what they have wrapped becomes what it was.
    unwrap_from: Iterable[str] = ()
    #: Which links are edited at all: ``scheme=http``, ``host=.example.com``, ``flag=base-split``.
    only: Iterable[str] = ()

    def __post_init__(self) -> None:
        if isinstance(self.only, str):
            raise TypeError("only: several conditions, not a text")
        if isinstance(self.unwrap_from, str):
            raise TypeError("unwrap_from: several templates, not a text")
        if isinstance(self.previous_keys, (bytes, str)):
            raise TypeError("previous_keys: several keys, not one")
        if self.wrap_lifetime < 0:
            raise ValueError("wrap_lifetime: days, from 0")
        for name in ("only", "unwrap_from", "previous_keys"):
            object.__setattr__(self, name, tuple(getattr(self, name)))
        values = {f.name: getattr(self, f.name) for f in dataclasses.fields(self)}
        values["walker"] = walker_of(values.pop("options"))
        values["wrap"] = None if self.wrap is None else self.wrap.encode()
        values["only"] = [condition.encode() for condition in self.only]
        values["unwrap_from"] = [template.encode() for template in self.unwrap_from]
        object.__setattr__(self, "_rewriter", _basewalk.Rewriter(**values))

    def __reduce__(self) -> Any:
        return _revive, ({f.name: getattr(self, f.name) for f in dataclasses.fields(self)},)

    def rewrite(self, source: Source) -> Rewritten:
        """Rewrites one message.  What cannot be edited is kept, and told: ``result.kept``, ``result.verdict``."""
        rewriter: _basewalk.Rewriter = self._rewriter  # type: ignore[attr-defined]
        return rewriter.rewrite(bytes_of(source, self.options))


def _revive(values: dict[str, Any]) -> Rewriter:
    return Rewriter(**values)


def rewrite(source: Source, rewriter: Optional[Rewriter] = None) -> bytes:
    """One message as the options of a Rewriter want it; without one relative links become absolute.

    >>> import basewalk
    >>> mail = b"Base: <URL:http://a/b/>\\nContent-Type: text/html\\n\\n<a href=../c>c</a>\\n"
    >>> basewalk.rewrite(mail)
    b'Base: <URL:http://a/b/>\\nContent-Type: text/html\\n\\n<a href=http://a/c>c</a>\\n'

    Fails closed: where anything had to be kept, another reading has other links, or something was not read,
    there is no message but the exception NotRewritten, whose ``result`` says what it is.  Rewriter.rewrite()
    gives the result either way.
    """
    result = (rewriter if rewriter is not None else _default()).rewrite(source)
    if result.verdict != Verdict.CLEAR or result.kept_count or result.doubt_count or result.unread_count:
        whys = sorted({str(kept.why) for kept in result.kept} | {unread.why for unread in result.unread})
        why = ", ".join([f"the verdict is {result.verdict}", *whys])
        raise NotRewritten(f"not everything could be rewritten: {why}", result)
    return result.bytes


_DEFAULT: Optional[Rewriter] = None


def _default() -> Rewriter:
    global _DEFAULT
    if _DEFAULT is None:
        _DEFAULT = Rewriter()
    return _DEFAULT



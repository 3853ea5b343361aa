# Made of python/src/stub_head.pyi and tables.h; what is changed here is lost.
"""The C API of basewalk."""
import builtins
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, ClassVar, final

from ._types import Resolution

def version() -> str: ...
def limits() -> dict[str, int]: ...
def open_all() -> tuple[Open, ...]: ...
def tree(message: bytes, walker: Walker, /) -> Tree: ...
def decode_field(value: bytes, /) -> str: ...
def bundle(message: bytes, walker: Walker, /) -> Bundle: ...
def check(message: bytes, walker: Walker, /) -> Check: ...
def message_at(
    source: bytes, offset: int, kind: str, message_bytes: int, unpack_factor: int, unpack_here: bool, /
) -> Batch: ...
def split(text: str, rules: str, /) -> Components: ...
def url(text: str, /) -> URL: ...
def normalize(url: str, rungs: Iterable[str], /) -> str: ...
def unwrap(text: str, /) -> str: ...
def seen_host(url: str, /) -> str: ...
def url_flags(raw: str, url: str, clicked: str, /) -> tuple[Flag, ...]: ...
def _revive(name: str, values: tuple[object, ...], /) -> object: ...

@final
class Base:
    """A base taken apart once, for many references."""
    def __new__(cls, text: str, rules: Rules | str = ...) -> Base: ...
    def resolve(
        self, reference: str, *, surplus_dots: SurplusDots | str = "keep", same_scheme_is_relative: bool = False
    ) -> str:
        """What a reference means.  NoAnswer where the rules have no answer."""
    def resolution(
        self, reference: str, *, surplus_dots: SurplusDots | str = "keep", same_scheme_is_relative: bool = False
    ) -> Resolution:
        """The same with how it came about; raises nothing where there is no answer."""
    def relate(self, url: str, /) -> str | None:
        """The shortest reference that means a URL, or None where there is none."""
    @property
    def text(self) -> str:
        """As it was given; by the rules ``whatwg`` as browsers write it, where it parses."""
    @property
    def is_absolute(self) -> bool:
        """Has it a scheme (RFC 1808 3.1); by the rules ``whatwg``: does it parse?"""
    @property
    def failure(self) -> Failure:
        """Why it does not parse by the rules ``whatwg``.  The other rules take every base."""

@final
class Walker:
    """Walks messages; any number of threads may use it."""
    def __new__(
        cls,
        rules: str,
        surplus_dots: str,
        same_scheme_is_relative: bool,
        honor: Iterable[str] | None,
        retrieved: str | None,
        assume_scheme: str | None,
        refang: bool,
        linkify: bool,
        open: Iterable[str],
        targets: bool,
        profile: str,
        limits: Mapping[str, int] | None,
    ) -> Walker: ...
    def read(self, message: bytes | Item, want: int = 63, /) -> Walk: ...

@final
class Rewriter:
    """Rewrites messages; any number of threads may use it."""
    def __new__(
        cls,
        walker: Walker,
        absolute: bool,
        drop_base: bool,
        unwrap: bool,
        defang: bool,
        cid_inline: bool,
        edit_signed: bool,
        settle: bool,
        mark: bool,
        signatures: bool,
        wrap: bytes | None,
        wrap_key: bytes | None,
        previous_keys: Sequence[bytes],
        wrap_lifetime: int,
        unwrap_from: Sequence[bytes],
        only: Sequence[bytes],
    ) -> Rewriter: ...
    def rewrite(self, message: bytes, /) -> Rewritten: ...

@final
class Archive:
    """Reads sources in their order."""
    def __new__(
        cls,
        names: Sequence[bytes],
        kind: str,
        measure: bool,
        message_bytes: int,
        unpack_factor: int,
        unpack_here: bool,
        /,
    ) -> Archive: ...
    def next(self) -> Batch | None: ...
    def progress(self) -> tuple[int, int]: ...

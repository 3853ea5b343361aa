# SPDX-License-Identifier: MIT
"""MHTML: a page with what it uses, in one message."""
from __future__ import annotations

import errno
import os
from typing import Optional

from . import _basewalk
from ._basewalk import BundlePart, Check, Note, Unpacked
from ._errors import OutputError
from ._options import Options, walker_of
from ._reading import Path, Source, bytes_of


class Bundle:
    """A message as a bundle of a page and what it uses (docs/bundles.md).

    >>> import basewalk
    >>> bundle = basewalk.Bundle("samples/mail/bundle.eml")
    >>> [(part.part, part.type, part.location) for part in bundle.parts if part.is_root]
    [('1', 'text/html', 'http://pages.example/garden/index.html')]

    Of the options the limits matter, the rules, what bases are honored, and ``profile``, which says how
    references are matched.
    """

    __slots__ = ("_bundle",)

    def __init__(self, source: Source, options: Optional[Options] = None) -> None:
        self._bundle = _basewalk.bundle(bytes_of(source, options), walker_of(options))

    @property
    def parts(self) -> tuple[BundlePart, ...]:
        """All parts of the message, and how the others use them."""
        return self._bundle.parts

    @property
    def notes(self) -> tuple[Note, ...]:
        """Labels that came twice, ``start`` parameters that name nothing ..."""
        return self._bundle.notes

    @property
    def root(self) -> Optional[BundlePart]:
        """The part that is shown first; None where there is none to show."""
        return None if self._bundle.root is None else self._bundle.parts[self._bundle.root]

    @property
    def inside(self) -> int:
        """How many references name a part."""
        return self._bundle.inside

    @property
    def external(self) -> int:
        """How many do not."""
        return self._bundle.external

    def unpack(self, folder: Path, *, keep_scripts: bool = False, max_bytes: int = 0) -> Unpacked:
        """Writes every part to a file of its own in a new folder, which appears whole or not at all.

        Scripts, handlers of events and javascript: URLs go unless ``keep_scripts``.  ``max_bytes`` is the most to
        write; 0 stands for 16 times the bundle, or 64 MiB.  BundleError: there is no page; FileExistsError;
        OutputError.
        """
        try:
            return self._bundle._unpack(os.fsencode(folder), keep_scripts, max_bytes)
        except OutputError as error:
            known = {"exists": errno.EEXIST, "missing": errno.ENOENT}.get(error.code)
            if known is None:
                raise
            raise OSError(known, os.strerror(known), os.fspath(folder)) from None

    def inline(self, *, keep_scripts: bool = False, max_bytes: int = 0) -> tuple[bytes, Unpacked]:
        """The page with everything it shows in it, and what was made of the bundle."""
        return self._bundle._inline(keep_scripts, max_bytes)


def check(source: Source, options: Optional[Options] = None) -> Check:
    """What is wrong with a bundle, and which readers it stops.

    >>> import basewalk
    >>> checked = basewalk.check("samples/mail/bundle.eml")
    >>> checked.errors, sorted({str(finding.code) for finding in checked.findings})
    (4, ['encoding-missing', 'line-ends-lf', 'reference-external'])
    """
    return _basewalk.check(bytes_of(source, options), walker_of(options))

# SPDX-License-Identifier: MIT
"""What basewalk raises.

A mail is never an error, however bad it is: what is odd about one is a Note, what was not read an Unread.
"""
from __future__ import annotations

import os
from typing import TYPE_CHECKING, Optional

if TYPE_CHECKING:
    from ._basewalk import Rewritten


class Error(Exception):
    """What basewalk could not do."""

    #: Stable and short: ``"not-built"``.
    code: str
    #: Byte of the text that was given, where one is meant.
    offset: int

    def __init__(self, message: str, code: str = "", offset: int = 0) -> None:
        super().__init__(message, code, offset)
        self.message = message
        self.code = code
        self.offset = offset

    def __str__(self) -> str:
        return self.message


class OptionError(Error, ValueError):
    """An option makes no sense; ``code`` says which: ``limit``, ``not-built``, ``template``."""


class NoAnswer(Error, ValueError):
    """The rules have no answer for a reference; ``code`` is the word of a Failure."""


class BundleError(Error, ValueError):
    """Nothing can be made of a bundle: ``no-page``, ``limit-bytes``."""


class NotRewritten(Error):
    """A rewritten message that is not what the options ask for in every reading; ``result`` tells why.

    Whoever wants it all the same finds it there: ``error.result.bytes``.
    """

    result: Rewritten

    def __init__(self, message: str, result: Rewritten) -> None:
        super().__init__(message, "not-rewritten")
        self.result = result


class SourceError(Error, OSError):
    """A source could not be read; ``code`` is the word of a Trouble, ``filename`` its name."""

    def __init__(self, message: str, code: str = "", filename: Optional[str] = None) -> None:
        super().__init__(message, code)
        self.filename = filename

    def __str__(self) -> str:
        return f"{os.fsdecode(self.filename)}: {self.message}" if self.filename else self.message


class OutputError(Error, OSError):
    """What was to be written cannot be."""


class InternalError(Error, RuntimeError):
    """A fault of the library: what it made is not handed out."""


class NotRead(UserWarning):
    """Something that a reader could open was not read, and nobody asked to be told otherwise."""


_CLASSES = {
    "argument": OptionError,
    "struct": InternalError,
    "stopped": InternalError,
    "option": OptionError,
    "no-answer": NoAnswer,
    "input": BundleError,
    "output": OutputError,
    "internal": InternalError,
}


def from_status(status: str, code: str, detail: str, offset: int) -> Error:
    """The exception of a status of the C API."""
    return _CLASSES[status](detail or code or status, code, offset)

# SPDX-License-Identifier: MIT
"""What the extension module and the words are made of."""
from __future__ import annotations

from enum import Enum
from typing import TYPE_CHECKING, NamedTuple, Optional

if TYPE_CHECKING:
    from ._words import Failure, Outcome


class Word(str, Enum):
    """A word of basewalk, which is a str, too: ``link.status == "resolved"``."""

    _value_: str
    #: One sentence, where there is one.
    meaning: str

    def __new__(cls, word: str, meaning: str = "") -> Word:
        self = str.__new__(cls, word)
        self._value_ = word
        self.meaning = meaning
        return self

    def __str__(self) -> str:
        return self._value_

    def __format__(self, how: str) -> str:
        return format(self._value_, how)


class Resolution(NamedTuple):
    """What a reference was resolved to, and how."""

    #: The answer; None where there is none.
    url: Optional[str]
    #: Did the base matter?
    outcome: Outcome
    #: RFC 2396 5.2 step 2: it means the current document.
    current_document: bool
    #: Why there is no answer.
    failure: Failure
    #: The byte of the reference where that is.
    failure_offset: int

# SPDX-License-Identifier: MIT
"""From what people have (paths, bytes, messages, archives) to links."""
from __future__ import annotations

import email.message
import email.policy
import os
import sys
import warnings
from collections import Counter, deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from itertools import islice
from types import FrameType
from typing import Any, NamedTuple, Optional, Protocol, Union, cast, runtime_checkable

from . import _basewalk
from ._basewalk import Batch, Document, Item, Link, Note, Part, Tree, Unread, Walk, Walker
from ._errors import NotRead, OptionError, SourceError
from ._options import Options, limit_of, walker_of
from ._words import ArchiveKind, ItemKind, Trouble, UnreadWhy, Verdict


@runtime_checkable
class BinaryFile(Protocol):
    """What is open for reading bytes."""

    def read(self) -> bytes: ...


Path = Union[str, "os.PathLike[str]"]
#: A path, or what is one message: bytes, a file that is open in binary mode, a message of the package email.
Source = Union[Path, bytes, bytearray, memoryview, "email.message.Message", BinaryFile]
#: Called with what was odd, or not read.
OnNote = Callable[[Union[Note, Unread, Item]], object]


class Progress(NamedTuple):
    """How far a reader is."""

    #: Bytes read of the files as they lie on disk.
    done: int
    #: Bytes of those files; 0 where that is not known.
    total: int
    #: Messages that were given.
    messages: int


def _viewed(source: object) -> Optional[bytes]:
    """The bytes of what can be viewed as such: an array, a file in memory."""
    try:
        return bytes(memoryview(cast(Any, source)))
    except TypeError:
        return None


def bytes_of(source: Source, options: Optional[Options] = None) -> bytes:
    """The bytes of one message.  How long it may be is for those who read them to say.

    What can be changed is copied, so that nobody changes it while it is read.
    """
    if isinstance(source, bytes):
        return source
    if isinstance(source, (bytearray, memoryview)):
        return bytes(source)
    if isinstance(source, email.message.Message):
        # ">From " would be written for lines that begin with "From ".
        return source.as_bytes(policy=source.policy.clone(mangle_from_=False))
    if isinstance(source, (str, os.PathLike)):
        longest = _basewalk.limits()["message-bytes"]
        found = list(islice(messages(source, options, message_bytes=longest), 2))
        if len(found) != 1:
            raise ValueError(f"{os.fspath(source)} holds {'several' if found else 'no'} messages; "
                             "basewalk.messages() gives each")
        return found[0].bytes
    # Before files: one in memory (mmap) is both, and read from where it stands.
    viewed = _viewed(source)
    if viewed is not None:
        return viewed
    if isinstance(source, BinaryFile):
        read = source.read()
        if isinstance(read, (bytes, bytearray, memoryview)):
            return bytes(read)
        raise TypeError("the file is open in text mode; basewalk reads bytes")
    raise TypeError(f"a path, bytes, a binary file or an email.message.Message, not {type(source).__name__}")


class Message:
    """One message: where it came from, and what is in it.

    It is walked when its links, notes ... are asked for the first time.
    """

    __slots__ = ("_item", "_bytes", "_walker", "_walk")

    def __init__(self, walker: Walker, item: Optional[Item], data: Optional[bytes] = None) -> None:
        self._walker = walker
        self._item = item
        self._bytes = data
        self._walk: Optional[Walk] = None

    @property
    def source(self) -> Optional[str]:
        """``mail.tar.gz/cur/1:2,S``; None of a message that was given as bytes."""
        return None if self._item is None else self._item.source

    @property
    def number(self) -> Optional[int]:
        """In its source, from 1; None where what stands before was not read."""
        return 1 if self._item is None else self._item.number

    @property
    def offset(self) -> int:
        """Of its first byte in its source."""
        return 0 if self._item is None else self._item.offset

    @property
    def bytes(self) -> bytes:
        """The message itself."""
        if self._bytes is None:
            assert self._item is not None
            self._bytes = self._item.bytes
        return self._bytes

    @property
    def walk(self) -> Walk:
        """All that was found in it."""
        if self._walk is None:
            self._walk = self._walker.read(self._item if self._item is not None else self.bytes)
        return self._walk

    @property
    def links(self) -> tuple[Link, ...]:
        """Its links, in the order of its bytes."""
        return self.walk.links

    @property
    def notes(self) -> tuple[Note, ...]:
        """What was odd about it."""
        return self.walk.notes

    @property
    def unread(self) -> tuple[Unread, ...]:
        """What was not searched for links."""
        return self.walk.unread

    @property
    def parts(self) -> tuple[Part, ...]:
        """Its parts, with their bases."""
        return self.walk.parts

    @property
    def documents(self) -> tuple[Document, ...]:
        """What was opened."""
        return self.walk.documents

    @property
    def verdict(self) -> Verdict:
        """What it is to all its readers together."""
        return self.walk.verdict

    @property
    def tree(self) -> Tree:
        """Where its parts lie in its bytes."""
        return _basewalk.tree(self.bytes, self._walker)

    def __repr__(self) -> str:
        return f"<basewalk.Message {self.number} of {self.source!r} at {self.offset}>"


# Whoever says nothing of it is told of each: what two messages lack often has the same text.
warnings.simplefilter("always", NotRead, append=True)


def _warn(text: str) -> None:
    # Of the line that reads the mail, which is behind the frames of this package.
    level = 1
    frame: Optional[FrameType] = sys._getframe()
    while frame is not None and str(frame.f_globals.get("__name__", "")).startswith("basewalk."):
        frame = frame.f_back
        level += 1
    warnings.warn(text, NotRead, stacklevel=level)


class _Problems:
    """Tells, or warns of, what of a source is no message."""

    def __init__(self, only_name: Optional[bytes], on_problem: Optional[Callable[[Item], object]]) -> None:
        self._only_name = only_name
        self._on_problem = on_problem
        self._of_all: Optional[Item] = None
        self._passed_over: Counter[str] = Counter()

    def tell(self, item: Item) -> None:
        is_problem = item.kind == ItemKind.PROBLEM
        is_of_all = is_problem and self._of_all is None and os.fsencode(item.source) == self._only_name
        if is_of_all:
            self._of_all = item
        if self._on_problem is not None:
            self._on_problem(item)
        elif is_problem and not is_of_all:
            _warn(f"{item.source}: {item.problem} [{item.trouble}]")
        elif item.kind == ItemKind.SKIPPED:
            self._passed_over[str(item.trouble)] += 1

    def end(self, given: int) -> None:
        """Raises where the only source had nothing but a problem."""
        if self._of_all is not None and given == 0:
            self._raise(self._of_all)
        if self._of_all is not None and self._on_problem is None:
            _warn(f"{self._of_all.source}: {self._of_all.problem} [{self._of_all.trouble}]")
        if self._passed_over:
            _warn("passed over: " + ", ".join(f"{count} {why}" for why, count in sorted(self._passed_over.items())))

    @staticmethod
    def _raise(item: Item) -> None:
        # The system says it best, and as its own exception.
        if item.trouble in (Trouble.UNREADABLE, Trouble.MISSING) and not os.path.isdir(item.source):
            with open(item.source, "rb"):
                pass
        raise SourceError(item.problem, str(item.trouble), item.source)


def _ahead(
    archive: _basewalk.Archive, walker: Walker, jobs: int
) -> Iterator[tuple[Batch, Optional["Future[list[Optional[Walk]]]"]]]:
    """Batches in their order; with several jobs they are walked while others are read."""

    def read() -> Iterator[Batch]:
        while True:
            batch = archive.next()
            if batch is None:
                return
            yield batch

    def walk(batch: Batch) -> list[Optional[Walk]]:
        return [walker.read(item) if item.kind == ItemKind.MESSAGE else None for item in batch.items]

    if jobs == 1:
        for batch in read():
            yield batch, None
        return
    pool = ThreadPoolExecutor(jobs, "basewalk")
    try:
        waiting: deque[tuple[Batch, Future[list[Optional[Walk]]]]] = deque()
        for batch in read():
            waiting.append((batch, pool.submit(walk, batch)))
            if len(waiting) > 2 * jobs:
                yield waiting.popleft()
        while waiting:
            yield waiting.popleft()
    finally:
        pool.shutdown(cancel_futures=True)


def messages(
    source: Union[Source, Iterable[Path]],
    options: Optional[Options] = None,
    *,
    kind: Union[ArchiveKind, str] = ArchiveKind.AUTOMATIC,
    jobs: int = 1,
    progress: Optional[Callable[[Progress], object]] = None,
    on_problem: Optional[Callable[[Item], object]] = None,
    message_bytes: int = 0,
    unpack_here: bool = False,
) -> Iterator[Message]:
    """The messages of a file, a folder, a mailbox or an archive, or of several; docs/archives.md has the kinds.

    >>> import basewalk
    >>> for message in basewalk.messages("samples/mail"):
    ...     print(message.source, len(message.links), message.verdict)
    samples/mail/bundle.eml 8 clear
    samples/mail/nested-bases.eml 8 differs
    samples/mail/nested-bundle.eml 9 unread
    samples/mail/newsletter.eml 7 clear
    samples/mail/offer-in-pdf.eml 1 unread

    :param source: a path or several, or one message: bytes, a binary file, an email.message.Message
    :param options: how mails are read; its limits ``message-bytes`` and ``unpack-factor`` hold for the source, too
    :param kind: what the source is, where its content shall not say; of what is given as one message ``eml`` alone
    :param jobs: threads that walk messages ahead
    :param progress: called with a Progress behind each batch of messages
    :param on_problem: called with each Item that is no message.  Without it what could not be read, and how much
        was passed over, is a warning of the category NotRead.  A single source that cannot be read at all raises
        OSError (FileNotFoundError ...) either way
    :param message_bytes: a longer message is a problem; 0: than the options say, or 1 GiB
    :param unpack_here: what is compressed or packed is unpacked in this process, and not in one of ``basewalk-worker``
        that cannot hurt: for what nobody hostile has packed

    The order is that of the source whatever the number of jobs.  Memory: some batches of 1 MiB.
    """
    if jobs < 1:
        raise ValueError("jobs: at least 1")
    walker = walker_of(options)
    longest = message_bytes or limit_of(options, "message-bytes")
    factor = limit_of(options, "unpack-factor")

    def archive_of(names: list[bytes]) -> _basewalk.Archive:
        return _basewalk.Archive(names, kind, progress is not None, longest, factor, unpack_here)

    names: list[bytes]
    viewed: Optional[bytes] = None
    if isinstance(source, (str, os.PathLike)):
        names = [os.fsencode(source)]
    elif (
        isinstance(source, (bytes, bytearray, memoryview, email.message.Message, BinaryFile))
        or (viewed := _viewed(source)) is not None
    ):
        archive_of([])  # refuses what makes no sense, before a file is read
        if kind not in (ArchiveKind.AUTOMATIC, ArchiveKind.EML):
            raise OptionError(f"kind: what is given is one message, and is not read as {kind}", "kind")
        data = viewed if viewed is not None else bytes_of(cast(Source, source))
        return _one(Message(walker, None, data), longest or _basewalk.limits()["message-bytes"], progress)
    elif isinstance(source, Iterable):
        names = [os.fsencode(path) for path in cast("Iterable[Path]", source)]
    else:
        raise TypeError(f"a path, bytes, a binary file or an email.message.Message, not {type(source).__name__}")
    if len(names) == 1 and names[0] != b"-" and not _is_within(names[0]):
        os.stat(os.fsdecode(names[0]))
    problems = _Problems(names[0] if len(names) == 1 else None, on_problem)
    return _messages(archive_of(names), walker, jobs, progress, problems)


def _one(message: Message, longest: int, progress: Optional[Callable[[Progress], object]]) -> Iterator[Message]:
    """What was given as one message."""
    size = len(message.bytes)
    if size > longest:
        raise SourceError(f"the message is longer than the limit ({size} bytes) and was passed over", "limit")
    yield message
    if progress is not None:
        progress(Progress(size, size, 1))


def _is_within(name: bytes) -> bool:
    """Does a name lead into an archive: ``mail.tar/cur/1``?"""
    while name and not os.path.lexists(name):
        name = os.path.dirname(name)
    return os.path.isfile(name)


def _messages(
    archive: _basewalk.Archive,
    walker: Walker,
    jobs: int,
    progress: Optional[Callable[[Progress], object]],
    problems: _Problems,
) -> Iterator[Message]:
    given = 0
    for batch, walks in _ahead(archive, walker, jobs):
        found = walks.result() if walks is not None else None
        for index, item in enumerate(batch.items):
            if item.kind != ItemKind.MESSAGE:
                problems.tell(item)
                continue
            message = Message(walker, item)
            if found is not None:
                message._walk = found[index]
            given += 1
            yield message
        if progress is not None:
            progress(Progress(*archive.progress(), given))
    problems.end(given)


def message_at(
    source: Path,
    offset: int,
    options: Optional[Options] = None,
    *,
    kind: Union[ArchiveKind, str] = ArchiveKind.AUTOMATIC,
    message_bytes: int = 0,
    unpack_here: bool = False,
) -> Message:
    """One message found again: the one that begins at ``offset`` of ``source``, as a Message tells both."""
    name = os.fsencode(source)
    longest = message_bytes or limit_of(options, "message-bytes")
    batch = _basewalk.message_at(name, offset, kind, longest, limit_of(options, "unpack-factor"), unpack_here)
    for item in batch.items:
        if item.kind == ItemKind.MESSAGE:
            return Message(walker_of(options), item)
    for item in batch.items:
        raise SourceError(item.problem, str(item.trouble), item.source)
    raise SourceError("no message begins there", "missing", os.fsdecode(name))


def walk(source: Source, options: Optional[Options] = None) -> Walk:
    """All that is found in one message: links, parts, notes, what was not read.

    >>> import basewalk
    >>> found = basewalk.walk("samples/mail/nested-bases.eml")
    >>> found.verdict, len(found.links), [note.code.value for note in found.notes]
    (<Verdict.DIFFERS: 'differs'>, 8, ['base-relative'])

    A path that leads to several messages raises ValueError: messages() gives each.
    """
    return walker_of(options).read(bytes_of(source, options))


def tree(source: Source, options: Optional[Options] = None) -> Tree:
    """Where the parts of one message lie in its bytes; of the options only the limits matter."""
    return _basewalk.tree(bytes_of(source, options), walker_of(options))


def _tell(message: Message, on_note: Optional[OnNote]) -> None:
    found = message.walk
    if on_note is not None:
        for note in found.notes:
            on_note(note)
        for unread in found.unread:
            on_note(unread)
        return
    if found.summary.unread:
        for unread in found.unread:
            if unread.reason != UnreadWhy.NOT_TEXT:
                where = f"{message.source}:{message.offset}: " if message.source is not None else ""
                what = " ".join(filter(None, (unread.type, unread.name)))
                _warn(f"{where}part {unread.part} was not read [{unread.why}]: {what}")


def _links(found: Iterable[Message], on_note: Optional[OnNote]) -> Iterator[Link]:
    for message in found:
        _tell(message, on_note)
        yield from message.walk.links


def links(
    source: Union[Source, Iterable[Path]],
    options: Optional[Options] = None,
    *,
    jobs: int = 1,
    on_note: Optional[OnNote] = None,
) -> Iterator[Link]:
    """The links of a message, or of all messages of a source, and where each really leads.

    >>> import basewalk
    >>> for link in basewalk.links("samples/mail/newsletter.eml"):
    ...     if "base-split" in link.flags:
    ...         print(link.raw, link.url, link.base, link.base_from)
    garden.example/letters/november.html https://evil.example/garden.example/letters/november.html https://evil.example/ html-base
    pixel.gif?who=4711 https://evil.example/pixel.gif?who=4711 https://evil.example/ html-base

    :param source: a path, or several; or one message: bytes, a binary file, an email.message.Message
    :param options: how mails are read
    :param jobs: threads that walk messages ahead
    :param on_note: called with each Note, each Unread and each Item that is no message.  Without it what a reader
        could open and was not read is a warning of the category NotRead

    Links that only other readings of a message have stand among the others, with ``link.reading``.
    """
    return _links(messages(source, options, jobs=jobs, on_problem=on_note), on_note)


def rows(
    source: Union[Source, Iterable[Path]],
    options: Optional[Options] = None,
    *,
    jobs: int = 1,
    on_note: Optional[OnNote] = None,
) -> Iterator[dict[str, Any]]:
    """The links of a source as dicts of plain values, with where their message came from, and their host."""
    for message in messages(source, options, jobs=jobs, on_problem=on_note):
        _tell(message, on_note)
        for link in message.walk.links:
            yield {
                "source": message.source,
                "message": message.number,
                "offset": message.offset,
                **link.asdict(),
                "host": (_basewalk.seen_host(link.url) or None) if link.url is not None else None,
            }


def table(
    source: Union[Source, Iterable[Path]],
    options: Optional[Options] = None,
    *,
    jobs: int = 1,
    on_note: Optional[OnNote] = None,
) -> dict[str, list[Any]]:
    """The links of a source as columns, which ``pandas.DataFrame`` and ``polars.DataFrame`` take as they are.

    >>> import basewalk
    >>> table = basewalk.table("samples/mail/newsletter.eml")
    >>> table["host"][2:5]
    ['garden.example', 'www.garden.example', 'evil.example']

    Flags are lists of words; rows() gives the same one by one.
    """
    columns: dict[str, list[Any]] = {name: [] for name in COLUMNS}
    appends = [column.append for column in columns.values()]
    for row in rows(source, options, jobs=jobs, on_note=on_note):
        for append, value in zip(appends, row.values()):
            append(value)
    return columns


#: The columns of table(): as the tool's JSON has them, as far as a link has them by itself.
COLUMNS = ("source", "message", "offset", *Link.__match_args__, "host")

# SPDX-License-Identifier: MIT
"""Reads e-mail and answers for every link where it really leads.

>>> import basewalk
>>> for link in basewalk.links(b"Base: <URL:http://a/b/>\\nContent-Type: text/html\\n\\n<a href=../c>"):
...     print(link.where, link.url, link.base, link.base_from)
a[href] http://a/c http://a/b/ base-header

links(), walk() and messages() read paths (a message, an mbox, a Maildir, any archive of these), bytes, binary files
and messages of the package email.  table() and rows() are for pandas and polars, rewrite() and Rewriter write a
message with other links, Bundle and check() are for MHTML, tree() tells where the parts of a message lie; resolve(),
Base, url(), split() and normalize() are for URLs alone.  docs/python.md is a guide.

What has a closed set of values is a word, an enumeration whose members are str: ``link.status == "resolved"``.
A mail is never an error.  What basewalk cannot do is an Error; what it did not read is told, or is a warning of the
category NotRead.  While a mail is read, other threads run.
"""
from . import _words
from ._basewalk import (
    URL,
    Base,
    BundlePart,
    Check,
    Components,
    Document,
    Edit,
    Entity,
    Field,
    Finding,
    Item,
    Kept,
    LeftDoubt,
    LeftOut,
    LeftUnread,
    Link,
    Mark,
    Note,
    Part,
    Reading,
    Rewritten,
    SchemeField,
    Signature,
    Splice,
    Summary,
    Tree,
    Unpacked,
    UnpackedFile,
    Unread,
    Walk,
    decode_field,
    limits,
    open_all,
    version,
)
from ._bundles import Bundle, check
from ._errors import (
    BundleError,
    Error,
    InternalError,
    NoAnswer,
    NotRead,
    NotRewritten,
    OptionError,
    OutputError,
    SourceError,
)
from ._options import Options
from ._reading import Message, Progress, Source, links, message_at, messages, rows, table, tree, walk
from ._rewriting import Rewriter, rewrite
from ._types import Resolution, Word
from ._urls import normalize, resolve, seen_host, split, unwrap, url, url_flags
from ._words import *

__version__ = version()

__all__ = [
    "BundleError", "Base", "Bundle", "BundlePart", "Check", "Components", "Document", "Edit", "Entity", "Error", "Field",
    "Finding", "InternalError", "Item", "Kept", "LeftDoubt", "LeftOut", "LeftUnread", "Link", "Mark", "Message",
    "NoAnswer", "NotRead", "NotRewritten", "Note", "OptionError", "Options", "OutputError", "Part", "Progress", "Reading",
    "Resolution", "Rewriter", "Rewritten", "SchemeField", "Signature", "Source", "SourceError", "Splice", "Summary",
    "Tree", "URL", "Unpacked", "UnpackedFile", "Unread", "Walk", "Word", "check", "decode_field", "limits", "links",
    "message_at", "messages", "normalize", "open_all", "resolve", "rewrite", "rows", "seen_host", "split", "table",
    "tree", "unwrap", "url", "url_flags", "version", "walk",
]
__all__ += _words.__all__

# Where a class is found by those who use it, and where pickle and help() say that it is.
for _name in __all__:
    _object = globals()[_name]
    if getattr(_object, "__module__", "").startswith(__name__ + "."):
        _object.__module__ = __name__
del _name, _object

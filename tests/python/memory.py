#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Nothing is kept that nobody has, and nothing is let go of twice.

Every object of the module, and with it every handle of the library, is memory that tracemalloc counts: after
many rounds of the same there is no more of it than after few.  Objects that all share (words, types, None) have as
many references as before.
"""
import gc
import os
import pickle
import sys
import tempfile
import tracemalloc
import unittest
import warnings

import basewalk
from support import DATA, SAMPLES, main

NEWSLETTER = (SAMPLES / "newsletter.eml").read_bytes()
BUNDLE = (SAMPLES / "bundle.eml").read_bytes()


def walk():
    found = basewalk.walk(NEWSLETTER)
    for records in (found.links, found.parts, found.notes, found.unread, found.documents, found.readings):
        for record in records:
            record.asdict()
            repr(record)
            hash(record)
    assert found.links == basewalk.walk(NEWSLETTER).links
    pickle.loads(pickle.dumps([found.summary, *found.links]))


def archives():
    for message in basewalk.messages(SAMPLES):
        message.tree.fields
        message.links
    next(iter(basewalk.links(SAMPLES, jobs=2)))


def structure():
    tree = basewalk.tree(BUNDLE)
    for index, entity in enumerate(tree.entities):
        tree.decode(index)
        entity.asdict()
    for field in tree.fields:
        basewalk.decode_field(field.value)


def rewriting():
    result = basewalk.Rewriter(drop_base=True, mark=True, wrap="https://g.example/?u={url}", only=["scheme=https"]).rewrite(
        NEWSLETTER)
    result.bytes, result.edits, result.kept, result.marks, result.splices, result.signatures
    for record in (*result.edits, *result.kept):
        record.asdict()


def bundles():
    bundle = basewalk.Bundle(BUNDLE)
    bundle.parts, bundle.root, bundle.notes
    bundle.inline()[1].files
    with tempfile.TemporaryDirectory() as folder:
        bundle.unpack(os.path.join(folder, "page")).left_out
    basewalk.check(BUNDLE).findings


def of_urls():
    basewalk.url("ftp://u@h/a/b;type=d").asdict()
    basewalk.split("//h/p").asdict()
    base = basewalk.Base("http://a/b/", "whatwg")
    base.resolution("http://["), base.resolve("x"), base.relate("http://a/c"), base.failure, repr(base)
    basewalk.url_flags("http://1/", "", "")


def mistakes():
    def fails(call, *arguments, **options):
        try:
            call(*arguments, **options)
        except Exception:
            return
        raise AssertionError(f"{call} takes {arguments} {options}")

    fails(basewalk.Options, limits={"no-such": 1})
    fails(basewalk.Options, limits={"links": "x"})
    fails(basewalk.Options, honor=["html-base", "nothing"])
    fails(basewalk.Options, retrieved="relative")
    fails(basewalk.Rewriter, wrap="no template")
    fails(basewalk.Rewriter, only=["no condition"])
    fails(basewalk.resolve, "http://h/", "http://[", "whatwg")
    fails(basewalk.resolve, "http://h/", "", "rfc1")
    fails(basewalk.walk, None)
    fails(basewalk.tree(b"").decode, 4)
    fails(basewalk.Bundle(b"").inline)
    fails(basewalk.Bundle(BUNDLE).unpack, "/no/such/folder")
    fails(basewalk._basewalk.tree, "text", None)
    fails(basewalk._basewalk.tree, b"", None)
    fails(basewalk._basewalk.Walker)
    fails(basewalk._basewalk.Archive, ["text"], "automatic", False, 0)
    fails(basewalk._basewalk.Archive, [b"a\0b"], "automatic", False, 0)
    fails(basewalk._basewalk.Archive, [b"a"], "automatic", False, -1)
    fails(basewalk._basewalk._revive, "Link", ())
    fails(basewalk.normalize, "http://h/", ["nothing"])


# With a sanitizer each round takes longer, and what it looks for needs few.
ROUNDS = 15 if "libasan" in os.environ.get("LD_PRELOAD", "") else 60

JOBS = (walk, archives, structure, rewriting, bundles, of_urls, mistakes)


def memory_after(job, rounds):
    for _ in range(rounds):
        job()
    gc.collect()
    return tracemalloc.get_traced_memory()[0]


def forget():
    """Let go of what Python keeps by itself.

    The free places of its cache of types each hold None up to 3.11, and how many of them a job fills hangs on what ran
    before (tempfile alone fills some fifty in as many rounds).  Later ones do not count None, and may have no such call.
    """
    gc.collect()
    if sys.version_info < (3, 12):
        sys._clear_type_cache()


def shared():
    """What all share, and how many references it has."""
    things = [member for name in basewalk._words.__all__ for member in getattr(basewalk, name)]
    things += [getattr(basewalk, name) for name in ("Link", "Walk", "Note", "Tree", "Base", "Resolution")]
    things += [None, True, False]
    return [(thing, sys.getrefcount(thing)) for thing in things]


class Memory(unittest.TestCase):
    def setUp(self):
        warnings.simplefilter("ignore", basewalk.NotRead)

    def test_many_rounds_keep_no_more_than_few(self):
        for job in JOBS:
            with self.subTest(job=job.__name__):
                job()
                tracemalloc.start()
                used = [memory_after(job, ROUNDS) for _ in range(9)]
                tracemalloc.stop()
                # One object lost in each round would be ROUNDS times 40 bytes and more, each time; what Python itself
                # keeps comes and goes.
                self.assertLess(min(now - before for before, now in zip(used, used[1:])), 35 * ROUNDS, used)

    def test_what_all_share_is_had_as_often_as_before(self):
        for job in JOBS:
            with self.subTest(job=job.__name__):
                job()
                forget()
                before = shared()
                for _ in range(ROUNDS):
                    job()
                forget()
                for (thing, count), (_, now) in zip(before, shared()):
                    self.assertLess(abs(now - count), max(ROUNDS - 10, 15), repr(thing))


if __name__ == "__main__":
    main()

#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""What the Python package takes, gives and raises."""
import array
import copy
import email
import email.policy
import gzip
import io
import json
import mailbox
import mmap
import os
import pathlib
import pickle
import subprocess
import sys
import tempfile
import threading
import unittest
import warnings

import basewalk
from support import DATA, SAMPLES, TOP, main

MAIL = b"Base: <URL:http://a/b/>\nContent-Type: text/html\n\n<a href=../c>c</a> <a href=//d/>d</a>\n"
URLS = ["http://a/c", "http://d/"]


def urls(links):
    return [link.url for link in links]


class Folder(unittest.TestCase):
    """Tests with a folder of their own."""

    def setUp(self):
        room = tempfile.TemporaryDirectory()
        self.addCleanup(room.cleanup)
        self.folder = pathlib.Path(room.name)

    def file(self, name, content=MAIL):
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
        return path


class Sources(Folder):
    def test_a_message_comes_in_many_ways(self):
        path = self.file("mail.eml")
        with path.open("rb") as file:
            for source in (path, str(path), MAIL, bytearray(MAIL), memoryview(MAIL), io.BytesIO(MAIL), file,
                           email.message_from_bytes(MAIL),
                           email.message_from_bytes(MAIL, policy=email.policy.default), mailbox.mboxMessage(MAIL)):
                with self.subTest(source=type(source)):
                    self.assertEqual(urls(basewalk.links(source)), URLS)

    def test_what_can_be_viewed_is_a_message(self):
        path = self.file("mail.eml")
        with path.open("rb") as file, mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as mapped:
            # From its first byte each time, though it can be read as a file is.
            for source in (mapped, mapped, array.array("B", MAIL), memoryview(MAIL + MAIL)[:len(MAIL)]):
                with self.subTest(source=type(source)):
                    self.assertEqual(urls(basewalk.links(source)), URLS)
                    self.assertEqual(urls(basewalk.walk(source).links), URLS)
            self.assertEqual(mapped.tell(), 0)

    def test_a_message_of_the_package_email_keeps_its_bytes(self):
        mail = b"Subject: s\n\nFrom here: http://h/\n"
        made = email.message_from_bytes(mail)
        link, = basewalk.links(made)
        self.assertEqual(mail[link.at:link.at + len(link.raw)].decode(), link.raw)
        self.assertTrue(made.policy.mangle_from_, "the message is as it was")

    def test_what_is_no_source(self):
        for source in (None, 7, object(), 1.5):
            with self.subTest(source=source), self.assertRaises(TypeError):
                basewalk.links(source)
            with self.subTest(source=source), self.assertRaises(TypeError):
                basewalk.walk(source)
        with self.assertRaisesRegex(TypeError, "text mode"):
            basewalk.walk(io.StringIO("Subject: s\n"))
        with self.assertRaises(TypeError):
            list(basewalk.links([MAIL, 7]))

    def test_what_is_not_there(self):
        for call in (basewalk.links, basewalk.messages, basewalk.walk, basewalk.table, basewalk.tree, basewalk.rewrite,
                     basewalk.Bundle):
            with self.subTest(call=call), self.assertRaises(FileNotFoundError) as raised:
                call(self.folder / "missing.eml")
            self.assertIn("missing.eml", os.fsdecode(raised.exception.filename))

    def test_what_may_not_be_read(self):
        path = self.file("secret.eml")
        path.chmod(0)
        self.folder.chmod(0o755)
        child = os.fork()
        if child == 0:
            # root reads everything; who is nobody does not.
            if os.geteuid() == 0:
                os.setuid(65534)
            try:
                list(basewalk.links(path))
            except PermissionError as error:
                os._exit(0 if error.filename == str(path) else 2)
            os._exit(1)
        self.assertEqual(os.waitpid(child, 0)[1], 0)

    def test_a_single_source_that_is_no_mail(self):
        with self.assertRaises(basewalk.SourceError) as raised:
            list(basewalk.links(self.file("empty.eml", b"")))
        self.assertEqual(raised.exception.code, "empty")
        self.assertIsInstance(raised.exception, OSError)
        self.assertIn("empty.eml", str(raised.exception))
        told = []
        with self.assertRaises(basewalk.SourceError):
            list(basewalk.links(self.folder / "empty.eml", on_note=told.append))
        self.assertEqual([item.trouble for item in told], ["empty"])

    def test_several_sources(self):
        a, b = self.file("a.eml"), self.file("b.eml")
        with self.assertWarnsRegex(basewalk.NotRead, "missing.eml"):
            found = [(message.source, message.number) for message in basewalk.messages([a, self.folder / "missing.eml", b])]
        self.assertEqual(found, [(str(a), 1), (str(b), 1)])

    def test_an_mbox_has_many_messages(self):
        path = self.file("box", b"".join(b"From a@b Mon Jan  1 00:00:00 2024\n" + MAIL + b"\n" for _ in range(50)))
        found = list(basewalk.messages(path))
        self.assertEqual([message.number for message in found], list(range(1, 51)))
        self.assertEqual(urls(basewalk.links(path)), URLS * 50)
        with self.assertRaisesRegex(ValueError, "several messages"):
            basewalk.walk(path)
        again = basewalk.message_at(path, found[7].offset)
        self.assertEqual((again.bytes, urls(again.links), again.offset), (found[7].bytes, URLS, found[7].offset))
        with self.assertRaises(basewalk.SourceError):
            basewalk.message_at(path, 3)
        # No message begins at what another number would be made of.
        for offset in (-1, 2**64, 2**64 + found[7].offset):
            with self.subTest(offset=offset), self.assertRaises(OverflowError):
                basewalk.message_at(path, offset)

    def test_names_that_are_not_utf8(self):
        path = self.file(os.fsdecode(b"\xff.eml"))
        message, = basewalk.messages(path)
        self.assertEqual(message.source, str(path))

    def test_jobs_change_nothing(self):
        def told(jobs):
            with warnings.catch_warnings():
                warnings.simplefilter("ignore", basewalk.NotRead)
                return [(message.source, message.number, [link.asdict() for link in message.links])
                        for folder in ("cases", "mime", "archive")
                        for message in basewalk.messages(DATA / folder, jobs=jobs)]

        one = told(1)
        self.assertGreater(len(one), 150)
        self.assertEqual(told(3), one)
        with self.assertRaises(ValueError):
            basewalk.messages(DATA, jobs=0)

    def test_an_iteration_that_is_left(self):
        for _ in range(20):
            for message in basewalk.messages(DATA / "cases", jobs=2):
                message.links
                break

    def test_the_kind_that_is_said(self):
        path = self.file("box", b"From a@b Mon Jan  1 00:00:00 2024\n" + MAIL)
        self.assertEqual(len(list(basewalk.messages(path, kind="eml"))), 1)
        with self.assertRaises(ValueError):
            basewalk.messages(path, kind="zip")


    def test_one_message_has_the_options_of_a_source(self):
        path = self.file("mail.eml")
        for source in (path, MAIL, bytearray(MAIL), memoryview(MAIL), io.BytesIO(MAIL), email.message_from_bytes(MAIL),
                       array.array("B", MAIL)):
            with self.subTest(source=type(source)):
                for options, error in (({"kind": "zip"}, ValueError), ({"kind": 3}, TypeError), ({"jobs": 0}, ValueError),
                                       ({"message_bytes": -1}, ValueError), ({"message_bytes": 2**64}, OverflowError)):
                    with self.subTest(options=options), self.assertRaises(error):
                        basewalk.messages(source, **options)
                seen = []
                found, = basewalk.messages(source, kind="eml", message_bytes=len(MAIL), progress=seen.append)
                self.assertEqual((found.bytes, seen), (MAIL, [basewalk.Progress(len(MAIL), len(MAIL), 1)]))
        for kind in ("mbox", "maildir", basewalk.ArchiveKind.MH):
            with self.subTest(kind=kind), self.assertRaises(basewalk.OptionError):
                basewalk.messages(MAIL, kind=kind)
        shorter = len(MAIL) - 1
        for source in (lambda: path, lambda: MAIL, lambda: io.BytesIO(MAIL)):
            for options in ({"message_bytes": shorter}, {"options": basewalk.Options(limits={"message-bytes": shorter})}):
                with self.subTest(source=type(source()), options=options):
                    with self.assertRaises(basewalk.SourceError) as raised:
                        list(basewalk.messages(source(), **options))
                    self.assertEqual(raised.exception.code, "limit")

    def test_limits_of_options_hold_for_sources(self):
        path = self.file("mail.eml")
        short = basewalk.Options(limits={"message-bytes": len(MAIL) - 1})
        for source in (path, MAIL):
            found = basewalk.walk(source, short)
            self.assertEqual((found.links, found.verdict), ((), "unread"))
            self.assertEqual([(unread.part, unread.why, unread.length) for unread in found.unread],
                             [("1", "limit-message-bytes", len(MAIL))])
            with self.assertRaises(basewalk.SourceError):
                list(basewalk.links(source, short))
        with self.assertRaises(basewalk.SourceError):
            basewalk.message_at(path, 0, short)
        self.assertEqual(urls(next(basewalk.messages(path, message_bytes=len(MAIL))).links), URLS)
        # Behind the first 64 MiB.
        packed = self.file("mail.eml.gz", gzip.compress(MAIL + b"x" * (65 << 20), 1))
        self.assertEqual(len(list(basewalk.messages(packed))), 1)
        for read in (basewalk.messages, basewalk.walk, basewalk.tree):
            with self.subTest(read=read), self.assertRaises(basewalk.SourceError):
                list(read(packed, basewalk.Options(limits={"unpack-factor": 1})))
        with self.assertRaises(basewalk.OptionError):
            basewalk.messages(path, basewalk.Options(limits={"unpack-factor": 0}))


class Told(Folder):
    def test_progress(self):
        for number in range(30):
            self.file(f"{number}.eml", MAIL + b" " * 100000)
        seen = []
        count = sum(1 for _ in basewalk.messages(self.folder, progress=seen.append))
        self.assertEqual(count, 30)
        self.assertGreater(len(seen), 1)
        self.assertEqual(seen, sorted(seen))
        size = 30 * (len(MAIL) + 100000)
        self.assertEqual(seen[-1], basewalk.Progress(size, size, 30))

    def test_what_a_callback_raises_comes_out(self):
        class Mine(Exception):
            pass

        def fail(_):
            raise Mine

        for jobs in (1, 2):
            with self.assertRaises(Mine):
                list(basewalk.messages(SAMPLES, progress=fail, jobs=jobs))
            with self.assertRaises(Mine):
                list(basewalk.links(SAMPLES, on_note=fail, jobs=jobs))
            with self.assertRaises(Mine):
                list(basewalk.messages([self.folder / "missing", self.folder / "absent"], on_problem=fail, jobs=jobs))

    def test_what_was_not_read_is_not_silent(self):
        with self.assertWarnsRegex(basewalk.NotRead, r"offer-in-pdf.eml:0: part 2 was not read \[no-opener\]") as seen:
            list(basewalk.links(SAMPLES / "offer-in-pdf.eml"))
        self.assertEqual(seen.filename, __file__)
        with self.assertWarns(basewalk.NotRead) as seen:
            basewalk.table(SAMPLES / "offer-in-pdf.eml")
        self.assertEqual(seen.filename, __file__)
        # Two messages that lack the same, in a program that says nothing of warnings.
        program = ("import basewalk, pathlib, sys\nmail = pathlib.Path(sys.argv[1]).read_bytes()\n"
                   "for each in (mail, mail + b' '):\n    list(basewalk.links(each))\n")
        told = subprocess.run([sys.executable, "-c", program, SAMPLES / "offer-in-pdf.eml"], capture_output=True, text=True,
                              check=True).stderr
        self.assertEqual(told.count("NotRead: part 2 was not read"), 2, told)
        with self.assertWarnsRegex(basewalk.NotRead, "passed over: 1 hidden"):
            self.file(".hidden")
            self.file("a.eml")
            list(basewalk.messages(self.folder))

    def test_who_asks_is_told_and_not_warned(self):
        told = []
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            list(basewalk.links([SAMPLES, self.folder / "missing"], on_note=told.append))
        kinds = {type(one).__name__ for one in told}
        self.assertEqual(kinds, {"Note", "Unread", "Item"})

    def test_warnings_can_be_errors(self):
        with warnings.catch_warnings():
            warnings.simplefilter("error", basewalk.NotRead)
            with self.assertRaises(basewalk.NotRead):
                list(basewalk.links(SAMPLES / "offer-in-pdf.eml"))


class Options(unittest.TestCase):
    def test_each_option_does_something(self):
        mail = (b"Content-Type: text/html\n\n<a href=//h/x> <a href=y> hxxp://e.example/ www.e.example example.com/z"
                b" <a href='http:g'>")
        def links(**options):
            return [(link.raw, link.url) for link in basewalk.walk(mail, basewalk.Options(**options)).links]

        plain = links()
        for options in ({"assume_scheme": "https"}, {"retrieved": "http://r/"}, {"refang": True}, {"linkify": True}):
            with self.subTest(options=options):
                self.assertNotEqual(links(**options), plain)
        based = {"retrieved": "http://r/a/b"}
        self.assertNotEqual(links(**based, same_scheme_is_relative=True, rules="rfc3986"), links(**based, rules="rfc3986"))
        self.assertEqual(links(**based, honor=()), plain)
        self.assertEqual(links(**based, honor=["retrieval", basewalk.Honor.HTML_BASE]), links(**based))
        dots = b"Base: <URL:http://a/>\nContent-Type: text/html\n\n<a href=../c>"
        self.assertEqual([basewalk.walk(dots, basewalk.Options(rules="rfc2396", surplus_dots=how)).links[0].url
                          for how in basewalk.SurplusDots], ["http://a/../c", "http://a/c", None])

    def test_what_makes_no_sense_is_refused_at_once(self):
        for options, error in (({"rules": "rfc1"}, ValueError), ({"rules": 3}, TypeError),
                               ({"honor": ["base"]}, ValueError), ({"honor": "html-base"}, TypeError),
                               ({"open": ["doc"]}, ValueError), ({"limits": {"parts": -1}}, ValueError),
                               ({"limits": {"parts": 2 ** 70}}, OverflowError), ({"limits": 7}, TypeError),
                               ({"limits": {"no-such": 1}}, basewalk.OptionError), ({"retrieved": 7}, TypeError),
                               ({"retrieved": "relative"}, basewalk.OptionError),
                               ({"surplus_dots": "drop"}, basewalk.OptionError),
                               ({"surplus_dots": "error", "rules": "rfc3986"}, basewalk.OptionError),
                               ({"same_scheme_is_relative": True}, basewalk.OptionError),
                               ({"assume_scheme": "-"}, basewalk.OptionError), ({"retrieved": "\ud800"}, ValueError)):
            with self.subTest(options=options), self.assertRaises(error):
                basewalk.Options(**options)
        with self.assertRaises(basewalk.OptionError) as raised:
            basewalk.Options(limits={"no-such": 1})
        self.assertEqual(raised.exception.code, "limit")

    def test_options_are_options(self):
        for other in ({"rules": "whatwg"}, "whatwg", 7):
            for call in (basewalk.links, basewalk.walk, basewalk.tree, basewalk.Bundle, basewalk.check):
                with self.subTest(call=call), self.assertRaisesRegex(TypeError, "a basewalk.Options"):
                    call(MAIL, other)
            with self.assertRaisesRegex(TypeError, "a basewalk.Options"):
                basewalk.Rewriter(options=other)

    def test_limits_bound(self):
        options = basewalk.Options(limits={"links": 3})
        found = basewalk.walk(b"Content-Type: text/html\n\n" + b"<a href=http://h/>" * 10, options)
        self.assertEqual(len(found.links), 3)
        self.assertIn("limit-links", [unread.why for unread in found.unread])
        self.assertIn("links", basewalk.limits())

    def test_what_is_wanted_is_a_number_of_its_own(self):
        walker = basewalk.Options()._walker
        self.assertEqual(walker.read(MAIL, 1).notes, ())
        for want, error in ((2**32 + 1, OverflowError), (-1, OverflowError), (64, ValueError), ("1", TypeError)):
            with self.subTest(want=want), self.assertRaises(error):
                walker.read(MAIL, want)

    def test_options_are_values(self):
        one = basewalk.Options(rules="whatwg", honor=["html-base"], limits={"links": 3})
        for other in (pickle.loads(pickle.dumps(one)), copy.deepcopy(one),
                      basewalk.Options(rules=basewalk.Rules.WHATWG, honor=("html-base",), limits={"links": 3})):
            self.assertEqual(one, other)
            self.assertEqual(hash(one), hash(other))
        self.assertEqual(urls(basewalk.links(MAIL, pickle.loads(pickle.dumps(basewalk.Options())))), URLS)
        with self.assertRaises(AttributeError):
            one.rules = "rfc1808"


class Records(unittest.TestCase):
    def test_words_are_texts(self):
        link = basewalk.walk(MAIL).links[0]
        self.assertEqual(link.status, "resolved")
        self.assertIs(link.status, basewalk.Status.RESOLVED)
        self.assertEqual(f"{link.status} {link.base_from!s}", "resolved base-header")
        self.assertIn("resolved", {link.status})
        self.assertIn(link.status, {"resolved": 1})
        self.assertEqual(json.dumps(link.status), '"resolved"')
        self.assertIs(basewalk.Status("resolved"), link.status)
        self.assertGreater(len(basewalk.Doubt.CHARSET.meaning), 10)

    def test_a_link_outlives_all_else(self):
        found = basewalk.walk(bytearray(MAIL))
        link = found.links[0]
        del found
        self.assertEqual((link.raw, link.url, link.base, link.where), ("../c", "http://a/c", "http://a/b/", "a[href]"))

    def test_lists_are_there_once(self):
        found = basewalk.walk(MAIL)
        self.assertIs(found.links, found.links)
        self.assertEqual(found.links, basewalk.walk(MAIL).links)
        self.assertEqual(len(set(found.links) | set(basewalk.walk(MAIL).links)), 2)
        self.assertNotEqual(found.links[0], found.links[1])
        self.assertNotEqual(found.links[0], "http://a/c")

    def test_records_are_values(self):
        found = basewalk.walk((SAMPLES / "nested-bundle.eml").read_bytes(), basewalk.Options(targets=True))
        tree = basewalk.tree(MAIL)
        checked = basewalk.check(SAMPLES / "bundle.eml")
        records = [*found.links, *found.parts, *found.notes, *found.unread, found.summary, *tree.entities, *tree.fields,
                   *checked.findings, basewalk.url("ftp://u@h/a/b;type=d"), basewalk.split("//h/p")]
        self.assertGreater(len(records), 20)
        for record in records:
            for other in (pickle.loads(pickle.dumps(record)), copy.copy(record), copy.deepcopy(record)):
                self.assertEqual(record, other)
                self.assertEqual(hash(record), hash(other))
                self.assertEqual(repr(record), repr(other))
                self.assertEqual(record.asdict(), other.asdict())
                self.assertEqual(pickle.loads(pickle.dumps(other)), record)
            self.assertEqual(tuple(record.asdict()), type(record).__match_args__)
            if "bytes" not in repr(record) and not isinstance(record, basewalk.Field):
                json.dumps(record.asdict())

    def test_nobody_makes_records(self):
        for kind in (basewalk.Link, basewalk.Walk, basewalk.Tree, basewalk.Note, basewalk.Rewritten):
            with self.assertRaises(TypeError):
                kind()
            with self.assertRaises(TypeError):
                object.__new__(kind)
            with self.assertRaises(TypeError):
                type("Mine", (kind,), {})
        link = basewalk.walk(MAIL).links[0]
        with self.assertRaises(AttributeError):
            link.url = "http://evil/"
        with self.assertRaises(AttributeError):
            link.other = 1

    def test_pickles_of_others(self):
        revive = basewalk._basewalk._revive
        for arguments in (("Link", ()), ("Link", []), ("Links", ()), ("Link", None)):
            with self.assertRaises(ValueError):
                revive(*arguments)
        values = basewalk.walk(MAIL).links[0].__reduce__()[1][1]
        with self.assertRaises(TypeError):
            basewalk._basewalk.Walker(*["rfc1808", "keep", 0, None, None, None, 0, 0, (), 0, "compat", None]).read(
                revive("Item", (None,) * len(basewalk.Item.__match_args__)))
        self.assertEqual(revive("Link", values), basewalk.walk(MAIL).links[0])

    def test_hostile_bytes_are_text(self):
        mail = b"Content-Type: text/html; charset=utf-8\nX: \xff\n\n<a href='http://h/\xff\x00\xed\xa0\x80'>\xf0\x9f"
        for link in basewalk.walk(mail).links:
            for value in link.asdict().values():
                if isinstance(value, str):
                    value.encode()

    def test_texts_of_any_kind_for_urls(self):
        for text in ("", "\0", "http://h/\0", "\udcff", "\ud800", "http://\ud800/", "\U0010ffff", "x" * 100000, "[" * 5000):
            with self.subTest(text=text[:20]):
                self.assertIsInstance(basewalk.Base(text).resolution(text).current_document, bool)
                basewalk.Base("http://h/", "whatwg").resolution(text)
                basewalk.url(text)
                basewalk.split(text)
                basewalk.normalize(text)
                basewalk.unwrap(text)
                basewalk.seen_host(text)
                basewalk.url_flags(text, text, text)
        self.assertEqual(basewalk.unwrap("<URL:http://h/\udcff>"), "http://h/\udcff")
        for call in (basewalk.url, basewalk.unwrap, basewalk.Base, basewalk.seen_host):
            with self.assertRaises(TypeError):
                call(b"http://h/")


class Trees(unittest.TestCase):
    def test_fields_and_bodies(self):
        mail = (b"Subject: =?utf-8?q?caf=C3=A9?=\r\n\tau lait\r\nContent-Type: text/plain\r\n"
                b"Content-Transfer-Encoding: base64\r\n\r\naGVsbG8=\r\n")
        tree = basewalk.tree(mail)
        field = tree.find(0, "SUBJECT")
        self.assertEqual(basewalk.decode_field(field.value), "café\tau lait")
        self.assertEqual(mail[field.offset:field.end], b"Subject:" + field.value + b"\r\n")
        self.assertEqual((tree.decode(0), tree.entities[0].encoding), (b"hello", "base64"))
        self.assertIsNone(tree.find(0, "To"))
        for index in (1, 2 ** 64 - 1):
            with self.assertRaises(IndexError):
                tree.decode(index)
        with self.assertRaises((OverflowError, ValueError)):
            tree.decode(-1)
        self.assertIsNone(tree.find(9, "Subject"))
        self.assertIsNone(tree.find(-1, "Subject"))

    def test_trees_of_messages(self):
        message, = basewalk.messages(SAMPLES / "nested-bases.eml")
        self.assertEqual([part.part for part in message.parts if not part.decoded],
                         [message.tree.entities[part.index].part for part in message.parts if not part.decoded])


class Rewriting(unittest.TestCase):
    def test_relative_links_become_absolute(self):
        self.assertEqual(basewalk.rewrite(MAIL), MAIL.replace(b"../c", b"http://a/c").replace(b"//d/", b"http://d/"))

    def test_a_rewriter_tells_what_it_did(self):
        result = basewalk.Rewriter(defang=True, mark=True, signatures=True).rewrite(MAIL)
        self.assertTrue(result.changed)
        self.assertEqual([str(edit.kind) for edit in result.edits], ["defang", "defang"])
        self.assertEqual([edit.before for edit in result.edits], ["../c", "//d/"])
        self.assertEqual(len(result.bytes), result.length)
        self.assertTrue(result.marks)
        patched = bytearray(MAIL)
        for splice in reversed(result.splices):
            patched[splice.begin:splice.end] = splice.bytes
        self.assertEqual(bytes(patched), result.bytes)

    def test_it_fails_closed(self):
        with self.assertRaises(basewalk.NotRewritten) as raised:
            basewalk.rewrite(SAMPLES / "offer-in-pdf.eml")
        result = raised.exception.result
        self.assertEqual((result.verdict, result.unread_count), ("unread", 1))
        self.assertIn("no-opener", str(raised.exception))
        signed = next(iter(sorted((DATA / "signatures").glob("smime*.eml"))), None)
        self.assertIsNotNone(signed)
        with self.assertRaises(basewalk.NotRewritten) as raised:
            basewalk.rewrite(signed, basewalk.Rewriter(defang=True))

    def test_options_are_refused_at_once(self):
        for options in ({"wrap": "https://guard/"}, {"wrap": "https://g/?u={url}&m={mac}"}, {"only": ["flag=nothing"]},
                        {"unwrap": True, "defang": True, "wrap": "https://g/?u={url}"}):
            with self.subTest(options=options), self.assertRaises(basewalk.OptionError):
                basewalk.Rewriter(**options)
        with self.assertRaises(TypeError):
            basewalk.Rewriter(only="flag=base-split")
        for options in ({"wrap_key": "text"}, {"wrap_key": b"key", "previous_keys": b"one"},
                        {"wrap_key": b"key", "unwrap_from": "https://g/?u={url}"}, {"wrap_key": b"key", "wrap_lifetime": "1"}):
            with self.subTest(options=options), self.assertRaises(TypeError):
                basewalk.Rewriter(wrap="https://g/?u={url}&m={mac}", **options)
        for options in ({"wrap_lifetime": 3}, {"previous_keys": [b""]}, {"unwrap_from": ["https://g/"]}):
            with self.subTest(options=options), self.assertRaises(basewalk.OptionError):
                basewalk.Rewriter(wrap="https://g/?u={url}&m={mac}", wrap_key=b"key", **options)

        for days, error in ((-1, ValueError), (2**32, OverflowError), (2**32 + 1, OverflowError), (2**64 + 1, OverflowError)):
            with self.subTest(days=days), self.assertRaises(error):
                basewalk.Rewriter(wrap="https://g/{expires}/{mac}/{url}", wrap_key=b"key", wrap_lifetime=days)

    def test_what_was_wrapped_earlier_is_known(self):
        wrap = "https://g.example/?u={url}&m={mac}"
        once = basewalk.Rewriter(wrap=wrap, wrap_key=b"old").rewrite(MAIL).bytes
        self.assertTrue(basewalk.Rewriter(wrap=wrap, wrap_key=b"new").rewrite(once).changed)
        self.assertFalse(basewalk.Rewriter(wrap=wrap, wrap_key=b"new", previous_keys=[b"old"]).rewrite(once).changed)
        back = basewalk.Rewriter(wrap_key=b"new", previous_keys=[b"old"], unwrap_from=[wrap]).rewrite(once)
        self.assertNotIn(b"g.example", back.bytes)
        self.assertEqual(urls(basewalk.walk(back.bytes).links), URLS)
        dated = basewalk.Rewriter(wrap="https://g.example/{expires}/{mac}/{url}", wrap_key=b"k", wrap_lifetime=30)
        self.assertIn(b"https://g.example/2", dated.rewrite(MAIL).bytes)

    def test_rewriters_are_values(self):
        one = basewalk.Rewriter(wrap="https://g.example/?u={url}&m={mac}", wrap_key=b"key", only=["scheme=http"])
        self.assertNotIn("key", repr(one).replace("wrap_key", ""))
        other = pickle.loads(pickle.dumps(one))
        self.assertEqual(one, other)
        self.assertEqual(one.rewrite(MAIL).bytes, other.rewrite(MAIL).bytes)
        self.assertIn(b"https://g.example/?u", one.rewrite(MAIL).bytes)


class Bundles(Folder):
    def test_a_bundle_becomes_a_folder(self):
        bundle = basewalk.Bundle(SAMPLES / "bundle.eml")
        self.assertTrue(bundle.root.is_root)
        folder = self.folder / "page"
        unpacked = bundle.unpack(folder)
        self.assertTrue({file.name for file in unpacked.files} <= set(os.listdir(folder)))
        with self.assertRaises(FileExistsError) as raised:
            bundle.unpack(folder)
        self.assertEqual(raised.exception.filename, str(folder))
        with self.assertRaises(FileNotFoundError):
            bundle.unpack(self.folder / "no" / "such")
        with self.assertRaises(basewalk.BundleError):
            bundle.unpack(self.folder / "small", max_bytes=1)
        with self.assertRaises(ValueError):
            bundle.unpack(self.folder / "nul\0")
        self.assertEqual(os.listdir(self.folder), ["page"])

    def test_a_bundle_becomes_a_page(self):
        page, unpacked = basewalk.Bundle(SAMPLES / "bundle.eml").inline()
        self.assertEqual(len(page), unpacked.length)
        self.assertIn(b"data:image/", page)

    def test_a_folder_without_a_name(self):
        with self.assertRaises(FileNotFoundError):
            basewalk.Bundle(SAMPLES / "bundle.eml").unpack("")

    def test_what_is_no_bundle(self):
        text = basewalk.Bundle(b"Content-Type: image/png\n\n")
        self.assertIsNone(text.root)
        with self.assertRaises(basewalk.BundleError) as raised:
            text.inline()
        self.assertEqual(raised.exception.code, "no-page")
        self.assertFalse(basewalk.check(b"").is_bundle)


class Tables(unittest.TestCase):
    def test_columns_have_one_length(self):
        columns = basewalk.table(SAMPLES, on_note=lambda note: None)
        rows = list(basewalk.rows(SAMPLES, on_note=lambda note: None))
        self.assertEqual({len(column) for column in columns.values()}, {len(rows)})
        self.assertEqual([dict(zip(columns, values)) for values in zip(*columns.values())], rows)
        self.assertEqual(tuple(columns), tuple(rows[0]))
        json.dumps(columns)
        self.assertEqual(basewalk.table(b"Subject: none\n\n")["url"], [])


class Threads(unittest.TestCase):
    def test_eight_threads_walk_different_messages(self):
        mails = [(DATA / "cases/mail").joinpath(name).read_bytes()
                 for name in sorted(os.listdir(DATA / "cases/mail")) if name.endswith(".eml")]
        wanted = [[link.asdict() for link in basewalk.walk(mail).links] for mail in mails]
        rewriter = basewalk.Rewriter(drop_base=True)
        rewritten = [rewriter.rewrite(mail).bytes for mail in mails]
        wrong = []
        start = threading.Barrier(8)

        def work(first):
            try:
                start.wait()
                for i in range(2 * len(mails)):
                    at = (first + i) % len(mails)
                    found = basewalk.walk(mails[at])
                    if [link.asdict() for link in found.links] != wanted[at] or \
                            rewriter.rewrite(mails[at]).bytes != rewritten[at]:
                        wrong.append(at)
            except BaseException as error:  # told by the thread that waits
                wrong.append(error)

        threads = [threading.Thread(target=work, args=(3 * i,)) for i in range(8)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(wrong, [])

    def test_other_threads_run_while_a_mail_is_read(self):
        """A pipe that nobody has written to yet: who reads it holds no lock of Python's."""
        reader, writer = os.pipe()
        path = f"/dev/fd/{reader}"
        if not os.path.exists(path):
            self.skipTest("there is no /dev/fd")
        found = []
        thread = threading.Thread(target=lambda: found.extend(basewalk.links(path)))
        thread.start()
        # Python runs on: else this would wait for ever.
        os.write(writer, MAIL)
        os.close(writer)
        thread.join()
        os.close(reader)
        self.assertEqual(urls(found), URLS)

    def test_a_child_walks_by_itself(self):
        basewalk.walk(MAIL)
        child = os.fork()
        if child == 0:
            os._exit(0 if urls(basewalk.walk(MAIL).links) == URLS else 1)
        self.assertEqual(os.waitpid(child, 0)[1], 0)


class Package(unittest.TestCase):
    def test_a_module_with_sanitizers_has_its_runtime(self):
        module = pathlib.Path(basewalk._basewalk.__file__).read_bytes()
        self.assertEqual(b"__asan_report_load" in module, "libasan" in os.environ.get("LD_PRELOAD", ""))

    def test_it_says_what_it_is(self):
        self.assertEqual(basewalk.__version__, basewalk.version())
        self.assertRegex(basewalk.version(), r"^[0-9]+\.[0-9]+\.[0-9]+$")

    def test_everything_has_a_docstring_and_is_found_by_its_name(self):
        for name in basewalk.__all__:
            thing = getattr(basewalk, name)
            with self.subTest(name=name):
                if name != "Source":
                    self.assertTrue(thing.__doc__)
                if isinstance(thing, type):
                    self.assertEqual(thing.__module__, "basewalk")
                    for member, value in vars(thing).items():
                        if not member.startswith("_") and isinstance(value, (property, type(basewalk.Link.url))):
                            self.assertTrue(value.__doc__, f"{name}.{member}")

    def test_words_are_those_of_the_documents(self):
        flags = (TOP / "docs/flags.md").read_text()
        for flag in basewalk.Flag:
            self.assertIn(f"`{flag}`", flags)
        bases = (TOP / "docs/output.md").read_text()
        for base in basewalk.BaseFrom:
            self.assertIn(f"`{base}`", bases)


if __name__ == "__main__":
    main()

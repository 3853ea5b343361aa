#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The examples of docs/python.md and of the docstrings, and what help() shows."""
import doctest
import io
import os
import pydoc
import unittest

import basewalk
import basewalk.compat.eml_parser
from support import TOP, main

# Exceptions are named in full by some versions of Python, and not by others.
FLAGS = doctest.IGNORE_EXCEPTION_DETAIL


class Docs(unittest.TestCase):
    def setUp(self):
        os.chdir(TOP)

    def check(self, done, least):
        self.assertEqual(done.failed, 0)
        self.assertGreaterEqual(done.attempted, least)

    def test_the_guide(self):
        self.check(doctest.testfile(str(TOP / "docs/python.md"), module_relative=False, optionflags=FLAGS), 40)

    def test_docstrings(self):
        self.check(doctest.testmod(basewalk, optionflags=FLAGS), 40)
        self.check(doctest.testmod(basewalk.compat.eml_parser, optionflags=FLAGS), 4)

    def test_help(self):
        def shown(what):
            out = io.StringIO()
            pydoc.doc(what, output=out)
            return out.getvalue()

        self.assertIn('for link in basewalk.links("samples/mail/newsletter.eml")', shown(basewalk.links))
        self.assertIn("What a browser would open", shown(basewalk.Link))
        self.assertIn("asdict(self, /)", shown(basewalk.Link))
        self.assertIn("surplus_dots='keep'", shown(basewalk.Base))
        whole = shown(basewalk)
        for name in ("class Options", "links(source", "HOST_DIFFERS", "class Message"):
            self.assertIn(name, whole)

    def test_the_guide_names_what_there_is(self):
        guide = (TOP / "docs/python.md").read_text()
        for name in ("OptionError", "NoAnswer", "BundleError", "SourceError", "OutputError", "NotRewritten", "InternalError"):
            self.assertIn(f"`{name}`", guide)
            self.assertTrue(issubclass(getattr(basewalk, name), basewalk.Error))


if __name__ == "__main__":
    main()

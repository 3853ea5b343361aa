#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The case tables of the C++ library, through Python: all rows of each."""
import json
import unittest

import basewalk
from support import DATA, main, table, unescaped

WHITE = " \t\r\n\f"


class Tables(unittest.TestCase):
    def each(self, name, least, check):
        """Every row of a table, and not fewer than there were when this was written."""
        rows = table(name)
        self.assertGreaterEqual(len(rows), least, name)
        for number, row in enumerate(rows, 2):
            with self.subTest(table=name, row=number, cells=row):
                check(row)


def resolved(base, reference, rules, **options):
    """What a reference means, as the tables write it."""
    answer = basewalk.Base(base, rules).resolution(reference, **options)
    if answer.outcome == "error":
        assert answer.url is None and answer.failure != "none"
        return "!fail" if rules == "whatwg" else "!error"
    return "(current document)" + reference if answer.current_document else answer.url


class URLs(Tables):
    def by_rules(self, row):
        rules, _, option = row[0].partition("+")
        options = {"discard": {"surplus_dots": "drop"}, "error": {"surplus_dots": "error"}, "": {}}.get(
            option, {"same_scheme_is_relative": True})
        wanted = row[3]
        self.assertEqual(resolved(row[1], row[2], rules, **options), wanted)
        if not wanted.startswith(("!", "(")):
            self.assertEqual(basewalk.resolve(row[1], row[2], rules, **options), wanted)

    def test_resolves_by_each_standard(self):
        for name, least in (("rfc1808", 102), ("rfc2396", 68), ("rfc3986", 152), ("rfc3986_deviations", 17),
                            ("more", 101)):
            self.each(f"url/{name}.tsv", least, self.by_rules)

    def test_differs_as_the_standards_do(self):
        def check(row):
            for column, rules in enumerate(("rfc1808", "rfc2396", "rfc3986", "whatwg"), 3):
                self.assertEqual(resolved(unescaped(row[0]), unescaped(row[1]), rules), unescaped(row[column]))

        self.each("url/diff4.tsv", 103, check)

    def test_parses_as_browsers_do(self):
        self.each("url/whatwg.tsv", 124, lambda row: self.assertEqual(
            resolved(unescaped(row[0]), unescaped(row[1]), "whatwg"), unescaped(row[2])))

    def test_says_what_failed_and_where(self):
        def check(row):
            base, reference = unescaped(row[0]), unescaped(row[1])
            answer = basewalk.Base(base, "whatwg").resolution(reference)
            self.assertEqual((answer.outcome, answer.failure, str(answer.failure_offset)),
                             ("error", row[2], row[3]))
            with self.assertRaises(basewalk.NoAnswer) as raised:
                basewalk.resolve(base, reference, "whatwg")
            self.assertEqual((raised.exception.code, raised.exception.offset), (row[2], int(row[3])))

        self.each("url/whatwg_failures.tsv", 67, check)

    def test_splits_as_each_standard_says(self):
        def check(row):
            parts = basewalk.split(row[1], row[0])
            for cell, name in zip(row[2:8], ("scheme", "authority", "path", "params", "query", "fragment")):
                self.assertEqual(getattr(parts, name), None if cell == "-" else cell, name)

        self.each("url/split.tsv", 26, check)

    def test_normal_forms(self):
        self.each("url/normalize.tsv", 42, lambda row: self.assertEqual(
            [basewalk.normalize(row[0]), basewalk.normalize(row[1])], [row[1], row[1]]))

    def test_relative_forms(self):
        self.each("url/relative.tsv", 53, lambda row: self.assertEqual(
            basewalk.Base(row[1], row[0]).relate(row[2]), row[3]))

    def test_takes_the_wrapping_off(self):
        def check(row):
            given = unescaped(row[2])
            self.assertEqual(basewalk.unwrap(given[max(given.find("<"), 0):]), row[3])

        self.each("url/wrappers.tsv", 8, check)

    def test_says_what_is_odd(self):
        def check(row):
            raw = unescaped(row[1])
            clicked = resolved(row[0], raw, "whatwg")
            found = basewalk.url_flags(raw, resolved(row[0], raw.strip(" "), "rfc3986"),
                                       "" if clicked == "!fail" else clicked)
            self.assertEqual(" ".join(found), row[2])

        self.each("url/flags.tsv", 42, check)

    def scheme(self, row):
        known = basewalk.url(row[2])
        if not known.valid_1738:
            self.assertEqual(row[3], "invalid")
            self.assertTrue(known.what_1738)
            return
        # The scheme is none of its fields.
        fields = {"scheme": known.components.scheme.lower()}
        for field in known.fields:
            if field.kind == "number":
                fields[field.name] = int(field.text)
            elif field.kind == "text":
                fields[field.name] = field.text
            elif field.kind == "list":
                fields[field.name] = list(field.items)
            else:
                fields[field.name] = [list(pair) for pair in zip(field.items[::2], field.items[1::2])]
        self.assertEqual("valid " + json.dumps(fields, sort_keys=True, ensure_ascii=False), row[3])

    def test_fields_of_schemes(self):
        self.each("url/rfc1738.tsv", 96, self.scheme)
        self.each("url/rfc1738_more.tsv", 27, self.scheme)


def meets(cell, value):
    """An empty cell is not checked; "none" is absent."""
    return cell == "" or (value or "none") == cell


class Mails(Tables):
    KEYS = ("base", "base_from", "base_part", "status", "url", "clicked")

    def test_links_of_mails(self):
        walks = {}

        def check(row):
            mail, part, where, raw, *rest = map(unescaped, row[:10])
            if mail not in walks:
                walks[mail] = basewalk.walk(DATA / "cases/mail" / f"{mail}.eml").links
            there = [link for link in walks[mail] if link.part == part and link.where == where]
            same = [link for link in there if link.raw.strip(WHITE) == raw.strip(WHITE)] if raw else []
            self.assertTrue(any(all(meets(cell, getattr(link, key)) for key, cell in zip(self.KEYS, rest))
                                for link in same or there))

        self.each("cases/mail/expected.tsv", 100, check)
        self.assertGreaterEqual(len(walks), 36)
        misses = [line for line in (DATA / "cases/mail_misses.tsv").read_text().split("\n")
                  if line and not line.startswith("#")]
        self.assertEqual(len(misses), 1, "the rows that are not met are the heading alone")

    def test_bundles(self):
        folders = sorted(folder for folder in (DATA / "cases/mhtml").iterdir() if folder.is_dir())
        self.assertEqual(len(folders), 11)
        total = 0
        for folder in folders:
            for profile in basewalk.Profile:
                options = basewalk.Options(
                    rules="rfc3986", honor=tuple(basewalk.Honor), targets=True, profile=profile)
                mail = (folder / "input.mhtml").read_bytes()
                total += self.bundle(folder, str(profile), basewalk.walk(mail, options).links,
                                     basewalk.Bundle(mail, options).root)
        self.assertGreaterEqual(total, 2 * 80)

    def bundle(self, folder, profile, links, root):
        lines = (folder / "expected.tsv").read_text().split("\n")
        heading, *rows = [line.split("\t") for line in lines if line and not line.startswith("#")]
        for cells in rows:
            row = dict(zip(heading, cells))
            target = row[f"target_{profile}"]
            with self.subTest(case=folder.name, profile=profile, row=row):
                if row["part"] == "(root)":
                    self.assertEqual((root.part, root.is_root), (target, True))
                    continue
                wanted = {"base": row["base"], "base_from": row["base_from"], "base_part": row["base_part"],
                          "url": row["resolved"], "target": target}
                there = [link for link in links
                         if link.part == row["part"] and link.raw.strip(WHITE) == row["raw"].strip(WHITE)]
                self.assertTrue(any(all(meets(cell, getattr(link, key)) for key, cell in wanted.items())
                                    for link in there), [link.asdict() for link in there])
        return len(rows)

    def test_each_flag_is_raised(self):
        for flag in basewalk.Flag:
            with self.subTest(flag=flag):
                found = basewalk.walk(DATA / f"flags/{flag}.eml").links
                self.assertTrue(any(flag in link.flags for link in found))
        self.assertEqual(len(basewalk.Flag), 18)

    def test_limits(self):
        def check(row):
            # The limit is reached before anything is opened.
            options = basewalk.Options(limits={row[1]: int(row[2])},
                                       open=basewalk.open_all() if row[0] == "limit-documents" else ())
            found = basewalk.walk((DATA / f"notes/{row[0]}.eml").read_bytes(), options).notes
            self.assertIn(row[0], [note.code for note in found])

        self.each("notes/limits.tsv", 9, check)

    def test_each_note_is_given(self):
        # Those of limits have a table; those of bundles, of trees in memory and of documents come from elsewhere.
        elsewhere = {"label-duplicate", "start-unknown", "entity-parts", "entity-text", "field-line-end",
                     "document-repaired"}
        count = 0
        for code in basewalk.NoteCode:
            if code in elsewhere or (code.startswith("limit-") and code not in ("limit-entities", "limit-readings")):
                continue
            count += 1
            with self.subTest(code=code):
                found = basewalk.walk((DATA / f"notes/{code}.eml").read_bytes()).notes
                self.assertIn(code, [note.code for note in found])
                self.assertGreater(len(code.meaning), 5)
        self.assertGreaterEqual(count, 55)


class Trees(Tables):
    def test_trees_of_messages(self):
        self.maxDiff = 2000
        count = 0
        for path in sorted((DATA / "mime").glob("*.tree")):
            mail = path.with_suffix(".eml").read_bytes()
            lines = path.read_text(errors="replace").split("\n")
            wanted = [line.split("\t") for line in lines if line and not line.startswith("#")]
            with self.subTest(tree=path.name):
                self.assertEqual([[entity.part, entity.type, entity.encoding, "-".join(map(str, entity.body)),
                                   *([] if entity.kind == "leaf" else [entity.kind])]
                                  for entity in basewalk.tree(mail).entities], wanted)
            count += 1
        self.assertGreaterEqual(count, 100)


if __name__ == "__main__":
    main()

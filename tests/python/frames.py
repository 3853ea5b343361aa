#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""basewalk.table and basewalk.rows, as pandas and polars take them; each is skipped where it is not installed."""
import importlib.util
import unittest

import basewalk
from support import SAMPLES, main

WANTED = ["garden.example", None, "garden.example", "www.garden.example", "evil.example", "garden.example",
          "evil.example"]


def needs(name):
    return unittest.skipUnless(importlib.util.find_spec(name), f"there is no {name}")


class Frames(unittest.TestCase):
    @needs("pandas")
    def test_pandas(self):
        import pandas
        for given in (basewalk.table(SAMPLES / "newsletter.eml"), basewalk.rows(SAMPLES / "newsletter.eml")):
            frame = pandas.DataFrame(given)
            self.assertEqual([None if host != host else host for host in frame["host"]], WANTED)
            self.assertEqual(frame.groupby("host").size()["garden.example"], 3)
            self.assertEqual(list(frame[frame["status"] == "guessed"]["url"]), ["http://www.garden.example/ask"])
            self.assertEqual(list(frame.explode("flags")["flags"].dropna()), ["base-split", "base-split"])

    @needs("polars")
    def test_polars(self):
        import polars
        frame = polars.DataFrame(basewalk.table(SAMPLES / "newsletter.eml"))
        self.assertEqual(frame["host"].to_list(), WANTED)
        self.assertEqual(frame.filter(polars.col("status") == "guessed")["url"].to_list(),
                         ["http://www.garden.example/ask"])


if __name__ == "__main__":
    main()

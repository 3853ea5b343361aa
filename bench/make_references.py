#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Writes references as mail has them, one a line: always the same ones.

    bench/make_references.py [COUNT] > references.txt

Two of three are absolute, mostly of the kind that newsletters count clicks with; the others are
what pages saved from the web bring along.  All are ASCII, 67 bytes on average.
"""
import random
import sys

TOPS = ["com", "com", "com", "org", "net", "de", "co.uk", "example", "io", "info"]
HOSTS = ["www", "click", "links", "email", "t", "news", "img", "cdn", "e", "go", "mail", "track"]
ENDS = [".html", ".htm", ".php", ".aspx", ".gif", ".png", ".jpg", ".css", "", "", "", "/"]
NAMES = ["utm_source", "utm_medium", "utm_campaign", "utm_content", "id", "u", "e", "mid", "c",
         "p", "lang", "ref", "sig", "token", "subscriber", "list", "url", "v", "w", "h"]
LETTERS = "abcdefghijklmnopqrstuvwxyz"
TOKEN = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
ESCAPES = ["%20", "%2F", "%3D", "%40", "%3A", "%2B", "%C3%A9", "%7C", "%E2%80%99"]


class Maker:
    def __init__(self):
        # Only random() gives the same numbers in every version of Python.
        self.next = random.Random(1808).random

    def below(self, n):
        return int(self.next() * n)

    def between(self, low, high):
        return low + self.below(high - low + 1)

    def chance(self, percent):
        return self.next() * 100 < percent

    def one(self, of):
        return of[self.below(len(of))]

    def word(self, low, high, of=LETTERS):
        return "".join(self.one(of) for _ in range(self.between(low, high)))

    def host(self):
        name = f"{self.one(HOSTS)}.{self.word(4, 14)}.{self.one(TOPS)}"
        if self.chance(2):
            name = name.upper() if self.chance(30) else name.capitalize()
        if self.chance(0.5):
            name = ".".join(str(self.below(256)) for _ in range(4))
        user = f"{self.word(3, 8)}@" if self.chance(0.5) else ""
        port = f":{self.one([80, 443, 8080, 8443])}" if self.chance(1.5) else ""
        return user + name + port

    def path(self):
        folders = "".join(self.word(1, 10) + "/" for _ in range(self.below(4)))
        name = self.word(2, 12) + ("-" + self.word(2, 8) if self.chance(25) else "")
        if self.chance(6):
            name += self.one(ESCAPES) + self.word(1, 6)
        return folders + name + self.one(ENDS)

    def value(self):
        if self.chance(35):
            return self.word(8, 40, TOKEN)
        if self.chance(30):
            return str(self.below(10 ** 9))
        text = self.word(2, 14)
        return text + self.one(ESCAPES) + self.word(2, 10) if self.chance(20) else text

    def query(self):
        fields = [f"{self.one(NAMES)}={self.value()}" for _ in range(self.between(1, 4))]
        return "?" + ("&" if self.chance(98) else "&amp;").join(fields)

    def absolute(self):
        made = self.one(["http://", "https://", "https://"]) + self.host()
        if self.chance(8):
            return made + ("/" if self.chance(60) else "")
        made += "/" + self.path()
        if self.chance(66):
            made += self.query()
        if self.chance(3):
            made += "#" + self.word(3, 9)
        if self.chance(0.7):  # what a template left
            made += self.one(["{{email}}", "|first_name|", " ", "[id]", "<user>"])
        return made

    def reference(self):
        kind = self.next() * 100
        if kind < 70:
            return self.absolute()
        tail = self.query() if self.chance(25) else ""
        if kind < 83:
            return self.path() + tail
        if kind < 90:
            return "/" + self.path() + tail
        if kind < 93:
            return "../" * self.between(1, 3) + self.path() + tail
        if kind < 94:
            return "./" + self.path()
        if kind < 95:
            return "//" + self.host() + "/" + self.path() + tail
        if kind < 96:
            return self.query()
        if kind < 98:
            return "#" + self.word(2, 10)
        return "mailto:" + self.word(3, 9) + "@" + self.word(4, 10) + "." + self.one(TOPS)


def main():
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 100_000
    maker = Maker()
    sys.stdout.writelines(maker.reference() + "\n" for _ in range(count))


if __name__ == "__main__":
    main()

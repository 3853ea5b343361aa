#!/usr/bin/env python3
"""Prints every link of a message as an absolute URL, one a line.

    links.py < message.eml
"""
import sys

import basewalk


def main() -> None:
    for link in basewalk.links(sys.stdin.buffer):
        if link.url is not None:
            print(link.part, link.url, sep="\t")
        else:
            print(f"{link.part}: no base for {link.raw}", file=sys.stderr)


main()

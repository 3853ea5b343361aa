# SPDX-License-Identifier: MIT
"""The URLs that eml_parser finds in a message and in what is attached to it: eml_parser_links.py FILE"""
import sys

import eml_parser

with open(sys.argv[1], "rb") as file:
    told = eml_parser.EmlParser(include_raw_body=True, include_attachment_data=True).decode_email_bytes(file.read())
for body in told.get("body", ()):
    for key in ("uri", "uri_noscheme"):
        print(*body.get(key, ()), sep="\n")

# SPDX-License-Identifier: MIT
"""A dictionary of the shape that the package eml_parser gives, for those who move.

>>> from basewalk.compat import eml_parser
>>> mail = b"Subject: hello\\nContent-Type: text/html\\n\\n<base href=http://a/b/><a href=../c>c</a>"
>>> parsed = eml_parser.EmlParser(include_raw_body=True).decode_email_bytes(mail)
>>> parsed["header"]["subject"], parsed["body"][0]["uri"], parsed["body"][0]["domain"]
('hello', ['http://a/c'], ['a'])

The keys and their types are the same; docs/python.md says what differs.  Nothing here looks for URLs, addresses or
hosts by regular expressions: they are those of the links that basewalk finds.
"""
from __future__ import annotations

import base64
import codecs
import email.message
import email.utils
import hashlib
import ipaddress
import os
import pathlib
from collections.abc import Iterable, Iterator
from datetime import datetime, timezone
from typing import Any, Optional, Union

from .. import _basewalk
from .._basewalk import Entity, Link, Tree
from .._options import Options, walker_of

_NO_DATE = datetime(1970, 1, 1, tzinfo=timezone.utc)
_HASHES = ("md5", "sha1", "sha256", "sha512")


class EmlParser:
    """Parses messages as the class of this name in eml_parser does.

    :param include_raw_body: texts, URLs, hosts and addresses themselves, and not only their hashes
    :param include_attachment_data: attachments in base64, as ``raw``
    :param parse_attachments: whether there is the key ``attachment``
    :param options: how mails are read
    """

    def __init__(
        self,
        include_raw_body: bool = False,
        include_attachment_data: bool = False,
        *,
        parse_attachments: bool = True,
        options: Optional[Options] = None,
    ) -> None:
        self.include_raw_body = include_raw_body
        self.include_attachment_data = include_attachment_data
        self.parse_attachments = parse_attachments
        self.options = options

    def decode_email(self, eml_file: Union[str, os.PathLike[str]]) -> dict[str, Any]:
        """The dictionary of a message in a file."""
        return self.decode_email_bytes(pathlib.Path(eml_file).read_bytes())

    def decode_email_bytes(self, eml_file: bytes) -> dict[str, Any]:
        """The dictionary of a message."""
        walker = walker_of(self.options)
        mail = bytes(eml_file)
        tree = _basewalk.tree(mail, walker)
        links: dict[str, list[Link]] = {}
        for link in walker.read(mail).links:
            links.setdefault(link.part, []).append(link)
        leaves = [(index, entity) for index, entity in enumerate(tree.entities) if entity.kind == "leaf"]
        report: dict[str, Any] = {"header": _header(tree)}
        report["body"] = [
            self._body(tree, index, entity, links.get(entity.part, []), len(leaves) > 1)
            for index, entity in leaves
            if _is_shown(tree, index, entity)
        ]
        if self.parse_attachments:
            attachments = list(self._attachments(mail, tree))
            if attachments:
                report["attachment"] = attachments
        return report

    def _body(self, tree: Tree, index: int, entity: Entity, links: list[Link], is_multipart: bool) -> dict[str, Any]:
        text = _text(tree, index)
        found: dict[str, list[str]] = {}

        def add(key: str, value: Optional[str]) -> None:
            if value and value not in found.setdefault(key, []):
                found[key].append(value)

        for link in links:
            if link.role == "header":
                continue
            if link.url is None or link.status == "guessed":
                add("uri_noscheme", link.raw)
                continue
            if link.url[:7].lower() == "mailto:":
                for _, address in email.utils.getaddresses([link.url[7:].partition("?")[0]]):
                    add("email", address.lower())
                continue
            if "://" in link.url:
                add("uri", link.url)
            host = _basewalk.seen_host(link.url)
            add("ip" if _is_address(host) else "domain", host.strip("[]"))
        body: dict[str, Any] = {}
        for key, values in found.items():
            if not values:
                continue
            if self.include_raw_body:
                body[key] = values
            elif key != "uri_noscheme":
                body[f"{key}_hash"] = [hashlib.sha256(value.lower().encode()).hexdigest() for value in values]
        headers = _fields(tree, index)
        body["content_header"] = headers if is_multipart else {
            name: values for name, values in headers.items() if name.startswith("content")}
        if self.include_raw_body:
            body["content"] = text
        if "content-type" in headers:
            body["content_type"] = entity.type
        body["hash"] = hashlib.sha256(text.encode()).hexdigest()
        boundary = _boundary_around(tree, entity)
        if boundary is not None:
            body["boundary"] = boundary
        # Not in eml_parser: the links themselves, with their bases.
        body["links"] = [link.asdict() for link in links]
        return body

    def _attachments(self, mail: bytes, tree: Tree) -> Iterator[dict[str, Any]]:
        for index, entity in enumerate(tree.entities):
            is_message = entity.kind == "message" and entity.type == "message/rfc822"
            if not is_message and (entity.kind != "leaf" or _is_text(tree, index, entity)):
                continue
            data = mail[entity.body[0]:entity.body[1]] if is_message else tree.decode(index)
            name = _message(tree, index).get_filename("") or f"part-{index:03d}"
            attachment: dict[str, Any] = {"filename": name, "size": len(data)}
            if pathlib.PurePath(name).suffix:
                attachment["extension"] = pathlib.PurePath(name).suffix[1:].lower()
            attachment["hash"] = {kind: hashlib.new(kind, data).hexdigest() for kind in _HASHES}
            attachment["content_header"] = _fields(tree, index)
            if self.include_attachment_data:
                attachment["raw"] = base64.b64encode(data)
            yield attachment


def _is_address(host: str) -> bool:
    try:
        ipaddress.ip_address(host.strip("[]").partition("%")[0])
        return True
    except ValueError:
        return False


def _fields(tree: Tree, index: int) -> dict[str, list[str]]:
    """The header of an entity by names in lower case."""
    entity = tree.entities[index]
    fields: dict[str, list[str]] = {}
    for field in tree.fields[entity.first_field:entity.fields_end]:
        if field.name:
            fields.setdefault(field.name.lower(), []).append(_basewalk.decode_field(field.value))
    return fields


def _message(tree: Tree, index: int) -> email.message.Message:
    """What of a header Python reads: parameters."""
    made = email.message.Message()
    for name in ("Content-Type", "Content-Disposition"):
        field = tree.find(index, name)
        if field is not None:
            made[name] = " ".join(field.value.decode("ascii", "replace").split())
    return made


def _is_text(tree: Tree, index: int, entity: Entity) -> bool:
    disposition = _message(tree, index).get_content_disposition()
    return entity.type.startswith("text/") and disposition in (None, "inline")


def _is_shown(tree: Tree, index: int, entity: Entity) -> bool:
    name = (_message(tree, index).get_filename("") or "").lower()
    return _is_text(tree, index, entity) or name.endswith((".html", ".htm"))


def _text(tree: Tree, index: int) -> str:
    charset = str(_message(tree, index).get_content_charset("utf-8"))
    try:
        codecs.lookup(charset)
        return tree.decode(index).decode(charset, "replace")
    except (LookupError, ValueError):
        return tree.decode(index).decode("utf-8", "replace")


def _boundary_around(tree: Tree, entity: Entity) -> Optional[str]:
    return None if entity.parent is None else _message(tree, entity.parent).get_boundary()


def _addresses(values: Iterable[str]) -> list[str]:
    return [address.lower() for _, address in email.utils.getaddresses(list(values)) if address]


def _date(text: str) -> Optional[datetime]:
    try:
        made = email.utils.parsedate_to_datetime(text)
    except (TypeError, ValueError, IndexError, OverflowError):
        return None
    return made if made.tzinfo is not None else made.replace(tzinfo=timezone.utc)


def _header(tree: Tree) -> dict[str, Any]:
    fields = _fields(tree, 0)
    header: dict[str, Any] = {"subject": fields.get("subject", [""])[0]}
    sender = _addresses(fields.get("from", [])[:1])
    if fields.get("from"):
        header["from"] = sender[0] if sender else fields["from"][0]
    header["to"] = _addresses(fields.get("to", []))
    for key in ("cc", "delivered-to"):
        if _addresses(fields.get(key, [])):
            header[key.replace("-", "_")] = _addresses(fields[key])
    header["date"] = _date(fields.get("date", [""])[0]) or _NO_DATE
    header["received"] = []
    for value in fields.get("received", []):
        line: dict[str, Any] = {"src": " ".join(value.lower().split())}
        date = _date(value.rpartition(";")[2])
        if date is not None:
            line["date"] = date
        header["received"].append(line)
    header["header"] = fields
    return header


def decode_email(
    eml_file: Union[str, os.PathLike[str]], include_raw_body: bool = False, include_attachment_data: bool = False
) -> dict[str, Any]:
    """The dictionary of a message in a file, as the function of this name gave."""
    return EmlParser(include_raw_body, include_attachment_data).decode_email(eml_file)


def decode_email_b(
    eml_file: bytes, include_raw_body: bool = False, include_attachment_data: bool = False
) -> dict[str, Any]:
    """The dictionary of a message, as the function of this name gave."""
    return EmlParser(include_raw_body, include_attachment_data).decode_email_bytes(eml_file)

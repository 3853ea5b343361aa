# SPDX-License-Identifier: MIT
"""Mails that GnuPG has signed (RFC 3156, and inline), and changes of them: cases for verify_signatures.py."""
import os
import quopri
import re
import shutil
import subprocess

LETTER = b"From: a@example.com\nTo: b@example.com\nSubject: s\nMIME-Version: 1.0\n"
LINK = b"Content-Type: text/html\n\n<base href='http://example.com/x/'>\n<a href=y>y</a> \nlast\n"
TEXT = b"Hello,\nsee http://example.com/x/ \n- a dash\n\n-- \nme\n"
BOUNDARY = b"=_signed"


class Gnupg:
    def __init__(self, work):
        self.home = None
        if not shutil.which("gpg"):
            return
        self.home = work / "gnupg"
        self.home.mkdir(mode=0o700)
        done = self.run("--passphrase", "", "--quick-gen-key", "a@example.com", "ed25519", "sign", "never")
        if done.returncode != 0:
            raise SystemExit(f"gpg makes no key: {done.stderr.decode()}")

    def run(self, *arguments, text=b""):
        return subprocess.run(["gpg", "--homedir", self.home, "--batch", "--no-tty", "--trust-model", "always", *arguments], input=text,
                              capture_output=True, env={**os.environ, "LC_ALL": "C"})

    def signed(self, how, text):
        done = self.run("--armor", how, text=text)
        assert done.returncode == 0, done.stderr
        return done.stdout.replace(b"\r\n", b"\n")

    def holds(self, message):
        """[("pgp", 0, whether it does, None)]"""
        body = message.replace(b"\r\n", b"\n").partition(b"\n\n")[2]
        parts = re.split(rb"\n?--" + BOUNDARY + rb"(?:--)?[ \t]*\n", b"\n" + body)
        if len(parts) < 3:
            if b"quoted-printable" in message:
                body = quopri.decodestring(body)
            done = self.run("--verify", text=body)
        else:
            signature = self.home / "signature"
            signature.write_bytes(parts[2].partition(b"\n\n")[2])
            done = self.run("--verify", signature, "-", text=parts[1].replace(b"\n", b"\r\n"))
        return [("pgp", 0, done.returncode == 0, None)]

    def stop(self):
        if self.home:
            subprocess.run(["gpgconf", "--homedir", self.home, "--kill", "all"], capture_output=True)


def messages(gnupg):
    for name, part in (("html", LINK), ("text", b"Content-Type: text/plain\n\n" + TEXT)):
        detached = gnupg.signed("--detach-sign", part.replace(b"\n", b"\r\n"))
        yield f"{name} part", (LETTER + b"Content-Type: multipart/signed; micalg=pgp-sha512;\n\tprotocol=\"application/pgp-signature\"; "
                               b"boundary=\"" + BOUNDARY + b"\"\n\npreamble\n--" + BOUNDARY + b"\n" + part + b"\n--" + BOUNDARY
                               + b"\nContent-Type: application/pgp-signature\n\n" + detached + b"\n--" + BOUNDARY + b"--\nepilogue\n")
    clear = b"Before.\n" + gnupg.signed("--clear-sign", TEXT) + b"Behind: http://example.com/z\n"
    yield "inline", LETTER + b"Content-Type: text/plain\n\n" + clear
    encoded = clear.replace(b"=", b"=3D").replace(b" \n", b"=20\n")
    yield "inline, quoted-printable", LETTER + b"Content-Type: text/plain\nContent-Transfer-Encoding: quoted-printable\n\n" + encoded


def cases(gnupg):
    """(name, message, change): splices, or what the rewriter does."""
    for name, message in messages(gnupg):
        for linesep in (b"\n", b"\r\n"):
            message = message.replace(b"\r\n", b"\n").replace(b"\n", linesep)
            assert gnupg.holds(message)[0][2], name
            for what in ("links", "marks", "both"):
                yield f"PGP {name}, rewriting: {what}", message, what
            yield f"PGP {name}, nothing", message, []
            yield f"PGP {name}, a mark", message, [(0, 0, b"X-Basewalk-Links: 1" + linesep)]
            yield f"PGP {name}, text behind", message, [(len(message), len(message), b"more" + linesep)]
            for old, new in ((b"preamble", b"another"), (b"epilogue", b"another"), (b"Before.", b"Before!"), (b"Behind", b"After"),
                             (b"<a href", b"<A href"), (b"text/html", b"text/HTML"), (b"last", b"first"), (b"Hello,", b"Hullo,"),
                             (b"Hello," + linesep, b"Hello, " + linesep), (b"a dash", b"a\tdash"), (b"me" + linesep, b"me" + linesep * 2),
                             (b"/x/", b"/x/" if b"=20" in message else b"/X/")):
                at = message.find(old)
                if at >= 0:
                    yield f"PGP {name}, {old} to {new}", message, [(at, at + len(old), new)]

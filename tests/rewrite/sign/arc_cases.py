# SPDX-License-Identifier: MIT
"""Mails with chains of ARC sets, made by dkimpy, and changes of them: cases for verify_signatures.py.

Each chain has 1 to 6 sets, and some have many; each set has a list of fields of its own.  Some have other algorithms than
rsa-sha256, which dkimpy makes, and does not verify.  What is changed is the body, a field, each of the three fields of a
set, their number, or their order."""
import re

import dkim

ALGORITHMS = [b"rsa-sha256", b"ed25519-sha256", b"rsa-sha1"]
LENGTHS = [1, 2, 3, 4, 6]
LONG = 15
FIELDS = [[b"from", b"to", b"subject"], [b"from", b"date", b"dkim-signature"], [b"from", b"from", b"subject", b"x-basewalk-links"],
          [b"from", b"to", b"cc", b"cc", b"message-id", b"subject", b"subject"]]
# What is of no matter, as a seal takes the sets by their number (RFC 8617 5.1.1), whatever dkimpy says.
OF_ORDER = ("a set below the others", "two sets in each other's place")
SET = (b"arc-authentication-results", b"arc-message-signature", b"arc-seal")


def sealed(message, number, algorithm, fields, keys, linesep, domain):
    """With one set more.  dkimpy seals with RSA alone, as it reads no other key; what signs knows Ed25519 as well."""
    server = b"mx%d.example.com" % number
    message = b"Authentication-Results: " + server + (b"; arc=pass" if number else b"; spf=pass") + linesep + message
    read = dkim.parse_pem_private_key
    ed = algorithm.startswith(b"ed")
    try:
        if ed:
            dkim.parse_pem_private_key = lambda key: key
        signer = dkim.ARC(message, signature_algorithm=algorithm, linesep=linesep)
        signer.should_not_sign = set()  # it would refuse DKIM-Signature, which RFC 8617 4.1.2 recommends
        arc = signer.sign(b"ed" if ed else b"rsa", domain, keys[ed], server, include_headers=fields, timestamp=1795000000 + number)
    finally:
        dkim.parse_pem_private_key = read
    assert len(arc) == 3, "the chain was ended"
    return re.sub(rb"\r?\n", linesep, b"".join(arc)) + message


def fields_of(message):
    """(begin, end, name, instance) of each ARC field."""
    end = re.search(rb"\r?\n\r?\n", message)
    head = message[: end.end()] if end else message
    for match in re.finditer(rb"(?im)^(arc-[a-z-]+):[^\n]*\n(?:[ \t][^\n]*\n)*", head):
        yield match.start(), match.end(), match[1].lower(), int(re.search(rb"i=(\d+)", match[0])[1])


def tampered(message, linesep, count, chance):
    """(what, splices): what somebody does to a chain."""
    found = {(name, instance): (begin, end) for begin, end, name, instance in fields_of(message)}
    assert len(found) == 3 * count
    some = chance.randrange(1, count + 1)
    results, signature, seal = (found[name, some] for name in SET)

    def within(field, pattern, replacement=None):
        """What the pattern has in its first pair of brackets becomes another letter, or `replacement`."""
        match = re.compile(pattern).search(message, *field)
        return [(match.start(1), match.end(1), replacement or (b"B" if match[1] == b"A" else b"A"))]

    subject = re.search(rb"(?im)^subject:", message)
    yield "a field", [(subject.end(), subject.end(), b" Re:")]
    yield "a field that is added", [(0, 0, b"Subject: another" + linesep)]
    body = re.search(rb"\r?\n\r?\n", message).end()
    where = chance.randrange(body, len(message)) if body < len(message) else body
    yield "the body", [(where, where, b"#")]
    yield "results", within(results, rb"(pass)", b"fail")
    yield "a blank in the results", within(results, rb"( )i=", b"  ")
    yield "b= of a message signature", within(signature, rb"[\s;]b=\s*([^;\s])")
    yield "bh= of a message signature", within(signature, rb"[\s;]bh=\s*(\S)")
    yield "d= of a message signature", within(signature, rb"[\s;]d=(e)xample", b"f")
    yield "b= of a seal", within(seal, rb"[\s;]b=\s*([^;\s])")
    yield "cv= of a seal", within(seal, rb"[\s;]cv=(none|pass)", b"fail")
    yield "t= of a seal", within(seal, rb"[\s;]t=(\d)", b"2")
    for name, (begin, end) in zip(("results", "message signature", "seal"), (results, signature, seal)):
        yield f"{name} gone", [(begin, end, b"")]
        yield f"{name} twice", [(begin, begin, message[begin:end])]
    whole = sorted(found[name, some] for name in SET)
    yield "a set gone", [(begin, end, b"") for begin, end in whole]
    yield "all sets gone", [(begin, end, b"") for begin, end in sorted(found.values())]
    moved = b"".join(message[begin:end] for begin, end in whole)
    yield OF_ORDER[0], [(begin, end, b"") for begin, end in whole] + [(body - len(linesep), body - len(linesep), moved)]
    yield "a set turned over", [(begin, end, message[other[0] : other[1]]) for (begin, end), other in zip(whole, whole[::-1])]
    if count > 1:
        pairs = sorted(zip((found[name, some] for name in SET), (found[name, some % count + 1] for name in SET)))
        turned = [(a, b) for a, b in pairs] + [(b, a) for a, b in pairs]
        yield OF_ORDER[1], sorted((begin, end, message[other[0] : other[1]]) for (begin, end), other in turned)
        yield "numbers of two seals", sorted(within(found[SET[2], some], rb"i=(\d+)", b"%d" % (some % count + 1))
                                             + within(found[SET[2], some % count + 1], rb"i=(\d+)", b"%d" % some))


def cases(chance, bodies, header, keys, domain, signed):
    """(name, message, change): splices, or what the rewriter does.  `signed` adds a DKIM signature."""
    turn = 0
    for linesep in (b"\n", b"\r\n"):
        for name, body in bodies:
            for count in [*LENGTHS, LONG] if name == "html" else LENGTHS:
                for variant in range(4):
                    turn += 1
                    message = re.sub(rb"\r?\n", linesep, header + body)
                    message = signed(message, linesep) if turn % 2 else message
                    for i in range(count):
                        message = sealed(message, i, ALGORITHMS[(turn + i) % 3 if turn % 9 == 0 else 0],
                                         FIELDS[(variant + i) % len(FIELDS)], keys, linesep, domain)
                    title = f"ARC {count} {name}" + (", several algorithms" if turn % 9 == 0 else "")
                    yield f"{title}, nothing", message, []
                    yield f"{title}, rewriting", message, chance.choice(["links", "marks", "both"])
                    several = list(tampered(message, linesep, count, chance))
                    # In turn, so that each comes as often as any other.
                    for i in range(4):
                        what, change = several[(turn * 4 + i) % len(several)]
                        yield f"{title}, {what}", message, change
                    what, change = several[(turn * 5) % len(several)]
                    damaged = b""
                    at = 0
                    for begin, end, replacement in change:
                        damaged += message[at:begin] + replacement
                        at = end
                    damaged += message[at:]
                    yield f"{title}, damaged: {what}", damaged, chance.choice([[], "both", "marks"])

// SPDX-License-Identifier: MIT
//
// Messages, changes and verdicts.  In a message `bh=@` stands for the hash of its body by the
// field's own tags; a change puts one text in place of another.
#include "basewalk/rewrite/signatures.h"

#include <boost/test/data/test_case.hpp>
#include <boost/test/unit_test.hpp>
#include <initializer_list>
#include <ostream>
#include <string>
#include <utility>

#include "rewrite/sign/body_hash.h"
#include "rewrite/sign/dkim_field.h"
#include "rewrite/sign/header_change.h"
#include "support/files.h"

using namespace basewalk;
using namespace basewalk::rewrite;
using namespace std::string_literals;
using namespace std::string_view_literals;

namespace {

std::string base64(std::string_view bytes) {
  constexpr char kDigits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string out;
  for (std::size_t i = 0; i < bytes.size(); i += 3) {
    unsigned bits = 0;
    for (std::size_t j = 0; j < 3; ++j)
      bits = bits << 8 | (i + j < bytes.size() ? static_cast<unsigned char>(bytes[i + j]) : 0u);
    for (std::size_t j = 0; j < 4; ++j)
      out += i + j <= bytes.size() ? kDigits[bits >> (18 - 6 * j) & 63] : '=';
  }
  return out;
}

std::size_t body_of(std::string_view message) { return read_message(message).root().body.begin; }

// Fills in each `bh=@`.
std::string with_hashes(std::string message) {
  for (std::size_t at = 0; (at = message.find("bh=@")) != std::string::npos;) {
    const std::size_t body = body_of(message);
    std::string hash;
    for (const RawField& field : split_header(std::string_view(message).substr(0, body))) {
      if (field.offset > at || field.offset + field.bytes.size() < at) continue;
      const auto kind = field.name == "ARC-Message-Signature" ? Signature::Kind::arc_message
                                                              : Signature::Kind::dkim;
      const DkimField tags = read_dkim_field(field.value, kind);
      BOOST_REQUIRE_MESSAGE(tags.problem.empty(), tags.problem);
      BodyHashes hashes;
      hashes.add({tags.forms.back().body, tags.algorithm, tags.length});
      hashes.feed(std::string_view(message).substr(body));
      hashes.finish();
      hash = base64(hashes[0].digest);
    }
    message.replace(at + 3, 1, hash);
  }
  return message;
}

struct Change {
  std::string_view from, to;
};

// The message, changed.  `bytes` must outlive it.
Rewritten changed(std::string_view bytes, std::initializer_list<Change> changes) {
  Rewritten rewritten;
  rewritten.message = read_message(bytes);
  rewritten.body = rewritten.message.root().body.begin;
  for (const Change& change : changes) {
    const std::size_t at = change.from == "^"   ? 0
                           : change.from == "$" ? bytes.size()
                                                : bytes.find(change.from);
    BOOST_REQUIRE_MESSAGE(at != std::string_view::npos, change.from);
    const std::size_t size = change.from == "^" || change.from == "$" ? 0 : change.from.size();
    // As rewrite.h says: of the header, or behind it.
    BOOST_REQUIRE((at + size <= rewritten.body || at >= rewritten.body));
    rewritten.splices.push_back({at, at + size, std::string(change.to)});
  }
  return rewritten;
}

std::string describe(const Rewritten& rewritten) {
  std::string out;
  for (const Signature& signature : signatures(rewritten)) {
    if (!out.empty()) out += "; ";
    ((out += name(signature.kind)) += ' ') += name(signature.verdict);
    if (signature.instance != 0) out += " i" + std::to_string(signature.instance);
    if (signature.part != 0) out += " part " + rewritten.message.section(signature.part);
    if (!signature.reason.empty()) out += " (" + signature.reason + ")";
  }
  return out;
}

struct Row {
  int line;
  std::string_view message;
  std::string_view from, to;
  std::string_view expected;
};
std::ostream& operator<<(std::ostream& out, const Row& row) { return out << row.line; }
#define ROW(...) \
  { __LINE__, __VA_ARGS__ }

#define DKIM(tags) "DKIM-Signature: v=1; a=rsa-sha256; d=e; s=x; b=; bh=@; " tags "\r\n"
#define FROM "From: a@e\r\nSubject: hi  ho\r\n"

const Row kRows[] = {
    // The body, by c= and l=.
    ROW(DKIM("h=from") FROM "\r\na b\r\n", "a b", "a b", "dkim kept"),
    ROW(DKIM("h=from") FROM "\r\na b\r\n", "a b", "a  b", "dkim broken (body)"),
    ROW(DKIM("c=relaxed; h=from") FROM "\r\na b\r\n", "a b", "a  b", "dkim broken (body)"),
    ROW(DKIM("c=simple/relaxed; h=from") FROM "\r\na b\r\n", "a b", "a  b", "dkim kept"),
    ROW(DKIM("c=simple/relaxed; h=from") FROM "\r\na b\r\n", "a b", "ab", "dkim broken (body)"),
    ROW(DKIM("h=from") FROM "\r\na b\r\n", "$", "\r\n\r\n", "dkim kept"),
    ROW(DKIM("h=from") FROM "\r\na b\r\n", "$", "c", "dkim broken (body)"),
    ROW(DKIM("l=5; h=from") FROM "\r\na b\r\n", "$", "c", "dkim kept"),
    ROW(DKIM("l=5; h=from") FROM "\r\na b\r\nxyz", "xyz", "", "dkim kept"),
    ROW(DKIM("l=6; h=from") FROM "\r\na b\r\nxyz", "xyz", "", "dkim broken (body)"),
    ROW(DKIM("l=7; h=from") FROM "\r\na b\r\n\r\nxyz", "xyz", "", "dkim broken (body)"),
    ROW(DKIM("l=2; h=from") FROM "\r\na b\r\n", "b\r\n", "c\r\n", "dkim kept"),
    ROW(DKIM("l=3; h=from") FROM "\r\na b\r\n", "b\r\n", "c\r\n", "dkim broken (body)"),
    ROW(DKIM("l=0; h=from") FROM "\r\na b\r\n", "a b", "", "dkim kept"),
    ROW(DKIM("l=4; c=simple/relaxed; h=from") FROM "\r\na    b\r\n", "    ", " ", "dkim kept"),
    ROW(DKIM("l=3; c=simple/relaxed; h=from") FROM "\r\na    b\r\nc", "b\r\nc", "b\r\nd",
        "dkim kept"),
    ROW(DKIM("l=999; h=from") FROM "\r\na b\r\n", "$", "", "dkim was-broken (l= beyond the body)"),
    ROW("DKIM-Signature: v=1; a=rsa-sha256; d=e; s=x; b=; h=from; bh=AAAA\r\n" FROM "\r\nz\r\n",
        "z\r\n", "b\r\n", "dkim was-broken (body)"),
    ROW("DKIM-Signature: v=1; a=rsa-sha1; d=e; s=x; b=; h=from; bh=@\r\n" FROM "\r\nz\r\n", "z\r\n",
        "y\r\n", "dkim broken (body)"),
    // Fields of h=, counted from the bottom.
    ROW(DKIM("h=from") FROM "\r\na\r\n", "^", "X: y\r\n", "dkim kept"),
    ROW(DKIM("h=from:subject") FROM "\r\na\r\n", "hi  ho", "hi ho", "dkim broken (header subject)"),
    ROW(DKIM("c=relaxed; h=from:subject") FROM "\r\na\r\n", "hi  ho", "hi ho", "dkim kept"),
    ROW(DKIM("c=relaxed; h=from:subject") FROM "\r\na\r\n", "hi  ho", "hi\r\n\tho ", "dkim kept"),
    ROW(DKIM("c=relaxed; h=from:subject") FROM "\r\na\r\n", "Subject:", "suBJect : ", "dkim kept"),
    ROW(DKIM("h=from:subject") FROM "\r\na\r\n",
        "Subject:", "subject:", "dkim broken (header subject)"),
    ROW(DKIM("h=from:Subject") FROM "\r\na\r\n", "Subject: hi  ho\r\n", "",
        "dkim broken (header subject)"),
    ROW(DKIM("h=from") FROM "\r\na\r\n", "Subject: hi  ho\r\n", "", "dkim kept"),
    ROW(DKIM("h=from:x") FROM "\r\na\r\n", "^", "X: y\r\n", "dkim broken (header x)"),
    ROW(DKIM("h=from:x") FROM "\r\na\r\n", "^", "Xy: y\r\n", "dkim kept"),
    ROW(DKIM("h=from:x") FROM "X: 1\r\n\r\na\r\n", "^", "X: y\r\n", "dkim kept"),
    ROW(DKIM("h=from:x:x") FROM "X: 1\r\n\r\na\r\n", "^", "X: y\r\n", "dkim broken (header x)"),
    ROW(DKIM("h=x:from: X ") FROM "X: 1\r\n\r\na\r\n", "^", "X: y\r\n", "dkim broken (header x)"),
    ROW(DKIM("h=from:x:x:x:x") FROM "X: 1\r\nx:2\r\n\r\na\r\n", "X: 1\r\n", "",
        "dkim broken (header x)"),
    ROW(DKIM("h=from:x") FROM "X: 1\r\nx:2\r\n\r\na\r\n", "X: 1\r\n", "", "dkim kept"),
    ROW(DKIM("h=from:x") FROM "X: 1\r\nx:2\r\n\r\na\r\n", "x:2\r\n", "", "dkim broken (header x)"),
    ROW(DKIM("h=from:x") FROM "X: 1\r\nX: 1\r\n\r\na\r\n", "X: 1\r\n", "", "dkim kept"),
    ROW(DKIM("h=from:subject") "X: y\r\n" FROM "\r\na\r\n", "X: y\r\n", "", "dkim kept"),
    // The signature's own field.
    ROW(DKIM("h=from") FROM "\r\na\r\n", "s=x", "s=y", "dkim broken (header dkim-signature)"),
    ROW(DKIM("h=from") FROM "\r\na\r\n", "; s=x", ";  s=x", "dkim broken (header dkim-signature)"),
    ROW(DKIM("c=relaxed; h=from") FROM "\r\na\r\n", "; s=x", ";  s=x", "dkim kept"),
    ROW(DKIM("h=from") FROM "\r\na\r\n", "^", "DKIM-Signature: v=1\r\n", "dkim kept"),
    // Both, and several.
    ROW(DKIM("h=from") DKIM("h=from; c=simple/relaxed") DKIM("h=from; l=0") FROM "\r\na b\r\n",
        "a b", "a  b", "dkim broken (body); dkim kept; dkim kept"),
    // Line ends of LF count as CRLF.
    ROW("DKIM-Signature: v=1;a=rsa-sha256;d=e;s=x;b=;bh=@;\n h=from:to\nFrom: a\nTo: b,\n "
        "c\n\na\nb\n",
        "b,\n c", "b,\r\n c", "dkim kept"),
    ROW("DKIM-Signature: v=1;a=rsa-sha256;d=e;s=x;b=;bh=@;h=from\nFrom: a\n\na\nb\n", "a\nb",
        "a\r\nb", "dkim kept"),
    ROW("From a@b Mon Jan  1 00:00:00 2022\n" DKIM("h=from") "From: a\n\nz\n", "z\n", "b\n",
        "dkim broken (body)"),
    // No body, no header.
    ROW(DKIM("h=from") FROM, "From: a", "From: b", "dkim broken (header from)"),
    ROW(DKIM("h=from") FROM "\r\n", "$", "\r\n\r\n", "dkim kept"),
    ROW("\r\ntext\r\n", "text", "next", ""),
    ROW("", "^", "X: y\r\n", ""),
    // What cannot be read.
    ROW("DKIM-Signature: v=1; a=rsa-md5; d=e; s=x; b=; h=from; bh=AAAA\r\n" FROM "\r\nz\r\n",
        "z\r\n", "b\r\n", "dkim unknown (a= rsa-md5)"),
    ROW("DKIM-Signature: nonsense\r\n" FROM "\r\nz\r\n", "z\r\n", "b\r\n",
        "dkim unknown (tag list)"),
    ROW("DKIM-Signature:\r\n" FROM "\r\nz\r\n", "z\r\n", "b\r\n", "dkim unknown (v= )"),
};

#define AAR(i) "ARC-Authentication-Results: i=" i "; e; none\r\n"
#define AMS(i)                                   \
  "ARC-Message-Signature: i=" i                  \
  "; a=rsa-sha256; d=e; s=x; b=; bh=@; h=from; " \
  "c=relaxed/relaxed\r\n"
#define SEAL(i, cv) "ARC-Seal: i=" i "; a=rsa-sha256; cv=" cv "; d=e; s=x; b=\r\n"
#define SETS SEAL("2", "pass") AMS("2") AAR("2") SEAL("1", "none") AMS("1") AAR("1")

// RFC 8617 5.1.2: a seal covers its own set and those before it, and nothing else.
const Row kArcRows[] = {
    ROW(SETS FROM "\r\na b\r\n", "$", "",
        "arc-seal kept i2; arc-message kept i2; arc-seal kept i1; arc-message kept i1"),
    ROW(SETS FROM "\r\na b\r\n", "a b", "c",
        "arc-seal kept i2; arc-message broken i2 (body); arc-seal kept i1; arc-message broken i1 "
        "(body)"),
    ROW(SETS FROM "\r\na b\r\n", "a@e", "b@e",
        "arc-seal kept i2; arc-message broken i2 (header from); arc-seal kept i1; "
        "arc-message broken i1 (header from)"),
    ROW(SETS FROM "\r\na b\r\n", AAR("1"), "",
        "arc-seal broken i2 (header arc set); arc-message kept i2; arc-seal broken i1 (header arc "
        "set); "
        "arc-message kept i1"),
    ROW(SETS FROM "\r\na b\r\n", "ARC-Message-Signature: i=1", "X: i=1",
        "arc-seal broken i2 (header arc set); arc-message kept i2; arc-seal broken i1 (header arc "
        "set); arc-message broken i1 (header arc-message-signature)"),
    ROW(SETS FROM "\r\na b\r\n", AAR("2"), "",
        "arc-seal broken i2 (header arc set); arc-message kept i2; arc-seal kept i1; arc-message "
        "kept i1"),
    ROW(SETS FROM "\r\na b\r\n", "i=2; e; none", "i=2;   e; \r\n\tnone",
        "arc-seal kept i2; arc-message kept i2; arc-seal kept i1; arc-message kept i1"),
    ROW(SEAL("2", "fail") AMS("2") AAR("2") SEAL("1", "none") AMS("1") AAR("1") FROM "\r\na\r\n",
        AAR("1"), "",
        "arc-seal kept i2; arc-message kept i2; arc-seal broken i1 (header arc set); arc-message "
        "kept i1"),
    ROW(SETS FROM "\r\na b\r\n", "^", AAR("3"),
        "arc-seal kept i2; arc-message kept i2; arc-seal kept i1; arc-message kept i1"),
    // Of no set, whatever it says.
    ROW(SETS "X: i=1; a\r\n" FROM "\r\na b\r\n", "i=1; a\r", "i=1; b\r",
        "arc-seal kept i2; arc-message kept i2; arc-seal kept i1; arc-message kept i1"),
    // Without c= some take simple, some relaxed: the one that fits counts.
    ROW("ARC-Message-Signature: i=1; a=rsa-sha256; d=e; s=x; b=; bh=@; h=from\r\n" FROM
        "\r\na  b\r\n",
        "a  b", "a b", "arc-message kept i1"),
    ROW("ARC-Message-Signature: i=1; a=rsa-sha256; d=e; s=x; b=; h=from; "
        "bh=frcCV1k9oG9oKj3dpUqdJg1PxRT2RSN/XKdLCPjaYaY=\r\n" FROM "\r\n",
        "$", "  \r\n", "arc-message broken i1 (body)"),
    ROW("ARC-Seal: i=77; cv=none\r\n" FROM "\r\na\r\n", "$", "", "arc-seal unknown (i= 77)"),
};

#define SIGNED(protocol) \
  "Content-Type: multipart/signed; boundary=b" protocol "\r\n\r\npre\r\n--b\r\n"
#define PGP "; protocol=\"application/pgp-signature\""
#define TEXT "Content-Type: text/plain\r\n\r\ntext\r\n"
#define SIGNATURE(type) "--b\r\nContent-Type: " type "\r\n\r\nsig\r\n--b--\r\npost\r\n"
#define CLEAR                                                                   \
  "-----BEGIN PGP SIGNED MESSAGE-----\r\nHash: SHA256\r\n\r\nsigned  text \r\n" \
  "-----BEGIN PGP SIGNATURE-----\r\n\r\niQ\r\n=x\r\n-----END PGP SIGNATURE-----\r\n"
#define PLAIN(encoding) \
  "Content-Type: text/plain\r\nContent-Transfer-Encoding: " encoding "\r\n\r\n"

const Row kPartRows[] = {
    // RFC 1847 2.1: the first part with its header; not what stands around it.
    ROW(SIGNED(PGP) TEXT SIGNATURE("application/pgp-signature"), "text\r\n", "text\r\n",
        "pgp kept"),
    ROW(SIGNED(PGP) TEXT SIGNATURE("application/pgp-signature"), "\r\n\r\ntext", "\r\n\r\nnext",
        "pgp broken (body)"),
    ROW(SIGNED(PGP) TEXT SIGNATURE("application/pgp-signature"), "text/plain", "text/html",
        "pgp broken (body)"),
    ROW(SIGNED(PGP) TEXT SIGNATURE("application/pgp-signature"), "Content-Type: text",
        "x: y\r\nContent-Type: text", "pgp broken (body)"),
    ROW(SIGNED(PGP) TEXT SIGNATURE("application/pgp-signature"), "pre", "gone", "pgp kept"),
    ROW(SIGNED(PGP) TEXT SIGNATURE("application/pgp-signature"), "post", "gone", "pgp kept"),
    ROW(SIGNED(PGP) TEXT SIGNATURE("application/pgp-signature"), "^", "X: y\r\n", "pgp kept"),
    ROW(SIGNED(PGP) TEXT SIGNATURE("application/pgp-signature"), "\r\n\r\nsig", "\r\n\r\nSIG",
        "pgp broken (signature)"),
    ROW(SIGNED("; protocol=application/pkcs7-signature")
            TEXT SIGNATURE("application/x-pkcs7-signature"),
        "\r\ntext", "\r\nnext", "smime broken (body)"),
    ROW(SIGNED("") TEXT SIGNATURE("application/x-pkcs7-signature"), "\r\ntext", "\r\nnext",
        "smime broken (body)"),
    ROW(SIGNED("; protocol=application/x-own") TEXT SIGNATURE("application/x-own"), "\r\ntext",
        "\r\nnext", "other broken (body)"),
    ROW(SIGNED("") TEXT "--b--\r\n", "\r\ntext", "\r\nnext", "other broken (body)"),
    ROW("Content-Type: multipart/signed\r\n\r\ntext\r\n", "text", "next",
        "other unknown (no signed part)"),
    // In another part.
    ROW("Content-Type: multipart/mixed; boundary=o\r\n\r\n--o\r\n\r\nfirst\r\n--o\r\n" SIGNED(PGP)
            TEXT SIGNATURE("application/pgp-signature") "--o--\r\n",
        "first", "1st", "pgp kept part 2"),
    ROW("Content-Type: multipart/mixed; boundary=o\r\n\r\n--o\r\n\r\nfirst\r\n--o\r\n" SIGNED(PGP)
            TEXT SIGNATURE("application/pgp-signature") "--o--\r\n",
        "\r\ntext", "\r\nnext", "pgp broken part 2 (body)"),
    // S/MIME in a format of its own.
    ROW("Content-Type: application/pkcs7-mime; smime-type=signed-data\r\n\r\nMIIB\r\n", "MIIB",
        "MIIC", "smime broken (body)"),
    ROW("Content-Type: application/x-pkcs7-mime\r\n\r\nMIIB\r\n", "^", "X: y\r\n", "smime kept"),
    ROW("Content-Type: text/plain; name=a.P7M\r\n\r\nMIIB http://h/\r\n", "http://h/", "http://g/",
        "smime broken (body)"),
    ROW("Content-Type: application/pkcs7-mime; smime-type=Signed-Receipt\r\n\r\nMIIB\r\n", "MIIB",
        "MIIC", "smime broken (body)"),
    ROW("Content-Type: application/pkcs7-mime; smime-type=x-other\r\n\r\nMIIB\r\n", "MIIB", "MIIC",
        "smime broken (body)"),
    ROW("Content-Type: application/pkcs7-mime; smime-type=enveloped-data\r\n\r\nMIIB\r\n", "MIIB",
        "MIIC", ""),
    ROW("Content-Type: application/pkcs7-mime; smime-type=authEnveloped-data\r\n\r\nMIIB\r\n",
        "MIIB", "MIIC", ""),
    ROW("Content-Type: application/pkcs7-mime; smime-type=compressed-data\r\n\r\nMIIB\r\n", "MIIB",
        "MIIC", ""),
    ROW("Content-Type: application/pkcs7-mime; smime-type=certs-only\r\n\r\nMIIB\r\n", "MIIB",
        "MIIC", ""),
    ROW("Content-Type: application/octet-stream; name=SMIME.P7M\r\n\r\nMIIB\r\n", "MIIB", "MIIC",
        "smime broken (body)"),
    ROW("Content-Type: application/octet-stream; name=x.p7s\r\n\r\nMIIB\r\n", "MIIB", "MIIC", ""),
    // Inline: the text between the lines of the armor, without blanks at the ends of its lines.
    ROW(PLAIN("7bit") "a:\r\n" CLEAR "z\r\n", "a:\r\n", "b\r\n", "pgp kept"),
    ROW(PLAIN("7bit") "a\r\n" CLEAR "z\r\n", "z\r\n", "y\r\n", "pgp kept"),
    ROW(PLAIN("7bit") "a\r\n" CLEAR, "signed  text", "signed text", "pgp broken (body)"),
    ROW(PLAIN("7bit") "a\r\n" CLEAR, "signed  text \r\n", "signed  text\t\n", "pgp kept"),
    ROW(PLAIN("7bit") "a\r\n" CLEAR, "Hash: SHA256\r\n", "", "pgp broken (body)"),
    ROW(PLAIN("7bit") "a\r\n" CLEAR, "-----END PGP", "-----END", "pgp broken (body)"),
    ROW(PLAIN("7bit") "a\r\n" CLEAR CLEAR, "$", CLEAR, "pgp broken (body)"),
    ROW(PLAIN("quoted-printable") "a=20\r\n" CLEAR, "a=20", "b", "pgp kept"),
    ROW(PLAIN("quoted-printable") CLEAR, "signed", "sig=\r\nned", "pgp kept"),
    ROW(PLAIN("quoted-printable") CLEAR, "signed", "=53igned", "pgp broken (body)"),
    ROW(PLAIN("7bit") "> " CLEAR, "signed", "unsigned", ""),
    ROW(PLAIN("7bit") "-----BEGIN PGP SIGNED MESSAGE-----\r\n\r\ntext\r\n", "text", "next", ""),
    ROW("Content-Type: image/png\r\n\r\n" CLEAR, "signed", "unsigned", ""),
};

void check(const Row& row) {
  const std::string bytes = with_hashes(std::string(row.message));
  const test::ExactCopy copy(bytes);
  BOOST_TEST(describe(changed(copy.view(), {{row.from, row.to}})) == row.expected);
  // Without a change nothing breaks.
  for (const Signature& signature : signatures(changed(copy.view(), {})))
    BOOST_TEST((signature.verdict != Signature::Verdict::broken));
}

}  // namespace

BOOST_DATA_TEST_CASE(judges_dkim_signatures, kRows) { check(sample); }
BOOST_DATA_TEST_CASE(judges_arc_sets, kArcRows) { check(sample); }
BOOST_DATA_TEST_CASE(judges_signed_parts, kPartRows) { check(sample); }

BOOST_AUTO_TEST_CASE(reads_a_base64_text_with_an_inline_signature) {
  const auto message = [](std::string_view text) {
    return PLAIN("base64") + base64(text) + "\r\n";
  };
  const std::string before = message("a\n" CLEAR), same = message("b\n" CLEAR);
  const std::string other = message("a\nx" CLEAR);
  const std::size_t body = body_of(before);
  const auto verdict = [&](const std::string& after) {
    Rewritten rewritten = changed(before, {});
    rewritten.splices.push_back({body, before.size(), after.substr(body)});
    return describe(rewritten);
  };
  BOOST_TEST(verdict(before) == "pgp kept");
  BOOST_TEST(verdict(same) == "pgp kept");
  BOOST_TEST(verdict(other) == "pgp broken (body)");
}

BOOST_AUTO_TEST_CASE(tells_where_a_signature_stands) {
  const std::string bytes = with_hashes("Received: x\r\n" DKIM("h=from") FROM SIGNED(PGP)
                                            TEXT SIGNATURE("application/pgp-signature"));
  const std::vector<Signature> all = signatures(changed(bytes, {}));
  BOOST_REQUIRE(all.size() == 2u);
  BOOST_TEST(all[0].offset == bytes.find("DKIM-Signature"));
  BOOST_TEST(all[0].domain == "e");
  BOOST_TEST(all[0].selector == "x");
  BOOST_TEST(all[1].offset == bytes.find(TEXT));
}

BOOST_AUTO_TEST_CASE(sees_a_change_of_several_splices) {
  const std::string bytes = with_hashes(
      DKIM("h=from:x-mark:x-mark") DKIM("h=from; l=4") "X-Mark: 1\r\n" FROM "\r\na b c\r\n");
  BOOST_TEST(describe(changed(bytes, {{"^", "X-Mark: 2\r\n"}, {"X-Mark: 1\r\n", ""}})) ==
             "dkim broken (header x-mark); dkim kept");
  BOOST_TEST(describe(changed(bytes, {{"^", "X-Mark: 1\r\n"}, {"X-Mark: 1\r\n", ""}})) ==
             "dkim kept; dkim kept");
  BOOST_TEST(describe(changed(bytes, {{"X-Mark: 1\r\n", ""}, {"c\r\n", "d\r\n"}, {"$", "e"}})) ==
             "dkim broken (body, header x-mark); dkim kept");
}

// The rewriter's own marks: three fields at the top, and those that came with the message gone.
struct MarkRow {
  int line;
  std::string_view h, came, expected;
};
std::ostream& operator<<(std::ostream& out, const MarkRow& row) { return out << row.line; }
const MarkRow kMarkRows[] = {
    ROW("from:subject", "", "dkim kept"),
    ROW("from:x-basewalk", "", "dkim kept"),
    ROW("from:x-basewalk-links", "", "dkim broken (header x-basewalk-links)"),
    ROW("from:X-Basewalk-FLAGS", "", "dkim broken (header x-basewalk-flags)"),
    ROW("from:subject:x-basewalk-bases", "", "dkim broken (header x-basewalk-bases)"),
    ROW("from:x-basewalk-bases:x-basewalk-flags:x-basewalk-links", "",
        "dkim broken (header x-basewalk-bases)"),
    // One that came takes another's place, or has the value that it has anyway.
    ROW("from:x-basewalk-links", "X-Basewalk-Links: 7\r\n",
        "dkim broken (header x-basewalk-links)"),
    ROW("from:x-basewalk-links", "X-Basewalk-Links: 0\r\n", "dkim kept"),
    ROW("from:x-basewalk-links", "X-Basewalk-Links:  0\r\n",
        "dkim broken (header x-basewalk-links)"),
    ROW("from:x-basewalk-links; c=relaxed", "X-Basewalk-Links:  0\r\n", "dkim kept"),
    ROW("from:x-basewalk-links:x-basewalk-links", "X-Basewalk-Links: 0\r\n", "dkim kept"),
    ROW("from:x-basewalk-links:x-basewalk-links", "X-Basewalk-Links: 0\r\nX-Basewalk-Links: 0\r\n",
        "dkim broken (header x-basewalk-links)"),
    ROW("from:x-basewalk-other", "X-Basewalk-Other: 1\r\n",
        "dkim broken (header x-basewalk-other)"),
    ROW("from:x-basewalk-flags", "X-Basewalk-Other: 1\r\n",
        "dkim broken (header x-basewalk-flags)"),
};

BOOST_DATA_TEST_CASE(tells_what_the_marks_break, boost::unit_test::data::make(kMarkRows)) {
  const std::string bytes = with_hashes(
      "DKIM-Signature: v=1; a=rsa-sha256; d=e; s=x; b=; bh=@; h=" + std::string(sample.h) + "\r\n" +
      std::string(sample.came) + FROM "\r\ntext\r\n");
  Options options;
  options.mark = true;
  Result<Rewriter> rewriter = Rewriter::make(options);
  BOOST_TEST_REQUIRE(rewriter.has_value());
  const Rewritten rewritten = rewriter->rewrite(bytes);
  BOOST_TEST(rewritten.marks.size() == 4u);
  BOOST_TEST(describe(rewritten) == sample.expected);
}

// What is not linear does not end.
BOOST_AUTO_TEST_CASE(bounds_what_hostile_headers_cost) {
  std::string header = FROM, h = "h=from";
  for (int i = 0; i < 200'000; ++i) h += ":x";
  for (int i = 0; i < 3'000; ++i) {
    const std::string l = "l=" + std::to_string(i) + "; ";
    header += "DKIM-Signature: v=1; a=rsa-sha1; d=e; s=x; b=; bh=AAAA; " + l + "h=from:x\r\n";
  }
  header += "DKIM-Signature: v=1; a=rsa-sha1; d=e; s=x; b=; bh=AAAA; " + h + "\r\n";
  for (int i = 0; i < 200'000; ++i) header += "X: " + std::to_string(i) + "\r\n";
  std::string bytes = header + "\r\n";
  for (int i = 0; i < 2'000'000; ++i) bytes += "\r\n";
  bytes += "text";
  const std::vector<Signature> all =
      signatures(changed(bytes, {{"^", "X: y\r\n"}, {"text", "TEXT"}}));
  BOOST_REQUIRE(all.size() == kMostSignatures + 1);
  BOOST_TEST((all.back().verdict == Signature::Verdict::unknown));
  BOOST_TEST(all.back().reason == "limit: 2001 more were not looked at");
}

// As many as are looked at are all told; one more is counted.
BOOST_AUTO_TEST_CASE(looks_at_so_many_signatures_and_counts_the_others) {
  for (const std::size_t more : {std::size_t{0}, std::size_t{1}, std::size_t{2}}) {
    std::string parts = "Content-Type: multipart/mixed; boundary=o\r\n\r\n", header;
    for (std::size_t i = 0; i < kMostSignatures + more; ++i) {
      // One kind behind the first that is not looked at.
      parts += i > kMostSignatures ? "--o\r\nContent-Type: text/plain\r\n\r\n"
                                     "-----BEGIN PGP SIGNED MESSAGE-----\r\n"
                                     "-----BEGIN PGP SIGNATURE-----\r\n"
                                     "-----END PGP SIGNATURE-----\r\n"
                                   : "--o\r\nContent-Type: application/pkcs7-mime\r\n\r\nMIIB\r\n";
      header += "DKIM-Signature: nonsense\r\n";
    }
    const std::string limit = "limit: " + std::to_string(more) + " more were not looked at";
    for (const std::string& bytes : {parts + "--o--\r\n", header + "\r\ntext\r\n"}) {
      const std::vector<Signature> all = signatures(changed(bytes, {}));
      BOOST_REQUIRE(all.size() == kMostSignatures + (more > 0 ? 1 : 0));
      const bool of_parts = bytes.starts_with("Content-Type");
      for (std::size_t i = 0; i < kMostSignatures; ++i) {
        BOOST_REQUIRE((all[i].kind == (of_parts ? Signature::Kind::smime : Signature::Kind::dkim)));
        BOOST_REQUIRE(all[i].reason == (of_parts ? "" : "tag list"));
      }
      if (more == 0) continue;
      BOOST_TEST(all.back().reason == limit);
      BOOST_TEST((all.back().kind == all.front().kind));
      BOOST_TEST((all.back().verdict == Signature::Verdict::unknown));
    }
  }
}

BOOST_AUTO_TEST_CASE(counts_each_field_of_a_giant_h) {
  std::string h = "h=from";
  for (int i = 0; i < 200'000; ++i) h += ":x";
  std::string tail = FROM;
  for (int i = 0; i < 200'000; ++i) tail += "X: " + std::to_string(i) + "\r\n";
  const std::string bytes = with_hashes("DKIM-Signature: v=1; a=rsa-sha1; d=e; s=x; b=; bh=@; " +
                                        h + "\r\n" + tail + "\r\ntext\r\n");
  BOOST_TEST(describe(changed(bytes, {{"^", "X: y\r\n"}})) == "dkim kept");
  BOOST_TEST(describe(changed(bytes, {{"X: 0\r\n", ""}})) == "dkim broken (header x)");
}

// SPDX-License-Identifier: MIT
//
// base64, quoted-printable and uuencode: body, decoded bytes, and notes as code@offset.
#include <algorithm>
#include <boost/test/data/monomorphic.hpp>
#include <boost/test/data/test_case.hpp>
#include <boost/test/unit_test.hpp>
#include <string>
#include <utility>
#include <vector>

#include "basewalk/mime/decode.h"
#include "mime/tree.h"
#include "support/files.h"

using namespace basewalk;
using mime::Encoding;

namespace {

Encoding encoding_of(const std::string& name) {
  for (Encoding e : {Encoding::identity, Encoding::base64, Encoding::quoted_printable,
                     Encoding::uuencode, Encoding::unknown})
    if (test::encoding_name(e) == name) return e;
  throw std::runtime_error("no encoding " + name);
}

std::string decoded(std::string_view body, Encoding encoding) {
  Notes notes;
  std::string out;
  mime::decode_transfer(body, encoding, out, {notes});
  return out;
}

std::string base64(std::string_view bytes) {
  constexpr std::string_view kDigits =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string out;
  for (std::size_t i = 0; i < bytes.size(); i += 3) {
    std::uint32_t bits = 0;
    const std::size_t n = std::min<std::size_t>(3, bytes.size() - i);
    for (std::size_t k = 0; k < 3; ++k)
      bits = bits << 8 | (k < n ? static_cast<unsigned char>(bytes[i + k]) : 0U);
    for (std::size_t k = 0; k < 4; ++k) out += k <= n ? kDigits[(bits >> (18 - 6 * k)) & 63] : '=';
    if (out.size() % 77 == 76) out += '\n';
  }
  return out;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(transfer)

BOOST_DATA_TEST_CASE(decodes_bodies, test::read_table(std::string("mime/transfer.tsv"))) {
  const test::ExactCopy body(test::unescape(sample[1]));
  Notes notes;
  std::string out = "kept";
  mime::decode_transfer(body.view(), encoding_of(sample[0]), out, {notes, 7, 100});
  BOOST_TEST(out == "kept" + test::unescape(sample[2]));
  std::string codes;
  for (const Note& note : notes.all()) {
    if (!codes.empty()) codes += ' ';
    codes += std::string(name(note.code)) + '@' + std::to_string(note.offset - 100);
    BOOST_TEST(note.part == 7U);
  }
  BOOST_TEST(codes == sample[3]);
}

BOOST_AUTO_TEST_CASE(decodes_what_was_encoded_at_every_length) {
  std::string bytes;
  for (unsigned i = 0; i < 300; ++i) {
    BOOST_TEST(decoded(base64(bytes), Encoding::base64) == bytes);
    bytes += static_cast<char>(i * 37);
  }
}

BOOST_AUTO_TEST_CASE(decodes_every_octet_of_quoted_printable) {
  std::string body;
  std::string wanted;
  for (unsigned i = 0; i < 256; ++i) {
    constexpr std::string_view kHex = "0123456789ABCDEF";
    body += '=';
    body += kHex[i / 16];
    body += kHex[i % 16];
    wanted += static_cast<char>(i);
  }
  BOOST_TEST(decoded(body, Encoding::quoted_printable) == wanted);
}

BOOST_AUTO_TEST_CASE(never_yields_more_than_the_body_has) {
  for (const char* body : {"M", "M!", "begin 644 x\nM\nM\nM\n", "_", "====", "=", "=\r"})
    for (Encoding e : {Encoding::base64, Encoding::quoted_printable, Encoding::uuencode})
      BOOST_TEST(decoded(body, e).size() <= std::string_view(body).size());
}

// What a body is read to in pieces, with its notes, is what it is read to at once.
void compare_pieces(std::string_view body, Encoding encoding) {
  Notes notes, piece_notes;
  std::string whole, pieces;
  mime::decode_transfer(body, encoding, whole, {notes, 3, 50});
  mime::TransferPieces reader(body, encoding, {piece_notes, 3, 50});
  while (reader.next()) pieces += reader.piece();
  BOOST_TEST((pieces == whole));
  BOOST_REQUIRE_EQUAL(notes.size(), piece_notes.size());
  const auto key = [](const Note& note) { return std::pair(name(note.code), note.offset); };
  std::vector<std::pair<std::string_view, std::size_t>> a, b;
  for (const Note& note : notes.all()) a.push_back(key(note));
  for (const Note& note : piece_notes.all()) b.push_back(key(note));
  std::sort(a.begin(), a.end());
  std::sort(b.begin(), b.end());
  BOOST_TEST((a == b));
}

BOOST_DATA_TEST_CASE(decodes_bodies_in_pieces, test::read_table(std::string("mime/transfer.tsv"))) {
  compare_pieces(test::unescape(sample[1]), encoding_of(sample[0]));
}

BOOST_AUTO_TEST_CASE(decodes_long_bodies_in_pieces_whatever_their_lines) {
  std::string bytes;
  for (unsigned i = 0; i < 300'000; ++i) bytes += static_cast<char>(i * i >> 3);
  std::string text = base64(bytes);
  compare_pieces(text, Encoding::base64);
  std::string one_line;
  for (const char c : text)
    if (c != '\n') one_line += c;
  for (std::size_t cut = 0; cut < 5; ++cut) compare_pieces(one_line.substr(cut), Encoding::base64);
  compare_pieces(text + "=?" + text, Encoding::base64);
  std::string quoted;
  for (unsigned i = 0; i < 60'000; ++i)
    quoted += i % 9 == 0 ? "=3d \r\n" : i % 7 == 0 ? "=X" : "ab=\n";
  compare_pieces(quoted, Encoding::quoted_printable);
  compare_pieces(std::string(200'000, 'a') + "=\n" + std::string(100'000, ' ') + "\nb",
                 Encoding::quoted_printable);
  compare_pieces(quoted, Encoding::identity);
}

BOOST_AUTO_TEST_SUITE_END()

// SPDX-License-Identifier: MIT
//
// base64, quoted-printable and uuencode: body, decoded bytes, and notes as code@offset.
#include <boost/test/data/monomorphic.hpp>
#include <boost/test/data/test_case.hpp>
#include <boost/test/unit_test.hpp>
#include <string>

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

BOOST_AUTO_TEST_SUITE_END()

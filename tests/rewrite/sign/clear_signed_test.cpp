// SPDX-License-Identifier: MIT
//
// Texts with an inline signature (RFC 9580 7), however they come in pieces.
#include "rewrite/sign/clear_signed.h"

#include <boost/test/unit_test.hpp>
#include <string>
#include <string_view>

using basewalk::rewrite::ClearSigned;

namespace {

const std::string kBegin = "-----BEGIN PGP SIGNED MESSAGE-----\n";
const std::string kSignature = "-----BEGIN PGP SIGNATURE-----\n\niQ==\n";
const std::string kEnd = "-----END PGP SIGNATURE-----\n";

struct Read {
  std::size_t texts;
  std::string hash;
};
Read read(std::string_view text, std::size_t piece = std::string_view::npos) {
  ClearSigned signed_texts;
  for (; !text.empty(); text.remove_prefix(std::min(piece, text.size())))
    signed_texts.feed(text.substr(0, piece));
  signed_texts.finish();
  return {signed_texts.texts(), signed_texts.hash()};
}
std::string with(const std::string& text) { return kBegin + text + kSignature + kEnd; }

}  // namespace

BOOST_AUTO_TEST_SUITE(clear_signed)

BOOST_AUTO_TEST_CASE(texts_are_counted_where_they_end) {
  struct Row {
    std::string text;
    std::size_t texts;
  };
  for (const Row& row :
       {Row{"", 0}, Row{"text\n", 0}, Row{with("text\n"), 1}, Row{with(""), 1},
        Row{with("a\n") + "between\n" + with("b\n"), 2},
        // The end of a signature that has not begun, and a text that has no end.
        Row{kBegin + "text\n" + kEnd, 0}, Row{kBegin + "text\n" + kSignature, 0},
        Row{kSignature + kEnd, 0}, Row{" " + with("text\n"), 0}, Row{with(kBegin + "text\n"), 1},
        // Blanks at the end of a line, and a last line without an end.
        Row{kBegin + "text\n" + kSignature + "-----END PGP SIGNATURE-----  \r\n", 1},
        Row{kBegin + "text\n" + kSignature + "-----END PGP SIGNATURE-----", 1}})
    for (const std::size_t piece : {std::size_t{1}, std::size_t{7}, std::string_view::npos})
      BOOST_TEST(read(row.text, piece).texts == row.texts, row.text << " by " << piece);
}

BOOST_AUTO_TEST_CASE(what_is_signed_is_hashed) {
  const std::string hash = read(with("one\ntwo\n")).hash;
  for (const std::string& same :
       {with("one\ntwo\n"), with("one  \r\ntwo\t\n"), "before\n" + with("one\ntwo\n") + "behind"})
    for (const std::size_t piece : {std::size_t{1}, std::size_t{5}, std::string_view::npos})
      BOOST_TEST((read(same, piece).hash == hash), same);
  for (const std::string& other :
       {with("one\ntwo\n\n"), with(" one\ntwo\n"), with("one two\n"), with("one\ntwp\n"),
        with("one\n\ntwo\n"), with("one\ntwo\n") + with("one\ntwo\n")})
    BOOST_TEST((read(other).hash != hash), other);
}

BOOST_AUTO_TEST_SUITE_END()

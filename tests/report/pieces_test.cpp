// SPDX-License-Identifier: MIT
#include "report/page/pieces.h"

#include <boost/test/unit_test.hpp>
#include <random>
#include <string>

namespace basewalk::report {
namespace {

std::string written(const std::vector<Piece>& pieces) {
  std::string text;
  for (const Piece& piece : pieces)
    text += std::string(piece.kind == PieceKind::same        ? "="
                        : piece.kind == PieceKind::from_base ? "b"
                        : piece.kind == PieceKind::from_raw  ? "r"
                                                             : "+") +
            "[" + std::string(piece.text) + "]";
  return text;
}

std::string joined(const std::vector<Piece>& pieces) {
  std::string text;
  for (const Piece& piece : pieces) text += piece.text;
  return text;
}

BOOST_AUTO_TEST_CASE(origins_of_resolved_urls) {
  const struct {
    const char *url, *base, *raw, *expected;
  } kRows[] = {
      {"http://other.example/bank.example/login", "http://other.example/", "bank.example/login",
       "b[http://other.example/]r[bank.example/login]"},
      {"http://h/c", "http://h/a/b", "../c", "b[http://h]r[/c]"},
      {"http://h/a/", "http://h/a/b", ".", "b[http://h/a/]"},
      {"http://h/%C3%A9", "http://h/", "é", "b[http://h/]+[%C3%A9]"},
      {"http://h/é", "http://h/è", "?", "b[http://h/]+[é]"},
      {"", "http://h/", "x", ""},
      {"x", "", "x", "r[x]"},
  };
  for (const auto& row : kRows)
    BOOST_TEST(written(origins(row.url, row.base, row.raw)) == row.expected);
}

BOOST_AUTO_TEST_CASE(differences_are_letters) {
  const struct {
    const char *text, *other, *expected;
  } kRows[] = {
      {"same", "same", "=[same]"},
      {"http://host/", "http:/host/", "=[http:/]+[/]=[host/]"},
      {"HTTP://h/", "http://h/", "+[HTTP]=[://h/]"},
      {"paypa1.example", "paypal.example", "=[paypa]+[1]=[.example]"},
      {"xn--caf-dma.fr", "café.fr", "+[xn--]=[caf]+[-dma]=[.fr]"},
      {"é", "è", "+[é]"},
      {"ab", "", "+[ab]"},
      {"", "ab", ""},
      {"abcabba", "cbabac", "+[ab]=[cab]+[b]=[a]"},
  };
  for (const auto& row : kRows)
    BOOST_TEST(written(differences(row.text, row.other)) == row.expected);
}

// The length of the longest text whose letters are in both, in their order.
std::size_t longest_common(std::string_view a, std::string_view b) {
  std::vector<std::vector<std::size_t>> best(a.size() + 1, std::vector<std::size_t>(b.size() + 1));
  for (std::size_t i = 1; i <= a.size(); ++i)
    for (std::size_t j = 1; j <= b.size(); ++j)
      best[i][j] =
          a[i - 1] == b[j - 1] ? best[i - 1][j - 1] + 1 : std::max(best[i - 1][j], best[i][j - 1]);
  return best[a.size()][b.size()];
}

// What is marked as common is as much as can be, and stands in the other text in this order.
BOOST_AUTO_TEST_CASE(differences_are_shortest) {
  std::mt19937 random(7);
  for (int round = 0; round < 3000; ++round) {
    std::string texts[2];
    for (std::string& text : texts)
      for (std::size_t length = random() % 24; text.size() < length;)
        text += static_cast<char>('a' + random() % 3);
    const std::vector<Piece> pieces = differences(texts[0], texts[1]);
    BOOST_TEST_REQUIRE(joined(pieces) == texts[0]);
    std::string common;
    for (const Piece& piece : pieces)
      if (piece.kind == PieceKind::same) common += piece.text;
    BOOST_TEST_REQUIRE(common.size() == longest_common(texts[0], texts[1]));
    std::size_t at = 0;
    for (const char c : common) {
      at = texts[1].find(c, at);
      BOOST_TEST_REQUIRE(at != std::string::npos);
      ++at;
    }
  }
}

BOOST_AUTO_TEST_CASE(many_differences_are_one_piece) {
  const std::string a(3000, 'a'), b(3000, 'b');
  BOOST_TEST(written(differences("x" + a + "y", "x" + b + "y")) == "=[x]+[" + a + "]=[y]");
  // Neither cuts a character in two.
  for (std::size_t i = 0; i < 40; ++i) {
    const std::string text = std::string(i, 'a') + "é€😀";
    for (const Piece& piece : differences(text, std::string(i, 'a') + "è₭😁"))
      BOOST_TEST((piece.text.empty() || (piece.text[0] & 0xC0) != 0x80));
  }
}

}  // namespace
}  // namespace basewalk::report

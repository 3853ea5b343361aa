// SPDX-License-Identifier: MIT
#include "rewrite/sign/body_canon.h"

#include <boost/test/data/test_case.hpp>
#include <boost/test/unit_test.hpp>
#include <ostream>
#include <string>

#include "rewrite/sign/body_hash.h"
#include "support/hex.h"

using namespace basewalk;
using namespace basewalk::rewrite;
using namespace std::string_view_literals;
using test::hex;

namespace {

struct Row {
  int line;
  std::string_view body, simple, relaxed;
};
std::ostream& operator<<(std::ostream& out, const Row& row) { return out << row.line; }
#define ROW(...) \
  { __LINE__, __VA_ARGS__ }

const Row kRows[] = {
    ROW("", "\r\n", ""),
    ROW("\r\n", "\r\n", ""),
    ROW("\r\n\r\n\r\n", "\r\n", ""),
    ROW("\n\n", "\r\n", ""),
    ROW("a", "a\r\n", "a\r\n"),
    ROW("a\n", "a\r\n", "a\r\n"),
    ROW("a\r\n\r\n\n", "a\r\n", "a\r\n"),
    // RFC 6376 3.4.5.
    ROW(" C \r\nD \t E\r\n\r\n\r\n", " C \r\nD \t E\r\n", " C\r\nD E\r\n"),
    ROW("\n\na\n", "\r\n\r\na\r\n", "\r\n\r\na\r\n"),
    // A line of blanks is an empty line to the relaxed form alone.
    ROW("a\n \t\n", "a\r\n \t\r\n", "a\r\n"),
    ROW(" \n\n", " \r\n", ""),
    ROW(" \na\n", " \r\na\r\n", "\r\na\r\n"),
    ROW("a\n \nb\n", "a\r\n \r\nb\r\n", "a\r\n\r\nb\r\n"),
    ROW("a  b\t\tc \t d  \n", "a  b\t\tc \t d  \r\n", "a b c d\r\n"),
    ROW("\t a\n", "\t a\r\n", " a\r\n"),
    ROW("a  ", "a  \r\n", "a\r\n"),
    ROW("  ", "  \r\n", ""),
    // A CR alone is a character; form feeds and NUL are no blanks.
    ROW("a\rb\n", "a\rb\r\n", "a\rb\r\n"),
    ROW("a\r\r\nb", "a\r\r\nb\r\n", "a\r\r\nb\r\n"),
    ROW("a\r", "a\r\r\n", "a\r\r\n"),
    ROW("\r", "\r\r\n", "\r\r\n"),
    ROW("\r\r", "\r\r\r\n", "\r\r\r\n"),
    ROW("a \r\n", "a \r\n", "a\r\n"),
    ROW("a \r \n", "a \r \r\n", "a \r\r\n"),
    ROW("a\f\v \n", "a\f\v \r\n", "a\f\v\r\n"),
    ROW("\0 \0\n"sv, "\0 \0\r\n"sv, "\0 \0\r\n"sv),
    ROW("\xFF \xA0\n", "\xFF \xA0\r\n", "\xFF \xA0\r\n"),
};

std::string canonical(std::string_view body, Canon canon, std::size_t cut) {
  std::string out;
  BodyCanonicalizer canonicalizer(canon, [&](std::string_view bytes) {
    BOOST_TEST(!bytes.empty());
    out += bytes;
  });
  canonicalizer.feed(body.substr(0, cut));
  canonicalizer.feed(body.substr(cut));
  canonicalizer.finish();
  return out;
}

BodyHash hash(std::string_view body, const BodyHashKey& key) {
  BodyHashes hashes;
  const std::size_t number = hashes.add(key);
  hashes.feed(body);
  hashes.finish();
  return hashes[number];
}

}  // namespace

BOOST_DATA_TEST_CASE(makes_the_canonical_form_of_any_pieces, kRows) {
  for (std::size_t cut = 0; cut <= sample.body.size(); ++cut) {
    BOOST_TEST(canonical(sample.body, Canon::simple, cut) == sample.simple);
    BOOST_TEST(canonical(sample.body, Canon::relaxed, cut) == sample.relaxed);
  }
}

BOOST_AUTO_TEST_CASE(passes_long_lines_and_many_empty_ones_on) {
  const std::string line(100'000, 'x');
  std::string empty, canonical_empty;
  for (int i = 0; i < 50'000; ++i) empty += '\n', canonical_empty += "\r\n";
  BOOST_TEST(canonical(line + empty + "y", Canon::relaxed, 7) ==
             line + "\r\n" + canonical_empty.substr(2) + "y\r\n");
  BOOST_TEST(canonical(line + empty, Canon::simple, 7) == line + "\r\n");
}

// RFC 6376 3.4.3 and 3.4.4 print the hashes of an empty body.
BOOST_AUTO_TEST_CASE(hashes_an_empty_body_as_rfc_6376_says) {
  constexpr std::size_t all = kWholeBody;
  BOOST_TEST(hex(hash("", {Canon::simple, HashAlgorithm::sha1, all}).digest) ==
             "ba8ab5a0280b953aa97435ff8946cbcbb2755a27");
  BOOST_TEST(hex(hash("", {Canon::simple, HashAlgorithm::sha256, all}).digest) ==
             "7eb70257593da06f682a3ddda54a9d260d4fc514f645237f5ca74b08f8da61a6");
  BOOST_TEST(hex(hash("", {Canon::relaxed, HashAlgorithm::sha1, all}).digest) ==
             "da39a3ee5e6b4b0d3255bfef95601890afd80709");
  BOOST_TEST(hex(hash("", {Canon::relaxed, HashAlgorithm::sha256, all}).digest) ==
             "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
}

BOOST_AUTO_TEST_CASE(hashes_each_length_of_the_canonical_form_in_one_pass) {
  std::string body, form;
  for (int i = 0; i < 3000; ++i) {
    body += "a  b\n";
    form += "a b\r\n";
  }
  BodyHashes hashes;
  std::vector<std::size_t> numbers, lengths;
  for (std::size_t i = 0; i <= form.size() + 2; i += i % 7 + 1) {
    lengths.push_back(form.size() + 2 - i);  // not in order
    numbers.push_back(hashes.add({Canon::relaxed, HashAlgorithm::sha256, lengths.back()}));
  }
  const std::size_t whole = hashes.add({Canon::relaxed, HashAlgorithm::sha256, kWholeBody});
  const std::size_t sha1 = hashes.add({Canon::relaxed, HashAlgorithm::sha1, 4});
  for (std::size_t at = 0; at < body.size(); at += 1000) hashes.feed(body.substr(at, 1000));
  hashes.finish();
  Digest expected(HashAlgorithm::sha256);
  std::size_t hashed = 0;
  for (std::size_t i = numbers.size(); i-- > 0;) {
    const std::size_t length = std::min(lengths[i], form.size());
    expected.update(std::string_view(form).substr(hashed, length - hashed));
    hashed = length;
    BOOST_TEST(hashes[numbers[i]].digest == expected.value());
    BOOST_TEST(hashes[numbers[i]].too_short == (lengths[i] > form.size()));
  }
  BOOST_TEST(hashes[whole].digest == expected.value());
  BOOST_TEST(!hashes[whole].too_short);
  BOOST_TEST(hashes[sha1].digest == hash("a b", {Canon::relaxed, HashAlgorithm::sha1, 4}).digest);
}

BOOST_AUTO_TEST_CASE(reads_no_further_than_a_length) {
  BodyHashes hashes;
  const std::size_t none = hashes.add({Canon::simple, HashAlgorithm::sha256, 0});
  BOOST_TEST(!hashes.feed("x"));
  hashes.finish();
  BOOST_TEST(!hashes[none].too_short);
}

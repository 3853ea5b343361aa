// SPDX-License-Identifier: MIT
#include <boost/test/data/monomorphic.hpp>
#include <boost/test/data/test_case.hpp>
#include <boost/test/unit_test.hpp>
#include <string>

#include "basewalk/mime/headers.h"
#include "mime/parameters.h"
#include "support/files.h"

using namespace basewalk;

BOOST_AUTO_TEST_SUITE(words)

BOOST_DATA_TEST_CASE(decodes_encoded_words, test::read_table(std::string("mime/words.tsv"))) {
  const test::ExactCopy value(test::unescape(sample[0]));
  BOOST_TEST(mime::decode_words(value.view()) == test::unescape(sample[1]));
}

BOOST_AUTO_TEST_CASE(appends_to_what_is_there) {
  std::string out = "kept ";
  mime::decode_words("=?utf-8?Q?x?=", out);
  BOOST_TEST(out == "kept x");
}

// What GMime, libmime and Python make of it.
BOOST_AUTO_TEST_CASE(decodes_as_others_do) {
  struct Row {
    const char *value, *decoded;
  };
  for (const Row& row : {Row{"plain", "plain"},
                         {"=?utf-8?Q?a?= =?utf-8?Q?b?= c", "ab c"},
                         // Of a charset that nobody knows, or without a name.
                         {"=?no-such-charset?Q?=61?=", "a"},
                         {"=??Q?=61?= =??b?YQ?=", "aa"},
                         {"=? utf-8 ?q?=61?=", "a"},
                         {"=?utf-8\n ?q?=61?=", "a"},
                         // Joined as they are written, but for what is padded.
                         {"=?utf-8?b?YW?= =?utf-8?b?Jj?=", "abc"},
                         {"=?utf-8?b?YWI=?= =?utf-8?b?Yw?=", "abc"},
                         {"=?utf-8?b?YQ==?= =?utf-8?b?Yg==?=", "ab"},
                         {"=?utf-8?b?YQ==?= =?utf-8?b?Yg?= =?utf-8?b?==?=", "ab"},
                         {"=?utf-8?b?YW?= x =?utf-8?b?Jj?=", "a x &"},
                         {"=?utf-8?q?=6?= =?UTF-8?q?1b?=", "ab"},
                         {"=?utf-8?q?=6?= =?utf-8?b?YQ?=", "=6a"},
                         {"=?utf-8?q?=6?= =?iso-8859-1?q?1?=", "=61"}})
    BOOST_TEST(mime::decode_words_as_others(row.value) == row.decoded, row.value);
}

// Each would cost a second and more if it were looked through again from every "=?".
BOOST_AUTO_TEST_CASE(is_linear_in_words_that_never_end) {
  std::string value;
  for (int i = 0; i < 200'000; ++i) value += "=?a?q? ";
  BOOST_TEST(mime::decode_words(value) == value);
  std::string charsets;
  for (int i = 0; i < 200'000; ++i) charsets += "=?";
  BOOST_TEST(mime::decode_words(charsets) == charsets);
  // One end behind all of them; only the last word is one.
  std::string words;
  for (int i = 0; i < 400'000; ++i) words += "=?a?q?x";
  BOOST_TEST(mime::decode_words(words + "?=") == words + "?=");
  BOOST_TEST(mime::decode_words(words + "=?utf-8?q?y?=") == words + "y");
  BOOST_TEST(mime::decode_words_as_others(value) == value);
  BOOST_TEST(mime::decode_words_as_others(charsets) == charsets);
  BOOST_TEST(mime::decode_words_as_others(words) == words);
}

BOOST_AUTO_TEST_SUITE_END()

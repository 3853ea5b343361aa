// SPDX-License-Identifier: MIT
#include "text/references.h"

#include <boost/test/unit_test.hpp>

using namespace std::literals;

BOOST_AUTO_TEST_SUITE(references)

BOOST_AUTO_TEST_CASE(text_is_nothing_but_text) {
  std::string out = "<";
  basewalk::text::append_escaped("a<b>&\"c\"'d'\0\xFF;"sv, out);
  BOOST_TEST((out == "<a&lt;b&gt;&amp;&quot;c&quot;&#39;d&#39;\0\xFF;"sv));
}

BOOST_AUTO_TEST_CASE(five_characters_have_a_reference) {
  std::string found;
  for (int c = 0; c < 256; ++c)
    if (!basewalk::text::reference_of(static_cast<char>(c)).empty()) found += static_cast<char>(c);
  BOOST_TEST(found == "\"&'<>");
}

BOOST_AUTO_TEST_SUITE_END()

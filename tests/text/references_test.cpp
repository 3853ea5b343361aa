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

// XML 1.0 4.1 and 4.6: any number of zeros, and no name that needs a declaration.
BOOST_AUTO_TEST_CASE(references_of_xml_are_what_they_stand_for) {
  using basewalk::text::without_references;
  BOOST_TEST(without_references("&#104;&#x0000000000000074;&amp;&lt;&apos;") == "ht&<'");
  BOOST_TEST(without_references("&&;&a;&amp&#0;&#x110000;&#xD800;&#;") ==
             "&&;&a;&amp&#0;&#x110000;&#xD800;&#;");
}

BOOST_AUTO_TEST_SUITE_END()

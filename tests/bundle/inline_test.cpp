// SPDX-License-Identifier: MIT
//
// One page that holds everything.
#include <boost/test/unit_test.hpp>
#include <string>

#include "basewalk/bundle/unpack.h"
#include "bundle/made_bundle.h"
#include "fuzz/bundle/page_properties.h"
#include "text/base64.h"

using namespace basewalk;
using test::MadeBundle;

namespace {

std::string page_of(const MadeBundle& bundle) {
  return test::without_head(test::inlined(bundle.text()));
}

MadeBundle with_page(std::string_view page) {
  return MadeBundle()
      .add("text/html", "http://h/p.html", page)
      .add("image/png", "http://h/a.png", "PNG")
      .add("image/png", "http://h/b.png", "UE5HMg==", "Content-Transfer-Encoding: base64\r\n")
      .add("text/css", "http://h/s.css", "@import 't.css';a{b:url(a.png)}c{d:'</style>'}")
      .add("text/css", "http://h/t.css", "e{f:url('b.png')}")
      .add("text/html", "http://h/f.html", "<!DOCTYPE html><p title=\"x\">&amp;")
      .add("text/html", "http://h/q.html", "<p>quirks");
}

}  // namespace

BOOST_AUTO_TEST_SUITE(inline_page)

BOOST_AUTO_TEST_CASE(puts_images_into_the_page) {
  BOOST_TEST(page_of(with_page("<img src=a.png><img src='b.png'><img src=c.png>")) ==
             "<img src=data:image/png;base64,UE5H><img src='data:image/png;base64,UE5HMg=='>"
             "<img src=about:invalid>");
}

// A browser goes by the name: under another one it would not read what was written.
BOOST_AUTO_TEST_CASE(says_how_a_name_of_the_page_ends) {
  constexpr std::string_view kRows[][2] = {{"text/html", ".html"},
                                           {"application/xhtml+xml", ".xhtml"},
                                           {"image/svg+xml", ".svg"},
                                           {"image/png", ".html"}};  // no page
  for (const auto& [type, ending] : kRows) {
    const std::string text = MadeBundle().add(type, "http://h/p", "<p/>").text();
    const Message message = read_message(text);
    const bundle::Bundle bundle(message, {}, bundle::Profile::compat);
    BOOST_TEST(bundle::page_ending(bundle) == ending, type);
  }
}

// What a fragment names in an image is named in its data: URL, with escapes where it could end
// that.
BOOST_AUTO_TEST_CASE(keeps_fragments) {
  const std::string image = "data:image/png;base64,UE5H";
  for (const std::string_view fragment : {"#x", "#", "#a-b_c.d=1", "#Z9", "#a#b"})
    BOOST_TEST(page_of(with_page("<img src='a.png" + std::string(fragment) + "'>")) ==
               "<img src='" + image + std::string(fragment) + "'>");
  constexpr std::string_view kEscaped[][2] = {
      {"#a b", "#a%20b"},
      {"#a%20", "#a%20"},
      {"#svgView(viewBox(0,0,1,1))", "#svgView%28viewBox%280%2C0%2C1%2C1%29%29"},
      {"#a&quot;b", "#a%22b"}};
  for (const auto& [fragment, escaped] : kEscaped)
    BOOST_TEST(page_of(with_page("<img src='a.png" + std::string(fragment) + "'>")) ==
               "<img src='" + image + std::string(escaped) + "'>");
}

// The charset of a text goes into its data: URL, if it can be the name of one.
BOOST_AUTO_TEST_CASE(keeps_the_charset_of_a_text) {
  struct Row {
    std::string type, url;
  };
  const std::string longest(39, 'x');
  for (const Row& row : {Row{"text/plain", "text/plain"},
                         Row{"text/plain; charset=iso-8859-1", "text/plain;charset=iso-8859-1"},
                         Row{"text/plain; charset=x_Y", "text/plain;charset=x_Y"},
                         Row{"text/plain; charset=" + longest, "text/plain;charset=" + longest},
                         Row{"text/plain; charset=" + longest + "x", "text/plain"},
                         Row{"text/plain; charset=\"\"", "text/plain"},
                         Row{"text/plain; charset=\"a b\"", "text/plain"},
                         Row{"text/plain; charset=\"a,b\"", "text/plain"}})
    BOOST_TEST(page_of(MadeBundle()
                           .add("text/html", "http://h/", "<iframe src=t>")
                           .add(row.type, "http://h/t", "abc")) ==
               "<iframe src=data:" + row.url + ";base64,YWJj>");
}

// The page itself does not fit.
BOOST_AUTO_TEST_CASE(says_that_a_page_is_too_long) {
  bundle::UnpackOptions options;
  options.max_bytes = 1000;
  const auto inlined = [&](std::size_t size) {
    return test::inlined(
        MadeBundle().add("text/html", "http://h/", "<p>" + std::string(size, 'x')).text(), options);
  };
  BOOST_TEST(inlined(1000).starts_with("<"));
  BOOST_TEST(inlined(2000) == "error limit-bytes");
}

BOOST_AUTO_TEST_CASE(makes_style_elements_of_style_sheets) {
  BOOST_TEST(page_of(with_page("<link rel=stylesheet media='print' href=s.css>")) ==
             "<style media='print'>@import "
             "'data:text/css;charset=utf-8;base64,"
             "ZXtmOnVybCgnZGF0YTppbWFnZS9wbmc7YmFzZTY0LFVFNUhNZz09Jyl9';"
             "a{b:url(data:image/png;base64,UE5H)}c{d:'<\\/style>'}</style>");
  // One of several to choose from stays a link.
  BOOST_TEST(page_of(with_page("<link rel='alternate stylesheet' href=t.css>"))
                 .starts_with("<link rel='alternate stylesheet' href=data:text/css;"));
}

BOOST_AUTO_TEST_CASE(makes_srcdoc_of_frames_but_in_quirks_mode) {
  const std::string standards = test::inlined(with_page("<iframe src=f.html>").text());
  BOOST_TEST(standards.find("<iframe srcdoc=\"<!DOCTYPE html><meta charset=&quot;utf-8&quot;>") !=
             std::string::npos);
  BOOST_TEST(standards.ends_with("<p title=&quot;x&quot;>&amp;amp;\">"));
  BOOST_TEST(page_of(with_page("<iframe src=q.html>"))
                 .starts_with("<iframe src=data:text/html;charset=utf-8;base64,"));
}

// Found by the fuzzer: a page in the place of an image or a video went in as it was.
BOOST_AUTO_TEST_CASE(neutralises_pages_whatever_they_are_used_as) {
  for (const char* element :
       {"<video src=x.html>", "<img src=x.html>", "<embed src=x.html>", "<iframe src=x.html>",
        "<input type=image src=x.html>", "<link rel=stylesheet href=x.html>", "<audio src=x.html>",
        "<object data=x.html>", "<video poster=x.html>", "<p style='a:url(x.html)'>"}) {
    const MadeBundle bundle =
        with_page(element).add("text/html", "http://h/x.html", "<p><img src=http://x.test/1>");
    BOOST_TEST(!test::asks_the_network(test::inlined(bundle.text())), element);
  }
}

BOOST_AUTO_TEST_CASE(leaves_no_script_in_a_page_within_a_url) {
  const std::string page =
      "<a href='data:text/html,<script>x()</script>'><iframe src='d&#9;ata:text/xsl,<a "
      "onclick=\"x()\"/>'>"
      "</iframe><iframe src=m></iframe><svg><use href=u />";
  const std::string found = test::inlined(
      test::MadeBundle()
          .add("text/html", "http://h/", page)
          .add("text/html; name=m.mht", "http://h/m", "From: x\r\n\r\n<p onclick='x()'>")
          .add("image/svg+xml", "http://h/u", "<svg onload='x()'/>")
          .text());
  const std::string frame = "<iframe src=data:text/html;charset=utf-8;base64,";
  std::string page_of_mail, outer = test::without_head(found);
  const std::size_t begin = outer.find(frame) + frame.size(), end = outer.find('>', begin);
  text::append_base64_decoded(page_of_mail, outer.substr(begin, end - begin),
                              text::UrlDigits::always);
  BOOST_TEST(test::without_head(page_of_mail) == "From: x\r\n\r\n<p >");
  BOOST_TEST(outer.erase(begin, end - begin) ==
             "<a href='data:text/html;charset=utf-8;base64,'>"
             "<iframe src='data:application/xml;charset=utf-8;base64,PGEgLz4='></iframe>" +
                 frame +
                 "></iframe>"
                 "<svg><use href=data:image/svg+xml;charset=utf-8;base64,PHN2ZyAvPg== />");
}

BOOST_AUTO_TEST_CASE(keeps_one_candidate_of_a_srcset) {
  const auto one = [](std::string_view page) { return page_of(with_page(page)); };
  BOOST_TEST(one("<img src=x srcset='a.png 2x, b.png 1x'>") ==
             "<img  srcset=\"data:image/png;base64,UE5HMg== 1x\">");
  BOOST_TEST(one("<img src=a.png srcset='b.png 2x'>") == "<img src=data:image/png;base64,UE5H >");
  BOOST_TEST(one("<img src=x srcset='b.png 2x'>") ==
             "<img  srcset=\"data:image/png;base64,UE5HMg== 2x\">");
  BOOST_TEST(one("<source srcset='x 10w, a.png 20w, b.png 30w'>") ==
             "<source srcset=\"data:image/png;base64,UE5HMg== 30w\">");
  // A candidate of one pixel stands for the src, even where it is not there.
  BOOST_TEST(one("<img src=a.png srcset='b.png 1x, x 2x'>") ==
             "<img  srcset=\"data:image/png;base64,UE5HMg== 1x\">");
  BOOST_TEST(one("<img src=a.png srcset='x 1x'>") == "<img  srcset=\"about:invalid 1x\">");
  BOOST_TEST(one("<img srcset='x, y 2x'>") == "<img srcset=\"about:invalid\">");
}

BOOST_AUTO_TEST_CASE(embeds_base64_whatever_its_lines) {
  std::string digits, url;
  for (int i = 0; i < 200'000; ++i) digits += "ABCDwxyz0189+/"[i * 7 % 14];
  const auto lines = [&](std::size_t width, std::string_view end) {
    std::string out;
    for (std::size_t at = 0; at < digits.size(); at += width)
      out.append(digits.substr(at, width)).append(end);
    return out;
  };
  // A line end where it would be for shorter lines, too.
  std::string uneven = digits.substr(0, 4) + "\n";
  for (std::size_t at = 4; at < digits.size(); at += 24) uneven += digits.substr(at, 24) + "\n";
  // Each line longer than the one before, and shorter again.
  std::string growing;
  for (std::size_t at = 0, width = 4; at < digits.size(); at += width, width = width % 80 + 4)
    growing.append(digits.substr(at, width)).append("\n");
  for (const std::string& body :
       {lines(76, "\r\n"), lines(60, "\n"), lines(61, "\r\n"), lines(200'000, ""),
        lines(4096, "\n"), lines(76, " \n"), growing, uneven}) {
    const std::string page = page_of(MadeBundle()
                                         .add("text/html", "http://h/p", "<img src=a>")
                                         .add("image/png", "http://h/a", body + "QQ==\r\n",
                                              "Content-Transfer-Encoding: base64\r\n"));
    BOOST_TEST((page == "<img src=data:image/png;base64," + digits + "QQ==>"));
  }
}

BOOST_AUTO_TEST_CASE(ends_where_frames_hold_each_other) {
  std::string all;
  for (char c = 'a'; c <= 'z'; ++c)
    for (int i = 0; i < 3; ++i) all.append("<iframe src=").append(1, c).append("></iframe>");
  MadeBundle bundle;
  bundle.add("text/html", "http://h/p", all);
  for (char c = 'a'; c <= 'z'; ++c)
    bundle.add("text/html", std::string("http://h/") + c, "<!DOCTYPE html>" + all);
  bundle::UnpackOptions options;
  options.max_bytes = 1 << 20;
  const std::string text = bundle.text();
  const Message read = read_message(text);
  const bundle::Bundle labels(read, {}, bundle::Profile::compat);
  test::MemoryPage page;
  const Result<bundle::UnpackSummary> summary = bundle::inline_page(labels, options, page);
  BOOST_TEST(page.text.size() <= 2 * options.max_bytes);
  if (summary) BOOST_TEST(summary->loss_count > 0U);
}

BOOST_AUTO_TEST_CASE(bounds_a_page_that_repeats_an_image) {
  std::string images;
  for (int i = 0; i < 10'000; ++i) images += "<img src=a.png>";
  const std::string text = MadeBundle()
                               .add("text/html", "http://h/p.html", images)
                               .add("image/png", "http://h/a.png", std::string(100'000, 'x'))
                               .text();
  const Message message = read_message(text);
  const bundle::Bundle labels(message, {}, bundle::Profile::compat);
  bundle::UnpackOptions options;
  options.max_bytes = 5'000'000;
  test::MemoryPage page;
  const Result<bundle::UnpackSummary> summary = bundle::inline_page(labels, options, page);
  BOOST_REQUIRE(summary.has_value());
  BOOST_TEST(page.text.size() <= options.max_bytes + 500'000);
  BOOST_TEST(summary->loss_count > 9'000U);
}

BOOST_AUTO_TEST_CASE(counts_what_stands_in_the_page_again) {
  const auto repeated = [](std::string_view page) {
    const std::string text = test::MadeBundle()
                                 .add("text/html", "http://h/", page)
                                 .add("image/png", "http://h/a.png", "12345")
                                 .add("text/css", "http://h/s.css", "p{background:url(a.png)}")
                                 .add("text/html", "http://h/f", "<!DOCTYPE html><img src=a.png>")
                                 .text();
    const Message message = read_message(text);
    const bundle::Bundle bundle(message, {}, bundle::Profile::compat);
    test::MemoryPage out;
    return bundle::inline_page(bundle, {}, out)->repeated_bytes;
  };
  BOOST_TEST(repeated("<img src=a.png>") == 0U);
  BOOST_TEST(repeated("<img src=a.png><img src=a.png><img src=a.png>") == 10U);
  BOOST_TEST(repeated("<link rel=stylesheet href=s.css><img src=a.png>") == 5U);
  BOOST_TEST(repeated("<iframe src=f></iframe>") == 0U);
  BOOST_TEST(repeated("<iframe src=f></iframe><iframe src=f></iframe>") == 30U + 5U);
}

BOOST_AUTO_TEST_SUITE_END()

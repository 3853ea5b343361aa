// SPDX-License-Identifier: MIT
//
// What a part is read as: by use, by bytes, by label ([M5]).
#include "bundle/page/kind.h"

#include <boost/test/unit_test.hpp>
#include <string>

#include "bundle/made_bundle.h"
#include "bundle/page/magic.h"

using namespace basewalk;
using namespace std::string_view_literals;
using bundle::Role;
using bundle::TextForm;
using test::MadeBundle;

namespace {

constexpr std::string_view kPng = "\x89PNG\r\n\x1A\n"sv;
constexpr std::string_view kSvg =
    "<?xml version='1.0'?><!-- x --><svg xmlns='http://www.w3.org/2000/svg'/>";

struct KindRow {
  std::string_view type, body;
  Role role;
  TextForm form;
  std::string_view media_type;
};
constexpr KindRow kKinds[] = {
    // A sheet is one whatever its label says.
    {"image/css", "a{}", Role::style_sheet, TextForm::css, "text/css"},
    {"text/plain", "a{}", Role::style_sheet, TextForm::css, "text/css"},
    {"text/html", "a{}", Role::style_sheet, TextForm::css, "text/css"},
    {"application/octet-stream", "a{}", Role::style_sheet, TextForm::css, "text/css"},
    {"", "a{}", Role::style_sheet, TextForm::css, "text/css"},
    {"text/css", kPng, Role::style_sheet, TextForm::none, "image/png"},
    // A picture is its bytes, used as one or by nobody.
    {"text/html", kPng, Role::resource, TextForm::none, "image/png"},
    {"text/html", kPng, Role::link, TextForm::none, "image/png"},
    {"text/html", kPng, Role::frame, TextForm::none, "image/png"},
    {"image/jpeg", kPng, Role::resource, TextForm::none, "image/png"},
    {"text/plain; charset=utf-16", kPng, Role::resource, TextForm::none, "image/png"},
    {"image/svg+xml", kPng, Role::resource, TextForm::none, "image/png"},
    // Bytes of a kind that nobody knows are no text.
    {"text/html", "\x01\x02\x03", Role::resource, TextForm::none, "application/octet-stream"},
    {"text/html", "\x01<p>", Role::link, TextForm::html, "text/html"},
    {"text/html", "<svg>", Role::resource, TextForm::xml, "image/svg+xml"},
    {"text/plain; charset=koi8-r", "\x01\xC1", Role::link, TextForm::none,
     "application/octet-stream"},
    {"text/html", "\x01\x02\x03", Role::frame, TextForm::html, "text/html"},
    {"image/x-emf", "\x01\0\0\0"sv, Role::resource, TextForm::none, "image/x-emf"},
    // Images of SVG.
    {"image/svg+xml", kSvg, Role::resource, TextForm::xml, "image/svg+xml"},
    {"text/plain", kSvg, Role::resource, TextForm::xml, "image/svg+xml"},
    {"application/octet-stream", kSvg, Role::resource, TextForm::xml, "image/svg+xml"},
    {"text/xml", kSvg, Role::frame, TextForm::xml, "text/xml"},
    {"text/html", "<p><svg>", Role::resource, TextForm::html, "text/html"},
    // What a label may know more of.
    {"audio/webm", "\x1A\x45\xDF\xA3\x01"sv, Role::resource, TextForm::none, "audio/webm"},
    {"text/css", "wOF2\0\1\0\0"sv, Role::resource, TextForm::none, "font/woff2"},
    {"application/x-font-ttf", "\0\1\0\0\0"sv, Role::resource, TextForm::none,
     "application/x-font-ttf"},
    {"video/webm", "ID3\3\0\0\0\0"sv, Role::resource, TextForm::none, "video/webm"},
    {"text/css", "ID3\3\0\0\0\0"sv, Role::resource, TextForm::none, "audio/mpeg"},
    {"audio/webm", "wOF2\0\1\0\0"sv, Role::resource, TextForm::none, "font/woff2"},
    {"application/x-font-ttf", "ID3\3\0\0\0\0"sv, Role::resource, TextForm::none, "audio/mpeg"},
    {"text/x-html", "<p>", Role::link, TextForm::html, "text/html"},
    // Scripts and frames.
    {"text/html", "x()", Role::script, TextForm::plain, "text/javascript"},
    {"application/javascript", "x()", Role::script, TextForm::none, "application/javascript"},
    {"text/plain", "<p>", Role::frame, TextForm::plain, "text/plain"},
    {"application/octet-stream", "<p>x", Role::frame, TextForm::html, "text/html"},
    {"text/html", "<\0p\0>\0"sv, Role::link, TextForm::html, "text/html"},
    {"text/html; charset=utf-16le", "a\0b\0"sv, Role::link, TextForm::html, "text/html"},
};

}  // namespace

BOOST_AUTO_TEST_SUITE(kind)

BOOST_AUTO_TEST_CASE(is_by_use_then_bytes_then_label) {
  for (const KindRow& row : kKinds) {
    std::string text = MadeBundle()
                           .add("text/html", "http://h/", "<p>")
                           .add(row.type.empty() ? "text/plain" : row.type, "http://h/x", row.body)
                           .text();
    if (row.type.empty()) text.erase(text.find("Content-Type: text/plain\r\n"), 26);
    const Message message = read_message(text);
    const bundle::Bundle bundle(message, {}, bundle::Profile::compat);
    const bundle::PartKind kind = bundle::PartKinds(bundle).of(2, row.role);
    BOOST_TEST_CONTEXT(row.type << " " << static_cast<int>(row.role) << " " << row.media_type) {
      BOOST_TEST((kind.form == row.form));
      BOOST_TEST(kind.media_type == row.media_type);
    }
  }
}

BOOST_AUTO_TEST_CASE(svg_begins_behind_declarations) {
  for (const std::string_view text :
       {kSvg, "<svg>"sv, "\xEF\xBB\xBF <svg "sv, "<s:svg xmlns:s='x'>"sv, "<!DOCTYPE svg PUBLIC"sv})
    BOOST_TEST(bundle::is_svg(text), text);
  for (const std::string_view text :
       {"<p><svg>"sv, "<!-- <svg>"sv, "svg"sv, "<svgx>"sv, ""sv, "<"sv})
    BOOST_TEST(!bundle::is_svg(text), text);
}

// The same part as a sheet and as a page: a file for each.
BOOST_AUTO_TEST_CASE(uses_that_differ_have_files_of_their_own) {
  const auto files = test::unpacked(
      MadeBundle()
          .add("text/html", "http://h/", "<link rel=stylesheet href=s><iframe src=s></iframe>")
          .add("text/html", "http://h/s", "p{color:red}")
          .text());
  BOOST_TEST(files.size() == 3U);
  BOOST_TEST(files.at("s.css") == "p{color:red}");
  BOOST_TEST(test::without_head(files.at("s.html")) == "p{color:red}");
  BOOST_TEST(test::without_head(files.at("index.html")) ==
             "<link rel=stylesheet href=s.css><iframe src=s.html></iframe>");
}

// What a sheet of another type refers to is found, and it is in the page.
BOOST_AUTO_TEST_CASE(sheets_are_read_whatever_their_type) {
  const std::string text = MadeBundle()
                               .add("text/html", "http://h/", "<link rel=stylesheet href=s>")
                               .add("text/plain", "http://h/s", "p{background:url(a)}")
                               .add("text/html", "http://h/a", kPng)
                               .text();
  const auto files = test::unpacked(text);
  BOOST_TEST(files.at("s.css") == "p{background:url(a.png)}");
  BOOST_TEST(files.at("a.png") == kPng);
  BOOST_TEST(test::without_head(test::inlined(text)) ==
             "<style>p{background:url(data:image/png;base64,iVBORw0KGgo=)}</style>");
}

BOOST_AUTO_TEST_CASE(utf16_without_a_mark_is_read) {
  std::string page, swapped;
  for (const char c : std::string_view("<p title=x>y")) {
    page.append(1, c).append(1, '\0');
    swapped.append(1, '\0').append(1, c);
  }
  for (const std::string& body : {page, swapped}) {
    const std::string text = MadeBundle().add("text/html", "http://h/", body).text();
    BOOST_TEST(test::without_head(test::unpacked(text).at("index.html")) == "<p title=x>y");
    BOOST_TEST(test::without_head(test::inlined(text)) == "<p title=x>y");
  }
}

BOOST_AUTO_TEST_CASE(an_image_of_svg_is_a_page) {
  const std::string text =
      MadeBundle()
          .add("image/svg+xml", "http://h/x.svg", "<svg><image href='a'/></svg>")
          .add("image/png", "http://h/a", kPng)
          .text();
  const auto files = test::unpacked(text);
  BOOST_TEST(files.at("index.svg") == "<svg><image href='a.png'/></svg>");
  BOOST_TEST(files.at("index.html").find("url=index.svg") != std::string::npos);
  BOOST_TEST(test::inlined(text) ==
             "<svg><image href='data:image/png;base64,iVBORw0KGgo='/></svg>");
}

// Frames of no origin load no files; a script must not get the origin of the page.
BOOST_AUTO_TEST_CASE(sandboxes_let_files_in) {
  const auto page = [](std::string_view html, bool scripts = false) {
    bundle::UnpackOptions options;
    options.keep_scripts = scripts;
    return test::without_head(
        test::unpacked(MadeBundle().add("text/html", "http://h/", html).text(), options)
            .at("index.html"));
  };
  BOOST_TEST(page("<iframe sandbox>") == "<iframe sandbox=\"allow-same-origin\">");
  BOOST_TEST(page("<iframe sandbox=''>") == "<iframe sandbox=\"allow-same-origin\">");
  BOOST_TEST(page("<iframe sandbox='allow-forms &quot;'>") ==
             "<iframe sandbox=\"allow-forms &quot; allow-same-origin\">");
  BOOST_TEST(page("<iframe sandbox='x ALLOW-same-origin'>") ==
             "<iframe sandbox='x ALLOW-same-origin'>");
  BOOST_TEST(page("<iframe sandbox=allow-scripts>") ==
             "<iframe sandbox=\"allow-scripts allow-same-origin\">");
  BOOST_TEST(page("<iframe sandbox=allow-scripts>", true) == "<iframe sandbox=allow-scripts>");
  BOOST_TEST(page("<iframe sandbox>", true) == "<iframe sandbox=\"allow-same-origin\">");
}

// What stands in an object is shown where its data is missing.
BOOST_AUTO_TEST_CASE(objects_without_data_show_what_they_hold) {
  const std::string text =
      MadeBundle()
          .add("text/html", "http://h/", "<object data=x>y</object><iframe src=x></iframe>")
          .text();
  for (const std::string& page : {test::unpacked(text).at("index.html"), test::inlined(text)})
    BOOST_TEST(test::without_head(page) ==
               "<object data=data:image/png,>y</object>"
               "<iframe src=about:blank></iframe>");
}

// A loss is what browsers would have shown.
BOOST_AUTO_TEST_CASE(rings_are_no_loss) {
  const auto losses = [](const std::string& text) {
    const Message message = read_message(text);
    const bundle::Bundle bundle(message, {}, bundle::Profile::compat);
    test::MemoryPage page;
    std::string told;
    const auto summary = bundle::inline_page(bundle, {}, page);
    for (const bundle::Loss& loss : summary->losses)
      told.append(name(loss.reason)).append(" ").append(loss.where);
    return told;
  };
  BOOST_TEST(losses(MadeBundle().add("text/html", "http://h/", "<img src=http://h/>").text()) ==
             "");
  BOOST_TEST(losses(MadeBundle()
                        .add("text/html", "http://h/", "<link rel=stylesheet href=s>")
                        .add("text/css", "http://h/s", "@import 't'")
                        .add("text/css", "http://h/t", "@import 's'")
                        .text()) == "");
  BOOST_TEST(losses(MadeBundle().add("text/html", "http://h/", "<iframe src=http://h/>").text()) ==
             "within-itself iframe[src]");
}

BOOST_AUTO_TEST_SUITE_END()

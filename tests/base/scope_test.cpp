// SPDX-License-Identifier: MIT
//
// [B1]-[B10]: the base of a leaf, given the headers of what encloses it.
#include "basewalk/base/scope.h"
#include "basewalk/note.h"

#include <boost/test/data/test_case.hpp>
#include <boost/test/unit_test.hpp>
#include <ostream>
#include <string>
#include <vector>

using namespace basewalk;
using base::BaseFrom;
using base::Scope;

namespace {

struct Case {
  int line;
  std::string_view outer;     // header of the message
  std::string_view inner;     // header of its only part
  std::string_view embedded;  // <base href> in the part; "-" for none
  std::string_view base, from, section, notes;
};
std::ostream& operator<<(std::ostream& out, const Case& c) {
  return out << c.line << ": " << c.outer << " | " << c.inner << " | " << c.embedded;
}
#define ROW(...) \
  { __LINE__, __VA_ARGS__ }

constexpr std::string_view kBase = "Base: <URL:http://b/x/>\n";
constexpr std::string_view kContentBase = "Content-Base: http://cb/x/\n";
constexpr std::string_view kLocation = "Content-Location: http://cl/x/y\n";

const Case kCases[] = {
    ROW("", "", "-", "", "none", "", ""),
    ROW("", kBase, "-", "http://b/x/", "base-header", "1", ""),
    ROW("", kContentBase, "-", "http://cb/x/", "content-base", "1", ""),
    ROW("", kLocation, "-", "http://cl/x/y", "content-location", "1", ""),
    // Within one entity: Base, Content-Base, Content-Location.
    ROW("", "Content-Location: http://cl/\nContent-Base: http://cb/\nBase: <URL:http://b/>\n", "-",
        "http://b/", "base-header", "1", ""),
    ROW("", "Content-Location: http://cl/\nContent-Base: http://cb/\n", "-", "http://cb/",
        "content-base", "1", ""),
    // [B8], RFC 1808 3.2: what encloses is inherited, what is nearer wins.
    ROW(kBase, "", "-", "http://b/x/", "base-header", "0", ""),
    ROW(kBase, kLocation, "-", "http://cl/x/y", "content-location", "1", ""),
    ROW(kLocation, "", "-", "http://cl/x/y", "content-location", "0", ""),
    // RFC 1808 3.1: the content itself wins over every header.
    ROW(kBase, kContentBase, "http://e/", "http://e/", "html-base", "1", ""),
    // [B1]
    ROW("", "Base: http://b/\n", "-", "http://b/", "base-header", "1", "base-syntax"),
    ROW("", "Base: <http://b/>\n", "-", "http://b/", "base-header", "1", "base-syntax"),
    ROW("", "Base: URL:http://b/\n", "-", "http://b/", "base-header", "1", "base-syntax"),
    ROW("", "BASE: <url:http://b/>\n", "-", "http://b/", "base-header", "1", ""),
    // [B2]
    ROW("", "Base: <URL:x/>\nContent-Base: http://cb/\n", "-", "http://cb/", "content-base", "1",
        "base-not-absolute"),
    ROW(kBase, "Content-Base: x/\n", "-", "http://b/x/", "base-header", "0", "base-not-absolute"),
    ROW(kBase, "Content-Location: page.html\n", "-", "http://b/x/", "base-header", "0", ""),
    ROW("", "Content-Location: cid:a@b\n", "-", "", "none", "", ""),
    ROW("", "Content-Base: mailto:a@b\n", "-", "", "none", "", "base-not-hierarchical"),
    // [B3]
    ROW("", kLocation, "sub/", "http://cl/x/sub/", "html-base", "1", "base-relative"),
    ROW("", "", "sub/", "", "none", "", "base-relative-no-outer"),
    ROW(kBase, "", "data:text/html,x", "http://b/x/", "base-header", "0", "base-refused"),
    ROW("", "", "java\tscript:alert(1)", "", "none", "", "base-refused"),
    ROW("", "", " JavaScript:alert(1)", "", "none", "", "base-refused"),
    ROW("", "", "http://[x/", "http://[x/", "html-base", "1", ""),  // no URL to a browser
    ROW("", "", "//[x/", "", "none", "", "base-relative-no-outer"),
    ROW(kBase, "", "//[x/", "http://[x/", "html-base", "1", "base-relative"),
    ROW("", "", "  http://e/ ", "http://e/", "html-base", "1", ""),
    // [B5]
    ROW("", "Base: <URL:http://1/>\nBase: <URL:http://2/>\n", "-", "http://1/", "base-header", "1",
        "base-duplicate"),
    ROW("", "Content-Location: http://1/\nContent-Location: http://2/\n", "-", "http://1/",
        "content-location", "1", "base-duplicate"),
    // RFC 1808 3.3: where it was fetched from comes last.
    ROW("Snapshot-Content-Location: http://s/\n", "", "-", "http://s/", "retrieval", "0", ""),
    ROW("Snapshot-Content-Location: //s/x\n", "", "-", "", "none", "", ""),
    ROW("Snapshot-Content-Location: mailto:s@s\n", "", "-", "", "none", "", ""),
    ROW("Snapshot-Content-Location: http://s/\n", kLocation, "-", "http://cl/x/y",
        "content-location", "1", ""),
    ROW(kBase, "Snapshot-Content-Location: http://s/\n", "-", "http://b/x/", "base-header", "0",
        ""),
};

// A multipart with one part, as far as a scope looks at it.
Message make(std::string_view outer, std::string_view inner, std::string& bytes) {
  bytes = "MIME-Version: 1.0\nContent-Type: multipart/mixed; boundary=b\n" + std::string(outer) +
          "\n--b\n" + std::string(inner) + "\nx\n--b--\n";
  return read_message(bytes);
}

struct Answer {
  std::string base, from, section, notes;
};

Answer ask(const Case& c, const base::Honor& honor = {}, std::string_view retrieved = {}) {
  std::string bytes;
  const Message message = make(c.outer, c.inner, bytes);
  BOOST_REQUIRE_EQUAL(message.parts.size(), 2U);
  Notes notes;
  Scope scope = Scope::outermost(url::Rules::rfc1808, honor, retrieved)
                    .enter(message, 0, "0", notes)
                    .enter(message, 1, "1", notes);
  if (c.embedded != "-") scope = scope.embed({c.embedded, BaseFrom::html_base, "1", 1, 0}, notes);
  Answer answer;
  if (scope.url() != nullptr) answer.base = scope.url()->text();
  answer.from = name(scope.from());
  answer.section = scope.section();
  for (const Note& note : notes.all())
    answer.notes += (answer.notes.empty() ? "" : " ") + std::string(name(note.code));
  return answer;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(scope)

BOOST_DATA_TEST_CASE(finds_the_base_in_force, boost::unit_test::data::make(kCases)) {
  const Answer answer = ask(sample);
  BOOST_TEST(answer.base == sample.base);
  BOOST_TEST(answer.from == sample.from);
  BOOST_TEST(answer.section == sample.section);
  BOOST_TEST(answer.notes == sample.notes);
}

// HTML 4.2.3 and [R5]: what a browser cannot read, or does not, leaves the base around it in force.
BOOST_AUTO_TEST_CASE(a_browser_keeps_the_base_around_one_that_it_cannot_read) {
  Notes notes;
  const auto clicked = [](const Scope& scope) {
    const url::Base* const base = scope.clicked_url();
    return base != nullptr ? std::string(base->text()) : "-";
  };
  const auto named = [](std::string_view href) {
    return Scope::Embedded{href, BaseFrom::html_base, "1"};
  };
  const auto not_read = [](std::string_view href) {
    return Scope::Embedded{href, BaseFrom::html_base, "1", 0, 0, false};
  };
  const base::Honor honor;
  const Scope none = Scope::outermost(url::Rules::rfc3986, honor);
  const Scope outer = Scope::outermost(url::Rules::rfc3986, honor, "http://outer/d/p");
  const Scope assumed = none.embed(named("//h/d/"), notes);
  for (const std::string_view href : {"http://h:99999/", "http://[h/", "http://a b/", "https://",
                                      "http://1.2.3.4.5/", "//h:99999/", "http://h%00/"}) {
    const Scope below = outer.embed(named(href), notes);
    BOOST_TEST(below.url() != outer.url(), href);
    BOOST_TEST(clicked(below) == "http://outer/d/p", href);
    // Two of them, one in a frame of the other.
    BOOST_TEST(clicked(below.embed(named("http://g:99999/"), notes)) == "http://outer/d/p", href);
    BOOST_TEST(clicked(below.embed(named("http://g/"), notes)) == "http://g/", href);
    BOOST_TEST(clicked(below.embed(named("e/"), notes)) == "http://outer/d/e/", href);
    BOOST_TEST(clicked(none.embed(named(href), notes)) == "-", href);
    BOOST_TEST(!none.embed(named(href), notes).is_scheme_assumed(), href);
    BOOST_TEST(clicked(assumed.embed(named(href), notes)) == "https://h/d/", href);
    // An xml:base is none to them, whether they could read it or not.
    for (const std::string_view xml : {href, std::string_view("http://g/")})
      BOOST_TEST(clicked(outer.embed(not_read(xml), notes)) == "http://outer/d/p", xml);
  }
  BOOST_TEST(clicked(assumed.embed(not_read("http://g/"), notes)) == "https://h/d/");
  BOOST_TEST(clicked(outer.embed(named("mailto:a@b"), notes)) == "mailto:a@b");
  BOOST_TEST(clicked(outer.leave_out(named("http://h:99999/"))) == "-");
  BOOST_TEST(!assumed.leave_out(named("http://h/")).is_scheme_assumed());
}

// [B10]
struct HonorCase {
  int line;
  std::string_view honor, outer, inner, embedded, retrieved, base, from;
};
std::ostream& operator<<(std::ostream& out, const HonorCase& c) {
  return out << c.line << ": " << c.honor;
}
const HonorCase kHonorCases[] = {
    ROW("html-base", kBase, kLocation, "-", "http://r/", "", "none"),
    ROW("html-base", kBase, kLocation, "http://e/", "http://r/", "http://e/", "html-base"),
    ROW("html-base", kBase, kLocation, "e/", "http://r/", "", "none"),
    ROW("content-location", kBase, "Base: <URL:http://2/>\nContent-Location: http://cl/\n",
        "http://e/", "", "http://cl/", "content-location"),
    ROW("base-header", kBase, "", "-", "", "", "none"),
    ROW("base-header,enclosing", kBase, "", "-", "", "http://b/x/", "base-header"),
    ROW("content-location", kLocation, "", "-", "", "", "none"),
    ROW("content-location,enclosing", kLocation, "", "-", "", "http://cl/x/y", "content-location"),
    ROW("content-location,enclosing", kLocation, "Content-Location: http://i/\n", "-", "",
        "http://i/", "content-location"),
    ROW("html-base,content-base", kContentBase, "", "e/", "", "", "none"),
    ROW("html-base,content-base,enclosing", kContentBase, "", "e/", "", "http://cb/x/e/",
        "html-base"),
    ROW("retrieval", "Snapshot-Content-Location: http://s/\n", "", "-", "", "", "none"),
    ROW("base-header,enclosing", "Snapshot-Content-Location: http://s/\n", "", "-", "", "", "none"),
    ROW("retrieval,enclosing", "Snapshot-Content-Location: http://s/\n", "", "-", "", "http://s/",
        "retrieval"),
    ROW("retrieval", kBase, "Snapshot-Content-Location: http://s/\n", "-", "http://r/", "http://s/",
        "retrieval"),
    ROW("base-header,retrieval", kBase, "", "-", "http://r/", "http://r/", "retrieval"),
    ROW("html-base,thismessage", "", "", "-", "", "thismessage:/", "thismessage"),
    ROW("html-base,thismessage", "", "", "a/", "", "thismessage:/a/", "html-base"),
    ROW("retrieval,thismessage", "", "", "-", "http://r/", "http://r/", "retrieval"),
    // RFC 2557 5 knows no Snapshot-Content-Location.
    ROW("retrieval,thismessage", "Snapshot-Content-Location: http://s/\n", "", "-", "",
        "thismessage:/", "thismessage"),
};

BOOST_DATA_TEST_CASE(only_honored_sources_count, boost::unit_test::data::make(kHonorCases)) {
  const Result<base::Honor> honor = base::Honor::parse(sample.honor);
  BOOST_REQUIRE(honor.has_value());
  const Answer answer = ask({0, sample.outer, sample.inner, sample.embedded, "", "", "", ""},
                            *honor, sample.retrieved);
  BOOST_TEST(answer.base == sample.base);
  BOOST_TEST(answer.from == sample.from);
}

BOOST_AUTO_TEST_CASE(an_unknown_source_is_named) {
  const Result<base::Honor> honor = base::Honor::parse("html-base,htlm");
  BOOST_REQUIRE(!honor.has_value());
  BOOST_TEST(honor.error().code == "unknown-source");
  BOOST_TEST(honor.error().offset == 10U);
  BOOST_TEST(honor.error().detail.find("'htlm'") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(a_browser_writes_the_base_its_own_way) {
  std::string bytes;
  const Message message = make("", "Content-Base: HTTP://H:80/x/../y/\n", bytes);
  Notes notes;
  const Scope none = Scope::outermost(url::Rules::rfc1808, {});
  const Scope scope = none.enter(message, 1, "1", notes);
  BOOST_TEST(none.browser_url() == nullptr);
  BOOST_REQUIRE(scope.browser_url() != nullptr);
  BOOST_TEST(scope.url()->text() == "HTTP://H:80/x/../y/");
  BOOST_TEST(scope.browser_url()->text() == "http://h/y/");
  const Scope inner = scope.embed({"../z/", BaseFrom::html_base, "1", 1, 7}, notes);
  BOOST_TEST(inner.browser_url()->text() == "http://h/z/");
  BOOST_REQUIRE_EQUAL(notes.all().size(), 1U);
  BOOST_TEST((notes.all()[0].code == NoteCode::base_relative));
  BOOST_TEST(notes.all()[0].part == 1U);
  BOOST_TEST(notes.all()[0].offset == 7U);
}

// A codebase is relative on purpose.
BOOST_AUTO_TEST_CASE(a_codebase_that_is_relative_is_not_odd) {
  Notes notes;
  const Scope scope = Scope::outermost(url::Rules::rfc1808, {}, "http://r/d/")
                          .embed({"c/", BaseFrom::codebase, "1", 1, 0}, notes);
  BOOST_TEST(scope.url()->text() == "http://r/d/c/");
  BOOST_TEST(name(scope.from()) == "codebase");
  BOOST_TEST(notes.all().empty());
}

// [R8].  Browsers do not read it; what stands in one another still does.
BOOST_AUTO_TEST_CASE(a_base_that_browsers_do_not_read_leaves_them_what_they_have) {
  Notes notes;
  const Scope outer = Scope::outermost(url::Rules::rfc1808, {}, "http://r/d/");
  const Scope scope = outer.embed({"http://x/c/", BaseFrom::html_base, "1", 1, 0, false}, notes);
  BOOST_TEST(scope.url()->text() == "http://x/c/");
  BOOST_TEST(scope.browser_url()->text() == "http://r/d/");
  const Scope inner = scope.embed({"e/", BaseFrom::html_base, "1", 1, 0, false}, notes);
  BOOST_TEST(inner.url()->text() == "http://x/c/e/");
  BOOST_TEST(inner.browser_url()->text() == "http://r/d/");
  const Scope page = inner.embed({"f/", BaseFrom::html_base, "1", 1, 0}, notes);
  BOOST_TEST(page.url()->text() == "http://r/d/f/");
  const Scope none = Scope::outermost(url::Rules::rfc1808, {})
                         .embed({"http://x/", BaseFrom::codebase, "1", 1, 0, false}, notes);
  BOOST_TEST(none.url()->text() == "http://x/");
  BOOST_TEST(none.browser_url() == nullptr);
}

// [R8]: bases of a page that has none around it, one within the other, and what a click is resolved
// against.
struct AssumedCase {
  int line;
  std::vector<std::string_view> hrefs;
  std::string_view clicked;
  bool is_assumed;
};
std::ostream& operator<<(std::ostream& out, const AssumedCase& row) { return out << row.line; }

const AssumedCase kAssumedCases[] = {
    {__LINE__, {"//host.example/d/"}, "https://host.example/d/", true},
    {__LINE__, {"\\\\host.example\\d\\"}, "https://host.example/d/", true},
    {__LINE__, {"//host.example/d/", "e/"}, "https://host.example/d/e/", true},
    {__LINE__, {"//host.example/d/", "//other.example/"}, "https://other.example/", true},
    {__LINE__, {"//host.example/d/", "http://h/"}, "http://h/", false},
    {__LINE__, {"d/"}, "", false},
    {__LINE__, {"/d/", "e/"}, "", false},
    {__LINE__, {"//page.invalid/d/"}, "", false},
    {__LINE__, {"//a b/"}, "", false},
    {__LINE__, {"http://h/", "//host.example/d/"}, "http://host.example/d/", false},
};

BOOST_DATA_TEST_CASE(what_a_web_mail_makes_of_a_base_without_a_scheme,
                     boost::unit_test::data::make(kAssumedCases)) {
  Notes notes;
  base::Scope scope = base::Scope::outermost(url::Rules::rfc1808, {});
  for (const std::string_view href : sample.hrefs)
    scope = scope.embed({href, BaseFrom::html_base, "1"}, notes);
  BOOST_TEST((scope.clicked_url() == nullptr ? "" : scope.clicked_url()->text()) == sample.clicked);
  BOOST_TEST(scope.is_scheme_assumed() == sample.is_assumed);
  BOOST_TEST((scope.url() == nullptr) == (sample.is_assumed || sample.clicked.empty()));
}

BOOST_AUTO_TEST_CASE(what_no_browser_reads_leads_no_click) {
  Notes notes;
  const base::Scope none = base::Scope::outermost(url::Rules::rfc1808, {});
  const base::Scope code =
      none.embed({"//host.example/", BaseFrom::html_base, "1", 0, 0, false}, notes);
  BOOST_TEST(code.clicked_url() == nullptr);
  const base::Scope document = none.embed({"//host.example/", BaseFrom::document, "1"}, notes);
  BOOST_TEST(document.clicked_url() == nullptr);
  // It stands on others of its kind, read as all of these are.
  const base::Scope around = none.embed({"http://h/a/", BaseFrom::html_base, "1"}, notes);
  const base::Scope inner = around.embed({"..\\b\\", BaseFrom::html_base, "1", 0, 0, false}, notes);
  BOOST_REQUIRE(inner.url() != nullptr);
  BOOST_TEST(inner.url()->text() == "http://h/b/");
  BOOST_TEST(inner.clicked_url()->text() == "http://h/a/");
}

struct RetrievedRow {
  int line;
  std::string_view honor, header, from, base, base_from;
};
std::ostream& operator<<(std::ostream& out, const RetrievedRow& row) {
  return out << row.line << ": " << row.from;
}
const RetrievedRow kRetrieved[] = {
    ROW("retrieval", "", "http://r/", "http://r/", "retrieval"),
    ROW("retrieval", "", "r/", "", "none"),
    ROW("base-header", "", "http://r/", "", "none"),
    ROW("retrieval,base-header", kBase, "http://r/", "http://b/x/", "base-header"),
    ROW("retrieval,thismessage", "", "http://r/", "http://r/", "retrieval"),
    ROW("retrieval", "Snapshot-Content-Location: http://s/\n", "http://r/", "http://r/",
        "retrieval"),
};

// RFC 2017: what lies elsewhere was retrieved from there, where nothing nearer is declared.
BOOST_DATA_TEST_CASE(knows_where_a_body_was_retrieved_from,
                     boost::unit_test::data::make(kRetrieved)) {
  std::string bytes;
  const Message message = make(sample.header, "", bytes);
  Notes notes;
  const Scope scope = Scope::outermost(url::Rules::rfc1808, *base::Honor::parse(sample.honor))
                          .enter(message, 0, "0", notes)
                          .retrieved(sample.from, "1");
  BOOST_TEST((scope.url() == nullptr ? "" : scope.url()->text()) == sample.base);
  BOOST_TEST(name(scope.from()) == sample.base_from);
}

// What is too much to hold is left out: then there is a base, and what is relative has no
// answer.
BOOST_AUTO_TEST_CASE(a_base_that_is_left_out_leaves_what_is_relative_without_an_answer) {
  Notes notes;
  const Scope outer = Scope::outermost(url::Rules::rfc1808, {}, "http://r/d/");
  BOOST_TEST(!outer.is_left_out());
  const Scope left = outer.leave_out({"c/", BaseFrom::codebase, "2"});
  BOOST_TEST(left.is_left_out());
  BOOST_TEST(left.url() == nullptr);
  BOOST_TEST(left.browser_url() == nullptr);
  BOOST_TEST(left.clicked_url() == nullptr);
  BOOST_TEST(name(left.from()) == "codebase");
  BOOST_TEST(left.section() == "2");
  BOOST_TEST(outer.url() != nullptr);

  // One within it, which needs it or not.
  struct Within {
    std::string_view href, base, from, notes;
    bool in_browsers = true;
  };
  for (const Within& row :
       {Within{"x/", "", "html-base", ""}, Within{"http:x/", "", "html-base", ""},
        Within{"http://e/", "http://e/", "html-base", ""},
        Within{" http://e/ ", "http://e/", "html-base", ""},
        // Beside it stands what browsers have.
        Within{"http://e/", "", "html-base", "", false},
        Within{"data:text/html,x", "", "codebase", "base-refused"}}) {
    Notes told;
    const Scope inner =
        left.embed({row.href, BaseFrom::html_base, "3", 1, 0, row.in_browsers}, told);
    BOOST_TEST_CONTEXT(row.href) {
      BOOST_TEST((inner.url() == nullptr ? "" : inner.url()->text()) == row.base);
      BOOST_TEST(inner.is_left_out() == row.base.empty());
      BOOST_TEST(name(inner.from()) == row.from);
      BOOST_TEST((told.all().empty() ? "" : name(told.all()[0].code)) == row.notes);
    }
  }
  // A header within has its own.
  std::string bytes;
  const Message message = make("", kBase, bytes);
  BOOST_TEST(left.enter(message, 1, "1", notes).url()->text() == "http://b/x/");
}

BOOST_AUTO_TEST_CASE(what_is_not_honored_is_neither_held_nor_left_out) {
  struct Row {
    const char* honor;
    BaseFrom from;
    bool counts;
  };
  for (const Row& row :
       {Row{"html-base", BaseFrom::html_base, true}, Row{"html-base", BaseFrom::codebase, true},
        Row{"html-base", BaseFrom::document, false}, Row{"document", BaseFrom::document, true},
        Row{"document", BaseFrom::html_base, false}}) {
    Notes notes;
    const Scope scope = Scope::outermost(url::Rules::rfc1808, *base::Honor::parse(row.honor));
    const Scope::Embedded embedded{"http://e/", row.from, "1"};
    BOOST_TEST_CONTEXT(row.honor << " " << name(row.from)) {
      BOOST_TEST(scope.leave_out(embedded).is_left_out() == row.counts);
      BOOST_TEST(scope.cost_of(embedded) == (row.counts ? 9u : 0u));
      BOOST_TEST((scope.embed(embedded, notes).url() != nullptr) == row.counts);
    }
  }
  Notes notes;
  const Scope usual = Scope::outermost(url::Rules::rfc1808, {});
  BOOST_TEST(usual.embed({"http://e/", BaseFrom::document, "1"}, notes).url() != nullptr);
}

// What a base is resolved against is held with it.
BOOST_AUTO_TEST_CASE(what_a_base_costs_is_what_it_holds) {
  const Scope none = Scope::outermost(url::Rules::rfc1808, {});
  const Scope outer = Scope::outermost(url::Rules::rfc1808, {}, "http://r/d/");
  const auto cost = [](const Scope& scope, std::string_view href, bool in_browsers = true) {
    return scope.cost_of({href, BaseFrom::html_base, "1", 1, 0, in_browsers});
  };
  BOOST_TEST(cost(none, "x/") == 2u);
  BOOST_TEST(cost(none, " x/ ") == 4u);
  BOOST_TEST(cost(none, "http://e/", false) == 9u);
  BOOST_TEST(cost(outer, "http://e/") == 9u);
  BOOST_TEST(cost(outer, "http://e/", false) == 20u);
  BOOST_TEST(cost(outer, "x/") == 13u);
  BOOST_TEST(cost(outer, "http:x/") == 18u);
}

BOOST_AUTO_TEST_CASE(bases_are_read_by_the_rules_that_were_asked_for) {
  for (const auto& [rules, url] :
       {std::pair(url::Rules::rfc1808, "http:x"), std::pair(url::Rules::whatwg, "http://r/d/x")}) {
    const Scope scope = Scope::outermost(rules, {}, "http://r/d/");
    std::string resolved;
    url::resolve(*scope.url(), "http:x", {}, resolved);
    BOOST_TEST(resolved == url);
  }
}

// Siblings never see each other's base: a scope is a value.
BOOST_AUTO_TEST_CASE(entering_a_part_leaves_the_outer_scope_as_it_was) {
  std::string bytes;
  const Message message = make("", kBase, bytes);
  Notes notes;
  const Scope outer = Scope::outermost(url::Rules::rfc1808, {}).enter(message, 0, "0", notes);
  const Scope inner = outer.enter(message, 1, "1", notes);
  BOOST_TEST(outer.url() == nullptr);
  BOOST_TEST(inner.url() != nullptr);
}

// What a program tells its users is what it reads.
BOOST_AUTO_TEST_CASE(each_word_of_honor_can_be_given) {
  const std::string words = base::Honor::words();
  BOOST_TEST(words ==
             "html-base, base-header, content-base, content-location, retrieval, thismessage, "
             "document, enclosing");
  const Result<base::Honor> all = base::Honor::parse(words);
  BOOST_REQUIRE(all.has_value());
  BOOST_TEST((all->html_base && all->base_header && all->content_base && all->content_location &&
              all->retrieval && all->thismessage && all->enclosing));
}

BOOST_AUTO_TEST_SUITE_END()

// SPDX-License-Identifier: MIT
//
// What HTML says of itself beside other HTML, and with scripts, where that was asked of it and
// where it was read so: never is more said than holds.
#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <map>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "basewalk/extract/extract.h"
#include "html/soup.h"
#include "support/many.h"

using namespace basewalk;
using namespace basewalk::extract;

namespace {

// Links, and what others may hang on.
constexpr std::string_view kPieces[] = {
    "<a href=l1>",
    "<a href=l1>http://t/1</a>",
    "</a>",
    "<img src=l2 style='background:url(l3)'>",
    "<td background=l4>",
    "<image src=l5>",
    "<input type=image src=l6>",
    "<v:rect href=l7>",
    "http://t/2",
    "http://t/3 www.t.example/4, <http://t/5>",
    "&#104;ttp://t/6",
    "hxxp://t[.]example/7 t.example.com",
    "> http://t/8",
    "&lt;http://t/9\n10&gt;",
    "\r\nhttp://t/11\r",
    "<title>http://t/12</title>",
    "<textarea>http://t/13",
    "</textarea>",
    "<noframes><a href=l8></noframes>",
    "<xmp>http://t/14",
    "</xmp>",
    "<plaintext>",
    "<script>x='http://s/1'",
    "<script><!--<script>",
    "-->",
    "</script>",
    "<style>a{b:url(l9)}",
    "</style>",
    "<style>@import 'l10';</style>",
    "<style>:root{--x:'l11'}</style>",
    "<style>a{b:image-set(var(--x))}</style>",
    "<style>@import 'data:text/plain,a{b:url(l12)}';</style>",
    "<link rel=stylesheet href='data:text/plain,a{b:url(l13)}'>",
    "<link rel=stylesheet href='data:text/css,a{b:url(l14)}'>",
    "<link rel=stylesheet href=default.css>",
    "<!-- http://c/ -->",
    "<!--[if mso]><a href=l15><![endif]-->",
    "<!--[if mso]><base href=http://m/><![endif]-->",
    "<!--[if mso]><noscript><a href=l16><![endif]-->",
    "<![if !mso]><a href=l17><![endif]>",
    "<!--",
    "<!",
    "<?php http://p/ ?>",
    "<iframe srcdoc='<a href=l18><base>'></iframe>",
    "<iframe srcdoc='<base href=http://b/><a href=l18>'></iframe>",
    "<iframe srcdoc='<noscript><a href=l18>'></iframe>",
    "<iframe src='data:text/html,<a href=l19>'></iframe>",
    "<iframe>",
    "<base href=http://b/>",
    "<base>",
    "<form>",
    "<form action=l20>",
    "<form action=l20 method=post>",
    "<form method=post>",
    "</form>",
    "<button formaction=l21>",
    "<button formaction=l21 formmethod=post>",
    "<button formmethod=get>",
    "<object codebase=http://o/ data=l22>",
    "<meta http-equiv=refresh content='0;url=l23'>",
    "<!DOCTYPE html>",
    "<!DOCTYPE>",
    "<noscript><a href=l24>",
    "<noscript><a href=l24></noscript>",
    "<noscript><a href=l24 title='</noscript>'>",
    "<noscript><!-- </noscript> --><a href=l24>",
    "<noscript><style></noscript></style>",
    "<noscript><base href=http://b/></noscript>",
    "<noscript><table></noscript>",
    "<noscript>x</noscript>",
    "</noscript>",
    "</NOSCRIPT\n>",
    "<svg><a xlink:href=l25></a></svg>",
    "<svg><style>a{b:url(l26)}</style></svg>",
    "<svg><style>a{b:",
    "url(l27)}",
    "<svg><title>http://t/15</title><g/></svg>",
    "<svg><title>",
    "<svg><title><td></title><title>http://t/16</title></svg>",
    "<math><mi><mglyph><table></table></mi><title>http://t/17</title></math>",
    "<svg><p><title>http://t/18</title>",
    "<svg><foreignObject><style>",
    "<svg><script>x='http://s/2'</script></svg>",
    "<svg><set attributeName=href to=l28></svg>",
    "<svg/>",
    "</svg>",
    "<math><mi><a href=l29></a></mi></math>",
    "<math><annotation-xml encoding=text/html><style>",
    "<![CDATA[ http://d/ <a href=l30> ]]>",
    "<frameset>",
    "<frame src=l31>",
    "<template><a href=l32></template>",
    "<template><col>",
    "</body></html>",
    "<table><a href=l33>",
    "<a href='javascript:x(\"http://j/\")'>",
    "<a onclick='x(\"http://j/\")'>",
    "<a title='",
    "<a href=l34",
    "<a href='http://u/",
    "'>",
    "\"",
    "<",
    "</",
    "</>",
    "&am",
    "<pre>\n",
};

// Elements that end elsewhere, or hold more than links, to those who run no scripts.
constexpr std::string_view kNoscripts[] = {
    "<noscript>",
    "<noscript><a href=l1></noscript>",
    "<noscript><img src=l2></NOSCRIPT ><a href=l3>",
    "<noscript><noscript><a href=l4></noscript></noscript>",
    "<noscript><a title='</noscript><a href=l5>'>",
    "<noscript><!-- </noscript><a href=l6> -->",
    "<noscript><style>a{b:url(l7)}</noscript><a href=l8></style>",
    "<noscript><title></noscript>http://t/1</title>",
    "<noscript><table></noscript>",
    "<noscript><svg></noscript><style>a{b:url(l9)}</style></svg>",
    "<noscript><template></noscript>",
    "<noscript><frameset></noscript><style>a{b:url(l10)}",
    "<noscript>x</noscript><frameset><title>http://t/2</title>",
    "<noscript><base href=http://b/></noscript>",
    "<!--[if mso]><noscript><a title='</noscript><a href=l13>'><![endif]-->",
    "<iframe srcdoc=\"<noscript><a title='</noscript><a href=l14>'>\"></iframe>",
    "<noscript>x",
    "</noscript>",
    "</noscript a='",
    "'>",
    "<a href=l11>",
    "http://t/3",
    "<style>a{b:url(l12)}</style>",
    "<svg>",
    "</svg>",
    "<head>",
    "<body>",
};

constexpr std::string_view kBetween = "<br/>\n";

constexpr std::size_t kRounds = test::rounds(200'000);

// One place of a reference or a base, and what it is answered by: the scopes around it.
std::string key_of(const Finds& finds, const std::vector<const Find*>& bases, const Find& find,
                   std::size_t offset, unsigned ignored) {
  std::string key = std::to_string(find.begin + offset) + '-' + std::to_string(find.end + offset);
  key += find.kind == FindKind::base ? " base " : " ";
  key += where(find.place);
  key.append(" = ").append(find.raw).append(" ");
  key += std::to_string(find.flags & ~ignored);
  key += " " + std::to_string(static_cast<int>(find.written.markup)) + "/" +
         std::to_string(static_cast<int>(find.written.syntax));
  for (std::uint32_t scope = find.scope;; scope = finds.scopes[scope].outer) {
    key += " in " + std::to_string(static_cast<int>(finds.scopes[scope].kind));
    if (bases[scope] != nullptr) key.append(" ").append(bases[scope]->raw);
    if (scope == 0) return key;
  }
}

void add_keys(const Finds& finds, std::size_t offset, std::vector<std::string>& keys,
              unsigned ignored = kInLink) {
  const std::vector<const Find*> bases = bases_of(finds);
  for (const Find& find : finds.finds) keys.push_back(key_of(finds, bases, find, offset, ignored));
}

Options some_options(std::mt19937& engine) {
  Options options;
  options.refang = engine() % 8 == 0;
  options.linkify = engine() % 8 == 0;
  if (engine() % 16 == 0) options.depth = 0;
  return options;
}

BOOST_AUTO_TEST_SUITE(extract_seams)

// Pages that are apart have together what each has, and nothing else.
BOOST_AUTO_TEST_CASE(pages_that_are_apart_have_together_what_each_has) {
  std::mt19937 engine(1);
  std::size_t apart = 0, together = 0, different = 0, finds_of_apart = 0;
  std::map<std::string_view, std::size_t> held;
  for (std::size_t round = 0; round < kRounds; ++round) {
    const Options options = some_options(engine);
    const std::size_t most = 1 + engine() % 10;
    std::string all;
    std::vector<std::string> wanted;
    Seams seams;
    Finds finds;
    for (std::size_t page = 0, pages = 2 + engine() % 2; page < pages; ++page) {
      const std::string text = engine() % 50 == 0 ? "" : test::soup(engine, most, kPieces);
      finds.clear();
      extract_html(text, options, finds);
      if (page == 0)
        seams = finds.seams;
      else
        seams.add(finds.seams);
      add_keys(finds, all.size(), wanted);
      all.append(text).append(kBetween);
    }
    Finds of_all;
    extract_html(all, options, of_all);
    std::vector<std::string> found;
    add_keys(of_all, 0, found);
    std::sort(wanted.begin(), wanted.end());
    std::sort(found.begin(), found.end());
    const bool same = found == wanted && of_all.notes.empty() && !of_all.cut;
    if (!seams.hold()) {
      ++together;
      different += same ? 0 : 1;
      continue;
    }
    ++apart;
    finds_of_apart += found.size();
    for (const std::string_view piece :
         {"<a href", "<svg", "<math", "<table", "<style", "<script", "<form", "<noscript", "<title",
          "<!DOCTYPE", "<!--[if", "srcdoc", "</body>", "<b>", "<select>", "data:text", "<head"})
      if (all.find(piece) != all.npos) ++held[piece];
    if (same) continue;
    std::string lines;
    for (const std::string& each : found) lines += each + "\n";
    lines += "but each by itself\n";
    for (const std::string& each : wanted) lines += each + "\n";
    BOOST_FAIL("[" << all << "]\n" << lines);
  }
  BOOST_TEST_MESSAGE(apart << " apart with " << finds_of_apart << " finds, " << together
                           << " not, of which " << different << " differ");
  BOOST_TEST(apart > kRounds / 5);
  BOOST_TEST(finds_of_apart > kRounds / 5);
  BOOST_TEST(different > kRounds / 10);
  for (const auto& [piece, count] : held)
    BOOST_TEST(count > kRounds / 2000, piece << ": " << count);
  BOOST_TEST(held.size() == 17U);
}

// A document in a document in a document, so many times.
std::string nested(std::size_t times) {
  std::string text = "<a href=x>";
  for (std::size_t i = 0; i < times; ++i) {
    std::string out = "<iframe/srcdoc=";
    for (const char c : text) {
      if (c == '&')
        out += "&amp;";
      else if (c == ' ')
        out += "&#32;";
      else if (c == '>')
        out += "&gt;";
      else
        out += c;
    }
    text = out + '>';
  }
  return text + "</iframe>";
}

// No limit is reached by several pages that are apart, nor passed.
BOOST_AUTO_TEST_CASE(pages_that_are_apart_reach_no_limit_together) {
  std::size_t apart = 0, limited = 0, together = 0;
  for (std::size_t times = 1; times < 60; ++times)
    for (std::size_t pages = 2; pages < 12; pages += 3) {
      const std::string text = nested(times);
      Finds finds, of_all;
      extract_html(text, {}, finds);
      Seams seams = finds.seams;
      std::string all;
      for (std::size_t i = 0; i < pages; ++i) {
        if (i > 0) seams.add(finds.seams);
        all.append(text).append(kBetween);
      }
      extract_html(all, {}, of_all);
      limited += finds.notes.empty() ? 0 : 1;
      together += finds.notes.empty() && !of_all.notes.empty() ? 1 : 0;
      if (!seams.hold()) continue;
      ++apart;
      BOOST_TEST(of_all.notes.empty());
      BOOST_TEST(of_all.finds.size() == pages * finds.finds.size());
    }
  BOOST_TEST_MESSAGE(apart << " apart, " << limited << " limited, " << together << " together");
  BOOST_TEST(apart > 10U);
  BOOST_TEST(limited > 10U);
  BOOST_TEST(together > 10U);
}

// Where scripts add nothing, there is nothing that the first reading has not.
BOOST_AUTO_TEST_CASE(where_scripts_add_nothing_there_is_nothing_else) {
  std::mt19937 engine(2);
  std::size_t less = 0, more = 0, different = 0, fewer = 0;
  for (std::size_t round = 0; round < kRounds; ++round) {
    Options options = some_options(engine);
    const std::string text =
        round % 2 == 0 ? test::soup(engine, 12, kPieces) : test::soup(engine, 8, kNoscripts);
    Finds finds;
    extract_html(text, options, finds);
    if (!finds.has_noscript) continue;
    options.scripting = true;
    Finds scripted;
    extract_html(text, options, scripted);
    std::vector<std::string> first, other;
    // A form in a <noscript> makes others submit by GET.
    add_keys(finds, 0, first, kInLink | kReplacesQuery);
    add_keys(scripted, 0, other, kInLink | kReplacesQuery);
    for (std::vector<std::string>* keys : {&first, &other}) std::sort(keys->begin(), keys->end());
    const bool adds = !std::includes(first.begin(), first.end(), other.begin(), other.end()) ||
                      !scripted.notes.empty();
    if (finds.scripts_may_add) {
      ++more;
      different += adds ? 1 : 0;
      continue;
    }
    ++less;
    fewer += other.size() < first.size() ? 1 : 0;
    if (!adds) continue;
    std::string lines;
    for (const std::string& each : other) lines += each + "\n";
    lines += "and without scripts\n";
    for (const std::string& each : first) lines += each + "\n";
    BOOST_FAIL("[" << text << "]\n" << lines);
  }
  BOOST_TEST_MESSAGE(less << " where scripts add nothing, in " << fewer << " they take away; "
                          << more << " where they may, in " << different << " they do");
  BOOST_TEST(less > kRounds / 20);
  BOOST_TEST(fewer > test::rounds(3'000));
  BOOST_TEST(different > test::rounds(3'000));
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace

// SPDX-License-Identifier: MIT
//
// The html5lib tokenizer suite, where it is present, and what it does not ask.
#include "html/tokenizer.h"

#include <boost/test/unit_test.hpp>
#include <map>
#include <nlohmann/json.hpp>

#include "support/files.h"
#include "support/skip.h"
#include "text/ascii.h"
#include "text/utf8.h"

using namespace basewalk;
using namespace basewalk::test;
using namespace basewalk::html;
using Json = nlohmann::json;

namespace {

// Replaces \uHHHH, as "doubleEscaped" asks.  A surrogate without its pair becomes three bytes, in
// input and output alike.
std::string unescape_twice(const std::string& text) {
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text.compare(i, 2, "\\u") != 0) {
      out += text[i];
      continue;
    }
    auto unit = static_cast<std::uint32_t>(std::stoul(text.substr(i + 2, 4), nullptr, 16));
    i += 5;
    if (unit >= 0xD800 && unit < 0xDC00 && text.compare(i + 1, 2, "\\u") == 0) {
      const auto low = static_cast<std::uint32_t>(std::stoul(text.substr(i + 3, 4), nullptr, 16));
      if (low >= 0xDC00 && low < 0xE000) {
        unit = 0x10000 + ((unit - 0xD800) << 10) + (low - 0xDC00);
        i += 6;
      }
    }
    utf8::append(unit, out);
  }
  return out;
}

Json unescape_twice(const Json& value) {
  if (value.is_string()) return unescape_twice(value.get<std::string>());
  if (value.is_array()) {
    Json out = Json::array();
    for (const Json& each : value) out.push_back(unescape_twice(each));
    return out;
  }
  if (value.is_object()) {
    Json out = Json::object();
    for (const auto& [key, each] : value.items()) out[unescape_twice(key)] = unescape_twice(each);
    return out;
  }
  return value;
}

std::string meant(std::string_view written, References references) {
  std::string out;
  decode_html(written, references, Nul::replace, out);
  return out;
}

std::string lowered_name(std::string_view name) {
  return ascii::lowered(meant(name, References::keep));
}

Json optional(const std::optional<std::string>& text) { return text ? Json(*text) : Json(nullptr); }

// The tokens in the form of the suite.
Json tokens(std::string_view input, const std::string& state, const std::string& last_start_tag) {
  static const std::map<std::string, TextState> kStates = {
      {"Data state", TextState::data},
      {"PLAINTEXT state", TextState::plaintext},
      {"RCDATA state", TextState::rcdata},
      {"RAWTEXT state", TextState::rawtext},
      {"Script data state", TextState::script_data},
      {"CDATA section state", TextState::cdata_section}};
  const ExactCopy copy(input);
  Tokenizer tokenizer(copy.view(), Tokenizer::Keep::all);
  tokenizer.set_state(kStates.at(state), last_start_tag);
  Json out = Json::array();
  while (true) {
    const Token& token = tokenizer.next();
    switch (token.kind) {
      case TokenKind::end_of_text:
        return out;
      case TokenKind::text: {
        std::string text;
        decode_token_text(token, Nul::keep, text);
        if (text.empty()) break;
        if (!out.empty() && out.back()[0] == "Character")
          out.back()[1] = out.back()[1].get<std::string>() + text;
        else
          out.push_back({"Character", text});
        break;
      }
      case TokenKind::start_tag: {
        if (token.unterminated) break;
        Json attributes = Json::object();
        for (const TagAttribute& attribute : tokenizer.attributes()) {
          const std::string name = lowered_name(attribute.name);
          if (!attributes.contains(name))
            attributes[name] = meant(attribute.value, References::decode_in_attribute);
        }
        Json tag = {"StartTag", lowered_name(token.text), attributes};
        if (token.self_closing) tag.push_back(true);
        out.push_back(tag);
        break;
      }
      case TokenKind::end_tag:
        if (!token.unterminated) out.push_back({"EndTag", lowered_name(token.text)});
        break;
      case TokenKind::comment:
        out.push_back({"Comment", meant(token.text, References::keep)});
        break;
      case TokenKind::doctype: {
        const Doctype doctype = parse_doctype(token);
        out.push_back({"DOCTYPE", optional(doctype.name), optional(doctype.public_id),
                       optional(doctype.system_id), !doctype.force_quirks});
        break;
      }
    }
  }
}

void replace_all(std::string& text, std::string_view from, std::string_view to) {
  for (std::size_t at = 0; (at = text.find(from, at)) != std::string::npos; at += to.size())
    text.replace(at, from.size(), to);
}

// "Coercing an HTML DOM into an infoset", as far as the suite's last file goes.
void coerce(Json& output) {
  for (Json& token : output) {
    if (token[0] != "Character" && token[0] != "Comment") continue;
    auto text = token[1].get<std::string>();
    replace_all(text, "\xEF\xBF\xBF", "\xEF\xBF\xBD");
    replace_all(text, "\f", " ");
    if (token[0] == "Comment") replace_all(text, "--", "- -");
    token[1] = text;
  }
}

struct Counts {
  std::size_t run = 0;
  std::size_t failed = 0;
};

void run_test(Json test, bool coerced, Counts& counts) {
  if (test.value("doubleEscaped", false)) {
    test["input"] = unescape_twice(test["input"]);
    test["output"] = unescape_twice(test["output"]);
    if (test.contains("lastStartTag")) test["lastStartTag"] = unescape_twice(test["lastStartTag"]);
  }
  const Json states = test.contains("initialStates") ? test["initialStates"] : Json{"Data state"};
  for (const Json& state : states) {
    const auto input = test["input"].get<std::string>();
    Json got = tokens(input, state.get<std::string>(), test.value("lastStartTag", ""));
    if (coerced) coerce(got);
    ++counts.run;
    if (got == test["output"]) continue;
    ++counts.failed;
    const auto text = [](const Json& json) {
      return json.dump(-1, ' ', true, Json::error_handler_t::replace);
    };
    BOOST_ERROR(test["description"].get<std::string>() + " (" + state.get<std::string>() +
                ")\ninput  " + text(test["input"]) + "\nwanted " + text(test["output"]) +
                "\ngot    " + text(got));
  }
}

}  // namespace

BOOST_AUTO_TEST_SUITE(html_tokenizer)

BOOST_AUTO_TEST_CASE(passes_the_html5lib_suite, *boost::unit_test::label("shared")) {
  const auto suites = shared("conformance/html5lib");
  if (!suites) return;
  Counts counts;
  for (const auto& path : files_below(*suites)) {
    if (path.extension() != ".test") continue;
    const Json suite = Json::parse(read_file(path));
    const bool coerced = suite.contains("xmlViolationTests");
    for (const Json& test : suite[coerced ? "xmlViolationTests" : "tests"])
      run_test(test, coerced, counts);
  }
  BOOST_TEST_MESSAGE(counts.run << " runs of the html5lib suite, " << counts.failed << " failed");
  BOOST_TEST(counts.run > 6000U);
}

BOOST_AUTO_TEST_CASE(keeps_the_first_of_known_attributes_only) {
  Tokenizer tokenizer("<a id=x HREF=1 href=2 title=y src=3>");
  const Token& tag = tokenizer.next();
  BOOST_TEST((tag.element == Element::a));
  BOOST_REQUIRE_EQUAL(tokenizer.attributes().size(), 2U);
  BOOST_TEST(tokenizer.attributes()[0].value == "1");
  BOOST_TEST(tokenizer.attributes()[1].value == "3");
}

BOOST_AUTO_TEST_CASE(says_where_the_text_ended_too_early) {
  for (const std::string_view text :
       {"<a href='x", "<a href=x", "<a href", "<a href=", "<a href=''", "<a", "<!-- x", "<!x"}) {
    Tokenizer tokenizer(text);
    BOOST_TEST(tokenizer.next().unterminated, text);
    BOOST_TEST((tokenizer.next().kind == TokenKind::end_of_text), text);
  }
}

BOOST_AUTO_TEST_CASE(knows_every_name_of_its_tables_in_any_case) {
  for (std::size_t i = 1; i < kElementNames.size(); ++i) {
    std::string name(kElementNames[i]);
    BOOST_TEST(static_cast<std::size_t>(element_named(name)) == i);
    for (char& c : name)
      if (ascii::is_lower(c)) c = static_cast<char>(c - 0x20);
    BOOST_TEST(static_cast<std::size_t>(element_named(name)) == i);
    BOOST_TEST((element_named(name + "x") == Element::other || name == "S" || name == "B"));
  }
  for (std::size_t i = 1; i < kAttributeNames.size(); ++i)
    BOOST_TEST(static_cast<std::size_t>(attribute_named(kAttributeNames[i])) == i);
  BOOST_TEST((attribute_named("") == Attribute::other));
}

BOOST_AUTO_TEST_CASE(finds_the_markup_in_conditional_comments) {
  BOOST_TEST(*conditional_content("[if gte mso 9]><a") == 15U);
  BOOST_TEST(*conditional_content(" [IF !(IE)] ><a") == 13U);
  BOOST_TEST(!conditional_content("[iffy]><a"));
  BOOST_TEST(!conditional_content("[if mso"));
  BOOST_TEST(!conditional_content("[if mso] <a"));
  BOOST_TEST(!conditional_content("if mso]><a"));
}

BOOST_AUTO_TEST_SUITE_END()

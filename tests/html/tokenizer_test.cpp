// SPDX-License-Identifier: MIT
//
// The html5lib tokenizer suite, where it is present, and what it does not ask.
#include "html/tokenizer.h"

#include <boost/test/unit_test.hpp>
#include <map>
#include <nlohmann/json.hpp>

#include "html/doctype.h"
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

struct Case {
  int line;
  std::string_view input;
  std::string wanted;  // in the form of the suite
  std::string state = "Data state";
  std::string last_start_tag = {};
};
#define ROW(...) \
  { __LINE__, __VA_ARGS__ }

// The states of 13.2.5, for those who do not have the suite.
const Case kRows[] = {
    // 6 to 8: what begins markup.
    ROW("", "[]"),
    ROW("a<", R"([["Character","a<"]])"),
    ROW("a<1", R"([["Character","a<1"]])"),
    ROW("</", R"([["Character","</"]])"),
    ROW("a</>b", R"([["Character","ab"]])"),
    ROW("a</1>b", R"([["Character","a"],["Comment","1"],["Character","b"]])"),
    ROW("</ a>b", R"([["Comment"," a"],["Character","b"]])"),
    ROW("<<a>", R"([["Character","<"],["StartTag","a",{}]])"),
    ROW("<?x>b", R"([["Comment","?x"],["Character","b"]])"),
    ROW("<!x>b", R"([["Comment","x"],["Character","b"]])"),
    ROW("<!>b", R"([["Comment",""],["Character","b"]])"),
    ROW("<!x", R"([["Comment","x"]])"),
    ROW("<![CDATA[x]]>", R"([["Comment","[CDATA[x]]"]])"),
    ROW("a<b", R"([["Character","a"]])"),
    ROW("a</b", R"([["Character","a"]])"),
    // 32 to 40: tags.
    ROW("<A B c=1 D='2' e=\"3\" f\t=\n4>",
        R"([["StartTag","a",{"b":"","c":"1","d":"2","e":"3","f":"4"}]])"),
    ROW("</A b=c>d", R"([["EndTag","a"],["Character","d"]])"),
    ROW("<a/>", R"([["StartTag","a",{},true]])"),
    ROW("<a/ >", R"([["StartTag","a",{}]])"),
    ROW("<a/b/ c/>", R"([["StartTag","a",{"b":"","c":""},true]])"),
    ROW("<a //>", R"([["StartTag","a",{},true]])"),
    ROW("<a b=c/>", R"([["StartTag","a",{"b":"c/"}]])"),
    ROW("<a b=c />", R"([["StartTag","a",{"b":"c"},true]])"),
    ROW("<a =b=c>", R"([["StartTag","a",{"=b":"c"}]])"),
    ROW("<a b=>", R"([["StartTag","a",{"b":""}]])"),
    ROW("<a b= c>", R"([["StartTag","a",{"b":"c"}]])"),
    ROW("<a b='>' c=\">\">", R"([["StartTag","a",{"b":">","c":">"}]])"),
    ROW("<a b=c\"d'e=f>", R"([["StartTag","a",{"b":"c\"d'e=f"}]])"),
    ROW("<a b='1'c=\"2\"d>", R"([["StartTag","a",{"b":"1","c":"2","d":""}]])"),
    ROW("<a b='c", "[]"),
    ROW("<a b='&lt;' c=&copy=1>", R"([["StartTag","a",{"b":"<","c":"&copy=1"}]])"),
    ROW("<a\fb>", R"([["StartTag","a",{"b":""}]])"),
    ROW("<a'b>", R"([["StartTag","a'b",{}]])"),
    // 43 to 52: comments.
    ROW("<!---->a", R"([["Comment",""],["Character","a"]])"),
    ROW("<!-->a", R"([["Comment",""],["Character","a"]])"),
    ROW("<!--->a", R"([["Comment",""],["Character","a"]])"),
    ROW("<!--a-->b", R"([["Comment","a"],["Character","b"]])"),
    ROW("<!--a--!>b", R"([["Comment","a"],["Character","b"]])"),
    ROW("<!----!>b", R"([["Comment",""],["Character","b"]])"),
    ROW("<!--!>-->", R"([["Comment","!>"]])"),
    ROW("<!--a->b>c-->", R"([["Comment","a->b>c"]])"),
    ROW("<!--a--b--->c", R"([["Comment","a--b-"],["Character","c"]])"),
    ROW("<!-- --!-->a", R"([["Comment"," --!"],["Character","a"]])"),
    ROW("<!--->-->", R"([["Comment",""],["Character","-->"]])"),
    ROW("<!--a", R"([["Comment","a"]])"),
    ROW("<!--a-", R"([["Comment","a"]])"),
    ROW("<!--a--", R"([["Comment","a"]])"),
    ROW("<!--a--!", R"([["Comment","a"]])"),
    ROW("<!--a!", R"([["Comment","a!"]])"),
    ROW("<!-", R"([["Comment","-"]])"),
    // 53 to 68: DOCTYPE.
    ROW("<!DOCTYPE html>", R"([["DOCTYPE","html",null,null,true]])"),
    ROW("<!doctypeHTML >", R"([["DOCTYPE","html",null,null,true]])"),
    ROW("<!DOCTYPE>", R"([["DOCTYPE",null,null,null,false]])"),
    ROW("<!DOCTYPE ", R"([["DOCTYPE",null,null,null,false]])"),
    ROW("<!DOCTYPE html", R"([["DOCTYPE","html",null,null,false]])"),
    ROW("<!DOCTYPE html ", R"([["DOCTYPE","html",null,null,false]])"),
    ROW("<!DOCTYPE html x>", R"([["DOCTYPE","html",null,null,false]])"),
    ROW("<!DOCTYPE html PUBLIC \"a\" 'b'>", R"([["DOCTYPE","html","a","b",true]])"),
    ROW("<!DOCTYPE html public'a'\"b\">c",
        R"([["DOCTYPE","html","a","b",true],["Character","c"]])"),
    ROW("<!DOCTYPE html PUBLIC 'a'>", R"([["DOCTYPE","html","a",null,true]])"),
    ROW("<!DOCTYPE html PUBLIC 'a' >", R"([["DOCTYPE","html","a",null,true]])"),
    ROW("<!DOCTYPE html PUBLIC 'a' x>", R"([["DOCTYPE","html","a",null,false]])"),
    ROW("<!DOCTYPE html PUBLIC 'a' 'b' x>", R"([["DOCTYPE","html","a","b",true]])"),
    ROW("<!DOCTYPE html PUBLIC>", R"([["DOCTYPE","html",null,null,false]])"),
    ROW("<!DOCTYPE html PUBLIC a>", R"([["DOCTYPE","html",null,null,false]])"),
    ROW("<!DOCTYPE html PUBLIC 'a>b", R"([["DOCTYPE","html","a",null,false],["Character","b"]])"),
    ROW("<!DOCTYPE html PUBLIC 'a' 'b>", R"([["DOCTYPE","html","a","b",false]])"),
    ROW("<!DOCTYPE html PUBLIC 'a' 'b'", R"([["DOCTYPE","html","a","b",false]])"),
    ROW("<!DOCTYPE html PUBLIC 'a'", R"([["DOCTYPE","html","a",null,false]])"),
    ROW("<!DOCTYPE html SYSTEM 'b'>", R"([["DOCTYPE","html",null,"b",true]])"),
    ROW("<!DOCTYPE html System\"\">", R"([["DOCTYPE","html",null,"",true]])"),
    ROW("<!DOCTYPE html SYSTEM 'b' 'c'>", R"([["DOCTYPE","html",null,"b",true]])"),
    ROW("<!DOCTYPE html SYSTEM b>", R"([["DOCTYPE","html",null,null,false]])"),
    ROW("<!DOCTYPE html SYSTEM 'b'", R"([["DOCTYPE","html",null,"b",false]])"),
    // 9 to 14: text up to its end tag.
    ROW("a&lt;<b></x>c", R"([["Character","a<<b>"],["EndTag","x"],["Character","c"]])",
        "RCDATA state", "x"),
    ROW("a&lt;<b></X >c", R"([["Character","a&lt;<b>"],["EndTag","x"],["Character","c"]])",
        "RAWTEXT state", "x"),
    ROW("</xy></y></x", R"([["Character","</xy></y></x"]])", "RCDATA state", "x"),
    ROW("</x>", R"([["EndTag","x"]])", "RAWTEXT state", "x"),
    ROW("</x/>a", R"([["EndTag","x"],["Character","a"]])", "RAWTEXT state", "x"),
    ROW("</x a=b>c", R"([["EndTag","x"],["Character","c"]])", "RAWTEXT state", "x"),
    ROW("<x></x>", R"([["Character","<x>"],["EndTag","x"]])", "RCDATA state", "x"),
    ROW("</>", R"([["Character","</>"]])", "RCDATA state"),
    ROW("a&lt;</x>", R"([["Character","a&lt;</x>"]])", "PLAINTEXT state", "x"),
    // 15 to 31: scripts.
    ROW("a<b</script>c", R"([["Character","a<b"],["EndTag","script"],["Character","c"]])",
        "Script data state", "script"),
    ROW("<!--a</script>b", R"([["Character","<!--a"],["EndTag","script"],["Character","b"]])",
        "Script data state", "script"),
    ROW("<!--<script>a</script>b</script>c",
        R"([["Character","<!--<script>a</script>b"],["EndTag","script"],["Character","c"]])",
        "Script data state", "script"),
    ROW("<!--<SCRIPT/a</Script >b</script>c",
        R"([["Character","<!--<SCRIPT/a</Script >b"],["EndTag","script"],["Character","c"]])",
        "Script data state", "script"),
    ROW("<!--<script>--></script>c",
        R"([["Character","<!--<script>-->"],["EndTag","script"],["Character","c"]])",
        "Script data state", "script"),
    ROW("<!--<script>->x</script>y</script>c",
        R"([["Character","<!--<script>->x</script>y"],["EndTag","script"],["Character","c"]])",
        "Script data state", "script"),
    ROW("<!--><script></script>c",
        R"([["Character","<!--><script>"],["EndTag","script"],["Character","c"]])",
        "Script data state", "script"),
    ROW("<!---><script></script>c",
        R"([["Character","<!---><script>"],["EndTag","script"],["Character","c"]])",
        "Script data state", "script"),
    ROW("<!--<scripts></script>c",
        R"([["Character","<!--<scripts>"],["EndTag","script"],["Character","c"]])",
        "Script data state", "script"),
    ROW("<!-<script></script>c",
        R"([["Character","<!-<script>"],["EndTag","script"],["Character","c"]])",
        "Script data state", "script"),
    ROW("--><!--<script>", R"([["Character","--><!--<script>"]])", "Script data state", "script"),
    ROW("<!--<script", R"([["Character","<!--<script"]])", "Script data state", "script"),
    // 69 to 71: a CDATA section, behind which data follows.
    ROW("a<&lt;]]>b&lt;", R"([["Character","a<&lt;b<"]])", "CDATA section state"),
    ROW("a]]b]>", R"([["Character","a]]b]>"]])", "CDATA section state"),
    ROW("]]]>b", R"([["Character","]b"]])", "CDATA section state"),
};

}  // namespace

BOOST_AUTO_TEST_SUITE(html_tokenizer)

BOOST_AUTO_TEST_CASE(cuts_text_into_the_tokens_that_the_states_say) {
  for (const Case& row : kRows) {
    BOOST_TEST_CONTEXT("line " << row.line << ": " << row.input)
    BOOST_TEST(tokens(row.input, row.state, row.last_start_tag) == Json::parse(row.wanted));
  }
}

// Token by token the whole text is passed over, each byte once.
BOOST_AUTO_TEST_CASE(leaves_no_byte_between_two_tokens) {
  for (const Case& row : kRows) {
    if (row.state != "Data state") continue;
    const ExactCopy copy(row.input);
    Tokenizer tokenizer(copy.view());
    std::size_t end = 0;
    while (true) {
      const Token& token = tokenizer.next();
      const std::string_view between = row.input.substr(end, token.begin - end);
      BOOST_TEST((between.empty() || between == "</>"), row.input);  // 13.2.5.7: that is nothing
      if (token.kind == TokenKind::end_of_text) break;
      BOOST_TEST(token.end >= token.begin, row.input);
      end = token.end;
    }
    BOOST_TEST(end == row.input.size(), row.input);
  }
}

// An end tag right behind the start tag is the next token: no empty text stands before it.
BOOST_AUTO_TEST_CASE(makes_no_empty_text) {
  for (const TextState state : {TextState::rcdata, TextState::rawtext, TextState::script_data}) {
    Tokenizer tokenizer("<x></x>a");
    tokenizer.next();
    tokenizer.set_state(state, "x");
    BOOST_TEST((tokenizer.next().kind == TokenKind::end_tag));
    BOOST_TEST(tokenizer.next().text == "a");
  }
}

// Within foreign content a CDATA section is text, and behind it comes what follows.
BOOST_AUTO_TEST_CASE(reads_a_cdata_section_where_it_is_one) {
  Tokenizer tokenizer("<![CDATA[a<b>]]><c><![CDATA[]]><![CDATA d><![CDATA[e");
  tokenizer.allow_cdata(true);
  const Token* token = &tokenizer.next();
  BOOST_TEST((token->kind == TokenKind::text));
  BOOST_TEST((token->state == TextState::cdata_section));
  BOOST_TEST(token->text == "a<b>");
  BOOST_TEST(tokenizer.next().text == "c");
  token = &tokenizer.next();
  BOOST_TEST((token->kind == TokenKind::text));
  BOOST_TEST(token->text.empty());
  token = &tokenizer.next();
  BOOST_TEST((token->kind == TokenKind::comment));
  BOOST_TEST(token->text == "[CDATA d");
  token = &tokenizer.next();
  BOOST_TEST((token->state == TextState::cdata_section));
  BOOST_TEST(token->text == "e");
  BOOST_TEST((tokenizer.next().kind == TokenKind::end_of_text));
}

// Within a conditional comment another one begins a comment of its own, and its markup is read.
BOOST_AUTO_TEST_CASE(cuts_conditions_where_that_is_asked_for) {
  constexpr std::string_view kText = "<!--[if x]><a>b<!--c--><!--[if]d-->";
  for (const bool cut : {false, true}) {
    Tokenizer tokenizer(kText);
    tokenizer.cut_conditions(cut);
    const Token* token = &tokenizer.next();
    BOOST_TEST((token->kind == TokenKind::comment));
    BOOST_TEST(token->end == (cut ? kText.find("<a>") : kText.find("<!--[if]d")));
    if (cut) {
      BOOST_TEST((tokenizer.next().element == Element::a));
      BOOST_TEST(tokenizer.next().text == "b");
      BOOST_TEST(tokenizer.next().text == "c");
    }
    BOOST_TEST(tokenizer.next().text == "[if]d");
    BOOST_TEST((tokenizer.next().kind == TokenKind::end_of_text));
  }
}

// Each known attribute counts once in a tag, whatever others stand there; handlers every time.
BOOST_AUTO_TEST_CASE(remembers_every_known_attribute_of_a_tag) {
  std::string text = "<a";
  std::size_t count = 0;
  for (int round = 0; round < 2; ++round)
    for (std::size_t i = 1; i < kAttributeNames.size(); ++i)
      text.append(" ").append(kAttributeNames[i]).append(round == 0 ? "=1" : "=2");
  text += "><b onx=1 onx=2 href=3>";
  Tokenizer tokenizer(text);
  tokenizer.next();
  for (const TagAttribute& each : tokenizer.attributes()) {
    BOOST_TEST((each.value == "1" || each.id == Attribute::event), each.name);
    if (each.id != Attribute::event) ++count;
  }
  BOOST_TEST(count == kAttributeNames.size() - 2);  // none, and events
  tokenizer.next();
  BOOST_TEST(tokenizer.attributes().size() == 3U);
}

BOOST_AUTO_TEST_CASE(says_which_text_means_what_is_written) {
  const auto literal = [](std::string_view text, TextState state) {
    Token token;
    token.kind = TokenKind::text;
    token.text = text;
    token.state = state;
    return is_literal_text(token);
  };
  for (const TextState state :
       {TextState::data, TextState::rcdata, TextState::rawtext, TextState::script_data,
        TextState::plaintext, TextState::cdata_section}) {
    const bool references = state == TextState::data || state == TextState::rcdata;
    BOOST_TEST(literal("a<b", state));
    BOOST_TEST(literal("a&lt;", state) == !references);
    BOOST_TEST(!literal("a\r", state));
    BOOST_TEST(!literal(std::string_view("a\0", 2), state));
  }
}

// 13.2.6.4: NUL is dropped or kept in data, as the caller says, and replaced in other states.
BOOST_AUTO_TEST_CASE(treats_nul_by_the_state_of_the_text) {
  Token token;
  token.kind = TokenKind::text;
  token.text = std::string_view("a\0b", 3);
  for (const TextState state :
       {TextState::data, TextState::rcdata, TextState::rawtext, TextState::script_data,
        TextState::plaintext, TextState::cdata_section}) {
    token.state = state;
    const bool as_told = state == TextState::data || state == TextState::cdata_section;
    std::string out;
    decode_token_text(token, Nul::drop, out);
    BOOST_TEST(out == (as_told ? "ab"
                               : "a\xEF\xBF\xBD"
                                 "b"));
  }
}

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

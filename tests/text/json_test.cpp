// SPDX-License-Identifier: MIT
#include "text/json.h"

#include <boost/test/unit_test.hpp>
#include <nlohmann/json.hpp>
#include <vector>

#include "text/utf8.h"

using namespace basewalk;
using namespace basewalk::text;

namespace {
std::string json(std::string_view text) {
  std::string out;
  append_json(out, text);
  return out;
}
}  // namespace

BOOST_AUTO_TEST_SUITE(json_writing)

BOOST_AUTO_TEST_CASE(strings_are_escaped) {
  BOOST_TEST(json("") == "\"\"");
  BOOST_TEST(json("a\"b\\c/") == "\"a\\\"b\\\\c/\"");
  BOOST_TEST(json("\n\r\t\b\x7F") == "\"\\n\\r\\t\\u0008\\u007f\"");
  BOOST_TEST(json(std::string_view("\0", 1)) == "\"\\u0000\"");
  BOOST_TEST(json("a\xC2\x80\xC2\x9B\x31m\xC2\x9F\xC2\xA0") ==
             "\"a\\u0080\\u009b1m\\u009f\xC2\xA0\"");
  BOOST_TEST(json("\xC2") == "\"\xEF\xBF\xBD\"");
}

// Blocks of sixteen bytes, their ends and what overlaps.
BOOST_AUTO_TEST_CASE(every_byte_at_every_place_reads_back) {
  for (std::size_t size = 1; size < 40; ++size)
    for (std::size_t at = 0; at < size; ++at)
      for (int c = 0; c < 256; ++c) {
        std::string text(size, 'x');
        text[at] = static_cast<char>(c);
        std::string clean;
        append_utf8(clean, text);
        const std::string read = nlohmann::json::parse(json(text)).get<std::string>();
        if (read != clean) BOOST_FAIL("byte " << c << " at " << at << " of " << size);
        if (c < 0x80 && clean != text) BOOST_FAIL("ASCII byte " << c << " is not kept");
        const bool plain = json(text) == '"' + text + '"' && c < 0x80;
        if (is_plain_json(text) != plain)
          BOOST_FAIL("plain: " << c << " at " << at << " of " << size);
      }
}

BOOST_AUTO_TEST_CASE(what_is_no_utf8_is_replaced_byte_by_byte) {
  BOOST_TEST(json("\xC3\xA4") == "\"\xC3\xA4\"");
  BOOST_TEST(json("\xC3") == "\"\xEF\xBF\xBD\"");
  BOOST_TEST(json("\xED\xA0\x80") == "\"\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD\"");
  BOOST_TEST(json("\xC0\xAF") == "\"\xEF\xBF\xBD\xEF\xBF\xBD\"");
  BOOST_TEST(json("\xF4\x90\x80\x80").size() == 2u + 4 * 3);
}

// What is gathered holds a thousand bytes and some: pieces that fit, fit exactly, do not fit, and
// are longer than all of it.
BOOST_AUTO_TEST_CASE(pieces_are_all_there_and_in_order) {
  for (const std::size_t size :
       {0, 1, 20, 511, 1000, 1003, 1004, 1005, 1022, 1023, 1024, 1025, 5000})
    for (std::size_t before = 0; before < 1100; before += before < 990 ? 110 : 1) {
      const std::string first(before, 'a'), text(size, 'b');
      std::string out = "0", wanted = "0" + first + text + '"' + text + '"' + "12345";
      JsonPieces pieces(out);
      pieces.raw(first);
      pieces.raw(text);
      pieces.plain(text);
      pieces.number(12345);
      pieces.direct() += "direct";
      pieces.raw(std::array<char, 3>{'e', 'n', 'd'});
      pieces.flush();
      wanted += "directend";
      if (out != wanted) BOOST_FAIL("pieces of " << size << " bytes behind " << before);
    }
  std::string out;
  JsonPieces pieces(out);
  pieces.raw(std::string_view());
  pieces.plain(std::string_view());
  pieces.flush();
  BOOST_TEST(out == "\"\"");
  out.clear();
  for (int i = 0; i < 200; ++i) pieces.number(~std::uint64_t{0});
  pieces.flush();
  BOOST_TEST(out.size() == 200u * 20);
  BOOST_TEST(out.ends_with("18446744073709551615"));
}

BOOST_AUTO_TEST_CASE(null_is_no_text_and_no_number) {
  std::string out;
  append_json_or_null(out, std::nullopt);
  append_json_or_null(out, "a");
  append_number_or_null(out, std::nullopt);
  append_number_or_null(out, ~std::uint64_t{0});
  BOOST_TEST(out == "null\"a\"null18446744073709551615");
}

BOOST_AUTO_TEST_CASE(objects_have_commas_between) {
  std::string out;
  JsonObject object(out);
  object.text("a", "1");
  object.number("b", 2);
  object.truth("c", false);
  object.text_or_null("d", std::nullopt);
  object.number_or_null("e", 5);
  object.raw("f", "0.5");
  object.object("g", [](JsonObject&) {});
  object.object("h", [](JsonObject& inner) { inner.text("i", "j"); });
  object.texts("k", std::vector<std::string>{"l", "m"});
  object.texts("n", std::vector<std::string>{});
  const auto write = [](JsonObject& inner, int number) {
    inner.number("o", static_cast<std::uint64_t>(number));
  };
  object.objects("p", std::vector<int>{1, 2}, write);
  object.objects("q", std::vector<int>{1, 2}, write, JsonLines::one_a_line);
  object.end();
  BOOST_TEST(out == R"({"a":"1","b":2,"c":false,"d":null,"e":5,"f":0.5,"g":{},"h":{"i":"j"},)"
                    R"("k":["l","m"],"n":[],"p":[{"o":1},{"o":2}],"q":[)"
                    "\n{\"o\":1},\n{\"o\":2}]}");
}

BOOST_AUTO_TEST_CASE(one_object_is_told_from_what_is_none) {
  const std::string deep = "{\"a\":" + std::string(15, '[') + std::string(15, ']') + "}";
  for (const std::string& object : std::vector<std::string>{
           "{}", R"({"a":"b","c":[],"d":{},"e":["f",null,[1,-2.5e+3]],"g":{"h":true}})",
           R"({"a\"\\\/\u00e9":"é","b":0,"c":0.5,"d":false})", deep})
    BOOST_TEST(is_json_object(object), object);
  for (const std::string& other : std::vector<std::string>{"",
                                                           "[]",
                                                           "{",
                                                           "}",
                                                           "{}}",
                                                           "{}x",
                                                           "{,}",
                                                           R"({"a"})",
                                                           R"({"a":})",
                                                           R"({"a":1,})",
                                                           R"({"a":1 })",
                                                           R"({"a":1"b":2})",
                                                           R"({"a":[1,]})",
                                                           R"({"a":[1})",
                                                           R"({"a":{1}})",
                                                           R"({"a":"b)",
                                                           R"({"a":"b\)",
                                                           R"({"a":"b\"})",
                                                           R"({"a":"\x"})",
                                                           R"({"a":"\u00g0"})",
                                                           R"({"a":"\u00)",
                                                           "{\"a\":\"\n\"}",
                                                           "{\"a\":\"\xC3\"}",
                                                           R"({"a":01})",
                                                           R"({"a":-})",
                                                           R"({"a":1.})",
                                                           R"({"a":1e})",
                                                           R"({"a":nulll})",
                                                           R"({a:1})",
                                                           "{\"a\":[" + deep + "]}"})
    BOOST_TEST(!is_json_object(other), other);
}

BOOST_AUTO_TEST_SUITE_END()

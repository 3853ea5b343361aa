// SPDX-License-Identifier: MIT
//
// The decoders of the Encoding Standard: every label and every pointer as the standard's own files
// have them, and rows for what stands between the pointers.
#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <tuple>
#include <vector>

#include "mime/charset.h"
#include "support/files.h"
#include "support/skip.h"
#include "text/hex.h"
#include "text/utf8.h"

using namespace basewalk;

namespace {

class Text final : public mime::CharacterSink {
 public:
  void same(std::string_view bytes, std::size_t at) override {
    BOOST_TEST(at >= last_);
    last_ = at;
    text += bytes;
  }
  void character(char32_t c, std::size_t at) override {
    BOOST_TEST(at >= last_);
    last_ = at;
    utf8::append(c, text);
  }
  std::string text;

 private:
  std::size_t last_ = 0;
};

std::string decoded(std::string_view label, std::string_view bytes) {
  const mime::Charset* const charset = mime::find_charset(label);
  BOOST_TEST_REQUIRE(charset != nullptr, label);
  const test::ExactCopy copy(bytes);
  Text text;
  const std::size_t error = mime::decode_characters(*charset, copy.view(), text);
  // U+FFFD has a pointer of its own in GB 18030.
  if (error != mime::kFits) BOOST_TEST(text.text.find("\xEF\xBF\xBD") != std::string::npos);
  return text.text;
}

std::optional<nlohmann::json> standard(const char* name) {
  const auto path = test::shared(std::string("conformance/encoding/") + name);
  if (!path) return {};
  std::ifstream in(*path);
  return nlohmann::json::parse(in);
}

std::string bytes_of(std::initializer_list<unsigned> bytes) {
  std::string out;
  for (unsigned byte : bytes) out += static_cast<char>(byte);
  return out;
}

std::string utf8_of(std::uint32_t code_point) {
  std::string out;
  utf8::append(code_point, out);
  return out;
}

// What each pointer of an index is written as (the standard's encoders, and where these leave a
// pointer out the arithmetic of its decoders).
struct Form {
  const char* label;
  std::string (*bytes)(unsigned pointer);
};

std::string two(unsigned lead, unsigned trail) { return bytes_of({lead, trail}); }

const std::multimap<std::string, Form> kForms = {
    {"big5",
     {"big5",
      [](unsigned p) { return two(p / 157 + 0x81, p % 157 + (p % 157 < 0x3F ? 0x40 : 0x62)); }}},
    {"euc-kr", {"euc-kr", [](unsigned p) { return two(p / 190 + 0x81, p % 190 + 0x41); }}},
    {"gb18030",
     {"gbk",
      [](unsigned p) { return two(p / 190 + 0x81, p % 190 + (p % 190 < 0x3F ? 0x40 : 0x41)); }}},
    {"gb18030",
     {"gb18030",
      [](unsigned p) { return two(p / 190 + 0x81, p % 190 + (p % 190 < 0x3F ? 0x40 : 0x41)); }}},
    {"jis0208",
     {"euc-jp",
      [](unsigned p) { return p < 94 * 94 ? two(p / 94 + 0xA1, p % 94 + 0xA1) : std::string(); }}},
    {"jis0208",
     {"iso-2022-jp",
      [](unsigned p) {
        return p < 94 * 94 ? "\x1B$B" + two(p / 94 + 0x21, p % 94 + 0x21) : std::string();
      }}},
    {"jis0208",
     {"shift_jis",
      [](unsigned p) {
        if (p >= 8836 && p <= 10715) return std::string();  // those are U+E000 and on
        const unsigned lead = p / 188;
        const unsigned trail = p % 188;
        return two(lead + (lead < 0x1F ? 0x81 : 0xC1), trail + (trail < 0x3F ? 0x40 : 0x41));
      }}},
    {"jis0212", {"euc-jp", [](unsigned p) { return "\x8F" + two(p / 94 + 0xA1, p % 94 + 0xA1); }}},
    {"iso-2022-jp-katakana", {"iso-2022-jp", nullptr}},
};

}  // namespace

BOOST_AUTO_TEST_SUITE(encodings)

BOOST_AUTO_TEST_CASE(every_label_of_the_standard, *boost::unit_test::label("shared")) {
  const auto groups = standard("encodings.json");
  if (!groups) return;
  std::size_t labels = 0;
  for (const auto& group : *groups)
    for (const auto& encoding : group["encodings"]) {
      std::string name = encoding["name"];
      std::transform(name.begin(), name.end(), name.begin(),
                     [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c | 0x20) : c; });
      for (const std::string label : encoding["labels"]) {
        ++labels;
        std::string upper = label;
        for (char& c : upper)
          if (c >= 'a' && c <= 'z') c = static_cast<char>(c & ~0x20);
        for (const std::string& written : {label, upper, "\t\n\f\r " + label + " \r"}) {
          const mime::Charset* const found = mime::find_charset(written);
          BOOST_TEST_REQUIRE(found != nullptr, written);
          BOOST_TEST(found->name == name, written);
        }
        for (const std::string& other :
             {label + "x", "x" + label, label + "\v", "\"" + label + "\""}) {
          const mime::Charset* const found = mime::find_charset(other);
          // "x-gbk" and the like are labels, too.
          BOOST_TEST((found == nullptr || found->name == name), other);
        }
      }
    }
  BOOST_TEST(labels == 228U);
}

BOOST_AUTO_TEST_CASE(every_pointer_of_the_indexes, *boost::unit_test::label("shared")) {
  const auto indexes = standard("indexes.json");
  if (!indexes) return;
  std::size_t pointers = 0;
  for (const auto& [name, index] : indexes->items()) {
    if (name == "gb18030-ranges") continue;
    if (kForms.count(name) == 0) {  // of single bytes
      for (const std::string& label :
           {name, name == "iso-8859-8" ? std::string("iso-8859-8-i") : name})
        for (unsigned byte = 0; byte < 0x100; ++byte) {
          const auto& entry = index[byte - (byte < 0x80 ? 0 : 0x80)];
          const std::string wanted = byte < 0x80       ? utf8_of(byte)
                                     : entry.is_null() ? utf8_of(0xFFFD)
                                                       : utf8_of(entry);
          if (decoded(label, bytes_of({byte})) != wanted)
            BOOST_ERROR(label + " " + std::to_string(byte));
        }
      pointers += index.size();
      continue;
    }
    const auto [first, last] = kForms.equal_range(name);
    for (auto form = first; form != last; ++form)
      for (unsigned p = 0; p < index.size(); ++p) {
        const std::string label = form->second.label;
        const std::string bytes =
            form->second.bytes != nullptr ? form->second.bytes(p) : "\x1B(I" + bytes_of({p + 0x21});
        if (bytes.empty()) continue;
        std::string wanted;
        if (form->second.bytes == nullptr)
          wanted = utf8_of(0xFF61 + p);  // the decoder's half-width form; the index has the others
        else if (label == "big5" && (p == 1133 || p == 1135 || p == 1164 || p == 1166))
          wanted = utf8_of(p < 1150 ? 0xCA : 0xEA) + utf8_of(p % 31 == 17 ? 0x304 : 0x30C);
        else if (!index[p].is_null())
          wanted = utf8_of(index[p]);
        else if (const auto trail = static_cast<unsigned char>(bytes.back());
                 trail < 0x80 && label != "iso-2022-jp")
          wanted = utf8_of(0xFFFD) + utf8_of(trail);
        else
          wanted = utf8_of(0xFFFD);
        ++pointers;
        if (decoded(label, bytes) != wanted) BOOST_ERROR(label + " pointer " + std::to_string(p));
      }
  }
  BOOST_TEST(pointers > 120000U);
}

BOOST_AUTO_TEST_CASE(every_pointer_of_the_ranges, *boost::unit_test::label("shared")) {
  const auto indexes = standard("indexes.json");
  if (!indexes) return;
  const auto& ranges = (*indexes)["gb18030-ranges"];
  std::size_t range = 0;
  for (unsigned p = 0; p < 126 * 10 * 126 * 10; ++p) {
    while (range + 1 < ranges.size() && ranges[range + 1][0] <= p) ++range;
    std::uint32_t wanted =
        ranges[range][1].get<std::uint32_t>() + (p - ranges[range][0].get<std::uint32_t>());
    if (p == 7457) wanted = 0xE7C7;
    if ((p > 39419 && p < 189000) || p > 1237575) wanted = 0xFFFD;
    if (p > 200000 && p < 1200000 && p % 97 != 0) continue;
    const std::string bytes =
        bytes_of({p / 12600 + 0x81, p / 1260 % 10 + 0x30, p / 10 % 126 + 0x81, p % 10 + 0x30});
    if (decoded("gb18030", bytes) != utf8_of(wanted)) BOOST_ERROR("pointer " + std::to_string(p));
  }
}

// What a query is written in is read again as what it was, or it is a character reference.
BOOST_AUTO_TEST_CASE(what_is_encoded_is_decoded) {
  struct Row {
    const char* label;
    std::size_t characters;  // of the BMP that it has, ASCII aside
  };
  const Row rows[] = {
      {"windows-1252", 128}, {"koi8-u", 128},       {"iso-8859-3", 121}, {"x-user-defined", 128},
      {"gbk", 23957},        {"gb18030", 63359},    {"big5", 14362},     {"euc-jp", 7392},
      {"shift_jis", 7393},   {"iso-2022-jp", 7392}, {"euc-kr", 17048},
  };
  // Written as another character that looks alike.
  const std::u32string_view alike = U"\u00A5\u203E\u2212";
  for (const Row& row : rows) {
    const mime::Charset& charset = *mime::find_charset(row.label);
    std::size_t characters = 0;
    for (char32_t c = 0x80; c < 0x10000; ++c) {
      if (utf8::is_surrogate(c)) continue;
      std::string query;
      mime::append_query(utf8_of(c), charset, query);
      if (query == "%26%23" + std::to_string(static_cast<std::uint32_t>(c)) + "%3B") continue;
      ++characters;
      std::string bytes;
      text::append_unescaped(bytes, query);
      const bool narrow =
          charset.kind == mime::CharsetKind::iso_2022_jp && c >= 0xFF61 && c <= 0xFF9F;
      const bool old = charset.kind == mime::CharsetKind::gb18030 && c >= 0xE000 && c < 0xF900;
      if (alike.find(c) != alike.npos || narrow || old) continue;
      if (decoded(row.label, bytes) != utf8_of(c))
        BOOST_ERROR(row.label << " " << static_cast<std::uint32_t>(c));
    }
    BOOST_TEST(characters == row.characters, row.label << " " << characters);
  }
}

// As Chromium writes them.
BOOST_AUTO_TEST_CASE(queries_are_written_as_browsers_do) {
  const std::tuple<const char*, const char*, const char*> rows[] = {
      {"windows-1252", "a=\u00E9&\u20AC", "a=%E9&%80"},
      {"windows-1252", "\u4E2D", "%26%2320013%3B"},
      {"windows-1252", "a b\"%41", "a b\"%41"},
      {"shift_jis", "\u8868", "%95\\"},
      {"shift_jis", "\u00A5\u203E\u2212\uFF71", "\\~%81|%B1"},
      {"euc-jp", "\u00A5\u203E\u2212\uFF71", "\\~%A1%DD%8E%B1"},
      {"gbk", "\u20AC\u4E2D", "%80%D6%D0"},
      {"gbk", "\U0001F600", "%26%23128512%3B"},
      {"gb18030", "\U0001F600\uE7C7\uE5E5\uE78D", "%949%FC6%815%F47%26%2358853%3B%A6%D9"},
      {"big5", "\u5341\u2550\u4E2D", "%A4Q%F9%F9%A4%A4"},
      {"euc-kr", "\uAC02", "%81A"},
      {"iso-2022-jp", "a\u65E5b", "a%1B$BF|%1B(Bb"},
      {"iso-2022-jp", "\u65E5\u672C", "%1B$BF|K\\%1B(B"},
      {"iso-2022-jp", "\u00A5a\\\uFF71", "%1B(J\\a%1B(B\\%1B$B%%22%1B(B"},
      {"iso-2022-jp", "\u00A5\x7F", "%1B(J\\\x7F%1B(B"},
      {"iso-2022-jp", "\u65E5\u00E9", "%1B$BF|%1B(B%26%23233%3B"},
      {"iso-2022-jp", "\x1B\u65E5\x1B", "%26%2365533%3B%1B$BF|%1B(B%26%2365533%3B"},
  };
  for (const auto& [label, query, wanted] : rows) {
    std::string out;
    mime::append_query(query, *mime::find_charset(label), out);
    BOOST_TEST(out == wanted, label << " " << out);
  }
}

BOOST_AUTO_TEST_CASE(what_is_no_pointer) {
  for (const auto& row : test::read_table("mime/decoders.tsv"))
    BOOST_TEST(decoded(row[0], test::unescape(row[1])) == test::unescape(row[2]),
               row[0] << " " << row[1]);
}

BOOST_AUTO_TEST_SUITE_END()

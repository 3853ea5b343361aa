// SPDX-License-Identifier: MIT
//
// What is told of a document, as bytes: what is written is read, and what the other side could not
// have written is refused.
#include "worker/document_frame.h"

#include <boost/test/unit_test.hpp>
#include <string>
#include <string_view>

#include "support/files.h"

using namespace basewalk;
using namespace basewalk::worker;
using namespace std::string_literals;

namespace {

// A text with its size in front.
std::string sized(const std::string& text) {
  std::string out;
  append_number(out, static_cast<std::uint32_t>(text.size()));
  return out + text;
}

const std::string kLongPlace(kLongestPlace + 1, 'p'), kLongField(kLongestField + 1, 'f');

// Is it read whole, and neither cut off anywhere nor with a byte more?
template <class Read>
void check_bounds(const std::string& payload, Read read) {
  const test::ExactCopy whole(payload);
  BOOST_TEST(read(whole.view()).has_value());
  for (std::size_t size = 0; size < payload.size(); ++size) {
    const test::ExactCopy cut(std::string_view(payload).substr(0, size));
    BOOST_TEST(!read(cut.view()).has_value(), size);
  }
  const test::ExactCopy longer(payload + '\0');
  BOOST_TEST(!read(longer.view()).has_value());
}

}  // namespace

BOOST_AUTO_TEST_SUITE(document_frame)

BOOST_AUTO_TEST_CASE(a_base_has_a_place) {
  std::string payload;
  append_base(payload, "http://b/", "html base");
  check_bounds(payload, base_frame);
  BOOST_TEST(base_frame(payload)->url == "http://b/");
  BOOST_TEST(base_frame(payload)->where == "html base");
  BOOST_TEST(base_frame(sized("") + sized("")).has_value());
  BOOST_TEST(!base_frame(sized(kLongPlace) + sized("u")).has_value());
  BOOST_TEST(!base_frame(sized("w") + sized(kLongField)).has_value());
  for (const char* const place : {"a<b", "a\tb", "a\nb", "a\"b", "a\x80", "a[b]"})
    BOOST_TEST(!base_frame(sized(place) + sized("u")).has_value(), place);
}

BOOST_AUTO_TEST_CASE(a_reference_has_three_flags) {
  for (int flags = 0; flags < 8; ++flags) {
    DocumentReference reference;
    reference.element = "text:a";
    reference.attribute = "xlink:href";
    reference.uses_base = (flags & 1) != 0;
    reference.is_text = (flags & 2) != 0;
    if ((flags & 4) != 0) reference.text = "t";
    std::string payload;
    append_reference_head(payload, reference);
    check_bounds(payload, reference_head);
    const auto head = reference_head(payload);
    BOOST_TEST(head->element == "text:a");
    BOOST_TEST(head->attribute == "xlink:href");
    BOOST_TEST(head->uses_base == reference.uses_base);
    BOOST_TEST(head->is_text == reference.is_text);
    BOOST_TEST(head->has_text == reference.text.has_value());
  }
  BOOST_TEST(!reference_head("\x08"s + sized("e") + sized("a")).has_value());
  BOOST_TEST(!reference_head("\1"s + sized("<e>") + sized("a")).has_value());
  BOOST_TEST(!reference_head("\1"s + sized("e") + sized("a=")).has_value());
  BOOST_TEST(!reference_head("\1"s + sized(kLongPlace) + sized("a")).has_value());
  BOOST_TEST(!reference_head("\1"s + sized("e") + sized(kLongPlace)).has_value());
}

BOOST_AUTO_TEST_CASE(a_text_has_a_type) {
  std::string payload;
  append_text_head(payload, {"text/html", "<p>", "page"});
  check_bounds(payload, text_head);
  BOOST_TEST(text_head(payload)->type == "text/html");
  BOOST_TEST(text_head(payload)->element == "page");
  BOOST_TEST(!text_head(sized("text/html;a") + sized("e")).has_value());
  BOOST_TEST(!text_head(sized("text html") + sized("e")).has_value());
  BOOST_TEST(!text_head(sized("text/html") + sized("e>")).has_value());
  BOOST_TEST(!text_head(sized("text/html") + sized(kLongPlace)).has_value());
  BOOST_TEST(!text_head(sized(kLongField) + sized("e")).has_value());
}

BOOST_AUTO_TEST_CASE(a_part_is_what_it_was) {
  DocumentPart part;
  part.name = "na<me\n";
  part.type = "text/html";
  part.charset = "utf-8";
  part.content_base = "http://b/";
  part.content_location = "c";
  for (const bool is_entity : {false, true}) {
    part.is_entity = is_entity;
    part.may_be_records = !is_entity;
    std::string payload;
    append_part_head(payload, part);
    check_bounds(payload, part_head);
    const auto read = part_head(payload);
    BOOST_TEST(read->name == part.name);
    BOOST_TEST(read->type == part.type);
    BOOST_TEST(read->charset == part.charset);
    BOOST_TEST(read->content_base == part.content_base);
    BOOST_TEST(read->content_location == part.content_location);
    BOOST_TEST(read->is_entity == is_entity);
    BOOST_TEST(read->may_be_records == !is_entity);
  }
  const std::string rest = sized("n") + sized("text/html") + sized("utf-8") + sized("") + sized("");
  BOOST_TEST(part_head("\0\0"s + rest).has_value());
  BOOST_TEST(!part_head("\2\0"s + rest).has_value());
  BOOST_TEST(!part_head("\0\2"s + rest).has_value());
  // A type that is none does not count; of what is too long a part is another one.
  const auto odd =
      part_head("\0\0"s + sized("n") + sized("text html") + sized("a b") + sized("") + sized(""));
  BOOST_TEST_REQUIRE(odd.has_value());
  BOOST_TEST(odd->type.empty());
  BOOST_TEST(odd->charset.empty());
  part.name = kLongField;
  part.content_base = kLongField;
  std::string payload;
  append_part_head(payload, part);
  BOOST_TEST_REQUIRE(part_head(payload).has_value());
  BOOST_TEST(part_head(payload)->name.size() == kLongestField);
  BOOST_TEST(part_head(payload)->content_base.empty());
}

BOOST_AUTO_TEST_CASE(what_is_lacking_has_a_reason) {
  for (auto why = 0; why <= static_cast<int>(Lack::repaired); ++why) {
    std::string payload;
    append_lack(payload, static_cast<Lack>(why), "what", "is so");
    check_bounds(payload, lack_frame);
    BOOST_TEST((lack_frame(payload)->why == static_cast<Lack>(why)));
    BOOST_TEST(lack_frame(payload)->what == "what");
    BOOST_TEST(lack_frame(payload)->sentence == "is so");
  }
  std::string payload;
  append_number(payload, static_cast<std::uint8_t>(static_cast<int>(Lack::repaired) + 1));
  BOOST_TEST(!lack_frame(payload + sized("w") + sized("s")).has_value());
  BOOST_TEST(!lack_frame("\0"s + sized(kLongField) + sized("s")).has_value());
  BOOST_TEST(!lack_frame("\0"s + sized("w") + sized(kLongField)).has_value());
}

BOOST_AUTO_TEST_CASE(it_was_opened_with_a_word) {
  std::string payload;
  append_opened(payload, OpenedWith::word, 7);
  check_bounds(payload, opened_frame);
  BOOST_TEST((opened_frame(payload)->how == OpenedWith::word));
  BOOST_TEST(opened_frame(payload)->word == 7u);
  payload[0] = static_cast<char>(static_cast<int>(OpenedWith::word) + 1);
  BOOST_TEST(!opened_frame(payload).has_value());
}

BOOST_AUTO_TEST_CASE(a_request_is_what_it_was) {
  DocumentRequest request;
  request.opener = "pdf";
  request.memory = 1;
  request.cpu = 2;
  request.document.name = "a.pdf";
  request.document.bounds = {3, 4, 5, 6};
  request.document.passwords = {"", "word"};
  std::string bytes;
  append_request(bytes, request);
  const std::size_t head = bytes.size();
  bytes += "%PDF";
  const auto read = read_request(bytes);
  BOOST_TEST_REQUIRE(read.has_value());
  BOOST_TEST(read->opener == "pdf");
  BOOST_TEST(read->memory == 1u);
  BOOST_TEST(read->cpu == 2u);
  BOOST_TEST(read->document.bounds.bytes == 3u);
  BOOST_TEST(read->document.bounds.members == 4u);
  BOOST_TEST(read->document.bounds.pages == 5u);
  BOOST_TEST(read->document.bounds.pixels == 6u);
  BOOST_TEST(read->document.name == "a.pdf");
  BOOST_TEST(read->document.passwords.size() == 2u);
  BOOST_TEST(read->document.passwords.at(1) == "word");
  BOOST_TEST(read->document.bytes == "%PDF");
  for (std::size_t size = 0; size < head; ++size) {
    const test::ExactCopy cut(std::string_view(bytes).substr(0, size));
    BOOST_TEST(!read_request(cut.view()).has_value(), size);
  }
}

BOOST_AUTO_TEST_SUITE_END()

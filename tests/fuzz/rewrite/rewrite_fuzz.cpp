// SPDX-License-Identifier: MIT
//
// Any bytes rewritten: what comes out is the input, or a message in which the links are the ones
// asked for and all else is as it was.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "basewalk/rewrite/rewrite.h"
#include "fuzz/fuzzing.h"
#include "rewrite/seen_texts.h"

namespace {

using basewalk::fuzz::require;

using namespace basewalk;

struct Texts final : test::SeenTexts {
  using SeenTexts::SeenTexts;
  bool is_cut = false;  // a reading, or a part, is left out for a limit
  Visit unread(const UnreadReport& report) override {
    is_cut = is_cut || report.why == Unread::limit;
    return Visit::go_on;
  }
};

Texts texts_of(const Message& message, const WalkOptions& options) {
  Texts seen(message);
  walk(message, options, static_cast<Visitor&>(seen));
  return seen;
}

// Sorted, within the message, and not over one another; nothing else than they say is new.
void check_splices(const rewrite::Rewritten& result, std::string_view after) {
  std::size_t from = 0, to = 0;
  const std::string_view before = result.message.bytes;
  for (const rewrite::Splice& splice : result.splices) {
    require(from <= splice.begin && splice.begin <= splice.end && splice.end <= before.size());
    const std::string_view kept = before.substr(from, splice.begin - from);
    require(after.substr(to, kept.size()) == kept);
    to += kept.size();
    require(after.substr(to, splice.bytes.size()) == splice.bytes);
    to += splice.bytes.size();
    from = splice.end;
  }
  require(after.substr(to) == before.substr(from));
}

// May be percent-encoded where it stands.
bool is_escaped(char c) {
  constexpr std::string_view kPunctuation = ",\"'<>\x7F";
  return static_cast<unsigned char>(c) <= ' ' || kPunctuation.find(c) != std::string_view::npos;
}

// Only other readings have a <base> where one has gone, and that is told.
bool keeps_base_of_others(const rewrite::Rewritten& result,
                          const std::vector<test::SeenText>& texts, const rewrite::Edit& edit) {
  const bool first_has_one = std::any_of(texts.begin(), texts.end(), [&](const auto& text) {
    return !text.other_reading && text.of_message && text.part == edit.part &&
           std::any_of(text.finds.begin(), text.finds.end(),
                       [](const test::SeenFind& find) { return find.base; });
  });
  const bool is_told = result.kept.size() < result.kept_count ||
                       std::any_of(result.kept.begin(), result.kept.end(),
                                   [](const auto& kept) { return kept.where == "base[href]"; });
  return is_told && (edit.reading || !first_has_one);
}

// What was edited is what is read now.
void check_links(const rewrite::Rewritten& result, std::string_view after,
                 rewrite::Options options) {
  // A wrapped link holds another one, which counts, too.
  options.walk.limits = {};
  const Message again = read_message(after, options.walk.limits);
  require(again.parts.size() == result.message.parts.size());
  const Texts before = texts_of(result.message, options.walk);
  const Texts now = texts_of(again, options.walk);
  const std::vector<test::SeenText>& new_texts = now.texts;
  // An attachment that looks like another type; what is longer now, and over a limit.
  if (before.texts.size() != new_texts.size() || now.is_cut) return;
  for (const rewrite::Edit& edit : result.edits) {
    if (edit.to.size() > 496) continue;  // cut
    const bool gone = edit.kind == rewrite::Edit::Kind::drop_base;
    // A part may be read in several ways, and it is one of them that the edit was made in.  What is
    // a part in another reading may be none of the message's.
    const bool found = std::any_of(new_texts.begin(), new_texts.end(), [&](const auto& text) {
      return (edit.reading || (text.of_message && text.part == edit.part)) &&
             std::any_of(text.finds.begin(), text.finds.end(), [&](const test::SeenFind& find) {
               return gone ? find.base : find.raw == edit.to;
             });
    });
    if (gone) require(!found || keeps_base_of_others(result, new_texts, edit));
    // In a text or a list punctuation may end it, and blanks are escaped.
    const bool exact = !edit.where.ends_with("text") && !options.defang &&
                       std::none_of(edit.to.begin(), edit.to.end(), is_escaped);
    if (!gone && exact) require(found);
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size < 2) return 0;
  rewrite::Options options;
  options.absolute = (data[0] & 1) != 0;
  options.drop_base = (data[0] & 2) != 0;
  options.unwrap = (data[0] & 4) != 0;
  options.mark = (data[0] & 8) != 0;
  options.edit_signed = (data[0] & 16) != 0;
  options.cid_inline = (data[0] & 32) != 0;
  options.settle = (data[0] & 64) != 0;
  if ((data[1] & 1) != 0)
    options.wrap = "https://guard.example/?u={url}";
  else if ((data[1] & 2) != 0)
    options.defang = true;
  if ((data[1] & 4) != 0) options.walk.retrieved = "http://fetched.example/from/here";
  if ((data[1] & 8) != 0) options.walk.limits.links = 3;
  options.walk.rules = static_cast<url::Rules>(data[1] >> 4 & 3);
  const std::string_view bytes(reinterpret_cast<const char*>(data) + 2, size - 2);
  Result<rewrite::Rewriter> rewriter = rewrite::Rewriter::make(options);
  require(rewriter.has_value());
  const rewrite::Rewritten result = rewriter->rewrite(bytes);
  std::string after;
  result.append_to(after);
  require(after.size() == result.size());
  require(result.changed() || after == bytes);
  std::string body;
  result.write_to(
      [&](std::string_view piece) {
        body += piece;
        return true;
      },
      result.body);
  require(after.ends_with(body));
  for (const rewrite::Mark& mark : result.marks)
    for (const char c : mark.value) require(c >= ' ' && c <= '~');
  check_splices(result, after);
  require(result.edit_count >= result.edits.size() && result.kept_count >= result.kept.size());
  if (result.edit_count > 0) check_links(result, after, options);
  return 0;
}

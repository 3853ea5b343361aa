// SPDX-License-Identifier: MIT
//
// Real mail, where it is at hand.  A checker of its own decodes the message before and after, and
// lays the texts side by side: what stands between the links must be the same, and each link must
// be what was asked for.
#include <boost/test/unit_test.hpp>

#include "basewalk/mime/decode.h"
#include "rewrite/rewriting.h"
#include "rewrite/seen_texts.h"
#include "support/files.h"
#include "support/skip.h"

using namespace basewalk;

namespace {

constexpr std::string_view kGuard = "https://guard.example/?u=";

struct Tally {
  std::size_t messages = 0, changed = 0, edits = 0, kept = 0, links = 0, same_texts = 0;
};

rewrite::Options absolute_options() {
  rewrite::Options options;
  options.drop_base = true;
  options.edit_signed = true;
  // So that every relative link has a base.
  options.walk.retrieved = "http://retrieved.example/dir/page?q";
  return options;
}

rewrite::Options wrap_options() {
  rewrite::Options options;
  options.absolute = false;
  options.wrap = std::string(kGuard) + "{url}&m={mac}";
  options.wrap_key = "key";
  options.edit_signed = true;
  return options;
}

std::string percent_encoded(std::string_view url) {
  std::string out;
  for (const char c : url) {
    const auto u = static_cast<unsigned char>(c);
    if ((u < 128 && std::isalnum(u)) || c == '-' || c == '.' || c == '_' || c == '~') {
      out += c;
    } else {
      constexpr std::string_view kHex = "0123456789ABCDEF";
      out += {'%', kHex[u >> 4], kHex[u & 15]};
    }
  }
  return out;
}

std::vector<test::SeenText> texts_of(const Message& message, const WalkOptions& options) {
  test::SeenTexts seen(message);
  walk(message, options, static_cast<Visitor&>(seen));
  // What only another reading of damaged bytes shows may be gone when they were written again.
  std::erase_if(seen.texts, [](const test::SeenText& text) { return text.other_reading; });
  return std::move(seen.texts);
}

// What stands between the finds of a text, those that cannot be edited included in it.
std::string gaps(const test::SeenText& text) {
  std::string out;
  std::size_t from = 0;
  for (const test::SeenFind& find : text.finds) {
    if (find.fixed || find.begin < from) continue;
    out += std::string_view(text.text).substr(from, find.begin - from);
    if (!find.base) out += '\1';
    from = find.end;
  }
  out += std::string_view(text.text).substr(from);
  return out;
}

// Without those that stand in another one of several lines, which are edited with it.
std::vector<test::SeenFind> links_of(const test::SeenText& text) {
  std::vector<test::SeenFind> links;
  for (const test::SeenFind& find : text.finds) {
    if (find.fixed || find.base) continue;
    const bool is_within = !links.empty() && links.back().where == "text" && find.where == "text" &&
                           find.begin >= links.back().begin && find.end <= links.back().end;
    if (!is_within) links.push_back(find);
  }
  return links;
}

void compare_absolute(const std::string& path, const test::SeenFind& a, const test::SeenFind& b) {
  const bool same_document = (a.raw.empty() || a.raw[0] == '#') &&
                             a.base_from != BaseFrom::html_base &&
                             a.base_from != BaseFrom::codebase;
  if (a.status == Status::resolved && !same_document) {
    if (b.status != Status::absolute || b.url != a.url)
      BOOST_ERROR(path << ": " << a.where << " [" << a.raw << "] -> [" << a.url << "] but ["
                       << b.url << "]");
  } else if (a.raw != b.raw) {
    BOOST_ERROR(path << ": " << a.where << " [" << a.raw << "] became [" << b.raw << "]");
  }
}

void compare_wrapped(const std::string& path, const test::SeenFind& a, const test::SeenFind& b) {
  if (a.raw == b.raw) return;
  const std::string wanted =
      std::string(kGuard) + percent_encoded(a.clicked.empty() ? a.url : a.clicked) + "&m=";
  if (b.raw.size() != wanted.size() + 64 || !b.raw.starts_with(wanted))
    BOOST_ERROR(path << ": " << a.where << " [" << a.raw << "] became [" << b.raw << "]");
}

// Takes back what was edited before and behind the parts of multiparts.
void take_back(const std::vector<rewrite::Edit>& edits, std::string& frame) {
  for (const rewrite::Edit& edit : edits) {
    if (edit.where != "preamble text" && edit.where != "epilogue text") continue;
    const std::size_t at = frame.find(edit.to);
    if (at != std::string::npos) frame.replace(at, edit.to.size(), edit.from);
  }
}

// Bodies that are no text, decoded; header fields; the raw bytes of multiparts around parts.
void compare_rest(const std::string& path, const rewrite::Rewritten& result, const Message& b) {
  const Message& a = result.message;
  BOOST_TEST_REQUIRE(a.parts.size() == b.parts.size(), path);
  BOOST_TEST_REQUIRE(a.fields.size() == b.fields.size(), path);
  for (std::size_t i = 0; i < a.fields.size(); ++i)
    if (a.name_of(a.fields[i]) != b.name_of(b.fields[i]) ||
        a.value_of(a.fields[i]) != b.value_of(b.fields[i]))
      BOOST_ERROR(path << ": field " << a.name_of(a.fields[i]));
  // All bytes outside of leaves.
  const auto frame_of = [](const Message& message) {
    std::string frame;
    std::size_t from = 0;
    for (const mime::Part& part : message.parts) {
      if (part.kind != mime::PartKind::leaf) continue;
      frame += message.bytes.substr(from, part.body.begin - from);
      frame += '\1';
      from = part.body.end;
    }
    frame += message.bytes.substr(from);
    return frame;
  };
  std::string frame = frame_of(b);
  take_back(result.edits, frame);
  if (frame_of(a) != frame) BOOST_ERROR(path << ": bytes outside the bodies differ");
}

template <class Compare>
void compare(const std::string& path, const rewrite::Rewritten& result, const WalkOptions& options,
             const Compare& compare_links, Tally& tally) {
  const std::string_view before = result.message.bytes;
  std::string after;
  result.append_to(after);
  ++tally.messages;
  tally.edits += result.edit_count;
  tally.kept += result.kept_count;
  if (!result.changed()) {
    BOOST_TEST((after == before), path);
    return;
  }
  ++tally.changed;
  const Message b = read_message(after);
  compare_rest(path, result, b);
  const std::vector<test::SeenText> old_texts = texts_of(result.message, options);
  const std::vector<test::SeenText> new_texts = texts_of(b, options);
  BOOST_TEST_REQUIRE(old_texts.size() == new_texts.size(), path);
  for (std::size_t i = 0; i < old_texts.size(); ++i) {
    const test::SeenText& old_text = old_texts[i];
    const test::SeenText& new_text = new_texts[i];
    if (old_text.text == new_text.text) {
      ++tally.same_texts;
      continue;
    }
    if (old_text.inner) continue;  // another reading of the same bytes
    const std::vector<test::SeenFind> old_links = links_of(old_text);
    const std::vector<test::SeenFind> new_links = links_of(new_text);
    if (gaps(old_text) != gaps(new_text)) BOOST_ERROR(path << ": the text between links differs");
    if (old_links.size() != new_links.size()) {
      BOOST_ERROR(path << ": " << old_links.size() << " links became " << new_links.size());
      continue;
    }
    for (std::size_t k = 0; k < old_links.size(); ++k, ++tally.links)
      compare_links(path, old_links[k], new_links[k]);
  }
  // Bodies of which no text was edited are the same bytes.
  for (std::size_t i = 0; i < b.parts.size(); ++i) {
    const mime::Part& part = result.message.parts[i];
    if (part.kind != mime::PartKind::leaf) continue;
    const bool touched = std::any_of(result.edits.begin(), result.edits.end(),
                                     [&](const rewrite::Edit& edit) { return edit.part == i; });
    if (!touched && result.message.body_of(part) != b.body_of(b.parts[i]))
      BOOST_ERROR(path << ": part " << i << " has no edit, and differs");
  }
}

template <class Compare>
Tally run(const std::filesystem::path& mail, const rewrite::Options& options,
          const Compare& compare_links) {
  Tally tally;
  rewrite::Rewriter rewriter = test::rewriter(options);
  for (const auto& path : test::files_below(mail)) {
    const std::string bytes = test::read_file(path);
    const test::ExactCopy copy(bytes);
    const rewrite::Rewritten result = rewriter.rewrite(copy.view());
    for (const rewrite::Kept& kept : result.kept)
      if (kept.why == rewrite::Kept::Why::check || kept.why == rewrite::Kept::Why::charset)
        BOOST_ERROR(path << ": " << name(kept.why) << " " << kept.where << " " << kept.from);
    compare(path.filename().string(), result, options.walk, compare_links, tally);
  }
  BOOST_TEST_MESSAGE(tally.messages << " messages, " << tally.changed << " changed, " << tally.edits
                                    << " edits, " << tally.kept << " kept, " << tally.links
                                    << " links compared in edited texts, " << tally.same_texts
                                    << " other texts the same");
  BOOST_TEST(tally.messages > 1000U);
  return tally;
}

BOOST_AUTO_TEST_SUITE(corpus, *boost::unit_test::label("shared"))

BOOST_AUTO_TEST_CASE(a_message_with_nothing_to_change_is_the_message_that_came) {
  const auto mail = test::shared("mail");
  if (!mail) return;
  rewrite::Options options;
  options.absolute = false;
  const Tally tally = run(*mail, options, compare_absolute);
  BOOST_TEST(tally.changed == 0U);
}

BOOST_AUTO_TEST_CASE(relative_links_become_absolute_and_nothing_else_changes) {
  const auto mail = test::shared("mail");
  if (!mail) return;
  BOOST_TEST(run(*mail, absolute_options(), compare_absolute).changed > 100U);
}

BOOST_AUTO_TEST_CASE(every_link_that_is_followed_is_wrapped_and_nothing_else_changes) {
  const auto mail = test::shared("mail");
  if (!mail) return;
  BOOST_TEST(run(*mail, wrap_options(), compare_wrapped).changed > 500U);
}

BOOST_AUTO_TEST_CASE(what_was_rewritten_once_stays_as_it_is) {
  const auto mail = test::shared("mail");
  if (!mail) return;
  for (const rewrite::Options& options : {absolute_options(), wrap_options()}) {
    rewrite::Rewriter rewriter = test::rewriter(options);
    for (const auto& path : test::files_below(*mail)) {
      const std::string bytes = test::read_file(path);
      std::string once;
      rewriter.rewrite(bytes).append_to(once);
      const rewrite::Rewritten twice = rewriter.rewrite(once);
      if (twice.changed())
        BOOST_ERROR(path << ": " << twice.edits.front().where << " [" << twice.edits.front().from
                         << "] [" << twice.edits.front().to << "]");
    }
  }
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace

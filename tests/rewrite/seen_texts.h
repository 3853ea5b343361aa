// SPDX-License-Identifier: MIT
//
// The texts of a message, and what was found in each: what a checker compares that shares nothing
// with the rewriter but the walk.
#ifndef BASEWALK_TESTS_REWRITE_SEEN_TEXTS_H_
#define BASEWALK_TESTS_REWRITE_SEEN_TEXTS_H_

#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "basewalk/walk/walk.h"

namespace basewalk::test {

struct SeenFind {
  std::size_t begin, end;
  std::string raw, where, url, clicked;
  Status status = Status::unresolved;
  BaseFrom base_from = BaseFrom::none;
  Flags flags = {};
  bool fixed = false;
  bool base = false;  // a <base> tag
};

struct SeenText {
  std::string section, type, text;
  std::uint32_t part = 0;
  bool inner = false;       // of a message that was decoded, or another reading
  bool of_message = false;  // not of one that was decoded
  bool other_reading = false;
  std::vector<SeenFind> finds;  // in the order of the text
};

class SeenTexts : public Visitor {
 public:
  explicit SeenTexts(const Message& message) : message_(message) {}

  std::vector<SeenText> texts;

  Visit text(const TextReport& report) override {
    SeenText seen;
    seen.section = report.section;
    seen.type = report.type;
    seen.text = report.text;
    seen.part = report.part;
    seen.other_reading = report.reading.has_value();
    seen.of_message = report.message == &message_;
    seen.inner = !seen.of_message || seen.other_reading;
    for (const extract::BaseTag& tag : report.finds->base_tags)
      seen.finds.push_back(
          {tag.begin, tag.end, std::string(report.finds->finds[tag.find].raw), "base", {}, {}});
    for (SeenFind& each : seen.finds) each.base = true;
    texts.push_back(std::move(seen));
    return Visit::go_on;
  }
  Visit link(const Link& link) override {
    if (link.find == nullptr || link.beside_parts) return Visit::go_on;
    SeenFind seen{link.find->begin,
                  link.find->end,
                  std::string(link.raw),
                  extract::where(link.place),
                  std::string(link.url.value_or("")),
                  std::string(link.clicked.value_or("")),
                  link.status,
                  link.base_from,
                  link.flags,
                  link.find->written.syntax == extract::Syntax::fixed};
    texts.back().finds.push_back(std::move(seen));
    return Visit::go_on;
  }
  Visit text_end(const TextReport&) override {
    std::stable_sort(texts.back().finds.begin(), texts.back().finds.end(),
                     [](const SeenFind& a, const SeenFind& b) { return a.begin < b.begin; });
    return Visit::go_on;
  }

 private:
  const Message& message_;
};

}  // namespace basewalk::test

#endif  // BASEWALK_TESTS_REWRITE_SEEN_TEXTS_H_

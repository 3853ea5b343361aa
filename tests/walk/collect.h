// SPDX-License-Identifier: MIT
//
// A visitor that keeps everything it is told.
#ifndef BASEWALK_TESTS_WALK_COLLECT_H_
#define BASEWALK_TESTS_WALK_COLLECT_H_

#include <string>
#include <string_view>
#include <vector>

#include "basewalk/walk/walk.h"

namespace basewalk::test {

struct SeenLink {
  std::string part, type, where, raw, base, base_from, base_part, status, url, clicked, flags;
  std::string text = {};
  std::string reading = {};
};
struct SeenUnread {
  std::string part, type, file_name, why;
  std::size_t offset, size;
};
struct SeenPart {
  std::string section, type, base, base_from, base_part;
  std::size_t depth;
  bool decoded;
};
struct SeenNote {
  std::string part, code, text;
  std::size_t offset;
};

class Collect : public Visitor {
 public:
  std::vector<SeenLink> links;
  std::vector<SeenPart> parts;
  std::vector<SeenNote> notes;
  std::vector<SeenUnread> unread_things;
  WalkSummary summary;  // of collect()

  Visit part(const PartReport& p) override {
    parts.push_back({std::string(p.section), std::string(p.type), std::string(p.base.value_or("")),
                     std::string(name(p.base_from)), std::string(p.base_part), p.depth, p.decoded});
    return Visit::go_on;
  }
  Visit link(const Link& l) override {
    std::string flags;
    for (const Flag flag : l.flags) flags += (flags.empty() ? "" : ",") + std::string(name(flag));
    links.push_back(
        {std::string(l.part), std::string(l.type), extract::where(l.place), std::string(l.raw),
         std::string(l.base.value_or("")), std::string(name(l.base_from)), std::string(l.base_part),
         std::string(name(l.status)), std::string(l.url.value_or("")),
         std::string(l.clicked.value_or("")), flags, std::string(l.text.value_or("(none)")),
         l.reading ? std::string(name(*l.reading)) : std::string()});
    return Visit::go_on;
  }
  Visit note(const NoteReport& n) override {
    notes.push_back(
        {std::string(n.part), std::string(name(n.code)), std::string(n.text), n.offset});
    return Visit::go_on;
  }

  Visit unread(const UnreadReport& u) override {
    unread_things.push_back({std::string(u.section), std::string(u.type), std::string(u.file_name),
                             std::string(name(u)), u.offset, u.size});
    return Visit::go_on;
  }

  bool has_note(std::string_view code) const {
    for (const SeenNote& n : notes)
      if (n.code == code) return true;
    return false;
  }
};

/// Stops the walk at one of the things that it is told: the `left`-th.
class StopAt : public Visitor {
 public:
  std::size_t left = 0, events = 0;

  Visit part(const PartReport&) override { return count(); }
  Visit reading(const ReadingReport&) override { return count(); }
  Visit text(const TextReport&) override { return count(); }
  Visit link(const Link&) override { return count(); }
  Visit text_end(const TextReport&) override { return count(); }
  Visit note(const NoteReport&) override { return count(); }
  Visit unread(const UnreadReport&) override { return count(); }

 private:
  Visit count() {
    ++events;
    return --left == 0 ? Visit::stop : Visit::go_on;
  }
};

/// A message that is a page.
inline std::string html_mail(std::string_view body) {
  return "Content-Type: text/html\n\n" + std::string(body);
}

inline Collect collect(std::string_view bytes, const WalkOptions& options = {}) {
  Collect seen;
  seen.summary = walk(read_message(bytes, options.limits), options, static_cast<Visitor&>(seen));
  return seen;
}

}  // namespace basewalk::test

#endif  // BASEWALK_TESTS_WALK_COLLECT_H_

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
         std::string(l.clicked.value_or("")), flags, std::string(l.text.value_or("(none)"))});
    return Visit::go_on;
  }
  Visit note(const NoteReport& n) override {
    notes.push_back(
        {std::string(n.part), std::string(name(n.code)), std::string(n.text), n.offset});
    return Visit::go_on;
  }

  bool has_note(std::string_view code) const {
    for (const SeenNote& n : notes)
      if (n.code == code) return true;
    return false;
  }
};

inline Collect collect(std::string_view bytes, const WalkOptions& options = {}) {
  Collect seen;
  walk(read_message(bytes, options.limits), options, static_cast<Visitor&>(seen));
  return seen;
}

}  // namespace basewalk::test

#endif  // BASEWALK_TESTS_WALK_COLLECT_H_

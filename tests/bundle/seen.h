// SPDX-License-Identifier: MIT
//
// A walk through Targets, with all it tells kept.
#ifndef BASEWALK_TESTS_BUNDLE_SEEN_H_
#define BASEWALK_TESTS_BUNDLE_SEEN_H_

#include <string>
#include <string_view>
#include <vector>

#include "basewalk/bundle/bundle.h"

namespace basewalk::test {

struct SeenTarget {
  std::string part, where, raw, base, base_from, base_part, url;
  std::string target;  ///< "none" where there is none
};

class SeenTargets final : public Visitor {
 public:
  std::vector<SeenTarget> links;
  std::vector<std::string> notes;  ///< "part code text"

  Visit link(const Link& l) override {
    links.push_back({std::string(l.part), extract::where(l.place), std::string(l.raw),
                     std::string(l.base.value_or("")), std::string(name(l.base_from)),
                     std::string(l.base_part), std::string(l.url.value_or("")),
                     std::string(l.target.value_or("none"))});
    return Visit::go_on;
  }
  Visit note(const NoteReport& n) override {
    notes.push_back(std::string(n.part) + ' ' + std::string(name(n.code)) + ' ' +
                    std::string(n.text));
    return Visit::go_on;
  }
  bool has_note(std::string_view begin) const {
    for (const std::string& n : notes)
      if (n.starts_with(begin)) return true;
    return false;
  }
};

inline SeenTargets targets_of(std::string_view bytes, bundle::Profile profile,
                              const WalkOptions& options = {}) {
  SeenTargets seen;
  bundle::Targets targets(options, profile, seen);
  walk(read_message(bytes, options.limits), options, static_cast<Visitor&>(targets));
  return seen;
}

}  // namespace basewalk::test

#endif  // BASEWALK_TESTS_BUNDLE_SEEN_H_

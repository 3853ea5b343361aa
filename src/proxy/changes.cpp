// SPDX-License-Identifier: MIT
#include "proxy/changes.h"

#include <algorithm>
#include <iterator>

namespace basewalk::proxy {

bool Changes::edit_header(const rewrite::Rewritten& header, std::span<const rewrite::Mark> marks) {
  splices_ = filter::header_splices(header, marks);
  return true;
}

// What lies within a field that goes, goes with it; what is inserted before or behind one stays.
bool Changes::apply(const rewrite::Rewritten& result) {
  std::vector<rewrite::Splice> all;
  all.reserve(splices_.size() + result.splices.size());
  auto gone = splices_.begin();
  for (const rewrite::Splice& each : result.splices) {
    while (gone != splices_.end() && gone->end <= each.begin) all.push_back(std::move(*gone++));
    if (gone == splices_.end() || each.end <= gone->begin)
      all.push_back(each);
    else if (each.begin < gone->begin || each.end > gone->end)
      return false;  // neither can be done without the other
  }
  std::move(gone, splices_.end(), std::back_inserter(all));
  splices_ = std::move(all);
  return true;
}

// There is no queue here that it could lie in: the options and the rules do not ask for it.
bool Changes::hold(const std::string&) { return false; }

void Changes::explain(filter::Answer answer, const char* text) noexcept {
  reply_ = answer == filter::Answer::reject ? "550 5.7.1" : "451 4.3.0";
  words_ = text;
}

}  // namespace basewalk::proxy

// SPDX-License-Identifier: MIT
#include "proxy/changes.h"

namespace basewalk::proxy {

bool Changes::remove_forged(const rewrite::Rewritten& result) {
  top_ = result.message.root().header.begin;
  for (const rewrite::ForgedMark& each : result.forged) {
    const mime::HeaderField& field = result.message.fields[each.field];
    splices_.push_back({field.name.begin, field.end, {}});
  }
  return true;
}

bool Changes::add_marks(std::span<const rewrite::Mark> marks) {
  std::string fields;
  for (const rewrite::Mark& each : marks)
    fields.append(each.name).append(": ").append(each.value).append("\r\n");
  splices_.insert(splices_.begin(), {top_, top_, std::move(fields)});
  return true;
}

bool Changes::apply(const rewrite::Rewritten& result) {
  splices_ = result.splices;
  return true;
}

// There is no queue here that it could lie in: the options and the rules do not ask for it.
bool Changes::hold(const std::string&) { return false; }

void Changes::explain(filter::Answer answer, const char* text) noexcept {
  reply_ = answer == filter::Answer::reject ? "550 5.7.1" : "451 4.3.0";
  words_ = text;
}

}  // namespace basewalk::proxy

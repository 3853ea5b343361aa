// SPDX-License-Identifier: MIT
#include "rewrite/plan/ledger.h"

#include <utility>

#include "text/utf8.h"

namespace basewalk::rewrite {

std::string cut(std::string_view text) {
  constexpr std::size_t kLongest = 500;
  return std::string(utf8::cut(text, kLongest));
}

void Ledger::begin(Rewritten& result, std::size_t budget) {
  result_ = &result;
  budget_ = budget;
  done.clear();
}

bool Ledger::take(std::size_t bytes) {
  if (bytes > budget_) return false;
  budget_ -= bytes;
  return true;
}

namespace {

// Does a reader of the message itself come to the link, which the options ask to change?  What is
// signed stays because somebody wants it to.
bool leaves_a_link(Kept::Why why) {
  switch (why) {
    case Kept::Why::encrypted:
    case Kept::Why::charset:
    case Kept::Why::encoding:
    case Kept::Why::not_writable:
    case Kept::Why::decoded:
    case Kept::Why::document:
    case Kept::Why::ambiguous:
    case Kept::Why::form_query:
    case Kept::Why::limit:
    case Kept::Why::check:
    case Kept::Why::scheme:
      return true;
    case Kept::Why::signed_part:
    case Kept::Why::header:
    case Kept::Why::same_document:
    case Kept::Why::needed_base:
      break;
  }
  return false;
}

}  // namespace

void Ledger::count(Kept::Why why) {
  ++result_->kept_count;
  if (leaves_a_link(why)) result_->verdict = Verdict::differs;
}

void Ledger::keep(Kept::Why why, std::uint32_t part, const extract::Place& place,
                  std::string_view from, std::size_t offset) {
  count(why);
  if (result_->kept.size() < kListed)
    result_->kept.push_back({why, part, extract::where(place), cut(from), offset});
}

void Ledger::keep(Kept::Why why, const Edit& edit, std::size_t offset) {
  count(why);
  if (result_->kept.size() < kListed)
    result_->kept.push_back({why, edit.part, edit.where, cut(edit.from), offset});
}

void Ledger::give_back(Done& made, Kept::Why why) {
  for (const Edit& each : made.edits) keep(why, each, each.offset);
  result_->kept_count += made.edit_count - made.edits.size();
  made.splices.clear();
  made.edits.clear();
  made.edit_count = 0;
}

void Ledger::finish() {
  for (Done& each : done) {
    result_->edit_count += each.edit_count;
    for (Edit& edit : each.edits)
      if (result_->edits.size() < kListed) result_->edits.push_back(std::move(edit));
  }
}

}  // namespace basewalk::rewrite

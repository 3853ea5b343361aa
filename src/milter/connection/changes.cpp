// SPDX-License-Identifier: MIT
#include "milter/connection/changes.h"

#include <string_view>

namespace basewalk::milter {
namespace {

// libmilter sends at most this much at a time.
constexpr std::size_t kChunk = 65'535;

// Puts pieces together to chunks.
class Chunks {
 public:
  explicit Chunks(const Mta& mta) : mta_(mta) { pending_.reserve(kChunk); }
  bool write(std::string_view piece) {
    while (!piece.empty()) {
      const std::string_view part = piece.substr(0, kChunk - pending_.size());
      if (part.size() == kChunk) {
        if (!mta_.append_to_body(part)) return false;
      } else {
        pending_ += part;
        if (pending_.size() == kChunk && !flush()) return false;
      }
      piece.remove_prefix(part.size());
    }
    return true;
  }
  bool flush() {
    const bool sent = pending_.empty() || mta_.append_to_body(pending_);
    pending_.clear();
    return sent;
  }

 private:
  const Mta& mta_;
  std::string pending_;
};

}  // namespace

// From the last to the first, while the numbers are those that came.
bool MtaChanges::remove_forged(const rewrite::Rewritten& result) {
  for (auto forged = result.forged.rbegin(); forged != result.forged.rend(); ++forged)
    if (!mta_.remove_field(forged->name, forged->occurrence)) return false;
  return true;
}

bool MtaChanges::add_marks(std::span<const rewrite::Mark> marks) {
  for (auto mark = marks.rbegin(); mark != marks.rend(); ++mark)
    if (!mta_.insert_field(mark->name, (exact_headers_ ? " " : "") + mark->value)) return false;
  return true;
}

// Removing goes first.
bool MtaChanges::edit_header(const rewrite::Rewritten& header,
                             std::span<const rewrite::Mark> marks) {
  return remove_forged(header) && add_marks(marks);
}

bool MtaChanges::apply(const rewrite::Rewritten& result) {
  return remove_forged(result) && (!filter::changes_body(result) || send_body(result)) &&
         add_marks(result.marks);
}

bool MtaChanges::send_body(const rewrite::Rewritten& result) {
  Chunks chunks(mta_);
  body_begun_ = true;
  const bool sent =
      result.write_to([&](std::string_view piece) { return chunks.write(piece); }, result.body) &&
      chunks.flush();
  if (sent) body_begun_ = false;  // it is whole now
  return sent;
}

void MtaChanges::explain(filter::Answer answer, const char* text) noexcept {
  if (answer == filter::Answer::reject)
    mta_.explain_rejection(text);
  else
    mta_.explain(text);
}

}  // namespace basewalk::milter

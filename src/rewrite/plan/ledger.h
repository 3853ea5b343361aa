// SPDX-License-Identifier: MIT
//
// What was changed in a message, what was not, and how much may still be added.
#ifndef BASEWALK_REWRITE_PLAN_LEDGER_H_
#define BASEWALK_REWRITE_PLAN_LEDGER_H_

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "basewalk/rewrite/rewrite.h"

namespace basewalk::rewrite {

/// The longest text of an Edit or a Kept; longer ones are cut between characters.
std::string cut(std::string_view text);

/// The edits of one part, made.
struct Done {
  std::uint32_t part = 0;
  std::vector<Splice> splices;
  std::vector<Edit> edits;  ///< the first of them
  std::size_t edit_count = 0;
};

class Ledger {
 public:
  /// Edits and kept of a message that are listed.
  static constexpr std::size_t kListed = 10'000;

  /// Begins a message, to which at most `budget` bytes are added.
  void begin(Rewritten& result, std::size_t budget);

  const Message& message() const { return result_->message; }
  std::size_t left() const { return budget_; }
  /// Takes from what may be added; false, and nothing taken, where that is less.
  bool take(std::size_t bytes);

  void keep(Kept::Why why, std::uint32_t part, const extract::Place& place, std::string_view from,
            std::size_t offset);
  /// An edit that was listed is not made.
  void keep(Kept::Why why, const Edit& edit, std::size_t offset);
  /// What was to change stays.
  void give_back(Done& done, Kept::Why why);
  /// Lists the edits of `done` in the result.
  void finish();

  std::vector<Done> done;  ///< in the order of the parts

 private:
  void count(Kept::Why why);

  Rewritten* result_ = nullptr;
  std::size_t budget_ = 0;
};

}  // namespace basewalk::rewrite

#endif  // BASEWALK_REWRITE_PLAN_LEDGER_H_

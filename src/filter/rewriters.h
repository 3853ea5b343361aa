// SPDX-License-Identifier: MIT
//
// Rewriters for as many messages at a time as there are processors.
//
// More would not be faster, and each message needs memory while it is rewritten: the bound on
// them is a bound on that.
#ifndef BASEWALK_FILTER_REWRITERS_H_
#define BASEWALK_FILTER_REWRITERS_H_

#include <condition_variable>
#include <cstddef>
#include <functional>
#include <memory>
#include <mutex>
#include <string_view>
#include <vector>

#include "basewalk/rewrite/rewrite.h"

namespace basewalk::filter {

/// Places for messages that are rewritten at a time, whoever rewrites them.
class Turns {
 public:
  Turns();

  /// Holds a place; waits for it, and calls `waiting` every ten seconds until then.
  class Turn {
   public:
    Turn(Turns& turns, const std::function<void()>& waiting);
    ~Turn();
    Turn(const Turn&) = delete;
    Turn& operator=(const Turn&) = delete;

   private:
    Turns& turns_;
  };

  std::size_t places() const { return places_; }

 private:
  const std::size_t places_;
  std::mutex mutex_;
  std::condition_variable returned_;
  std::size_t free_;
};

/// Of one way to rewrite.
class Rewriters {
 public:
  /// `turns` outlive them.
  Rewriters(rewrite::Options options, Turns& turns);

  /// Rewrites `bytes`, which must outlive the result, when it is this one's turn; `waiting` is
  /// called every ten seconds until then.  Throws std::bad_alloc.
  rewrite::Rewritten rewrite(std::string_view bytes, const std::function<void()>& waiting);

  /// Those that wait for the next message, each with the buffers of the last.
  std::size_t idle();

 private:
  std::unique_ptr<rewrite::Rewriter> take();
  void give_back(std::unique_ptr<rewrite::Rewriter> rewriter);

  const rewrite::Options options_;
  Turns& turns_;
  std::mutex mutex_;
  std::vector<std::unique_ptr<rewrite::Rewriter>> idle_;
};

}  // namespace basewalk::filter

#endif  // BASEWALK_FILTER_REWRITERS_H_

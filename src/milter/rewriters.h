// SPDX-License-Identifier: MIT
//
// Rewriters for as many messages at a time as there are processors.
//
// More would not be faster, and each message needs memory while it is rewritten: the bound on
// them is a bound on that.
#ifndef BASEWALK_MILTER_REWRITERS_H_
#define BASEWALK_MILTER_REWRITERS_H_

#include <condition_variable>
#include <cstddef>
#include <functional>
#include <memory>
#include <mutex>
#include <string_view>
#include <vector>

#include "basewalk/rewrite/rewrite.h"

namespace basewalk::milter {

class Rewriters {
 public:
  explicit Rewriters(rewrite::Options options);

  /// Rewrites `bytes`, which must outlive the result, when it is this one's turn; `waiting` is
  /// called every ten seconds until then.  Throws std::bad_alloc.
  rewrite::Rewritten rewrite(std::string_view bytes, const std::function<void()>& waiting);

  /// Those that wait for the next message, each with the buffers of the last.
  std::size_t idle();

 private:
  class Turn;

  std::unique_ptr<rewrite::Rewriter> take();
  void give_back(std::unique_ptr<rewrite::Rewriter> rewriter);

  const rewrite::Options options_;
  std::mutex mutex_;
  std::condition_variable returned_;
  std::size_t free_;
  std::vector<std::unique_ptr<rewrite::Rewriter>> idle_;
};

}  // namespace basewalk::milter

#endif  // BASEWALK_MILTER_REWRITERS_H_

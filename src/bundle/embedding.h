// SPDX-License-Identifier: MIT
//
// What is being written within what, where texts of a bundle go into one another: whether one more
// may, by what has been written and what still waits in buffers.
//
// Comes behind page/page_text.h (Budget) and page/sinks.h; embedding_rewriter.cpp and shown.cpp ask
// it.
#ifndef BASEWALK_BUNDLE_EMBEDDING_H_
#define BASEWALK_BUNDLE_EMBEDDING_H_

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "basewalk/bundle/unpack.h"
#include "bundle/page/page_text.h"
#include "bundle/page/sinks.h"

namespace basewalk::bundle {

class Embedding {
 public:
  /// `out` is where all of it ends, `limit` the most that may come there.
  Embedding(const Bundle& bundle, const BoundedSink& out, std::size_t limit)
      : bundle_(bundle), out_(out), limit_(limit) {}

  /// A text of that part is being written from now on; each of its bytes becomes `grows` bytes
  /// where it goes.
  void begin(std::uint32_t part, double grows) { open_.push_back({part, growth() * grows}); }
  void end() { open_.pop_back(); }
  bool is_within() const { return !open_.empty(); }
  /// What is written goes through this, too, until the next release().
  void hold(const BufferedSink& buffer) { buffers_.push_back(&buffer); }
  void release() { buffers_.pop_back(); }

  /// Why a part may not be embedded where we are; nothing where it may.
  std::optional<LossReason> why_not(std::uint32_t part, Budget& budget) const;

 private:
  // A text that is being written, and what is written for each of its bytes.
  struct Open {
    std::uint32_t part;
    double growth;
  };
  bool is_open(std::uint32_t part) const {
    return std::ranges::any_of(open_, [&](const Open& o) { return o.part == part; });
  }
  double growth() const { return open_.empty() ? 1 : open_.back().growth; }
  double waiting() const;

  const Bundle& bundle_;
  const BoundedSink& out_;
  const std::size_t limit_;
  std::vector<Open> open_;
  // What is written, but has not come to out_: outermost first.
  std::vector<const BufferedSink*> buffers_;
};

}  // namespace basewalk::bundle

#endif  // BASEWALK_BUNDLE_EMBEDDING_H_

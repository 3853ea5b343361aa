// SPDX-License-Identifier: MIT
//
// Sink: whatever takes bytes that are made piece by piece.
#ifndef BASEWALK_SINK_H_
#define BASEWALK_SINK_H_

#include <string_view>

#pragma GCC visibility push(default)

namespace basewalk {

/// Takes bytes in their order.
class Sink {
 public:
  virtual ~Sink() = default;
  /// False where they cannot be taken; nothing more is then written.
  virtual bool write(std::string_view bytes) = 0;
};

/// Takes everything and keeps nothing.
class NullSink final : public Sink {
 public:
  bool write(std::string_view) override { return true; }
};

}  // namespace basewalk

#pragma GCC visibility pop

#endif  // BASEWALK_SINK_H_

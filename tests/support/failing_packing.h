// SPDX-License-Identifier: MIT
//
// Compression that fails on demand: failing_packing.cpp, linked into a program, stands before zlib
// and zstd.
#ifndef BASEWALK_TESTS_SUPPORT_FAILING_PACKING_H_
#define BASEWALK_TESTS_SUPPORT_FAILING_PACKING_H_

namespace basewalk::test {

/// While one lives nothing can be compressed: for want of memory, or because the library says
/// "stream error" (zlib) or "Error (generic)" (zstd).
class FailingPacking {
 public:
  enum class Why : unsigned char { memory, library };
  explicit FailingPacking(Why why);
  ~FailingPacking();
  FailingPacking(const FailingPacking&) = delete;
  FailingPacking& operator=(const FailingPacking&) = delete;
};

}  // namespace basewalk::test

#endif  // BASEWALK_TESTS_SUPPORT_FAILING_PACKING_H_

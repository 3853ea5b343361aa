// SPDX-License-Identifier: MIT
//
// Compression that fails on demand: failing_archive.cpp, linked into a program, stands before
// libarchive's archive_write_close().
#ifndef BASEWALK_TESTS_SUPPORT_FAILING_ARCHIVE_H_
#define BASEWALK_TESTS_SUPPORT_FAILING_ARCHIVE_H_

namespace basewalk::test {

/// While one lives every archive fails to be closed, with this errno and "the encoder gave up".
class FailingArchive {
 public:
  explicit FailingArchive(int number);
  ~FailingArchive();
  FailingArchive(const FailingArchive&) = delete;
  FailingArchive& operator=(const FailingArchive&) = delete;
};

}  // namespace basewalk::test

#endif  // BASEWALK_TESTS_SUPPORT_FAILING_ARCHIVE_H_

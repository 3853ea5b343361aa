// SPDX-License-Identifier: MIT
//
// What is called of libgit2, which brings a dozen libraries along, and few runs meet a git
// repository.
#ifndef BASEWALK_SRC_ARCHIVE_PACKED_GIT_CALLS_H_
#define BASEWALK_SRC_ARCHIVE_PACKED_GIT_CALLS_H_

#include <git2.h>
#include <git2/odb_backend.h>
#include <git2/sys/odb_backend.h>

#include <string>

namespace basewalk::archive {

struct GitCalls {
  decltype(&::git_error_last) error_last = nullptr;
  decltype(&::git_libgit2_init) libgit2_init = nullptr;
  decltype(&::git_libgit2_shutdown) libgit2_shutdown = nullptr;
  decltype(&::git_odb_add_backend) odb_add_backend = nullptr;
  decltype(&::git_odb_backend_loose) odb_backend_loose = nullptr;
  decltype(&::git_odb_backend_pack) odb_backend_pack = nullptr;
  decltype(&::git_odb_foreach) odb_foreach = nullptr;
  decltype(&::git_odb_free) odb_free = nullptr;
  decltype(&::git_odb_new) odb_new = nullptr;
  decltype(&::git_odb_object_data) odb_object_data = nullptr;
  decltype(&::git_odb_object_free) odb_object_free = nullptr;
  decltype(&::git_odb_object_size) odb_object_size = nullptr;
  decltype(&::git_odb_object_type) odb_object_type = nullptr;
  decltype(&::git_odb_read) odb_read = nullptr;
  decltype(&::git_odb_read_header) odb_read_header = nullptr;

  /// Why none of them may be called; empty where all may.
  std::string missing;
};

/// The first call loads them.
const GitCalls& git();

}  // namespace basewalk::archive

#endif  // BASEWALK_SRC_ARCHIVE_PACKED_GIT_CALLS_H_

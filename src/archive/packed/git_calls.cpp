// SPDX-License-Identifier: MIT
#include "archive/packed/git_calls.h"

#include "text/foreign/late_library.h"

// BASEWALK_LIBGIT2 is its name where it is loaded late.
#if defined(BASEWALK_LIBGIT2)
#define FIND(name) library.find(calls.name, "git_" #name)
#else
#define FIND(name) calls.name = &::git_##name
#endif

namespace basewalk::archive {

const GitCalls& git() {
  static const GitCalls all = [] {
    GitCalls calls;
#if defined(BASEWALK_LIBGIT2)
    text::LateLibrary library(BASEWALK_LIBGIT2);
#endif
    FIND(error_last);
    FIND(libgit2_init);
    FIND(libgit2_shutdown);
    FIND(odb_add_backend);
    FIND(odb_backend_loose);
    FIND(odb_backend_pack);
    FIND(odb_foreach);
    FIND(odb_free);
    FIND(odb_new);
    FIND(odb_object_data);
    FIND(odb_object_free);
    FIND(odb_object_size);
    FIND(odb_object_type);
    FIND(odb_read);
    FIND(odb_read_header);
#if defined(BASEWALK_LIBGIT2)
    calls.missing = library.why();
#endif
    return calls;
  }();
  return all;
}

}  // namespace basewalk::archive

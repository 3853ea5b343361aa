// SPDX-License-Identifier: MIT
#include "archive/packed/git_calls.h"

#include "text/foreign/late_library.h"

#define FIND(name) BASEWALK_FIND(library, calls.name, git_##name)

namespace basewalk::archive {

const GitCalls& git() {
  static const GitCalls all = [] {
    GitCalls calls;
    text::LateLibrary library(BASEWALK_LATE_NAME);
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
    calls.missing = library.why();
    return calls;
  }();
  return all;
}

}  // namespace basewalk::archive

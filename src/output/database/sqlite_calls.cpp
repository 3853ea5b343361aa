// SPDX-License-Identifier: MIT
#include "output/database/sqlite_calls.h"

#include "text/foreign/late_library.h"

#define FIND(name) BASEWALK_FIND(library, calls.name, sqlite3_##name)

namespace basewalk::output {

const SqliteCalls& sqlite() {
  static const SqliteCalls all = [] {
    SqliteCalls calls;
    text::LateLibrary library(BASEWALK_LATE_NAME);
    FIND(bind_blob64);
    FIND(bind_int64);
    FIND(bind_null);
    FIND(bind_text);
    FIND(bind_text64);
    FIND(close);
    FIND(column_blob);
    FIND(column_bytes);
    FIND(column_count);
    FIND(column_int);
    FIND(column_int64);
    FIND(column_type);
    FIND(db_config);
    FIND(errmsg);
    FIND(errstr);
    FIND(exec);
    FIND(finalize);
    FIND(limit);
    FIND(next_stmt);
    FIND(open_v2);
    FIND(prepare_v2);
    FIND(prepare_v3);
    FIND(progress_handler);
    FIND(reset);
    FIND(step);
    FIND(system_errno);
    calls.missing = library.why();
    return calls;
  }();
  return all;
}

}  // namespace basewalk::output

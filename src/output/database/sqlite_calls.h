// SPDX-License-Identifier: MIT
//
// What is called of SQLite: most runs write no database, and read none.
#ifndef BASEWALK_OUTPUT_DATABASE_SQLITE_CALLS_H_
#define BASEWALK_OUTPUT_DATABASE_SQLITE_CALLS_H_

#include <sqlite3.h>

#include <string>

namespace basewalk::output {

struct SqliteCalls {
  decltype(&::sqlite3_bind_blob64) bind_blob64 = nullptr;
  decltype(&::sqlite3_bind_int64) bind_int64 = nullptr;
  decltype(&::sqlite3_bind_null) bind_null = nullptr;
  decltype(&::sqlite3_bind_text) bind_text = nullptr;
  decltype(&::sqlite3_bind_text64) bind_text64 = nullptr;
  decltype(&::sqlite3_close) close = nullptr;
  decltype(&::sqlite3_column_blob) column_blob = nullptr;
  decltype(&::sqlite3_column_bytes) column_bytes = nullptr;
  decltype(&::sqlite3_column_count) column_count = nullptr;
  decltype(&::sqlite3_column_int) column_int = nullptr;
  decltype(&::sqlite3_column_int64) column_int64 = nullptr;
  decltype(&::sqlite3_column_type) column_type = nullptr;
  decltype(&::sqlite3_db_config) db_config = nullptr;
  decltype(&::sqlite3_errmsg) errmsg = nullptr;
  decltype(&::sqlite3_errstr) errstr = nullptr;
  decltype(&::sqlite3_exec) exec = nullptr;
  decltype(&::sqlite3_finalize) finalize = nullptr;
  decltype(&::sqlite3_limit) limit = nullptr;
  decltype(&::sqlite3_next_stmt) next_stmt = nullptr;
  decltype(&::sqlite3_open_v2) open_v2 = nullptr;
  decltype(&::sqlite3_prepare_v2) prepare_v2 = nullptr;
  decltype(&::sqlite3_prepare_v3) prepare_v3 = nullptr;
  decltype(&::sqlite3_progress_handler) progress_handler = nullptr;
  decltype(&::sqlite3_reset) reset = nullptr;
  decltype(&::sqlite3_step) step = nullptr;
  decltype(&::sqlite3_system_errno) system_errno = nullptr;

  /// Why none of them may be called; empty where all may.
  std::string missing;
};

/// The first call loads them.
const SqliteCalls& sqlite();

}  // namespace basewalk::output

#endif  // BASEWALK_OUTPUT_DATABASE_SQLITE_CALLS_H_

// SPDX-License-Identifier: MIT
//
// Writes down, in the order in which it happened, what a run changes in the folder CALLS_ROOT and
// what it says outside: the log, CALLS_LOG, from which power.py makes what a loss of power leaves.
#ifndef BASEWALK_TESTS_FAILURE_CALLS_RECORD_H_
#define BASEWALK_TESTS_FAILURE_CALLS_RECORD_H_

#include <sys/types.h>

#include <cstddef>
#include <mutex>

namespace calls {

/// Held over a call and its record, so that the log has the order of the calls.
std::unique_lock<std::recursive_mutex> recording();
bool is_recording();

void record_write(int descriptor, const void* bytes, std::size_t size, off_t at);
/// At the descriptor's own place; behind the call.
void record_write_here(int descriptor, const void* bytes, std::size_t size);
void record_size(int descriptor, off_t size);
void record_sync(int descriptor);
void record_sync_all();
/// Is there something of that name?  Before a call that may make it.
bool exists_at(int folder, const char* path);
void record_opened(int descriptor, int folder, const char* path, int flags, bool was_there);
void record_folder(int folder, const char* path);
void record_names(const char* what, int from_folder, const char* from, int to_folder,
                  const char* to);
void record_gone(int folder, const char* path);

}  // namespace calls

#endif  // BASEWALK_TESTS_FAILURE_CALLS_RECORD_H_

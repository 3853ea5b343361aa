// SPDX-License-Identifier: MIT
//
// The same faults for a whole process, loaded before its libraries (LD_PRELOAD).
//
//     BASEWALK_FAULT=N      the N-th allocation of the process fails
//     BASEWALK_FAULT=N+     and all behind it
//     BASEWALK_FAULT_LOG=F  how many were asked for is written to F when the process ends
//     BASEWALK_FAULT_IN=W   of processes whose program is called W alone
//
// A process that it starts is no part of that: the variables are taken out of the environment.
#include <dlfcn.h>
#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <charconv>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "failure/memory/faults.h"

namespace {

int log_file = -1;

// At the very end, by whatever way a process goes that is not killed.
void tell() {
  const basewalk::failure::Counts counts = basewalk::failure::end();
  if (log_file < 0) return;
  char text[64];
  const int size =
      std::snprintf(text, sizeof text, "%llu %llu\n", static_cast<unsigned long long>(counts.asked),
                    static_cast<unsigned long long>(counts.failed));
  (void)!::write(log_file, text, static_cast<std::size_t>(size));
}

[[gnu::constructor]] void start() {
  const char* wanted = std::getenv("BASEWALK_FAULT_IN");
  if (wanted != nullptr && std::strcmp(wanted, program_invocation_short_name) != 0) return;
  const char* log = std::getenv("BASEWALK_FAULT_LOG");
  const char* fault = std::getenv("BASEWALK_FAULT");
  basewalk::failure::Faults faults;
  if (fault != nullptr) {
    const char* end = fault + std::strlen(fault);
    faults.all_after = std::from_chars(fault, end, faults.first).ptr != end;
  }
  if (log != nullptr) log_file = ::open(log, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
  if (wanted == nullptr) ::unsetenv("LD_PRELOAD");
  std::atexit(tell);
  basewalk::failure::begin(faults);
}

}  // namespace

// SPDX-License-Identifier: MIT
//
// The counters of a worker in the build that counts lines (preset coverage).  A worker may open no
// file, and is ended without what else runs at an end: by itself it leaves no counters.  Neither is
// changed for them. A second process, made before the first limit is set, shares the memory, and
// has descriptors, limits and calls of the system of its own.  It waits until the worker has ended,
// by itself or by others, and writes the counters that it finds in that memory.
//
// The linker puts what is here before setrlimit() and prctl() (-Wl,--wrap).
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <atomic>
#include <cstdlib>
#include <ctime>
#include <vector>

extern "C" {
void __gcov_dump();  // of libgcov; its header is for C
int __real_setrlimit(__rlimit_resource_t resource, const struct rlimit* limit);
int __wrap_setrlimit(__rlimit_resource_t resource, const struct rlimit* limit);
int __real_prctl(int option, ...);
int __wrap_prctl(int option, unsigned long first, unsigned long second, unsigned long third,
                 unsigned long fourth);
}

namespace {

std::atomic<bool> is_watched = false;
pid_t worker = 0;

// The filter of a server, which all that it forks have from it, and with them the second process,
// which needs to open files: each of them loads it by itself, once there is that.
std::vector<sock_filter> of_server;

alignas(16) char stack_of_writer[std::size_t{256} << 10];

// The second process.  As long as there is a worker nothing here may fail: errno is the worker's,
// too.
int write_counters(void* /*nothing*/) {
  ::syscall(SYS_close_range, 0U, ~0U, 0U);  // nobody waits for the end of what it has open
  ::setsid();  // who ends the worker by its group does not mean this one
  is_watched = true;
  while (::getppid() == worker) {
    const struct timespec millisecond { 0, 1'000'000 };
    ::nanosleep(&millisecond, nullptr);
  }
  ::__gcov_dump();
  std::exit(0);  // what was loaded has counters of its own, which it writes now
}

}  // namespace

int __wrap_setrlimit(__rlimit_resource_t resource, const struct rlimit* limit) {
  if (worker == 0) {
    worker = ::getpid();
    char* const top = stack_of_writer + sizeof stack_of_writer;
    if (::clone(write_counters, top, CLONE_VM, nullptr) > 0)
      while (!is_watched) ::sched_yield();
  }
  return __real_setrlimit(resource, limit);
}

int __wrap_prctl(int option, unsigned long first, unsigned long second, unsigned long third,
                 unsigned long fourth) {
  if (option != PR_SET_SECCOMP) return __real_prctl(option, first, second, third, fourth);
  const auto* const program = reinterpret_cast<const sock_fprog*>(second);
  if (worker == 0) {
    of_server.assign(program->filter, program->filter + program->len);
    return 0;
  }
  if (of_server.empty()) return __real_prctl(option, first, second, third, fourth);
  sock_fprog server{static_cast<unsigned short>(of_server.size()), of_server.data()};
  const int result =
      __real_prctl(option, first, reinterpret_cast<unsigned long>(&server), third, fourth);
  return result != 0 ? result : __real_prctl(option, first, second, third, fourth);
}

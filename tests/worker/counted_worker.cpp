// SPDX-License-Identifier: MIT
//
// The counters of a worker in the build that counts lines (preset coverage).  A worker may open no
// file, and is ended without what else runs at an end: by itself it leaves no counters.  Neither is
// changed for them. A second process, made before the first limit is set, shares the memory, and
// has descriptors, limits and calls of the system of its own.  It waits until the worker is about
// to end, or was ended, and writes the counters that it finds in that memory.
//
// The linker puts what is here before setrlimit(), prctl() and _exit() (-Wl,--wrap).
#include <dlfcn.h>
#include <link.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <atomic>
#include <ctime>
#include <string>
#include <string_view>
#include <vector>

extern "C" {
void __gcov_dump();  // of libgcov; its header is for C
int __real_setrlimit(__rlimit_resource_t resource, const struct rlimit* limit);
int __wrap_setrlimit(__rlimit_resource_t resource, const struct rlimit* limit);
int __real_prctl(int option, ...);
int __wrap_prctl(int option, unsigned long first, unsigned long second, unsigned long third,
                 unsigned long fourth);
[[noreturn]] void __real__exit(int status);
[[noreturn]] void __wrap__exit(int status);
}

namespace {

enum class State { alone, watched, ending, written };
std::atomic<State> state = State::alone;
pid_t worker = 0;

alignas(16) char stack_of_writer[std::size_t{256} << 10];

// The filter of the worker knows no call that waits.
void yield_until(State wanted) {
  while (state != wanted) ::sched_yield();
}

// A module has counters of its own, which it writes where it is unloaded.
void unload_module() {
  std::string path;
  const auto look = [](struct dl_phdr_info* info, std::size_t, void* found) {
    const std::string_view name = info->dlpi_name;
    if (name.find("/basewalk-") != name.npos && name.ends_with(".so"))
      *static_cast<std::string*>(found) = name;
    return 0;
  };
  ::dl_iterate_phdr(look, &path);
  void* const module = path.empty() ? nullptr : ::dlopen(path.c_str(), RTLD_NOW | RTLD_NOLOAD);
  for (int opened = 0; module != nullptr && opened < 2; ++opened) ::dlclose(module);
}

// The filter of a server, which all that it forks have from it, and with them the second process,
// which needs to open files: each of them loads it by itself, once there is that.
std::vector<sock_filter> of_server;

// The second process.  Until the worker stands still nothing here may fail: errno is the worker's,
// too.
int write_counters(void* /*nothing*/) {
  ::syscall(SYS_close_range, 0U, ~0U, 0U);  // nobody waits for the end of what it has open
  ::setsid();  // who ends the worker by its group does not mean this one
  state = State::watched;
  while (state == State::watched && ::getppid() == worker) {
    const struct timespec millisecond { 0, 1'000'000 };
    ::nanosleep(&millisecond, nullptr);
  }
  unload_module();
  ::__gcov_dump();
  state = State::written;
  ::syscall(SYS_exit, 0);
  return 0;
}

}  // namespace

int __wrap_setrlimit(__rlimit_resource_t resource, const struct rlimit* limit) {
  if (worker == 0) {
    worker = ::getpid();
    char* const top = stack_of_writer + sizeof stack_of_writer;
    if (::clone(write_counters, top, CLONE_VM, nullptr) > 0) yield_until(State::watched);
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

void __wrap__exit(int status) {
  if (state == State::watched && worker == ::getpid()) {
    state = State::ending;
    yield_until(State::written);
  }
  __real__exit(status);
}

// SPDX-License-Identifier: MIT
#include "worker/program/confine.h"

#include <fcntl.h>
#include <linux/filter.h>
#include <linux/futex.h>
#include <linux/seccomp.h>
#include <seccomp.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstring>

#include "text/files/descriptor.h"

namespace basewalk::worker {
namespace {

std::string failed(const char* what, int error) {
  return std::string(what) + ": " + std::strerror(error);
}

// Both limits, so that it cannot be raised again; not above what the process was given.
bool limit(int resource, rlim_t most) {
  struct rlimit now {};
  if (::getrlimit(static_cast<__rlimit_resource_t>(resource), &now) != 0) return false;
  if (now.rlim_max != RLIM_INFINITY) most = std::min(most, now.rlim_max);
  now.rlim_cur = now.rlim_max = most;
  return ::setrlimit(static_cast<__rlimit_resource_t>(resource), &now) == 0;
}

// The hard limit stays, so that whoever started it may raise the other.
bool limit_cpu(rlim_t seconds) {
  struct rlimit now {};
  if (::getrlimit(RLIMIT_CPU, &now) != 0) return false;
  now.rlim_cur = now.rlim_max == RLIM_INFINITY ? seconds : std::min(seconds, now.rlim_max);
  return ::setrlimit(RLIMIT_CPU, &now) == 0;
}

void close_others() {
  constexpr unsigned kFirst = STDERR_FILENO + 1;
#if defined(SYS_close_range)
  if (::syscall(SYS_close_range, kFirst, ~0U, 0U) == 0) return;
#endif
  struct rlimit files {};
  if (::getrlimit(RLIMIT_NOFILE, &files) != 0 || files.rlim_cur > 65536) files.rlim_cur = 65536;
  for (int number = kFirst; number < static_cast<int>(files.rlim_cur); ++number) ::close(number);
}

// The filter of system calls.  What is not named ends the process.
class Filter {
 public:
  Filter() : context_(::seccomp_init(SCMP_ACT_KILL_PROCESS)) {}
  Filter(const Filter&) = delete;
  Filter& operator=(const Filter&) = delete;
  ~Filter() {
    if (context_ != nullptr) ::seccomp_release(context_);
  }

  template <typename... Arguments>
  void add(std::uint32_t action, int call, Arguments... arguments) {
    if (context_ == nullptr || error_ != 0) return;
    const int error = ::seccomp_rule_add(context_, action, call,
                                         static_cast<unsigned>(sizeof...(arguments)), arguments...);
    // A call that this kind of machine does not have cannot be made.
    if (error != 0 && error != -EDOM) error_ = -error;
  }
  template <typename... Arguments>
  void allow(int call, Arguments... arguments) {
    add(SCMP_ACT_ALLOW, call, arguments...);
  }
  void refuse(int call, int error) { add(SCMP_ACT_ERRNO(static_cast<unsigned>(error)), call); }

  int load() {
    if (context_ == nullptr) return ENOMEM;
    if (error_ == 0) error_ = -::seccomp_load(context_);
    return error_;
  }

  /// The program that the kernel would be given; an errno, or 0.
  int write(std::vector<char>& program) {
    if (context_ == nullptr) return ENOMEM;
    if (error_ != 0) return error_;
    const text::Descriptor file(::memfd_create("filter", MFD_CLOEXEC));
    if (!file.is_open()) return errno;
    if (const int error = ::seccomp_export_bpf(context_, file.number()); error != 0) return -error;
    struct stat status {};
    if (::fstat(file.number(), &status) != 0) return errno;
    program.resize(static_cast<std::size_t>(status.st_size));
    std::size_t got = 0;
    const int error = text::read_at(file.number(), program.data(), program.size(), 0, got);
    return error == 0 && got != program.size() ? EIO : error;
  }

 private:
  scmp_filter_ctx context_;
  int error_ = 0;
};

scmp_arg_cmp is(unsigned argument, std::uint64_t value) {
  return {argument, SCMP_CMP_EQ, value, 0};
}
scmp_arg_cmp is_not(unsigned argument, std::uint64_t value) {
  return {argument, SCMP_CMP_NE, value, 0};
}
scmp_arg_cmp has(unsigned argument, std::uint64_t mask, std::uint64_t bits) {
  return {argument, SCMP_CMP_MASKED_EQ, mask, bits};
}

void allow_what_is_needed(Filter& filter) {
  filter.allow(SCMP_SYS(pread64), is(0, STDIN_FILENO));
  filter.allow(SCMP_SYS(write), is(0, STDOUT_FILENO));
  filter.add(SCMP_ACT_ERRNO(EBADF), SCMP_SYS(write), is_not(0, STDOUT_FILENO));

  // Memory that is never run.
  filter.allow(SCMP_SYS(brk));
  filter.allow(SCMP_SYS(munmap));
  filter.allow(SCMP_SYS(mremap));
  for (const int advice : {MADV_DONTNEED, MADV_FREE})
    filter.allow(SCMP_SYS(madvise), is(2, static_cast<std::uint64_t>(advice)));
    // Two machines have a call of that name that takes its arguments from memory, where a filter
    // does not see them.  On i386 nobody needs it.  On s390x there is no other, and what is mapped
    // may be run.
#if defined(__s390x__)
  filter.allow(SCMP_SYS(mmap));
#elif !defined(__i386__)
  filter.allow(SCMP_SYS(mmap), has(2, PROT_EXEC, 0), has(3, MAP_ANONYMOUS, MAP_ANONYMOUS));
#endif
  filter.allow(SCMP_SYS(mmap2), has(2, PROT_EXEC, 0), has(3, MAP_ANONYMOUS, MAP_ANONYMOUS));
  filter.allow(SCMP_SYS(mprotect), has(2, PROT_EXEC, 0));

  // There is one thread, which wakes nobody and must not wait.
  filter.allow(SCMP_SYS(futex), has(1, static_cast<unsigned>(FUTEX_CMD_MASK) & 0xFFU, FUTEX_WAKE));
  filter.allow(SCMP_SYS(sched_yield));

  filter.allow(SCMP_SYS(clock_gettime));
  filter.allow(SCMP_SYS(clock_gettime64));
  filter.allow(SCMP_SYS(gettimeofday));
  filter.allow(SCMP_SYS(time));
  filter.allow(SCMP_SYS(getrandom));

  filter.allow(SCMP_SYS(exit));
  filter.allow(SCMP_SYS(exit_group));
  filter.allow(SCMP_SYS(rt_sigreturn));
  filter.allow(SCMP_SYS(sigreturn));
  filter.allow(SCMP_SYS(restart_syscall));
}

// What libraries ask for and can do without: a locale, a converter of character sets, the number of
// processors, a word on standard error.
void refuse_what_is_harmless(Filter& filter) {
  for (const int call :
       {SCMP_SYS(open), SCMP_SYS(openat), SCMP_SYS(access), SCMP_SYS(faccessat),
        SCMP_SYS(faccessat2), SCMP_SYS(stat), SCMP_SYS(fstat), SCMP_SYS(lstat),
        SCMP_SYS(newfstatat), SCMP_SYS(statx), SCMP_SYS(readlink), SCMP_SYS(readlinkat),
        SCMP_SYS(stat64), SCMP_SYS(fstat64), SCMP_SYS(lstat64), SCMP_SYS(fstatat64)})
    filter.refuse(call, EACCES);
  filter.refuse(SCMP_SYS(writev), EBADF);
  filter.refuse(SCMP_SYS(ioctl), ENOTTY);
  filter.refuse(SCMP_SYS(sysinfo), ENOSYS);
  filter.refuse(SCMP_SYS(sched_getaffinity), ENOSYS);
}

// abort() blocks signals, which would let it outlive its CPU time: it is told that it was done.
void allow_abort(Filter& filter, bool is_of_one) {
  const auto self = static_cast<std::uint64_t>(::getpid());
  filter.add(SCMP_ACT_ERRNO(0), SCMP_SYS(rt_sigprocmask));
  // Of many, nobody knows its number yet: the signal is not sent, and abort() goes on to its last
  // resort, an instruction that crashes.
  if (!is_of_one) {
    for (const int call : {SCMP_SYS(getpid), SCMP_SYS(gettid)}) filter.allow(call);
    for (const int call : {SCMP_SYS(tgkill), SCMP_SYS(rt_sigaction)}) {
      // The sanitizers have theirs allowed.
      if (!kIsSanitized || call == SCMP_SYS(tgkill)) filter.add(SCMP_ACT_ERRNO(0), call);
    }
    return;
  }
  filter.allow(SCMP_SYS(getpid));
  filter.allow(SCMP_SYS(gettid));
  filter.allow(SCMP_SYS(tgkill), is(0, self), is(2, SIGABRT));
}

// What the sanitizers do for themselves.
void allow_sanitizers(Filter& filter) {
  if (!kIsSanitized) return;
  filter.allow(SCMP_SYS(futex));
  filter.allow(SCMP_SYS(madvise));
  filter.allow(SCMP_SYS(sigaltstack));
  filter.allow(SCMP_SYS(rt_sigaction));
  filter.refuse(SCMP_SYS(prctl), EPERM);
}

void make_filter(Filter& filter, bool is_of_one) {
  allow_what_is_needed(filter);
  refuse_what_is_harmless(filter);
  allow_abort(filter, is_of_one);
  allow_sanitizers(filter);
}

constexpr const char* kNoFilter = "this system does not filter system calls (seccomp)";

// All but the filter.
std::string set_limits(const Bounds& bounds) {
  close_others();
  if (!kIsSanitized && !limit(RLIMIT_AS, bounds.memory))
    return failed("its memory cannot be limited", errno);
  if (!limit_cpu(bounds.cpu)) return failed("its CPU time cannot be limited", errno);
  // Nothing more can be opened, written to a file, or left behind.
  if (!limit(RLIMIT_CORE, 0) || !limit(RLIMIT_FSIZE, 0) || !limit(RLIMIT_NOFILE, 3))
    return failed("its files cannot be limited", errno);
  if (::prctl(PR_SET_DUMPABLE, 0, 0, 0, 0) != 0 || ::prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0)
    return failed("its privileges cannot be dropped", errno);
  return {};
}

}  // namespace

std::string confine(const Bounds& bounds) {
  if (std::string why = set_limits(bounds); !why.empty()) return why;
  Filter filter;
  make_filter(filter, true);
  const int error = filter.load();
  return error == 0 ? std::string() : failed(kNoFilter, error);
}

std::string Confinement::make() {
  Filter filter;
  make_filter(filter, false);
  const int error = filter.write(program_);
  return error == 0 ? std::string() : failed(kNoFilter, error);
}

std::string Confinement::apply(const Bounds& bounds) const {
  if (std::string why = set_limits(bounds); !why.empty()) return why;
  // The kernel does not write to it.
  std::vector<char> instructions = program_;
  struct sock_fprog program {};
  program.len = static_cast<unsigned short>(instructions.size() / sizeof(struct sock_filter));
  program.filter = reinterpret_cast<struct sock_filter*>(instructions.data());
  if (::prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program, 0, 0) != 0)
    return failed(kNoFilter, errno);
  return {};
}

}  // namespace basewalk::worker

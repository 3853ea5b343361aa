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

// The filter of system calls: `otherwise` is done about what is not named.
class Filter {
 public:
  explicit Filter(std::uint32_t otherwise = SCMP_ACT_KILL_PROCESS)
      : context_(::seccomp_init(otherwise)) {}
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
  void kill(int call) { add(SCMP_ACT_KILL_PROCESS, call); }

  int load() {
    if (context_ == nullptr) return ENOMEM;
    if (error_ == 0) error_ = -::seccomp_load(context_);
    return error_;
  }

  /// The program that the kernel would be given; an errno, or 0.
  int write(FilterProgram& program) {
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

// Its input and its output, which a server has none of.
void allow_input_and_output(Filter& filter, int read) {
  filter.allow(read, is(0, STDIN_FILENO));
  filter.allow(SCMP_SYS(write), is(0, STDOUT_FILENO));
  filter.add(SCMP_ACT_ERRNO(EBADF), SCMP_SYS(write), is_not(0, STDOUT_FILENO));
}

void allow_what_is_needed(Filter& filter) {
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

// What a server asks of the file with a document before anything looks at it.
constexpr int kAskedOfFiles[] = {SCMP_SYS(fstat), SCMP_SYS(newfstatat), SCMP_SYS(statx),
                                 SCMP_SYS(fstat64), SCMP_SYS(fstatat64)};

// What libraries ask for and can do without: a locale, a converter of character sets, the number of
// processors, a word on standard error.
void refuse_what_is_harmless(Filter& filter) {
  for (const int call : {SCMP_SYS(open), SCMP_SYS(openat), SCMP_SYS(access), SCMP_SYS(faccessat),
                         SCMP_SYS(faccessat2), SCMP_SYS(stat), SCMP_SYS(lstat), SCMP_SYS(readlink),
                         SCMP_SYS(readlinkat), SCMP_SYS(stat64), SCMP_SYS(lstat64)})
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
}
// What they ask for and can do without.
void refuse_sanitizers(Filter& filter) {
  if (kIsSanitized) filter.refuse(SCMP_SYS(prctl), EPERM);
}

// What a server does besides: it receives documents, forks, and each process that it has forked
// bounds itself and loads its own filter.
constexpr int kServing[] = {
    SCMP_SYS(recvmsg),    SCMP_SYS(clone),       SCMP_SYS(clone3),
    SCMP_SYS(fork),       SCMP_SYS(wait4),       SCMP_SYS(getppid),
    SCMP_SYS(close),      SCMP_SYS(close_range), SCMP_SYS(dup2),
    SCMP_SYS(dup3),       SCMP_SYS(prctl),       SCMP_SYS(prlimit64),
    SCMP_SYS(getrlimit),  SCMP_SYS(ugetrlimit),  SCMP_SYS(setrlimit),
    SCMP_SYS(socketcall), SCMP_SYS(rseq),        SCMP_SYS(set_robust_list),
};

// All that a process may do that does one job, or reads one document.
void make_whole(Filter& filter, bool is_of_one, int read = SCMP_SYS(pread64)) {
  allow_input_and_output(filter, read);
  allow_what_is_needed(filter);
  refuse_what_is_harmless(filter);
  for (const int call : kAskedOfFiles) filter.refuse(call, EACCES);
  allow_abort(filter, is_of_one);
  allow_sanitizers(filter);
  refuse_sanitizers(filter);
}

// A server's: that of many processes, and what it does besides.
void make_of_server(Filter& filter) {
  filter.allow(SCMP_SYS(pread64));
  filter.allow(SCMP_SYS(write));
  allow_what_is_needed(filter);
  refuse_what_is_harmless(filter);
  for (const int call : kAskedOfFiles) filter.allow(call);
  for (const int call : kServing) filter.allow(call);
  allow_abort(filter, false);
  allow_sanitizers(filter);
}

// What is taken from a process that a server has forked: the difference of the two.
void make_of_served(Filter& filter) {
  filter.add(SCMP_ACT_KILL_PROCESS, SCMP_SYS(pread64), is_not(0, STDIN_FILENO));
  filter.add(SCMP_ACT_ERRNO(EBADF), SCMP_SYS(write), is_not(0, STDOUT_FILENO));
  for (const int call : kAskedOfFiles) filter.refuse(call, EACCES);
  for (const int call : kServing) {
    if (kIsSanitized && call == SCMP_SYS(prctl))
      filter.refuse(call, EPERM);
    else
      filter.kill(call);
  }
}

std::uint32_t otherwise(FilterOf whom) {
  return whom == FilterOf::served ? SCMP_ACT_ALLOW : SCMP_ACT_KILL_PROCESS;
}
void make_filter(Filter& filter, FilterOf whom) {
  switch (whom) {
    case FilterOf::one:
      return make_whole(filter, true);
    case FilterOf::answering:
      return make_whole(filter, true, SCMP_SYS(read));
    case FilterOf::any:
      return make_whole(filter, false);
    case FilterOf::server:
      return make_of_server(filter);
    case FilterOf::served:
      return make_of_served(filter);
  }
}

constexpr const char* kNoFilter = "this system does not filter system calls (seccomp)";

// An errno, or 0.
int load(const FilterProgram& filter) {
  // The kernel does not write to it.
  FilterProgram instructions = filter;
  struct sock_fprog program {};
  program.len = static_cast<unsigned short>(instructions.size() / sizeof(struct sock_filter));
  program.filter = reinterpret_cast<struct sock_filter*>(instructions.data());
  return ::prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program, 0, 0) == 0 ? 0 : errno;
}

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

std::string confine(const Bounds& bounds, FilterOf whom) {
  if (std::string why = set_limits(bounds); !why.empty()) return why;
  Filter filter(otherwise(whom));
  make_filter(filter, whom);
  const int error = filter.load();
  return error == 0 ? std::string() : failed(kNoFilter, error);
}

int make_program(FilterOf whom, FilterProgram& program) {
  Filter filter(otherwise(whom));
  make_filter(filter, whom);
  return filter.write(program);
}

std::string Confinement::begin() {
  FilterProgram of_server;
  int error = make_program(FilterOf::server, of_server);
  if (error == 0) error = make_program(FilterOf::served, of_served_);
  if (error == 0 && ::prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) error = errno;
  if (error == 0) error = load(of_server);
  return error == 0 ? std::string() : failed(kNoFilter, error);
}

std::string Confinement::apply(const Bounds& bounds) const {
  if (std::string why = set_limits(bounds); !why.empty()) return why;
  const int error = load(of_served_);
  return error == 0 ? std::string() : failed(kNoFilter, error);
}

}  // namespace basewalk::worker

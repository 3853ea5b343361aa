// SPDX-License-Identifier: MIT
#include "worker/process.h"

#include <dlfcn.h>
#include <fcntl.h>
#include <spawn.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <ctime>
#include <limits>
#include <string_view>

#include "text/environment.h"
#include "text/foreign/program.h"

namespace basewalk::worker {
namespace {

// What it needs to be loaded, or to say what a sanitizer found; nothing else of the environment.
constexpr const char* kPassedOn[] = {"LD_LIBRARY_PATH", "ASAN_OPTIONS", "UBSAN_OPTIONS",
                                     "TSAN_OPTIONS", "LSAN_OPTIONS"};

std::vector<std::string> environment() {
  std::vector<std::string> all;
  for (const char* name : kPassedOn)
    if (const char* value = text::environment(name)) all.push_back(std::string(name) + "=" + value);
  return all;
}

std::vector<char*> pointers(std::vector<std::string>& words) {
  std::vector<char*> all;
  for (std::string& word : words) all.push_back(word.data());
  all.push_back(nullptr);
  return all;
}

// posix_spawn's two objects, and their end.
struct Plan {
  Plan() {
    ::posix_spawn_file_actions_init(&actions);
    ::posix_spawnattr_init(&attributes);
  }
  Plan(const Plan&) = delete;
  Plan& operator=(const Plan&) = delete;
  ~Plan() {
    ::posix_spawn_file_actions_destroy(&actions);
    ::posix_spawnattr_destroy(&attributes);
  }

  // No signal is blocked or ignored there.
  int set(int input, int output) {
    sigset_t all, none;
    ::sigfillset(&all);
    ::sigemptyset(&none);
    int error = ::posix_spawnattr_setsigdefault(&attributes, &all);
    if (error == 0) error = ::posix_spawnattr_setsigmask(&attributes, &none);
    if (error == 0) error = ::posix_spawnattr_setpgroup(&attributes, 0);
    if (error == 0)
      error = ::posix_spawnattr_setflags(
          &attributes, POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETPGROUP);
    if (error == 0) error = ::posix_spawn_file_actions_adddup2(&actions, input, STDIN_FILENO);
    if (error == 0) error = ::posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO);
    if (error == 0)
      error = ::posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
    return error;
  }

  posix_spawn_file_actions_t actions;
  posix_spawnattr_t attributes;
};

// A second descriptor of a file, above those that are put in place there.
int above(int descriptor) { return ::fcntl(descriptor, F_DUPFD_CLOEXEC, STDERR_FILENO + 1); }

std::string folder_of(const std::string& path) { return path.substr(0, path.rfind('/') + 1); }

std::string folder_of_this_program() {
  std::string path(4096, '\0');
  const ssize_t size = ::readlink("/proc/self/exe", path.data(), path.size());
  if (size <= 0) return {};
  path.resize(static_cast<std::size_t>(size));
  return folder_of(path);
}

// Of the shared library, or the module of another program, that this code was linked into.
std::string folder_of_this_library() {
  Dl_info info{};
  if (::dladdr(reinterpret_cast<const void*>(&folder_of_this_program), &info) == 0 ||
      info.dli_fname == nullptr || *info.dli_fname != '/')
    return {};
  return folder_of(info.dli_fname);
}

}  // namespace

int make_pipe(int (&ends)[2]) {
#if defined(__linux__)
  return ::pipe2(ends, O_CLOEXEC) == 0 ? 0 : errno;
#else
  if (::pipe(ends) != 0) return errno;
  for (const int end : ends) (void)::fcntl(end, F_SETFD, FD_CLOEXEC);
  return 0;
#endif
}

int Process::start(const std::string& program, const std::vector<std::string>& arguments,
                   int input) {
  (void)stop();
  int ends[2];
  if (const int error = make_pipe(ends); error != 0) return error;
  const text::Descriptor from(ends[0]), to(ends[1]);
  pipe_.set(above(from.number()));
  const text::Descriptor output(above(to.number()));
  const text::Descriptor file(above(input));
  if (!pipe_.is_open() || !output.is_open() || !file.is_open()) return errno;

  std::vector<std::string> words = {program}, variables = environment();
  words.insert(words.end(), arguments.begin(), arguments.end());
  Plan plan;
  owner_ = ::getpid();
  int error = plan.set(file.number(), output.number());
  if (error == 0)
    error = ::posix_spawn(&id_, program.c_str(), &plan.actions, &plan.attributes,
                          pointers(words).data(), pointers(variables).data());
  if (error != 0) {
    id_ = -1;
    pipe_.close();
  }
  return error;
}

void Process::grant_cpu(std::uint64_t seconds) const {
#if defined(__linux__)
  if (id_ <= 0) return;
  struct rlimit limit {};
  if (::prlimit(id_, RLIMIT_CPU, nullptr, &limit) != 0) return;
  const rlim_t wanted = std::min<std::uint64_t>(seconds, std::numeric_limits<rlim_t>::max() / 2);
  limit.rlim_cur = limit.rlim_max == RLIM_INFINITY ? wanted : std::min(wanted, limit.rlim_max);
  (void)::prlimit(id_, RLIMIT_CPU, &limit, nullptr);
#else
  (void)seconds;
#endif
}

std::uint64_t Process::cpu_used() const {
  clockid_t clock{};
  struct timespec used {};
  if (id_ <= 0 || ::clock_getcpuclockid(id_, &clock) != 0 || ::clock_gettime(clock, &used) != 0)
    return 0;
  return static_cast<std::uint64_t>(used.tv_sec) + (used.tv_nsec > 0 ? 1 : 0);
}

bool Process::is_asleep() const {
  const text::Descriptor file(
      ::open(("/proc/" + std::to_string(id_) + "/stat").c_str(), O_RDONLY | O_CLOEXEC));
  char bytes[512];
  const ssize_t got = file.is_open() ? ::read(file.number(), bytes, sizeof bytes) : -1;
  if (got <= 0) return false;
  // Behind the name, which may hold anything.
  const std::string_view text(bytes, static_cast<std::size_t>(got));
  const std::size_t name = text.rfind(") ");
  return name != std::string_view::npos && text.substr(name + 2, 1) == "S";
}

Exit Process::stop() {
  Exit result;
  if (is_ours()) {
    // With what it has started.  What has ended is not changed by it any more.
    ::kill(-id_, SIGKILL);
    ::kill(id_, SIGKILL);
    int status = 0;
    pid_t ended = 0;
    do ended = ::waitpid(id_, &status, 0);
    while (ended < 0 && errno == EINTR);
    if (ended == id_) {
      result.is_known = true;
      result.signal = WIFSIGNALED(status) ? WTERMSIG(status) : 0;
      result.status = WIFEXITED(status) ? WEXITSTATUS(status) : 0;
    }
  }
  id_ = -1;
  pipe_.close();
  return result;
}

std::string worker_program() {
  if (const char* named = text::environment("BASEWALK_WORKER")) return named;
  for (const std::string& folder : {folder_of_this_program(), folder_of_this_library()})
    for (const char* place : {"basewalk-worker", "../libexec/basewalk/basewalk-worker"})
      if (!folder.empty() && text::is_program(folder + place)) return folder + place;
  return text::is_program(BASEWALK_WORKER_PROGRAM) ? BASEWALK_WORKER_PROGRAM : "";
}

}  // namespace basewalk::worker

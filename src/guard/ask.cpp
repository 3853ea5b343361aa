// SPDX-License-Identifier: MIT
#include "guard/ask.h"

#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <utility>

extern char** environ;

namespace basewalk::guard {
namespace {

using Clock = std::chrono::steady_clock;
using std::chrono::milliseconds;

// For each command at a time, so many more may wait.
constexpr std::size_t kWaitingForEach = 16;

// The process, in a group of its own; -1 where there is none.
pid_t start(const std::vector<std::string>& command, const std::string& url) {
  std::vector<char*> words;
  for (const std::string& word : command) words.push_back(const_cast<char*>(word.c_str()));
  words.push_back(const_cast<char*>(url.c_str()));
  words.push_back(nullptr);

  posix_spawn_file_actions_t files;
  posix_spawnattr_t attributes;
  if (::posix_spawn_file_actions_init(&files) != 0) return -1;
  if (::posix_spawnattr_init(&attributes) != 0) {
    ::posix_spawn_file_actions_destroy(&files);
    return -1;
  }
  ::posix_spawn_file_actions_addopen(&files, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
  ::posix_spawn_file_actions_addopen(&files, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
  // Our threads block signals, and we ignore some.
  sigset_t none, all;
  sigemptyset(&none);
  sigfillset(&all);
  ::posix_spawnattr_setsigmask(&attributes, &none);
  ::posix_spawnattr_setsigdefault(&attributes, &all);
  ::posix_spawnattr_setpgroup(&attributes, 0);
  ::posix_spawnattr_setflags(
      &attributes, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
  pid_t process = -1;
  const int error =
      ::posix_spawnp(&process, words.front(), &files, &attributes, words.data(), environ);
  ::posix_spawnattr_destroy(&attributes);
  ::posix_spawn_file_actions_destroy(&files);
  return error == 0 ? process : -1;
}

Said meaning_of(int status) {
  if (!WIFEXITED(status)) return Said::nothing;
  switch (WEXITSTATUS(status)) {
    case 0:
      return Said::good;
    case 1:
      return Said::block;
    case 2:
      return Said::warn;
    default:
      return Said::nothing;
  }
}

}  // namespace

Said ask_once(const std::vector<std::string>& command, const std::string& url, milliseconds timeout,
              const std::atomic<bool>& gives_up) {
  const pid_t process = start(command, url);
  if (process < 0) return Said::nothing;
  const Clock::time_point end = Clock::now() + timeout;
  // No way to wait for a child and a clock is the same on all systems: looking often costs little.
  for (milliseconds nap{1};; nap = std::min(nap * 2, milliseconds(20))) {
    int status = 0;
    const pid_t ended = ::waitpid(process, &status, WNOHANG);
    if (ended == process) return meaning_of(status);
    if (ended < 0 && errno != EINTR) return Said::nothing;
    if (gives_up || Clock::now() >= end) break;
    std::this_thread::sleep_for(nap);
  }
  ::kill(-process, SIGKILL);
  ::kill(process, SIGKILL);
  while (::waitpid(process, nullptr, 0) < 0 && errno == EINTR) {
  }
  return Said::nothing;
}

Asking::Asking(unsigned jobs) : most_waiting_(jobs * kWaitingForEach) {
  try {
    for (unsigned i = 0; i < jobs; ++i) workers_.emplace_back([this] { work(); });
  } catch (...) {  // no more threads: those that there are end before they are forgotten
    stop();
    throw;
  }
}

bool Asking::ask(Question question) {
  {
    const std::lock_guard lock(mutex_);
    if (stopping_ || waiting_.size() >= most_waiting_) return false;
    waiting_.push_back(std::move(question));
  }
  changed_.notify_one();
  return true;
}

void Asking::work() {
  for (;;) {
    Question question;
    {
      std::unique_lock lock(mutex_);
      changed_.wait(lock, [this] { return stopping_ || !waiting_.empty(); });
      if (waiting_.empty()) return;
      question = std::move(waiting_.front());
      waiting_.pop_front();
    }
    question.answer(stopping_
                        ? Said::nothing
                        : ask_once(question.command, question.url, question.timeout, stopping_));
  }
}

void Asking::stop() {
  {
    const std::lock_guard lock(mutex_);
    stopping_ = true;
  }
  changed_.notify_all();
  for (std::thread& worker : workers_)
    if (worker.joinable()) worker.join();
}

}  // namespace basewalk::guard

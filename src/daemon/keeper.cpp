// SPDX-License-Identifier: MIT
#include "daemon/keeper.h"

#include <poll.h>
#include <signal.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <sysexits.h>
#include <time.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <exception>
#include <string>
#include <utility>

#include "daemon/log.h"
#include "daemon/process.h"

namespace basewalk::daemon {
namespace {

using Clock = std::chrono::steady_clock;
using std::chrono::milliseconds;

constexpr milliseconds kFirstPause{100}, kLongestPause{30'000};
// So long the second process may take to let go of what the next one needs.
constexpr milliseconds kPatience{2000};
// One that has lived so long was sound.
constexpr std::chrono::seconds kSound{60};

sigset_t signals_of_keeper() {
  sigset_t set;
  sigemptyset(&set);
  for (const int signal : {SIGCHLD, SIGHUP, SIGUSR1, SIGTERM, SIGINT}) sigaddset(&set, signal);
  return set;
}

std::string how_it_ended(int status) {
  if (WIFSIGNALED(status)) return std::string("was ended by: ") + ::strsignal(WTERMSIG(status));
  return "ended with status " + std::to_string(WEXITSTATUS(status));
}

class Keeper {
 public:
  Keeper(const std::function<void()>& again, const std::function<void()>& at_end)
      : again_(again), at_end_(at_end), signals_(signals_of_keeper()) {}

  int keep() {
    ::pthread_sigmask(SIG_BLOCK, &signals_, &before_);
    for (;;) {
      // Nothing is ever written there: each end tells the other that it is closed.
      int ends[2];
      if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0)
        return cannot("socketpair");
      const Clock::time_point begin = Clock::now();
      const pid_t child = ::fork();
      if (child < 0) return cannot("fork");
      ::close(ends[child == 0 ? 1 : 0]);
      if (child == 0) {
        ::pthread_sigmask(SIG_SETMASK, &before_, nullptr);
        return ends[0];
      }
      to_child_ = ends[1];
      const int status = watch(child);
      ::close(std::exchange(to_child_, -1));
      // What it could not begin with will not be better: whoever started us decides.
      if (WIFEXITED(status)) ::_exit(end(WEXITSTATUS(status)));
      pause_ = Clock::now() - begin > kSound ? kFirstPause : std::min(pause_ * 2, kLongestPause);
      log(Level::error, {},
          "the process that serves " + how_it_ended(status) + "; another one begins in " +
              std::to_string(pause_.count()) + " ms");
      rest();
      try {
        again_();
      } catch (const std::exception& error) {
        log(Level::error, {}, error.what());
      }
    }
  }

 private:
  static int cannot(const char* what) {
    log(Level::error, {}, std::string(what) + ": " + std::strerror(errno));
    return -1;
  }

  // Until it has ended: how.
  int watch(pid_t child) {
    for (;;) {
      const int signal = ::sigwaitinfo(&signals_, nullptr);
      if (signal == SIGTERM || signal == SIGINT) ::_exit(end(EX_OK));
      if (signal == SIGHUP || signal == SIGUSR1) ::kill(child, signal);
      int status = 0;
      if (signal == SIGCHLD && ::waitpid(child, &status, WNOHANG) == child) return status;
    }
  }

  // Between two of them.
  void rest() {
    const Clock::time_point until = Clock::now() + pause_;
    for (;;) {
      const auto left =
          std::chrono::duration_cast<std::chrono::nanoseconds>(until - Clock::now()).count();
      if (left <= 0) return;
      const timespec wait{static_cast<time_t>(left / 1'000'000'000),
                          static_cast<long>(left % 1'000'000'000)};
      const int signal = ::sigtimedwait(&signals_, nullptr, &wait);
      if (signal == SIGTERM || signal == SIGINT) ::_exit(end(EX_OK));
    }
  }

  int end(int status) {
    notify("STOPPING=1");
    at_end_();
    if (to_child_ < 0) return status;  // there is none
    ::shutdown(to_child_, SHUT_WR);
    pollfd closed{to_child_, POLLIN, 0};
    ::poll(&closed, 1, static_cast<int>(kPatience.count()));
    return status;
  }

  const std::function<void()>& again_;
  const std::function<void()>& at_end_;
  const sigset_t signals_;
  sigset_t before_{};
  milliseconds pause_ = kFirstPause / 2;
  int to_child_ = -1;
};

}  // namespace

int keep(const std::function<void()>& again, const std::function<void()>& at_end) {
  return Keeper(again, at_end).keep();
}

}  // namespace basewalk::daemon

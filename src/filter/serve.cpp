// SPDX-License-Identifier: MIT
//
// Who gets a signal
//
// What accepts connections runs in a second thread here, and may start others; the first one has a
// handler for SIGHUP, SIGTERM and SIGINT, and every other thread blocks them.  SIGUSR1 has a thread
// of its own.
//
// SIGHUP is a reload.  From SIGTERM on a message that ends is answered "try again later", one that
// is being looked at has a moment to get its answer, and then the process ends as it is.  To the
// mail server a connection that breaks is an error of the filter: it keeps or refuses the message
// for now, and who still has it sends it again.  There is no state to save.
//
// Where systemd holds the socket, all that happens in the second of two processes
// (daemon/keeper.h).  When the first has ended, connections that are open go on to their end, and
// the process that begins meanwhile has the next ones.
#include "filter/serve.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/stat.h>
#include <sysexits.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <string>
#include <thread>
#if defined(__GLIBC__)
#include <malloc.h>
#endif

#include "daemon/keeper.h"
#include "daemon/listener.h"
#include "daemon/log.h"
#include "daemon/metrics.h"
#include "daemon/process.h"
#include "daemon/reload.h"
#include "filter/reload.h"
#include "text/files/descriptor.h"
#include "text/files/path.h"

namespace basewalk::filter {
namespace {

using daemon::Level, daemon::log, daemon::notify;

using std::chrono::milliseconds;

// How long the last answers are waited for.
constexpr milliseconds kLastAnswers{50};
// How often it is looked at whether the last connection is gone.
constexpr milliseconds kGlance{50};

int keeper = -1;  // readable when the first of two processes has ended; -1: this is the only one
int wake[2] = {-1, -1};  // a pipe that serve() makes: a byte says that something happened

enum Happened : unsigned {
  kAskedToStop = 1,
  kListenerEnded = 2,
  kListenerFailed = 4,
  kAskedToReload = 8
};
std::atomic<unsigned> happened{0};
static_assert(std::atomic<unsigned>::is_always_lock_free, "signal handlers write it");

void say(Happened what) {
  const int error = errno;
  happened.fetch_or(what);
  const char byte = 0;
  const ssize_t written = ::write(wake[1], &byte, 1);
  static_cast<void>(written);  // full: there is enough to wake up for
  errno = error;
}

void on_signal(int signal) { say(signal == SIGHUP ? kAskedToReload : kAskedToStop); }

sigset_t set_of(std::initializer_list<int> signals) {
  sigset_t set;
  sigemptyset(&set);
  for (const int signal : signals) sigaddset(&set, signal);
  return set;
}

// In every thread that is made from now on.
void block(const sigset_t& set) { ::pthread_sigmask(SIG_BLOCK, &set, nullptr); }

void start_counter_thread(const Counters& counters) {
  const sigset_t usr1 = set_of({SIGUSR1});
  std::thread([usr1, &counters] {
    for (;;) {
      int signal = 0;
      if (::sigwait(&usr1, &signal) != 0) continue;
      try {
        log(Level::info, {}, counters.line());
      } catch (const std::exception&) {
        // No memory: it can be asked for again.
      }
    }
  }).detach();
}

void start_listener(Connections& connections) {
  std::thread([&connections] {
    const bool stopped = connections.run();
    say(stopped ? kListenerEnded : kListenerFailed);
  }).detach();
}

void catch_signals() {
  struct sigaction action {};
  action.sa_handler = on_signal;
  action.sa_flags = SA_RESTART;
  for (const int signal : {SIGTERM, SIGINT, SIGHUP}) ::sigaction(signal, &action, nullptr);
  const sigset_t set = set_of({SIGTERM, SIGINT, SIGHUP});
  ::pthread_sigmask(SIG_UNBLOCK, &set, nullptr);
}

enum class End : std::uint8_t { asked, gave_up, kept_no_more };

// Reloads as often as it is asked to.
End serve_until_end(Service& service) {
  for (;;) {
    pollfd entries[] = {{wake[0], POLLIN, 0}, {keeper, POLLIN, 0}};
    ::poll(entries, keeper >= 0 ? 2 : 1, -1);
    char bytes[64];
    while (::read(wake[0], bytes, sizeof bytes) == sizeof bytes) {
    }
    const unsigned what = happened.exchange(0);
    if ((what & kListenerFailed) != 0) return End::gave_up;
    if ((what & (kAskedToStop | kListenerEnded)) != 0) return End::asked;
    if ((what & kAskedToReload) != 0) daemon::reload([&service] { reread(service); });
    if (keeper >= 0 && entries[1].revents != 0) return End::kept_no_more;
  }
}

// Written beside and renamed: no half of a number is ever read, and no link is followed.  What is a
// socket (our own), a device or a pipe would be one no more.
bool write_pid_file(const std::string& path) {
  if (path.empty()) return true;
  if (!text::is_replaceable(path)) {
    log(Level::error, {}, "--pid-file " + path + ": is no regular file");
    return false;
  }
  const std::string temporary = path + "." + std::to_string(::getpid());
  ::unlink(temporary.c_str());
  text::Descriptor file(
      ::open(temporary.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0644));
  const bool is_made = file.is_open();
  int error = is_made ? text::write_all(file.number(), std::to_string(::getpid()) + "\n") : errno;
  if (!file.close() && error == 0) error = errno;
  if (error == 0 && ::rename(temporary.c_str(), path.c_str()) != 0) error = errno;
  if (error == 0) return true;
  log(Level::error, {}, "--pid-file " + path + ": " + std::strerror(error));
  if (is_made) ::unlink(temporary.c_str());
  return false;
}

// glibc would learn from large messages to keep their memory, in one arena for each thread.
void bound_memory() {
#if defined(__GLIBC__)
  ::mallopt(M_MMAP_THRESHOLD, 512 * 1024);
  ::mallopt(M_TRIM_THRESHOLD, 1024 * 1024);
  ::mallopt(M_ARENA_MAX, 8);
#endif
}

struct Listening {
  int mail = -1, metrics = -1;
};

// All that needs the rights we came with.
bool prepare(const Options& options, Listening& made) {
  if (!daemon::allow_descriptors(options.connections, options.descriptors)) return false;
  if (options.metrics && (made.metrics = daemon::open_metrics(*options.metrics)) < 0) return false;
  made.mail = daemon::open_listener(
      {options.address, options.connections, options.socket_mode, options.socket_group});
  if (made.mail < 0) return false;
  if (write_pid_file(options.pid_file) &&
      (!options.identity || daemon::drop_privileges(*options.identity)))
    return true;
  daemon::remove_listener();
  return false;
}

void remove_files(const Options& options) {
  daemon::remove_listener();
  if (!options.pid_file.empty()) ::unlink(options.pid_file.c_str());
}

[[noreturn]] void stop(Service& service, int status) {
  service.stopping = true;
  if (keeper < 0) notify("STOPPING=1");
  daemon::remove_listener();
  const auto end = std::chrono::steady_clock::now() + service.options.last_answers;
  while (service.busy > 0 && std::chrono::steady_clock::now() < end)
    std::this_thread::sleep_for(milliseconds(5));
  std::this_thread::sleep_for(kLastAnswers);
  if (keeper < 0) remove_files(service.options);
  log(Level::info, {}, "stopped: " + service.counters.line());
  ::_exit(status);  // other threads still run
}

// The next process has the socket: who is connected here is served to the end.
[[noreturn]] void drain(Service& service, Connections& connections, const Listening& listening) {
  connections.stop_accepting();
  if (listening.metrics >= 0) daemon::stop_metrics(listening.metrics);
  ::close(keeper);  // the first process waits for that
  const std::size_t open = connections.open();
  log(Level::info, {}, "accepts no more connections; " + std::to_string(open) + " go on");
  const auto end = std::chrono::steady_clock::now() + service.options.drain;
  while (connections.open() > 0 && (happened & kAskedToStop) == 0 &&
         std::chrono::steady_clock::now() < end)
    std::this_thread::sleep_for(kGlance);
  stop(service, EX_OK);
}

}  // namespace

void serve(Service& service, Connections& connections) {
  bound_memory();
  const Options& options = service.options;
  Listening listening;
  if (!prepare(options, listening)) return;
  if (::geteuid() == 0)
    log(Level::warning, {}, "running as root; give --user, as nothing here needs root any more");
  if (options.address.family == daemon::Address::Family::systemd) {
    keeper = daemon::keep([&service] { reread(service); }, [&options] { remove_files(options); });
    if (keeper < 0) return;
  }
  if (!service.report.open(options.report) || !connections.begin(listening.mail))
    return daemon::remove_listener();
  if (::pipe2(wake, O_CLOEXEC | O_NONBLOCK) != 0) {
    log(Level::error, {}, std::string("pipe: ") + std::strerror(errno));
    return;
  }
  block(set_of({SIGTERM, SIGINT, SIGHUP, SIGUSR1}));
  start_counter_thread(service.counters);
  if (listening.metrics >= 0)
    daemon::serve_metrics(listening.metrics, [&service] { return service.counters.prometheus(); });
  start_listener(connections);
  catch_signals();
  notify("READY=1");
  log(Level::info, {}, "ready");

  const End why = serve_until_end(service);
  if (why == End::kept_no_more) drain(service, connections, listening);
  stop(service, why == End::gave_up ? EX_TEMPFAIL : EX_OK);
}

}  // namespace basewalk::filter

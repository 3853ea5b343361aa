// SPDX-License-Identifier: MIT
#include "cli/terminal.h"

#include <sys/ioctl.h>
#include <unistd.h>

#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <mutex>

#include "text/amounts.h"

namespace basewalk::cli {
namespace {

using std::chrono::milliseconds;

constexpr std::string_view kErase = "\r\x1b[K";

std::mutex mutex;
bool line_shown = false;

std::size_t columns() {
  winsize size{};
  return ::ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 1 ? size.ws_col : 80;
}

// "0:07", "3:25:00".
std::string clock_text(double seconds) {
  const auto all = static_cast<std::uint64_t>(seconds + 0.5);
  char text[40];
  if (all >= 3600)
    std::snprintf(
        text, sizeof text, "%llu:%02llu:%02llu", static_cast<unsigned long long>(all / 3600),
        static_cast<unsigned long long>(all / 60 % 60), static_cast<unsigned long long>(all % 60));
  else
    std::snprintf(text, sizeof text, "%llu:%02llu", static_cast<unsigned long long>(all / 60),
                  static_cast<unsigned long long>(all % 60));
  return text;
}

// Before it is cut to the width of the terminal.
std::string progress_text(const archive::Progress& read, const run::Tally& tally,
                          std::chrono::nanoseconds time) {
  const double seconds = std::chrono::duration<double>(time).count();
  const double done = static_cast<double>(read.done);
  std::string text = text::bytes_text(read.done);
  // A file that grows while it is read has no percentage.
  if (read.total && *read.total >= read.done && *read.total != 0) {
    const double total = static_cast<double>(*read.total);
    text += " of " + text::bytes_text(*read.total) + ", " +
            std::to_string(static_cast<int>(100 * done / total)) + " %";
    if (done > 0) text += ", " + clock_text((total - done) * seconds / done) + " left";
  }
  text += "  " + text::number_text(tally.messages) + " messages";
  if (seconds > 0)
    text += ", " +
            text::number_text(
                static_cast<std::uint64_t>(static_cast<double>(tally.messages) / seconds)) +
            "/s";
  text += "  " + text::number_text(tally.links) + " links  " + text::number_text(tally.notes) +
          " notes";
  return text;
}

}  // namespace

// A handler may touch nothing else.
static std::atomic<bool> interrupted = false;
static std::atomic<int> signal_number = 0;
static_assert(std::atomic<bool>::is_always_lock_free && std::atomic<int>::is_always_lock_free);

extern "C" void note_interruption(int number) {
  signal_number = number;
  interrupted = true;
}

Interruption::Interruption(bool wanted) : wanted_(wanted) {
  if (!wanted) return;
  struct sigaction action {};
  action.sa_handler = note_interruption;
  action.sa_flags = static_cast<int>(SA_RESETHAND) | SA_RESTART;
  for (const int number : {SIGINT, SIGTERM, SIGHUP}) {
    struct sigaction before {};
    // What was started with `nohup` or `&` ignores them.
    if (::sigaction(number, nullptr, &before) == 0 && before.sa_handler == SIG_DFL)
      ::sigaction(number, &action, nullptr);
  }
}

Interruption::~Interruption() {
  if (!wanted_) return;
  for (const int number : {SIGINT, SIGTERM, SIGHUP}) {
    struct sigaction now {};
    if (::sigaction(number, nullptr, &now) == 0 && now.sa_handler == note_interruption)
      std::signal(number, SIG_DFL);
  }
}

const std::atomic<bool>& Interruption::happened() { return interrupted; }

void Interruption::end() {
  std::signal(signal_number, SIG_DFL);
  std::raise(signal_number);
  std::_Exit(128 + signal_number);
}

void write_to_stderr(std::string_view text) {
  const std::lock_guard lock(mutex);
  if (line_shown) std::fwrite(kErase.data(), 1, kErase.size(), stderr);
  line_shown = false;
  std::fwrite(text.data(), 1, text.size(), stderr);
  std::fflush(stderr);
}

bool Progress::is_due() {
  const Clock::time_point now = Clock::now();
  if (!shown_ || now - drawn_ < milliseconds(200)) return false;
  drawn_ = now;
  return true;
}

void Progress::draw(const std::string& text) {
  std::string line = "\r" + text.substr(0, columns() - 1);
  line += "\x1b[K";  // behind the text, so that nothing flickers
  const std::lock_guard lock(mutex);
  std::fwrite(line.data(), 1, line.size(), stderr);
  std::fflush(stderr);
  line_shown = true;
}

void Progress::progress(const archive::Progress& read, const run::Tally& tally) {
  if (is_due()) draw(progress_text(read, tally, drawn_ - begin_));
}

void Progress::counted(std::uint64_t done, std::uint64_t total, std::string_view what) {
  if (!is_due()) return;
  const double seconds = std::chrono::duration<double>(drawn_ - begin_).count();
  std::string text = text::number_text(done) + " of " + text::number_text(total) + " ";
  text += what;
  if (done > 0)
    text += ", " +
            clock_text(static_cast<double>(total - done) * seconds / static_cast<double>(done)) +
            " left";
  draw(text);
}

void Progress::clear() {
  if (shown_) write_to_stderr("");
}

}  // namespace basewalk::cli

// SPDX-License-Identifier: MIT
#include "cli/beginning.h"

#include <fcntl.h>
#include <unistd.h>

#include <atomic>
#include <cstdlib>
#include <exception>
#include <string_view>

#include "cli/command.h"

namespace basewalk::cli {
namespace {

constinit std::atomic<std::terminate_handler> usual = nullptr;
constinit std::atomic<bool> begun = false, ends_by_itself = true;
constinit std::atomic<int> foreign_status = 0;

void say(std::string_view text) noexcept {
  (void)!::write(STDERR_FILENO, text.data(), text.size());
}

// Whoever starts the process may leave a standard descriptor closed; the next file that is opened
// would then have its number: an input would be what /dev/stdout names, and what is said of the run
// would stand in a result.  What takes the place can neither be read nor written, so that each use
// of it fails as that of a closed one does (EBADF).
void hold_standard_descriptors() noexcept {
  for (const int descriptor : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
    if (::fcntl(descriptor, F_GETFD) >= 0) continue;
    // The lowest number that is free, so this one.  /dev/stdout leads to it, and to /dev/full
    // nothing can be written; from /dev/null nothing can be read.
    if (descriptor == STDIN_FILENO ? ::open("/dev/null", O_WRONLY) >= 0
                                   : ::open("/dev/full", O_RDONLY) >= 0)
      continue;
    (void)!::open("/", O_RDONLY | O_DIRECTORY);  // where there is no /dev
  }
}

[[noreturn]] void end_at_beginning() {
  say_no_memory();
  ::_exit(kTryAgain);
}

// The last that was told to exit() is the first that it calls: nothing that libraries have made is
// torn down under threads that still run.
void end_as_foreign() {
  if (ends_by_itself) return;
  say_no_memory();
  ::_exit(foreign_status);
}

}  // namespace

void process_starts() noexcept {
  hold_standard_descriptors();
  usual = std::set_terminate(end_at_beginning);
}

void verb_begins() noexcept {
  ends_by_itself = false;
  if (const std::terminate_handler before = usual.exchange(nullptr)) std::set_terminate(before);
  begun = true;
}

void verb_ends() noexcept { ends_by_itself = true; }

void expect_foreign_exit(int status_of_foreign) noexcept {
  // Once: what fails here is no harm.
  if (foreign_status.exchange(status_of_foreign) == 0) (void)std::atexit(end_as_foreign);
}

bool has_verb_begun() noexcept { return begun; }

void say_no_memory() noexcept {
  if (has_verb_begun())
    say("basewalk: there is not enough memory; nothing more was written, free some and try "
        "again\n");
  else
    say("basewalk: could not begin: there is not enough memory; nothing was done\n");
}

void say_internal_error(const char* what) noexcept {
  for (const std::string_view text : {std::string_view("basewalk: internal error: "),
                                      std::string_view(what), std::string_view("\n")})
    say(text);
}

}  // namespace basewalk::cli

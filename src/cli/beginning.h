// SPDX-License-Identifier: MIT
//
// From the start of the process to the begin of a verb nothing is open and nothing written.  What
// lacks memory there ends like a program that could not be started: try again.
#ifndef BASEWALK_CLI_BEGINNING_H_
#define BASEWALK_CLI_BEGINNING_H_

namespace basewalk::cli {

/// The process starts.  Standard descriptors that are closed are held, so that no file gets their
/// numbers.  Some of what CLI11 allocates it allocates before main(), or where nothing
/// may be thrown: std::terminate() says so and ends with kTryAgain, until verb_begins().
void process_starts() noexcept;
/// From here on std::terminate() is a fault, which a dump should show.
void verb_begins() noexcept;
bool has_verb_begun() noexcept;

/// A verb ends, by itself or by an exception.  libarchive, where it lacks memory, ends the process
/// from within (exit()): that is said as well, and the status is then `status_of_foreign`.
void verb_ends() noexcept;
void expect_foreign_exit(int status_of_foreign) noexcept;

/// Memory is short, and nobody who knew more has said so.  Needs none.
void say_no_memory() noexcept;
/// The same of another exception.
void say_internal_error(const char* what) noexcept;

}  // namespace basewalk::cli

#endif  // BASEWALK_CLI_BEGINNING_H_

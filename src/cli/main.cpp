// SPDX-License-Identifier: MIT
//
// The tool.  The table of its verbs is in command.cpp.
#include "cli/beginning.h"
#include "cli/command.h"

namespace {

// Before the objects that libraries make before main().
[[gnu::constructor(101)]] void start() { basewalk::cli::process_starts(); }

}  // namespace

int main(int argc, char** argv) { return basewalk::cli::run_command(argc, argv); }

// SPDX-License-Identifier: MIT
//
// The tool.  The table of its verbs is in command.cpp.
#include "cli/command.h"

int main(int argc, char** argv) { return basewalk::cli::run_command(argc, argv); }

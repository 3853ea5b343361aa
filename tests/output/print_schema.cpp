// SPDX-License-Identifier: MIT
//
// Prints the schema of the output, as the tables of columns say it.
#include <cstdio>

#include "output/schema.h"

int main() { return std::fputs(basewalk::output::output_schema().c_str(), stdout) < 0 ? 1 : 0; }

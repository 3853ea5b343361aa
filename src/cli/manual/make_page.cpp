// SPDX-License-Identifier: MIT
//
// A page of the manual, filled in: make_page TOP PAGE, as scdoc takes it, to standard output.
#include <fstream>
#include <iostream>
#include <iterator>
#include <string>

#include "cli/manual/pages.h"

int main(int argc, char** argv) {
  if (argc != 3) {
    std::cerr << "make_page: give the source folder and the page\n";
    return 2;
  }
  const std::string top = argv[1];
  bool all_read = true;
  const auto read = [&](const std::string& name) {
    std::ifstream file(top + "/" + name, std::ios::binary);
    if (!file) {
      std::cerr << "make_page: " << name << " cannot be read\n";
      all_read = false;
    }
    return std::string(std::istreambuf_iterator<char>(file), {});
  };
  std::cout << basewalk::cli::filled_page(read(argv[2]), read) << std::flush;
  return all_read && std::cout ? 0 : 1;
}

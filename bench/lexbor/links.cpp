// SPDX-License-Identifier: MIT
//
// How fast the links of pages are found: links FILE...; as lexbor_tree.c, which builds the trees of
// the same pages with lexbor.
//
//     c++ -std=c++20 -O3 links.cpp -o links $(pkg-config --cflags --libs --static basewalk)
#include <algorithm>
#include <ctime>
#include <fstream>
#include <iostream>
#include <iterator>
#include <string>
#include <vector>

#include "basewalk/extract/extract.h"

namespace {

double now() {
  timespec time{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
  return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_nsec) / 1e9;
}

}  // namespace

int main(int argc, char** argv) {
  std::vector<std::string> pages;
  double size = 0, best = 0;
  for (int i = 1; i < argc; ++i) {
    std::ifstream file(argv[i], std::ios::binary);
    pages.emplace_back(std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>());
    size += static_cast<double>(pages.back().size());
  }
  basewalk::extract::Finds finds;
  std::size_t count = 0;
  for (int round = 0; round < 5; ++round) {
    const double begin = now();
    count = 0;
    for (const std::string& page : pages) {
      finds.clear();
      basewalk::extract::extract_html(page, {}, finds);
      count += finds.finds.size();
    }
    best = std::max(best, size / 1e6 / (now() - begin));
  }
  std::cout << "basewalk: " << static_cast<long>(best) << " MB/s, " << count << " finds\n";
}

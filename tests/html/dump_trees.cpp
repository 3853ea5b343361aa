// SPDX-License-Identifier: MIT
//
// Reads lines, each a JSON array of documents, and writes for each an array of their trees.
#include <iostream>
#include <nlohmann/json.hpp>
#include <string>

#include "document.h"

int main() {
  std::ios::sync_with_stdio(false);
  for (std::string line; std::getline(std::cin, line);) {
    nlohmann::json out = nlohmann::json::array();
    for (const auto& text : nlohmann::json::parse(line))
      out.push_back(basewalk::test::dump_of(text.get<std::string>(), false));
    std::cout << out.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace) << std::endl;
  }
}

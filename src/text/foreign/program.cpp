// SPDX-License-Identifier: MIT
#include "text/foreign/program.h"

#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>

namespace basewalk::text {

bool is_program(const std::string& path) {
  struct stat status {};
  return ::stat(path.c_str(), &status) == 0 && S_ISREG(status.st_mode) &&
         ::access(path.c_str(), X_OK) == 0;
}

std::string find_program(std::string_view name) {
  if (name.find('/') != std::string_view::npos)
    return is_program(std::string(name)) ? std::string(name) : std::string();
  const char* path = std::getenv("PATH");
  // What the C library takes in its place.
  std::string_view left = path != nullptr ? path : "/bin:/usr/bin";
  while (!left.empty() && !name.empty()) {
    const std::string_view folder = left.substr(0, left.find(':'));
    left.remove_prefix(std::min(folder.size() + 1, left.size()));
    if (!folder.starts_with('/')) continue;
    std::string program = std::string(folder).append("/").append(name);
    if (is_program(program)) return program;
  }
  return {};
}

}  // namespace basewalk::text

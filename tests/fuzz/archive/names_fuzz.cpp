// SPDX-License-Identifier: MIT
//
// A list of names, as `find` prints one, beside a plain reading of it: what ends a name, the first
// byte says.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "basewalk/archive/name_list.h"
#include "fuzz/fuzzing.h"

namespace {

using namespace basewalk;
using basewalk::fuzz::require;

// What lies between ends is a name; nothing is none.  The first that no file can have ends the
// list.
std::vector<std::string> plainly(std::string_view text, char end, bool& is_whole) {
  std::vector<std::string> names;
  while (!text.empty()) {
    const std::string_view name = text.substr(0, text.find(end));
    is_whole = name.size() <= 65536 && name.find('\0') == name.npos;
    if (!is_whole) break;
    if (!name.empty()) names.emplace_back(name);
    text.remove_prefix(std::min(name.size() + 1, text.size()));
  }
  return names;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  fuzz::Input input(data, size);
  const char end = input.byte() % 2 == 0 ? '\n' : '\0';
  const fuzz::MemoryFile file(input.rest());
  Result<archive::NameList> list = archive::NameList::open(file.name(), end);
  require(list.has_value());
  std::vector<std::string> names;
  while (std::optional<std::string> name = list->next()) names.push_back(*std::move(name));
  require(!list->next());
  bool is_whole = true;
  require(names == plainly(input.rest(), end, is_whole));
  require(list->problem().empty() == is_whole);
  return 0;
}

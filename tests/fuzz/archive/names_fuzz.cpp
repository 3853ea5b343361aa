// SPDX-License-Identifier: MIT
//
// A list of names, as `find` prints one, beside a plain reading of it: what ends a name, the first
// byte says.
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

// What lies between ends is a name, of which 64 KiB are enough; nothing is none.
std::vector<std::string> plainly(std::string_view text, char end) {
  std::vector<std::string> names(1);
  for (const char c : text)
    if (c == end)
      names.emplace_back();
    else if (names.back().size() < 65536)
      names.back() += c;
  std::erase(names, "");
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
  require(list->problem().empty() && names == plainly(input.rest(), end));
  return 0;
}

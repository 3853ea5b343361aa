// SPDX-License-Identifier: MIT
#include "basewalk/flags.h"

#include <algorithm>
#include <iterator>

#include "text/enum_table.h"

namespace basewalk {
static_assert(is_table_of(kFlagNames, &FlagName::flag));
static_assert(is_sorted_by_name(kFlagNames));  // the order of enumerators is that of the output
static_assert(std::size(kFlagNames) <= 32);    // the bits of a set

std::string_view name(Flag flag) { return kFlagNames[static_cast<std::size_t>(flag)].name; }

std::optional<Flag> flag_named(std::string_view name) {
  const auto* const found = std::find_if(std::begin(kFlagNames), std::end(kFlagNames),
                                         [&](const FlagName& entry) { return entry.name == name; });
  return found == std::end(kFlagNames) ? std::nullopt : std::optional(found->flag);
}

Flags all_flags() {
  Flags all;
  for (const FlagName& entry : kFlagNames) all.add(entry.flag);
  return all;
}

}  // namespace basewalk

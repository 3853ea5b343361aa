// SPDX-License-Identifier: MIT
#include "basewalk/flags.h"

#include <algorithm>
#include <iterator>

#include "text/enum_table.h"

namespace basewalk {
namespace {

struct Entry {
  Flag flag;
  std::string_view name;
};

constexpr Entry kEntries[] = {
    {Flag::backslash, "backslash"},
    {Flag::base_split, "base-split"},
    {Flag::control_removed, "control-removed"},
    {Flag::encoded_control, "encoded-control"},
    {Flag::host_differs, "host-differs"},
    {Flag::invalid_syntax, "invalid-syntax"},
    {Flag::mixed_script_host, "mixed-script-host"},
    {Flag::not_ascii_host, "not-ascii-host"},
    {Flag::numeric_host, "numeric-host"},
    {Flag::password_in_url, "password-in-url"},
    {Flag::port_not_default, "port-not-default"},
    {Flag::port_reserved, "port-reserved"},
    {Flag::text_differs, "text-differs"},
    {Flag::unterminated, "unterminated"},
    {Flag::url_omitted, "url-omitted"},
    {Flag::userinfo, "userinfo"},
    {Flag::wrapped, "wrapped"},
};
static_assert(is_table_of(kEntries, &Entry::flag));
static_assert(is_sorted_by_name(kEntries));  // the order of enumerators is that of the output
static_assert(std::size(kEntries) <= 32);    // the bits of a set

}  // namespace

std::string_view name(Flag flag) { return kEntries[static_cast<std::size_t>(flag)].name; }

std::optional<Flag> flag_named(std::string_view name) {
  const auto* const found = std::find_if(std::begin(kEntries), std::end(kEntries),
                                         [&](const Entry& entry) { return entry.name == name; });
  return found == std::end(kEntries) ? std::nullopt : std::optional(found->flag);
}

Flags all_flags() {
  Flags all;
  for (const Entry& entry : kEntries) all.add(entry.flag);
  return all;
}

}  // namespace basewalk

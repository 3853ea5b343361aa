// SPDX-License-Identifier: MIT
#include "basewalk/archive/source.h"
#include "text/enum_table.h"

namespace basewalk::archive {
namespace {

struct Row {
  Trouble trouble;
  std::string_view name;
};
constexpr Row kRows[] = {
    {Trouble::unreadable, "unreadable"}, {Trouble::missing, "missing"},
    {Trouble::changed, "changed"},       {Trouble::damaged, "damaged"},
    {Trouble::doubtful, "doubtful"},     {Trouble::incomplete, "incomplete"},
    {Trouble::encrypted, "encrypted"},   {Trouble::no_reader, "no-reader"},
    {Trouble::too_deep, "too-deep"},     {Trouble::limit, "limit"},
    {Trouble::empty, "empty"},           {Trouble::misused, "misused"},
    {Trouble::not_mail, "not-mail"},     {Trouble::index, "index"},
    {Trouble::hidden, "hidden"},         {Trouble::again, "again"},
};
static_assert(is_table_of(kRows, &Row::trouble));

}  // namespace

std::string_view name(Trouble trouble) { return kRows[static_cast<std::size_t>(trouble)].name; }

std::optional<Trouble> trouble_named(std::string_view name) {
  for (const Row& row : kRows)
    if (row.name == name) return row.trouble;
  return {};
}

}  // namespace basewalk::archive

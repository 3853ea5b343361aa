// SPDX-License-Identifier: MIT
#include "policy/treatment.h"

#include <algorithm>

#include "text/enum_table.h"

namespace basewalk::policy {
namespace {

struct OnDoubtRow {
  OnDoubt what;
  std::string_view name;
};
constexpr OnDoubtRow kOnDoubt[] = {{OnDoubt::pass, "pass"},
                                   {OnDoubt::quarantine, "quarantine"},
                                   {OnDoubt::tempfail, "tempfail"},
                                   {OnDoubt::reject, "reject"}};
static_assert(is_table_of(kOnDoubt, &OnDoubtRow::what));

}  // namespace

std::string_view name(OnDoubt what) { return kOnDoubt[static_cast<std::size_t>(what)].name; }

Strictness strictness_of(const Treatment& treatment) {
  if (treatment.off) return {};
  const rewrite::Options& options = treatment.rewriting;
  Strictness made;
  made.acts = treatment.dry_run ? 1 : 2;
  made.on_doubt = treatment.on_doubt;
  made.followed = options.defang ? 2 : options.wrap.empty() ? 0 : 1;
  const bool others[] = {
      options.absolute,   options.drop_base,   options.unwrap,       !options.unwrap_from.empty(),
      options.cid_inline, options.edit_signed, options.walk.linkify, options.mark};
  made.edits = static_cast<int>(std::ranges::count(others, true));
  made.all = options.only.empty();
  return made;
}

}  // namespace basewalk::policy

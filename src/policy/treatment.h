// SPDX-License-Identifier: MIT
//
// What becomes of a message: what a rule decides, and where none matches the milter's own options.
#ifndef BASEWALK_POLICY_TREATMENT_H_
#define BASEWALK_POLICY_TREATMENT_H_

#include <compare>
#include <cstdint>
#include <string_view>

#include "basewalk/rewrite/rewrite.h"

namespace basewalk::policy {

/// What happens to a message whose verdict is not clear; from the mildest to the strictest.
enum class OnDoubt : std::uint8_t { pass, quarantine, tempfail, reject };
std::string_view name(OnDoubt what);

struct Treatment {
  rewrite::Options rewriting;
  OnDoubt on_doubt = OnDoubt::pass;
  bool dry_run = false;  ///< change nothing, only log and count
  bool off = false;      ///< do not even look; the rest does not count
};

/// How strict a treatment is, from the first to the last of:
struct Strictness {
  int acts = 0;        ///< off, dry-run, neither
  OnDoubt on_doubt{};  ///< as they stand there
  int followed = 0;    ///< what a reader may follow: as it is, wrapped, defanged
  int edits = 0;       ///< how many of the other options of rewriting are on
  bool all = false;    ///< no condition (`only`) leaves links as they are

  auto operator<=>(const Strictness&) const = default;
};
Strictness strictness_of(const Treatment& treatment);

}  // namespace basewalk::policy

#endif  // BASEWALK_POLICY_TREATMENT_H_

// SPDX-License-Identifier: MIT
//
// A message whose first reading was edited, as other readers see it: a link that only they have is
// edited where it stands, and what stays is told.
//
// Before this: the edits of the first reading are made (splice/text_edits.h).  After it: settle/
// takes away the doubts themselves, where that is asked for.
#ifndef BASEWALK_REWRITE_CHECK_OTHER_READINGS_H_
#define BASEWALK_REWRITE_CHECK_OTHER_READINGS_H_

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "basewalk/rewrite/rewrite.h"
#include "basewalk/walk/walk.h"
#include "rewrite/plan/ledger.h"
#include "rewrite/plan/policy.h"

namespace basewalk::rewrite {

// What keeps the bytes of a part from being edited.
inline constexpr std::uint8_t kSigned = 1, kEncrypted = 2;

/// What the report knows a link by.
std::string key_of(const Link& link);

/// Equal for links of one place that lead to one place.
std::uint64_t answer_of(const Link& link);

/// Has a text a signature that OpenPGP puts around it (RFC 4880 7)?
bool has_inline_signature(std::string_view text);

class OtherReadings {
 public:
  /// All must outlive it.
  OtherReadings(const Options& options, Policy& policy, Walker& walker)
      : options_(options), policy_(policy), walker_(walker) {}

  /// Looks at what the splices of `result` make.  Adds edits of links that another reading has, and
  /// takes what is there no more from what is kept; adds to `ledger` what stays and was not told.
  /// `wanted`: links of other readings that should have changed, by key_of().  An edit is made
  /// only where the first reading shows the same bytes, in the same encoding, or none; never in the
  /// header of the whole, nor in what is `closed` (kSigned, kEncrypted: one for each part).  The
  /// message so made is read once more: the first reading must have the same parts and the same
  /// links, all readings together fewer links that should have changed, and none more, and each
  /// edit must be read back.  Where links of two readings lie in one another the first text counts.
  /// Cost: a walk of the result, and a second one where there is something to edit; up to four more
  /// where not all of that can be put in.
  void check(Rewritten& result, Ledger& ledger, const std::vector<std::uint8_t>& closed,
             std::vector<std::string> wanted);

 private:
  class Seen;
  class Editing;
  struct Tried;

  bool fits(const Rewritten& result, const Message& made, const Seen& before,
            const std::vector<Done>& done, Tried& tried);
  bool edit(Rewritten& result, const Message& made, const Seen& before, std::vector<Done> done,
            Tried& tried);
  static void report(Rewritten& result, Ledger& ledger, const Seen& seen);

  const Options& options_;
  Policy& policy_;
  Walker& walker_;
};

}  // namespace basewalk::rewrite

#endif  // BASEWALK_REWRITE_CHECK_OTHER_READINGS_H_

// SPDX-License-Identifier: MIT
//
// basewalk milter: the same rewriting as `basewalk rewrite`, for Postfix and sendmail.
#include "cli/verbs/filter_verb.h"
#include "milter/server.h"

namespace basewalk::cli {
namespace {

constexpr FilterProgram kMilterProgram = {
    FilterKind::milter,
    "basewalk milter",
    {"milter", "basewalk-milter"},
    "basewalk_milter_",
    [](filter::Service& service) -> std::unique_ptr<filter::Connections> {
      return std::make_unique<milter::Connections>(service);
    }};

class Milter final : public FilterVerb {
 public:
  Milter() : FilterVerb(kMilterProgram) {}
};

}  // namespace

const Command kMilter = {"milter", "Rewrite mail on its way through Postfix or sendmail",
                         make_verb<Milter>};

}  // namespace basewalk::cli

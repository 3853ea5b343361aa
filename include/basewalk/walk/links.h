// SPDX-License-Identifier: MIT
//
// The links of a message, to be kept.
//
//     for (const basewalk::OwnedLink& link : basewalk::links_of(load("mail.eml")))
//       std::cout << link.part << '\t' << link.url.value_or(link.raw) << '\n';
//
// walk() costs less: it copies nothing.  This is for who wants links behind the walk.
#ifndef BASEWALK_WALK_LINKS_H_
#define BASEWALK_WALK_LINKS_H_

#include <memory>
#include <string_view>
#include <vector>

#include "basewalk/walk/walk.h"

#pragma GCC visibility push(default)

namespace basewalk {

/// A link whose texts are its own, for as long as it or a copy of it lives; copies share them.
/// Link::find is null.
class OwnedLink : public Link {
 public:
  /// One allocation for all texts.
  explicit OwnedLink(const Link& link);

 private:
  std::shared_ptr<const char[]> texts_;
};

/// Every link of a message, in the order of its bytes.  Needs the bytes no longer than the call.
/// Never fails; cost: that of walk(), and an allocation for each link.
std::vector<OwnedLink> links_of(std::string_view bytes, const WalkOptions& options = {});
/// The same of a message that is read already, or that from_mimetic() made.
std::vector<OwnedLink> links_of(const Message& message, const WalkOptions& options = {});

}  // namespace basewalk

#pragma GCC visibility pop

#endif  // BASEWALK_WALK_LINKS_H_

// SPDX-License-Identifier: MIT
//
// Which parts of a message make a bundle together.
//
// Each part lies in a scope: the nearest multipart/related around it, or, where there is none, its
// message.  A scope knows the one around it; a message ends the chain.
#ifndef BASEWALK_BUNDLE_MATCH_STRUCTURE_H_
#define BASEWALK_BUNDLE_MATCH_STRUCTURE_H_

#include <cstdint>
#include <vector>

#include "basewalk/mime/part.h"

namespace basewalk::bundle {

inline constexpr std::uint32_t kNoScope = mime::kNone;
/// Scope ids: the index of a multipart/related, or this bit and the index of a message's root.
inline constexpr std::uint32_t kMessageScope = 0x80000000;
/// All that a message holds, whatever is around it: the flat bundle of browsers.  No part lies in
/// it by scope_of(), and nothing is around it.
inline constexpr std::uint32_t kWholeBundle = kMessageScope | 0x7ffffffe;

inline bool is_message_scope(std::uint32_t scope) { return (scope & kMessageScope) != 0; }

bool is_multipart(const mime::Part& part);
bool is_related(const mime::Part& part);
bool is_alternative(const mime::Part& part);
/// text/html, application/xhtml+xml
bool is_html(const mime::Part& part);
/// What a browser shows by itself.
bool is_displayable(const mime::Part& part);

class Structure {
 public:
  explicit Structure(const Message& message);

  /// The scope that a part lies in; of a multipart/related the one around it.
  std::uint32_t scope_of(std::uint32_t part) const { return scopes_[part]; }
  /// The scope around a scope; kNoScope around a message.
  std::uint32_t around(std::uint32_t scope) const {
    return is_message_scope(scope) ? kNoScope : scopes_[scope];
  }
  /// The root entity of the message that the part belongs to.
  std::uint32_t message_of(std::uint32_t part) const;

  /// Every multipart/related has found its root (by part index; sorted descending as they end).
  /// `root_of(related)` names a part inside it, or kNone for its first.  In the lenient profile a
  /// member of a multipart/alternative counts as HTML that has HTML anywhere in it.
  template <class RootOf>
  void find_leads(const RootOf& root_of, bool lenient) {
    if (lenient) find_pages();
    for (std::uint32_t i = static_cast<std::uint32_t>(leads_.size()); i-- > 0;)
      leads_[i] = lead_of(i, is_related(message_.parts[i]) ? root_of(i) : mime::kNone);
  }

  /// The leaf that a reader shows first of a part: the root of a multipart/related, the HTML member
  /// of a multipart/alternative, the first part of another multipart.  After find_leads().
  std::uint32_t lead(std::uint32_t part) const { return leads_[part]; }
  /// The same, but a multipart of another kind is itself.
  std::uint32_t shown(std::uint32_t part) const;

  /// The body that a reader shows first: the lead of the first multipart/related that is in no
  /// message inside, else the first HTML; kNone where there is neither.
  std::uint32_t root() const;
  /// A page in place of a root that is none ([M1]): the first HTML of that multipart/related, of
  /// the message, of the messages in it; kNone where there is none.
  std::uint32_t first_page() const;

  /// Is the nearest part around both a multipart/alternative?  `a` < `b`.
  bool are_alternatives(std::uint32_t a, std::uint32_t b) const;

 private:
  std::uint32_t lead_of(std::uint32_t part, std::uint32_t root) const;
  std::uint32_t best_member(std::uint32_t alternative) const;
  void find_pages();
  std::uint32_t root_within(std::uint32_t begin, std::uint32_t end) const;
  std::uint32_t related_within(std::uint32_t begin, std::uint32_t end) const;
  std::uint32_t page_within(std::uint32_t begin, std::uint32_t end) const;

  const Message& message_;
  std::vector<std::uint32_t> scopes_;
  std::vector<std::uint32_t> leads_;
  // By part: the first HTML in it that is in no message inside, or kNone; empty if not lenient.
  std::vector<std::uint32_t> pages_;
};

}  // namespace basewalk::bundle

#endif  // BASEWALK_BUNDLE_MATCH_STRUCTURE_H_

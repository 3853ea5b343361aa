// SPDX-License-Identifier: MIT
//
// What should stand in place of a link, as the options want it: the table of actions, and what each
// does to the text of a reference.
#ifndef BASEWALK_REWRITE_PLAN_POLICY_H_
#define BASEWALK_REWRITE_PLAN_POLICY_H_

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "basewalk/extract/extract.h"
#include "basewalk/rewrite/rewrite.h"
#include "basewalk/url/resolve.h"
#include "rewrite/plan/template.h"

namespace basewalk::rewrite {

class Policy {
 public:
  /// Error codes: those of Rewriter::make().
  static Result<Policy> make(const Options& options);

  /// What becomes of a link; nothing where it stays.  Sets `to`, and refused().
  std::optional<Edit::Kind> wish(const Link& link, std::string& to);

  /// Why something that is asked for would not hold for the last link, or nothing.
  std::optional<Kept::Why> refused() const { return refused_; }

  /// Does it meet the conditions?
  bool may_edit(const Link& link);

  /// Is it a reference to a place in its own document, whatever base there is (RFC 3986 4.4)?
  static bool is_same_document(const Link& link);

  /// Does it lead to the same place where no base stands in its text any more?
  static bool stands_without_base(const Link& link);

 private:
  static bool needs_assumed_base(const Link& link);

  // A link, and what it has become so far.
  struct Draft {
    const Link& link;
    std::string& to;
    std::optional<Edit::Kind> kind;
    std::string_view target;  // where a browser would go
  };

  explicit Policy(const Options& options);

  // Does what is asked for to a draft, if it applies: true where it changed it.
  bool take(Edit::Kind kind, Draft& draft);
  bool make_absolute(Draft& draft);
  // Would a browser open something else if the answer stood in place of the reference?
  bool leads_elsewhere(const Link& link);
  bool becomes_a_link(const Link& link);
  bool unwrap(Draft& draft);
  bool unwrap_own(Draft& draft);
  bool defang(Draft& draft) const;
  bool wrap(Draft& draft);

  bool find_wrapped(const Link& link);
  bool find_omitted(const Link& link, std::string_view& target);
  bool may_change(const Link& link) const;

  std::vector<Edit::Kind> wanted_;
  std::vector<Condition> only_;
  std::string assume_scheme_;
  bool linkify_, unwrap_known_, drops_base_;
  unsigned wrap_lifetime_;
  std::optional<Template> template_;
  std::vector<Template> own_;  // Options::unwrap_from
  std::optional<Kept::Why> refused_;
  url::Base no_base_;
  // Used again from link to link.
  std::unique_ptr<extract::Finds> finds_ = std::make_unique<extract::Finds>();
  std::string url_, inner_, clicked_;
};

}  // namespace basewalk::rewrite

#endif  // BASEWALK_REWRITE_PLAN_POLICY_H_

// SPDX-License-Identifier: MIT
//
// From a find and the scope it stands in to a Link.
#ifndef BASEWALK_WALK_LINK_MAKER_H_
#define BASEWALK_WALK_LINK_MAKER_H_

#include <string>

#include "basewalk/extract/extract.h"
#include "basewalk/walk/walk.h"

namespace basewalk {

class LinkMaker {
 public:
  /// `options` must outlive it.
  explicit LinkMaker(const WalkOptions& options)
      : options_(options),
        no_base_(std::string_view(), options.rules),
        browser_no_base_(std::string_view(), url::Rules::whatwg) {}

  /// Begins a message: its size decides how much may be written of bases and URLs ([H3]).
  void begin(std::size_t message_size);

  /// Fills everything but `part` and `type`.  The link's texts are good until the next call.
  void make(const extract::Find& find, const base::Scope& scope, Link& link);

  /// Links whose base and URL were left out since begin().
  std::size_t omitted() const { return omitted_; }

 private:
  void answer(const extract::Find& find, const base::Scope& scope, Link& link);
  void click(const extract::Find& find, const base::Scope& scope, Link& link);
  static void skip(const extract::Find& find, Link& link);
  void bound(Link& link);

  const WalkOptions& options_;
  // What an absolute reference is resolved against where there is no base.
  const url::Base no_base_, browser_no_base_;
  std::string url_, clicked_;
  std::size_t budget_ = 0;
  std::size_t omitted_ = 0;
};

}  // namespace basewalk

#endif  // BASEWALK_WALK_LINK_MAKER_H_

// SPDX-License-Identifier: MIT
//
// The template of wrapped links: `https://guard.example/?u={url}&m={mac}`, or, with all of it in
// the path, `https://guard.example/{mac}/{path-url}`.
#ifndef BASEWALK_REWRITE_PLAN_TEMPLATE_H_
#define BASEWALK_REWRITE_PLAN_TEMPLATE_H_

#include <string>
#include <string_view>
#include <vector>

#include "basewalk/result.h"

namespace basewalk::rewrite {

class Template {
 public:
  /// Error codes: "template", "key".  `linkified`: where programs will look for links in the text,
  /// wrapped ones are written so that they find their ends.
  static Result<Template> read(std::string_view text, std::string_view key, bool linkified = false);

  /// Appends the wrapped form of a URL.
  void wrap(std::string_view url, std::string& out) const;

  /// Does the wrapped form keep the URL and its code where a browser puts what was filled in into a
  /// form in place of the query?
  bool keeps_without_query() const { return keeps_without_query_; }

  /// Is it the wrapped form of some URL, its code included?
  bool is_wrapped(std::string_view url) const;

 private:
  void wrap(std::string_view url, bool apart, std::string& out) const;

  enum class Kind { literal, url, mac };
  struct Piece {
    Kind kind;
    std::string text;  // of a literal
  };

  std::vector<Piece> pieces_;
  std::string key_;
  bool linkified_ = false;
  bool keeps_without_query_ = false;
};

}  // namespace basewalk::rewrite

#endif  // BASEWALK_REWRITE_PLAN_TEMPLATE_H_

// SPDX-License-Identifier: MIT
//
// The template of wrapped links: `https://guard.example/?u={url}&m={mac}`.
#ifndef BASEWALK_REWRITE_PLAN_TEMPLATE_H_
#define BASEWALK_REWRITE_PLAN_TEMPLATE_H_

#include <string>
#include <string_view>
#include <vector>

#include "basewalk/result.h"

namespace basewalk::rewrite {

class Template {
 public:
  /// Error codes: "template", "key".
  static Result<Template> read(std::string_view text, std::string_view key);

  /// Appends the wrapped form of a URL.
  void wrap(std::string_view url, std::string& out) const;

  /// Is it the wrapped form of some URL, its code included?
  bool is_wrapped(std::string_view url) const;

 private:
  enum class Kind { literal, url, mac };
  struct Piece {
    Kind kind;
    std::string text;  // of a literal
  };

  std::vector<Piece> pieces_;
  std::string key_;
};

}  // namespace basewalk::rewrite

#endif  // BASEWALK_REWRITE_PLAN_TEMPLATE_H_

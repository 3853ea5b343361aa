// SPDX-License-Identifier: MIT
//
// References in style sheets and lists of declarations.
#ifndef BASEWALK_EXTRACT_CSS_H_
#define BASEWALK_EXTRACT_CSS_H_

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "extract/find_visitor.h"

namespace basewalk::extract {

/// Reads CSS as tokens (CSS Syntax 3, 4.3) and knows just enough of its grammar to say which
/// strings are references.
class CssScanner {
 public:
  explicit CssScanner(FindVisitor& visitor) : visitor_(visitor) {}

  /// False where the visitor wants no more.
  bool scan(std::string_view text);

 private:
  enum class Expect : std::uint8_t {
    nothing,
    import,     // behind @import: a string or url() is a style sheet
    no_import,  // behind @namespace: a string or url() is a name
    url,        // behind url( and a quote
    src,        // behind src(
  };

  void comment();
  bool string(char quote);
  bool name();
  bool url_token();
  void at_keyword();
  std::string_view read_name(std::string& memory);
  void escape(std::string& out);
  bool is_escape(std::size_t at) const;
  bool begins_name(std::size_t at) const;
  bool report(Role role, std::string_view raw, bool ended, std::size_t begin, std::size_t end);
  void begin_value();
  void decode();
  std::string_view end_value();

  FindVisitor& visitor_;
  std::string_view text_;
  std::size_t pos_ = 0;
  Expect expect_ = Expect::nothing;
  bool in_import_ = false;     // the url( at hand belongs to @import
  bool in_namespace_ = false;  // or to @namespace
  std::size_t depth_ = 0;      // of parentheses
  std::size_t image_set_ = 0;  // the depth within the outermost image-set(, or 0
  std::string name_;
  std::string value_;
  std::size_t piece_ = 0;  // what follows the decoded part of a value
  bool decoded_ = false;
};

/// How a find of CssScanner at `begin` of its text is written.
inline Syntax css_syntax(std::string_view text, std::size_t begin) {
  const char before = begin > 0 ? text[begin - 1] : '(';
  if (before == '"') return Syntax::css_double_quoted;
  return before == '\'' ? Syntax::css_single_quoted : Syntax::css_url;
}

}  // namespace basewalk::extract

#endif  // BASEWALK_EXTRACT_CSS_H_

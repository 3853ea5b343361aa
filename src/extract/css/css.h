// SPDX-License-Identifier: MIT
//
// References in style sheets and lists of declarations.
#ifndef BASEWALK_EXTRACT_CSS_CSS_H_
#define BASEWALK_EXTRACT_CSS_CSS_H_

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "extract/css/css_flow.h"
#include "extract/find_visitor.h"

namespace basewalk::extract {

/// Reads CSS as tokens (CSS Syntax 3, 4.3) and knows just enough of its grammar to say which
/// strings are references.  A string may become one far from where it stands, through `var()` and
/// its kin: what it saw of that is kept from text to text until settle().
class CssScanner {
 public:
  explicit CssScanner(FindVisitor& visitor) : visitor_(visitor) {}

  /// False where the visitor wants no more.
  bool scan(std::string_view text) { return scan(text, 0, text.size()); }
  /// The same for a stretch of a text.
  bool scan(std::string_view text, std::size_t begin, std::size_t end);

  /// Up to where the last text was scanned.
  std::size_t searched() const { return pos_; }

  /// Names of texts that are scanned from now on mean the same where this number is the same.
  void set_document(std::uint32_t number) { document_ = number; }
  /// Has nothing been kept for settle()?
  bool is_settled() const { return flow_.is_empty(); }
  /// Adds the strings that became references, each where it was met; at most `most` finds.
  void settle(std::size_t most) { flow_.settle(visitor_.memory(), most); }

 private:
  enum class Expect : std::uint8_t {
    nothing,
    import,     // behind @import: a string or url() is a style sheet
    no_import,  // behind @namespace: a string or url() is a name
    url,        // behind url( and a quote
    src,        // behind src(
  };

  enum class AtRule : std::uint8_t { none, property, function };

  void comment();
  void open_brace();
  void close_brace();
  void close_parenthesis();
  bool begins_declaration(std::size_t name);
  CssNode place() const;
  CssNode node(std::size_t begin, std::size_t end);
  void dashed_name(std::size_t begin);
  bool function(std::string_view word, std::size_t begin, Expect before);
  bool string(char quote);
  bool name();
  bool url_token();
  void at_keyword();
  std::string_view read_name(std::string& memory);
  void escape(std::string& out);
  bool is_escape(std::size_t at) const;
  bool begins_name(std::size_t at) const;
  bool report(Role role, std::string_view raw, bool ended, std::size_t begin, std::size_t end,
              CssNode place = kUrlPlace);
  void begin_value();
  void decode();
  std::string_view end_value();

  FindVisitor& visitor_;
  std::string_view text_;
  std::size_t pos_ = 0;
  Expect expect_ = Expect::nothing;
  bool in_import_ = false;     // the url( at hand belongs to @import
  bool in_namespace_ = false;  // or to @namespace
  std::string name_;
  std::string value_;
  std::size_t piece_ = 0;  // what follows the decoded part of a value
  bool decoded_ = false;

  CssFlow flow_;
  std::uint32_t document_ = 0;
  AtRule at_rule_ = AtRule::none;  // that of which the name is awaited
  CssNode property_ = kNowhere;    // the last @property
  CssNode function_ = kNowhere;    // the last @function
  CssNode parameter_ = kNowhere;   // the last parameter of it
  CssNode owner_ = kNowhere;       // of the declaration at hand
  // What each parenthesis that is open takes strings for.  A brace within parentheses is kept as
  // one, behind the owner of the declaration around it.
  std::vector<CssNode> open_;
  std::size_t start_ = 0;  // where a declaration may begin; kNone once something else did
};

/// How a find of CssScanner at `begin` of its text is written.
inline Syntax css_syntax(std::string_view text, std::size_t begin) {
  const char before = begin > 0 ? text[begin - 1] : '(';
  if (before == '"') return Syntax::css_double_quoted;
  return before == '\'' ? Syntax::css_single_quoted : Syntax::css_url;
}

}  // namespace basewalk::extract

#endif  // BASEWALK_EXTRACT_CSS_CSS_H_

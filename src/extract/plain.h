// SPDX-License-Identifier: MIT
//
// References in text that has no markup.
#ifndef BASEWALK_EXTRACT_PLAIN_H_
#define BASEWALK_EXTRACT_PLAIN_H_

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "extract/find_visitor.h"
#include "text/offsets.h"

namespace basewalk::extract {

/// Searches a text for `<URL:...>`, `<...>` around something with a scheme, bare URLs and forms
/// without a scheme that people read as a link.
class PlainScanner {
 public:
  PlainScanner(const Options& options, FindVisitor& visitor)
      : options_(options), visitor_(visitor) {}

  /// False where the visitor wants no more.
  bool scan(std::string_view text);

 private:
  struct Extent {
    std::size_t end;      // in the text, without what was trimmed
    bool joined = false;  // lines were joined; the reference stands in joined_
  };

  bool search();
  bool report(std::string_view raw, std::uint8_t flags, std::size_t begin, std::size_t end);
  bool colon(std::size_t at);
  bool refanged_host(std::size_t dot);
  bool host_form(std::size_t at);
  bool bracketed(std::size_t open, std::size_t begin, bool prefixed);
  bool bare(std::size_t begin, std::size_t from, std::uint8_t flags);
  std::size_t url_end(std::size_t pos);
  Extent extent(std::size_t begin, std::size_t from);
  std::size_t trim(std::string_view url, std::size_t at_least, char before) const;
  std::size_t quote_depth(std::size_t at);
  std::size_t skip_quotes(std::size_t at, std::size_t depth) const;
  std::size_t soft_break(std::size_t blank, std::size_t depth) const;

  const Options& options_;
  FindVisitor& visitor_;
  std::string_view text_;
  std::size_t next_ = 0;        // where the search goes on
  std::size_t line_ = 0;        // the beginning of the last line that was asked for
  std::size_t line_known_ = 0;  // how far the beginnings of lines are known
  std::size_t run_begin_ = 1;   // a stretch without a character that ends a URL; none yet
  std::size_t run_end_ = 0;
  std::string joined_;
  // Of Options::refang: the text as it was meant, and the way back.
  bool is_refanged_ = false;
  std::string refanged_;
  text::Offsets offsets_;
  std::vector<std::size_t> dots_;
};

}  // namespace basewalk::extract

#endif  // BASEWALK_EXTRACT_PLAIN_H_

// SPDX-License-Identifier: MIT
//
// Between a scanner and those who call it: what was found, and where offsets lead.
#ifndef BASEWALK_EXTRACT_FIND_VISITOR_H_
#define BASEWALK_EXTRACT_FIND_VISITOR_H_

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "basewalk/extract/extract.h"

namespace basewalk::extract {

/// What kind of reference a scanner of text or of style sheets found.
enum class Word : std::uint8_t { none, text, url, import, image_set, src, string };

constexpr std::string_view word_text(Word word) {
  switch (word) {
    case Word::none:
      return {};
    case Word::text:
      return "text";
    case Word::url:
      return "url()";
    case Word::import:
      return "@import";
    case Word::image_set:
      return "image-set()";
    case Word::src:
      return "src()";
    case Word::string:
      return "string";
  }
  return {};
}

/// Is told of what a scanner finds.
class FindVisitor {
 public:
  explicit FindVisitor(Finds& out) : out_(out) {}
  FindVisitor(const FindVisitor&) = delete;
  FindVisitor& operator=(const FindVisitor&) = delete;

  /// `raw` is a view into the text that is scanned, or kept in `memory()`.  False ends the scan.
  virtual bool found(Word word, std::string_view raw, std::uint8_t flags, std::size_t begin,
                     std::size_t end) = 0;

  Finds& memory() { return out_; }

 protected:
  ~FindVisitor() = default;
  Finds& out_;
};

}  // namespace basewalk::extract

#endif  // BASEWALK_EXTRACT_FIND_VISITOR_H_

// SPDX-License-Identifier: MIT
//
// The entities that an XML document declares for itself (XML 1.0 4.2).
#ifndef BASEWALK_HTML_XML_ENTITIES_H_
#define BASEWALK_HTML_XML_ENTITIES_H_

#include <cstddef>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace basewalk::html {

class XmlEntities {
 public:
  /// Reads an internal subset (XML 1.0 2.8) from behind its "[" on.  The place behind the ">" of
  /// its document type declaration; kNone where it has no end.
  std::size_t read(std::string_view text, std::size_t pos);
  bool empty() const { return entities_.empty(); }

  /// Appends a text with its references to these entities replaced, and those in what replaces
  /// them; in comments and CDATA sections there are none.  Replacing costs what is put in and a
  /// little more; what would cost more than `budget` in all stays as it is, and so does what
  /// contains itself: then the answer is false.
  bool expand(std::string_view text, std::size_t budget, std::string& out) const;

 private:
  struct Level {
    std::string_view text;
    std::size_t pos;
    std::size_t entity;
  };
  void declare(std::string_view declaration);

  std::unordered_map<std::string_view, std::size_t> entities_;
  std::vector<std::string> values_;
};

}  // namespace basewalk::html

#endif  // BASEWALK_HTML_XML_ENTITIES_H_

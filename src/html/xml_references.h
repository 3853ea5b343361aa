// SPDX-License-Identifier: MIT
//
// What references in XML stand for, where an XML parser does not say it: those that need no
// declaration (XML 1.0 4.1 and 4.6), and entities in a document that is not well-formed.
#ifndef BASEWALK_HTML_XML_REFERENCES_H_
#define BASEWALK_HTML_XML_REFERENCES_H_

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>

#include "text/offsets.h"

namespace basewalk::html {

enum class XmlText : std::uint8_t { attribute, content, cdata };

/// Appends to `out` what a text means: character references and the five predefined entities,
/// line ends (2.11), white space in attributes (3.3.3, as of type CDATA); with `named` the names
/// that HTML has as well.  Other references stay as they are.  `offsets` as decode_html() has them.
void decode_xml(std::string_view written, XmlText kind, bool named, std::string& out,
                text::Offsets* offsets = nullptr);

/// Declarations of the entities among HTML's whose names a text uses (WHATWG HTML 14.2).
std::string declarations_of_names(std::string_view text);

/// Is it the public identifier of a document type whose entities are those of HTML (WHATWG HTML
/// 14.2)?
bool has_html_names(std::string_view public_id);

/// General entities that a document has declared for itself (XML 1.0 4.2).
class XmlEntities {
 public:
  void clear() { values_.clear(); }
  /// 4.2: of several with one name the first counts.
  void declare(std::string_view name, std::string_view replacement_text) {
    values_.try_emplace(std::string(name), replacement_text);
  }
  bool declares(std::string_view name) const { return values_.contains(name); }
  bool empty() const { return values_.empty(); }

  /// Appends a text with its references to these entities replaced, and those in what replaces
  /// them; in a tag what stands for one is escaped, so that it ends no value.  Replacing costs what
  /// is put in and a little more, which is taken from `budget`; what would cost more stays as it
  /// is, and so does what contains itself.
  void expand(std::string_view text, std::size_t& budget, std::string& out) const;

 private:
  std::map<std::string, std::string, std::less<>> values_;
};

}  // namespace basewalk::html

#endif  // BASEWALK_HTML_XML_REFERENCES_H_

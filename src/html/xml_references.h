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
  void clear() {
    values_.clear();
    has_breaks_ = false;
  }
  /// 4.2: of several with one name the first counts.
  void declare(std::string_view name, std::string_view replacement_text) {
    values_.try_emplace(std::string(name), replacement_text);
    has_breaks_ = has_breaks_ || replacement_text.find_first_of("\t\n\r") != replacement_text.npos;
  }
  bool declares(std::string_view name) const { return values_.contains(name); }
  bool empty() const { return values_.empty(); }

  /// Appends a text with its references to these entities replaced, and those in what replaces
  /// them; in a tag, and where the text is a value of one, what stands for one is escaped, so that
  /// it ends no value.  Replacing costs what is put in and a little more, which is taken from
  /// `budget`; what would cost more stays as it is, and so does what contains itself.
  void expand(std::string_view text, std::size_t& budget, std::string& out,
              bool is_value = false) const;

  /// Makes `out` what an attribute means in Chromium, where tabs and line ends that come out of
  /// entities are no blanks, as they are in what it means by XML 1.0 3.3.3; false where none do.
  bool restore_breaks(std::string_view written, std::string_view meaning, bool named,
                      std::string& out) const;

 private:
  bool has_breaks_ = false;  // one of them has a tab or a line end
  std::map<std::string, std::string, std::less<>> values_;
};

}  // namespace basewalk::html

#endif  // BASEWALK_HTML_XML_REFERENCES_H_

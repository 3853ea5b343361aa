// SPDX-License-Identifier: MIT
#include "html/doctype.h"

#include <algorithm>

#include "text/ascii.h"
#include "text/find.h"

namespace basewalk::html {

using text::find_byte;

namespace {

// Public identifiers that begin so, in lower case.
constexpr std::string_view kQuirkyBeginnings[] = {
    "+//silmaril//dtd html pro v0r11 19970101//",
    "-//as//dtd html 3.0 aswedit + extensions//",
    "-//advasoft ltd//dtd html 3.0 aswedit + extensions//",
    "-//ietf//dtd html 2.0 level 1//",
    "-//ietf//dtd html 2.0 level 2//",
    "-//ietf//dtd html 2.0 strict level 1//",
    "-//ietf//dtd html 2.0 strict level 2//",
    "-//ietf//dtd html 2.0 strict//",
    "-//ietf//dtd html 2.0//",
    "-//ietf//dtd html 2.1e//",
    "-//ietf//dtd html 3.0//",
    "-//ietf//dtd html 3.2 final//",
    "-//ietf//dtd html 3.2//",
    "-//ietf//dtd html 3//",
    "-//ietf//dtd html level 0//",
    "-//ietf//dtd html level 1//",
    "-//ietf//dtd html level 2//",
    "-//ietf//dtd html level 3//",
    "-//ietf//dtd html strict level 0//",
    "-//ietf//dtd html strict level 1//",
    "-//ietf//dtd html strict level 2//",
    "-//ietf//dtd html strict level 3//",
    "-//ietf//dtd html strict//",
    "-//ietf//dtd html//",
    "-//metrius//dtd metrius presentational//",
    "-//microsoft//dtd internet explorer 2.0 html strict//",
    "-//microsoft//dtd internet explorer 2.0 html//",
    "-//microsoft//dtd internet explorer 2.0 tables//",
    "-//microsoft//dtd internet explorer 3.0 html strict//",
    "-//microsoft//dtd internet explorer 3.0 html//",
    "-//microsoft//dtd internet explorer 3.0 tables//",
    "-//netscape comm. corp.//dtd html//",
    "-//netscape comm. corp.//dtd strict html//",
    "-//o'reilly and associates//dtd html 2.0//",
    "-//o'reilly and associates//dtd html extended 1.0//",
    "-//o'reilly and associates//dtd html extended relaxed 1.0//",
    "-//sq//dtd html 2.0 hotmetal + extensions//",
    "-//softquad software//dtd hotmetal pro 6.0::19990601::extensions to html 4.0//",
    "-//softquad//dtd hotmetal pro 4.0::19971010::extensions to html 4.0//",
    "-//spyglass//dtd html 2.0 extended//",
    "-//sun microsystems corp.//dtd hotjava html//",
    "-//sun microsystems corp.//dtd hotjava strict html//",
    "-//w3c//dtd html 3 1995-03-24//",
    "-//w3c//dtd html 3.2 draft//",
    "-//w3c//dtd html 3.2 final//",
    "-//w3c//dtd html 3.2//",
    "-//w3c//dtd html 3.2s draft//",
    "-//w3c//dtd html 4.0 frameset//",
    "-//w3c//dtd html 4.0 transitional//",
    "-//w3c//dtd html experimental 19960712//",
    "-//w3c//dtd html experimental 970421//",
    "-//w3c//dtd w3 html//",
    "-//w3o//dtd w3 html 3.0//",
    "-//webtechs//dtd mozilla html 2.0//",
    "-//webtechs//dtd mozilla html//"};

// Reads identifiers of a DOCTYPE: 13.2.5.57 to 67.
class DoctypeReader {
 public:
  explicit DoctypeReader(const Token& token) : text_(token.text), ended_(token.unterminated) {}

  Doctype read() {
    skip();
    if (at_end()) {
      doctype_.force_quirks = true;
      return doctype_;
    }
    const std::size_t begin = pos_;
    pos_ = end_of_word();
    doctype_.name = ascii::lowered(meant(text_.substr(begin, pos_ - begin)));
    skip();
    if (at_end()) {
      doctype_.force_quirks = ended_;
      return doctype_;
    }
    const std::string_view keyword = text_.substr(pos_, 6);
    const bool is_public = ascii::iequals(keyword, "public");
    if (!is_public && !ascii::iequals(keyword, "system")) return quirks();
    pos_ += 6;
    skip();
    if (!identifier(is_public ? doctype_.public_id : doctype_.system_id)) return quirks();
    skip();
    if (is_public && !at_end()) {
      if (!identifier(doctype_.system_id)) return quirks();
      skip();
    }
    // What follows the identifiers is passed over, the end of the text excepted.
    if (ended_ && at_end()) doctype_.force_quirks = true;
    return doctype_;
  }

 private:
  bool at_end() const { return pos_ >= text_.size(); }
  void skip() {
    while (!at_end() && ascii::is_space(text_[pos_])) ++pos_;
  }
  std::size_t end_of_word() const {
    std::size_t end = pos_;
    while (end < text_.size() && !ascii::is_space(text_[end])) ++end;
    return end;
  }
  Doctype quirks() {
    doctype_.force_quirks = true;
    return doctype_;
  }
  static std::string meant(std::string_view written) {
    std::string out;
    decode_html(written, References::keep, Nul::replace, out);
    return out;
  }
  bool identifier(std::optional<std::string>& id) {
    if (at_end() || (text_[pos_] != '"' && text_[pos_] != '\'')) return false;
    const char quote = text_[pos_];
    const std::size_t end = find_byte(text_, quote, ++pos_);
    id = meant(text_.substr(pos_, end - pos_));
    pos_ = std::min(end + 1, text_.size());
    return end < text_.size();
  }

  std::string_view text_;
  bool ended_;
  std::size_t pos_ = 0;
  Doctype doctype_;
};

}  // namespace

Doctype parse_doctype(const Token& token) { return DoctypeReader(token).read(); }

bool means_quirks(const Doctype& doctype) {
  if (doctype.force_quirks || !doctype.name || *doctype.name != "html") return true;
  const std::string system = ascii::lowered(doctype.system_id.value_or(""));
  if (system == "http://www.ibm.com/data/dtd/v11/ibmxhtml1-transitional.dtd") return true;
  if (!doctype.public_id) return false;
  const std::string id = ascii::lowered(*doctype.public_id);
  if (id == "-//w3o//dtd w3 html strict 3.0//en//" || id == "html" ||
      id == "-/w3c/dtd html 4.0 transitional/en")
    return true;
  if (!doctype.system_id && (id.starts_with("-//w3c//dtd html 4.01 frameset//") ||
                             id.starts_with("-//w3c//dtd html 4.01 transitional//")))
    return true;
  return std::any_of(std::begin(kQuirkyBeginnings), std::end(kQuirkyBeginnings),
                     [&](std::string_view beginning) { return id.starts_with(beginning); });
}

}  // namespace basewalk::html

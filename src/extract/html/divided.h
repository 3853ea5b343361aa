// SPDX-License-Identifier: MIT
//
// A word of the text that a page shows, which tags divide: "https://<b>h</b>.example/x" is one URL
// to whoever reads or copies it.
//
// Most texts end in white space or before an element on lines of its own: of these nothing is kept
// but where they stand.  Where one goes on in the next, the last word of the one and the first of
// the other are the first pieces of a word, and it goes on until something ends it.  Each byte is
// looked at once from either side at most.
#ifndef BASEWALK_SRC_EXTRACT_HTML_DIVIDED_H_
#define BASEWALK_SRC_EXTRACT_HTML_DIVIDED_H_

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "html/names.h"

namespace basewalk::extract {

class DividedWord {
 public:
  struct Piece {
    std::string_view written;  ///< character references and all
    std::uint32_t link = 0;    ///< the `<a href>` that a click on it follows; 0 for none
  };
  /// Where in the tree the last tag or text stood.
  struct Where {
    std::size_t entry = 0;  ///< of the open elements
    bool hidden = false;
  };

  /// May what is read next belong to it?
  bool is_open() const { return !last_.written.empty(); }
  /// The pieces so far: none, or two and more.
  const std::vector<Piece>& pieces() const { return pieces_; }
  /// Takes the first word of a text, unless it is the one of another link.  True where it may go on
  /// behind the text.
  bool go_on(Piece text);
  /// Begins with the last word of a text.
  void begin(Piece text);
  void clear() {
    last_ = {};
    pieces_.clear();
  }

  Where where;

 private:
  Piece last_;  // the text that was read last, if it ends within a word
  std::vector<Piece> pieces_;
};

/// Does such an element of HTML stand on lines or in a box of its own (HTML 15.3)?
constexpr bool breaks_word(html::Element element) {
  using html::Element;
  if (html::has_trait(element, html::kBlockLike) || html::has_trait(element, html::kHeading) ||
      html::has_trait(element, html::kTablePart))
    return true;
  switch (element) {
    case Element::body:
    case Element::br:
    case Element::button:
    case Element::dd:
    case Element::dt:
    case Element::form:
    case Element::frameset:
    case Element::hr:
    case Element::html:
    case Element::li:
    case Element::listing:
    case Element::marquee:
    case Element::optgroup:
    case Element::option:
    case Element::p:
    case Element::plaintext:
    case Element::pre:
    case Element::select:
    case Element::table:
    case Element::textarea:
    case Element::xmp:
      return true;
    default:
      return false;
  }
}

}  // namespace basewalk::extract

#endif  // BASEWALK_SRC_EXTRACT_HTML_DIVIDED_H_

// SPDX-License-Identifier: MIT
//
// What a part is read as: by what refers to it and by its bytes before its label ([M5]).
//
// Comes behind match/, which says which part a reference names, and before page_text.h, which reads
// the part so.
#ifndef BASEWALK_BUNDLE_PAGE_KIND_H_
#define BASEWALK_BUNDLE_PAGE_KIND_H_

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>

#include "basewalk/bundle/bundle.h"
#include "basewalk/extract/place.h"

namespace basewalk::bundle {

/// What a browser does with what a reference names.
enum class Role : std::uint8_t {
  link,         ///< goes there if the reader wants to
  resource,     ///< shows it: an image, a font, a video
  style_sheet,  ///< applies it
  script,       ///< runs it
  frame,        ///< shows it as a document
};

/// The role of a reference that loads something with the page, by its place; nothing for others.
std::optional<Role> role_of(const extract::Place& place);

/// How a text is rewritten.
enum class TextForm : std::uint8_t {
  none,  ///< it is no text that holds references: its bytes stay
  html,
  xml,  ///< XHTML, SVG and other XML
  css,
  plain,  ///< text whose charset has to be made plain
};

/// Of a media type in lower case that is taken at its word: of a file, of a data: URL.
TextForm form_of(std::string_view media_type);

/// As what a browser shows a document of that type (in lower case) in a frame: TextForm::plain as
/// something that runs nothing.  Nothing for types of which nobody knows.
std::optional<TextForm> form_in_frame(std::string_view media_type);

struct PartKind {
  TextForm form = TextForm::none;
  std::string media_type;  ///< in lower case; "application/octet-stream" where none is sensible
};

/// Can it be what a reader sees first?  HTML, XHTML, an image of SVG.
bool is_page(const PartKind& kind);

/// The kinds of the parts of one bundle.  Each part's first bytes are looked at once.
class PartKinds {
 public:
  explicit PartKinds(const Bundle& bundle) : bundle_(bundle) {}

  /// As the one that refers to it in that role reads it: a sheet is one whatever its label says, a
  /// picture is its bytes.
  PartKind of(std::uint32_t part, Role role);
  /// By type, name and first bytes alone: of the root, and of what nothing refers to ([H1]).
  PartKind of(std::uint32_t part) { return of(part, Role::link); }
  /// Its type by its first bytes alone, as binary_type_of().
  std::string_view binary_type(std::uint32_t part) { return look_at(part).binary; }

 private:
  struct Seen {
    PartKind labelled;
    std::string_view binary;  // its type, where the bytes say one
    bool svg = false;
    bool text = false;  // nothing in it that no text has
  };
  const Seen& look_at(std::uint32_t part);

  const Bundle& bundle_;
  std::unordered_map<std::uint32_t, Seen> seen_;
};

/// Does the label of a part say something else than what it is used as?  Where it does: what.
std::string_view type_in_use(const PartKind& kind, Role role, std::string_view label);

}  // namespace basewalk::bundle

#endif  // BASEWALK_BUNDLE_PAGE_KIND_H_

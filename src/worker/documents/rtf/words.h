// SPDX-License-Identifier: MIT
//
// The control words that matter here; all others change how text looks, and nothing else.
//
// Before this: tokens.cpp.  After it: reader.cpp does what they mean.
#ifndef BASEWALK_SRC_WORKER_DOCUMENTS_RTF_WORDS_H_
#define BASEWALK_SRC_WORKER_DOCUMENTS_RTF_WORDS_H_

#include <cstdint>
#include <string_view>

namespace basewalk::worker::rtf {

/// Where the text of a group goes.
enum class Destination : std::uint8_t {
  text,
  skipped,  ///< names that look like URLs, and are none
  fonts,
  instruction,  ///< of a field
  result,       ///< of a field
  html_tag,
  // Those whose text, or bytes, are kept until they end.
  data,        ///< hexadecimal: of an object
  field_data,  ///< hexadecimal: of a field
  picture,     ///< hexadecimal
  base,
  from_template,
  file,
  next_file,
  shape_name,
  shape_value,
  link_source,
  link_location,
  connection,  ///< to a database
  value,       ///< any text that may have a URL
  hidden,      ///< the same, where it is not shown as it stands there, or by some programs alone
  odd,         ///< the same; where it is no place for it, some programs show it as it stands
  // Texts that are shown apart from what is around them.
  aside,  ///< at the edge of a page
  note,   ///< which some programs take into the instructions of a field that it stands in
};
constexpr bool is_digits(Destination destination) {
  return destination == Destination::data || destination == Destination::field_data ||
         destination == Destination::picture;
}
constexpr bool is_kept(Destination destination) {
  return destination >= Destination::data && destination < Destination::aside;
}

struct Word {
  enum class Kind : std::uint8_t {
    other,
    destination,  ///< `value` is kStarred where it is known by few programs
    character,    ///< `value` is its code point
    line_end,
    some_character,  ///< one that some programs drop
    some_line_end,
    soft_line_end,  ///< where a line was broken when the text was saved, and is for few programs
    page_number,
    cell_end,
    row,           ///< there is a table
    picture_kind,  ///< `value` indexes kPictureTypes
    code_page,     ///< of the document: \ansicpg
    named_page,    ///< the same, `value`
    skips,         ///< \uc
    unicode,
    font,
    default_font,
    charset,
    font_page,  ///< \cpg
    plain,
    field,
    object,
    html,      ///< \fromhtml
    was_text,  ///< \fromtext
    html_rtf,
    deleted,      ///< in a revision
    invisible,    ///< \v
    for_others,   ///< what the newest programs do not show
    two_forms,    ///< \upr: what old programs read, and in it \ud
    newest_form,  ///< \ud
  };
  Kind kind = Kind::other;
  Destination destination = Destination::text;
  std::uint32_t value = 0;
};

/// Stands behind "\*" always: without that, who does not know it shows its text.
inline constexpr std::uint32_t kStarred = 1;

/// Media types, by \pngblip and the like.
inline constexpr std::string_view kPictureTypes[] = {
    "", "image/png", "image/jpeg", "image/x-emf", "image/x-wmf", "image/bmp", "image/x-pict",
};

Word word_of(std::string_view name);
/// What a character is written as in HTML; empty where it stands for itself.
std::string_view entity_of(char character);

}  // namespace basewalk::worker::rtf

#endif  // BASEWALK_SRC_WORKER_DOCUMENTS_RTF_WORDS_H_

// SPDX-License-Identifier: MIT
//
// RTF, read once from its beginning to its end: groups and what they set, fields, objects, the
// text, and the HTML that Outlook hides in it ([MS-OXRTFEX]).
//
// Groups and fields that are open are on stacks; nothing calls itself.
//
// Before this: tokens.cpp and words.cpp.  After it: field_code.cpp and object.cpp tell what is
// found.
#ifndef BASEWALK_SRC_WORKER_DOCUMENTS_RTF_READER_H_
#define BASEWALK_SRC_WORKER_DOCUMENTS_RTF_READER_H_

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "worker/document.h"
#include "worker/documents/field_code.h"
#include "worker/documents/rtf/code_pages.h"
#include "worker/documents/rtf/object.h"
#include "worker/documents/rtf/tokens.h"
#include "worker/documents/rtf/words.h"
#include "worker/documents/two_readings.h"

namespace basewalk::worker::rtf {

class Reader {
 public:
  Reader(const Document& document, DocumentSink& sink)
      : document_(document), sink_(sink), tokens_(document.bytes), objects_(document, sink) {}

  void read();

 private:
  struct Group {
    Destination to = Destination::text;
    bool is_html_rtf = false;                // \htmlrtf
    bool is_starred = false, is_new = true;  // \* stood in it; nothing else did
    bool is_deleted = false;                 // \deleted
    bool is_invisible = false;               // \v
    bool is_aside = false;                   // shown apart from the text
    bool is_in_tag = false;                  // \htmltag
    Version version = Version::all;          // \upr
    std::uint32_t other_skip = 0;            // characters behind \u, as LibreOffice counts them
    std::uint16_t skips = 1;                 // \uc
    std::int32_t font = -1;                  // that of the document
    std::uint32_t fields = 0, kept = 0;      // how many were open where it begins
  };
  struct OpenField {
    Field field;
    Destination to = Destination::text;  // what it is in
    bool is_html_rtf = false;
  };
  struct Shown {
    std::string ours;
    OtherReading others;
  };
  struct Kept {
    Destination to;
    std::string bytes;
    HexReader digits;
    std::uint32_t kind = 0;  // of a picture
    Field versions = {};     // of a value that programs do not read alike
  };

  Group& group() { return groups_.back(); }
  bool step(const Token& token);
  void open_group();
  void close_group();
  void read_word(const Token& token);
  void set(const Word& word, std::int32_t number, bool has_number);
  void enter(Destination to);
  void enter_field();
  void read_symbol(char symbol);
  void read_text(std::string_view bytes);
  void read_byte(unsigned char byte);
  void finish_character();
  void finish_half();
  void read_binary(std::string_view bytes);
  void read_unit(char32_t unit);

  void put(std::string_view text, Version version = Version::all);
  void put_character(char32_t character, Version version = Version::all);
  void put_line_end(Version version = Version::all);
  void put_shown(std::string_view text, Version version);
  void put_decoded(std::string_view text, std::string_view bytes, Version version);
  void put_bytes(std::string_view bytes, Version version);
  void put_symbol(char symbol, Version version);
  Version version_of(Version version) const;
  void put_html(std::string_view text, Version version);
  void put_tag(std::string_view text, Version version);
  void append(std::string& to, std::string_view text);
  void append_code(std::string_view text, Version version);
  void append_kept(std::string_view text, Version version);
  std::uint16_t page() const;

  void finish_field();
  void finish_kept();
  void tell_value(std::string_view text, std::string_view element, std::string_view attribute);
  void finish();
  void tell_field(const Field& field);
  void tell_hidden_fields();
  void tell_divided();
  void tell_shown(const Shown& shown);
  void tell_others(const Shown& shown);

  const Document& document_;
  DocumentSink& sink_;
  Tokens tokens_;
  Objects objects_;
  Decoder decoder_;
  std::vector<Group> groups_{Group{}};
  std::vector<OpenField> fields_;     // not empty in an instruction or a result
  std::vector<Kept> kept_;            // the last is that of a group whose text, or bytes, are kept
  std::vector<Field> hidden_;         // fields in what only RTF shows
  std::vector<std::uint16_t> fonts_;  // their code pages
  std::int32_t font_ = 0, default_font_ = 0;
  std::uint16_t page_ = kWestern;
  std::size_t skip_ = 0;  // characters behind \u
  char32_t high_ = 0;
  bool has_html_ = false, is_over_ = false, has_rows_ = false, told_of_texts_ = false;
  FieldLacks told_of_fields_;
  std::size_t deepest_ = 0;
  std::uint64_t made_ = 0;
  Shown text_, aside_, html_;
  std::string odd_;  // of the group that ends
  std::string font_names_, location_, shape_;
};

}  // namespace basewalk::worker::rtf

#endif  // BASEWALK_SRC_WORKER_DOCUMENTS_RTF_READER_H_

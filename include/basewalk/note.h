// SPDX-License-Identifier: MIT
//
// The codes of notes: everything that can be odd about a mail.
//
// Who collects notes or hands them on needs notes.h alone; this header is for who asks for a code
// by its name.  Codes are stable; docs/notes.md shows for each a message that causes it, and
// meaning() says it in a sentence.
#ifndef BASEWALK_NOTE_H_
#define BASEWALK_NOTE_H_

#include <cstddef>
#include <cstdint>

#include "basewalk/notes.h"

#pragma GCC visibility push(default)

namespace basewalk {

/// By the layer that gives them.
enum class NoteCode : std::uint8_t {
  // mime: structure
  limit_depth,
  limit_parts,
  limit_header_bytes,
  byte_order_mark,
  envelope_quoted,
  envelope_inside,
  line_ends_cr,
  line_ends_crcrlf,
  line_ends_mixed,
  header_bare_cr,
  header_nul,
  header_8bit,
  header_line,
  header_no_end,
  header_only,
  header_blank_fold,
  header_colon_blank,
  content_type_syntax,
  content_type_duplicate,
  encoding_duplicate,
  encoding_name,
  encoding_unknown,
  composite_encoded,
  message_partial,
  boundary_absent,
  boundary_duplicate,
  boundary_long,
  boundary_reused,
  boundary_prefix,
  boundary_after_cr,
  boundary_after_close,
  boundary_unclosed,
  boundary_repeated,
  boundary_unused,
  // mime: decoding
  base64_junk,
  base64_padding,
  base64_truncated,
  base64_runs,
  base64_url,
  qp_escape,
  qp_lower_case,
  uu_begin,
  uu_end,
  uu_line,
  uu_text,
  charset_unknown,
  charset_mismatch,
  charset_conflict,
  charset_undeclared,
  // base
  base_not_absolute,
  base_syntax,
  base_duplicate,
  base_not_hierarchical,
  base_refused,
  base_relative,
  base_relative_no_outer,
  base_later,
  // extract
  limit_entities,
  xml_syntax,
  style_sheet_xslt,
  // bundle
  label_duplicate,
  start_unknown,
  // bridge
  entity_parts,
  entity_text,
  field_line_end,
  // walk
  decoded_message,
  limit_decoded,
  limit_readings,
  limit_work,
  limit_links,
  document_repaired,
  limit_documents,
  limit_output,
  limit_notes,
  // mime: structure, too
  envelope_later,
};

/// How many codes there are; they count from 0.
inline constexpr std::size_t kNoteCodes = static_cast<std::size_t>(NoteCode::envelope_later) + 1;

}  // namespace basewalk

#pragma GCC visibility pop

#endif  // BASEWALK_NOTE_H_

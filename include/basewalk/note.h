// SPDX-License-Identifier: MIT
//
// Notes: what was odd about a mail.
//
// Bad mail is input, not an error: it always yields a tree, and every oddity yields a
// note.  Codes are stable; docs/notes.md shows for each a message that causes it.
#ifndef BASEWALK_NOTE_H_
#define BASEWALK_NOTE_H_

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "basewalk/limits.h"

namespace basewalk {

enum class Level : std::uint8_t {
  odd,     ///< against a standard, but every reader will see the same message
  differ,  ///< another reader may see another message
};

// X(enumerator, "code", level, "what it says").  Grouped by the layer that gives them.
#define BASEWALK_NOTE_CODES(X)                                                                    \
  /* mime: structure */                                                                           \
  X(limit_depth, "limit-depth", differ, "entities are nested deeper than the limit")              \
  X(limit_parts, "limit-parts", differ, "the message has more parts than the limit")              \
  X(limit_header_bytes, "limit-header-bytes", differ, "the header is longer than the limit")      \
  X(byte_order_mark, "byte-order-mark", odd, "a byte order mark stands before the header")        \
  X(envelope_quoted, "envelope-quoted", odd, "a >From line stands in the header")                 \
  X(envelope_inside, "envelope-inside", odd, "a From line stands at the top of an inner message") \
  X(line_ends_cr, "line-ends-cr", differ, "the lines of the message end with a bare CR")          \
  X(line_ends_crcrlf, "line-ends-crcrlf", differ, "lines of the header end with CR CR LF")        \
  X(line_ends_mixed, "line-ends-mixed", odd, "LF and CRLF are mixed in the header")               \
  X(header_bare_cr, "header-bare-cr", differ, "a bare CR in the header; it is data")              \
  X(header_nul, "header-nul", differ, "a NUL byte in the header")                                 \
  X(header_8bit, "header-8bit", odd, "bytes beyond ASCII in the header")                          \
  X(header_line, "header-line", differ, "a line of the header is no field; it was kept")          \
  X(header_no_end, "header-no-end", differ,                                                       \
    "no empty line behind the header; body follows at once")                                      \
  X(header_only, "header-only", odd, "an entity ends within its header")                          \
  X(header_blank_fold, "header-blank-fold", differ,                                               \
    "a folded line of blanks only does not end the header")                                       \
  X(header_colon_blank, "header-colon-blank", differ, "a blank before the colon of a field")      \
  X(content_type_syntax, "content-type-syntax", differ, "a Content-Type that cannot be read")     \
  X(content_type_duplicate, "content-type-duplicate", differ,                                     \
    "several Content-Type; the first counts")                                                     \
  X(encoding_duplicate, "encoding-duplicate", differ,                                             \
    "several transfer encodings; the first counts")                                               \
  X(encoding_name, "encoding-name", differ,                                                       \
    "a misspelt transfer encoding; the likely one is used")                                       \
  X(encoding_unknown, "encoding-unknown", differ,                                                 \
    "an unknown transfer encoding; taken as it stands")                                           \
  X(composite_encoded, "composite-encoded", differ,                                               \
    "a multipart or message has a transfer encoding")                                             \
  X(message_partial, "message-partial", differ, "a fragment of a message")                        \
  X(boundary_absent, "boundary-absent", differ,                                                   \
    "a multipart without a boundary; kept as one leaf")                                           \
  X(boundary_duplicate, "boundary-duplicate", differ,                                             \
    "several boundary parameters; the first counts")                                              \
  X(boundary_long, "boundary-long", odd, "a boundary of more than 70 characters")                 \
  X(boundary_reused, "boundary-reused", differ,                                                   \
    "the boundary of an enclosing multipart is used again")                                       \
  X(boundary_prefix, "boundary-prefix", differ, "a line begins like a delimiter but goes on")     \
  X(boundary_after_cr, "boundary-after-cr", differ,                                               \
    "a delimiter behind a bare CR; it does not count")                                            \
  X(boundary_after_close, "boundary-after-close", differ,                                         \
    "a delimiter behind the closing one; no part")                                                \
  X(boundary_unclosed, "boundary-unclosed", differ, "a multipart without its closing delimiter")  \
  X(boundary_repeated, "boundary-repeated", odd, "a delimiter without a part behind it")          \
  X(boundary_unused, "boundary-unused", differ,                                                   \
    "no delimiter line in a multipart: it has no parts")                                          \
  /* mime: decoding */                                                                            \
  X(base64_junk, "base64-junk", differ, "base64: bytes outside the alphabet were skipped")        \
  X(base64_padding, "base64-padding", odd, "base64: padding is missing or too long")              \
  X(base64_truncated, "base64-truncated", odd, "base64: six bits are left over")                  \
  X(base64_runs, "base64-runs", differ, "base64: more data behind the padding")                   \
  X(base64_url, "base64-url", differ, "base64: the URL-safe alphabet")                            \
  X(qp_escape, "qp-escape", odd, "quoted-printable: an escape that is none was kept")             \
  X(qp_lower_case, "qp-lower-case", odd, "quoted-printable: lower case hex digits")               \
  X(uu_begin, "uu-begin", differ, "uuencode: no begin line")                                      \
  X(uu_end, "uu-end", odd, "uuencode: no end line")                                               \
  X(uu_line, "uu-line", odd, "uuencode: a line does not have its length")                         \
  X(uu_text, "uu-text", differ, "uuencode: text outside begin and end was skipped")               \
  X(charset_unknown, "charset-unknown", differ, "an unknown charset")                             \
  X(charset_mismatch, "charset-mismatch", differ, "bytes that do not fit the declared charset")   \
  X(charset_conflict, "charset-conflict", differ,                                                 \
    "the text names another charset than its header")                                             \
  X(charset_undeclared, "charset-undeclared", odd, "bytes beyond ASCII without a charset")        \
  /* base */                                                                                      \
  X(base_not_absolute, "base-not-absolute", odd, "a header base is not an absolute URL")          \
  X(base_syntax, "base-syntax", odd, "a Base header without <URL:...>")                           \
  X(base_duplicate, "base-duplicate", differ, "a second base header; the first counts")           \
  X(base_not_hierarchical, "base-not-hierarchical", odd, "a header base that has no hierarchy")   \
  X(base_refused, "base-refused", differ, "a base with a data: or javascript: URL is no base")    \
  X(base_relative, "base-relative", odd, "a relative base was resolved against the outer base")   \
  X(base_relative_no_outer, "base-relative-no-outer", odd, "a relative base without outer base")  \
  X(base_later, "base-later", differ, "a later base element; the first counts")                   \
  /* extract */                                                                                   \
  X(limit_entities, "limit-entities", differ,                                                     \
    "entities of XML that contain themselves or expand to more than the limit")                   \
  /* bundle */                                                                                    \
  X(label_duplicate, "label-duplicate", differ, "equal labels of two parts; the first counts")    \
  X(start_unknown, "start-unknown", differ, "the start parameter names no part")                  \
  /* bridge */                                                                                    \
  X(entity_parts, "entity-parts", differ, "parts that their entity's header does not allow")      \
  X(entity_text, "entity-text", differ, "text beside the parts of an entity")                     \
  X(field_line_end, "field-line-end", differ, "a field holds a line end that is no fold")         \
  /* walk */                                                                                      \
  X(decoded_message, "decoded-message", odd, "a transfer-encoded message was decoded and walked") \
  X(limit_decoded, "limit-decoded", differ,                                                       \
    "encoded messages in one another are more than the limit")                                    \
  X(limit_links, "limit-links", differ, "more links than the limit")                              \
  X(limit_output, "limit-output", odd, "expanded URLs were left out to bound the output")         \
  X(limit_notes, "limit-notes", odd, "more notes of one code than the limit")

enum class NoteCode : std::uint8_t {
#define BASEWALK_X(id, code, level, text) id,
  BASEWALK_NOTE_CODES(BASEWALK_X)
#undef BASEWALK_X
};

/// The stable name of a code: "limit-depth".
std::string_view name(NoteCode code);
/// How much it matters.
Level level(NoteCode code);
/// One sentence that says what the code means.
std::string_view meaning(NoteCode code);
/// "odd" or "differ".
std::string_view name(Level level);
/// Every code, in the order of declaration.
std::vector<NoteCode> all_note_codes();

/// One oddity.
struct Note {
  NoteCode code;
  std::uint32_t part = 0;  ///< index into the tree of the message it was seen in
  std::size_t offset = 0;  ///< byte offset into that message
  std::string text;        ///< the thing itself or a detail, at most some 200 bytes; may be empty
};

/// Collects notes.  After `limits.notes` notes of one code in one part the further ones are
/// counted only, and `finish` says how many they were.
class Notes {
 public:
  explicit Notes(const Limits& limits = {}) : most_(limits.notes) {}

  /// Adds a note; `text` is cut at 200 bytes (not within a UTF-8 sequence).
  void add(NoteCode code, std::uint32_t part, std::size_t offset, std::string_view text = {});
  /// Turns what was only counted into notes `limit-notes`.
  void finish();
  void clear();

  const std::vector<Note>& all() const { return notes_; }
  bool empty() const { return notes_.empty(); }
  std::size_t size() const { return notes_.size(); }

 private:
  struct Count {
    std::uint32_t part;
    NoteCode code;
    std::size_t seen;
    std::size_t offset;  // of the first that was only counted
  };
  Count& count(NoteCode code, std::uint32_t part);

  std::vector<Note> notes_;
  std::vector<Count> counts_;  // of the part at hand; flushed when the part changes
  std::size_t most_;
};

}  // namespace basewalk

#endif  // BASEWALK_NOTE_H_

// SPDX-License-Identifier: MIT
#include "basewalk/note.h"

#include <algorithm>
#include <iterator>

#include "text/enum_table.h"
#include "text/utf8.h"

namespace basewalk {
namespace {

struct Entry {
  NoteCode code;
  std::string_view name;
  Level level;
  std::string_view meaning;
};

namespace table {
using enum NoteCode;
using enum Level;
constexpr Entry kEntries[] = {
    // mime: structure
    {limit_depth, "limit-depth", differ, "entities are nested deeper than the limit"},
    {limit_parts, "limit-parts", differ, "the message has more parts than the limit"},
    {limit_header_bytes, "limit-header-bytes", differ, "the header is longer than the limit"},
    {byte_order_mark, "byte-order-mark", odd, "a byte order mark stands before the header"},
    {envelope_quoted, "envelope-quoted", odd, "a >From line stands in the header"},
    {envelope_inside, "envelope-inside", odd, "a From line stands at the top of an inner message"},
    {line_ends_cr, "line-ends-cr", differ, "the lines of the message end with a bare CR"},
    {line_ends_crcrlf, "line-ends-crcrlf", differ, "lines of the header end with CR CR LF"},
    {line_ends_mixed, "line-ends-mixed", odd, "LF and CRLF are mixed in the header"},
    {header_bare_cr, "header-bare-cr", differ, "a bare CR in the header; it is data"},
    {header_nul, "header-nul", differ, "a NUL byte in the header"},
    {header_8bit, "header-8bit", odd, "bytes beyond ASCII in the header"},
    {header_line, "header-line", differ, "a line of the header is no field; it was kept"},
    {header_no_end, "header-no-end", differ,
     "no empty line behind the header; body follows at once"},
    {header_only, "header-only", odd, "an entity ends within its header"},
    {header_blank_fold, "header-blank-fold", differ,
     "a folded line of blanks only does not end the header"},
    {header_colon_blank, "header-colon-blank", differ, "a blank before the colon of a field"},
    {content_type_syntax, "content-type-syntax", differ, "a Content-Type that cannot be read"},
    {content_type_duplicate, "content-type-duplicate", differ,
     "several Content-Type; the first counts"},
    {encoding_duplicate, "encoding-duplicate", differ,
     "several transfer encodings; the first counts"},
    {encoding_name, "encoding-name", differ,
     "a misspelt transfer encoding; the likely one is used"},
    {encoding_unknown, "encoding-unknown", differ,
     "an unknown transfer encoding; taken as it stands"},
    {composite_encoded, "composite-encoded", differ,
     "a multipart or message has a transfer encoding"},
    {message_partial, "message-partial", differ, "a fragment of a message"},
    {boundary_absent, "boundary-absent", differ,
     "a multipart without a boundary; kept as one leaf"},
    {boundary_duplicate, "boundary-duplicate", differ,
     "several boundary parameters; the first counts"},
    {boundary_long, "boundary-long", odd, "a boundary of more than 70 characters"},
    {boundary_reused, "boundary-reused", differ,
     "the boundary of an enclosing multipart is used again"},
    {boundary_prefix, "boundary-prefix", differ, "a line begins like a delimiter but goes on"},
    {boundary_after_cr, "boundary-after-cr", differ,
     "a delimiter behind a bare CR; it does not count"},
    {boundary_after_close, "boundary-after-close", differ,
     "a delimiter behind the closing one; no part"},
    {boundary_unclosed, "boundary-unclosed", differ, "a multipart without its closing delimiter"},
    {boundary_repeated, "boundary-repeated", odd, "a delimiter without a part behind it"},
    {boundary_unused, "boundary-unused", differ,
     "no delimiter line in a multipart: it has no parts"},
    // mime: decoding
    {base64_junk, "base64-junk", differ, "base64: bytes outside the alphabet were skipped"},
    {base64_padding, "base64-padding", odd, "base64: padding is missing or too long"},
    {base64_truncated, "base64-truncated", odd, "base64: six bits are left over"},
    {base64_runs, "base64-runs", differ, "base64: more data behind the padding"},
    {base64_url, "base64-url", differ, "base64: the URL-safe alphabet"},
    {qp_escape, "qp-escape", odd,
     "quoted-printable: two digits or the end of the line do not follow a \"=\" at once"},
    {qp_lower_case, "qp-lower-case", odd, "quoted-printable: lower case hex digits"},
    {uu_begin, "uu-begin", differ, "uuencode: no begin line"},
    {uu_end, "uu-end", odd, "uuencode: no end line"},
    {uu_line, "uu-line", odd, "uuencode: a line does not have its length"},
    {uu_text, "uu-text", differ, "uuencode: text outside begin and end was skipped"},
    {charset_unknown, "charset-unknown", differ, "an unknown charset"},
    {charset_mismatch, "charset-mismatch", differ, "bytes that do not fit the declared charset"},
    {charset_conflict, "charset-conflict", differ,
     "the text names another charset than its header"},
    {charset_undeclared, "charset-undeclared", odd, "bytes beyond ASCII without a charset"},
    // base
    {base_not_absolute, "base-not-absolute", odd, "a header base is not an absolute URL"},
    {base_syntax, "base-syntax", odd, "a Base header without <URL:...>"},
    {base_duplicate, "base-duplicate", differ, "a second base header; the first counts"},
    {base_not_hierarchical, "base-not-hierarchical", odd, "a header base that has no hierarchy"},
    {base_refused, "base-refused", differ,
     "a base that is refused, or has a data: or javascript: URL, is no base"},
    {base_relative, "base-relative", odd, "a relative base was resolved against the outer base"},
    {base_relative_no_outer, "base-relative-no-outer", odd, "a relative base without outer base"},
    {base_later, "base-later", differ, "a later base element; the first counts"},
    // extract
    {limit_entities, "limit-entities", differ,
     "entities of XML that contain themselves or expand to more than the limit"},
    {xml_syntax, "xml-syntax", differ,
     "XML with an error; browsers show what stands before it, other readers may go on"},
    {style_sheet_xslt, "style-sheet-xslt", differ,
     "a style sheet in XSLT makes another document of this one; it was not applied"},
    // bundle
    {label_duplicate, "label-duplicate", differ, "equal labels of two parts; the first counts"},
    {start_unknown, "start-unknown", differ, "the start parameter names no part"},
    // bridge
    {entity_parts, "entity-parts", differ, "parts that their entity's header does not allow"},
    {entity_text, "entity-text", differ, "text beside the parts of an entity"},
    {field_line_end, "field-line-end", differ, "a field holds a line end that is no fold"},
    // walk
    {decoded_message, "decoded-message", odd, "a transfer-encoded message was decoded and walked"},
    {limit_decoded, "limit-decoded", differ,
     "encoded messages in one another are more than the limit"},
    {limit_readings, "limit-readings", differ,
     "other readings cost more than twice the message, or are too many"},
    {limit_work, "limit-work", differ, "the message takes more work than the limit"},
    {limit_links, "limit-links", differ, "more links than the limit"},
    {document_repaired, "document-repaired", odd,
     "a document is damaged, and was read all the same"},
    {limit_documents, "limit-documents", differ,
     "documents take more than the limits grant to be opened"},
    {limit_output, "limit-output", odd, "expanded URLs were left out to bound the output"},
    {limit_notes, "limit-notes", odd, "more notes of one code than the limit"},
    {envelope_later, "envelope-later", differ,
     "a From line in the body, where some readers begin another message"},
};
}  // namespace table
using table::kEntries;
static_assert(is_table_of(kEntries, &Entry::code));
static_assert(std::size(kEntries) == kNoteCodes);

const Entry& entry(NoteCode code) { return kEntries[static_cast<std::size_t>(code)]; }

constexpr std::size_t kTextMax = 200;

}  // namespace

std::string_view name(NoteCode code) { return entry(code).name; }
Level level(NoteCode code) { return entry(code).level; }
std::string_view meaning(NoteCode code) { return entry(code).meaning; }
std::string_view name(Level level) { return level == Level::odd ? "odd" : "differ"; }

bool is_limit(NoteCode code) { return entry(code).name.starts_with("limit-"); }

std::vector<NoteCode> all_note_codes() {
  std::vector<NoteCode> codes;
  for (std::size_t i = 0; i < std::size(kEntries); ++i) codes.push_back(static_cast<NoteCode>(i));
  return codes;
}

Notes::Count& Notes::count(NoteCode code, std::uint32_t part) {
  if (!counts_.empty() && counts_.front().part != part) finish();
  for (Count& c : counts_)
    if (c.code == code) return c;
  return counts_.emplace_back(Count{part, code, 0, 0});
}

void Notes::add(NoteCode code, std::uint32_t part, std::size_t offset, std::string_view text) {
  Count& c = count(code, part);
  if (++c.seen <= most_) {
    notes_.push_back({code, part, offset, std::string(utf8::cut(text, kTextMax))});
  } else if (c.seen == most_ + 1) {
    c.offset = offset;
  }
}

bool Notes::has(NoteCode code) const {
  return std::any_of(counts_.begin(), counts_.end(),
                     [&](const Count& each) { return each.code == code; });
}

void Notes::finish() {
  for (const Count& c : counts_) {
    if (c.seen <= most_) continue;
    notes_.push_back({NoteCode::limit_notes, c.part, c.offset,
                      std::to_string(c.seen - most_) + " more of " + std::string(name(c.code))});
  }
  counts_.clear();
}

void Notes::clear() {
  notes_.clear();
  counts_.clear();
}

}  // namespace basewalk

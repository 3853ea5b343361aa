// SPDX-License-Identifier: MIT
//
// The words and the structs of the C API, as Python has them: one row for each enumeration, and one
// for each member of a struct.
//
// Three things are made of these tables, so that nothing is said twice: the types of the module
// (records.cpp), the stub that type checkers read and the enumerations (write_python.cpp).  Words
// are those of the C API: what its functions call an enumerator, or else the enumerator's own name.
// Nothing here knows Python.
#ifndef BASEWALK_PYTHON_TABLES_H_
#define BASEWALK_PYTHON_TABLES_H_

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "basewalk/basewalk_c.h"
#include "text/enum_table.h"

namespace basewalk::python {

// The name of an enumerator without its prefix: "html-base" of BW_HONOR_HTML_BASE.
template <auto value, std::size_t prefix>
std::string own_name() {
  std::string_view all = __PRETTY_FUNCTION__;
  all.remove_prefix(all.find("value = ") + 8 + prefix);
  all = all.substr(0, all.find_first_of("];,"));
  std::string name;
  for (const char c : all)
    name += c == '_' ? '-' : c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  return name;
}

// The own name of the `index`th enumerator, or "" behind the last.
template <class Enum, bool bits, std::size_t prefix, std::size_t from = 0>
std::string own_name_at(std::size_t index) {
  constexpr Enum value = static_cast<Enum>(bits ? 1 << from : static_cast<int>(from));
  // Apart, as clang 19 goes on behind the last where the condition is the call itself.
  constexpr bool is_one = is_enumerator<value>();
  if constexpr (is_one)
    return index == from ? own_name<value, prefix>()
                         : own_name_at<Enum, bits, prefix, from + 1>(index);
  else
    return "";
}

/// An enumeration.  Its enumerators count from 0, or are bits.
struct Words {
  const char* name;
  const char* doc;
  bool bits;
  std::string (*word)(std::size_t index);     ///< "" behind the last
  const char* (*meaning)(std::size_t index);  ///< may be null
};

inline std::string text_or_empty(const char* text) { return text == nullptr ? "" : text; }

template <class Enum, auto f>
std::string named(std::size_t index) {
  return text_or_empty(f(static_cast<Enum>(index)));
}
template <class Enum, auto f>
std::string named_bit(std::size_t index) {
  return text_or_empty(f(static_cast<Enum>(std::size_t{1} << index)));
}
template <class Enum, auto f>
const char* meant(std::size_t index) {
  return f(static_cast<Enum>(index));
}
#define BW_OWN(Enum, bits, prefix) own_name_at<Enum, bits, sizeof(prefix) - 1>

/// In the order of kWords.
enum class Word : std::uint8_t {
  rules,
  surplus_dots,
  failure,
  outcome,
  normal_form,
  scheme_kind,
  relative_use,
  field_kind,
  url_warning,
  flag,
  honor,
  open,
  profile,
  status,
  base_from,
  role,
  space,
  doubt,
  level,
  note,
  unread,
  verdict,
  encoding,
  part_kind,
  edit,
  kept,
  signature_kind,
  signature_verdict,
  severity,
  finding,
  archive_kind,
  trouble,
  item_kind,
  none,
};

inline constexpr Words kWords[] = {
    {"Rules", "Whose rules decide what a reference means.", false, named<bw_rules, bw_rules_name>,
     nullptr},
    {"SurplusDots",
     "What becomes of a ``..`` that has nothing left to remove (RFC 2396 5.2 step 6g).", false,
     BW_OWN(bw_surplus_dots, false, "BW_DOTS_"), nullptr},
    {"Failure", "Why a reference has no answer.", false, named<bw_failure, bw_failure_name>,
     meant<bw_failure, bw_failure_meaning>},
    {"Outcome", "Did the base matter?", false, BW_OWN(bw_outcome, false, "BW_OUTCOME_"), nullptr},
    {"NormalForm", "The rungs of RFC 3986 6.2.", true, BW_OWN(bw_normal_form, true, "BW_NORMAL_"),
     nullptr},
    {"SchemeKind", "What a scheme name is (RFC 1738 3 and 4).", false,
     named<bw_scheme_kind, bw_scheme_kind_name>, nullptr},
    {"RelativeUse", "Can relative references be resolved against such a URL (RFC 1808 2.3)?", false,
     named<bw_relative_use, bw_relative_use_name>, nullptr},
    {"FieldKind", "Of what a field of a scheme is made.", false,
     BW_OWN(bw_field_kind, false, "BW_FIELD_"), nullptr},
    {"URLWarning", "What is worth a second look in a URL.", true,
     BW_OWN(bw_url_warning, true, "BW_WARNING_"), nullptr},
    {"Flag", "What is worth a second look in a link (docs/flags.md).", true,
     named_bit<bw_flag, bw_flag_name>, nullptr},
    {"Honor", "A source of a base that counts.", true, BW_OWN(bw_honor, true, "BW_HONOR_"),
     nullptr},
    {"Open", "A kind of document to open.", true, named_bit<bw_open, bw_open_name>, nullptr},
    {"Profile", "How references are compared with the labels of a bundle.", false,
     named<bw_profile, bw_profile_name>, nullptr},
    {"Status", "What became of a reference.", false, named<bw_link_status, bw_link_status_name>,
     nullptr},
    {"BaseFrom", "Where a base was found.", false, named<bw_base_from, bw_base_from_name>, nullptr},
    {"Role", "What a reference is to its place.", false, BW_OWN(bw_role, false, "BW_ROLE_"),
     nullptr},
    {"Space", "The vocabulary of an element.", false, BW_OWN(bw_space, false, "BW_SPACE_"),
     nullptr},
    {"Doubt", "Where readers in use take the same bytes in different ways.", false,
     named<bw_doubt, bw_doubt_name>, meant<bw_doubt, bw_doubt_meaning>},
    {"Level", "How much a note matters.", false, named<bw_level, bw_level_name>, nullptr},
    {"NoteCode", "Everything that can be odd about a mail (docs/notes.md).", false,
     named<bw_note_code, bw_note_name>, meant<bw_note_code, bw_note_meaning>},
    {"UnreadWhy", "Why something was not searched for links.", false,
     named<bw_unread_why, bw_unread_why_name>, meant<bw_unread_why, bw_unread_why_meaning>},
    {"Verdict", "What a message is to all its readers together.", false,
     named<bw_verdict, bw_verdict_name>, nullptr},
    {"Encoding", "A transfer encoding (RFC 2045 6).", false,
     BW_OWN(bw_encoding, false, "BW_ENCODING_"), nullptr},
    {"PartKind", "What a part holds.", false, BW_OWN(bw_part_kind, false, "BW_PART_"), nullptr},
    {"EditKind", "What was done to a link.", false, named<bw_edit_kind, bw_edit_kind_name>,
     nullptr},
    {"KeptWhy", "Why something stayed although the options ask for it.", false,
     named<bw_kept_why, bw_kept_why_name>, meant<bw_kept_why, bw_kept_why_meaning>},
    {"SignatureKind", "What kind of signature there is.", false,
     named<bw_signature_kind, bw_signature_kind_name>, nullptr},
    {"SignatureVerdict", "What a change does to a signature.", false,
     named<bw_signature_verdict, bw_signature_verdict_name>, nullptr},
    {"Severity", "How much a finding matters.", false, named<bw_severity, bw_severity_name>,
     nullptr},
    {"FindingCode", "What is wrong with a bundle.", false, named<bw_finding_code, bw_finding_name>,
     meant<bw_finding_code, bw_finding_meaning>},
    {"ArchiveKind", "What a source is; ``automatic``: found from its content.", false,
     BW_OWN(bw_archive_kind, false, "BW_AS_"), nullptr},
    {"Trouble", "Why bytes of a source are in no message.", false,
     named<bw_trouble, bw_trouble_name>, nullptr},
    {"ItemKind", "What a source gives.", false, BW_OWN(bw_item_kind, false, "BW_ITEM_"), nullptr},
};
static_assert(sizeof kWords / sizeof *kWords == static_cast<std::size_t>(Word::none));
#undef BW_OWN

/// What a member is in C and in Python.
enum class Kind : std::uint8_t {
  text,     ///< bw_string: str, or None where it is absent
  sure,     ///< bw_string: str; absent is empty
  name,     ///< bw_string: str, or None where it is absent or empty
  file,     ///< bw_string: str, as names of files are in Python
  bytes,    ///< bw_string: bytes
  size,     ///< size_t: int
  offset,   ///< size_t: int, or None for BW_NONE
  u32,      ///< uint32_t: int
  u64,      ///< uint64_t: int
  ordinal,  ///< uint64_t: int, or None for 0
  truth,    ///< int: bool
  word,     ///< an enumerator, or None where there is no such
  bits,     ///< uint32_t: a tuple of enumerators
  level,    ///< of a bw_note_code: its Level
  span,     ///< bw_span: (begin, end)
  texts,    ///< const bw_string*: a tuple of str; `count` is where their number is
  record,   ///< a pointer to a struct
  records,  ///< a list of them; `count` is where their number is
};

/// The structs, in the order of kStructs.
enum class Struct : std::uint8_t {
  link,
  part,
  note,
  unread,
  document,
  reading,
  summary,
  entity,
  field,
  splice,
  edit,
  kept,
  left_doubt,
  left_unread,
  mark,
  signature,
  bundle_part,
  finding,
  unpacked_file,
  left_out,
  item,
  components,
  scheme_field,
  url,
  none,
};

struct Field {
  const char* name;
  Kind kind;
  std::size_t at;  ///< offset in the struct
  const char* doc;
  Word word = Word::none;
  Struct of = Struct::none;
  std::size_t count = 0;
};

#define BW_AT(type, member) offsetof(type, member)

inline constexpr Field kLink[] = {
    {"part", Kind::sure, BW_AT(bw_link, part),
     "IMAP section number: ``1``, ``2.1``; ``0`` is a multipart's own header."},
    {"type", Kind::sure, BW_AT(bw_link, type), "Media type that the part was read as."},
    {"where", Kind::sure, BW_AT(bw_link, where), "Its place in words: ``a[href]``."},
    {"raw", Kind::sure, BW_AT(bw_link, raw), "The reference as the reader's program sees it."},
    {"base", Kind::text, BW_AT(bw_link, base),
     "The base in force; None where there is none, or it was left out."},
    {"base_from", Kind::word, BW_AT(bw_link, base_from), "Where that was found.", Word::base_from},
    {"base_part", Kind::name, BW_AT(bw_link, base_part), "The part that declared it."},
    {"status", Kind::word, BW_AT(bw_link, status), "What became of the reference.", Word::status},
    {"url", Kind::text, BW_AT(bw_link, url), "The answer under the chosen rules, or None."},
    {"clicked", Kind::text, BW_AT(bw_link, clicked), "What a browser would open, or None."},
    {"target", Kind::text, BW_AT(bw_link, target),
     "The part of the bundle that it names; told with ``Options(targets=True)``."},
    {"flags", Kind::bits, BW_AT(bw_link, flags), "What is worth a second look.", Word::flag},
    {"text", Kind::text, BW_AT(bw_link, text),
     "What a reader sees of it; None where it has no text of its own."},
    {"reading", Kind::word, BW_AT(bw_link, reading),
     "The doubt that only another reading's links have; None for a link of the first reading.",
     Word::doubt},
    {"at", Kind::offset, BW_AT(bw_link, at),
     "Offset of its written form in the message; None where it was decoded."},
    {"element", Kind::sure, BW_AT(bw_link, element), "Of its place: ``a``; may be empty."},
    {"attribute", Kind::sure, BW_AT(bw_link, attribute), "Of its place: ``href``; may be empty."},
    {"around", Kind::sure, BW_AT(bw_link, around), "Of its place, in words; may be empty."},
    {"role", Kind::word, BW_AT(bw_link, role), "What it is to its place.", Word::role},
    {"space", Kind::word, BW_AT(bw_link, space), "The vocabulary of its element.", Word::space},
    {"conditional", Kind::truth, BW_AT(bw_link, conditional),
     "It stands in a conditional comment, which browsers skip."},
    {"loaded", Kind::truth, BW_AT(bw_link, loaded),
     "Of ``link[href]``: browsers load it with the page."},
    {"in_document", Kind::truth, BW_AT(bw_link, in_document),
     "It stands in a document that was opened."},
};

inline constexpr Field kPart[] = {
    {"part", Kind::sure, BW_AT(bw_part, section), "IMAP section number."},
    {"type", Kind::sure, BW_AT(bw_part, type), "Media type that it was read as."},
    {"base", Kind::text, BW_AT(bw_part, base),
     "The effective base; None where there is none, or it was left out."},
    {"base_from", Kind::word, BW_AT(bw_part, base_from), "Where that was found.", Word::base_from},
    {"base_part", Kind::name, BW_AT(bw_part, base_part), "The part that declared it."},
    {"kind", Kind::word, BW_AT(bw_part, kind), "What it holds.", Word::part_kind},
    {"depth", Kind::size, BW_AT(bw_part, depth),
     "0 for the message itself; goes on counting in decoded messages."},
    {"offset", Kind::size, BW_AT(bw_part, offset),
     "Of its first byte in the message (of its enclosing body, if decoded)."},
    {"length", Kind::size, BW_AT(bw_part, length), "Bytes of the body as sent."},
    {"index", Kind::offset, BW_AT(bw_part, index),
     "Of its entity in the Tree of the message; None in what was decoded."},
    {"decoded", Kind::truth, BW_AT(bw_part, decoded),
     "It lies in a message that was transfer-encoded or attached."},
    {"in_document", Kind::truth, BW_AT(bw_part, in_document),
     "It lies in a document that was opened."},
};

inline constexpr Field kNote[] = {
    {"part", Kind::sure, BW_AT(bw_note, section), "IMAP section number."},
    {"code", Kind::word, BW_AT(bw_note, code), "What is odd; ``code.meaning`` is a sentence.",
     Word::note},
    {"level", Kind::level, BW_AT(bw_note, code),
     "``odd``, or ``differ``: another reader may see another message.", Word::level},
    {"text", Kind::sure, BW_AT(bw_note, text), "The thing itself or a detail; may be empty."},
    {"offset", Kind::size, BW_AT(bw_note, offset),
     "In the message (of the enclosing body, if decoded)."},
};

inline constexpr Field kUnread[] = {
    {"part", Kind::sure, BW_AT(bw_unread, section), "IMAP section number."},
    {"type", Kind::sure, BW_AT(bw_unread, type), "Media type."},
    {"name", Kind::sure, BW_AT(bw_unread, file_name), "File name; may be empty."},
    {"why", Kind::sure, BW_AT(bw_unread, name),
     "``no-opener``; of a limit the name of its note: ``limit-links``."},
    {"reason", Kind::word, BW_AT(bw_unread, why), "The same, with all limits as one.",
     Word::unread},
    {"text", Kind::sure, BW_AT(bw_unread, text), "More of it, in a few words; may be empty."},
    {"offset", Kind::size, BW_AT(bw_unread, offset),
     "In the message (of the enclosing body, if decoded)."},
    {"length", Kind::size, BW_AT(bw_unread, length), "Bytes as sent."},
};

inline constexpr Field kDocument[] = {
    {"part", Kind::sure, BW_AT(bw_document, section), "IMAP section number."},
    {"format", Kind::sure, BW_AT(bw_document, format), "What opened it: ``pdf``, ``zip``."},
    {"name", Kind::sure, BW_AT(bw_document, file_name), "File name; may be empty."},
    {"base", Kind::text, BW_AT(bw_document, base), "That it declares, as written, or None."},
    {"opened_with", Kind::text, BW_AT(bw_document, opened_with),
     "Where it was encrypted: ``empty password``; else None."},
    {"password", Kind::name, BW_AT(bw_document, password), "That word, or None."},
    {"offset", Kind::size, BW_AT(bw_document, offset),
     "In the message (of the enclosing body, if decoded)."},
    {"length", Kind::size, BW_AT(bw_document, length), "Bytes, decoded."},
    {"references", Kind::size, BW_AT(bw_document, references), "How many were found in it."},
    {"texts", Kind::size, BW_AT(bw_document, texts), "How many were found in it."},
    {"parts", Kind::size, BW_AT(bw_document, parts), "How many were found in it."},
    {"in_document", Kind::truth, BW_AT(bw_document, in_document), "It lies in another one."},
};

inline constexpr Field kReading[] = {
    {"part", Kind::sure, BW_AT(bw_reading, section), "IMAP section number."},
    {"doubt", Kind::word, BW_AT(bw_reading, doubt), "That it decides otherwise.", Word::doubt},
    {"offset", Kind::size, BW_AT(bw_reading, offset),
     "Of the doubt in the message (of the enclosing body, if decoded)."},
};

inline constexpr Field kSummary[] = {
    {"verdict", Kind::word, BW_AT(bw_summary, verdict),
     "What the message is to all its readers together.", Word::verdict},
    {"parts", Kind::size, BW_AT(bw_summary, parts), "How many there are."},
    {"links", Kind::size, BW_AT(bw_summary, links), "How many there are."},
    {"other_links", Kind::size, BW_AT(bw_summary, other_links),
     "Of those: that the first reading has not."},
    {"notes", Kind::size, BW_AT(bw_summary, notes), "How many there are."},
    {"unread", Kind::size, BW_AT(bw_summary, unread),
     "How many things a reader could open that were not read."},
    {"documents", Kind::size, BW_AT(bw_summary, documents), "How many were opened."},
};

inline constexpr Field kEntity[] = {
    {"part", Kind::sure, BW_AT(bw_entity, section), "IMAP section number."},
    {"type", Kind::sure, BW_AT(bw_entity, media_type),
     "Media type, in lower case; the default where none is declared."},
    {"kind", Kind::word, BW_AT(bw_entity, kind), "What it holds.", Word::part_kind},
    {"encoding", Kind::word, BW_AT(bw_entity, encoding), "As declared.", Word::encoding},
    {"parent", Kind::offset, BW_AT(bw_entity, parent),
     "Index of the enclosing entity; None for the first."},
    {"subtree_end", Kind::size, BW_AT(bw_entity, subtree_end), "Index behind the last descendant."},
    {"ordinal", Kind::size, BW_AT(bw_entity, ordinal), "Position among its siblings, from 1."},
    {"depth", Kind::size, BW_AT(bw_entity, depth), "0 for the first."},
    {"first_field", Kind::size, BW_AT(bw_entity, first_field),
     "Its header is ``tree.fields[first_field:fields_end]``."},
    {"fields_end", Kind::size, BW_AT(bw_entity, fields_end), "See ``first_field``."},
    {"header", Kind::span, BW_AT(bw_entity, header),
     "Begin and end in the message, to the blank line, exclusive."},
    {"body", Kind::span, BW_AT(bw_entity, body),
     "Begin and end, without the line end that belongs to the next boundary."},
    {"preamble", Kind::span, BW_AT(bw_entity, preamble),
     "Of a multipart: before its first delimiter."},
    {"epilogue", Kind::span, BW_AT(bw_entity, epilogue), "Of a multipart: behind its closing one."},
    {"gap", Kind::truth, BW_AT(bw_entity, gap),
     "A limit was reached: it holds entities that were not opened."},
};

inline constexpr Field kField[] = {
    {"name", Kind::sure, BW_AT(bw_field, name), "Empty for a line that has no colon."},
    {"value", Kind::bytes, BW_AT(bw_field, value),
     "As it stands behind the colon, folds and leading blank included."},
    {"offset", Kind::size, BW_AT(bw_field, offset), "Of its first byte."},
    {"end", Kind::size, BW_AT(bw_field, end), "Behind its last line end."},
};

inline constexpr Field kSplice[] = {
    {"begin", Kind::size, BW_AT(bw_splice, begin), "First byte of the message that goes."},
    {"end", Kind::size, BW_AT(bw_splice, end), "Behind the last."},
    {"bytes", Kind::bytes, BW_AT(bw_splice, bytes), "What stands there instead."},
};

inline constexpr Field kEdit[] = {
    {"part", Kind::sure, BW_AT(bw_edit, section), "IMAP section number."},
    {"where", Kind::sure, BW_AT(bw_edit, where), "``a[href]``"},
    {"kind", Kind::word, BW_AT(bw_edit, kind), "What was done.", Word::edit},
    {"before", Kind::sure, BW_AT(bw_edit, from), "As it was read, at most 500 bytes."},
    {"after", Kind::sure, BW_AT(bw_edit, to),
     "As it is read now, at most 500 bytes; empty for what went."},
    {"reading", Kind::word, BW_AT(bw_edit, reading),
     "The doubt whose other reading has the link where the first has not, or None.", Word::doubt},
    {"offset", Kind::size, BW_AT(bw_edit, offset),
     "Of the first byte that changed, in the message that was given."},
};

inline constexpr Field kKept[] = {
    {"part", Kind::sure, BW_AT(bw_kept, section), "IMAP section number."},
    {"where", Kind::sure, BW_AT(bw_kept, where), "``a[href]``"},
    {"why", Kind::word, BW_AT(bw_kept, why), "Why it stayed.", Word::kept},
    {"text", Kind::sure, BW_AT(bw_kept, from), "As it is read."},
    {"offset", Kind::size, BW_AT(bw_kept, offset),
     "Of the reference where known, else of the part's body."},
};

inline constexpr Field kLeftDoubt[] = {
    {"part", Kind::sure, BW_AT(bw_left_doubt, section), "IMAP section number."},
    {"doubt", Kind::word, BW_AT(bw_left_doubt, doubt), "Which doubt.", Word::doubt},
    {"links", Kind::size, BW_AT(bw_left_doubt, links), "0 of a doubt that was taken away."},
    {"offset", Kind::size, BW_AT(bw_left_doubt, offset),
     "Of the doubt where known, else of the part's body."},
};

// What a rewriter tells of what was not read: less than a walk does.
inline constexpr Field kLeftUnread[] = {
    {"part", Kind::sure, BW_AT(bw_unread, section), "IMAP section number."},
    {"type", Kind::sure, BW_AT(bw_unread, type), "Media type."},
    {"name", Kind::sure, BW_AT(bw_unread, file_name), "File name; may be empty."},
    {"why", Kind::sure, BW_AT(bw_unread, name),
     "``no-opener``; of a limit the name of its note: ``limit-links``."},
    {"offset", Kind::size, BW_AT(bw_unread, offset),
     "In the message (of the enclosing body, if decoded)."},
    {"length", Kind::size, BW_AT(bw_unread, length), "Bytes as sent."},
};

inline constexpr Field kMark[] = {
    {"name", Kind::sure, BW_AT(bw_mark, name), "Of the header field."},
    {"value", Kind::sure, BW_AT(bw_mark, value), "Of the header field."},
};

inline constexpr Field kSignature[] = {
    {"part", Kind::sure, BW_AT(bw_signature, section), "IMAP section number."},
    {"kind", Kind::word, BW_AT(bw_signature, kind), "What it is.", Word::signature_kind},
    {"verdict", Kind::word, BW_AT(bw_signature, verdict), "What the change does to it.",
     Word::signature_verdict},
    {"domain", Kind::sure, BW_AT(bw_signature, domain), "Whose it is; may be empty."},
    {"selector", Kind::sure, BW_AT(bw_signature, selector), "Of its key; may be empty."},
    {"reason", Kind::sure, BW_AT(bw_signature, reason),
     "What broke it, or why it is unknown; may be empty."},
    {"instance", Kind::u32, BW_AT(bw_signature, instance), "``i=`` of ARC."},
    {"offset", Kind::size, BW_AT(bw_signature, offset), "Of the field, or of the signed part."},
};

inline constexpr Field kBundlePart[] = {
    {"part", Kind::sure, BW_AT(bw_bundle_part, section), "IMAP section number."},
    {"type", Kind::sure, BW_AT(bw_bundle_part, type), "Media type."},
    {"content_id", Kind::name, BW_AT(bw_bundle_part, content_id), "Without brackets, or None."},
    {"location", Kind::name, BW_AT(bw_bundle_part, location),
     "Content-Location, decoded, or None."},
    {"resolved", Kind::name, BW_AT(bw_bundle_part, resolved), "That, resolved, or None."},
    {"base", Kind::name, BW_AT(bw_bundle_part, base),
     "Its effective base; None where there is none, or it was left out."},
    {"base_from", Kind::word, BW_AT(bw_bundle_part, base_from), "Where that was found.",
     Word::base_from},
    {"index", Kind::size, BW_AT(bw_bundle_part, index), "Of its entity in the Tree."},
    {"depth", Kind::size, BW_AT(bw_bundle_part, depth), "0 for the message itself."},
    {"length", Kind::size, BW_AT(bw_bundle_part, length), "Bytes of the body as sent."},
    {"references", Kind::size, BW_AT(bw_bundle_part, references),
     "How many in other parts name it."},
    {"is_root", Kind::truth, BW_AT(bw_bundle_part, is_root), "It is shown first."},
};

inline constexpr Field kFinding[] = {
    {"part", Kind::sure, BW_AT(bw_finding, section), "IMAP section number."},
    {"code", Kind::word, BW_AT(bw_finding, code), "What is wrong; ``code.meaning`` is a sentence.",
     Word::finding},
    {"text", Kind::sure, BW_AT(bw_finding, text), "The thing itself, at most some 200 bytes."},
    {"offset", Kind::size, BW_AT(bw_finding, offset), "Into the bytes that were given."},
};

inline constexpr Field kUnpackedFile[] = {
    {"name", Kind::sure, BW_AT(bw_unpacked_file, name), "Of the file: a single path segment."},
    {"type", Kind::sure, BW_AT(bw_unpacked_file, type), "Media type that it was read as."},
    {"part", Kind::sure, BW_AT(bw_unpacked_file, section), "The part that it is made of."},
    {"length", Kind::size, BW_AT(bw_unpacked_file, length), "Bytes that were written."},
};

inline constexpr Field kLeftOut[] = {
    {"part", Kind::sure, BW_AT(bw_left_out, section), "The part that the reference stands in."},
    {"where", Kind::sure, BW_AT(bw_left_out, where), "``img[src]``"},
    {"url", Kind::sure, BW_AT(bw_left_out, url), "At most some 500 bytes."},
};

inline constexpr Field kItem[] = {
    {"kind", Kind::word, BW_AT(bw_item, kind), "What it is.", Word::item_kind},
    {"source", Kind::file, BW_AT(bw_item, source), "``mail.tar.gz/cur/1:2,S``"},
    {"offset", Kind::u64, BW_AT(bw_item, offset), "In the source (in the uncompressed stream)."},
    {"number", Kind::ordinal, BW_AT(bw_item, number),
     "In its source, from 1; None where what stands before was not read."},
    {"name_number", Kind::u64, BW_AT(bw_item, name_number),
     "Which of the names that were given led here, from 0."},
    {"bytes", Kind::bytes, BW_AT(bw_item, bytes), "Of a message."},
    {"trouble", Kind::word, BW_AT(bw_item, trouble), "Of a problem and of what was skipped.",
     Word::trouble},
    {"problem", Kind::sure, BW_AT(bw_item, problem),
     "A sentence, of a problem and of what was skipped."},
    {"limit", Kind::name, BW_AT(bw_item, limit), "The limit that it is over, by its name."},
    {"extent_begin", Kind::u64, BW_AT(bw_item, extent_begin),
     "Bytes of the source that are meant, where ``extent_length`` is not 0."},
    {"extent_length", Kind::u64, BW_AT(bw_item, extent_length), "See ``extent_begin``."},
    {"is_all", Kind::truth, BW_AT(bw_item, is_all),
     "There is a problem, and nothing else is told of this source."},
    {"worth_a_retry", Kind::truth, BW_AT(bw_item, worth_a_retry), "What failed may succeed later."},
};

inline constexpr Field kComponents[] = {
    {"scheme", Kind::text, BW_AT(bw_components, scheme), "None where it is absent."},
    {"authority", Kind::text, BW_AT(bw_components, authority), "net_loc in RFC 1808."},
    {"path", Kind::sure, BW_AT(bw_components, path), "May be empty."},
    {"params", Kind::text, BW_AT(bw_components, params),
     "RFC 1808 alone: what follows the first ``;`` of the path."},
    {"query", Kind::text, BW_AT(bw_components, query), "None where it is absent."},
    {"fragment", Kind::text, BW_AT(bw_components, fragment), "None where it is absent."},
};

inline constexpr Field kSchemeField[] = {
    {"name", Kind::sure, BW_AT(bw_scheme_field, name), "``cwd``, ``gophertype``"},
    {"kind", Kind::word, BW_AT(bw_scheme_field, kind), "Of what it is made.", Word::field_kind},
    {"text", Kind::text, BW_AT(bw_scheme_field, text), "Of a text or number."},
    {"items", Kind::texts, BW_AT(bw_scheme_field, items), "Of a list, or names and values in turn.",
     Word::none, Struct::none, BW_AT(bw_scheme_field, item_count)},
};

inline constexpr Field kUrl[] = {
    {"text", Kind::sure, BW_AT(bw_url_info, text), "As it was given."},
    {"components", Kind::record, BW_AT(bw_url_info, components), "By RFC 1808.", Word::none,
     Struct::components},
    {"scheme_kind", Kind::word, BW_AT(bw_url_info, scheme_kind), "What the scheme is.",
     Word::scheme_kind},
    {"relative_use", Kind::word, BW_AT(bw_url_info, relative_use),
     "Can relative references be resolved against it?", Word::relative_use},
    {"is_url", Kind::truth, BW_AT(bw_url_info, is_url), "Some standard makes a URL of it."},
    {"valid_1738", Kind::truth, BW_AT(bw_url_info, valid_1738), "RFC 1738 5"},
    {"offset_1738", Kind::size, BW_AT(bw_url_info, offset_1738),
     "Where not valid: the first byte that cannot be."},
    {"clause_1738", Kind::name, BW_AT(bw_url_info, clause_1738), "Where not valid: ``3.2.2``."},
    {"what_1738", Kind::name, BW_AT(bw_url_info, what_1738), "Where not valid: one sentence."},
    {"fields", Kind::records, BW_AT(bw_url_info, fields), "By RFC 1738; up to what is wrong.",
     Word::none, Struct::scheme_field, BW_AT(bw_url_info, field_count)},
    {"valid_1808", Kind::truth, BW_AT(bw_url_info, valid_1808), "RFC 1808 2.2"},
    {"generic_1808", Kind::truth, BW_AT(bw_url_info, generic_1808),
     "It can be a base by its syntax."},
    {"offset_1808", Kind::size, BW_AT(bw_url_info, offset_1808),
     "Where not valid: the first byte that cannot be."},
    {"what_1808", Kind::name, BW_AT(bw_url_info, what_1808), "Where not valid: one sentence."},
    {"invalid_character", Kind::offset, BW_AT(bw_url_info, invalid_character),
     "Offset of the first that no URL may hold, or None."},
    {"normal_form", Kind::text, BW_AT(bw_url_info, normal_form),
     "RFC 3986 6.2; None of a relative reference."},
    {"href", Kind::text, BW_AT(bw_url_info, href),
     "What browsers make of it; None where they refuse it."},
    {"failure", Kind::word, BW_AT(bw_url_info, failure), "Why they refuse it.", Word::failure},
    {"failure_offset", Kind::size, BW_AT(bw_url_info, failure_offset), "Where they refuse it."},
    {"warnings", Kind::bits, BW_AT(bw_url_info, warnings), "What is worth a second look.",
     Word::url_warning},
};
#undef BW_AT

/// A struct of the C API, and what it is in Python.
struct StructRow {
  const char* name;
  const char* doc;
  const Field* fields;
  std::size_t count;
};

#define BW_ROW(name, doc, fields) \
  { name, doc, fields, sizeof fields / sizeof *fields }
inline constexpr StructRow kStructs[] = {
    BW_ROW("Link", "One link, and where it really leads.", kLink),
    BW_ROW("Part", "One part of a message, with the base that is in force in it.", kPart),
    BW_ROW("Note", "What was odd about a message.", kNote),
    BW_ROW("Unread", "A leaf, or a stretch of one, in which no link was looked for.", kUnread),
    BW_ROW("Document", "A leaf that was opened.", kDocument),
    BW_ROW("Reading", "Another reading of a part.", kReading),
    BW_ROW("Summary", "A message in numbers.", kSummary),
    BW_ROW("Entity", "One entity of a Tree: a message or a body part (RFC 2045 2.4).", kEntity),
    BW_ROW("Field", "One header field as it stands in the message.", kField),
    BW_ROW("Splice", "Bytes of the message, and what stands there instead.", kSplice),
    BW_ROW("Edit", "One thing that was changed.", kEdit),
    BW_ROW("Kept", "One thing that was not, although the options ask for it.", kKept),
    BW_ROW("LeftDoubt", "Links that another reading has and that stay, or a doubt that went.",
           kLeftDoubt),
    BW_ROW("LeftUnread", "What was not read when a message was rewritten.", kLeftUnread),
    BW_ROW("Mark", "A header field that a mark adds.", kMark),
    BW_ROW("Signature", "A signature, and what the change does to it.", kSignature),
    BW_ROW("BundlePart", "One part of a bundle, and how the others use it.", kBundlePart),
    BW_ROW("Finding", "Something that is wrong with a bundle.", kFinding),
    BW_ROW("UnpackedFile", "A file that was written, and the part it is made of.", kUnpackedFile),
    BW_ROW("LeftOut", "What would have been loaded from elsewhere.", kLeftOut),
    BW_ROW("Item", "One message of a source, or what is none.", kItem),
    BW_ROW("Components", "A URL or reference taken apart; what is absent is None.", kComponents),
    BW_ROW("SchemeField", "One of the fields that a scheme gives its parts (RFC 1738).",
           kSchemeField),
    BW_ROW("URL", "All that is known about one URL.", kUrl),
};
#undef BW_ROW
static_assert(sizeof kStructs / sizeof *kStructs == static_cast<std::size_t>(Struct::none));

// Handles: what holds lists of structs, and a struct of numbers.

/// A list of a handle.
struct ListRow {
  const char* name;
  const char* doc;
  Struct of;
  const void* const* (*all)(const void* handle, std::size_t* count);
};

template <class Handle, class T>
const void* const* call(const T* const* (*f)(const Handle*, std::size_t*), const void* handle,
                        std::size_t* count) {
  return reinterpret_cast<const void* const*>(f(static_cast<const Handle*>(handle), count));
}
template <auto f>
const void* const* list(const void* handle, std::size_t* count) {
  return call(f, handle, count);
}
template <class Handle, class T>
const void* call(const T* (*f)(const Handle*), const void* handle) {
  return f(static_cast<const Handle*>(handle));
}
template <auto f>
const void* info(const void* handle) {
  return call(f, handle);
}

/// A handle of the C API.
struct HandleRow {
  const char* name;
  const char* doc;
  const ListRow* lists;
  std::size_t list_count;
  const void* (*info)(const void* handle);  ///< the struct of `fields`; may be null
  const Field* fields;
  std::size_t field_count;
};

inline constexpr ListRow kWalkLists[] = {
    {"links", "All links, in the order of the message.", Struct::link, list<bw_message_links>},
    {"parts", "All parts, with their bases.", Struct::part, list<bw_message_parts>},
    {"notes", "What was odd.", Struct::note, list<bw_message_notes>},
    {"unread", "What was not searched for links.", Struct::unread, list<bw_message_unread>},
    {"documents", "What was opened.", Struct::document, list<bw_message_documents>},
    {"readings", "Other readings of parts.", Struct::reading, list<bw_message_readings>},
};
inline constexpr Field kWalkFields[] = {
    {"verdict", Kind::word, offsetof(bw_summary, verdict),
     "What the message is to all its readers together.", Word::verdict},
};
inline constexpr ListRow kTreeLists[] = {
    {"entities", "All entities, in the order of their first bytes.", Struct::entity,
     list<bw_tree_entities>},
    {"fields", "The header fields of all entities, in the order of their bytes.", Struct::field,
     list<bw_tree_fields>},
    {"notes", "What was odd about the structure.", Struct::note, list<bw_tree_notes>},
};
inline constexpr ListRow kRewrittenLists[] = {
    {"edits", "What was changed: the first 10,000.", Struct::edit, list<bw_rewritten_edits>},
    {"kept", "What was not, although the options ask for it.", Struct::kept,
     list<bw_rewritten_kept>},
    {"doubts", "Links that another reading has and that stay.", Struct::left_doubt,
     list<bw_rewritten_doubts>},
    {"settled", "Doubts that were taken away.", Struct::left_doubt, list<bw_rewritten_settled>},
    {"unread", "What was not read.", Struct::left_unread, list<bw_rewritten_unread>},
    {"marks", "Header fields that were added.", Struct::mark, list<bw_rewritten_marks>},
    {"signatures", "What becomes of signatures, where the options ask for it.", Struct::signature,
     list<bw_rewritten_signatures>},
    {"splices", "What takes the place of what; sorted, not overlapping.", Struct::splice,
     list<bw_rewritten_splices>},
};
inline constexpr Field kRewrittenFields[] = {
    {"changed", Kind::truth, offsetof(bw_rewritten_info, changed), "Is any byte another one?"},
    {"verdict", Kind::word, offsetof(bw_rewritten_info, verdict),
     "What the result is to all its readers together.", Word::verdict},
    {"length", Kind::size, offsetof(bw_rewritten_info, length), "Bytes of the result."},
    {"body", Kind::size, offsetof(bw_rewritten_info, body),
     "Offset, in the message that was given, of the body behind its header."},
    {"links", Kind::size, offsetof(bw_rewritten_info, links), "How many there are."},
    {"edit_count", Kind::size, offsetof(bw_rewritten_info, edit_count), "Of all edits."},
    {"kept_count", Kind::size, offsetof(bw_rewritten_info, kept_count), "Of all that was kept."},
    {"doubt_count", Kind::size, offsetof(bw_rewritten_info, doubt_count), "Of all doubts."},
    {"unread_count", Kind::size, offsetof(bw_rewritten_info, unread_count),
     "Of all that was not read."},
    {"flags", Kind::bits, offsetof(bw_rewritten_info, flags), "Of any link.", Word::flag},
};
inline constexpr ListRow kBundleLists[] = {
    {"parts", "All parts of the message.", Struct::bundle_part, list<bw_bundle_parts>},
    {"notes", "Labels that came twice, ``start`` parameters that name nothing ...", Struct::note,
     list<bw_bundle_notes>},
};
inline constexpr Field kBundleFields[] = {
    {"root", Kind::offset, offsetof(bw_bundle_info, root),
     "Index of the part that is shown first; None where there is none to show."},
    {"inside", Kind::size, offsetof(bw_bundle_info, inside), "References to a part."},
    {"external", Kind::size, offsetof(bw_bundle_info, external), "All others."},
};
inline constexpr ListRow kCheckLists[] = {
    {"findings", "What is wrong, by part, then by offset.", Struct::finding,
     list<bw_check_findings>},
};
inline constexpr Field kCheckFields[] = {
    {"is_bundle", Kind::truth, offsetof(bw_check_info, is_bundle),
     "There is a multipart/related with something to show."},
    {"errors", Kind::size, offsetof(bw_check_info, errors), "How many findings are."},
    {"warnings", Kind::size, offsetof(bw_check_info, warnings), "How many findings are."},
    {"omitted", Kind::size, offsetof(bw_check_info, omitted), "Findings that are counted only."},
    {"parts", Kind::size, offsetof(bw_check_info, parts), "How many there are."},
    {"inside", Kind::size, offsetof(bw_check_info, inside), "References to a part of the bundle."},
    {"external", Kind::size, offsetof(bw_check_info, external), "References that lead out of it."},
};
inline constexpr ListRow kUnpackedLists[] = {
    {"files", "The files that were written.", Struct::unpacked_file, list<bw_unpacked_files>},
    {"left_out", "What would have been loaded from elsewhere: the first thousand.",
     Struct::left_out, list<bw_unpacked_left_out>},
};
inline constexpr Field kUnpackedFields[] = {
    {"length", Kind::size, offsetof(bw_unpacked_info, length), "Bytes of the files, or the page."},
    {"left_out_count", Kind::size, offsetof(bw_unpacked_info, left_out_count),
     "Of all that was left out."},
    {"too_long", Kind::size, offsetof(bw_unpacked_info, too_long),
     "Resources or texts that were left out to bound the output, and limits of which what lies "
     "behind "
     "them was not read."},
};
inline constexpr ListRow kBatchLists[] = {
    {"items", "Messages, and what is none.", Struct::item, list<bw_batch_items>},
};

/// The handles, in the order of kHandles.
enum class Handle : std::uint8_t { walk, tree, rewritten, bundle, check, unpacked, batch, none };

#define BW_SIZE(table) (sizeof table / sizeof *table)
inline constexpr HandleRow kHandles[] = {
    {"Walk", "What was found in one message.", kWalkLists, BW_SIZE(kWalkLists),
     info<bw_message_summary>, kWalkFields, BW_SIZE(kWalkFields)},
    {"Tree", "Where the parts of a message lie in its bytes.", kTreeLists, BW_SIZE(kTreeLists),
     nullptr, nullptr, 0},
    {"Rewritten", "What became of one message.", kRewrittenLists, BW_SIZE(kRewrittenLists),
     info<bw_rewritten_get_info>, kRewrittenFields, BW_SIZE(kRewrittenFields)},
    {"Bundle", "A message as a bundle of a page and what it uses (MHTML).", kBundleLists,
     BW_SIZE(kBundleLists), info<bw_bundle_get_info>, kBundleFields, BW_SIZE(kBundleFields)},
    {"Check", "What is wrong with a bundle, and which readers it stops.", kCheckLists,
     BW_SIZE(kCheckLists), info<bw_check_get_info>, kCheckFields, BW_SIZE(kCheckFields)},
    {"Unpacked", "What was made of a bundle.", kUnpackedLists, BW_SIZE(kUnpackedLists),
     info<bw_unpacked_get_info>, kUnpackedFields, BW_SIZE(kUnpackedFields)},
    {"Batch", "Messages of a source that came together.", kBatchLists, BW_SIZE(kBatchLists),
     nullptr, nullptr, 0},
};
#undef BW_SIZE
static_assert(sizeof kHandles / sizeof *kHandles == static_cast<std::size_t>(Handle::none));

inline const StructRow& row_of(Struct what) { return kStructs[static_cast<std::size_t>(what)]; }
inline const Words& row_of(Word word) { return kWords[static_cast<std::size_t>(word)]; }

}  // namespace basewalk::python

#endif  // BASEWALK_PYTHON_TABLES_H_

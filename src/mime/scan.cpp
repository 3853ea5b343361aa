// SPDX-License-Identifier: MIT
//
// Before this: archive/source.cpp cut the message out of its archive.  After it: walk/walk.cpp
// goes through the tree.
#include "mime/scan.h"

#include <algorithm>
#include <array>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "basewalk/mime/headers.h"
#include "basewalk/note.h"
#include "mime/content_type.h"
#include "mime/line/line_ends.h"
#include "mime/line/separator.h"
#include "mime/message_memory.h"
#include "mime/parameters.h"
#include "text/ascii.h"
#include "text/work.h"

namespace basewalk::mime {
namespace {

// Readings of one part beside the first.
constexpr std::size_t kMostReadings = 16;

// Of what there are more.
constexpr std::string_view kMoreBoundaries = "boundary", kMoreTypes = "content-type";

// Who looks whether a line begins with a boundary looks at no more than this of it (Dovecot).
constexpr std::size_t kComparedPrefix = 80;

// Pieces of a message of an mbox that end where some readers begin another one.
constexpr std::size_t kMostPieces = 64;

// How far into a body delimiters are looked for to choose between boundaries.
constexpr std::size_t kBoundaryWindow = 65536;

// Part::depth has 16 bits.
constexpr std::size_t kMostDepth = std::numeric_limits<std::uint16_t>::max();

// Types that need no memory of their own when they are written with capitals.
constexpr std::array<std::string_view, 16> kCommonTypes = {
    "text/plain",        "text/html",
    "multipart/mixed",   "multipart/alternative",
    "multipart/related", "multipart/signed",
    "multipart/report",  "multipart/digest",
    "message/rfc822",    "message/delivery-status",
    "image/gif",         "image/jpeg",
    "image/png",         "application/octet-stream",
    "application/pdf",   "text/calendar",
};

// U+2028 or U+2029, in UTF-8.
bool has_line_separator(std::string_view value) {
  for (std::size_t at = 0; (at = value.find("\xE2\x80", at)) != value.npos; ++at)
    if (at + 2 < value.size() && (value[at + 2] == '\xA8' || value[at + 2] == '\xA9')) return true;
  return false;
}

bool is_multipart(std::string_view type) { return type.starts_with("multipart/"); }

// Types whose body is an entity (RFC 2046 5.2.1, 5.2.3; RFC 6532 3.7; RFC 5537 appendix B), and the
// name that some take from RFC 2822 (GMime knows it).
bool is_message(std::string_view type) {
  return type == "message/rfc822" || type == "message/global" || type == "message/news" ||
         type == "message/rfc2822" || type == "message/external-body";
}

bool hides_structure(Encoding encoding) {
  return encoding == Encoding::base64 || encoding == Encoding::uuencode ||
         encoding == Encoding::quoted_printable;
}

// Bytes from the message as a note may show them.
std::string visible(std::string_view text) {
  std::string out(text.substr(0, 200));
  for (char& c : out)
    if (c < ' ' || c > '~') c = '?';
  return out;
}

}  // namespace

Scanner::Scanner(std::string_view bytes, const Limits& limits) : bytes_(bytes), limits_(limits) {
  start();
  choose_line_ends(bytes_);
  begin_ = read_envelope(0);
}

Scanner::Scanner(std::string_view bytes, std::size_t begin, bool cr_lines, const Limits& limits)
    : bytes_(bytes), begin_(begin), limits_(limits) {
  start();
  cr_lines_ = cr_lines;
}

Scanner::Scanner(const Message& first, std::span<const StructureDoubt> taken, const Limits& limits)
    : bytes_(first.bytes), taken_(taken), limits_(limits) {
  const Part& part = first.parts[taken[0].part];
  const bool is_piece = taken[0].is_piece();
  bytes_ = bytes_.substr(0, is_piece ? taken[0].end : part.body.end);
  begin_ = is_piece ? taken[0].at : part.header.begin;
  in_digest_ = !is_piece && part.parent != kNone &&
               first.parts[part.parent].media_type == "multipart/digest";
  start();
  choose_line_ends(first.bytes);
  crcrlf_ = is_told_of_lines(first, NoteCode::line_ends_crcrlf);
  if (taken[0].doubt == Doubt::message_end) begin_ = read_envelope(begin_);
  if (this->taken(Doubt::line_ends, begin_) != nullptr) cr_lines_ = !cr_lines_;
}

void Scanner::start() {
  limits_.depth = std::min(limits_.depth, kMostDepth);
  limits_.parts = std::clamp<std::size_t>(limits_.parts, 2, kNone - 1);
  search_left_ = 4 * (bytes_.size() - begin_) + 16 * kBoundaryWindow;
  message_.bytes = bytes_;
  message_.notes = Notes(limits_);
  message_.fields.reserve(std::min<std::size_t>(32, bytes_.size() / 8 + 1));
}

// Once for each entity and kind; not again where it was decided already.
void Scanner::doubt(StructureDoubt doubt) {
  if (taken(doubt.doubt, doubt.entity) == nullptr) message_.doubts.push_back(std::move(doubt));
}

const StructureDoubt* Scanner::taken(Doubt doubt, std::size_t entity) const {
  if (taken_.empty()) return nullptr;
  work::charge(taken_.size());
  for (const StructureDoubt& each : taken_)
    if (each.doubt == doubt && each.entity == entity) return &each;
  return nullptr;
}

void Scanner::note(NoteCode code, std::uint32_t part, std::size_t offset, std::string_view text) {
  message_.notes.add(code, part, offset, text.empty() ? std::string() : visible(ascii::trim(text)));
}

std::string_view Scanner::intern(std::string_view text) {
  return MessageMemory::keep(message_, std::string(text));
}

std::string_view Scanner::intern_type(std::string_view lower) {
  for (std::string_view common : kCommonTypes)
    if (common == lower) return common;
  const std::string_view last = MessageMemory::last(message_);
  return !last.empty() && last == lower ? last : intern(lower);
}

// Who does not go by the Content-Length ends a message of an mbox at the next line that separates,
// and has another message behind it.
void Scanner::doubt_message_end() {
  const Part& root = message_.parts[0];
  if (message_.envelope.empty() || message_.find(root, "content-length") == nullptr) return;
  work::charge(bytes_.size());
  std::size_t begin = message_.envelope.begin;
  std::size_t from = message_.envelope.end;
  for (std::size_t pieces = 1; begin < bytes_.size(); ++pieces) {
    std::size_t end = find_separator(bytes_, from, true).value_or(kNowhere);
    if (end == kNowhere && pieces == 1) return;
    if (pieces == 1) note(NoteCode::envelope_later, 0, end);
    if (end != kNowhere && pieces == kMostPieces) {
      note(NoteCode::limit_readings, 0, end, name(Doubt::message_end));
      end = kNowhere;
    }
    end = std::min(end, bytes_.size());
    doubt({.doubt = Doubt::message_end, .entity = begin, .at = begin, .end = end});
    begin = from = end;
  }
}

Message Scanner::run() {
  std::size_t at = open_part(begin_, kNone, 1, in_digest_);
  while (!cut_) {
    if (leaf_ == kNone && !frames_.empty() && !frames_.back().multipart &&
        frames_.back().children == 0) {
      Frame& frame = frames_.back();
      if (work::is_spent())
        cut_at(NoteCode::limit_work, at, at);
      else
        at = open_part(at, frame.part, ++frame.children, false);
      continue;
    }
    Delimiter delimiter;
    if (!find_delimiter(at, delimiter)) {
      if (searched_ < bytes_.size()) leave_at(searched_);
      break;
    }
    std::size_t end = before_line_end(delimiter.line.begin);
    // A header that runs into the delimiter keeps its last line end, so nothing around ends before.
    if (leaf_ != kNone) end = close_leaf(end);
    while (frames_.size() - 1 > delimiter.frame) end = close_frame(end);
    Frame& frame = frames_.back();
    Part& owner = message_.parts[frame.part];
    if (frame.children == 0) owner.preamble.end = std::max(owner.preamble.begin, end);
    if (!std::exchange(frame.noted_preamble, true)) doubt_preamble(frame);
    at = delimiter.line.next;
    frame.open = !delimiter.close;
    if (delimiter.close) {
      if (!frame.may_reopen) boundaries_.pop();
      owner.epilogue = {at, at};
    } else if (at == bytes_.size() ||
               (is_delimiter_line(line_at(at)) && !skips_closing(delimiter.frame, at))) {
      // RFC 2046 5.1.1: the line end of a delimiter is not also that of the next one, so there is
      // no body part between two delimiter lines in a row.
      note(NoteCode::boundary_repeated, frame.part, delimiter.line.begin);
    } else if (work::is_spent()) {
      cut_at(NoteCode::limit_work, delimiter.line.begin, at);
    } else if (message_.parts.size() + 1 < limits_.parts) {
      at = open_part(at, frame.part, ++frame.children, frame.digest);
    } else {
      cut_at(NoteCode::limit_parts, delimiter.line.begin, at);
    }
  }
  if (leaf_ != kNone) close_leaf(bytes_.size());
  while (!frames_.empty()) close_frame(bytes_.size());
  if (line_ends_doubt_ != kNowhere) doubt({Doubt::line_ends, 0, begin_, line_ends_doubt_});
  if (taken_.empty()) doubt_message_end();
  message_.notes.finish();
  return std::move(message_);
}

// Opens the entity whose header begins at `at`; returns where its body begins.
std::size_t Scanner::open_part(std::size_t at, std::uint32_t parent, std::uint32_t ordinal,
                               bool digest) {
  const auto index = static_cast<std::uint32_t>(message_.parts.size());
  Part& part = message_.parts.emplace_back();
  part.parent = parent;
  part.ordinal = ordinal;
  part.subtree_end = index + 1;
  part.depth = parent == kNone ? std::uint16_t{0}
                               : static_cast<std::uint16_t>(message_.parts[parent].depth + 1);
  part.media_type = digest ? kCommonTypes[8] : kCommonTypes[0];
  part.header = {at, at};
  at = read_header(at, index);
  message_.parts[index].body = {at, at};
  classify(index);
  return at;
}

// From here on, in the innermost entity that is open, the structure is not read.
void Scanner::cut_at(NoteCode limit, std::size_t place, std::size_t at) {
  Frame& frame = frames_.back();
  note(limit, frame.part, place);
  open_rest(at, frame.part, ++frame.children);
  cut_ = true;
}

// The same in the middle of a leaf, or behind the parts of a multipart.
void Scanner::leave_at(std::size_t at) {
  cut_ = true;
  std::size_t end = leaf_ != kNone ? close_leaf(at) : at;
  while (!frames_.empty() && !(frames_.back().multipart && frames_.back().open))
    end = close_frame(end);
  if (!frames_.empty()) cut_at(NoteCode::limit_work, at, at);
}

// What lies behind a limit: one opaque leaf without a header, to the end of the message.
std::size_t Scanner::open_rest(std::size_t at, std::uint32_t parent, std::uint32_t ordinal) {
  const auto index = static_cast<std::uint32_t>(message_.parts.size());
  Part& part = message_.parts.emplace_back();
  part.parent = parent;
  part.ordinal = ordinal;
  part.subtree_end = index + 1;
  part.depth = static_cast<std::uint16_t>(message_.parts[parent].depth + 1);
  part.first_field = part.fields_end = static_cast<std::uint32_t>(message_.fields.size());
  part.header = part.body = {at, at};
  part.media_type = "application/octet-stream";
  part.gap = true;
  leaf_ = index;
  return at;
}

// Reads the types that the header declares: part.media_type is the first.
void Scanner::read_types(std::uint32_t index) {
  types_.clear();
  Part& part = message_.parts[index];
  for (std::uint32_t field : type_fields_) {
    const std::string_view value = message_.value_of(message_.fields[field]);
    std::string_view type = plain_media_type(value);
    bool noted = false, is_message_to_some = false, is_none_to_some = has_line_separator(value);
    const bool is_odd = type.empty();
    if (!is_odd) {
      if (std::any_of(type.begin(), type.end(), ascii::is_upper))
        type = intern_type(ascii::lowered(type));
    } else {
      ParameterReader reader(value);
      const std::string read = reader.head();
      const bool readable = is_media_type(read);
      noted = !readable || reader.malformed();
      if (noted)
        note(NoteCode::content_type_syntax, index, message_.fields[field].name.begin, value);
      if (readable) {
        type = intern_type(read);
      } else {
        // "multipart" alone: its boundary tells what is meant.
        if (read.starts_with("multipart") && !read_boundary(value).bytes.empty()) {
          type = "multipart/mixed";
          is_none_to_some = true;
        } else if (read == "html" || read == "text/")
          type = read == "html" ? "text/html" : "text/plain";
        else {
          type = part.media_type;
        }
        is_message_to_some = ascii::istarts_with(ascii::trim_left(value), "message/");
      }
    }
    if (types_.size() >= kMostReadings) {
      note(NoteCode::limit_readings, index, part.body.begin, kMoreTypes);
      break;
    }
    types_.push_back({field, type, noted, is_odd, is_message_to_some});
    // A type with a line separator in it is none to some, and the part is a text (mailparser); so
    // is one without a "/" (Python).
    if (is_none_to_some && type != kCommonTypes[0])
      types_.push_back({.field = field, .media_type = kCommonTypes[0], .noted = noted});
  }
  if (const StructureDoubt* other = taken(Doubt::type_duplicate, part.header.begin);
      other != nullptr && other->type < types_.size())
    std::swap(types_[0], types_[other->type]);
  if (types_.empty()) {
    types_.push_back({kNone, part.media_type});
    return;
  }
  part.media_type = types_[0].media_type;
  part.content_type_field = types_[0].field;
  for (std::size_t i = 1; i < type_fields_.size(); ++i)
    note(NoteCode::content_type_duplicate, index, message_.fields[type_fields_[i]].name.begin,
         message_.value_of(message_.fields[type_fields_[i]]));
}

void Scanner::read_encodings(std::uint32_t index) {
  encodings_.clear();
  const bool ends_early = taken(Doubt::header_end, message_.parts[index].header.begin) != nullptr;
  for (std::uint32_t field : encoding_fields_) {
    const HeaderField& f = message_.fields[field];
    const EncodingName read = read_encoding(message_.value_of(f));
    if (read.encoding == Encoding::unknown)
      note(NoteCode::encoding_unknown, index, f.name.begin, message_.value_of(f));
    else if (read.misspelt)
      note(NoteCode::encoding_name, index, f.name.begin, message_.value_of(f));
    if (field != encoding_fields_[0])
      note(NoteCode::encoding_duplicate, index, f.name.begin, message_.value_of(f));
    const auto add = [&](Encoding encoding) {
      if (std::find(encodings_.begin(), encodings_.end(), encoding) == encodings_.end())
        encodings_.push_back(encoding);
    };
    add(read.encoding);
    if (read.encoding == Encoding::unknown) {
      const Encoding within = encoding_within(message_.value_of(f));
      if (within != Encoding::unknown) add(within);
    }
    // The doubt `transfer`: who does not know the name, or no comments, takes the body as it is.
    // Where blanks are all that is odd about it, what is encoded shows no links then; but fields
    // that have come into the body do.
    const std::string_view value = message_.value_of(f);
    const bool may_show = value.find('(') != value.npos || (ends_early && !is_bare_encoding(value));
    const std::string_view before = bytes_.substr(0, f.name.begin);
    const char behind = bytes_[f.name.end];
    const bool may_be_none = (!before.empty() && ascii::is_blank(before.back())) ||
                             before.ends_with("\n\r") ||
                             (behind != ':' && !ascii::is_blank(behind));
    // uuencode is none of MIME's encodings (RFC 2045 6.1): many know no name of it.  And what has
    // parts has no encoding (6.4).
    const bool is_foreign = read.encoding == Encoding::uuencode;
    const std::string_view type = types_[0].media_type;
    const bool has_parts =
        hides_structure(read.encoding) && (is_multipart(type) || type.starts_with("message/"));
    if ((read.misspelt || may_show || may_be_none || is_foreign || has_parts) &&
        read.encoding != Encoding::unknown)
      add(Encoding::identity);
  }
  if (encodings_.empty()) encodings_.push_back(Encoding::identity);
  message_.parts[index].encoding = encodings_[0];
}

// The further pairs of a type and an encoding, each once.
void Scanner::add_readings(std::uint32_t index) {
  const std::size_t entity = message_.parts[index].header.begin;
  const bool is_taken = taken(Doubt::type_duplicate, entity) != nullptr;
  std::size_t count = 0;
  for (std::size_t i = 0; i < types_.size(); ++i) {
    const Declared& type = types_[i];
    // The parameters say how it is read: its charset first of all.
    const auto same = [&](const Declared& other) {
      return other.media_type == type.media_type &&
             (other.field == kNone || type.field == kNone ||
              ascii::iequals(ascii::trim(message_.value_of(message_.fields[other.field])),
                             ascii::trim(message_.value_of(message_.fields[type.field]))));
    };
    if (std::any_of(types_.begin(), types_.begin() + static_cast<std::ptrdiff_t>(i), same))
      continue;
    // Where its parts were not opened on purpose.
    if (i > 0 && is_taken && is_multipart(type.media_type)) continue;
    for (Encoding encoding : encodings_) {
      if (count++ == 0) continue;
      if (count > kMostReadings + 1)
        return note(NoteCode::limit_readings, index, message_.parts[index].body.begin, kMoreTypes);
      message_.readings.push_back({index, type.media_type, encoding, type.field});
    }
    // Who takes what stands behind the type for a part of it, be it a comment, knows no such text
    // (RFC 2046 4.1.4).
    if (type.is_odd && type.media_type.starts_with("text/") && type.media_type != kCommonTypes[0])
      message_.readings.push_back({index, kCommonTypes[0], encodings_[0], type.field});
    // Python: what its type calls a message is one, whichever.
    if (type.is_message_to_some)
      message_.readings.push_back({index, kCommonTypes[8], encodings_[0], type.field});
  }
}

// Decides what the part is, from its header.  Of several declared types the first counts for the
// name, and the first that is a multipart or a message for the structure: opening one never hides
// what a reader of the other sees, as the body's bytes stay at hand.
void Scanner::classify(std::uint32_t index) {
  read_types(index);
  read_encodings(index);
  const bool is_odd = types_[0].is_message_to_some ||
                      (types_[0].is_odd && types_[0].media_type.starts_with("text/"));
  if (types_.size() > 1 || encodings_.size() > 1 || is_odd) add_readings(index);
  leaf_ = index;
  std::size_t opened = 0;
  // A boundary makes a multipart of any type, some say.
  const std::size_t entity = message_.parts[index].header.begin;
  const bool has_boundary_for_some = taken(Doubt::boundary_value, entity) != nullptr;
  // Whose first type it is opens no other.
  const std::size_t count = taken(Doubt::type_duplicate, entity) != nullptr ? 1 : types_.size();
  for (std::size_t i = 0; i < count && leaf_ != kNone; ++i) {
    opened = i;
    const std::string_view type = types_[i].media_type;
    if (is_multipart(type) || has_boundary_for_some) {
      if (open_multipart(index, types_[i])) leaf_ = kNone;
    } else if (type.starts_with("message/")) {
      open_message(index, types_[i]);
    }
  }
  if (types_.size() > 1) doubt_types(index, opened);
  if (leaf_ != kNone && types_[0].field != kNone && !has_boundary_for_some &&
      !is_multipart(types_[0].media_type)) {
    const std::string_view value = message_.value_of(message_.fields[types_[0].field]);
    if (!names_boundary(value)) return;
    const std::string boundary = read_boundary(value).bytes;
    if (!boundary.empty())
      doubt({.doubt = Doubt::boundary_value,
             .part = index,
             .entity = entity,
             .at = message_.fields[types_[0].field].name.begin,
             .boundary = boundary});
    doubt_boundary(index, value, boundary);
  }
}

// Of several types each that has parts, and the first that has none where the parts were opened:
// what the further ones make of a text stands in Message::readings.
void Scanner::doubt_types(std::uint32_t index, std::size_t opened) {
  const std::size_t entity = message_.parts[index].header.begin;
  if (taken(Doubt::type_duplicate, entity) != nullptr) return;
  bool is_text_known = leaf_ != kNone;
  for (std::size_t i = 0; i < types_.size(); ++i) {
    const std::string_view type = types_[i].media_type;
    const bool has_parts = is_multipart(type) || is_message(type);
    if (i == opened || (!has_parts && std::exchange(is_text_known, true))) continue;
    message_.doubts.push_back({.doubt = Doubt::type_duplicate,
                               .part = index,
                               .entity = entity,
                               .at = message_.fields[types_[i].field].name.begin,
                               .type = static_cast<std::uint32_t>(i)});
  }
}

bool Scanner::may_open(std::uint32_t index) {
  Part& part = message_.parts[index];
  if (unopened_ == index) return false;
  if (part.depth < limits_.depth && message_.parts.size() + 1 < limits_.parts) return true;
  note(part.depth < limits_.depth ? NoteCode::limit_parts : NoteCode::limit_depth, index,
       part.body.begin);
  part.gap = true;
  unopened_ = index;
  return false;
}

// Of several boundaries, in one field or in several, the first counts, unless the body has
// delimiter lines of a later one only: nothing would be found in it then.
void Scanner::choose_boundary(std::uint32_t index, RawValue& value) {
  std::vector<std::string> candidates = {value.bytes};
  auto add = [&](std::vector<std::string>&& more) {
    for (std::string& m : more)
      if (candidates.size() < kMostReadings && !m.empty()) candidates.push_back(std::move(m));
  };
  add(std::move(value.others));
  for (const Declared& other : types_) {
    if (other.field == kNone || !is_multipart(other.media_type)) continue;
    RawValue more = read_boundary(message_.value_of(message_.fields[other.field]));
    add({std::move(more.bytes)});
    add(std::move(more.others));
  }
  const std::size_t begin = message_.parts[index].body.begin;
  for (const std::string& candidate : candidates) {
    // All such searches together cost no more than a few passes over the message.
    const std::size_t window = std::min({bytes_.size() - begin, kBoundaryWindow, search_left_});
    search_left_ -= window;
    work::charge(window);
    const std::string_view text = bytes_.substr(begin, window);
    const std::string needle = "--" + candidate;
    for (std::size_t at = text.find(needle); at != std::string_view::npos;
         at = text.find(needle, at + 1)) {
      if (candidate.empty() || (at > 0 && text[at - 1] != '\n' && text[at - 1] != '\r')) continue;
      value.bytes = candidate;
      return;
    }
  }
}

// What other readers take for the boundary.
void Scanner::doubt_boundary(std::uint32_t index, std::string_view value,
                             const std::string& chosen) {
  OtherBoundaries others = other_boundaries(value, chosen);
  const Part& part = message_.parts[index];
  for (std::string& other : others.values) {
    // An empty one makes no multipart of what is none by its type.
    if (other.empty() && !is_multipart(part.media_type)) continue;
    message_.doubts.push_back({.doubt = Doubt::boundary_value,
                               .part = index,
                               .entity = part.header.begin,
                               .at = part.body.begin,
                               .boundary = std::move(other)});
  }
  if (others.is_cut) note(NoteCode::limit_readings, index, part.body.begin, kMoreBoundaries);
}

bool Scanner::open_multipart(std::uint32_t index, const Declared& declared) {
  RawValue value;
  std::size_t offset = message_.parts[index].header.begin;
  if (declared.field != kNone) {
    const HeaderField& field = message_.fields[declared.field];
    value = read_boundary(message_.value_of(field));
    offset = field.name.begin;
  }
  if (value.malformed && !declared.noted)
    note(NoteCode::content_type_syntax, index, offset, value.bytes);
  if (value.count > 1) note(NoteCode::boundary_duplicate, index, offset, value.bytes);
  if (value.count > 1 || types_.size() > 1) choose_boundary(index, value);
  std::string& boundary = value.bytes;
  const std::size_t entity = message_.parts[index].header.begin;
  const StructureDoubt* const other = taken(Doubt::boundary_value, entity);
  if (other != nullptr)
    boundary = other->boundary;
  else if (declared.field != kNone)
    doubt_boundary(index, message_.value_of(message_.fields[declared.field]), boundary);
  if (boundary.empty() && other == nullptr) {
    note(NoteCode::boundary_absent, index, offset);
    return false;
  }
  if (!may_open(index)) return false;
  if (boundary.size() > 70) note(NoteCode::boundary_long, index, offset, boundary);
  const auto rule_of = [&](Doubt doubt) {
    const StructureDoubt* const decided = taken(doubt, entity);
    return decided != nullptr ? std::optional(decided->rule) : std::nullopt;
  };
  const std::optional<DelimiterRule> prefix_rule = rule_of(Doubt::boundary_prefix);
  const std::optional<DelimiterRule> close_rule = rule_of(Doubt::behind_close);
  const bool by_prefix = prefix_rule == DelimiterRule::named;
  if (boundary.size() > kComparedPrefix) {
    // Then a closing delimiter is none.
    doubt({Doubt::boundary_prefix, index, entity, offset});
    if (by_prefix) boundary.resize(kComparedPrefix);
  }
  note_like_enclosing(index, offset, boundary);
  Part& part = message_.parts[index];
  part.kind = PartKind::multipart;
  part.preamble = {part.body.begin, part.body.begin};
  Frame frame;
  frame.part = index;
  frame.multipart = true;
  frame.boundary = intern(boundary);
  frame.open = true;
  frame.by_prefix = by_prefix;
  frame.bare = prefix_rule == DelimiterRule::bare;
  frame.any_case = prefix_rule == DelimiterRule::any_case;
  frame.may_reopen = close_rule == DelimiterRule::named;
  frame.close_is_text = close_rule == DelimiterRule::close_is_text;
  if (frame.by_prefix || frame.any_case)
    by_prefix_.push_back(static_cast<std::uint32_t>(frames_.size()));
  frame.digest = declared.media_type == "multipart/digest";
  boundaries_.push(frame.boundary, static_cast<std::uint32_t>(frames_.size()));
  frames_.push_back(frame);
  return true;
}

void Scanner::open_message(std::uint32_t index, const Declared& declared) {
  Part& part = message_.parts[index];
  if (declared.media_type == "message/partial") {
    note(NoteCode::message_partial, index, part.header.begin);
    // RFC 2046 5.2.2.1: the first fragment begins with the header of the inner message.
    const HeaderField& field = message_.fields[declared.field];
    if (!is_first_fragment(parse_parameterized(message_.value_of(field)))) return;
  } else if (!is_message(declared.media_type)) {
    return;
  }
  if (hides_structure(part.encoding)) {
    note(NoteCode::composite_encoded, index, part.header.begin);
    // RFC 2045 6.4 forbids the encoding, and many write it without applying it: a colon in the
    // first line is no base64 or uuencoded text.
    const Line line = line_at(part.body.begin);
    const std::string_view first = bytes_.substr(line.begin, line.end - line.begin);
    if (part.encoding == Encoding::quoted_printable || first.find(':') == std::string_view::npos)
      return;
  }
  if (!may_open(index)) return;
  part.kind = PartKind::message;
  Frame frame;
  frame.part = index;
  frames_.push_back(frame);
  leaf_ = kNone;
}

// Returns where the leaf has ended.
std::size_t Scanner::close_leaf(std::size_t end) {
  Part& part = message_.parts[leaf_];
  part.body.end = std::max(part.body.begin, end);
  leaf_ = kNone;
  return part.body.end;
}

// Closes the innermost frame; returns where its body has ended.
std::size_t Scanner::close_frame(std::size_t end) {
  const Frame frame = frames_.back();
  Part& part = message_.parts[frame.part];
  part.body.end = std::max(part.body.begin, end);
  part.subtree_end = static_cast<std::uint32_t>(message_.parts.size());
  if (!by_prefix_.empty() && by_prefix_.back() == frames_.size() - 1) by_prefix_.pop_back();
  if (frame.multipart) {
    // No delimiter in sight: the encoding has been applied, and what is inside shows once it is
    // decoded.
    const bool applied = frame.children == 0 && hides_structure(part.encoding);
    if (frame.open || frame.may_reopen) boundaries_.pop();
    if (frame.open) {
      part.epilogue = {part.body.end, part.body.end};
      if (!cut_ && !applied)
        note(NoteCode::boundary_unclosed, frame.part, part.body.end, frame.boundary);
    } else {
      part.epilogue.begin = std::min(part.epilogue.begin, part.body.end);
      part.epilogue.end = part.body.end;
    }
    if (frame.children == 0 && frame.open) part.preamble.end = part.body.end;
    if (hides_structure(part.encoding))
      note(NoteCode::composite_encoded, frame.part, part.header.begin);
    if (frame.children == 0 && !applied)
      note(NoteCode::boundary_unused, frame.part, part.body.begin, frame.boundary);
    // A text without any part is one, as without a boundary.  Who sees another boundary sees the
    // parts of the first reading as a text, and nobody is known to show it.
    const bool is_empty = part.body.of(bytes_).find_first_not_of(" \t\r\n") == bytes_.npos;
    if (frame.children == 0 && (applied || (taken_.empty() && !is_empty))) {
      part.kind = PartKind::leaf;
      part.preamble = part.epilogue = {};
    }
  }
  frames_.pop_back();
  return part.body.end;
}

Message read_inner(std::string_view bytes, const Limits& limits) {
  return Scanner(bytes, limits).run();
}

Message read_inner_as(const Message& first, std::span<const StructureDoubt> doubts,
                      const Limits& limits) {
  return Scanner(first, doubts, limits).run();
}

Message read_message_as(const Message& first, std::span<const StructureDoubt> doubts,
                        const Limits& limits) {
  const work::Budget budget(work::steps_of(limits.work, first.bytes.size()));
  return read_inner_as(first, doubts, limits);
}

Message read_message(std::string_view bytes, const Limits& limits) {
  const work::Budget budget(work::steps_of(limits.work, bytes.size()));
  return read_inner(bytes, limits);
}

}  // namespace basewalk::mime

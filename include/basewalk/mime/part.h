// SPDX-License-Identifier: MIT
//
// The tree of a message: a flat vector of parts with byte offsets.
//
// Parts stand in pre-order, the order of their first bytes.  Nothing is copied: a part
// says where its header and its body lie in the bytes that were scanned, and those bytes
// must outlive the Message.
#ifndef BASEWALK_MIME_PART_H_
#define BASEWALK_MIME_PART_H_

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "basewalk/doubt.h"
#include "basewalk/limits.h"
#include "basewalk/notes.h"
#include "basewalk/temporary.h"

#pragma GCC visibility push(default)

namespace basewalk::mime {

inline constexpr std::uint32_t kNone = 0xffffffff;

/// A range of bytes of the message: [begin, end).
struct Span {
  std::size_t begin = 0;
  std::size_t end = 0;

  std::size_t size() const { return end - begin; }
  bool empty() const { return begin == end; }
  /// The bytes, out of the message they belong to.
  std::string_view of(std::string_view bytes) const { return bytes.substr(begin, size()); }
  template <TemporaryString Bytes>
  std::string_view of(Bytes&&) const = delete;
};

/// One header field as it stands in the message.
struct HeaderField {
  Span name;   ///< without trailing blanks; empty for a line that has no colon
  Span value;  ///< what follows the colon, folds and leading blank included, last line end not
  std::size_t end = 0;  ///< behind the field's last line end
};

/// Content-Transfer-Encoding (RFC 2045 6).
enum class Encoding : std::uint8_t {
  identity,  ///< 7bit, 8bit, binary, or none named
  base64,
  quoted_printable,
  uuencode,  ///< x-uuencode, x-uue, uuencode
  unknown,   ///< any other name: the bytes are taken as they are, with a note
};

enum class PartKind : std::uint8_t {
  leaf,       ///< a body that holds no entities (or that was not opened: see `gap`)
  multipart,  ///< children are its body parts
  message,    ///< exactly one child: the message inside
};

/// One entity: a message or a body part (RFC 2045 2.4).
struct Part {
  std::uint32_t parent = kNone;   ///< index of the enclosing part; kNone for the root
  std::uint32_t subtree_end = 0;  ///< index behind the last descendant
  std::uint32_t ordinal = 1;      ///< position among its siblings, from 1
  std::uint16_t depth = 0;        ///< 0 for the root
  PartKind kind = PartKind::leaf;
  /// As declared.  Of a multipart or a message it says nothing about the body: one that is encoded
  /// in truth is a leaf (RFC 2045 6.4 forbids it).
  Encoding encoding = Encoding::identity;
  /// A limit was reached: the part holds entities that were not opened, or its header has fields
  /// that were not recorded.
  bool gap = false;

  std::uint32_t first_field = 0;  ///< its header: fields [first_field, fields_end) of the message
  std::uint32_t fields_end = 0;
  Span header;  ///< from its first byte to the blank line, exclusive
  Span body;    ///< without the line end that belongs to the next boundary
  /// Lower case, without parameters and comments: "text/html".  The default where none is
  /// declared (text/plain, message/rfc822 in a digest; RFC 2046 5.1.5), or where what is declared
  /// cannot be read.  Points to memory of the Message.
  std::string_view media_type;
  std::uint32_t content_type_field = kNone;  ///< the field that declared it

  /// Of a multipart: what stands before its first delimiter and behind its closing one (RFC 2046
  /// 5.1.1), line ends of the delimiters excluded.  No reader shows them, but they are there.
  Span preamble;
  Span epilogue;
};

/// Another way to read a part's body, because its header declares its type or its encoding more
/// than once and readers disagree on which one counts.
struct Reading {
  std::uint32_t part = 0;
  std::string_view media_type;  ///< as in Part
  Encoding encoding = Encoding::identity;
  std::uint32_t content_type_field = kNone;  ///< the field that declared media_type
};

/// What is a delimiter to those who are in a doubt of boundary_prefix or behind_close.
enum class DelimiterRule : std::uint8_t {
  named,            ///< as the name of the doubt says
  bare,             ///< boundary_prefix: no line that has blanks behind it (emailjs, vmime)
  any_case,         ///< boundary_prefix: letters count alike in either case (PHP's mailparse)
  close_is_text,    ///< behind_close: no closing one (libetpan, where others follow it)
  preamble_is_part  ///< behind_close: what stands before the first is a part (Email::MIME)
};

/// A doubt about the structure: other readers see other parts from an entity on.
struct StructureDoubt {
  Doubt doubt = Doubt::header_end;
  std::uint32_t part = 0;  ///< that entity, in the message that the doubt was found in
  std::size_t entity = 0;  ///< where its header begins; of a piece as `at`
  std::size_t at = 0;      ///< the place of the doubt, an offset in the message
  std::uint32_t type = 0;  ///< of type_duplicate: which of its Content-Type counts, from 0
  std::string boundary{};  ///< of boundary_value: what it is
  DelimiterRule rule = DelimiterRule::named;  ///< of boundary_prefix and behind_close
  /// Of message_end and preamble_is_part: where the message, or the part, that begins at `at` ends.
  std::size_t end = 0;
  /// Is it about [at, end) alone, which is an entity by itself?
  bool is_piece() const {
    return doubt == Doubt::message_end || rule == DelimiterRule::preamble_is_part;
  }
};

struct [[gnu::visibility("hidden")]] MessageMemory;  // of this layer

/// A message read by read_message(): its bytes and the tree in them.
///
/// Movable, not copyable.  `bytes` is the caller's and must outlive it; only a message that
/// from_mimetic() made has its own.
class Message {
 public:
  Message() = default;
  Message(Message&&) = default;
  Message& operator=(Message&&) = default;

  std::string_view bytes;
  /// Pre-order; never empty after read_message(): parts[0] is the message itself.
  std::vector<Part> parts;
  /// Of all parts, in the order of their bytes.
  std::vector<HeaderField> fields;
  /// The readings beside the first, by part: one for each further pair of a declared type and a
  /// declared encoding (at most 16 of one part).
  std::vector<Reading> readings;
  /// Where other readers see other parts (read_message_as), in the order in which they were found.
  std::vector<StructureDoubt> doubts;
  /// What was odd about the structure.
  Notes notes;
  /// The `From ` line at the top (RFC 4155), without its line end; empty where there is none.
  Span envelope;

  const Part& root() const { return parts.front(); }
  std::string_view header_of(const Part& part) const { return part.header.of(bytes); }
  std::string_view body_of(const Part& part) const { return part.body.of(bytes); }
  std::string_view name_of(const HeaderField& field) const { return field.name.of(bytes); }
  std::string_view value_of(const HeaderField& field) const { return field.value.of(bytes); }

  /// The first field of that name (ASCII case does not matter) in the part's own header; null where
  /// there is none.  Cost: the part's number of fields.
  const HeaderField* find(const Part& part, std::string_view field_name) const;

  /// The readings of a part's body beside its own media_type and encoding; mostly none.
  std::span<const Reading> other_readings(std::uint32_t index) const;

  /// The IMAP section number of a part (RFC 3501 6.4.5): "1", "2.1".
  ///
  /// A message that is one plain entity is "1", headers and all.  A message that is a multipart
  /// is "0" at the top ("2.0" inside the message/rfc822 part "2"), its parts are "1", "2" ...
  std::string section(std::uint32_t index) const;

 private:
  friend struct MessageMemory;
  std::vector<std::unique_ptr<std::string>> memory_;  // strings that are not in its bytes
};

/// Reads the structure of a message: one pass over the bytes, no recursion.
///
/// Never fails: any bytes, none at all included, yield a tree with at least one part.
/// Cost: linear in bytes (times the depth of open boundaries for lines that begin with "--").
Message read_message(std::string_view bytes, const Limits& limits = {});
/// The same bytes as readers see them who decide otherwise at each of `doubts`, the first of which
/// is one of `first`, the further ones of a message that this function gave for those before them.
///
/// Of the first doubt's entity alone: that is parts[0], and its bytes end where they end in
/// `first`.  Offsets are those of `first`, whose bytes it views.  Cost: as read_message(), for the
/// bytes of that entity.
Message read_message_as(const Message& first, std::span<const StructureDoubt> doubts,
                        const Limits& limits = {});
/// The bytes would be gone before the Message: give them a name first.
template <TemporaryString Bytes>
Message read_message(Bytes&&, const Limits& = {}) = delete;

}  // namespace basewalk::mime

namespace basewalk {
using mime::Message;
using mime::read_message;
using mime::read_message_as;
}  // namespace basewalk

#pragma GCC visibility pop

#endif  // BASEWALK_MIME_PART_H_

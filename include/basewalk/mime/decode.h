// SPDX-License-Identifier: MIT
//
// From the bytes of a body to text: transfer encodings, then charsets.
#ifndef BASEWALK_MIME_DECODE_H_
#define BASEWALK_MIME_DECODE_H_

#include <cstddef>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "basewalk/mime/part.h"
#include "basewalk/notes.h"
#include "basewalk/temporary.h"

#pragma GCC visibility push(default)

namespace basewalk::mime {

/// Where the notes of a decoder belong.
struct NotePlace {
  Notes& notes;
  std::uint32_t part = 0;
  std::size_t offset = 0;  ///< of the body's first byte in the message
};

/// Appends the decoded bytes of a body (RFC 2045 6).  Never fails; damage becomes notes:
/// base64 with junk, missing padding or several runs; quoted-printable with bad escapes; uuencode
/// without begin or end.  Cost: linear; at most body.size() bytes are appended.
void decode_transfer(std::string_view body, Encoding encoding, std::string& out, NotePlace place);

/// The same piece by piece, for bodies that are not to be held decoded.
///
///     mime::TransferPieces pieces(body, part.encoding, place);
///     while (pieces.next()) write(pieces.piece());
///
/// The pieces put together are what decode_transfer() appends, and the notes are the same.  Memory:
/// a piece, some 64 KiB; of a body that is uuencoded, or quoted-printable in lines longer than
/// that, more.
class TransferPieces {
 public:
  /// `body` must outlive it.
  TransferPieces(std::string_view body, Encoding encoding, NotePlace place);
  template <TemporaryString Body>
  TransferPieces(Body&&, Encoding, NotePlace) = delete;
  ~TransferPieces();
  TransferPieces(const TransferPieces&) = delete;
  TransferPieces& operator=(const TransferPieces&) = delete;

  /// Goes to the next piece; false at the end.
  bool next();
  /// Good until the next call of next(); may be empty.
  std::string_view piece() const;

 private:
  struct [[gnu::visibility("hidden")]] State;
  std::unique_ptr<State> state_;
};

/// How much a text may say about its own charset.
enum class TextKind : std::uint8_t {
  plain,  ///< nothing but a byte order mark
  html,   ///< <meta charset>, <meta http-equiv=content-type> in the first bytes
  xml,    ///< <?xml encoding="..."?>
  css,    ///< @charset "..."
};

/// Turns bytes of any charset into UTF-8.  Keeps converters and a buffer, so use one for many
/// texts; not for two threads at a time.
class CharsetDecoder {
 public:
  CharsetDecoder();
  ~CharsetDecoder();
  CharsetDecoder(const CharsetDecoder&) = delete;
  CharsetDecoder& operator=(const CharsetDecoder&) = delete;

  /// The text in UTF-8, as a browser reads it (Encoding Standard; HTML 13.2.3).  `declared` is the
  /// charset parameter, or empty.
  ///
  /// Order: byte order mark, `declared`, what the text itself says (`kind`), UTF-8 where it is
  /// valid, windows-1252.  A label that the Encoding Standard does not know counts as none.  Bytes
  /// in error become U+FFFD; these, and labels that are unknown or contradict one another, give
  /// notes.
  ///
  /// Returns a view of `bytes` itself where nothing had to change (ASCII, valid UTF-8), otherwise
  /// of an inner buffer that is good until the next call.  The result is always valid UTF-8.  Cost:
  /// linear.
  std::string_view to_utf8(std::string_view bytes, std::string_view declared, TextKind kind,
                           NotePlace place);
  template <TemporaryString Bytes>
  std::string_view to_utf8(Bytes&&, std::string_view, TextKind, NotePlace) = delete;

  /// Are there readers that take the bytes of the last to_utf8() for another charset: mail programs
  /// that know more labels than browsers (EBCDIC, UTF-7, UTF-32), or that trust the header less?
  bool has_other() const;

  /// One more such reading, by a label that they may have found elsewhere; none where nobody knows
  /// it, or where it is that of the text or of a reading that there is.
  void add_other(std::string_view label);

  /// The text of the next such reading, in the buffer of its own that the next call uses again; the
  /// text of to_utf8() stays.  Nothing behind the last; one that is the same as the first text is
  /// passed over.  The bytes given to to_utf8() must still be there.  Cost: linear.
  std::optional<std::string_view> next_other();

  /// The charset of the last text, by its WHATWG or IANA name, lower case.
  std::string_view used() const;

  /// Turns places in the last text, in ascending order, into those of the bytes that it was made
  /// of: where the character begins that stands there.  Cost: linear in the bytes.
  void to_places_in_bytes(std::span<std::size_t> places);

 private:
  struct [[gnu::visibility("hidden")]] State;
  std::unique_ptr<State> state_;
};

/// Is the text valid UTF-8 (RFC 3629)?
bool is_utf8(std::string_view bytes);

}  // namespace basewalk::mime

#pragma GCC visibility pop

#endif  // BASEWALK_MIME_DECODE_H_

// SPDX-License-Identifier: MIT
//
// From the bytes of a body to text: transfer encodings, then charsets.
#ifndef BASEWALK_MIME_DECODE_H_
#define BASEWALK_MIME_DECODE_H_

#include <cstddef>
#include <memory>
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

  /// The text in UTF-8.  `declared` is the charset parameter, or empty.
  ///
  /// Order: byte order mark, `declared`, what the text itself says (`kind`), UTF-8 where it is
  /// valid, windows-1252.  A charset that is unknown, or that the bytes do not fit, gives a note
  /// and a fallback in which no byte is lost.
  ///
  /// Returns a view of `bytes` itself where nothing had to change (ASCII, valid UTF-8), otherwise
  /// of an inner buffer that is good until the next call.  The result is always valid UTF-8.
  std::string_view to_utf8(std::string_view bytes, std::string_view declared, TextKind kind,
                           NotePlace place);
  template <TemporaryString Bytes>
  std::string_view to_utf8(Bytes&&, std::string_view, TextKind, NotePlace) = delete;

  /// The charset that the last call settled on, by its WHATWG or IANA name, lower case.
  std::string_view used() const;

 private:
  struct [[gnu::visibility("hidden")]] State;
  std::unique_ptr<State> state_;
};

/// Is the text valid UTF-8 (RFC 3629)?
bool is_utf8(std::string_view bytes);

}  // namespace basewalk::mime

#pragma GCC visibility pop

#endif  // BASEWALK_MIME_DECODE_H_

// SPDX-License-Identifier: MIT
//
// Values of header fields, transfer encodings and charsets: the first byte picks the reader, the
// rest is its input.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "basewalk/mime/decode.h"
#include "basewalk/mime/headers.h"
#include "fuzz/fuzzing.h"

namespace {

using basewalk::fuzz::require;

using namespace basewalk;

void read_parameters(std::string_view text) {
  const mime::ParameterizedValue value = mime::parse_parameterized(text);
  for (const mime::Parameter& p : value.parameters) {
    require(mime::is_utf8(p.value));
    require(value.find(p.name) != nullptr);
  }
}

void decode(std::string_view text, mime::Encoding encoding) {
  Notes notes;
  std::string out = "kept";
  mime::decode_transfer(text, encoding, out, {notes, 0, 0});
  require(out.starts_with("kept"));
  require(out.size() <= text.size() + 4);
  for (const Note& note : notes.all()) require(note.offset <= text.size());
  // The same in pieces.
  Notes others;
  std::string joined = "kept";
  mime::TransferPieces pieces(text, encoding, {others, 0, 0});
  while (pieces.next()) joined += pieces.piece();
  require(joined == out);
}

void read_charset(std::string_view text, mime::TextKind kind) {
  Notes notes;
  mime::CharsetDecoder decoder;
  const std::size_t line = std::min(text.find('\n'), text.size());
  const std::string_view bytes = text.substr(std::min(line + 1, text.size()));
  require(mime::is_utf8(decoder.to_utf8(bytes, text.substr(0, line), kind, {notes, 0, 0})));
  require(!decoder.used().empty());
  // Places in the text are places in the bytes, in the same order.
  const std::string_view all = decoder.to_utf8(bytes, text.substr(0, line), kind, {notes, 0, 0});
  std::vector<std::size_t> places;
  for (std::size_t at = 0; at < all.size() && places.size() < 50; at += 1 + all.size() / 50)
    if ((static_cast<unsigned char>(all[at]) & 0xC0) != 0x80) places.push_back(at);
  decoder.to_places_in_bytes(places);
  require(std::is_sorted(places.begin(), places.end()));
  require(places.empty() || places.back() <= bytes.size());
  // A label that somebody finds elsewhere: twice is once.
  const std::size_t behind = std::min(bytes.find('\n'), bytes.size());
  decoder.add_other(bytes.substr(0, behind));
  decoder.add_other(bytes.substr(0, behind));
  for (int i = 0; i < 20; ++i) {
    const auto other = decoder.next_other();
    if (!other) break;
    require(mime::is_utf8(*other));
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  const std::string_view text(reinterpret_cast<const char*>(data) + 1, size - 1);
  switch (data[0] % 12) {
    case 0:
      require(mime::unfold(text).find_first_of("\r\n") == std::string::npos);
      break;
    case 1:
      require(mime::is_utf8(mime::decode_words(text)));
      break;
    case 2:
      require(mime::strip_comments(text).size() <= text.size());
      break;
    case 3:
      read_parameters(text);
      break;
    case 4:
      decode(text, mime::Encoding::base64);
      break;
    case 5:
      decode(text, mime::Encoding::quoted_printable);
      break;
    case 6:
      decode(text, mime::Encoding::uuencode);
      break;
    case 7:
      decode(text, mime::Encoding::unknown);
      break;
    default:
      read_charset(text, static_cast<mime::TextKind>(data[0] % 4));
  }
  return 0;
}

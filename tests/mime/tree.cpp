// SPDX-License-Identifier: MIT
#include "mime/tree.h"

#include <sstream>

namespace basewalk::test {

using mime::Encoding;
using mime::Part;
using mime::PartKind;

std::string_view encoding_name(Encoding encoding) {
  switch (encoding) {
    case Encoding::identity:
      return "identity";
    case Encoding::base64:
      return "base64";
    case Encoding::quoted_printable:
      return "quoted-printable";
    case Encoding::uuencode:
      return "uuencode";
    case Encoding::unknown:
      break;
  }
  return "unknown";
}

std::string tree_text(const Message& message) {
  std::ostringstream out;
  for (std::uint32_t i = 0; i < message.parts.size(); ++i) {
    const Part& part = message.parts[i];
    out << message.section(i) << '\t' << part.media_type << '\t' << encoding_name(part.encoding)
        << '\t' << part.body.begin << '-' << part.body.end;
    if (part.kind == PartKind::multipart) out << "\tmultipart";
    if (part.kind == PartKind::message) out << "\tmessage";
    if (part.gap) out << "\tgap";
    out << '\n';
  }
  return out.str();
}

std::string notes_text(const Message& message) {
  std::ostringstream out;
  for (const Note& note : message.notes.all())
    out << name(note.code) << '\t' << message.section(note.part) << '\t' << note.offset << '\n';
  return out.str();
}

std::string with_lf(std::string_view text) {
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i)
    if (text[i] != '\r' || i + 1 == text.size() || text[i + 1] != '\n') out += text[i];
  return out;
}

std::string with_crlf(std::string_view text) {
  std::string out;
  for (char c : with_lf(text)) {
    if (c == '\n') out += '\r';
    out += c;
  }
  return out;
}

}  // namespace basewalk::test

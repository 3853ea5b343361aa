// SPDX-License-Identifier: MIT
#include "mime/pieces.h"

#include <algorithm>

#include "mime/line/field_name.h"
#include "mime/scan.h"
#include "text/ascii.h"

namespace basewalk::mime {
namespace {

constexpr std::size_t npos = std::string_view::npos;

// A name and its colon: nothing that is encoded looks so.
bool begins_a_header(std::string_view bytes, std::size_t at) {
  std::size_t end = at;
  while (end < bytes.size() && is_of_field_name(bytes[end])) ++end;
  while (end < bytes.size() && ascii::is_blank(bytes[end])) ++end;
  return end > at && end < bytes.size() && bytes[end] == ':';
}

// "Content-Type: message/rfc822", however it is written.
bool names_a_message(std::string_view header) {
  for (std::size_t at = header.find('/'); at != npos; at = header.find('/', at + 1)) {
    const std::string_view before = ascii::trim_right(header.substr(0, at));
    if (before.size() >= 7 && ascii::iequals(before.substr(before.size() - 7), "message"))
      return true;
  }
  return false;
}

}  // namespace

Pieces::Pieces(std::string_view bytes, Span rest, bool cr_lines)
    : bytes_(bytes.substr(0, rest.end)),
      at_(rest.begin),
      cr_lines_(cr_lines || bytes_.find('\n', at_) == npos) {}

std::size_t Pieces::line_after(std::size_t at) const {
  std::size_t end = cr_lines_ ? bytes_.find_first_of("\r\n", at) : bytes_.find('\n', at);
  if (end == npos) return bytes_.size();
  if (bytes_[end] == '\r' && bytes_.substr(end + 1).starts_with('\n')) ++end;
  return end + 1;
}

bool Pieces::is_empty_line(std::size_t at) const {
  const std::string_view rest = bytes_.substr(at);
  return rest.starts_with('\n') || rest.starts_with("\r\n") ||
         (cr_lines_ && rest.starts_with('\r'));
}

std::optional<Span> Pieces::next() {
  while (at_ < bytes_.size()) {
    if (bytes_.substr(at_).starts_with("--")) {
      at_ = line_after(at_);
      continue;
    }
    const std::size_t begin = at_;
    std::size_t body = npos;  // where the header has ended
    while (at_ < bytes_.size() && !bytes_.substr(at_).starts_with("--")) {
      if (body == npos && is_empty_line(at_)) {
        body = at_ = line_after(at_);
        if (names_a_message(bytes_.substr(begin, body - begin)) && begins_a_header(bytes_, at_))
          break;
        continue;
      }
      at_ = line_after(at_);
    }
    if (at_ > begin) return Span{begin, at_};
  }
  return std::nullopt;
}

Message read_piece(std::string_view bytes, Span piece, bool cr_lines, const Limits& limits) {
  Limits one = limits;
  one.depth = 0;
  one.parts = 2;
  return Scanner(bytes.substr(0, piece.end), piece.begin, cr_lines, one).run();
}

}  // namespace basewalk::mime

// SPDX-License-Identifier: MIT
#include "rewrite/settle/body.h"

#include <algorithm>
#include <vector>

#include "basewalk/mime/headers.h"
#include "text/ascii.h"
#include "text/base64.h"
#include "text/hex.h"
#include "walk/leaf/attached.h"

namespace basewalk::rewrite {
namespace {

constexpr std::size_t kLineMax = 76;  // RFC 2045 6.7, 6.8

std::string in_lines(std::string_view digits, std::string_view line_end) {
  std::string out;
  for (std::size_t at = 0; at < digits.size(); at += kLineMax) {
    if (at > 0) out += line_end;
    out += digits.substr(at, kLineMax);
  }
  return out;
}

// RFC 2045 6.7, and nothing at the beginning of a line that somebody takes for more than a text.
std::string quoted_printable(std::string_view text, std::string_view line_end) {
  std::string out;
  std::size_t column = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text.substr(i).starts_with(line_end)) {
      out += line_end;
      i += line_end.size() - 1;
      column = 0;
      continue;
    }
    const char c = text[i];
    const std::string_view behind = text.substr(i + 1);
    const bool at_end = behind.empty() || behind.starts_with(line_end);
    bool plain = (c > 32 && c < 127 && c != '=') || (ascii::is_blank(c) && !at_end);
    if (column == 0 && (c == '-' || c == '.' || c == 'F')) plain = false;
    // Room for what comes, and for the "=" of a soft break behind it.
    if (column + (plain ? 1 : 3) > kLineMax - (at_end ? 0 : 1)) {
      out.append("=").append(line_end);
      column = 0;
    }
    if (plain) {
      out += c;
      ++column;
    } else {
      text::append_escape(out, c, '=');
      column += 3;
    }
  }
  return out;
}

// Is it shorter so, and can people read it?
bool is_mostly_plain(std::string_view text) {
  const auto odd = static_cast<std::size_t>(std::count_if(text.begin(), text.end(), [](char c) {
    return c == '=' || c == 127 || (static_cast<signed char>(c) < 32 && !ascii::is_space(c));
  }));
  return odd <= text.size() / 6;
}

}  // namespace

// The part as the first reading has it.
void BodyWriter::read(const Message& message, const mime::Part& part) {
  const std::string_view body = message.body_of(part);
  bytes_ = body;
  if (part.encoding != mime::Encoding::identity) {
    decoded_.clear();
    Notes ignored;
    mime::decode_transfer(body, part.encoding, decoded_, {ignored});
    bytes_ = decoded_;
  }
  extent_ = part.encoding == mime::Encoding::base64 ? extent_of_base64(body, bytes_)
                                                    : Base64Extent{0, body.size(), bytes_.size()};
  mime::ParameterizedValue type;
  if (part.content_type_field != mime::kNone)
    type = mime::parse_parameterized(message.value_of(message.fields[part.content_type_field]));
  const std::string* const charset = type.find("charset");
  declared_ = charset != nullptr ? *charset : std::string();
  leaf_ = judge_leaf(part.media_type, file_name_of(message, part, type), bytes_);
}

std::string_view BodyWriter::text() {
  Notes ignored;
  return charsets_.to_utf8(bytes_.substr(0, extent_.decoded), declared_, text_kind(leaf_.type),
                           {ignored});
}

std::string_view BodyWriter::text_of(const Message& message, const mime::Part& part) {
  read(message, part);
  return text();
}

std::optional<BodyAgain> BodyWriter::write(const Message& message, const mime::Part& part,
                                           std::string_view line_end) {
  if (part.kind != mime::PartKind::leaf || part.encoding == mime::Encoding::uuencode)
    return std::nullopt;
  read(message, part);
  if (leaf_.kind != LeafKind::document) return std::nullopt;
  const std::string_view text = this->text();
  BodyAgain again;
  again.splice = {part.body.begin + extent_.begin, part.body.begin + extent_.end, {}};
  if (part.encoding != mime::Encoding::base64 && is_mostly_plain(text)) {
    again.encoding = "quoted-printable";
    again.splice.bytes = quoted_printable(text, line_end);
  } else {
    again.encoding = "base64";
    std::string digits;
    text::append_base64(digits, text);
    again.splice.bytes = in_lines(digits, line_end);
  }
  return again;
}

}  // namespace basewalk::rewrite

// SPDX-License-Identifier: MIT
//
// What a reader of bytes trips over, before any reference is looked at.
#include "basewalk/mime/headers.h"
#include "bundle/check.h"
#include "bundle/match/structure.h"
#include "text/ascii.h"
#include "text/base64.h"

namespace basewalk::bundle {
namespace {

constexpr std::size_t kNone = std::string_view::npos;
constexpr std::size_t kLongestBoundary = 70;  // RFC 2046 5.1.1

// The line that ends (line end included) at `end`.
std::string_view line_before(std::string_view bytes, std::size_t end) {
  std::size_t last = end;
  while (last > 0 && (bytes[last - 1] == '\n' || bytes[last - 1] == '\r') && end - last < 2) --last;
  const std::size_t begin = last == 0 ? kNone : bytes.find_last_of("\r\n", last - 1);
  return bytes.substr(begin == kNone ? 0 : begin + 1, end - (begin == kNone ? 0 : begin + 1));
}

class Bytes {
 public:
  Bytes(const Message& message, const Bundle& bundle, Findings& findings)
      : message_(message), bundle_(bundle), findings_(findings) {}

  void check(std::uint32_t index);

 private:
  void check_header(std::uint32_t index);
  void check_delimiters(std::uint32_t multipart);
  void check_delimiter(std::uint32_t part, std::string_view line, std::size_t offset);
  void check_body(std::uint32_t leaf);
  // Told once: where one line ends so, most others do.
  void found_bare_lf(std::uint32_t part, std::size_t offset, std::string_view text) {
    if (!has_bare_lf_) findings_.add(FindingCode::line_ends_lf, part, offset, text);
    has_bare_lf_ = true;
  }
  std::string encoding_of(const mime::Part& part) const;

  const Message& message_;
  const Bundle& bundle_;
  Findings& findings_;
  bool has_bare_lf_ = false;
  std::string boundary_;  // of the multipart that was read last
  std::uint32_t boundary_of_ = mime::kNone;
};

void Bytes::check(std::uint32_t index) {
  const mime::Part& part = message_.parts[index];
  check_header(index);
  if (is_multipart(part)) check_delimiters(index);
  if (part.kind == mime::PartKind::leaf && part.parent != mime::kNone &&
      is_multipart(message_.parts[part.parent]))
    check_body(index);
}

void Bytes::check_header(std::uint32_t index) {
  const mime::Part& part = message_.parts[index];
  const std::string_view header = message_.bytes.substr(
      part.header.begin, part.body.begin >= part.header.begin ? part.body.begin - part.header.begin
                                                              : part.header.size());
  if (const std::size_t lf = find_bare_lf(header); lf != kNone)
    found_bare_lf(index, part.header.begin + lf, {});
  std::size_t ids = 0, locations = 0;
  for (std::uint32_t i = part.first_field; i < part.fields_end; ++i) {
    const mime::HeaderField& field = message_.fields[i];
    const std::string_view name = message_.name_of(field);
    const auto found = [&](FindingCode code) {
      findings_.add(code, index, field.name.begin, ascii::trim(message_.value_of(field)));
    };
    if (ascii::iequals(name, "content-base")) found(FindingCode::content_base);
    if (ascii::iequals(name, "content-id") && ++ids > 1) found(FindingCode::label_repeated);
    if (ascii::iequals(name, "content-location") && ++locations > 1)
      found(FindingCode::label_repeated);
  }
}

void Bytes::check_delimiters(std::uint32_t multipart) {
  const mime::Part& it = message_.parts[multipart];
  const std::string_view bytes = message_.bytes;
  std::uint32_t last = mime::kNone;
  for (std::uint32_t i = multipart + 1; i < it.subtree_end; i = message_.parts[i].subtree_end) {
    last = i;
    const std::size_t begin = message_.parts[i].header.begin;
    const std::string_view line = line_before(bytes, begin);
    check_delimiter(i, line, begin - line.size());
  }
  if (last == mime::kNone) return;
  // The closing one stands behind the line end that follows the last part.
  std::size_t at = message_.parts[last].body.end;
  if (at < bytes.size() && bytes[at] == '\r') ++at;
  if (at < bytes.size() && bytes[at] == '\n') ++at;
  if (bytes.substr(at, 2) != "--") return;
  const std::size_t end = bytes.find('\n', at);
  check_delimiter(multipart, bytes.substr(at, end == kNone ? kNone : end + 1 - at), at);
}

void Bytes::check_delimiter(std::uint32_t part, std::string_view line, std::size_t offset) {
  if (!line.starts_with("--")) return;
  std::string_view text = line;
  while (!text.empty() && (text.back() == '\n' || text.back() == '\r')) text.remove_suffix(1);
  if (line.ends_with('\n') && !line.ends_with("\r\n")) found_bare_lf(part, offset, text);
  if (!text.empty() && ascii::is_blank(text.back()))
    findings_.add(FindingCode::boundary_space, part, offset, text);
}

std::string Bytes::encoding_of(const mime::Part& part) const {
  const mime::HeaderField* field = message_.find(part, "content-transfer-encoding");
  if (field == nullptr) return {};
  return ascii::lowered(ascii::trim(mime::strip_comments(message_.value_of(*field))));
}

void Bytes::check_body(std::uint32_t leaf) {
  const mime::Part& part = message_.parts[leaf];
  const std::string_view body = message_.body_of(part);
  const std::string encoding = encoding_of(part);
  if (encoding.empty())
    findings_.add(FindingCode::encoding_missing, leaf, part.header.begin, part.media_type);
  else if (part.encoding == mime::Encoding::unknown || part.encoding == mime::Encoding::uuencode)
    findings_.add(FindingCode::encoding_unknown, leaf, part.header.begin, encoding);
  if (part.encoding == mime::Encoding::base64) {
    const Base64Look look = look_at_base64(body);
    if (look.how != Base64::good)
      findings_.add(look.how == Base64::bad ? FindingCode::base64_bad : FindingCode::base64_padding,
                    leaf, part.body.begin + look.offset, body.substr(look.offset, 20));
    return;
  }
  if (part.media_type.starts_with("text/") && !has_bare_lf_)
    if (const std::size_t lf = find_bare_lf(body); lf != kNone)
      findings_.add(FindingCode::line_ends_body, leaf, part.body.begin + lf);
  if (part.encoding != mime::Encoding::identity) return;
  if (boundary_of_ != part.parent) {
    const mime::ParameterizedValue type = bundle_.content_type(part.parent);
    const std::string* boundary = type.find("boundary");
    boundary_of_ = part.parent;
    boundary_ = boundary != nullptr ? "--" + *boundary : "";
  }
  // One that is longer has a note of its own.
  if (boundary_.size() < 3 || boundary_.size() > kLongestBoundary + 2) return;
  if (const std::size_t at = body.find(boundary_); at != kNone)
    findings_.add(encoding == "binary" ? FindingCode::boundary_in_body : FindingCode::boundary_near,
                  leaf, part.body.begin + at, boundary_);
}

}  // namespace

Base64Look look_at_base64(std::string_view body) {
  std::size_t digits = 0, padding = 0;
  std::size_t first_padding = body.size();
  for (std::size_t i = 0; i < body.size(); ++i) {
    const std::size_t begin = i;
    while (i < body.size() && text::is_base64_digit(body[i])) ++i;
    if (i > begin && padding > 0) return {Base64::bad, begin};
    digits += i - begin;
    if (i == body.size()) break;
    if (body[i] == '=') {
      if (padding++ == 0) first_padding = i;
    } else if (body[i] != '\r' && body[i] != '\n') {
      return {Base64::bad, i};
    }
  }
  if (digits % 4 == 1) return {Base64::bad, first_padding};
  if ((digits + padding) % 4 != 0 || padding > 2) return {Base64::bad_padding, first_padding};
  return {};
}

std::size_t find_bare_lf(std::string_view text) {
  for (std::size_t at = text.find('\n'); at != kNone; at = text.find('\n', at + 1))
    if (at == 0 || text[at - 1] != '\r') return at;
  return kNone;
}

void check_bytes(const Message& message, const Bundle& bundle, Findings& findings) {
  Bytes bytes(message, bundle, findings);
  for (std::uint32_t i = 0; i < message.parts.size(); ++i) bytes.check(i);
}

}  // namespace basewalk::bundle

// SPDX-License-Identifier: MIT
//
// Before this: mime/scan.cpp has found the body.  After it: walk/walk.cpp looks for links in what
// each reading makes of it.
#include "mime/transfer_readings.h"

#include <algorithm>

#include "basewalk/mime/decode.h"
#include "text/ascii.h"
#include "text/base64.h"
#include "text/find.h"

namespace basewalk::mime {

namespace {

// Does "=" at `at` begin an escape or a soft line break (RFC 2045 6.7)?
bool begins_escape(std::string_view body, std::size_t at) {
  if (at + 2 < body.size() && ascii::is_hex(body[at + 1]) && ascii::is_hex(body[at + 2]))
    return true;
  for (++at; at < body.size() && ascii::is_blank(body[at]);) ++at;
  return at == body.size() || body[at] == '\n' || body[at] == '\r';
}

// Where the next "=" is that begins none.  Blanks behind one are looked at once for each "=".
std::size_t find_stray_equals(std::string_view body, std::size_t at) {
  while ((at = text::find_byte(body, '=', at)) < body.size() && begins_escape(body, at)) ++at;
  return at;
}

// As Python's binascii has it: "=" counts behind two digits of a group, and digits behind it make
// it nothing.
void append_up_to_padding(std::string_view body, std::string& out) {
  std::string digits;
  unsigned in_group = 0, pads = 0;
  for (const char c : body) {
    if (c == '=') {
      if (in_group >= 2 && in_group + ++pads >= 4) break;
    } else if (text::is_base64_digit(c)) {
      digits += c;
      in_group = (in_group + 1) % 4;
      pads = 0;
    }
  }
  text::append_base64_decoded(out, digits, text::UrlDigits::never);
}

void add_of_base64(std::string_view body, std::vector<TransferReading>& readings) {
  bool padded = false, dashes = false;
  for (std::size_t at = 0; (at = text::find_any<'-', '_', '='>(body, at)) < body.size(); ++at) {
    (body[at] == '=' ? padded : dashes) = true;
    if (padded && dashes) break;
  }
  if (dashes) readings.push_back(TransferReading::other_alphabet);
  if (!padded) return;
  const std::size_t padding = text::find_byte(body, '=', 0);
  if (std::any_of(body.begin() + static_cast<std::ptrdiff_t>(padding), body.end(),
                  text::is_base64_digit))
    readings.push_back(TransferReading::ends_at_padding);
}

}  // namespace

std::vector<TransferReading> other_transfer_readings(std::string_view body, Encoding encoding) {
  std::vector<TransferReading> readings;
  if (encoding == Encoding::base64) add_of_base64(body, readings);
  if (encoding == Encoding::quoted_printable && find_stray_equals(body, 0) < body.size())
    readings.push_back(TransferReading::no_stray_equals);
  return readings;
}

void decode_transfer_as(TransferReading reading, std::string_view body, std::string& out) {
  using text::UrlDigits;
  switch (reading) {
    case TransferReading::first:
      return;
    case TransferReading::other_alphabet:
      text::append_base64_decoded(
          out, body, text::has_url_alphabet(body) ? UrlDigits::never : UrlDigits::always);
      return;
    case TransferReading::ends_at_padding:
      append_up_to_padding(body, out);
      return;
    case TransferReading::no_stray_equals:
      break;
  }
  std::string kept;
  for (std::size_t at = 0; at < body.size();) {
    const std::size_t stray = find_stray_equals(body, at);
    kept += body.substr(at, stray - at);
    at = stray + 1;
  }
  Notes said_before;
  decode_transfer(kept, Encoding::quoted_printable, out, {said_before});
}

}  // namespace basewalk::mime

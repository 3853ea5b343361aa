// SPDX-License-Identifier: MIT
//
// Before this: mime/scan.cpp has found the body.  After it: walk/walk.cpp looks for links in what
// each reading makes of it.
#include "mime/transfer/transfer_readings.h"

#include <algorithm>
#include <optional>

#include "basewalk/mime/decode.h"
#include "text/ascii.h"
#include "text/base64.h"
#include "text/find.h"
#include "text/hex.h"

namespace basewalk::mime {

namespace {

bool has_two_digits(std::string_view body, std::size_t at) {
  return at + 2 < body.size() && ascii::is_hex(body[at + 1]) && ascii::is_hex(body[at + 2]);
}

// Does "=" at `at` begin an escape or a soft line break (RFC 2045 6.7)?
bool begins_escape(std::string_view body, std::size_t at) {
  if (has_two_digits(body, at)) return true;
  for (++at; at < body.size() && ascii::is_blank(body[at]);) ++at;
  return at == body.size() || body[at] == '\n' || body[at] == '\r';
}

// Where the next "=" is that begins none.  Blanks behind one are looked at once for each "=".
std::size_t find_stray_equals(std::string_view body, std::size_t at) {
  while ((at = text::find_byte(body, '=', at)) < body.size() && begins_escape(body, at)) ++at;
  return at;
}

// Does the line end at `at`?
bool ends_line(std::string_view body, std::size_t at) {
  return body.substr(at).starts_with('\n') || body.substr(at).starts_with("\r\n");
}

// Is "=" at `at` what RFC 2045 6.7 has: an escape, or the last character of a line?
bool is_plain_equals(std::string_view body, std::size_t at) {
  return has_two_digits(body, at) || ends_line(body, at + 1);
}

// Where the next "=" is that is something else, as all say; the last byte is that to nobody.
std::size_t find_odd_equals(std::string_view body, std::size_t at) {
  while ((at = text::find_byte(body, '=', at)) < body.size() && is_plain_equals(body, at)) ++at;
  return at + 1 < body.size() ? at : body.size();
}

// Is it a soft line break to us alone, or the first of some "=" in the middle of a line, where the
// lines that it joins, or their number, decide what is markup?
bool breaks_for_some(std::string_view body, std::size_t at) {
  const bool is_first = at == 0 || body[at - 1] != '=';
  const bool is_pair = body[at + 1] == '=';
  if (is_pair && !is_first) return false;
  const std::size_t behind = body.find_first_not_of(is_pair ? "=" : " \t", at + 1);
  if (behind == body.npos) return false;
  const char c = body[behind];
  if (is_pair) return !ascii::is_space(c);
  return (c == '\n' || c == '\r') && body.find_first_not_of("\r\n", behind) != body.npos;
}

// Who reads such ones otherwise than we do.
void add_of_odd_equals(std::string_view body, std::vector<TransferReading>& readings) {
  bool at_once = false, two = false;
  for (std::size_t at = 0; (at = find_odd_equals(body, at)) < body.size(); ++at) {
    const auto is_plain = [&](std::size_t behind) {
      return behind < body.size() && body[behind] == '=' && is_plain_equals(body, behind);
    };
    at_once = at_once || breaks_for_some(body, at);
    two = two || is_plain(at + 1) || is_plain(at + 2);
    if (at_once && two) break;
  }
  if (at_once) readings.push_back(TransferReading::breaks_at_once);
  if (two) readings.push_back(TransferReading::takes_two_along);
}

// Do soft line breaks stand between the "=" at `at` and its two digits?
bool is_divided_escape(std::string_view body, std::size_t at) {
  unsigned digits = 0;
  for (++at; at < body.size() && digits < 2;) {
    if (ascii::is_hex(body[at])) {
      ++digits;
      ++at;
    } else if (body[at] == '=') {
      const std::size_t line_end = body.find_first_not_of(" \t\r", at + 1);
      if (line_end == body.npos || body[line_end] != '\n') return false;
      at = line_end + 1;
    } else {
      return false;
    }
  }
  return digits == 2;
}

// The digits as Python's binascii has them: "=" counts behind two digits of a group, and digits
// behind it make it nothing.  True where one digit is left over, and no padding has ended them:
// there Python gives the body back as it is, its lines joined.
bool take_digits(std::string_view body, std::string* digits) {
  unsigned in_group = 0, pads = 0;
  for (const char c : body) {
    if (c == '=') {
      if (in_group >= 2 && in_group + ++pads >= 4) return false;
    } else if (text::is_base64_digit(c)) {
      if (digits != nullptr) *digits += c;
      in_group = (in_group + 1) % 4;
      pads = 0;
    }
  }
  return in_group == 1;
}

void append_up_to_padding(std::string_view body, std::string& out) {
  std::string digits;
  take_digits(body, &digits);
  text::append_base64_decoded(out, digits, text::UrlDigits::never);
}

// As Evolution, K-9 Mail and Proton have it: groups of four, in which "=" is a digit of zeros whose
// byte is left out.
void append_whole_groups(std::string_view body, std::string& out) {
  std::string digits, kept;  // "=" as a digit; which "=" they were
  for (const char c : body) {
    if (c != '=' && !text::is_base64_digit(c)) continue;
    digits += c == '=' ? 'A' : c;
    kept += c;
  }
  digits.resize(digits.size() / 4 * 4);
  std::string bytes;
  text::append_base64_decoded(bytes, digits, text::UrlDigits::never);
  for (std::size_t group = 0; group < digits.size() / 4; ++group) {
    out += bytes[3 * group];
    for (std::size_t i = 1; i < 3; ++i)
      if (kept[4 * group + i + 1] != '=') out += bytes[3 * group + i];
  }
}

// The digits alone.
std::string without_equals(std::string_view body) {
  std::string digits;
  std::copy_if(body.begin(), body.end(), std::back_inserter(digits), text::is_base64_digit);
  return digits;
}

// As libetpan has it.
void append_with_odd_digit(std::string_view body, std::string& out) {
  const std::string digits = without_equals(body);
  text::append_base64_decoded(out, digits, text::UrlDigits::never);
  out += static_cast<char>(text::kBase64Digits.find(digits.back()) << 2);
}

std::string_view up_to_junk(std::string_view body) {
  const auto is_junk = [](char c) { return !text::is_base64_digit(c) && !ascii::is_space(c); };
  return body.substr(
      0, static_cast<std::size_t>(std::find_if(body.begin(), body.end(), is_junk) - body.begin()));
}

// What decides in which of its readings the digits of a body are other ones, or in other groups.
struct Base64Shape {
  std::size_t digits = 0;                // all of them
  std::optional<std::size_t> to_equals;  // those before the first "="
  std::optional<std::size_t> to_junk;    // before the first that is neither a digit nor white space
  std::size_t to_padding = 0;            // those that append_up_to_padding() has
  bool restarts_odd = false;             // a digit behind "=" in the middle of a group
  bool pads_oddly = false;               // "=" where no group of four ends with it
  bool has_part = false;                 // bytes of digits that are no whole group
};

Base64Shape shape_of(std::string_view body) {
  Base64Shape shape;
  std::size_t places = 0, pads = 0;  // of groups; "=" in a row
  std::size_t in_group = 0;          // as take_digits() counts
  bool padded = false;
  for (const char c : body) {
    if (c == '=') {
      if (!shape.to_equals) shape.to_equals = shape.digits;
      if (!shape.to_junk) shape.to_junk = shape.digits;
      shape.pads_oddly = shape.pads_oddly || places % 4 < 2;
      ++places;
      ++pads;
      padded = padded || (in_group >= 2 && in_group + pads >= 4);
    } else if (text::is_base64_digit(c)) {
      // Three digits and "=" have ended a group, two and one "=" have not.
      shape.pads_oddly = shape.pads_oddly || (pads > 0 && places % 4 != 0);
      shape.restarts_odd = shape.restarts_odd || (pads > 0 && shape.digits % 4 != 0);
      ++shape.digits;
      ++places;
      pads = 0;
      in_group = (in_group + 1) % 4;
      if (!padded) shape.to_padding = shape.digits;
    } else if (!shape.to_junk && !ascii::is_space(c)) {
      shape.to_junk = shape.digits;
    }
  }
  shape.has_part = places % 4 >= 2;  // of one digit alone nobody makes a byte here
  return shape;
}

// As libqp has it, which mailparser uses: what a soft line break divides is an escape all the same.
std::string without_soft_breaks(std::string_view body) {
  std::string joined;
  for (std::size_t at = 0; at < body.size();) {
    const std::size_t next = std::min(text::find_byte(body, '\n', at) + 1, body.size());
    std::size_t end = next;
    while (end > at && (body[end - 1] == '\n' || body[end - 1] == '\r')) --end;
    const std::string_view line_end = body.substr(end, next - end);
    while (end > at && ascii::is_blank(body[end - 1])) --end;
    const bool soft = end > at && body[end - 1] == '=';
    joined += body.substr(at, end - at - (soft ? 1 : 0));
    if (!soft) joined += line_end;
    at = next;
  }
  return joined;
}

void append_escapes_decoded(std::string_view text, std::string& out) {
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t equals = text::find_byte(text, '=', at);
    out += text.substr(at, equals - at);
    at = equals;
    if (at == text.size()) return;
    const std::optional<unsigned char> byte = text::escaped_byte(text, at, '=');
    out += byte ? static_cast<char>(*byte) : '=';
    at += byte ? 3 : 1;
  }
}

// As Python's binascii has it: behind "=" and a CR all is nothing up to the end of the line.
void append_with_breaks_at_once(std::string_view body, std::string& out) {
  for (std::size_t at = 0; at < body.size();) {
    const std::size_t equals = text::find_byte(body, '=', at);
    out += body.substr(at, equals - at);
    if (equals + 1 >= body.size()) return;
    const char behind = body[equals + 1];
    if (behind == '\n' || behind == '\r') {
      at = text::find_byte(body, '\n', equals + 1) + 1;
    } else if (has_two_digits(body, equals)) {
      out += static_cast<char>(*text::escaped_byte(body, equals, '='));
      at = equals + 3;
    } else {
      out += '=';
      at = equals + (behind == '=' ? 2 : 1);
    }
  }
}

// As GMime has it.
void append_with_two_taken_along(std::string_view body, std::string& out) {
  for (std::size_t at = 0; at < body.size();) {
    const std::size_t equals = text::find_byte(body, '=', at);
    out += body.substr(at, equals - at);
    at = equals + 3;
    if (equals + 1 >= body.size()) return;
    if (body[equals + 1] == '\n')
      at = equals + 2;
    else if (has_two_digits(body, equals))
      out += static_cast<char>(*text::escaped_byte(body, equals, '='));
    else if (!ends_line(body, equals + 1))
      out += body.substr(equals, 3);
  }
}

// A mail is stored with LF here and with CRLF there, and in UTF-16 one byte more moves all that
// follows.
std::string with_other_line_ends(std::string_view body) {
  const bool has_crlf = body.find("\r\n") != body.npos;
  std::string out;
  for (std::size_t at = 0; at < body.size();) {
    const std::size_t next = std::min(text::find_byte(body, '\n', at) + 1, body.size());
    std::string_view line = body.substr(at, next - at);
    at = next;
    const bool ends = line.ends_with('\n');
    if (ends) line.remove_suffix(line.ends_with("\r\n") ? 2 : 1);
    out += line;
    if (ends) out += has_crlf ? "\n" : "\r\n";
  }
  return out;
}

void add_of_base64(std::string_view body, std::vector<TransferReading>& readings) {
  bool padded = false, dashes = false;
  for (std::size_t at = 0; (at = text::find_any<'-', '_', '='>(body, at)) < body.size(); ++at) {
    (body[at] == '=' ? padded : dashes) = true;
    if (padded && dashes) break;
  }
  if (take_digits(body, nullptr)) {
    readings.push_back(TransferReading::undecoded);
    const std::size_t line_end = body.find_first_of("\r\n");
    if (line_end != body.npos && body.find_first_not_of("\r\n", line_end) != body.npos)
      readings.push_back(TransferReading::undecoded_joined);
  }
  if (dashes) readings.push_back(TransferReading::other_alphabet);
  const Base64Shape shape = shape_of(body);
  // Prefixes: each of them once, and none that is all of it.
  if (padded && shape.to_padding < shape.digits)
    readings.push_back(TransferReading::ends_at_padding);
  const auto is_other_end = [&](const std::optional<std::size_t>& end) {
    return end && *end > 0 && *end < shape.digits && *end != shape.to_padding;
  };
  if (is_other_end(shape.to_equals)) readings.push_back(TransferReading::ends_at_equals);
  if (is_other_end(shape.to_junk) && shape.to_junk != shape.to_equals)
    readings.push_back(TransferReading::ends_at_junk);
  if (shape.restarts_odd) readings.push_back(TransferReading::padding_is_nothing);
  if (shape.pads_oddly || shape.has_part) readings.push_back(TransferReading::whole_groups);
  if (shape.digits % 4 == 1) readings.push_back(TransferReading::odd_digit_counts);
}

}  // namespace

std::vector<TransferReading> other_transfer_readings(std::string_view body, Encoding encoding) {
  std::vector<TransferReading> readings;
  if (encoding == Encoding::base64) add_of_base64(body, readings);
  if (encoding == Encoding::quoted_printable) {
    std::size_t stray = find_stray_equals(body, 0);
    if (stray < body.size()) readings.push_back(TransferReading::no_stray_equals);
    while (stray < body.size() && !is_divided_escape(body, stray))
      stray = find_stray_equals(body, stray + 1);
    if (stray < body.size()) readings.push_back(TransferReading::soft_breaks_first);
    add_of_odd_equals(body, readings);
  }
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
    case TransferReading::ends_at_equals:
      text::append_base64_decoded(out, body.substr(0, text::find_byte(body, '=', 0)),
                                  UrlDigits::never);
      return;
    case TransferReading::ends_at_junk:
      text::append_base64_decoded(out, up_to_junk(body), UrlDigits::never);
      return;
    case TransferReading::padding_is_nothing:
      text::append_base64_decoded(out, without_equals(body), UrlDigits::never);
      return;
    case TransferReading::whole_groups:
      append_whole_groups(body, out);
      return;
    case TransferReading::odd_digit_counts:
      append_with_odd_digit(body, out);
      return;
    case TransferReading::undecoded:
      out += body;
      return;
    case TransferReading::undecoded_joined:
      for (const char c : body)
        if (c != '\n' && c != '\r') out += c;
      return;
    case TransferReading::soft_breaks_first:
      append_escapes_decoded(without_soft_breaks(body), out);
      return;
    case TransferReading::breaks_at_once:
      append_with_breaks_at_once(body, out);
      return;
    case TransferReading::takes_two_along:
      append_with_two_taken_along(body, out);
      return;
    case TransferReading::no_stray_equals:
    case TransferReading::other_line_ends:
      break;
  }
  std::string kept;
  if (reading == TransferReading::other_line_ends) {
    kept = with_other_line_ends(body);
  } else {
    for (std::size_t at = 0; at < body.size();) {
      const std::size_t stray = find_stray_equals(body, at);
      kept += body.substr(at, stray - at);
      at = stray + 1;
    }
  }
  Notes said_before;
  decode_transfer(kept, Encoding::quoted_printable, out, {said_before});
}

}  // namespace basewalk::mime

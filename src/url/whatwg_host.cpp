// SPDX-License-Identifier: MIT
//
// The host parser (URL Standard 3.5).  Nearly every host is lower-case ASCII letters, digits,
// hyphens and dots: such a domain is its own ASCII form, and only its last label has to be
// looked at, as it may be a number.
#include "text/ascii.h"
#include "text/hex.h"
#include "text/utf8.h"
#include "url/whatwg.h"

namespace basewalk::url::whatwg {
namespace {

constexpr ByteSet kForbiddenHost{std::string_view("\0\t\n\r #/:<>?@[\\]^|", 17)};

constexpr ByteSet kForbiddenDomain = [] {
  ByteSet set = sets::with(kForbiddenHost, "%\x7F");
  set.add_range(0x00, 0x1F);
  return set;
}();

// "[...]": both kinds of host may be one.
Problem append_bracketed(std::string_view text, std::string& out) {
  if (!text.ends_with(']') || text.size() < 2) return {Failure::ipv6_unclosed, text.size()};
  Problem problem = append_ipv6(text.substr(1, text.size() - 2), out);
  ++problem.offset;
  return problem;
}

// What comes behind domain to ASCII: `out` ends with the ASCII domain, from `begin`.
Problem finish_domain(std::size_t begin, std::string& out) {
  const std::string_view domain = std::string_view(out).substr(begin);
  const std::size_t forbidden = find_forbidden(domain);
  if (forbidden < domain.size()) return {Failure::domain_invalid_code_point, forbidden};
  if (domain.empty()) return {Failure::domain_to_ascii, 0};
  if (!ends_in_number(domain)) return {};
  return replace_by_ipv4(begin, out);
}

// Percent-decoding and what is not ASCII.  Offsets would be those of the decoded text; a problem is
// reported for the host as a whole.
Problem append_decoded_domain(std::string_view text, std::string& out) {
  // Bytes that are no character are U+FFFD before anything is decoded, and no domain holds that:
  // "%C3" and a byte A9 behind it make no character together.
  if (!utf8::is_valid(text)) return {Failure::domain_to_ascii, 0};
  std::string decoded;
  text::append_unescaped(decoded, text);
  const std::size_t begin = out.size();
  if (utf8::is_ascii(decoded)) {
    for (char c : decoded) out += ascii::to_lower(c);
  } else if (!append_domain_to_ascii(decoded, out)) {
    return {Failure::domain_to_ascii, 0};
  }
  Problem problem = finish_domain(begin, out);
  problem.offset = 0;
  return problem;
}

}  // namespace

std::size_t find_forbidden(std::string_view domain) {
  std::size_t i = 0;
  while (i < domain.size() && !kForbiddenDomain(domain[i])) ++i;
  return i;
}

Problem append_domain_or_address(std::string_view text, std::string& out) {
  if (text.starts_with('[')) return append_bracketed(text, out);
  const std::size_t begin = out.size();
  for (char c : text) {
    if (c == '%' || static_cast<signed char>(c) < 0) {
      out.resize(begin);
      return append_decoded_domain(text, out);
    }
    out += ascii::to_lower(c);
  }
  return finish_domain(begin, out);
}

Problem append_opaque_host(std::string_view text, std::string& out) {
  if (text.starts_with('[')) return append_bracketed(text, out);
  for (std::size_t i = 0; i < text.size(); ++i)
    if (kForbiddenHost(text[i])) return {Failure::host_invalid_code_point, i};
  append_encoded(text, sets::kC0Control, out);
  return {};
}

}  // namespace basewalk::url::whatwg

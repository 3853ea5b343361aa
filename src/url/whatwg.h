// SPDX-License-Identifier: MIT
//
// The inner parts of the URL Standard's parser (https://url.spec.whatwg.org/), one file for
// each subject: whatwg_parser.cpp the states, whatwg_host.cpp hosts, whatwg_ip.cpp
// addresses, whatwg_idna.cpp domain to ASCII, whatwg_encode.cpp percent-encoding.
//
// Each part appends what it serialises to the caller's buffer and says nothing but why it
// failed and where.
#ifndef BASEWALK_SRC_URL_WHATWG_H_
#define BASEWALK_SRC_URL_WHATWG_H_

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "basewalk/url/resolve.h"
#include "url/scan.h"

namespace basewalk::url::whatwg {

/// What went wrong, at an offset into the text that the function was given.
struct Problem {
  Failure failure = Failure::none;
  std::size_t offset = 0;
  explicit operator bool() const { return failure != Failure::none; }
};

// ---- percent-encode sets (1.3), as the bytes that are in them

namespace sets {

constexpr ByteSet with(ByteSet set, std::string_view more) {
  for (char c : more) set.add(c);
  return set;
}

inline constexpr ByteSet kC0Control = [] {
  ByteSet set;
  set.add_range(0x00, 0x1F);
  set.add_range(0x7F, 0xFF);
  return set;
}();
inline constexpr ByteSet kFragment = with(kC0Control, " \"<>`");
inline constexpr ByteSet kQuery = with(kC0Control, " \"#<>");
inline constexpr ByteSet kSpecialQuery = with(kQuery, "'");
inline constexpr ByteSet kPath = with(kQuery, "?^`{}");
inline constexpr ByteSet kUserInfo = with(kPath, "/:;=@[\\]|");

}  // namespace sets

/// UTF-8 percent-encodes what is in the set.  Bytes that are not UTF-8 count as U+FFFD.
void append_encoded(std::string_view text, const ByteSet& set, std::string& out);

// ---- hosts (3.5)

/// Parses and serialises the host of a special URL: a domain, an IPv4 or an IPv6 address.
Problem append_domain_or_address(std::string_view text, std::string& out);

/// Parses and serialises the host of any other URL: an opaque host or an IPv6 address.
Problem append_opaque_host(std::string_view text, std::string& out);

/// IPv6 parser and serialiser; the text is without its brackets, which are written.
Problem append_ipv6(std::string_view text, std::string& out);

/// The ends-in-a-number checker.
bool ends_in_number(std::string_view domain);

/// IPv4 parser and serialiser: the domain that `out` ends with, from `begin`, becomes an address.
Problem replace_by_ipv4(std::size_t begin, std::string& out);

/// Domain to ASCII (beStrict false) of a domain with characters outside ASCII, in UTF-8.  False
/// where it has no ASCII form.  Forbidden code points are the caller's to look for.
bool append_domain_to_ascii(std::string_view domain, std::string& out);

/// The offset of the first forbidden domain code point; the size where there is none.
std::size_t find_forbidden(std::string_view domain);

/// Domain to Unicode, for people to look at: what cannot be decoded stays as it is.
void append_domain_to_unicode(std::string_view domain, std::string& out);

}  // namespace basewalk::url::whatwg

#endif  // BASEWALK_SRC_URL_WHATWG_H_

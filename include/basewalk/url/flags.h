// SPDX-License-Identifier: MIT
//
// What is worth knowing about a link: where a browser goes elsewhere than the RFCs say, and
// what people hide things with.
#ifndef BASEWALK_URL_FLAGS_H_
#define BASEWALK_URL_FLAGS_H_

#include <cstdint>
#include <string_view>
#include <vector>

namespace basewalk::url {

/// In the order of their names.
enum class Flag : std::uint8_t {
  backslash,          ///< a browser takes a "\" for a "/"
  base_split,         ///< the host comes from a base (not for this layer to see)
  control_removed,    ///< a browser takes out tabs, line ends or control characters
  encoded_control,    ///< an encoded CR or LF (RFC 1738 6)
  host_differs,       ///< a browser goes to another host than RFC 3986 3.2 says
  invalid_syntax,     ///< a character that no URL may hold
  mixed_script_host,  ///< a label with letters of scripts that do not go together
  not_ascii_host,     ///< an internationalised host
  numeric_host,       ///< a browser goes to an address
  password_in_url,    ///< (RFC 1738 6)
  port_not_default,   ///< (RFC 1738 6)
  port_reserved,      ///< not the default, and below 1024 (RFC 1738 6)
  userinfo,           ///< something before an "@"
};
/// "host-differs"
std::string_view name(Flag flag);
/// Every flag, sorted by name.
std::vector<Flag> all_flags();

/// A set of flags.
class Flags {
 public:
  void add(Flag flag) { bits_ |= bit(flag); }
  bool has(Flag flag) const { return (bits_ & bit(flag)) != 0; }
  bool empty() const { return bits_ == 0; }
  /// Bit n is the flag n.
  std::uint32_t bits() const { return bits_; }

 private:
  static std::uint32_t bit(Flag flag) { return std::uint32_t{1} << static_cast<unsigned>(flag); }
  std::uint32_t bits_ = 0;
};

/// Compares what was written (`raw`), what an RFC makes of it (`url`) and what a browser opens
/// (`clicked`, as resolve() writes it under whatwg; empty where it refuses).  `url` is empty where
/// there is no answer.
Flags flags_of(std::string_view raw, std::string_view url, std::string_view clicked);

}  // namespace basewalk::url

#endif  // BASEWALK_URL_FLAGS_H_

// SPDX-License-Identifier: MIT
//
// Flags of a link: what is worth a second look.
//
//     if (link.flags.has(basewalk::Flag::host_differs)) ...
//     for (const basewalk::Flag flag : link.flags) std::cout << name(flag) << '\n';
#ifndef BASEWALK_FLAGS_H_
#define BASEWALK_FLAGS_H_

#include <bit>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <iterator>
#include <optional>
#include <string_view>

#pragma GCC visibility push(default)

namespace basewalk {

/// In the order of their names.  docs/flags.md shows an example of each.
enum class Flag : std::uint8_t {
  backslash,          ///< a browser takes a "\" for a "/"
  base_split,         ///< the host comes from a base inside the document
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
  scheme_assumed,     ///< "//host" without a base: a browser is taken to be at an https page
  text_differs,       ///< its text shows another host
  unterminated,       ///< its tag or attribute never ends
  url_omitted,        ///< base and URL were left out to bound the output
  userinfo,           ///< something before an "@"
  wrapped,            ///< a known wrapper of another URL
};
/// What output and options call them, a row for each in the order of the enumerators.
struct FlagName {
  Flag flag;
  std::string_view name;
};
[[gnu::visibility("hidden")]] inline constexpr FlagName kFlagNames[] = {
    {Flag::backslash, "backslash"},
    {Flag::base_split, "base-split"},
    {Flag::control_removed, "control-removed"},
    {Flag::encoded_control, "encoded-control"},
    {Flag::host_differs, "host-differs"},
    {Flag::invalid_syntax, "invalid-syntax"},
    {Flag::mixed_script_host, "mixed-script-host"},
    {Flag::not_ascii_host, "not-ascii-host"},
    {Flag::numeric_host, "numeric-host"},
    {Flag::password_in_url, "password-in-url"},
    {Flag::port_not_default, "port-not-default"},
    {Flag::port_reserved, "port-reserved"},
    {Flag::scheme_assumed, "scheme-assumed"},
    {Flag::text_differs, "text-differs"},
    {Flag::unterminated, "unterminated"},
    {Flag::url_omitted, "url-omitted"},
    {Flag::userinfo, "userinfo"},
    {Flag::wrapped, "wrapped"},
};

/// "host-differs"
std::string_view name(Flag flag);
/// Nothing where there is no such flag.
std::optional<Flag> flag_named(std::string_view name);

/// A set of flags; goes through them in the order of their names.
class Flags {
 public:
  constexpr Flags() = default;
  constexpr Flags(std::initializer_list<Flag> flags) {
    for (const Flag flag : flags) add(flag);
  }

  constexpr void add(Flag flag) { bits_ |= bit(flag); }
  constexpr bool has(Flag flag) const { return (bits_ & bit(flag)) != 0; }
  constexpr bool empty() const { return bits_ == 0; }
  constexpr Flags& operator|=(Flags other) {
    bits_ |= other.bits_;
    return *this;
  }
  friend constexpr bool operator==(Flags, Flags) = default;

  class Iterator {
   public:
    using iterator_category = std::forward_iterator_tag;
    using value_type = Flag;
    using difference_type = std::ptrdiff_t;
    using pointer = const Flag*;
    using reference = Flag;

    constexpr Iterator() = default;
    constexpr Flag operator*() const { return static_cast<Flag>(std::countr_zero(left_)); }
    constexpr Iterator& operator++() {
      left_ &= left_ - 1;
      return *this;
    }
    constexpr Iterator operator++(int) {
      const Iterator before = *this;
      ++*this;
      return before;
    }
    friend constexpr bool operator==(Iterator, Iterator) = default;

   private:
    friend class Flags;
    constexpr explicit Iterator(std::uint32_t left) : left_(left) {}
    std::uint32_t left_ = 0;
  };
  constexpr Iterator begin() const { return Iterator(bits_); }
  constexpr Iterator end() const { return Iterator(); }

 private:
  static constexpr std::uint32_t bit(Flag flag) {
    return std::uint32_t{1} << static_cast<unsigned>(flag);
  }
  std::uint32_t bits_ = 0;
};

/// Every flag.
Flags all_flags();

}  // namespace basewalk

#pragma GCC visibility pop

#endif  // BASEWALK_FLAGS_H_

// SPDX-License-Identifier: MIT
#include "basewalk/url/url.h"

#include <array>
#include <cstddef>
#include <iterator>

#include "text/ascii.h"
#include "text/hex.h"
#include "url/policy.h"
#include "url/scan.h"
#include "url/split.h"

namespace basewalk::url {
namespace {

constexpr std::string_view kNames[] = {"rfc1808", "rfc2396", "rfc3986", "whatwg"};

// RFC 3986 2.2 and 2.3: reserved and unreserved, which is all but "%".
constexpr ByteSet kUrlCharacters = [] {
  ByteSet set(":/?#[]@!$&'()*+,;=-._~");
  set.add_range('a', 'z');
  set.add_range('A', 'Z');
  set.add_range('0', '9');
  return set;
}();
constexpr auto kIsUrlCharacter = [] {
  std::array<bool, 256> is{};
  for (std::size_t c = 0; c < is.size(); ++c) is[c] = kUrlCharacters(static_cast<char>(c));
  return is;
}();

}  // namespace

std::string_view name(Rules rules) { return kNames[static_cast<std::size_t>(rules)]; }

std::optional<Rules> rules_named(std::string_view name) {
  for (std::size_t i = 0; i < std::size(kNames); ++i)
    if (kNames[i] == name) return static_cast<Rules>(i);
  return {};
}

Components split(std::string_view text, Rules rules) {
  switch (rules) {
    case Rules::rfc2396:
      return split_as<Rfc2396>(text);
    case Rules::rfc3986:
    case Rules::whatwg:  // a serialised URL has the shape that RFC 3986 B expects
      return split_as<Rfc3986>(text);
    case Rules::rfc1808:
      break;
  }
  return split_as<Rfc1808>(text);
}

bool is_scheme(std::string_view text) {
  const std::string url = std::string(text) + ":";
  return !text.empty() && scheme_of(url) == text;
}

std::string_view scheme_of(std::string_view text) {
  return text.substr(0, scheme_length(text, true));
}

bool is_hierarchical(std::string_view absolute) {
  return absolute.substr(scheme_of(absolute).size() + 1).starts_with('/');
}

std::string_view host_of_authority(std::string_view authority) {
  // RFC 3986 3.2.1: user info ends at "@".  It may hold no "@" itself; where it does, the last one
  // counts, as it does for those who open the link.
  if (const std::size_t at = authority.rfind('@'); at != std::string_view::npos)
    authority.remove_prefix(at + 1);
  if (authority.starts_with('[')) {  // RFC 3986 3.2.2: IP-literal
    const std::size_t close = authority.find(']');
    return close == std::string_view::npos ? authority : authority.substr(0, close + 1);
  }
  return authority.substr(0, find_or_end(authority, ':'));
}

Unwrapped unwrap(std::string_view text, std::string& out) {
  Unwrapped found;
  text = ascii::trim(text);
  if (text.starts_with('<')) {
    found.brackets = true;
    text.remove_prefix(1);
    if (text.ends_with('>')) text.remove_suffix(1);
  }
  std::string_view inner = ascii::trim(text);
  if (ascii::istarts_with(inner, "URL:")) {
    found.prefix = true;
    inner.remove_prefix(4);
  }
  // White space just inside the brackets and behind the prefix is as meaningless as that of a fold.
  found.white_space = inner.size() + (found.prefix ? 4 : 0) != text.size();
  for (char c : inner) {
    if (ascii::is_space(c))
      found.white_space = true;
    else
      out += c;
  }
  return found;
}

bool has_valid_characters(std::string_view text, std::size_t* offset) {
  std::size_t i = 0;
  while (i < text.size()) {
    // Eight at a time as long as all are.
    if (text.size() - i >= 8) {
      bool all = true;
      for (std::size_t j = 0; j < 8; ++j)
        all &= kIsUrlCharacter[static_cast<unsigned char>(text[i + j])];
      if (all) {
        i += 8;
        continue;
      }
    }
    if (kUrlCharacters(text[i])) {
      ++i;
    } else if (text::escaped_byte(text, i)) {
      i += 3;
    } else {
      if (offset != nullptr) *offset = i;
      return false;
    }
  }
  return true;
}

}  // namespace basewalk::url

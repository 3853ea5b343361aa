// SPDX-License-Identifier: MIT
//
// Two readings of a link are compared: `url`, by the clauses that a scanner follows, and `clicked`,
// by the URL Standard that browsers follow.  Most links have none of the characters that matter, so
// each question begins with a search for one.
#include "walk/link_flags.h"

#include <string>

#include "basewalk/url/schemes.h"
#include "support/ascii.h"

namespace basewalk {
namespace {

// An authority (RFC 3986 3.2) in its pieces.
struct Authority {
  std::string_view host;
  bool has_userinfo = false;
};

Authority authority_of(std::string_view url) {
  Authority authority;
  std::string_view text = url::split(url, url::Rules::rfc3986).authority.text;
  const std::size_t at = text.rfind('@');
  if (at != std::string_view::npos) {
    authority.has_userinfo = true;
    text.remove_prefix(at + 1);
  }
  authority.host = url::host_of_authority(text);
  return authority;
}

bool is_ascii(std::string_view text) {
  for (char c : text)
    if (static_cast<unsigned char>(c) >= 0x80) return false;
  return true;
}

bool has_punycode_label(std::string_view host) {
  return host.starts_with("xn--") || host.find(".xn--") != std::string_view::npos;
}

// [R5]: what a reader of RFC 3986 3.2 sees is compared without case and with IDNA applied; the
// forms of an IP literal are the same, too.
bool is_same_host(std::string_view seen, std::string_view clicked) {
  if (ascii::iequals(seen, clicked)) return true;
  if (is_ascii(seen) && !seen.starts_with('[')) return false;
  static const url::Base kNoBase({}, url::Rules::whatwg);
  std::string as_browsers;
  const std::string text = "http://" + std::string(seen) + "/";
  if (url::resolve(kNoBase, text, {}, as_browsers).outcome == url::Outcome::error) return false;
  return authority_of(as_browsers).host == clicked;
}

// A host that browsers take for an address: they write it as one.
bool is_address(std::string_view clicked_host) {
  if (clicked_host.starts_with('[')) return true;
  if (clicked_host.empty()) return false;
  for (char c : clicked_host)
    if (!ascii::is_digit(c) && c != '.') return false;
  return true;
}

bool has_backslash_as_slash(const Link& link) {
  const std::string_view before_query = link.raw.substr(0, link.raw.find_first_of("?#"));
  if (!link.clicked || before_query.find('\\') == std::string_view::npos) return false;
  for (std::string_view scheme : {"http:", "https:", "ftp:", "file:", "ws:", "wss:"})
    if (link.clicked->starts_with(scheme)) return true;
  return false;
}

// RFC 1738 6.
std::uint32_t flags_of_warnings(std::string_view url) {
  const url::UrlWarnings warnings = url::warnings_of(url);
  return (warnings.port_not_default ? kPortNotDefault : 0u) |
         (warnings.port_reserved ? kPortReserved : 0u) |
         (warnings.encoded_control ? kEncodedControl : 0u) |
         (warnings.password ? kPasswordInUrl : 0u);
}

// The browser's reading.
std::uint32_t flags_of_clicked(const Link& link, const Authority& clicked) {
  std::uint32_t flags = 0;
  if (is_address(clicked.host)) flags |= kNumericHost;
  if (has_punycode_label(clicked.host)) flags |= kNotAsciiHost;
  if (link.raw.find_first_of("\t\n\r") != std::string_view::npos) flags |= kControlRemoved;
  if (has_backslash_as_slash(link)) flags |= kBackslash;
  return flags;
}

}  // namespace

std::uint32_t flags_of(const Link& link, const base::Scope& scope) {
  std::uint32_t flags = 0;
  if (!url::has_valid_characters(link.raw)) flags |= kInvalidSyntax;
  const bool embedded = scope.from() == BaseFrom::html_base || scope.from() == BaseFrom::codebase;
  if (link.status == Status::resolved && embedded && !link.raw.starts_with("//") &&
      scope.url()->components().authority.present)
    flags |= kBaseSplit;

  Authority seen;
  if (link.url) {
    seen = authority_of(*link.url);
    flags |= flags_of_warnings(*link.url);
    if (seen.has_userinfo) flags |= kUserinfo;
    if (!is_ascii(seen.host)) flags |= kNotAsciiHost;
  }
  if (!link.clicked) return flags;
  const Authority clicked = authority_of(*link.clicked);
  flags |= flags_of_warnings(*link.clicked) | flags_of_clicked(link, clicked);
  if (clicked.has_userinfo) flags |= kUserinfo;
  if (link.url && !is_same_host(seen.host, clicked.host)) flags |= kHostDiffers;
  return flags;
}

}  // namespace basewalk

// SPDX-License-Identifier: MIT
//
// What is known about schemes by their names, what RFC 1738 6 warns of and what RFC 1808 5.3
// advises against.
#include "basewalk/url/schemes.h"

#include <algorithm>

#include "basewalk/url/url.h"
#include "text/ascii.h"
#include "url/scan.h"

namespace basewalk::url {
namespace {

struct SchemeRow {
  std::string_view name;
  SchemeKind kind;
  RelativeUse relative;
  std::uint16_t port;  // 0: none
};

using enum SchemeKind;
using enum RelativeUse;

constexpr SchemeRow kSchemes[] = {
    {"ftp", defined, always, 21},      {"http", defined, always, 80},
    {"gopher", defined, at_times, 70}, {"mailto", defined, never, 0},
    {"news", defined, never, 0},       {"nntp", defined, always, 119},
    {"telnet", defined, never, 23},    {"wais", defined, at_times, 210},
    {"file", defined, always, 0},      {"prospero", defined, at_times, 1525},
    {"afs", reserved, unknown, 0},     {"mid", reserved, unknown, 0},
    {"cid", reserved, unknown, 0},     {"nfs", reserved, unknown, 0},
    {"tn3270", reserved, unknown, 0},  {"mailserver", reserved, unknown, 0},
    {"z39.50", reserved, unknown, 0},  {"https", other, unknown, 443},
    {"ws", other, unknown, 80},        {"wss", other, unknown, 443},
};

const SchemeRow* row_of(std::string_view scheme) {
  const auto* row = std::find_if(std::begin(kSchemes), std::end(kSchemes),
                                 [&](const auto& one) { return ascii::iequals(one.name, scheme); });
  return row == std::end(kSchemes) ? nullptr : row;
}

bool has_encoded_line_end(std::string_view text) {
  for (std::size_t at = text.find('%'); at != std::string_view::npos; at = text.find('%', at + 1)) {
    const std::string_view escape = text.substr(at, 3);
    if (escape.size() < 3 || escape[1] != '0') continue;
    if (ascii::iequals(escape, "%0a") || ascii::iequals(escape, "%0d")) return true;
  }
  return false;
}

}  // namespace

SchemeKind scheme_kind(std::string_view scheme) {
  if (const SchemeRow* row = row_of(scheme)) return row->kind;
  return ascii::istarts_with(scheme, "x-") ? experimental : other;
}

RelativeUse relative_use(std::string_view scheme) {
  const SchemeRow* row = row_of(scheme);
  return row == nullptr ? unknown : row->relative;
}

std::string_view name(SchemeKind kind) {
  constexpr std::string_view kNames[] = {"defined", "reserved", "experimental", "other"};
  return kNames[static_cast<std::size_t>(kind)];
}

std::string_view name(RelativeUse use) {
  constexpr std::string_view kNames[] = {"never", "at-times", "always", "unknown"};
  return kNames[static_cast<std::size_t>(use)];
}

std::optional<std::uint16_t> default_port(std::string_view scheme) {
  const SchemeRow* row = row_of(scheme);
  if (row == nullptr || row->port == 0) return {};
  return row->port;
}

UrlWarnings warnings_of(std::string_view url) {
  return warnings_of(url, split(url, Rules::rfc3986));
}

UrlWarnings warnings_of(std::string_view url, const Components& parts) {
  UrlWarnings found;
  found.encoded_control = has_encoded_line_end(url);
  const std::string_view authority = parts.authority.text;
  const std::size_t at = authority.rfind('@');
  if (at != std::string_view::npos) {
    const std::size_t colon = authority.substr(0, at).find(':');
    found.password = colon != std::string_view::npos && colon + 1 < at;
  }
  const std::string_view host = host_of_authority(authority);
  const auto host_end = static_cast<std::size_t>(host.data() - authority.data()) + host.size();
  if (host_end == authority.size() || authority[host_end] != ':') return found;
  const std::string_view port_text = authority.substr(host_end + 1);
  unsigned port = 0;
  for (char c : port_text) {
    if (!ascii::is_digit(c)) return found;
    port = std::min(port * 10 + static_cast<unsigned>(c - '0'), 0x10000U);
  }
  if (port_text.empty()) return found;
  const auto own = default_port(parts.scheme.text);
  found.port_not_default = !own || *own != port;
  found.port_reserved = found.port_not_default && port < 1024;
  return found;
}

UrlPractice practice_of(std::string_view text) {
  UrlPractice found;
  const Components parts = split(text, Rules::rfc1808);
  const bool rfc3986_sees_one = scheme_length(text, true) != 0;
  if (!rfc3986_sees_one && !parts.authority.present) {
    // Under RFC 1808 "1:y" has a scheme, which is no less a mistake of somebody's.
    const std::string_view path = parts.scheme.present ? text : parts.path;
    found.colon_in_first_segment = first_segment_has_colon(path);
  }
  const bool ftp = !parts.scheme.present || ascii::iequals(parts.scheme.text, "ftp");
  found.directory_type = ftp && ascii::iequals(parts.params.text, "type=d");
  return found;
}

}  // namespace basewalk::url

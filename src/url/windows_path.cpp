// SPDX-License-Identifier: MIT
#include "url/windows_path.h"

#include <algorithm>

#include "text/ascii.h"

namespace basewalk::url {
namespace {

// Scheme and host, which `rest` loses.  The service WebClient of Windows takes what stands behind
// the host's first "@" for "SSL" and a port.
std::string take_host(std::string_view& rest) {
  const std::string_view host = rest.substr(0, rest.find_first_of("/\\"));
  const std::size_t at = host.find('@');
  if (at == std::string_view::npos) return "file://";
  std::string_view port = host.substr(at + 1);
  const bool is_tls = ascii::istarts_with(port, "SSL") && (port.size() == 3 || port[3] == '@');
  if (is_tls) port.remove_prefix(std::min<std::size_t>(port.size(), 4));
  if (!std::all_of(port.begin(), port.end(), ascii::is_digit) || (port.empty() && !is_tls))
    return "file://";
  std::string url = is_tls ? "https://" : "http://";
  url += host.substr(0, at);
  if (!port.empty()) url.append(":").append(port);
  rest.remove_prefix(host.size());
  return url;
}

}  // namespace

std::optional<std::string> windows_path(std::string_view raw) {
  const auto is_slash = [](char c) { return c == '/' || c == '\\'; };
  std::string_view path = raw;
  const bool has_scheme = ascii::istarts_with(path, "file:");
  if (has_scheme) path.remove_prefix(5);
  std::size_t slashes = 0;
  while (slashes < path.size() && is_slash(path[slashes])) ++slashes;
  const bool back = path.substr(0, slashes).find('\\') != std::string_view::npos;
  std::string_view rest = path.substr(slashes);
  if (rest.starts_with("?\\")) rest.remove_prefix(2);
  if (ascii::istarts_with(rest, "UNC\\")) rest.remove_prefix(4);
  std::string url;
  if (rest.size() >= 2 && ascii::is_alpha(rest[0]) && rest[1] == ':' &&
      (rest.size() == 2 || is_slash(rest[2]))) {
    if (slashes > 0 && !has_scheme && !back) return std::nullopt;
    url = "file:///";
  } else if (!rest.empty() && ascii::is_alnum(rest[0]) &&
             (has_scheme ? slashes > 3 || (slashes >= 2 && back) : slashes >= 2 && back)) {
    url = take_host(rest);
  } else {
    return std::nullopt;
  }
  for (const char c : rest) url += c == '\\' ? '/' : c;
  return url == raw ? std::nullopt : std::optional(url);
}

}  // namespace basewalk::url

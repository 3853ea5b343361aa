// SPDX-License-Identifier: MIT
#include "guard/lists.h"

#include <algorithm>

#include "basewalk/url/normalize.h"
#include "basewalk/url/resolve.h"
#include "basewalk/url/url.h"
#include "text/ascii.h"

namespace basewalk::guard {
namespace {

constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";

// A URL as a browser opens it, taken apart and without what makes no difference.
struct Place {
  std::string url;  // the others lie in it, but for the port
  std::string_view scheme, host, path;
  std::string port;  // also where it is the scheme's own
};

std::string_view port_of(std::string_view authority, std::string_view host) {
  const std::size_t at = authority.rfind(':');
  if (at == std::string_view::npos || authority.ends_with(host)) return {};
  return authority.substr(at + 1);
}

std::string_view own_port(std::string_view scheme) {
  return scheme == "http" ? "80" : scheme == "https" ? "443" : scheme == "ftp" ? "21" : "";
}

bool read_place(std::string_view text, Place& place) {
  static const url::Base no_base(std::string_view(), url::Rules::whatwg);
  std::string clicked;
  if (url::resolve(no_base, text, {}, clicked).outcome == url::Outcome::error) return false;
  url::normalize(clicked, {}, place.url);
  const url::Components parts = url::split(place.url, url::Rules::whatwg);
  if (!parts.authority.present) return false;
  place.scheme = parts.scheme.text;
  place.host = url::host_of_authority(parts.authority.text);
  const std::string_view port = port_of(parts.authority.text, place.host);
  place.port = port.empty() ? own_port(place.scheme) : port;
  if (place.host.ends_with('.')) place.host.remove_suffix(1);
  place.path = std::string_view(place.url).substr(
      static_cast<std::size_t>(parts.path.data() - place.url.data()));
  place.path = place.path.substr(0, place.path.find('#'));
  return !place.host.empty();
}

// No link has such a host.
bool has_empty_label(std::string_view host) {
  return host.starts_with('.') || host.ends_with('.') || host.find("..") != std::string_view::npos;
}

bool is_address(std::string_view host) {
  return host.starts_with('[') ||
         std::ranges::all_of(host, [](char c) { return ascii::is_digit(c) || c == '.'; });
}

// As lists of other programs have networks: 192.0.2.0/24.
bool is_prefix_length(std::string_view path) {
  const std::string_view digits = path.substr(std::min<std::size_t>(1, path.size()));
  return !digits.empty() && digits.size() <= 3 && std::ranges::all_of(digits, ascii::is_digit);
}

bool is_plain(std::string_view text) {
  return std::ranges::all_of(text, [](char c) {
    const auto byte = static_cast<unsigned char>(c);
    return byte > 0x20 && byte != 0x7F;
  });
}

}  // namespace

bool UrlList::read_line(std::string_view line, std::string& why) {
  if (!is_plain(line)) {
    why = "an entry has no blanks and no control characters in it";
    return false;
  }
  const std::size_t scheme_end = line.find("://");
  const bool has_scheme = scheme_end != std::string_view::npos;
  const bool is_domain = line.starts_with('.');
  const std::string_view rest = has_scheme ? line.substr(scheme_end + 3) : line.substr(is_domain);
  const bool has_path = rest.find('/') != std::string_view::npos;
  const std::string_view authority = rest.substr(0, rest.find('/'));
  const std::size_t host_end = authority.starts_with('[') ? authority.find(']') : 0;
  const bool has_port = authority.find(':', std::min(host_end, authority.size())) != authority.npos;
  if (rest.empty() || rest.front() == '/') {
    why = "there is no host";
    return false;
  }
  if (is_domain && (has_path || has_port)) {
    why = "behind a dot stands a domain alone, without a port and a path";
    return false;
  }
  if (authority.find_first_of("@?#\\*%") != std::string_view::npos) {
    why = "a host has no such characters; .example.com stands for all below it, too";
    return false;
  }
  if (authority.ends_with(':')) {
    why = "there is no port behind the colon";
    return false;
  }
  if (rest.find('#') != std::string_view::npos) {
    why = "what stands behind a # makes no difference; leave it out";
    return false;
  }
  Place place;
  if (!read_place(has_scheme ? std::string(line) : "https://" + std::string(rest), place) ||
      (place.scheme != "http" && place.scheme != "https" && place.scheme != "ftp")) {
    why = "give HOST, .DOMAIN, HOST/PATH or http(s)://HOST/PATH";
    return false;
  }
  if (has_empty_label(place.host)) {
    why = "nothing stands between two dots of the host";
    return false;
  }
  if (!has_scheme && is_address(place.host) && is_prefix_length(place.path)) {
    why = "a network is no entry; give the addresses one by one, or http://" + std::string(rest) +
          " if that path is meant";
    return false;
  }
  ++entries_;
  if (!has_scheme && !has_path && !has_port) {
    (is_domain ? domains_ : hosts_).emplace(place.host);
    return true;
  }
  Beginning begins;
  if (has_scheme) begins.scheme = place.scheme;
  if (has_port) begins.port = place.port;
  if (has_path) begins.path = place.path;
  beginnings_[std::string(place.host)].push_back(std::move(begins));
  return true;
}

Result<UrlList> UrlList::read(std::string_view text) {
  UrlList list;
  std::string why;
  for (std::size_t number = 1; !text.empty(); ++number) {
    const std::string_view whole = text.substr(0, text.find('\n'));
    text.remove_prefix(std::min(whole.size() + 1, text.size()));
    std::string_view line = ascii::trim(whole);
    // Some editors begin a file with it, and files are put together.
    if (line.starts_with(kByteOrderMark)) line.remove_prefix(kByteOrderMark.size());
    if (line.empty() || line.starts_with('#')) continue;
    if (!list.read_line(line, why)) return Error{"list", number, why};
  }
  return list;
}

bool UrlList::has(std::string_view url) const {
  Place place;
  if (entries_ == 0 || !read_place(url, place)) return false;
  if (hosts_.contains(place.host)) return true;
  for (std::string_view below = place.host;;) {
    if (domains_.contains(below)) return true;
    const std::size_t dot = below.find('.');
    if (dot == std::string_view::npos) break;
    below.remove_prefix(dot + 1);
  }
  const auto found = beginnings_.find(place.host);
  return found != beginnings_.end() &&
         std::ranges::any_of(found->second, [&](const Beginning& begins) {
           return (begins.scheme.empty() || begins.scheme == place.scheme) &&
                  (begins.port.empty() || begins.port == place.port) &&
                  place.path.starts_with(begins.path);
         });
}

}  // namespace basewalk::guard

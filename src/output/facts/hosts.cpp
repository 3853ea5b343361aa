// SPDX-License-Identifier: MIT
#include "output/facts/hosts.h"

#include <libpsl.h>

#include <algorithm>

#include "basewalk/url/flags.h"
#include "basewalk/url/url.h"
#include "text/ascii.h"
#include "text/find.h"
#include "text/utf8.h"

namespace basewalk::output {
namespace {

constexpr std::size_t kLongestName = 253;  // RFC 1035 2.3.4, as text

// In ASCII; "_" is in names of real hosts.
bool is_host_name(std::string_view host) {
  if (host.empty() || host.size() > kLongestName || host.front() == '.') return false;
  if (host.find("..") != std::string_view::npos) return false;
  return std::ranges::all_of(host, [](char c) {
    return ascii::is_lower(c) || ascii::is_digit(c) || c == '-' || c == '.' || c == '_';
  });
}

// No top-level domain is a number (RFC 3696 2), so it is an address.
bool ends_in_number(std::string_view host) {
  const std::string_view last = host.substr(host.rfind('.') + 1);
  return last.starts_with("0x") || std::ranges::all_of(last, ascii::is_digit);
}

}  // namespace

std::string_view registrable_domain(std::string_view host) {
  if (host.ends_with('.')) host.remove_suffix(1);
  if (!is_host_name(host) || ends_in_number(host)) return {};
  const std::string name(host);
  const char* const domain = ::psl_registrable_domain(::psl_builtin(), name.c_str());
  if (domain == nullptr) return {};
  return host.substr(static_cast<std::size_t>(domain - name.c_str()));
}

std::string domain_of_address(std::string_view domain) {
  if (utf8::is_ascii(domain)) return std::string(registrable_domain(domain));
  if (domain.find_first_of("/?#@:\\[] ") != std::string_view::npos) return {};
  return std::string(registrable_domain(url::seen_host("http://" + std::string(domain) + "/")));
}

Hosts::Entry Hosts::look_up(std::string_view url) {
  Entry entry{url::seen_host(url), {}};
  entry.domain = registrable_domain(entry.host);
  return entry;
}

WhereTo Hosts::of(std::string_view url) {
  // Links of one host stand beside one another.
  if (last_ != nullptr && url.starts_with(front_)) {
    const std::size_t begin = front_.size();
    if (begin == url.size() || url[begin] == '/' || url[begin] == '?' || url[begin] == '#') {
      const std::size_t end = text::find_any<'?', '#'>(url, begin);
      return {last_->host, last_->domain, url.substr(begin, end - begin), true};
    }
  }
  last_ = nullptr;
  const url::Components components = url::split(url, url::Rules::rfc3986);
  if (!components.authority.present) return {};
  const Entry& entry =
      known_.of(components.authority.text, [&](std::string_view) { return look_up(url); });
  if (entry.host.empty()) return {};
  const std::string_view authority = components.authority.text;
  front_ =
      url.substr(0, static_cast<std::size_t>(authority.data() - url.data()) + authority.size());
  last_ = &entry;
  return {entry.host, entry.domain, components.path, true};
}

}  // namespace basewalk::output

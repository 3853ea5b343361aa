// SPDX-License-Identifier: MIT
#include "guard/target.h"

#include <algorithm>
#include <utility>

#include "basewalk/url/flags.h"
#include "basewalk/url/resolve.h"
#include "basewalk/url/url.h"
#include "output/facts/hosts.h"
#include "text/ascii.h"

namespace basewalk::guard {
namespace {

bool is_visible_ascii(std::string_view text) {
  return std::ranges::all_of(text, [](char c) { return c > ' ' && c < '\x7F'; });
}

// The same domain in letters has as many labels.
std::size_t begin_of_labels(std::string_view letters, std::ptrdiff_t dots) {
  std::size_t begin = letters.size();
  for (; dots >= 0 && begin > 0; --dots) {
    const std::size_t dot = letters.rfind('.', begin - 1);
    if (dot == std::string_view::npos) return 0;
    begin = dot;
  }
  return begin == 0 ? 0 : begin + 1;
}

std::size_t begin_of_registrable(const Target& target) {
  std::string_view host = target.host, letters = target.letters;
  if (host.ends_with('.')) host.remove_suffix(1);
  if (letters.ends_with('.')) letters.remove_suffix(1);
  const std::string_view domain = output::registrable_domain(host);
  if (domain.empty()) return 0;
  return begin_of_labels(letters, std::ranges::count(domain, '.'));
}

}  // namespace

Target target_of(std::string url, Flags of_link) {
  static const url::Base no_base(std::string_view(), url::Rules::whatwg);
  Target target;
  target.url = std::move(url);
  target.scheme = ascii::lowered(url::scheme_of(target.url));
  std::string clicked;
  const bool parses = url::resolve(no_base, target.url, {}, clicked).outcome != url::Outcome::error;
  target.flags = url::flags_of(target.url, target.url, clicked);
  const url::Components opened = url::split(clicked, url::Rules::whatwg);
  if (parses && opened.authority.present) {
    target.host = url::host_of_authority(opened.authority.text);
    target.letters = url::host_in_letters(clicked);
    target.registrable = begin_of_registrable(target);
  }
  const bool is_known =
      target.scheme == "http" || target.scheme == "https" || target.scheme == "ftp";
  target.can_be_opened = is_known && !target.host.empty() && is_visible_ascii(target.url) &&
                         !target.flags.has(Flag::host_differs) &&
                         !target.flags.has(Flag::backslash) &&
                         url::split(target.url, url::Rules::rfc3986).authority.present;
  target.flags |= of_link;
  return target;
}

}  // namespace basewalk::guard

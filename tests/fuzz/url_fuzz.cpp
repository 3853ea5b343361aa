// SPDX-License-Identifier: MIT
//
// The URL engine: the first byte chooses rules and options, then come a base and, behind
// the first NUL, a reference.
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "basewalk/url/resolve.h"

namespace url = basewalk::url;

namespace {

void require(bool ok) {
  if (!ok) __builtin_trap();
}

// What split() calls a component lies within the text, in order, and gives the text again.
void check_split(std::string_view text, url::Rules rules) {
  const url::Components parts = url::split(text, rules);
  std::string joined;
  if (parts.scheme.present) joined.append(parts.scheme.text).append(":");
  if (parts.authority.present) joined.append("//").append(parts.authority.text);
  joined.append(parts.path);
  if (parts.params.present) joined.append(";").append(parts.params.text);
  if (parts.query.present) joined.append("?").append(parts.query.text);
  if (parts.fragment.present) joined.append("#").append(parts.fragment.text);
  require(joined == text);
  if (parts.authority.present) {
    const std::string_view host = url::host_of_authority(parts.authority.text);
    require(host.size() <= parts.authority.text.size());
  }
}

void check_resolve(std::string_view base_text, std::string_view reference, url::Rules rules,
                   const url::ResolveOptions& options) {
  const url::Base base(base_text, rules);
  std::string out = "=";
  const url::Resolution result = url::resolve(base, reference, options, out);
  require(out[0] == '=');
  out.erase(0, 1);
  if (result.outcome == url::Outcome::error) {
    require(out.empty());
    return;
  }
  require(out.size() <= base_text.size() + reference.size() + 4);
  if (base_text.empty()) return;

  // No authority and no scheme that neither side wrote.
  const url::Components given = url::split(reference, rules);
  const url::Components parts = url::split(out, rules);
  const url::Components& from = base.components();
  if (!given.authority.present && !from.authority.present) require(!parts.authority.present);
  if (!given.scheme.present && !from.scheme.present) require(!parts.scheme.present);
  if (!given.scheme.present && from.scheme.present) {
    require(parts.scheme.present && parts.scheme.text == from.scheme.text);
    if (given.authority.present && !given.authority.text.empty())
      require(parts.authority.present && parts.authority.text == given.authority.text);
    else if (!given.authority.present)
      require(parts.authority.present == from.authority.present &&
              parts.authority.text == from.authority.text);
    // Only the whole base brings its fragment (RFC 1808 4 step 2a).
    if (!(rules == url::Rules::rfc1808 && reference.empty()))
      require(parts.fragment.text == given.fragment.text);
  }

  // An absolute URL means the same against any base.  RFC 3986 may have left dots in an inherited
  // path, which go the second time.
  if (options.same_scheme_is_relative || !parts.scheme.present) return;
  std::string again;
  url::resolve(base, out, options, again);
  if (rules == url::Rules::rfc3986) {
    std::string third;
    url::resolve(base, again, options, third);
    require(third == again);
  } else {
    require(again == out);
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  const std::string_view text(reinterpret_cast<const char*>(data) + 1, size - 1);
  constexpr url::Rules kRules[] = {url::Rules::rfc1808, url::Rules::rfc2396, url::Rules::rfc3986};
  constexpr url::SurplusDots kSurplus[] = {url::SurplusDots::keep, url::SurplusDots::drop,
                                           url::SurplusDots::error};
  const url::Rules rules = kRules[data[0] % 3];
  url::ResolveOptions options;
  options.surplus_dots = kSurplus[data[0] / 3 % 3];
  options.same_scheme_is_relative = data[0] / 9 % 2 == 1;

  const std::size_t nul = text.find('\0');
  const std::string_view base = text.substr(0, nul);
  const std::string_view reference =
      nul == std::string_view::npos ? std::string_view() : text.substr(nul + 1);

  check_split(base, rules);
  check_split(reference, rules);
  check_resolve(base, reference, rules, options);

  std::string inner;
  url::unwrap(reference, inner);
  require(inner.size() <= reference.size());
  std::size_t offset = 0;
  if (!url::has_valid_characters(reference, &offset)) require(offset < reference.size());
  return 0;
}

// SPDX-License-Identifier: MIT
//
// The URL engine: the first byte chooses rules and options, then come a base and, behind
// the first NUL, a reference.  What else the layer does with a URL is tried on the reference.
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "basewalk/url/flags.h"
#include "basewalk/url/normalize.h"
#include "basewalk/url/relative.h"
#include "basewalk/url/resolve.h"
#include "basewalk/url/schemes.h"

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

void check_whatwg(std::string_view base_text, std::string_view reference) {
  const url::Base base(base_text, url::Rules::whatwg);
  require(base.is_absolute() == (base.failure() == url::Failure::none));
  std::string out = "=";
  const url::Resolution result = url::resolve(base, reference, {}, out);
  require(out[0] == '=');
  out.erase(0, 1);
  // White space in front turns off the short cuts, and is stripped.
  std::string slow;
  const std::string padded = " " + std::string(reference);
  const url::Resolution slow_result = url::resolve(base, padded, {}, slow);
  require(slow == out && slow_result.outcome == result.outcome);
  require(slow_result.failure == result.failure);
  if (result.outcome == url::Outcome::error) {
    require(out.empty() && result.failure != url::Failure::none);
    require(result.failure_offset <= reference.size());
    return;
  }
  for (char c : out) require(c >= 0x20 && c < 0x7F);
  // A serialisation parses to itself, and so it does as a base, with every component in its place.
  std::string again;
  url::resolve(base, out, {}, again);
  require(again == out);
  const url::Base as_base(out, url::Rules::whatwg);
  require(as_base.is_absolute() && as_base.text() == out);
  std::string empty;
  if (url::resolve(as_base, "", {}, empty).outcome != url::Outcome::error)
    require(empty == out.substr(0, out.find('#')));
  check_split(out, url::Rules::whatwg);
}

void check_others(std::string_view text) {
  std::string normal;
  url::normalize(text, {}, normal);
  std::string twice;
  url::normalize(normal, {}, twice);
  require(twice == normal);
  require(url::are_equivalent(text, normal));

  const url::Rfc1738 read = url::read_rfc1738(text);
  require(read.offset <= text.size());
  require(read.valid == read.clause.empty());
  const url::Rfc1808Syntax syntax = url::check_rfc1808(text);
  require(syntax.offset <= text.size() && syntax.valid == syntax.what.empty());
  if (read.valid) require(syntax.valid);
  url::warnings_of(text);

  std::string inner;
  url::unwrap(text, inner);
  require(inner.size() <= text.size());
  std::size_t offset = 0;
  if (!url::has_valid_characters(text, &offset)) require(offset < text.size());
}

void check_flags(std::string_view base, std::string_view reference) {
  std::string by_rfc;
  std::string clicked;
  url::resolve(url::Base(base, url::Rules::rfc1808), reference, {}, by_rfc);
  url::resolve(url::Base(base, url::Rules::whatwg), reference, {}, clicked);
  const url::Flags flags = url::flags_of(reference, by_rfc, clicked);
  if (flags.has(url::Flag::mixed_script_host)) require(flags.has(url::Flag::not_ascii_host));
  if (flags.has(url::Flag::password_in_url)) require(flags.has(url::Flag::userinfo));
  if (flags.has(url::Flag::port_reserved)) require(flags.has(url::Flag::port_not_default));
}

// The way back from what resolving yields.
void check_relative(std::string_view base_text, std::string_view reference, url::Rules rules) {
  const url::Base base(base_text, rules);
  if (!base.is_absolute()) return;
  std::string target;
  if (url::resolve(base, reference, {}, target).outcome == url::Outcome::error) return;
  std::string again;
  url::resolve(base, target, {}, again);
  if (again != target) return;
  std::string back;
  const bool found = url::append_relative(base, target, back);
  std::string out;
  url::resolve(base, back, {}, out);
  require(found && out == target && back.size() <= target.size());
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  const std::string_view text(reinterpret_cast<const char*>(data) + 1, size - 1);
  constexpr url::Rules kRules[] = {url::Rules::rfc1808, url::Rules::rfc2396, url::Rules::rfc3986,
                                   url::Rules::whatwg};
  constexpr url::SurplusDots kSurplus[] = {url::SurplusDots::keep, url::SurplusDots::drop,
                                           url::SurplusDots::error};
  const url::Rules rules = kRules[data[0] % 4];
  url::ResolveOptions options;
  options.surplus_dots = kSurplus[data[0] / 4 % 3];
  options.same_scheme_is_relative = data[0] / 12 % 2 == 1;

  const std::size_t nul = text.find('\0');
  const std::string_view base = text.substr(0, nul);
  const std::string_view reference =
      nul == std::string_view::npos ? std::string_view() : text.substr(nul + 1);

  if (rules == url::Rules::whatwg) {
    check_whatwg(base, reference);
  } else {
    check_split(base, rules);
    check_split(reference, rules);
    check_resolve(base, reference, rules, options);
  }
  check_relative(base, reference, rules);
  check_flags(base, reference);
  check_others(reference);
  return 0;
}

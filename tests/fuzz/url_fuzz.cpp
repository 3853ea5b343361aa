// SPDX-License-Identifier: MIT
//
// The URL engine: the first byte chooses rules and options, then come a base and, behind
// the first NUL, a reference.  What else the layer does with a URL is tried on the reference.
//
// BASEWALK_FUZZ_RULES=whatwg (or another name of rules) in the environment keeps to these.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <optional>
#include <string>
#include <string_view>

#include "basewalk/url/flags.h"
#include "basewalk/url/normalize.h"
#include "basewalk/url/relative.h"
#include "basewalk/url/resolve.h"
#include "basewalk/url/schemes.h"
#include "fuzz/fuzzing.h"
#include "url/plain.h"

namespace plain = basewalk::test::plain;
namespace url = basewalk::url;
using basewalk::Flag;
using basewalk::Flags;

namespace {

using basewalk::fuzz::require;

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

std::optional<std::string> text_of(const url::Component& part) {
  if (!part.present) return {};
  return std::string(part.text);
}

// What was put together comes apart as what it was put together from: no byte of one component is
// read as another's.  The plain implementation says what that is; it takes quadratic time.
void check_parts(const std::string& base, const std::string& reference, url::Rules rules,
                 const url::ResolveOptions& options, const std::optional<std::string>& out) {
  if (base.size() + reference.size() > 1000) return;
  const auto meant = plain::resolve_parts(base, reference, rules, options);
  require(meant.has_value() == out.has_value());
  if (!meant) return;
  require(plain::recombined(*meant) == *out);
  require(plain::split(*out, rules) == *meant);
  const url::Components parts = url::split(*out, rules);
  require(text_of(parts.scheme) == meant->scheme && text_of(parts.authority) == meant->authority);
  require(parts.path == meant->path && text_of(parts.params) == meant->params);
  require(text_of(parts.query) == meant->query && text_of(parts.fragment) == meant->fragment);
}

void check_resolve(std::string_view base_text, std::string_view reference, url::Rules rules,
                   const url::ResolveOptions& options) {
  const url::Base base(base_text, rules);
  std::string out = "=";
  const url::Resolution result = url::resolve(base, reference, options, out);
  require(out[0] == '=');
  out.erase(0, 1);
  const bool error = result.outcome == url::Outcome::error;
  check_parts(std::string(base_text), std::string(reference), rules, options,
              error ? std::nullopt : std::optional(out));
  if (error) {
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

// But for "file", whose host can be missing.
bool is_special(std::string_view scheme) {
  return scheme == "http" || scheme == "https" || scheme == "ws" || scheme == "wss" ||
         scheme == "ftp";
}

// The components of a serialisation are what the standard lets a URL record hold (4.1), so that
// each is found again where it was written.
void check_record(std::string_view href) {
  const url::Components parts = url::split(href, url::Rules::whatwg);
  const std::string_view scheme = parts.scheme.text;
  require(!scheme.empty());
  for (char c : scheme) require(c < 'A' || c > 'Z');
  const bool file = scheme == "file";
  const bool special = file || is_special(scheme);
  const std::string_view authority = parts.authority.text;
  const std::string_view host = url::host_of_authority(authority);
  if (special) {
    require(parts.authority.present && parts.path.starts_with('/'));
    require(file || !authority.empty());
    require(host.find_first_of("%<>\\^| ") == std::string_view::npos);
    require(parts.path.find('\\') == std::string_view::npos);
  }
  // A host cannot hold what ends it, and credentials and port need a host.
  if (host.empty()) require(authority.empty());
  if (!host.starts_with('[')) require(host.find_first_of("[]@:/\\") == std::string_view::npos);
  std::string_view port =
      authority.substr(static_cast<std::size_t>(host.data() + host.size() - authority.data()));
  if (!port.empty()) {
    require(port.front() == ':' && port.size() >= 2 && port.size() <= 6);
    port.remove_prefix(1);
    require(port.find_first_not_of("0123456789") == std::string_view::npos);
    require(port == "0" || port.front() != '0');
    require(std::stoul(std::string(port)) <= 0xFFFF);
    require(std::stoul(std::string(port)) != url::default_port(scheme).value_or(0) || !special);
  }
  if (parts.authority.present) {
    require(parts.path.empty() || parts.path.starts_with('/'));
  } else {
    require(!parts.path.starts_with("//"));
  }
  if (!parts.path.starts_with('/')) return;
  std::string_view rest = parts.path.starts_with("/.//") ? parts.path.substr(2) : parts.path;
  while (!rest.empty()) {  // no dot segments
    rest.remove_prefix(1);
    const std::string_view segment = rest.substr(0, rest.find('/'));
    rest.remove_prefix(segment.size());
    require(segment != "." && segment != "..");
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
  check_record(out);
}

// Where a browser goes; nothing where it refuses.
std::optional<std::string> browsed_host(std::string_view text) {
  std::string href;
  if (url::resolve(url::Base({}, url::Rules::whatwg), text, {}, href).outcome ==
      url::Outcome::error)
    return {};
  return std::string(url::host_of_authority(url::split(href, url::Rules::whatwg).authority.text));
}

std::string lowered(std::string_view text) {
  std::string out(text);
  for (char& c : out)
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c | 0x20);
  return out;
}

void check_others(std::string_view text) {
  std::string normal;
  url::normalize(text, {}, normal);
  std::string twice;
  url::normalize(normal, {}, twice);
  require(twice == normal);
  require(url::are_equivalent(text, normal));
  const url::Components before = url::split(text, url::Rules::rfc3986);
  const url::Components after = url::split(normal, url::Rules::rfc3986);
  require(before.scheme.present == after.scheme.present);
  require(before.authority.present == after.authority.present);
  require(before.query.present == after.query.present);
  require(before.fragment.present == after.fragment.present);
  // A normal form leads browsers to the same host, but where they read as host what is none.
  if (is_special(after.scheme.text) && !before.authority.text.empty() &&
      url::has_valid_characters(text))
    require(browsed_host(text) == browsed_host(normal));

  const std::string_view scheme = url::scheme_of(text);
  require(url::is_absolute(text) == !scheme.empty() && (scheme.empty() || url::is_scheme(scheme)));
  if (!scheme.empty())
    require(url::is_hierarchical(text) == text.substr(scheme.size()).starts_with(":/"));
  require(text.starts_with(scheme));
  if (url::scheme_kind(scheme) == url::SchemeKind::defined)
    require(url::relative_use(scheme) == url::relative_use(lowered(scheme)));
  // Letters are not other ones than those of the host that is seen.
  require(url::seen_host(text).empty() || !url::host_in_letters(text).empty());

  const url::Rfc1738 read = url::read_rfc1738(text);
  require(read.offset <= text.size());
  require(read.valid == read.clause.empty());
  for (const url::SchemeField& each : read.fields) require(read.field(each.name) != nullptr);
  const url::Rfc1808Syntax syntax = url::check_rfc1808(text);
  require(syntax.offset <= text.size() && syntax.valid == syntax.what.empty());
  if (read.valid) require(syntax.valid);
  url::warnings_of(text);
  url::practice_of(text);

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
  const Flags flags = url::flags_of(reference, by_rfc, clicked);
  if (flags.has(Flag::mixed_script_host)) require(flags.has(Flag::not_ascii_host));
  if (flags.has(Flag::password_in_url)) require(flags.has(Flag::userinfo));
  if (flags.has(Flag::port_reserved)) require(flags.has(Flag::port_not_default));
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
  // RFC 1808 5.3
  if (rules == url::Rules::rfc1808 && back != target)
    require(!url::practice_of(back).colon_in_first_segment);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  const std::string_view text(reinterpret_cast<const char*>(data) + 1, size - 1);
  constexpr url::Rules kRules[] = {url::Rules::rfc1808, url::Rules::rfc2396, url::Rules::rfc3986,
                                   url::Rules::whatwg};
  constexpr url::SurplusDots kSurplus[] = {url::SurplusDots::keep, url::SurplusDots::drop,
                                           url::SurplusDots::error};
  static const char* const only = std::getenv("BASEWALK_FUZZ_RULES");
  const url::Rules rules =
      only == nullptr ? kRules[data[0] % 4] : url::rules_named(only).value_or(kRules[0]);
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

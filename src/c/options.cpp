// SPDX-License-Identifier: MIT
#include "c/options.h"

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <optional>
#include <string>
#include <string_view>

#include "basewalk/open/kinds.h"
#include "basewalk/url/url.h"
#include "c/names.h"
#include "c/versioned.h"
#include "text/limit_names.h"

namespace basewalk::c {
namespace {

struct HonorBit {
  bw_honor bit;
  bool base::Honor::*member;
};
constexpr HonorBit kHonor[] = {
    {BW_HONOR_HTML_BASE, &base::Honor::html_base},
    {BW_HONOR_BASE_HEADER, &base::Honor::base_header},
    {BW_HONOR_CONTENT_BASE, &base::Honor::content_base},
    {BW_HONOR_CONTENT_LOCATION, &base::Honor::content_location},
    {BW_HONOR_ENCLOSING, &base::Honor::enclosing},
    {BW_HONOR_RETRIEVAL, &base::Honor::retrieval},
    {BW_HONOR_THISMESSAGE, &base::Honor::thismessage},
    {BW_HONOR_DOCUMENT, &base::Honor::document},
};
static_assert(sizeof(base::Honor) == std::size(kHonor));

constexpr bw_walk_options default_options() {
  bw_walk_options options{};
  options.size = sizeof options;
  options.honor = BW_HONOR_DEFAULT;
  options.profile = BW_PROFILE_COMPAT;
  return options;
}

bw_status read_honor(uint32_t bits, base::Honor& honor, const Teller& tell) {
  for (const HonorBit& each : kHonor) {
    const auto bit = static_cast<uint32_t>(each.bit);
    honor.*each.member = (bits & bit) != 0;
    bits &= ~bit;
  }
  return bits == 0 ? BW_OK : tell.argument("honor: a bit that is no bw_honor");
}

bw_status read_kinds(uint32_t bits, open::Kinds& kinds, const Teller& tell) {
  const open::Kinds built = open::Kinds::all();
  for (std::size_t i = 0; i < enumerators<open::Kind>(); ++i) {
    const auto kind = static_cast<open::Kind>(i);
    const uint32_t bit = uint32_t{1} << i;
    if ((bits & bit) == 0) continue;
    bits &= ~bit;
    if (!built.has(kind))
      return tell.fail(
          BW_ERROR_OPTION, "not-built",
          "open: this basewalk was built without what opens '" + std::string(name(kind)) + "'");
    kinds.add(kind);
  }
  return bits == 0 ? BW_OK : tell.argument("open: a bit that is no bw_open");
}

// What the rules leave no choice of is not asked for.
bw_status check_choices(url::Rules rules, const url::ResolveOptions& options, const Teller& tell) {
  using url::Rules;
  if (options.surplus_dots != url::SurplusDots::keep && rules != Rules::rfc2396)
    return tell.fail(BW_ERROR_OPTION, "rules",
                     "surplus_dots: is for the rules rfc2396; " + std::string(url::name(rules)) +
                         " leaves no choice");
  if (options.same_scheme_is_relative && rules != Rules::rfc2396 && rules != Rules::rfc3986)
    return tell.fail(BW_ERROR_OPTION, "rules",
                     "same_scheme_is_relative: is for the rules rfc2396 and rfc3986; " +
                         std::string(url::name(rules)) + " leaves no choice");
  return BW_OK;
}

bw_status read_urls(const bw_walk_options& from, WalkOptions& options, const Teller& tell) {
  const auto retrieved = text_of(from.retrieved);
  const auto scheme = text_of(from.assume_scheme);
  if (!retrieved) return tell.argument("retrieved: no text");
  if (!scheme) return tell.argument("assume_scheme: no text");
  if (!retrieved->empty() && !url::is_absolute(*retrieved))
    return tell.fail(BW_ERROR_OPTION, "not-absolute",
                     "retrieved: not an absolute URL; give one such as http://host/path");
  if (!retrieved->empty() && !url::is_hierarchical(*retrieved))
    return tell.fail(BW_ERROR_OPTION, "not-hierarchical",
                     "retrieved: nothing is relative to such a URL (RFC 1808 2.3); give one such "
                     "as http://host/path");
  if (!scheme->empty() && !url::is_scheme(*scheme))
    return tell.fail(BW_ERROR_OPTION, "scheme",
                     "assume_scheme: not a scheme; give one such as https");
  options.retrieved = *retrieved;
  options.assume_scheme = *scheme;
  return BW_OK;
}

}  // namespace

bw_status read_limits(const bw_limit* given, std::size_t count, Limits& limits,
                      const Teller& tell) {
  if (given == nullptr && count != 0) return tell.argument("limits: NULL");
  for (std::size_t i = 0; i < count; ++i) {
    if (given[i].name == nullptr) return tell.argument("limits: a limit without a name");
    const std::string_view wanted = given[i].name;
    const auto limit = std::find_if(std::begin(kLimitNames), std::end(kLimitNames),
                                    [&](const LimitName& each) { return each.name == wanted; });
    if (limit == std::end(kLimitNames))
      return tell.fail(BW_ERROR_OPTION, "limit",
                       "there is no limit '" + std::string(wanted.substr(0, 100)) + "'");
    limits.*limit->member = given[i].value;
  }
  return BW_OK;
}

bw_status read_resolve_options(const bw_resolve_options* given, url::Rules rules,
                               url::ResolveOptions& options, const Teller& tell) {
  if (given == nullptr) return BW_OK;
  bw_resolve_options from{};
  if (!read_struct(*given, from)) return tell.structure("bw_resolve_options");
  const auto dots = enumerator<url::SurplusDots>(from.surplus_dots);
  if (!dots) return tell.argument("surplus_dots: no bw_surplus_dots");
  options.surplus_dots = *dots;
  options.same_scheme_is_relative = from.same_scheme_is_relative != 0;
  return check_choices(rules, options, tell);
}

bw_status read_walk_options(const bw_walk_options* given, Walking& walking, const Teller& tell) {
  bw_walk_options from = default_options();
  if (given != nullptr && !read_struct(*given, from)) return tell.structure("bw_walk_options");
  WalkOptions& options = walking.options;
  const auto rules = enumerator<url::Rules>(from.rules);
  const auto dots = enumerator<url::SurplusDots>(from.surplus_dots);
  const auto profile = enumerator<bundle::Profile>(from.profile);
  if (!rules) return tell.argument("rules: no bw_rules");
  if (!dots) return tell.argument("surplus_dots: no bw_surplus_dots");
  if (!profile) return tell.argument("profile: no bw_profile");
  options.rules = *rules;
  options.resolve.surplus_dots = *dots;
  options.resolve.same_scheme_is_relative = from.same_scheme_is_relative != 0;
  options.refang = from.refang != 0;
  options.linkify = from.linkify != 0;
  walking.targets = from.targets != 0;
  walking.profile = *profile;
  bw_status status = check_choices(*rules, options.resolve, tell);
  if (status == BW_OK) status = read_honor(from.honor, options.honor, tell);
  if (status == BW_OK) status = read_kinds(from.open, options.open, tell);
  if (status == BW_OK) status = read_urls(from, options, tell);
  if (status == BW_OK) status = read_limits(from.limits, from.limit_count, options.limits, tell);
  return status;
}

}  // namespace basewalk::c

using namespace basewalk;

void bw_walk_options_init(bw_walk_options* options, size_t size) {
  c::init_struct(c::default_options(), options, size);
}

void bw_resolve_options_init(bw_resolve_options* options, size_t size) {
  c::init_struct(bw_resolve_options{}, options, size);
}

bw_limit bw_limit_at(size_t index) {
  if (index >= std::size(kLimitNames)) return {nullptr, 0};
  return {kLimitNames[index].name.data(), Limits{}.*kLimitNames[index].member};
}

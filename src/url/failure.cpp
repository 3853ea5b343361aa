// SPDX-License-Identifier: MIT
#include <cstddef>

#include "basewalk/url/resolve.h"

namespace basewalk::url {
namespace {

struct Entry {
  std::string_view name;
  std::string_view meaning;
};

// In the order of the enumerators.
constexpr Entry kEntries[] = {
    {"none", "nothing failed"},
    {"surplus-dots", "more \"..\" segments than the base has directories"},
    {"missing-scheme", "relative, and there is no base that it could be relative to"},
    {"host-missing", "there is no host where one is needed"},
    {"host-invalid-code-point", "a character that no host may hold"},
    {"domain-invalid-code-point", "a character that no domain may hold"},
    {"domain-to-ascii", "the domain has no ASCII form"},
    {"ipv4-empty-part", "an IPv4 address with an empty part"},
    {"ipv4-too-many-parts", "an IPv4 address with more than four parts"},
    {"ipv4-non-numeric-part", "a domain that ends in a number, and not all of it is numbers"},
    {"ipv4-out-of-range-part", "an IPv4 address with too large a number"},
    {"ipv6-unclosed", "an IPv6 address without its closing bracket"},
    {"ipv6-invalid-compression", "an IPv6 address that begins with a single colon"},
    {"ipv6-too-many-pieces", "an IPv6 address with more than eight pieces"},
    {"ipv6-multiple-compression", "an IPv6 address with two \"::\""},
    {"ipv6-invalid-code-point", "a character that no IPv6 address may hold"},
    {"ipv6-too-few-pieces", "an IPv6 address with fewer than eight pieces and no \"::\""},
    {"ipv4-in-ipv6-too-many-pieces", "no room for an IPv4 address behind so many pieces"},
    {"ipv4-in-ipv6-invalid-code-point", "an IPv4 address in an IPv6 address that is none"},
    {"ipv4-in-ipv6-out-of-range-part",
     "an IPv4 address in an IPv6 address with too large a number"},
    {"ipv4-in-ipv6-too-few-parts", "an IPv4 address in an IPv6 address with too few parts"},
    {"port-out-of-range", "a port above 65535"},
    {"port-invalid", "a port with something that is no digit"},
};

const Entry& entry(Failure failure) { return kEntries[static_cast<std::size_t>(failure)]; }

}  // namespace

std::string_view name(Failure failure) { return entry(failure).name; }
std::string_view meaning(Failure failure) { return entry(failure).meaning; }

}  // namespace basewalk::url

// SPDX-License-Identifier: MIT
//
// Does the text of a link name a host that is not the link's?
#ifndef BASEWALK_WALK_SHOWN_HOST_H_
#define BASEWALK_WALK_SHOWN_HOST_H_

#include <optional>
#include <string_view>

namespace basewalk {

/// Does the text show hosts, and none of them is that of `clicked`?  A text shows a host where it
/// holds a URL or a "www." name, or where it is nothing but a name under a known top-level domain:
/// "bank.example.com", but not "setup.exe" or "a@b.example.com".  Hosts are the same where only
/// case, IDNA and a "www." tell them apart.  A link without a host differs from no text.
bool shows_another_host(std::string_view text, std::optional<std::string_view> clicked);

}  // namespace basewalk

#endif  // BASEWALK_WALK_SHOWN_HOST_H_

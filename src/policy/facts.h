// SPDX-License-Identifier: MIT
//
// What rules ask of a message: what the mail server says of it, and what stands in its header.
#ifndef BASEWALK_POLICY_FACTS_H_
#define BASEWALK_POLICY_FACTS_H_

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "policy/addresses.h"
#include "policy/authentication.h"
#include "policy/networks.h"

namespace basewalk::policy {

/// All but the recipients.
struct Facts {
  bool authenticated = false;
  std::optional<Ip> client;
  Listener listener;
  std::optional<Address> sender;  ///< nothing where it is not known, which is not <>
  bool has_list_id = false;
  std::vector<std::string> list_ids;  ///< made by domain_key()
  Authentication authentication;
  std::uint64_t size = 0;  ///< in bytes, as SMTP has them
};

/// Reads what rules ask of the header of `message`, a message or its header alone, into `facts`.
void read_header(std::string_view message, std::span<const std::string> trusted, Facts& facts);

}  // namespace basewalk::policy

#endif  // BASEWALK_POLICY_FACTS_H_

// SPDX-License-Identifier: MIT
//
// Authentication-Results (RFC 8601): what a mail server says that DKIM, SPF and DMARC said.
//
// Anybody can write such a field.  Only those with an authserv-id that the policy trusts count, and
// the mail server of that name has to take out those that come from outside (RFC 8601 5).
#ifndef BASEWALK_POLICY_AUTHENTICATION_H_
#define BASEWALK_POLICY_AUTHENTICATION_H_

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace basewalk::policy {

/// One field.
struct AuthenticationResults {
  struct Result {
    std::string method;  ///< "dkim", in lower case
    std::string result;  ///< "pass", in lower case
    /// "header.d" with its value, in the order of the field; names in lower case.
    std::vector<std::pair<std::string, std::string>> properties;

    /// Empty where there is none.
    std::string_view property(std::string_view name) const;
  };
  std::string authserv_id;
  std::vector<Result> results;
};

/// What stands behind the colon, with its folds.  Nothing where it is not as RFC 8601 2.2 has it,
/// or of another version than 1: half a field is none.  What stands after "=" may hold any visible
/// characters but ";" and parentheses, as it does in mail.  Linear.
std::optional<AuthenticationResults> read_authentication_results(std::string_view value);

/// What all trusted fields of a message say together.
struct Authentication {
  /// One word for each method: "pass" where anything of it passed, otherwise what is told first.
  /// Nothing where no trusted field tells of it.  SPF of the name in HELO counts where there is
  /// none of the sender.
  std::optional<std::string> dkim, spf, dmarc;
  std::vector<std::string> dkim_domains;  ///< whose signatures passed, made by domain_key()
};

/// `trusted` are authserv-ids made by domain_key().
Authentication authentication_of(std::span<const std::string_view> fields,
                                 std::span<const std::string> trusted);

}  // namespace basewalk::policy

#endif  // BASEWALK_POLICY_AUTHENTICATION_H_

// SPDX-License-Identifier: MIT
//
// Addresses of mail and their domains, made alike where they mean the same; and lists of them as a
// policy writes them:
//
//     ceo@example.org   this address      example.org    this domain
//     <>                the empty sender  .example.org   this domain, and all below it
//
// Domains are compared as A-labels, in lower case.  Local parts are compared without regard to the
// case of ASCII letters: RFC 5321 2.4 leaves it to the receiving host, and hosts do not tell them
// apart.
#ifndef BASEWALK_POLICY_ADDRESSES_H_
#define BASEWALK_POLICY_ADDRESSES_H_

#include <cstddef>
#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <string_view>

namespace basewalk::policy {

/// A domain as it is compared: A-labels in lower case, no dot at its end.  What is no domain comes
/// back in lower case.
std::string domain_key(std::string_view domain);

/// An address of the envelope, as it is compared.
struct Address {
  std::string text;        ///< without brackets and the route of RFC 5321 C; empty for <>
  std::size_t domain = 0;  ///< where its domain begins in `text`; at its end where it has none

  std::string_view domain_part() const { return std::string_view(text).substr(domain); }
};

/// "<bob@Example.org>", "bob@example.org", "<>", and what else mail servers take for them:
/// "Bob<bob(here)@ example.org>".  Parameters behind it do not count.
Address read_address(std::string_view path);

/// Does only a mail server know whom it means: without a domain, or with what may be another host
/// before its "@" ("bob%example.org@mx.example.org", "example.org!bob")?
bool may_be_elsewhere(const Address& address);

/// What a rule asks of an address, a domain, or the name of a list.
class AddressPatterns {
 public:
  enum class Kind : std::uint8_t {
    address,  ///< addresses and domains
    sender,   ///< and <>
    domain,   ///< domains alone
  };

  /// Adds one; what is wrong with it where it is none, half a sentence.
  std::optional<std::string> add(std::string_view pattern, Kind kind);
  bool empty() const {
    return addresses_.empty() && domains_.empty() && below_.empty() && !empty_sender_;
  }

  bool match(const Address& address) const;
  /// `key` is made by domain_key().
  bool match_domain(std::string_view key) const;

 private:
  using Keys = std::set<std::string, std::less<>>;

  Keys addresses_, domains_, below_;
  bool empty_sender_ = false;
};

}  // namespace basewalk::policy

#endif  // BASEWALK_POLICY_ADDRESSES_H_

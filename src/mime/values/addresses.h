// SPDX-License-Identifier: MIT
//
// Addresses of header fields (RFC 5322 3.4, and the obsolete forms of 4.4), and message
// identifiers (3.6.4).
#ifndef BASEWALK_MIME_VALUES_ADDRESSES_H_
#define BASEWALK_MIME_VALUES_ADDRESSES_H_

#include <string>
#include <string_view>

namespace basewalk::mime {

/// Goes through the addresses of a list: From, To, Cc.
///
///     Addresses list("Ann <ann@Example.com>, Team: bob@b.example;");
///     while (list.next()) use(list.address(), list.domain());
///
/// What has no "@" is none: the name of a group, a piece of a name with a comma in it, a person
/// without an address.  Never fails.  Cost: linear in the value.
class Addresses {
 public:
  /// `value` must outlive it; it need not be unfolded.
  explicit Addresses(std::string_view value) : value_(value) {}

  /// Goes to the next one; false behind the last.
  bool next();
  /// RFC 5322 3.4.1's addr-spec without comments and blanks, its domain in lower case; good until
  /// the next call.
  const std::string& address() const { return address_; }
  /// What stands behind its "@"; may be empty.
  std::string_view domain() const { return std::string_view(address_).substr(domain_); }

 private:
  void read_entry();
  std::size_t behind_token();
  void keep(std::string_view text, bool behind_blank);
  void clear();

  std::string_view value_;
  std::size_t at_ = 0;
  std::string address_;
  std::size_t domain_ = std::string::npos;  // in address_; npos: it has none
  bool ended_ = false;                      // what follows is no part of it
  bool comments_end_ = true, quotes_end_ = true, brackets_end_ = true;  // the next one, at least
};

/// The first identifier in angle brackets from `at` on, without them, `at` behind it; empty where
/// there is none.  White space in it is left out.
std::string next_message_id(std::string_view value, std::size_t& at);

}  // namespace basewalk::mime

#endif  // BASEWALK_MIME_VALUES_ADDRESSES_H_

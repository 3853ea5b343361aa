// SPDX-License-Identifier: MIT
//
// Names of hosts in running text that common programs make links of, although nothing is in front
// of them: "example.com", "h.example.com:8080/path", "//h.example.com".
#ifndef BASEWALK_EXTRACT_LINKIFY_BARE_HOST_H_
#define BASEWALK_EXTRACT_LINKIFY_BARE_HOST_H_

#include <cstddef>
#include <optional>
#include <string_view>

namespace basewalk::extract {

/// A stretch of the text: the host, with what is in front of it and its port.
struct BareHost {
  std::size_t begin = 0;
  std::size_t end = 0;
};

/// What has to stand in front of a URL that is put in place of [begin, end) of a text, so that
/// common programs see that it begins there; mostly nothing.
std::string_view separator_before(std::string_view text, std::size_t begin, std::size_t end);

/// Is it a top-level domain by the rules of linkify-it: one of two letters, an old one, an encoded
/// one?
bool is_top_level(std::string_view label);

/// Looks for names in one text, from its beginning to its end.  Its rules are those of linkify-it
/// for links without a scheme; docs/deviations.md has what is otherwise.
class BareHosts {
 public:
  explicit BareHosts(std::string_view text) : text_(text) {}

  /// A name under a known top-level domain, of the characters that the dot at `dot` stands in.  It
  /// begins at `from` or later: what is before that is another link's.  Where there is none
  /// `go_on` is where the next may begin.  Cost: all calls together linear, if `dot` only grows.
  std::optional<BareHost> around(std::size_t dot, std::size_t from, std::size_t& go_on);

  /// "//user@h.example:80" from the slashes at `at` on, under any top-level domain.
  std::optional<BareHost> behind_slashes(std::size_t at, std::size_t from) const;

  /// Behind the host of the last address that around() came to.
  std::size_t address_end() const { return address_end_; }

  std::string_view separator_before(std::size_t pos) const;

 private:
  struct Character;
  Character at(std::size_t pos) const;
  Character before(std::size_t pos) const;
  bool may_begin(std::size_t pos) const;
  bool ends_host(std::size_t pos) const;
  std::size_t port_end(std::size_t host_end) const;
  bool is_label(std::size_t begin, std::size_t end) const;
  std::size_t start_in_label(std::size_t begin, std::size_t end, bool may_begin) const;
  std::optional<std::size_t> host_behind(std::size_t begin, bool any_top_level) const;
  std::optional<std::size_t> address_host(std::size_t end) const;
  bool is_in_address(std::size_t begin, std::size_t end);

  std::string_view text_;
  // The last stretch of characters that the local part of an address may have, and whether it is
  // one; its first quotation mark.
  std::size_t local_begin_ = 1, local_end_ = 0, local_quote_ = 0;
  std::size_t address_end_ = 0;
  bool is_local_ = false, local_begins_ = false;
};

}  // namespace basewalk::extract

#endif  // BASEWALK_EXTRACT_LINKIFY_BARE_HOST_H_

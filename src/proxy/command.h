// SPDX-License-Identifier: MIT
//
// What a client says, line by line (RFC 5321 4.1.1, RFC 2033 4.1), and what it says of its own
// client (XFORWARD, Postfix).
#ifndef BASEWALK_PROXY_COMMAND_H_
#define BASEWALK_PROXY_COMMAND_H_

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace basewalk::proxy {

enum class Verb : std::uint8_t {
  helo,
  ehlo,
  lhlo,
  xforward,
  mail,
  rcpt,
  data,
  rset,
  noop,
  vrfy,
  quit,
  other,
};

struct Command {
  Verb verb = Verb::other;
  std::string_view argument;  ///< what stands behind it, without blanks at either end
};
/// Views the line.
Command read_command(std::string_view line);

/// BDAT (RFC 3030), which nobody was offered: bytes of a message come behind it, and no commands.
bool brings_bytes(const Command& command);
/// What begins a request of HTTP.  A page may have a browser of this machine post one to any port,
/// with commands in its body.
bool is_of_http(const Command& command);

/// "<bob@example.org> SIZE=3" of the argument "FROM:<bob@example.org> SIZE=3", where `word` is
/// "FROM:"; nothing where it does not begin so.
std::optional<std::string_view> behind(std::string_view argument, std::string_view word);

/// Attributes as they stand in the line; nothing where one is not NAME=value.
std::optional<std::vector<std::pair<std::string_view, std::string_view>>> read_attributes(
    std::string_view argument);
/// A value of one (RFC 3461 4); empty for "[UNAVAILABLE]" and what is no such value.
std::string read_value(std::string_view xtext);

}  // namespace basewalk::proxy

#endif  // BASEWALK_PROXY_COMMAND_H_

// SPDX-License-Identifier: MIT
//
// Where a message comes in: the client's address, and the listener that it reached.
#ifndef BASEWALK_POLICY_NETWORKS_H_
#define BASEWALK_POLICY_NETWORKS_H_

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace basewalk::policy {

/// An address of IPv4 or IPv6.  One that is IPv4 within IPv6 (::ffff:192.0.2.1) is IPv4.
struct Ip {
  std::array<std::uint8_t, 16> bytes{};
  unsigned bits = 32;  ///< 32 or 128

  bool operator==(const Ip&) const = default;
};
/// "192.0.2.1", "2001:db8::1", in brackets and with "IPv6:" before it or not.
std::optional<Ip> read_ip(std::string_view text);

class Networks {
 public:
  /// Adds "192.0.2.0/24" or a single address; what is wrong with it where it is none.
  std::optional<std::string> add(std::string_view text);
  bool empty() const { return networks_.empty(); }
  bool match(const Ip& address) const;

 private:
  struct Network {
    Ip address;
    unsigned prefix = 0;
  };
  std::vector<Network> networks_;
};

/// A listener as the mail server names it: Postfix's {daemon_name}, {daemon_addr}, {daemon_port}.
struct Listener {
  std::string name;
  std::optional<Ip> address;
  std::string port;
};

class Listeners {
 public:
  /// Adds "submission", a name; "192.0.2.1", "192.0.2.1:587", "[2001:db8::1]:587", ":587".
  std::optional<std::string> add(std::string_view text);
  bool empty() const { return listeners_.empty(); }
  bool match(const Listener& listener) const;

 private:
  // What is empty may be anything.
  std::vector<Listener> listeners_;
};

}  // namespace basewalk::policy

#endif  // BASEWALK_POLICY_NETWORKS_H_

// SPDX-License-Identifier: MIT
#include "policy/networks.h"

#include <arpa/inet.h>

#include <algorithm>
#include <charconv>

#include "text/ascii.h"

namespace basewalk::policy {
namespace {

// RFC 4291 2.5.5.2
constexpr std::array<std::uint8_t, 12> kMapped = {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF};

std::optional<unsigned> read_number(std::string_view text, unsigned most) {
  unsigned number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || end != text.data() + text.size() || number > most) return {};
  return number;
}

// The address with all bits behind the prefix 0.
Ip masked(Ip address, unsigned prefix) {
  for (unsigned i = 0; i < address.bits / 8; ++i) {
    const unsigned kept = std::min(8U, prefix > i * 8 ? prefix - i * 8 : 0U);
    address.bytes[i] &= static_cast<std::uint8_t>(0xFF00U >> kept);
  }
  return address;
}

std::string text_of(const Ip& address) {
  char text[INET6_ADDRSTRLEN] = "";
  ::inet_ntop(address.bits == 32 ? AF_INET : AF_INET6, address.bytes.data(), text, sizeof text);
  return text;
}

constexpr std::string_view kHowNetworks =
    "is no network; give 192.0.2.0/24, 2001:db8::/32 or a single address";
constexpr std::string_view kHowListeners =
    "is no listener; give a name, 192.0.2.1:587, [2001:db8::1]:587 or :587";

}  // namespace

std::optional<Ip> read_ip(std::string_view text) {
  if (text.starts_with('[') && text.ends_with(']')) text = text.substr(1, text.size() - 2);
  if (ascii::istarts_with(text, "IPv6:")) text.remove_prefix(5);
  const std::string terminated(text);
  Ip made;
  if (terminated.find('\0') != std::string::npos) return {};
  if (::inet_pton(AF_INET, terminated.c_str(), made.bytes.data()) == 1) return made;
  if (::inet_pton(AF_INET6, terminated.c_str(), made.bytes.data()) != 1) return {};
  made.bits = 128;
  if (!std::equal(kMapped.begin(), kMapped.end(), made.bytes.begin())) return made;
  Ip within;
  std::copy(made.bytes.begin() + 12, made.bytes.end(), within.bytes.begin());
  return within;
}

std::optional<std::string> Networks::add(std::string_view text) {
  const std::size_t slash = text.find('/');
  const std::optional<Ip> address = read_ip(text.substr(0, slash));
  if (!address || text.find_first_of("[]") != std::string_view::npos)
    return std::string(kHowNetworks);
  Network made{*address, address->bits};
  if (slash != std::string_view::npos) {
    const std::string_view digits = text.substr(slash + 1);
    const std::optional<unsigned> prefix = read_number(digits, address->bits);
    if (!prefix)
      return "has no prefix of 0 to " + std::to_string(address->bits) + " bits behind its /";
    const Ip network = masked(*address, *prefix);
    if (network != *address)
      return "has bits behind its prefix; give " + text_of(network) + "/" + std::string(digits) +
             ", or " + text_of(*address) + " alone";
    made.prefix = *prefix;
  }
  networks_.push_back(made);
  return {};
}

bool Networks::match(const Ip& address) const {
  return std::ranges::any_of(networks_, [&](const Network& network) {
    return network.address.bits == address.bits &&
           masked(address, network.prefix) == network.address;
  });
}

std::optional<std::string> Listeners::add(std::string_view text) {
  Listener made;
  made.address = read_ip(text);
  if (!made.address) {
    const std::size_t colon = text.rfind(':');
    const std::string_view host = text.substr(0, colon);
    if (colon != std::string_view::npos) {
      const std::string_view port = text.substr(colon + 1);
      const bool is_port = !port.starts_with('0') && read_number(port, 65535).has_value();
      if (!host.empty()) made.address = read_ip(host);
      if (!is_port || (!host.empty() && !made.address)) return std::string(kHowListeners);
      made.port = port;
    } else {
      if (text.empty() || text.find_first_of(" \t/[]") != std::string_view::npos)
        return std::string(kHowListeners);
      made.name = ascii::lowered(text);
    }
  }
  listeners_.push_back(std::move(made));
  return {};
}

bool Listeners::match(const Listener& listener) const {
  return std::ranges::any_of(listeners_, [&](const Listener& wanted) {
    return (wanted.name.empty() || ascii::iequals(wanted.name, listener.name)) &&
           (!wanted.address || wanted.address == listener.address) &&
           (wanted.port.empty() || wanted.port == listener.port);
  });
}

}  // namespace basewalk::policy

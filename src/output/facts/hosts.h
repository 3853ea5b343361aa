// SPDX-License-Identifier: MIT
//
// Whose a URL is: its host, and the domain that was registered for it (publicsuffix.org).
#ifndef BASEWALK_OUTPUT_FACTS_HOSTS_H_
#define BASEWALK_OUTPUT_FACTS_HOSTS_H_

#include <string>
#include <string_view>

#include "output/facts/remembered.h"

namespace basewalk::output {

/// The part of a host that somebody has registered: "example.co.uk" of "www.example.co.uk".  Empty
/// for an address, a name of one label, a public suffix, and what is no name of a host.  `host` is
/// as url::seen_host() gives it, but for a dot at its end; the result lies in it.
std::string_view registrable_domain(std::string_view host);

/// The same for what stands behind the "@" of an address, in any script.
std::string domain_of_address(std::string_view domain);

/// What a URL says about where it leads.  Views are good until the next call.
struct WhereTo {
  std::string_view host, domain;  ///< may be empty
  std::string_view path;          ///< RFC 3986 3.3, as written; of one with a host
  bool has_host = false;
};

/// Hosts come again and again: the last ones are remembered.
class Hosts {
 public:
  WhereTo of(std::string_view url);

 private:
  struct Entry {
    std::string host, domain;
  };
  static Entry look_up(std::string_view url);

  Remembered<Entry> known_;  // by authority
  // The last URL with a host, up to the end of its authority, and what it is known by.
  std::string front_;
  const Entry* last_ = nullptr;
};

}  // namespace basewalk::output

#endif  // BASEWALK_OUTPUT_FACTS_HOSTS_H_

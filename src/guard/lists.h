// SPDX-License-Identifier: MIT
//
// Hosts and beginnings of URLs that a site blocks or allows, one a line:
//
//     # a comment
//     example.com                 this host
//     .example.org                this host, and all below it
//     example.net/login/          what begins so, whatever the scheme
//     https://example.net/login/  what begins so, with this scheme
//
// Case of hosts and needless escapes make no difference, nor do a port that is the scheme's own and
// a dot at a host's end.  192.0.2.0/24 is refused: it would be the beginning of a path.  A port
// that is given must be the link's; without one, any is meant.
#ifndef BASEWALK_GUARD_LISTS_H_
#define BASEWALK_GUARD_LISTS_H_

#include <cstddef>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "basewalk/result.h"
#include "text/siphash.h"

namespace basewalk::guard {

class UrlList {
 public:
  /// Error code: "list"; `offset` is the number of the line.
  static Result<UrlList> read(std::string_view text);

  /// Is a URL that a browser opens in it?  Cost: its labels, and the entries of its host.
  bool has(std::string_view url) const;

  std::size_t entries() const { return entries_; }

 private:
  struct Beginning {
    std::string scheme, port;  // empty: any
    std::string path;          // and query
  };

  bool read_line(std::string_view line, std::string& why);

  using Hosts = std::unordered_set<std::string, TextHash, std::equal_to<>>;
  Hosts hosts_, domains_;
  std::unordered_map<std::string, std::vector<Beginning>, TextHash, std::equal_to<>> beginnings_;
  std::size_t entries_ = 0;
};

}  // namespace basewalk::guard

#endif  // BASEWALK_GUARD_LISTS_H_

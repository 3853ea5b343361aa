// SPDX-License-Identifier: MIT
//
// HTTP, by libmicrohttpd: a request target as it came, and an answer with the header fields that
// all answers have.  One thread serves all connections; what takes time (--ask) is done by others,
// and its request sleeps until then.
#ifndef BASEWALK_GUARD_HTTP_H_
#define BASEWALK_GUARD_HTTP_H_

#include <memory>

#include "guard/service.h"

namespace basewalk::guard {

class Http {
 public:
  /// Serves `service` at a socket that listens; nothing, with a message, where that cannot be.
  static std::unique_ptr<Http> start(Service& service, int listener);
  /// Takes no more connections, and ends when the requests at hand have their answers, or a second
  /// later.
  ~Http();

  class Impl;

 private:
  explicit Http(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

}  // namespace basewalk::guard

#endif  // BASEWALK_GUARD_HTTP_H_

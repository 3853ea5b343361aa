// SPDX-License-Identifier: MIT
//
// The server behind the proxy, in one connection.
#ifndef BASEWALK_PROXY_NEXT_HOP_H_
#define BASEWALK_PROXY_NEXT_HOP_H_

#include <chrono>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "daemon/address.h"
#include "proxy/reply.h"
#include "proxy/stream.h"

namespace basewalk::proxy {

class NextHop {
 public:
  /// Null where it cannot be reached; `why` is half a sentence then.
  static std::unique_ptr<NextHop> connect(const daemon::Address& address,
                                          std::chrono::seconds patience, std::string& why);

  /// Its greeting.
  std::optional<Reply> greeting() { return read_reply(stream_); }
  /// Sends a line and waits for the reply, which says yes or no: there is none where it is another
  /// one (RFC 5321 4.2.1).
  std::optional<Reply> command(std::string_view line);
  /// The same for DATA, to which yes is 354.  Who says 250 has not taken a message: none was sent.
  std::optional<Reply> data();
  /// What comes of a message, without a command before it.
  std::optional<Reply> outcome();
  Stream& stream() { return stream_; }

 private:
  NextHop(int socket, std::chrono::seconds patience) : stream_(socket, patience) {}
  bool send(std::string_view line);
  template <class Fits>
  std::optional<Reply> reply_that(Fits fits);

  Stream stream_;
};

}  // namespace basewalk::proxy

#endif  // BASEWALK_PROXY_NEXT_HOP_H_

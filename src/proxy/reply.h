// SPDX-License-Identifier: MIT
//
// Replies of SMTP and LMTP (RFC 5321 4.2).
#ifndef BASEWALK_PROXY_REPLY_H_
#define BASEWALK_PROXY_REPLY_H_

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "proxy/stream.h"

namespace basewalk::proxy {

struct Reply {
  int code = 0;
  std::vector<std::string> lines;  ///< what stands behind the code and the character behind it

  bool is_positive() const { return code >= 200 && code < 300; }
  bool is_refusal() const { return code >= 400; }
  /// As it is sent.
  std::string text() const;
};

/// The next one; nothing where the other side is gone, is silent for too long, or says what is no
/// reply: more than 64 KiB, another code on a later line.
std::optional<Reply> read_reply(Stream& from);

}  // namespace basewalk::proxy

#endif  // BASEWALK_PROXY_REPLY_H_

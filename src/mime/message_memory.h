// SPDX-License-Identifier: MIT
//
// Strings of a Message that are not in its bytes: media types as they are compared, and the bytes
// themselves where nobody else owns them.
#ifndef BASEWALK_MIME_MESSAGE_MEMORY_H_
#define BASEWALK_MIME_MESSAGE_MEMORY_H_

#include <memory>
#include <string>
#include <string_view>
#include <utility>

#include "basewalk/mime/part.h"

namespace basewalk::mime {

struct MessageMemory {
  /// Lives as long as the message does, wherever that is moved to.
  static std::string_view keep(Message& message, std::string text) {
    return *message.memory_.emplace_back(std::make_unique<std::string>(std::move(text)));
  }
  /// What was kept last; empty where nothing was.
  static std::string_view last(const Message& message) {
    return message.memory_.empty() ? std::string_view() : std::string_view(*message.memory_.back());
  }
};

}  // namespace basewalk::mime

#endif  // BASEWALK_MIME_MESSAGE_MEMORY_H_

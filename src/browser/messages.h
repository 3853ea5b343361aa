// SPDX-License-Identifier: MIT
//
// The bytes that a browser sends through its pipe, cut into messages: JSON, each ended by a NUL.
// What comes before: chromium.cpp reads the pipe.  What comes after: it takes each as JSON.
#ifndef BASEWALK_BROWSER_MESSAGES_H_
#define BASEWALK_BROWSER_MESSAGES_H_

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace basewalk::browser {

class Messages {
 public:
  explicit Messages(std::size_t most) : most_(most) {}

  /// More bytes came.  False where a message is longer than `most`: nothing is read after that.
  bool add(std::string_view bytes);
  /// The next whole message, without its NUL.
  std::optional<std::string> next();

 private:
  std::size_t most_;
  std::string held_;
  std::size_t begin_ = 0;     // of the message that is next
  std::size_t searched_ = 0;  // there is no NUL from begin_ to here
  bool broken_ = false;
};

}  // namespace basewalk::browser

#endif  // BASEWALK_BROWSER_MESSAGES_H_

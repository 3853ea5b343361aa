// SPDX-License-Identifier: MIT
#include "browser/messages.h"

namespace basewalk::browser {

bool Messages::add(std::string_view bytes) {
  if (broken_) return false;
  const std::size_t last = bytes.rfind('\0');
  const std::size_t open = last == std::string_view::npos ? held_.size() - begin_ + bytes.size()
                                                          : bytes.size() - last - 1;
  if (open > most_) {
    broken_ = true;
    held_.clear();
    begin_ = searched_ = 0;
    return false;
  }
  if (begin_ > 0) {
    held_.erase(0, begin_);
    searched_ -= begin_;
    begin_ = 0;
  }
  held_ += bytes;
  return true;
}

std::optional<std::string> Messages::next() {
  const std::size_t end = held_.find('\0', searched_);
  if (end == std::string::npos) {
    searched_ = held_.size();
    return {};
  }
  std::string message = held_.substr(begin_, end - begin_);
  begin_ = searched_ = end + 1;
  return message;
}

}  // namespace basewalk::browser

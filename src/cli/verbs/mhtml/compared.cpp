// SPDX-License-Identifier: MIT
#include "cli/verbs/mhtml/compared.h"

#include <fcntl.h>

namespace basewalk::cli {

std::string is_another_one(const std::string& to) {
  return to + ": is there already, and is not what is made now; remove it, or name another folder";
}

void ComparedFile::open(const std::string& name) {
  file_.set(::open(name.c_str(), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC));
  at_ = 0;
  is_same_ = file_.is_open();
}

bool ComparedFile::write(std::string_view bytes) {
  constexpr std::size_t kAtATime = std::size_t{1} << 16;
  while (is_same_ && !bytes.empty()) {
    const std::string_view piece = bytes.substr(0, kAtATime);
    bytes.remove_prefix(piece.size());
    buffer_.resize(piece.size());
    std::size_t got = 0;
    const int error = text::read_at(file_.number(), buffer_.data(), buffer_.size(), at_, got);
    is_same_ = error == 0 && got == piece.size() && buffer_ == piece;
    at_ += got;
  }
  return true;
}

bool ComparedFile::is_same() {
  char more = 0;
  std::size_t got = 0;
  return is_same_ && text::read_at(file_.number(), &more, 1, at_, got) == 0 && got == 0;
}

bool ComparedFolder::begin(std::string_view name) {
  file_.open(folder_ + "/" + std::string(name));
  return true;
}

bool ComparedFolder::end() {
  is_same_ = is_same_ && file_.is_same();
  return true;
}

}  // namespace basewalk::cli

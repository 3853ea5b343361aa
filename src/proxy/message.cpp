// SPDX-License-Identifier: MIT
#include "proxy/message.h"

#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "text/files/unnamed_file.h"

namespace basewalk::proxy {

void Message::begin(std::size_t most_in_memory) {
  memory_.clear();
  file_.close();
  most_ = most_in_memory;
  total_ = header_ = 0;
  matched_ = 2;  // an empty line at the very beginning ends the header as well
  failure_.clear();
}

// The empty line behind the header: CR LF CR LF, of which any part may be in another piece.
void Message::look_for_header_end(std::string_view bytes) {
  constexpr std::string_view kEnd = "\r\n\r\n";
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    if (bytes[i] == kEnd[matched_])
      ++matched_;
    else
      matched_ = bytes[i] == '\r' ? 1 : 0;
    if (matched_ == kEnd.size()) {
      header_ = total_ + i + 1;
      return;
    }
  }
}

void Message::spill(std::string_view bytes) {
  if (const int error = text::write_all(file_.number(), bytes); error != 0)
    failure_ = "a large message cannot be kept in " + text::temporary_folder() + ": " +
               std::strerror(error);
}

void Message::append(std::string_view bytes) {
  if (header_ == 0) look_for_header_end(bytes);
  total_ += bytes.size();
  if (!failure_.empty()) return;
  if (file_.is_open()) return spill(bytes);
  if (total_ <= most_) {
    if (!memory_.append(bytes)) failure_ = "out of memory";
    return;
  }
  file_.set(text::unnamed_file());
  if (!file_.is_open()) {
    failure_ = "a large message cannot be kept in " + text::temporary_folder() + ": " +
               std::strerror(errno);
    return;
  }
  spill(memory_.bytes());
  if (!failure_.empty()) return;
  spill(bytes);
  // Marks are removed from a header that is known.
  const std::size_t known = header_ != 0 && header_ <= memory_.size() ? header_ : 0;
  memory_.shrink(known);
}

filter::Received Message::received() const {
  const bool oversize = file_.is_open();
  // What has no empty line is all header.
  const std::size_t header = oversize ? memory_.size() : header_ != 0 ? header_ : total_;
  return {memory_.bytes(), header, total_, oversize};
}

std::size_t Message::read_at(std::size_t offset, std::span<char> block) const {
  ssize_t got = 0;
  do got = ::pread(file_.number(), block.data(), block.size(), static_cast<off_t>(offset));
  while (got < 0 && errno == EINTR);
  return got > 0 ? static_cast<std::size_t>(got) : 0;
}

}  // namespace basewalk::proxy

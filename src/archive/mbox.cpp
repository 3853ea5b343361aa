// SPDX-License-Identifier: MIT
#include "basewalk/archive/mbox.h"

#include "archive/mbox_splitter.h"

namespace basewalk::archive {

std::optional<mime::Span> MboxReader::next() {
  while (at_ < bytes_.size()) {
    const std::size_t begin = at_;
    const std::string_view window = bytes_.substr(begin);
    const std::size_t end = MboxSplitter().end(window, true).value_or(window.size());
    at_ = begin + end;
    const std::size_t size = without_blank_line(window, end);
    if (size > 0) return mime::Span{begin, begin + size};
  }
  return {};
}

bool is_mbox(std::string_view bytes) { return is_separator(bytes, 0); }

}  // namespace basewalk::archive

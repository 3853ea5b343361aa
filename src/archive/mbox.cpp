// SPDX-License-Identifier: MIT
#include "basewalk/archive/mbox.h"

#include "archive/box/mbox_splitter.h"
#include "archive/box/splitter.h"
#include "mime/line/separator.h"

namespace basewalk::archive {
namespace {

// So many bytes say whether it is an mbox.
constexpr std::size_t kHeadBytes = 4096;

}  // namespace

std::optional<mime::Span> MboxReader::next() {
  if (at_ == 0) {
    const std::size_t first = mbox_begin(bytes_.substr(0, kHeadBytes));
    if (first != mime::kNowhere) at_ = first;
  }
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

bool is_mbox(std::string_view bytes) {
  return mbox_begin(bytes.substr(0, kHeadBytes)) != mime::kNowhere;
}

}  // namespace basewalk::archive

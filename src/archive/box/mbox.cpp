// SPDX-License-Identifier: MIT
//
// An mbox as one of the kinds of mailboxes: mbox_splitter.cpp has the rules.
#include "archive/box/families.h"
#include "archive/box/mbox_splitter.h"
#include "mime/line/separator.h"

namespace basewalk::archive {
namespace {

class MboxPieces final : public Splitter {
 public:
  std::optional<Piece> next(char* window, std::size_t size, bool final) override {
    const std::string_view bytes(window, size);
    const std::optional<std::size_t> end = splitter_.end(bytes, final);
    if (!end) return {};
    splitter_.begin_message();
    return Piece{true, without_blank_line(bytes, *end), *end};
  }
  std::size_t done_with() const override { return splitter_.done_with(); }
  void drop(std::size_t bytes) override { splitter_.drop(bytes); }

 private:
  MboxSplitter splitter_;
};

}  // namespace

std::size_t mbox_begin(std::string_view head) {
  constexpr std::string_view kMark = "\xEF\xBB\xBF";
  std::size_t begin = head.starts_with(kMark) ? kMark.size() : 0;
  // Zeros are holes that a file system has left.
  const std::size_t line = head.find_first_not_of(std::string_view("\r\n\0", 3), begin);
  if (line == head.npos) return mime::kNowhere;
  return mime::is_separator(head.substr(line), 0) ? line : mime::kNowhere;
}

std::unique_ptr<Splitter> split_mbox() { return std::make_unique<MboxPieces>(); }

}  // namespace basewalk::archive

// SPDX-License-Identifier: MIT
//
// MMDF (its manual page mmdf(5)): each message stands between two lines of four bytes 1.
#include <algorithm>

#include "archive/box/families.h"

namespace basewalk::archive {
namespace {

constexpr std::string_view kMark = "\1\1\1\1";
// The longest that a separator is: CRLF before, and behind.
constexpr std::size_t kMarkBytes = kMark.size() + 2;

// The size of the line that separates at the beginning of a text; 0 where none does.
std::size_t mark_size(std::string_view text) {
  if (!text.starts_with(kMark)) return 0;
  text.remove_prefix(kMark.size());
  if (text.empty()) return kMark.size();
  if (text.starts_with('\n')) return kMark.size() + 1;
  return text.starts_with("\r\n") ? kMark.size() + 2 : 0;
}

bool is_blank(std::string_view text) { return text.find_first_not_of("\r\n") == text.npos; }

class MmdfSplitter final : public Splitter {
 public:
  std::optional<Piece> next(char* window, std::size_t size, bool final) override;
  std::size_t done_with() const override { return search_; }
  void drop(std::size_t bytes) override {
    search_ -= bytes;
    is_within_ = true;
  }

 private:
  std::size_t search_ = 0;
  bool is_within_ = false;  // the window begins within a message
};

std::optional<Piece> MmdfSplitter::next(char* window, std::size_t size, bool final) {
  const std::string_view bytes(window, size);
  if (!is_within_ && search_ == 0) {
    if (size < kMarkBytes && !final) return {};
    if (const std::size_t mark = mark_size(bytes); mark > 0) return Piece{false, 0, mark};
  }
  for (;;) {
    const std::size_t line_end = bytes.find("\n\1", search_);
    if (line_end == bytes.npos) {
      // A line end at the end may have a mark behind it.
      search_ = std::max(search_, size > 0 ? size - 1 : 0);
      if (!final) return {};
      break;
    }
    search_ = line_end;
    if (line_end + 1 + kMarkBytes > size && !final) return {};
    if (mark_size(bytes.substr(line_end + 1)) > 0) {
      size = line_end + 1;
      break;
    }
    search_ = line_end + 1;
  }
  const bool is_message = is_within_ || !is_blank(bytes.substr(0, size));
  search_ = 0;
  is_within_ = false;
  return Piece{is_message, size, size};
}

}  // namespace

bool is_mmdf(std::string_view head) { return mark_size(head) > kMark.size(); }

std::unique_ptr<Splitter> split_mmdf() { return std::make_unique<MmdfSplitter>(); }

}  // namespace basewalk::archive

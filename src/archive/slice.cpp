// SPDX-License-Identifier: MIT
#include "archive/slice.h"

#include <string>
#include <string_view>
#include <variant>

#include "archive/box/mbox_splitter.h"
#include "mime/line/separator.h"

namespace basewalk::archive {
namespace {

constexpr std::size_t kStep = std::size_t{1} << 20;
// Behind the reach of any jump that begins before, so much is looked through for a sure separator.
constexpr std::uint64_t kSearched = std::uint64_t{1} << 20;

// Bytes of a file from some offset on, as many as are wanted.
class Window {
 public:
  Window(ByteStream& file, std::uint64_t begin) : file_(file), begin_(begin) {}

  std::uint64_t begin() const { return begin_ + dropped_; }
  std::string_view view() const { return std::string_view(bytes_).substr(dropped_); }
  bool at_end() const { return at_end_; }

  void read_on() {
    bytes_.erase(0, dropped_);
    begin_ += dropped_;
    dropped_ = 0;
    const std::size_t held = bytes_.size();
    bytes_.resize(held + kStep);
    const std::size_t got = file_.read_at(begin_ + held, bytes_.data() + held, kStep);
    bytes_.resize(held + got);
    at_end_ = got == 0;
  }
  void drop(std::size_t count) { dropped_ += count; }

 private:
  ByteStream& file_;
  std::uint64_t begin_;  // of bytes_ in the file
  std::string bytes_;
  std::size_t dropped_ = 0;
  bool at_end_ = false;
};

// The end that the message at `at` has by a Content-Length that claims so many bytes, if a
// separator stands there.
std::optional<std::uint64_t> true_end_at(ByteStream& file, const Window& window, std::size_t at,
                                         std::size_t claimed) {
  std::optional<std::size_t> end = true_end(window.view(), at + claimed, window.at_end());
  if (end) return *end == mime::kNowhere ? std::nullopt : std::optional(window.begin() + *end);
  // It is not in the window: look there alone.
  char bytes[2 * mime::kSeparatorBytes];
  const std::uint64_t from = window.begin() + at + claimed - mime::kBytesBefore;
  std::size_t size = 0;
  while (size < sizeof bytes) {
    const std::size_t got = file.read_at(from + size, bytes + size, sizeof bytes - size);
    if (got == 0) break;
    size += got;
  }
  if (size < mime::kBytesBefore) return {};
  end = true_end({bytes, size}, mime::kBytesBefore, size < sizeof bytes);
  if (!end || *end == mime::kNowhere) return {};
  return from + *end;
}

// Drops what stands before a place in the window and is not looked at again; gives the place anew.
std::size_t forget(Window& window, std::size_t place) {
  const std::size_t done = place > mime::kBytesBefore ? place - mime::kBytesBefore : 0;
  window.drop(done);
  return place - done;
}

struct Unsure {};
using Sure = std::optional<std::uint64_t>;  // none: no message begins in the slice

// Looks through the file from `from`; what jumps from before that is not known.
std::variant<Sure, Unsure> look(ByteStream& mbox, std::uint64_t from, std::uint64_t begin,
                                std::uint64_t end) {
  Window window(mbox, from);
  std::uint64_t covered = from + kLengthReach;  // a jump may lead up to here
  std::optional<std::uint64_t> sure;
  std::size_t search = 0;
  for (;;) {
    const std::optional<std::size_t> found =
        mime::find_separator(window.view(), search, window.at_end());
    if (!found) {
      if (window.begin() + search > end) return Sure();
      search = forget(window, search);
      window.read_on();
      continue;
    }
    const std::uint64_t separator = window.begin() + *found;
    if (*found == mime::kNowhere || separator >= end) return Sure();
    if (separator >= covered) sure = separator;
    if (separator >= begin) {
      if (sure) return Sure(sure);
      return Unsure();
    }
    // Where would a message that begins here end by its Content-Length?
    search = forget(window, *found);
    MboxSplitter splitter;
    std::optional<std::size_t> claimed;
    while (!(claimed = splitter.claimed_end(window.view().substr(search), window.at_end())))
      window.read_on();
    if (*claimed == mime::kNowhere) continue;
    if (const auto jump = true_end_at(mbox, window, search, *claimed)) {
      covered = std::max(covered, *jump);
      continue;
    }
    while (!(claimed = splitter.recounted_end(window.view().substr(search), window.at_end())))
      window.read_on();
    if (*claimed == mime::kNowhere) continue;
    if (const auto jump = true_end_at(mbox, window, search, *claimed))
      covered = std::max(covered, *jump);
  }
}

}  // namespace

std::optional<std::uint64_t> sure_begin(ByteStream& mbox, std::uint64_t begin, std::uint64_t end) {
  for (std::uint64_t back = kLengthReach + kSearched; back < begin; back *= 2) {
    const std::variant<Sure, Unsure> answer = look(mbox, begin - back, begin, end);
    if (const Sure* sure = std::get_if<Sure>(&answer)) return *sure;
  }
  return 0;
}

}  // namespace basewalk::archive

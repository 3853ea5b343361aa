// SPDX-License-Identifier: MIT
//
// Babyl, the mailbox of Emacs Rmail up to version 22 (its manual defines version 5; Python's
// mailbox.Babyl reads it alike).  Options first; then for each message
//
//     ^_ ^L, a line of labels, the header as it came, an empty line,
//     *** EOOH ***
//     the header as it is shown, an empty line, the body
//
// and ^_ at the end.  The first header is missing where the label line begins with 0.  What is
// given is the header as it came and the body.
#include <algorithm>
#include <cstring>

#include "archive/box/families.h"

namespace basewalk::archive {
namespace {

constexpr std::string_view kMark = "BABYL OPTIONS:";
constexpr std::string_view kEndOfHeader = "*** EOOH ***";
constexpr std::size_t kLineBytes = 4096;
// The options before the first message are not longer.
constexpr std::size_t kOptionBytes = std::size_t{64} << 10;

class BabylSplitter final : public Splitter {
 public:
  std::optional<Piece> next(char* window, std::size_t size, bool final) override {
    return in_message_ ? message(window, size, final) : between({window, size}, final);
  }
  std::size_t done_with() const override { return in_message_ ? search_ : 0; }
  void drop(std::size_t bytes) override {
    search_ -= bytes;
    is_cut_ = true;
  }

 private:
  std::optional<Piece> between(std::string_view window, bool final);
  std::optional<Piece> message(char* window, std::size_t size, bool final);

  bool begun_ = false;        // behind the options
  bool is_told_ = false;      // what stands between this message and the next
  bool behind_mark_ = false;  // the window begins behind ^_
  bool in_message_ = false;
  bool has_two_headers_ = false;
  bool is_cut_ = false;  // the window begins within a message
  std::size_t search_ = 0;
};

// Behind the line that begins at `at`, or where it is longer than any; none: more bytes are needed.
std::optional<std::size_t> behind_line(std::string_view text, std::size_t at, bool final) {
  const std::size_t end = text.substr(at, kLineBytes).find('\n');
  if (end != text.npos) return at + end + 1;
  if (text.size() - at < kLineBytes && !final) return {};
  return std::min(text.size(), at + kLineBytes);
}

bool is_blank(std::string_view text) { return text.find_first_not_of(" \t\r\n") == text.npos; }

bool is_end_of_header(std::string_view line) {
  if (!line.starts_with(kEndOfHeader)) return false;
  line.remove_prefix(kEndOfHeader.size());
  return line.empty() || line.front() == '\n' || line.front() == '\r';
}

std::optional<Piece> BabylSplitter::between(std::string_view window, bool final) {
  if (window.empty()) return {};
  if (!behind_mark_ || !window.starts_with('\f')) {
    const std::size_t mark = window.find('\x1F');
    if (!begun_ && mark == window.npos && !final && window.size() < kOptionBytes) return {};
    // The options stand before the first, and no message does.
    const bool is_options =
        !begun_ && mark < kOptionBytes && window.substr(0, mark).find(kEndOfHeader) == window.npos;
    behind_mark_ = mark != window.npos;
    Piece piece{false, 0, behind_mark_ ? mark + 1 : window.size()};
    piece.is_of_last_problem = is_told_;
    begun_ = true;
    if (!is_options && !is_told_ && !is_blank(window.substr(0, mark))) {
      is_told_ = true;
      piece.problem =
          "this stands between the messages of its mailbox, in none of them; it was passed over up "
          "to the next message";
    }
    return piece;
  }
  const std::optional<std::size_t> page = behind_line(window, 0, final);
  if (!page) return {};
  const std::optional<std::size_t> labels = behind_line(window, *page, final);
  if (!labels) return {};
  const std::optional<std::size_t> third = behind_line(window, *labels, final);
  if (!third) return {};
  in_message_ = true;
  is_told_ = false;
  has_two_headers_ = !is_end_of_header(window.substr(*labels));
  return Piece{false, 0, has_two_headers_ ? *labels : *third};
}

// Puts the header as it came, which the window begins with, and the body together.
std::size_t join(char* window, std::size_t size) {
  const std::string_view bytes(window, size);
  std::size_t mark = 0;
  do {
    mark = bytes.find("\n*** EOOH", mark);
    if (mark == bytes.npos) return size;
    ++mark;
  } while (!is_end_of_header(bytes.substr(mark)));
  std::size_t body = mark;
  std::size_t line = bytes.find('\n', mark);
  while (line != bytes.npos) {
    body = line + 1;
    line = bytes.find('\n', body);
    if (line == body || (line == body + 1 && bytes[body] == '\r')) break;
  }
  body = line == bytes.npos ? size : line + 1;
  std::size_t header = mark;
  if (!bytes.substr(0, mark).ends_with("\n\n") && !bytes.substr(0, mark).ends_with("\n\r\n"))
    window[header++] = '\n';
  std::memmove(window + header, window + body, size - body);
  return header + (size - body);
}

std::optional<Piece> BabylSplitter::message(char* window, std::size_t size, bool final) {
  const std::string_view bytes(window, size);
  std::size_t mark = bytes.npos;
  for (;; search_ = mark) {
    mark = bytes.find('\x1F', search_);
    if (mark == bytes.npos) {
      // A line end at the end may have a mark behind it.
      search_ = std::max(search_, size > 0 ? size - 1 : 0);
      if (!final) return {};
      break;
    }
    search_ = mark > 0 ? mark - 1 : 0;
    if (mark + 1 == size && !final) return {};
    const bool begins_line = mark == 0 ? !is_cut_ : bytes[mark - 1] == '\n';
    const bool ends = mark + 1 == size || bytes[mark + 1] == '\f' || bytes[mark + 1] == '\n' ||
                      bytes[mark + 1] == '\r';
    if (begins_line && ends) break;
    ++mark;
  }
  behind_mark_ = mark != bytes.npos;
  const std::size_t end = behind_mark_ ? mark : size;
  Piece piece{end > 0 || is_cut_, end, behind_mark_ ? end + 1 : end};
  if (has_two_headers_ && !is_cut_) piece.size = join(window, end);
  in_message_ = is_cut_ = false;
  search_ = 0;
  return piece;
}

}  // namespace

bool is_babyl(std::string_view head) { return head.starts_with(kMark); }

std::unique_ptr<Splitter> split_babyl() { return std::make_unique<BabylSplitter>(); }

}  // namespace basewalk::archive

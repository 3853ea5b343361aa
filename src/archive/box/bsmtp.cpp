// SPDX-License-Identifier: MIT
//
// Batches of SMTP, as RFC 2442 has them (application/batch-SMTP), Exim writes (`-bS`) and UUCP
// carries: the commands of sessions without the answers.  A message stands between DATA and a line
// with a dot alone; a dot at the beginning of a line is doubled (RFC 5321 4.5.2).
#include <algorithm>
#include <cstring>
#include <iterator>

#include "archive/box/families.h"
#include "text/ascii.h"

namespace basewalk::archive {
namespace {

constexpr std::size_t kLineBytes = 4096;

bool begins_session(std::string_view line) {
  return ascii::istarts_with(line, "HELO ") || ascii::istarts_with(line, "EHLO ") ||
         ascii::istarts_with(line, "LHLO ") || ascii::istarts_with(line, "MAIL FROM:");
}
bool is_data(std::string_view line) { return ascii::iequals(ascii::trim_right(line), "DATA"); }

// Could a line stand before DATA?
bool is_command(std::string_view line) {
  constexpr std::string_view kAlone[] = {"RSET", "NOOP", "VERB", "ONEX"};
  return begins_session(line) || ascii::istarts_with(line, "RCPT TO:") ||
         ascii::istarts_with(line, "TICK ") || ascii::iis_one_of(kAlone, ascii::trim_right(line));
}

// Could a line stand between messages?  The answers are none of it, but programs have written them.
bool is_between(std::string_view line) {
  constexpr std::string_view kAlone[] = {"QUIT", "HELP", "STARTTLS"};
  constexpr std::string_view kFirst[] = {"VRFY ", "EXPN ", "HELP ",    "ETRN ",
                                         "AUTH ", "QUIT ", "XCLIENT ", "XFORWARD "};
  line = ascii::trim_right(line);
  const bool is_answer = line.size() >= 3 && std::all_of(line.begin(), line.begin() + 3,
                                                         [](char c) { return ascii::is_digit(c); });
  return line.empty() || is_answer || is_data(line) || is_command(line) ||
         ascii::iis_one_of(kAlone, line) ||
         std::any_of(std::begin(kFirst), std::end(kFirst),
                     [&](std::string_view first) { return ascii::istarts_with(line, first); });
}

// Takes the doubled dots out; gives the size that is left.
std::size_t undot(char* bytes, std::size_t size) {
  std::size_t read = 0, written = 0;
  while (read < size) {
    const auto* const found =
        static_cast<const char*>(std::memchr(bytes + read, '\n', size - read));
    const std::size_t end = found == nullptr ? size : static_cast<std::size_t>(found - bytes) + 1;
    if (bytes[read] == '.') ++read;
    if (read != written) std::memmove(bytes + written, bytes + read, end - read);
    written += end - read;
    read = end;
  }
  return written;
}

class BsmtpSplitter final : public Splitter {
 public:
  std::optional<Piece> next(char* window, std::size_t size, bool final) override {
    return in_message_ ? message(window, size, final) : command({window, size}, final);
  }
  std::size_t done_with() const override { return in_message_ ? search_ : 0; }
  void drop(std::size_t bytes) override {
    search_ -= bytes;
    is_cut_ = true;
  }
  std::string_view lack() const override {
    return ended_within_ ? "ends within its last message: there is no line with a dot alone"
                         : std::string_view();
  }

 private:
  std::optional<Piece> command(std::string_view window, bool final);
  std::optional<Piece> message(char* window, std::size_t size, bool final);

  bool in_message_ = false;
  bool is_cut_ = false;        // the window begins within a message
  bool in_long_line_ = false;  // ... or within a line of a command
  bool ended_within_ = false;
  bool is_told_ = false;  // what is no command, before the next message
  std::size_t search_ = 0;
};

std::optional<Piece> BsmtpSplitter::command(std::string_view window, bool final) {
  const std::size_t line_end = window.substr(0, kLineBytes).find('\n');
  const bool is_whole = line_end != window.npos;
  if (!is_whole && window.size() < kLineBytes && !final) return {};
  const std::size_t end = is_whole ? line_end + 1 : std::min(window.size(), kLineBytes);
  const bool begins_line = !in_long_line_;
  in_long_line_ = !is_whole;
  in_message_ = begins_line && is_whole && is_data(window.substr(0, line_end));
  Piece piece{false, 0, end};
  piece.is_of_last_problem = is_told_ && !in_message_;
  if (in_message_) {
    is_told_ = false;
  } else if (begins_line && !is_told_ && !is_between(window.substr(0, is_whole ? line_end : end))) {
    is_told_ = true;
    piece.problem =
        "this is no command of SMTP, and in no message; it was passed over up to the next message";
  }
  return piece;
}

std::optional<Piece> BsmtpSplitter::message(char* window, std::size_t size, bool final) {
  const std::string_view bytes(window, size);
  // How long the line with a dot alone is that begins at `at`; none: more bytes are needed.
  const auto dot_line = [&](std::size_t at) -> std::optional<std::size_t> {
    if (at + 3 > size && !final) return {};
    const std::string_view line = bytes.substr(at, 3);
    if (line == "." || line == ".\r") return line.size();
    if (line.starts_with(".\n")) return 2;
    return line == ".\r\n" ? 3 : 0;
  };
  std::size_t end = size, behind = size;
  bool found = false;
  if (!is_cut_ && search_ == 0) {
    const std::optional<std::size_t> dot = dot_line(0);
    if (!dot) return {};
    found = *dot > 0;
    if (found) end = 0, behind = *dot;
  }
  while (!found) {
    const std::size_t line_end = bytes.find("\n.", search_);
    if (line_end == bytes.npos) {
      // A line end at the end may have a dot behind it.
      search_ = std::max(search_, size > 0 ? size - 1 : 0);
      if (!final) return {};
      break;
    }
    search_ = line_end;
    const std::optional<std::size_t> dot = dot_line(line_end + 1);
    if (!dot) return {};
    found = *dot > 0;
    if (found)
      end = line_end + 1, behind = end + *dot;
    else
      search_ = line_end + 1;
  }
  ended_within_ = !found;
  const Piece piece{end > 0 || is_cut_, is_cut_ ? end : undot(window, end), behind};
  in_message_ = is_cut_ = false;
  search_ = 0;
  return piece;
}

}  // namespace

bool is_bsmtp(std::string_view head) {
  std::size_t at = 0;
  bool is_first = true, has_sender = false;
  while (at < head.size()) {
    const std::size_t end = head.find('\n', at);
    // So many recipients that the head does not hold them.
    if (end == head.npos) return has_sender && head.size() >= kLineBytes;
    const std::string_view line = head.substr(at, end - at);
    if (is_first && !begins_session(line)) return false;
    has_sender = has_sender || ascii::istarts_with(line, "MAIL FROM:");
    if (is_data(line)) return has_sender;
    if (!is_command(line)) return false;
    is_first = false;
    at = end + 1;
  }
  return false;
}

std::unique_ptr<Splitter> split_bsmtp() { return std::make_unique<BsmtpSplitter>(); }

}  // namespace basewalk::archive

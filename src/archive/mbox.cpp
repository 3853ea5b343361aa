// SPDX-License-Identifier: MIT
//
// Writers disagree about what separates messages.  Some escape each "From " of a body, so that
// any such line separates; some escape only those behind a blank line; some escape none and give
// a Content-Length.  So a line is believed for what it carries (a time and a year), or for where it
// stands (behind a blank line, before a header field), and a Content-Length for where it ends.
#include "basewalk/archive/mbox.h"

#include <cstring>

#include "support/ascii.h"

namespace basewalk::archive {
namespace {

constexpr std::string_view kFrom = "From ";

std::string_view line_at(std::string_view bytes, std::size_t at) {
  const std::size_t end = bytes.find('\n', at);
  std::string_view line = bytes.substr(at, end == std::string_view::npos ? end : end - at);
  if (line.ends_with('\r')) line.remove_suffix(1);
  return line;
}

// Behind the line end of the line at `at`.
std::size_t behind_line(std::string_view bytes, std::size_t at) {
  const std::size_t end = bytes.find('\n', at);
  return end == std::string_view::npos ? bytes.size() : end + 1;
}

bool is_header_line(std::string_view line) {
  const std::size_t colon = line.find(':');
  if (colon == 0 || colon == std::string_view::npos) return false;
  for (char c : line.substr(0, colon))
    if (c <= ' ' || c >= 127) return false;
  return true;
}

// "From sender Thu Nov 19 10:00:00 2026": has hh:mm, and four digits that can be a year.
bool has_time_and_year(std::string_view line) {
  bool time = false, year = false;
  std::size_t begin = kFrom.size();
  while (begin < line.size()) {
    const std::size_t end = std::min(line.find(' ', begin), line.size());
    const std::string_view word = line.substr(begin, end - begin);
    begin = end + 1;
    const auto digit = [&](std::size_t i) { return i < word.size() && ascii::is_digit(word[i]); };
    const std::size_t colon = word.find(':');
    if ((colon == 1 || colon == 2) && digit(0) && digit(colon - 1) && digit(colon + 1) &&
        digit(colon + 2))
      time = true;
    if (word.size() == 4 && (word.starts_with("19") || word.starts_with("20")) && digit(2) &&
        digit(3))
      year = true;
  }
  return time && year;
}

bool is_blank_line_before(std::string_view bytes, std::size_t at) {
  if (at == 0) return true;
  std::size_t i = at - 1;  // the line end of the line before
  if (i > 0 && bytes[i - 1] == '\r') --i;
  return i == 0 || bytes[i - 1] == '\n';
}

}  // namespace

bool MboxReader::is_separator(std::size_t at) const {
  if (!bytes_.substr(at).starts_with(kFrom)) return false;
  if (at != 0 && bytes_[at - 1] != '\n') return false;
  // A line of any length can begin so: what is a date stands near its beginning.
  const std::string_view line = line_at(bytes_, at).substr(0, 1000);
  if (has_time_and_year(line)) return true;
  const std::size_t second = behind_line(bytes_, at);
  return is_blank_line_before(bytes_, at) &&
         is_header_line(line_at(bytes_, second).substr(0, 1000));
}

std::size_t MboxReader::next_separator(std::size_t from) const {
  static constexpr char kNeedle[] = {'\n', 'F', 'r', 'o', 'm', ' '};
  std::size_t at = from;
  while (at < bytes_.size()) {
    const void* hit = ::memmem(bytes_.data() + at, bytes_.size() - at, kNeedle, sizeof kNeedle);
    if (hit == nullptr) break;
    at = static_cast<std::size_t>(static_cast<const char*>(hit) - bytes_.data()) + 1;
    if (is_separator(at)) return at;
  }
  return bytes_.size();
}

// mboxcl: where the body ends by its Content-Length, if that is true; otherwise 0.
std::size_t MboxReader::end_by_content_length(std::size_t begin) const {
  std::size_t at = behind_line(bytes_, begin);
  std::size_t length = 0;
  bool given = false;
  while (at < bytes_.size()) {
    const std::string_view line = line_at(bytes_, at);
    // The next message, and no blank line before it: looking on would read the rest for each
    // message.
    if (is_separator(at)) return 0;
    at = behind_line(bytes_, at);
    if (line.empty()) break;
    if (!ascii::istarts_with(line, "content-length:")) continue;
    given = true;
    length = 0;
    for (char c : ascii::trim(line.substr(sizeof("content-length:") - 1))) {
      if (!ascii::is_digit(c) || length > bytes_.size()) return 0;
      length = length * 10 + static_cast<std::size_t>(c - '0');
    }
  }
  if (!given || length > bytes_.size() - at) return 0;
  std::size_t end = at + length;
  // The line end and the blank line behind the body are counted by some and not by others.
  for (int blank = 0; blank < 3 && end < bytes_.size(); ++blank) {
    if (is_separator(end)) return end;
    const bool crlf = bytes_.substr(end).starts_with("\r\n");
    if (!crlf && bytes_[end] != '\n') return 0;
    end += crlf ? 2 : 1;
  }
  return end == bytes_.size() || is_separator(end) ? end : 0;
}

std::optional<mime::Span> MboxReader::next() {
  while (at_ < bytes_.size()) {
    const std::size_t begin = at_;
    std::size_t end = end_by_content_length(begin);
    if (end == 0) end = next_separator(begin);
    at_ = end;
    // The blank line before the next message belongs to neither.
    std::size_t last = end;
    if (end < bytes_.size() && is_blank_line_before(bytes_, end)) {
      --last;
      if (last > begin && bytes_[last - 1] == '\r') --last;
    }
    if (last > begin) return mime::Span{begin, last};
  }
  return {};
}

bool is_mbox(std::string_view bytes) {
  if (!bytes.starts_with(kFrom)) return false;
  const std::string_view first = line_at(bytes, 0).substr(0, 1000);
  const std::size_t second = behind_line(bytes, 0);
  return has_time_and_year(first) || is_header_line(line_at(bytes, second).substr(0, 1000));
}

}  // namespace basewalk::archive

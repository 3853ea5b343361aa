// SPDX-License-Identifier: MIT
#include "rewrite/sign/body_canon.h"

#include "text/ascii.h"

namespace basewalk::rewrite {
namespace {

constexpr std::size_t kBuffer = 16 * 1024;
constexpr std::string_view kLineEnd = "\r\n";

}  // namespace

// Line ends are LF or CRLF; a CR that stands alone is a character like others.
void BodyCanonicalizer::feed(std::string_view piece) {
  while (!piece.empty()) {
    const std::size_t end = piece.find('\n');
    const bool ended = end != std::string_view::npos;
    std::string_view line = piece.substr(0, end);
    piece.remove_prefix(ended ? end + 1 : piece.size());
    if (cr_ && !line.empty()) text("\r");
    cr_ = false;
    if (line.ends_with('\r')) {
      line.remove_suffix(1);
      cr_ = !ended;
    }
    if (!line.empty()) text(line);
    if (ended) line_end();
  }
}

void BodyCanonicalizer::finish() {
  if (cr_) text("\r");
  if (line_open_) put(kLineEnd);
  // RFC 6376 3.4.3: the simple form of an empty body is a line end; 3.4.4: the relaxed one nothing.
  if (!any_ && canon_ == Canon::simple) put(kLineEnd);
  flush();
}

void BodyCanonicalizer::text(std::string_view bytes) {
  if (canon_ == Canon::relaxed) return relaxed_text(bytes);
  open_line();
  put(bytes);
}

// RFC 6376 3.4.4: a run of blanks is one blank, those at the end of a line are nothing.
void BodyCanonicalizer::relaxed_text(std::string_view bytes) {
  std::size_t i = 0;
  while (i < bytes.size()) {
    if (ascii::is_blank(bytes[i])) {
      blank_ = true;
      ++i;
      continue;
    }
    const std::size_t begin = i;
    while (i < bytes.size() && !ascii::is_blank(bytes[i])) ++i;
    open_line();
    if (blank_) put(" ");
    blank_ = false;
    put(bytes.substr(begin, i - begin));
  }
}

void BodyCanonicalizer::line_end() {
  blank_ = false;
  if (line_open_)
    put(kLineEnd);
  else
    ++empty_lines_;
  line_open_ = false;
}

void BodyCanonicalizer::open_line() {
  if (line_open_) return;
  for (; empty_lines_ > 0; --empty_lines_) put(kLineEnd);
  line_open_ = any_ = true;
}

void BodyCanonicalizer::put(std::string_view bytes) {
  if (buffer_.size() + bytes.size() > kBuffer) flush();
  if (bytes.size() > kBuffer)
    write_(bytes);
  else
    buffer_ += bytes;
}

void BodyCanonicalizer::flush() {
  if (!buffer_.empty()) write_(buffer_);
  buffer_.clear();
}

}  // namespace basewalk::rewrite

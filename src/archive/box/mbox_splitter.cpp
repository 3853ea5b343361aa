// SPDX-License-Identifier: MIT
//
// What a separator is, mime/line/separator.h says.  A Content-Length is believed for where it ends:
// at one, or at the end.
#include "archive/box/mbox_splitter.h"

#include <algorithm>
#include <bit>
#include <utility>

#include "mime/line/separator.h"
#include "text/ascii.h"

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

namespace basewalk::archive {
namespace {

// How often LF stands behind CR in [begin, end); begin is not 0.
std::size_t count_crlf(std::string_view bytes, std::size_t begin, std::size_t end) {
  std::size_t count = 0, i = begin;
#if defined(__SSE2__)
  for (; i + 16 <= end; i += 16) {
    const auto is = [&](std::size_t at, char c) {
      const __m128i* const from = reinterpret_cast<const __m128i*>(bytes.data() + at);
      return _mm_cmpeq_epi8(_mm_loadu_si128(from), _mm_set1_epi8(c));
    };
    const int hits = _mm_movemask_epi8(_mm_and_si128(is(i, '\n'), is(i - 1, '\r')));
    count += static_cast<std::size_t>(std::popcount(static_cast<unsigned>(hits)));
  }
#endif
  for (; i < end; ++i) count += bytes[i] == '\n' && bytes[i - 1] == '\r' ? 1 : 0;
  return count;
}

}  // namespace

std::optional<std::size_t> true_end(std::string_view bytes, std::size_t end, bool final) {
  if (!final && end + mime::kSeparatorBytes + 6 > bytes.size()) return {};
  if (end > bytes.size()) return mime::kNowhere;
  for (int line_ends = 0; end < bytes.size(); ++line_ends) {
    if (mime::is_separator(bytes, end)) return end;
    const bool crlf = bytes.substr(end).starts_with("\r\n");
    if (line_ends == 3 || (!crlf && bytes[end] != '\n')) return mime::kNowhere;
    end += crlf ? 2 : 1;
  }
  return end;
}

std::size_t without_blank_line(std::string_view bytes, std::size_t end) {
  if (end >= bytes.size() || !mime::is_blank_line_before(bytes, end) || end == 0) return end;
  --end;
  return end > 0 && bytes[end - 1] == '\r' ? end - 1 : end;
}

std::optional<std::size_t> MboxSplitter::claimed_end(std::string_view window, bool final) {
  constexpr std::string_view kField = "content-length:";
  const auto none = [this] {
    length_ = Length::none;
    return mime::kNowhere;
  };
  if (length_ == Length::none || length_ == Length::recounted) return mime::kNowhere;
  while (length_ == Length::unread) {
    if (std::max(line_, scanned_) > kLengthReach) return none();
    bool header_ends = line_ >= window.size();
    if (header_ends && !final) return {};
    if (!header_ends) {
      std::size_t behind = window.find('\n', std::max(line_, scanned_));
      if (behind == std::string_view::npos) {
        scanned_ = window.size();
        if (!final) return {};
        behind = window.size();
      } else {
        ++behind;
      }
      const std::string_view line = window.substr(line_, behind - line_);
      if (line_ != 0 && line.starts_with("From ")) {
        // The next message, and no blank line before it: looking on would read the rest for each
        // message.
        if (!final && line_ + mime::kSeparatorBytes > window.size()) return {};
        if (mime::is_separator(window, line_)) return none();
      }
      if (line_ != 0 && ascii::istarts_with(line, kField)) {
        body_ = 0;
        for (char c : ascii::trim(line.substr(kField.size()))) {
          if (!ascii::is_digit(c) || body_ > kLengthReach) return none();
          body_ = body_ * 10 + static_cast<std::size_t>(c - '0');
        }
      }
      header_ends = line_ != 0 && (line == "\n" || line == "\r\n" || line == "\r");
      crlf_ = line == "\r\n";
      line_ = scanned_ = behind;
    }
    if (!header_ends) continue;
    if (body_ == mime::kNowhere || body_ > kLengthReach || line_ + body_ > kLengthReach)
      return none();
    claimed_ = line_ + body_;
    length_ = Length::claimed;
  }
  return claimed_;
}

std::optional<std::size_t> MboxSplitter::recounted_end(std::string_view window, bool final) const {
  if (!crlf_ || claimed_ == 0 || body_ > kRecountReach) return mime::kNowhere;
  // Twice as many bytes at most.
  if (line_ + 2 * body_ > window.size() && !final) return {};
  std::size_t at = line_, left = body_;
  while (left > 0) {
    if (left > window.size() - at) return mime::kNowhere;
    // Each LF of a CRLF was none of them.
    const std::size_t begin = std::exchange(at, at + left);
    left = count_crlf(window, begin, at);
  }
  if (at < window.size() && window[at] == '\n' && window[at - 1] == '\r') ++at;
  return at == claimed_ ? mime::kNowhere : at;
}

std::optional<std::size_t> MboxSplitter::end(std::string_view window, bool final) {
  if (length_ == Length::unread || length_ == Length::claimed) {
    const std::optional<std::size_t> claimed = claimed_end(window, final);
    if (!claimed) return {};
    const std::optional<std::size_t> end =
        *claimed == mime::kNowhere ? mime::kNowhere : true_end(window, *claimed, final);
    if (!end || *end != mime::kNowhere) return end;
    length_ = Length::recounted;
  }
  if (length_ == Length::recounted) {
    const std::optional<std::size_t> recounted = recounted_end(window, final);
    if (!recounted) return {};
    const std::optional<std::size_t> end =
        *recounted == mime::kNowhere ? mime::kNowhere : true_end(window, *recounted, final);
    if (!end || *end != mime::kNowhere) return end;
    length_ = Length::none;
  }
  const std::optional<std::size_t> end = mime::find_separator(window, search_, final);
  return end == mime::kNowhere ? window.size() : end;
}

}  // namespace basewalk::archive

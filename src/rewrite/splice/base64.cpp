// SPDX-License-Identifier: MIT
//
// base64 in mail: an edit shifts all digits behind it, so all from the line that it touches on is
// written again.  Where that line begins is found by counting digits as the decoder does
// (text/base64.cpp), over junk and padding, too; behind it nothing of that is left.
#include <algorithm>
#include <string>

#include "rewrite/splice/transfer_edit.h"
#include "text/ascii.h"
#include "text/base64.h"

namespace basewalk::rewrite {
namespace {

constexpr std::size_t kLineMax = 76;  // RFC 2045 6.8

// A place in the body, and how far decoding has come there.
struct Place {
  std::size_t at = 0;
  std::size_t decoded = 0;  // bytes of the groups before
  std::size_t digits = 0;   // of the group at hand: 0 to 3
};

class Reader {
 public:
  explicit Reader(std::string_view body)
      : body_(body),
        url_(body.find_first_of("+/") == std::string_view::npos &&
             body.find_first_of("-_") != std::string_view::npos) {}

  bool has_url_alphabet() const { return url_; }
  const Place& place() const { return place_; }

  /// Reads one byte.
  void step() {
    const char c = body_[place_.at++];
    if (c == '=') {
      if (place_.digits >= 2) place_.decoded += place_.digits - 1;
      place_.digits = 0;
    } else if (is_digit(c) && ++place_.digits == 4) {
      place_.decoded += 3;
      place_.digits = 0;
    }
  }
  bool is_digit(char c) const {
    return text::is_base64_digit(c) || (url_ && (c == '-' || c == '_'));
  }

 private:
  std::string_view body_;
  const bool url_;
  Place place_;
};

class Editor {
 public:
  Editor(std::string_view body, std::string_view decoded, const Replacements& edits,
         std::string_view line_end, bool whole)
      : body_(body),
        decoded_(decoded),
        edits_(edits),
        reader_(body),
        whole_(whole),
        line_end_(line_end) {}

  void run(Replacements& out, std::vector<std::size_t>& places) {
    find_start(places);
    find_layout();
    std::string bytes;  // decoded, from the start's group on
    Replacements rest = edits_;
    for (Replacement& each : rest) {
      each.begin -= start_.decoded;
      each.end -= start_.decoded;
    }
    append_replaced(decoded_.substr(start_.decoded), rest, bytes);
    // Behind the last digit there may be line ends.
    std::size_t end = body_.size();
    while (end > start_.at &&
           (ascii::is_blank(body_[end - 1]) || body_[end - 1] == '\r' || body_[end - 1] == '\n'))
      --end;
    Replacement made{start_.at, end, {}};
    write(bytes, made.with);
    out.push_back(std::move(made));
  }

 private:
  // The last line that begins before the first edit, and where each edit is.
  void find_start(std::vector<std::size_t>& places) {
    const std::size_t wanted = edits_.front().begin;
    std::size_t next = 0;
    bool at_line = true;
    while (reader_.place().at < body_.size() && next < edits_.size()) {
      const Place& here = reader_.place();
      if (at_line && !whole_ && here.decoded + (here.digits > 0 ? 3 : 0) <= wanted) start_ = here;
      at_line = body_[here.at] == '\n';
      const Place before = here;
      reader_.step();
      while (next < edits_.size() && reader_.place().decoded > edits_[next].begin) {
        places.push_back(before.at);
        ++next;
      }
    }
    for (; next < edits_.size(); ++next) places.push_back(body_.size());
  }

  // How long lines are: as the first, if there is another behind it.
  void find_layout() {
    line_end_ = line_end_of(body_.substr(start_.at), line_end_of(body_, line_end_));
    std::size_t length = 0;
    for (const char c : body_) {
      if (reader_.is_digit(c) || c == '=')
        ++length;
      else if (c == '\n' && length > 0)
        break;
    }
    const std::size_t first = body_.find_first_not_of("\r\n \t");
    const std::size_t lf = body_.find('\n', std::min(first, body_.size()));
    const bool another = lf != std::string_view::npos &&
                         body_.find_first_not_of("\r\n \t", lf) != std::string_view::npos;
    if (another || length <= kLineMax)
      length_ = another ? length : kLineMax;
    else
      length_ = std::string_view::npos;  // no line breaks at all
  }

  void write(std::string_view bytes, std::string& out) {
    std::string digits;
    text::append_base64(digits, bytes);
    if (reader_.has_url_alphabet() && !whole_) {  // one body has one alphabet
      std::replace(digits.begin(), digits.end(), '+', '-');
      std::replace(digits.begin(), digits.end(), '/', '_');
    }
    out.reserve(digits.size() + digits.size() / 16 + 16);
    std::size_t column = 0;
    for (std::size_t i = start_.digits; i < digits.size(); ++i) {
      if (column == length_) {
        out += line_end_;
        column = 0;
      }
      out += digits[i];
      ++column;
    }
  }

  std::string_view body_;
  std::string_view decoded_;
  const Replacements& edits_;
  Reader reader_;
  const bool whole_;
  std::string_view line_end_;
  Place start_;
  std::size_t length_ = kLineMax;
};

}  // namespace

void edit_base64(std::string_view body, std::string_view decoded, const Replacements& edits,
                 std::string_view line_end, bool whole, Replacements& out,
                 std::vector<std::size_t>& places) {
  if (!edits.empty()) Editor(body, decoded, edits, line_end, whole).run(out, places);
}

}  // namespace basewalk::rewrite

// SPDX-License-Identifier: MIT
//
// base64 in mail: an edit shifts all digits behind it, so all from the line that it touches on is
// written again, up to the padding that ends those digits.  Where that is is found by counting
// digits as the decoder does (text/base64.cpp), over junk and padding, too.
//
// What stands behind the padding keeps its bytes: mailing lists put a footer in plain text there.
// Where no padding is, as the length did not ask for any, a footer begins with the first line that
// cannot be one of base64.
#include <algorithm>
#include <string>

#include "rewrite/splice/transfer_edit.h"
#include "text/ascii.h"
#include "text/base64.h"

namespace basewalk::rewrite {
namespace {

constexpr std::size_t kLineMax = 76;  // RFC 2045 6.8
// Fewer digits alone on a line may be a word of a footer.
constexpr std::size_t kLongLine = 40;
constexpr std::size_t kNotKnown = std::string_view::npos;

// A place in the body, and how far decoding has come there.
struct Place {
  std::size_t at = 0;
  std::size_t decoded = 0;  // bytes of the groups before
  std::size_t digits = 0;   // of the group at hand: 0 to 3
};

class Reader {
 public:
  explicit Reader(std::string_view body) : body_(body), url_(text::has_url_alphabet(body)) {}

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
  /// Reads the digits that come next, at most `most`.
  void step_over_digits(std::size_t most) {
    const std::string_view text = body_.substr(0, place_.at + std::min(most, left()));
    const std::size_t end = text::skip_base64_digits(text, place_.at, url_);
    const std::size_t digits = place_.digits + (end - place_.at);
    place_ = {end, place_.decoded + digits / 4 * 3, digits % 4};
  }
  /// Reads all before `end`.
  void read_to(std::size_t end) {
    while (place_.at < end) {
      step();
      if (place_.at < end) step_over_digits(end - place_.at);
    }
  }
  std::size_t left() const { return body_.size() - place_.at; }
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

  Base64Extent extent() {
    footer_ = find_footer();
    reader_.read_to(footer_);
    Place last = find_end_behind(reader_.place().decoded);
    // Another run of digits, in lines that are whole.
    for (std::size_t next = next_line_of_groups(last.at); next != kNotKnown;
         next = next_line_of_groups(last.at)) {
      reader_.read_to(next);
      last = find_end_behind(reader_.place().decoded);
    }
    std::size_t begin = 0, end = last.at;
    while (end > 0 && is_space(body_[end - 1])) --end;
    while (begin < end && is_space(body_[begin])) ++begin;
    return {begin, end, last.decoded};
  }

  void run(Replacements& out, std::vector<std::size_t>& places) {
    find_start(places);
    find_layout();
    const Place last = find_end();
    std::string bytes;  // decoded, from the start's group on
    Replacements rest = edits_;
    for (Replacement& each : rest) {
      each.begin -= start_.decoded;
      each.end -= start_.decoded;
    }
    append_replaced(decoded_.substr(start_.decoded, last.decoded - start_.decoded), rest, bytes);
    // Behind the last digit there may be line ends.
    std::size_t end = last.at;
    while (end > start_.at && is_space(body_[end - 1])) --end;
    Replacement made{start_.at, end, {}};
    write(bytes, end, made.with);
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
      if (at_line || next == edits_.size()) continue;
      // Digits of groups before the edit.
      const std::size_t groups = (edits_[next].begin - reader_.place().decoded) / 3;
      if (groups > 0) reader_.step_over_digits(groups * 4 - reader_.place().digits);
    }
    for (; next < edits_.size(); ++next) places.push_back(body_.size());
  }

  static bool is_space(char c) { return ascii::is_blank(c) || c == '\r' || c == '\n'; }

  // Where the digits end that the last edit shifts, and how many bytes there are before.
  Place find_end() { return find_end_behind(edits_.back().end); }
  Place find_end_behind(std::size_t wanted) {
    bool lacks_padding = false;  // two were due where the first stands
    // The reader stands behind the group in which the last edit begins.
    while (reader_.place().at < body_.size()) {
      const Place& here = reader_.place();
      if (here.digits == 0 && here.decoded >= wanted && here.at > 0) {
        if (body_[here.at - 1] == '=') break;
        // Padding of nothing is none.
        if (body_[here.at] == '=') return here;
        if (body_[here.at - 1] == '\n' && is_footer(here.at)) return here;
      }
      const bool is_digit = reader_.is_digit(body_[here.at]);
      lacks_padding = body_[here.at] == '=' && here.digits == 2;
      reader_.step();
      if (is_digit) reader_.step_over_digits(reader_.left());
    }
    // All of the padding.
    int more = 0;
    for (; more < 2 && reader_.place().at < body_.size() && body_[reader_.place().at] == '=';
         ++more)
      reader_.step();
    if (more == 0 && lacks_padding) read_padding_of_next_line();
    Place last = reader_.place();
    if (last.at == body_.size()) last.decoded = decoded_.size();
    return last;
  }

  // Lines of some lengths end between the two.  A line of more than that is one of a footer.
  void read_padding_of_next_line() {
    const std::size_t next = body_.find_first_not_of(" \t\r\n", reader_.place().at);
    if (next == std::string_view::npos || body_[next] != '=') return;
    if (ascii::trim(body_.substr(next, next_line(next) - next)) == "=") reader_.read_to(next + 1);
  }

  // Is what begins with this line no base64?  Its first line has something else in it, and no line
  // behind it is one of digits alone that is as long as those of a body are.
  bool is_footer(std::size_t begin) {
    if (footer_ == kNotKnown) footer_ = find_footer();
    return begin >= footer_ && !is_line_of_digits(begin, 0);
  }

  // The end of the line of groups of four digits that follows; kNotKnown where none does.
  std::size_t next_line_of_groups(std::size_t at) const {
    at = body_.find_first_not_of(" \t\r\n", at);
    if (at == std::string_view::npos || at == 0 || !is_line_of_digits(at, 4)) return kNotKnown;
    const std::size_t end = next_line(at);
    return ascii::trim(body_.substr(at, end - at)).size() % 4 == 0 ? end : kNotKnown;
  }

  // Behind the last long line of digits.
  std::size_t find_footer() const {
    std::size_t footer = 0;
    for (std::size_t at = 0; at < body_.size(); at = next_line(at))
      if (is_line_of_digits(at, kLongLine)) footer = next_line(at);
    return footer;
  }
  std::size_t next_line(std::size_t at) const {
    const std::size_t lf = body_.find('\n', at);
    return lf == std::string_view::npos ? body_.size() : lf + 1;
  }
  bool is_line_of_digits(std::size_t at, std::size_t least) const {
    std::size_t end = std::min(body_.find('\n', at), body_.size());
    while (end > at && is_space(body_[end - 1])) --end;
    const std::string_view line = body_.substr(at, end - at);
    if (line.size() < least) return false;
    const std::size_t rest = text::skip_base64_digits(line, 0, reader_.has_url_alphabet());
    return std::all_of(line.begin() + static_cast<std::ptrdiff_t>(rest), line.end(),
                       [&](char c) { return reader_.is_digit(c) || c == '='; });
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
    if (length == 0 || (!another && length <= kLineMax))
      length_ = kLineMax;
    else
      length_ = another ? length : std::string_view::npos;  // no line breaks at all
  }

  // `end`: of the digits that were there.
  void write(std::string_view bytes, std::size_t end, std::string& out) {
    std::string digits;
    text::append_base64(digits, bytes);
    // One body has one alphabet.  A line of a footer may look like the other one.
    if (reader_.has_url_alphabet() && !whole_ &&
        body_.substr(0, end).find_first_of("-_") != std::string_view::npos) {
      std::replace(digits.begin(), digits.end(), '+', '-');
      std::replace(digits.begin(), digits.end(), '/', '_');
    }
    out.reserve(digits.size() + digits.size() / 16 + 16);
    for (std::size_t i = start_.digits; i < digits.size(); i += length_) {
      if (i != start_.digits) out += line_end_;
      out.append(digits, i, length_);
      if (length_ >= digits.size() - i) break;
    }
  }

  std::string_view body_;
  std::string_view decoded_;
  const Replacements& edits_;  // of extent() none
  Reader reader_;
  const bool whole_;
  std::string_view line_end_;
  Place start_;
  std::size_t footer_ = kNotKnown;
  std::size_t length_ = kLineMax;
};

}  // namespace

void edit_base64(std::string_view body, std::string_view decoded, const Replacements& edits,
                 std::string_view line_end, bool whole, Replacements& out,
                 std::vector<std::size_t>& places) {
  if (!edits.empty()) Editor(body, decoded, edits, line_end, whole).run(out, places);
}

Base64Extent extent_of_base64(std::string_view body, std::string_view decoded) {
  return Editor(body, decoded, {}, {}, true).extent();
}

}  // namespace basewalk::rewrite

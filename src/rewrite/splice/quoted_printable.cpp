// SPDX-License-Identifier: MIT
//
// Lines that no edit touches are only counted.  A line that one touches is cut into tokens, each of
// which stands for one byte, and written again: tokens outside the edit as they were, those inside
// it replaced.  The decoder (mime/quoted_printable.cpp) says what a token is, in broken lines, too.
#include <algorithm>
#include <string>

#include "rewrite/splice/transfer_edit.h"
#include "text/ascii.h"
#include "text/hex.h"

namespace basewalk::rewrite {
namespace {

constexpr std::size_t kLineMax = 76;  // RFC 2045 6.7 rule 5

// One line of the body.
struct Line {
  std::size_t begin = 0;
  std::size_t text_end = 0;  // before blanks at its end, which are not data (rule 3)
  std::size_t line_end = 0;  // before its LF or CRLF
  std::size_t end = 0;       // behind it
};

struct Token {
  std::size_t begin = 0, end = 0;  // in the body
  std::size_t bytes = 0;           // that it stands for: one, or none
  bool is_soft_break = false;
  bool is_bad_escape = false;
};

// As the decoder reads them.
Token token_at(std::string_view body, const Line& line, std::size_t at) {
  if (body[at] != '=') return {at, at + 1, 1};
  if (at + 1 == line.text_end) return {at, line.end, 0, true};
  if (body[at + 1] == '\r') return {at, at + 2, 0};
  if (text::hex_byte(body.substr(0, line.text_end), at + 1)) return {at, at + 3, 1};
  return {at, at + 1, 1, false, true};
}

Line line_at(std::string_view body, std::size_t begin) {
  Line line;
  line.begin = begin;
  const std::size_t lf = body.find('\n', begin);
  line.end = lf == std::string_view::npos ? body.size() : lf + 1;
  line.line_end = lf == std::string_view::npos ? body.size() : lf;
  if (lf != std::string_view::npos && line.line_end > begin && body[line.line_end - 1] == '\r')
    --line.line_end;
  line.text_end = line.line_end;
  while (line.text_end > begin && ascii::is_blank(body[line.text_end - 1])) --line.text_end;
  return line;
}

// The bytes that a line stands for, its line end included.
std::size_t decoded_size(std::string_view body, const Line& line) {
  const std::string_view text = body.substr(line.begin, line.text_end - line.begin);
  std::size_t size = text.size() + (line.end - line.line_end);
  for (std::size_t at = text.find('='); at != std::string_view::npos; at = text.find('=', at)) {
    const Token token = token_at(body, line, line.begin + at);
    if (token.is_soft_break) return size - 1 - (line.end - line.line_end);
    size -= token.end - token.begin - token.bytes;
    at = token.end - line.begin;
  }
  return size;
}

class Editor {
 public:
  Editor(std::string_view body, const Replacements& edits, std::string_view line_end,
         Replacements& out, std::vector<std::size_t>& places)
      : body_(body), edits_(edits), line_end_(line_end), out_(out), places_(places) {}

  bool run() {
    line_end_ = line_end_of(body_, line_end_);
    for (std::size_t at = 0; at < body_.size();) {  // the longest line of its own
      const std::size_t lf = std::min(body_.find('\n', at), body_.size());
      const std::size_t cr = lf > at && body_[lf - 1] == '\r' ? 1 : 0;
      most_ = std::max(most_, lf - at - cr);
      at = lf + 1;
    }
    std::size_t at = 0;
    while (at < body_.size() && next_ < edits_.size()) {
      const Line line = line_at(body_, at);
      const std::size_t size = decoded_size(body_, line);
      // An edit behind the line's last byte belongs to the next line, if there is one.
      const bool touched = edits_[next_].begin < decoded_ + size ||
                           (line.end == body_.size() && edits_[next_].begin <= decoded_ + size);
      if (!touched) {
        decoded_ += size;
        at = line.end;
        continue;
      }
      if (!rewrite_from(line, at)) return false;
    }
    if (next_ < edits_.size()) {  // into an empty body
      if (edits_[next_].begin != decoded_ || edits_[next_].end != decoded_) return false;
      group_.clear();
      column_ = 0;
      while (next_ < edits_.size()) put_edit(body_.size());
      flush(true);
      out_.push_back({body_.size(), body_.size(), group_});
    }
    return true;
  }

 private:
  bool is_inside() const {  // an edit is open: what it replaces has begun
    return open_ && decoded_ < edits_[next_ - 1].end;
  }

  // Writes lines until no edit is open any more; `at` moves behind them.
  bool rewrite_from(Line line, std::size_t& at) {
    const std::size_t begin = line.begin;
    group_.clear();
    column_ = 0;
    open_ = false;
    while (true) {
      const bool joined = !rewrite_line(line);
      if (failed_) return false;
      at = line.end;
      if (at == body_.size() || (!joined && !is_inside())) break;
      line = line_at(body_, at);
    }
    if (at == body_.size()) {
      while (next_ < edits_.size() && edits_[next_].begin <= decoded_) put_edit(body_.size());
      flush(true);
    }
    out_.push_back({begin, at, group_});
    return true;
  }

  // False where its line end went, so that the next line goes on in the same.
  bool rewrite_line(const Line& line) {
    if (line.end > line.line_end) soft_end_ = body_.substr(line.line_end, line.end - line.line_end);
    const std::string_view text = body_.substr(0, line.text_end);
    for (std::size_t at = line.begin; at < line.text_end;) {
      if (body_[at] != '=') {
        at = rewrite_run(text, at, at == line.begin);
        continue;
      }
      const Token token = token_at(body_, line, at);
      at = token.end;
      if (token.is_soft_break) {
        // At the end of the body it breaks nothing, and something may be put behind it.
        const bool at_end = line.end == line.line_end;
        if (is_inside() || (at_end && next_ < edits_.size())) return false;
        flush(false);
        group_ += body_.substr(token.begin, token.end - token.begin);
        column_ = 0;
        return true;
      }
      if (token.bytes == 0) continue;  // "=\r": nothing
      begin_edits(token.begin);
      if (!is_inside()) {
        const std::string_view written = token.is_bad_escape
                                             ? std::string_view("=3D")
                                             : body_.substr(token.begin, token.end - token.begin);
        put(written, token.begin == line.begin);
      }
      ++decoded_;
    }
    const std::size_t size = line.end - line.line_end;
    if (size == 0) return true;  // the end of the body
    begin_edits(line.text_end);
    if (is_inside()) {
      failed_ = decoded_ + size > edits_[next_ - 1].end;
      decoded_ += size;
      return false;
    }
    // The edit of the next line may not begin within this one's end.
    failed_ = next_ < edits_.size() && edits_[next_].begin < decoded_ + size;
    flush(true);
    group_ += body_.substr(line.text_end, line.end - line.text_end);
    column_ = 0;
    decoded_ += size;
    return true;
  }

  // Bytes that stand for themselves, up to the next escape or where an edit begins or ends. Returns
  // behind them.
  std::size_t rewrite_run(std::string_view text, std::size_t at, bool at_line) {
    begin_edits(at);
    std::size_t most = std::string_view::npos;
    if (is_inside())
      most = edits_[next_ - 1].end - decoded_;
    else if (next_ < edits_.size())
      most = edits_[next_].begin - decoded_;
    std::string_view run = text.substr(at, most);
    run = run.substr(0, run.find('='));
    if (!is_inside()) put_run(run, at_line);
    decoded_ += run.size();
    return at + run.size();
  }

  // Writes the edits that begin here.
  void begin_edits(std::size_t place) {
    while (!is_inside() && next_ < edits_.size() && edits_[next_].begin <= decoded_)
      put_edit(place);
  }

  void put_edit(std::size_t place) {
    const Replacement& edit = edits_[next_++];
    open_ = true;
    places_.push_back(place);
    const std::string_view with = edit.with;
    std::string token;
    for (std::size_t at = 0, end = 0; at < with.size(); at = end) {
      while (end < with.size() && is_literal(with[end])) ++end;
      if (end > at) {
        put_run(with.substr(at, end - at), false);
        continue;
      }
      token.clear();
      text::append_escape(token, with[end++], '=');
      put(token, false);
    }
  }
  static bool is_literal(char c) { return (c > 32 && c < 127 && c != '=') || ascii::is_blank(c); }

  // Tokens of one byte, as put() and flush() would write them one by one.
  void put_run(std::string_view run, bool kept) {
    if (run.empty()) return;
    flush(false);
    const std::size_t most = most_ - 1, last = run.size() - 1;
    for (std::size_t at = 0; at < last;) {
      if (column_ >= most) break_line();
      if (column_ == 0 && !(kept && at == 0) && !escaped_at_line(run[at]).empty()) {
        group_ += escaped_at_line(run[at++]);
        column_ += 3;
        continue;
      }
      const std::string_view piece = run.substr(at, std::min(last - at, most - column_));
      group_ += piece;
      column_ += piece.size();
      at += piece.size();
    }
    pending_ = run[last];
    kept_ = kept && last == 0;
  }

  void break_line() {
    group_ += '=';
    group_ += soft_end_.empty() ? line_end_ : soft_end_;
    column_ = 0;
  }

  // What may not begin a line that did not begin with it: a dot (RFC 5321 4.5.2), a delimiter, the
  // "From " of a mailbox.
  static std::string_view escaped_at_line(char c) {
    return c == '.' ? "=2E" : c == '-' ? "=2D" : c == 'F' ? "=46" : "";
  }

  // A token, written once it is known what follows.  `kept`: it began its line before, too.
  void put(std::string_view token, bool kept) {
    flush(false);
    pending_ = token;
    kept_ = kept;
  }

  // Writes the token that waits; `last`: a line end follows it that is data.
  void flush(bool last) {
    if (pending_.empty()) return;
    if (last && pending_ == " ") pending_ = "=20";
    if (last && pending_ == "\t") pending_ = "=09";
    if (last && pending_ == "\r") pending_ = "=0D";  // it would become part of the line end
    const std::size_t most = last ? most_ : most_ - 1;
    if (column_ + pending_.size() > most && column_ > 0) break_line();
    if (column_ == 0 && !kept_ && pending_.size() == 1 &&
        !escaped_at_line(pending_.front()).empty())
      pending_ = escaped_at_line(pending_.front());
    group_ += pending_;
    column_ += pending_.size();
    pending_.clear();
  }

  std::string_view body_;
  const Replacements& edits_;
  std::string_view line_end_;
  Replacements& out_;
  std::vector<std::size_t>& places_;
  std::size_t most_ = kLineMax;
  std::size_t decoded_ = 0;  // bytes that what was read stands for
  std::size_t next_ = 0;     // edit
  bool open_ = false;        // the edit before that may not have ended
  bool failed_ = false;
  std::string group_;  // the lines being written
  std::size_t column_ = 0;
  std::string_view soft_end_;
  std::string pending_;
  bool kept_ = false;
};

}  // namespace

bool edit_quoted_printable(std::string_view body, const Replacements& edits,
                           std::string_view line_end, Replacements& out,
                           std::vector<std::size_t>& places) {
  return Editor(body, edits, line_end, out, places).run();
}

}  // namespace basewalk::rewrite

// SPDX-License-Identifier: MIT
//
// The scanner's delimiter lines (RFC 2046 5.1.1), and what other readers take for one.
//
// Before this: scan.cpp stands at the first byte of a body.  After it: scan.cpp closes what the
// line ends, and opens what it begins.
#include <algorithm>
#include <string>
#include <string_view>
#include <utility>

#include "basewalk/note.h"
#include "mime/line/mail_field.h"
#include "mime/scan.h"
#include "text/ascii.h"
#include "text/work.h"

namespace basewalk::mime {
namespace {

// Is the text behind "--" that boundary, or its closing one, but for capitals?
bool is_in_any_case(std::string_view text, std::string_view boundary) {
  const std::size_t size = boundary.size();
  return ascii::istarts_with(text, boundary) && (text.size() == size || text.substr(size) == "--");
}

}  // namespace

// Right behind a delimiter a closing one is one more of them, for some (Python).  True where a part
// begins at `at` in such a reading, behind all of them.
bool Scanner::skips_closing(std::uint32_t index, std::size_t& at) {
  const Frame& frame = frames_[index];
  const auto is_own = [&](const OpenBoundaries::Match& match) { return match.owner == index; };
  if (!frame.may_reopen) {
    const Line line = line_at(at);
    const OpenBoundaries::Match match = delimiter_at(line);
    if (is_own(match) && match.close && line.next < bytes_.size())
      doubt({Doubt::behind_close, frame.part, message_.parts[frame.part].header.begin, at});
    return false;
  }
  while (at < bytes_.size() && is_own(delimiter_at(line_at(at)))) at = line_at(at).next;
  return at < bytes_.size() && !is_delimiter_line(line_at(at));
}

// RFC 2046 5.1.1 has readers compare the beginning of a line only; for those, a boundary that
// begins like another one that is open is ambiguous.
void Scanner::note_like_enclosing(std::uint32_t index, std::size_t offset,
                                  std::string_view boundary) {
  if (boundaries_.find(boundary) != OpenBoundaries::kNobody) {
    note(NoteCode::boundary_reused, index, offset, boundary);
  } else if (!boundaries_.empty()) {
    const std::string_view outer = boundaries_.innermost();
    if (outer.starts_with(boundary) || boundary.starts_with(outer))
      note(NoteCode::boundary_prefix, index, offset, boundary);
    if (outer.starts_with(boundary))
      doubt({Doubt::boundary_prefix, index, message_.parts[index].header.begin, offset});
  }
}

// Other readers take a line that begins like a delimiter of the frame for one.
void Scanner::doubt_prefix(Frame& frame, std::size_t at, std::string_view text) {
  if (frame.noted_prefix) return;
  frame.noted_prefix = true;
  note(NoteCode::boundary_prefix, frame.part, at, text);
  doubt({Doubt::boundary_prefix, frame.part, message_.parts[frame.part].header.begin, at});
}

// Who looks for a header in what stands before the first delimiter sees a part there (Email::MIME,
// where that has a colon).  Without a field that says how to read it, it is the text that it is
// anyway.  Behind another boundary, or another end of a header, parts of the first
// reading stand there: those who read so are not known to do both.
void Scanner::doubt_preamble(const Frame& frame) {
  const auto is_other = [](const StructureDoubt& each) {
    return each.rule != DelimiterRule::preamble_is_part;
  };
  work::charge(taken_.size());
  if (std::any_of(taken_.begin(), taken_.end(), is_other)) return;
  const Part& part = message_.parts[frame.part];
  const std::string_view text = part.preamble.of(bytes_);
  if (!names_structure(text)) return;
  const std::size_t begin = part.preamble.begin + text.find_first_not_of("\r\n");
  message_.doubts.push_back({.doubt = Doubt::behind_close,
                             .part = frame.part,
                             .entity = begin,
                             .at = begin,
                             .rule = DelimiterRule::preamble_is_part,
                             .end = part.preamble.end});
}

// A delimiter with blanks behind it, which RFC 2046 5.1.1 has as padding.
void Scanner::doubt_blanks(Frame& frame, std::size_t at) {
  if (std::exchange(frame.noted_blanks, true)) return;
  doubt({.doubt = Doubt::boundary_prefix,
         .part = frame.part,
         .entity = message_.parts[frame.part].header.begin,
         .at = at,
         .rule = DelimiterRule::bare});
}

// Do further delimiters of the frame seem to follow?  Where none does, that is found out once.
bool Scanner::goes_on_behind(const Frame& frame, std::size_t at) const {
  const std::size_t next = bytes_.find("--" + std::string(frame.boundary), at);
  work::charge(std::min(next, bytes_.size()) - at);
  return next != std::string_view::npos;
}

// A line that is nearly a delimiter: other readers may take it for one.
void Scanner::note_near_delimiter(const Line& line, std::string_view text) {
  const auto last = static_cast<std::uint32_t>(frames_.size() - 1);
  if (!frames_[last].open && frames_[last].multipart) {
    Frame& frame = frames_[last];
    const std::string_view b = frame.boundary;
    if (!frame.noted_after_close && text.starts_with(b) &&
        (text.size() == b.size() || text.substr(b.size()) == "--")) {
      frame.noted_after_close = true;
      note(NoteCode::boundary_after_close, frame.part, line.begin, text);
      const std::size_t entity = message_.parts[frame.part].header.begin;
      doubt({Doubt::behind_close, frame.part, entity, line.begin});
      doubt({.doubt = Doubt::behind_close,
             .part = frame.part,
             .entity = entity,
             .at = line.begin,
             .rule = DelimiterRule::close_is_text});
      return;
    }
  }
  // The innermost one; no more of them are open than the limit of depth allows.
  work::charge(frames_.size());
  for (auto frame = frames_.rbegin(); frame != frames_.rend(); ++frame) {
    if (!frame->multipart || !frame->open) continue;
    if (text.starts_with(frame->boundary)) {
      // Whole lines are compared by who reads so.
      if (!frame->bare && !frame->close_is_text) doubt_prefix(*frame, line.begin, text);
      return;
    }
    if (frame->noted_case || !is_in_any_case(text, frame->boundary)) continue;
    frame->noted_case = true;
    return doubt({.doubt = Doubt::boundary_prefix,
                  .part = frame->part,
                  .entity = message_.parts[frame->part].header.begin,
                  .at = line.begin,
                  .rule = DelimiterRule::any_case});
  }
}

// Whose delimiter is the text behind "--", its trailing blanks removed?
OpenBoundaries::Match Scanner::match(std::string_view text, bool blanks_behind) const {
  OpenBoundaries::Match found;
  if (text.size() <= boundaries_.longest() + 2) found = boundaries_.match(text);
  if (found.owner != OpenBoundaries::kNobody) {
    const Frame& frame = frames_[found.owner];
    if ((frame.bare && blanks_behind) || (frame.close_is_text && found.close)) found = {};
  }
  // The innermost that names the line, by whichever way.
  for (std::size_t i = by_prefix_.size(); i-- > 0;) {
    work::charge(1);
    const Frame& frame = frames_[by_prefix_[i]];
    if (found.owner != OpenBoundaries::kNobody && by_prefix_[i] <= found.owner) break;
    if (frame.open &&
        (frame.any_case ? is_in_any_case(text, frame.boundary) : text.starts_with(frame.boundary)))
      return {by_prefix_[i], text.substr(frame.boundary.size()).starts_with("--")};
  }
  return found;
}

// The next delimiter line from `at`, the beginning of a line.  False where none is left.
bool Scanner::find_delimiter(std::size_t at, Delimiter& found) {
  searched_ = bytes_.size();
  // Behind a closing delimiter the rest is still looked through, for notes.
  const bool in_epilogue = !frames_.empty() && !frames_.back().open && frames_.back().multipart;
  if (boundaries_.empty() && !in_epilogue) return false;
  if (bytes_.substr(at, 2) != "--") at = find_dashes(bytes_, at);
  for (; at != std::string_view::npos; at = find_dashes(bytes_, at + 2)) {
    const Line line = line_at(at);
    if (!work::charge(1) && !boundaries_.empty()) {
      searched_ = at;
      return false;
    }
    std::size_t end = line.end;
    while (ascii::is_blank(bytes_[end - 1])) --end;  // the dashes are none
    const std::string_view text = bytes_.substr(at + 2, end - at - 2);
    OpenBoundaries::Match match = this->match(text, end < line.end);
    if (match.owner == OpenBoundaries::kNobody) {
      note_near_delimiter(line, text);
      continue;
    }
    if (end < line.end) doubt_blanks(frames_[match.owner], at);
    // To some it is one as the others are (Ruby's mail), and to others what follows up to the next
    // one is nothing.
    if (match.close && frames_[match.owner].may_reopen)
      match.close = !goes_on_behind(frames_[match.owner], line.next);
    if (!cr_lines_ && at > 0 && bytes_[at - 1] == '\r') {
      Frame& frame = frames_[match.owner];
      if (!frame.noted_after_cr) note(NoteCode::boundary_after_cr, frame.part, at, text);
      frame.noted_after_cr = true;
      line_ends_doubt_ = std::min(line_ends_doubt_, at);
      continue;
    }
    found = {match.owner, match.close, line};
    return true;
  }
  return false;
}

}  // namespace basewalk::mime

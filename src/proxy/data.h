// SPDX-License-Identifier: MIT
//
// A message as SMTP carries it behind DATA (RFC 5321 4.1.1.4, 4.5.2): where it ends, and the dots
// at the beginnings of its lines.
//
// It ends at CR LF . CR LF and nowhere else, and a line begins behind CR LF and nowhere else.  Who
// also took a bare LF for the end of a line could be made to see the end of a message, and another
// one behind it, where the next server sees none ("SMTP smuggling").
#ifndef BASEWALK_PROXY_DATA_H_
#define BASEWALK_PROXY_DATA_H_

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace basewalk::proxy {

/// Takes the dots away.
class DataReader {
 public:
  /// Takes `bytes` as far as the message goes, and calls `give` for each piece of it.  Returns how
  /// many bytes were taken: all, unless done().
  template <class Give>
  std::size_t feed(std::string_view bytes, Give give);

  /// The end was found.
  bool done() const { return state_ == State::done; }
  /// There is an LF without a CR before it, which has no place in a message (RFC 5321 2.3.8).
  bool has_bare_lf() const { return has_bare_lf_; }

 private:
  enum class State : std::uint8_t { line_start, dot, dot_cr, within, done };

  State state_ = State::line_start;
  bool is_behind_cr_ = false;  // within a line: the last byte was one
  bool has_bare_lf_ = false;
};

/// Looks for a dot that is no end of a message, and one to servers that take a bare CR for the end
/// of a line, or drop NULs.  Is given what DataReader gives: a dot behind CR LF is written twice,
/// which nobody takes for an end.
class StrayDot {
 public:
  void feed(std::string_view bytes);
  bool was_seen() const { return was_seen_; }

 private:
  // Behind CR LF; behind a bare CR, or NULs; behind a dot there; behind a CR; anywhere else.
  enum class Place : std::uint8_t { line_start, stray, dot, cr, within };

  Place place_ = Place::line_start;
  bool was_seen_ = false;
};

/// Adds them.
class DataWriter {
 public:
  /// Calls `give` for each piece of what is sent; it returns false where that is not possible.
  template <class Give>
  bool write(std::string_view bytes, Give give);
  /// The end of the message, behind the end of its last line.
  template <class Give>
  bool finish(Give give) {
    return (at_line_start_ || give(std::string_view("\r\n"))) && give(std::string_view(".\r\n"));
  }
  /// As in DataReader; finish() is not to be called then.
  bool has_bare_lf() const { return has_bare_lf_; }

 private:
  bool at_line_start_ = true, is_behind_cr_ = false, has_bare_lf_ = false;
};

template <class Give>
std::size_t DataReader::feed(std::string_view bytes, Give give) {
  std::size_t i = 0;
  while (i < bytes.size() && state_ != State::done) {
    switch (state_) {
      case State::line_start:
        state_ = bytes[i] == '.' ? State::dot : State::within;
        if (state_ == State::dot) ++i;
        is_behind_cr_ = false;
        break;
      case State::dot:
        state_ = bytes[i] == '\r' ? State::dot_cr : State::within;
        if (state_ == State::dot_cr) ++i;
        break;
      case State::dot_cr:
        state_ = bytes[i] == '\n' ? State::done : State::within;
        if (state_ == State::done) {
          ++i;
        } else {
          give(std::string_view("\r"));
          is_behind_cr_ = true;
        }
        break;
      case State::within: {
        const std::size_t end = bytes.find('\n', i);
        const std::string_view piece =
            bytes.substr(i, end == std::string_view::npos ? end : end - i);
        const bool cr = piece.empty() ? is_behind_cr_ : piece.back() == '\r';
        if (end == std::string_view::npos) {
          give(piece);
          is_behind_cr_ = cr;
          return bytes.size();
        }
        give(bytes.substr(i, end + 1 - i));
        i = end + 1;
        is_behind_cr_ = false;
        if (cr)
          state_ = State::line_start;
        else
          has_bare_lf_ = true;
        break;
      }
      case State::done:
        break;
    }
  }
  return i;
}

inline void StrayDot::feed(std::string_view bytes) {
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    if (place_ == Place::within) i = bytes.find('\r', i);
    if (i == std::string_view::npos) return;
    const char c = bytes[i];
    if (place_ == Place::cr && c == '\n') {
      place_ = Place::line_start;
      continue;
    }
    if (c == '\r') {
      was_seen_ = was_seen_ || place_ == Place::dot;
      place_ = Place::cr;
    } else if (c == '\0') {
      if (place_ != Place::dot) place_ = Place::stray;
    } else {
      const bool is_stray = place_ == Place::stray || place_ == Place::cr;
      place_ = c == '.' && is_stray ? Place::dot : Place::within;
    }
  }
}

template <class Give>
bool DataWriter::write(std::string_view bytes, Give give) {
  while (!bytes.empty()) {
    if (at_line_start_ && bytes.front() == '.' && !give(std::string_view("."))) return false;
    const std::size_t end = bytes.find('\n');
    const std::string_view line = bytes.substr(0, end);
    const bool cr = line.empty() ? !at_line_start_ && is_behind_cr_ : line.back() == '\r';
    const std::string_view piece = bytes.substr(0, end == std::string_view::npos ? end : end + 1);
    if (!give(piece)) return false;
    at_line_start_ = end != std::string_view::npos && cr;
    has_bare_lf_ = has_bare_lf_ || (end != std::string_view::npos && !cr);
    is_behind_cr_ = end == std::string_view::npos && cr;
    bytes.remove_prefix(piece.size());
  }
  return true;
}

}  // namespace basewalk::proxy

#endif  // BASEWALK_PROXY_DATA_H_

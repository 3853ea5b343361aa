// SPDX-License-Identifier: MIT
//
// Transfer encodings undone, whole (decode_transfer) or piece by piece (TransferPieces): quoted-
// printable, uuencode, and base64 with the notes of what was met in it (text/base64.h reads it).
//
// Before this: walk/walk.cpp has come to a leaf that is read.  After it: mime/charset.cpp, if it
// is text.
#include <algorithm>
#include <cstring>
#include <optional>
#include <string>

#include "basewalk/mime/decode.h"
#include "basewalk/note.h"
#include "mime/transfer/file_mode.h"
#include "text/ascii.h"
#include "text/base64.h"
#include "text/hex.h"

namespace basewalk::mime {
namespace {

// Bytes of a piece.
constexpr std::size_t kPiece = 64 * 1024;

// quoted-printable (RFC 2045 6.7): line by line with memchr; a line without "=" is copied whole.

const char* find(const char* begin, const char* end, char c) {
  const void* at =
      begin == end ? nullptr : std::memchr(begin, c, static_cast<std::size_t>(end - begin));
  return at == nullptr ? end : static_cast<const char*>(at);
}

// uuencode: "begin 644 name", lines of a length character and groups of four characters, "end"
// (POSIX uuencode).  A blank and a backtick are both zero; blanks at the end of a line may have
// been lost on the way and count as zeros.

bool is_begin(std::string_view line) {
  if (!line.starts_with("begin ")) return false;
  line = ascii::trim_left(line.substr(6, 64));
  const std::size_t end = line.find_first_of(" \t\r\n");
  return end != line.npos && ascii::is_blank(line[end]) && is_file_mode(line.substr(0, end));
}

bool is_digit(char c) { return c >= ' ' && c <= '`'; }

unsigned digit(char c) { return (static_cast<unsigned>(c) - 32U) & 63U; }

// Does the line look like data: its characters fit the alphabet and its length?
bool is_data(std::string_view line) {
  if (line.empty()) return false;
  for (char c : line)
    if (!is_digit(c)) return false;
  const std::size_t groups = (digit(line[0]) + 2) / 3;
  return line.size() - 1 <= groups * 4 + 1;
}

// Appends a data line; false where it does not have its length.  A group that is cut short yields
// no more bytes than it has characters: what is missing may be blanks, but data is not made up.
bool decode_line(std::string_view line, std::string& out) {
  const std::size_t length = digit(line[0]);
  line.remove_prefix(1);
  const std::size_t needed = (length + 2) / 3 * 4;
  // Some writers add a checksum character, some drop the blanks at the end.
  bool fits = line.size() <= needed + 1 && line.size() + 4 > needed;
  std::size_t left = length;
  for (std::size_t i = 0; i < needed && i < line.size(); i += 4) {
    unsigned bits = 0;
    for (std::size_t k = i; k < i + 4; ++k) {
      const char c = k < line.size() ? line[k] : ' ';
      if (!is_digit(c)) fits = false;
      bits = (bits << 6) | digit(c);
    }
    const char bytes[3] = {static_cast<char>(bits >> 16), static_cast<char>(bits >> 8),
                           static_cast<char>(bits)};
    const std::size_t count = std::min({left, line.size() - i, std::size_t{3}});
    out.append(bytes, count);
    left -= count;
  }
  return fits;
}

void tell_damage(const text::Base64Damage& damage, NotePlace place) {
  const auto tell = [&](NoteCode code, std::size_t at) {
    if (at != text::Base64Damage::kNot) place.notes.add(code, place.part, place.offset + at);
  };
  tell(NoteCode::base64_junk, damage.junk);
  tell(NoteCode::base64_padding, damage.padding);
  tell(NoteCode::base64_truncated, damage.truncated);
  tell(NoteCode::base64_runs, damage.run);
  tell(NoteCode::base64_url, damage.url);
}

void decode_quoted_printable(std::string_view body, std::string& out, NotePlace place) {
  const std::size_t old = out.size();
  out.resize(old + body.size());
  char* to = out.data() + old;
  const char* const begin = body.data();
  const char* const end = begin + body.size();
  const char* bad = nullptr;
  const char* lower = nullptr;
  const auto remember = [](const char*& first, const char* at) {
    if (first == nullptr) first = at;
  };

  for (const char* line = begin; line != end;) {
    const char* const lf = find(line, end, '\n');
    const char* const next = lf == end ? end : lf + 1;
    // Rule 3: blanks at the end of a line are not data.
    const char* text_end = lf;
    if (lf != end && text_end != line && text_end[-1] == '\r') --text_end;
    const char* const line_end = text_end;
    while (text_end != line && ascii::is_blank(text_end[-1])) --text_end;

    const char* at = line;
    bool soft = false;
    while (at != text_end) {
      const char* const equals = find(at, text_end, '=');
      std::memcpy(to, at, static_cast<std::size_t>(equals - at));
      to += equals - at;
      at = equals;
      if (at == text_end) break;
      if (at + 1 == text_end) {  // rule 5: a soft line break
        if (text_end != line_end) remember(bad, at);
        soft = true;
        break;
      }
      if (at[1] == '\r') {  // the same before a bare CR
        remember(bad, at);
        at += 2;
        continue;
      }
      const std::string_view rest(at, static_cast<std::size_t>(text_end - at));
      const std::optional<unsigned char> byte = text::hex_byte(rest, 1);
      if (!byte) {
        remember(bad, at);
        *to++ = *at++;
        continue;
      }
      if (ascii::is_lower(at[1]) || ascii::is_lower(at[2])) remember(lower, at);
      *to++ = static_cast<char>(*byte);
      at += 3;
    }
    if (!soft) {
      std::memcpy(to, line_end, static_cast<std::size_t>(next - line_end));
      to += next - line_end;
    }
    line = next;
  }
  out.resize(static_cast<std::size_t>(to - out.data()));

  auto tell = [&](NoteCode code, const char* at) {
    if (at != nullptr)
      place.notes.add(code, place.part, place.offset + static_cast<std::size_t>(at - begin),
                      body.substr(static_cast<std::size_t>(at - begin), 3));
  };
  tell(NoteCode::qp_escape, bad);
  tell(NoteCode::qp_lower_case, lower);
}

void decode_uuencode(std::string_view body, std::string& out, NotePlace place) {
  enum class At { before, data, after };
  At state = At::before;
  std::optional<std::size_t> bad_line;
  std::optional<std::size_t> text;
  bool any_begin = false;
  bool ended = false;

  // Without a begin line every line that can be data is.
  bool has_begin = is_begin(body);
  for (std::size_t i = body.find("begin ", 1); !has_begin && i != std::string_view::npos;
       i = body.find("begin ", i + 1))
    has_begin = (body[i - 1] == '\n' || body[i - 1] == '\r') && is_begin(body.substr(i));
  if (!has_begin) state = At::data;

  // Neither CR nor LF is a digit: each ends a line, and an empty one is nothing.
  for (std::size_t at = 0; at < body.size();) {
    const std::size_t end = std::min(body.find_first_of("\r\n", at), body.size());
    const std::string_view line = body.substr(at, end - at);
    const std::size_t begin = at;
    at = end + 1;
    if (state != At::data) {
      if (is_begin(line)) {
        state = At::data;
        any_begin = true;
        ended = false;
      } else if (!ascii::trim(line).empty() && !text) {
        text = begin;
      }
      continue;
    }
    if (ascii::trim_right(line) == "end") {
      state = At::after;
      ended = true;
    } else if (line.empty() || (!has_begin && !is_data(line))) {
      if (!line.empty() && !text) text = begin;
    } else if (!decode_line(line, out) && !bad_line) {
      bad_line = begin;
    }
  }

  auto tell = [&](NoteCode code, std::size_t offset) {
    place.notes.add(code, place.part, place.offset + offset);
  };
  if (!any_begin) tell(NoteCode::uu_begin, 0);
  if (!ended) tell(NoteCode::uu_end, body.size());
  if (bad_line) tell(NoteCode::uu_line, *bad_line);
  if (text) tell(NoteCode::uu_text, *text);
}

}  // namespace

void decode_transfer(std::string_view body, Encoding encoding, std::string& out, NotePlace place) {
  switch (encoding) {
    case Encoding::identity:
    case Encoding::unknown:
      out += body;
      return;
    case Encoding::quoted_printable:
      decode_quoted_printable(body, out, place);
      return;
    case Encoding::uuencode:
      decode_uuencode(body, out, place);
      return;
    case Encoding::base64:
      break;
  }
  tell_damage(text::append_base64_decoded(out, body), place);
}

// Piece by piece.  What needs no decoding is given as it stands; base64 goes through a reader that
// keeps what a piece leaves over; quoted-printable is cut at line ends, behind which nothing
// depends on what came before; uuencode, which hardly anybody writes, is decoded whole.

struct TransferPieces::State {
  State(std::string_view b, Encoding e, NotePlace p) : body(b), encoding(e), place(p), base64(b) {}

  void next_base64();
  void next_line();

  std::string_view body;
  Encoding encoding;
  NotePlace place;
  text::Base64Reader base64;
  std::size_t at = 0;
  bool ended = false;
  bool escape_told = false, lower_told = false;
  std::string buffer;
  std::string_view piece;
};

void TransferPieces::State::next_base64() {
  const std::size_t end = std::min(at + kPiece, body.size());
  buffer.resize(kPiece / 4 * 3 + 12);
  char* out = base64.run(end, buffer.data());
  at = end;
  if (end == body.size()) {
    out = base64.finish(out);
    tell_damage(base64.damage, place);
  }
  piece = std::string_view(buffer.data(), static_cast<std::size_t>(out - buffer.data()));
}

void TransferPieces::State::next_line() {
  std::size_t end = std::min(at + kPiece, body.size());
  if (end < body.size()) {
    const std::size_t line = body.substr(at, kPiece).rfind('\n');
    end = line != std::string_view::npos ? at + line + 1 : body.find('\n', end);
    end = end == std::string_view::npos ? body.size() : std::max(end, at + 1);
    if (line == std::string_view::npos && end < body.size()) ++end;  // behind the line end
  }
  buffer.clear();
  Notes notes;
  decode_quoted_printable(body.substr(at, end - at), buffer,
                          {notes, place.part, place.offset + at});
  for (const Note& note : notes.all()) {  // of each kind the first of the body
    bool& told = note.code == NoteCode::qp_escape ? escape_told : lower_told;
    if (!told) place.notes.add(note.code, note.part, note.offset, note.text);
    told = true;
  }
  at = end;
  piece = buffer;
}

TransferPieces::TransferPieces(std::string_view body, Encoding encoding, NotePlace place)
    : state_(std::make_unique<State>(body, encoding, place)) {}
TransferPieces::~TransferPieces() = default;

std::string_view TransferPieces::piece() const { return state_->piece; }

bool TransferPieces::next() {
  State& state = *state_;
  if (state.ended) return false;
  switch (state.encoding) {
    case Encoding::identity:
    case Encoding::unknown:
      state.piece = state.body.substr(state.at, 16 * kPiece);
      state.at += state.piece.size();
      break;
    case Encoding::base64:
      state.next_base64();
      break;
    case Encoding::quoted_printable:
      state.next_line();
      break;
    case Encoding::uuencode:
      decode_uuencode(state.body, state.buffer, state.place);
      state.piece = state.buffer;
      state.at = state.body.size();
      break;
  }
  state.ended = state.at == state.body.size();
  return true;
}

}  // namespace basewalk::mime

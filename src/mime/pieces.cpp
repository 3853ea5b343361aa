// SPDX-License-Identifier: MIT
//
// Transfer encodings decoded piece by piece.  What needs no decoding is given as it stands; base64
// goes through a reader that keeps what a piece leaves over; quoted-printable is cut at line ends,
// behind which nothing depends on what came before; uuencode, which hardly anybody writes, is
// decoded whole.
#include <algorithm>
#include <string>

#include "basewalk/note.h"
#include "mime/transfer.h"

namespace basewalk::mime {
namespace {

constexpr std::size_t kPiece = 64 * 1024;

}  // namespace

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

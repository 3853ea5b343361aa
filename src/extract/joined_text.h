// SPDX-License-Identifier: MIT
//
// A text that lies in pieces with other things between them and is read as one: the child text
// content of a style element (DOM 4.2.2, HTML 4.2.6).
#ifndef BASEWALK_EXTRACT_JOINED_TEXT_H_
#define BASEWALK_EXTRACT_JOINED_TEXT_H_

#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "basewalk/extract/written.h"
#include "text/offsets.h"

namespace basewalk::extract {

class JoinedText {
 public:
  /// Adds a piece: what it means, and where it was written.  `offsets` lead from the one to the
  /// other; null where they are the same.  A piece that is not `editable` has no places within it.
  void add(std::string_view meant, std::string_view written, const text::Offsets* offsets,
           Markup markup, bool editable) {
    pieces_.push_back(
        {text_.size(), written, offsets != nullptr ? *offsets : text::Offsets(), markup, editable});
    text_ += meant;
  }

  void clear() {
    text_.clear();
    pieces_.clear();
  }

  std::string_view text() const { return text_; }
  bool empty() const { return pieces_.empty(); }
  /// From the beginning of the first piece to the end of the last.
  std::string_view written() const {
    const std::string_view first = pieces_.front().written;
    const std::string_view last = pieces_.back().written;
    return {first.data(), static_cast<std::size_t>(last.data() + last.size() - first.data())};
  }

  /// Where a stretch of text() was written.
  struct Place {
    std::size_t begin, end;  ///< in written()
    Markup markup;
    bool editable;  ///< it lies in one piece
  };
  Place place_of(std::size_t begin, std::size_t end) const {
    const Piece& first = piece_at(begin);
    const Piece& last = piece_at(end > begin ? end - 1 : end);
    const bool one = &first == &last;
    return {source(first, begin, false), source(last, end, true), first.markup,
            one && first.editable};
  }

 private:
  struct Piece {
    std::size_t begin;  // in text_
    std::string_view written;
    text::Offsets offsets;
    Markup markup;
    bool editable;
  };
  const Piece& piece_at(std::size_t pos) const {
    const auto after =
        std::upper_bound(pieces_.begin(), pieces_.end(), pos,
                         [](std::size_t at, const Piece& piece) { return at < piece.begin; });
    return after == pieces_.begin() ? pieces_.front() : *(after - 1);
  }
  std::size_t source(const Piece& piece, std::size_t pos, bool end) const {
    const auto outer = static_cast<std::size_t>(piece.written.data() - written().data());
    if (!piece.editable) return outer + (end ? piece.written.size() : 0);
    return outer + std::min(piece.offsets.source(pos - piece.begin), piece.written.size());
  }

  std::string text_;
  std::vector<Piece> pieces_;
};

}  // namespace basewalk::extract

#endif  // BASEWALK_EXTRACT_JOINED_TEXT_H_

// SPDX-License-Identifier: MIT
//
// Which letters of a URL come from where, and which letters of two texts differ.
// What comes after: message_page.cpp marks them.
#ifndef BASEWALK_REPORT_PIECES_H_
#define BASEWALK_REPORT_PIECES_H_

#include <cstdint>
#include <string_view>
#include <vector>

namespace basewalk::report {

enum class PieceKind : std::uint8_t {
  same,       ///< in both
  from_base,  ///< of the base
  from_raw,   ///< of the reference
  changed,    ///< in this text alone
};
/// "same", "from-base": classes of the style sheet.
std::string_view name(PieceKind kind);

struct Piece {
  PieceKind kind = PieceKind::same;
  std::string_view text;
};

/// A resolved URL in pieces: its end as far as it is the end of the reference, its beginning as far
/// as it is the beginning of the base, and what is neither (dots that were taken out, escapes).
/// Whole characters; linear.
std::vector<Piece> origins(std::string_view url, std::string_view base, std::string_view raw);

/// `text` in pieces, those that it shares with `other` and those that it has alone: by a shortest
/// list of letters to delete and insert (Myers 1986).  Where that is longer than kMostEdits, what
/// stands between their common beginning and their common end is one piece that differs.
inline constexpr std::size_t kMostEdits = 200;
std::vector<Piece> differences(std::string_view text, std::string_view other);

}  // namespace basewalk::report

#endif  // BASEWALK_REPORT_PIECES_H_

// SPDX-License-Identifier: MIT
#include "report/page/pieces.h"

#include <algorithm>
#include <string>

#include "text/utf8.h"

namespace basewalk::report {
namespace {

// Characters, or bytes that are none, each with where it begins.
struct Letters {
  explicit Letters(std::string_view text) {
    for (std::size_t at = 0; at < text.size();) {
      begins.push_back(at);
      at += utf8::first(text.substr(at)).length;
    }
    begins.push_back(text.size());
  }
  std::size_t size() const { return begins.size() - 1; }
  std::vector<std::size_t> begins;
};

std::string_view letter(std::string_view text, const Letters& letters, std::size_t i) {
  return text.substr(letters.begins[i], letters.begins[i + 1] - letters.begins[i]);
}

// How many letters both begin with.
std::size_t common_beginning(std::string_view a, std::string_view b) {
  std::size_t end = static_cast<std::size_t>(
      std::mismatch(a.begin(), a.end(), b.begin(), b.end()).first - a.begin());
  while (end > 0 && ((end < a.size() && utf8::is_continuation(a[end])) ||
                     (end < b.size() && utf8::is_continuation(b[end]))))
    --end;
  return end;
}

std::size_t common_end(std::string_view a, std::string_view b) {
  std::size_t length = static_cast<std::size_t>(
      std::mismatch(a.rbegin(), a.rend(), b.rbegin(), b.rend()).first - a.rbegin());
  while (length > 0 && utf8::is_continuation(a[a.size() - length])) --length;
  return length;
}

void append(PieceKind kind, std::string_view text, std::vector<Piece>& pieces) {
  if (text.empty()) return;
  if (!pieces.empty() && pieces.back().kind == kind) {
    Piece& last = pieces.back();
    last.text = {last.text.data(), last.text.size() + text.size()};
  } else {
    pieces.push_back({kind, text});
  }
}

// Which letters of `text` are in the other, too; nothing where more than kMostEdits edits lead from
// one to the other.
std::vector<bool> shared_letters(std::string_view text, std::string_view other) {
  const Letters a(text), b(other);
  const auto n = static_cast<std::ptrdiff_t>(a.size()), m = static_cast<std::ptrdiff_t>(b.size());
  const auto most = std::min<std::ptrdiff_t>(n + m, kMostEdits);
  // furthest[d][k + d]: how far in `a` one comes on the diagonal k with d edits.
  std::vector<std::vector<std::ptrdiff_t>> furthest;
  const auto reach = [&](std::ptrdiff_t d, std::ptrdiff_t k) {
    return furthest[static_cast<std::size_t>(d)][static_cast<std::size_t>(k + d)];
  };
  // Is the step to (d, k) an insertion, from the diagonal above?
  const auto comes_down = [&](std::ptrdiff_t d, std::ptrdiff_t k) {
    return k == -d || (k != d && reach(d - 1, k - 1) < reach(d - 1, k + 1));
  };
  std::ptrdiff_t edits = 0;
  for (bool found = false; !found; ++edits) {
    if (edits > most) return {};
    furthest.emplace_back(static_cast<std::size_t>(2 * edits + 1));
    for (std::ptrdiff_t k = -edits; k <= edits && !found; k += 2) {
      std::ptrdiff_t x = edits == 0             ? 0
                         : comes_down(edits, k) ? reach(edits - 1, k + 1)
                                                : reach(edits - 1, k - 1) + 1;
      while (x < n && x - k < m && x - k >= 0 &&
             letter(text, a, static_cast<std::size_t>(x)) ==
                 letter(other, b, static_cast<std::size_t>(x - k)))
        ++x;
      furthest.back()[static_cast<std::size_t>(k + edits)] = x;
      found = x >= n && x - k >= m;
    }
  }
  --edits;
  std::vector<bool> shared(a.size());
  std::ptrdiff_t x = n, k = n - m;
  for (std::ptrdiff_t d = edits; d >= 0; --d) {
    std::ptrdiff_t begin = 0, next_k = k, next_x = 0;
    if (d > 0) {
      const bool down = comes_down(d, k);
      next_k = down ? k + 1 : k - 1;
      next_x = reach(d - 1, next_k);
      begin = down ? next_x : next_x + 1;
    }
    for (std::ptrdiff_t i = begin; i < x; ++i) shared[static_cast<std::size_t>(i)] = true;
    x = next_x;
    k = next_k;
  }
  return shared;
}

}  // namespace

std::string_view name(PieceKind kind) {
  switch (kind) {
    case PieceKind::same:
      return "same";
    case PieceKind::from_base:
      return "from-base";
    case PieceKind::from_raw:
      return "from-raw";
    case PieceKind::changed:
      break;
  }
  return "changed";
}

std::vector<Piece> origins(std::string_view url, std::string_view base, std::string_view raw) {
  const std::size_t end = url.size() - common_end(url, raw);
  const std::size_t begin = common_beginning(url.substr(0, end), base);
  std::vector<Piece> pieces;
  append(PieceKind::from_base, url.substr(0, begin), pieces);
  append(PieceKind::changed, url.substr(begin, end - begin), pieces);
  append(PieceKind::from_raw, url.substr(end), pieces);
  return pieces;
}

std::vector<Piece> differences(std::string_view text, std::string_view other) {
  const std::size_t begin = common_beginning(text, other);
  const std::size_t end = common_end(text.substr(begin), other.substr(begin));
  const std::string_view inner = text.substr(begin, text.size() - begin - end);
  const std::string_view other_inner = other.substr(begin, other.size() - begin - end);
  std::vector<Piece> pieces;
  append(PieceKind::same, text.substr(0, begin), pieces);
  const std::vector<bool> shared = shared_letters(inner, other_inner);
  if (shared.empty()) {
    append(PieceKind::changed, inner, pieces);
  } else {
    const Letters letters(inner);
    for (std::size_t i = 0; i < letters.size(); ++i)
      append(shared[i] ? PieceKind::same : PieceKind::changed, letter(inner, letters, i), pieces);
  }
  append(PieceKind::same, text.substr(text.size() - end), pieces);
  return pieces;
}

}  // namespace basewalk::report

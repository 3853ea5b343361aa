// SPDX-License-Identifier: MIT
//
// Where the values of custom properties and functions go to in the style sheets of a document.
#ifndef BASEWALK_EXTRACT_CSS_CSS_FLOW_H_
#define BASEWALK_EXTRACT_CSS_CSS_FLOW_H_

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <utility>
#include <vector>

#include "basewalk/extract/extract.h"

namespace basewalk::extract {

/// What takes values: the places of URLs, a property, function or parameter that the sheet names,
/// or the arguments of a function.  Names are hashed; two that meet cost a find too many.
using CssNode = std::uint64_t;

inline constexpr CssNode kNowhere = 0;     ///< where no string is a URL
inline constexpr CssNode kUrlPlace = 4;    ///< where each is
inline constexpr CssNode kParameters = 8;  ///< the list of parameters in "@function --f("
inline constexpr CssNode kBrace = 1;       ///< added: it is a block within parentheses

constexpr bool is_brace(CssNode node) { return (node & kBrace) != 0; }
constexpr CssNode without_brace(CssNode node) { return node & ~kBrace; }
constexpr CssNode arguments_of(CssNode function) { return function | 2; }
constexpr bool is_arguments(CssNode node) { return (node & 2) != 0; }

/// Hashes a name (FNV-1a), which means something else in each document.
class CssHash {
 public:
  explicit CssHash(std::uint32_t document) {
    for (int i = 0; i < 4; ++i) add_byte(static_cast<unsigned char>(document >> (8 * i)));
  }
  void add(std::string_view text) {
    for (const char c : text) add_byte(static_cast<unsigned char>(c));
  }
  CssNode node() const { return (hash_ ^ (hash_ >> 32)) << 4 | 16; }

 private:
  void add_byte(unsigned char c) { hash_ = (hash_ ^ c) * 0x100000001B3u; }

  std::uint64_t hash_ = 0xCBF29CE484222325u;
};

/// Collects which value goes where and the strings that may be URLs, and says in the end which are.
/// 16 bytes for each use of a name, one Find for each string; n log n.
class CssFlow {
 public:
  /// `to` takes the value of `from`.
  void takes(CssNode to, CssNode from) {
    if (to != kNowhere) uses_.push_back({to, from});
  }
  /// A string that `owner` takes, met when there were `before` finds.
  void keep(CssNode owner, std::size_t before, const Find& find) {
    strings_.push_back({owner, before, find});
  }
  bool is_empty() const { return uses_.empty() && strings_.empty(); }
  /// Puts those that reach a place of URLs among the finds, up to `most`; the rest is forgotten.
  void settle(Finds& out, std::size_t most);

 private:
  struct Use {
    CssNode to, from;
  };
  struct String {
    CssNode owner;
    std::size_t before;
    Find find;
  };
  std::vector<CssNode> reaching();
  void merge(Finds& out);

  std::vector<Use> uses_;
  std::vector<String> strings_;
};

}  // namespace basewalk::extract

#endif  // BASEWALK_EXTRACT_CSS_CSS_FLOW_H_

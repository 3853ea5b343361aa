// SPDX-License-Identifier: MIT
//
// Tables with a row for each enumerator, checked by the compiler.
//
//     struct Row { Colour colour; std::string_view name; };
//     constexpr Row kRows[] = {{Colour::red, "red"}, {Colour::green, "green"}};
//     static_assert(is_table_of(kRows, &Row::colour));
//
// The enumerators count from 0 without a gap.
#ifndef BASEWALK_TEXT_ENUM_TABLE_H_
#define BASEWALK_TEXT_ENUM_TABLE_H_

#include <cstddef>
#include <string_view>

namespace basewalk {

/// Has the value a name?  The compiler says so where it writes the name of this function: it ends
/// with "value = Colour::red]", or with "value = (Colour)7]" where no enumerator is 7.
template <auto value>
consteval bool is_enumerator() {
  return std::string_view(__PRETTY_FUNCTION__).find("value = (") == std::string_view::npos;
}

/// How many enumerators there are.
template <class Enum, std::size_t from = 0>
consteval std::size_t enumerators() {
  if constexpr (is_enumerator<static_cast<Enum>(from)>())
    return enumerators<Enum, from + 1>();
  else
    return from;
}

/// Does row i tell of the enumerator i, is there a row for each, and has each a name of its own?
template <class Row, class Enum, std::size_t rows>
consteval bool is_table_of(const Row (&table)[rows], Enum Row::*key) {
  if (enumerators<Enum>() != rows) return false;
  for (std::size_t i = 0; i < rows; ++i) {
    if (table[i].*key != static_cast<Enum>(i) || table[i].name.empty()) return false;
    for (std::size_t j = 0; j < i; ++j)
      if (table[j].name == table[i].name) return false;
  }
  return true;
}

/// Do the names of a table stand in their order?
template <class Row, std::size_t rows>
consteval bool is_sorted_by_name(const Row (&table)[rows]) {
  for (std::size_t i = 1; i < rows; ++i)
    if (table[i].name < table[i - 1].name) return false;
  return true;
}

}  // namespace basewalk

#endif  // BASEWALK_TEXT_ENUM_TABLE_H_

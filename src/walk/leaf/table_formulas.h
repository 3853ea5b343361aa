// SPDX-License-Identifier: MIT
//
// Formulas in the text of a table (.csv, .tsv, .slk), which spreadsheets compute when they open it.
//
// Before this: the text was searched for URLs as it stands.  After it: walk.cpp tells that others
// may come out of it.
#ifndef BASEWALK_WALK_LEAF_TABLE_FORMULAS_H_
#define BASEWALK_WALK_LEAF_TABLE_FORMULAS_H_

#include <string>
#include <string_view>

namespace basewalk {

/// Does a function in it make a link of something else than one text (`HYPERLINK("https://"&A1)`)?
/// `table` is in UTF-8.  Cost linear.
bool makes_links(std::string_view table);
/// Does a formula in it start a program, or ask one, by DDE (`=cmd|'/c x'!A0`) or a function
/// (`=RTD("x","h","y")`)?  Cost linear.
bool has_command(std::string_view table);
/// Does it call itself a sheet of macros (SYLK, `O;E`)?  Cost linear.
bool has_macros(std::string_view table);
/// The cells of a page that is opened as a table, as a text for both.
std::string cells_of_page(std::string_view page);

}  // namespace basewalk

#endif  // BASEWALK_WALK_LEAF_TABLE_FORMULAS_H_

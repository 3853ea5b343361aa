// SPDX-License-Identifier: MIT
//
// Formulas in the text of a table (.csv, .tsv, .slk), which spreadsheets compute when they open it.
//
// Before this: the text was searched for URLs as it stands.  After it: walk.cpp tells that others
// may come out of it.
#ifndef BASEWALK_SRC_WALK_TABLE_FORMULAS_H_
#define BASEWALK_SRC_WALK_TABLE_FORMULAS_H_

#include <string_view>

namespace basewalk {

/// Does a function in it make a link of something else than one text (`HYPERLINK("https://"&A1)`)?
/// `text` is in UTF-8.  Cost linear.
bool makes_links(std::string_view text);
/// The same of a page that is opened as a table: of the texts in it.
bool makes_links_in_page(std::string_view page);

}  // namespace basewalk

#endif  // BASEWALK_SRC_WALK_TABLE_FORMULAS_H_

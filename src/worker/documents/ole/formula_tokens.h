// SPDX-License-Identifier: MIT
//
// Tokens of a formula ([MS-XLS] 2.5.198) as the formula that somebody would type, as far as it is
// of use: texts, what joins them, and the functions that lead somewhere.
//
// Before this: workbook.cpp has the tokens of a cell.  After it: office/formula.h finds the
// targets.
#ifndef BASEWALK_SRC_WORKER_DOCUMENTS_OLE_FORMULA_TOKENS_H_
#define BASEWALK_SRC_WORKER_DOCUMENTS_OLE_FORMULA_TOKENS_H_

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace basewalk::worker {

/// The names of a workbook ([MS-XLS] 2.4.150, 2.4.105), which those of functions that Excel learnt
/// later are.
struct FormulaNames {
  std::vector<std::string> own;
  std::vector<std::vector<std::string>> of_books;  ///< by number, of each book
  std::vector<std::size_t> books;                  ///< by number of what formulas refer to
};

/// What is not of use stands in it as `X`.  Nothing where a token is not known, or one lacks what
/// it is for.  Cost: linear.
std::optional<std::string> formula_of(std::string_view tokens, const FormulaNames& names = {});

}  // namespace basewalk::worker

#endif  // BASEWALK_SRC_WORKER_DOCUMENTS_OLE_FORMULA_TOKENS_H_

// SPDX-License-Identifier: MIT
//
// Tokens of a formula ([MS-XLS] 2.5.198) as the formula that somebody would type, as far as it is
// of use: texts, what joins them, and the functions that lead somewhere.
//
// Before this: workbook.cpp has the tokens of a cell.  After it: office/formula.h finds the
// targets.
#ifndef BASEWALK_SRC_WORKER_DOCUMENTS_OLE_FORMULA_TOKENS_H_
#define BASEWALK_SRC_WORKER_DOCUMENTS_OLE_FORMULA_TOKENS_H_

#include <optional>
#include <string>
#include <string_view>

namespace basewalk::worker {

/// What is not of use stands in it as `X`.  Nothing where a token is not known, or one lacks what
/// it is for.  Cost: linear.
std::optional<std::string> formula_of(std::string_view tokens);

}  // namespace basewalk::worker

#endif  // BASEWALK_SRC_WORKER_DOCUMENTS_OLE_FORMULA_TOKENS_H_

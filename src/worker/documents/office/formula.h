// SPDX-License-Identifier: MIT
//
// Formulas of spreadsheets that lead somewhere: HYPERLINK("..."&1), WEBSERVICE, DDE.
//
// Before this: the text of a cell's formula.  After it: ooxml_part.cpp and odf.cpp tell what is
// found; of OOXML ooxml/cells.cpp has what other cells show.
#ifndef BASEWALK_SRC_WORKER_DOCUMENTS_OFFICE_FORMULA_H_
#define BASEWALK_SRC_WORKER_DOCUMENTS_OFFICE_FORMULA_H_

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "worker/document.h"

namespace basewalk::worker::office {

struct FormulaTarget {
  std::string raw;  ///< may be empty where it is open
  std::string function;
  std::optional<std::string> text;  ///< that is shown, where it is a constant
  bool is_text = false;
  /// Where it leads is not known: other cells or functions say it.
  bool is_open = false;
  bool is_whole = true;  ///< nothing of `raw` is lacking
};

/// A cell, or a rectangle of them; columns and rows from 1.
struct CellRange {
  std::string sheet;  ///< as the formula has it; empty for its own
  std::uint32_t left = 0, top = 0, right = 0, bottom = 0;
};

/// What the cells show, joined row by row; nothing where that is not known.
using ValueOfCells = std::function<std::optional<std::string>(const CellRange&)>;

/// How far a formula is from the cell that it was written for (ECMA-376 part 1, 18.3.1.40,
/// `shared`).
struct Shift {
  std::int64_t columns = 0, rows = 0;
};

/// Of OOXML (ECMA-376 part 1, 18.17) or of OpenFormula, of which no cells are known.
std::vector<FormulaTarget> formula_targets(std::string_view formula, const ValueOfCells& value = {},
                                           Shift shift = {});
bool has_open(const std::vector<FormulaTarget>& targets);

/// What is lacking where these are: a sentence for each, of a target that is open, of a command.
std::vector<std::string_view> lacks_of(const std::vector<FormulaTarget>& targets);
inline constexpr std::string_view kOpenFormula =
    "has links that formulas make of what is not computed";

/// Tells them as references of `formula`.
void tell_targets_of_formula(const std::vector<FormulaTarget>& targets, DocumentSink& sink);

/// The two together; gives what was found.
std::vector<FormulaTarget> tell_formula(std::string_view formula, DocumentSink& sink);

/// Searches the texts of one that leads nowhere.
void tell_text_of_formula(std::string_view formula, DocumentSink& sink);

/// Is a number the text that `&` makes of it?  "1.50" and "1E3" are others there, and of many
/// digits not all are kept.
bool is_shown_as_written(std::string_view number);

/// "B12" as a column and a row; none where it is no cell.  Goes behind it.
std::optional<std::pair<std::uint32_t, std::uint32_t>> take_cell(std::string_view& text,
                                                                 Shift shift = {});

}  // namespace basewalk::worker::office

#endif  // BASEWALK_SRC_WORKER_DOCUMENTS_OFFICE_FORMULA_H_

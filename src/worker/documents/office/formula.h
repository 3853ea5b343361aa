// SPDX-License-Identifier: MIT
//
// Formulas of spreadsheets that lead somewhere: HYPERLINK("..."&1), WEBSERVICE, DDE.
//
// Before this: the text of a cell's formula.  After it: ooxml_part.cpp and odf.cpp tell what is
// found.
#ifndef BASEWALK_SRC_WORKER_DOCUMENTS_OFFICE_FORMULA_H_
#define BASEWALK_SRC_WORKER_DOCUMENTS_OFFICE_FORMULA_H_

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "worker/document.h"

namespace basewalk::worker::office {

struct FormulaTarget {
  std::string raw;
  std::string function;
  std::optional<std::string> text;  ///< that is shown, where it is a constant
  bool is_text = false;
};

/// Of OOXML (ECMA-376 part 1, 18.17) or of OpenFormula.
std::vector<FormulaTarget> formula_targets(std::string_view formula);

/// Tells them as references of `formula`, and gives what was told.
std::vector<FormulaTarget> tell_formula(std::string_view formula, DocumentSink& sink);

}  // namespace basewalk::worker::office

#endif  // BASEWALK_SRC_WORKER_DOCUMENTS_OFFICE_FORMULA_H_

// SPDX-License-Identifier: MIT
//
// What cells of a workbook show, for formulas that make links of them: HYPERLINK(A1&B1).
//
// A formula is kept when it is met, since other sheets and the table of texts may come behind it.
// Then the package is gone over again, for the cells that the formulas name and nothing else; a
// cell whose own formula nobody has computed may name others.
//
// Before this: ooxml_part.cpp has met a formula that leads to what only cells say.  After it: the
// link is told, or that it is not known.
#ifndef BASEWALK_SRC_WORKER_DOCUMENTS_OFFICE_OOXML_CELLS_H_
#define BASEWALK_SRC_WORKER_DOCUMENTS_OFFICE_OOXML_CELLS_H_

#include <compare>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "worker/documents/office/formula.h"
#include "worker/documents/office/ooxml/relationships.h"
#include "worker/documents/office/session.h"
#include "worker/documents/office/xml.h"
#include "worker/documents/office/zip.h"

namespace basewalk::worker::office {

/// Column and row from 1; of no cell both are 0.
struct CellPlace {
  std::uint32_t column = 0, row = 0;
  auto operator<=>(const CellPlace&) const = default;
};

/// Where in a sheet its reader is: cells and rows may leave that out (18.3.1.4, 18.3.1.73).
class CellCounter {
 public:
  /// An element begins.
  void start(std::string_view element, const XmlAttributes& attributes);
  CellPlace at() const { return at_; }

 private:
  CellPlace at_;
};

/// Formulas that stand once for several cells (18.3.1.40).
class SharedFormulas {
 public:
  struct Shared {
    std::string formula;
    CellPlace of;  ///< that it was written for
    bool is_open = false;
  };
  /// The formula of a number ends, in the cell `at`: one with a text is what those behind it have.
  /// Null where nobody has said what it is, or no more are kept.
  Shared* find(const std::string& number, std::string_view formula, CellPlace at);
  bool is_full() const;
  /// A cell has a formula whose text only stands behind it; false where no more are kept.
  bool wait(const std::string& number, CellPlace at);
  /// Those that waited for it.
  std::vector<CellPlace> take_waiting(const std::string& number);

 private:
  std::map<std::string, Shared> all_;
  std::map<std::string, std::vector<CellPlace>> waiting_;
  std::size_t waiting_count_ = 0;
};

/// Told where Cells::keep() says no.
void tell_more_formulas(Session& session);

class Cells {
 public:
  /// A formula in a part, written for the cell `of` and standing in the cell `at`.  False where no
  /// more are kept.
  bool keep(std::string_view part, std::string_view formula, CellPlace of, CellPlace at);

  using Read = std::function<void(Zip& zip)>;
  using ForEachMember = std::function<void(const Read& read)>;
  using TypeOf = std::function<std::string(const std::string& part)>;
  /// Tells of all that was kept.  `for_each` goes over the members of the package, as often as it
  /// is called.
  void tell(const ForEachMember& for_each, const TypeOf& type_of,
            const Relationships& relationships, Session& session);

  /// The same where the package cannot be gone over again: of no cell it is known what it shows.
  void tell_unknown(Session& session);

 private:
  friend class SheetReader;
  friend class StringsReader;
  friend class WorkbookReader;
  struct Formula {
    std::string part;  // as key_of_part() has it
    std::string text;
    Shift shift;
  };
  struct Cell {
    std::string value;
    std::optional<std::uint32_t> text_number;  // of the table of texts
    std::optional<Formula> formula;            // that has no value yet
    // What `value` is said to be of, which somebody has computed at some time; what it makes here,
    // where that is something else; it may be, or be made of what may be.
    std::optional<Formula> formula_of_value;
    std::optional<std::string> computed;
    bool is_unsure = false;
    bool is_doubted = false;  // programs do not read it alike
    int met_in = 0;           // the number of the reading that has found it
    bool is_unknown = false;  // there was no room for what it shows, or for all of it
  };
  using Address = std::pair<std::string, CellPlace>;  // part, cell

  std::string part_of(std::string_view sheet, std::string_view of) const;
  void want_cells_of(const Formula& formula);
  void want(const std::string& part, const CellRange& range);
  bool look_for_wanted(const ForEachMember& for_each, const TypeOf& type_of,
                       const Relationships& relationships);
  std::optional<std::string> value_of(const std::string& part, const CellRange& range);
  bool may_take(const CellRange& range);
  bool may_keep(std::size_t bytes);
  void compute();
  bool compute_again(Cell& cell);
  std::optional<std::string> computed(const Formula& formula);
  void tell_formula(const Formula& formula, const ValueOfCells& value, Session& session);

  std::vector<Formula> formulas_;
  std::size_t bytes_ = 0;  // of their texts, and of what cells hold
  // Name in lower case, part; without one where programs take one or the other.
  std::map<std::string, std::string> sheets_;
  std::map<Address, Cell> cells_;
  std::set<std::string> wanted_;    // parts with cells that are looked for
  std::uint64_t left_ = 4'000'000;  // cells that are looked for and joined, all in all
  // Of the table, those that are asked for; nothing where it has none of that number.
  std::map<std::uint32_t, std::optional<std::string>> texts_;
  bool is_table_doubted_ = false;  // programs do not count its texts alike
  int readings_ = 0;
  bool is_cut_ = false;
  // Of value_of(): what cells make counts before what they show; one was met that is not sure.
  bool is_computed_first_ = false, has_met_unsure_ = false;
};

}  // namespace basewalk::worker::office

#endif  // BASEWALK_SRC_WORKER_DOCUMENTS_OFFICE_OOXML_CELLS_H_

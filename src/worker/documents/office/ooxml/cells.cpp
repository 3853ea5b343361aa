// SPDX-License-Identifier: MIT
#include "worker/documents/office/ooxml/cells.h"

#include <algorithm>
#include <charconv>
#include <utility>

#include "text/ascii.h"
#include "worker/documents/office/ooxml/escapes.h"

namespace basewalk::worker::office {
namespace {

constexpr std::size_t kMostFormulas = 20'000;
// Many cells may have one text, or one formula, that is long.
constexpr std::size_t kMostBytes = std::size_t{32} << 20;
constexpr std::size_t kMostCells = 200'000;
// Of one range, and of one value that is made of cells.
constexpr std::uint64_t kMostOfRange = 4096;
constexpr std::size_t kMostText = std::size_t{32} << 10;
// How often cells name others that nobody has computed.
constexpr int kDeepest = 8;

std::optional<std::uint32_t> number_of(std::string_view digits) {
  digits = ascii::trim(digits);
  std::uint32_t number = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), number);
  if (error != std::errc() || end != digits.data() + digits.size() || digits.empty()) return {};
  return number;
}

Shift shift_between(CellPlace of, CellPlace at) {
  return {std::int64_t{at.column} - of.column, std::int64_t{at.row} - of.row};
}

}  // namespace

void CellCounter::start(std::string_view element, const XmlAttributes& attributes) {
  if (element == "row") {
    at_.row = number_of(office::value_of(attributes, "r")).value_or(at_.row + 1);
    at_.column = 0;
  } else if (element == "c") {
    std::string_view reference = office::value_of(attributes, "r");
    const auto cell = take_cell(reference);
    if (cell && reference.empty())
      at_ = {cell->first, cell->second};
    else
      ++at_.column;
  }
}

SharedFormulas::Shared* SharedFormulas::find(const std::string& number, std::string_view formula,
                                             CellPlace at) {
  const auto found = all_.find(number);
  if (formula.empty()) return found != all_.end() ? &found->second : nullptr;
  if (found == all_.end() && is_full()) return nullptr;
  return &(all_[number] = {std::string(formula), at});
}

bool SharedFormulas::is_full() const { return all_.size() >= kMostFormulas; }

bool SharedFormulas::wait(const std::string& number, CellPlace at) {
  if (waiting_count_ >= kMostFormulas) return false;
  ++waiting_count_;
  waiting_[number].push_back(at);
  return true;
}

std::vector<CellPlace> SharedFormulas::take_waiting(const std::string& number) {
  const auto found = waiting_.find(number);
  if (found == waiting_.end()) return {};
  std::vector<CellPlace> cells = std::move(found->second);
  waiting_.erase(found);
  return cells;
}

namespace {

// What is wrong with a member is told where it is read first.
void read_again(Zip& zip, XmlHandler& handler) {
  Xml xml(handler);
  zip.read([&](std::string_view piece) {
    xml.feed(piece);
    return true;
  });
}

// Appends as much as is kept; false where that is not all.
bool append_text(std::string_view piece, std::string& text) {
  text += piece.substr(0, kMostText - std::min(kMostText, text.size()));
  return text.size() < kMostText;
}

}  // namespace

// The cells of a sheet that are wanted (ECMA-376 part 1, 18.3.1.4).  Of what stands there twice, or
// elsewhere than the standard has it, programs take one or the other: that is doubted.
class SheetReader final : public XmlHandler {
 public:
  SheetReader(Cells& to, std::string part) : to_(to), part_(std::move(part)) {}

  void start(const XmlName& name, const XmlAttributes& attributes) override {
    if (++depth_ == 1) vocabulary_ = name.space;
    counter_.start(name.local, attributes);
    // Not all take what stands in another element for a piece of the text.
    if (is_open_) doubt();
    if (name.local == "rPh") ++aloud_;
    if (name.local == "row") is_odd_ = is_odd_ || !is_in_place(name, kDepth - 1);
    if (name.local == "c") {
      is_odd_ = is_odd_ || !is_in_place(name, kDepth);
      start_cell(attributes);
    } else if (name.local == "is") {
      if (!is_in_place(name, kDepth + 1) || std::exchange(has_text_, true)) doubt();
    } else if (is_piece(name)) {
      start_piece(name, attributes);
    }
  }
  void text(std::string_view text) override {
    if (is_open_ && !append_text(text, text_)) is_text_cut_ = true;
  }
  void end(const XmlName& name) override {
    --depth_;
    if (name.local == "rPh" && aloud_ > 0) --aloud_;
    if (is_piece(name)) end_piece(name);
    if (name.local == "c" && cell_ != nullptr) end_cell();
  }

 private:
  // How deep in a sheet a cell stands.
  static constexpr int kDepth = 4;

  static bool is_piece(const XmlName& name) {
    return name.local == "v" || name.local == "t" || name.local == "f";
  }
  void start_piece(const XmlName& name, const XmlAttributes& attributes) {
    text_.clear();
    is_text_cut_ = false;
    is_open_ = (cell_ != nullptr || name.local == "f") && aloud_ == 0;
    const bool is_text = name.local == "t";
    if (!is_in_place(name, kDepth + 1 + is_text) && !(is_text && is_in_place(name, kDepth + 3)))
      doubt();
    if (is_text) return;
    if (std::exchange(name.local == "f" ? has_formula_ : has_text_, true)) doubt();
    if (name.local == "v") return;
    shared_ = value_of(attributes, "si");
    if (!value_of(attributes, "t").empty() && shared_.empty())
      keep_array(value_of(attributes, "ref"));
  }
  void end_piece(const XmlName& name) {
    if (!std::exchange(is_open_, false)) return;
    if (name.local == "f") end_formula();
    if (cell_ == nullptr) return;
    if (is_text_cut_) cell_->is_unknown = true;
    text_ = unescaped_text(std::move(text_));
    if (name.local == "v" && type_ == "s") {
      cell_->text_number = number_of(text_);
      if (!cell_->text_number) cell_->is_unknown = true;
      has_value_ = true;
    } else if (name.local != "f") {
      if (to_.may_keep(text_.size()))
        keep_value();
      else
        cell_->is_unknown = true;
      has_value_ = has_value_ || !text_.empty();
    }
    text_.clear();
  }
  // Of two of one place the last counts.
  void start_cell(const XmlAttributes& attributes) {
    const auto found = to_.cells_.find({part_, counter_.at()});
    cell_ = found != to_.cells_.end() ? &found->second : nullptr;
    type_ = value_of(attributes, "t");
    has_value_ = has_text_ = has_formula_ = lacks_formula_ = false;
    formula_.clear();
    if (cell_ != nullptr && cell_->met_in != 0 && cell_->met_in != to_.readings_) cell_ = nullptr;
    if (cell_ == nullptr) return;
    const bool is_second = cell_->met_in != 0;
    if (is_second) *cell_ = {};
    cell_->is_doubted = is_second || is_odd_;
    if (is_of_array(counter_.at())) cell_->is_unsure = true;
  }
  void end_cell() {
    cell_->met_in = to_.readings_;
    cell_->is_unknown = cell_->is_unknown || (lacks_formula_ && !has_value_);
    if (!formula_.empty()) {
      if (to_.may_keep(formula_.size()))
        (has_value_ ? cell_->formula_of_value : cell_->formula) =
            Cells::Formula{part_, formula_, shift_};
      else
        cell_->is_unknown = true;
    }
    cell_ = nullptr;
  }
  // 18.18.11: what is no text is written again as one.
  void keep_value() {
    if (type_ == "b" && (text_ == "0" || text_ == "1")) {
      // LibreOffice has the number.
      cell_->is_doubted = true;
      cell_->computed = text_;
      cell_->value = text_ == "1" ? "TRUE" : "FALSE";
      return;
    }
    if (type_ != "str" && type_ != "inlineStr" && !text_.empty() && !is_shown_as_written(text_))
      cell_->is_doubted = true;
    cell_->value += text_;
  }
  bool is_in_place(const XmlName& name, int depth) const {
    return name.space == vocabulary_ && depth_ == depth;
  }
  void doubt() {
    if (cell_ != nullptr) cell_->is_doubted = true;
  }
  // 18.3.1.40: what one formula makes of several cells stands in the first of them.
  void keep_array(std::string_view range) {
    constexpr std::size_t kMostArrays = 64;
    const auto first = take_cell(range);
    if (!first || !range.starts_with(':')) return;
    range.remove_prefix(1);
    const auto last = take_cell(range);
    if (!last) return;
    // Of very many each cell may be one.
    if (arrays_.size() == kMostArrays)
      arrays_.assign(1, {{}, 1, 1, ~std::uint32_t{}, ~std::uint32_t{}});
    else
      arrays_.push_back({{}, first->first, first->second, last->first, last->second});
  }
  bool is_of_array(CellPlace at) const {
    return std::any_of(arrays_.begin(), arrays_.end(), [&](const CellRange& each) {
      return at.column >= each.left && at.column <= each.right && at.row >= each.top &&
             at.row <= each.bottom;
    });
  }
  void end_formula() {
    formula_ = unescaped_text(std::move(text_));
    text_.clear();
    shift_ = {};
    if (shared_.empty()) return;
    const CellPlace at = counter_.at();
    const SharedFormulas::Shared* const shared = shared_formulas_.find(shared_, formula_, at);
    if (cell_ != nullptr && shared == nullptr) lacks_formula_ = cell_->is_doubted = true;
    if (shared == nullptr || !formula_.empty() || cell_ == nullptr) return;
    formula_ = shared->formula;
    shift_ = shift_between(shared->of, at);
  }

  Cells& to_;
  std::string part_, vocabulary_;
  int depth_ = 0, aloud_ = 0;
  CellCounter counter_;
  Cells::Cell* cell_ = nullptr;
  std::string type_, text_, formula_, shared_;
  Shift shift_;
  bool is_open_ = false, is_text_cut_ = false, has_value_ = false;
  bool has_text_ = false, has_formula_ = false;  // the cell at hand
  bool lacks_formula_ = false;                   // it stands behind the cell
  bool is_odd_ = false;                          // a cell or a row stood elsewhere
  SharedFormulas shared_formulas_;
  std::vector<CellRange> arrays_;
};

// The texts of the table that are asked for (18.4.9); what is said aloud is none of them (18.4.6).
// Of one that stands elsewhere than the standard has it, not all programs count.
class StringsReader final : public XmlHandler {
 public:
  explicit StringsReader(Cells& to) : to_(to) {}

  void start(const XmlName& name, const XmlAttributes&) override {
    if (++depth_ == 1) vocabulary_ = name.space;
    if (name.local == "si") {
      const auto found = to_.texts_.find(number_);
      text_ = found != to_.texts_.end() ? &found->second.emplace() : nullptr;
      ++number_;
      if (depth_ != kDepth || name.space != vocabulary_) to_.is_table_doubted_ = true;
    }
    if (name.local == "rPh") ++aloud_;
    if (is_shown_) to_.is_table_doubted_ = true;
    is_shown_ = name.local == "t" && aloud_ == 0;
    if (is_shown_ && (name.space != vocabulary_ || depth_ <= kDepth || depth_ > kDepth + 2))
      to_.is_table_doubted_ = true;
  }
  void text(std::string_view text) override {
    if (is_shown_ && text_ != nullptr) (void)append_text(text, *text_);
  }
  void end(const XmlName& name) override {
    --depth_;
    is_shown_ = false;
    if (name.local == "rPh" && aloud_ > 0) --aloud_;
    // One that is cut off is known by its length.
    if (name.local == "si" && text_ != nullptr && text_->size() < kMostText)
      *text_ = unescaped_text(std::move(*text_));
  }

 private:
  static constexpr int kDepth = 2;  // of a text in the table

  Cells& to_;
  std::string vocabulary_;
  int depth_ = 0;
  std::uint32_t number_ = 0;
  std::string* text_ = nullptr;  // of the one at hand, if it is asked for
  int aloud_ = 0;
  bool is_shown_ = false;
};

// The names of sheets (18.2.19).
class WorkbookReader final : public XmlHandler {
 public:
  WorkbookReader(Cells& to, std::string_view part, const Relationships& relationships)
      : to_(to), part_(part), relationships_(relationships) {}
  void start(const XmlName& name, const XmlAttributes& attributes) override {
    if (name.local != "sheet" || to_.sheets_.size() >= kMostFormulas) return;
    const std::string sheet =
        ascii::lowered(unescaped_text(std::string(office::value_of(attributes, "name"))));
    for (const XmlAttribute& each : attributes) {
      if (each.name.local != "id" || each.name.space.empty()) continue;
      const std::string part = relationships_.sheet(part_, each.value);
      const auto [found, is_new] = to_.sheets_.try_emplace(sheet, part);
      if (!is_new && found->second != part) found->second.clear();
    }
  }
  void end(const XmlName&) override {}
  void text(std::string_view) override {}

 private:
  Cells& to_;
  std::string_view part_;
  const Relationships& relationships_;
};

void tell_more_formulas(Session& session) {
  session.lack_once(Lack::limit, "", "has formulas of more cells than are looked for");
}

bool Cells::keep(std::string_view part, std::string_view formula, CellPlace of, CellPlace at) {
  if (formulas_.size() >= kMostFormulas || !may_keep(formula.size())) return false;
  formulas_.push_back({key_of_part(part), std::string(formula), shift_between(of, at)});
  return true;
}

// Without a name it is the formula's own.
std::string Cells::part_of(std::string_view sheet, std::string_view of) const {
  if (sheet.empty()) return std::string(of);
  const auto found = sheets_.find(ascii::lowered(sheet));
  return found != sheets_.end() ? found->second : std::string();
}

bool Cells::may_keep(std::size_t bytes) {
  if (bytes > kMostBytes - bytes_) {
    is_cut_ = true;
    return false;
  }
  bytes_ += bytes;
  return true;
}

bool Cells::may_take(const CellRange& range) {
  const std::uint64_t count =
      std::uint64_t{range.right - range.left + 1} * (range.bottom - range.top + 1);
  if (count > kMostOfRange || count > left_) {
    is_cut_ = true;
    return false;
  }
  left_ -= count;
  return true;
}

void Cells::want(const std::string& part, const CellRange& range) {
  if (part.empty() || !may_take(range)) return;
  for (std::uint32_t row = range.top; row <= range.bottom; ++row)
    for (std::uint32_t column = range.left; column <= range.right; ++column) {
      if (cells_.size() >= kMostCells) {
        is_cut_ = true;
        return;
      }
      if (cells_.try_emplace({part, {column, row}}).second) wanted_.insert(part);
    }
}

void Cells::want_cells_of(const Formula& formula) {
  (void)formula_targets(
      formula.text,
      [&](const CellRange& range) -> std::optional<std::string> {
        want(part_of(range.sheet, formula.part), range);
        return std::string();
      },
      formula.shift);
}

std::optional<std::string> Cells::value_of(const std::string& part, const CellRange& range) {
  if (part.empty() || !may_take(range)) return {};
  std::string all;
  for (std::uint32_t row = range.top; row <= range.bottom; ++row)
    for (std::uint32_t column = range.left; column <= range.right; ++column) {
      const auto found = cells_.find({part, {column, row}});
      // One that is not in the sheet shows nothing.
      if (found == cells_.end() || found->second.formula || found->second.is_unknown) return {};
      const Cell& cell = found->second;
      has_met_unsure_ = has_met_unsure_ || cell.is_unsure || cell.is_doubted;
      all += is_computed_first_ && cell.computed ? *cell.computed : cell.value;
      if (all.size() > kMostText) return {};
    }
  return all;
}

// True where there are cells now that name others.
bool Cells::look_for_wanted(const ForEachMember& for_each, const TypeOf& type_of,
                            const Relationships& relationships) {
  const std::set<std::string> wanted = std::exchange(wanted_, {});
  std::set<std::string> met;
  ++readings_;
  for_each([&](Zip& zip) {
    const std::string part = key_of_part(zip.name());
    if (!wanted.contains(part)) return;
    met.insert(part);
    SheetReader reader(*this, part);
    read_again(zip, reader);
  });
  for (auto& [address, cell] : cells_)
    if (wanted.contains(address.first) && !met.contains(address.first)) cell.is_unknown = true;
  texts_.clear();
  for (const auto& [address, cell] : cells_)
    if (cell.text_number) texts_.try_emplace(*cell.text_number);
  int tables = 0;
  bool is_read = false;
  if (!texts_.empty())
    for_each([&](Zip& zip) {
      const std::string type = type_of(zip.name());
      // Programs take the one that a relationship, a type or a name says.
      if (!relationships.may_be_strings(zip.name(), type)) return;
      if (++tables > 1) is_table_doubted_ = true;
      if (!relationships.is_strings(zip.name(), type) || std::exchange(is_read, true)) return;
      StringsReader reader(*this);
      read_again(zip, reader);
    });
  for (auto& [address, cell] : cells_) {
    if (!cell.text_number) continue;
    const std::optional<std::string>& text = texts_[*cell.text_number];
    if (text && text->size() < kMostText && may_keep(text->size()))
      cell.value = *text;
    else
      cell.is_unknown = true;
    cell.text_number.reset();
    cell.is_doubted = cell.is_doubted || is_table_doubted_;
  }
  std::vector<Formula> inner;
  for (const auto& [address, cell] : cells_)
    for (const std::optional<Formula>* const each : {&cell.formula, &cell.formula_of_value})
      if (*each) inner.push_back(**each);
  for (const Formula& each : inner)
    want_cells_of({each.part, "HYPERLINK(" + each.text + ")", each.shift});
  return !wanted_.empty();
}

// What a formula makes, if that is known as a whole.
std::optional<std::string> Cells::computed(const Formula& formula) {
  const std::vector<FormulaTarget> targets = formula_targets(
      "HYPERLINK(" + formula.text + ")",
      [&](const CellRange& range) { return value_of(part_of(range.sheet, formula.part), range); },
      formula.shift);
  if (targets.empty()) return std::string();
  if (targets.front().is_open || !targets.front().is_whole) return {};
  return targets.front().raw;
}

// Cells whose formulas were not computed, as far as others are known by now: from the innermost on.
// Those that somebody has computed are computed again: a program does so when it opens the file, if
// that asks for it.
void Cells::compute() {
  for (auto& [address, cell] : cells_)
    if (cell.formula_of_value) cell.is_unsure = true;
  for (int round = 0; round <= kDeepest; ++round) {
    bool has_changed = false;
    for (auto& [address, cell] : cells_) {
      if (cell.formula_of_value && compute_again(cell)) has_changed = true;
      if (!cell.formula) continue;
      has_met_unsure_ = false;
      std::optional<std::string> value = computed(*cell.formula);
      if (!value || value->empty()) continue;
      cell.value = std::move(*value);
      cell.is_unsure = has_met_unsure_;
      cell.formula.reset();
      has_changed = true;
    }
    if (!has_changed) return;
  }
}

// False where it is what it was.
bool Cells::compute_again(Cell& cell) {
  has_met_unsure_ = false;
  is_computed_first_ = true;
  std::optional<std::string> value = computed(*cell.formula_of_value);
  is_computed_first_ = false;
  const bool is_unsure = !value || *value != cell.value || has_met_unsure_;
  if (value && *value == cell.value) value.reset();
  if (is_unsure == cell.is_unsure && value == cell.computed) return false;
  cell.is_unsure = is_unsure;
  cell.computed = std::move(value);
  return true;
}

void Cells::tell(const ForEachMember& for_each, const TypeOf& type_of,
                 const Relationships& relationships, Session& session) {
  if (formulas_.empty()) return;
  for_each([&](Zip& zip) {
    if (!type_of(zip.name()).ends_with(".main+xml")) return;
    const std::string part = zip.name();
    WorkbookReader reader(*this, part, relationships);
    read_again(zip, reader);
  });
  for (const Formula& each : formulas_) want_cells_of(each);
  for (int round = 0; round < kDeepest && look_for_wanted(for_each, type_of, relationships);
       ++round) {
  }
  compute();
  for (const Formula& formula : formulas_)
    tell_formula(
        formula,
        [&](const CellRange& range) { return value_of(part_of(range.sheet, formula.part), range); },
        session);
  if (is_cut_) tell_more_formulas(session);
}

void Cells::tell_unknown(Session& session) {
  for (const Formula& formula : formulas_) tell_formula(formula, {}, session);
}

void Cells::tell_formula(const Formula& formula, const ValueOfCells& value, Session& session) {
  has_met_unsure_ = false;
  std::vector<FormulaTarget> targets = formula_targets(formula.text, value, formula.shift);
  if (has_met_unsure_ && value) {
    session.lack_once(Lack::no_opener, "", kOpenFormula);
    is_computed_first_ = true;
    for (FormulaTarget& each : formula_targets(formula.text, value, formula.shift))
      if (std::none_of(targets.begin(), targets.end(), [&](const FormulaTarget& known) {
            return known.raw == each.raw && known.function == each.function;
          }))
        targets.push_back(std::move(each));
    is_computed_first_ = false;
  }
  // What cells are joined to is as long as they are, for each formula.
  std::uint64_t bytes = 0;
  for (const FormulaTarget& each : targets) bytes += each.raw.size();
  if (!session.spend(bytes)) return;
  tell_targets_of_formula(targets, session.sink);
  for (const std::string_view each : lacks_of(targets))
    session.lack_once(Lack::no_opener, "", each);
}

}  // namespace basewalk::worker::office

// SPDX-License-Identifier: MIT
#include "worker/documents/office/formula.h"

#include <algorithm>
#include <charconv>
#include <tuple>
#include <utility>

#include "text/ascii.h"
#include "text/binary/windows_1252.h"
#include "text/utf8.h"
#include "worker/documents/may_have_url.h"
#include "worker/documents/office/session.h"
#include "worker/programs.h"

namespace basewalk::worker::office {
namespace {

constexpr int kDeepest = 16;
// Of a sheet (ECMA-376 part 1, 18.3.1.73; columns up to XFD).
constexpr std::uint32_t kMostColumns = 16'384, kMostRows = 1'048'576;
// No name of a function is longer.
constexpr std::size_t kMostName = 64;
// No URL is longer.
constexpr std::size_t kMostText = std::size_t{64} << 10;

// A value as far as it is constant.
struct Value {
  std::string text;
  bool is_constant = true;
  bool begins_constant = true;
};

bool is_name_char(char c) { return ascii::is_alnum(c) || c == '_' || c == '.'; }

class Expression {
 public:
  Expression(std::string_view formula, std::size_t at, const ValueOfCells& value, Shift shift)
      : formula_(formula), at_(at), value_(value), shift_(shift) {}

  std::size_t at() const { return at_; }

  // Operands with & between them, up to what divides arguments.  `joins`: of a range that stands
  // alone all cells are joined.
  Value concatenation(int depth, bool joins = false) {
    Value value;
    for (bool is_first = true;; is_first = false) {
      skip_space();
      if (!operand(value, depth, joins && is_first)) {
        value.begins_constant = value.begins_constant && !value.text.empty();
        value.is_constant = false;
        return value;
      }
      skip_space();
      if (at_ >= formula_.size() || formula_[at_] != '&') break;
      ++at_;
    }
    // Another operator makes something else of it.
    if (!is_at_end()) value.is_constant = false;
    return value;
  }
  // Goes behind the divider of two arguments; false where none is next.
  bool next_argument() {
    skip_space();
    if (at_ >= formula_.size() || (formula_[at_] != ',' && formula_[at_] != ';')) return false;
    ++at_;
    return true;
  }

 private:
  void skip_space() {
    while (at_ < formula_.size() && ascii::is_space(formula_[at_])) ++at_;
  }
  // Of an argument.
  bool is_at_end() const {
    constexpr std::string_view kEnds = ",;)";
    return at_ >= formula_.size() || kEnds.find(formula_[at_]) != kEnds.npos;
  }
  bool operand(Value& value, int depth, bool joins) {
    if (at_ >= formula_.size() || depth > kDeepest) return false;
    const char c = formula_[at_];
    if (c == '"') return literal(value);
    if (ascii::is_digit(c) || c == '-') return number(value);
    if (c == '(') {
      ++at_;
      return within(value, depth);
    }
    if (value_ && value.text.size() < kMostText)
      if (const std::optional<CellRange> cells = reference()) return values(*cells, value, joins);
    return (ascii::is_alpha(c) || c == '_') && function(value, depth);
  }
  // A1, $B$2:C3, Sheet1!A1, 'One sheet'!A1; nothing where something else stands there.
  std::optional<CellRange> reference() {
    std::string_view rest = formula_.substr(at_);
    CellRange cells;
    if (!take_sheet(rest, cells.sheet)) return {};
    const auto first = take_cell(rest, shift_);
    if (!first) return {};
    std::tie(cells.left, cells.top) = *first;
    auto last = first;
    if (rest.starts_with(':')) {
      rest.remove_prefix(1);
      last = take_cell(rest, shift_);
      if (!last) return {};
    }
    std::tie(cells.right, cells.bottom) = *last;
    if (cells.right < cells.left) std::swap(cells.left, cells.right);
    if (cells.bottom < cells.top) std::swap(cells.top, cells.bottom);
    if (!rest.empty() &&
        (is_name_char(rest[0]) || rest[0] == '(' || rest[0] == '!' || rest[0] == ':'))
      return {};
    at_ = formula_.size() - rest.size();
    return cells;
  }
  static bool take_sheet(std::string_view& rest, std::string& sheet) {
    if (rest.starts_with('\'')) {
      std::size_t at = 1;
      for (; at < rest.size(); ++at) {
        if (rest[at] == '\'' && (at + 1 == rest.size() || rest[++at] != '\'')) break;
        sheet += rest[at];
      }
      if (at >= rest.size() || rest[at] != '!') return false;
      rest.remove_prefix(at + 1);
      return true;
    }
    std::size_t at = 0;
    while (at < rest.size() &&
           (is_name_char(rest[at]) || static_cast<unsigned char>(rest[at]) > 127))
      ++at;
    if (at == 0 || at == rest.size() || rest[at] != '!') return true;
    sheet = rest.substr(0, at);
    rest.remove_prefix(at + 1);
    return true;
  }
  // An operator makes something of each cell of a range, or of one of them.
  bool values(const CellRange& cells, Value& value, bool joins) {
    const std::optional<std::string> text = value_(cells);
    skip_space();
    if ((cells.left != cells.right || cells.top != cells.bottom) && !(joins && is_at_end()))
      return false;
    if (text) value.text += *text;
    return text.has_value();
  }
  // What stands in parentheses: arguments, joined.
  bool within(Value& value, int depth, bool joins = false) {
    do {
      const Value inner = concatenation(depth + 1, joins);
      value.text += inner.text;
      if (!inner.is_constant) return false;
    } while (next_argument());
    if (at_ >= formula_.size() || formula_[at_] != ')') return false;
    ++at_;
    return true;
  }
  bool literal(Value& value) {
    for (++at_; at_ < formula_.size(); ++at_) {
      if (formula_[at_] == '"') {
        if (at_ + 1 >= formula_.size() || formula_[at_ + 1] != '"') {
          ++at_;
          return true;
        }
        ++at_;
      }
      value.text += formula_[at_];
    }
    return true;
  }
  bool number(Value& value) {
    const std::size_t begin = at_;
    if (formula_[at_] == '-') ++at_;
    while (at_ < formula_.size() && (ascii::is_digit(formula_[at_]) || formula_[at_] == '.')) ++at_;
    const std::string_view digits = formula_.substr(begin, at_ - begin);
    value.text += digits;
    // "1:2" and "1E5" are others, and "1.50" is shown as "1.5".
    return (digits == "-" || is_shown_as_written(digits)) &&
           (at_ >= formula_.size() || (formula_[at_] != ':' && !is_name_char(formula_[at_])));
  }
  bool function(Value& value, int depth) {
    const std::size_t begin = at_;
    while (at_ < formula_.size() && is_name_char(formula_[at_])) ++at_;
    std::string_view name = formula_.substr(begin, at_ - begin);
    skip_space();
    if (at_ >= formula_.size() || formula_[at_] != '(') {
      at_ = begin;
      return false;
    }
    if (ascii::istarts_with(name, "_xlfn.")) name.remove_prefix(6);
    constexpr std::string_view kJoin[] = {"CONCATENATE", "CONCAT", "T", "TRIM", "LOWER"};
    constexpr std::string_view kCharacter[] = {"CHAR", "UNICHAR"};
    const bool is_join = ascii::iis_one_of(kJoin, name);
    if (!is_join && !ascii::iis_one_of(kCharacter, name)) {
      at_ = begin;
      return false;
    }
    ++at_;
    skip_space();
    // Of a number, which a cell may hold, it makes nothing.
    if (ascii::iequals(name, "T") && (at_ >= formula_.size() || formula_[at_] != '"')) {
      at_ = begin;
      return false;
    }
    Value inner;
    const bool is_whole = within(inner, depth, ascii::iequals(name, "CONCAT"));
    if (is_join) {
      value.text += ascii::iequals(name, "TRIM") ? without_blanks(inner.text) : inner.text;
      return is_whole;
    }
    return is_whole && character(inner.text, ascii::iequals(name, "CHAR"), value);
  }
  // Around it, and all but one between two words.
  static std::string without_blanks(std::string_view text) {
    std::string out;
    for (const char c : text)
      if (c != ' ' || (!out.empty() && out.back() != ' ')) out += c;
    if (out.ends_with(' ')) out.pop_back();
    return out;
  }
  static bool character(std::string_view digits, bool is_of_page, Value& value) {
    unsigned number = 0;
    const char* end = digits.data() + digits.size();
    const auto [stop, error] = std::from_chars(digits.data(), end, number);
    if (error != std::errc() || stop != end) return false;
    const char32_t c = is_of_page && number < 0x100
                           ? text::windows_1252(static_cast<unsigned char>(number))
                           : number;
    utf8::append_any(c, value.text);
    return true;
  }

  std::string_view formula_;
  std::size_t at_;
  const ValueOfCells& value_;
  Shift shift_;
};

// Is the host of it known, whatever follows, or need it not be: within the document, a scheme that
// has none?
bool is_host_known(std::string_view text) {
  text = ascii::trim_left(text);
  constexpr std::string_view kEnds = "/?#\\";
  if (text.starts_with('#')) return true;
  if (text.starts_with("\\\\")) return text.find_first_of(kEnds, 2) != text.npos;
  if (!has_scheme(text)) return false;
  std::string_view rest = text.substr(text.find(':') + 1);
  // URL Standard 4.4: a host follows, however many slashes there are.
  constexpr std::string_view kSpecial[] = {"http", "https", "ftp", "ws", "wss"};
  if (ascii::iis_one_of(kSpecial, text.substr(0, text.find(':')))) {
    rest.remove_prefix(std::min(rest.find_first_not_of("/\\"), rest.size()));
    return rest.find_first_of(kEnds) != rest.npos;
  }
  if (rest.empty() || rest == "/") return false;
  return !rest.starts_with("//") || rest.find_first_of(kEnds, 2) != rest.npos;
}

// Before the name of a function that another one is given, which calls it: MAP(A1:A9,_xleta.IMAGE).
constexpr std::string_view kValue = "_xleta.";

// Names with what programs write before those of newer functions.
std::string function_name(std::string_view name) {
  constexpr std::string_view kBefore[] = {
      "_xlfn.", "_xlws.",         "_xll.",           "__xludf.",
      kValue,   "COM.MICROSOFT.", "ORG.OPENOFFICE.", "ORG.LIBREOFFICE."};
  for (const std::string_view prefix : kBefore)
    if (ascii::istarts_with(name, prefix)) name.remove_prefix(prefix.size());
  std::string upper;
  for (const char c : name) upper += ascii::is_lower(c) ? static_cast<char>(c - 'a' + 'A') : c;
  return upper;
}

// Of Excel and LibreOffice, and of Google's.
constexpr std::string_view kOfUrl[] = {"HYPERLINK",  "WEBSERVICE", "IMAGE",    "IMPORTDATA",
                                       "IMPORTFEED", "IMPORTHTML", "IMPORTXML"};
// Commands, servers that are asked, and formulas that are made of texts.
constexpr std::string_view kDde = "DDE";
constexpr std::string_view kOfWords[] = {
    kDde, "RTD", "EXEC", "CALL", "OPEN", "REGISTER", "URLDOWNLOADTOFILE", "EVALUATE", "REGISTER.ID",
    "SQL.REQUEST", "RUN",
    // of Visio
    "CALLTHIS", "OPENFILE", "RUNADDON", "RUNADDONWARGS", "RUNMACRO"};
// LibreOffice opens the table that is named in what it makes.
constexpr std::string_view kIndirect = "INDIRECT";

// What Google's functions are in a workbook of OOXML: IFERROR(__xludf.DUMMYFUNCTION("..."),1).
constexpr std::string_view kOfGoogle = "DUMMYFUNCTION";

void call(Expression expression, std::string name, std::vector<FormulaTarget>& found,
          std::vector<std::string>& kept) {
  if (ascii::is_one_of(kOfUrl, name)) {
    const Value url = expression.concatenation(0);
    const bool is_open = !url.is_constant && !is_host_known(url.text);
    if (url.text.empty() && !is_open) return;
    FormulaTarget target{url.text, std::move(name), {}, !url.begins_constant,
                         is_open,  url.is_constant};
    if (url.is_constant && target.function == "HYPERLINK" && expression.next_argument()) {
      Value shown = expression.concatenation(0);
      if (shown.is_constant) target.text = std::move(shown.text);
    }
    found.push_back(std::move(target));
  } else if (ascii::is_one_of(kOfWords, name)) {
    std::string words;
    for (int i = 0; i < 8; ++i) {
      const Value argument = expression.concatenation(0);
      if (!argument.text.empty()) words.append(argument.text).append(" ");
      if (!argument.is_constant || !expression.next_argument()) break;
    }
    found.push_back({std::move(words), std::move(name), {}, true});
  } else if (name == kIndirect) {
    std::string place = expression.concatenation(0).text;
    if (is_worth_searching(place)) found.push_back({std::move(place), std::move(name), {}, true});
  } else if (name == kOfGoogle) {
    kept.push_back(expression.concatenation(0).text);
  }
}

// One that another function calls, with who knows what.
void call_later(std::string name, std::vector<FormulaTarget>& found) {
  const bool is_of_url = ascii::is_one_of(kOfUrl, name);
  if (is_of_url || ascii::is_one_of(kOfWords, name))
    found.push_back({{}, std::move(name), {}, true, is_of_url, false});
}

// What stands between two apostrophes, of which two are one; `at` goes behind it.
std::string quoted_name(std::string_view formula, std::size_t& at) {
  std::string name;
  for (++at; at < formula.size(); ++at) {
    if (formula[at] == '\'') {
      ++at;
      if (at == formula.size() || formula[at] != '\'') break;
    }
    name += formula[at];
  }
  return name;
}

// "\\host\share\" and "x.xlsx" of '\\host\share\[x.xlsx]Sheet1', and of '\\host\share\x.xlsx'!name
// the same; nothing of a sheet, or of a book that another part names ([1]Sheet1) or that lies
// beside this one.
std::string book_of(std::string_view name) {
  const std::size_t open = name.find('[');
  const std::size_t close = name.find(']', std::min(open, name.size()));
  if (close == name.npos) return std::string(may_have_url(name) ? name : std::string_view());
  if (open == 0) return {};
  return std::string(name.substr(0, open)).append(name.substr(open + 1, close - open - 1));
}

// 'https://a.example/x.ods'#$Sheet1.A1 of OpenFormula 5.8, 'https://a.example/[x.xlsx]Sheet1'!A1 of
// Excel, and cmd|'/c x'!A0, which is DDE.
void name_of_other(std::string name, char before, char behind, std::vector<FormulaTarget>& found) {
  constexpr const char* kReference = "reference";
  if (behind == '#')
    found.push_back({std::move(name), kReference, {}, false});
  else if (before == '|')
    found.push_back({std::move(name), std::string(kDde), {}, true});
  else if (std::string book = behind == '!' ? book_of(name) : std::string(); !book.empty())
    found.push_back({std::move(book), kReference, {}, false});
}

}  // namespace

bool is_shown_as_written(std::string_view number) {
  constexpr std::size_t kMostDigits = 15;
  const bool is_negative = number.starts_with('-');
  if (is_negative) number.remove_prefix(1);
  const std::size_t dot = number.find('.');
  const std::string_view whole = number.substr(0, dot);
  const std::string_view part = dot == number.npos ? std::string_view() : number.substr(dot + 1);
  const auto are_digits = [](std::string_view text) {
    return !text.empty() && std::all_of(text.begin(), text.end(), ascii::is_digit);
  };
  if (!are_digits(whole) || (whole.size() > 1 && whole[0] == '0')) return false;
  if (is_negative && number == "0") return false;
  if (dot != number.npos && (!are_digits(part) || part.back() == '0' || part.size() > 4))
    return false;
  return whole.size() + part.size() <= kMostDigits;
}

std::optional<std::pair<std::uint32_t, std::uint32_t>> take_cell(std::string_view& text,
                                                                 Shift shift) {
  std::size_t at = 0;
  const auto is_next = [&](char c) { return at < text.size() && text[at] == c; };
  const bool is_column_fixed = is_next('$');
  if (is_column_fixed) ++at;
  std::int64_t column = 0, row = 0;
  for (; at < text.size() && ascii::is_alpha(text[at]) && column <= kMostColumns; ++at)
    column = column * 26 + (ascii::to_lower(text[at]) - 'a' + 1);
  const bool is_row_fixed = is_next('$');
  if (is_row_fixed) ++at;
  for (; at < text.size() && ascii::is_digit(text[at]) && row <= kMostRows; ++at)
    row = row * 10 + (text[at] - '0');
  if (column == 0 || row == 0 || column > kMostColumns || row > kMostRows) return {};
  // They go round at the edges.
  if (!is_column_fixed)
    column = 1 + ((column - 1 + shift.columns) % kMostColumns + kMostColumns) % kMostColumns;
  if (!is_row_fixed) row = 1 + ((row - 1 + shift.rows) % kMostRows + kMostRows) % kMostRows;
  text.remove_prefix(at);
  return std::pair(static_cast<std::uint32_t>(column), static_cast<std::uint32_t>(row));
}

namespace {

const ValueOfCells kNoCells;

// `kept` are the formulas that Google keeps in it as texts.
void find_targets(std::string_view formula, const ValueOfCells& value, Shift shift,
                  std::vector<FormulaTarget>& found, std::vector<std::string>& kept) {
  bool has_dde = formula.find('!') == formula.npos;
  for (std::size_t at = 0; at < formula.size();) {
    const char c = formula[at];
    if (c == '"') {
      at = std::min(formula.find(c, at + 1), formula.size()) + 1;
    } else if (c == '\'') {
      const char before = at > 0 ? formula[at - 1] : '\0';
      std::string name = quoted_name(formula, at);
      has_dde = has_dde || before == '|';
      name_of_other(std::move(name), before, at < formula.size() ? formula[at] : '\0', found);
    } else if (is_name_char(c)) {
      const std::size_t begin = at;
      while (at < formula.size() && is_name_char(formula[at])) ++at;
      const std::string_view name = formula.substr(begin, std::min(at - begin, kMostName));
      while (at < formula.size() && ascii::is_space(formula[at])) ++at;
      if (at < formula.size() && formula[at] == '(') {
        std::string function = function_name(name);
        // What is kept as a text is no cell's.
        const ValueOfCells& known = function == kOfGoogle ? kNoCells : value;
        call(Expression(formula, at + 1, known, shift), std::move(function), found, kept);
      } else if (ascii::istarts_with(name, kValue)) {
        call_later(function_name(name), found);
      }
    } else if (c == '|' && at + 1 < formula.size() && formula[at + 1] != '\'' &&
               !std::exchange(has_dde, true)) {
      found.push_back({std::string(formula), std::string(kDde), {}, true});
      ++at;
    } else {
      ++at;
    }
  }
}

}  // namespace

std::vector<FormulaTarget> formula_targets(std::string_view formula, const ValueOfCells& value,
                                           Shift shift) {
  std::vector<FormulaTarget> found;
  std::vector<std::string> kept, none;
  find_targets(formula, value, shift, found, kept);
  for (const std::string& each : kept) find_targets(each, value, shift, found, none);
  // Texts that it is made of some way or other.
  const auto is_nothing = [](const FormulaTarget& each) {
    return each.is_open && each.raw.empty();
  };
  const auto nothing = std::find_if(found.begin(), found.end(), is_nothing);
  if (nothing != found.end() && is_worth_searching(formula)) {
    nothing->raw = formula;
    nothing->is_text = true;
  }
  return found;
}

bool has_open(const std::vector<FormulaTarget>& targets) {
  return std::any_of(targets.begin(), targets.end(),
                     [](const FormulaTarget& each) { return each.is_open; });
}

std::vector<std::string_view> lacks_of(const std::vector<FormulaTarget>& targets) {
  std::vector<std::string_view> sentences;
  if (has_open(targets)) sentences.push_back(kOpenFormula);
  if (std::any_of(targets.begin(), targets.end(), [](const FormulaTarget& each) {
        return ascii::is_one_of(kOfWords, each.function);
      }))
    sentences.push_back(kCommand);
  return sentences;
}

void tell_text_of_formula(std::string_view formula, DocumentSink& sink) {
  if (is_worth_searching(formula)) sink.reference({formula, "formula", "", {}, false, true});
}

std::vector<FormulaTarget> tell_formula(std::string_view formula, DocumentSink& sink) {
  std::vector<FormulaTarget> targets = formula_targets(formula);
  tell_targets_of_formula(targets, sink);
  return targets;
}

void tell_targets_of_formula(const std::vector<FormulaTarget>& targets, DocumentSink& sink) {
  for (const FormulaTarget& target : targets) {
    if (target.raw.empty()) continue;
    DocumentReference reference{target.raw, "formula", target.function};
    if (target.text) reference.text = *target.text;
    reference.is_text = target.is_text;
    sink.reference(reference);
  }
}

}  // namespace basewalk::worker::office

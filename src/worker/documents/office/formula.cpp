// SPDX-License-Identifier: MIT
#include "worker/documents/office/formula.h"

#include <algorithm>
#include <charconv>
#include <utility>

#include "text/ascii.h"
#include "text/binary/windows_1252.h"
#include "text/utf8.h"

namespace basewalk::worker::office {
namespace {

constexpr int kDeepest = 16;

// A value as far as it is constant.
struct Value {
  std::string text;
  bool is_constant = true;
  bool begins_constant = true;
};

bool is_name_char(char c) { return ascii::is_alnum(c) || c == '_' || c == '.'; }

class Expression {
 public:
  Expression(std::string_view formula, std::size_t at) : formula_(formula), at_(at) {}

  std::size_t at() const { return at_; }

  // Operands with & between them, up to what divides arguments.
  Value concatenation(int depth) {
    Value value;
    while (true) {
      skip_space();
      if (!operand(value, depth)) {
        value.begins_constant = value.begins_constant && !value.text.empty();
        value.is_constant = false;
        return value;
      }
      skip_space();
      if (at_ >= formula_.size() || formula_[at_] != '&') return value;
      ++at_;
    }
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
  bool operand(Value& value, int depth) {
    if (at_ >= formula_.size() || depth > kDeepest) return false;
    const char c = formula_[at_];
    if (c == '"') return literal(value);
    if (ascii::is_digit(c) || c == '-') return number(value);
    if (c == '(') {
      ++at_;
      return within(value, depth);
    }
    return ascii::is_alpha(c) && function(value, depth);
  }
  // What stands in parentheses: arguments, joined.
  bool within(Value& value, int depth) {
    do {
      const Value inner = concatenation(depth + 1);
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
    value.text += formula_.substr(begin, at_ - begin);
    // "1:2" and "1E5" are others.
    return at_ >= formula_.size() || (formula_[at_] != ':' && !is_name_char(formula_[at_]));
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
    Value inner;
    const bool is_whole = within(inner, depth);
    if (is_join) {
      value.text += inner.text;
      return is_whole;
    }
    return is_whole && character(inner.text, value);
  }
  static bool character(std::string_view digits, Value& value) {
    unsigned number = 0;
    const char* end = digits.data() + digits.size();
    const auto [stop, error] = std::from_chars(digits.data(), end, number);
    if (error != std::errc() || stop != end) return false;
    const char32_t c =
        number < 0x100 ? text::windows_1252(static_cast<unsigned char>(number)) : number;
    utf8::append_any(c, value.text);
    return true;
  }

  std::string_view formula_;
  std::size_t at_;
};

// Names with what programs write before those of newer functions.
std::string function_name(std::string_view name) {
  for (const std::string_view prefix :
       {"_xlfn.", "_xlws.", "_xll.", "COM.MICROSOFT.", "ORG.OPENOFFICE.", "ORG.LIBREOFFICE."})
    if (ascii::istarts_with(name, prefix)) name.remove_prefix(prefix.size());
  std::string upper;
  for (const char c : name) upper += ascii::is_lower(c) ? static_cast<char>(c - 'a' + 'A') : c;
  return upper;
}

constexpr std::string_view kOfUrl[] = {"HYPERLINK", "WEBSERVICE", "IMAGE"};
// Commands, and servers that are asked.
constexpr std::string_view kOfWords[] = {
    "DDE", "RTD", "EXEC", "CALL", "OPEN", "REGISTER", "URLDOWNLOADTOFILE", "RUN"};

void call(std::string_view formula, std::size_t arguments, std::string name,
          std::vector<FormulaTarget>& found) {
  Expression expression(formula, arguments);
  if (ascii::is_one_of(kOfUrl, name)) {
    const Value url = expression.concatenation(0);
    if (url.text.empty()) return;
    FormulaTarget target{url.text, std::move(name), {}, !url.begins_constant};
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
    if (!words.empty()) found.push_back({std::move(words), std::move(name), {}, true});
  }
}

// 'https://a.example/x.ods'#$Sheet1.A1 of OpenFormula 5.8, and cmd|'/c x'!A0, which is DDE.
void quoted_name(std::string_view formula, std::size_t begin, std::size_t end, char before,
                 std::vector<FormulaTarget>& found) {
  const char behind = end + 1 < formula.size() ? formula[end + 1] : '\0';
  if (behind == '#')
    found.push_back({std::string(formula.substr(begin, end - begin)), "reference", {}, false});
  else if (before == '|')
    found.push_back({std::string(formula.substr(begin, end - begin)), "DDE", {}, true});
}

}  // namespace

std::vector<FormulaTarget> formula_targets(std::string_view formula) {
  std::vector<FormulaTarget> found;
  bool has_dde = formula.find('!') == formula.npos;
  for (std::size_t at = 0; at < formula.size();) {
    const char c = formula[at];
    if (c == '"' || c == '\'') {
      const std::size_t end = std::min(formula.find(c, at + 1), formula.size());
      const char before = at > 0 ? formula[at - 1] : '\0';
      if (c == '\'') has_dde = has_dde || before == '|';
      if (c == '\'') quoted_name(formula, at + 1, end, before, found);
      at = end + 1;
    } else if (is_name_char(c)) {
      const std::size_t begin = at;
      while (at < formula.size() && is_name_char(formula[at])) ++at;
      if (at < formula.size() && formula[at] == '(' && at - begin < 64)
        call(formula, at + 1, function_name(formula.substr(begin, at - begin)), found);
    } else if (c == '|' && at + 1 < formula.size() && formula[at + 1] != '\'' &&
               !std::exchange(has_dde, true)) {
      found.push_back({std::string(formula), "DDE", {}, true});
      ++at;
    } else {
      ++at;
    }
  }
  return found;
}

std::vector<FormulaTarget> tell_formula(std::string_view formula, DocumentSink& sink) {
  std::vector<FormulaTarget> targets = formula_targets(formula);
  for (const FormulaTarget& target : targets) {
    DocumentReference reference{target.raw, "formula", target.function};
    if (target.text) reference.text = *target.text;
    reference.is_text = target.is_text;
    sink.reference(reference);
  }
  return targets;
}

}  // namespace basewalk::worker::office

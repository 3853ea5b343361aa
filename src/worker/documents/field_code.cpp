// SPDX-License-Identifier: MIT
#include "worker/documents/field_code.h"

#include <algorithm>
#include <charconv>
#include <utility>

#include "text/ascii.h"
#include "text/utf8.h"
#include "text/windows_1252.h"

namespace basewalk::worker {
namespace {

constexpr std::size_t kDeepest = 32;
constexpr std::size_t kMostCode = std::size_t{256} << 10;
constexpr std::size_t kMostResult = std::size_t{16} << 10;

// Quotes, and those that a program makes of them while one writes.
std::size_t quote_at(std::string_view code, std::size_t at) {
  if (code[at] == '"') return 1;
  const std::string_view rest = code.substr(at, 3);
  return rest == "\u201C" || rest == "\u201D" || rest == "\u201E" ? 3 : 0;
}

// Where every run of backslashes is of even length, two of them are one.  Where not, somebody wrote
// a path as it is.
bool has_escapes(std::string_view word) {
  for (std::size_t at = word.find('\\'); at != word.npos; at = word.find('\\', at)) {
    const std::size_t end = std::min(word.find_first_not_of('\\', at), word.size());
    if ((end - at) % 2 != 0 && !(end < word.size() && word[end] == '"')) return false;
    at = end;
  }
  return true;
}

std::string without_escapes(std::string_view word) {
  const bool escapes = has_escapes(word);
  std::string out;
  for (std::size_t at = 0; at < word.size(); ++at) {
    const char next = at + 1 < word.size() ? word[at + 1] : '\0';
    if (word[at] == '\\' && (next == '"' || (escapes && next == '\\'))) ++at;
    out += word[at];
  }
  return out;
}

FieldWord quoted_word(std::string_view code, std::size_t& at) {
  at += quote_at(code, at);
  const std::size_t begin = at;
  std::size_t quote = 0;
  for (; at < code.size(); ++at) {
    if (code[at] == '\\' && at + 1 < code.size() && (code[at + 1] == '\\' || code[at + 1] == '"')) {
      // The last backslash of "c:\" is none that escapes, if nothing ends the word behind it.
      if (code[at + 1] == '"' && code.find('"', at + 2) == code.npos) continue;
      ++at;
      continue;
    }
    quote = quote_at(code, at);
    if (quote != 0) break;
  }
  FieldWord word{without_escapes(code.substr(begin, at - begin)), false, true};
  at += quote;
  return word;
}

FieldWord switch_word(std::string_view code, std::size_t& at) {
  const std::size_t begin = ++at;
  // One character, or the letters of the few that have more.
  if (at < code.size() && ascii::is_alpha(code[at]))
    while (at < code.size() && ascii::is_alpha(code[at])) ++at;
  else if (at < code.size())
    ++at;
  return {ascii::lowered(code.substr(begin, at - begin)), true, false};
}

FieldWord plain_word(std::string_view code, std::size_t& at) {
  const std::size_t begin = at;
  while (at < code.size() && !ascii::is_space(code[at]) && quote_at(code, at) == 0) ++at;
  return {without_escapes(code.substr(begin, at - begin)), false, false};
}

// Switches that a word belongs to, which is no argument of the field then.
bool takes_word(std::string_view field, std::string_view name) {
  if (name == "*" || name == "#" || name == "@") return true;
  if (field == "HYPERLINK") return name == "l" || name == "o" || name == "t" || name == "s";
  if (field == "INCLUDEPICTURE" || field == "IMPORT" || field == "INCLUDE") return name == "c";
  if (field == "INCLUDETEXT") return name == "c" || name == "n" || name == "t" || name == "x";
  if (field == "LINK") return name == "f";
  return false;
}

// The words of a field: its arguments, and those of switches.
struct Parsed {
  std::string name;
  std::vector<std::string> arguments;
  std::vector<std::pair<std::string, std::string>> switches;
};

std::string name_of(std::string_view word) {
  std::string name;
  for (const char c : word.substr(0, 32)) {
    if (ascii::is_lower(c))
      name += static_cast<char>(c - 'a' + 'A');
    else if (ascii::is_alnum(c) || c == '-' || c == '_')
      name += c;
  }
  return name;
}

Parsed parse(std::string_view code) {
  Parsed parsed;
  const std::vector<FieldWord> words = field_words(code);
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (words[i].is_switch) {
      const bool with_word =
          takes_word(parsed.name, words[i].text) && i + 1 < words.size() && !words[i + 1].is_switch;
      parsed.switches.emplace_back(words[i].text, with_word ? words[i + 1].text : std::string());
      if (with_word) ++i;
    } else if (parsed.name.empty() && parsed.arguments.empty()) {
      parsed.name = name_of(words[i].text);
    } else {
      parsed.arguments.push_back(words[i].text);
    }
  }
  return parsed;
}

// 17.16.5.25: with a place in it, which is all that there is for one in the document itself.
void hyperlink(const Parsed& parsed, std::vector<FieldTarget>& found) {
  if (parsed.arguments.empty() || parsed.arguments.front().empty()) return;
  std::string raw = parsed.arguments.front();
  for (const auto& [name, word] : parsed.switches)
    if (name == "l" && !word.empty() && raw.find('#') == raw.npos) raw.append("#").append(word);
  found.push_back({std::move(raw), parsed.name, {}, false});
}

void first_argument(const Parsed& parsed, std::size_t which, std::vector<FieldTarget>& found) {
  if (parsed.arguments.size() > which && !parsed.arguments[which].empty())
    found.push_back({parsed.arguments[which], parsed.name, {}, false});
  for (const auto& [name, word] : parsed.switches)
    // 17.16.5.27: what transforms it.
    if (parsed.name == "INCLUDETEXT" && name == "t" && !word.empty())
      found.push_back({word, parsed.name, {}, false});
}

// A command and its arguments.
void all_words(const Parsed& parsed, std::vector<FieldTarget>& found) {
  for (const std::string& word : parsed.arguments) found.push_back({word, parsed.name, {}, true});
}

void words_with_url(const Parsed& parsed, std::vector<FieldTarget>& found) {
  const auto look = [&](const std::string& word) {
    if (word.find("://") != word.npos || word.find("\\\\") != word.npos ||
        word.find("www.") != word.npos)
      found.push_back({word, parsed.name, {}, true});
  };
  for (const std::string& word : parsed.arguments) look(word);
  for (const auto& each : parsed.switches) look(each.second);
}

void append_code(std::string_view word, std::string& out) {
  const bool is_hex = word.starts_with("0x") || word.starts_with("0X");
  unsigned number = 0;
  const std::string_view digits = is_hex ? word.substr(2) : word;
  const auto [end, error] =
      std::from_chars(digits.data(), digits.data() + digits.size(), number, is_hex ? 16 : 10);
  if (error != std::errc() || end != digits.data() + digits.size()) {
    out += word;
    return;
  }
  utf8::append_any(number < 0x100 ? text::windows_1252(static_cast<unsigned char>(number)) : number,
                   out);
}

}  // namespace

std::vector<FieldWord> field_words(std::string_view code) {
  std::vector<FieldWord> words;
  for (std::size_t at = 0; at < code.size();) {
    if (ascii::is_space(code[at])) {
      ++at;
    } else if (quote_at(code, at) != 0) {
      words.push_back(quoted_word(code, at));
    } else if (code[at] == '\\' && !code.substr(at).starts_with("\\\\")) {
      words.push_back(switch_word(code, at));
    } else {
      words.push_back(plain_word(code, at));
    }
  }
  return words;
}

std::vector<FieldTarget> field_targets(std::string_view code) {
  const Parsed parsed = parse(code);
  std::vector<FieldTarget> found;
  const std::string_view name = parsed.name;
  if (name == "HYPERLINK")
    hyperlink(parsed, found);
  else if (name == "INCLUDEPICTURE" || name == "INCLUDETEXT" || name == "INCLUDE" ||
           name == "IMPORT" || name == "RD")
    first_argument(parsed, 0, found);
  else if (name == "LINK")
    first_argument(parsed, 1, found);
  else if (name == "DDE" || name == "DDEAUTO")
    all_words(parsed, found);
  else
    words_with_url(parsed, found);
  return found;
}

std::optional<std::string> field_value(std::string_view code) {
  const std::vector<FieldWord> words = field_words(code);
  if (words.empty()) return {};
  const std::string name = name_of(words.front().text);
  if (name != "QUOTE" && name != "SYMBOL") return {};
  std::string value;
  for (std::size_t i = 1; i < words.size(); ++i) {
    if (words[i].is_switch) {
      const bool has_word = words[i].text == "*" || words[i].text == "f" || words[i].text == "s" ||
                            words[i].text == "@" || words[i].text == "#";
      if (has_word && i + 1 < words.size() && !words[i + 1].is_switch) ++i;
    } else if (words[i].is_quoted) {
      value += words[i].text;
    } else {
      append_code(words[i].text, value);
    }
  }
  return value;
}

void FieldReader::begin() {
  if (fields_.size() == kDeepest)
    ++too_deep_;
  else
    fields_.emplace_back();
}

void FieldReader::separate() {
  if (too_deep_ == 0 && !fields_.empty()) fields_.back().has_result = true;
}

void FieldReader::end(std::vector<FieldTarget>& found) {
  if (too_deep_ > 0) {
    --too_deep_;
    return;
  }
  if (fields_.empty()) return;
  const Field field = std::move(fields_.back());
  fields_.pop_back();
  for (FieldTarget& target : field_targets(field.code)) {
    target.text = field.result;
    found.push_back(std::move(target));
  }
  text(field_value(field.code).value_or(field.result));
}

void FieldReader::text(std::string_view text) {
  if (fields_.empty()) return;
  Field& field = fields_.back();
  std::string& into = field.has_result ? field.result : field.code;
  const std::size_t most = field.has_result ? kMostResult : kMostCode;
  if (into.size() < most) into += utf8::cut(text, most - into.size());
}

void FieldReader::finish(std::vector<FieldTarget>& found) {
  too_deep_ = 0;
  while (!fields_.empty()) end(found);
}

bool FieldReader::is_shown() const {
  return std::all_of(fields_.begin(), fields_.end(),
                     [](const Field& field) { return field.has_result; });
}

}  // namespace basewalk::worker

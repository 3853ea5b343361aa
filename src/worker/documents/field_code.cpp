// SPDX-License-Identifier: MIT
#include "worker/documents/field_code.h"

#include <algorithm>
#include <charconv>
#include <iterator>
#include <utility>

#include "text/ascii.h"
#include "text/binary/windows_1252.h"
#include "text/find.h"
#include "text/number.h"
#include "text/utf8.h"
#include "worker/documents/may_have_url.h"
#include "worker/programs.h"

namespace basewalk::worker {
namespace {

// Fields that lie deeper are read each by itself.
constexpr std::size_t kDeepest = 4096;
constexpr std::size_t kMostCode = std::size_t{16} << 20;
constexpr std::size_t kMostResult = std::size_t{16} << 10;
constexpr std::size_t kMostShown = 4096;
constexpr std::size_t kMostName = 64;
constexpr std::size_t kMostStyles = 100;
// DDE, DDEAUTO (17.16.5.15, 16).
constexpr std::string_view kDde = "DDE";
// With these a link leads somewhere, whatever is behind it.
constexpr std::string_view kSchemes[] = {
    "http:", "https:", "ftp:", "file:", "mailto:", "www.", "//", "\\\\"};
// What a database says (17.16.5.14); in ODBC's and OLE DB's words where that is.
constexpr std::string_view kDatabase = "DATABASE";

// Quotes, and those that a program makes of them while one writes.
std::size_t quote_at(std::string_view code, std::size_t at) {
  if (code[at] == '"') return 1;
  const std::string_view rest = code.substr(at, 3);
  return rest == "\u201C" || rest == "\u201D" || rest == "\u201E" ? 3 : 0;
}

// Two backslashes are one (17.16.1), but where somebody wrote a path as it is: in "\\h\share" and
// "c:\x" some stand alone, and never more than two together.
bool has_escapes(std::string_view word) {
  bool is_path = false;
  for (std::size_t at = word.find('\\'); at != word.npos; at = word.find('\\', at)) {
    const std::size_t end = std::min(word.find_first_not_of('\\', at), word.size());
    if (end - at > 2) return true;
    if (end - at == 1 && !(end < word.size() && word[end] == '"')) is_path = true;
    at = end;
  }
  return !is_path;
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

struct Word {
  std::string text;        // without quotes and escapes
  bool is_switch = false;  // `\l`, of which `text` is the "l"
  bool is_quoted = false;
  bool is_glued = false;  // stands right behind a switch: the "sec" of `\lsec`
};

// The words of instructions, one after another: all of them at once would take many times their
// memory.
class Words {
 public:
  explicit Words(std::string_view code) : code_(code) {}

  std::optional<Word> next() {
    while (at_ < code_.size() && ascii::is_space(code_[at_])) {
      ++at_;
      is_behind_switch_ = false;
    }
    if (at_ == code_.size()) return {};
    const bool is_glued = std::exchange(is_behind_switch_, false);
    Word word;
    if (quote_at(code_, at_) != 0)
      word = {quoted(), false, true, false};
    else if (code_[at_] == '\\' && !code_.substr(at_).starts_with("\\\\"))
      word = {switched(), true, false, false};
    else
      word = {plain(), false, false, is_glued};
    is_behind_switch_ = word.is_switch;
    is_first_ = is_first_ && word.is_switch;
    return word;
  }

 private:
  std::string quoted() {
    at_ += quote_at(code_, at_);
    const std::size_t begin = at_;
    std::size_t quote = 0;
    for (; at_ < code_.size(); ++at_) {
      const char next = at_ + 1 < code_.size() ? code_[at_ + 1] : '\0';
      if (code_[at_] == '\\' && (next == '\\' || next == '"')) {
        // The last backslash of "c:\" is none that escapes, if nothing ends the word behind it.
        if (next == '"' && code_.find('"', at_ + 2) == code_.npos) continue;
        ++at_;
        continue;
      }
      quote = quote_at(code_, at_);
      if (quote != 0) break;
    }
    std::string text = without_escapes(code_.substr(begin, at_ - begin));
    at_ += quote;
    return text;
  }

  std::string switched() {
    const std::size_t begin = ++at_;
    if (at_ < code_.size()) ++at_;
    return ascii::lowered(code_.substr(begin, at_ - begin));
  }

  std::string plain() {
    const std::size_t begin = at_;
    bool is_letters = is_first_;
    for (; at_ < code_.size() && !ascii::is_space(code_[at_]) && quote_at(code_, at_) == 0; ++at_) {
      // HYPERLINK\l
      if (is_letters && at_ > begin && code_[at_] == '\\') break;
      is_letters = is_letters && ascii::is_alpha(code_[at_]);
    }
    return without_escapes(code_.substr(begin, at_ - begin));
  }

  std::string_view code_;
  std::size_t at_ = 0;
  bool is_first_ = true;  // no word but switches came
  bool is_behind_switch_ = false;
};

bool is_letters(std::string_view text) {
  return std::all_of(text.begin(), text.end(), ascii::is_alpha);
}

// Fields that lead to one place (17.16.5; INCLUDE, IMPORT and HTMLCONTROL are older than that).
struct Keyword {
  std::string_view name;
  std::string_view with_word;  // switches that a word belongs to, which is no argument then
  std::size_t place;           // the argument that leads somewhere
};
constexpr Keyword kKeywords[] = {
    {"HYPERLINK", "lots", 0},
    {"INCLUDEPICTURE", "c", 0},
    {"INCLUDETEXT", "cntx", 0},
    {"INCLUDE", "cntx", 0},
    {"IMPORT", "c", 0},
    {"LINK", "f", 1},
    {"RD", "", 0},
    {"HTMLCONTROL", "", 0},
};
// 17.16.4: formats, which any field may have.
constexpr std::string_view kFormats = "*#@";

const Keyword* keyword_of(std::string_view name) {
  const Keyword* found = std::find_if(std::begin(kKeywords), std::end(kKeywords),
                                      [&](const Keyword& each) { return each.name == name; });
  return found == std::end(kKeywords) ? nullptr : found;
}

// The letters that a word begins with, but for what is not seen among them: controls, blanks beyond
// ASCII, soft hyphens.
std::string name_of(std::string_view word) {
  std::string name;
  for (const char c : word.substr(0, kMostName)) {
    if (ascii::is_alpha(c))
      name += static_cast<char>(ascii::is_lower(c) ? c - 'a' + 'A' : c);
    else if ((c > ' ' && c < 0x7F) || keyword_of(name) != nullptr)
      break;
  }
  return name;
}

bool takes_word(std::string_view with_word, std::string_view name) {
  return !name.empty() &&
         (kFormats.find(name) != kFormats.npos || with_word.find(name) != with_word.npos);
}

// What is looked for in a field, and nothing else of it.
struct Parsed {
  std::string name;
  const Keyword* keyword = nullptr;
  std::optional<std::string> place;
  std::string bookmark;  // the last one
  std::vector<std::string> styles;
  std::string others;  // arguments with a URL that lead nowhere by themselves
};

void take_switch_word(char name, std::string word, Parsed& parsed) {
  if (parsed.keyword == nullptr || word.empty()) return;
  if (name == 'l' && parsed.name == "HYPERLINK") {
    parsed.bookmark = std::move(word);
    return;
  }
  // 17.16.5.27: what transforms the text.  It is one, and of very many the last one counts.
  if (name == 't' && (parsed.name == "INCLUDETEXT" || parsed.name == "INCLUDE")) {
    if (parsed.styles.size() == kMostStyles) parsed.styles.pop_back();
    parsed.styles.push_back(std::move(word));
  }
}

Parsed parse(std::string_view code) {
  Parsed parsed;
  std::size_t arguments = 0;
  bool has_name = false;
  char waits = '\0';  // a switch, for its word
  Words words(code);
  for (auto word = words.next(); word; word = words.next()) {
    if (word->is_switch) {
      const std::string_view with_word = parsed.keyword ? parsed.keyword->with_word : "";
      waits = takes_word(with_word, word->text) ? word->text.front() : '\0';
      continue;
    }
    const char name = std::exchange(waits, '\0');
    // A format's name has letters only (17.16.4.3).
    if (name != '\0' && (name != '*' || is_letters(word->text))) {
      take_switch_word(name, std::move(word->text), parsed);
    } else if (!has_name) {
      has_name = !word->text.empty();
      parsed.name = name_of(word->text);
      parsed.keyword = keyword_of(parsed.name);
    } else if (!word->is_glued || !is_letters(word->text)) {
      // Letters right behind a switch without a word are of its name.
      if (parsed.keyword != nullptr && arguments == parsed.keyword->place)
        parsed.place = std::move(word->text);
      else if (parsed.keyword != nullptr && may_have_url(word->text))
        parsed.others.append(parsed.others.empty() ? "" : " ").append(word->text);
      ++arguments;
    }
  }
  return parsed;
}

// The words of a field, or those that a URL may stand in, as one text.
std::string joined(std::string_view code, bool all) {
  std::string text;
  bool is_name = true;
  Words words(code);
  for (auto word = words.next(); word; word = words.next()) {
    const bool is_told = is_worth_searching(word->text) || (all && !(is_name && !word->is_switch));
    is_name = is_name && (word->is_switch || word->text.empty());
    if (!is_told) continue;
    if (!text.empty()) text += ' ';
    if (word->is_switch) text += '\\';
    text += word->text;
  }
  return text;
}

// 17.16.5.25: with a place in it, which is all that there is for one in the document itself.
void tell_place(Parsed& parsed, std::vector<FieldTarget>& found) {
  std::string raw = std::move(*parsed.place);
  if (raw.empty()) return;
  if (!parsed.bookmark.empty() && raw.find('#') == raw.npos)
    raw.append(parsed.bookmark.starts_with('#') ? "" : "#").append(parsed.bookmark);
  found.push_back({std::move(raw), parsed.name, {}, false});
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

// Null where its name, the first word, is that of none.
const Keyword* keyword_in(std::string_view code) {
  const auto first = Words(code).next();
  return first ? keyword_of(name_of(first->text)) : nullptr;
}

}  // namespace

std::vector<FieldTarget> field_targets(std::string_view code) {
  Parsed parsed = parse(code);
  std::vector<FieldTarget> found;
  for (std::string& style : parsed.styles)
    found.push_back({std::move(style), parsed.name, {}, false});
  if (!parsed.others.empty()) found.push_back({std::move(parsed.others), parsed.name, {}, true});
  if (parsed.place) tell_place(parsed, found);
  if (parsed.place || !found.empty() || !parsed.bookmark.empty()) return found;
  // A program and what it is to do, or whatever has a URL.
  std::string text = joined(code, parsed.name.starts_with(kDde) || parsed.name == kDatabase);
  if (!text.empty()) found.push_back({std::move(text), parsed.name, {}, true});
  return found;
}

std::optional<std::string> field_value(std::string_view code) {
  Words words(code);
  const auto first = words.next();
  if (!first) return {};
  const std::string name = name_of(first->text);
  if (name != "QUOTE" && name != "SYMBOL") return {};
  std::string value;
  bool waits = false;  // a switch, for its word
  for (auto word = words.next(); word; word = words.next()) {
    if (word->is_switch)
      waits = takes_word("fs", word->text);
    else if (std::exchange(waits, false) || (word->is_glued && is_letters(word->text)))
      continue;
    else if (word->is_quoted)
      value += word->text;
    else
      append_code(word->text, value);
  }
  return value;
}

std::string value_of(const Field& field) {
  std::optional<std::string> value = field_value(field.code);
  if (value && !value->empty()) return std::move(*value);
  return std::string(utf8::cut(field.result, kMostResult));
}

// A field that leads somewhere is what it says itself, and so is one of nothing.
bool is_open(const Field& field) {
  return field.is_composed || (Words(field.code).next() && keyword_in(field.code) == nullptr &&
                               !field_value(field.code));
}

// [MS-OE376] 2.15: is it a QR code of what a record of a merge says, or another field?
bool is_code_of_others(const Field& field) {
  Words words(field.code);
  const auto first = words.next();
  const std::string name = first ? name_of(first->text) : std::string();
  if (name != "MERGEBARCODE" && !(name == "DISPLAYBARCODE" && field.is_composed)) return false;
  for (auto word = words.next(); word; word = words.next())
    if (ascii::iequals(word->text, "QR")) return true;
  return false;
}

namespace {

std::vector<FieldTarget> targets_of(const Field& field);

// The instructions as some programs read them, and as others do.
std::vector<FieldTarget> targets_of_versions(const Field& field) {
  Field version;
  version.is_composed = field.is_composed;
  version.code = field.other_code;
  std::vector<FieldTarget> others = targets_of(version);
  version.code = field.code;
  std::vector<FieldTarget> targets = targets_of(version);
  const bool is_same =
      std::equal(targets.begin(), targets.end(), others.begin(), others.end(),
                 [](const FieldTarget& a, const FieldTarget& b) {
                   return a.raw == b.raw && a.name == b.name && a.is_text == b.is_text;
                 });
  if (is_same) return targets;
  // What is left of a link without the value of another field mostly leads nowhere.
  const auto leads = [&](const FieldTarget& each) {
    const std::string_view raw = ascii::trim(each.raw);
    const auto begins = [&](std::string_view scheme) { return ascii::istarts_with(raw, scheme); };
    // "tp://h", of what both together made a scheme.
    const auto ends_in_it = [&](const FieldTarget& whole) {
      const std::string_view text = whole.raw;
      return text.size() > raw.size() && text.ends_with(raw) &&
             text::is_scheme_char(text[text.size() - raw.size() - 1]);
    };
    return std::any_of(std::begin(kSchemes), std::end(kSchemes), begins) ||
           (has_scheme(raw) && std::none_of(targets.begin(), targets.end(), ends_in_it));
  };
  if (field.is_by_values && std::none_of(others.begin(), others.end(), leads)) return targets;
  // All of it was deleted.
  const bool is_one = ascii::trim(field.code).empty() || ascii::trim(field.other_code).empty();
  std::move(others.begin(), others.end(), std::back_inserter(targets));
  if (!is_one)
    for (FieldTarget& each : targets) each.is_divided = true;
  return targets;
}

std::vector<FieldTarget> targets_of(const Field& field) {
  if (field.is_divided) return targets_of_versions(field);
  std::vector<FieldTarget> targets = field_targets(field.code);
  const Keyword* const keyword = field.is_composed ? keyword_in(field.code) : nullptr;
  if (keyword != nullptr || is_code_of_others(field)) {
    // Where nothing is left without the other one it leads somewhere all the same.
    if (targets.empty())
      targets.push_back({{}, keyword ? std::string(keyword->name) : "", {}, true});
    for (FieldTarget& each : targets) each.is_composed = true;
  }
  return targets;
}

}  // namespace

void Field::add_code(std::string_view text, Version version) {
  if (version != Version::all && !std::exchange(is_divided, true)) other_code = code;
  if (version != Version::all) is_by_values = false;
  if (version != Version::others) code += text;
  if (is_divided && version != Version::newest) other_code += text;
}

void Field::add_value(std::string_view text) {
  const bool was_by_values = is_by_values;
  add_code(text, Version::newest);
  is_by_values = was_by_values;
}

void add_targets(const Field& field, std::vector<FieldTarget>& found) {
  std::vector<FieldTarget> targets = targets_of(field);
  if (targets.empty()) return;
  targets.back().text = utf8::cut(ascii::trim(field.result), kMostShown);
  std::move(targets.begin(), targets.end(), std::back_inserter(found));
}

void tell_targets(std::vector<FieldTarget>& found, DocumentSink& sink, FieldLacks& told) {
  for (const FieldTarget& target : found) {
    if (target.is_command() && !std::exchange(told.command, true))
      sink.lack(Lack::no_opener, "", kCommand);
    if (target.is_connection() && !std::exchange(told.connection, true))
      sink.lack(Lack::no_opener, "", kConnection);
    if (target.is_composed && !std::exchange(told.composed, true))
      sink.lack(Lack::no_opener, "", kComposed);
    if (target.is_divided && !std::exchange(told.divided, true))
      sink.lack(Lack::no_opener, "", kDivided);
    if (target.raw.empty()) continue;
    DocumentReference reference{target.raw, "field", target.name};
    if (!target.text.empty()) reference.text = target.text;
    reference.is_text = target.is_text;
    sink.reference(reference);
  }
  found.clear();
}

void FieldReader::begin(std::vector<FieldTarget>& found) {
  if (fields_.size() == kDeepest) {
    ++too_deep_;
    end_last(found);
    is_cut_ = true;
  }
  fields_.emplace_back();
  ++without_result_;
}

void FieldReader::separate() {
  if (fields_.empty() || std::exchange(fields_.back().has_result, true)) return;
  --without_result_;
}

void FieldReader::end(std::vector<FieldTarget>& found, Version version) {
  if (fields_.empty()) return;
  const bool is_put = too_deep_ == 0 && fields_.size() > 1;
  const std::string value = is_put ? value_of(fields_.back()) : std::string();
  const bool is_carried_out = is_put && field_value(fields_.back().code).has_value();
  const bool is_value_open = is_put && (is_open(fields_.back()) || fields_.back().is_divided);
  end_last(found);
  if (too_deep_ > 0) {
    // What comes is of the one around it, of which nothing is left.
    --too_deep_;
    fields_.emplace_back();
    ++without_result_;
    return;
  }
  if (!is_put) return;
  const std::string_view short_value =
      utf8::cut(value, std::min(text::capped(most_ - put_), value.size()));
  if (short_value.size() < value.size()) is_cut_ = true;
  put_ += short_value.size();
  if (is_value_open && is_in_code()) fields_.back().is_composed = true;
  if (is_in_code() && version == Version::all && is_carried_out)
    fields_.back().add_value(short_value);
  else
    text(short_value, is_in_code() ? version : Version::all);
}

void FieldReader::end_last(std::vector<FieldTarget>& found) {
  add_targets(fields_.back(), found);
  if (!fields_.back().has_result) --without_result_;
  fields_.pop_back();
}

void FieldReader::text(std::string_view text, Version version) {
  if (fields_.empty()) return;
  Field& field = fields_.back();
  const std::size_t most = field.has_result ? kMostResult : kMostCode;
  const std::size_t size =
      field.has_result ? field.result.size() : std::max(field.code.size(), field.other_code.size());
  const std::string_view short_text = utf8::cut(text, most - std::min(most, size));
  if (short_text.size() < text.size() && !field.has_result) is_cut_ = true;
  if (field.has_result)
    field.result += short_text;
  else
    field.add_code(short_text, version);
}

void FieldReader::finish(std::vector<FieldTarget>& found) {
  too_deep_ = 0;
  while (!fields_.empty()) end(found);
}

}  // namespace basewalk::worker

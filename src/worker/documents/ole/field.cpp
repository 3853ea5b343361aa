// SPDX-License-Identifier: MIT
#include "worker/documents/ole/field.h"

#include <algorithm>
#include <charconv>
#include <vector>

#include "text/ascii.h"
#include "text/utf8.h"
#include "worker/documents/ole/streams.h"

namespace basewalk::worker {
namespace {

struct Word {
  std::string text;
  bool is_switch = false;
};

constexpr std::string_view kQuotes[] = {"\"", "\xE2\x80\x9C", "\xE2\x80\x9D", "\xE2\x80\x9E"};

// The length of a quotation mark that a text begins with; 0 where it begins with none.
std::size_t quote_length(std::string_view text) {
  for (const std::string_view quote : kQuotes)
    if (text.starts_with(quote)) return quote.size();
  return 0;
}

// 17.16.2: a backslash makes what follows it an ordinary character.
std::string take_quoted(std::string_view& rest) {
  std::string text;
  while (!rest.empty()) {
    if (rest.size() >= 2 && rest[0] == '\\' && (rest[1] == '\\' || rest[1] == '"')) {
      text += rest[1];
      rest.remove_prefix(2);
      continue;
    }
    if (const std::size_t quote = quote_length(rest)) {
      rest.remove_prefix(quote);
      break;
    }
    text += rest.front();
    rest.remove_prefix(1);
  }
  return text;
}

std::string take_bare(std::string_view& rest) {
  std::string text;
  while (!rest.empty() && !ascii::is_space(rest.front()) && quote_length(rest) == 0) {
    if (rest.starts_with("\\\\")) rest.remove_prefix(1);
    text += rest.front();
    rest.remove_prefix(1);
  }
  return text;
}

std::vector<Word> words_of(std::string_view instruction) {
  std::vector<Word> words;
  while (!(instruction = ascii::trim_left(instruction)).empty()) {
    if (const std::size_t quote = quote_length(instruction)) {
      instruction.remove_prefix(quote);
      words.push_back({take_quoted(instruction), false});
    } else if (instruction.size() >= 2 && instruction[0] == '\\' && instruction[1] != '\\') {
      words.push_back({std::string(instruction.substr(1, 1)), true});
      instruction.remove_prefix(2);
    } else {
      words.push_back({take_bare(instruction), false});
    }
  }
  return words;
}

// Switches that a word belongs to.
struct Keyword {
  std::string_view name, with_word;
  std::size_t place;  // of the words behind the keyword: which one leads somewhere
};
constexpr Keyword kKeywords[] = {
    {"HYPERLINK", "lots", 0},
    {"INCLUDEPICTURE", "c*", 0},
    {"INCLUDETEXT", "cnt*x", 0},
    {"INCLUDE", "cnt*x", 0},
    {"IMPORT", "c*", 0},
    {"LINK", "af*", 1},
    {"RD", "", 0},
    {"HTMLCONTROL", "", 0},
};

std::string attribute_of(std::string_view keyword) {
  std::string name;
  for (const char c : keyword.substr(0, 64)) {
    if (!ascii::is_alpha(c)) break;
    name += c;
  }
  for (char& c : name)
    if (ascii::is_lower(c)) c = static_cast<char>(c & ~0x20);
  return name;
}

std::optional<std::string_view> text_of(const Field& field) {
  if (!field.result) return {};
  const std::string_view text = ascii::trim(*field.result);
  if (text.empty()) return {};
  return text;
}

void tell(const Field& field, std::string_view raw, std::string_view attribute, bool is_text,
          DocumentSink& sink) {
  DocumentReference reference{raw, "field", attribute};
  reference.text = text_of(field);
  reference.is_text = is_text;
  sink.reference(reference);
}

// The words of an instruction that are no switches, and the one behind \l.
struct Arguments {
  std::vector<std::string> words;
  std::string bookmark, style;
};

Arguments arguments_of(const std::vector<Word>& words, const Keyword& keyword) {
  Arguments arguments;
  for (std::size_t i = 1; i < words.size(); ++i) {
    if (!words[i].is_switch) {
      arguments.words.push_back(words[i].text);
      continue;
    }
    const char name = ascii::to_lower(words[i].text.front());
    const bool has_word = keyword.with_word.find(name) != keyword.with_word.npos &&
                          i + 1 < words.size() && !words[i + 1].is_switch;
    if (!has_word) continue;
    ++i;
    if (name == 'l') arguments.bookmark = words[i].text;
    // A style sheet that the text is put through.
    if (name == 't' && keyword.name.starts_with("INCLUDE")) arguments.style = words[i].text;
  }
  return arguments;
}

// Is it told?  A place within the document is none.
bool tell_known(const Field& field, const std::vector<Word>& words, std::string_view name,
                DocumentSink& sink) {
  for (const Keyword& keyword : kKeywords) {
    if (keyword.name != name) continue;
    Arguments arguments = arguments_of(words, keyword);
    if (keyword.place >= arguments.words.size()) return !arguments.bookmark.empty();
    std::string url = std::move(arguments.words[keyword.place]);
    if (!arguments.style.empty()) tell(field, arguments.style, name, false, sink);
    if (url.empty()) return true;
    if (name == "HYPERLINK" && !arguments.bookmark.empty())
      url.append(arguments.bookmark.starts_with('#') ? "" : "#").append(arguments.bookmark);
    tell(field, url, name, false, sink);
    return true;
  }
  return false;
}

}  // namespace

void tell_field(const Field& field, DocumentSink& sink) {
  const std::vector<Word> words = words_of(field.instruction);
  if (words.empty()) return;
  const std::string name = attribute_of(words[0].text);
  if (tell_known(field, words, name, sink)) return;
  // A program and what it is to do, or whatever has a URL.
  std::string all;
  for (std::size_t i = 1; i < words.size(); ++i)
    all.append(all.empty() ? "" : " ").append(words[i].is_switch ? "\\" : "").append(words[i].text);
  if (name.starts_with("DDE") || may_have_url(all) || may_have_url(words[0].text))
    tell(field, all.empty() ? words[0].text : all, name, true, sink);
}

std::string value_of(const Field& field) {
  const std::vector<Word> words = words_of(field.instruction);
  if (!words.empty() && ascii::iequals(words[0].text, "QUOTE")) {
    std::string text;
    for (std::size_t i = 1; i < words.size(); ++i) {
      if (words[i].is_switch) break;
      std::uint32_t code = 0;
      const std::string& word = words[i].text;
      const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), code);
      if (error == std::errc() && end == word.data() + word.size())
        utf8::append_any(code, text);
      else
        text += word;
    }
    if (!text.empty()) return text;
  }
  return field.result.value_or("");
}

}  // namespace basewalk::worker

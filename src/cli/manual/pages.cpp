// SPDX-License-Identifier: MIT
#include "cli/manual/pages.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <map>
#include <vector>

#include "basewalk/version.h"
#include "cli/manual/explain.h"
#include "cli/manual/words.h"
#include "cli/options/choices.h"
#include "cli/options/complaints.h"
#include "cli/program.h"

namespace basewalk::cli {
namespace {

std::string scd_escaped(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if (c == '\\' || c == '*' || c == '_' || c == '`') out += '\\';
    out += c;
  }
  return out;
}

std::string bold(std::string_view text) { return "*" + scd_escaped(text) + "*"; }
std::string underlined(std::string_view text) { return "_" + scd_escaped(text) + "_"; }

// A line that begins with one of these would be something else than text.
std::string scd_line(std::string_view text) {
  const std::string_view kMarks = "#-.|[];:<>~\t ";
  const bool is_mark = !text.empty() && kMarks.find(text.front()) != kMarks.npos;
  return (is_mark ? "\\" : "") + std::string(text);
}

// Markdown of a table's cell: `code` is bold.
std::string scd_of_markdown(std::string_view text) {
  std::string out;
  while (!text.empty()) {
    const std::size_t begin = text.find('`');
    const std::size_t end = begin == text.npos ? begin : text.find('`', begin + 1);
    out += scd_escaped(plain(text.substr(0, end == text.npos ? end : begin)));
    if (end == text.npos) break;
    out += bold(text.substr(begin + 1, end - begin - 1));
    text.remove_prefix(end + 1);
  }
  return out;
}

std::string literal(std::string_view lines, std::string_view indent) {
  std::string out = std::string(indent) + "```\n";
  while (!lines.empty()) {
    const std::string_view line = lines.substr(0, lines.find('\n'));
    lines.remove_prefix(std::min(line.size() + 1, lines.size()));
    out += std::string(indent) + std::string(line) + "\n";
  }
  return out + std::string(indent) + "```\n";
}

// What docs/man/options.inc says more of options: a name at the beginning of a line, and below it
// lines that are indented.
std::map<std::string, std::string> more_of_options(const std::string& text) {
  std::map<std::string, std::string> more;
  std::string name;
  std::string_view rest = text;
  while (!rest.empty()) {
    const std::string_view line = rest.substr(0, rest.find('\n'));
    rest.remove_prefix(std::min(line.size() + 1, rest.size()));
    if (line.starts_with('-'))
      name = line;
    else if (!name.empty())
      more[name] += std::string(line) + "\n";
  }
  for (auto& [option, lines] : more)
    while (lines.ends_with("\n\n")) lines.pop_back();
  return more;
}

std::vector<const CLI::Option*> in_order(const CLI::App& verb) {
  std::vector<const CLI::Option*> all = verb.get_options();
  std::ranges::stable_partition(all,
                                [](const CLI::Option* each) { return !each->nonpositional(); });
  return all;
}

bool is_many(const CLI::Option& option) { return option.get_items_expected_max() > 1; }

std::string term_of(const CLI::Option& option) {
  if (!option.nonpositional()) return underlined(name_of(option)) + (is_many(option) ? "..." : "");
  std::string term;
  const auto add = [&](const std::string& name) {
    term += (term.empty() ? "" : ", ") + bold(name);
  };
  for (const std::string& name : option.get_snames()) add("-" + name);
  for (const std::string& name : option.get_lnames()) add("--" + name);
  return takes_value(option) ? term + " " + underlined(value_name_of(option)) : term;
}

class PageMaker {
 public:
  explicit PageMaker(const ReadFile& read)
      : read_(read), more_(more_of_options(read("docs/man/options.inc"))) {}

  std::string line(const std::string& line) const {
    const std::size_t blank = line.find(' ');
    const std::string what = line.substr(0, blank);
    const std::string which = blank == std::string::npos ? "" : line.substr(blank + 1);
    if (what == "@synopsis") return synopsis(which);
    if (what == "@options") return options(which);
    if (what == "@verbs") return verbs();
    if (what == "@words") return words(which);
    if (what == "@file") return literal(read_(which), "");
    return line + "\n";
  }

 private:
  // None where the build does not have it.
  const CLI::App* verb(const std::string& call) const {
    std::vector<std::string> names;
    std::string rest = call;
    for (std::size_t blank = rest.find(' '); !rest.empty(); blank = rest.find(' ')) {
      names.push_back(rest.substr(0, blank));
      rest = blank == std::string::npos ? "" : rest.substr(blank + 1);
    }
    return names.empty() ? &program_.app() : program_.verb(names);
  }

  std::string synopsis(const std::string& call) const {
    const CLI::App* found = verb(call);
    if (found == nullptr) return bold("basewalk " + call) + ": not in this build\n";
    const CLI::App& app = *found;
    std::string out = bold(call_of(app)) + " [_OPTION_...]";
    for (const CLI::Option* option : app.get_options()) {
      if (option->nonpositional()) continue;
      const std::string name = term_of(*option);
      out += " " + (option->get_required() ? name : "[" + name + "]");
    }
    return out + "\n";
  }

  std::string options(const std::string& call) const {
    const CLI::App* found = verb(call);
    if (found == nullptr) return "Not in this build.\n";
    const CLI::App& app = *found;
    std::string out;
    for (const CLI::Option* option : in_order(app)) {
      // An argument that the line of usage explains.
      if (!option->nonpositional() && option->get_description().empty()) continue;
      out += term_of(*option) + "\n\t" + scd_line(scd_escaped(option->get_description())) + ".\n";
      const Choices choices = choices_of(*option);
      if (!choices.values.empty() && !choices.is_all)
        out += "\n\t" + list_of(choices.values) + ".\n";
      if (const auto more = more_.find(name_of(*option)); more != more_.end())
        out += "\n" + more->second;
      out += "\n";
    }
    return out;
  }

  static std::string list_of(const std::vector<std::string>& words) {
    std::string list = "One of";
    for (std::size_t i = 0; i < words.size(); ++i) list += (i == 0 ? " " : ", ") + bold(words[i]);
    return list;
  }

  std::string verbs() const {
    std::string out;
    for (const CLI::App* each :
         program_.app().get_subcommands([](const CLI::App*) { return true; }))
      out += "*basewalk-" + each->get_name() + "*(1)\n\t" + scd_escaped(each->get_description()) +
             ".\n\n";
    return out;
  }

  static std::string words(const std::string& kind) {
    std::string out;
    for (const Word& word : all_words()) {
      if (name(word.kind) != kind) continue;
      out += bold(word.name) + (word.level.empty() ? "" : " (" + word.level + ")") + "\n\t" +
             scd_line(scd_of_markdown(word.text)) + ".";
      if (!word.clause.empty()) out += " (" + scd_escaped(word.clause) + ")";
      out += "\n\n";
      // What opens documents may not be built yet.
      const std::string told = told_of_example(word, false);
      if (told.empty()) continue;
      if (!word.with.empty()) out += "\tWith " + bold(word.with) + ":\n\n";
      out += literal(told, "\t") + "\n";
    }
    return out;
  }

  const ReadFile& read_;
  Program program_;
  std::map<std::string, std::string> more_;
};

}  // namespace

std::string filled_page(std::string_view page, const ReadFile& read) {
  constexpr std::string_view kVersion = "@VERSION@";
  const PageMaker maker(read);
  std::string out;
  while (!page.empty()) {
    std::string line(page.substr(0, page.find('\n')));
    page.remove_prefix(std::min(line.size() + 1, page.size()));
    if (const std::size_t at = line.find(kVersion); at != std::string::npos)
      line.replace(at, kVersion.size(), version());
    out += maker.line(line);
  }
  return out;
}

}  // namespace basewalk::cli

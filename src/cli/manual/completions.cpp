// SPDX-License-Identifier: MIT
//
// A value is one of a choice, an item of a list, the beginning "depth=" of one, or a file; what is
// none of them (a URL, a number) is left to whoever types it.
#include "cli/manual/completions.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <functional>
#include <map>
#include <vector>

#include "cli/manual/words.h"
#include "cli/options/choices.h"

namespace basewalk::cli {
namespace {

struct Value {
  std::string name;  // "FORMAT"; empty: there is none
  std::vector<std::string> words;
  bool is_list = false, begins = false, is_file = false;
};

std::string spaced(const std::vector<std::string>& words) {
  std::string all;
  for (const std::string& word : words) all += (all.empty() ? "" : " ") + word;
  return all;
}

std::vector<const CLI::App*> verbs_below(const CLI::App& app) {
  return app.get_subcommands([](const CLI::App*) { return true; });
}

// What `help` and `explain` take.
std::vector<std::string> words_to_explain(const CLI::App& tool, bool with_verbs) {
  std::vector<std::string> words;
  if (with_verbs)
    for (const CLI::App* verb : verbs_below(tool)) words.push_back(verb->get_name());
  for (const Word& word : all_words()) words.push_back(word.name);
  std::ranges::sort(words);
  words.erase(std::unique(words.begin(), words.end()), words.end());
  return words;
}

Value value_of(const CLI::Option& option) {
  Value value;
  if (option.nonpositional() && !takes_value(option)) return value;
  value.name = option.nonpositional() ? value_name_of(option) : name_of(option);
  value.words = choices_of(option).values;
  value.is_list = value.name == "LIST";
  value.begins = !value.words.empty() && value.words.front().ends_with('=');
  value.is_file = takes_file(option);
  return value;
}

// Of what stands by itself.
Value value_of_arguments(const CLI::App& verb) {
  for (const CLI::Option* option : verb.get_options()) {
    if (option->nonpositional()) continue;
    Value value = value_of(*option);
    if (value.name == "WORD" && verb.get_parent() != nullptr)
      value.words = words_to_explain(*verb.get_parent(), verb.get_name() == "help");
    return value;
  }
  return {};
}

// Without those that say no to what is so anyway, and --help of which every verb has one.
std::vector<const CLI::Option*> options_of(const CLI::App& verb) {
  return verb.get_options([](const CLI::Option* option) { return option->nonpositional(); });
}

std::vector<std::string> names_of(const CLI::Option& option) {
  std::vector<std::string> names;
  for (const std::string& name : option.get_snames()) names.push_back("-" + name);
  for (const std::string& name : option.get_lnames()) names.push_back("--" + name);
  return names;
}

bool may_be_repeated(const CLI::Option& option) {
  return takes_value(option) && option.get_items_expected_max() > 1;
}

// Calls `see` for the tool and for each verb with its name: "", "links", "mhtml list".
void each_verb(const CLI::App& app, const std::string& name,
               const std::function<void(const CLI::App&, const std::string&)>& see) {
  see(app, name);
  for (const CLI::App* verb : verbs_below(app))
    each_verb(*verb, name + (name.empty() ? "" : " ") + verb->get_name(), see);
}

std::string head(std::string_view shell) {
  return "# Completions of basewalk for " + std::string(shell) + ", made by `basewalk completion " +
         std::string(shell) + "`.\n";
}

// Within '...' of a shell.
std::string quoted_inside(std::string_view text) {
  std::string out;
  for (const char c : text) out += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return out;
}

// bash ----------------------------------------------------------------------------------------

// Verbs that have the same stand in one row of a `case`.
class BashCases {
 public:
  void add(const std::string& pattern, const std::string& what) {
    std::string& patterns = rows_[what];
    patterns += (patterns.empty() ? "" : " | ") + ("\"" + pattern + "\"");
  }
  std::string text(std::string_view on) const {
    std::string out = "  case \"" + std::string(on) + "\" in\n";
    for (const auto& [what, patterns] : rows_) out += "  " + patterns + ") " + what + " ;;\n";
    return out + "  esac\n";
  }

 private:
  std::map<std::string, std::string> rows_;
};

std::string bash_words(const Value& value) {
  if (value.words.empty()) return "return";
  return "words=\"" + spaced(value.words) + "\"" + (value.is_list ? " list=1" : "");
}

std::string for_bash(const CLI::App& tool) {
  BashCases verbs, values, options, arguments;
  each_verb(tool, "", [&](const CLI::App& verb, const std::string& name) {
    std::vector<std::string> names;
    for (const CLI::Option* option : options_of(verb)) {
      const Value value = value_of(*option);
      for (const std::string& each : names_of(*option)) {
        names.push_back(each);
        if (!value.name.empty()) values.add(name + ":" + each, bash_words(value));
      }
    }
    if (!names.empty()) options.add(name, "words=\"" + spaced(names) + "\"");
    std::vector<std::string> below;
    for (const CLI::App* each : verbs_below(verb)) {
      below.push_back(each->get_name());
      verbs.add(name + ":" + each->get_name(), "verb=\"${verb:+$verb }$word\"");
    }
    Value value = value_of_arguments(verb);
    if (!below.empty()) value.words = below;
    if (!value.words.empty()) arguments.add(name, bash_words(value));
  });
  return head("bash") +
         "_basewalk() {\n"
         "  local cur=${COMP_WORDS[COMP_CWORD]} option=${COMP_WORDS[COMP_CWORD - 1]}\n"
         "  local verb= word= words= list= before=\n"
         "  COMPREPLY=()\n"
         "  for word in \"${COMP_WORDS[@]:1:COMP_CWORD - 1}\"; do\n" +
         verbs.text("$verb:$word") +
         "  done\n"
         "  # --rules=rfc comes as three words, and --limit=depth=1 as five.\n"
         "  if [[ $cur == = ]]; then\n"
         "    cur=\n"
         "  elif [[ $option == = ]]; then\n"
         "    option=${COMP_WORDS[COMP_CWORD - 2]}\n"
         "    [[ $option == -* ]] || return\n"
         "  fi\n" +
         values.text("$verb:$option") + "  if [[ -z $words && $cur == -* ]]; then\n" +
         options.text("$verb") + "  elif [[ -z $words ]]; then\n" + arguments.text("$verb") +
         "  fi\n"
         "  # Nothing is a file, which -o default completes.\n"
         "  [[ -n $words ]] || return\n"
         "  [[ -z $list ]] || before=${cur%\"${cur##*,}\"}\n"
         "  COMPREPLY=($(compgen -P \"$before\" -W \"$words\" -- \"${cur#\"$before\"}\"))\n"
         "  [[ ${#COMPREPLY[@]} -ne 1 || ${COMPREPLY[0]} != *= ]] || compopt -o nospace "
         "2>/dev/null\n"
         "}\n"
         "complete -o bashdefault -o default -F _basewalk basewalk\n";
}

// zsh -----------------------------------------------------------------------------------------

std::string zsh_action(const Value& value) {
  if (value.is_file) return "_files";
  if (value.words.empty()) return " ";
  if (value.begins) return "compadd -S \"\" " + spaced(value.words);
  if (value.is_list) return "_values -s , " + value.name + " " + spaced(value.words);
  return "(" + spaced(value.words) + ")";
}

std::string zsh_escaped(std::string_view text, std::string_view what) {
  std::string out;
  for (const char c : text) {
    if (what.find(c) != what.npos) out += '\\';
    out += c;
  }
  return quoted_inside(out);
}

std::string zsh_option(const CLI::Option& option) {
  const Value value = value_of(option);
  const std::vector<std::string> names = names_of(option);
  const std::string end =
      "'[" + zsh_escaped(option.get_description(), "[]\\") + "]" +
      (value.name.empty() ? "" : ":" + zsh_escaped(value.name, ":\\") + ":" + zsh_action(value)) +
      "'";
  std::string all;
  for (const std::string& name : names)
    all += " \\\n      " + (may_be_repeated(option) ? "'*'" : "'(" + spaced(names) + ")'") + name +
           (value.name.empty()       ? ""
            : name.starts_with("--") ? "="
                                     : "+") +
           end;
  return all;
}

void append_zsh(const CLI::App& app, const std::string& function, std::string& out) {
  const std::vector<const CLI::App*> verbs = verbs_below(app);
  std::string own = function + "() {\n";
  if (!verbs.empty()) own += "  local curcontext=$curcontext state line\n  typeset -A opt_args\n";
  own += "  _arguments -s -S" + std::string(verbs.empty() ? "" : " -C");
  for (const CLI::Option* option : options_of(app)) own += zsh_option(*option);
  if (verbs.empty()) {
    const Value value = value_of_arguments(app);
    if (!value.name.empty()) own += " \\\n      '*:" + value.name + ":" + zsh_action(value) + "'";
    out += own + "\n}\n";
    return;
  }
  own +=
      " \\\n      '1:verb:->verb' '*::word:->word'\n  case $state in\n  verb)\n"
      "    local -a verbs=(";
  for (const CLI::App* verb : verbs)
    own += "\n      '" + verb->get_name() + ":" + zsh_escaped(verb->get_description(), "\\") + "'";
  own += ")\n    _describe verb verbs ;;\n  word)\n    case $words[1] in\n";
  for (const CLI::App* verb : verbs) {
    const std::string below = function + "_" + verb->get_name();
    append_zsh(*verb, below, out);
    own += "    " + verb->get_name() + ") " + below + " ;;\n";
  }
  out += own + "    esac ;;\n  esac\n}\n";
}

std::string for_zsh(const CLI::App& tool) {
  std::string out = "#compdef basewalk\n" + head("zsh");
  append_zsh(tool, "_basewalk", out);
  return out +
         "if [[ $funcstack[1] == _basewalk ]]; then\n  _basewalk \"$@\"\nelse\n"
         "  compdef _basewalk basewalk\nfi\n";
}

// fish ----------------------------------------------------------------------------------------

std::string fish_quoted(std::string_view text) {
  std::string out = "'";
  for (const char c : text) {
    if (c == '\'' || c == '\\') out += '\\';
    out += c;
  }
  return out + "'";
}

std::string fish_value(const Value& value) {
  if (value.name.empty()) return "";
  if (value.is_file) return " -r -F";
  if (value.words.empty()) return " -x";
  if (value.is_list) return " -x -a '(__fish_append , " + spaced(value.words) + ")'";
  return " -x -a '" + spaced(value.words) + "'";
}

// When the verb was named, and none below it.
std::string fish_condition(const CLI::App& verb, const std::string& name) {
  if (name.empty()) return "__fish_use_subcommand";
  std::string condition;
  std::string rest = name + " ";
  while (!rest.empty()) {
    const std::size_t blank = rest.find(' ');
    condition += (condition.empty() ? "" : "; and ") +
                 ("__fish_seen_subcommand_from " + rest.substr(0, blank));
    rest.erase(0, blank + 1);
  }
  std::vector<std::string> below;
  for (const CLI::App* each : verbs_below(verb)) below.push_back(each->get_name());
  if (!below.empty()) condition += "; and not __fish_seen_subcommand_from " + spaced(below);
  return condition;
}

std::string for_fish(const CLI::App& tool) {
  std::string out = head("fish");
  each_verb(tool, "", [&](const CLI::App& verb, const std::string& name) {
    const std::string start = "complete -c basewalk -n '" + fish_condition(verb, name) + "'";
    for (const CLI::App* below : verbs_below(verb))
      out += start + " -f -a " + below->get_name() + " -d " +
             fish_quoted(below->get_description()) + "\n";
    for (const CLI::Option* option : options_of(verb)) {
      out += start;
      for (const std::string& each : option->get_snames()) out += " -s " + each;
      for (const std::string& each : option->get_lnames()) out += " -l " + each;
      out += fish_value(value_of(*option)) + " -d " + fish_quoted(option->get_description()) + "\n";
    }
    const Value value = value_of_arguments(verb);
    if (value.is_file || !verbs_below(verb).empty()) return;
    out += start + " -f" + (value.words.empty() ? "" : " -a '" + spaced(value.words) + "'") + "\n";
  });
  return out;
}

}  // namespace

std::string completions_for(std::string_view shell, const CLI::App& tool) {
  return shell == "bash" ? for_bash(tool) : shell == "zsh" ? for_zsh(tool) : for_fish(tool);
}

}  // namespace basewalk::cli

// SPDX-License-Identifier: MIT
//
// basewalk help: of a verb what its --help says, of any other word what `basewalk explain` says.
#include <CLI/CLI.hpp>
#include <algorithm>

#include "cli/command.h"
#include "cli/manual/explain.h"
#include "cli/nearest.h"
#include "cli/program.h"
#include "text/files/output.h"

namespace basewalk::cli {
namespace {

// Every meaning of a word.
std::string meanings_of(const std::string& word) {
  std::string out;
  for (const Word* each : words_named(word)) out += (out.empty() ? "" : "\n") + explained(*each);
  return out;
}

void append_apart(std::string& out, const std::string& text) {
  if (!out.empty() && !text.empty()) out += '\n';
  out += text;
}

std::vector<std::string> explained_words() {
  std::vector<std::string> known;
  for (const Word& word : all_words()) known.push_back(word.name);
  return known;
}

int complain_of_word(const std::string& what, const std::string& word,
                     const std::vector<std::string>& known) {
  const auto near = nearest(word, known);
  return complain("there is no " + what + " '" + word + "'; " +
                      (near ? "did you mean " + *near + "?" : "basewalk explain lists the words;") +
                      " see basewalk --help",
                  kUsage);
}

class Help final : public Verb {
 public:
  void set_up(CLI::App& app) override {
    app.add_option("WORD", words_, "A verb, or a word of the output: a flag, the code of a note");
  }
  int run() override {
    const Program program;
    text::Output output;
    std::string& out = output.buffer();
    if (const CLI::App* verb = program.verb(words_)) out = help_of(*verb);
    if (words_.size() == 1) append_apart(out, meanings_of(words_.front()));
    if (!out.empty()) return end_output(output, kDone);
    // Of two words the first may be right: mhtml.
    const bool is_below = words_.size() > 1 && program.verb({words_.data(), 1}) != nullptr;
    std::vector<std::string> known = is_below ? std::vector<std::string>() : explained_words();
    const CLI::App* above = is_below ? program.verb({words_.data(), 1}) : &program.app();
    for (const CLI::App* verb : above->get_subcommands([](const CLI::App*) { return true; }))
      known.insert(known.begin(), verb->get_name());
    return complain_of_word(is_below ? "verb of " + words_[0] : "verb, flag or code",
                            words_[is_below ? 1 : 0], known);
  }

 private:
  std::vector<std::string> words_;
};

class Explain final : public Verb {
 public:
  void set_up(CLI::App& app) override {
    app.add_option("WORD", words_, "A flag, the code of a note, any word that the output uses");
    app.add_flag("--mail", mail_, "The mail that shows it, and nothing else");
    app.footer("No WORD: all that there are.");
  }
  int run() override {
    text::Output output;
    if (mail_ && words_.size() != 1)
      return complain("--mail: of which word? give one, as in basewalk explain --mail base-split",
                      kUsage);
    if (words_.empty()) output.buffer() = words_in_lines();
    for (const std::string& word : words_) {
      if (words_named(word).empty())
        return complain_of_word("flag or code", word, explained_words());
      if (mail_ && !append_mail(word, output.buffer()))
        return complain(word + ": there is no mail that shows it", kIncomplete);
      if (!mail_) append_apart(output.buffer(), meanings_of(word));
    }
    return end_output(output, kDone);
  }

 private:
  static bool append_mail(const std::string& word, std::string& out) {
    for (const Word* each : words_named(word)) {
      out += embedded(each->example);
      if (!out.empty()) return true;
    }
    return false;
  }

  std::vector<std::string> words_;
  bool mail_ = false;
};

}  // namespace

const Command kHelp = {"help", "What a verb does, or a word of the output means", make_verb<Help>};
const Command kExplain = {"explain", "What a flag, a code or another word means, with a mail",
                          make_verb<Explain>};

}  // namespace basewalk::cli

// SPDX-License-Identifier: MIT
//
// basewalk completion: what a shell needs to complete command lines of this tool.
#include <CLI/CLI.hpp>

#include "cli/command.h"
#include "cli/manual/completions.h"
#include "cli/program.h"
#include "text/files/output.h"

namespace basewalk::cli {
namespace {

class Completion final : public Verb {
 public:
  void set_up(CLI::App& app) override {
    app.add_option("SHELL", shell_, "bash, zsh or fish")
        ->required()
        ->check(CLI::IsMember({"bash", "zsh", "fish"}).description(""));
    app.footer(
        "Where packages put them, shells find them; else:\n"
        "  source <(basewalk completion bash)                                  in ~/.bashrc\n"
        "  basewalk completion zsh >FOLDER/_basewalk                  in a FOLDER of $fpath\n"
        "  basewalk completion fish >~/.config/fish/completions/basewalk.fish");
  }
  int run() override {
    const Program program;
    text::Output output;
    output.buffer() = completions_for(shell_, program.app());
    return end_output(output, kDone);
  }

 private:
  std::string shell_;
};

}  // namespace

const Command kCompletion = {"completion", "Completions for bash, zsh and fish",
                             make_verb<Completion>};

}  // namespace basewalk::cli

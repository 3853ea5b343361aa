// SPDX-License-Identifier: MIT
//
// basewalk mhtml: a table of verbs of its own, and how they read bundles.
#include <CLI/CLI.hpp>
#include <algorithm>
#include <memory>
#include <vector>

#include "cli/verbs/mhtml/mhtml.h"

namespace basewalk::cli {
namespace {

constexpr const Command* kVerbs[] = {
    &kMhtmlList, &kMhtmlCheck, &kMhtmlUnpack, &kMhtmlInline,
#if BASEWALK_HAS_BRIDGE
    &kMhtmlPack,
#endif
};

class Mhtml final : public Verb {
 public:
  void set_up(CLI::App& app) override {
    app.require_subcommand(1);
    app.footer("basewalk mhtml VERB --help says more.");
    for (const Command* command : kVerbs) {
      CLI::App* words =
          app.add_subcommand(std::string(command->name), std::string(command->summary));
      verbs_.push_back(command->make());
      verbs_.back()->set_up(*words);
      words->callback([this, verb = verbs_.back().get()] { chosen_ = verb; });
    }
  }
  int run() override { return chosen_->run(); }

 private:
  std::vector<std::unique_ptr<Verb>> verbs_;
  Verb* chosen_ = nullptr;
};

}  // namespace

const Command kMhtml = {"mhtml", "MHTML bundles: list, check, unpack, inline, pack",
                        make_verb<Mhtml>, kVerbs};

void add_look_options(CLI::App& app, SharedOptions& options) {
  app.add_option("FILE", options.sources, "Bundles (.mht, .mhtml, .eml); - is standard input")
      ->required();
  add_resolve_options(app, options);
  app.add_option("--limit", options.limits, "A bound on the input, see basewalk links --help")
      ->allow_extra_args(false)
      ->type_name("NAME=VALUE");
  app.add_option("--format", options.format, "text (default), jsonl")
      ->check(CLI::IsMember({"text", "jsonl"}))
      ->type_name("FORMAT");
}

std::optional<archive::FileBytes> open_bundle(const std::string& name, const Limits& limits) {
  const auto fail = [&](const std::string& why) {
    complain((name == "-" ? "standard input" : name) + ": " + why);
    return std::nullopt;
  };
  Result<archive::FileBytes> file = archive::FileBytes::open(name);
  if (!file)
    return fail(file.error().code == "folder"
                    ? "this is a folder; name the bundles in it, as in " + name + "/*"
                    : file.error().detail);
  if (file->bytes().empty()) return fail("is empty; there is no bundle in it");
  if (file->bytes().size() > limits.message_bytes)
    return fail("is longer than the limit (" + std::to_string(file->bytes().size()) +
                " bytes); see --limit message-bytes");
  return std::move(*file);
}

int for_each_bundle(const SharedOptions& options,
                    const std::function<int(const BundleFile&)>& each) {
  const std::optional<WalkOptions> walk = walk_options(options);
  if (!walk) return kUsage;
  text::Output output;
  int status = kDone;
  for (const std::string& name : options.sources) {
    const std::optional<archive::FileBytes> file = open_bundle(name, walk->limits);
    status =
        std::max<int>(status, file ? each({name, file->bytes(), *walk, output}) : int{kIncomplete});
    output.flush_if_full();
    if (output.failed()) break;
  }
  return end_output(output, status);
}

}  // namespace basewalk::cli

// SPDX-License-Identifier: MIT
//
// basewalk mhtml: a table of verbs of its own, and how they read bundles.
#include <CLI/CLI.hpp>
#include <algorithm>

#include "cli/verbs/mhtml.h"

namespace basewalk::cli {
namespace {

constexpr const Command* kVerbs[] = {
    &kMhtmlList, &kMhtmlCheck, &kMhtmlUnpack, &kMhtmlInline,
#if BASEWALK_HAS_BRIDGE
    &kMhtmlPack,
#endif
};

Command::Run chosen;

int run() { return chosen(); }

Command::Run set_up(CLI::App& app) {
  app.require_subcommand(1);
  app.footer("basewalk mhtml VERB --help says more.");
  for (const Command* verb : kVerbs) {
    CLI::App* sub = app.add_subcommand(std::string(verb->name), std::string(verb->summary));
    sub->callback([run_verb = verb->set_up(*sub)] { chosen = run_verb; });
  }
  return run;
}

}  // namespace

const Command kMhtml = {"mhtml", "MHTML bundles: list, check, unpack, inline, pack", set_up,
                        kVerbs};

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

std::string counted(std::size_t number, std::string_view what) {
  return std::to_string(number) + ' ' + std::string(what) + (number == 1 ? "" : "s");
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
  Output output;
  int status = kDone;
  for (const std::string& name : options.sources) {
    const std::optional<archive::FileBytes> file = open_bundle(name, walk->limits);
    status =
        std::max<int>(status, file ? each({name, file->bytes(), *walk, output}) : int{kIncomplete});
    output.flush_if_full();
    if (output.failed()) break;
  }
  return output.commit() ? status : std::max<int>(status, kIncomplete);
}

}  // namespace basewalk::cli

// SPDX-License-Identifier: MIT
//
// basewalk mhtml: a table of verbs of its own, and how they read bundles.
#include <CLI/CLI.hpp>
#include <algorithm>
#include <atomic>
#include <filesystem>
#include <fstream>
#include <memory>
#include <vector>

#include "cli/options/output_plan.h"
#include "cli/terminal.h"
#include "cli/verbs/each_message.h"
#include "cli/verbs/mhtml/mhtml.h"
#include "run/one_message.h"

namespace basewalk::cli {
namespace {

constexpr const Command* kVerbs[] = {
    &kMhtmlList,   &kMhtmlCheck, &kMhtmlUnpack, &kMhtmlInline, &kMhtmlWarc,
#if BASEWALK_HAS_BRIDGE
    &kMhtmlPack,
#endif
#if BASEWALK_HAS_VERIFY
    &kMhtmlVerify,
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

#if BASEWALK_HAS_BRIDGE
#define BASEWALK_AND_PACK ", pack"
#else
#define BASEWALK_AND_PACK ""
#endif
#if BASEWALK_HAS_VERIFY
#define BASEWALK_AND_VERIFY ", verify"
#else
#define BASEWALK_AND_VERIFY ""
#endif

const Command kMhtml = {
    "mhtml",
    "MHTML bundles: list, check, unpack, inline, warc" BASEWALK_AND_PACK BASEWALK_AND_VERIFY,
    make_verb<Mhtml>, kVerbs};

void add_look_options(CLI::App& app, SharedOptions& options) {
  add_looking_options(app, options, {"text", "jsonl"});
  add_resolve_options(app, options);
}

bool has_sources(const SharedOptions& options) {
  if (!options.sources.empty() || !options.files_from.empty() || !options.plan.empty()) return true;
  complain(
      "SOURCE is needed: bundles, or folders, archives and mailboxes that hold some; - is "
      "standard input");
  return false;
}

bool needs_a_reader(const std::string& name) {
  std::error_code error;
  if (std::filesystem::is_directory(name, error)) return true;
  if (!std::filesystem::is_regular_file(name, error)) return false;
  std::string first(run::kTellingBytes, '\0');
  std::ifstream file(name, std::ios::binary);
  file.read(first.data(), static_cast<std::streamsize>(first.size()));
  first.resize(static_cast<std::size_t>(std::max<std::streamsize>(file.gcount(), 0)));
  return first.starts_with("From ") || run::may_hold_several(first);
}

std::optional<archive::FileBytes> open_bundle(const std::string& name, const Limits& limits) {
  const auto fail = [&](const std::string& why) {
    complain((name == "-" ? "standard input" : name) + ": " + why);
    return std::nullopt;
  };
  Result<archive::FileBytes> file = archive::FileBytes::open(name, limits.message_bytes);
  if (!file)
    return fail(file.error().code == "folder"
                    ? "this is a folder; name the bundles in it, as in " + name + "/*"
                    : file.error().detail);
  if (file->bytes().empty()) return fail("is empty; there is no bundle in it");
  if (file->bytes().size() > limits.message_bytes)
    return fail("is longer than the limit (" + std::to_string(file->bytes().size()) +
                " bytes); see --limit message-bytes");
  // Of a pipe nobody could know before.
  if (run::holds_several(file->bytes()))
    return fail("is packed, or a mailbox, and may hold several bundles; give it as a file");
  return std::move(*file);
}

namespace {

class LookWork final : public run::MessageWork {
 public:
  LookWork(const WalkOptions& walk, const std::function<int(const BundleFile&)>& each,
           std::atomic<int>& status)
      : walk_(walk), each_(each), status_(status) {}
  void message(const run::EachMessage& each) override {
    run::Results& results = each.results;
    const std::function<bool()> go_on = [&] {
      results.flush_if_full();
      return !results.stopped();
    };
    const std::string name(each.at.source);
    const int status = each_({name, each.at.offset, each.at.bytes, walk_, results.buffer(), go_on});
    int known = status_;
    while (status > known && !status_.compare_exchange_weak(known, status)) {
    }
  }
  void problem(const archive::Item&, run::Results&) override {}

 private:
  const WalkOptions& walk_;
  const std::function<int(const BundleFile&)>& each_;
  std::atomic<int>& status_;
};

}  // namespace

int for_each_bundle(const SharedOptions& options, const std::function<int(const BundleFile&)>& each,
                    run::Writer* writer) {
  const std::optional<WalkOptions> walk = walk_options(options);
  if (!walk || !has_sources(options)) return kUsage;
  if (!options.files_from.empty() || !options.plan.empty() || options.as != "auto" ||
      std::ranges::any_of(options.sources, needs_a_reader)) {
    std::optional<OutputPlan> plan = output_plan(options);
    if (!plan) return kUsage;
    plan->own = writer;
    plan->closes_itself = writer != nullptr;
    std::atomic<int> status = kDone;
    const int ended = for_each_message(
        options, *plan, [&] { return std::make_unique<LookWork>(*walk, each, status); });
    return std::max<int>(ended, status);
  }
  text::Output output;
  const std::function<bool()> go_on = [&] {
    if (writer == nullptr) {
      output.flush_if_full();
      return !output.failed();
    }
    writer->write(output.buffer());
    output.buffer().clear();
    return !writer->failed() && !Interruption::happened();
  };
  int status = kDone;
  for (const std::string& name : options.sources) {
    const std::optional<archive::FileBytes> file = open_bundle(name, walk->limits);
    status =
        std::max<int>(status, file ? each({name, 0, file->bytes(), *walk, output.buffer(), go_on})
                                   : int{kIncomplete});
    if (!go_on()) break;
  }
  if (writer == nullptr) return end_output(output, status);
  if (Interruption::happened()) return complain(kInterrupted, kIncomplete);
  return writer->commit() ? status : complain(writer->failure(), kIncomplete);
}

}  // namespace basewalk::cli

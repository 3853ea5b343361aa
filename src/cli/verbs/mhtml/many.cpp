// SPDX-License-Identifier: MIT
//
// A run over messages as every other: what is made of each is its result, so that threads, slices,
// plans, --resume and progress are those of run/.
#include "cli/verbs/mhtml/many.h"

#include <algorithm>
#include <filesystem>

#include "basewalk/bundle/files.h"
#include "basewalk/note.h"
#include "cli/options/output_plan.h"
#include "cli/verbs/each_message.h"
#include "cli/verbs/mhtml/output_folder.h"
#include "output/bundle_records.h"
#include "output/records.h"
#include "text/files/path.h"
#include "text/visible.h"

namespace basewalk::cli {
namespace {

namespace fs = std::filesystem;

// Names from a list may come from anywhere.
std::string common_folder_of(const SharedOptions& options) {
  if (!options.files_from.empty() || !options.plan.empty()) return {};
  return common_folder(options.sources);
}

// What is made there would be read as a source.
bool lies_within_a_source(const std::string& folder, const SharedOptions& options) {
  std::error_code error;
  const std::string made = fs::weakly_canonical(folder, error).string() + "/";
  for (const std::string& source : options.sources) {
    if (!is_folder(source)) continue;
    const std::string read = fs::canonical(source, error).string();
    if (!error && made.starts_with(read + "/")) return true;
  }
  return false;
}

void append_complaint(std::string_view line, std::string& out) {
  out += "basewalk: " + text::visible(line) + "\n";
}

class MakeWork final : public run::MessageWork {
 public:
  struct Shared {
    const Making& making;
    const MakeBundle& make;
    std::string folder;  // with a slash
    std::string common;  // of the sources
    EndOfName end = nullptr;
    Prover* prover = nullptr;
    bool resumes = false;
  };
  explicit MakeWork(Shared& shared) : shared_(shared) {}

  void message(const run::EachMessage& each) override {
    each.results.tally().parts += each.message.parts.size();
    const std::string source(each.at.source);
    const bundle::Bundle bundle(each.message, shared_.making.walk, shared_.making.profile);
    const std::string_view end = shared_.end(bundle);
    const std::string place = path_of(each.at).append(end);
    const std::string to = shared_.folder + place;
    Made made = make(bundle, source, place, end.empty());
    const std::vector<std::string> limits = names_of(bundle, made, loses_something);
    const std::vector<std::string> damaged = names_of(bundle, made, is_damage);
    output::MadeVerdict verdict = output::MadeVerdict::complete;
    if (!made.summary)
      verdict = output::MadeVerdict::failed;
    else if (made.summary->loss_count > 0 || !limits.empty() || !damaged.empty())
      verdict = output::MadeVerdict::incomplete;
    if (verdict != output::MadeVerdict::complete) each.results.gap();
    output::BundleMade row{each.at,
                           made.summary ? std::string_view(to) : "",
                           verdict,
                           &bundle,
                           made.summary ? &*made.summary : nullptr,
                           limits,
                           damaged,
                           made.error};
    Proved proved;
    if (shared_.prover != nullptr && made.summary) {
      proved = shared_.prover->prove(source, to, each.at.bytes);
      row.verified = proved.verdict;
      row.not_verified = proved.why;
      row.differences = proved.differences;
      row.difference_count = proved.difference_count;
      if (!proved.holds) {
        each.results.gap();
        append_complaint(source + ": " + to + ": " + std::string(proved.verdict) +
                             (proved.why.empty() ? "" : ": " + proved.why),
                         each.results.notices());
      }
    }
    append_record(row, each.results.buffer());
    if (!made.error.empty()) append_complaint(made.error, each.results.notices());
    if (made.summary)
      for (const std::string& line : losses_of(source, bundle, *made.summary))
        append_complaint(line, each.results.notices());
    each.results.flush_if_full();
  }

  void problem(const archive::Item& item, run::Results& results) override {
    output::JsonRecords::problem(item, results.buffer());
  }

 private:
  // A place of its own for each message, whoever makes it first.
  std::string path_of(const run::MessageAt& at) const {
    std::string path = place_below(at.source, shared_.common);
    if (at.number.value_or(1) > 1) path += "-" + std::to_string(*at.number);
    return path;
  }

  Made make(const bundle::Bundle& bundle, const std::string& source, const std::string& place,
            bool makes_folder) const {
    if (std::string why = why_damaged(bundle, source, shared_.making); !why.empty())
      return {{}, std::move(why)};
    const std::string to = shared_.folder + place;
    const Standing standing = come_to_place(shared_.folder, place, makes_folder);
    if (!standing.why_not.empty()) return {{}, source + ": " + standing.why_not};
    if (standing.is_there && !shared_.resumes)
      return {{}, source + ": " + to + " is there already; name another folder"};
    // What an earlier run has made appeared whole: it stays, if it is what would be made.
    return shared_.make(bundle, shared_.making.unpack, source, {to, standing.is_there});
  }

  static std::vector<std::string> names_of(const bundle::Bundle& bundle, const Made& made,
                                           bool (*is_meant)(NoteCode)) {
    std::vector<std::string> names;
    if (!made.summary) return names;
    for (const Notes* notes : {&bundle.message().notes, &made.summary->notes})
      for (const Note& note : notes->all())
        if (is_meant(note.code) && std::ranges::find(names, name(note.code)) == names.end())
          names.emplace_back(name(note.code));
    return names;
  }

  Shared& shared_;
};

}  // namespace

bool means_many(const BundleOptions& options) {
  const SharedOptions& shared = options.shared;
  return shared.sources.size() != 1 || !shared.files_from.empty() || !shared.plan.empty() ||
         shared.resume || shared.restart || options.output.ends_with('/') ||
         needs_a_reader(shared.sources.front());
}

int make_many(const BundleOptions& options, const MakeBundle& make, EndOfName end, Prover* prover) {
  const std::optional<Making> making = making_of(options);
  if (!making) return kUsage;
  if (lies_within_a_source(options.output, options.shared))
    return complain("-o " + options.output +
                        ": lies within a source, and what is made there would be read; give "
                        "another name",
                    kUsage);
  int status = kDone;
  const std::string folder =
      open_output_folder(options.output, options.shared.resume || options.shared.restart, status);
  if (folder.empty()) return status;
  SharedOptions shared = options.shared;
  shared.output = folder + std::string(kReportName);
  std::optional<OutputPlan> plan = output_plan(shared);
  if (!plan) return kUsage;
  plan->makes_in = folder;
  MakeWork::Shared work{*making, make,   folder,       common_folder_of(shared),
                        end,     prover, shared.resume};
  return for_each_message(shared, *plan, [&] { return std::make_unique<MakeWork>(work); });
}

}  // namespace basewalk::cli

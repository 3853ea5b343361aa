// SPDX-License-Identifier: MIT
//
// How the verbs that make something of a bundle read it.
#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdint>
#include <set>
#include <utility>

#include "basewalk/note.h"
#include "cli/command.h"
#include "cli/options/shared_options.h"
#include "cli/options/written_files.h"
#include "cli/terminal.h"
#include "cli/verbs/mhtml/many.h"
#include "cli/verbs/mhtml/mhtml.h"
#include "cli/verbs/mhtml/output_folder.h"
#include "text/files/path.h"
#include "text/visible.h"

namespace basewalk::cli {

void add_bundle_options(CLI::App& app, BundleOptions& options) {
  add_making_options(app, options.shared);
  app.add_option("--base", options.shared.base, "The URL the bundle was fetched from")
      ->type_name("URL");
  app.add_option("--match", options.shared.match,
                 "How references find parts: compat (default), strict")
      ->check(CLI::IsMember({"compat", "strict"}))
      ->type_name("WAY");
  app.add_option("--scripts", options.scripts, "drop (default) or keep what runs in a page")
      ->check(CLI::IsMember({"drop", "keep"}))
      ->type_name("WAY");
  app.add_option("--max-bytes", options.max_bytes,
                 "The most to write of a bundle (default: 16 times its size)")
      ->type_name("N");
  app.add_flag("--damaged", options.damaged, "Take a bundle that is cut off within a part, too");
  add_verify_options(app, options.proving);
}

std::optional<Making> making_of(const BundleOptions& options) {
  Making making;
  making.unpack.keep_scripts = options.scripts == "keep";
  making.damaged = options.damaged;
  if (!options.max_bytes.empty() &&
      !read_bytes("--max-bytes", options.max_bytes, making.unpack.max_bytes))
    return {};
  std::optional<WalkOptions> walk = walk_options(options.shared);
  if (!walk) return {};
  making.walk = *std::move(walk);
  making.profile = *bundle::profile_named(options.shared.match);
  return making;
}

std::string why_damaged(const bundle::Bundle& bundle, const std::string& name,
                        const Making& making) {
  const std::string cut_off = bundle::cut_off_part(bundle.message());
  if (cut_off.empty() || making.damaged) return {};
  return name + ": is cut off within part " + cut_off +
         "; --damaged takes what is there all the same";
}

namespace {

int make_one(const BundleOptions& options, const MakeBundle& make, Prover* prover) {
  const std::optional<Making> making = making_of(options);
  if (!making) return kUsage;
  const std::string& name = options.shared.sources.front();
  const std::string shown = name == "-" ? "standard input" : name;
  const std::optional<archive::FileBytes> file = open_bundle(name, making->walk.limits);
  if (!file) return kIncomplete;
  const Message message = read_message(file->bytes(), making->walk.limits);
  const bundle::Bundle bundle(message, making->walk, making->profile);
  if (const std::string why = why_damaged(bundle, shown, *making); !why.empty())
    return complain(why, kIncomplete);
  const std::string to = options.output.empty() ? "-" : options.output;
  // A pipe may be waited for.
  const bool is_alone = to != "-" && text::is_replaceable(to);
  Made made;
  {
    const Interruption interruption(is_alone);
    made = make(bundle, making->unpack, shown, {.to = to, .is_there = false, .is_alone = is_alone});
    if (!made.summary && Interruption::happened()) {
      complain(made.error);
      Interruption::end();
    }
  }
  if (!made.summary) return complain(made.error, kIncomplete);
  int status = kDone;
  for (const std::string& line : losses_of(name, bundle, *made.summary))
    status = complain(line, kIncomplete);
  if (prover != nullptr)
    status = std::max(status, prove_one(*prover, shown, options.output,
                                        name == "-" ? std::optional(file->bytes())
                                                    : std::optional<std::string_view>()));
  return status;
}

}  // namespace

int make_bundles(const BundleOptions& options, const MakeBundle& make, EndOfName end) {
  const SharedOptions& shared = options.shared;
  if (!has_sources(shared)) return kUsage;
  if (!means_many(options) && !shared.summary.empty())
    return complain("--summary counts many bundles; of one -o tells by itself", kUsage);
  if (!means_many(options) && shared.progress == "always")
    return complain("--progress tells of many bundles; one is made at once", kUsage);
  const std::string& report = options.proving.report;
  const std::string made =
      means_many(options) ? options.output + "/" + std::string(kReportName) : options.output;
  if (!leaves_sources("-o", options.output, shared.sources) ||
      !leaves_sources("--verify-report", report, shared) ||
      !are_apart({{"-o", made}, {"--summary", shared.summary}, {"--verify-report", report}}, {}))
    return kUsage;
  if (means_many(options) && (!is_outside({"--summary", shared.summary}, options.output) ||
                              !is_outside({"--verify-report", report}, options.output)))
    return kUsage;
  std::unique_ptr<Prover> prover;
  if (options.proving.wanted) {
    if (!means_many(options) && (options.output.empty() || options.output == "-"))
      return complain("--verify needs a result that can be opened: give it a name with -o", kUsage);
    prover = make_prover(options.proving);
    if (!prover) return kIncomplete;
  }
  const int status = means_many(options) ? make_many(options, make, end, prover.get())
                                         : make_one(options, make, prover.get());
  return prover ? std::max(status, prover->end()) : status;
}

std::vector<std::string> losses_of(const std::string& name, const bundle::Bundle& bundle,
                                   const bundle::UnpackSummary& summary) {
  std::vector<std::string> lines;
  for (const bundle::Loss& loss : summary.losses) {
    std::string what = name + ": part " + bundle.section(loss.part);
    if (!loss.where.empty()) {
      what += ", ";
      text::append_visible(what, loss.where);
      what += ": part " + bundle.section(loss.target);
    }
    lines.push_back(what + " was left out: " + std::string(meaning(loss.reason)));
  }
  if (summary.loss_count > summary.losses.size())
    lines.push_back(name + ": and " + std::to_string(summary.loss_count - summary.losses.size()) +
                    " more were left out");
  for (const Notes* notes : {&bundle.message().notes, &summary.notes})
    for (std::string& line : noted_losses(name, bundle, *notes)) lines.push_back(std::move(line));
  return lines;
}

bool loses_something(NoteCode code) { return is_limit(code) && code != NoteCode::limit_notes; }

bool is_damage(NoteCode code) {
  return code == NoteCode::base64_junk || code == NoteCode::base64_truncated ||
         code == NoteCode::base64_runs;
}

std::vector<std::string> noted_losses(const std::string& name, const bundle::Bundle& bundle,
                                      const Notes& notes) {
  std::vector<std::string> lines;
  std::set<std::pair<std::uint32_t, NoteCode>> damaged;  // each part once, however many places
  for (const Note& note : notes.all()) {
    if (is_damage(note.code) ? !damaged.emplace(note.part, note.code).second
                             : !loses_something(note.code))
      continue;
    const std::string part = name + ": part " + bundle.section(note.part) + ": ";
    const std::string meant =
        std::string(meaning(note.code)) + " [" + std::string(basewalk::name(note.code)) + "]";
    if (is_damage(note.code)) {
      lines.push_back(part + "is damaged: " + meant);
      continue;
    }
    // A label that would be too long once it is resolved counts by its text alone.
    const bool is_read = note.code == NoteCode::limit_output;
    lines.push_back(part + (is_read ? "" : "what lies behind this was not read: ") + meant +
                    "; see --limit");
  }
  return lines;
}

bool read_bytes(const std::string& option, const std::string& text, std::size_t& bytes) {
  const std::optional<std::size_t> number = number_of(text);
  if (!number || *number == 0) {
    complain(option + " " + text + ": give a number of bytes (k, M and G may follow it)");
    return false;
  }
  bytes = *number;
  return true;
}

}  // namespace basewalk::cli

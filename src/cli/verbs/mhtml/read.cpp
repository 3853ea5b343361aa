// SPDX-License-Identifier: MIT
//
// How the verbs that make something of a bundle read it.
#include <CLI/CLI.hpp>

#include "basewalk/note.h"
#include "cli/command.h"
#include "cli/options/shared_options.h"
#include "cli/verbs/mhtml/mhtml.h"
#include "text/visible.h"

namespace basewalk::cli {

void add_bundle_options(CLI::App& app, BundleOptions& options) {
  app.add_option("FILE", options.file, "The bundle; - is standard input")->required();
  app.add_option("--base", options.base, "The URL the bundle was fetched from")->type_name("URL");
  app.add_option("--match", options.match, "How references find parts: compat (default), strict")
      ->check(CLI::IsMember({"compat", "strict"}))
      ->type_name("WAY");
  app.add_option("--scripts", options.scripts, "drop (default) or keep what runs in a page")
      ->check(CLI::IsMember({"drop", "keep"}))
      ->type_name("WAY");
  app.add_option("--max-bytes", options.max_bytes,
                 "The most to write (default: 16 times the bundle)")
      ->type_name("N");
  app.add_option("--limit", options.limits, "A bound on the input, see basewalk links --help")
      ->allow_extra_args(false)
      ->type_name("NAME=VALUE");
  app.add_flag("--damaged", options.damaged, "Take a bundle that is cut off within a part, too");
}

int with_bundle(
    const BundleOptions& options,
    const std::function<int(const bundle::Bundle&, const bundle::UnpackOptions&)>& each) {
  bundle::UnpackOptions unpack;
  unpack.keep_scripts = options.scripts == "keep";
  if (!options.max_bytes.empty() && !read_bytes("--max-bytes", options.max_bytes, unpack.max_bytes))
    return kUsage;
  SharedOptions shared;
  shared.base = options.base;
  shared.limits = options.limits;
  const std::optional<WalkOptions> walk = walk_options(shared);
  if (!walk) return kUsage;

  const std::string shown = options.file == "-" ? "standard input" : options.file;
  const std::optional<archive::FileBytes> file = open_bundle(options.file, walk->limits);
  if (!file) return kIncomplete;
  const Message message = read_message(file->bytes(), walk->limits);
  const std::string cut_off = bundle::cut_off_part(message);
  if (!cut_off.empty() && !options.damaged) {
    complain(shown + ": is cut off within part " + cut_off +
             "; --damaged takes what is there all the same");
    return kIncomplete;
  }
  return each(bundle::Bundle(message, *walk, *bundle::profile_named(options.match)), unpack);
}

int tell_summary(const std::string& name, const bundle::Bundle& bundle,
                 const bundle::UnpackSummary& summary) {
  int status = kDone;
  for (const bundle::Loss& loss : summary.losses) {
    std::string what = name + ": part " + bundle.section(loss.part);
    if (!loss.where.empty()) {
      what += ", ";
      text::append_visible(what, loss.where);
      what += ": part " + bundle.section(loss.target);
    }
    status = complain(what + " was left out: " + std::string(meaning(loss.reason)), kIncomplete);
  }
  if (summary.loss_count > summary.losses.size())
    status = complain(name + ": and " + std::to_string(summary.loss_count - summary.losses.size()) +
                          " more were left out",
                      kIncomplete);
  // What lies behind a limit was not even seen.
  for (const Notes* notes : {&bundle.message().notes, &summary.notes})
    for (const Note& note : notes->all())
      if (is_limit(note.code))
        status = complain(
            name + ": part " + bundle.section(note.part) +
                ": what lies behind this was not read: " + std::string(meaning(note.code)) + " [" +
                std::string(basewalk::name(note.code)) + "]; see --limit",
            kIncomplete);
  return status;
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

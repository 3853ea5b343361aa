// SPDX-License-Identifier: MIT
//
// basewalk mhtml pack: a page and the files it uses as a bundle.
#include "cli/verbs/mhtml/pack.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <utility>

#include "basewalk/bridge/write_bundle.h"
#include "cli/options/written_files.h"
#include "cli/terminal.h"
#include "cli/verbs/mhtml/mhtml.h"
#include "cli/verbs/mhtml/output_folder.h"
#include "cli/verbs/mhtml/pack_warc.h"
#include "cli/verbs/mhtml/proving.h"
#include "output/warc/warc_index.h"
#include "text/amounts.h"
#include "text/files/path.h"
#include "text/files/whole_file.h"

namespace basewalk::cli {
namespace {

// Counts on the way.
class CountingSink final : public Sink {
 public:
  explicit CountingSink(Sink& to) : to_(to) {}
  bool write(std::string_view bytes) override {
    count_ += bytes.size();
    return to_.write(bytes);
  }
  std::uint64_t count() const { return count_; }

 private:
  Sink& to_;
  std::uint64_t count_ = 0;
};

Result<bundle::Packing> collect(const std::string& source, const bundle::PackOptions& pack) {
  if (is_folder(source)) return bundle::Packing::of_folder(source, pack);
  if (source.ends_with(".tsv")) return bundle::Packing::of_table(source, pack);
  return bundle::Packing::of_page(source, pack);
}

// Why one of these cannot be written: it is a file that goes into the bundle.
std::string why_overwritten(const std::vector<NamedFile>& written, const bundle::Packing& packing) {
  for (const NamedFile& each : written) {
    if (each.file.empty() || !text::is_replaceable(each.file) || !text::exists(each.file)) continue;
    for (const bundle::PackedFile& file : packing.files())
      if (text::is_same_file(each.file, file.path))
        return std::string(each.option) + " " + each.file +
               ": is a file that goes into the bundle, and would be overwritten; give another name";
  }
  return {};
}

class Pack final : public Verb {
 public:
  void set_up(CLI::App& app) override {
    app.add_option("SOURCE", options_.shared.sources,
                   "Pages, folders with one, tables (.tsv); or a web\n"
                   "archive (.warc, .warc.gz, .wacz)")
        ->required();
    app.add_option("--base", options_.base, "The URL of the page's folder (default: thismessage:/)")
        ->type_name("URL");
    app.add_flag("--outside", options_.outside, "Also files outside the page's folder");
    app.add_flag("--follow", options_.follow,
                 "Also what the pages link to in that folder: a whole site");
    app.add_option("--max-bytes", options_.max_bytes,
                   "The most bytes of files for a bundle (default: 1 GiB)")
        ->type_name("N");
    app.add_option("--page", page_, "Of a web archive: the page (default: the first)")
        ->type_name("URL");
    app.add_option("-o,--output", options_.shared.output,
                   "Write FILE, whole or not at all; DIR/ for a bundle of each page or site")
        ->type_name("FILE");
    add_resuming_options(app, options_.shared);
    add_progress_option(app, options_.shared);
    app.add_flag("-q,--quiet", options_.shared.quiet, "Say nothing of what is not packed");
    add_verify_options(app, proving_);
    app.footer(
        "A table has a line for each file: file, TAB, URL and, if need be, TAB, media type; the "
        "page\n"
        "first.  Nothing is fetched.  With -o DIR/ each SOURCE becomes a bundle of its own, and "
        "so does\n"
        "each page and each site (a folder with an index.html) in a folder of pages; "
        "DIR/report.jsonl\n"
        "tells of each.  docs/bundles.md says more.  Exit status: 0 as complete as the page, 1 a "
        "file\n"
        "is missing in it (each is named) or there is no result, 2 usage.");
  }
  int run() override;

 private:
  bool fits_archive() const;

  PackingOptions options_;
  std::string page_;
  ProvingOptions proving_;
};

// What a web archive decides itself: the URLs are those of its captures, and it has no folders.
bool Pack::fits_archive() const {
  const std::pair<const char*, bool> kOptions[] = {{"--base", !options_.base.empty()},
                                                   {"--outside", options_.outside},
                                                   {"--follow", options_.follow}};
  for (const auto& [name, is_given] : kOptions)
    if (is_given) {
      complain(std::string(name) + ": is for pages in folders, and " +
               options_.shared.sources.front() + " is a web archive");
      return false;
    }
  return true;
}

int Pack::run() {
  bundle::PackOptions pack;
  pack.base = options_.base;
  pack.outside = options_.outside;
  pack.follow = options_.follow;
  if (!options_.max_bytes.empty() && !read_bytes("--max-bytes", options_.max_bytes, pack.max_bytes))
    return kUsage;
  const SharedOptions& shared = options_.shared;
  const NamedFile report{"--verify-report", proving_.report};
  if (!are_apart({{"-o", shared.output}, report}, shared.sources)) return kUsage;
  const bool is_many =
      shared.sources.size() > 1 || shared.output.ends_with('/') || shared.resume || shared.restart;
  const std::string& source = shared.sources.front();
  const bool is_archive = !is_many && output::is_web_archive(source);
  if (!page_.empty() && !is_archive)
    return complain("--page " + page_ + ": names a page of a web archive, which SOURCE is not",
                    kUsage);
  if (!is_many && shared.progress == "always")
    return complain("--progress tells of many bundles; one is made at once", kUsage);
  std::unique_ptr<Prover> prover;
  if (proving_.wanted) {
    if (is_many)
      return complain("--verify compares one bundle; `basewalk mhtml verify` compares many",
                      kUsage);
    if (shared.output.empty() || shared.output == "-" || source.ends_with(".tsv") || is_archive)
      return complain("--verify needs a page or a folder, and a bundle that has a name (-o)",
                      kUsage);
    prover = make_prover(proving_);
    if (!prover) return kIncomplete;
  }
  if (is_many) return pack_many(options_, pack);
  if (is_archive && !fits_archive()) return kUsage;
  if (is_archive)
    return pack_web_archive(source, page_, pack.max_bytes, shared.output, shared.quiet);
  const std::string to = shared.output.empty() ? "-" : shared.output;
  const bool is_alone = to != "-" && text::is_replaceable(to);
  Packed packed;
  {
    const Interruption interruption(is_alone);
    packed = pack_one(source, pack, {.to = to, .is_there = false, .is_alone = is_alone},
                      text::Existing::replace, report);
    if (!packed.error.empty() && Interruption::happened()) {
      complain(packed.error);
      Interruption::end();
    }
  }
  if (!packed.error.empty()) return complain(packed.error, packed.is_usage ? kUsage : kIncomplete);
  if (!shared.quiet)
    for (const std::string& line : not_packed_lines(source, *packed.packing)) complain(line);
  const int status = packed.packing->not_packed_count() > 0 ? kIncomplete : kDone;
  if (!prover) return status;
  const int proved = prove_one(*prover, source, shared.output);
  return std::max({status, proved, prover->end()});
}

}  // namespace

Packed pack_one(const std::string& source, const bundle::PackOptions& options, const Place& place,
                text::Existing existing, const NamedFile& also) {
  Packed packed;
  Result<bundle::Packing> packing = collect(source, options);
  if (!packing) {
    packed.error = packing.error().detail;
    packed.is_usage = packing.error().code == "not-absolute";
    return packed;
  }
  packed.error = why_overwritten({{"-o", place.to}, also}, *packing);
  packed.is_usage = !packed.error.empty();
  if (packed.is_usage) return packed;
  text::WholeFile file;
  ComparedFile there;
  if (place.is_there) {
    there.open(place.to);
  } else if (!file.open(place.to)) {
    packed.error = file.failure();
    return packed;
  }
  CountingSink counted(place.is_there ? static_cast<Sink&>(there) : file.output());
  UntilInterrupted alone(counted);
  const Result<bool> written =
      bridge::write_bundle(*packing, place.is_alone ? static_cast<Sink&>(alone) : counted);
  packed.bytes = counted.count();
  if (!written && place.is_alone && Interruption::happened())
    packed.error = source + ": " + kInterrupted;
  else if (!written)
    packed.error = written.error().code == "unwritable" ? file.failure() : written.error().detail;
  else if (place.is_there && !there.is_same())
    packed.error = source + ": " + is_another_one(place.to);
  else if (!place.is_there && !file.commit(existing))
    packed.error = file.failure();
  packed.packing = *std::move(packing);
  return packed;
}

std::vector<std::string> not_packed_lines(const std::string& source,
                                          const bundle::Packing& packing) {
  std::vector<std::string> lines;
  for (const bundle::NotPackedReference& left : packing.not_packed()) {
    std::string line = left.page + ": ";
    if (!left.where.empty()) line += left.where + " " + left.raw + ": ";
    line += "not packed: " + std::string(meaning(left.reason));
    if (!left.detail.empty()) line += " (" + left.detail + ")";
    lines.push_back(std::move(line));
  }
  const std::size_t more = packing.not_packed_count() - packing.not_packed().size();
  if (more > 0) lines.push_back(source + ": and " + text::number_text(more) + " more not packed");
  if (const std::size_t count = packing.shown_elsewhere(); count > 0)
    lines.push_back(source + ": " + text::counted(count, "reference") + " to what the page shows " +
                    (count == 1 ? "stays as it is" : "stay as they are") + ", to elsewhere");
  return lines;
}

const Command kMhtmlPack = {"pack", "A page and the files it uses as a bundle", make_verb<Pack>};

}  // namespace basewalk::cli

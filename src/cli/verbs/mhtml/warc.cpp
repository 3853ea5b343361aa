// SPDX-License-Identifier: MIT
//
// basewalk mhtml warc: bundles as records of a web archive.
#include <CLI/CLI.hpp>
#include <filesystem>

#include "cli/verbs/mhtml/mhtml.h"
#include "output/warc/bundle_warc.h"
#include "text/files/compress.h"
#include "text/files/whole_file.h"
#include "text/visible.h"

namespace basewalk::cli {
namespace {

class Warc final : public Verb {
 public:
  void set_up(CLI::App& app) override {
    app.add_option("SOURCE", options_.sources, "Bundles; - is standard input")->required();
    app.add_option("-o,--output", output_, "Write FILE, ended by .warc or .warc.gz")
        ->type_name("FILE")
        ->required();
    app.add_option("--base", options_.base, "The URL the bundle was fetched from")
        ->type_name("URL");
    app.footer(
        "A resource record for each part, the page of each bundle first; dates are those of the\n"
        "bundles.  Exit status: 0 all is in FILE, 1 something is not (each is named), 2 usage.\n"
        "docs/bundles.md says more.");
  }
  int run() override;

 private:
  int add(const std::string& name, const WalkOptions& walk, std::size_t before,
          const std::function<bool(std::string_view)>& take) const;

  SharedOptions options_;
  std::string output_;
};

int Warc::add(const std::string& name, const WalkOptions& walk, std::size_t before,
              const std::function<bool(std::string_view)>& take) const {
  if (name != "-" && needs_a_reader(name))
    return complain(name + ": holds bundles and is none; name the bundles in it", kIncomplete);
  const std::optional<archive::FileBytes> file = open_bundle(name, walk.limits);
  if (!file) return kIncomplete;
  const std::string shown = name == "-" ? "standard input" : name;
  const Message message = read_message(file->bytes(), walk.limits);
  const bundle::Bundle bundle(message, walk, bundle::Profile::compat);
  const Result<output::WarcSummary> summary = output::write_warc(bundle, before, take);
  if (!summary)
    return summary.error().code == "unwritable"
               ? int{kIncomplete}
               : complain(shown + ": " + summary.error().detail, kIncomplete);
  int status = kDone;
  if (const std::string cut_off = bundle::cut_off_part(message); !cut_off.empty())
    status = complain(shown + ": is cut off within part " + cut_off + "; the record ends there",
                      kIncomplete);
  if (summary->undated)
    status =
        complain(shown + ": has no Date that can be read; its records have 1970-01-01T00:00:00Z",
                 kIncomplete);
  for (const std::string& loss : summary->losses) {
    std::string line = shown + ": ";
    text::append_visible(line, loss);
    status = complain(line, kIncomplete);
  }
  return status;
}

int Warc::run() {
  const bool packed = output_.ends_with(".warc.gz");
  if (!packed && !output_.ends_with(".warc"))
    return complain("-o " + output_ + ": end the name with .warc or .warc.gz", kUsage);
  const std::optional<WalkOptions> walk = walk_options(options_);
  if (!walk) return kUsage;
  std::error_code error;
  if (std::filesystem::exists(std::filesystem::symlink_status(output_, error)))
    return complain(output_ + ": is there already; name a file that is not", kIncomplete);
  text::WholeFile file;
  if (!file.open(output_)) return complain(file.failure(), kIncomplete);
  std::string failure, member;
  // A record is a member of its own, so that readers can begin at any (WARC 1.1, annex D).
  const auto take = [&](std::string_view record) {
    if (!packed) return file.output().write(record);
    member.clear();
    failure = text::append_compressed(member, record, text::Compression::gzip);
    return failure.empty() && file.output().write(member);
  };
  int status = kDone;
  std::size_t records = 0;
  const auto count = [&](std::string_view record) { return ++records, take(record); };
  const std::string_view name = std::string_view(output_).substr(output_.rfind('/') + 1);
  bool good = take(output::warc_info(name));
  for (const std::string& source : options_.sources) {
    if (!good) break;
    status = std::max(status, add(source, *walk, records, count));
    good = failure.empty() && !file.output().failed();
  }
  if (!good)
    return complain(failure.empty() ? file.failure() : output_ + ": " + failure, kIncomplete);
  if (records == 0) return complain(output_ + ": not written: there is no record", kIncomplete);
  return file.commit() ? status : complain(file.failure(), kIncomplete);
}

}  // namespace

const Command kMhtmlWarc = {"warc", "Bundles as records of a web archive (WARC)", make_verb<Warc>};

}  // namespace basewalk::cli

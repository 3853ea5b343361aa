// SPDX-License-Identifier: MIT
//
// basewalk mhtml warc: bundles as records of a web archive.
#include <CLI/CLI.hpp>

#include "cli/terminal.h"
#include "cli/verbs/mhtml/mhtml.h"
#include "output/warc/warc_file.h"
#include "text/amounts.h"
#include "text/files/path.h"
#include "text/visible.h"

namespace basewalk::cli {
namespace {

class Warc final : public Verb {
 public:
  void set_up(CLI::App& app) override {
    add_gathering_options(app, options_);
    app.add_option("-o,--output", output_, "Write FILE, ended by .warc, .warc.gz or .wacz")
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
  int write();
  static int add(const BundleFile& file, output::WarcForm form);

  SharedOptions options_;
  std::string output_;
};

int Warc::add(const BundleFile& file, output::WarcForm form) {
  const std::string shown = file.name == "-" ? "standard input" : file.name;
  const auto tell = [&](const std::string& what) {
    std::string line = shown + ": ";
    text::append_visible(line, what);
    return complain(line, kIncomplete);
  };
  const Message message = read_message(file.bytes, file.walk.limits);
  const bundle::Bundle bundle(message, file.walk, bundle::Profile::compat);
  std::string failure;
  const Result<output::WarcSummary> summary =
      output::write_warc(bundle, [&](const output::WarcRecord& record) {
        failure = append_frame(record, form, file.out);
        return failure.empty() && file.go_on();
      });
  if (!failure.empty()) return tell(failure);
  if (!summary)
    return summary.error().code == "unwritable" ? int{kIncomplete} : tell(summary.error().detail);
  int status = kDone;
  if (const std::string cut_off = bundle::cut_off_part(message); !cut_off.empty())
    status = tell("is cut off within part " + cut_off + "; the record ends there");
  if (summary->undated)
    status = tell("has no Date that can be read; its records have 1970-01-01T00:00:00Z");
  for (const std::string& loss : summary->losses) status = tell(loss);
  if (const std::size_t more = summary->loss_count - summary->losses.size(); more > 0)
    status = tell("and " + text::number_text(more) + " more");
  return status;
}

int Warc::run() {
  const Interruption interruption(true);
  const int status = write();
  if (status == kDone || !Interruption::happened()) return status;
  Interruption::end();
}

int Warc::write() {
  const std::optional<output::WarcForm> form = output::warc_form_of(output_);
  if (!form)
    return complain("-o " + output_ + ": end the name with .warc, .warc.gz or .wacz", kUsage);
  if (!has_sources(options_)) return kUsage;
  if (text::exists(output_))
    return complain(output_ + ": is there already; name a file that is not", kIncomplete);
  output::WarcFile file(output_, *form);
  if (file.failed()) return complain(file.failure(), kIncomplete);
  options_.formats = {"text"};
  const int status = for_each_bundle(
      options_, [&](const BundleFile& each) { return add(each, *form); }, &file);
  if (file.repeated() > 0)
    complain(text::counted(file.repeated(), "bundle") +
             " came again, byte for byte: each is in the file once");
  return status;
}

}  // namespace

const Command kMhtmlWarc = {"warc", "Bundles as a web archive (WARC, WACZ)", make_verb<Warc>};

}  // namespace basewalk::cli

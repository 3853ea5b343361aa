// SPDX-License-Identifier: MIT
//
// basewalk mhtml pack: a page and the files it uses as a bundle.
#include <CLI/CLI.hpp>
#include <filesystem>

#include "basewalk/bridge/write_bundle.h"
#include "cli/verbs/mhtml/mhtml.h"
#include "cli/verbs/mhtml/pack_warc.h"
#include "output/warc/warc_index.h"
#include "text/amounts.h"
#include "text/files/whole_file.h"

namespace basewalk::cli {
namespace {

class Pack final : public Verb {
 public:
  void set_up(CLI::App& app) override {
    app.add_option("SOURCE", source_,
                   "A page, a folder with one, a table (.tsv), or a web\n"
                   "archive (.warc, .warc.gz, .wacz)")
        ->required();
    app.add_option("--base", base_, "The URL of the page's folder (default: thismessage:/)")
        ->type_name("URL");
    app.add_flag("--outside", outside_, "Also files outside the page's folder");
    app.add_option("--max-bytes", max_bytes_, "The most bytes of files (default: 1 GiB)")
        ->type_name("N");
    app.add_option("--page", page_, "Of a web archive: the page (default: the first)")
        ->type_name("URL");
    app.add_option("-o,--output", output_, "Write FILE, whole or not at all")->type_name("FILE");
    app.footer(
        "A table has a line for each file: file, TAB, URL and, if need be, TAB, media type; the "
        "page\n"
        "first.  Nothing is fetched.  docs/bundles.md says more.\n"
        "Exit status: 0 as complete as the page, 1 a file is missing in it (each is named) or "
        "there\n"
        "is no result, 2 usage.");
  }
  int run() override;

 private:
  Result<bundle::Packing> collect(const bundle::PackOptions& pack) const;
  int tell_what_is_not_in_it(const bundle::Packing& packing) const;

  std::string source_, output_, base_, max_bytes_, page_;
  bool outside_ = false;
};

Result<bundle::Packing> Pack::collect(const bundle::PackOptions& pack) const {
  std::error_code error;
  if (std::filesystem::is_directory(source_, error))
    return bundle::Packing::of_folder(source_, pack);
  if (source_.ends_with(".tsv")) return bundle::Packing::of_table(source_, pack);
  return bundle::Packing::of_page(source_, pack);
}

int Pack::tell_what_is_not_in_it(const bundle::Packing& packing) const {
  for (const bundle::NotPackedReference& left : packing.not_packed()) {
    std::string line = left.page + ": ";
    if (!left.where.empty()) line += left.where + " " + left.raw + ": ";
    line += "not packed: " + std::string(meaning(left.reason));
    if (!left.detail.empty()) line += " (" + left.detail + ")";
    complain(line);
  }
  const std::size_t more = packing.not_packed_count() - packing.not_packed().size();
  if (more > 0) complain(source_ + ": and " + text::number_text(more) + " more not packed");
  if (const std::size_t count = packing.shown_elsewhere(); count > 0)
    complain(source_ + ": " + text::counted(count, "reference") + " to what the page shows " +
             (count == 1 ? "stays as it is" : "stay as they are") + ", to elsewhere");
  return packing.not_packed_count() > 0 ? kIncomplete : kDone;
}

int Pack::run() {
  bundle::PackOptions pack;
  pack.base = base_;
  pack.outside = outside_;
  if (!max_bytes_.empty() && !read_bytes("--max-bytes", max_bytes_, pack.max_bytes)) return kUsage;
  if (output::is_web_archive(source_))
    return pack_web_archive(source_, page_, pack.max_bytes, output_);
  if (!page_.empty())
    return complain("--page " + page_ + ": names a page of a web archive, which SOURCE is not",
                    kUsage);
  const Result<bundle::Packing> packing = collect(pack);
  if (!packing)
    return complain(packing.error().detail,
                    packing.error().code == "not-absolute" ? kUsage : kIncomplete);
  text::WholeFile file;
  if (!file.open(output_)) return complain(file.failure(), kIncomplete);
  const Result<bool> written = bridge::write_bundle(*packing, file.output());
  if (!written)
    return complain(written.error().code == "unwritable" ? file.failure() : written.error().detail,
                    kIncomplete);
  if (!file.commit()) return complain(file.failure(), kIncomplete);
  return tell_what_is_not_in_it(*packing);
}

}  // namespace

const Command kMhtmlPack = {"pack", "A page and the files it uses as a bundle", make_verb<Pack>};

}  // namespace basewalk::cli

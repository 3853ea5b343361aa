// SPDX-License-Identifier: MIT
#include "cli/verbs/mhtml/pack_warc.h"

#include "basewalk/bridge/write_bundle.h"
#include "cli/command.h"
#include "cli/terminal.h"
#include "output/warc/warc_page.h"
#include "text/amounts.h"
#include "text/files/path.h"
#include "text/files/whole_file.h"
#include "text/visible.h"

namespace basewalk::cli {

int pack_web_archive(const std::string& source, const std::string& url, std::size_t max_bytes,
                     const std::string& to, bool quiet) {
  const auto tell = [&](const std::string& what) {
    return complain(text::visible(source + ": " + what), kIncomplete);
  };
  const Result<std::unique_ptr<output::WarcIndex>> index = output::WarcIndex::open(source);
  if (!index) return tell(index.error().detail);
  int status = kDone;
  bool is_interrupted = false;
  for (const std::string& trouble : (*index)->troubles()) status = tell(trouble);
  const Result<std::unique_ptr<output::WarcPage>> page =
      output::WarcPage::make(**index, url, max_bytes);
  if (!page) return tell(page.error().detail);
  {
    const Interruption interruption(!to.empty() && to != "-" && text::is_replaceable(to));
    text::WholeFile file;
    if (!file.open(to)) return complain(file.failure(), kIncomplete);
    UntilInterrupted until(file.output());
    const Result<bool> written = bridge::write_bundle(**page, until);
    is_interrupted = !written && Interruption::happened();
    if (!written && !is_interrupted)
      return written.error().code == "unwritable" ? complain(file.failure(), kIncomplete)
                                                  : tell(written.error().detail);
    if (written && !file.commit()) return complain(file.failure(), kIncomplete);
  }
  if (is_interrupted) {
    complain(source + ": " + kInterrupted);
    Interruption::end();
  }
  if ((*page)->not_packed_count() > 0) status = kIncomplete;
  if (quiet) return status;
  for (const std::string& left : (*page)->not_packed()) status = tell(left);
  if (const std::size_t more = (*page)->not_packed_count() - (*page)->not_packed().size(); more > 0)
    status = tell("and " + text::number_text(more) + " more not packed");
  return status;
}

}  // namespace basewalk::cli

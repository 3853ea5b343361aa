// SPDX-License-Identifier: MIT
//
// A file of WARC 1.1, or a WACZ 1.1.1 around one, as the output of a run.
//
// Threads make frames (a record, packed or not, with what the index says of it); they come here in
// the order of the input.  Comes behind bundle_warc.h, which makes the records.
#ifndef BASEWALK_OUTPUT_WARC_WARC_FILE_H_
#define BASEWALK_OUTPUT_WARC_WARC_FILE_H_

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "output/warc/bundle_warc.h"
#include "run/writer.h"

namespace basewalk::output {

/// By the end of the name: ".warc", ".warc.gz", ".wacz".
enum class WarcForm : std::uint8_t { plain, gzip, wacz };
std::optional<WarcForm> warc_form_of(std::string_view name);

/// Appends a record as WarcFile::write() takes it: a member of its own, unless the form is plain,
/// so that readers can begin at any.  Empty, or why it could not be packed.
std::string append_frame(const WarcRecord& record, WarcForm form, std::string& out);

/// The file appears whole, or not at all, and never in place of another.
class WarcFile final : public run::Writer {
 public:
  explicit WarcFile(const std::string& name, WarcForm form);
  ~WarcFile() override;

  /// Whole frames.  Those of a bundle that has come before, byte for byte, are passed over.
  void write(std::string_view frames) override;
  void checkpoint(const archive::Position&) override {}
  bool commit() override;
  void fail(std::string_view why) override;
  bool failed() const override { return !failure_.empty(); }
  const std::string& failure() const override { return failure_; }
  std::string meanwhile() const override;

  /// Bundles that were passed over.
  std::size_t repeated() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
  std::string failure_;
};

}  // namespace basewalk::output

#endif  // BASEWALK_OUTPUT_WARC_WARC_FILE_H_

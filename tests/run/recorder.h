// SPDX-License-Identifier: MIT
//
// A writer and a listener that remember what they were told, and in which order.
#ifndef BASEWALK_TESTS_RUN_RECORDER_H_
#define BASEWALK_TESTS_RUN_RECORDER_H_

#include <string>
#include <string_view>
#include <vector>

#include "run/run.h"
#include "run/writer.h"

namespace basewalk::test {

/// Everything as one text: records as they are, the rest in brackets.
struct Told {
  std::string text;
};

class Recorder final : public run::Writer {
 public:
  explicit Recorder(Told& told) : told_(told) {}

  // How it behaves.
  text::Compression packed = text::Compression::none;
  std::size_t most = run::Writer::full();
  bool keeps = false;
  bool tells_gaps = false;
  std::optional<archive::Position> after;
  std::optional<archive::Position> last;             ///< that was told
  std::size_t takes = static_cast<std::size_t>(-1);  ///< so many records are taken, then it fails

  void write(std::string_view records) override {
    if (failed() || records.empty()) return;
    if (takes-- == 0) return fail("full");
    told_.text += records;
    pieces.emplace_back(records);
  }
  void checkpoint(const archive::Position& position) override {
    last = position;
    told_.text += "[behind " + position.source + ":" + std::to_string(position.offset) + " #" +
                  (position.number ? std::to_string(*position.number) : "?") + " of name " +
                  (position.name_number ? std::to_string(*position.name_number) : "?") + "]";
  }
  bool commit() override { return !failed(); }
  void fail(std::string_view why) override {
    if (!failed()) failure_ = why;
  }
  bool failed() const override { return !failure_.empty(); }
  const std::string& failure() const override { return failure_; }
  text::Compression compression() const override { return packed; }
  std::size_t full() const override { return most; }
  bool keeps_positions() const override { return keeps; }
  void tell_gap() override {
    if (tells_gaps) told_.text += "[gap]";
  }
  std::optional<archive::Position> resumed() const override { return after; }

  std::vector<std::string> pieces;  ///< what was written at one time

 private:
  Told& told_;
  std::string failure_;
};

class Ear final : public run::Listener {
 public:
  explicit Ear(Told& told) : told_(told) {}
  void notices(std::string_view lines) override {
    told_.text += "[says " + std::string(lines) + "]";
    said += lines;
  }
  void progress(const archive::Progress& progress, const run::Tally& tally) override {
    done = progress.done;
    messages = tally.messages;
  }

  std::string said;
  std::uint64_t done = 0, messages = 0;  ///< as told last

 private:
  Told& told_;
};

}  // namespace basewalk::test

#endif  // BASEWALK_TESTS_RUN_RECORDER_H_

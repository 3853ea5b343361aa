// SPDX-License-Identifier: MIT
//
// One message as one file, which holds its style and its script.
// What comes before: work.h.  What comes after: it is mailed, attached to a ticket, printed.
#ifndef BASEWALK_REPORT_SINGLE_H_
#define BASEWALK_REPORT_SINGLE_H_

#include <atomic>
#include <cstdint>
#include <string>
#include <string_view>

#include "report/mail.h"
#include "report/report.h"
#include "run/writer.h"

namespace basewalk::report {

/// Takes the rows and page of a run over one message; a second message is a failure.
class Single final : public run::Writer {
 public:
  /// Of a database there is no way to name one of several.
  explicit Single(bool is_database = false) : is_database_(is_database) {}
  void write(std::string_view rows) override;
  void checkpoint(const archive::Position&) override {}
  bool commit() override { return !failed(); }
  void fail(std::string_view why) override { failure_ = why; }
  bool failed() const override { return !failure_.empty(); }
  const std::string& failure() const override { return failure_; }

  /// Threads may ask at any time.
  std::uint64_t messages() const { return messages_; }
  /// Of the one message; empty where there was none.
  const std::string& page() const { return page_; }

 private:
  const bool is_database_;
  std::string page_, failure_;
  std::atomic<std::uint64_t> messages_ = 0;
};

}  // namespace basewalk::report

#endif  // BASEWALK_REPORT_SINGLE_H_

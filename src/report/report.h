// SPDX-License-Identifier: MIT
//
// A report on its way to its folder: messages come one after the other, each with its page or
// without, and the page about all of them is made at the end.
//
// What comes before: work.h (a walk) and from_database.h give it messages.  What comes after:
// somebody opens index.html.
#ifndef BASEWALK_REPORT_REPORT_H_
#define BASEWALK_REPORT_REPORT_H_

#include <atomic>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "report/counts.h"
#include "report/mail.h"
#include "report/page/glossary.h"
#include "report/page/message_page.h"
#include "report/page/theme.h"
#include "report/table_data.h"
#include "run/writer.h"
#include "text/files/new_folder.h"

namespace basewalk::report {

/// What is made for each message, and how.
struct Made {
  const Theme& theme;
  const Glossary& glossary;
  PageOptions pages;
  /// Nothing: the first kAllOf messages, and behind them those that are flagged.
  std::optional<Pages> which;
  static constexpr std::uint64_t kAllOf = 2'000;
};

/// The letter of a row that is a page, and belongs to the message whose rows follow.
inline constexpr char kPageRow = 'h';

class Folder final : public run::Writer {
 public:
  explicit Folder(const Made& made);

  /// Makes the folder.  Empty, or what is wrong.
  std::string open(const std::string& path);
  void set_title(std::string title) { title_ = std::move(title); }
  /// Is a page of it wanted, or may it be?  Threads may ask at any time.
  bool may_want_page(const Mail& mail) const { return wants_page(mail, taken_ + 1); }

  // As a writer it takes rows of RowRecords, and rows of pages between them; all of a message at
  // once.
  void write(std::string_view rows) override;
  void checkpoint(const archive::Position&) override {}
  bool commit() override;
  void fail(std::string_view why) override;
  bool failed() const override { return !failure_.empty(); }
  const std::string& failure() const override { return failure_; }
  std::string meanwhile() const override;

  const Counts& counts() const { return counts_; }
  std::uint64_t pages() const { return pages_; }

 private:
  bool wants_page(const Mail& mail, std::uint64_t number) const;
  bool write_file(const std::string& name, std::initializer_list<std::string_view> pieces);
  std::string page_name(std::uint64_t number) const;
  void write_pending(std::string_view next);
  void add_message(std::string_view rows, std::string page);
  void add_message_row(const Mail& mail, std::string_view page);
  void add_link_row(const MailLink& link, const Mail& mail, std::uint64_t number,
                    std::string_view page);
  void add_problem(const Problem& problem);

  const Made& made_;
  text::NewFolder folder_;
  std::string path_, failure_, title_;
  Counts counts_;
  std::vector<Problem> problems_;  // the first ones
  static constexpr std::size_t kMostProblems = 1'000;
  TableData messages_, links_;
  MailBuilder builder_{0};
  // The page before is written once it is known what follows it.
  std::string pending_, pending_name_, previous_name_;
  std::uint64_t pages_ = 0;
  std::atomic<std::uint64_t> taken_ = 0;  // messages
};

}  // namespace basewalk::report

#endif  // BASEWALK_REPORT_REPORT_H_

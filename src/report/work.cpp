// SPDX-License-Identifier: MIT
#include "report/work.h"

#include <string>
#include <utility>

#include "output/records.h"
#include "report/page/message_page.h"
#include "report/row.h"
#include "report/walked.h"

namespace basewalk::report {
namespace {

// Rows of all that is told, and what looks on beside them.
class Watch final : public Visitor {
 public:
  Watch(output::RowRecords& records, Walked& walked, MailBuilder& builder, std::string& rows)
      : records_(records), walked_(walked), builder_(builder), rows_(rows) {}
  Visit part(const PartReport& part) override {
    records_.part(part, rows_);
    walked_.part(part, builder_);
    return Visit::go_on;
  }
  Visit text(const TextReport& text) override {
    records_.text(text);
    walked_.text(text, builder_);
    return Visit::go_on;
  }
  Visit link(const Link& link) override {
    records_.link(link, rows_);
    walked_.link(link);
    return Visit::go_on;
  }
  Visit note(const NoteReport& note) override {
    records_.note(note, rows_);
    return Visit::go_on;
  }
  Visit unread(const UnreadReport& unread) override {
    records_.unread(unread, rows_);
    return Visit::go_on;
  }
  Visit document(const DocumentReport& document) override {
    records_.document(document, rows_);
    return Visit::go_on;
  }

 private:
  output::RowRecords& records_;
  Walked& walked_;
  MailBuilder& builder_;
  std::string& rows_;
};

// Makes a message of its rows; false where they are of a problem.
bool is_mail(std::string_view rows, MailBuilder& builder) {
  output::RowReader reader(rows);
  Row row;
  MailBuilder::Whole whole = MailBuilder::Whole::nothing;
  while (const std::optional<char> letter = reader.next_row()) {
    row.take(*letter, reader);
    whole = builder.add(row);
  }
  return whole == MailBuilder::Whole::mail;
}

// Where the template cannot be filled the page is empty, and the writer says so.
void append_page(const Mail& mail, const WorkOptions& options, std::string& out) {
  std::string page;
  if (!append_message_page(mail, options.made.theme, options.made.glossary, options.made.pages,
                           options.root, page))
    page.clear();
  output::RowRecords::other(kPageRow, page, out);
}

class Work final : public run::MessageWork {
 public:
  explicit Work(const WorkOptions& options) : options_(options), records_({.text = true}) {}

  void message(const run::EachMessage& each) override {
    rows_.clear();
    records_.begin(each.at);
    walked_.begin(each.message);
    MailBuilder builder;
    Watch watch(records_, walked_, builder, rows_);
    run::Counted counted(watch, each.results.tally());
    bundle::Targets targets(options_.walk, options_.profile, counted);
    WalkSummary summary = each.walker.walk(each.message, targets);
    summary.notes += targets.notes();
    ++each.results.tally().by_verdict[static_cast<std::size_t>(summary.verdict())];
    records_.message(each.message, summary, rows_);

    std::string& out = each.results.buffer();
    if (is_mail(rows_, builder) && options_.may_want_page(builder.mail())) {
      Mail mail = builder.take();
      walked_.add_to(mail, builder, options_.walk, options_.profile, options_.views);
      append_page(mail, options_, out);
    }
    out += rows_;
  }
  void problem(const archive::Item& item, run::Results& results) override {
    output::RowRecords::problem(item, results.buffer());
  }

 private:
  const WorkOptions& options_;
  output::RowRecords records_;
  Walked walked_;
  std::string rows_;
};

}  // namespace

void append_rows_with_page(std::string_view rows, const WorkOptions& options, std::string& out) {
  MailBuilder builder;
  if (is_mail(rows, builder) && options.may_want_page(builder.mail()))
    append_page(builder.mail(), options, out);
  out += rows;
}

std::unique_ptr<run::MessageWork> new_work(const WorkOptions& options) {
  return std::make_unique<Work>(options);
}

}  // namespace basewalk::report

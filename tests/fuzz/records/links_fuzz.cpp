// SPDX-License-Identifier: MIT
//
// What `links` and `report` do with a message, whatever its bytes are: the walk with the parts that
// its links name (bundle::Targets), and beside it everybody who keeps something of what is told.
// JSON lines are JSON, one for each link; rows are read back, and of as many links; the page of the
// message is made.
#include <cstddef>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

#include "basewalk/bundle/bundle.h"
#include "basewalk/walk/walk.h"
#include "fuzz/fuzzing.h"
#include "output/facts/message_facts.h"
#include "output/records.h"
#include "report/mail.h"
#include "report/page/message_page.h"
#include "report/walked.h"

namespace {

using namespace basewalk;
using basewalk::fuzz::require;

const report::Theme& theme() {
  static const report::Theme* const one = [] {
    auto* made = new report::Theme;
    require(made->open({}).empty());
    return made;
  }();
  return *one;
}

// Everybody who keeps something of a walk.
class Keepers final : public Visitor {
 public:
  Keepers(const Message& message, output::RecordOptions what)
      : message_(message), json_(what), csv_(what), rows_(what) {
    json_.begin(at_, output::message_id_of(message));
    csv_.begin(at_, output::message_id_of(message));
    rows_.begin(at_);
    walked.begin(message);
  }

  Visit part(const PartReport& part) override {
    json_.part(part, parts);
    rows_.part(part, rows);
    walked.part(part, builder);
    return Visit::go_on;
  }
  Visit text(const TextReport& text) override {
    json_.text(text);
    rows_.text(text);
    walked.text(text, builder);
    return Visit::go_on;
  }
  Visit link(const Link& link) override {
    json_.link(link, json);
    csv_.link(link, csv);
    rows_.link(link, rows);
    output::append_text_line_of(link, true, lines);
    walked.link(link);
    return Visit::go_on;
  }
  Visit note(const NoteReport& note) override {
    json_.note(note, others);
    rows_.note(note, rows);
    return Visit::go_on;
  }
  Visit unread(const UnreadReport& unread) override {
    json_.unread(unread, others);
    rows_.unread(unread, rows);
    return Visit::go_on;
  }
  Visit document(const DocumentReport& document) override {
    json_.document(document, others);
    rows_.document(document, rows);
    return Visit::go_on;
  }
  void end(const WalkSummary& summary) {
    json_.message(message_, summary, others);
    rows_.message(message_, summary, rows);
  }

  std::string json, parts, others, csv, rows, lines;
  report::Walked walked;
  report::MailBuilder builder;

 private:
  const Message& message_;
  const run::MessageAt at_{"a.mbox", 1, 0, message_.bytes, false};
  output::JsonRecords json_;
  output::CsvRecords csv_;
  output::RowRecords rows_;
};

std::size_t lines_of_json(std::string_view records) {
  std::size_t count = 0;
  while (!records.empty()) {
    const std::string_view line = records.substr(0, records.find('\n') + 1);
    require(!line.empty() && nlohmann::json::accept(line));
    records.remove_prefix(line.size());
    ++count;
  }
  return count;
}

report::Mail mail_of(std::string_view rows, report::MailBuilder& builder) {
  output::RowReader reader(rows);
  report::Row row;
  report::MailBuilder::Whole whole = report::MailBuilder::Whole::nothing;
  while (const std::optional<char> letter = reader.next_row()) {
    require(whole == report::MailBuilder::Whole::nothing);
    row.take(*letter, reader);
    whole = builder.add(row);
  }
  require(whole == report::MailBuilder::Whole::mail);
  return builder.take();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size < 2) return 0;
  WalkOptions options;
  options.rules = static_cast<url::Rules>(data[0] % 4);
  if ((data[0] & 0x04) != 0) options.retrieved = "http://fetched.example/from/here";
  options.refang = (data[0] & 0x08) != 0;
  options.linkify = (data[0] & 0x10) != 0;
  if ((data[0] & 0x20) != 0) options.limits = {.depth = 3, .parts = 5, .links = 4};
  const auto profile = (data[0] & 0x40) != 0 ? bundle::Profile::strict : bundle::Profile::compat;
  output::RecordOptions what;
  what.text = (data[1] & 1) != 0;
  what.full_data = (data[1] & 2) != 0;
  what.text_hash = (data[1] & 4) != 0;
  const bool with_page = (data[1] & 8) != 0;

  const std::string_view bytes = basewalk::fuzz::view(data + 2, size - 2);
  const Message message = read_message(bytes, options.limits);
  Keepers kept(message, what);
  bundle::Targets targets(options, profile, kept);
  Walker walker(options);
  WalkSummary summary = walker.walk(message, targets);
  summary.notes += targets.notes();
  kept.end(summary);

  require(lines_of_json(kept.json) == summary.links);
  lines_of_json(kept.parts);
  require(lines_of_json(kept.others) >= summary.notes);
  report::Mail mail = mail_of(kept.rows, kept.builder);
  require(mail.link_count == summary.links && mail.verdict == summary.verdict());
  require(mail.note_count == summary.notes);
  if (!with_page) return 0;
  kept.walked.add_to(mail, kept.builder, options, profile, true);
  std::string page;
  static const report::Glossary glossary;
  require(append_message_page(mail, theme(), glossary, {}, "../", page) && !page.empty());
  return 0;
}

// SPDX-License-Identifier: MIT
#include "report/report.h"

#include <algorithm>
#include <cstring>
#include <utility>

#include "output/records.h"
#include "report/page/archive_page.h"
#include "report/row.h"
#include "text/files/path.h"

namespace basewalk::report {
namespace {

using Kind = TableData::Kind;

enum MessageColumn : std::size_t {
  kSubject,
  kFrom,
  kDate,
  kPage,
  kId,
  kMessage,
  kNumber,
  kOffset,
  kSize,
  kLinks,
  kOther,
  kUnread,
  kNotes,
  kThroughBase,
  kSource,
  kVerdict,
  kFlags
};
const std::vector<TableData::Column> kMessageColumns = {
    {"subject", Kind::text},  {"from", Kind::text},     {"date", Kind::text},
    {"page", Kind::text},     {"id", Kind::text},       {"message", Kind::number},
    {"number", Kind::number}, {"offset", Kind::number}, {"size", Kind::number},
    {"links", Kind::number},  {"other", Kind::number},  {"unread", Kind::number},
    {"notes", Kind::number},  {"hidden", Kind::number}, {"source", Kind::word},
    {"verdict", Kind::word},  {"flags", Kind::set}};

enum LinkColumn : std::size_t {
  kRaw,
  kUrl,
  kClicked,
  kText,
  kPart,
  kPageOfLink,
  kMessageOfLink,
  kN,
  kWhere,
  kStatus,
  kBaseFrom,
  kHost,
  kDomain,
  kReading,
  kSubjectOfLink,
  kFlagsOfLink
};
const std::vector<TableData::Column> kLinkColumns = {
    {"raw", Kind::text},       {"url", Kind::text},       {"clicked", Kind::text},
    {"text", Kind::text},      {"part", Kind::text},      {"page", Kind::text},
    {"message", Kind::number}, {"n", Kind::number},       {"where", Kind::word},
    {"status", Kind::word},    {"base_from", Kind::word}, {"host", Kind::word},
    {"domain", Kind::word},    {"reading", Kind::word},   {"subject", Kind::word},
    {"flags", Kind::set}};

std::vector<std::string> flag_names() {
  std::vector<std::string> names;
  for (const Flag flag : all_flags()) names.emplace_back(name(flag));
  return names;
}

std::uint64_t bits_of(Flags flags) {
  std::uint64_t bits = 0;
  for (const Flag flag : flags) bits |= std::uint64_t{1} << static_cast<unsigned>(flag);
  return bits;
}

}  // namespace

Folder::Folder(const Made& made)
    : made_(made),
      messages_("messages", kMessageColumns, flag_names(),
                [this](const std::string& name, const std::string& bytes) {
                  return write_file(name, {bytes});
                }),
      links_("links", kLinkColumns, flag_names(),
             [this](const std::string& name, const std::string& bytes) {
               return write_file(name, {bytes});
             }) {}

std::string Folder::open(const std::string& path) {
  path_ = path;
  if (Result<bool> opened = folder_.open(path); !opened) return path + ": " + opened.error().detail;
  for (const char* const name : {"data", "messages"})
    if (const int error = folder_.add_folder(name); error != 0)
      return path + "/" + name + ": " + std::strerror(error);
  for (const std::string_view name : {"style.css", "report.js"})
    if (!write_file(std::string(name), {made_.theme.file(name)})) return failure_;
  return {};
}

std::string Folder::meanwhile() const {
  const std::string bare = path_.substr(0, path_.find_last_not_of('/') + 1);
  return text::folder_of(bare) + "/" + folder_.temporary();
}

bool Folder::wants_page(const Mail& mail, std::uint64_t number) const {
  if (!made_.which) return number <= Made::kAllOf || mail.is_flagged();
  return *made_.which == Pages::all || (*made_.which == Pages::flagged && mail.is_flagged());
}

bool Folder::write_file(const std::string& name, std::initializer_list<std::string_view> pieces) {
  if (failed()) return false;
  const int error = folder_.add_file(name, pieces);
  if (error != 0) failure_ = path_ + "/" + name + ": cannot be written: " + std::strerror(error);
  return error == 0;
}

void Folder::fail(std::string_view why) {
  if (!failed()) failure_ = path_ + ": cannot be written: " + std::string(why);
}

void Folder::write(std::string_view rows) {
  output::RowReader reader(rows);
  Row row;
  std::string page;
  std::string_view begin = rows;
  while (const std::optional<char> letter = reader.next_row()) {
    if (*letter == kPageRow) {
      page = reader.text().value_or("");
      if (page.empty()) fail("the template message.html could not be filled");
      begin = reader.rest();
      continue;
    }
    row.take(*letter, reader);
    const MailBuilder::Whole whole = builder_.add(row);
    if (whole == MailBuilder::Whole::nothing) continue;
    if (whole == MailBuilder::Whole::mail)
      add_message(begin.substr(0, begin.size() - reader.rest().size()), std::exchange(page, {}));
    else
      add_problem(builder_.problem());
    begin = reader.rest();
  }
}

// Six digits, and more where there are more.
std::string Folder::page_name(std::uint64_t number) const {
  const std::string digits = std::to_string(number);
  return std::string(digits.size() < 6 ? 6 - digits.size() : 0, '0') + digits + ".html";
}

// The rows are looked at once more: a link has the page of its message, which only the last row
// decides.
void Folder::add_message(std::string_view rows, std::string page) {
  const Mail mail = builder_.take();
  const std::uint64_t number = ++taken_;
  std::string name;
  if (!page.empty() && wants_page(mail, number)) {
    name = page_name(number);
    write_pending(name);
    pending_ = std::move(page);
    pending_name_ = name;
    ++pages_;
    name.insert(0, "messages/");
  }
  output::RowReader reader(rows);
  Row row;
  std::uint64_t links = 0;
  while (const std::optional<char> letter = reader.next_row()) {
    row.take(*letter, reader);
    if (row.table().name == "link") {
      const MailLink link = builder_.link_of(row);
      counts_.add(link);
      add_link_row(link, mail, ++links, name);
    } else if (row.table().name == "unread") {
      ++counts_.unread_by_why[std::string(row.text("why"))];
    } else if (row.table().name == "note") {
      ++counts_.notes_by_code[std::string(row.text("code"))];
    } else if (row.table().name == "document") {
      ++counts_.documents;
    }
  }
  counts_.add(mail);
  add_message_row(mail, name);
}

void Folder::add_problem(const Problem& problem) {
  ++(problem.is_skip ? counts_.skipped : counts_.problems);
  if (problems_.size() < kMostProblems) problems_.push_back(problem);
}

// The page that waits, with links to those before and behind it.
void Folder::write_pending(std::string_view next) {
  if (pending_name_.empty()) return;
  const std::string_view page = pending_;
  const std::size_t here = std::min(page.find(kNeighboursHere), page.size());
  std::string links;
  if (!append_neighbours(made_.theme, previous_name_, next, links))
    fail("the template neighbours.html could not be filled");
  const std::size_t behind = std::min(here + kNeighboursHere.size(), page.size());
  (void)write_file("messages/" + pending_name_, {page.substr(0, here), links, page.substr(behind)});
  previous_name_ = std::exchange(pending_name_, {});
}

void Folder::add_message_row(const Mail& mail, std::string_view page) {
  messages_.text(kSubject, mail.subject);
  messages_.text(kFrom, mail.from);
  messages_.text(kDate, mail.date.empty() ? mail.received : mail.date);
  messages_.text(kPage, page);
  messages_.text(kId, mail.message_id.value_or(""));
  messages_.number(kMessage, taken_.load());
  messages_.number(kNumber, mail.number);
  messages_.number(kOffset, mail.offset);
  messages_.number(kSize, mail.size);
  messages_.number(kLinks, mail.link_count);
  messages_.number(kOther, mail.other_links);
  messages_.number(kUnread, mail.unread_count);
  messages_.number(kNotes, mail.note_count);
  messages_.number(kThroughBase, mail.through_base);
  messages_.word(kSource, mail.source);
  messages_.word(kVerdict, name(mail.verdict));
  messages_.set(kFlags, bits_of(mail.flags));
  messages_.end_row();
}

void Folder::add_link_row(const MailLink& link, const Mail& mail, std::uint64_t number,
                          std::string_view page) {
  links_.text(kRaw, link.raw.text);
  links_.text(kUrl, link.url.text == link.raw.text ? "" : link.url.text);
  links_.text(kClicked, link.clicked.text == link.url.text ? "" : link.clicked.text);
  links_.text(kText, link.text.text);
  links_.text(kPart, link.part);
  links_.text(kPageOfLink, page);
  links_.number(kMessageOfLink, taken_.load());
  links_.number(kN, number);
  links_.word(kWhere, link.where);
  links_.word(kStatus, name(link.status));
  links_.word(kBaseFrom, name(link.base_from));
  links_.word(kHost, link.host);
  links_.word(kDomain, link.domain);
  links_.word(kReading, link.reading ? name(*link.reading) : std::string_view());
  links_.word(kSubjectOfLink, mail.subject);
  links_.set(kFlagsOfLink, bits_of(link.flags));
  links_.end_row();
}

bool Folder::commit() {
  write_pending({});
  messages_.finish();
  links_.finish();
  ArchiveFacts facts{counts_,
                     title_,
                     made_.which,
                     pages_,
                     problems_,
                     {messages_.rows(), messages_.files()},
                     {links_.rows(), links_.files()}};
  std::string page;
  if (!append_archive_page(facts, made_.theme, made_.glossary, made_.pages, page))
    fail("the template archive.html could not be filled");
  (void)write_file("index.html", {page});
  if (failed()) return false;
  if (const int error = folder_.commit(); error != 0)
    fail(std::string("it could not be given its name: ") + std::strerror(error));
  return !failed();
}

}  // namespace basewalk::report

// SPDX-License-Identifier: MIT
#include "report/mail.h"

#include <boost/test/unit_test.hpp>
#include <string>

#include "output/records.h"
#include "report/page/base_letters.h"

namespace basewalk::report {
namespace {

// The rows of a message with this HTML.
std::string rows_of(const std::string& html) {
  const std::string bytes = "Content-Type: text/html\n\n" + html;
  const Message message = read_message(bytes);
  output::RowRecords records({.text = true});
  const std::string source = "source";
  records.begin({source, 7, 100, bytes, true});
  std::string rows;
  struct Told final : Visitor {
    Told(output::RowRecords& to, std::string& out) : records(to), rows(out) {}
    Visit part(const PartReport& part) override { return records.part(part, rows), Visit::go_on; }
    Visit link(const Link& link) override { return records.link(link, rows), Visit::go_on; }
    Visit note(const NoteReport& note) override { return records.note(note, rows), Visit::go_on; }
    output::RowRecords& records;
    std::string& rows;
  } told(records, rows);
  const WalkSummary summary = walk(message, {}, told);
  records.message(message, summary, rows);
  return rows;
}

Mail mail_of(const std::string& html, std::size_t kept = Mail::kMostKept) {
  MailBuilder builder(kept);
  const std::string rows = rows_of(html);
  output::RowReader reader(rows);
  Row row;
  MailBuilder::Whole whole = MailBuilder::Whole::nothing;
  while (const std::optional<char> letter = reader.next_row()) {
    BOOST_TEST((whole == MailBuilder::Whole::nothing));
    row.take(*letter, reader);
    whole = builder.add(row);
  }
  BOOST_TEST((whole == MailBuilder::Whole::mail));
  return builder.take();
}

BOOST_AUTO_TEST_CASE(rows_become_a_message) {
  const Mail mail = mail_of("<base href='http://b.example/x/'><a href='../y'>seen</a>");
  BOOST_TEST(mail.source == "source");
  BOOST_TEST(mail.number.value() == 7u);
  BOOST_TEST(mail.offset == 100u);
  BOOST_TEST((mail.verdict == Verdict::clear));
  BOOST_TEST_REQUIRE(mail.links.size() == 1u);
  const MailLink& link = mail.links.front();
  BOOST_TEST(link.raw.text == "../y");
  BOOST_TEST(link.url.text == "http://b.example/y");
  BOOST_TEST(link.base.text == "http://b.example/x/");
  BOOST_TEST((link.base_from == BaseFrom::html_base));
  BOOST_TEST((link.status == Status::resolved));
  BOOST_TEST(link.text.text == "seen");
  BOOST_TEST(link.host == "b.example");
  BOOST_TEST(link.flags.has(Flag::base_split));
  BOOST_TEST(mail.parts.size() == 1u);
}

BOOST_AUTO_TEST_CASE(through_a_base_is_without_a_host_of_its_own) {
  const struct {
    const char* html;
    bool through_base;
  } kRows[] = {
      {"<base href='http://b.example/'><a href='x'>", true},
      {"<base href='http://b.example/'><a href='/x'>", true},
      {"<base href='http://b.example/'><a href='?x'>", true},
      {"<base href='http://b.example/'><a href='//h.example/x'>", false},
      {"<base href='http://b.example/'><a href='\\\\h.example/x'>", false},
      {"<base href='http://b.example/'><a href='http://h.example/x'>", false},
      {"<a href='x'>", false},
      {"<base href='mailto:a'><a href='x'>", false},
  };
  for (const auto& row : kRows) {
    const Mail mail = mail_of(row.html);
    BOOST_TEST_REQUIRE(mail.links.size() == 1u, row.html);
    BOOST_TEST(mail.links.front().through_base == row.through_base, row.html);
    BOOST_TEST(mail.through_base == (row.through_base ? 1u : 0u), row.html);
    BOOST_TEST((!row.through_base || mail.is_flagged()), row.html);
  }
  BOOST_TEST(!mail_of("<a href='http://h.example/'>x</a>").is_flagged());
}

BOOST_AUTO_TEST_CASE(where_a_browser_goes_is_told_where_it_is_elsewhere) {
  BOOST_TEST(mail_of("<a href='http:\\\\evil.example/'>").links.front().clicked_host ==
             "evil.example");
  BOOST_TEST(mail_of("<a href='http://h.example/'>").links.front().clicked_host.empty());
}

BOOST_AUTO_TEST_CASE(counts_are_of_all) {
  std::string html;
  for (int i = 0; i < 10; ++i) html += "<a href='http://h.example/'>x</a>";
  html += "<a href='http://u@10.0.0.1/'>x</a>";
  const Mail mail = mail_of(html, 3);
  BOOST_TEST(mail.links.size() == 3u);
  BOOST_TEST(mail.link_count == 11u);
  BOOST_TEST(mail.flags.has(Flag::numeric_host));
  BOOST_TEST(mail.is_flagged());
}

BOOST_AUTO_TEST_CASE(long_texts_are_cut_between_characters) {
  MailBuilder builder;
  const Excerpt whole = builder.excerpt(std::string(Excerpt::kLongest, 'x'));
  BOOST_TEST(!whole.is_cut());
  BOOST_TEST(whole.sha256.empty());
  const Excerpt cut = builder.excerpt(std::string(Excerpt::kLongest - 1, 'x') + "é");
  BOOST_TEST(cut.is_cut());
  BOOST_TEST(cut.text == std::string(Excerpt::kLongest - 1, 'x'));
  BOOST_TEST(cut.size == Excerpt::kLongest + 1);
  BOOST_TEST(cut.sha256.size() == 64u);
}

BOOST_AUTO_TEST_CASE(bases_have_letters) {
  BOOST_TEST(BaseLetters::letter(0) == "A");
  BOOST_TEST(BaseLetters::letter(25) == "Z");
  BOOST_TEST(BaseLetters::letter(26) == "AA");
  BOOST_TEST(BaseLetters::letter(26 + 26 * 26) == "AAA");
  BaseLetters letters;
  BOOST_TEST(letters.of("http://a/", BaseFrom::html_base, "1") == 0u);
  BOOST_TEST(letters.of("http://a/", BaseFrom::base_header, "1") == 1u);
  BOOST_TEST(letters.of("http://a/", BaseFrom::html_base, "2") == 2u);
  BOOST_TEST(letters.of("http://a/", BaseFrom::html_base, "1") == 0u);
  BOOST_TEST(letters.all().size() == 3u);
}

}  // namespace
}  // namespace basewalk::report

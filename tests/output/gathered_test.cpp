// SPDX-License-Identifier: MIT
#include "output/prompt/gathered.h"

#include <boost/test/unit_test.hpp>

using namespace basewalk;
using namespace basewalk::output;

namespace {

// Keeps what it is given.
class Kept final : public run::Writer {
 public:
  explicit Kept(std::string& all) : all_(all) {}
  void write(std::string_view records) override { all_ += records; }
  void checkpoint(const archive::Position&) override {}
  bool commit() override { return is_committed_ = true; }
  void fail(std::string_view why) override { failure_ = why; }
  bool failed() const override { return !failure_.empty(); }
  const std::string& failure() const override { return failure_; }

 private:
  std::string& all_;
  std::string failure_;
  bool is_committed_ = false;
};

struct Gatherer {
  explicit Gatherer(const Gathering& what, Format format = Format::text)
      : rows(what, format, {}), writer(gathered(what, format, std::make_unique<Kept>(written))) {}

  // A message whose links stand at these offsets.
  void message(std::string_view source, std::uint64_t offset, std::string_view bytes,
               std::initializer_list<std::size_t> links) {
    std::string out;
    rows.begin({source, 1, offset, bytes, false}, {}, out);
    for (const std::size_t at : links) {
      Link link;
      link.part = "1";
      link.raw = "x";
      link.at = at;
      rows.link(link, out);
    }
    writer->write(out);
  }
  void urls(std::initializer_list<std::string_view> urls) {
    std::string out;
    for (const std::string_view url : urls) {
      Link link;
      link.url = url;
      rows.link(link, out);
    }
    writer->write(out);
  }
  std::string all() {
    BOOST_TEST(writer->commit());
    return written;
  }

  std::string written;
  GatherRows rows;
  std::unique_ptr<run::Writer> writer;
};

constexpr std::string_view kLine = "1\t\tunresolved\tx\n";

std::string placed(std::initializer_list<std::string_view> places) {
  std::string all;
  for (const std::string_view place : places) all.append(place).append(kLine);
  return all;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(gathering)

BOOST_AUTO_TEST_CASE(lines_are_those_of_the_source) {
  Gatherer gatherer({.place = true});
  gatherer.message("a", 0, "0\n2\n4", {0, 2, 4});
  gatherer.message("a", 5, "\n1\n", {0, 1});
  gatherer.message("b", 0, "0\n", {0});
  gatherer.message("a", 8, "0\n", {0});
  BOOST_TEST(gatherer.all() ==
             placed({"a:1:\t", "a:2:\t", "a:3:\t", "a:3:\t", "a:4:\t", "b:1:\t", "a:\t"}));
}

BOOST_AUTO_TEST_CASE(behind_a_gap_no_line_is_known) {
  Gatherer gatherer({.place = true});
  gatherer.message("a", 0, "0\n", {0});
  gatherer.message("a", 4, "0\n", {0});
  gatherer.message("a", 6, "0\n", {0});
  gatherer.message("a", 0, "0\n", {0});
  BOOST_TEST(gatherer.all() == placed({"a:1:\t", "a:\t", "a:\t", "a:1:\t"}));
}

BOOST_AUTO_TEST_CASE(a_blank_line_between_messages_is_one) {
  Gatherer gatherer({.place = true});
  gatherer.message("a", 0, "0\n", {0});
  gatherer.message("a", 3, "0\r\n", {0});
  gatherer.message("a", 8, "0\r\n", {0});
  gatherer.message("a", 12, "0\n", {0});
  BOOST_TEST(gatherer.all() == placed({"a:1:\t", "a:3:\t", "a:5:\t", "a:\t"}));
}

BOOST_AUTO_TEST_CASE(a_source_is_shown_so_that_it_stays_on_its_line) {
  Gatherer gatherer({.place = true});
  gatherer.message("a\nb", 0, "0", {0});
  BOOST_TEST(gatherer.all() == placed({"a\\nb:1:\t"}));
}

BOOST_AUTO_TEST_CASE(what_is_unique_comes_as_it_is_seen_first) {
  Gatherer gatherer({.unique = LinkKey::host});
  gatherer.urls({"http://b.example/", "http://a.example/"});
  BOOST_TEST(gatherer.written == "b.example\na.example\n");
  gatherer.urls({"http://A.example:8080/", "mailto:a@b"});
  BOOST_TEST(gatherer.all() == "b.example\na.example\n-\n");
}

// Each once is kept: it may not take the memory of a whole picture.
BOOST_AUTO_TEST_CASE(a_long_data_url_is_its_hash) {
  Gatherer gatherer({.unique = LinkKey::url});
  const std::string url = "data:image/png;base64," + std::string(1'000'000, 'A');
  gatherer.urls({url, url});
  const std::string all = gatherer.all();
  BOOST_TEST(all.starts_with("data:image/png;sha256="), all.substr(0, 100));
  BOOST_TEST(all.ends_with(";length=750000\n"));
  BOOST_TEST(all.size() < 200u);
}

BOOST_AUTO_TEST_CASE(counts_that_are_equal_stay_in_their_order) {
  Gatherer gatherer({.unique = LinkKey::url, .count = true, .sort = LinkKey::count});
  gatherer.urls({"x:c", "x:b", "x:a", "x:b", "x:d"});
  BOOST_TEST(gatherer.all() == "2\tx:b\n1\tx:c\n1\tx:a\n1\tx:d\n");
}

BOOST_AUTO_TEST_CASE(nothing_gives_nothing_but_a_count) {
  BOOST_TEST(Gatherer({.unique = LinkKey::url, .count = true}).all() == "");
  BOOST_TEST(Gatherer({.sort = LinkKey::url}).all() == "");
  BOOST_TEST(Gatherer({.count = true}).all() == "0\n");
}

BOOST_AUTO_TEST_CASE(a_failure_is_that_of_the_writer_behind) {
  Gatherer gatherer({.count = true});
  BOOST_TEST(!gatherer.writer->failed());
  gatherer.writer->fail("why");
  BOOST_TEST(gatherer.writer->failed());
  BOOST_TEST(gatherer.writer->failure() == "why");
}

// By what each is called; those that are alike stay in their order.
BOOST_AUTO_TEST_CASE(links_are_sorted_by_any_of_their_values) {
  const auto sorted = [](LinkKey key, Format format) {
    Gatherer gatherer({.sort = key}, format);
    std::string out;
    struct Row {
      std::string_view url, element;
      Status status;
    };
    for (const Row& row : {Row{"http://www.c.example/1", "img", Status::resolved},
                           Row{"http://b.example/2", "a", Status::absolute},
                           Row{"http://a.c.example/3", "a", Status::resolved}}) {
      Link link;
      link.part = "1";
      link.place = {.element = row.element, .attribute = "x"};
      link.raw = row.url;
      link.url = row.url;
      link.status = row.status;
      gatherer.rows.link(link, out);
    }
    gatherer.writer->write(out);
    // The last digit of each URL.
    std::string order;
    const std::string all = gatherer.all();
    for (std::size_t at = 0; (at = all.find(".example/", at)) != all.npos; at += 9)
      if (order.empty() || order.back() != all[at + 9]) order += all[at + 9];
    return order;
  };
  for (const Format format : {Format::text, Format::csv, Format::tsv}) {
    BOOST_TEST(sorted(LinkKey::url, format) == "321");
    BOOST_TEST(sorted(LinkKey::host, format) == "321");
    BOOST_TEST(sorted(LinkKey::domain, format) == "213");
    BOOST_TEST(sorted(LinkKey::status, format) == "213");
    BOOST_TEST(sorted(LinkKey::where, format) == "231");
  }
}

BOOST_AUTO_TEST_CASE(what_cannot_be_asked_for_together_is_refused) {
  const auto why = [](const Gathering& what, Format format = Format::text) {
    const std::string sentence = what.why_not(format);
    return sentence.substr(0, sentence.find(';'));
  };
  BOOST_TEST(why({}, Format::sqlite) == "");
  BOOST_TEST(why({.count = true}, Format::sqlite) == "a database is asked by SQL");
  for (const LinkKey key : {LinkKey::status, LinkKey::where, LinkKey::count})
    BOOST_TEST(why({.unique = key}) == "--unique takes url, host or domain");
  for (const LinkKey key : {LinkKey::url, LinkKey::host, LinkKey::domain}) {
    BOOST_TEST(why({.unique = key}) == "");
    BOOST_TEST(why({.unique = key, .sort = key}) == "");
    BOOST_TEST(why({.unique = key, .sort = LinkKey::status}) ==
               "--sort with --unique " + std::string(name(key)) + " takes " +
                   std::string(name(key)) + " or count");
  }
  const std::string both = "--with-place tells of links, which --unique and --count leave out";
  BOOST_TEST(why({.unique = LinkKey::url, .place = true}) == both);
  BOOST_TEST(why({.count = true, .place = true}) == both);
  BOOST_TEST(why({.place = true}) == "");
  BOOST_TEST(why({.place = true}, Format::csv) == "--with-place is for text");
  BOOST_TEST((link_key_named("domain") == LinkKey::domain));
  BOOST_TEST(!link_key_named("odd").has_value());
}

// A link that a browser opens elsewhere has both.
BOOST_AUTO_TEST_CASE(unique_values_are_also_what_a_browser_opens) {
  Gatherer gatherer({.unique = LinkKey::host});
  Link link;
  link.url = "http://garden.example/";
  link.clicked = "https://evil.example/";
  link.flags = {Flag::host_differs};
  std::string out;
  gatherer.rows.link(link, out);
  link.url = {};
  link.clicked = "https://only.example/";
  gatherer.rows.link(link, out);
  gatherer.writer->write(out);
  BOOST_TEST(gatherer.all() == "garden.example\nevil.example\nonly.example\n");
}

BOOST_AUTO_TEST_SUITE_END()

// SPDX-License-Identifier: MIT
#include "run/read_ahead.h"

#include <atomic>
#include <boost/test/unit_test.hpp>
#include <stdexcept>
#include <thread>

#include "support/folder.h"

using namespace basewalk;
using run::ReadAhead;

namespace {

// Mails "0", "1" ... of 5000 bytes, each a batch of its own.
struct Mails {
  explicit Mails(int count) {
    for (int i = 0; i < count; ++i)
      names.push_back(folder.write(std::to_string(i), "S: x\n\n" + std::string(4994, 'x')));
  }
  archive::SourceReader reader() {
    archive::ReadOptions options;
    options.batch_bytes = 1;
    return {[this]() -> std::optional<std::string> {
              const std::size_t at = asked++;
              if (at == fails_at) throw std::runtime_error("the list of names broke off");
              return at < names.size() ? std::optional(names[at]) : std::nullopt;
            },
            options};
  }

  test::Folder folder;
  std::vector<std::string> names;
  std::atomic<std::size_t> asked = 0;
  std::size_t fails_at = static_cast<std::size_t>(-1);
};

}  // namespace

BOOST_AUTO_TEST_SUITE(read_ahead)

BOOST_AUTO_TEST_CASE(batches_come_in_the_order_of_the_reader_and_then_none) {
  Mails mails(20);
  archive::SourceReader reader = mails.reader();
  for (const std::uint64_t most : {0, 1, 1 << 20}) {
    mails.asked = 0;
    reader = mails.reader();
    ReadAhead ahead(reader, most);
    std::vector<std::string> got;
    while (const std::optional<archive::Batch> batch = ahead.next())
      for (const archive::Item& item : batch->items) got.push_back(*item.source);
    BOOST_TEST(got == mails.names, boost::test_tools::per_element());
    BOOST_TEST(!ahead.next().has_value());
  }
}

BOOST_AUTO_TEST_CASE(it_reads_before_it_is_asked_but_not_more_than_it_may_keep) {
  Mails mails(200);
  {
    archive::SourceReader reader = mails.reader();
    const ReadAhead ahead(reader, 1);
    while (mails.asked == 0) std::this_thread::yield();
  }
  BOOST_TEST(mails.asked < 200u);
  mails.asked = 0;
  archive::SourceReader reader = mails.reader();
  ReadAhead ahead(reader, std::uint64_t{1} << 30);
  while (mails.asked <= 200) std::this_thread::yield();  // to the end, though nobody asks
  std::size_t items = 0;
  while (const std::optional<archive::Batch> batch = ahead.next()) items += batch->items.size();
  BOOST_TEST(items == 200u);
}

BOOST_AUTO_TEST_CASE(a_failure_of_the_reader_comes_behind_what_it_gave_before) {
  Mails mails(10);
  mails.fails_at = 5;
  archive::SourceReader reader = mails.reader();
  ReadAhead ahead(reader, 1 << 20);
  std::size_t items = 0;
  const auto read_on = [&] {
    while (const std::optional<archive::Batch> batch = ahead.next()) items += batch->items.size();
  };
  BOOST_CHECK_EXCEPTION(read_on(), std::runtime_error, [](const std::runtime_error& error) {
    return std::string_view(error.what()) == "the list of names broke off";
  });
  BOOST_TEST(items > 0u);
  BOOST_TEST(items <= 5u);
}

BOOST_AUTO_TEST_CASE(who_gives_up_does_not_wait_for_the_rest) {
  Mails mails(200);
  archive::SourceReader reader = mails.reader();
  {
    ReadAhead ahead(reader, 1);
    BOOST_TEST(ahead.next().has_value());
  }
  BOOST_TEST(mails.asked < 200u);
  BOOST_TEST(reader.next().has_value());  // nobody else is at it any more
}

BOOST_AUTO_TEST_SUITE_END()

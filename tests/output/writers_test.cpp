// SPDX-License-Identifier: MIT
#include "output/writers.h"

#include <boost/test/unit_test.hpp>
#include <cerrno>
#include <cstdlib>
#include <filesystem>

#include "run/order.h"
#include "run/results.h"
#include "run/run.h"
#include "support/failing_archive.h"

using namespace basewalk;
using namespace basewalk::output;
using test::FailingArchive;

namespace {

// A folder that goes with it.
struct Folder {
  Folder() {
    std::string pattern = (std::filesystem::temp_directory_path() / "writers.XXXXXX").string();
    path = ::mkdtemp(pattern.data());
  }
  ~Folder() { std::filesystem::remove_all(path); }
  std::filesystem::path path;
};

Destination compressed(const Folder& folder, Format format) {
  Destination to;
  to.format = format;
  to.compression = text::Compression::gzip;
  to.file = (folder.path / "out.gz").string();
  return to;
}

struct Silent final : run::Listener {
  void notices(std::string_view) override {}
};

}  // namespace

BOOST_AUTO_TEST_SUITE(writers)

BOOST_AUTO_TEST_CASE(a_head_that_cannot_be_compressed_fails_the_writer) {
  const Folder folder;
  const Destination to = compressed(folder, Format::csv);
  const FailingArchive failing(EIO);
  auto writer = open_writer(to);
  BOOST_REQUIRE(writer.has_value());
  BOOST_TEST((*writer)->failed());
  BOOST_TEST((*writer)->failure() == to.file + ": cannot be written: the encoder gave up");
  BOOST_TEST(!(*writer)->commit());
  BOOST_TEST(!std::filesystem::exists(to.file));
}

BOOST_AUTO_TEST_CASE(records_that_cannot_be_compressed_fail_it_and_are_not_passed_over) {
  const Folder folder;
  const Destination to = compressed(folder, Format::jsonl);
  auto writer = open_writer(to);
  BOOST_REQUIRE(writer.has_value());
  Silent listener;
  run::Order order(**writer, listener, {});
  for (std::uint64_t turn = 0; turn < 3; ++turn) {
    std::optional<FailingArchive> failing;
    if (turn == 1) failing.emplace(EIO);
    run::Results results(order, **writer, turn);
    results.buffer() = "{}\n";
    results.finish(0);
    BOOST_TEST(order.stopped() == (turn > 0));
  }
  BOOST_TEST((*writer)->failure() == to.file + ": cannot be written: the encoder gave up");
  BOOST_TEST(!(*writer)->commit());
  BOOST_TEST(!std::filesystem::exists(to.file));
}

BOOST_AUTO_TEST_SUITE_END()

// SPDX-License-Identifier: MIT
#include "output/writers.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <boost/test/unit_test.hpp>
#include <cerrno>
#include <filesystem>
#include <fstream>
#include <functional>

#include "output/records.h"
#include "run/order.h"
#include "run/results.h"
#include "run/run.h"
#include "support/failing_packing.h"
#include "support/files.h"
#include "support/folder.h"

using namespace basewalk;
using namespace basewalk::output;
using test::FailingPacking;
using test::Folder;
namespace fs = std::filesystem;

namespace {

Destination compressed(const Folder& folder, Format format) {
  Destination to;
  to.format = format;
  to.compression = text::Compression::gzip;
  to.file = folder / "out.gz";
  return to;
}

std::unique_ptr<run::Writer> opened(const Destination& to) {
  auto writer = open_writer(to);
  if (!writer) BOOST_FAIL(writer.error().detail);
  return std::move(*writer);
}

std::string names_in(const Folder& folder) {
  std::string all;
  for (const fs::path& path : test::files_below(folder.path()))
    all += path.filename().string() + " ";
  return all;
}

// A file that a run can be taken up again in.
Destination resumable(const Folder& folder, Format format) {
  Destination to;
  to.format = format;
  to.file = folder / "out";
  to.fingerprint = "links";
  return to;
}

// What a run that is killed leaves: its files stay as they are behind `run`.
void killed(const Folder& folder, const Destination& to,
            const std::function<void(run::Writer&)>& run) {
  const Folder kept;
  {
    const auto writer = opened(to);
    run(*writer);
    for (const fs::path& path : test::files_below(folder.path()))
      fs::copy_file(path, kept.path() / path.filename());
  }
  for (const fs::path& path : test::files_below(kept.path()))
    fs::copy_file(path, folder.path() / path.filename(), fs::copy_options::overwrite_existing);
}

struct Silent final : run::Listener {
  void notices(std::string_view) override {}
};

}  // namespace

BOOST_AUTO_TEST_SUITE(writers)

BOOST_AUTO_TEST_CASE(a_head_that_cannot_be_compressed_fails_the_writer) {
  const Folder folder;
  const Destination to = compressed(folder, Format::csv);
  const FailingPacking failing(FailingPacking::Why::library);
  auto writer = open_writer(to);
  BOOST_REQUIRE(writer.has_value());
  BOOST_TEST((*writer)->failed());
  BOOST_TEST((*writer)->failure() == to.file + ": cannot be written: stream error");
  BOOST_TEST(!(*writer)->commit());
  BOOST_TEST(!std::filesystem::exists(to.file));
}

BOOST_AUTO_TEST_CASE(records_that_cannot_be_compressed_fail_it_and_are_not_passed_over) {
  const Folder folder;
  const Destination to = compressed(folder, Format::jsonl);
  auto writer = open_writer(to);
  BOOST_REQUIRE(writer.has_value());
  Silent listener;
  run::Order order(**writer, listener, nullptr, {});
  for (std::uint64_t turn = 0; turn < 3; ++turn) {
    std::optional<FailingPacking> failing;
    if (turn == 1) failing.emplace(FailingPacking::Why::library);
    run::Results results(order, **writer, turn);
    results.buffer() = "{}\n";
    results.finish(0);
    BOOST_TEST(order.stopped() == (turn > 0));
  }
  BOOST_TEST((*writer)->failure() == to.file + ": cannot be written: stream error");
  BOOST_TEST(!(*writer)->commit());
  BOOST_TEST(!std::filesystem::exists(to.file));
}

BOOST_AUTO_TEST_CASE(a_format_is_known_by_its_name_and_by_the_end_of_a_file) {
  const auto named = [](std::string_view text) {
    const std::optional<Format> format = format_named(text);
    return format ? std::string(name(*format)) : "none";
  };
  const auto of_name = [](std::string_view text) {
    const std::optional<Format> format = format_of_name(text);
    return format ? std::string(name(*format)) : "none";
  };
  for (const std::string each : {"text", "jsonl", "csv", "sqlite"}) {
    BOOST_TEST(named(each) == each);
    BOOST_TEST(named(each + ".gz") == each);
    BOOST_TEST(named(each + ".zst") == each);
  }
  for (const char* each : {"", "json", "JSONL", "sqlite3", "csv.bz2", ".csv", "csv "})
    BOOST_TEST(named(each) == "none", each);
  BOOST_TEST(of_name("a.jsonl") == "jsonl");
  BOOST_TEST(of_name("a.ndjson.gz") == "jsonl");
  BOOST_TEST(of_name("a.b/c.csv.zst") == "csv");
  BOOST_TEST(of_name("a.sqlite") == "sqlite");
  BOOST_TEST(of_name("a.sqlite3") == "sqlite");
  BOOST_TEST(of_name("a.db") == "sqlite");
  for (const char* each : {"", "a.txt", "a", "jsonl", "a.jsonl.bz2", "a.gz", "a.json", "a.csv/b"})
    BOOST_TEST(of_name(each) == "none", each);
}

BOOST_AUTO_TEST_CASE(a_file_appears_whole_with_its_head) {
  const Folder folder;
  Destination to;
  to.file = folder.write("out", "old");
  for (const Format format : {Format::csv, Format::jsonl}) {
    to.format = format;
    const auto writer = opened(to);
    writer->write("one\n");
    writer->write("");
    writer->write("two\n");
    BOOST_TEST(test::read_file(to.file) != "one\ntwo\n");
    BOOST_TEST(writer->commit());
    BOOST_TEST(!writer->failed());
    BOOST_TEST(test::read_file(to.file) ==
               (format == Format::csv ? CsvRecords::header() : "") + "one\ntwo\n");
  }
  BOOST_TEST(names_in(folder) == "out ");
  {
    const auto writer = opened(to);
    writer->write("three\n");
  }
  BOOST_TEST(test::read_file(to.file) == "one\ntwo\n");
  BOOST_TEST(names_in(folder) == "out ");
}

BOOST_AUTO_TEST_CASE(a_file_goes_on_behind_the_last_checkpoint) {
  const Folder folder;
  Destination to = resumable(folder, Format::csv);
  killed(folder, to, [](run::Writer& writer) {
    BOOST_TEST(writer.keeps_positions());
    BOOST_TEST(!writer.resumed().has_value());
    writer.write("one\n");
    writer.checkpoint({"box", 0, 1, 0});
    writer.write("two\n");
    writer.checkpoint({"box\xff 2", 100, {}, 3, 5, 6});
    writer.write("half of thr");
  });
  to.resume = true;
  const auto writer = opened(to);
  BOOST_REQUIRE(writer->resumed().has_value());
  BOOST_TEST(writer->resumed()->source == "box\xff 2");
  BOOST_TEST(writer->resumed()->offset == 100u);
  BOOST_TEST(!writer->resumed()->number.has_value());
  BOOST_TEST(writer->resumed()->name_number.value() == 3u);
  BOOST_TEST(writer->resumed()->member.value() == 5u);
  BOOST_TEST(writer->resumed()->files.value() == 6u);
  writer->write("three\n");
  BOOST_TEST(writer->commit());
  BOOST_TEST(test::read_file(to.file) == CsvRecords::header() + "one\ntwo\nthree\n");
  BOOST_TEST(names_in(folder) == "out ");
}

BOOST_AUTO_TEST_CASE(a_checkpoint_counts_what_an_earlier_run_has_written) {
  const Folder folder;
  Destination to = resumable(folder, Format::jsonl);
  killed(folder, to, [](run::Writer& writer) {
    writer.write("one\n");
    writer.checkpoint({"box", 0, 1, 0});
  });
  to.resume = true;
  killed(folder, to, [](run::Writer& writer) {
    writer.write("two\n");
    writer.checkpoint({"box", 9, 2, 0});
    writer.write("lost");
  });
  const auto writer = opened(to);
  BOOST_TEST(writer->resumed()->offset == 9u);
  BOOST_TEST(writer->commit());
  BOOST_TEST(test::read_file(to.file) == "one\ntwo\n");
}

// Behind a gap, however many runs go on behind it.
BOOST_AUTO_TEST_CASE(a_run_that_goes_on_knows_of_a_gap_before) {
  const Folder folder;
  Destination to = resumable(folder, Format::jsonl);
  for (const bool has_gap : {false, true}) {
    to.resume = false;
    killed(folder, to, [&](run::Writer& writer) {
      BOOST_TEST(!writer.resumes_behind_gap());
      if (has_gap) writer.tell_gap();
      writer.checkpoint({"box", 0, 1, 0});
      writer.tell_gap();  // is looked at again
    });
    to.resume = true;
    for (int i = 1; i <= 3; ++i)
      killed(folder, to, [&](run::Writer& writer) {
        BOOST_TEST(writer.resumes_behind_gap() == has_gap);
        writer.checkpoint({"box", 10, 2, 0});
      });
    BOOST_TEST(opened(to)->commit());
    fs::remove(to.file);
  }
}

BOOST_AUTO_TEST_CASE(a_run_does_not_go_on_where_that_is_no_use) {
  const Folder folder;
  Destination to = resumable(folder, Format::jsonl);
  const auto code = [&] {
    const auto writer = open_writer(to);
    return writer ? std::string("opened") : writer.error().code + ": " + writer.error().detail;
  };
  killed(folder, to, [](run::Writer& writer) { writer.write("one\n"); });
  to.resume = true;
  to.fingerprint = "links --text";
  BOOST_TEST(
      code().starts_with("different: " + to.file + ".partial: was begun by another command"));
  to.fingerprint = "links";
  {
    const auto writer = opened(to);
    BOOST_TEST(code() == "busy: " + to.file + ": another process is writing it");
    BOOST_TEST(writer->commit());
  }
  BOOST_TEST(code() ==
             "complete: " + to.file + ": is complete; without --resume it is written anew");
  to.file = folder / "none/out";
  BOOST_TEST(code() == "unwritable: " + to.file + ": cannot be written: No such file or directory");
}

BOOST_AUTO_TEST_CASE(nothing_is_saved_or_named_after_a_failure) {
  const Folder folder;
  Destination to = resumable(folder, Format::jsonl);
  killed(folder, to, [](run::Writer& writer) {
    writer.write("one\n");
    writer.checkpoint({"box", 0, 1, 0});
    writer.fail("it was too much");
    writer.write("two\n");
    writer.checkpoint({"box", 9, 2, 0});
    BOOST_TEST(!writer.commit());
  });
  to.resume = true;
  BOOST_TEST(opened(to)->resumed()->offset == 0u);
}

BOOST_AUTO_TEST_CASE(a_device_is_written_at_once_and_only_as_bytes) {
  const Folder folder;
  Destination to;
  to.format = Format::csv;
  to.file = folder / "pipe";
  BOOST_REQUIRE(::mkfifo(to.file.c_str(), 0600) == 0);
  const int reader = ::open(to.file.c_str(), O_RDONLY | O_NONBLOCK);
  BOOST_REQUIRE(reader >= 0);
  const auto got = [&] {
    char bytes[1024];
    const ssize_t size = ::read(reader, bytes, sizeof bytes);
    return size < 0 ? std::string("nothing") : std::string(bytes, static_cast<std::size_t>(size));
  };
  {
    const auto writer = opened(to);
    BOOST_TEST(got() == CsvRecords::header());
    writer->write("one\n");
    BOOST_TEST(got() == "one\n");
    writer->checkpoint({"box", 0, 1, 0});
    BOOST_TEST(!writer->keeps_positions());
    BOOST_TEST(!writer->resumed().has_value());
    BOOST_TEST(writer->commit());
    BOOST_TEST(got() == "nothing");
  }
  BOOST_TEST(got() == "");  // it is closed
  to.resume = true;
  const auto resumed = open_writer(to);
  BOOST_REQUIRE(!resumed);
  BOOST_TEST(resumed.error().code == "kind");
  BOOST_TEST(resumed.error().detail == to.file + ": is no regular file, which --resume needs");
  to.resume = false;
  to.format = Format::sqlite;
  const auto database = open_writer(to);
  BOOST_REQUIRE(!database);
  BOOST_TEST(database.error().detail ==
             to.file + ": is no regular file, which --format sqlite needs");
  ::close(reader);
}

BOOST_AUTO_TEST_CASE(how_much_is_collected_depends_on_how_it_is_packed) {
  const Folder folder;
  Destination to;
  to.format = Format::jsonl;
  to.file = folder / "out";
  BOOST_TEST(opened(to)->full() == std::size_t{1} << 18);
  BOOST_TEST((opened(to)->compression() == text::Compression::none));
  to.compression = text::Compression::zstd;
  BOOST_TEST(opened(to)->full() == std::size_t{1} << 20);
  BOOST_TEST((opened(to)->compression() == text::Compression::zstd));
  to.compression = text::Compression::none;
  to.format = Format::sqlite;
  BOOST_TEST(opened(to)->full() == std::size_t{1} << 20);
}

BOOST_AUTO_TEST_CASE(standard_output_is_written_at_once) {
  const Folder folder;
  const int before = ::dup(STDOUT_FILENO);
  const int file = ::open((folder / "out").c_str(), O_RDWR | O_CREAT, 0600);
  ::dup2(file, STDOUT_FILENO);
  Destination to;
  to.format = Format::csv;
  const auto writer = opened(to);
  writer->write("one\n");
  const std::string got = test::read_file(folder / "out");
  const bool committed = writer->commit(), keeps = writer->keeps_positions();
  ::dup2(before, STDOUT_FILENO);
  ::close(before);
  ::close(file);
  BOOST_TEST(got == CsvRecords::header() + "one\n");
  BOOST_TEST(committed);
  BOOST_TEST(!keeps);
  writer->fail("it was too much");
  BOOST_TEST(writer->failure() == "standard output: cannot be written: it was too much");
  BOOST_TEST(!writer->commit());
}

// Somebody has put a folder there since the run began.
BOOST_AUTO_TEST_CASE(a_result_that_gets_no_name_is_a_failure) {
  for (const Format format : {Format::jsonl, Format::sqlite}) {
    const Folder folder;
    Destination to;
    to.format = format;
    to.file = folder / "out";
    const auto writer = opened(to);
    folder.write("out/in the way", "x");
    BOOST_TEST(!writer->failed());
    BOOST_TEST(!writer->commit());
    BOOST_TEST(writer->failed());
    BOOST_TEST(writer->failure() == to.file + ": cannot be written: Is a directory");
    BOOST_TEST(test::read_file(folder / "out/in the way") == "x");
  }
}

BOOST_AUTO_TEST_SUITE_END()

// SPDX-License-Identifier: MIT
//
// Whichever call of the system fails within an operation on files: it is told, what is there is
// whole, and nothing is left beside it.  tests/failure/calls asks the same of the programs.
#include "support/failing_calls.h"

#include <unistd.h>

#include <boost/test/data/test_case.hpp>
#include <boost/test/unit_test.hpp>
#include <cerrno>
#include <fstream>
#include <optional>
#include <set>
#include <string>

#include "support/files.h"
#include "support/folder.h"
#include "text/files/compress.h"
#include "text/files/new_folder.h"
#include "text/files/partial_file.h"
#include "text/files/regular_file.h"
#include "text/files/shared_file.h"
#include "text/files/small_file.h"
#include "text/files/unnamed_file.h"
#include "text/files/whole_file.h"
#include "text/files/whole_input.h"

using namespace basewalk;
using namespace basewalk::text;
using test::FailingCall;
using test::Folder;
using test::read_file;

namespace {

// Those that come short, or are interrupted, are none that fail.
constexpr int kShort = 0;
constexpr int kErrors[] = {EIO, ENOSPC, EINTR, kShort};
const std::string kBytes(1000, 'x');

bool is_there(const std::string& name) { return std::filesystem::exists(name); }

std::set<std::string> names_in(const Folder& folder) {
  std::set<std::string> names;
  for (const auto& entry : std::filesystem::directory_iterator(folder.path()))
    names.insert(entry.path().filename().string());
  return names;
}

// What reads: all of it, or an error; where a read fails for good, that.
void check_read(const FailingCall& call, int error, const std::optional<std::string>& bytes,
                const std::string& why) {
  BOOST_TEST_INFO_SCOPE(call.name());
  BOOST_TEST(bytes.has_value() == why.empty());
  if (bytes) BOOST_TEST((*bytes == kBytes));
  const bool is_fatal =
      (error == EIO || error == ENOSPC) && call.has_failed({"open", "read", "pread", "fstat"});
  BOOST_TEST(bytes.has_value() != is_fatal);
}

}  // namespace

BOOST_AUTO_TEST_SUITE(failing_calls)

BOOST_DATA_TEST_CASE(regular_files_are_read_or_it_is_told, kErrors, error) {
  const Folder folder;
  const std::string name = folder.write("a", kBytes);
  for (const bool is_first : {false, true})
    for (FailingCall call(error); call.next();) {
      std::optional<std::string> bytes;
      std::string why;
      call.in([&] {
        const Result<RegularFile> file = RegularFile::open(name);
        if (!file) return void(why = file.error().code);
        Result<std::string> all = is_first ? file->first(kBytes.size()) : file->all();
        if (all)
          bytes = *std::move(all);
        else
          why = all.error().code;
      });
      if (call.name() == "stat")
        BOOST_TEST(why == "unreadable");
      else
        check_read(call, error == EINTR && call.name() != "pread" ? EIO : error, bytes, why);
      if (!why.empty()) BOOST_TEST(why == "unreadable");
    }
}

BOOST_DATA_TEST_CASE(small_files_are_read_or_it_is_told, kErrors, error) {
  const Folder folder;
  const std::string name = folder.write("a", kBytes);
  for (FailingCall call(error); call.next();) {
    std::optional<std::string> bytes;
    std::string why;
    call.in([&] {
      Result<SmallFile> file = read_small_file(name, 2000);
      if (file)
        bytes = std::move(file->bytes);
      else
        why = file.error().code;
    });
    check_read(call, error == EINTR && call.name() != "read" ? EIO : error, bytes, why);
  }
}

BOOST_DATA_TEST_CASE(inputs_are_read_or_it_is_told, kErrors, error) {
  const Folder folder;
  const std::string name = folder.write("a", kBytes);
  for (FailingCall call(error); call.next();) {
    std::optional<std::string> bytes;
    std::string why;
    call.in([&] {
      WholeInput input;
      if (input.open(name) && input.read(2000) == WholeInput::State::complete)
        bytes = input.bytes();
      else
        why = input.failure();
    });
    // How much there is to read is only asked for the sake of room.
    if (call.name() == "fstat")
      BOOST_TEST((bytes == kBytes));
    else
      check_read(call, error == EINTR && call.name() == "open" ? EIO : error, bytes, why);
  }
}

BOOST_DATA_TEST_CASE(what_was_compressed_is_read_or_it_is_told, kErrors, error) {
  const Folder folder;
  std::string packed;
  BOOST_TEST_REQUIRE(append_compressed(packed, kBytes, Compression::gzip).empty());
  const std::string name = folder.write("a.gz", packed);
  for (FailingCall call(error); call.next();) {
    std::string bytes, why;
    bool is_open = false;
    call.in([&] {
      PlainReader reader;
      is_open = reader.open(name);
      for (std::string_view piece; is_open && !(piece = reader.next()).empty();) bytes += piece;
      why = reader.problem();
    });
    BOOST_TEST_INFO_SCOPE(call.name());
    BOOST_TEST((bytes == kBytes) == why.empty());
    if (error == EIO && call.has_failed({"open", "read"})) BOOST_TEST(!why.empty());
  }
}

BOOST_DATA_TEST_CASE(a_whole_file_is_the_old_one_or_the_new_one, kErrors, error) {
  const Folder folder;
  const std::string name = folder / "result";
  for (FailingCall call(error); call.next();) {
    folder.write("result", "old");
    std::string failure;
    call.in([&] { failure = write_whole_file(name, kBytes); });
    BOOST_TEST_INFO_SCOPE(call.name());
    const std::string now = read_file(name);
    BOOST_TEST((now == kBytes || now == "old"));
    if (failure.empty()) BOOST_TEST((now == kBytes));
    // A name may be there that its folder has not on disk yet.
    if (call.has_failed({"make", "rename"}) || (call.name() == "write" && error == EIO))
      BOOST_TEST((now == "old"));
    if (error == EIO && call.has_failed({"make", "write", "fsync", "rename", "open"}))
      BOOST_TEST(!failure.empty());
    if (error == kShort) BOOST_TEST(failure == "");
    BOOST_TEST(names_in(folder) == std::set<std::string>{"result"},
               boost::test_tools::per_element());
  }
}

BOOST_DATA_TEST_CASE(a_file_that_is_to_be_kept_is_kept, kErrors, error) {
  for (FailingCall call(error); call.next();) {
    const Folder folder;
    const std::string name = folder / "result";
    bool is_done = false;
    std::string failure;
    call.in([&] {
      WholeFile file;
      is_done = file.open(name) && file.output().write(kBytes) && file.commit(Existing::keep);
      failure = file.failure();
    });
    BOOST_TEST_INFO_SCOPE(call.name());
    BOOST_TEST(is_done == failure.empty());
    BOOST_TEST((!is_there(name) || read_file(name) == kBytes));
    if (is_done) BOOST_TEST(is_there(name));
    // Where a second name cannot be given the first is changed.
    if (call.name() == "link") BOOST_TEST(is_done);
    if (call.name() != "unlink") BOOST_TEST(names_in(folder).size() == (is_there(name) ? 1U : 0U));
  }
}

BOOST_DATA_TEST_CASE(a_line_is_appended_whole_or_not_at_all, kErrors, error) {
  const Folder folder;
  const std::string name = folder / "log";
  for (FailingCall call(error); call.next();) {
    folder.write("log", "whole\n");
    bool is_done = false;
    std::string failure;
    call.in([&] {
      SharedFile file;
      is_done = file.open(name) && file.append("one\n");
      failure = file.failure();
    });
    BOOST_TEST_INFO_SCOPE(call.name());
    BOOST_TEST(is_done == failure.empty());
    BOOST_TEST(read_file(name) == (is_done ? "whole\none\n" : "whole\n"));
    if (error == EIO && call.has_failed({"make", "write"})) BOOST_TEST(!is_done);
    if (error == kShort) BOOST_TEST(is_done);
  }
}

BOOST_DATA_TEST_CASE(a_folder_appears_whole_or_not_at_all, kErrors, error) {
  for (FailingCall call(error); call.next();) {
    const Folder around;
    bool is_done = false, is_told = false;
    call.in([&] {
      NewFolder folder;
      const bool is_open = folder.open(around / "out").has_value();
      is_done = is_open && folder.add_folder("data") == 0 &&
                folder.add_file("a", {"one ", "two"}) == 0 &&
                folder.add_file("data/b", {"three"}) == 0 && folder.commit() == 0;
      is_told = !is_done;
    });
    BOOST_TEST_INFO_SCOPE(call.name());
    if (is_done) BOOST_TEST(is_there(around / "out"));
    if (is_there(around / "out")) {
      BOOST_TEST(read_file(around / "out/a") == "one two");
      BOOST_TEST(read_file(around / "out/data/b") == "three");
    }
    BOOST_TEST(names_in(around).size() == (is_there(around / "out") ? 1U : 0U));
    if (error == EIO && call.has_failed({"make", "mkdir", "write", "chmod", "fsync", "rename"}))
      BOOST_TEST(is_told);
    if (error == kShort) BOOST_TEST(is_done);
  }
}

BOOST_DATA_TEST_CASE(a_file_in_parts_gets_its_name_whole_or_not_at_all, kErrors, error) {
  const Folder folder;
  const std::string name = folder / "out";
  for (FailingCall call(error); call.next();) {
    folder.write("out", "old");
    bool has_begun = false, is_saved = false, is_done = false;
    std::string failure;
    call.in([&] {
      PartialFile file;
      has_begun = file.begin(name, "a\n", PartialFile::Left::restart) == PartialFile::State::fresh;
      failure = file.failure();
      if (!has_begun) return;
      std::ofstream out(file.path());
      out << kBytes;
      out.close();
      if (!out) return;
      file.save({1000, "source", 7, 1, 1});
      is_saved = true;
      is_done = file.commit() == 0;
    });
    BOOST_TEST_INFO_SCOPE(call.name());
    BOOST_TEST(has_begun == failure.empty());
    const std::string now = read_file(name);
    BOOST_TEST((now == "old" || now == kBytes));
    if (is_done) BOOST_TEST((now == kBytes));
    if (error == EIO && call.has_failed({"ftruncate", "fsync", "rename"})) BOOST_TEST(!is_done);
    // What was saved is gone on with.
    std::set<std::string> wanted = {"out"};
    if (is_saved && (now == "old" || call.name() == "unlink")) wanted.insert("out.resume");
    if (is_saved && now == "old") wanted.insert("out.partial");
    BOOST_TEST(names_in(folder) == wanted, boost::test_tools::per_element());
    for (const char* const left : {"out.partial", "out.resume"})
      std::filesystem::remove(folder / left);
  }
}

// What a run has left is gone on with where it can be read, and otherwise begun anew or told.
BOOST_DATA_TEST_CASE(what_was_left_is_gone_on_with_or_it_is_told, kErrors, error) {
  const Folder folder;
  const std::string name = folder / "out";
  for (FailingCall call(error); call.next();) {
    {
      PartialFile file;
      BOOST_TEST_REQUIRE(
          (file.begin(name, "a\n", PartialFile::Left::restart) == PartialFile::State::fresh));
      std::ofstream(file.path()) << kBytes;
      file.save({1000, "source", 7, 1, 1});
      file.keep();
    }
    std::optional<PartialFile::State> state;
    std::optional<Checkpoint> saved;
    std::string failure;
    call.in([&] {
      PartialFile file;
      state = file.begin(name, "a\n", PartialFile::Left::go_on);
      saved = file.saved();
      failure = file.failure();
    });
    BOOST_TEST_INFO_SCOPE(call.name());
    switch (*state) {
      case PartialFile::State::continued:
        BOOST_TEST(failure == "");
        // Of a slot that cannot be read nothing is known; the bytes are still there.
        if (!call.has_failed({"pread", "stat"})) BOOST_TEST(saved.has_value());
        if (saved) BOOST_TEST(saved->size == 1000U);
        BOOST_TEST((read_file(name + ".partial") == kBytes));
        break;
      case PartialFile::State::fresh:
        BOOST_TEST(failure == "");
        BOOST_TEST(!saved.has_value());
        BOOST_TEST(!call.name().empty());
        BOOST_TEST(read_file(name + ".partial") == "");
        break;
      default:
        BOOST_TEST(failure != "");
        BOOST_TEST((read_file(name + ".partial") == kBytes));
    }
    if (error == kShort) BOOST_TEST((state == PartialFile::State::continued));
  }
}

// It is not asked without end.
BOOST_AUTO_TEST_CASE(a_file_that_nothing_can_be_known_of_is_told) {
  const Folder folder;
  for (FailingCall call(EIO, FailingCall::Later::fails); call.next();) {
    PartialFile::State state = PartialFile::State::busy;
    call.in([&] {
      PartialFile file;
      state = file.begin(folder / "out", "a\n", PartialFile::Left::restart);
    });
    // To read tells what was left, to look by a name whether there is any.
    const bool is_needed =
        call.has_failed({"make", "open", "fstat", "fsync", "ftruncate", "pwrite"});
    if (is_needed) BOOST_TEST((state == PartialFile::State::failed), call.name());
    if (!is_needed && call.name() != "stat")
      BOOST_TEST((state == PartialFile::State::fresh), call.name());
  }
}

// Where none can be made without a name it has one for a moment.
BOOST_AUTO_TEST_CASE(a_file_without_a_name_is_had_or_not) {
  for (const FailingCall::Later later : {FailingCall::Later::goes_well, FailingCall::Later::fails})
    for (FailingCall call(EIO, later); call.next();) {
      int file = -1;
      call.in([&] { file = unnamed_file(); });
      BOOST_TEST((file >= 0) == (call.name().empty() || later == FailingCall::Later::goes_well));
      if (file >= 0) ::close(file);
    }
}

BOOST_AUTO_TEST_SUITE_END()

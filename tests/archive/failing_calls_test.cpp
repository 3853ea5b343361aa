// SPDX-License-Identifier: MIT
//
// Whichever call of the system fails while a source is read: all of it comes, or it is told that
// something does not.
#include "support/failing_calls.h"

#include <archive.h>

#include <algorithm>
#include <boost/test/data/monomorphic.hpp>
#include <boost/test/data/test_case.hpp>
#include <boost/test/unit_test.hpp>
#include <cerrno>
#include <ostream>
#include <string>
#include <vector>

#include "archive/made_packed.h"
#include "archive/read_all.h"
#include "support/folder.h"

namespace basewalk {
namespace {

using test::FailingCall;
using test::Folder;
using test::Got;
namespace data = boost::unit_test::data;

std::string message(char number) { return std::string("Subject: ") + number + "\n\ntext\n"; }
const std::string kLine = "From a@b.example Thu Nov 19 10:00:00 2026\n";
const std::string kMbox = kLine + message('1') + "\n" + kLine + message('2') + "\n";
const std::vector<test::PackedMember> kMembers = {
    {"0", message('1')}, {"1", kMbox}, {"2", message('2')}};

struct Source {
  const char* name;
  int format = 0, filter = ARCHIVE_FILTER_NONE;
};
std::ostream& operator<<(std::ostream& out, const Source& row) { return out << row.name; }

constexpr Source kSources[] = {
    {"mail.eml"},
    {"mbox"},
    {"maildir"},
    {"folder"},
    {"x.gz", 0, ARCHIVE_FILTER_GZIP},
    {"x.bz2", 0, ARCHIVE_FILTER_BZIP2},
    {"x.xz", 0, ARCHIVE_FILTER_XZ},
    {"x.zst", 0, ARCHIVE_FILTER_ZSTD},
    {"x.Z", 0, ARCHIVE_FILTER_COMPRESS},
    {"x.zip", ARCHIVE_FORMAT_ZIP},
    {"x.tar", ARCHIVE_FORMAT_TAR_USTAR},
    {"x.tar.gz", ARCHIVE_FORMAT_TAR_USTAR, ARCHIVE_FILTER_GZIP},
    {"x.cpio", ARCHIVE_FORMAT_CPIO_POSIX},
};

std::string made(const Folder& folder, const Source& source) {
  const std::string name = source.name;
  if (name == "mail.eml") return folder.write(name, message('1'));
  if (name == "mbox") return folder.write(name, kMbox);
  if (source.format != 0 || source.filter != ARCHIVE_FILTER_NONE)
    return folder.write(name, source.format == 0
                                  ? test::packed_alone(source.filter, kMbox)
                                  : test::packed_archive(source.format, source.filter, kMembers));
  const bool is_maildir = name == "maildir";
  folder.write(name + (is_maildir ? "/cur/1:2,S" : "/1"), message('1'));
  folder.write(name + (is_maildir ? "/new/2" : "/in/box"), is_maildir ? message('2') : kMbox);
  return folder / name;
}

// What is interrupted, or comes short, is no failure.
constexpr int kErrors[] = {EIO, ENOMEM, EINTR, 0};

}  // namespace

BOOST_AUTO_TEST_SUITE(failing_calls)

BOOST_DATA_TEST_CASE(a_source_is_read_whole_or_it_is_told, data::make(kSources) * kErrors, source,
                     error) {
  const Folder folder;
  const std::string name = made(folder, source);
  archive::ReadOptions options;
  options.unpack_here = true;
  const std::vector<Got> whole = test::read_all({name}, options);
  BOOST_TEST_REQUIRE(!whole.empty());
  for (const Got& got : whole) BOOST_TEST_REQUIRE(got.problem == "");
  for (FailingCall call(error); call.next();) {
    std::vector<Got> all;
    bool had_memory = true;
    call.in([&] {
      try {
        all = test::read_all({name}, options);
      } catch (const std::bad_alloc&) {
        had_memory = false;
      }
    });
    const bool is_told = !had_memory || std::any_of(all.begin(), all.end(), [](const Got& got) {
      return !got.problem.empty();
    });
    BOOST_TEST((is_told || all == whole), call.name());
    if (error == 0) BOOST_TEST(!is_told, call.name());
    if (error == EINTR && (call.name() == "read" || call.name() == "pread"))
      BOOST_TEST(!is_told, call.name());
    // Behind the directory of a zip nothing is missing.
    const bool is_needed = call.has_failed({"open", "pread"}) ||
                           (call.name() == "read" && source.format != ARCHIVE_FORMAT_ZIP);
    if (error == EIO && is_needed) BOOST_TEST(is_told, call.name());
  }
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace basewalk

// SPDX-License-Identifier: MIT
#include "archive/byte_stream.h"

#include <boost/test/unit_test.hpp>
#include <cerrno>
#include <string>

#include "support/folder.h"

using namespace basewalk;
using archive::FileStream;

namespace {

std::unique_ptr<FileStream> opened(const std::string& path, std::atomic<std::uint64_t>& done) {
  auto stream = FileStream::open(path, FileStream::From::name, done);
  BOOST_TEST_REQUIRE(std::holds_alternative<std::unique_ptr<FileStream>>(stream));
  return std::move(std::get<std::unique_ptr<FileStream>>(stream));
}

BOOST_AUTO_TEST_SUITE(byte_stream)

// What some call before said of itself is no reason to read on, or to fail.
BOOST_AUTO_TEST_CASE(an_end_is_an_end_whatever_was_interrupted_before) {
  const test::Folder folder;
  std::atomic<std::uint64_t> done = 0;
  const auto stream = opened(folder.write("a", "abc"), done);
  char bytes[8];
  for (const int number : {EINTR, EIO}) {
    errno = number;
    BOOST_TEST(stream->read_at(1, bytes, sizeof bytes) == 2U);
    errno = number;
    BOOST_TEST(stream->read_at(3, bytes, sizeof bytes) == 0U);
  }
  BOOST_TEST(stream->read(bytes, sizeof bytes) == 3U);
  for (const int number : {EINTR, EIO}) {
    errno = number;
    BOOST_TEST(stream->read(bytes, sizeof bytes) == 0U);
    BOOST_TEST(!stream->failure());
  }
  BOOST_TEST(done == 3U);
}

BOOST_AUTO_TEST_CASE(goes_on_anywhere_within_its_file) {
  const test::Folder folder;
  std::atomic<std::uint64_t> done = 0;
  const auto stream = opened(folder.write("a", "abcdef"), done);
  BOOST_TEST(stream->is_file());
  BOOST_TEST(stream->size().value_or(0) == 6U);
  char c = 0;
  BOOST_TEST(stream->seek(4));
  BOOST_TEST(done == 4U);  // what was jumped over is done with
  BOOST_TEST(stream->read(&c, 1) == 1U);
  BOOST_TEST(c == 'e');
  BOOST_TEST(stream->seek(1));
  BOOST_TEST(done == 5U);
  BOOST_TEST(stream->read(&c, 1) == 1U);
  BOOST_TEST(c == 'b');
  BOOST_TEST(stream->seek(6));
  BOOST_TEST(stream->read(&c, 1) == 0U);
  BOOST_TEST(!stream->seek(7));
  BOOST_TEST(stream->place(3) == 3U);
}

BOOST_AUTO_TEST_CASE(says_which_failures_may_pass) {
  for (const int number : {EIO, EAGAIN, ENOMEM, EMFILE, ENFILE, ESTALE, ETIMEDOUT, ENOTCONN,
                           ECONNRESET, EHOSTDOWN, EHOSTUNREACH})
    BOOST_TEST(archive::system_failure(number).worth_a_retry, number);
  for (const int number : {ENOENT, EACCES, EISDIR, ELOOP, ENAMETOOLONG})
    BOOST_TEST(!archive::system_failure(number).worth_a_retry, number);
  BOOST_TEST(archive::system_failure(EISDIR).problem == "this is a folder, and not expected here");
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace

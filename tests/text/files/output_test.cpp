// SPDX-License-Identifier: MIT
#include "text/files/output.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <boost/test/unit_test.hpp>
#include <cerrno>
#include <cstdio>
#include <memory>
#include <string>

using namespace basewalk::text;

namespace {

// A pipe whose writing end is an output's.
struct Pipe {
  Pipe() { BOOST_REQUIRE(::pipe2(ends, O_CLOEXEC | O_NONBLOCK) == 0); }
  ~Pipe() {
    ::close(ends[0]);
    ::close(ends[1]);
  }
  std::string read() {
    std::string bytes(1 << 16, '\0');
    const ssize_t got = ::read(ends[0], bytes.data(), bytes.size());
    bytes.resize(got > 0 ? static_cast<std::size_t>(got) : 0);
    return bytes;
  }
  int ends[2];
};

}  // namespace

BOOST_AUTO_TEST_SUITE(output)

BOOST_AUTO_TEST_CASE(small_pieces_wait_and_keep_their_order) {
  Pipe pipe;
  Output output(pipe.ends[1], "pipe");
  BOOST_TEST(output.write("a"));
  output.buffer() += "b";
  BOOST_TEST(pipe.read() == "");
  BOOST_TEST(output.write(std::string(32 * 1024, 'c')));
  BOOST_TEST(pipe.read() == "ab" + std::string(32 * 1024, 'c'));
  BOOST_TEST(output.write("d"));
  BOOST_TEST(output.write_now("e"));
  BOOST_TEST(pipe.read() == "de");
  output.buffer() += "f";
  BOOST_TEST(output.commit());
  BOOST_TEST(pipe.read() == "f");
  BOOST_TEST(output.failure() == "");
}

BOOST_AUTO_TEST_CASE(they_are_written_as_soon_as_there_are_enough) {
  const std::unique_ptr<std::FILE, int (*)(std::FILE*)> file(std::tmpfile(), std::fclose);
  BOOST_REQUIRE(file != nullptr);
  const auto written = [&] {
    struct stat status {};
    return ::fstat(::fileno(file.get()), &status) == 0 ? status.st_size : -1;
  };
  Output output(::fileno(file.get()), "file");
  const std::string piece(4096, 'x');
  for (std::size_t size = 4096; size < output.full(); size += 4096)
    BOOST_REQUIRE(output.write(piece));
  BOOST_TEST(written() == 0);
  BOOST_TEST(output.write(piece));
  BOOST_TEST(output.buffer() == "");
  BOOST_TEST(written() == static_cast<off_t>(output.full()));
}

BOOST_AUTO_TEST_CASE(the_first_failure_is_kept) {
  const int full = ::open("/dev/full", O_WRONLY | O_CLOEXEC);
  BOOST_REQUIRE(full >= 0);
  Output output(full, "full");
  output.buffer() += "x";
  BOOST_TEST(!output.commit());
  BOOST_TEST(output.failed());
  BOOST_TEST(output.failure() == "full: cannot be written: No space left on device");
  output.fail(EPIPE);
  BOOST_TEST(output.failure() == "full: cannot be written: No space left on device");
  BOOST_TEST(!output.write("y"));
  ::close(full);
}

BOOST_AUTO_TEST_CASE(a_reader_that_has_gone_is_named) {
  Output output(-1, "pipe");
  output.fail(EPIPE);
  BOOST_TEST(output.failure() == "pipe: its reader has gone; the output is not complete");
}

BOOST_AUTO_TEST_SUITE_END()

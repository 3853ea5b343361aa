// SPDX-License-Identifier: MIT
#include "text/files/descriptor.h"

#include <fcntl.h>
#include <unistd.h>

#include <boost/test/unit_test.hpp>
#include <cerrno>
#include <string>
#include <thread>

using namespace basewalk::text;

namespace {

bool is_open(int number) { return ::fcntl(number, F_GETFD) >= 0; }

struct Pipe {
  Pipe() { BOOST_REQUIRE(::pipe(ends) == 0); }
  ~Pipe() { ::close(ends[0]); }
  int ends[2] = {-1, -1};
};

BOOST_AUTO_TEST_SUITE(descriptors)

BOOST_AUTO_TEST_CASE(it_is_closed_once) {
  const Pipe pipe;
  {
    Descriptor file(pipe.ends[1]);
    BOOST_TEST(file.is_open());
    BOOST_TEST(file.number() == pipe.ends[1]);
  }
  BOOST_TEST(!is_open(pipe.ends[1]));
  Descriptor none;
  BOOST_TEST(!none.is_open());
  BOOST_TEST(none.close());
  Descriptor wrong(pipe.ends[1]);
  BOOST_TEST(!wrong.close());
  BOOST_TEST(wrong.close());
}

BOOST_AUTO_TEST_CASE(what_was_open_before_is_closed) {
  const Pipe first, second;
  Descriptor file(first.ends[1]);
  file.set(second.ends[1]);
  BOOST_TEST(!is_open(first.ends[1]));
  BOOST_TEST(is_open(second.ends[1]));
}

// More than a pipe holds, to a descriptor that would rather not wait.
BOOST_AUTO_TEST_CASE(all_is_written_however_often_it_takes) {
  const Pipe pipe;
  Descriptor to(pipe.ends[1]);
  BOOST_REQUIRE(::fcntl(to.number(), F_SETFL, O_NONBLOCK) == 0);
  std::string sent;
  for (int i = 0; i < 1 << 20; ++i) sent += static_cast<char>(i * 31 >> 3);
  std::string got;
  std::thread reader([&] {
    char buffer[10000];
    for (ssize_t size; (size = ::read(pipe.ends[0], buffer, sizeof buffer)) > 0;)
      got.append(buffer, static_cast<std::size_t>(size));
  });
  BOOST_TEST(write_all(to.number(), sent) == 0);
  to.close();
  reader.join();
  BOOST_TEST((got == sent));
}

BOOST_AUTO_TEST_CASE(what_cannot_be_written_is_told) {
  BOOST_TEST(write_all(-1, "a") == EBADF);
  BOOST_TEST(write_all(-1, "") == 0);
  Descriptor full(::open("/dev/full", O_WRONLY | O_CLOEXEC));
  if (full.is_open()) BOOST_TEST(write_all(full.number(), "a") == ENOSPC);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace

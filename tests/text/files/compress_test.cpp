// SPDX-License-Identifier: MIT
#include "text/files/compress.h"

#include <boost/test/unit_test.hpp>
#include <cerrno>
#include <new>

#include "support/failing_archive.h"

using namespace basewalk::text;
using basewalk::test::FailingArchive;

BOOST_AUTO_TEST_SUITE(compress)

BOOST_AUTO_TEST_CASE(appends_frames_that_stand_alone) {
  for (const Compression how : {Compression::gzip, Compression::zstd}) {
    std::string one, both = "before";
    BOOST_TEST(append_compressed(one, "text", how) == "");
    BOOST_TEST(append_compressed(both, "text", how) == "");
    BOOST_TEST(append_compressed(both, "", how) == "");
    BOOST_TEST(both == "before" + one);
    BOOST_TEST(!one.empty());
  }
  std::string plain = "a";
  BOOST_TEST(append_compressed(plain, "b", Compression::none) == "");
  BOOST_TEST(plain == "ab");
}

// Memory is what callers of the library let through; the rest is the output's failure.
BOOST_AUTO_TEST_CASE(says_why_it_cannot_compress) {
  for (const Compression how : {Compression::gzip, Compression::zstd}) {
    std::string out = "before";
    const FailingArchive failing(EIO);
    BOOST_TEST(append_compressed(out, "text", how) == "the encoder gave up");
    BOOST_TEST(out == "before");
  }
  std::string out;
  const FailingArchive failing(ENOMEM);
  BOOST_CHECK_THROW((void)append_compressed(out, "text", Compression::gzip), std::bad_alloc);
}

BOOST_AUTO_TEST_SUITE_END()

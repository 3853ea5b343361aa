// SPDX-License-Identifier: MIT
#include "text/files/compress.h"

#include <boost/test/unit_test.hpp>
#include <cerrno>
#include <new>

#include "support/failing_packing.h"
#include "support/folder.h"

using namespace basewalk::text;
using basewalk::test::FailingPacking;
using basewalk::test::Folder;

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
    const FailingPacking failing(FailingPacking::Why::library);
    const std::string why = append_compressed(out, "text", how);
    BOOST_TEST(why == (how == Compression::gzip ? "stream error" : "Error (generic)"));
    BOOST_TEST(out == "before");
  }
  for (const Compression how : {Compression::gzip, Compression::zstd}) {
    std::string out = "before";
    const FailingPacking failing(FailingPacking::Why::memory);
    BOOST_CHECK_THROW((void)append_compressed(out, "text", how), std::bad_alloc);
    BOOST_TEST(out == "before");
  }
}

BOOST_AUTO_TEST_CASE(a_name_tells_how_it_is_packed) {
  BOOST_TEST((compression_of("a.gz") == Compression::gzip));
  BOOST_TEST((compression_of("a.csv.zst") == Compression::zstd));
  for (const char* name : {"", "gz", "a.gz.csv", "a.GZ", "a.bz2", "a"})
    BOOST_TEST((compression_of(name) == Compression::none), name);
  BOOST_TEST(extension(Compression::gzip) == ".gz");
  BOOST_TEST(extension(Compression::zstd) == ".zst");
  BOOST_TEST(extension(Compression::none) == "");
}

BOOST_AUTO_TEST_CASE(a_file_is_read_whatever_it_is_packed_with) {
  const Folder folder;
  std::string text;
  for (int i = 0; i < 200'000; ++i) text += std::to_string(i) + "\n";
  const auto read = [](const std::string& name) {
    PlainReader reader;
    if (!reader.open(name)) return "cannot be opened: " + reader.problem();
    std::string all;
    for (std::string_view more = reader.next(); !more.empty(); more = reader.next()) all += more;
    BOOST_TEST(reader.next() == "");
    return reader.problem().empty() ? all : "problem: " + reader.problem();
  };
  for (const Compression how : {Compression::none, Compression::gzip, Compression::zstd}) {
    std::string packed;
    BOOST_REQUIRE_EQUAL(append_compressed(packed, text, how), "");
    BOOST_REQUIRE_EQUAL(append_compressed(packed, "behind", how), "");
    BOOST_TEST((read(folder.write("x", packed)) == text + "behind"));
    if (how == Compression::none) continue;
    packed.resize(packed.size() / 2);
    BOOST_TEST(read(folder.write("x", packed)).starts_with("problem: "));
  }
  BOOST_TEST(read(folder.write("x", "")) == "");
  BOOST_TEST(read(folder.write("x", "y")) == "y");
  BOOST_TEST(read(folder / "none") == "cannot be opened: No such file or directory");
  BOOST_TEST(read(folder.make("d")).starts_with("cannot be opened: "));
}

BOOST_AUTO_TEST_SUITE_END()

// SPDX-License-Identifier: MIT
#include "basewalk/archive/file.h"

#include <boost/test/unit_test.hpp>
#include <cerrno>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <utility>

#include "support/files.h"
#include "support/folder.h"

using namespace basewalk;
namespace fs = std::filesystem;

BOOST_AUTO_TEST_SUITE(file)

BOOST_AUTO_TEST_CASE(gives_the_bytes_of_a_file) {
  const fs::path path = fs::temp_directory_path() / "basewalk-file-test";
  std::FILE* out = std::fopen(path.c_str(), "wb");
  BOOST_REQUIRE(out != nullptr);
  std::fputs("some bytes", out);
  std::fclose(out);
  Result<archive::FileBytes> file = archive::FileBytes::open(path.string());
  BOOST_REQUIRE(file.has_value());
  BOOST_TEST(file->bytes() == "some bytes");
  const archive::FileBytes moved = std::move(*file);
  BOOST_TEST(moved.bytes() == "some bytes");
  fs::remove(path);
}

BOOST_AUTO_TEST_CASE(says_why_there_are_none) {
  BOOST_TEST(archive::FileBytes::open("/nonexistent/file").error().code == "missing");
  const std::string with_nul = fs::temp_directory_path().string() + '\0' + "x";
  BOOST_TEST(archive::FileBytes::open(with_nul).error().code == "missing");
  BOOST_TEST(archive::FileBytes::open(fs::temp_directory_path().string()).error().code == "folder");
}

BOOST_AUTO_TEST_CASE(of_what_has_no_end_no_more_is_taken_than_asked_for) {
  for (const std::size_t most : {std::size_t{0}, std::size_t{1000}, std::size_t{1} << 20}) {
    const Result<archive::FileBytes> file = archive::FileBytes::open("/dev/zero", most);
    BOOST_TEST_REQUIRE(file.has_value());
    BOOST_TEST(file->bytes().size() > most);
    BOOST_TEST(file->bytes().size() < 4 * most + (std::size_t{1} << 20));
  }
}

// All of its bytes or none: where a pointer has 32 bits, none.  It has one block on the disk.
BOOST_AUTO_TEST_CASE(a_file_of_more_than_four_gigabytes) {
  const test::Folder folder;
  const std::string path = folder.write("large", "some bytes");
  constexpr std::uint64_t kSize = (std::uint64_t{1} << 32) + 10;
  fs::resize_file(path, kSize);
  const Result<archive::FileBytes> file = archive::FileBytes::open(path);
  if (sizeof(std::size_t) < sizeof kSize) {
    BOOST_REQUIRE(!file.has_value());
    BOOST_TEST(file.error().detail == std::strerror(EFBIG));
  } else {
    BOOST_REQUIRE(file.has_value());
    BOOST_TEST(file->bytes().size() == kSize);
  }
}

BOOST_AUTO_TEST_CASE(an_empty_file_has_no_bytes) {
  const Result<archive::FileBytes> file = archive::FileBytes::open("/dev/null");
  BOOST_REQUIRE(file.has_value());
  BOOST_TEST(file->bytes().empty());
}

BOOST_AUTO_TEST_SUITE_END()

// SPDX-License-Identifier: MIT
#include "basewalk/archive/file.h"

#include <boost/test/unit_test.hpp>
#include <cstdio>
#include <filesystem>
#include <utility>

#include "support/files.h"

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
  BOOST_TEST(archive::FileBytes::open(fs::temp_directory_path().string()).error().code == "folder");
}

BOOST_AUTO_TEST_CASE(an_empty_file_has_no_bytes) {
  const Result<archive::FileBytes> file = archive::FileBytes::open("/dev/null");
  BOOST_REQUIRE(file.has_value());
  BOOST_TEST(file->bytes().empty());
}

BOOST_AUTO_TEST_SUITE_END()

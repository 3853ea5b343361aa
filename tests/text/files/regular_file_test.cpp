// SPDX-License-Identifier: MIT
//
// Regular files, what is none, and files that change.
#include "text/files/regular_file.h"

#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include <boost/test/unit_test.hpp>
#include <cstring>
#include <filesystem>
#include <string>

#include "support/folder.h"

using namespace basewalk;
using text::RegularFile;

namespace {

std::string code_of(const std::string& path) {
  const Result<RegularFile> file = RegularFile::open(path);
  return file ? "" : file.error().code;
}

// Calls something once, after the first bytes came.
template <class Once>
class Meddling final : public Sink {
 public:
  explicit Meddling(Once once) : once_(std::move(once)) {}
  bool write(std::string_view bytes) override {
    if (size == 0) once_();
    size += bytes.size();
    return true;
  }
  std::size_t size = 0;

 private:
  Once once_;
};

}  // namespace

BOOST_AUTO_TEST_SUITE(regular_files)

BOOST_AUTO_TEST_CASE(gives_the_bytes) {
  const test::Folder folder;
  const std::string large(600000, 'x');
  for (const std::string& bytes : {std::string(), std::string("a\0b", 3), large}) {
    const Result<RegularFile> file = RegularFile::open(folder.write("a", bytes));
    BOOST_REQUIRE(file.has_value());
    BOOST_TEST(file->state().size == bytes.size());
    BOOST_TEST((*file->all() == bytes));
    BOOST_TEST((*file->first(2) == bytes.substr(0, 2)));
    BOOST_TEST((*file->first(1 << 20) == bytes));
  }
}

BOOST_AUTO_TEST_CASE(neither_waits_for_nor_opens_anything_else) {
  const test::Folder folder;
  BOOST_TEST(code_of(folder / "nothing") == "missing");
  BOOST_TEST(code_of(folder.path().string()) == "folder");
  BOOST_REQUIRE(::mkfifo((folder / "fifo").c_str(), 0600) == 0);
  const Result<RegularFile> fifo = RegularFile::open(folder / "fifo");
  BOOST_REQUIRE(!fifo.has_value());
  BOOST_TEST(fifo.error().code == "kind");
  BOOST_TEST(fifo.error().detail == "is a FIFO, no regular file");
  BOOST_TEST(code_of("/dev/null") == "kind");
  folder.write("a", "x");
  std::filesystem::create_symlink("a", folder / "link");
  BOOST_TEST(code_of(folder / "link") == "kind");

  const int listening = ::socket(AF_UNIX, SOCK_STREAM, 0);
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  std::strncpy(address.sun_path, (folder / "socket").c_str(), sizeof address.sun_path - 1);
  BOOST_REQUIRE(::bind(listening, reinterpret_cast<const sockaddr*>(&address), sizeof address) ==
                0);
  BOOST_TEST(code_of(folder / "socket") == "kind");
  ::close(listening);
}

BOOST_AUTO_TEST_CASE(says_that_a_file_was_changed) {
  const test::Folder folder;
  const std::string path = folder.write("a", std::string(600000, 'x'));
  for (const std::size_t size : {0UL, 300000UL, 600001UL, 900000UL}) {
    folder.write("a", std::string(600000, 'x'));
    const Result<RegularFile> file = RegularFile::open(path);
    BOOST_REQUIRE(file.has_value());
    Meddling sink([&] { std::filesystem::resize_file(path, size); });
    const Result<bool> copied = file->copy_to(sink);
    BOOST_REQUIRE(!copied.has_value());
    BOOST_TEST(copied.error().code == "changed");
    BOOST_TEST(sink.size <= 600000U);
  }
}

BOOST_AUTO_TEST_SUITE_END()

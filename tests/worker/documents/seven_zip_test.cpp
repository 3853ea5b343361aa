// SPDX-License-Identifier: MIT
//
// 7z that is encrypted, of tests/data/documents/encrypted: what comes out is read by libarchive;
// headers that are damaged anywhere end.
#include <archive.h>
#include <archive_entry.h>

#include <algorithm>
#include <boost/test/data/test_case.hpp>
#include <boost/test/unit_test.hpp>
#include <memory>
#include <ostream>
#include <string>
#include <vector>

#include "support/files.h"
#include "support/many.h"
#include "worker/documents/recorded.h"
#include "worker/documents/seven_zip/decrypted.h"
#include "worker/documents/seven_zip/header.h"

using namespace basewalk;
using namespace basewalk::worker;

namespace {

const char* const kNames[] = {"bcj2", "blocks", "copy", "few-steps", "header", "lzma2", "ppmd"};

std::string read(const std::string& name) {
  return test::read_file(test::data_dir() / "documents/encrypted" / (name + ".7z"));
}

struct Result {
  DecryptedSevenZip decrypted;
  Recorded told;
};

Result decrypted(std::string_view bytes, std::vector<std::string_view> passwords) {
  const test::ExactCopy copy(bytes);
  Result result;
  const Document document{copy.view(), "a.7z", std::move(passwords)};
  result.decrypted = decrypted_seven_zip(document, result.told);
  return result;
}

// All members behind one another; nothing where libarchive has something to say against them.
std::string members_of(std::string_view bytes) {
  const std::unique_ptr<::archive, decltype(&::archive_read_free)> archive(::archive_read_new(),
                                                                           ::archive_read_free);
  ::archive_read_support_format_7zip(archive.get());
  if (::archive_read_open_memory(archive.get(), bytes.data(), bytes.size()) != ARCHIVE_OK)
    return {};
  std::string all;
  ::archive_entry* entry = nullptr;
  while (::archive_read_next_header(archive.get(), &entry) == ARCHIVE_OK) {
    all.append(::archive_entry_pathname(entry)).append("\n");
    const void* data = nullptr;
    std::size_t size = 0;
    la_int64_t offset = 0;
    int status = ARCHIVE_OK;
    while ((status = ::archive_read_data_block(archive.get(), &data, &size, &offset)) == ARCHIVE_OK)
      all.append(static_cast<const char*>(data), size);
    if (status != ARCHIVE_EOF) return {};
  }
  return all;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(documents_seven_zip)

BOOST_DATA_TEST_CASE(it_is_the_same_archive_without_the_cipher,
                     boost::unit_test::data::make(kNames)) {
  const Result result = decrypted(read(sample), {"kx-471", "kx-4711", "more"});
  BOOST_TEST_REQUIRE(result.decrypted.archive.has_value());
  BOOST_TEST((result.told.opened == OpenedWith::word));
  BOOST_TEST(result.told.word == 1u);
  BOOST_TEST(result.told.lacks.empty());
  const std::string all = members_of(*result.decrypted.archive);
  BOOST_TEST(all.find("page.html\n<a href=\"http://locked.example/" + std::string(sample) +
                      "\">") != std::string::npos);
  const bool has_more = std::string_view(sample) != "few-steps";
  BOOST_TEST((all.find("more.txt\n1\n2\n3\n") != std::string::npos) == has_more);
}

BOOST_DATA_TEST_CASE(a_wrong_password_opens_nothing, boost::unit_test::data::make(kNames)) {
  const Result result = decrypted(read(sample), {"kx-471", "", "KX-4711"});
  BOOST_TEST(!result.decrypted.archive.has_value());
  BOOST_TEST(!result.told.opened.has_value());
  // libarchive takes that one for damaged.
  BOOST_TEST(result.decrypted.is_closed == (std::string_view(sample) == "bcj2"));
  BOOST_TEST(result.told.lacks.size() == (result.decrypted.is_closed ? 1u : 0u));
}

BOOST_AUTO_TEST_CASE(what_is_not_encrypted_is_left_alone) {
  for (const char* name : {"lzma2.7z", "header.7z", "copy.7z", "ppmd.7z"}) {
    const Result result =
        decrypted(test::read_file(test::data_dir() / "seven_zip" / name), {"kx-4711"});
    BOOST_TEST(!result.decrypted.archive.has_value(), name);
    BOOST_TEST(!result.told.opened.has_value(), name);
    BOOST_TEST(result.told.lacks.empty(), name);
  }
  BOOST_TEST(!decrypted("PK\3\4", {"kx-4711"}).decrypted.archive.has_value());
}

// 2^62 pieces, and 2^40.  (2^63 would be none: the password as it is.)
BOOST_AUTO_TEST_CASE(a_key_that_takes_too_long_is_told_as_a_limit) {
  std::string bytes = read("few-steps");
  // The properties of AES begin with how many; the check sum of the header is put right by nobody,
  // as libarchive does not see it.
  const std::size_t at = bytes.find("\x06\xF1\x07\x01") + 5;
  for (const char power : {'\xFE', '\xE8'}) {
    bytes[at] = power;
    const Result result = decrypted(bytes, {"kx-4711"});
    BOOST_TEST(!result.decrypted.archive.has_value());
    BOOST_TEST_REQUIRE(result.told.lacks.size() == 1u);
    BOOST_TEST((result.told.lacks[0].why == Lack::limit));
    BOOST_TEST((result.told.opened == OpenedWith::nothing));
  }
}

BOOST_AUTO_TEST_CASE(what_is_cut_off_or_damaged_anywhere_ends) {
  const std::string whole = read("few-steps");
  std::size_t opened = 0;
  for (std::size_t at = 0; at < whole.size(); at += test::kNextPlace) {
    (void)decrypted(std::string_view(whole).substr(0, at), {"kx-4711"});
    for (int with = 0; with < 256; with += 5) {
      std::string damaged = whole;
      damaged[at] = static_cast<char>(with);
      opened += decrypted(damaged, {"kx-4711"}).decrypted.archive.has_value() ? 1 : 0;
    }
  }
  // Of the start header two check sums are not looked at, which are libarchive's to complain of.
  BOOST_TEST(opened > 0u);
  BOOST_TEST(opened < whole.size() * 20 / test::kNextPlace);
  for (const char* name : kNames) {
    const std::string other = read(name);
    for (std::size_t at = 12; at < other.size(); at += 37) {
      std::string damaged = other;
      damaged[at] = '\x7F';
      (void)decrypted(damaged, {"kx-4711"});
    }
  }
}

// A header that is not packed, byte by byte: what is read of it is what is written again.
BOOST_AUTO_TEST_CASE(headers_are_read_and_written) {
  const std::string file = test::read_file(test::data_dir() / "seven_zip/header.7z");
  const auto next = seven_zip::next_header(file);
  BOOST_TEST_REQUIRE(next.has_value());
  const auto header = seven_zip::read_header(*next);
  BOOST_TEST_REQUIRE(header.has_value());
  BOOST_TEST(!header->streams.folders.empty());
  const std::string written =
      std::string("\1\4").append(seven_zip::written_streams(header->streams)).append(header->rest);
  const auto again = seven_zip::read_header(written);
  BOOST_TEST_REQUIRE(again.has_value());
  BOOST_TEST(again->rest == header->rest);
  BOOST_TEST(again->streams.sizes == header->streams.sizes);
  BOOST_TEST(again->streams.members == header->streams.members);
  BOOST_TEST(again->streams.folders.size() == header->streams.folders.size());
  for (std::size_t at = 0; at < next->size(); at += test::kNextPlace) {
    const test::ExactCopy cut(next->substr(0, at));
    (void)seven_zip::read_header(cut.view());
    for (int with = 0; with < 256; ++with) {
      std::string damaged(*next);
      damaged[at] = static_cast<char>(with);
      const test::ExactCopy copy(damaged);
      (void)seven_zip::read_header(copy.view());
    }
  }
}

// BCJ2 has four streams that go in; each of these has an AES of its own.
BOOST_AUTO_TEST_CASE(a_coder_that_is_taken_away_leaves_the_others_bound) {
  using seven_zip::Coder;
  const std::string aes("\x06\xF1\x07\x01"), lzma("\3\1\1");
  seven_zip::Folder folder;
  folder.coders = {Coder{lzma, "p"}, Coder{aes, "a"}};
  folder.binds = {{0, 1}};
  folder.packed = {1};
  folder.sizes = {100, 48};
  std::size_t stream = 9;
  BOOST_TEST(folder.is_encrypted());
  BOOST_TEST(folder.size() == 100u);
  // What no packed stream goes into stays.
  BOOST_TEST(!folder.remove(0, stream));
  BOOST_TEST(folder.remove(1, stream));
  BOOST_TEST(stream == 0u);
  BOOST_TEST(!folder.is_encrypted());
  BOOST_TEST(folder.binds.empty());
  BOOST_TEST(folder.packed == std::vector<std::uint64_t>{0});
  BOOST_TEST(folder.sizes == std::vector<std::uint64_t>{100});
  // The other way round: numbers behind it become smaller.
  folder.coders = {Coder{aes, "a"}, Coder{lzma, "p"}};
  folder.binds = {{1, 0}};
  folder.packed = {0};
  folder.sizes = {48, 100};
  BOOST_TEST(folder.remove(0, stream));
  BOOST_TEST(folder.packed == std::vector<std::uint64_t>{0});
  BOOST_TEST(folder.sizes == std::vector<std::uint64_t>{100});
  BOOST_TEST(folder.coders[0].id == lzma);
  // Alone, it becomes one that copies.
  folder.coders = {Coder{aes, "a"}};
  folder.packed = {0};
  folder.sizes = {48};
  BOOST_TEST(folder.remove(0, stream));
  BOOST_TEST(folder.coders[0].id == std::string(1, '\0'));
  BOOST_TEST(folder.sizes.size() == 1u);
}

BOOST_AUTO_TEST_SUITE_END()

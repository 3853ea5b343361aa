// SPDX-License-Identifier: MIT
//
// Bundles that mimetic writes, read by our scanner.
#include "basewalk/bridge/write_bundle.h"
#include "basewalk/mime/headers.h"

#include <boost/test/unit_test.hpp>
#include <filesystem>
#include <fstream>
#include <string>

#include "basewalk/mime/decode.h"
#include "bundle/made_bundle.h"
#include "support/folder.h"

using namespace basewalk;
namespace fs = std::filesystem;

BOOST_AUTO_TEST_SUITE(write_bundle)

BOOST_AUTO_TEST_CASE(writes_what_can_be_read_again) {
  const test::Folder made;
  const fs::path& folder = made.path();
  std::string bytes;
  for (int i = 0; i < 200'000; ++i) bytes += static_cast<char>(i * 7 + i / 256);
  std::ofstream(folder / "index.html") << "<html><head></head>\n<img src=a.png><img src=b.png>";
  std::ofstream(folder / "a.png", std::ios::binary) << bytes;
  std::ofstream(folder / "b.png", std::ios::binary) << "\r\n--=_basewalk_bundle_=--\r\nX: y\r\n";
  const Result<bundle::Packing> packing = bundle::Packing::of_folder(folder.string(), {});
  BOOST_REQUIRE(packing.has_value());
  test::MemoryPage out;
  BOOST_REQUIRE(bridge::write_bundle(*packing, out).has_value());
  fs::remove_all(folder);

  for (std::size_t lf = out.text.find('\n'); lf != std::string::npos;
       lf = out.text.find('\n', lf + 1))
    BOOST_REQUIRE(out.text[lf - 1] == '\r');
  const Message message = read_message(out.text);
  BOOST_TEST(message.notes.empty());
  BOOST_REQUIRE(message.parts.size() == 4U);
  BOOST_TEST(message.root().media_type == "multipart/related");
  // RFC 2387 3.1
  const mime::HeaderField* const type = message.find(message.root(), "content-type");
  BOOST_REQUIRE(type != nullptr);
  const mime::ParameterizedValue read = mime::parse_parameterized(message.value_of(*type));
  BOOST_REQUIRE(read.find("type") != nullptr);
  BOOST_TEST(*read.find("type") == "text/html");
  const auto body = [&](std::size_t part) {
    std::string decoded;
    Notes notes;
    mime::decode_transfer(message.body_of(message.parts[part]), message.parts[part].encoding,
                          decoded, {notes});
    BOOST_TEST(notes.empty());
    return decoded;
  };
  BOOST_TEST(body(1) ==
             "<html><head><meta charset=\"utf-8\"></head>\n<img src=a.png><img src=b.png>");
  BOOST_TEST((body(2) == bytes));
  BOOST_TEST(body(3) == "\r\n--=_basewalk_bundle_=--\r\nX: y\r\n");
}

BOOST_AUTO_TEST_CASE(lets_no_label_begin_a_field) {
  const test::Folder made;
  const fs::path& folder = made.path();
  // URLs are serialised before they become labels: what breaks lines is gone or escaped.
  std::ofstream(folder / "list.tsv") << "a\thttp://h/x\x01y\x7F \xC3\xA9\r\n";
  std::ofstream(folder / "a") << "x";
  const Result<bundle::Packing> packing =
      bundle::Packing::of_table((folder / "list.tsv").string(), {});
  fs::path path = folder / "a";
  BOOST_REQUIRE(packing.has_value());
  test::MemoryPage out;
  BOOST_TEST(bridge::write_bundle(*packing, out).has_value());
  BOOST_TEST(out.text.find("Content-Location: http://h/x%01y%7F%20%C3%A9\r\n") !=
             std::string::npos);
  fs::remove_all(folder);
  // A file that is gone by now.
  BOOST_TEST(bridge::write_bundle(*packing, out).error().code == "missing");
}

BOOST_AUTO_TEST_SUITE_END()

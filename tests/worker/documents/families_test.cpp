// SPDX-License-Identifier: MIT
//
// Openers of shortcuts, S/MIME, OpenPGP and pictures over damaged bytes: each ends, and tells
// something; rows for what their formats allow and few files have.
#include <boost/test/data/test_case.hpp>
#include <boost/test/unit_test.hpp>
#include <ostream>
#include <string>

#include "support/files.h"
#include "worker/documents/recorded.h"
#include "worker/documents/shortcut/shortcut.h"
#include "worker/documents/wrapped/inflate.h"
#include "worker/documents/wrapped/wrapped.h"

using namespace basewalk;
using namespace basewalk::worker;
using namespace std::string_literals;

namespace {

using Open = void (*)(const Document&, DocumentSink&);

struct Family {
  const char* file;
  Open open;
};
std::ostream& operator<<(std::ostream& out, const Family& family) { return out << family.file; }

const Family kFamilies[] = {
    {"wrapped/smime-opaque.p7m", open_smime},     {"wrapped/smime-opaque-stream.p7m", open_smime},
    {"wrapped/smime-compressed.p7z", open_smime}, {"wrapped/smime-enveloped.p7m", open_smime},
    {"wrapped/pgp-literal.asc", open_openpgp},    {"wrapped/pgp-compressed.asc", open_openpgp},
    {"wrapped/pgp-clearsign.asc", open_openpgp},  {"wrapped/pgp-symmetric.asc", open_openpgp},
    {"shortcut/lnk-mshta.lnk", open_shell_link},
};

Recorded opened(Open open, std::string_view bytes, std::uint64_t most = 1 << 20) {
  Recorded told;
  Document document;
  const test::ExactCopy copy(bytes);
  document.bytes = copy.view();
  document.name = "name.ext.p7m";
  document.bounds.bytes = most;
  open(document, told);
  BOOST_TEST(!told.is_open());
  return told;
}

std::string read(const char* file) {
  return test::read_file(test::data_dir() / "documents" / file);
}

}  // namespace

BOOST_AUTO_TEST_SUITE(families)

BOOST_DATA_TEST_CASE(what_is_cut_off_anywhere_is_told, boost::unit_test::data::make(kFamilies)) {
  const std::string bytes = read(sample.file);
  const std::size_t step = bytes.size() / 300 + 1;
  for (std::size_t size = 0; size < bytes.size(); size += step)
    BOOST_TEST(opened(sample.open, std::string_view(bytes).substr(0, size)).is_told(), size);
}

BOOST_DATA_TEST_CASE(what_is_changed_anywhere_ends, boost::unit_test::data::make(kFamilies)) {
  const std::string bytes = read(sample.file);
  const std::size_t step = bytes.size() / 300 + 1;
  for (std::size_t i = 0; i < bytes.size(); i += step)
    for (const char with : {'\0', '\xFF', '\x80', static_cast<char>(bytes[i] ^ 1)}) {
      std::string changed = bytes;
      changed[i] = with;
      BOOST_TEST(opened(sample.open, changed).is_told(), i);
    }
}

BOOST_AUTO_TEST_CASE(strings_of_strings_without_end_are_no_burden) {
  std::string bytes = "\x30\x80\6\x09\x2A\x86\x48\x86\xF7\x0D\1\7\1\xA0\x80";
  for (int i = 0; i < 200'000; ++i) bytes += "\x24\x80";
  const Recorded told = opened(open_smime, bytes);
  BOOST_TEST(told.lacks.size() == 1u);
}

BOOST_AUTO_TEST_CASE(what_unpacks_to_too_much_is_told) {
  for (const auto& [file, open] : {Family{"wrapped/smime-compressed.p7z", open_smime},
                                   Family{"wrapped/pgp-compressed.asc", open_openpgp}}) {
    const Recorded told = opened(open, read(file), 10);
    BOOST_REQUIRE(!told.lacks.empty());
    BOOST_TEST((told.lacks.front().why == Lack::limit), file);
  }
}

BOOST_AUTO_TEST_CASE(a_document_that_is_signed_keeps_its_name) {
  const std::string content = "%PDF-1.4 ...";
  std::string bytes = "\x30\x80\6\x09\x2A\x86\x48\x86\xF7\x0D\1\7\1\xA0\x80\4";
  bytes += static_cast<char>(content.size());
  bytes += content + std::string(4, '\0');
  const Recorded told = opened(open_smime, bytes);
  BOOST_REQUIRE_EQUAL(told.parts.size(), 1u);
  BOOST_TEST(!told.parts[0].is_entity);
  BOOST_TEST(told.parts[0].name == "name.ext");
  BOOST_TEST(told.parts[0].bytes == content);
}

// RFC 9580 4.2: both forms of a packet's head, and each of its lengths.
BOOST_AUTO_TEST_CASE(packets_come_in_every_length) {
  const std::string body = "t\0\0\0\0\0see http://h/"s;
  const auto size = static_cast<char>(body.size());
  const std::string heads[] = {
      std::string("\xCB") + size,          std::string("\xCB\xFF\0\0\0", 5) + size,
      std::string("\xAC") + size,          std::string("\xAD\0", 2) + size,
      std::string("\xAE\0\0\0", 4) + size, "\xAF"};
  for (const std::string& head : heads) {
    const Recorded told = opened(open_openpgp, head + body);
    BOOST_REQUIRE_EQUAL(told.parts.size(), 1u);
    BOOST_TEST(told.parts[0].bytes == "see http://h/");
    BOOST_TEST(told.lacks.empty());
  }
  // In parts: of one byte, of two, the rest.
  const Recorded told =
      opened(open_openpgp, "\xCB\xE0" + body.substr(0, 1) + "\xE1" + body.substr(1, 2) +
                               static_cast<char>(body.size() - 3) + body.substr(3));
  BOOST_REQUIRE_EQUAL(told.parts.size(), 1u);
  BOOST_TEST(told.parts[0].bytes == "see http://h/");
}

BOOST_AUTO_TEST_CASE(armour_without_an_end_hides_nothing_behind_it) {
  const std::string whole = read("wrapped/pgp-literal.asc");
  const Recorded alone = opened(open_openpgp, whole);
  const Recorded told =
      opened(open_openpgp, "-----BEGIN PGP PUBLIC KEY BLOCK-----\n\nxsBN\n" + whole);
  BOOST_REQUIRE_EQUAL(told.parts.size(), alone.parts.size());
  BOOST_TEST(told.parts.back().bytes == alone.parts.back().bytes);
  BOOST_TEST(!told.lacks.empty());
}

// [MS-SHLLINK] 2.5.4
BOOST_AUTO_TEST_CASE(an_icon_with_variables_is_told) {
  std::string bytes = "L\0\0\0"s + std::string(72, '\0');
  const std::string path = "\\\\host\\share\\i.ico";
  bytes += "\x14\3\0\0\7\0\0\xA0"s + path + std::string(260 - path.size() + 520, '\0');
  const Recorded told = opened(open_shell_link, bytes + std::string(4, '\0'));
  BOOST_TEST(told.found() == std::vector<std::string>{"lnk[environment icon] " + path});
}

BOOST_AUTO_TEST_CASE(lines_of_a_shortcut_are_read_in_any_case_and_encoding) {
  const Recorded told =
      opened(open_shortcut,
             "[InternetShortcut]\r\nuRl = \"http://h/a\" \r\n;URL=http://no/\r\nIconFile=i.ico\r\n"
             "Exec=run http://h/b now\r\nOther=http://h/c\r\n");
  BOOST_TEST(told.found() == (std::vector<std::string>{"shortcut[url] http://h/a",
                                                       "shortcut[exec] run http://h/b now",
                                                       "shortcut http://h/c"}));
}

BOOST_AUTO_TEST_SUITE_END()

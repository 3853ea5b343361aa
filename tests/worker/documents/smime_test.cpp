// SPDX-License-Identifier: MIT
//
// S/MIME made element by element (RFC 5652, X.690): each form of a length and of a string, each
// content, and what is told where one is cut off.
#include <zlib.h>

#include <boost/test/unit_test.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "support/files.h"
#include "text/base64.h"
#include "worker/documents/recorded.h"
#include "worker/documents/wrapped/wrapped.h"

using namespace basewalk;
using namespace std::string_literals;
using worker::Lack;
using worker::Recorded;
using Texts = std::vector<std::string>;

namespace {

// X.690 8.1.3: a length in one byte, or in as many as it takes.
std::string element(unsigned tag, const std::string& content) {
  std::string length;
  if (content.size() < 0x80) {
    length = std::string(1, static_cast<char>(content.size()));
  } else {
    for (std::size_t rest = content.size(); rest > 0; rest >>= 8)
      length.insert(length.begin(), static_cast<char>(rest & 0xFF));
    length.insert(length.begin(), static_cast<char>(0x80 + length.size()));
  }
  return std::string(1, static_cast<char>(tag)) + length + content;
}
std::string without_length(unsigned tag, const std::string& content) {
  return std::string(1, static_cast<char>(tag)) + "\x80" + content + "\0\0"s;
}
std::string pkcs7(int number) {
  return element(6, "\x2A\x86\x48\x86\xF7\x0D\1\7" + std::string(1, static_cast<char>(number)));
}
std::string smime_type(int number) {
  return element(
      6, "\x2A\x86\x48\x86\xF7\x0D\1\x09\x10\1" + std::string(1, static_cast<char>(number)));
}
std::string octets(const std::string& bytes) { return element(4, bytes); }

std::string info(const std::string& type, const std::string& content) {
  return element(0x30, type + element(0xA0, content));
}
// A version, algorithms, and what is signed or compressed.
std::string around(const std::string& type, const std::string& content) {
  return element(0x30, element(2, "\1") + element(0x31, "") +
                           element(0x30, type + (content.empty() ? "" : element(0xA0, content))));
}
std::string deflated(const std::string& bytes) {
  std::string out(::compressBound(bytes.size()), '\0');
  uLongf size = out.size();
  BOOST_TEST(::compress(reinterpret_cast<Bytef*>(out.data()), &size,
                        reinterpret_cast<const Bytef*>(bytes.data()), bytes.size()) == Z_OK);
  out.resize(size);
  return out;
}

// The bytes of what was given, and behind it what is told of it.
Texts opened(std::string_view bytes, std::uint64_t most = 1'000'000, std::uint64_t parts = 100) {
  const test::ExactCopy copy(bytes);
  worker::Document document{copy.view(), "a.eml.p7m"};
  document.bounds.bytes = most;
  document.bounds.members = parts;
  Recorded told;
  worker::open_smime(document, told);
  BOOST_TEST(!told.is_open());
  Texts all;
  for (const Recorded::Part& part : told.parts)
    all.push_back((part.is_entity ? "" : part.name + ": ") + part.bytes);
  for (const Recorded::Missing& lack : told.lacks)
    all.push_back("! " + lack.what + (lack.what.empty() ? "" : " ") + lack.sentence);
  return all;
}

const std::string kMail = "Subject: x\r\n\r\ny";

}  // namespace

#define CHECK_TEXTS(found, ...)                                      \
  do {                                                               \
    const Texts wanted = __VA_ARGS__;                                \
    BOOST_TEST((found) == wanted, boost::test_tools::per_element()); \
  } while (false)

BOOST_AUTO_TEST_SUITE(smime)

BOOST_AUTO_TEST_CASE(plain_data_is_given) {
  CHECK_TEXTS(opened(info(pkcs7(1), octets(kMail))), {kMail});
  CHECK_TEXTS(opened(info(pkcs7(1), octets("%PDF"))), {"a.eml: %PDF"});
  CHECK_TEXTS(opened(info(pkcs7(1), octets(""))), {"a.eml: "});
  const std::string longer = "Subject: x\r\n\r\n" + std::string(70'000, 'y');
  CHECK_TEXTS(opened(info(pkcs7(1), octets(longer))), {longer});
}

BOOST_AUTO_TEST_CASE(a_string_may_come_in_pieces) {
  const std::string pieces = octets("Subject: ") + octets("") + octets("x\r\n\r\ny");
  for (const std::string& string :
       {element(0x24, pieces), without_length(0x24, pieces),
        element(0x24, element(0x24, octets("Subject: ")) + octets("x\r\n\r\ny")),
        element(0x24, without_length(0x24, octets("Subject: ")) + octets("x\r\n\r\ny")),
        without_length(0x24, element(0x24, octets("Subject: ")) + octets("x\r\n\r\ny")),
        without_length(0x24, element(0x24, "") + pieces)}) {
    CHECK_TEXTS(opened(info(pkcs7(1), string)), {kMail});
    CHECK_TEXTS(opened(without_length(0x30, pkcs7(1) + without_length(0xA0, string))), {kMail});
  }
  // What is no string, and an end of nothing.
  CHECK_TEXTS(opened(info(pkcs7(1), element(0x24, octets("Subject: x") + element(2, "y")))),
              {"Subject: x", "! the content is cut off"});
  CHECK_TEXTS(opened(info(pkcs7(1), "\0\0"s)), {"a.eml: ", "! the content is cut off"});
}

BOOST_AUTO_TEST_CASE(what_is_signed_or_compressed_is_given) {
  CHECK_TEXTS(opened(info(pkcs7(2), around(pkcs7(1), octets(kMail)))), {kMail});
  CHECK_TEXTS(opened(info(smime_type(9), around(pkcs7(1), octets(deflated(kMail))))), {kMail});
  // Within each other; another application's type holds whatever it has.
  const std::string inner = around(pkcs7(1), octets(kMail));
  CHECK_TEXTS(opened(info(pkcs7(2), around(smime_type(9),
                                           octets(around(pkcs7(1), octets(deflated(kMail))))))),
              {kMail});
  CHECK_TEXTS(opened(info(pkcs7(2), around(pkcs7(2), octets(inner)))), {kMail});
  CHECK_TEXTS(opened(info(pkcs7(2), around(element(6, "\x2A\3"), octets(kMail)))), {kMail});
  // Elements before it may have no length either.
  CHECK_TEXTS(
      opened(
          info(pkcs7(2),
               element(0x30, element(2, "\1") +
                                 without_length(0x31, without_length(0x30, pkcs7(1)) + pkcs7(1)) +
                                 element(0x30, pkcs7(1) + element(0xA0, octets(kMail)))))),
      {kMail});
}

BOOST_AUTO_TEST_CASE(what_cannot_be_read_is_told) {
  for (const std::string& type : {pkcs7(3), pkcs7(4), pkcs7(6), smime_type(23)})
    CHECK_TEXTS(opened(info(type, "")), {"! is encrypted for its addressee"});
  for (const std::string& type : {pkcs7(5), pkcs7(9), smime_type(8), element(6, "\x2A\3"),
                                  element(6, "\x2A\x86\x48\x86\xF7\x0D\1\7")})
    CHECK_TEXTS(opened(info(type, "")), {"! holds a content of a type that is not known"});
  CHECK_TEXTS(opened(info(pkcs7(2), around(pkcs7(3), octets("x")))),
              {"! is encrypted for its addressee"});
  CHECK_TEXTS(opened(info(pkcs7(2), around(pkcs7(1), ""))),
              {"! is a signature of what stands elsewhere"});
  CHECK_TEXTS(opened(info(smime_type(9), around(pkcs7(1), ""))), {"! has no content"});
  CHECK_TEXTS(opened(element(0x30, pkcs7(1))), {"! has no content"});
  CHECK_TEXTS(opened(info(smime_type(9), around(pkcs7(1), octets("no zlib")))),
              {"a.eml: ", "! the compressed content is damaged"});
  const std::string half = deflated("Subject: x\r\n\r\n" + std::string(1000, 'y'));
  const Texts cut =
      opened(info(smime_type(9), around(pkcs7(1), octets(half.substr(0, half.size() - 6)))));
  BOOST_TEST(cut.size() == 2u);
  BOOST_TEST(cut.back() == "! the compressed content is damaged");
  const Texts too_much =
      opened(info(smime_type(9), around(pkcs7(1), octets(deflated(std::string(1000, 'y'))))), 100);
  BOOST_TEST(too_much.back() == "! unpacks to more bytes than are opened");
  std::string deep = around(pkcs7(1), octets(kMail));
  for (int i = 0; i < 14; ++i) deep = around(pkcs7(2), octets(deep));
  CHECK_TEXTS(opened(info(pkcs7(2), deep)), {kMail});
  deep = around(pkcs7(2), octets(around(pkcs7(2), octets(deep))));
  CHECK_TEXTS(opened(info(pkcs7(2), deep)), {"! has contents too deep in one another"});
}

BOOST_AUTO_TEST_CASE(what_is_damaged_is_told) {
  const std::string none = "! is no S/MIME, or its beginning is damaged";
  for (const std::string& bytes :
       {""s, "\x30"s, "\x30\x81"s, "\x31\x02\x06\x00"s, "\x30\x02\x06"s, element(0x30, ""),
        element(0x30, octets("x")), "\x3F\x01\x06"s, element(0x30, "\6\x80"),
        "\x30\x8F\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF"s})
    CHECK_TEXTS(opened(bytes), {none});
  const std::string before = "! is damaged before its content";
  for (const std::string& content :
       {""s, element(0x30, ""), element(0x30, element(2, "\1")), element(2, "\1"),
        element(0x30, element(2, "\1") + element(0x31, "") + element(0x31, "")),
        element(0x30, element(2, "\1") + "\0\0"s),
        element(0x30, element(2, "\1") + element(0x31, "") + element(0x30, octets("x")))})
    CHECK_TEXTS(opened(info(pkcs7(2), content)), {before});
  // What is there of a string that is cut off is given.
  const std::string whole = info(pkcs7(1), octets(kMail));
  CHECK_TEXTS(opened(whole.substr(0, whole.size() - 1)),
              {kMail.substr(0, kMail.size() - 1), "! the content is cut off"});
  const std::string of_signed = info(pkcs7(2), around(pkcs7(1), octets(kMail)));
  CHECK_TEXTS(opened(of_signed.substr(0, of_signed.size() - 1)),
              {kMail.substr(0, kMail.size() - 1), "! the content is cut off"});
}

// Where it has no content its elements end.  Zeros may be missing behind what is whole.
BOOST_AUTO_TEST_CASE(what_is_cut_off_is_not_empty) {
  for (const std::string& whole :
       {info(pkcs7(1), octets(kMail)), info(pkcs7(2), around(pkcs7(1), octets(kMail))),
        without_length(0x30, pkcs7(1) + without_length(0xA0, octets(kMail))),
        info(smime_type(9), around(pkcs7(1), octets(deflated(kMail))))})
    for (std::size_t size = 0; size + 4 < whole.size(); ++size) {
      const Texts told = opened(whole.substr(0, size));
      BOOST_TEST_REQUIRE(!told.empty(), size);
      const bool is_told = told.back().find("damaged") != std::string::npos ||
                           told.back().find("cut off") != std::string::npos;
      BOOST_TEST(is_told, size << ": " << told.back());
    }
  const std::string before = "! is damaged before its content";
  CHECK_TEXTS(opened(element(0x30, pkcs7(1) + octets("x"))), {before});
  CHECK_TEXTS(opened(without_length(0x30, pkcs7(1))), {"! has no content"});
  // The certificates have the tag of a content, and stand outside of what would hold one.
  const std::string certificates = element(0xA0, octets("a certificate"));
  for (const std::string& nothing : {element(0x30, pkcs7(1)), without_length(0x30, pkcs7(1))})
    CHECK_TEXTS(opened(info(pkcs7(2), element(0x30, element(2, "\1") + element(0x31, "") + nothing +
                                                        certificates))),
                {"! is a signature of what stands elsewhere"});
}

// RFC 7468, and base64 that nobody has taken off.
BOOST_AUTO_TEST_CASE(armour_is_taken_off) {
  std::string digits;
  text::append_base64(digits, without_length(0x30, pkcs7(1) + element(0xA0, octets(kMail))));
  BOOST_TEST(digits.starts_with("MI"));
  CHECK_TEXTS(opened(digits), {kMail});
  CHECK_TEXTS(opened(digits.substr(0, 20) + "\r\n" + digits.substr(20) + "\r\n"), {kMail});
  const std::string begin = "-----BEGIN PKCS7-----\n";
  CHECK_TEXTS(opened(begin + digits + "\n-----END PKCS7-----\n"), {kMail});
  CHECK_TEXTS(opened("A text before it.\n" + begin + digits + "\n-----END PKCS7-----\n"), {kMail});
  CHECK_TEXTS(opened(begin + digits + "\n"), {kMail, "! the armour is cut off"});
  CHECK_TEXTS(opened("Hello"), {"! is no S/MIME, or its beginning is damaged"});
}

// RFC 5280 4.2: what a certificate names lies in strings of its own, in extensions, which are in
// strings.
BOOST_AUTO_TEST_CASE(what_stands_around_a_content_is_searched) {
  const auto texts = [](const std::string& bytes) {
    Recorded told;
    worker::open_smime({bytes, "a.eml.p7m"}, told);
    Texts all;
    for (const Recorded::Text& text : told.texts) all.push_back(text.text);
    return all;
  };
  const std::string uri = element(0x86, "http://h.example/a"),
                    wide = element(0x1E, "\0h\0t\0t\0p\0:\0/\0/\0w\0/"s);
  const std::string extension = octets(element(0x30, uri)),
                    bits = element(3, "\0"s + element(0x30, uri));
  const auto with = [](const std::string& fields) {
    return info(pkcs7(2),
                element(0x30, element(2, "\1") + element(0x31, "") +
                                  element(0x30, pkcs7(1) + element(0xA0, octets(kMail))) + fields));
  };
  for (const std::string& fields :
       {uri, element(0xA0, element(0x30, uri)), without_length(0xA0, uri), extension, bits})
    CHECK_TEXTS(texts(with(fields)), {"http://h.example/a"});
  CHECK_TEXTS(texts(with(wide + uri)), {"http://w/", "http://h.example/a"});
  // Numbers, names and what is no element.
  CHECK_TEXTS(texts(with(octets("\1\2\3") + element(0x0C, "A name") + element(3, "") + octets(""))),
              {});
  CHECK_TEXTS(texts(with(octets("\1http://h/\2"))), {"\nhttp://h/\n"});
  CHECK_TEXTS(texts(with("\x1Fhttp://h/")), {"\nhttp://h/"});
  // Of those alone, of what is encrypted, and behind what is no signature.
  CHECK_TEXTS(texts(info(pkcs7(2), element(0x30, element(2, "\1") + element(0x31, "") +
                                                     element(0x30, pkcs7(1)) + extension))),
              {"http://h.example/a"});
  CHECK_TEXTS(texts(info(pkcs7(3), element(0x30, extension))), {"http://h.example/a"});
  CHECK_TEXTS(texts(info(pkcs7(1), octets(kMail) + uri)), {"http://h.example/a"});
  CHECK_TEXTS(texts(info(pkcs7(1), octets(kMail))), {});
}

BOOST_AUTO_TEST_CASE(what_stands_behind_is_a_part) {
  const std::string open_end = without_length(0x30, pkcs7(1) + without_length(0xA0, octets(kMail)));
  CHECK_TEXTS(opened(open_end + "behind"), {": behind", kMail});
  CHECK_TEXTS(opened(open_end + "\0\0"s), {kMail});
  CHECK_TEXTS(opened(info(smime_type(9), around(pkcs7(1), octets(deflated(kMail) + "behind")))),
              {": behind", kMail});
  std::string digits;
  text::append_base64(digits, info(pkcs7(1), octets(kMail)));
  const std::string armour = "-----BEGIN CMS-----\n" + digits + "\n-----END CMS-----\n";
  CHECK_TEXTS(opened(armour + armour), {kMail, kMail});
  CHECK_TEXTS(opened(armour + armour + armour + armour, 1000, 2),
              {kMail, kMail, "! has more parts than are opened"});
  CHECK_TEXTS(opened(open_end + "behind", 1000, 1),
              {": behind", "! has more parts than are opened"});
  CHECK_TEXTS(opened(digits), {kMail});
}

BOOST_AUTO_TEST_SUITE_END()

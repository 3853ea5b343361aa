// SPDX-License-Identifier: MIT
//
// Documents that are encrypted: those of tests/data/documents/encrypted (made by
// tests/tools/make_encrypted.py) are opened with their password and with no other; damaged ones
// end.
#include <algorithm>
#include <boost/test/data/test_case.hpp>
#include <boost/test/unit_test.hpp>
#include <ostream>
#include <string>
#include <vector>

#include "support/files.h"
#include "support/hex.h"
#include "support/many.h"
#include "text/binary/utf16.h"
#include "worker/documents/crypt/cipher.h"
#include "worker/documents/crypt/hash.h"
#include "worker/documents/crypt/passwords.h"
#include "worker/documents/office/open_zip_document.h"
#include "worker/documents/ole/made_cfb.h"
#include "worker/documents/outlook/outlook.h"
#include "worker/documents/recorded.h"

using namespace basewalk;
using namespace basewalk::worker;
using test::hex;
using namespace std::string_literals;

namespace {

constexpr std::string_view kOfExcel = "VelvetSweatshop", kOfPowerPoint = "/01Hannes Ruescher/01";

struct Row {
  const char* file;
  std::string_view password = "kx-4711";
};
std::ostream& operator<<(std::ostream& out, const Row& row) { return out << row.file; }

const Row kRows[] = {
    {"agile-sha512.docx"},
    {"agile-sha384.docx"},
    {"agile-sha256.docx"},
    {"agile-sha1.docx"},
    {"agile-excel.xlsx", kOfExcel},
    {"agile-powerpoint.pptx", kOfPowerPoint},
    {"standard-128.docx"},
    {"standard-256.docx"},
    {"rc4.xls"},
    {"rc4-excel.xls", kOfExcel},
    {"xor.xls"},
    {"xor-excel.xls", kOfExcel},
    {"capi-40.xls"},
    {"capi-128.xls"},
    {"capi-excel.xls", kOfExcel},
    {"rc4.doc"},
    {"capi-128.doc"},
    {"capi-powerpoint.ppt", kOfPowerPoint},
    {"aes.odt"},
    {"blowfish.odt"},
};

std::string read(std::string_view file) {
  return test::read_file(test::data_dir() / "documents/encrypted" / file);
}

Recorded opened(std::string_view bytes, std::vector<std::string_view> passwords = {}) {
  const test::ExactCopy copy(bytes);
  Recorded told;
  const Document document{copy.view(), "a", std::move(passwords)};
  if (bytes.starts_with("PK"))
    open_zip_document(document, told);
  else
    open_cfb(document, told);
  BOOST_TEST(!told.is_open());
  return told;
}

bool has_link(const Recorded& told, const std::string& url) {
  return std::any_of(told.references.begin(), told.references.end(),
                     [&](const auto& each) { return each.raw == url; }) ||
         std::any_of(told.texts.begin(), told.texts.end(),
                     [&](const auto& each) { return each.text.find(url) != std::string::npos; });
}

std::string url_of(const char* file) {
  const std::string name(file);
  return "http://locked.example/" + name.substr(0, name.rfind('.'));
}

}  // namespace

BOOST_AUTO_TEST_SUITE(encrypted)

BOOST_DATA_TEST_CASE(the_right_password_opens, boost::unit_test::data::make(kRows)) {
  const Recorded told = opened(read(sample.file), {"kx-471", "KX-4711", sample.password, "kx"});
  BOOST_TEST(has_link(told, url_of(sample.file)));
  BOOST_TEST((told.opened == OpenedWith::word));
  BOOST_TEST(told.word == 2u);
  BOOST_TEST(told.lacks.empty(), (told.lacks.empty() ? "" : told.lacks[0].sentence));
}

BOOST_DATA_TEST_CASE(no_other_one_does, boost::unit_test::data::make(kRows)) {
  for (const std::vector<std::string_view>& passwords :
       {std::vector<std::string_view>{}, {"kx-471", "", "kx-47111", "\xFF", "k\xC3\xA4"}}) {
    const Recorded told = opened(read(sample.file), passwords);
    BOOST_TEST(!has_link(told, url_of(sample.file)));
    BOOST_TEST(!told.opened.has_value());
    BOOST_TEST(told.has(Lack::encrypted));
    BOOST_TEST(!told.has(Lack::damaged));
  }
}

BOOST_DATA_TEST_CASE(what_is_cut_off_is_told, boost::unit_test::data::make(kRows)) {
  const std::string whole = read(sample.file);
  for (std::size_t size = 0; size < whole.size(); size += 61 * test::kNextPlace)
    BOOST_TEST(opened(std::string_view(whole).substr(0, size), {sample.password}).is_told(), size);
}

BOOST_DATA_TEST_CASE(damage_anywhere_is_survived, boost::unit_test::data::make(kRows)) {
  const std::string whole = read(sample.file);
  // A key of 50,000 steps is not made a thousand times.
  const std::size_t step = std::string_view(sample.file).starts_with("standard") ? 97 : 7;
  for (std::size_t at = 0; at < whole.size(); at += step * test::kNextPlace)
    for (const char with : {'\0', '\xFF'}) {
      std::string damaged = whole;
      damaged[at] = with;
      opened(damaged, {sample.password});
    }
}

BOOST_AUTO_TEST_CASE(a_password_that_takes_too_long_is_told_as_a_limit) {
  const Recorded told = opened(read("hostile-spins.docx"), {"kx-4711"});
  BOOST_TEST(told.has(Lack::limit));
  BOOST_TEST(told.has(Lack::encrypted));
  // So that what is told here counts.
  BOOST_TEST((told.opened == OpenedWith::nothing));
}

BOOST_AUTO_TEST_CASE(files_in_an_encrypted_package_are_given) {
  for (const std::string name : {"aes", "blowfish"}) {
    const Recorded told = opened(read(name + ".odt"), {"kx-4711"});
    BOOST_TEST_REQUIRE(told.parts.size() == 1u);
    BOOST_TEST(told.parts[0].name == "Object 1/page.html");
    BOOST_TEST(told.parts[0].bytes == "<a href=\"http://locked.example/page-of-" + name + "\">");
  }
}

// What is decrypted for each password is short, or not decrypted at all.
BOOST_AUTO_TEST_CASE(a_verifier_that_is_too_long_is_not_tried) {
  const auto made = [](std::size_t size) {
    const std::string cipher =
        " keyBits='256' blockSize='16' hashSize='64' cipherAlgorithm='AES' "
        "cipherChaining='ChainingModeCBC' hashAlgorithm='SHA512' saltValue='AAAA'";
    const std::string xml =
        "<e><keyData" + cipher +
        "/><k:encryptedKey xmlns:k='http://schemas.microsoft.com/office/2006/keyEncryptor/password'"
        " spinCount='1' encryptedVerifierHashInput='" +
        std::string(size, 'A') + "'" + cipher + "/></e>";
    return test::made_cfb(
        {{"EncryptionInfo", test::little(0x40004, 4) + test::little(0x40, 4) + xml},
         {"EncryptedPackage", "x"}});
  };
  const auto sentence = [](const Recorded& told) {
    return told.lacks.empty() ? std::string() : told.lacks[0].sentence;
  };
  BOOST_TEST(sentence(opened(made(1000), {"a"})) == "is encrypted, and no password opens it");
  BOOST_TEST(sentence(opened(made(2000), {"a"})) == "is encrypted in a way that is not read");
}

BOOST_AUTO_TEST_CASE(work_that_is_charged_behind_is_spent) {
  crypt::Work work(10);
  work.charge(4);
  BOOST_TEST(!work.spend(7));
  BOOST_TEST(work.spend(6));
  work.charge(1'000);
  BOOST_TEST(!work.spend(1));
  BOOST_TEST(work.spend(0));
}

BOOST_AUTO_TEST_CASE(passwords_are_tried_as_long_as_they_are_paid_for) {
  const Document document{"", "", {"a", "b", "c"}};
  struct Case {
    std::uint64_t work;
    std::size_t tried;
    bool is_found;
  };
  for (const auto& [most, tried, is_found] :
       {Case{39, 3, false}, Case{40, 4, true}, Case{9, 0, false}}) {
    crypt::Work work(most);
    Recorded told;
    std::vector<std::string> all;
    const auto found = crypt::password_that(
        [&](std::string_view password) {
          all.emplace_back(password);
          return password == "c";
        },
        10, "it", document, work, told);
    BOOST_TEST(all.size() == tried);
    BOOST_TEST(found.has_value() == is_found);
    BOOST_TEST(told.has(Lack::limit) == !is_found);
    BOOST_TEST(work.has_opened == is_found);
  }
}

// RFC 6229 2, FIPS 197 C, FIPS 180-2, RFC 6070 2.
BOOST_AUTO_TEST_CASE(ciphers_and_hashes_are_those_of_the_standards) {
  std::string stream(8, '\0');
  crypt::apply_rc4("\1\2\3\4\5", stream.data(), stream.size());
  BOOST_TEST(hex(stream) == "b2396305f03dc027");
  std::string key, cipher;
  for (char c = 0; c < 32; ++c) key += c;
  const auto bytes = [](std::initializer_list<int> all) {
    std::string text;
    for (const int each : all) text += static_cast<char>(each);
    return text;
  };
  cipher = bytes({0x69, 0xC4, 0xE0, 0xD8, 0x6A, 0x7B, 0x04, 0x30, 0xD8, 0xCD, 0xB7, 0x80, 0x70,
                  0xB4, 0xC5, 0x5A});
  const std::string plain = "00112233445566778899aabbccddeeff";
  BOOST_TEST(hex(crypt::aes_ecb_decrypted(key.substr(0, 16), cipher)) == plain);
  BOOST_TEST(hex(crypt::aes_cbc_decrypted(key.substr(0, 16), std::string(16, '\0'), cipher)) ==
             plain);
  // What is no whole block is left out.
  BOOST_TEST(crypt::aes_ecb_decrypted(key, "fifteen bytes..").empty());
  BOOST_TEST(hex(crypt::digest(crypt::Hash::sha384, {"a", "bc"})).starts_with("cb00753f45a35e8b"));
  BOOST_TEST(hex(crypt::pbkdf2_sha1("password", "salt", 2, 20)) ==
             "ea6c014dc72d6f8ccd1ed92ace1d41f0d8de8957");
  BOOST_TEST(crypt::cost_of_pbkdf2(1000, 32) == 4000u);
  BOOST_TEST(crypt::cost_of_spun(crypt::Hash::sha512, 1000) == 2000u);
  BOOST_TEST((crypt::hash_named("sha-256") == crypt::Hash::sha256));
  BOOST_TEST(!crypt::hash_named("WHIRLPOOL").has_value());
}

BOOST_AUTO_TEST_CASE(passwords_are_hashed_in_utf_16) {
  BOOST_TEST(text::utf16_of_utf8("a\xC3\xA4\xF0\x9F\x98\x80") == "a\0\xE4\0\x3D\xD8\x00\xDE"s);
  BOOST_TEST(text::utf16_of_utf8("\xFF") == "\xFD\xFF"s);
}

BOOST_AUTO_TEST_SUITE_END()

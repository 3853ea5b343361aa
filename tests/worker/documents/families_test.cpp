// SPDX-License-Identifier: MIT
//
// Openers of shortcuts, S/MIME, OpenPGP and pictures over damaged bytes: each ends, and tells
// something; rows for what their formats allow and few files have.
#include <boost/test/data/test_case.hpp>
#include <boost/test/unit_test.hpp>
#include <ostream>
#include <string>
#include <vector>

#include "support/files.h"
#include "support/little.h"
#include "text/base64.h"
#include "text/binary/utf16.h"
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

Recorded opened(Open open, std::string_view bytes, std::uint64_t most = 1 << 20,
                std::uint64_t parts = 100) {
  Recorded told;
  Document document;
  const test::ExactCopy copy(bytes);
  document.bytes = copy.view();
  document.name = "name.ext.p7m";
  document.bounds.bytes = most;
  document.bounds.members = parts;
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

BOOST_AUTO_TEST_CASE(no_more_packets_are_parts_than_may_be) {
  const std::string literal = "\xCB\x07" + std::string("b\0\0\0\0\0x", 7);
  BOOST_TEST(opened(open_openpgp, literal + literal, 1000, 2).parts.size() == 2U);
  const Recorded told = opened(open_openpgp, literal + literal + literal + literal, 1000, 2);
  BOOST_TEST(told.parts.size() == 2U);
  BOOST_TEST(told.has(Lack::limit));
  BOOST_TEST(told.lacks.size() == 1U);
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

// Around armour there is text, behind an element there may be anything; blanks are nothing.
BOOST_AUTO_TEST_CASE(nothing_around_what_is_wrapped_is_silent) {
  const std::string armour = read("wrapped/pgp-literal.asc");
  const auto texts = [](const Recorded& told) {
    std::string all;
    for (const Recorded::Text& text : told.texts) all.append("|").append(text.text);
    return all;
  };
  BOOST_TEST(texts(opened(open_openpgp, armour)) == "");
  BOOST_TEST(texts(opened(open_openpgp, "before\n" + armour + "between\n" + armour + "behind")) ==
             "|before\n|between\n|behind");
  const std::string content = "%PDF-1.4 ...";
  const std::string type = "\6\x09\x2A\x86\x48\x86\xF7\x0D\1\7\1\xA0\x0E\4\x0C";
  const std::string element =
      "\x30" + std::string(1, static_cast<char>(type.size() + content.size())) + type + content;
  for (const std::string& rest : {""s, "\r\n"s, std::string(99, '\0'), "http://h/rest"s}) {
    const Recorded told = opened(open_smime, element + rest);
    const bool is_told = rest.starts_with('h');
    BOOST_TEST_REQUIRE(told.parts.size() == (is_told ? 2u : 1u));
    BOOST_TEST(told.parts.back().bytes == content);
    if (is_told) BOOST_TEST(told.parts.front().bytes == rest);
    BOOST_TEST(told.lacks.empty());
  }
  std::string digits;
  text::append_base64(digits, element);
  const std::string pem = "-----BEGIN PKCS7-----\n" + digits + "\n-----END PKCS7-----\n";
  BOOST_TEST(texts(opened(open_smime, "before\n" + pem + "behind\n")) == "|before\n|behind\n");
}

// RFC 9580 6.2, 7: lines of a header, and what pretends to be one.
BOOST_AUTO_TEST_CASE(headers_of_armour_hide_no_url) {
  const auto all = [](Open open, const std::string& bytes) {
    const Recorded told = opened(open, bytes);
    std::string text;
    for (const Recorded::Text& each : told.texts) text.append("|").append(each.text);
    for (const Recorded::Part& each : told.parts) text.append("|part ").append(each.bytes);
    return text;
  };
  std::string armour = read("wrapped/pgp-literal.asc");
  const std::string plain = all(open_openpgp, armour);
  const std::size_t line = armour.find('\n') + 1;
  BOOST_TEST(all(open_openpgp, armour.insert(line, "Version: 1\n")) == plain);
  BOOST_TEST(all(open_openpgp, armour.insert(line, "Comment: http://h/c\r\n")) ==
             "|Comment: http://h/c\nVersion: 1\n" + plain);
  const std::string begin = "-----BEGIN PGP SIGNED MESSAGE-----\r\nHash: SHA256\r\n",
                    end = "-----BEGIN PGP SIGNATURE-----\n\nwsBz\n-----END PGP SIGNATURE-----\n";
  BOOST_TEST(all(open_openpgp, begin + "\r\nsee http://h/\r\n- -- \r\n" + end) ==
             "|see http://h/\r\n-- \r\n");
  BOOST_TEST(all(open_openpgp, begin + "see http://h/\n" + end).find("http://h/") !=
             std::string::npos);
  BOOST_TEST(all(open_openpgp, begin + "\nSubject: x\n\nsee http://h/\n" + end) ==
             "|part Subject: x\n\nsee http://h/\n");
  // A list of what is behind it has an end.
  const Recorded open_end = opened(open_openpgp, begin + "\nsee http://h/");
  BOOST_TEST(open_end.texts.size() == 1u);
  BOOST_TEST(open_end.lacks.size() == 1u);
  const std::string pem = "-----BEGIN PKCS7-----\nhttp://h/pem\nMAA=\n-----END PKCS7-----\n";
  BOOST_TEST(all(open_smime, pem) == "|http://h/pem\n");
}

// RFC 9580 5.2.3.7, 5.11: what no literal is may lead somewhere, too.
BOOST_AUTO_TEST_CASE(signatures_and_keys_are_searched) {
  const auto packet = [](char tag, const std::string& body) {
    return std::string(1, tag) + test::little(body.size(), 1) + body;
  };
  const auto subpacket = [](char type, const std::string& body) {
    return test::little(body.size() + 1, 1) + type + body;
  };
  const auto signature = [&](const std::string& hashed, const std::string& others) {
    return packet('\xC2', "\4\0\1\x08\0"s + test::little(hashed.size(), 1) + hashed + "\0"s +
                              test::little(others.size(), 1) + others + "12\0\0"s);
  };
  const std::string notation = subpacket(20, "\x80\0\0\0\0\x0B\0\x0Bhttp://n.x/http://v.x/"s);
  struct Row {
    std::string packet, wanted;
  };
  for (const Row& row :
       {Row{signature(subpacket(24, "http://k.x/"), ""), "|http://k.x/"},
        Row{signature("", subpacket(26, "http://p.x/")), "|http://p.x/"},
        Row{signature(notation, notation), "|http://n.x/|http://v.x/|http://n.x/|http://v.x/"},
        Row{signature(subpacket(2, "1234"), ""), ""},
        Row{signature("\xFF\0\0\0\x0C\x98http://k.x/"s, ""), "|http://k.x/"},
        Row{signature("\xC0\0\x18http://k.x/"s, ""), "|http://k.x/"},
        Row{packet('\xC2', "\3\5http://k.x/"), "|\n\nhttp://k.x/"},
        Row{packet('\xC2', "\4\0\1"s), ""},
        Row{packet('\xC2', "\6\0\1\x08\0\0\0\x0D\x0C\x18http://k.x/\0\0\0\0"s), "|http://k.x/"},
        Row{packet('\xCD', "A <http://u.x/>"), "|A <http://u.x/>"},
        Row{packet('\xCD', "A <a@u.x>"), ""},
        Row{packet('\xFC', "\1http://x.x/"), "|\nhttp://x.x/"}}) {
    std::string texts;
    const Recorded told = opened(open_openpgp, row.packet);
    for (const Recorded::Text& text : told.texts) texts.append("|").append(text.text);
    BOOST_TEST(texts == row.wanted);
  }
}

// RFC 9580 4.2.1.2 and 5.9: lengths of two bytes, and what a literal says of itself.
BOOST_AUTO_TEST_CASE(literals_are_what_they_say) {
  const auto literal = [](char format, const std::string& name, const std::string& written) {
    return std::string(1, format) + test::little(name.size(), 1) + name + std::string(4, '\0') +
           written;
  };
  const auto packet = [](const std::string& body) {
    const std::size_t rest = body.size() - 192;
    return "\xCB" +
           (body.size() < 192 ? test::little(body.size(), 1)
                              : test::little(192 + (rest >> 8), 1) + test::little(rest & 0xFF, 1)) +
           body;
  };
  struct Row {
    char format;
    std::string name, written, wanted_name, wanted_type, wanted_charset;
    bool is_entity;
  };
  for (const Row& row : {Row{'t', "a.txt", "x", "a.txt", "text/plain", "utf-8", false},
                         Row{'u', "", "x", "", "text/plain", "utf-8", false},
                         Row{'l', "", "x", "", "text/plain", "utf-8", false},
                         Row{'1', "", "x", "", "text/plain", "utf-8", false},
                         Row{'b', "a.pdf", "x", "a.pdf", "", "", false},
                         Row{'b', "", "x", "name.ext", "", "", false},
                         Row{'b', "_CONSOLE", "x", "name.ext", "", "", false},
                         Row{'b', "a", "Received: x\n\ny", "", "", "", true},
                         Row{'b', "a", "Receivedx\n\ny", "a", "", "", false},
                         Row{'m', "a", "x", "", "", "", true}}) {
    const Recorded told = opened(open_openpgp, packet(literal(row.format, row.name, row.written)));
    BOOST_TEST_REQUIRE(told.parts.size() == 1u);
    BOOST_TEST(told.parts[0].bytes == row.written);
    BOOST_TEST(
        (told.parts[0].name == row.wanted_name || row.name == "_CONSOLE" || row.name.empty()));
    BOOST_TEST(told.parts[0].type == row.wanted_type);
    BOOST_TEST(told.parts[0].charset == row.wanted_charset);
    BOOST_TEST(told.parts[0].is_entity == row.is_entity);
    BOOST_TEST(told.lacks.empty());
  }
  for (const std::size_t size : {192 - 6, 192, 255, 256, 1000, 8376}) {
    const std::string written(size, 'x');
    const Recorded told = opened(open_openpgp, packet(literal('b', "a", written)));
    BOOST_TEST_REQUIRE(told.parts.size() == 1u);
    BOOST_TEST((told.parts[0].bytes == written), size);
    BOOST_TEST(told.lacks.empty());
  }
  // What is cut off within a length, or is no packet, is told, with what was before it.
  const std::string whole = packet(literal('b', "a", "x"));
  for (const char* rest : {"\xCB", "\xCB\xC0", "\xCB\xFF\1\1\1", "\xCB\xE1z", "\xAE\1\1\1", "z"}) {
    const Recorded told = opened(open_openpgp, whole + rest);
    BOOST_TEST_REQUIRE(!told.parts.empty());
    BOOST_TEST(told.parts[0].bytes == "x");
    BOOST_TEST(!told.lacks.empty(), rest);
  }
  BOOST_TEST(opened(open_openpgp, "\xCB\1b").lacks.size() == 1u);
  BOOST_TEST(opened(open_openpgp,
                    "\xCB\7"
                    "b\2" +
                        std::string(5, 'x'))
                 .lacks.size() == 1u);
  BOOST_TEST(opened(open_openpgp,
                    "\xCB\6"
                    "b\0"s +
                        std::string(4, '\0'))
                 .lacks.empty());
  // Keys and signatures alone hold nothing.
  const Recorded key = opened(open_openpgp, "\xC6\1x");
  BOOST_TEST_REQUIRE(key.lacks.size() == 1u);
  BOOST_TEST((key.lacks[0].why == Lack::empty));
  // Behind a compressed packet there may be others; behind what is encrypted, too.
  for (const char tag : {'\xC9', '\xD2', '\xD4'}) {
    const Recorded told = opened(open_openpgp, tag + "\1x"s + whole);
    BOOST_TEST(told.parts.size() == 1u);
    BOOST_TEST_REQUIRE(told.lacks.size() == 1u);
    BOOST_TEST((told.lacks[0].why == Lack::encrypted));
  }
}

// [MS-SHLLINK] 2.5.4
BOOST_AUTO_TEST_CASE(an_icon_with_variables_is_told) {
  std::string bytes = "L\0\0\0"s + std::string(72, '\0');
  const std::string path = "\\\\host\\share\\i.ico";
  bytes += "\x14\3\0\0\7\0\0\xA0"s + path + std::string(260 - path.size() + 520, '\0');
  const Recorded told = opened(open_shell_link, bytes + std::string(4, '\0'));
  BOOST_TEST(told.found() == std::vector<std::string>{"lnk[environment icon] " + path});
  BOOST_TEST(!told.references[0].is_text);
  BOOST_TEST(!told.references[0].uses_base);
  // Of a target; with another path in UTF-16; without any in UTF-16.
  const auto block = [&](char signature, const std::string& utf16) {
    const std::string all = std::string(1, signature) + "\0\0\xA0"s + path +
                            std::string(260 - path.size(), '\0') + utf16;
    return opened(open_shell_link, bytes.substr(0, 76) + test::little(all.size() + 4, 4) + all +
                                       std::string(4, '\0'))
        .found();
  };
  const std::string first = "lnk[environment target] " + path;
  BOOST_TEST(block(1, "") == std::vector<std::string>{first});
  BOOST_TEST(block(1, std::string(520, '\0')) == std::vector<std::string>{first});
  BOOST_TEST(block(1, "\\\0\\\0h\0\\\0s\0"s + std::string(510, '\0')) ==
             (std::vector<std::string>{first, "lnk[environment target] \\\\h\\s"}));
}

// A header with these flags, then what they announce.
std::string shell_link(unsigned flags, const std::string& behind) {
  return "L\0\0\0"s + std::string(16, '\0') + test::little(flags, 4) + std::string(52, '\0') +
         behind + std::string(4, '\0');
}

// Commands take them from there.
BOOST_AUTO_TEST_CASE(a_file_behind_a_shell_link_is_a_part) {
  const auto parts = [](const std::string& bytes) {
    std::vector<std::string> all;
    for (const auto& part : opened(open_shell_link, bytes).parts) all.push_back(part.bytes);
    return all;
  };
  const std::string zip = "PK\3\4\0x"s, page = "<a href='http://h/'>";
  for (const std::string& file : {zip, page})
    BOOST_TEST(parts(shell_link(0, "") + "\r\n\0"s + file) == std::vector<std::string>{file});
  // Where it makes no sense, or its end is cut off.
  BOOST_TEST(parts(shell_link(2, test::little(3, 4)) + zip).size() == 1u);
  BOOST_TEST(parts(shell_link(0, "\xFF\xFF\0\0"s) + zip).size() == 1u);
  // A text was searched as one.
  BOOST_TEST(parts(shell_link(0, "") + "powershell http://h/").empty());
  BOOST_TEST(parts(shell_link(0, "") + "\0\0 "s).empty());
}

// [MS-SHLLINK] 2.3: a path on this machine, or in a share (2.3.2), and what is common to both.
std::string link_info(unsigned flags, const std::string& local, const std::string& share,
                      const std::string& suffix) {
  const std::string network = test::little(20 + share.size() + 1, 4) + test::little(0, 4) +
                              test::little(20, 4) + test::little(0, 8) + share + '\0';
  const std::size_t at = 28, network_at = at + local.size() + 1,
                    suffix_at = network_at + network.size();
  const std::string info = test::little(28, 4) + test::little(flags, 4) + test::little(0, 4) +
                           test::little(at, 4) + test::little(network_at, 4) +
                           test::little(suffix_at, 4) + local + '\0' + network + suffix + '\0';
  return test::little(info.size() + 4, 4) + info;
}

BOOST_AUTO_TEST_CASE(a_shell_link_leads_to_a_path_or_to_a_share) {
  const auto found = [](unsigned flags, const std::string& suffix) {
    return opened(open_shell_link,
                  shell_link(2, link_info(flags, "C:\\docs\\", "\\\\host\\share", suffix)))
        .found();
  };
  BOOST_TEST(found(1, "a.html") == std::vector<std::string>{"lnk[target] C:\\docs\\a.html"});
  BOOST_TEST(found(1, "") == std::vector<std::string>{"lnk[target] C:\\docs\\"});
  BOOST_TEST(found(2, "a.html") == std::vector<std::string>{"lnk[target] \\\\host\\share\\a.html"});
  BOOST_TEST(found(2, "") == std::vector<std::string>{"lnk[target] \\\\host\\share"});
  BOOST_TEST(found(3, "b") == (std::vector<std::string>{"lnk[target] C:\\docs\\b",
                                                        "lnk[target] \\\\host\\share\\b"}));
  BOOST_TEST(found(0, "b").empty());
  // Offsets that lead nowhere, and a structure that is too short to have any.
  std::string info = link_info(3, "C:\\", "\\\\h", "x");
  info.replace(16, 12,
               test::little(0xFFFFFFFF, 4) + test::little(0xFFFFFFFF, 4) + test::little(2, 4));
  const Recorded nowhere = opened(open_shell_link, shell_link(2, info));
  BOOST_TEST(nowhere.found().empty());
  BOOST_TEST(nowhere.lacks.empty());
  BOOST_TEST(opened(open_shell_link,
                    shell_link(2, test::little(12, 4) + test::little(28, 4) + test::little(3, 4)))
                 .found()
                 .empty());
  BOOST_TEST(opened(open_shell_link, shell_link(2, test::little(3, 4))).lacks.size() == 1u);
}

std::string wide(std::string_view text) {
  std::string out;
  for (const char c : text) out += {c, '\0'};
  return out;
}

// 2.3: a long head has offsets of UTF-16 as well, and these count.
BOOST_AUTO_TEST_CASE(a_shell_link_leads_where_its_utf16_says) {
  // Of a path on this machine: "a" and "b" as bytes, "c" and "d" in UTF-16.
  const auto local = [](bool has_local, bool has_suffix) {
    const std::string strings = "a\0b\0\0\1\0\0"s + wide("d"s + '\0');  // U+0100
    const std::string info = test::little(36, 4) + test::little(1, 4) + test::little(0, 4) +
                             test::little(36, 4) + test::little(0, 4) + test::little(38, 4) +
                             test::little(has_local ? 40 : 0, 4) +
                             test::little(has_suffix ? 44 : 0, 4) + strings;
    return opened(open_shell_link, shell_link(2, test::little(info.size() + 4, 4) + info)).found();
  };
  BOOST_TEST(local(true, true) == (std::vector<std::string>{"lnk[target] ab",
                                                            "lnk[target] \xC4\x80"
                                                            "d"}));
  BOOST_TEST(local(true, false) == (std::vector<std::string>{"lnk[target] ab",
                                                             "lnk[target] \xC4\x80"
                                                             "b"}));
  BOOST_TEST(local(false, true) == std::vector<std::string>{"lnk[target] ab"});
  // Of a share: "h" as bytes, "e" in UTF-16.
  const auto of_share = [](std::uint32_t at, std::size_t size) {
    const std::string network = test::little(40, 4) + test::little(0, 4) + test::little(28, 4) +
                                test::little(0, 8) + test::little(at, 4) + test::little(0, 4) +
                                "\\\\h\\s\0"s + wide("\\\\e\\s"s + '\0');
    const std::string info = test::little(28, 4) + test::little(2, 4) + test::little(0, 4) +
                             test::little(0, 4) + test::little(28, 4) + test::little(0, 4) +
                             network.substr(0, size);
    return shell_link(2, test::little(info.size() + 4, 4) + info);
  };
  const auto share = [&](std::uint32_t at, std::size_t size) {
    return opened(open_shell_link, of_share(at, size)).found();
  };
  const std::string first = "lnk[target] \\\\h\\s", second = "lnk[target] \\\\e\\s";
  BOOST_TEST(share(34, 99) == (std::vector<std::string>{first, second}));
  BOOST_TEST(share(34, 20).empty());
  for (const Recorded::Reference& reference : opened(open_shell_link, of_share(34, 99)).references)
    BOOST_TEST(!reference.is_text);
  BOOST_TEST(share(0, 99) == std::vector<std::string>{first});
  BOOST_TEST(share(0xFFFFFF, 99) == std::vector<std::string>{first});
  // What is common to both, in both forms; and it alone is no path.
  const auto joined = [](std::uint32_t name) {
    const std::string network = test::little(28 + 5, 4) + test::little(0, 4) +
                                test::little(name, 4) + test::little(0, 8) + test::little(28, 4) +
                                test::little(0, 4) + wide("\\\\e\\s"s + '\0') + "n\0"s;
    const std::string info = test::little(36, 4) + test::little(2, 4) + test::little(0, 8) +
                             test::little(36, 4) + test::little(36 + 42, 4) + test::little(0, 4) +
                             test::little(36 + 46, 4) + network + wide("w"s + '\0' + "v" + '\0');
    return opened(open_shell_link, shell_link(2, test::little(info.size() + 4, 4) + info)).found();
  };
  BOOST_TEST(joined(40) == (std::vector<std::string>{"lnk[target] n\\w", second + "\\v"}));
  BOOST_TEST(joined(200) == std::vector<std::string>{second + "\\v"});
}

// 2.2 and 2.5: a share in the list of items, which Windows asks first, in a block, and behind all.
BOOST_AUTO_TEST_CASE(a_share_is_found_wherever_it_stands_in_a_shell_link) {
  const std::string share = "\\\\e.example\\s\\x.exe";
  for (const std::string& form : {share, wide(share), "?" + wide(share)})
    for (const std::string& around : {"\xC3\1\xC5"s + form + "\0\0\0"s, "\x81"s + form}) {
      const std::string items = test::little(around.size() + 2, 2) + around + test::little(0, 2);
      for (const std::string& bytes :
           {shell_link(1, test::little(items.size(), 2) + items),
            shell_link(0,
                       test::little(around.size() + 8, 4) + test::little(0xA000000C, 4) + around),
            shell_link(0, "") + around, shell_link(1, "\xFF\xFF" + around)}) {
        const std::vector<std::string> found = opened(open_shell_link, bytes).found();
        BOOST_TEST_REQUIRE(found.size() == 1u);
        BOOST_TEST(found[0].starts_with("lnk[target] " + share));
      }
    }
  const auto found = [](const std::string& text) {
    return opened(open_shell_link, shell_link(0, "") + text).found();
  };
  BOOST_TEST(found("\\\\\\\\h\\s\n\\\\?\\UNC\\h\\s") ==
             (std::vector<std::string>{"lnk[target] \\\\h\\s", "lnk[target] \\\\?\\UNC\\h\\s"}));
  // Several in one line; a path goes on behind two of them.
  BOOST_TEST(
      found("\\\\g.example\\s \\\\h\\\\t\\\\u x") ==
      (std::vector<std::string>{"lnk[target] \\\\g.example\\s", "lnk[target] \\\\h\\\\t\\\\u x"}));
  BOOST_TEST(found("\\\\\\h\\s") == std::vector<std::string>{"lnk[target] \\\\h\\s"});
  // Hosts in other alphabets, in UTF-16 and in bytes.
  for (const std::string host : {"b\xC3\xBCro", "\xE4\xBE\x8B.example"})
    BOOST_TEST(found("\1" + text::utf16_of_utf8("\\\\" + host + "\\s")) ==
               std::vector<std::string>{"lnk[target] \\\\" + host + "\\s"});
  BOOST_TEST(found("\1\\\\b\xFCro\\s") == std::vector<std::string>{"lnk[target] \\\\b\xFCro\\s"});
  BOOST_TEST(found("\1" + wide("\\\\h") + "\x3D\xD8" + wide("\\s")).empty());
  // Told once, and what stands around it is.
  const Recorded both =
      opened(open_shell_link, shell_link(0, "") + "see http://u/ \\\\h.example\\s http://v/");
  BOOST_TEST(both.found() == std::vector<std::string>{"lnk[target] \\\\h.example\\s http://v/"});
  BOOST_TEST_REQUIRE(both.texts.size() == 1u);
  BOOST_TEST(both.texts[0].text == "see http://u/            \\s http://v/");
  for (const char* none : {"\\\\h", "\\\\h\\", "\\\\?\\C:\\x", "\\h\\s", "\\\\\\", "\\\\a b\\s"})
    BOOST_TEST(found(none).empty(), none);
  BOOST_TEST(found(std::string(1 << 20, '\\')).empty());
}

// What stands in items and behind the end is searched as text where a URL may be in it.
BOOST_AUTO_TEST_CASE(texts_in_a_shell_link_are_searched) {
  const auto texts = [](const std::string& bytes) {
    std::string all;
    for (const Recorded::Text& text : opened(open_shell_link, bytes).texts)
      all.append("|").append(text.text);
    return all;
  };
  BOOST_TEST(texts(shell_link(0, "") + "www.h.example\1x") == "|www.h.example\nx");
  BOOST_TEST(texts(shell_link(0, "") + "http:x") == "|http:x");
  BOOST_TEST(texts(shell_link(0, "") + "nothing").empty());
  const std::string items = test::little(8, 2) + "http:x" + test::little(0, 2);
  BOOST_TEST(texts(shell_link(1, test::little(items.size(), 2) + items)) == "|\n\nhttp:x\n\n");
  // Whatever is wrong with a list of items or with a block, what stands there is searched.
  const auto lacks = [](const std::string& bytes) {
    return opened(open_shell_link, bytes).lacks.size();
  };
  const std::string name = test::little(1, 2) + "n";
  const std::string whole = shell_link(5, test::little(items.size(), 2) + items + name);
  BOOST_TEST(lacks(whole) == 0u);
  BOOST_TEST(opened(open_shell_link, whole).found() == std::vector<std::string>{"lnk[name] n"});
  for (const std::string& list :
       {test::little(8, 2) + "http:x", test::little(9, 2) + "http:x" + test::little(0, 2),
        test::little(1, 2) + "http:x" + test::little(0, 2)}) {
    const std::string bytes = shell_link(5, test::little(list.size(), 2) + list + name);
    BOOST_TEST(lacks(bytes) == 1u);
    BOOST_TEST(texts(bytes).find("http:x") != std::string::npos);
    BOOST_TEST(opened(open_shell_link, bytes).found() == std::vector<std::string>{"lnk[name] n"});
  }
  const std::string cut = shell_link(0, "").substr(0, 76) + test::little(100, 4) + "http:x";
  BOOST_TEST(lacks(cut) == 1u);
  BOOST_TEST(texts(cut) == "|http:x");
  BOOST_TEST(lacks(shell_link(2, test::little(4, 4))) == 0u);
  // Offsets that lead nowhere hide nothing, and neither does a structure that is too short for
  // them.
  const std::string info =
      test::little(28, 4) + test::little(1, 4) + test::little(0, 8) + test::little(0, 8) + "http:y";
  BOOST_TEST(texts(shell_link(2, test::little(info.size() + 4, 4) + info)).find("http:y") !=
             std::string::npos);
  BOOST_TEST(texts(shell_link(2, test::little(10, 4) + "http:z")).find("http:z") !=
             std::string::npos);
}

// 2.4: five strings, as bytes or in UTF-16.
BOOST_AUTO_TEST_CASE(strings_of_a_shell_link_are_read) {
  const std::vector<std::string> wanted = {"lnk[name] n", "lnk[relative path] ..\\r",
                                           "lnk[working folder] w", "lnk[arguments] http://h/",
                                           "lnk[icon location] i"};
  const std::vector<std::string> texts = {"n", "..\\r", "w", "http://h/", "i"};
  std::string narrow, of_utf16;
  for (const std::string& text : texts) {
    narrow += test::little(text.size(), 2) + text;
    of_utf16 += test::little(text.size(), 2) + wide(text);
  }
  const Recorded told = opened(open_shell_link, shell_link(0x7C, narrow));
  BOOST_TEST(told.found() == wanted, boost::test_tools::per_element());
  BOOST_TEST(told.references.at(0).is_text);
  BOOST_TEST(!told.references.at(1).is_text);
  BOOST_TEST(opened(open_shell_link, shell_link(0xFC, of_utf16)).found() == wanted,
             boost::test_tools::per_element());
  const Recorded cut = opened(open_shell_link, shell_link(0x7C, narrow.substr(0, 3) + "\xFF\xFF"));
  BOOST_TEST(cut.found() == std::vector<std::string>{"lnk[name] n"});
  BOOST_TEST(cut.lacks.size() == 1u);
}

// What a program makes of its arguments nobody here knows.
BOOST_AUTO_TEST_CASE(commands_of_a_shortcut_are_told) {
  const auto told = [](const Recorded& seen) {
    std::string all;
    for (const Recorded::Missing& each : seen.lacks)
      all += each.what + ' ' + (each.why == Lack::no_opener ? "no-opener" : "?") + '|';
    return all;
  };
  const auto of_link = [&](unsigned flags, const std::string& text) {
    return told(opened(open_shell_link, shell_link(flags, test::little(text.size(), 2) + text)));
  };
  BOOST_TEST(of_link(0x20, "/c x") == "arguments no-opener|");
  BOOST_TEST(of_link(0x20, " \t").empty());
  BOOST_TEST(of_link(0x20, "").empty());
  BOOST_TEST(of_link(0x10, "/c x").empty());
  const auto of_lines = [&](const std::string& lines) {
    return told(opened(open_shortcut, lines));
  };
  for (const char* line : {"Exec=sh -c x", "SCRNSAVE.EXE=x.scr", "open=x.exe", "ShellExecute=x",
                           "shell\\x\\Command=y"})
    BOOST_TEST(of_lines(std::string(line) + "\n") == " no-opener|", line);
  BOOST_TEST(of_lines("Exec=x\nExec=y\n") == " no-opener|");
  for (const char* line :
       {"Exec=", "#Exec=x", "TryExec=x", "shell\\x=y", "command=y", "URL=http://h/"})
    BOOST_TEST(of_lines(std::string(line) + "\n").empty(), line);
}

// RFC 9580 5.6: each way to pack, and what is not whole.
BOOST_AUTO_TEST_CASE(packets_are_unpacked) {
  const std::string literal = "\xCB\x13t\0\0\0\0\0see http://h/"s;
  const std::string packed =
      "\x42\x5A\x68\x39\x31\x41\x59\x26\x53\x59\xC9\x9C\x45\x0B\x00\x00\x0A\x79\x84\x60"
      "\x00\x08\x00\x40\x00\x80\x10\x02\x40\x4C\x00\x00\x08\x20\x00\x31\x03\x40\xD0\x22"
      "\x69\x83\x4C\x85\xD9\x90\x03\x4C\xA9\x5A\x57\xC5\x70\xBB\x92\x29\xC2\x84\x86\x4C"
      "\xE2\x28\x58"s;
  const auto packet = [](char algorithm, const std::string& content) {
    return "\xC8" + test::little(content.size() + 1, 1) + algorithm + content;
  };
  const Recorded plain = opened(open_openpgp, packet(0, literal));
  BOOST_REQUIRE_EQUAL(plain.parts.size(), 1u);
  BOOST_TEST(plain.parts[0].bytes == "see http://h/");
  const Recorded told = opened(open_openpgp, packet(3, packed));
  BOOST_REQUIRE_EQUAL(told.parts.size(), 1u);
  BOOST_TEST(told.parts[0].bytes == "see http://h/");
  BOOST_TEST(told.lacks.empty());
  for (std::size_t size = 0; size < packed.size(); ++size)
    BOOST_TEST(!opened(open_openpgp, packet(3, packed.substr(0, size))).lacks.empty(), size);
  std::string damaged = packed;
  damaged[12] = '\xFF';
  const Recorded broken = opened(open_openpgp, packet(3, damaged));
  BOOST_REQUIRE(!broken.lacks.empty());
  BOOST_TEST((broken.lacks[0].why == Lack::damaged));
  const Recorded much = opened(open_openpgp, packet(3, packed), 5);
  BOOST_REQUIRE(!much.lacks.empty());
  BOOST_TEST((much.lacks[0].why == Lack::limit));
  BOOST_TEST(!opened(open_openpgp, packet(9, packed)).lacks.empty());
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

BOOST_AUTO_TEST_CASE(what_the_shell_of_windows_reads_by_itself_leads_elsewhere) {
  const Recorded told = opened(open_shortcut,
                               "[.ShellClassInfo]\r\nIconResource=\\\\h\\s\\i.dll,-3\r\n[Shell]"
                               "\r\nIconFile=\\\\h\\s\\a,b.ico\r\n"
                               "[Theme]\r\nBrandImage=\\\\h\\s\\b.png\r\n[Control "
                               "Panel\\Desktop]\r\nWallpaper=\\\\h\\s\\w.jpg\r\n"
                               "[autorun]\r\nopen=start http://h/x\r\nIcon=a.exe,0\r\n");
  BOOST_TEST(told.found() ==
             (std::vector<std::string>{
                 "shortcut[iconresource] \\\\h\\s\\i.dll", "shortcut[iconfile] \\\\h\\s\\a,b.ico",
                 "shortcut[brandimage] \\\\h\\s\\b.png", "shortcut[wallpaper] \\\\h\\s\\w.jpg",
                 "shortcut[open] start http://h/x"}));
}

BOOST_AUTO_TEST_CASE(values_of_a_shortcut_are_what_they_are) {
  const auto found = [](const std::string& text) { return opened(open_shortcut, text).found(); };
  using Lines = std::vector<std::string>;
  // Quotes on both sides alone are none of it; a number behind a comma alone is no part of a path.
  BOOST_TEST(found("URL=\"http://h/\"") == Lines{"shortcut[url] http://h/"});
  BOOST_TEST(found("URL=http://h/\"") == Lines{"shortcut[url] http://h/\""});
  BOOST_TEST(found("URL=\"http://h/") == Lines{"shortcut[url] \"http://h/"});
  BOOST_TEST(found("URL=\"") == Lines{"shortcut[url] \""});
  BOOST_TEST(found("URL=\"\"").empty());
  BOOST_TEST(found("Icon=\\\\h\\s,1") == Lines{"shortcut[icon] \\\\h\\s"});
  for (const char* icon : {"\\\\h\\s,", "\\\\h\\s,-", "\\\\h\\s,1a"})
    BOOST_TEST(found(std::string("Icon=") + icon) == Lines{std::string("shortcut[icon] ") + icon});
  BOOST_TEST(found("URL[$e]=http://h/") == Lines{"shortcut[url] http://h/"});
  BOOST_TEST(found("#URL=http://h/").empty());
  BOOST_TEST(found("full address:s:h?URL=x") == Lines{"shortcut[full address] rdp://h?URL=x"});
  BOOST_TEST(found("URL=x") == Lines{"shortcut[url] x"});
  BOOST_TEST(found("IconFile=x").empty());
  // As UTF-16, with a mark and without.
  const std::string text = "URL=http://h/\r\n";
  std::string big;
  for (const char c : text) big += {'\0', c};
  for (const std::string& form :
       {"\xEF\xBB\xBF" + text, "\xFF\xFE" + wide(text), "\xFE\xFF" + big, wide(text)})
    BOOST_TEST(found(form) == Lines{"shortcut[url] http://h/"});
  for (std::size_t size = 0; size < 4; ++size) BOOST_TEST(found(wide("a").substr(0, size)).empty());
  const Recorded told = opened(open_shortcut, "URL=http://h/\r\nExec=see http://h/\r\n");
  BOOST_TEST_REQUIRE(told.references.size() == 2u);
  BOOST_TEST(!told.references[0].is_text);
  BOOST_TEST(told.references[1].is_text);
  for (const Recorded::Reference& reference : told.references) BOOST_TEST(!reference.uses_base);
}

BOOST_AUTO_TEST_CASE(a_remote_desktop_is_a_host) {
  const Recorded told = opened(
      open_shortcut,
      "Full Address:s:h.example:3390\r\ngatewayhostname:s: g.example\r\nscreen mode id:i:2\r\n"
      "alternate shell:s:cmd /c start http://h/x\r\nkdcproxyname:s:\r\ndrivestoredirect:s:*\r\n");
  for (const Recorded::Reference& reference : told.references) BOOST_TEST(!reference.uses_base);
  BOOST_TEST(told.found() ==
             (std::vector<std::string>{"shortcut[full address] rdp://h.example:3390",
                                       "shortcut[gatewayhostname] rdp://g.example",
                                       "shortcut cmd /c start http://h/x", "shortcut *"}));
  // Of another type it is no host; what may be a URL is looked at.
  const Recorded others =
      opened(open_shortcut,
             "full address:i:h.example\r\nx:b:http://h/b\r\nx:i:http://h/?i=1\r\n"
             "x:12:http://h/n\r\nfull address:S:h.example\r\nx:b:C0FFEE\r\nx:s\r\nx:s:\r\n");
  BOOST_TEST(others.found() ==
             (std::vector<std::string>{"shortcut http://h/b", "shortcut http://h/?i=1",
                                       "shortcut[full address] rdp://h.example"}));
  BOOST_TEST_REQUIRE(others.texts.size() == 1u);
  BOOST_TEST(others.texts[0].text == "x:12:http://h/n");
}

// Comments, and lines that are nothing.
BOOST_AUTO_TEST_CASE(a_section_in_utf_7_is_read) {
  const auto found = [](const std::string& url) {
    return opened(open_shortcut, "[InternetShortcut]\r\nURL=a+b\r\n[InternetShortcut.W]\r\nURL=" +
                                     url + "\r\n[InternetShortcut.A]\r\nURL=c+d\r\n")
        .found();
  };
  const auto all = [](const std::string& url) {
    return std::vector<std::string>{"shortcut[url] a+b", "shortcut[url] " + url,
                                    "shortcut[url] c+d"};
  };
  BOOST_TEST(found("https://+APw-.example/") == all("https://\xC3\xBC.example/"));
  BOOST_TEST(found("http+ADoALwAv-h/") == all("http://h/"));
  BOOST_TEST(found("http://h/?+-x+AD0+") == all("http://h/?+x="));
  BOOST_TEST(found("http://h/+A") == all("http://h/"));
}

BOOST_AUTO_TEST_CASE(lines_of_a_shortcut_that_nobody_reads_are_searched) {
  const Recorded told = opened(open_shortcut,
                               "; http://h/a\n#URL=http://h/b\nsee http://h/c\n;nothing\n"
                               "[InternetShortcut]\nURL=http://h/\n;x:s:www.h.example\n");
  BOOST_TEST(told.found() == std::vector<std::string>{"shortcut[url] http://h/"});
  std::string all;
  for (const Recorded::Text& text : told.texts) all += text.text + '|';
  BOOST_TEST(all == "; http://h/a|#URL=http://h/b|see http://h/c|;x:s:www.h.example|");
}

BOOST_AUTO_TEST_SUITE_END()

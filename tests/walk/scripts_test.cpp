// SPDX-License-Identifier: MIT
//
// Programs in a mail: URLs in them are found, and that they may make others is told, where who
// opens the part runs them.
#include <array>
#include <boost/test/data/test_case.hpp>
#include <boost/test/unit_test.hpp>
#include <ostream>
#include <string>
#include <string_view>

#include "collect.h"

using namespace basewalk;
using namespace std::string_view_literals;

namespace {

struct Row {
  std::string_view header, body;
  std::string_view unread;  // why and of which file; none where nothing is told
};
std::ostream& operator<<(std::ostream& out, const Row& row) {
  return out << row.header << " | " << row.body;
}

constexpr std::string_view kScript = "<p onclick='f()'>http://h.example/";

// More than what a file is known by.
constexpr std::size_t kMuch = 20'000;
constexpr std::array<char, kMuch> kLateNulBytes = [] {
  std::array<char, kMuch> bytes{};
  bytes.fill(' ');
  for (std::size_t i = 0; i < 17; ++i) bytes[i] = "http://h.example/"[i];
  bytes.back() = '\0';
  return bytes;
}();
constexpr std::string_view kLateNul(kLateNulBytes.data(), kLateNulBytes.size());

constexpr Row kRows[] = {
    // No mail program runs the scripts of its pages.
    {"Content-Type: text/html", kScript, ""},
    {"Content-Type: text/html\nContent-Disposition: inline", kScript, ""},
    {"Content-Type: text/plain", "<html><p onclick='f()'>http://h.example/", ""},
    {"Content-Type: text/html\nContent-Disposition: attachment", kScript, "no-opener "},
    {"Content-Type: text/html\nContent-Disposition: Attachment", kScript, "no-opener "},
    {"Content-Type: text/html; name=a.html", kScript, "no-opener a.html"},
    {"Content-Type: text/html\nContent-Disposition: inline; filename=a.htm", kScript,
     "no-opener a.htm"},
    {"Content-Type: text/html; name=a.html", "<p>http://h.example/", ""},
    {"Content-Type: text/plain; name=a.html", kScript, "no-opener a.html"},
    {"Content-Type: application/octet-stream; name=a.hta", kScript, "no-opener a.hta"},
    {"Content-Type: application/octet-stream", "<html><body onload='f()'>http://h.example/",
     "no-opener "},
    {"Content-Type: image/svg+xml",
     "<svg xmlns='http://www.w3.org/2000/svg' onload='f()'><a href='http://h.example/'/></svg>",
     "no-opener "},
    // By another name, and by what nobody knows (RFC 2183 2.8).
    {"Content-Type: text/html; name=a.html\nContent-Disposition: inline; filename=\"\"", kScript,
     "no-opener a.html"},
    {"Content-Type: text/html\nContent-Disposition: (x) attachment", kScript, "no-opener "},
    {"Content-Type: text/html\nContent-Disposition: (x) Inline", kScript, ""},
    {"Content-Type: text/html\nContent-Disposition: shown", kScript, "no-opener "},
    {"Content-Type: text/html\nContent-Disposition: inline\nContent-Disposition: attachment",
     kScript, "no-opener "},
    // It counts, whatever the type of the file is.
    {"Content-Type: audio/mpeg; name=a.html", kScript, "no-opener a.html"},
    // Beside what is shown first Outlook has a file.
    {"Content-Type: multipart/mixed; boundary=x",
     "--x\n\nhttp://h.example/\n--x\nContent-Type: text/html\n\n<p onclick='f()'>\n--x--",
     "no-opener "},
    {"Content-Type: multipart/mixed; boundary=x",
     "--x\nContent-Type: text/html\n\n<p onclick='f()'>http://h.example/\n--x--", ""},
    {"Content-Type: multipart/alternative; boundary=x",
     "--x\n\nhttp://h.example/\n--x\nContent-Type: text/html\n\n<p onclick='f()'>\n--x--", ""},
    {"Content-Type: multipart/related; boundary=x",
     "--x\n\nhttp://h.example/\n--x\nContent-Type: text/html\n\n<p onclick='f()'>\n--x--", ""},
    {"Content-Type: multipart/mixed; boundary=x",
     "--x\n\nhttp://h.example/\n--x\nContent-Type: message/rfc822\n\nContent-Type: "
     "text/html\n\n<p onclick='f()'>\n--x--",
     ""},
    // XSLT, which makes links of texts.
    {"Content-Type: text/xml; name=a.xml",
     "<x:transform xmlns:x='http://www.w3.org/1999/XSL/Transform' href='http://h.example/'/>",
     "no-opener a.xml"},
    {"Content-Type: text/xml; name=a.xml",
     "<x:transform xmlns:x='http://g.example/' href='http://h.example/'/>", ""},
    // Alarms that start a program.
    {"Content-Type: text/calendar", "BEGIN:VALARM\nACTION: Procedure\nATTACH:http://h.example/",
     "no-opener "},
    {"Content-Type: text/calendar", "PALARM:1;2;3;http://h.example/", "no-opener "},
    {"Content-Type: text/calendar", "ACTION:DISPLAY\nPALARM:\nX:PROCEDURE http://h.example/", ""},
    // What is run by its name, and on Unix by its first line.
    {"Content-Type: text/plain; name=a.reg", "REGEDIT4 http://h.example/", "no-opener a.reg"},
    {"Content-Type: text/plain; name=a.PY", "f('http://h.example/')", "no-opener a.PY"},
    {"Content-Type: text/plain; name=a.odc", "http://h.example/", "no-opener a.odc"},
    {"Content-Type: text/plain; name=postinst", "#!/bin/sh\nx http://h.example/",
     "no-opener postinst"},
    {"Content-Type: text/plain; name=postinst.txt", "#!/bin/sh\nx http://h.example/", ""},
    {"Content-Type: text/plain; name=postinst", "# !/bin/sh\nx http://h.example/", ""},
    {"Content-Type: text/plain", "#!/bin/sh\nx http://h.example/", ""},
    // Formulas of tables.
    {"Content-Type: text/csv", "a,=HYPERLINK(\"http://h.example/\")", ""},
    {"Content-Type: text/csv", "a,=HYPERLINK(A1) http://h.example/", "no-opener "},
    {"Content-Type: text/plain; name=a.csv", "=hyperlink(\"http://h.example/\"&A1)",
     "no-opener a.csv"},
    {"Content-Type: text/plain", "=hyperlink(\"http://h.example/\"&A1)", ""},
    {"Content-Type: text/html; name=a.xls",
     "<table><td>=HYPER<b>LI</b>&#78;K(A1) http://h.example/</table>", "no-opener a.xls"},
    {"Content-Type: text/html; name=a.xls",
     "<table><td x:fmla='=HYPERLINK(A1)'>http://h.example/</table>", "no-opener a.xls"},
    {"Content-Type: text/html; name=a.xls",
     "<table><td>=HYPERLINK<td>(A1) http://h.example/</table>", ""},
    {"Content-Type: application/vnd.ms-excel; name=a.xls",
     "<table><td>=IMAGE(A1) http://h.example/</table>", "no-opener a.xls"},
    {"Content-Type: text/csv", "http://h.example/,=cmd|'/c x'!A0", "no-opener "},
    {"Content-Type: text/html; name=a.xls",
     "<table><td>http://h.example/<td>=cm<b>d</b>|'/c x'&#33;A0</table>", "no-opener a.xls"},
    {"Content-Type: text/plain", "http://h.example/,=cmd|'/c x'!A0", ""},
    {"Content-Type: text/csv", "http://h.example/,=RTD(\"x\",\"h\",\"y\")", "no-opener "},
    {"Content-Type: text/plain; name=a.slk", "ID;P\nO;E\nC;X1;Y1;K0;EHALT()\nhttp://h.example/",
     "no-opener a.slk"},
    // Fields that Word has put into a page, wherever that stands.
    {"Content-Type: text/html",
     "<span style='mso-element:field-begin'></span>DDEAUTO cmd \"/c x\"<span "
     "style='mso-element:field-end'></span>http://h.example/",
     "no-opener "},
    // By another reading alone: what the type says is a text.
    {"Content-Type: application/xml; name=a.html", kScript, "no-opener a.html"},
    // Once, however many readings there are.
    {"Content-Type: text/html; name=a.html; charset=utf-7",
     "<noscript><p onclick='f()'></noscript><p onclick='f()'>http://h.example/",
     "no-opener a.html"},
    {"Content-Type: text/javascript", "f('http://h.example/')", "no-opener "},
    {"Content-Type: text/plain; name=a.JS", "f('http://h.example/')", "no-opener a.JS"},
    {"Content-Type: text/plain; name=\"a.vbs. \"", "f http://h.example/", "no-opener a.vbs. "},
    {"Content-Type: text/plain; name=a.txt\nContent-Disposition: attachment; filename=b.cmd",
     "start http://h.example/", "no-opener b.cmd"},
    {"Content-Type: text/plain; name=a.js\nContent-Disposition: attachment; filename=b.txt",
     "f('http://h.example/')", "no-opener b.txt"},
    {"Content-Type: text/plain; name=a.js.txt", "f('http://h.example/')", ""},
    // Commands in XML.
    {"Content-Type: application/octet-stream; name=a.msc",
     "<?xml version='1.0'?><x href='http://h.example/'/>", "no-opener a.msc"},
    {"Content-Type: text/xml; name=a.SettingContent-ms", "<x href='http://h.example/'/>",
     "no-opener a.SettingContent-ms"},
    // A file of a name that nobody knows, and bytes that no text has.
    {"Content-Type: text/plain; name=a.dat", "http://h.example/ \0 b"sv, "no-opener a.dat"},
    {"Content-Type: text/plain; name=a.dat", kLateNul, "no-opener a.dat"},
    {"Content-Type: text/plain; name=a.dat", kLateNul.substr(0, kLateNul.size() - 1), ""},
    {"Content-Type: text/plain; name=a.terminal", "http://h.example/", "no-opener a.terminal"},
    {"Content-Type: text/xml; name=a.wsb", "<x href='http://h.example/'/>", "no-opener a.wsb"},
    {"Content-Type: text/xml; name=a.xba", "<x href='http://h.example/'/>", "no-opener a.xba"},
    // Whose pages are encoded; nothing is opened here.
    {"Content-Type: application/octet-stream; name=a.webarchive",
     "<?xml version='1.0'?><plist><string>http://h.example/</string></plist>",
     "no-opener a.webarchive"},
    // What begins as a message.
    {"Content-Type: application/octet-stream; name=a.bat", "From: a\n\ncalc http://h.example/",
     "no-opener a.bat"},
    {"Content-Type: message/rfc822; name=a.bat", "From: a\n\nhttp://h.example/", ""},
    // No text, whatever its type says; a name of a text, or none, is no other program's.
    {"Content-Type: text/plain; name=a.iso", "\x01 http://h.example/", "no-opener a.iso"},
    {"Content-Type: text/html; name=a.vhd", "http://h.example/ \0 "sv, "no-opener a.vhd"},
    {"Content-Type: text/plain; name=a", "http://h.example/ \0 "sv, "no-opener a"},
    {"Content-Type: text/plain; name=a.txt\nContent-Disposition: attachment; filename=b.one",
     "http://h.example/ \0 "sv, "no-opener b.one"},
    {"Content-Type: text/plain; name=a.iso", "http://h.example/ \x1B\xE4", ""},
    {"Content-Type: text/plain; name=a.txt", "http://h.example/ \0 "sv, ""},
    {"Content-Type: text/plain; name=a.log", "http://h.example/ \0 "sv, ""},
    {"Content-Type: text/plain", "http://h.example/ \0 "sv, ""},
};

std::string all_unread(const test::Collect& seen) {
  std::string told;
  for (const test::SeenUnread& each : seen.unread_things)
    told += (told.empty() ? "" : "; ") + each.why + ' ' + each.file_name;
  return told;
}

BOOST_DATA_TEST_CASE(a_program_is_told, kRows, row) {
  const test::Collect seen =
      test::collect(std::string(row.header).append("\n\n").append(row.body).append("\n"));
  BOOST_TEST(!seen.links.empty());
  BOOST_TEST(all_unread(seen) == row.unread);
}

// A sound by its type that is a program by its name is no sound to who opens it.
BOOST_AUTO_TEST_CASE(no_type_hides_a_program) {
  const auto unread = [](const std::string& header) {
    return all_unread(test::collect(header + "\n\nx\n"));
  };
  BOOST_TEST(unread("Content-Type: audio/mpeg; name=a.mp3") == "not-text a.mp3");
  BOOST_TEST(unread("Content-Type: audio/mpeg; name=a.js") == "no-opener a.js");
  BOOST_TEST(unread("Content-Type: font/woff; name=a.mp3\nContent-Disposition: attachment; "
                    "filename=a.exe") == "no-opener a.exe");
  BOOST_TEST(unread("Content-Type: audio/mpeg; name=a.js\nContent-Disposition: attachment; "
                    "filename=a.mp3") == "no-opener a.mp3");
  // What is no name of a sound, a font or a signature is one of something that is opened.
  for (const std::string name : {"a.iso", "a.mp3.img", "a.vhdx. ", "a.x-y"})
    BOOST_TEST(unread("Content-Type: audio/mpeg; name=\"" + name + '"') == "no-opener " + name);
  for (const std::string name : {"a", "a.MP3", "a.Mp3. ", "a.b c", "a."})
    BOOST_TEST(unread("Content-Type: video/x; name=\"" + name + '"') == "not-text " + name);
  BOOST_TEST(unread("Content-Type: application/pgp-signature; name=signature.asc") ==
             "not-text signature.asc");
  BOOST_TEST(unread("Content-Type: application/pkcs7-signature; name=smime.p7s") ==
             "not-text smime.p7s");
  BOOST_TEST(unread("Content-Type: font/ttf; name=a.woff2") == "not-text a.woff2");
}

}  // namespace

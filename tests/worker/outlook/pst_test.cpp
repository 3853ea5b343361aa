// SPDX-License-Identifier: MIT
//
// Files of Outlook that make_pst.py makes: what is put in comes out, in every form of the file.
#include "worker/jobs/pst.h"

#include <boost/test/data/test_case.hpp>
#include <boost/test/unit_test.hpp>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "basewalk/walk/links.h"
#include "text/base64.h"
#include "worker/outlook/told.h"

using namespace basewalk;
using test::made_pst;
using test::read_pst;
using test::Told;
using test::ToldMember;
using worker::Trouble;

namespace {

constexpr const char* kForms[] = {"basic", "--crypt permute basic", "--crypt cyclic basic",
                                  "--large basic", "--large --crypt permute basic"};
constexpr const char* kOldForms[] = {"--ansi basic", "--ansi --crypt permute basic",
                                     "--ansi --crypt cyclic basic"};

const std::string kInbox = "Top of Personal Folders/Inbox/";
const std::string kSouth = kInbox + "Süd_Ost: _日本/";

// The links with numbers, in their order.
std::vector<std::string> links(const std::string& message) {
  constexpr std::string_view kBegin = "http://links.example/";
  std::vector<std::string> found;
  for (const OwnedLink& link : links_of(message))
    if (link.url && link.url->starts_with(kBegin))
      found.emplace_back(link.url->substr(kBegin.size()));
  return found;
}

const ToldMember& member(const Told& told, const std::string& name) {
  const ToldMember* found = told.find(name);
  BOOST_REQUIRE_MESSAGE(found != nullptr, name);
  return *found;
}

bool has(std::string_view text, std::string_view part) { return text.find(part) != text.npos; }

// The body behind a line of a part's header.
std::string decoded_behind(std::string_view message, std::string_view line) {
  const std::size_t at = message.find(line);
  BOOST_REQUIRE(at != message.npos);
  const std::size_t begin = message.find("\r\n\r\n", at) + 4;
  const std::size_t end = std::min(message.find("\r\n--", begin), message.size());
  std::string bytes;
  text::append_base64_decoded(bytes, message.substr(begin, end - begin));
  return bytes;
}

struct Expected {
  const char* name;
  std::vector<std::string> links;
};

// In their order; "inbox/" and "south/" stand for the two folders.
const std::vector<Expected> kExpected = {
    {"inbox/000001.eml", {"1"}},
    {"inbox/000002.eml", {"3", "2"}},
    {"inbox/000003.eml", {"4", "40"}},
    {"inbox/000004.eml", {"5"}},
    {"inbox/000005.eml", {"19"}},
    {"inbox/000006.eml", {"20"}},
    {"south/000001.eml", {"6"}},
    {"south/000002.eml", {"top.html", "rel7", "8"}},
    {"south/000003.eml", {"dir.html", "9"}},
    {"south/000004.eml", {"10"}},
    {"south/000005.eml", {"12", "11", "b.html", "base/13", "13"}},  // by Content-Location, too
    {"south/000006.eml", {"14", "15", "16"}},
    {"south/000007.eml", {"17", "18"}},
    {"south/000007.eml (lost)", {}},
    {"Top of Personal Folders/Contacts", {}},
};

void check_basic(const Told& told, const std::string& south) {
  BOOST_REQUIRE(told.members.size() == kExpected.size() + 1);
  for (std::size_t i = 0; i < kExpected.size(); ++i) {
    std::string name = kExpected[i].name;
    if (name.starts_with("inbox/")) name.replace(0, 6, kInbox);
    if (name.starts_with("south/")) name.replace(0, 6, south);
    BOOST_TEST(told.members[i].name == name);
    BOOST_TEST(links(told.members[i].bytes) == kExpected[i].links,
               boost::test_tools::per_element());
  }
  // A second folder of the same name has its number with it.
  BOOST_TEST(told.members.back().name.starts_with("Top of Personal Folders/Inbox ("));
  BOOST_TEST(links(told.members.back().bytes) == std::vector<std::string>{"21"});
  BOOST_TEST(told.failures.empty());
  BOOST_TEST(told.count_of_failures == 3);
}

}  // namespace

BOOST_AUTO_TEST_SUITE(pst)

BOOST_DATA_TEST_CASE(gives_each_message_in_every_form, kForms, form) {
  check_basic(read_pst(made_pst(form)), kSouth);
}

BOOST_DATA_TEST_CASE(gives_each_message_of_32_bits, kOldForms, form) {
  check_basic(read_pst(made_pst(form)), kInbox + "Süd_Ost: _ärger/");
}

BOOST_AUTO_TEST_CASE(keeps_the_fields_that_a_message_came_with) {
  const Told told = read_pst(made_pst("basic"));
  BOOST_TEST(member(told, kInbox + "000001.eml").bytes ==
             "MIME-Version: 1.0\r\n"
             "Received: from a.example by b.example; Fri, 1 Jan 2021 00:00:00 +0000\r\n"
             "From: Ann <ann@a.example>\r\n"
             "To: Ben <ben@b.example>\r\n"
             "Subject: plain\r\n"
             "Date: Fri, 1 Jan 2021 00:00:00 +0000\r\n"
             "Message-ID: <plain@a.example>\r\n"
             "X-Last: yes\r\n"
             "Content-Type: text/plain; charset=\"utf-8\"\r\n"
             "Content-Transfer-Encoding: base64\r\n"
             "\r\n"
             "U2VlIGh0dHA6Ly9saW5rcy5leGFtcGxlLzEgbm93DQo=\r\n");
  const std::string base = member(told, kSouth + "000002.eml").bytes;
  BOOST_TEST(has(base, "Content-Base: http://links.example/\r\nContent-Location: top.html\r\n"));
}

BOOST_AUTO_TEST_CASE(makes_fields_of_properties) {
  const Told told = read_pst(made_pst("basic"));
  BOOST_TEST(member(told, kSouth + "000001.eml").bytes ==
             "MIME-Version: 1.0\r\n"
             "From: =?utf-8?B?SsO8cmdlbiwgRHIu?= <j@c.example>\r\n"
             "To: =?utf-8?B?QmVuIELDpHI=?= <ben@b.example>,\r\n"
             " \"Cle\" <cle@b.example>\r\n"
             "Cc: \"Dan\" <dan@b.example>\r\n"
             "Bcc: \"Eve\" <eve@b.example>\r\n"
             "Subject: =?utf-8?B?UmU6IG51ciBFaWdlbnNjaGFmdGVuIOKCrA==?=\r\n"
             "Date: Fri, 1 Jan 2021 00:00:00 +0000\r\n"
             "Message-ID: <p6@c.example>\r\n"
             "In-Reply-To: <p5@c.example>\r\n"
             "References: <p4@c.example> <p5@c.example>\r\n"
             "Content-Type: text/plain; charset=\"utf-8\"\r\n"
             "Content-Transfer-Encoding: base64\r\n"
             "\r\n"
             "aHR0cDovL2xpbmtzLmV4YW1wbGUvNg==\r\n");
}

BOOST_AUTO_TEST_CASE(gives_bodies_as_they_are_stored) {
  const Told told = read_pst(made_pst("basic"));
  const std::string html = member(told, kInbox + "000002.eml").bytes;
  BOOST_TEST(has(html, "Content-Type: multipart/alternative; boundary="));
  BOOST_TEST(decoded_behind(html, "text/plain; charset=\"utf-8\"") ==
             "plain http://links.example/3");
  BOOST_TEST(decoded_behind(html, "text/html; charset=\"windows-1252\"") ==
             "<html><body><a href=\"http://links.example/2\">gr\xfc\xdf"
             "e</a></body></html>");
  BOOST_TEST(decoded_behind(member(told, kInbox + "000003.eml").bytes, "text/rtf") ==
             "{\\rtf1\\ansi\\pard http://links.example/4 and http://links.example/40 }\r\n");
  std::string big;
  for (int i = 0; i < 20000; ++i) {
    std::string number = std::to_string(i);
    big += std::string(7 - number.size(), '0') + number + " line of a long body\r\n";
  }
  const std::string long_one = member(told, kSouth + "000004.eml").bytes;
  BOOST_TEST((decoded_behind(long_one, "text/plain") == big + "http://links.example/10\r\n"));
  // What is said of the body stands with it.
  const std::string location = member(told, kSouth + "000003.eml").bytes;
  BOOST_TEST(has(location,
                 "\r\n\r\n--=_basewalk_1\r\n"
                 "Content-ID: <body@c.example>\r\n"
                 "Content-Location: http://links.example/dir.html\r\n"
                 "Content-Type: text/html\r\n"));
}

BOOST_AUTO_TEST_CASE(gives_attachments_as_parts) {
  const Told told = read_pst(made_pst("basic"));
  const std::string message = member(told, kSouth + "000005.eml").bytes;
  BOOST_TEST(has(message,
                 "Content-Type: text/html;\r\n name*=utf-8''Gr%C3%B6%C3%9Fe%201.html\r\n"
                 "Content-Disposition: attachment;\r\n"
                 " filename*=utf-8''Gr%C3%B6%C3%9Fe%201.html\r\n"
                 "Content-Transfer-Encoding: base64\r\n"));
  BOOST_TEST(has(message,
                 "Content-ID: <cid13@c.example>\r\n"
                 "Content-Base: http://links.example/base/\r\n"
                 "Content-Location: http://links.example/b.html\r\n"));
  std::string bytes;
  for (int i = 0; i < 256000; ++i) bytes += static_cast<char>(i);
  BOOST_TEST((decoded_behind(message, "filename=\"big.bin\"") == bytes));
}

BOOST_AUTO_TEST_CASE(tells_what_it_does_not_give) {
  const Told told = read_pst(made_pst("basic"));
  const ToldMember& lost = member(told, kSouth + "000007.eml (lost)");
  BOOST_REQUIRE(lost.failures.size() == 2);
  for (const test::Failed& failed : lost.failures)
    BOOST_TEST((failed.trouble == Trouble::no_reader));
  BOOST_TEST(has(lost.failures[0].sentence, "number 2 (ref.doc), that lies elsewhere"));
  const ToldMember& contacts = member(told, "Top of Personal Folders/Contacts");
  BOOST_REQUIRE(contacts.failures.size() == 1);
  BOOST_TEST(contacts.failures[0].sentence ==
             "has items that are no mail, and were passed over: 2 IPM.Contact, 1 IPM.StickyNote");
  BOOST_TEST((contacts.failures[0].trouble == Trouble::not_mail));
}

BOOST_AUTO_TEST_CASE(names_of_folders_are_harmless) {
  const Told told = read_pst(made_pst("odd"));
  const std::vector<std::string> names = {
      "-hidden", "-_MACOSX", "-.", "(no name)", "a_b_c", std::string(255, 'x'), "cur", "dovecot"};
  std::size_t at = 0;
  while (at < told.members.size() && told.members[at].name.starts_with("Top of")) ++at;
  for (std::size_t i = 0; i < names.size(); ++i) {
    BOOST_TEST(told.members.at(at + i).name == names[i] + "/000001.eml");
    BOOST_TEST(links(told.members[at + i].bytes) == std::vector<std::string>{std::to_string(i)});
  }
  BOOST_REQUIRE(told.failures.size() == 1);
  BOOST_TEST((told.failures[0].trouble == Trouble::index));
  BOOST_TEST(has(told.failures[0].sentence, "has 3 items in which Outlook keeps settings"));
}

BOOST_AUTO_TEST_CASE(nothing_in_a_header_ends_it_or_adds_to_it) {
  const Told told = read_pst(made_pst("odd"));
  const std::string top = "Top of Personal Folders/";
  const std::string bad = member(told, top + "000001.eml").bytes;
  BOOST_TEST(
      bad.starts_with("MIME-Version: 1.0\r\n"
                      "Subject: bad\r\n folded\r\n"
                      "Message-ID: <bad@x>\r\n"
                      "Content-Type: multipart/mixed; boundary=\"=_basewalk_1\"\r\n\r\n"));
  BOOST_TEST(!has(bad, "X-Behind"));
  BOOST_TEST(has(bad, "Content-Type: application/octet-stream;\r\n name=\"a\\\"b  X: y.txt\"\r\n"));
  BOOST_TEST(has(bad, "Content-ID: <c>  X: y\r\n"));
  BOOST_TEST(links(bad) == std::vector<std::string>{"10"});
  BOOST_TEST(member(told, top + "000002.eml").bytes ==
             "MIME-Version: 1.0\r\n"
             "From: \"The Boss\" <boss@x.example>\r\n"
             "Sender: \"Ann  X: 1\" <ann@x.example>\r\n"
             "To: \"Exchange \\\"One\\\"\":;,\r\n"
             " <two@x.example>\r\n"
             "Subject: a  X-Injected: 1\r\n"
             "Message-ID: <inj@x>  X: 1\r\n"
             "Content-Type: text/plain; charset=\"us-ascii\"\r\n\r\n");
}

BOOST_AUTO_TEST_CASE(signed_messages_and_code_pages_are_kept) {
  const Told told = read_pst(made_pst("odd"));
  const std::string top = "Top of Personal Folders/";
  const std::string is_signed = member(told, top + "000003.eml").bytes;
  BOOST_TEST(has(is_signed, "Content-Type: message/rfc822;\r\n name=\"smime.p7m\""));
  BOOST_TEST(links(is_signed) == std::vector<std::string>{"12"});
  const std::string japanese = member(told, top + "000004.eml").bytes;
  BOOST_TEST(has(japanese, "Subject: =?shift_jis?B?k/o=?=\r\n"));
  BOOST_TEST(decoded_behind(japanese, "text/plain; charset=\"shift_jis\"") ==
             "http://links.example/13\x96\x7b");
  BOOST_TEST(has(japanese, "text/html; charset=\"utf-8\""));
  BOOST_TEST(has(member(told, top + "000005.eml").bytes,
                 "X-Last: yes\r\nContent-Type: text/plain; charset=\"us-ascii\"\r\n\r\n"));
  const ToldMember& lost = member(told, top + "000006.eml (lost)");
  BOOST_REQUIRE(lost.failures.size() == 3);
  BOOST_TEST(has(lost.failures[0].sentence, "number 1 (lost.bin), that has no bytes"));
  BOOST_TEST(has(lost.failures[1].sentence, "number 2, that is a message which cannot be read"));
  BOOST_TEST(
      has(lost.failures[2].sentence, "number 3, that is kept in a way that is not known (99)"));
  BOOST_TEST(links(member(told, top + "000007.eml").bytes) == std::vector<std::string>{"16"});
  BOOST_TEST(has(member(told, top + "000008.eml (lost)").failures.at(0).sentence,
                 "has a body that is kept in a way that is not known (type 3)"));
}

BOOST_AUTO_TEST_CASE(rtf_comes_back_as_it_was) {
  const Told told = read_pst(made_pst("-n 40 rtf"));
  BOOST_REQUIRE(told.members.size() == 40);
  BOOST_TEST(told.count_of_failures == 0);
  for (const ToldMember& one : told.members)
    BOOST_TEST((decoded_behind(one.bytes, "text/plain") == decoded_behind(one.bytes, "text/rtf")));
}

BOOST_AUTO_TEST_CASE(goes_on_behind_any_member) {
  const std::string& file = made_pst("basic");
  const Told all = read_pst(file);
  for (std::size_t passed = 0; passed <= all.members.size(); ++passed) {
    const Told rest = read_pst(file, passed);
    BOOST_REQUIRE(rest.members.size() == all.members.size() - passed);
    for (std::size_t i = 0; i < rest.members.size(); ++i) {
      BOOST_TEST(rest.members[i].name == all.members[passed + i].name);
      BOOST_TEST((rest.members[i].bytes == all.members[passed + i].bytes));
    }
  }
}

BOOST_AUTO_TEST_CASE(many_messages_take_time_for_each) {
  // The tree of nodes has four levels.
  const Told told = read_pst(made_pst("-n 20000 many"));
  BOOST_REQUIRE(told.members.size() == 20000);
  BOOST_TEST(told.count_of_failures == 0);
  for (std::size_t i = 0; i < told.members.size(); i += 999)
    BOOST_TEST(links(told.members[i].bytes) == std::vector<std::string>{std::to_string(i)});
}

BOOST_AUTO_TEST_SUITE_END()

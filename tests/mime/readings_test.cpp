// SPDX-License-Identifier: MIT
//
// What other readers make of the same bytes: bodies, encodings and boundaries that they read
// otherwise, and the places from which on they may see another structure.
#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "basewalk/mime/part.h"
#include "basewalk/note.h"
#include "mime/content_type.h"
#include "mime/transfer/transfer_readings.h"
#include "mime/tree.h"
#include "support/files.h"

using namespace basewalk;
using namespace std::string_view_literals;
using mime::Encoding;
using mime::TransferReading;

namespace {

using Lines = std::vector<std::string>;

std::string_view name_of(TransferReading reading) {
  switch (reading) {
    case TransferReading::first:
      return "first";
    case TransferReading::other_alphabet:
      return "other alphabet";
    case TransferReading::ends_at_padding:
      return "ends at padding";
    case TransferReading::ends_at_equals:
      return "ends at equals";
    case TransferReading::ends_at_junk:
      return "ends at junk";
    case TransferReading::padding_is_nothing:
      return "padding is nothing";
    case TransferReading::whole_groups:
      return "whole groups";
    case TransferReading::odd_digit_counts:
      return "odd digit counts";
    case TransferReading::undecoded:
      return "undecoded";
    case TransferReading::undecoded_joined:
      return "undecoded, joined";
    case TransferReading::no_stray_equals:
      return "no stray equals";
    case TransferReading::soft_breaks_first:
      return "soft breaks first";
    case TransferReading::breaks_at_once:
      return "breaks at once";
    case TransferReading::takes_two_along:
      return "takes two along";
    case TransferReading::other_line_ends:
      return "other line ends";
  }
  return "";
}

// "reading: bytes" of each.
Lines bodies(std::string_view body, Encoding encoding) {
  const test::ExactCopy copy(body);
  Lines lines;
  for (const TransferReading each : mime::other_transfer_readings(copy.view(), encoding)) {
    std::string out;
    mime::decode_transfer_as(each, copy.view(), out);
    lines.push_back(std::string(name_of(each)) + ": " + out);
  }
  return lines;
}

Lines doubts(std::string_view mail) {
  const test::ExactCopy copy(mail);
  const Message message = read_message(copy.view());
  Lines lines;
  for (const mime::StructureDoubt& each : message.doubts)
    lines.push_back(std::string(name(each.doubt)) + "@" + std::to_string(each.at));
  return lines;
}

bool has(const Lines& lines, std::string_view line) {
  return std::find(lines.begin(), lines.end(), line) != lines.end();
}

}  // namespace

#define CHECK_LINES(found, ...)                                      \
  do {                                                               \
    const Lines wanted = __VA_ARGS__;                                \
    BOOST_TEST((found) == wanted, boost::test_tools::per_element()); \
  } while (false)

BOOST_AUTO_TEST_SUITE(readings)

// RFC 2045 6.7: "=" begins an escape or a soft line break, or there is a doubt.
BOOST_AUTO_TEST_CASE(quoted_printable_is_read_otherwise_where_an_equals_sign_is_no_escape) {
  const auto check = [](std::string_view body, const Lines& wanted) {
    BOOST_TEST(bodies(body, Encoding::quoted_printable) == wanted, body);
  };
  for (const char* body :
       {"", "abc", "a=41b", "a=4Ab=c3", "a=\nb", "a=\r\nb", "a=", "a= ", "a=\t", "a=\r"})
    check(body, {});
  check("a=xb", {"no stray equals: axb"});
  check("a=4xb", {"no stray equals: a4xb"});
  check("a=x4b", {"no stray equals: ax4b"});
  check("a=4", {"no stray equals: a4"});
  check("a= b", {"no stray equals: a b"});
  check("a=x=41=", {"no stray equals: axA", "takes two along: a=x=41"});
}

// What a soft line break divides is an escape to who joins lines first.
BOOST_AUTO_TEST_CASE(an_escape_that_a_soft_line_break_divides_is_one_to_some) {
  const auto check = [](std::string_view body, const Lines& wanted) {
    BOOST_TEST(bodies(body, Encoding::quoted_printable) == wanted, body);
  };
  check("a=4=\n1b",
        {"no stray equals: a41b", "soft breaks first: aAb", "takes two along: a=4=\n1b"});
  check("a=4=\r\n1b",
        {"no stray equals: a41b", "soft breaks first: aAb", "takes two along: a=4=\r\n1b"});
  check("a=4= \t\r\n1b",
        {"no stray equals: a41b", "soft breaks first: aAb", "breaks at once: a=4= \t\r\n1b"});
  check("a==\n41", {"no stray equals: a41", "soft breaks first: aA", "takes two along: a==\n41"});
  check("a==\n=\n4=\n1",
        {"no stray equals: a41", "soft breaks first: aA", "takes two along: a==\n41"});
  // The first "=" is a stray one to all; blanks at the ends of other lines go, as ever.
  check("a=x \nb=4=\n1 =3D=3", {"no stray equals: ax\nb41 =3", "soft breaks first: a=x\nbA ==3",
                                "takes two along: a=x \nb=4=\n1 ==3"});
  // No line ends there, or no digit follows.
  check("a=4=x", {"no stray equals: a4x"});
  check("a=4=", {"no stray equals: a4"});
  check("a=4= ", {"no stray equals: a4"});
  check("a=4=\nx", {"no stray equals: a4x", "takes two along: a=4=\nx"});
  check("a=4=\n", {"no stray equals: a4", "takes two along: a=4=\n"});
}

// What joins lines to us joins none to who wants the "=" to be the last character of its line
// (Python, GMime), and who takes "==" for one (Python), or two characters along with an "=" that is
// no escape (GMime), has other escapes.
BOOST_AUTO_TEST_CASE(an_equals_sign_that_is_not_at_the_end_of_its_line_breaks_none_to_some) {
  const auto check = [](std::string_view body, const Lines& wanted) {
    BOOST_TEST(bodies(body, Encoding::quoted_printable) == wanted, body);
  };
  check("a= \t\r\nb=41", {"breaks at once: a= \t\r\nbA"});
  check("a= \n=\r\nb", {"breaks at once: a= \nb"});
  check("a=\rb\nc=\n", {"breaks at once: ac"});
  check("a= \nb=", {"breaks at once: a= \nb"});
  check("a= \n\r\n", {});
  check("a==b", {"no stray equals: ab", "breaks at once: a=b"});
  check("a=====b", {"no stray equals: ab", "breaks at once: a===b"});
  check("a==== b", {"no stray equals: a b"});
  check("a==41", {"no stray equals: aA", "breaks at once: a=41", "takes two along: a==41"});
  check("a==\nb", {"no stray equals: ab", "takes two along: a==\nb"});
  check("a==\r\nb", {"no stray equals: ab", "takes two along: a==\r\nb"});
  check("=x=41=\r\n=\n=42", {"no stray equals: xAB", "takes two along: =x=41B"});
  check("=x=\nb", {"no stray equals: xb", "takes two along: =x=\nb"});
  check("=x=y", {"no stray equals: xy"});
}

// RFC 4648 4, 5: "+" and "/" are the digits, or "-" and "_"; "=" completes a group.
BOOST_AUTO_TEST_CASE(base64_is_read_otherwise_where_its_alphabet_or_its_end_is_in_doubt) {
  const auto check = [](std::string_view body, const Lines& wanted) {
    BOOST_TEST(bodies(body, Encoding::base64) == wanted, body);
  };
  for (const char* body : {"", "YWJj", "YWJj\r\nZGVm\r\n", "YWI=", "YQ==\n", "YQ==\n\n", "Y"})
    check(body,
          body == std::string_view("Y") ? Lines{"undecoded: Y", "odd digit counts: `"} : Lines{});
  // In one alphabet "-" is no digit, and what is none ends the data for some.
  check("YWJ-", {"other alphabet: ab", "whole groups: "});
  check("YWJj\n-- \nZGVm", {"other alphabet: abc\xFB\xE6\x46V", "ends at junk: abc"});
  check("YW!Jj", {"ends at junk: a"});
  check("!YWJj", {});
  // Data behind padding: others have two texts there, or one of all the digits.
  check("YWI=YWJj", {"ends at padding: ab", "padding is nothing: ab\x18X\x98"});
  check("YQ==YWJj", {"ends at padding: a", "padding is nothing: a\x06\x16&"});
  check("YWI=!YWJj", {"ends at padding: ab", "padding is nothing: ab\x18X\x98"});
  check("YW!I=YWJj", {"ends at padding: ab", "ends at junk: a", "padding is nothing: ab\x18X\x98"});
  // Behind one digit of a group "=" is nothing; behind two it ends none, if a digit follows; in a
  // group of four it is a digit.
  check("YWJjY=WI=",
        {"ends at equals: abc", "padding is nothing: abcab", "whole groups: abc`\x05\x88"});
  check("YQ=Jj", {"ends at equals: a", "padding is nothing: a\x02\x63", "whole groups: a\t"});
  check("=YWJj", {"whole groups: \x01\x85\x89"});
  check("YWJj=ZGVm", {"ends at equals: abc", "whole groups: abc\x01\x91\x95"});
  // What is no group of four is nothing to some.
  check("YQ", {"whole groups: "});
  check("YWJjZG", {"whole groups: abc"});
  check("YWJjZGV", {"whole groups: abc"});
}

// Python gives a body back whose digits make no whole number of bytes; libetpan makes one more.
BOOST_AUTO_TEST_CASE(base64_with_one_digit_too_many_is_a_text_to_some) {
  const auto check = [](std::string_view body, const Lines& wanted) {
    BOOST_TEST(bodies(body, Encoding::base64) == wanted, body);
  };
  check("YWJjZ", {"undecoded: YWJjZ", "odd digit counts: abcd"});
  check("YWJjZ\r\n", {"undecoded: YWJjZ\r\n", "odd digit counts: abcd"});
  check("YWJj\r\nZ\n",
        {"undecoded: YWJj\r\nZ\n", "undecoded, joined: YWJjZ", "odd digit counts: abcd"});
  check("http://h/a", {"undecoded: http://h/a", "ends at junk: \x86\xDBi",
                       "odd digit counts: \x86\xDBi\xFF\xF8\x7Fh"});
  // A padded one has ended before.
  check("YWI=Z", {"ends at padding: ab", "padding is nothing: ab\x19"});
}

BOOST_AUTO_TEST_CASE(other_encodings_are_read_in_one_way) {
  for (const Encoding each : {Encoding::identity, Encoding::uuencode, Encoding::unknown})
    BOOST_TEST(bodies("a=x YWJ- Z", each).empty());
}

BOOST_AUTO_TEST_CASE(with_other_line_ends_mail_is_as_another_system_stores_it) {
  const auto stored = [](std::string_view body) {
    std::string out = "kept ";
    mime::decode_transfer_as(TransferReading::other_line_ends, body, out);
    return out;
  };
  BOOST_TEST(stored("a\nb=0A\n") == "kept a\r\nb\n\r\n");
  BOOST_TEST(stored("a\r\nb\r\n") == "kept a\nb\n");
  BOOST_TEST(stored("a") == "kept a");
  std::string none = "kept";
  mime::decode_transfer_as(TransferReading::first, "a", none);
  BOOST_TEST(none == "kept");
}

// The encodings of the readings beside the first.
BOOST_AUTO_TEST_CASE(a_body_is_taken_as_it_is_by_who_does_not_know_its_encoding) {
  const auto others = [](const std::string& field) {
    const test::ExactCopy mail("A: 1\n" + field + "\n\naGk=\n");
    const Message message = read_message(mail.view());
    std::string encodings(test::encoding_name(message.parts[0].encoding));
    for (const mime::Reading& each : message.other_readings(0))
      encodings.append(" ").append(test::encoding_name(each.encoding));
    return encodings;
  };
  BOOST_TEST(others("Content-Transfer-Encoding: base64") == "base64");
  BOOST_TEST(others("Content-Transfer-Encoding: BASE64 ") == "base64");
  BOOST_TEST(others("Content-Transfer-Encoding: base-64") == "base64 identity");
  BOOST_TEST(others("Content-Transfer-Encoding: base64 (x)") == "base64 identity");
  BOOST_TEST(others("Content-Transfer-Encoding : base64") == "base64");
  BOOST_TEST(others("Content-Transfer-Encoding: x-uuencode") == "uuencode identity");
  BOOST_TEST(others("Content-Transfer-Encoding: 7bit") == "identity");
  BOOST_TEST(others("Content-Transfer-Encoding: odd") == "unknown");
  BOOST_TEST(others("Content-Transfer-Encoding: my-base64") == "unknown base64");
  BOOST_TEST(others("Content-Transfer-Encoding: base64\nContent-Transfer-Encoding: 7bit") ==
             "base64 identity");
}

BOOST_AUTO_TEST_CASE(other_boundaries_of_a_field_are_found) {
  const auto others = [](std::string_view value) {
    const std::string chosen = mime::read_boundary(value).bytes;
    return mime::other_boundaries(value, chosen).values;
  };
  for (const char* value : {"multipart/mixed; boundary=b", "multipart/mixed; boundary=\"b c\"",
                            "multipart/mixed; x=y; BOUNDARY = b"})
    BOOST_TEST(others(value).empty(), value);
  CHECK_LINES(others("multipart/mixed; boundary=b; boundary=c"), {"c"});
  // An empty one, and one in an encoded word (RFC 2047 5: not in a parameter, and yet).
  CHECK_LINES(others("multipart/mixed; boundary=\"\""), {""});
  CHECK_LINES(others("multipart/mixed"), {""});
  // An end at a NUL, or none at the quotes.
  CHECK_LINES(others("multipart/mixed; boundary=\"a\0b\""sv), {"a"});
  CHECK_LINES(others("multipart/mixed; boundary=\"a\"b; x=y"), {"ab"});
  CHECK_LINES(others("multipart/mixed; boundary=\"=?us-ascii?q?b?=\""), {"b"});
  CHECK_LINES(others("multipart/mixed; boundary=\"a=?x-none?q?b?=\""), {"ab"});
  // What Python and JavaScript take for a blank, behind the name; a backslash without quotes.
  BOOST_TEST(has(others("multipart/mixed; boundary\v=b"), "b"));
  BOOST_TEST(has(others("multipart/mixed; boundary=a\\b"), "ab"));
  // Of very many the first ones and the last one.
  const auto many = [](std::string_view repeated) {
    std::string value = "multipart/mixed; (c; boundary=X)";
    for (int i = 0; i < 100'000; ++i) value += repeated;
    return mime::other_boundaries(value + " boundary=last", "");
  };
  BOOST_TEST(many(" boundary=X;").is_cut);
  BOOST_TEST(has(many(" boundary=X;").values, "last"));
  BOOST_TEST(many(" boundary(x)=").is_cut);
}

// RFC 2045 5.1: whatever stands around the label or divides it, somebody reads it.
BOOST_AUTO_TEST_CASE(other_charsets_of_a_field_are_found) {
  const auto others = [](const std::string& parameters) {
    const std::string value = "text/html; " + parameters;
    const mime::ParameterizedValue parsed = mime::parse_parameterized(value);
    const std::string* const declared = parsed.find("charset");
    const mime::OtherCharsets found =
        mime::other_charsets(value, declared == nullptr ? std::string() : *declared);
    Lines lines = found.labels;
    if (found.is_cut) lines.emplace_back("and more");
    return lines;
  };
  for (const char* value : {"", "x=y", "charset=utf-8", "Charset = \"UTF-8\"; format=flowed",
                            "charset=utf-7", "charset=none", "charset",
                            "charset=", "charset (c)=(d)utf-8 (e)", "charset=;", "charset=\"\""})
    BOOST_TEST(others(value).empty(), value);
  for (const char* value : {"charset={utf-7}",
                            "charset='utf-7'",
                            "charset=utf-7\"",
                            "charset=<utf-7>",
                            "charset==utf-7",
                            "charset=utf-7/x",
                            "charset=utf-7,x=y",
                            "charset=utf-7\v",
                            "charset\v=utf-7",
                            "\xC2\xA0"
                            "charset=utf-7",
                            "charset=utf\\-7",
                            "charset=\"utf-\"7",
                            "charset=\"utf-\" \"7\"",
                            "charset=\"utf\n -7\"",
                            "charset**=utf-7",
                            "charset*0=\"ut\"; charset*0=\"f-7\"",
                            "charset==?x-none?q?utf-7?=",
                            "charset=\"utf=?x-none?q?-7?=\"",
                            "charset=\"=?x-none?q?utf?= =?us-ascii?q?-7?=\"",
                            "charset*0*=utf-8''=?x-none?q?utf-?=; charset*1=\"7\"",
                            "cha(c)rset=utf-7",
                            "charset=utf-8; (c)cha(c)rset=utf-7",
                            "charset=utf-8; charset=utf-7",
                            "x=a\"; charset=utf-8; z=\"; charset=utf-7"})
    BOOST_TEST(has(others(value), "utf-7"), value);
  // The first ones and the last one.
  std::string many;
  for (int i = 0; i < 100; ++i) many += "charset=utf-8; ";
  CHECK_LINES(others(many + "charset=utf-7"), {"utf-7", "and more"});
  CHECK_LINES(others("charset=" + std::string(1000, '{') + "utf-7"), {"and more"});
  CHECK_LINES(others("charset=(utf-7 utf-16 utf-32 hz cp037 cp500 koi8-r big5 gbk)"),
              {"utf-7", "utf-16", "utf-32", "hz", "cp037", "cp500", "koi8-r", "big5", "and more"});
}

// A type that is none of MIME's, whose boundary only some find.
BOOST_AUTO_TEST_CASE(what_no_type_calls_a_multipart_has_each_boundary_that_somebody_finds) {
  const std::string_view body = "\n\n--b\n\nx\n--b--\n";
  const auto found = [&](const std::string& field) {
    return doubts("Content-Type: " + field + std::string(body));
  };
  CHECK_LINES(found("application/x; boundary=b"), {"boundary-value@0"});
  CHECK_LINES(found("application/x;\vboundary=b"), {"boundary-value@41"});
  CHECK_LINES(found("'multipart/mixed'; boundary\v=b"), {"boundary-value@46"});
  CHECK_LINES(found("application/x; boundary"), {});
  CHECK_LINES(found("application/x; boundary="), {});
}

// To Python a type without a "/" is none, and all of it a text.
BOOST_AUTO_TEST_CASE(a_type_of_one_word_is_a_text_to_some) {
  const auto found = [&](const std::string& type) {
    return doubts("Content-Type: " + type + "; boundary=b\n\n--b\n\nx\n--b--\n");
  };
  CHECK_LINES(found("multipart/mixed"), {});
  CHECK_LINES(found("multipart"), {"type-duplicate@0"});
}

// Who joins folded lines before looking for colons (mailparser, postal-mime) has such a field.
BOOST_AUTO_TEST_CASE(a_colon_in_a_fold_makes_a_field_of_the_line_before_it) {
  const auto type = [](const std::string& header) {
    const test::ExactCopy mail("A: 1\n" + header + "\n\nx\n");
    const Message message = read_message(mail.view());
    return std::string(message.root().media_type);
  };
  BOOST_TEST(type("Content-Type\n : text/html") == "text/html");
  BOOST_TEST(type("content-type \r\n\t : text/html") == "text/html");
  BOOST_TEST(type("Content-Type\n \n :\n text/html") == "text/html");
  BOOST_TEST(type("Content-Type x\n : text/html") == "text/plain");
  BOOST_TEST(type("Content-Type\n x: text/html") == "text/plain");
  BOOST_TEST(type("Content-Type\n  text/html") == "text/plain");
  BOOST_TEST(type("Subject\n : Content-Type: text/html") == "text/plain");
  // Lines that are no field end no header.
  BOOST_TEST(type("-x\nContent-Type: text/html") == "text/html");
  BOOST_TEST(type("x y\nContent-Type: text/html") == "text/html");
  BOOST_TEST(type("Content-Type: /html") == "text/plain");
  BOOST_TEST(type("Content-Type: text/") == "text/plain");
  CHECK_LINES(doubts("A: 1\nContent-Type\n : text/html\n\nx\n"), {"header-end@5"});
  // Before the header of a message, and of no part; where it is one.
  CHECK_LINES(doubts("\n\nA: 1\n\nx\n"), {"header-end@7"});
  CHECK_LINES(doubts("\n\nA: 1\nx\n"), {});
  CHECK_LINES(doubts("\n\nA 1\n\nx\n"), {});
  CHECK_LINES(doubts("Content-Type: multipart/mixed; boundary=b\n\n--b\n\nA: 1\n\nx\n--b--\n"), {});
  CHECK_LINES(doubts("Content-Type"), {});
}

// Who takes no field with a blank before its colon, or with a name that is not ASCII, ends the
// header at the first one.
BOOST_AUTO_TEST_CASE(a_header_ends_at_a_field_that_is_none_to_some) {
  const std::string header = "A: 1\nContent-Type: text/html\n\nx\n";
  CHECK_LINES(doubts(header), {});
  CHECK_LINES(doubts("B : 2\n" + header), {"header-end@0"});
  CHECK_LINES(doubts("A: 1\nB : 2\nC: 3\nD : 4\n" + header), {"header-end@5"});
  CHECK_LINES(doubts("A: 1\nB\xC3\xA9: 2\nD\xC3\xA9: 4\n" + header), {"header-end@5"});
  // A line with dashes is one like any other, but where it is a delimiter of its own multipart.
  CHECK_LINES(doubts("-: 1\n" + header), {});
  CHECK_LINES(doubts("A: 1\n-x\nContent-Type: multipart/mixed; boundary=b\n\n--b\n\nx\n--b--\n"),
              {"header-end@5"});
}

// In other letters it is one to who does not ask for these, once for each multipart.
BOOST_AUTO_TEST_CASE(a_delimiter_in_other_letters_is_one_to_some) {
  const std::string mail =
      "Content-Type: multipart/mixed; boundary=bB\n\n--bB\n\nx\n--bb\n\ny\n--BB\n\nz\n--bB--\n";
  CHECK_LINES(doubts(mail), {"boundary-prefix@" + std::to_string(mail.find("--bb"))});
  const std::string same = "Content-Type: multipart/mixed; boundary=bB\n\n--bB\n\nx\n--bB--\n";
  CHECK_LINES(doubts(same), {});
}

// A bare CR ends lines to some: from the first on that may.
BOOST_AUTO_TEST_CASE(line_ends_that_not_all_take_for_such_are_doubts) {
  CHECK_LINES(doubts("A: b\nC: d\n\nx\n"), {});
  CHECK_LINES(doubts("A: b\r\nC: d\r\n\r\nx\r\n"), {});
  CHECK_LINES(doubts("A: b\rC: d\n\nx\n"), {"line-ends@4"});
  CHECK_LINES(doubts("A: b\n\nx\n"), {});
}

// Where the next message of an mbox begins to who does not believe its Content-Length.
BOOST_AUTO_TEST_CASE(lines_that_separate_messages_are_doubts_within_a_length) {
  const std::string from = "From a@a Thu Nov 19 10:00:00 2026\n";
  const std::string mail = from + "Content-Length: 99\n\nx\n";
  const auto at = [](std::size_t place) { return "message-end@" + std::to_string(place); };
  CHECK_LINES(doubts(mail), {});
  CHECK_LINES(doubts(mail + "From me to you\n"), {});
  // No day of the month, no month, no time.
  for (const char* line : {"From a@a Thu Nov xx 10:00:00\n", "From a@a Thu 19 10:00:00\n",
                           "From a@a Thu Nov 191 10:00:00\n", "From a@a 19 10:00:00\n",
                           "From a@a Thu Nov 19 10-00-00\n", "From a@a Nov 19 1x:00:00\n"})
    CHECK_LINES(doubts(mail + line + "\n"), {});
  CHECK_LINES(doubts(mail + "From a@a Thu Nov 19 10:00:00\n\n"), (Lines{at(0), at(mail.size())}));
  CHECK_LINES(doubts(mail + "From a@a Thu Nov 9 1:00:00\n\n"), (Lines{at(0), at(mail.size())}));
  CHECK_LINES(doubts(mail + from + "\n"), (Lines{at(0), at(mail.size())}));
  CHECK_LINES(doubts(from + "A: b\n\n" + from + "\n"), {});
  CHECK_LINES(doubts("Content-Length: 99\n\n" + from + "\n"), {});
  // Not where each of them stands in another one's place, but where it is.
  const std::size_t most = 64;
  std::string many = mail;
  for (std::size_t i = 0; i + 1 < most; ++i) many += from;
  BOOST_TEST(doubts(many).size() == most);
  const test::ExactCopy more(many + from + from);
  const Message message = read_message(more.view());
  BOOST_TEST(message.doubts.size() == most);
  BOOST_TEST(message.doubts.back().end == more.view().size());
  BOOST_TEST(
      std::count_if(message.notes.all().begin(), message.notes.all().end(), [](const Note& each) {
        return each.code == NoteCode::limit_readings && each.offset != 0;
      }) == 1);
}

BOOST_AUTO_TEST_SUITE_END()

// SPDX-License-Identifier: MIT
//
// What readers take in several ways (docs/semantics.md): the links of every reading of a body.
#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <string>

#include "walk/collect.h"
#include "walk/encode.h"

using namespace basewalk;
using test::collect;

namespace {

// The URLs, in their order.
std::string urls(std::string_view mail) {
  std::string out;
  for (const test::SeenLink& link : collect(mail).links) out += link.url + '\n';
  return out;
}

std::string base64_mail(std::string_view body) {
  return "Content-Type: text/html\nContent-Transfer-Encoding: base64\n\n" + std::string(body);
}

}  // namespace

BOOST_AUTO_TEST_SUITE(doubts)

BOOST_AUTO_TEST_CASE(base64_in_either_alphabet) {
  // "<a href=http://h/?>" and "<a href=http://h/~>"; a "/" on a line of its own makes it the usual
  // alphabet, in which "-" and "_" are nothing.
  BOOST_TEST(urls(base64_mail("PGEgaHJlZj1odHRwOi8vaC8_Pg==\n")).starts_with("http://h/?\n"));
  BOOST_TEST(urls(base64_mail("PGEgaHJlZj1odHRwOi8vaC8_Pg==\n////\n")).find("http://h/?\n") !=
             std::string::npos);
}

BOOST_AUTO_TEST_CASE(base64_that_ends_at_its_padding_or_not) {
  // Python passes over the "=" within the group.
  const std::string digits = test::to_base64("<a href=http://h/>", "");
  BOOST_TEST(urls(base64_mail(digits.substr(0, 2) + "=" + digits.substr(2))) == "http://h/\n");
  // Both: once.
  BOOST_TEST(urls(base64_mail(test::to_base64("<a href=http://h/>.", "") + "QUJD")) ==
             "http://h/\n");
}

BOOST_AUTO_TEST_CASE(base64_that_is_none) {
  // A digit is left over: Python has the text as it is, its lines joined.
  BOOST_TEST(urls(base64_mail("http:/\n/h/x.html\n")).find("http://h/x.html\n") !=
             std::string::npos);
}

BOOST_AUTO_TEST_CASE(quoted_printable_with_stray_signs) {
  const std::string head =
      "Content-Type: text/html\nContent-Transfer-Encoding: quoted-printable\n\n";
  const auto has_link = [&](std::string_view body) {
    return ('\n' + urls(head + std::string(body))).find("\nhttp://h/\n") != std::string::npos;
  };
  BOOST_TEST(has_link("<a href==3D&#104;ttp://h/>"));
  BOOST_TEST(urls(head + "<a href=3Dhttp://h/> a = b") == "http://h/\n");
  // In UTF-16 a line end of one byte, where others have two, moves what follows.
  const std::string wide =
      "Content-Type: text/html; charset=utf-16be\nContent-Transfer-Encoding: quoted-printable\n\n";
  const std::string link = "=00<=00a=00 =00h=00r=00e=00f=00=3D=00h=00t=00t=00p=00:=00/=00/=00h=00>";
  BOOST_TEST(urls(wide + "\n" + link) == "http://h\n");
  BOOST_TEST(urls(wide + "\r\n" + link).starts_with("http://h\n"));
  BOOST_TEST(urls(wide + "=0A\r\n" + link) == "http://h\n");
  // An escape that a soft line break divides.
  BOOST_TEST(has_link("<a href==\n3D&#104;ttp://h/>"));
  BOOST_TEST(has_link("<a href=3=  \r\nDhttp://h/>"));
  // A soft line break with blanks in it, which breaks no line off to some; and what a CR takes
  // away.
  BOOST_TEST(has_link("<a title=3Dx= \nhref=3Dhttp://h/>x</a>"));
  BOOST_TEST(has_link("=\r<!--\n<a href=3Dhttp://h/>x</a>"));
  // An escape that is one no more behind another "=", or behind a character.
  BOOST_TEST(has_link("x==3C!--\n<a href=3Dhttp://h/>x</a>"));
  BOOST_TEST(has_link("x=y=3C!--\n<a href=3Dhttp://h/>x</a>"));
}

// Who does not know uuencode, which is none of MIME's encodings, shows the lines as they are: also
// those that are data, as capitals and signs may be.
BOOST_AUTO_TEST_CASE(uuencode_that_nobody_has_to_know) {
  const auto found = [](std::string_view body) {
    return urls("Content-Type: text/html\nContent-Transfer-Encoding: x-uuencode\n\n" +
                std::string(body));
  };
  BOOST_TEST(found("<a href=http://h/>x</a>\n") == "http://h/\n");
  BOOST_TEST(found("<a href=http://h/>\nbegin 644 a\n#>'EZ\n`\nend\n") == "http://h/\n");
  BOOST_TEST(found("begin 644 a\n9<A HREF=HTTP://H/>\n`\nend\n") == "HTTP://H/\n");
  const std::string message =
      "Content-Type: message/rfc822\nContent-Transfer-Encoding: uuencode\n\n"
      "Subject\n : s\n\nhttp://h/\n";
  BOOST_TEST(urls(message) == "http://h/\n");
  // By its name as well, decoded or not.
  BOOST_TEST(urls("Content-Type: message/delivery-status\nContent-Transfer-Encoding: x-uuencode\n"
                  "Content-Disposition: attachment; filename=a.html\n\n"
                  "<a href='htt&#112;://h/'>x</a>\n") == "http://h/\n");
}

// RFC 2045 6.4: a message has no encoding, and who knows that (Python) reads it as it stands, also
// where it does not begin with a field.
BOOST_AUTO_TEST_CASE(messages_that_are_not_decoded) {
  const auto found = [](const std::string& encoding, const std::string& body) {
    std::string out;
    for (const test::SeenLink& link :
         collect("Content-Type: message/rfc822\nContent-Transfer-Encoding: " + encoding + "\n\n" +
                 body)
             .links)
      out += link.url + ' ' + link.reading + '\n';
    return out;
  };
  const std::string html = "Content-Type: text/html\n\n";
  BOOST_TEST(
      found("base64", "\n" + html + "<a href=http://h/>").starts_with("http://h/ transfer\n"));
  BOOST_TEST(found("quoted-printable", html + "<a href=\nhttp://h/>x</a>") ==
             "http://h/ transfer\n");
  BOOST_TEST(found("base64", test::to_base64(html + "<a href=http://h/>x</a>", "\n")) ==
             "http://h/ \n");
}

BOOST_AUTO_TEST_CASE(parts_that_are_a_text_where_the_type_is_none) {
  const std::string body =
      "; boundary=b\n\n--b\nContent-Transfer-Encoding: base64\n\nx x x http://h/\n--b--\n";
  BOOST_TEST(urls("Content-Type: multipart" + body) == "http://h/\n");
  BOOST_TEST(urls("Content-Type: multipart/mixed" + body) == "");
}

BOOST_AUTO_TEST_CASE(messages_that_decoders_take_otherwise) {
  const std::string head =
      "Content-Type: message/rfc822\nContent-Transfer-Encoding: quoted-printable\n\n"
      "Subject: s\nContent-Type: text/html\n\n";
  BOOST_TEST(urls(head + "<a href==3D&#104;ttp://h/>").ends_with("\nhttp://h/\n"));
  const test::Collect seen =
      collect(head + "<a href=3Dhttp://one/> a = b <a href==3D'&#104;ttp://h/'>");
  // What both have stands once, and the first reading is told first.
  BOOST_REQUIRE_GE(seen.links.size(), 2U);
  BOOST_TEST(seen.links[0].url == "http://one/");
  BOOST_TEST(seen.links[0].reading.empty());
  std::size_t of_first = 0, of_other = 0;
  for (const test::SeenLink& link : seen.links) {
    of_first += link.url == "http://one/" ? 1 : 0;
    of_other += link.url == "http://h/" && link.reading == "transfer" ? 1 : 0;
  }
  BOOST_TEST(of_first == 1U);
  BOOST_TEST(of_other == 1U);
  // Padding, and what may stand behind it.
  const std::string base64 =
      "Content-Type: message/rfc822\nContent-Transfer-Encoding: base64\n\n" +
      test::to_base64("Content-Type: text/html\n\n<a href=http://one/><p>.", "");
  BOOST_TEST(urls(base64 + "\n" + test::to_base64("<a href=http://two/>", "") + "\n") ==
             "http://one/\nhttp://two/\n");
}

BOOST_AUTO_TEST_CASE(messages_that_are_shown_as_what_they_are_called) {
  const std::string link = "<a href='&#104;ttp://h/'>";
  const std::string_view rows[] = {
      // A text that its name makes a message: in that the link is none.
      "Content-Type: text/plain; name=x.eml\n\nContent-Type: text/html\n\n<!-- http://h/ -->\n",
      "Content-Type: text/plain; name=x.eml\nContent-Transfer-Encoding: base64\n\n"
      "Q29udGVudC1UeXBlOiB0ZXh0L2h0bWwKCjwhLS0gaHR0cDovL2gvIC0tPgo=\n",
      // A page that its name makes one.
      "Content-Type: text/html; name=x.mht\n\nMIME-Version: 1.0\nX: <a href='&#104;ttp://h/'>\n\n",
      // A kind of message that not everybody knows.
      "Content-Type: message/x-y\n\nContent-Type: text/html\n\n<!-- http://h/ -->\n",
      // Messages that are saved as pages.
      "Content-Type: message/rfc822; name=x.html\n\nX: <a href='&#104;ttp://h/'>\n\n",
      "Content-Type: message/rfc822; name=x.html\nContent-Transfer-Encoding: quoted-printable\n\n"
      "X: <a href=3D'&#104;ttp://h/'>\n\n",
  };
  for (const std::string_view row : rows) {
    const test::Collect seen = collect(row);
    const auto is_it = [](const test::SeenLink& each) {
      return each.url == "http://h/" && each.reading == "media-type";
    };
    BOOST_TEST(std::count_if(seen.links.begin(), seen.links.end(), is_it) == 1, row);
  }
  // The name of one does not make it less of a message.
  for (const char* name : {"a.txt", "a.css", "a.ics", "a.html"})
    BOOST_TEST(urls("Content-Type: message/x-y; name=" + std::string(name) +
                    "\n\nContent-Type: text/html\nContent-Transfer-Encoding: base64\n\n" +
                    test::to_base64("<a href=http://h/>", "") + "\n") == "http://h/\n",
               name);
  for (const test::SeenLink& each : collect("Content-Type: message/rfc822\n\nX: " + link).links)
    BOOST_TEST(each.reading.empty());
}

// Names that only some readers see.
BOOST_AUTO_TEST_CASE(attachments_that_are_opened_by_another_name) {
  const auto reading_of = [](std::string_view type, std::string_view disposition,
                             std::string_view body) {
    std::string mail = "Content-Type: " + std::string(type) + "\n";
    if (!disposition.empty())
      mail.append("Content-Disposition: attachment; ").append(disposition).append("\n");
    std::string found;
    for (const test::SeenLink& each : collect(mail.append("\n").append(body)).links)
      if (each.url == "http://h/") found += each.reading.empty() ? "first " : each.reading + " ";
    return found;
  };
  struct Row {
    std::string_view type, disposition;
  };
  const std::string page = "x<a href='&#104;ttp://h/'>";
  for (const Row& row : {
           Row{"text/plain; name=a.html", "filename=a.txt"},
           Row{"application/octet-stream; name=a.html", "filename=a.txt"},
           Row{"application/octet-stream; name=a.html", "filename=a.bin"},
           Row{"text/plain; name=a.txt", "filename=b.txt; filename=a.html"},
           Row{"text/plain", "filename*=utf-8''b.txt; filename=a.html"},
           Row{"text/plain", "filename*0=b.; filename*1=txt; filename=a.html"},
           Row{"text/plain; name=\"=?utf-8?q?a=2Ehtml?=\"", "filename=a.txt"},
           Row{"text/plain", "filename=\"a%2Ehtml\""},
           Row{"text/plain", "filename=\"a.html%00.txt\""},
           Row{"text/plain", "filename=\"a.html?.txt\""},
           Row{"text/plain; name=a.txt; name=a.html", ""},
       })
    BOOST_TEST(reading_of(row.type, row.disposition, page) == "media-type ",
               row.type << ' ' << row.disposition);
  const std::string message = "From: x\nContent-Type: text/html\n\n" + page;
  for (const Row& row : {Row{"text/plain; name=a.eml", "filename=a.txt"},
                         Row{"application/octet-stream; name=a.mht", "filename=a.txt"},
                         Row{"application/octet-stream; name=a.bin", "filename=a.txt"},
                         Row{"text/plain", "filename=a.txt; filename=a%2eeml"}}) {
    BOOST_TEST(reading_of(row.type, row.disposition, message) == "media-type ",
               row.type << ' ' << row.disposition);
    const std::string disposition =
        std::string(row.disposition) + "\nContent-Transfer-Encoding: base64";
    BOOST_TEST(reading_of(row.type, disposition, test::to_base64(message, "\n")) == "media-type ",
               row.type << ' ' << disposition);
  }
  BOOST_TEST(reading_of("text/plain; name=a.txt", "filename=a.eml", message) == "first ");
  BOOST_TEST(reading_of("application/octet-stream; name=a.txt", "filename=a.bin",
                        "see http://h/ now") == "media-type ");
  BOOST_TEST(reading_of("text/plain; name=a.txt", "filename=b.txt", page).empty());
  BOOST_TEST(reading_of("text/plain; name=a.txt", "filename=a.bin", "http://h/") == "first ");
}

BOOST_AUTO_TEST_CASE(texts_that_are_shown_as_such) {
  const std::string sheet = "/* http://h/ */\n", page = "<p><!-- http://h/ --></p>\n";
  struct Row {
    std::string_view type, text;
  };
  const Row rows[] = {
      {"text/plain; name=x.css", sheet},
      {"text/css", sheet},
      {"text/css; name=x.css", sheet},
      {"application/octet-stream; name=x.css", sheet},
      {"text/plain; name=x.xml", page},
      {"text/xml", page},
      {"text/plain; name=x.html", page},
      {"text/x-y; name=x.html", page},
      {"text/x-html", page},
      {"text/html(a comment)", page},
      {"text/html x; name=x.html", page},
      {"html; name=x.html", page},
  };
  for (const Row& row : rows) {
    const test::Collect seen =
        collect("Content-Type: " + std::string(row.type) + "\n\n" + std::string(row.text));
    BOOST_REQUIRE_EQUAL(seen.links.size(), 1U);
    BOOST_TEST(seen.links[0].url == "http://h/", row.type);
    BOOST_TEST(seen.links[0].where == "text", row.type);
    BOOST_TEST(seen.links[0].reading == "media-type", row.type);
  }
  // Calendars and cards name the same links.
  BOOST_TEST(urls("Content-Type: text/plain; name=x.ics\n\nBEGIN:VCALENDAR\nURL:http://h/\n") ==
             "http://h/\n");
  // Nobody is shown the sheets of a bundle.
  BOOST_TEST(urls("Content-Type: multipart/related; boundary=b\n\n--b\nContent-Type: text/html\n\n"
                  "--b\nContent-Type: text/css\n\n" +
                  sheet + "--b--\n")
                 .empty());
  BOOST_TEST(urls("Content-Type: application/xml\n\n" + page).empty());
}

BOOST_AUTO_TEST_CASE(encodings_under_other_names) {
  const std::string html = "<a href=http://h/>";
  for (const std::string_view name : {"x-base64", "base64 x", "base64; x", "=?us-ascii?q?base64?="})
    BOOST_TEST(urls("Content-Type: text/html\nContent-Transfer-Encoding: " + std::string(name) +
                    "\n\n" + test::to_base64(html, "\n") + "\n") == "http://h/\n",
               name);
  // Who does not know the name reads it as it stands.
  BOOST_TEST(urls("Content-Type: text/html\nContent-Transfer-Encoding: x-base64\n\n" + html) ==
             "http://h/\n");
  BOOST_TEST(urls("Content-Type: text/html\nContent-Transfer-Encoding: 7 bit\n\n" + html) ==
             "http://h/\n");
  // Who knows of no comments there, as well.
  BOOST_TEST(urls("Content-Type: text/html\nContent-Transfer-Encoding: quoted-printable (c)\n\n"
                  "=3Cbase=20href=3D=4\"\nhttp://h/=20\">")
                 .find("http://h/") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(pages_by_their_first_bytes_in_other_readings) {
  const std::string page = "<html><a href='&#104;ttp://h/'>\n";
  BOOST_TEST(urls("Content-Transfer-Encoding: 8bit\nContent-Transfer-Encoding: base64\n\n" +
                  test::to_base64(page, "\n")) == "ttp://h/\nhttp://h/\n");
  BOOST_TEST(urls("Content-Type: text/x-y\nContent-Type: text/plain\n"
                  "Content-Transfer-Encoding: base64\nContent-Transfer-Encoding: 7bit\n\n" +
                  page)
                 .find("http://h/") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(names_with_a_cr_beside_them) {
  const std::string html = "<a href=http://h/>";
  for (const std::string_view name :
       {"\rContent-Transfer-Encoding:", "Content-Transfer-Encoding\r:"}) {
    const std::string head = "Content-Type: text/html\nX: y\n" + std::string(name);
    BOOST_TEST(urls(head + " base64\n\n" + test::to_base64(html, "\n")).find("http://h/\n") !=
                   std::string::npos,
               name);
    // Who drops no CR takes it as it stands.
    BOOST_TEST(urls(head + " base64\n\n" + html).find("http://h/\n") != std::string::npos, name);
  }
}

BOOST_AUTO_TEST_CASE(a_byte_order_mark_that_nobody_asks_for) {
  BOOST_TEST(urls("Content-Type: text/html\n\n\xFE\xFF<a href=http://h/>") == "http://h/\n");
  BOOST_TEST(urls("Content-Type: text/html; charset=us-ascii\n\n\xFF\xFE<a href=http://h/>") ==
             "http://h/\n");
}

BOOST_AUTO_TEST_CASE(a_header_that_holds_no_field) {
  // Behind the empty line there is a page, for who looks for that.
  BOOST_TEST(urls("Content-Type: multipart/mixed; boundary=b\n\n--b\nno field\n\n"
                  "<html><a href='&#104;ttp://h/'>\n--b--\n") == "ttp://h/\nhttp://h/\n");
}

// What is rewritten is the tag: one that several charsets have is told once.
BOOST_AUTO_TEST_CASE(bases_of_a_text_in_several_charsets_are_told_once) {
  struct Bases final : Visitor {
    std::string out;
    Visit text(const TextReport& report) override {
      out.append(report.charset).append(" ");
      out += std::to_string(report.finds->base_tags.size()) + '\n';
      return Visit::go_on;
    }
  };
  const auto told = [](const std::string& body) {
    Bases bases;
    const std::string mail = "Content-Type: text/html; charset=us-ascii\n\n" + body;
    walk(read_message(mail), {}, static_cast<Visitor&>(bases));
    return bases.out;
  };
  const std::string page = "<base href=http://a/><a href=x>";
  BOOST_TEST(told(page) == "us-ascii 1\n");
  // Windows-1252 to browsers, and UTF-8 to others.
  BOOST_TEST(told(page + "\xC3\xA4") == "windows-1252 1\nutf-8 0\n");
}

BOOST_AUTO_TEST_CASE(scripts_on_and_off) {
  const std::string head = "Content-Type: text/html\n\n";
  BOOST_TEST(urls(head + "<a href=http://h/1><noscript><a href=http://h/2></noscript>") ==
             "http://h/1\nhttp://h/2\n");
  BOOST_TEST(urls(head + "<noscript><p title='</noscript><a href=http://h/3>'>") == "http://h/3\n");
  // The same link at another place is another one: only the first is edited where mail is
  // rewritten.
  BOOST_TEST(urls(head + "<a href=http://h/>a</a><noscript><p title='</noscript>"
                         "<a href=http://h/>b</a>'>") == "http://h/\nhttp://h/\n");
  // A base of the other reading stays in it.
  const std::string base =
      "<noscript><p title='</noscript><base href =http://other/>'></noscript><a href=x>";
  const test::Collect seen = collect("Content-Base: http://h/\n" + head + base);
  BOOST_TEST_REQUIRE(seen.links.size() == 2U);
  BOOST_TEST(seen.links[0].url == "http://h/x");
  BOOST_TEST(seen.links[1].url == "http://other/x");
}

// A text that was read in another way may have no other links all the same; one that cannot is not
// read (tests/extract/seams_test.cpp).
BOOST_AUTO_TEST_CASE(what_cannot_have_other_links_is_not_read_again) {
  struct Again final : Visitor {
    Visit text(const TextReport& report) override {
      if (report.reading) names.append(name(*report.reading)).append(1, ' ');
      return Visit::go_on;
    }
    std::string names;
  };
  const auto readings = [](const std::string& mail, const WalkOptions& options = {}) {
    Again again;
    walk(read_message(mail, options.limits), options, static_cast<Visitor&>(again));
    return again.names;
  };
  const auto page = [](std::string_view type, std::string_view html) {
    return "Content-Type: text/html" + std::string(type) + "\n\n" + std::string(html) + "\n";
  };
  const auto pages = [&](std::string_view a, std::string_view b) {
    return "Content-Type: multipart/mixed; boundary=b\n\n--b\n" + page("", a) + "--b\n" +
           page("", b) + "--b--\n";
  };
  BOOST_TEST(readings(page("", "<noscript><a href=http://h/></noscript><a href=http://i/>")) == "");
  BOOST_TEST(readings(page("", "<noscript><a href=http://h/>")) == "");
  BOOST_TEST(readings(page("", "<noscript><p title='</noscript>'>")) == "scripting ");
  BOOST_TEST(readings(page("", "<noscript><base href=http://h/></noscript>")) == "scripting ");
  BOOST_TEST(readings(page("", "<noscript><svg></noscript>")) == "scripting ");
  BOOST_TEST(readings(page("; charset=utf-7", "+AD4-")) == "charset ");
  // What it holds in another charset is not known.
  BOOST_TEST(readings(page("; charset=utf-7", "+AD4-<noscript>x</noscript>")) ==
             "charset scripting scripting ");

  const std::string_view link = "<!DOCTYPE html><p><b><a href=http://h/>x<table><td>";
  BOOST_TEST(readings(pages(link, link)) == "");
  // With a tag between them, and without.
  BOOST_TEST(readings(pages("<p title='", link)) == "part-joined part-joined ");
  BOOST_TEST(readings(pages(link, "<base href=http://i/>")) == "part-joined ");
  BOOST_TEST(readings(pages("<svg>", link)) == "part-joined ");
  BOOST_TEST(readings(pages("<svg></svg>", link)) == "");
  // What a limit has cut off of both.
  WalkOptions few;
  few.limits.links = 2;
  BOOST_TEST(readings(pages(link, link), few) == "part-joined ");
}

// The label that nobody writes so: a link that a mail program shows all the same.
BOOST_AUTO_TEST_CASE(charsets_that_only_some_find_in_the_field) {
  const auto found = [](std::string_view parameters) {
    return urls("Content-Type: text/html; " + std::string(parameters) +
                "\n\n+ADw-a href+AD0-http+ADo-//h/+AD4-x");
  };
  BOOST_TEST(found("charset={utf-7}") == "http://h/\n");
  BOOST_TEST(found("charset=\"us-ascii\"; charset*0=utf-; charset*1=7") == "http://h/\n");
  BOOST_TEST(found("charset\v=utf-7") == "http://h/\n");
  BOOST_TEST(found("charset={us-ascii}") == "");
}

BOOST_AUTO_TEST_CASE(documents_by_type_name_and_first_bytes) {
  const std::string html = "<!-- <a href='mailt&#111;:no'> --><a href=http://h/>x</a>";
  BOOST_TEST(urls("Content-Type: text/css; name=a.html\n\n" + html) == "http://h/\n");
  BOOST_TEST(urls("Content-Type: text/calendar\n\n" + html).find("http://h/\n") !=
             std::string::npos);
  BOOST_TEST(urls("Content-Type: text/plain\n\n<a href='mailt&#111;:a'>") == "mailto:a\n");
  BOOST_TEST(urls("Content-Type: text/plain\n\nno page: <a href='mailt&#111;:a'>") == "");
}

BOOST_AUTO_TEST_CASE(they_are_bounded) {
  const auto named = [](int names) {
    std::string type = "Content-Type: application/octet-stream";
    for (int i = 0; i < names; ++i) type += "; name=" + std::to_string(i) + ".bin";
    return collect(type + "\n\nx").has_note("limit-readings");
  };
  BOOST_TEST(!named(9));
  BOOST_TEST(named(10));
  const test::Collect seen = collect(
      "Content-Type: text/calendar; name=a.html\nContent-Transfer-Encoding: base64\n\n=QUJD" +
      test::to_base64(std::string(20000, ' '), "\n"));
  BOOST_TEST(!seen.has_note("limit-readings"));
  BOOST_TEST(collect("Content-Type: text/calendar; name=a.html\n"
                     "Content-Transfer-Encoding: base64\n\n=-" +
                     test::to_base64("<noscript>" + std::string(20000, ' '), "\n"))
                 .has_note("limit-readings"));
}

BOOST_AUTO_TEST_CASE(the_last_of_several_formats) {
  const auto read = [](std::string_view parameters) {
    return urls("Content-Type: text/plain; " + std::string(parameters) +
                "\n\nhttp://h \n.example/ a\n");
  };
  const std::string fixed = "http://h\n", flowed = "http://h.example/\n";
  BOOST_TEST(read("format=fixed; format=flowed; delsp=yes") == fixed + flowed);
  BOOST_TEST(read("format=flowed; delsp=no; delsp=yes") == fixed + flowed);
  BOOST_TEST(read("format=fixed; format=FIXED; delsp=yes; delsp=no") == fixed);
  BOOST_TEST(read("format=flowed; format=Flowed; delsp=yes") == flowed + fixed);
}

BOOST_AUTO_TEST_SUITE_END()

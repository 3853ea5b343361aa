// SPDX-License-Identifier: MIT
//
// Links that only another reading has, edited where they stand ([H6]).
#include <boost/test/unit_test.hpp>

#include "basewalk/walk/walk.h"
#include "rewrite/rewriting.h"

using namespace basewalk;
using rewrite::Edit;
using rewrite::Kept;
using rewrite::Options;
using rewrite::Rewritten;

namespace {

Options wrapping() {
  Options options;
  options.absolute = false;
  options.wrap = "https://guard.example/{url}";
  return options;
}

// What no text shows as a URL: an edit of it is one of the reading that sees markup.
#define LINK "<a href='&#104;ttp&#58;&#47;&#47;h/'>x</a>\n"
#define WRAPPED "<a href='https://guard.example/http%3A%2F%2Fh%2F'>x</a>\n"

std::string with(std::string text, std::string_view what, std::string_view put) {
  for (std::size_t at = text.find(what); at != text.npos; at = text.find(what, at + put.size()))
    text.replace(at, what.size(), put);
  return text;
}

struct Row {
  std::string_view title, bytes;
  Doubt doubt;
};

const Row kEdited[] = {
    {"a part behind the closing delimiter",
     "Content-Type: multipart/mixed; boundary=b\n\n--b\n\none\n--b--\n--b\n"
     "Content-Type: text/html\n\n" LINK "--b--\n",
     Doubt::behind_close},
    {"a header of a part that ends at a line that is no field",
     "Content-Type: multipart/mixed; boundary=b\n\n--b\nContent-Type: text/html\nno field\n" LINK
     "\none\n--b--\n",
     Doubt::header_end},
    {"a second boundary",
     "Content-Type: multipart/mixed; boundary=b; boundary=c\n\n--b\n\none\n--b--\n--c\n"
     "Content-Type: text/html\n\n" LINK "--c--\n",
     Doubt::boundary_value},
    {"a page by its name", "Content-Type: text/css; name=x.html\n\n<html>" LINK, Doubt::media_type},
    {"a page by its name, in lines of CRLF",
     "Content-Type: text/css; name=x.html\r\n\r\n<!DOCTYPE html>\r\n" LINK, Doubt::media_type},
    {"for those who run scripts",
     "Content-Type: text/html\n\n<body><noscript><p title=\"</noscript>" LINK "\"></noscript>\n",
     Doubt::scripting},
};

// The same in a transfer encoding: the reading that sees them decodes them as the first one does.
const Row kEncoded[] = {
    {"a page by its name, in base64",
     "Content-Type: text/css; name=x.html\nContent-Transfer-Encoding: base64\n\n"
     "PGh0bWw+PGEgaHJlZj0naHR0cDovL2gvJz54PC9hPgo=\n",
     Doubt::media_type},
    {"a page by its name, in quoted-printable",
     "Content-Type: text/css; name=x.html\n"
     "Content-Transfer-Encoding: quoted-printable\n\n<html><a href=3D'http://h/'>\n",
     Doubt::media_type},
};

const Row kStay[] = {
    {"the header of the whole", "Content-Type: text/html\nno field\n" LINK "\none\n",
     Doubt::header_end},
    {"in a charset that shifts",
     "Content-Type: text/html; charset=utf-7\n\n"
     "+ADwAYQAgAGgAcgBlAGYAPQAnAGgAdAB0AHAAOgAvAC8AaAAvACcAPgB4ADwALwBhAD4-\n",
     Doubt::charset},
    {"where the first reading decodes what another one does not",
     "Content-Type: text/html\nContent-Transfer-Encoding: base64\n"
     "Content-Transfer-Encoding: 7bit\n\n" LINK,
     Doubt::transfer},
    {"what is signed",
     "Content-Type: multipart/signed; boundary=s\n\n--s\nContent-Type: text/css; "
     "name=x.html\n\n<html>" LINK "--s\nContent-Type: application/pgp-signature\n\nx\n--s--\n",
     Doubt::media_type},
    {"what has a signature around it",
     "Content-Type: text/css; name=x.html\n\n-----BEGIN PGP SIGNED MESSAGE-----\n\n"
     "<html>" LINK "-----BEGIN PGP SIGNATURE-----\n\nx\n-----END PGP SIGNATURE-----\n",
     Doubt::media_type},
    {"what is encrypted",
     "Content-Type: multipart/encrypted; boundary=s\n\n--s\nContent-Type: text/css;"
     " name=x.html\n\n<html>" LINK "--s--\n",
     Doubt::media_type},
    {"in a message that is itself encoded",
     "Content-Type: message/rfc822\nContent-Transfer-Encoding: base64\n\n"
     // Content-Type: text/css; name=x.html, <html> and the link
     "Q29udGVudC1UeXBlOiB0ZXh0L2NzczsgbmFtZT14Lmh0bWwKCjxodG1sPjxhIGhyZWY9J2h0dHA6\n"
     "Ly9oLyc+eDwvYT4K\n",
     Doubt::media_type},
};

struct Readings {
  std::string first, other;  // "part clicked", one a line
};
Readings readings_of(const std::string& bytes) {
  Readings readings;
  walk(read_message(bytes), {}, [&](const Link& link) {
    (link.reading ? readings.other : readings.first)
        .append(link.part)
        .append(" ")
        .append(link.clicked.value_or("-"))
        .append("\n");
  });
  return readings;
}

std::string bytes_of(const Rewritten& result) {
  std::string bytes;
  result.append_to(bytes);
  return bytes;
}

// The links of another reading are edited, and nothing else is.
void check_edited(const Row& row, const Rewritten& result) {
  BOOST_REQUIRE_EQUAL(result.edit_count, 1U);
  const Edit& edit = result.edits.at(0);
  BOOST_TEST((edit.kind == Edit::Kind::wrap));
  BOOST_TEST((edit.reading == row.doubt));
  BOOST_TEST(edit.from == "http://h/");
  BOOST_TEST(edit.to == "https://guard.example/http%3A%2F%2Fh%2F");
  BOOST_TEST(edit.offset >= result.body);
  BOOST_TEST(edit.offset < row.bytes.size());
  BOOST_TEST(result.kept_count == 0U);
  BOOST_TEST(result.kept.empty());
  // That readers differ is told all the same.
  BOOST_TEST((result.verdict == Verdict::differs));
  BOOST_TEST(result.doubt_count == 1U);
}

}  // namespace

BOOST_AUTO_TEST_SUITE(other_readings)

BOOST_AUTO_TEST_CASE(links_of_another_reading_are_edited_where_they_stand) {
  rewrite::Rewriter rewriter = test::rewriter(wrapping());
  for (const Row& row : kEdited) {
    BOOST_TEST_CONTEXT(row.title) {
      const Rewritten result = rewriter.rewrite(row.bytes);
      check_edited(row, result);
      const std::string bytes = bytes_of(result);
      BOOST_TEST(bytes == with(std::string(row.bytes), LINK, WRAPPED));
      BOOST_TEST(!rewriter.rewrite(bytes).changed());
    }
  }
}

BOOST_AUTO_TEST_CASE(in_the_encoding_of_the_first_reading) {
  rewrite::Rewriter rewriter = test::rewriter(wrapping());
  for (const Row& row : kEncoded) {
    BOOST_TEST_CONTEXT(row.title) {
      const Rewritten result = rewriter.rewrite(row.bytes);
      check_edited(row, result);
      const std::string bytes = bytes_of(result);
      BOOST_TEST(
          readings_of(bytes).other.starts_with("1 https://guard.example/http%3A%2F%2Fh%2F\n"));
      BOOST_TEST(!rewriter.rewrite(bytes).changed());
    }
  }
}

BOOST_AUTO_TEST_CASE(what_the_first_reading_shows_otherwise_stays_and_is_told) {
  rewrite::Rewriter rewriter = test::rewriter(wrapping());
  for (const Row& row : kStay) {
    BOOST_TEST_CONTEXT(row.title) {
      const Rewritten result = rewriter.rewrite(row.bytes);
      BOOST_TEST(!result.changed());
      BOOST_TEST(result.edit_count == 0U);
      BOOST_REQUIRE_GE(result.kept.size(), 1U);
      BOOST_TEST((result.kept.back().why == Kept::Why::ambiguous));
      BOOST_TEST((result.verdict == Verdict::differs));
      BOOST_REQUIRE_EQUAL(result.doubts.size(), 1U);
      BOOST_TEST((result.doubts[0].doubt == row.doubt));
    }
  }
}

BOOST_AUTO_TEST_CASE(what_is_signed_is_edited_where_that_is_asked_for) {
  Options options = wrapping();
  options.edit_signed = true;
  rewrite::Rewriter rewriter = test::rewriter(options);
  std::size_t edited = 0;
  for (const Row& row : kStay) {
    if (row.title.find("sign") == row.title.npos) continue;
    const Rewritten result = rewriter.rewrite(row.bytes);
    BOOST_TEST(bytes_of(result) == with(std::string(row.bytes), LINK, WRAPPED));
    ++edited;
  }
  BOOST_TEST(edited == 2U);
}

// Both readings have links of their own in one message; all are edited, and both lists say so.
BOOST_AUTO_TEST_CASE(links_of_all_readings_are_edited) {
  Options options = wrapping();
  options.mark = true;
  rewrite::Rewriter rewriter = test::rewriter(options);
  const std::string mail =
      "Subject: s\nContent-Type: multipart/mixed; boundary=b\n\n--b\nContent-Type: text/html\n\n"
      "<a href=http://one/>\n--b\nContent-Type: text/css; name=x.html\n\n<html>" LINK
      "--b--\n--b\nContent-Type: text/html\n\n" LINK "--b--\n";
  const Rewritten result = rewriter.rewrite(mail);
  BOOST_TEST(result.edit_count == 3U);
  BOOST_REQUIRE_EQUAL(result.edits.size(), 3U);
  BOOST_TEST(!result.edits[0].reading);
  BOOST_TEST((result.edits[1].reading == Doubt::media_type));
  BOOST_TEST((result.edits[2].reading == Doubt::behind_close));
  for (const Edit& edit : result.edits)  // where it stood in what was given
    BOOST_TEST(mail.substr(0, edit.offset).find_last_of('<') ==
               mail.rfind("<a href=", edit.offset));
  BOOST_TEST(result.kept_count == 0U);
  const std::string bytes = bytes_of(result);
  BOOST_TEST(bytes.size() == result.size());
  BOOST_TEST(bytes.find(LINK) == bytes.npos);
  BOOST_TEST(bytes.find("X-Basewalk-Verdict: differs; links of ") != bytes.npos);
  BOOST_TEST(rewriter.rewrite(bytes).edit_count == 0U);
}

// What other readings are looked for in has marks by then, and these name bases.
BOOST_AUTO_TEST_CASE(a_base_in_a_mark_is_no_link) {
  Options options = wrapping();
  options.mark = true;
  rewrite::Rewriter rewriter = test::rewriter(options);
  const std::string_view rows[] = {
      "Content-Type: text/html\n\n<base href=http://b/>" LINK "<noscript><p></noscript>\n",
      "Content-Type: multipart/mixed; boundary=b\nBase: http://b/\n\n"
      "--b\nContent-Type: text/html\n\n" LINK "\n--b\nContent-Type: text/html\n\n<p>\n--b--\n",
  };
  for (const std::string_view row : rows) {
    const Rewritten result = rewriter.rewrite(row);
    BOOST_TEST(result.edit_count == 1U);
    BOOST_TEST(result.kept_count == 0U);
    const std::string bytes = bytes_of(result);
    BOOST_TEST(bytes.find("X-Basewalk-Verdict: clear") != bytes.npos);
    BOOST_TEST(bytes.find(" <http://b/>") != bytes.npos);
  }
}

// The guard becomes a base to Roundcube, and the path a host below that.
BOOST_AUTO_TEST_CASE(a_base_that_an_edit_makes_is_told) {
  rewrite::Rewriter rewriter = test::rewriter(wrapping());
  const std::string page =
      "Content-Type: text/html\n\n<BASE target=x><a href=\"http://h/\">x</a><a href=\"";
  const std::string path = page + "/i.example/x\">x</a>\n";
  const Rewritten result = rewriter.rewrite(path);
  BOOST_TEST(result.edit_count == 1U);
  BOOST_TEST_REQUIRE(result.kept.size() == 1U);
  BOOST_TEST((result.kept[0].why == Kept::Why::check));
  BOOST_TEST((result.verdict == Verdict::differs));
  const std::string whole = page + "https://i.example/x\">x</a>\n";
  const Rewritten other = rewriter.rewrite(whole);
  BOOST_TEST(other.edit_count == 2U);
  BOOST_TEST(other.kept.empty());
  BOOST_TEST((other.verdict == Verdict::clear));
}

// What the first reading shows as a text is edited there, and nothing is left to be told.
BOOST_AUTO_TEST_CASE(what_the_first_reading_has_edited_is_not_kept) {
  rewrite::Rewriter rewriter = test::rewriter(wrapping());
  const std::string_view rows[] = {
      "Content-Type: text/plain\nContent-Type: text/html\n\n<a href=\"http://h/\">x</a>\n",
      "Content-Type: text/html\n\n<noscript><xmp></noscript><a href=\"http://h/\">x</a></xmp>\n",
  };
  for (const std::string_view row : rows) {
    const Rewritten result = rewriter.rewrite(row);
    BOOST_TEST(result.edit_count == 1U);
    BOOST_TEST(result.doubt_count == 1U);
    BOOST_TEST(result.kept_count == 0U);
    BOOST_TEST(result.kept.empty());
    BOOST_TEST((result.verdict == Verdict::differs));
  }
}

// The same bytes lead to different places for two readers: no edit is right for both.
BOOST_AUTO_TEST_CASE(what_two_readings_take_in_two_ways_stays) {
  rewrite::Rewriter rewriter = test::rewriter(wrapping());
  const std::string mail =
      "Content-Type: multipart/mixed; boundary=b; boundary=c\n\n--b\n\none\n--b--\n"
      "--c\nContent-Type: text/html\nContent-Base: http://c/\n\n"
      "--b\nContent-Type: text/html\nContent-Base: http://b/\n\n<a href=x>\n--b--\n--c--\n";
  const Rewritten result = rewriter.rewrite(mail);
  const std::string bytes = bytes_of(result);
  // Whatever is left was told.
  const Rewritten again = rewriter.rewrite(bytes);
  BOOST_TEST(again.edit_count == 0U);
  BOOST_TEST(again.kept_count == result.kept_count);
  BOOST_TEST((result.verdict == Verdict::differs));
}

// An edit may not change what the first reading shows: here it would end a longer line of base64.
// The one has its end in common with what the other makes of it: the splices do not overlap.
BOOST_AUTO_TEST_CASE(of_links_that_lie_in_one_another_one_is_edited) {
  Options options = wrapping();
  options.wrap = "https://guard.example/?u={url}";
  options.walk.retrieved = "http://f.example/a";
  const std::string bytes = "\xFF\xFE\n\n<a href=\"?WWW.xx\">x</a>";
  rewrite::Rewriter rewriter = test::rewriter(options);
  const Rewritten result = rewriter.rewrite(bytes);
  BOOST_TEST_REQUIRE(result.edits.size() == 1U);
  BOOST_TEST(result.edits[0].to == "https://guard.example/?u=http%3A%2F%2Ff.example%2Fa%3FWWW.xx");
  BOOST_TEST(bytes_of(result) == with(bytes, "?WWW.xx", result.edits[0].to));
}

BOOST_AUTO_TEST_CASE(the_first_reading_has_the_links_that_it_had) {
  rewrite::Rewriter rewriter = test::rewriter(wrapping());
  const std::string_view rows[] = {
      // A boundary of another reading within a text of the first.
      "Content-Type: multipart/mixed; boundary=b; boundary=c\n\n--b\nContent-Type: text/html\n\n"
      "<base href=http://base/><!--\n--c\nContent-Type: text/html\n\n" LINK
      "--c--\n-->"
      "<img src=y>\n--b--\n",
      // Its links are the bytes of a base of the first.
      "Content-Type: multipart/mixed; boundary=b; boundary=c\n\n--b\nContent-Type: text/html\n\n"
      "--c\nContent-Type: text/plain\n\n<base href=http://base/x>\n--c--\n<img src=y>\n--b--\n",
  };
  for (const std::string_view row : rows) {
    const Readings before = readings_of(std::string(row));
    const Rewritten result = rewriter.rewrite(row);
    BOOST_TEST(readings_of(bytes_of(result)).first == before.first, row);
  }
}

BOOST_AUTO_TEST_SUITE_END()

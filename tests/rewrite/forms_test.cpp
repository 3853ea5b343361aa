// SPDX-License-Identifier: MIT
//
// One text in every transfer encoding, line end and charset: the link changes, and nothing else.
#include <unicode/ucnv.h>
#include <algorithm>
#include <boost/test/unit_test.hpp>

#include "basewalk/mime/decode.h"
#include "rewrite/random.h"
#include "rewrite/rewriting.h"
#include "walk/encode.h"

using namespace basewalk;

namespace {

struct Charset {
  std::string_view name;  // as declared
  const char* icu;
  std::string_view word;       // UTF-8, of letters that it has
  std::string_view mark = {};  // a byte order mark
};

using namespace std::string_literals;

constexpr Charset kCharsets[] = {
    {"us-ascii", "US-ASCII", "word"},
    {"utf-8", "UTF-8", "w\u00F6rd \u65E5\u672C \U0001F600"},
    {"utf-8", "UTF-8", "w\u00F6rd", "\xEF\xBB\xBF"},
    {"iso-8859-1", "ISO-8859-1", "w\u00F6rd"},
    {"windows-1252", "windows-1252", "\u20ACw\u00F6rd"},
    {"windows-1251", "windows-1251", "\u0441\u043B\u043E\u0432\u043E"},
    {"iso-8859-2", "ISO-8859-2", "s\u0142owo"},
    {"iso-8859-15", "ISO-8859-15", "\u20ACuro"},
    {"koi8-r", "KOI8-R", "\u0441\u043B\u043E\u0432\u043E"},
    {"gbk", "gb18030", "\u4E2D\u6587"},
    {"gb18030", "gb18030", "\u4E2D\u6587\U0001F600"},
    {"big5", "Big5", "\u4E2D\u6587"},
    {"shift_jis", "ibm-943_P15A-2003", "\u65E5\u672C\u8A9E\u8868"},
    {"euc-jp", "EUC-JP", "\u65E5\u672C\u8A9E"},
    {"euc-kr", "windows-949", "\uD55C\uAD6D"},
    {"utf-16", "UTF-16LE", "w\u00F6rd \U0001F600", "\xFF\xFE"},
    {"utf-16", "UTF-16BE", "w\u00F6rd \U0001F600", "\xFE\xFF"},
    {"utf-16le", "UTF-16LE", "w\u00F6rd"},
    {"x-mac-cyrillic", "x-mac-cyrillic", "\u0441\u043B\u043E\u0432\u043E"},
    {"iso-2022-jp", "ISO-2022-JP", "\u65E5\u672C\u8A9E"},
};

std::string in_charset(std::string_view text, const Charset& charset) {
  UErrorCode error = U_ZERO_ERROR;
  std::vector<UChar> units(text.size() + 1);
  UConverter* utf8 = ucnv_open("UTF-8", &error);
  const std::int32_t count =
      ucnv_toUChars(utf8, units.data(), static_cast<std::int32_t>(units.size()), text.data(),
                    static_cast<std::int32_t>(text.size()), &error);
  ucnv_close(utf8);
  std::string out(8 * text.size() + 16, '\0');
  UConverter* converter = ucnv_open(charset.icu, &error);
  out.resize(static_cast<std::size_t>(ucnv_fromUChars(
      converter, out.data(), static_cast<std::int32_t>(out.size()), units.data(), count, &error)));
  ucnv_close(converter);
  BOOST_TEST_REQUIRE(U_SUCCESS(error), charset.name);
  return std::string(charset.mark) + out;
}

std::string with_line_ends(std::string_view text, std::string_view kind) {
  std::string out;
  std::size_t lines = 0;
  for (const char c : text) {
    if (c != '\n')
      out += c;
    else if (kind == "mixed")
      out += ++lines % 2 == 0 ? "\n" : "\r\n";
    else
      out += kind == "crlf" ? "\r\n" : "\n";
  }
  return out;
}

std::string encoded(std::string_view bytes, std::string_view encoding, std::string_view line_end) {
  if (encoding == "base64") return test::to_base64(bytes, line_end);
  if (encoding == "quoted-printable") return test::to_quoted_printable(bytes, line_end);
  return std::string(bytes);
}

std::string text_of(std::string_view bytes, std::string_view charset) {
  const Message message = read_message(bytes);
  Notes notes;
  std::string out;
  mime::decode_transfer(message.body_of(message.root()), message.root().encoding, out, {notes});
  mime::CharsetDecoder charsets;
  return std::string(charsets.to_utf8(out, charset, mime::TextKind::html, {notes}));
}

BOOST_AUTO_TEST_SUITE(forms)

BOOST_AUTO_TEST_CASE(edits_every_encoding_line_end_and_charset) {
  std::size_t count = 0;
  for (const Charset& charset : kCharsets) {
    for (const std::string_view encoding : {"8bit", "quoted-printable", "base64"}) {
      for (const std::string_view ends : {"lf", "crlf", "mixed"}) {
        const std::string word(charset.word);
        const std::string text =
            with_line_ends("<p>" + word + "\n<a href=\"x/" + word + "\">" + word +
                               "</a><img src=i.png>" + word + "\n<p>more " + word + "\n",
                           ends);
        const std::string head = with_line_ends(
            "MIME-Version: 1.0\nBase: http://h.example/\n"
            "Content-Type: text/html; charset=" +
                std::string(charset.name) +
                "\nContent-Transfer-Encoding: " + std::string(encoding) + "\n\n",
            ends);
        const std::string_view line_end = ends == "lf" ? "\n" : "\r\n";
        const std::string mail = head + encoded(in_charset(text, charset), encoding, line_end);
        BOOST_TEST_CONTEXT(charset.name << " " << encoding << " " << ends) {
          const test::Outcome outcome = test::rewritten(mail, {});
          for (const rewrite::Kept& kept : outcome.kept)
            BOOST_ERROR(name(kept.why) << " " << kept.from);
          BOOST_TEST(outcome.edits.size() == 2U);
          BOOST_TEST(outcome.bytes.starts_with(head));
          std::string got = text_of(outcome.bytes, charset.name);
          // Where the charset may not hold it, a character is written as a reference.
          std::string wanted = text;
          wanted.replace(wanted.find("src=i"), 5, "src=http://h.example/i");
          const std::size_t href = wanted.find("href=\"") + 6;
          const std::size_t quote = wanted.find('"', href);
          const std::size_t got_quote = got.find('"', got.find("href=\"") + 6);
          BOOST_TEST(got.substr(0, href) == wanted.substr(0, href));
          BOOST_TEST(got.substr(got_quote) == wanted.substr(quote));
          std::string url;
          walk(read_message(outcome.bytes), {}, [&](const Link& link) {
            if (extract::where(link.place) == "a[href]") url = link.raw;
          });
          BOOST_TEST(url == "http://h.example/x/" + word);
          ++count;
        }
      }
    }
  }
  BOOST_TEST_MESSAGE(count << " forms");
}

// The edit begins and ends beside characters of every width: the reference is the word alone.
BOOST_AUTO_TEST_CASE(edits_references_that_begin_and_end_with_any_character) {
  for (const Charset& charset : kCharsets) {
    for (const std::string_view encoding : {"8bit", "base64"}) {
      for (const bool emoji : {false, true}) {
        std::string word(charset.word);
        if (emoji) {  // a character alone that takes two units of UTF-16
          if (word.find("\U0001F600") == std::string::npos) continue;
          word = "\U0001F600";
        }
        std::replace(word.begin(), word.end(), ' ', '-');
        const std::string mail =
            "Base: http://h.example/\nContent-Type: text/html; charset=" +
            std::string(charset.name) + "\nContent-Transfer-Encoding: " + std::string(encoding) +
            "\n\n" +
            encoded(in_charset("<p>" + word + "<a href=\"" + word + "\">" + word + "</a>" + word,
                               charset),
                    encoding, "\n");
        BOOST_TEST_CONTEXT(charset.name << " " << encoding << " " << emoji) {
          const test::Outcome outcome = test::rewritten(mail, {});
          // In a charset with states what is not ASCII stays.
          if (charset.name == "iso-2022-jp") {
            BOOST_TEST(outcome.has_kept(rewrite::Kept::Why::charset));
            continue;
          }
          BOOST_TEST_REQUIRE(outcome.edits.size() == 1U);
          const std::string text = text_of(outcome.bytes, charset.name);
          BOOST_TEST(text.starts_with("<p>" + word + "<a href=\"http://h.example/"));
          BOOST_TEST(text.ends_with("\">" + word + "</a>" + word));
          std::string url;
          walk(read_message(outcome.bytes), {}, [&](const Link& link) { url = link.raw; });
          BOOST_TEST(url == "http://h.example/" + word);
        }
      }
    }
  }
}

// Half a character of UTF-16 before the edit stands for one character, wherever it stands.
BOOST_AUTO_TEST_CASE(edits_texts_of_utf_16_with_halves_of_characters) {
  const std::string high = "\xD8\x3D", low = "\xDE\x00"s, pair = high + low, a = "\0a"s,
                    u = "\0\xFC"s;
  for (const std::string& lead :
       {low, a + low, u + low, high + u, high, high + a, low + high, high + high, pair, pair + low,
        high + pair, a + low + low + pair + high}) {
    const std::string head =
        "Base: http://h.example/\nContent-Type: text/html; charset=utf-16be\n\n";
    const std::string mail = head + lead + in_charset("<a href='x'>", {"", "UTF-16BE", ""}) + low;
    const test::Outcome outcome = test::rewritten(mail, {});
    BOOST_TEST(outcome.bytes ==
               head + lead + in_charset("<a href='http://h.example/x'>", {"", "UTF-16BE", ""}) +
                   low);
  }
}

// Each part is edited by itself, whatever was edited before it by the same rewriter.
BOOST_AUTO_TEST_CASE(edits_several_encoded_parts_of_several_messages) {
  std::string mail, wanted;
  for (std::string* const out : {&mail, &wanted}) {
    const std::string base = out == &wanted ? "http://h.example/" : "";
    *out = "Base: http://h.example/\nContent-Type: multipart/mixed; boundary=b\n\n";
    for (const std::string_view encoding :
         {"base64", "quoted-printable", "base64", "quoted-printable", "8bit"})
      *out += "--b\nContent-Type: text/html; charset=utf-8\nContent-Transfer-Encoding: " +
              std::string(encoding) + "\n\n" +
              encoded("<p>\u00E9<a href='" + base + "x'>" + std::string(encoding) + "\n", encoding,
                      "\n") +
              "\n";
    *out += "--b--\n";
  }
  rewrite::Rewriter rewriter = test::rewriter({});
  for (int round = 0; round < 2; ++round) {
    const rewrite::Rewritten result = rewriter.rewrite(mail);
    BOOST_TEST(result.edit_count == 5U);
    std::string got;
    result.append_to(got);
    BOOST_TEST(got == wanted);
  }
}

BOOST_AUTO_TEST_CASE(edits_texts_in_which_bytes_do_not_fit_their_charset) {
  // Padding must not protect a link from the filter.
  for (const std::string_view charset : {"utf-8", "gbk", "shift_jis", "euc-jp", "us-ascii", "big5",
                                         "iso-8859-8", "windows-1252", "no-such-charset"}) {
    const std::string mail =
        "Base: http://h.example/\nContent-Type: text/html; charset=" + std::string(charset) +
        "\n\n\xFF<p>\x81 \xE9\n<a href=\"x\">\xC3\xA9\xFE\xFF</a>\xE3";
    const test::Outcome outcome = test::rewritten(mail, {});
    std::string wanted = mail;
    wanted.insert(wanted.find("\"x\"") + 1, "http://h.example/");
    BOOST_TEST(outcome.bytes == wanted, charset);
  }
}

BOOST_AUTO_TEST_CASE(writes_a_base_of_odd_bytes_as_text) {
  for (const std::string_view charset : {"utf-8", "us-ascii", "windows-1252", "utf-16"}) {
    const std::string mail =
        "Base: http://h.example/\xFF\xC3\xA9/\nContent-Type: text/html; charset=" +
        std::string(charset) + "\nContent-Transfer-Encoding: quoted-printable\n\n" +
        test::to_quoted_printable(
            in_charset("<p>\u00E9<a href='x'>",
                       charset == "utf-16" ? kCharsets[15] : Charset{"", "windows-1252", ""}),
            "\n");
    const test::Outcome outcome = test::rewritten(mail, {});
    BOOST_TEST_REQUIRE(outcome.edits.size() == 1U, charset);
    BOOST_TEST(outcome.edits[0].to == "http://h.example/\u00FF\u00E9/x");
    std::string url;
    walk(read_message(outcome.bytes), {}, [&](const Link& link) { url = link.raw; });
    BOOST_TEST(url == "http://h.example/\u00FF\u00E9/x");
  }
}

// However a body of base64 is damaged before a link, the link is edited.  What only another reading
// of the damage shows stays, and is told.
BOOST_AUTO_TEST_CASE(edits_damaged_base64) {
  test::Random random(4648);
  std::size_t edited = 0;
  for (int round = 0; round < 3000; ++round) {
    std::string body;
    for (std::size_t i = random.below(12); i > 0; --i)
      body += random.one_of({"QUJD", "REVG", "A", "=", "==", "-", "_", "!", "\n", "+/+/"});
    body += "\nPGEgaHJlZj14Pj4+\nPGEgaHJlZj14Pj4+\n";  // <a href=x>>>
    const std::string mail =
        "Base: http://h.example/\nContent-Type: text/html; charset=us-ascii\n"
        "Content-Transfer-Encoding: base64\n\n" +
        body;
    const test::Outcome outcome = test::rewritten(mail, {});
    edited += outcome.edits.empty() ? 0 : 1;
    for (const rewrite::Kept& kept : outcome.kept)
      if (kept.why != rewrite::Kept::Why::ambiguous)
        BOOST_ERROR("[" << body << "] " << name(kept.why) << " " << kept.from);
  }
  BOOST_TEST(edited > 500U);
}

// A mailing list's footer in the clear, behind padding or where none was due.
BOOST_AUTO_TEST_CASE(keeps_the_footer_behind_base64) {
  const std::string footer =
      "_______________________________________________\nUsers mailing list -- users@list.example\n"
      "http://list.example/mailman/listinfo/users\n";
  for (std::size_t blanks = 0; blanks < 9; ++blanks) {
    const std::string html = "<p><a href=x>here</a>" + std::string(blanks, ' ') + "</p>";
    const std::string mail =
        "Base: http://h.example/\nContent-Type: text/html; charset=utf-8\n"
        "Content-Transfer-Encoding: base64\n\n" +
        test::to_base64(html, "\n") + "\n" + footer;
    const test::Outcome outcome = test::rewritten(mail, {});
    BOOST_TEST(outcome.edits.size() == 1U, blanks);
    BOOST_TEST(outcome.kept.empty(), blanks);
    BOOST_TEST(outcome.bytes.ends_with("\n" + footer), outcome.bytes);
    std::string url;
    walk(read_message(outcome.bytes), {}, [&](const Link& link) { url = link.raw; });
    BOOST_TEST(url == "http://h.example/x");
  }
}

// A link that only another reading shows is one of its own, however like it is to one that the
// first reading has.
BOOST_AUTO_TEST_CASE(edits_links_of_other_readings_behind_their_doubles) {
  const std::string link = "<a href='x'>";
  const std::string html = link + "<noscript><p title=\"</noscript>" + link + "\">";
  for (const bool encoded : {false, true}) {
    const std::string mail =
        "Base: http://h.example/\nContent-Type: text/html; charset=utf-8\n" +
        (encoded ? "Content-Transfer-Encoding: base64\n\n" + test::to_base64(html, "\n")
                 : "\n" + html) +
        "\n";
    const test::Outcome outcome = test::rewritten(mail, {});
    BOOST_TEST_REQUIRE(outcome.edits.size() == 2U);
    BOOST_TEST(!outcome.edits[0].reading);
    BOOST_TEST((outcome.edits[1].reading == Doubt::scripting));
    BOOST_TEST(outcome.kept.empty());
    std::size_t links = 0;
    walk(read_message(outcome.bytes), {}, [&](const Link& each) {
      BOOST_TEST(each.raw == "http://h.example/x");
      ++links;
    });
    BOOST_TEST(links == 2U);
  }
}

BOOST_AUTO_TEST_CASE(edits_texts_that_name_their_charset_far_from_the_top) {
  // An edit before it pushes it out of the bytes that are searched for it, or into them.
  for (const std::size_t blanks : {std::size_t{65450}, std::size_t{65490}, std::size_t{65400}}) {
    const std::string mail = "Content-Type: text/html\n\n<base href=\"http://h.example/" +
                             std::string(blanks < 900 ? 60 : 20, 'a') + "/\"><a href=\"x\">" +
                             std::string(blanks, '\n') + "<meta charset=koi8-r>\xC3\xC3\n";
    rewrite::Options options;
    options.drop_base = blanks < 900;
    const test::Outcome outcome = test::rewritten(mail, options);
    BOOST_TEST(outcome.edits.size() == (options.drop_base ? 2U : 1U), blanks);
    BOOST_TEST(outcome.kept.empty());
  }
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace

// SPDX-License-Identifier: MIT
//
// What a reader sees of a message, as HTML that can do nothing.
#include <boost/test/unit_test.hpp>
#include <map>
#include <random>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "basewalk/bundle/shown.h"
#include "basewalk/mime/decode.h"
#include "bundle/made_bundle.h"
#include "fuzz/bundle/shown_properties.h"
#include "html/soup.h"
#include "support/many.h"

using namespace basewalk;
using test::MadeBundle;

namespace {

// Numbers by the place of a find; those that a test does not name have none.
class Numbers final : public bundle::LinkNumbers {
 public:
  Numbers() = default;
  explicit Numbers(std::map<std::size_t, std::size_t> by_place) : by_place_(std::move(by_place)) {}
  std::size_t number(std::uint32_t, std::size_t begin) const override {
    const auto found = by_place_.find(begin);
    return found == by_place_.end() ? 0 : found->second;
  }

 private:
  std::map<std::size_t, std::size_t> by_place_;
};

// Every find has the number 7.
class Sevens final : public bundle::LinkNumbers {
 public:
  std::size_t number(std::uint32_t, std::size_t) const override { return 7; }
};

std::string shown(const std::string& text, const bundle::LinkNumbers& numbers,
                  bundle::ShownSummary* told = nullptr, std::size_t max_bytes = 0) {
  const Message message = read_message(text);
  const bundle::Bundle bundle(message, {}, bundle::Profile::compat);
  const std::vector<std::uint32_t> bodies = bundle::shown_bodies(bundle);
  if (bodies.empty()) return "no body";
  test::MemoryPage page;
  bundle::ShownOptions options;
  options.max_bytes = max_bytes;
  Result<bundle::ShownSummary> summary =
      bundle::show_body(bundle, bodies.front(), numbers, options, page);
  if (!summary) return "error " + summary.error().code;
  BOOST_TEST(summary->bytes == page.text.size());
  const std::string wrong = test::what_it_does(page.text);
  BOOST_TEST(wrong.empty(), wrong << " in " << page.text.substr(0, 2000));
  if (told != nullptr) *told = std::move(*summary);
  // Behind what every page begins with.
  const std::size_t head = page.text.find("</style>\n");
  return head == std::string::npos ? page.text : page.text.substr(head + 9);
}

std::string mail(std::string_view type, std::string_view body) {
  return "Content-Type: " + std::string(type) + "\r\n\r\n" + std::string(body);
}
std::string shown_html(std::string_view body) {
  return shown(mail("text/html; charset=utf-8", body), Sevens());
}

constexpr std::string_view kPicture = "data:image/png;base64,iVBORw0KGgo=";
constexpr std::string_view kPng = "iVBORw0KGgo=";
const std::string kLink = " href=\"about:srcdoc#7\" data-link=\"7\"";

MadeBundle with_page(std::string_view page) {
  return MadeBundle()
      .add("text/html", "http://h/p.html", page)
      .add("image/png", "http://h/a.png", kPng, "Content-Transfer-Encoding: base64\r\n")
      .add("text/css", "http://h/s.css",
           "@import 't.css';a{b:url(a.png)}c{d:'</style>'}e{f:url(x)}")
      .add("text/css", "http://h/t.css", "@import 's.css';g{h:url('a.png')}")
      .add("text/html", "http://h/f.html", "<p title=\"x\">&amp;<img src=a.png><a href=x>y</a>")
      .add("font/woff2", "http://h/no.woff2", "no font")
      .add("video/mp4", "http://h/v.mp4", "film");
}

}  // namespace

BOOST_AUTO_TEST_SUITE(shown_message)

// --- Which bodies

BOOST_AUTO_TEST_CASE(finds_the_bodies_that_a_reader_sees) {
  const auto multipart = [](std::string_view kind, std::string_view boundary,
                            std::string_view parts) {
    std::string out = "Content-Type: multipart/" + std::string(kind) +
                      "; boundary=" + std::string(boundary) + "\r\n\r\n";
    std::string_view rest = parts;
    while (!rest.empty()) {
      const std::size_t end = std::min(rest.find('|'), rest.size());
      out += "--" + std::string(boundary) + "\r\n" + std::string(rest.substr(0, end)) + "\r\n";
      rest.remove_prefix(std::min(end + 1, rest.size()));
    }
    return out + "--" + std::string(boundary) + "--\r\n";
  };
  const std::string html = mail("text/html", "h"), plain = mail("text/plain", "p"),
                    image = mail("image/png", "i"), ics = mail("text/calendar", "c");
  const std::string attached = "Content-Disposition: attachment\r\n" + html;
  const auto inner = [&](std::string_view kind, std::string_view parts) {
    return multipart(kind, "i", parts);
  };
  struct Row {
    int line;
    std::string message;
    std::string bodies;
  };
  const auto join = [](std::initializer_list<std::string> parts) {
    std::string out;
    for (const std::string& part : parts) out += (out.empty() ? "" : "|") + part;
    return out;
  };
  const Row rows[] = {
      {__LINE__, html, "1"},
      {__LINE__, "\r\nno header", "1"},
      {__LINE__, image, ""},
      {__LINE__, mail("application/xhtml+xml", "<p/>"), ""},
      {__LINE__, multipart("alternative", "b", join({plain, html})), "2"},
      {__LINE__, multipart("alternative", "b", join({html, plain})), "1"},
      {__LINE__, multipart("alternative", "b", join({plain, ics})), "1"},
      {__LINE__, multipart("alternative", "b", join({ics, image})), ""},
      {__LINE__, multipart("mixed", "b", join({plain, image, html, attached, ics})), "1 3"},
      {__LINE__,
       multipart("mixed", "b",
                 join({"Content-Disposition: inline; filename=a\r\n" + plain,
                       "Content-Disposition: x\r\n" + plain})),
       "1"},
      {__LINE__, multipart("mixed", "b", join({mail("message/rfc822", html), plain})), "2"},
      {__LINE__, multipart("related", "b", join({html, image, html})), "1"},
      {__LINE__, multipart("alternative", "b", join({plain, inner("related", "")})), "1"},
      {__LINE__,
       multipart("mixed", "b",
                 join({"Content-Disposition: attachment\r\n" +
                           mail("multipart/mixed; boundary=z", "--z\r\n\r\nx\r\n--z--"),
                       plain})),
       "2"},
  };
  for (const Row& row : rows) {
    BOOST_TEST_CONTEXT("line " << row.line) {
      const Message message = read_message(row.message);
      const bundle::Bundle bundle(message, {}, bundle::Profile::compat);
      std::string found;
      for (const std::uint32_t part : bundle::shown_bodies(bundle))
        found += (found.empty() ? "" : " ") + message.section(part);
      BOOST_TEST(found == row.bodies);
    }
  }
}

// A member of a multipart/alternative that is a multipart shows all that such one shows.
BOOST_AUTO_TEST_CASE(shows_all_of_the_member_that_is_shown) {
  const std::string text =
      "Content-Type: multipart/alternative; boundary=b\r\n\r\n--b\r\n\r\nplain\r\n--b\r\n"
      "Content-Type: multipart/mixed; boundary=m\r\n\r\n--m\r\nContent-Type: "
      "text/html\r\n\r\none\r\n--m\r\n"
      "Content-Type: image/png\r\n\r\nx\r\n--m\r\nContent-Type: "
      "text/html\r\n\r\ntwo\r\n--m--\r\n--b--\r\n";
  const Message message = read_message(text);
  const bundle::Bundle bundle(message, {}, bundle::Profile::compat);
  std::string found;
  for (const std::uint32_t part : bundle::shown_bodies(bundle))
    found += message.section(part) + " ";
  BOOST_TEST(found == "2.1 2.3 ");
}

// --- HTML

BOOST_AUTO_TEST_CASE(writes_what_shows_something_and_nothing_else) {
  struct Row {
    int line;
    std::string written, shown;
  };
  const Row rows[] = {
      {__LINE__, "<p align=center>x &lt; &amp; y</P>", "<p align=\"center\">x &lt; &amp; y</p>"},
      {__LINE__, "a<b title='\"<x>'>c", "a<b title=\"&quot;&lt;x&gt;\">c"},
      {__LINE__, "<body bgcolor=red onload=x()><table width=1><td>x",
       "<body bgcolor=\"red\"><table width=\"1\"><td>x"},
      {__LINE__, "1<script>x</script>2<SCRIPT src=x></SCRIPT >3", "123"},
      {__LINE__, "1<svg><script>x</script><text>t</text></svg>2", "1t2"},
      {__LINE__, "1<svg><style>x<p>seen", "1<p>seen"},
      {__LINE__, "1<svg><desc>d<p>e</p></desc><title>t<b>u</b></title></svg>2", "12"},
      {__LINE__, "<img usemap=#m><img usemap=m>", "<img usemap=\"#m\"><img>"},
      {__LINE__, "1<math><mi>m</mi></math>2", "1m2"},
      {__LINE__, "<title>t</title><template><p>x</template><noembed>x</noembed>y", "y"},
      {__LINE__, "<noscript>seen</noscript>", "seen"},
      {__LINE__, "<x-y onclick=z is=q>t</x-y><o:p>u</o:p>", "tu"},
      {__LINE__, "<xmp><b></xmp><plaintext><i>", "<pre>&lt;b&gt;</pre><pre>&lt;i&gt;"},
      {__LINE__, "<!-- c --><!--[if mso]><p>x<![endif]--><![if !mso]>y<![endif]>", "y"},
      {__LINE__,
       "<meta http-equiv=refresh content=0><meta name=viewport content=x><base href=http://h/>y",
       "y"},
      {__LINE__, "<link rel=icon href=x><link rel=preload href=y>z", "z"},
      {__LINE__,
       "<input autofocus type=password name=a value=v><input type=date value=q><input "
       "type=CHECKBOX checked>",
       "<input name=\"a\" value=\"v\"><input value=\"q\"><input checked=\"\" type=\"checkbox\">"},
      {__LINE__, "<p id=a id=b>", "<p id=\"a\">"},
      {__LINE__, std::string("a\0b<p title='\0'>", 16), "ab<p title=\"\xEF\xBF\xBD\">"},
      {__LINE__, "x<p title=", "x"},
      {__LINE__, "x</p title=", "x"},
      // Links.
      {__LINE__, "<a href=http://h/ target=_top ping=x download>t</a>", "<a" + kLink + ">t</a>"},
      {__LINE__, "<a href='javascript:x'>t</a><a>u</a>", "<a" + kLink + ">t</a><a>u</a>"},
      {__LINE__, "<map name=m><area href=http://h/ shape=rect coords=0,0,1,1></map>",
       "<map name=\"m\"><area shape=\"rect\" coords=\"0,0,1,1\"" + kLink + "></map>"},
      {__LINE__, "<form action=http://h/><button formaction=http://h/x>b</button></form>",
       "<a" + kLink + "></a><a" + kLink + "></a><button>b</button>"},
      {__LINE__, "<svg><a xlink:href=http://h/>t</a></svg>", "<a" + kLink + ">t</a>"},
      {__LINE__, "see http://h.example/ there", "see <a" + kLink + ">http://h.example/</a> there"},
      {__LINE__, "<a href=x>http://h.example/</a><textarea>http://h.example/</textarea>",
       "<a" + kLink + ">http://h.example/</a><textarea>http://h.example/</textarea>"},
      // What is not there.
      {__LINE__, "<object data=http://h/>o</object><embed src=http://h/><applet code=x>p</applet>",
       "<a" + kLink + "></a>o<a" + kLink + "></a>p"},
      {__LINE__, "<iframe src=http://h/>x</iframe>y", "<a" + kLink + "></a>y"},
      {__LINE__,
       "<video src=http://h/ poster=http://h/ autoplay>v<source src=http://h/><track "
       "src=http://h/></video>",
       "<video controls>v</video>"},
      {__LINE__, "<td background=http://h/x>y", "<td>y"},
      {__LINE__, "<table background=http://h/x></table>", "<table></table>"},
      {__LINE__, "<img src=''>", "<img>"},
      // Style sheets.
      {__LINE__, "<p style='color:red;background:url(http://h/)'>x",
       "<p style=\"color:red;background:url()\">x"},
      {__LINE__, "<p style='background:url(&quot;http://h/&quot;),url(#f)'>x",
       "<p style=\"background:url(&quot;&quot;),url(#f)\">x"},
      {__LINE__,
       "<style>@import 'http://h/';@im\\70ort url(http://h/) print;p{a:url( http://h/ )}</style>",
       "<style>@import '';@import url() print;p{a:url(  )}</style>"},
      {__LINE__, "<style><!-- a{b:'</x>&'} --></style>",
       "<style>  a{b:'\\3C /x>\\26 '} --></style>"},
      {__LINE__, "<style>a{b:im\\61ge-set('http://h/' 1x);c:-webkit-image-set(url(x) 1x)}</style>",
       "<style>a{b:no-image-set('' 1x);c:-webkit-no-image-set(url() 1x)}</style>"},
      {__LINE__, "<style>@font-face{font-family:f;src:url(data:font/woff2,xx)}</style>",
       "<style>@font-face{font-family:f;src:url()}</style>"},
      {__LINE__, "<style media=print type=TEXT/CSS onload=x>a{}</style><style type=x>b</style>",
       "<style media=\"print\">a{}</style>"},
      {__LINE__, "<svg><style>a{b:url(http://h/)}</style></svg>x", "x"},
  };
  for (const Row& row : rows)
    BOOST_TEST_CONTEXT("line " << row.line) BOOST_TEST(shown_html(row.written) == row.shown);
}

BOOST_AUTO_TEST_CASE(links_have_the_number_of_their_place) {
  const std::string text = mail("text/html", "<a href=http://h/1>x</a><a href=http://h/2>y</a>");
  BOOST_TEST(shown(text, Numbers(std::map<std::size_t, std::size_t>{{8, 3}})) ==
             "<a href=\"about:srcdoc#3\" data-link=\"3\">x</a><a href=\"about:srcdoc#\">y</a>");
}

BOOST_AUTO_TEST_CASE(a_picture_that_is_not_there_shows_its_number) {
  const std::string page =
      shown_html("<img src=http://h/a.png width=3 alt=z srcset='http://h/b 2x'>");
  BOOST_TEST(page.starts_with("<img width=\"3\" alt=\"z\" src=\"data:image/svg+xml,"), page);
  BOOST_TEST(page.find("%237, not loaded%3C") != std::string::npos, page);
  BOOST_TEST(shown(mail("text/html", "<img src=x>"), Numbers()).find("%3Enot loaded%3C") !=
             std::string::npos);
}

// --- What the bundle holds

BOOST_AUTO_TEST_CASE(holds_what_the_bundle_holds) {
  const std::string picture(kPicture);
  struct Row {
    int line;
    std::string written, shown;
  };
  const std::string imported = "<style>@import '';g{h:url('" + picture + "')}</style>";
  const std::string sheet =
      "<style>@import '';a{b:url(" + picture + ")}c{d:'\\3C /style>'}e{f:url()}</style>";
  const Row rows[] = {
      {__LINE__, "<img src=a.png>", "<img src=\"" + picture + "\">"},
      {__LINE__, "<img src=x.png srcset='a.png 2x'>", "<img src=\"" + picture + "\">"},
      {__LINE__, "<img src='data:image/png;base64,iVBORw0KGgo='>", "<img src=\"" + picture + "\">"},
      {__LINE__, "<body background=a.png>", "<body background=\"" + picture + "\">"},
      {__LINE__, "<p style='x:url(a.png)'>", "<p style=\"x:url(" + picture + ")\">"},
      {__LINE__, "<video src=v.mp4></video>",
       "<video controls src=\"data:video/mp4;base64,ZmlsbQ==\"></video>"},
      {__LINE__, "<link rel=stylesheet href=t.css media=screen>",
       "<style media=\"screen\">@import '';a{b:url(" + picture +
           ")}c{d:'\\3C /style>'}e{f:url()}</style>"
           "<style media=\"screen\">@import '';g{h:url('" +
           picture + "')}</style>"},
      {__LINE__, "<link rel=stylesheet href=s.css>", imported + sheet},
      {__LINE__, "<style>@import 's.css';</style>",
       imported + sheet + "<style>@import '';</style>"},
      {__LINE__, "<style>@font-face{src:url(no.woff2)}</style>",
       "<style>@font-face{src:url()}</style>"},
  };
  for (const Row& row : rows) BOOST_TEST_CONTEXT("line " << row.line)
  BOOST_TEST(shown(with_page(row.written).text(), Sevens()) == row.shown);
}

BOOST_AUTO_TEST_CASE(frames_are_documents_of_their_own) {
  for (const std::string_view page :
       {"<iframe width=5 src=f.html>x</iframe>z", "<frame width=5 src=f.html>z"}) {
    const std::string seen = shown(with_page(page).text(), Sevens());
    BOOST_TEST(seen.starts_with("<iframe width=\"5\" sandbox srcdoc=\"<!DOCTYPE html>"), seen);
    BOOST_TEST(seen.find("<p title=&quot;x&quot;>&amp;amp;<img src=&quot;" +
                         std::string(kPicture)) != std::string::npos,
               seen);
    BOOST_TEST(seen.ends_with("></iframe>z"), seen);
  }
  // Within itself.
  bundle::ShownSummary told;
  BOOST_TEST(shown(with_page("<iframe src=p.html></iframe>").text(), Numbers(), &told) == "");
  BOOST_REQUIRE_EQUAL(told.loss_count, 1U);
  BOOST_TEST((told.losses[0].reason == bundle::LossReason::within_itself));
}

// A srcdoc is read as the page is, to a depth; links in it have no numbers.
BOOST_AUTO_TEST_CASE(reads_srcdoc) {
  const std::string seen =
      shown_html("<iframe srcdoc=\"<script>x</script><a href=http://h/>y</a>\"></iframe>");
  BOOST_TEST(seen.ends_with("<a href=&quot;about:srcdoc#&quot;>y</a>\"></iframe>"), seen);
  std::string page = "deep";
  for (int i = 0; i < 12; ++i) {
    std::string escaped;
    extract::append_escaped(page, extract::Markup::double_quoted, escaped);
    page = "<iframe srcdoc=\"" + escaped + "\"></iframe>";
  }
  bundle::ShownSummary told;
  const std::string cut = shown(mail("text/html", page), Numbers(), &told);
  BOOST_TEST(cut.find("deep") == std::string::npos);
  BOOST_TEST(!told.notes.all().empty());
}

// A few bytes that become many do not keep the rest of a mail from being shown.
BOOST_AUTO_TEST_CASE(shows_a_mail_of_many_pictures_and_frames) {
  for (const std::string_view piece :
       {"<img src=x>", "<iframe srcdoc=x></iframe>", "<frame src=f.html>"}) {
    std::string page;
    for (std::size_t i = 0; i < test::many(60000); ++i) page += piece;
    const std::string seen = shown(with_page(page + "the end").text(), Numbers());
    BOOST_TEST(seen.ends_with("the end"), piece);
  }
}

BOOST_AUTO_TEST_CASE(tells_what_is_not_there) {
  bundle::ShownSummary told;
  shown(with_page("<img src=x><link rel=stylesheet href=y><p "
                  "style='a:url(z)'><form><script></script><object></object><svg></svg>")
            .text(),
        Numbers(), &told);
  BOOST_TEST(told.left_out == 3U);
  BOOST_TEST(told.removed == 4U);
  BOOST_TEST(told.loss_count == 0U);
}

BOOST_AUTO_TEST_CASE(says_that_a_page_is_too_long) {
  const std::string text = mail("text/html", std::string(5000, 'x'));
  BOOST_TEST(shown(text, Numbers(), nullptr, 4000) == "error limit-bytes");
  BOOST_TEST(shown(text, Numbers(), nullptr, 8000).size() == 5000U);
  // What would make it so is left out, and told.
  const std::string film = MadeBundle()
                               .add("text/html", "http://h/", "<video src=v></video>")
                               .add("video/mp4", "http://h/v", std::string(5000, 'x'))
                               .text();
  bundle::ShownSummary told;
  BOOST_TEST(shown(film, Numbers(), &told, 4000) == "<video controls></video>");
  BOOST_REQUIRE_EQUAL(told.loss_count, 1U);
  BOOST_TEST((told.losses[0].reason == bundle::LossReason::too_long));
  BOOST_TEST(told.losses[0].where == "video[src]");
  BOOST_TEST(told.left_out == 1U);
}

// --- Plain text

BOOST_AUTO_TEST_CASE(shows_plain_text) {
  const std::string head = "<style>pre{white-space:pre-wrap;overflow-wrap:anywhere}</style><pre>\n";
  struct Row {
    int line;
    std::string type, written, shown;
  };
  const Row rows[] = {
      {__LINE__, "text/plain", "a <b> & \"c\"\r\nd\te", "a &lt;b&gt; &amp; &quot;c&quot;\nd\te"},
      {__LINE__, "text/plain", "see <http://h.example/?a&b>.",
       "see &lt;<a" + kLink + ">http://h.example/?a&amp;b</a>&gt;."},
      {__LINE__, "text/plain", "x\x1b[31m\x01", "x\\x1B[31m\\x01"},
      {__LINE__, "text/plain; charset=utf-8",
       "a\xE2\x80\xAE"
       "b",
       "a\\u{202E}b"},
      {__LINE__, "text/plain; charset=iso-8859-1", "\xE4", "\xC3\xA4"},
      {__LINE__, "text/plain; format=flowed; delsp=yes", "<http://h.example/a \r\nb>",
       "&lt;<a" + kLink + ">http://h.example/a \nb</a>&gt;"},
      {__LINE__, "text/plain", "</pre></iframe><script>x</script>",
       "&lt;/pre&gt;&lt;/iframe&gt;&lt;script&gt;x&lt;/script&gt;"},
  };
  for (const Row& row : rows) BOOST_TEST_CONTEXT("line " << row.line)
  BOOST_TEST(shown(mail(row.type, row.written), Sevens()) == head + row.shown + "</pre>\n");
  // A name alone is a link where the list has it.
  BOOST_TEST(shown(mail("text/plain", "at example.com"), Numbers()) ==
             head + "at example.com</pre>\n");
  BOOST_TEST(shown(mail("text/plain", "http://h.example/"), Numbers()) ==
             head + "<a href=\"about:srcdoc#\">http://h.example/</a></pre>\n");
}

// --- Whatever the mail is

BOOST_AUTO_TEST_CASE(random_markup_does_nothing) {
  constexpr std::string_view kPieces[] = {"<script>x</script>",
                                          "<img src=http://h/ onerror=x>",
                                          "<style>",
                                          "</style>",
                                          "<!--",
                                          "-->",
                                          "<![CDATA[",
                                          "]]>",
                                          "<svg>",
                                          "</svg>",
                                          "<math>",
                                          "<a href=javascript:x>",
                                          "<iframe srcdoc='<script>&lt;/iframe>'>",
                                          "</iframe>",
                                          "<p style='a:url(http://h/)'>",
                                          "@import 'http://h/';",
                                          "url(http://h/)",
                                          "<base href=http://h/>",
                                          "<meta http-equiv=refresh content='0;http://h/'>",
                                          "\"",
                                          "'",
                                          "=",
                                          "<",
                                          "/>",
                                          "<embed>",
                                          "<plaintext>",
                                          "<xmp>",
                                          "<textarea>",
                                          "<title>",
                                          "<form action=x>",
                                          "<link rel=stylesheet href=http://h/>",
                                          "\\75rl(http://h/)",
                                          "image-set('http://h/' 1x)",
                                          "http://h.example/x",
                                          "<object data=http://h/>",
                                          "<svg><style><a title='</style><img src=http://h/>'>",
                                          "<table background=http://h/>",
                                          std::string_view("\0", 1)};
  std::mt19937 engine(5);
  for (int i = 0; i < 4000; ++i) {
    const std::string page = test::soup(engine, 40, kPieces);
    shown(mail("text/html; charset=utf-8", page), Sevens());
  }
}

// A character in a hundred is another one.
BOOST_AUTO_TEST_CASE(altered_bundles_do_nothing) {
  const std::string whole =
      with_page(
          "<link rel=stylesheet href=s.css><img src=a.png><iframe src=f.html></iframe><p "
          "style='a:url(x)'>"
          "<iframe srcdoc='&lt;img src=http://h/&gt;'></iframe><a href=http://h/>y</a>")
          .text();
  std::mt19937 engine(6);
  constexpr std::string_view kOthers = "<>\"'&=/ ;:()\\!-\r\nax0";
  for (int i = 0; i < 2000; ++i) {
    std::string text = whole;
    for (char& c : text)
      if (engine() % 100 == 0) c = kOthers[engine() % kOthers.size()];
    shown(text, Sevens());
  }
}

BOOST_AUTO_TEST_SUITE_END()

// SPDX-License-Identifier: MIT
//
// Doubts about the structure: other parts for other readers (docs/semantics.md, Readings).
#include <algorithm>
#include <boost/test/unit_test.hpp>

#include "walk/collect.h"

namespace basewalk {
namespace {

using namespace std::string_view_literals;
using test::collect;
using test::Collect;

// "reading part where url", one a line.
std::string lines(const Collect& seen) {
  std::string out;
  for (const test::SeenLink& link : seen.links)
    out += (link.reading.empty() ? "-" : link.reading) + ' ' + link.part + ' ' + link.where + ' ' +
           link.url + '\n';
  return out;
}

struct Row {
  std::string_view name;
  std::string_view bytes;
  std::string_view wanted;
};

}  // namespace

BOOST_AUTO_TEST_SUITE(structures)

BOOST_AUTO_TEST_CASE(each_doubt_is_read_both_ways) {
  const Row rows[] = {
      {"a line in the header", "Content-Type: text/html\n--x\n\n<a href=http://h/>\n",
       "- 1 a[href] http://h/\n"},
      {"who ends the header there sees another type",
       "Subject: s\nno field\nContent-Type: text/html\n\n<a "
       "href='&#104;ttp&#58;&#47;&#47;h/'>http://t/\n",
       "- 1 a[href] http://h/\n- 1 text http://t/\nheader-end 1 text http://t/\n"},
      {"who ends the header there does not know an encoding with a blank behind it",
       "Content-Type: text/html\nContent-Transfer-Encoding: base64 \n\x0B\n"
       "X: <a href='&#104;ttp&#58;&#47;&#47;h/'>\n\nQUJD\n",
       "header-end 1 a[href] http://h/\n"},
      {"empty lines before the header, which formail passes over",
       "\n\r\n\nContent-Type: text/html\nX: y\n\n<a href='&#104;ttp&#58;&#47;&#47;h/'>\n",
       "header-end 1 a[href] http://h/\n"},
      {"and a multipart behind them, with a part whose header stands behind one",
       "\nContent-Type: multipart/mixed; boundary=b\n\n--b\n\nContent-Type: text/html\n\n"
       "<a href='&#104;ttp&#58;&#47;&#47;h/'>\n--b\nContent-Type: text/html\n\n"
       "<a href='&#104;ttp&#58;&#47;&#47;t/'>\n--b--\n",
       "header-end 2 a[href] http://t/\nheader-end 1 a[href] http://h/\n"},
      {"a boundary of a part within a multipart",
       "Content-Type: multipart/mixed; boundary=a\n\n--a\n"
       "Content-Type: multipart/mixed; boundary=b; boundary=c\n\n--b\n\nx\n"
       "--c\nContent-Type: text/html\n\n<a "
       "href='&#104;ttp&#58;&#47;&#47;h/'>\n--c--\n--b--\n--a--\n",
       "boundary-value 1.1 a[href] http://h/\n"},
      {"pages that are joined, of which one is base64 with a digit too many: who takes that as it "
       "is "
       "joins none",
       "Content-Type: multipart/mixed; boundary=b\n\n--b\nContent-Type: text/html\n\n"
       "<p>x</p><a href='\n--b\nContent-Type: text/html\nContent-Transfer-Encoding: base64\n\n"
       "http:/\n/h/x' >\n--b--\n",
       "- 1 a[href] \nbase64 2 text http://h/x\npart-joined 1 a[href] \npart-joined 1 a[href] \n"},
      {"markup behind the header at once", "Content-Type: text/html\n<!--\n\n<a href=http://h/>\n",
       "- 1 a[href] http://h/\n"},
      {"a comment that opens in the body for some",
       "Content-Type: text/html\n<base href=http://b/>\n\n<a href=x>\n",
       "- 1 header http://b/\n- 1 a[href] \nheader-end 1 a[href] http://b/x\n"},
      {"a blank before the colon",
       "Subject : s\nContent-Type: text/html\n\n<a href='&#104;ttp&#58;&#47;&#47;h/'>\n",
       "- 1 a[href] http://h/\n"},
      {"a name of other bytes",
       "Content-Type: text/html\nX-\xE9: y\nContent-Transfer-Encoding: base64\n\n"
       "PGEgaHJlZj1odHRwOi8vaC8+\n",
       "- 1 a[href] http://h/\n"},
      {"the own delimiter without an empty line",
       "Content-Type: multipart/mixed; boundary=b\n--b\nContent-Type: text/html\n\n"
       "<a href=http://h/>\n--b--\n",
       "- 1 a[href] http://h/\n"},
      {"a message of an mbox behind a Content-Length that leads over it",
       "From a@a Thu Nov 19 10:00:00 2026\nContent-Length: 999\n\nhttp://t/\n\n"
       "From b@b Thu Nov 19 10:00:01 2026\nContent-Type: text/html\n"
       "Content-Transfer-Encoding: base64\n\nPGEgaHJlZj1odHRwOi8vaC8+\n",
       "- 1 text http://t/\nmessage-end 1 a[href] http://h/\n"},
      {"two of them, each of which ends where the next begins",
       "From a@a Thu Nov 19 10:00:00 2026\nContent-Length: 999\n"
       "Content-Type: multipart/mixed; boundary=b\n\n--b\n\nx\n\n"
       "From b@b Thu Nov 19 10:00:01 2026\nContent-Type: text/html\n\n<a title='\n\n"
       "From c@c Thu Nov 19 10:00:02 2026\nContent-Type: text/html\n\n'>\n"
       "<a href='&#104;ttp&#58;&#47;&#47;h/'>\n",
       "message-end 1 a[href] http://h/\n"},
      {"the first message ends before what closes its comment",
       "From a@a Thu Nov 19 10:00:00 2026\nContent-Length: 999\nContent-Type: text/html\n\n"
       "<title>\n\nFrom b@b Thu Nov 19 10:00:01 2026\n\n</title><a href=http://h/>\n",
       "- 1 a[href] http://h/\nmessage-end 1 text http://h/\n"},
      {"without a Content-Length the mbox was divided there, or it is none",
       "From a@a Thu Nov 19 10:00:00 2026\n\nx\n\n"
       "From b@b Thu Nov 19 10:00:01 2026\nContent-Type: text/html\n\n"
       "<a href='&#104;ttp&#58;&#47;&#47;h/'>\n",
       ""},
      {"without a From line before it it is in no mbox",
       "Content-Length: 999\n\nx\n\n"
       "From b@b Thu Nov 19 10:00:01 2026\nContent-Type: text/html\n\n"
       "<a href='&#104;ttp&#58;&#47;&#47;h/'>\n",
       ""},
      {"who begins a message there has other line ends in it, too",
       "From a@a Thu Nov 19 10:00:00 2026\nContent-Length: 999\n\nx\n\n"
       "From b@b Thu Nov 19 10:00:01 2026\nSubject: s\nno field\nContent-Type: text/html\n\n"
       "http://t/<a href='&#104;ttp&#58;&#47;&#47;h/'>\n",
       "- 1 text http://t/\nmessage-end 1 a[href] http://h/\n"},
      {"a bare CR that ends a line",
       "Subject: s\nX-Y: z\rContent-Type: text/html\n\nx <a href='&#104;ttp&#58;&#47;&#47;h/'>\n",
       "line-ends 1 a[href] http://h/\n"},
      {"a fold of nothing, and a line that ends the header behind it",
       " x\ncontent-type:text/html\n\xE9\n<a href='&#104;ttp&#58;&#47;&#47;h/'>\n\n",
       "header-end 1 a[href] http://h/\n"},
      {"a field in a fold of nothing, and no such field",
       " Content-Transfer-Encoding: base64\nContent-Type: text/html\n\n"
       "PGEgaHJlZj0naHR0cDovL2gvJz4=\n",
       "- 1 a[href] http://h/\n"},
      {"no field in a fold of nothing",
       " Content-Transfer-Encoding: base64\nContent-Type: text/html\n\n<a href='http://h/'>\n",
       "transfer 1 a[href] http://h/\nheader-end 1 text http://h/\n"},
      {"a colon alone, and a delimiter without an empty line before it",
       "Content-Type: multipart/mixed; boundary=b\n:\n--b\nContent-Type: text/plain\n\nx\n"
       "--b--\n<a href='http://h/'>\n",
       "- 0 epilogue text http://h/\nheader-end 1 text http://h/\n"},
      {"an empty line where lines end with CRCRLF",
       "Subject: s\r\r\nContent-Type: text/html\r\n\r\n"
       "<a href='http://h/' href='http://i/'>\r\n",
       "- 1 a[href] http://h/\nline-ends 1 text http://h/\nline-ends 1 text http://i/\n"},
      {"a line of two CRs",
       "Subject: s\r\n\r\r\nContent-Type: text/html\r\n\r\n<a "
       "href='&#104;ttp&#58;&#47;&#47;h/'>\r\n",
       "header-end 1 a[href] http://h/\n"},
      {"a name that a NUL ends",
       "Content-Type\0: text/html\n\n<a href='&#104;ttp&#58;&#47;&#47;h/'>\n"sv,
       "- 1 a[href] http://h/\n"},
      {"an encoding behind a comma",
       "Content-Type: text/html\nContent-Transfer-Encoding: , base64\n\n"
       "PGEgaHJlZj0naHR0cDovL2gvJz4=\n",
       "transfer 1 a[href] http://h/\n"},
      {"who knows no such type has a text",
       "Content-Type: text/html x\n\n<a href='http://h/' href='http://i/'>\n",
       "- 1 a[href] http://h/\nmedia-type 1 text http://i/\n"},
      {"a page that is named as XML",
       "Content-Type: application/octet-stream; name=a.xhtml\n\n<html><base href='http://h/'>"
       "<a href=x>\n",
       "- 1 a[href] http://h/x\n"},
      {"a name with other spaces around it",
       "\x0B"
       "Content-Type\xA0: text/html\n\n<a href='&#104;ttp&#58;&#47;&#47;h/'>\n",
       "- 1 a[href] http://h/\n"},
      {"a delimiter behind a bare CR",
       "Content-Type: multipart/mixed; boundary=b\n\n--b\n\nx\r--b\n"
       "Content-Type: text/html\n\n<a href='&#104;ttp&#58;&#47;&#47;h/'>\n--b--\n",
       "line-ends 2 a[href] http://h/\n"},
      {"the second type has its own boundary",
       "Content-Type: multipart/mixed; boundary=a\nContent-Type: multipart/mixed; boundary=b\n\n"
       "--a\n\nhttp://a/\n--b\nContent-Type: text/html\n\n<a "
       "href='&#104;ttp&#58;&#47;&#47;h/'>\n--b--\n--a--\n",
       "- 1 text http://a/\n"
       "type-duplicate 1 a[href] http://h/\n"},
      {"the first type is a text, and another one has parts",
       "Content-Type: text/html\nContent-Type: multipart/mixed; boundary=b\n\n"
       "--b\n\ntext <a href='&#104;ttp&#58;&#47;&#47;h/'>\n--b--\n",
       "type-duplicate 1 a[href] http://h/\n"},
      {"the first type has parts, and another one is a text",
       "Content-Type: message/rfc822\nContent-Type: text/html\n\n"
       "Subject: s\n\ntext <a href='&#104;ttp&#58;&#47;&#47;h/'>\n",
       "type-duplicate 1 a[href] http://h/\n"},
      {"a type that is none to some",
       "Content-Type: image/png; name=\"a\xE2\x80\xA8.png\"\n\nhttp://h/\n",
       "media-type 1 text http://h/\n"},
      {"a multipart that is none to some",
       "Content-Type: multipart/mixed; boundary=b; a=\"\xE2\x80\xA9z\"\n\n--b\n"
       "Content-Type: text/html\n\n<!-- http://h/ -->\n--b--\n",
       "type-duplicate 1 text http://h/\n"},
      {"what some call a message, whatever its type goes on with",
       "Content-Type: message/:x\n\n"
       "Content-Type: text/html\n\ntext <a href='&#104;ttp&#58;&#47;&#47;h/'>\n",
       "media-type 1.1 a[href] http://h/\n"},
      {"the last boundary",
       "Content-Type: multipart/mixed; boundary=a; boundary=b\n\n"
       "--a\n\n--b\nContent-Type: text/html\n\n<a "
       "href='&#104;ttp&#58;&#47;&#47;h/'>\n--b--\n--a--\n",
       "boundary-value 1 a[href] http://h/\n"},
      {"a boundary in a type that has no parts, however it is written",
       "Content-Type: text/plain; bOUNdarY=a\n\n--a\nContent-Type: text/html\n\n<a "
       "href='&#104;ttp&#58;&#47;&#47;h/'>\n--a--\n",
       "boundary-value 1 a[href] http://h/\n"},
      {"joined pieces",
       "Content-Type: multipart/mixed; boundary=a; boundary*0=b; boundary*1=c\n\n"
       "--a\n\n--bc\nContent-Type: text/html\n\n<a "
       "href='&#104;ttp&#58;&#47;&#47;h/'>\n--bc--\n--a--\n",
       "boundary-value 1 a[href] http://h/\n"},
      {"an encoded word",
       "Content-Type: multipart/mixed; boundary=\"=?utf-8?Q?B?=\"\n\n"
       "--B\nContent-Type: text/html\n\n<a href='&#104;ttp&#58;&#47;&#47;h/'>\n--B--\n",
       "boundary-value 1 a[href] http://h/\n"},
      {"an empty one",
       "Content-Type: multipart/mixed; boundary=\"\"\n\n"
       "--\nContent-Type: text/html\n\n<a href='&#104;ttp&#58;&#47;&#47;h/'>\n----\n",
       "boundary-value 1 a[href] http://h/\n"},
      {"a name without a value",
       "Content-Type: multipart/mixed; boundary\n\n"
       "--\nContent-Type: text/html\n\n<a href='&#104;ttp&#58;&#47;&#47;h/'>\n----\n",
       "boundary-value 1 a[href] http://h/\n"},
      {"of what is no multipart",
       "Content-Type: text/plain; boundary=b\n\n"
       "--b\nContent-Type: text/html\n\n<a href='&#104;ttp&#58;&#47;&#47;h/'>\n--b--\n",
       "boundary-value 1 a[href] http://h/\n"},
      {"in angle brackets",
       "Content-Type: multipart/mixed; boundary=<b>\n\n"
       "--b\nContent-Type: text/html\n\n<a href='&#104;ttp&#58;&#47;&#47;h/'>\n--b--\n",
       "boundary-value 1 a[href] http://h/\n"},
      {"none where it begins with what is no token",
       "Content-Type: multipart/mixed; boundary=<\"b\"\n\n"
       "--\nContent-Type: text/html\n\n<a href='&#104;ttp&#58;&#47;&#47;h/'>\n----\n",
       "boundary-value 1 a[href] http://h/\n"},
      {"with a quote that begins nothing",
       "Content-Type: multipart/mixed; boundary=a\"b\"\n\n"
       "--ab\nContent-Type: text/html\n\n<a href='&#104;ttp&#58;&#47;&#47;h/'>\n--ab--\n",
       "boundary-value 1 a[href] http://h/\n"},
      {"with a quote that never ends",
       "Content-Type: multipart/mixed; boundary=\"b\n\n"
       "--\"b\nContent-Type: text/html\n\n<a href='&#104;ttp&#58;&#47;&#47;h/'>\n--\"b--\n",
       "boundary-value 1 a[href] http://h/\n"},
      {"cut where it is no token",
       "Content-Type: multipart/mixed; boundary=a=b\n\n"
       "--a\nContent-Type: text/html\n\n<a href='&#104;ttp&#58;&#47;&#47;h/'>\n--a--\n",
       "boundary-value 1 a[href] http://h/\n"},
      {"cut where it is no token, behind a comment",
       "Content-Type: multipart/mixed; boundary(c)=a=b\n\n"
       "--a\nContent-Type: text/html\n\n<a href='&#104;ttp&#58;&#47;&#47;h/'>\n--a--\n",
       "boundary-value 1 a[href] http://h/\n"},
      {"none of sections",
       "Content-Type: multipart/mixed; boundary*0*=utf-8''=a=; boundary*1=q\n\n"
       "--\nContent-Type: text/html\n\n<a href='&#104;ttp&#58;&#47;&#47;h/'>\n----\n",
       "boundary-value 1 a[href] http://h/\n"},
      {"with what is a blank to some",
       "Content-Type: multipart/mixed; boundary=\"a\v\"\n\n"
       "--a\nContent-Type: text/html\n\n<a href='&#104;ttp&#58;&#47;&#47;h/'>\n--a--\n",
       "boundary-value 1 a[href] http://h/\n"},
      {"with a blank",
       "Content-Type: multipart/mixed; boundary=a b\n\n"
       "--a b\nContent-Type: text/html\n\n<a href='&#104;ttp&#58;&#47;&#47;h/'>\n--a b--\n",
       "boundary-value 1 a[href] http://h/\n"},
      {"comments are none of it",
       "Content-Type: multipart/mixed; (c; boundary=X) boundary(x)=(y)B(z)\n\n"
       "--B\nContent-Type: text/html\n\n<a href='&#104;ttp&#58;&#47;&#47;h/'>\n--B--\n",
       "- 1 a[href] http://h/\n"},
      {"a line that begins with the boundary",
       "Content-Type: multipart/mixed; boundary=b\n\n"
       "--b\n\nx\n--bc\nContent-Type: text/html\n\n<a href='&#104;ttp&#58;&#47;&#47;h/'>\n--b--\n",
       "boundary-prefix 2 a[href] http://h/\n"},
      {"of a long boundary its first 80 characters",
       "Content-Type: multipart/mixed; boundary="
       "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"
       "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaab\n\n"
       "--aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"
       "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaab--\n"
       "Content-Type: text/html\n\n<a href='&#104;ttp&#58;&#47;&#47;h/'>\n",
       "boundary-prefix 1 a[href] http://h/\n"},
      {"parts behind the closing delimiter",
       "Content-Type: multipart/mixed; boundary=b\n\n--b\n\nx\n--b--\n--b\n"
       "Content-Type: text/html\n\n<a href='&#104;ttp&#58;&#47;&#47;h/'>\n--b--\n",
       "behind-close 2 a[href] http://h/\n"},
      {"a closing delimiter right behind another one is none",
       "Content-Type: multipart/mixed; boundary=b\n\n--b\n\nx\n--b\n--b--\n"
       "Content-Type: text/html\n\n<a href='&#104;ttp&#58;&#47;&#47;h/'>\n",
       "behind-close 2 a[href] http://h/\n"},
      {"a part within a message within a multipart",
       "Content-Type: multipart/mixed; boundary=b\n\n--b\nContent-Type: message/rfc822\n\n"
       "Content-Type: multipart/mixed; boundary=c\n\n--c\n\nx\n--c--\n--c\n"
       "Content-Type: text/html\n\n<a href='&#104;ttp&#58;&#47;&#47;h/'>\n--c--\n--b--\n",
       "behind-close 1.2 a[href] http://h/\n"},
      {"two doubts of one reader",
       "Content-Type: multipart/mixed; boundary=a\nContent-Type: multipart/mixed; boundary=b\n\n"
       "--a\n\n--b\n\nx\n--b--\n--b\nContent-Type: text/html\n\n<a "
       "href='&#104;ttp&#58;&#47;&#47;h/'>\n"
       "--b--\n--a--\n",
       "type-duplicate 2 a[href] http://h/\n"},
      {"a base of another reading stays there",
       "Content-Type: multipart/related; boundary=b\n\n--b\nContent-Type: text/html\n\n<a href=x>\n"
       "--b--\n--b\nContent-Type: text/html\n\n<base href=http://other/><a href=y>\n--b--\n",
       "- 0 epilogue text http://other/\n- 1 a[href] \nbehind-close 2 a[href] http://other/y\n"
       "behind-close 1 a[href] http://other/x\n"},
      {"pages beside each other",
       "Content-Type: multipart/mixed; boundary=b\n\n--b\nContent-Type: text/html\n\n"
       "<base href=http://other/><a href=http://h/>\n--b\nContent-Type: text/html\n\n<a href=y>"
       "<a href=http://i/>\n--b--\n",
       "- 1 a[href] http://h/\n- 2 a[href] \n- 2 a[href] http://i/\n"
       "part-joined 1 a[href] http://other/y\n"},
      {"pages beside each other behind a message with a page",
       "Content-Type: multipart/mixed; boundary=b\n\n--b\nContent-Type: message/rfc822\n\n"
       "Content-Type: text/html\n\n<base href=http://no/><a href=http://h/>\n--b\n"
       "Content-Type: text/html\n\n<base href=http://other/>\n--b\nContent-Type: text/html\n\n"
       "<a href=y>\n--b--\n",
       "- 1.1 a[href] http://h/\n- 3 a[href] \npart-joined 2 a[href] http://other/y\n"
       "part-joined 3 a[href] http://no/y\n"},
      {"a page that ends in a tag takes the next one's first",
       "Content-Type: multipart/mixed; boundary=b\n\n--b\nContent-Type: text/html\n\n<p "
       "title\n--b\n"
       "Content-Type: text/html\n\n<base href=''><base href=http://other/><a href=y>\n--b--\n",
       "- 2 a[href] \npart-joined 1 p[href] http://other/\npart-joined 1 a[href] http://other/y\n"},
      {"the same of base64 that somebody decodes otherwise",
       "Content-Type: multipart/mixed; boundary=b\n\n--b\nContent-Type: text/html\n"
       "Content-Transfer-Encoding: base64\n\nPGI-\n--b\n"
       "Content-Type: text/html\n\n<base href=''><base href=http://other/><a href=y>\n--b--\n",
       "- 2 a[href] \npart-joined 1 b[href] http://other/\npart-joined 1 a[href] http://other/y\n"},
      {"a base in an encoding that not everybody knows",
       "Content-Type: multipart/mixed; boundary=b\n\n--b\nContent-Type: text/html\n"
       "Content-Transfer-Encoding: uuencode\n\nbegin 644 a\n8/CQB05-%(&A2168]:'1T<#HO+V]N92 "
       "^\n`\nend\n--b\n"
       "Content-Type: text/html\n\n<base href=http://other/>\n--b\n"
       "Content-Type: text/html\n\n<a href=y>\n--b--\n",
       "- 3 a[href] \npart-joined 1 a[href] http://one/y\npart-joined 1 a[href] http://other/y\n"},
      {"lines of uuencode that end with CR",
       "Content-Type: multipart/mixed; boundary=b\n\n--b\rContent-Type: text/html\r"
       "Content-Transfer-Encoding: uuencode\r\rbegin 644 "
       "a\r2/&$@:')E9CUH='1P.B\\O:\"\\^\r`\rend\r--b--\r\n",
       "line-ends 1 a[href] http://h/\n"},
      {"pages beside each other, encoded",
       "Content-Type: multipart/mixed; boundary=b\n\n--b\nContent-Type: text/html\n"
       "Content-Transfer-Encoding: quoted-printable\n\n<a href=3Dhttp://h/ title=3D'\n"
       "--b\nContent-Type: text/html\nContent-Transfer-Encoding: quoted-printable\n\n"
       "'><a href=3D'http://i/'>\n--b--\n",
       "- 1 a[href] http://h/\n- 2 a[href] http://i/\n"},
      {"pages beside each other, decoded again",
       "Content-Type: multipart/mixed; boundary=b\n\n--b\nContent-Type: text/html\n"
       "Content-Transfer-Encoding: base64\n\nPGJhc2UgaHJlZj1odHRwOi8vb3RoZXIvPg==\n"
       "--b\nContent-Type: text/html; charset=iso-8859-1\n"
       "Content-Transfer-Encoding: quoted-printable\n\n<a href=3Dy=E9><a href=3Dhttp://i/>\n"
       "--b--\n",
       "- 2 a[href] \n- 2 a[href] http://i/\npart-joined 1 a[href] http://other/y\xC3\xA9\n"},
      {"pages with bases of their own",
       "Content-Type: multipart/mixed; boundary=b\n\n--b\nContent-Type: text/html\n"
       "Content-Base: http://one/\n\n<a href=x>\n--b\nContent-Type: text/html\n"
       "Content-Base: http://two/\nContent-ID: <a@b>\n\n<a href=y>\n--b--\n",
       "- 1 a[href] http://one/x\n- 2 a[href] http://two/y\npart-joined 2 a[href] http://one/y\n"},
      {"pages with bases of their own, and one in the first",
       "Content-Type: multipart/mixed; boundary=b\n\n--b\nContent-Type: text/html\n"
       "Content-Base: http://one/\n\n<base href=http://other/>\n--b\nContent-Type: text/html\n"
       "Content-Base: http://two/\nContent-ID: <a@b>\n\n<a href=y>\n--b--\n",
       "- 2 a[href] http://two/y\npart-joined 1 a[href] http://other/y\n"
       "part-joined 2 a[href] http://one/y\n"},
      {"none that is one by its name alone",
       "Content-Type: multipart/mixed; boundary=b\n\n--b\n"
       "Content-Type: application/octet-stream; name=a.html\n\n<p title='\n--b\n"
       "Content-Type: text/html\n\n<base href=http://other/>\n--b\nContent-Type: text/html\n\n"
       "<a href=y>\n--b--\n",
       "- 3 a[href] \npart-joined 2 a[href] http://other/y\n"},
      {"none that is attached",
       "Content-Type: multipart/mixed; boundary=b\n\n--b\nContent-Type: text/html\n\n"
       "<base href=http://other/>\n--b\nContent-Type: text/html\n"
       "Content-Disposition: attachment\n\n<a href=y>\n--b--\n",
       "- 2 a[href] \n"},
      {"a closing delimiter is one as the others are, or a text",
       "Content-Type: multipart/mixed; boundary=b\n\n--b\nContent-Transfer-Encoding: base64\n\n"
       "aHR0cDovL29uZS8K\n--b--\nContent-Transfer-Encoding: base64\n\naHR0cDovL3R3by8K\n--b\n\n"
       "http://three/\n--b--\n",
       "- 0 epilogue text http://three/\n- 1 text http://one/\nbehind-close 2 text http://two/\n"
       "behind-close 3 text http://three/\nbehind-close 1 text http://two/\n"},
      {"the text of a part goes on behind a closing delimiter",
       "Content-Type: multipart/mixed; boundary=b\n\n--b\nContent-Transfer-Encoding: "
       "quoted-printable\n\nx\n--b--\nhttp=3A=2F=2Fh/\n--b\n\ny\n--b--\n",
       "behind-close 1 text http://h/\n"},
      {"blanks behind a delimiter",
       "Content-Type: multipart/mixed; boundary=b\n\n--b\nContent-Transfer-Encoding: "
       "quoted-printable\n\nx\n--b \n\nhttp=3A=2F=2Fh/\n--b--\n",
       "boundary-prefix 1 text http://h/\n"},
      {"blanks behind a closing delimiter",
       "Content-Type: multipart/mixed; boundary=b\n\n--b\nContent-Transfer-Encoding: "
       "quoted-printable\n\nx\n--b--\t\nhttp=3A=2F=2Fh/\n",
       "boundary-prefix 1 text http://h/\n"},
      {"a delimiter in other letters",
       "Content-Type: multipart/mixed; boundary=b\n\n--b\n\nx\n--B\nContent-Transfer-Encoding: "
       "base64\n\naHR0cDovL29uZS8K\n--B--\n",
       "boundary-prefix 2 text http://one/\n"},
      {"a part before the first delimiter",
       "Content-Type: multipart/mixed; boundary=b\nContent-Base: http://h/\n\nCONTENT-TYPE: "
       "text/html\nContent-Transfer-Encoding: base64\n\nPGEgaHJlZj14Pg==\n--b\n\nx\n--b--\n",
       "behind-close 1 a[href] http://h/x\n"},
      {"a part whose header stands behind an empty line",
       "Content-Type: multipart/mixed; boundary=b\n\n--b\n\nContent-Transfer-Encoding: base64\n\n"
       "aHR0cDovL29uZS8K\n--b--\n",
       "header-end 1 text http://one/\n"},
      {"and blanks and a CR before it",
       "Content-Type: multipart/mixed; boundary=b\n\n--b\n\n \t\n\rContent-Transfer-Encoding: "
       "base64\n\naHR0cDovL29uZS8K\n--b--\n",
       "header-end 1 text http://one/\n"},
      {"of a message, too", "\n \n\v\tContent-Transfer-Encoding:base64\n\naHR0cDovL29uZS8K\n",
       "header-end 1 text http://one/\n"},
      {"a message in it, likewise",
       "Content-Type: message/rfc822\n\n\nContent-transfer-encoding: base64\n\naHR0cDovL29uZS8K\n",
       "header-end 1.1 text http://one/\n"},
      {"no header that would say more",
       "Content-Type: multipart/mixed; boundary=b\n\n--b\n\nX: http://one/\n\nx\n--b--\n",
       "- 1 text http://one/\n"},
      {"single quotes",
       "Content-Type: multipart/mixed; boundary='b'\n\n--b\nContent-Transfer-Encoding: base64\n\n"
       "aHR0cDovL29uZS8K\n--b--\n",
       "boundary-value 1 text http://one/\n"},
      {"a boundary that ends at a NUL"sv,
       "Content-Type: multipart/mixed; boundary=\"b\0c\"\n\n--b\nContent-Transfer-Encoding: "
       "base64\n\naHR0cDovL29uZS8K\n--b--\n"sv,
       "boundary-value 1 text http://one/\n"},
      {"a NUL in a link, and in a tag"sv,
       "Content-Type: text/html\n\n<a href='http://h\0.i/'><a hr\0ef='http://j/'><a href='http://k/'>\n"sv,
       "- 1 a[href] http://h\xEF\xBF\xBD.i/\n- 1 a[href] http://h\n- 1 a[href] http://k/\n"
       "charset 1 a[href] http://h.i/\ncharset 1 a[href] http://j/\n"},
      {"a NUL in a delimiter, and in the fields behind it"sv,
       "Content-Type: multipart/mixed; boundary=b\n\n--b\n\nx\n--\0b\nContent-\0Type: text/html\n"
       "Content-Base: http://\0h/\n\n<a href=x>\n--b--\n"sv,
       "charset 2 a[href] http://h/x\n"},
      {"a NUL in base64, in another charset, and in a text that no link is in"sv,
       "X: \0y\nContent-Type: multipart/mixed; boundary=b\n\n--b\nContent-Transfer-Encoding: "
       "base64\n"
       "\naHR0cDo\0vL29uZS8K\n--b\nContent-Type: text/html; charset=koi8-r\n\n\xC1\0\xC1<a "
       "href=http://h/>\n--b\n\n\0 http://i/ \0\n--b--\n"sv,
       "- 1 text http://one/\n- 2 a[href] http://h/\n- 3 text http://i/\n"},
      {"NULs below labels that are none of UTF-16"sv,
       "Content-Type: multipart/mixed; boundary=b\n\n--b\nContent-Type: text/html; "
       "charset=utf-32\n\n"
       "<a hr\0ef='http://h/'>\n--b\nContent-Type: text/html; charset=unicode-1-1-utf-7\n\n"
       "<a hr\0ef='http://i/'>\n--b\nContent-Type: text/html; charset=ucs2\n\n\xFF\xFE"
       "<a hr\0ef='http://j/'>\n--b--\n"sv,
       "charset 1 a[href] http://h/\ncharset 2 a[href] http://i/\ncharset 3 a[href] http://j/\n"},
      {"NULs of UTF-16, and of what is no text"sv,
       "Content-Type: multipart/mixed; boundary=b\n\n--b\nContent-Type: text/html; "
       "charset=utf-16le\n\n"
       "<\0a\0 \0h\0r\0e\0f\0=\0h\0t\0t\0p\0:\0/\0/\0h\0>\0\n--b\nContent-Type: image/x-own\n\n"
       "htt\0p://i/\n--b--\n"sv,
       "- 1 a[href] http://h\n"},
      {"a boundary that goes on behind its quotes",
       "Content-Type: multipart/mixed; boundary=\"b\"c; x=y\n\n--bc\nContent-Transfer-Encoding: "
       "base64\n\naHR0cDovL29uZS8K\n--bc--\n",
       "boundary-value 1 text http://one/\n"},
      {"another type with its own charset",
       "Content-Type: text/html; charset=utf-8\nContent-Type: text/html; charset=utf-7\n\n"
       "+ADw-a href=http://h/+AD4-\n",
       "- 1 text http://h/+AD4-\ntype-duplicate 1 a[href] http://h/\n"},
  };
  for (const Row& row : rows) {
    const Collect seen = collect(row.bytes);
    BOOST_TEST(lines(seen) == row.wanted, row.name << ": " << lines(seen));
    std::size_t others = 0;
    for (const test::SeenLink& link : seen.links) others += link.reading.empty() ? 0 : 1;
    BOOST_TEST(seen.summary.other_links == others);
    BOOST_TEST((seen.summary.verdict() == Verdict::differs) == (others > 0), row.name);
  }
}

// A message within another reading is not told part by part: what is read otherwise there lies in a
// part that was.
BOOST_AUTO_TEST_CASE(readings_within_readings_lie_in_parts_that_were_told) {
  struct Told final : Visitor {
    Visit part(const PartReport& report) override {
      messages.push_back(report.message);
      parts.push_back(report.index);
      return Visit::go_on;
    }
    Visit reading(const ReadingReport& report) override {
      ++readings;
      bool found = false;
      for (std::size_t i = 0; i < parts.size(); ++i)
        found = found || (messages[i] == report.message && parts[i] == report.index);
      BOOST_TEST(found);
      return Visit::go_on;
    }
    std::vector<const Message*> messages;
    std::vector<std::uint32_t> parts;
    std::size_t readings = 0;
  } told;
  walk(read_message("Content-Type: multipart/mixed; boundary=b\n\n--b\n"
                    "Content-Type: message/rfc822\nContent-Transfer-Encoding: quoteprintable\n\n"
                    "m:\n0\nContent-Type: message/rfc822\n"
                    "Content-Transfer-Encoding: quoteprintable\n\nm:\n0\n\nx\n--b--\n"),
       {}, static_cast<Visitor&>(told));
  BOOST_TEST(told.readings > 2U);
}

// All of them together are bounded by twice the message, and what is left is told.
BOOST_AUTO_TEST_CASE(what_other_readings_cost_is_bounded) {
  std::string bytes = "Content-Type: multipart/mixed; boundary=b\n\n";
  for (int i = 0; i < 100; ++i) {
    bytes += "--b\nContent-Type: multipart/mixed; boundary=a";
    for (int j = 0; j < 8; ++j) bytes += "; boundary=x" + std::to_string(j);
    bytes += "\nstray\n\n" + std::string(4000, 'y') + "\n";
  }
  bytes += "--b--\n";
  struct Sizes final : Collect {
    std::size_t read = 0;
    Visit reading(const ReadingReport& report) override {
      const mime::Part& part = report.message->parts[report.index];
      read += part.body.end - part.header.begin;
      return Visit::go_on;
    }
  } seen;
  walk(read_message(bytes), {}, static_cast<Visitor&>(seen));
  BOOST_TEST(seen.read > bytes.size());
  BOOST_TEST(seen.read <= 2 * bytes.size() + 4096);
  BOOST_TEST(seen.has_note("limit-readings"));
  BOOST_TEST(!seen.unread_things.empty());
  for (const test::SeenUnread& each : seen.unread_things) {
    BOOST_TEST(each.why == "limit-readings");
    BOOST_TEST(each.size > 4000U);
  }
}

// Whatever a walk was stopped at, the next one knows nothing of it.
BOOST_AUTO_TEST_CASE(a_stopped_walk_leaves_nothing_behind) {
  const Message message = read_message(
      "Content-Type: multipart/mixed; boundary=b\n\n--b\nContent-Type: text/html\n\n"
      "<base href=http://h/><a href=x>\n--b\nContent-Type: text/html; charset=utf-7\n\n<a href=y>\n"
      "<noscript><p title='</noscript><a href=z>'>\n--b--\n--b\nContent-Type: text/html\n\n"
      "<a href=http://i/>\n--b--\n");
  struct Stop final : Collect {
    std::size_t left = 0;
    Visit link(const Link& link) override {
      Collect::link(link);
      return --left == 0 ? Visit::stop : Visit::go_on;
    }
  };
  Stop all;
  Walker(WalkOptions()).walk(message, all);
  const std::string wanted = lines(all);
  BOOST_TEST_REQUIRE(all.links.size() > 5U);
  Walker walker{WalkOptions()};
  for (std::size_t i = 1; i <= all.links.size(); ++i) {
    Stop some;
    some.left = i;
    walker.walk(message, some);
    BOOST_TEST(some.links.size() == i);
    Stop again;
    walker.walk(message, again);
    BOOST_TEST(lines(again) == wanted, i);
  }
}

BOOST_AUTO_TEST_CASE(a_stop_is_obeyed_in_every_structure) {
  const Message message = read_message(
      "Content-Type: multipart/mixed; boundary=b\n\n--b\nContent-Type: application/pdf\n\nx\n"
      "--b--\n--b\nContent-Type: text/html\n\n<a href=http://h/>\n--b--\n");
  test::StopAt all;
  BOOST_TEST(!walk(message, {}, static_cast<Visitor&>(all)).stopped);
  // Two multiparts, a PDF and why it is unread, a page and its link: each once, the rest as often
  // as it is read, which is three times.
  BOOST_TEST(all.events == 12U);
  for (std::size_t i = 1; i <= all.events; ++i) {
    test::StopAt some;
    some.left = i;
    BOOST_TEST(walk(message, {}, static_cast<Visitor&>(some)).stopped, i);
    BOOST_TEST(some.events == i);
  }
}

// Doubts in doubts: those that several decide at once are bounded in number, too.
BOOST_AUTO_TEST_CASE(doubts_in_doubts_are_bounded_in_number) {
  std::string bytes = "Content-Type: multipart/mixed; boundary=b; boundary=c\n\n";
  for (int i = 0; i < 2000; ++i)
    bytes += "--b\nContent-Type: multipart/mixed; boundary=x; boundary=y\n\n--x\n\n--c\n\n";
  struct Count final : Collect {
    std::size_t readings = 0;
    Visit reading(const ReadingReport&) override {
      ++readings;
      return Visit::go_on;
    }
  } seen;
  walk(read_message(bytes), {}, static_cast<Visitor&>(seen));
  BOOST_TEST(seen.readings > 2000U);
  BOOST_TEST(seen.readings < 4500U);
}

// However deep the line stands that begins like the delimiter of a multipart around it.
BOOST_AUTO_TEST_CASE(a_prefix_is_found_at_every_depth) {
  for (const int depth : {2, 17, 90}) {
    std::string bytes;
    for (int i = 0; i < depth; ++i) {
      const std::string name = i == 0 ? "outermost" : 'b' + std::to_string(i) + '.';
      bytes += "Content-Type: multipart/mixed; boundary=\"" + name + "\"\n\n--" + name + '\n';
    }
    bytes +=
        "Content-Transfer-Encoding: base64\n\n--outermost!\nContent-Type: text/html\n\n"
        "<a href='&#104;ttp://h/'>\n";
    const Collect seen = collect(bytes);
    BOOST_TEST_REQUIRE(seen.links.size() == 1U, depth);
    BOOST_TEST(seen.links[0].reading == "boundary-prefix");
  }
}

// Whatever is not read otherwise, and for whichever bound, is told.
BOOST_AUTO_TEST_CASE(doubts_that_are_not_followed_are_told) {
  const std::string page = "Content-Type: text/html\n\n<a href='&#104;ttp://h/'>\n";
  const auto multipart = [](const std::string& parameters) {
    return "Content-Type: multipart/mixed; " + parameters + "\n\n";
  };
  // One in the other, whose parts begin as `each` says, in turn.
  const auto nested = [&](unsigned count, const std::vector<std::string>& each,
                          const std::string& inner) {
    std::string bytes;
    for (unsigned i = 0; i < count; ++i) {
      const std::string& how = each[i % each.size()];
      const std::string name = 'b' + std::to_string(i) + '.';
      if (how == "first") bytes += multipart("boundary=" + name) + "--" + name + '\n';
      if (how == "prefix") bytes += multipart("boundary=" + name) + "--" + name + "zz\n";
      if (how == "second")
        bytes += multipart("boundary=a; boundary=" + name) + "--a\n\n--" + name + '\n';
      if (how == "close")
        bytes += multipart("boundary=" + name) + "--" + name + "--\n--" + name + '\n';
    }
    return bytes + inner;
  };
  std::string boundaries = "boundary=b";
  for (int i = 10; i < 40; ++i) boundaries += "; boundary=x" + std::to_string(i) + 'q';
  const std::string padding(100'000, 'x'), longest(1200, 'x');
  struct Row {
    const char* what;
    std::string bytes;
    bool is_found;  // then it is another reading's
  };
  const Row rows[] = {
      {"of one kind, one in the other", nested(5, {"prefix"}, page), true},
      {"so many that together they cost too much", nested(3, {"prefix"}, page + padding), false},
      {"so many of one kind", nested(80, {"prefix"}, page + padding), false},
      {"three kinds", nested(3, {"prefix", "second", "close"}, page), true},
      {"too many of several kinds", nested(5, {"prefix", "second", "close"}, page), false},
      {"too many boundaries, of which the last is read", multipart(boundaries) + "--x38q\n" + page,
       false},
      {"a boundary that no line holds",
       multipart("boundary=b; boundary=" + longest) + "--b\n\n--" + longest + '\n' + page, false},
      {"behind the limit of depth",
       nested(101, {"first"},
              "Content-Type: text/html\nContent-Transfer-Encoding: base64\n\v"
              "<a href='&#104;ttp://h/'>\nX: y\n\n"),
       false},
  };
  for (const Row& row : rows) {
    const Collect seen = collect(row.bytes);
    const bool is_found =
        std::any_of(seen.links.begin(), seen.links.end(), [](const test::SeenLink& link) {
          return link.url == "http://h/" && !link.reading.empty();
        });
    BOOST_TEST(is_found == row.is_found, row.what);
    const bool is_told =
        std::any_of(seen.unread_things.begin(), seen.unread_things.end(),
                    [](const test::SeenUnread& each) { return each.why == "limit-readings"; });
    BOOST_TEST(is_told == !row.is_found, row.what << ' ' << seen.unread_things.size());
    BOOST_TEST((seen.summary.verdict() == Verdict::clear) == false, row.what);
  }
}

// What none of the readings opens is told once.
BOOST_AUTO_TEST_CASE(an_unread_leaf_of_several_readings_is_told_once) {
  const Collect seen = collect(
      "Content-Type: multipart/mixed; boundary=b\n\n--b\nContent-Type: application/pdf\n\nx\n"
      "--b--\n--b\nContent-Type: text/html\n\n<a href='&#104;ttp&#58;&#47;&#47;h/'>\n--b--\n");
  BOOST_TEST(lines(seen) == "behind-close 2 a[href] http://h/\n");
  BOOST_TEST(seen.unread_things.size() == 1U);
}

BOOST_AUTO_TEST_SUITE_END()

BOOST_AUTO_TEST_SUITE(unread)

BOOST_AUTO_TEST_CASE(says_what_was_not_searched_and_why) {
  const auto mail = [](std::string_view type, std::string_view body = "x") {
    return "Content-Type: " + std::string(type) + "\n\n" + std::string(body) + "\n";
  };
  struct Want {
    std::string bytes;
    std::string why;  // empty: nothing is unread
    Verdict verdict;
  };
  // RFC 5652: the object identifiers of signedData and envelopedData.
  const std::string oid("0\x80\x06\x09\x2A\x86\x48\x86\xF7\x0D\x01\x07", 12);
  const Want rows[] = {
      {mail("text/plain"), "", Verdict::clear},
      {mail("application/pdf"), "no-opener", Verdict::unread},
      {mail("image/png"), "no-opener", Verdict::unread},
      {mail("application/octet-stream; name=a.docx"), "no-opener", Verdict::unread},
      {mail("application/octet-stream; name=a.html"), "", Verdict::clear},
      {mail("application/pdf", " \n"), "", Verdict::clear},
      {mail("audio/ogg"), "not-text", Verdict::clear},
      {mail("video/mp4"), "not-text", Verdict::clear},
      {mail("font/woff2"), "not-text", Verdict::clear},
      {mail("application/pgp-signature"), "not-text", Verdict::clear},
      {mail("application/pkcs7-mime; smime-type=enveloped-data"), "encrypted", Verdict::unread},
      {mail("application/pkcs7-mime; smime-type=signed-data"), "signed-opaque", Verdict::unread},
      {mail("application/x-pkcs7-mime", oid + '\x03'), "encrypted", Verdict::unread},
      {mail("application/x-pkcs7-mime; smime-type=enveloped-data", oid + '\x02'), "signed-opaque",
       Verdict::unread},
      {"Content-Type: multipart/encrypted; boundary=b\n\n--b\n"
       "Content-Type: application/octet-stream\n\nx\n--b--\n",
       "encrypted", Verdict::unread},
  };
  for (const Want& row : rows) {
    const Collect seen = collect(row.bytes);
    BOOST_TEST(seen.unread_things.size() == (row.why.empty() ? 0U : 1U), row.bytes);
    if (!seen.unread_things.empty()) BOOST_TEST(seen.unread_things[0].why == row.why, row.bytes);
    BOOST_TEST((seen.summary.verdict() == row.verdict), row.bytes);
  }
}

BOOST_AUTO_TEST_CASE(says_where_and_how_much) {
  const std::string head =
      "Content-Type: application/pdf; name=a.pdf\nContent-Transfer-Encoding: base64\n\n";
  const Collect seen = collect(head + "AAAA\n");
  BOOST_REQUIRE_EQUAL(seen.unread_things.size(), 1U);
  const test::SeenUnread& unread = seen.unread_things[0];
  BOOST_TEST(unread.part == "1");
  BOOST_TEST(unread.type == "application/pdf");
  BOOST_TEST(unread.file_name == "a.pdf");
  BOOST_TEST(unread.offset == head.size());
  BOOST_TEST(unread.size == 5U);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace basewalk

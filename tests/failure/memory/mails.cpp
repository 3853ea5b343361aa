// SPDX-License-Identifier: MIT
#include "failure/memory/mails.h"

#include "support/files.h"

namespace basewalk::failure {

std::vector<std::string> mails_below(const std::string& folder, std::string_view end) {
  std::vector<std::string> mails;
  for (const std::filesystem::path& path : test::files_below(test::data_dir() / folder))
    if (path.string().ends_with(end)) mails.push_back(test::read_file(path));
  return mails;
}

const std::string& mixed_mail() {
  static const std::string mail =
      "Base: <URL:http://one.example/a/b/>\nSubject: =?utf-8?q?caf=C3=A9?= "
      "http://subject.example/\n"
      "List-Unsubscribe: <https://list.example/u>, <mailto:u@list.example>\n"
      "Content-Type: multipart/mixed; boundary=x\n\npreamble http://preamble.example/\n"
      "--x\nContent-Type: text/html; charset=utf-8\nContent-Transfer-Encoding: quoted-printable\n\n"
      "<base href=3D\"http://two.example/\"><a href=3D../c>http://seen.example/</a>\n"
      "<style>@import 'a.css'; p { background: url(b.png) }</style>\n"
      "<a href=3D\"data:text/html;base64,PGEgaHJlZj1odHRwOi8vaW4uZXhhbXBsZS8+eDwvYT4=3D\">d</a>\n"
      "<iframe srcdoc=3D\"&lt;a href=3Dq&gt;\"></iframe><img srcset=3D\"a 1x, b 2x\">\n"
      "--x\nContent-Type: text/html; charset=ibm-1047\nContent-Transfer-Encoding: base64\n\n"
      "TIFAiJmFhn6InqOXemFho4iZhYVLhaeBlJeThWFup0xhgW4=\n"
      "--x\nContent-Type: text/plain; charset=iso-2022-jp\n\n"
      "www.three.example and <http://four.example/a\nb> example.com/path hxxp://five[.]example/\n"
      "--x\nContent-Type: text/calendar\n\nBEGIN:VCALENDAR\nBEGIN:VEVENT\nURL:http://six.example/\n"
      "DESCRIPTION:see http://seven.exa\n mple/ now\nEND:VEVENT\nEND:VCALENDAR\n"
      "--x\nContent-Type: text/vcard\n\nBEGIN:VCARD\nURL:http://eight.example/\nEND:VCARD\n"
      "--x\nContent-Type: image/svg+xml\n\n<?xml version='1.0'?><!DOCTYPE s [<!ENTITY e 'nine'>]>\n"
      "<svg xmlns='http://www.w3.org/2000/svg' xml:base='http://ten.example/'>"
      "<a href='&e;'>x</a></svg>\n"
      "--x\nContent-Type: application/rss+xml\n\n<rss><channel><link>http://rss.example/</link>"
      "<broken></channel></rss>\n"
      "--x\nContent-Type: message/rfc822\n\nContent-Type: multipart/alternative; boundary=y\n"
      "Content-Type: text/plain\n\n--y\nContent-Type: text/css\n\na{background:url(z)}\n--y--\n"
      "--x\nContent-Type: message/rfc822\nContent-Transfer-Encoding: base64\n\n"
      "Q29udGVudC1UeXBlOiB0ZXh0L2h0bWwKCjxhIGhyZWY9aHR0cDovL2VuY29kZWQuZXhhbXBsZS8+eDwvYT4K\n"
      "--x\nContent-Type: image/png\nContent-Disposition: attachment; filename*=utf-8''%C3%A9.png\n"
      "Content-Transfer-Encoding: base64\n\nAAAA\n--x--\nepilogue http://epilogue.example/\n";
  return mail;
}

}  // namespace basewalk::failure

// SPDX-License-Identifier: MIT
//
// A message has the same links however it is sent: with lines that end in LF or CRLF, and with the
// bodies of its leaves as they are, in base64 or in quoted-printable.
#include <algorithm>
#include <boost/test/data/test_case.hpp>
#include <boost/test/unit_test.hpp>
#include <iterator>

#include "support/files.h"
#include "walk/collect.h"
#include "walk/encode.h"

using namespace basewalk;
using test::Collect;
using test::collect;

namespace {

// Messages that are about what these forms change.
constexpr std::string_view kAboutForm[] = {
    "boundary-after-cr.eml",  // its bare CR is no line end
    "header-bare-cr.eml",
    "header-no-end.eml",  // without the empty line there is no other encoding
    "line-ends-cr.eml",      "line-ends-crcrlf.eml",
};

bool is_about_form(const std::filesystem::path& path) {
  const std::string name = path.filename().string();
  return std::find(std::begin(kAboutForm), std::end(kAboutForm), name) != std::end(kAboutForm);
}

std::vector<std::filesystem::path> mails() {
  std::vector<std::filesystem::path> all;
  for (const char* folder : {"cases/mail", "flags", "notes"})
    for (const auto& path : test::files_below(test::data_dir() / folder))
      if (path.extension() == ".eml" && !is_about_form(path)) all.push_back(path);
  return all;
}

std::string with_line_ends(std::string_view bytes, std::string_view line_end) {
  std::string out;
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    if (bytes[i] == '\n') {
      if (!out.empty() && out.back() == '\r') out.pop_back();
      out += line_end;
    } else {
      out += bytes[i];
    }
  }
  return out;
}

// May the body be written in another encoding without becoming another one?
bool may_encode(const Message& message, const mime::Part& part) {
  if (part.kind != mime::PartKind::leaf || part.gap) return false;
  if (part.encoding != mime::Encoding::identity || part.body.empty()) return false;
  if (message.find(part, "content-transfer-encoding") != nullptr) return false;
  return !part.media_type.starts_with("multipart/") && !part.media_type.starts_with("message/");
}

using Encode = std::string (*)(std::string_view, std::string_view);

// With the bodies of all leaves that have no encoding in this one.
std::string encoded(const std::string& bytes, std::string_view name, Encode encode,
                    std::string_view line_end) {
  const Message message = read_message(bytes);
  std::string out;
  std::size_t done = 0;
  for (const mime::Part& part : message.parts) {
    if (!may_encode(message, part)) continue;
    out.append(bytes, done, part.header.begin - done);
    out.append("Content-Transfer-Encoding: ").append(name).append(line_end);
    out.append(bytes, part.header.begin, part.body.begin - part.header.begin);
    // A message that is all body has no empty line yet.
    if (part.body.begin == part.header.begin) out.append(line_end);
    out.append(encode(message.body_of(part), line_end));
    done = part.body.end;
  }
  return out.append(bytes, done);
}

std::string lines(const Collect& seen) {
  std::string out;
  for (const test::SeenLink& l : seen.links) {
    if (!l.reading.empty()) continue;  // of the first reading alone
    out += l.part + ' ' + l.type + ' ' + l.where + " [" + l.raw + "] " + l.status + ' ' + l.base +
           ' ' + l.base_from + ' ' + l.base_part + ' ' + l.url + ' ' + l.clicked + ' ' + l.flags +
           '\n';
  }
  return out;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(forms)

BOOST_DATA_TEST_CASE(a_message_has_the_same_links_in_every_form,
                     boost::unit_test::data::make(mails())) {
  const std::string given = test::read_file(sample);
  const std::string wanted = lines(collect(given));
  for (const std::string_view line_end : {"\n", "\r\n"}) {
    const std::string plain = with_line_ends(given, line_end);
    BOOST_TEST(lines(collect(plain)) == wanted);
    const std::string base64 = encoded(plain, "base64", test::to_base64, line_end);
    BOOST_TEST(lines(collect(base64)) == wanted, base64);
    const std::string quoted =
        encoded(plain, "quoted-printable", test::to_quoted_printable, line_end);
    BOOST_TEST(lines(collect(quoted)) == wanted, quoted);
  }
}

// So that the above cannot pass because nothing was changed.
BOOST_AUTO_TEST_CASE(most_messages_are_written_anew) {
  std::size_t changed = 0;
  for (const auto& path : mails()) {
    const std::string given = test::read_file(path);
    if (encoded(given, "base64", test::to_base64, "\n") != given) ++changed;
  }
  BOOST_TEST(changed > mails().size() / 2);
}

BOOST_AUTO_TEST_SUITE_END()

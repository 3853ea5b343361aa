// SPDX-License-Identifier: MIT
//
// .msg files and winmail.dat: the message that is made of them, and what is told where they are
// damaged.
#include "worker/documents/outlook/outlook.h"

#include <boost/test/unit_test.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "basewalk/basewalk.h"
#include "support/files.h"
#include "support/skip.h"
#include "text/base64.h"
#include "worker/documents/recorded.h"

using namespace basewalk;
using worker::Lack;
using worker::Recorded;

namespace {

std::filesystem::path folder() { return test::data_dir() / "documents" / "outlook"; }

Recorded opened(std::string_view bytes, std::string_view name) {
  const test::ExactCopy copy(bytes);
  Recorded told;
  const worker::Document document{copy.view(), name};
  if (bytes.starts_with("\xD0\xCF"))
    worker::open_cfb(document, told);
  else
    worker::open_tnef(document, told);
  BOOST_TEST(!told.is_open());
  return told;
}

Recorded opened(const std::string& name) { return opened(test::read_file(folder() / name), name); }

// The bodies of all parts that are in base64.
std::vector<std::string> bodies(std::string_view message) {
  constexpr std::string_view kMark = "Content-Transfer-Encoding: base64\r\n\r\n";
  std::vector<std::string> found;
  for (std::size_t at = 0; (at = message.find(kMark, at)) != message.npos;) {
    at += kMark.size();
    std::string bytes;
    text::append_base64_decoded(
        bytes, message.substr(at, std::min(message.find("\r\n--", at), message.size()) - at));
    found.push_back(std::move(bytes));
  }
  return found;
}

bool is_found(const Recorded& told, const test::Row& row) {
  for (const Recorded::Part& part : told.parts) {
    for (const OwnedLink& link : links_of(part.bytes))
      if (link.url == row[4]) return true;
    // In parts that other openers read.
    if (row[3].empty())
      for (const std::string& body : bodies(part.bytes))
        if (body.find(row[2]) != body.npos) return true;
  }
  return false;
}

[[maybe_unused]] bool has(std::string_view text, std::string_view part) {
  return text.find(part) != text.npos;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(outlook)

BOOST_AUTO_TEST_CASE(each_link_is_found) {
  for (const test::Row& row : test::read_table("documents/outlook/expected.tsv")) {
    const Recorded told = opened(row[0]);
    if (row[4].empty()) {
      BOOST_TEST(!told.lacks.empty(), row);
      continue;
    }
    BOOST_TEST(is_found(told, row), row);
    BOOST_TEST(told.parts.size() == 1u, row);
    for (const Recorded::Missing& lack : told.lacks)
      BOOST_TEST_MESSAGE(row << ": " << lack.what << ' ' << lack.sentence);
    BOOST_TEST(told.lacks.empty(), row);
  }
}

BOOST_AUTO_TEST_SUITE_END()

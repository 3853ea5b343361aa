// SPDX-License-Identifier: MIT
//
// Messages put together at random: our tree against the plain scanner's, and the properties of
// trees under random changes to the stored messages.
#include <boost/test/unit_test.hpp>
#include <string>
#include <vector>

#include "basewalk/mime/part.h"
#include "mime/plain_scan.h"
#include "mime/properties.h"
#include "mime/tree.h"
#include "support/files.h"
#include "support/skip.h"

using namespace basewalk;

namespace {

class Random {
 public:
  explicit Random(std::uint64_t seed) : state_(seed * 2 + 1) {}
  std::uint32_t below(std::uint32_t n) {
    state_ = state_ * 6364136223846793005U + 1442695040888963407U;
    return static_cast<std::uint32_t>(state_ >> 33) % n;
  }

 private:
  std::uint64_t state_;
};

// Boundaries that are prefixes of one another, with and without final dashes.
std::string random_message(Random& random) {
  static const char* const kLines[] = {"--a",
                                       "--a--",
                                       "--ab",
                                       "--ab--",
                                       "--ab----",
                                       "--b",
                                       "--b--",
                                       "--b  ",
                                       "--b-- ",
                                       "--c",
                                       "",
                                       "",
                                       "",
                                       "text",
                                       "more text",
                                       "x --a",
                                       " --b",
                                       "Content-Type: text/html",
                                       "Content-Type: multipart/mixed; boundary=a",
                                       "Content-Type: multipart/mixed; boundary=ab",
                                       "Content-Type: multipart/mixed; boundary=ab--",
                                       "Content-Type: multipart/digest; boundary=b",
                                       "Content-Type: message/rfc822",
                                       "Subject: x",
                                       "-",
                                       "--",
                                       "----"};
  std::string out = "Subject: random\nContent-Type: multipart/mixed; boundary=a\n\n";
  const std::uint32_t count = random.below(30);
  for (std::uint32_t i = 0; i < count; ++i) {
    const std::uint32_t pick = random.below(std::size(kLines));
    const std::string line = kLines[pick];
    // A blank at the front would fold into a field: only behind text that is a body for sure.
    out += line.starts_with(' ') ? "x" + line : line;
    if (i + 1 < count || random.below(2) == 0) out += '\n';
    if (line.starts_with("Content-Type") && random.below(2) == 0) out += '\n';
  }
  return out;
}

std::vector<std::string> stored_messages() {
  std::vector<std::string> out;
  for (const auto& path : test::files_below(test::data_dir() / "mime"))
    if (path.extension() == ".eml") out.push_back(test::read_file(path));
  return out;
}

std::string changed(std::string text, const std::string& other, Random& random) {
  static const std::string kBytes("\r\n-: \t;=\"()\0\x80\xFF/*a", 17);
  const std::uint32_t changes = 1 + random.below(6);
  for (std::uint32_t i = 0; i < changes; ++i) {
    const std::size_t at = random.below(static_cast<std::uint32_t>(text.size() + 1));
    switch (random.below(5)) {
      case 0:
        text.insert(at, 1, kBytes[random.below(static_cast<std::uint32_t>(kBytes.size()))]);
        break;
      case 1:
        if (at < text.size())
          text[at] = kBytes[random.below(static_cast<std::uint32_t>(kBytes.size()))];
        break;
      case 2:
        text.erase(at, random.below(20));
        break;
      case 3:
        text.insert(at, text.substr(random.below(static_cast<std::uint32_t>(text.size() + 1)), 40));
        break;
      default:
        text.insert(at,
                    other.substr(random.below(static_cast<std::uint32_t>(other.size() + 1)), 80));
    }
  }
  return text;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(scan_random)

BOOST_AUTO_TEST_CASE(agrees_with_the_plain_scanner) {
  for (std::uint64_t seed = 0; seed < 20'000; ++seed) {
    Random random(seed);
    const std::string text = random_message(random);
    const test::ExactCopy copy(text);
    const Message message = read_message(copy.view());
    const std::string wanted = test::plain_tree_text(text);
    const std::string tree = test::tree_text(message);
    if (tree == wanted && test::broken_property(message).empty()) continue;
    BOOST_ERROR("seed " << seed << ' ' << test::broken_property(message) << "\n--- message\n"
                        << text << "\n--- ours\n"
                        << tree << "--- plain\n"
                        << wanted);
    break;
  }
}

BOOST_AUTO_TEST_CASE(any_change_to_a_stored_message_gives_a_tree) {
  const std::vector<std::string> seeds = stored_messages();
  BOOST_REQUIRE(!seeds.empty());
  Limits narrow;
  narrow.depth = 2;
  narrow.parts = 4;
  narrow.header_bytes = 40;
  for (std::uint64_t seed = 0; seed < 20'000; ++seed) {
    Random random(seed);
    const auto some = [&] { return seeds[random.below(static_cast<std::uint32_t>(seeds.size()))]; };
    const test::ExactCopy copy(changed(some(), some(), random));
    for (const Limits& limits : {Limits{}, narrow}) {
      const Message message = read_message(copy.view(), limits);
      const std::string broken = test::broken_property(message);
      if (broken.empty() && message.parts.size() <= limits.parts) continue;
      BOOST_ERROR("seed " << seed << ": " << broken << '\n' << copy.view());
      return;
    }
  }
}

BOOST_AUTO_TEST_CASE(every_prefix_of_a_message_gives_a_tree) {
  for (const std::string& text : stored_messages()) {
    for (std::size_t size = 0; size <= text.size(); ++size) {
      const test::ExactCopy copy(std::string_view(text).substr(0, size));
      const std::string broken = test::broken_property(read_message(copy.view()));
      BOOST_REQUIRE_MESSAGE(broken.empty(), broken << '\n' << copy.view());
    }
  }
}

BOOST_AUTO_TEST_CASE(every_stored_real_message_gives_a_tree, *boost::unit_test::label("shared")) {
  const auto mail = test::shared("mail");
  if (!mail) return;
  for (const auto& path : test::files_below(*mail)) {
    const test::ExactCopy copy(test::read_file(path));
    const std::string broken = test::broken_property(read_message(copy.view()));
    BOOST_TEST(broken == "", path << ": " << broken);
  }
}

BOOST_AUTO_TEST_SUITE_END()

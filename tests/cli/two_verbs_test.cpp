// SPDX-License-Identifier: MIT
//
// Verbs of one process, side by side: none sees the options of another, and each writes what it
// writes alone.
#include <boost/test/unit_test.hpp>
#include <filesystem>
#include <latch>
#include <string>
#include <thread>
#include <vector>

#include "cli/command.h"
#include "support/files.h"
#include "support/folder.h"

namespace {

using Words = std::vector<std::string>;

int run(Words words) {
  words.insert(words.begin(), "basewalk");
  std::vector<char*> pointers;
  for (std::string& word : words) pointers.push_back(word.data());
  return basewalk::cli::run_command(static_cast<int>(pointers.size()), pointers.data());
}

// Each command line has "@" where its output goes.
Words with_output(Words words, const std::string& file) {
  for (std::string& word : words)
    if (word == "@") word = file;
  return words;
}

BOOST_AUTO_TEST_SUITE(two_verbs)

BOOST_AUTO_TEST_CASE(verbs_side_by_side_do_what_they_do_alone) {
  const basewalk::test::Folder folder;
  const std::string mail = (basewalk::test::data_dir() / "flags").string();
  const std::string other = (basewalk::test::data_dir() / "cases").string();
  const std::vector<Words> lines = {
      {"links", "--format", "jsonl", "--base", "http://one.example/", "--jobs", "2", mail, "-o",
       "@"},
      {"links", "--format", "csv", "--text", "--rules", "whatwg", "--jobs", "1", other, "-o", "@"},
      {"links", "--format", "jsonl", "--honor", "html-base", "--refang", mail, "-o", "@"},
      {"tree", "--format", "jsonl", "--limit", "depth=1", other, "-o", "@"},
      {"tree", "--format", "jsonl", "--base", "http://two.example/x/", mail, "-o", "@"},
  };
  const auto name = [&](const char* kind, std::size_t i) {
    return folder / (std::string(kind) + std::to_string(i));
  };
  std::vector<int> alone, together(lines.size());
  for (std::size_t i = 0; i < lines.size(); ++i)
    alone.push_back(run(with_output(lines[i], name("alone", i))));

  std::latch ready(static_cast<std::ptrdiff_t>(lines.size()));
  std::vector<std::thread> threads;
  for (std::size_t i = 0; i < lines.size(); ++i)
    threads.emplace_back([&, i] {
      ready.arrive_and_wait();
      for (int round = 0; round < 5; ++round)
        together[i] = run(with_output(lines[i], name("together", i) + std::to_string(round)));
    });
  for (std::thread& thread : threads) thread.join();

  for (std::size_t i = 0; i < lines.size(); ++i) {
    BOOST_TEST_CONTEXT("line " << i) {
      const std::string expected = basewalk::test::read_file(name("alone", i));
      BOOST_TEST(!expected.empty());
      BOOST_TEST(alone[i] == together[i]);
      for (int round = 0; round < 5; ++round)
        BOOST_TEST(
            (basewalk::test::read_file(name("together", i) + std::to_string(round)) == expected));
    }
  }
}

BOOST_AUTO_TEST_CASE(an_option_of_one_line_is_not_seen_by_the_next) {
  const basewalk::test::Folder folder;
  const std::string mail = (basewalk::test::data_dir() / "flags" / "base-split.eml").string();
  const auto links = [&](const char* name, const Words& more) {
    const std::string file = folder / name;
    Words words = {"links", "--format", "jsonl", mail, "-o", file};
    words.insert(words.end(), more.begin(), more.end());
    BOOST_TEST(run(words) == 0);
    return basewalk::test::read_file(file);
  };
  const std::string plain = links("1", {});
  const std::string honoring = links("2", {"--honor", "retrieval", "--text"});
  BOOST_TEST(plain != honoring);
  BOOST_TEST(links("3", {}) == plain);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace

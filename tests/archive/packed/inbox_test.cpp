// SPDX-License-Identifier: MIT
//
// Repositories of public-inbox, made by git.
#include "archive/packed/inbox.h"

#include <algorithm>
#include <boost/test/data/test_case.hpp>
#include <boost/test/unit_test.hpp>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iomanip>
#include <sstream>

#include "archive/read_all.h"
#include "support/files.h"
#include "support/folder.h"
#include "support/skip.h"

using namespace basewalk;
using test::Folder;
using test::Got;
using test::read_all;

namespace {

namespace fs = std::filesystem;

bool run(const Folder& folder, const std::string& command) {
  const std::string line = "cd '" + folder.path().string() + "' && " + command + " 2>/dev/null";
  return std::system(line.c_str()) == 0;
}

std::string message(int number) {
  std::string body;
  for (int i = 0; i < 20; ++i) body += std::to_string(number * 7919 + i * 104729) + "\n";
  return "Message-ID: <" + std::to_string(number) + "@test.example>\n\n" + body;
}

// A file of a commit: as it becomes, or that it is removed.
struct Change {
  std::string path;
  std::string bytes;
  bool is_removed = false;
};
using Commit = std::vector<Change>;

// Makes a bare repository; false where there is no git.
bool make(const Folder& folder, const std::string& name, const std::vector<Commit>& commits) {
  std::string stream;
  int time = 1'600'000'000;
  for (const Commit& commit : commits) {
    stream += "commit refs/heads/master\ncommitter a <a@b.example> " + std::to_string(time++) +
              " +0000\ndata 1\nx\n";
    for (const Change& change : commit)
      stream += change.is_removed
                    ? "D " + change.path + "\n"
                    : "M 100644 inline " + change.path + "\ndata " +
                          std::to_string(change.bytes.size()) + "\n" + change.bytes + "\n";
  }
  folder.write("stream", stream);
  return run(folder, "mkdir -p " + name + " && git init -q --bare " + name + " && git -C " + name +
                         " symbolic-ref HEAD refs/heads/master"
                         " && git -C " +
                         name + " -c fastimport.unpackLimit=0 fast-import --quiet <stream");
}

std::string path_of(int number) {
  std::ostringstream name;
  name << std::hex << std::setfill('0') << std::setw(2) << number * 37 % 16 << '/' << std::setw(38)
       << number;
  return name.str();
}

// Of version 1: each in a file.  Of version 2: each is `m`.
std::vector<Commit> commits_of(int version, int first, int count) {
  std::vector<Commit> commits;
  for (int i = first; i < first + count; ++i)
    commits.push_back({{version == 1 ? path_of(i) : "m", message(i)}});
  return commits;
}

std::vector<std::string> messages_of(const std::vector<Got>& all) {
  std::vector<std::string> messages;
  for (const Got& got : all)
    if (got.problem.empty()) messages.push_back(got.bytes);
  return messages;
}

std::vector<std::string> problems_of(const std::vector<Got>& all, const Folder& folder) {
  std::vector<std::string> problems;
  for (const Got& got : all)
    if (!got.problem.empty())
      problems.push_back(got.source.substr(folder.path().string().size() + 1) + ' ' + got.problem);
  return problems;
}

std::vector<std::string> some(int first, int count) {
  std::vector<std::string> messages;
  for (int i = first; i < first + count; ++i) messages.push_back(message(i));
  return messages;
}

#define NEEDS_GIT(made)   \
  if (!(made)) {          \
    test::skip("no git"); \
    return;               \
  }

// What git says of an object, without the end of the line.
std::string ask(const Folder& folder, const std::string& repository, const std::string& question) {
  BOOST_REQUIRE(run(folder, "git -C " + repository + " " + question + " >answer"));
  std::string answer = test::read_file(folder / "answer");
  answer.resize(answer.find('\n'));
  return answer;
}

// The file of a loose object, with one byte another one.
void damage(const Folder& folder, const std::string& repository, const std::string& id) {
  const fs::path file = fs::path(folder / repository) / "objects" / id.substr(0, 2) / id.substr(2);
  std::string bytes = test::read_file(file.string());
  bytes[bytes.size() / 2] = static_cast<char>(bytes[bytes.size() / 2] ^ 0x10);
  fs::permissions(file, fs::perms::owner_write, fs::perm_options::add);
  std::ofstream(file, std::ios::binary) << bytes;
}

// All objects in files of their own.
bool unpack(const Folder& folder, const std::string& repository) {
  return run(folder, "cd " + repository +
                         " && mv objects/pack/*.pack ../pack && rm -f objects/pack/*"
                         " && git unpack-objects -q <../pack");
}

}  // namespace

BOOST_AUTO_TEST_SUITE(inbox, *boost::unit_test::label("packers"))

BOOST_DATA_TEST_CASE(messages_come_in_the_order_of_arrival, boost::unit_test::data::make({1, 2}),
                     version) {
  const Folder folder;
  NEEDS_GIT(make(folder, "x", commits_of(version, 0, 20)))
  const std::vector<Got> all = read_all({folder / "x"});
  BOOST_TEST(messages_of(all) == some(0, 20), boost::test_tools::per_element());
  BOOST_TEST_REQUIRE(all.size() == 20U);
  BOOST_TEST(all.back().source == folder / "x/" + ask(folder, "x", "rev-parse HEAD"));
  BOOST_TEST(all.back().number == 1U);
  BOOST_TEST(all.back().offset == 0U);
  // Each is found again by its name, as a source and at its offset.
  for (const Got& got : all) {
    const std::vector<Got> again = read_all({got.source});
    BOOST_TEST_REQUIRE(again.size() == 1U);
    BOOST_TEST(again[0] == got);
    const archive::Batch found = archive::message_at(got.source, got.offset);
    BOOST_TEST_REQUIRE(found.items.size() == 1U);
    BOOST_TEST(found.items[0].bytes == got.bytes);
    BOOST_TEST(*found.items[0].source == got.source);
  }
  // Reading goes on behind each.
  for (std::size_t i = 0; i < all.size(); ++i) {
    archive::ReadOptions options;
    options.after = {all[i].source, all[i].offset, all[i].number, 0};
    const std::vector<Got> rest = read_all({folder / "x"}, options),
                           wanted(all.begin() + static_cast<std::ptrdiff_t>(i) + 1, all.end());
    BOOST_TEST(rest == wanted, boost::test_tools::per_element());
  }
  // Slices are the whole, and so are slices that go on.
  for (const std::size_t count : {2U, 3U, 7U, 50U}) {
    std::vector<Got> pieces;
    for (std::size_t index = 0; index < count; ++index) {
      archive::ReadOptions options;
      options.shard = {index, count};
      const std::vector<Got> piece = read_all({folder / "x"}, options);
      pieces.insert(pieces.end(), piece.begin(), piece.end());
      if (piece.size() < 2) continue;
      options.after = {piece[0].source, 0, 1, 0};
      const std::vector<Got> rest = read_all({folder / "x"}, options),
                             wanted(piece.begin() + 1, piece.end());
      BOOST_TEST(rest == wanted, boost::test_tools::per_element());
    }
    BOOST_TEST(pieces == all, boost::test_tools::per_element());
  }
}

BOOST_AUTO_TEST_CASE(epochs_come_by_their_numbers) {
  const Folder folder;
  for (const int epoch : {0, 1, 2, 10})
    NEEDS_GIT(make(folder, "x/git/" + std::to_string(epoch) + ".git", commits_of(2, 3 * epoch, 3)))
  BOOST_REQUIRE(run(folder, "git init -q --bare x/all.git"));
  folder.write("x/msgmap.sqlite3", "SQLite format 3");
  folder.write("x/xap15/over.sqlite3", "SQLite format 3");
  const std::vector<Got> all = read_all({folder / "x"});
  std::vector<std::string> wanted = some(0, 9);
  for (const std::string& last : some(30, 3)) wanted.push_back(last);
  BOOST_TEST(messages_of(all) == wanted, boost::test_tools::per_element());
  const std::vector<std::string> beside = {
      "x/all.git is what public-inbox keeps beside its repositories",
      "x/msgmap.sqlite3 is what public-inbox keeps beside its repositories",
      "x/xap15 is what public-inbox keeps beside its repositories"};
  BOOST_TEST(problems_of(all, folder) == beside, boost::test_tools::per_element());
  // One alone, or one message of it.
  BOOST_TEST(messages_of(read_all({folder / "x/git/10.git"})) == some(30, 3),
             boost::test_tools::per_element());
  for (const Got& got : all) {
    if (!got.problem.empty()) continue;
    archive::ReadOptions options;
    options.after = {got.source, 0, 1, 0};
    const std::vector<std::string> rest = messages_of(read_all({folder / "x"}, options));
    BOOST_TEST(messages_of(read_all({got.source})) == std::vector<std::string>{got.bytes},
               boost::test_tools::per_element());
    BOOST_TEST((rest.empty()
                    ? got.bytes == wanted.back()
                    : *(std::find(wanted.begin(), wanted.end(), got.bytes) + 1) == rest.front()));
  }
  std::vector<Got> pieces;
  for (std::size_t index = 0; index < 5; ++index) {
    archive::ReadOptions options;
    options.shard = {index, 5};
    const std::vector<Got> piece = read_all({folder / "x"}, options);
    pieces.insert(pieces.end(), piece.begin(), piece.end());
  }
  BOOST_TEST(pieces == all, boost::test_tools::per_element());
}

// It arrived all the same; and what arrives anew is another message.
BOOST_AUTO_TEST_CASE(what_was_deleted_is_read) {
  const Folder folder;
  std::vector<Commit> v1 = commits_of(1, 0, 3), v2 = commits_of(2, 0, 3);
  v1.push_back({{path_of(1), "", true}});
  v2.push_back({{"m", "", true}, {"d", message(1)}});
  v1.push_back({{path_of(3), message(3)}});
  v2.push_back({{"d", "", true}, {"m", message(3)}});
  v1.push_back({{path_of(1), message(1)}});
  v2.push_back({{"m", message(1)}});
  NEEDS_GIT(make(folder, "1", v1) && make(folder, "2", v2))
  std::vector<std::string> wanted = some(0, 4);
  wanted.push_back(message(1));
  for (const char* name : {"1", "2"}) {
    const std::vector<Got> all = read_all({folder / name});
    BOOST_TEST(messages_of(all) == wanted, boost::test_tools::per_element());
    BOOST_TEST(all.size() == wanted.size());
  }
}

// Several of one Message-ID lie in a folder of its name; a commit may bring several.
BOOST_AUTO_TEST_CASE(one_commit_may_bring_several) {
  const Folder folder;
  const std::string many = path_of(1);
  NEEDS_GIT(make(folder, "x",
                 {{{path_of(0), message(0)}, {path_of(1), message(1)}},
                  {{many, "", true},
                   {many + "/" + std::string(40, 'a'), message(1)},
                   {many + "/" + std::string(40, 'b'), message(2)}},
                  {{"readme", "no mail"}, {path_of(3), message(3)}},
                  {{"readme", "", true}}}))
  const std::vector<Got> all = read_all({folder / "x"});
  BOOST_TEST(messages_of(all) == some(0, 4), boost::test_tools::per_element());
  BOOST_TEST_REQUIRE(all.size() == 5U);
  const std::string first = folder / "x/" + ask(folder, "x", "rev-parse HEAD~3");
  BOOST_TEST(all[0].source == first + '/' + path_of(0));
  for (const Got& got : all) {
    if (!got.problem.empty()) continue;
    BOOST_TEST(messages_of(read_all({got.source})) == std::vector<std::string>{got.bytes},
               boost::test_tools::per_element());
  }
  BOOST_TEST(problems_of(all, folder) ==
                 std::vector<std::string>{"x/" + ask(folder, "x", "rev-parse HEAD~1") +
                                          "/readme has a name that no message of a public-inbox "
                                          "has"},
             boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(other_repositories_are_passed_over_once) {
  const Folder folder;
  NEEDS_GIT(make(folder, "code", {{{"main.c", "int x;\n"}, {"m", "Subject: x\n\nx\n"}}}))
  BOOST_REQUIRE(run(folder,
                    "git init -q --bare empty && mkdir in && mv code empty in"
                    " && git init -q in/checkout"));
  folder.write("in/checkout/mail", message(7));
  const std::vector<Got> all = read_all({folder / "in"});
  const std::vector<std::string> told = {
      "in/checkout/.git is hidden by its name",
      "in/code is a git repository, and no public-inbox; there is no message in it",
      "in/empty is a git repository, and no public-inbox; there is no message in it"};
  BOOST_TEST(problems_of(all, folder) == told, boost::test_tools::per_element());
  BOOST_TEST(messages_of(all) == some(7, 1), boost::test_tools::per_element());
  archive::SourceReader below({folder / "in/code"}, {});
  const std::optional<archive::Batch> batch = below.next();
  BOOST_REQUIRE(batch && batch->items.size() == 1U);
  BOOST_TEST((batch->items[0].trouble == archive::Trouble::misused));
  archive::SourceReader in({folder / "in"}, {});
  const std::optional<archive::Batch> every = in.next();
  BOOST_REQUIRE(every);
  for (const archive::Item& item : every->items)
    BOOST_TEST((item.problem.empty() || archive::is_skip(item.trouble)));
  BOOST_TEST(problems_of(read_all({folder / "in/code/0123"}), folder)[0] ==
             "in/code/0123 there is no such file, and no such member of an archive");
}

BOOST_AUTO_TEST_CASE(a_message_over_the_limit_is_told) {
  const Folder folder;
  NEEDS_GIT(make(
      folder, "x",
      {{{"m", message(0)}}, {{"m", message(1) + std::string(9000, 'x')}}, {{"m", message(2)}}}))
  archive::ReadOptions options;
  options.message_bytes = 4000;
  const std::vector<Got> all = read_all({folder / "x"}, options);
  BOOST_TEST_REQUIRE(all.size() == 3U);
  BOOST_TEST(all[1].problem.starts_with("the message is longer than the limit ("));
  BOOST_TEST(all[2].bytes == message(2));
}

// What cannot be read is told by its name, and all else is read.
BOOST_DATA_TEST_CASE(damage_is_told_and_reading_goes_on, boost::unit_test::data::make({1, 2}),
                     version) {
  for (const char* what : {"blob", "tree", "below", "commit", "tip"}) {
    const Folder folder;
    NEEDS_GIT(make(folder, "x", commits_of(version, 0, 10)) && unpack(folder, "x"))
    const std::string kind = what;
    if (kind == "below" && version == 2) continue;
    const std::string path = version == 1 ? path_of(4) : "m";
    const std::string question = kind == "blob"     ? "rev-parse HEAD~5:" + path
                                 : kind == "tree"   ? "rev-parse HEAD~5^{tree}"
                                 : kind == "below"  ? "rev-parse HEAD~5:" + path.substr(0, 2)
                                 : kind == "commit" ? "rev-parse HEAD~5"
                                                    : "rev-parse HEAD";
    const std::string id = ask(folder, "x", question);
    damage(folder, "x", id);
    const std::vector<Got> all = read_all({folder / "x"});
    const std::vector<std::string> problems = problems_of(all, folder);
    BOOST_TEST_INFO(kind);
    BOOST_TEST_REQUIRE(problems.size() == 1U);
    BOOST_TEST_INFO(problems[0]);
    BOOST_TEST(problems[0].find(id) != std::string::npos);
    std::vector<std::string> got = messages_of(all), wanted = some(0, 10);
    // In version 1 a later tree has the message, too, but for one whose own bytes are damaged.
    const bool has_again = version == 1 && (kind == "tree" || kind == "commit");
    if (!has_again) wanted.erase(wanted.begin() + (kind == "tip" ? 9 : 4));
    std::sort(got.begin(), got.end());
    std::sort(wanted.begin(), wanted.end());
    BOOST_TEST_CONTEXT(kind) BOOST_TEST(got == wanted, boost::test_tools::per_element());
    for (std::size_t i = 0; i < all.size(); ++i) {
      if (!all[i].problem.empty()) continue;
      archive::ReadOptions options;
      options.after = {all[i].source, 0, 1, 0};
      const std::vector<Got> rest = read_all({folder / "x"}, options),
                             behind(all.begin() + static_cast<std::ptrdiff_t>(i) + 1, all.end());
      const std::vector<Got> again = read_all({all[i].source}), one = {all[i]};
      BOOST_TEST_CONTEXT(kind << ", " << i)
      BOOST_TEST(again == one, boost::test_tools::per_element());
      BOOST_TEST_CONTEXT(kind << ", behind " << i)
      BOOST_TEST(rest == behind, boost::test_tools::per_element());
    }
  }
}

// Any byte of a pack: what is lost is told, and nothing else than messages is given.
BOOST_DATA_TEST_CASE(a_flipped_byte_of_a_pack_is_never_silent, boost::unit_test::data::make({1, 2}),
                     version) {
  const Folder folder;
  NEEDS_GIT(make(folder, "x", commits_of(version, 0, 10)))
  fs::path pack;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder / "x/objects/pack"))
    if (entry.path().extension() == ".pack") pack = entry.path();
  const std::string good = test::read_file(pack.string());
  fs::permissions(pack, fs::perms::owner_write, fs::perm_options::add);
  const std::vector<std::string> known = some(0, 10);
  for (std::size_t at = 0; at < good.size(); at += 7) {
    std::string bad = good;
    bad[at] = static_cast<char>(bad[at] ^ 0x20);
    std::ofstream(pack, std::ios::binary) << bad;
    const std::vector<Got> all = read_all({folder / "x"});
    const std::vector<std::string> messages = messages_of(all);
    BOOST_TEST_INFO("byte " << at);
    BOOST_TEST((messages.size() < all.size() || messages == known));
    for (const std::string& each : messages)
      BOOST_TEST((std::find(known.begin(), known.end(), each) != known.end()));
  }
}

BOOST_AUTO_TEST_CASE(what_is_borrowed_or_shallow_is_told) {
  const Folder folder;
  NEEDS_GIT(make(folder, "x", commits_of(2, 0, 5)))
  BOOST_REQUIRE(run(folder,
                    "git clone -q --bare -s x borrowed && git clone -q --bare --depth 2 "
                    "\"file://$PWD/x\" shallow"));
  std::vector<Got> all = read_all({folder / "borrowed"});
  BOOST_TEST_REQUIRE(all.size() == 1U);
  BOOST_TEST(all[0].problem.find(" is missing") != std::string::npos);
  all = read_all({folder / "shallow"});
  BOOST_TEST(messages_of(all) == some(3, 2), boost::test_tools::per_element());
  BOOST_TEST_REQUIRE(all.size() == 3U);
  BOOST_TEST(all[0].problem ==
             "is not there: this is a shallow clone, without what arrived before");
  // What it borrows it need not need.
  folder.write("x/objects/info/alternates", (folder / "borrowed/objects") + "\n");
  all = read_all({folder / "x"});
  BOOST_TEST(messages_of(all) == some(0, 5), boost::test_tools::per_element());
  BOOST_TEST_REQUIRE(all.size() == 6U);
  BOOST_TEST(all.back().problem.starts_with("borrows from other repositories"));
}

BOOST_AUTO_TEST_SUITE_END()

// SPDX-License-Identifier: MIT
//
// What a git repository has on disk: which commit its branch has, commits and trees that are odd.
#include "archive/packed/git_store.h"

#include <sys/stat.h>

#include <boost/test/data/test_case.hpp>
#include <boost/test/unit_test.hpp>
#include <cstdlib>
#include <filesystem>
#include <ostream>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "support/files.h"
#include "support/folder.h"
#include "support/skip.h"
#ifdef BASEWALK_FAILING_CALLS
#include "support/failing_calls.h"
#endif

namespace basewalk::archive {
namespace {

using namespace std::string_literals;
using test::Folder;
using Branch = GitStore::Branch;

const std::string kA(40, 'a'), kB(40, 'b');

struct Tip {
  const char* name;
  std::vector<std::pair<std::string, std::string>> files;
  std::string found;  // digits, or what is wrong
};
std::ostream& operator<<(std::ostream& out, const Tip& row) { return out << row.name; }

std::string tip_of(const std::string& folder) {
  GitStore store(folder);
  git_oid id{};
  switch (store.tip(id)) {
    case Branch::found:
      return hex(id);
    case Branch::none:
      return "none";
    default:
      return store.why();
  }
}

// refs/heads/1 is what refs/heads/0 is called otherwise, and so on.
std::vector<std::pair<std::string, std::string>> chain(int length) {
  std::vector<std::pair<std::string, std::string>> files = {{"HEAD", "ref: refs/heads/0\n"}};
  for (int i = 0; i < length; ++i)
    files.emplace_back("refs/heads/" + std::to_string(i),
                       "ref: refs/heads/" + std::to_string(i + 1) + "\n");
  files.emplace_back("refs/heads/" + std::to_string(length), kA + "\n");
  return files;
}

const std::vector<Tip> kTips = {
    {"nothing", {}, "none"},
    {"a branch", {{"HEAD", "ref: refs/heads/x\n"}, {"refs/heads/x", kA + "\n"}}, kA},
    {"blanks and ends of lines",
     {{"HEAD", "ref:  refs/heads/x \r\nref: refs/heads/y"},
      {"refs/heads/x", kA + "\r\n" + kB},
      {"refs/heads/y", kB}},
     kA},
    {"none, but a commit", {{"HEAD", kA + "\n"}}, kA},
    {"packed",
     {{"HEAD", "ref: refs/heads/x\n"},
      {"packed-refs", "# pack-refs with: peeled\n" + kB + " refs/heads/xy\n" + kA +
                          " refs/heads/x\n^" + kB + "\n"}},
     kA},
    {"the file counts before what is packed",
     {{"HEAD", "ref: refs/heads/x\n"},
      {"refs/heads/x", kA},
      {"packed-refs", kB + " refs/heads/x\n"}},
     kA},
    {"a branch that is not there: master",
     {{"HEAD", "ref: refs/heads/x\n"}, {"refs/heads/master", kA}, {"refs/heads/main", kB}},
     kA},
    {"or else main", {{"HEAD", "ref: refs/heads/x\n"}, {"refs/heads/main", kB}}, kB},
    {"neither", {{"HEAD", "ref: refs/heads/x\n"}, {"packed-refs", kB + " refs/heads/y\n"}}, "none"},
    {"a name for a name", chain(4), kA},
    {"names without end", chain(5), "none"},
    {"a name for itself",
     {{"HEAD", "ref: refs/heads/x"}, {"refs/heads/x", "ref: refs/heads/x"}},
     "none"},
    {"a file elsewhere", {{"HEAD", "ref: objects/x\n"}, {"objects/x", kA}}, "none"},
    {"a file outside", {{"HEAD", "ref: refs/../objects/x\n"}, {"objects/x", kA}}, "none"},
    {"a folder", {{"HEAD", "ref: refs/heads/\n"}, {"refs/heads/x", kA}}, "none"},
    {"a folder in place of a file", {{"HEAD/x", kA}, {"refs/heads/main", kB}}, kB},
    {"no digits",
     {{"HEAD", "ref: refs/heads/x\n"}, {"refs/heads/x", std::string(40, 'g')}},
     "none"},
    {"too few digits", {{"HEAD", std::string(39, 'a')}}, "none"},
    {"as many as of SHA-256", {{"HEAD", std::string(64, 'a')}}, "names its objects by SHA-256"},
    {"as many, and no digits", {{"HEAD", std::string(64, 'x')}}, "none"},
    {"a reftable", {{"HEAD", kA}, {"reftable/x", ""}}, "keeps its branches in a reftable"},
};

std::string entry(const std::string& mode, const std::string& name, std::size_t bytes = 20) {
  return mode + " " + name + '\0' + std::string(bytes, '\x17');
}

struct Tree {
  std::string bytes;
  std::string names;  // with "/" behind a tree, "*" behind a file
  bool is_damaged = false;
};
std::ostream& operator<<(std::ostream& out, const Tree& row) { return out << row.names; }

const std::vector<Tree> kTrees = {
    {"", ""},
    {entry("100644", "m") + entry("100755", "n") + entry("40000", "d"), "m* n* d/ "},
    {entry("040000", "d") + entry("120000", "l") + entry("160000", "s"), "d/ l s "},
    {entry("100644", "m") + entry("100644", "n", 19), "m* ", true},
    {entry("100644", "m") + "100644", "m* ", true},
    {entry("100644", ""), "", true},
    {entry("100644", "a/b"), "", true},
    {"100644m\0 "s + std::string(20, 'x'), "", true},
    {entry("100644", "m") + entry("100644", "") + entry("100644", "n"), "m* ", true},
};

}  // namespace

BOOST_AUTO_TEST_SUITE(git_store)

BOOST_DATA_TEST_CASE(a_branch_is_what_head_leads_to, boost::unit_test::data::make(kTips), row) {
  const Folder folder;
  for (const auto& [name, bytes] : row.files) folder.write(name, bytes);
  BOOST_TEST(tip_of(folder.path().string()) == row.found);
}

#ifdef BASEWALK_FAILING_CALLS
// A file of branches that cannot be read might have told another commit: that is no answer.
BOOST_AUTO_TEST_CASE(a_branch_that_cannot_be_read_is_no_other_one) {
  const Folder folder;
  folder.write("HEAD", "ref: refs/heads/x\n");
  folder.write("packed-refs", kA + " refs/heads/x\n");
  folder.write("refs/heads/main", kB);
  (void)tip_of(folder.path().string());  // libgit2 is loaded
  bool has_failed = false;
  for (test::FailingCall call(EIO); call.next();) {
    std::string found;
    call.in([&] { found = tip_of(folder.path().string()); });
    BOOST_TEST((found == kA || found.ends_with("cannot be read")), call.name() << ": " << found);
    has_failed = has_failed || found.ends_with("cannot be read");
  }
  BOOST_TEST(has_failed);
}
#endif

BOOST_DATA_TEST_CASE(trees_are_taken_apart, boost::unit_test::data::make(kTrees), row) {
  const test::ExactCopy bytes(row.bytes);
  GitTree tree(bytes.view());
  std::string names;
  while (const auto found = tree.next()) {
    names.append(found->name).append(found->is_tree ? "/ " : found->is_file ? "* " : " ");
    BOOST_TEST(hex(found->id) == "1717171717171717171717171717171717171717");
    BOOST_TEST(row.bytes.substr(found->id_at, 20) == std::string(20, '\x17'));
  }
  BOOST_TEST(names == row.names);
  BOOST_TEST(tree.is_damaged() == row.is_damaged);
  BOOST_TEST(!tree.next().has_value());
}

BOOST_AUTO_TEST_CASE(ids_are_forty_digits) {
  BOOST_TEST(hex(*id_of("0123456789abcdef0123456789abcdef01234567")) ==
             "0123456789abcdef0123456789abcdef01234567");
  for (const std::string_view none :
       {"", "0123456789abcdef0123456789abcdef0123456", "0123456789abcdef0123456789abcdef012345678",
        "0123456789ABCDEF0123456789abcdef01234567"})
    BOOST_TEST(!id_of(none).has_value());
  BOOST_TEST(comes_before(*id_of(kA), *id_of(kB)));
  BOOST_TEST(!comes_before(*id_of(kB), *id_of(kA)));
  BOOST_TEST(is_same(*id_of(kA), *id_of(kA)));
}

BOOST_AUTO_TEST_SUITE_END()

BOOST_AUTO_TEST_SUITE(git_objects, *boost::unit_test::label("packers"))

struct Commit {
  const char* name;
  std::string text, parent;
  std::int64_t time = 0;
  bool is_one = true;
};
std::ostream& operator<<(std::ostream& out, const Commit& row) { return out << row.name; }

const std::string kWho = "author a <a@b.example> 5 +0000\n";
const std::vector<Commit> kCommits = {
    {"a first one",
     "tree " + kA + "\n" + kWho + "committer c <c@d.example> 1600000000 +0000\n\nx\n", "",
     1'600'000'000},
    {"one behind another",
     "tree " + kA + "\nparent " + kB + "\nparent " + kA + "\n" + kWho +
         "committer c <c@d.example> 7 +0000\n\nx\n",
     kB, 7},
    {"a name with brackets",
     "tree " + kA + "\n" + kWho + "committer > 3 <c> 9 +0000\n\ncommitter <x> 4\n", "", 9},
    {"a time of no digits", "tree " + kA + "\n" + kWho + "committer c <c@d.example> -7 +0000\n\n",
     "", 0},
    {"a time without end",
     "tree " + kA + "\n" + kWho + "committer c <c> " + std::string(40, '9') + " +0000\n\n", "",
     9'999'999'999'999},
    {"nobody has made it", "tree " + kA + "\n" + kWho + "\nx\n", "", 0},
    {"it ends where it is told who", "tree " + kA + "\n" + kWho + "committer c <c> 7", "", 0},
    {"a parent that is none", "tree " + kA + "\nparent " + std::string(40, 'g') + "\n", "", 0},
    {"nothing but a tree", "tree " + kA, "", 0},
    {"no tree", "parent " + kA + "\n", "", 0, false},
    {"a tree that is none", "tree " + std::string(40, 'g') + "\n", "", 0, false},
    {"nothing", "", "", 0, false},
};

// What git makes of bytes, whatever they are.
std::string made(const Folder& folder, const std::string& type, const std::string& bytes) {
  folder.write("object", bytes);
  const std::string command = "cd '" + folder.path().string() +
                              "' && git init -q --bare r 2>/dev/null && git -C r hash-object -w "
                              "--literally -t " +
                              type + " ../object >id 2>/dev/null";
  if (std::system(command.c_str()) != 0) return {};
  return test::read_file(folder / "id").substr(0, 40);
}

BOOST_DATA_TEST_CASE(commits_say_what_is_wanted_of_them, boost::unit_test::data::make(kCommits),
                     row) {
  const Folder folder;
  const std::string id = made(folder, "commit", row.text);
  if (id.empty()) return test::skip("no git");
  GitStore store(folder / "r");
  const std::optional<GitCommit> commit = store.commit(*id_of(id));
  BOOST_REQUIRE_EQUAL(commit.has_value(), row.is_one);
  if (!commit) {
    BOOST_TEST(store.why() == "its commit " + id + " is damaged");
    return;
  }
  BOOST_TEST(hex(commit->tree) == kA);
  BOOST_TEST((commit->parent ? hex(*commit->parent) : "") == row.parent);
  BOOST_TEST(commit->time == row.time);
}

// libgit2 asks for more of a file that is cut off, without end.
BOOST_AUTO_TEST_CASE(a_loose_object_that_is_cut_off_is_told) {
  std::string long_text;
  for (int i = 0; i < 300; ++i) long_text += std::to_string(i * 7919 % 1013);
  for (const std::string& text : {std::string("x"), long_text}) {
    const Folder folder;
    const std::string id = made(folder, "blob", text);
    if (id.empty()) return test::skip("no git");
    const std::string name = "r/objects/" + id.substr(0, 2) + "/" + id.substr(2);
    const std::string whole = test::read_file(folder / name);
    const auto reads = [&] {
      GitStore store(folder / "r");
      const bool has_size = store.size(*id_of(id), GIT_OBJECT_BLOB).has_value();
      const GitObject object = store.read(*id_of(id), GIT_OBJECT_BLOB);
      if (!object) BOOST_TEST(store.why().starts_with("its blob " + id + " is damaged"));
      return has_size && object;
    };
    BOOST_TEST(reads());
    for (std::size_t size = 0; size < whole.size(); ++size) {
      std::filesystem::remove(folder / name);
      folder.write(name, whole.substr(0, size));
      BOOST_TEST(!reads(), "cut to " << size);
    }
    // Blocks that hold nothing, and more of them than libgit2 takes for a header.
    std::string empty = "\x78\x01";
    for (int i = 0; i < 400; ++i) empty += std::string("\0\0\0\xFF\xFF", 5);
    std::filesystem::remove(folder / name);
    folder.write(name, empty);
    BOOST_TEST(!reads());
    // Nobody writes into it.
    std::filesystem::remove(folder / name);
    BOOST_REQUIRE(::mkfifo((folder / name).c_str(), 0600) == 0);
    BOOST_TEST(!reads());
  }
}

BOOST_AUTO_TEST_CASE(a_pipe_among_the_packs_is_told) {
  const Folder folder;
  if (made(folder, "blob", "x").empty()) return test::skip("no git");
  BOOST_REQUIRE(::mkfifo((folder / "r/objects/pack/pack-1.idx").c_str(), 0600) == 0);
  folder.write("r/objects/pack/pack-1.pack", "PACK");
  GitStore store(folder / "r");
  git_oid id;
  BOOST_TEST((store.tip(id) == GitStore::Branch::unreadable));
  BOOST_TEST(store.why() == "has among its packs what is no file (objects/pack/pack-1.idx)");
}

BOOST_AUTO_TEST_CASE(what_is_another_thing_is_told) {
  const Folder folder;
  const std::string tree = made(folder, "tree", entry("100644", "m")),
                    bad = made(folder, "tree", "100644 m"),
                    commit = made(folder, "commit", "tree " + kA);
  if (tree.empty()) return test::skip("no git");
  GitStore store(folder / "r");
  BOOST_TEST(store.tree(*id_of(tree)).value_or("") == entry("100644", "m"));
  BOOST_TEST(!store.tree(*id_of(bad)).has_value());
  BOOST_TEST(store.why() == "its tree " + bad + " is damaged");
  BOOST_TEST(!store.tree(*id_of(commit)).has_value());
  BOOST_TEST(store.why() == "its tree " + commit + " is damaged");
  BOOST_TEST(!store.commit(*id_of(tree)).has_value());
  BOOST_TEST(store.why() == "its commit " + tree + " is damaged");
  BOOST_TEST(!store.read(*id_of(tree), GIT_OBJECT_BLOB));
  BOOST_TEST(store.why() == "its blob " + tree + " is damaged");
  BOOST_TEST(!store.read(*id_of(kA), GIT_OBJECT_BLOB));
  BOOST_TEST(store.why() == "its blob " + kA + " is missing");
  const std::vector<GitCommit> all = store.all_commits();
  BOOST_REQUIRE_EQUAL(all.size(), 1U);
  BOOST_TEST(hex(all[0].id) == commit);
  BOOST_TEST(git_size(folder / "r") > 0U);
  BOOST_TEST(git_size(folder / "none") == 0U);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace basewalk::archive

// SPDX-License-Identifier: MIT
#include "basewalk/archive/source.h"

#include <sys/stat.h>
#include <unistd.h>

#include <boost/test/unit_test.hpp>
#include <cstdlib>
#include <filesystem>
#include <random>

#include "archive/read_all.h"
#include "basewalk/archive/mbox.h"
#include "support/folder.h"
#include "support/skip.h"

using namespace basewalk;
using test::Folder;
using test::Got;
using test::read_all;
namespace fs = std::filesystem;

namespace {

#define DATE "Thu Nov 19 10:00:00 2026"

// The names of messages, and of what is none with the reason before.
std::vector<std::string> told(std::vector<std::string> sources, const Folder& folder) {
  std::vector<std::string> names;
  archive::SourceReader reader(std::move(sources), {});
  while (const auto batch = reader.next())
    for (const archive::Item& item : batch->items)
      names.push_back((item.problem.empty() ? "" : std::string(archive::name(item.trouble)) + ' ') +
                      item.source->substr(folder.path().string().size() + 1));
  return names;
}

// What MboxReader gives of all the bytes at once.
std::vector<Got> whole(const std::string& source, std::string_view mbox) {
  std::vector<Got> all;
  archive::MboxReader reader(mbox);
  while (const auto span = reader.next())
    all.push_back({source, all.size() + 1, span->begin, std::string(span->of(mbox)), ""});
  return all;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(source)

BOOST_AUTO_TEST_CASE(a_message_and_an_mbox_are_told_apart_by_content) {
  const Folder folder;
  const std::string mail = folder.write("a.mbox", "Subject: x\n\nFrom a " DATE "\n");
  const std::string mbox =
      folder.write("b.eml", "From a " DATE "\nA: 1\n\nx\n\nFrom b " DATE "\nB: 2\n\ny\n");
  const std::vector<Got> wanted = {
      {mail, 1, 0, "Subject: x\n\nFrom a " DATE "\n", ""},
      {mbox, 1, 0, "From a " DATE "\nA: 1\n\nx\n", ""},
      {mbox, 2, 41, "From b " DATE "\nB: 2\n\ny\n", ""},
  };
  const std::vector<Got> got = read_all({mail, mbox});
  BOOST_TEST(got == wanted, boost::test_tools::per_element());
  archive::ReadOptions options;
  options.as = archive::Kind::eml;
  BOOST_TEST(read_all({mbox}, options).size() == 1U);
}

BOOST_AUTO_TEST_CASE(what_cannot_be_read_is_an_item_and_reading_goes_on) {
  const Folder folder;
  const std::string empty = folder.write("empty", "");
  const std::string mail = folder.write("mail", "A: 1\n\n");
  const std::string with_nul = mail + '\0' + "x";
  const std::vector<Got> wanted = {
      {folder / "none", 1, 0, "", "No such file or directory"},
      {with_nul, 1, 0, "", "No such file or directory"},
      {with_nul + "/y", 1, 0, "", "No such file or directory"},
      {empty, 1, 0, "", "is empty; there is no message in it"},
      {mail, 1, 0, "A: 1\n\n", ""},
  };
  const std::vector<Got> got = read_all({folder / "none", with_nul, with_nul + "/y", empty, mail});
  BOOST_TEST(got == wanted, boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(a_maildir_gives_cur_then_new_then_the_folders_below) {
  const Folder folder;
  for (const char* name :
       {"M/cur/2:2,S", "M/cur/10:2,", "M/new/1", "M/tmp/9", "M/.Sub/cur/3:2,", "M/.Sub/new/4",
        "M/dovecot-uidlist", "M/cur/.hidden", "M/Plain/cur/5", "M/Plain/tmp/6"})
    folder.write(name, "From a " DATE "\nA: 1\n\nx\n\nFrom b " DATE "\nB: 2\n\n");
  folder.write("M/cur/folder/7", "A: 1\n\n");
  folder.make("M/.Sub/tmp");
  const std::vector<std::string> wanted = {"hidden M/cur/.hidden",
                                           "M/cur/10:2,",
                                           "M/cur/2:2,S",
                                           "hidden M/cur/folder",
                                           "M/new/1",
                                           "M/.Sub/cur/3:2,",
                                           "M/.Sub/new/4",
                                           "M/Plain/cur/5",
                                           "hidden M/Plain/tmp",
                                           "index M/dovecot-uidlist",
                                           "hidden M/tmp"};
  const std::vector<std::string> got = told({(folder / "M") + "//"}, folder);
  BOOST_TEST(got == wanted, boost::test_tools::per_element());
  // A file of it is one message, too.
  BOOST_TEST(read_all({folder / "M/cur/10:2,"}).size() == 1U);
}

BOOST_AUTO_TEST_CASE(an_mh_folder_gives_its_numbers_in_order) {
  const Folder folder;
  for (const char* name : {"1", "2", "10", ",3", "draft", "sub/7", "sub/text", ".x/1", "no/,3",
                           "no/#4", "no/2", "no/10", "text/,3", "text/x"})
    folder.write(std::string("mh/") + name, "A: 1\n\n");
  folder.write("mh/.mh_sequences", "cur: 2\n");
  for (const char* name : {"9", "10", "100"}) folder.write(std::string("n/") + name, "A: 1\n\n");
  const std::vector<std::string> wanted = {"mh/1",
                                           "mh/2",
                                           "mh/10",
                                           "hidden mh/,3",
                                           "hidden mh/.mh_sequences",
                                           "hidden mh/.x",
                                           "hidden mh/draft",
                                           "mh/no/2",
                                           "mh/no/10",
                                           "hidden mh/no/#4",
                                           "hidden mh/no/,3",
                                           "mh/sub/7",
                                           "mh/sub/text",
                                           "mh/text/,3",
                                           "mh/text/x",
                                           "n/9",
                                           "n/10",
                                           "n/100"};
  const std::vector<std::string> got = told({folder / "mh", folder / "n"}, folder);
  BOOST_TEST(got == wanted, boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(what_mail_programs_number_comes_in_that_order) {
  const Folder folder;
  for (const char* name :
       {"cyrus/10.", "cyrus/9.", "cyrus/b", "cyrus/1.x", "cyrus/sub/1.", "apple/10.emlx",
        "apple/9.partial.emlx", "apple/9.emlx", "apple/x.emlx", "sdbox/u.10", "sdbox/u.9",
        "mdbox/storage/m.10", "mdbox/storage/m.9", "mdbox/storage/m.x"})
    folder.write(name, "A: 1\n\n");
  folder.write("cyrus/cyrus.index", std::string(100, '\0'));
  folder.write("apple.mbox/mbox", "From a " DATE "\nA: 1\n\n");
  folder.write("apple.mbox/table_of_contents", std::string(100, '\0'));
  const std::vector<std::string> wanted = {"apple/9.emlx",
                                           "apple/9.partial.emlx",
                                           "apple/10.emlx",
                                           "apple/x.emlx",
                                           "apple.mbox/mbox",
                                           "not-mail apple.mbox/table_of_contents",
                                           "cyrus/9.",
                                           "cyrus/10.",
                                           "cyrus/1.x",
                                           "cyrus/b",
                                           "not-mail cyrus/cyrus.index",
                                           "cyrus/sub/1.",
                                           "mdbox/storage/m.9",
                                           "mdbox/storage/m.10",
                                           "mdbox/storage/m.x",
                                           "sdbox/u.9",
                                           "sdbox/u.10"};
  const std::vector<std::string> got = told({folder.path().string()}, folder);
  BOOST_TEST(got == wanted, boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(folders_of_kmail_follow_the_one_they_belong_to) {
  const Folder folder;
  for (const char* name :
       {"inbox/cur/1", "inbox/new/2", ".inbox.directory/sub/cur/3", ".inbox.directory/sub/tmp/4",
        ".inbox.directory/mbox", "a", "sent", ".inbox.index", ".directory/5", ".x.directory"})
    folder.write(name, "A: 1\n\n");
  const std::vector<std::string> wanted = {"hidden .directory",
                                           "hidden .inbox.index",
                                           "a",
                                           "inbox/cur/1",
                                           "inbox/new/2",
                                           ".inbox.directory/mbox",
                                           ".inbox.directory/sub/cur/3",
                                           "hidden .inbox.directory/sub/tmp",
                                           "sent",
                                           "hidden .x.directory"};
  const std::vector<std::string> got = told({folder.path().string()}, folder);
  BOOST_TEST(got == wanted, boost::test_tools::per_element());
}

// Of an archive, too, and however it is read.
BOOST_AUTO_TEST_CASE(what_is_passed_over_is_told_once) {
  const Folder folder;
  for (const char* name : {"d/.git/config", "d/.git/objects/1", "d/M/cur/1", "d/M/cur/.2",
                           "d/M/new/3", "d/M/.Sub/cur/4", "d/M/.Sub/dovecot-uidlist",
                           "d/M/.Sub/tmp/5", "d/.x", "d/.k.directory/6", "__MACOSX/d/7", "z"})
    folder.write(std::string("top/") + name, "A: 1\n\n");
  BOOST_REQUIRE(std::system(("cd '" + folder.path().string() +
                             "/top' && tar --sort=name -cf ../all.tar * && "
                             "gzip -c ../all.tar >../all.tar.gz && rm -r ../top")
                                .c_str()) == 0);
  for (const char* name : {"all.tar", "all.tar.gz"}) {
    const std::string in = std::string(name) + '/';
    const std::vector<std::string> wanted = {"hidden " + in + "__MACOSX",
                                             "hidden " + in + "d/.git",
                                             in + "d/.k.directory/6",
                                             "hidden " + in + "d/.x",
                                             in + "d/M/.Sub/cur/4",
                                             "index " + in + "d/M/.Sub/dovecot-uidlist",
                                             "hidden " + in + "d/M/.Sub/tmp",
                                             "hidden " + in + "d/M/cur/.2",
                                             in + "d/M/cur/1",
                                             in + "d/M/new/3",
                                             in + "z"};
    const std::vector<std::string> got = told({folder / name}, folder);
    BOOST_TEST(got == wanted, boost::test_tools::per_element());
    const std::vector<Got> whole = read_all({folder / name});
    for (std::size_t i = 0; i < whole.size(); ++i) {
      archive::ReadOptions options;
      options.after = archive::Position{whole[i].source, whole[i].offset};
      BOOST_TEST(read_all({folder / name}, options).size() == whole.size() - i - 1, i);
    }
    for (const std::size_t count : {2, 3, 50}) {
      std::vector<Got> all;
      for (std::size_t index = 0; index < count; ++index) {
        archive::ReadOptions options;
        options.shard = {index, count};
        for (Got& each : read_all({folder / name}, options)) all.push_back(std::move(each));
      }
      BOOST_TEST(all == whole, boost::test_tools::per_element());
    }
  }
}

// Files are what they hold, or what they are said to be, in a folder of any names; numbers may be
// those of messages of MH.
BOOST_AUTO_TEST_CASE(files_of_a_folder_are_read_as_they_are_asked_for) {
  const Folder folder;
  const std::string mbox = "From a " DATE "\nA: 1\n\nx\n\nFrom b " DATE "\nB: 2\n\ny\n";
  const std::string mail = "A: 1\n\nx\n\nFrom b " DATE "\nB: 2\n\ny\n";
  for (const char* name : {"years/2024", "years/2025", "named/a", "named/b"})
    folder.write(name, mbox);
  for (const char* name : {"mails/1", "mails/2", "letters/a", "letters/b"})
    folder.write(name, mail);
  const auto count = [&](const char* name, archive::Kind as) {
    archive::ReadOptions options;
    options.as = as;
    return read_all({folder / name}, options).size();
  };
  for (const char* name : {"years", "named"}) {
    BOOST_TEST(count(name, archive::Kind::automatic) == 4U, name);
    BOOST_TEST(count(name, archive::Kind::eml) == 2U, name);
    BOOST_TEST(count(name, archive::Kind::mbox) == 4U, name);
  }
  for (const char* name : {"mails", "letters"}) {
    BOOST_TEST(count(name, archive::Kind::automatic) == 2U, name);
    BOOST_TEST(count(name, archive::Kind::eml) == 2U, name);
    BOOST_TEST(count(name, archive::Kind::mbox) == 4U, name);
  }
  BOOST_TEST(count("years", archive::Kind::mh) == 2U);
}

BOOST_AUTO_TEST_CASE(what_is_no_folder_is_not_read_as_one) {
  const Folder folder;
  const std::string mail = folder.write("mail", "A: 1\n\n");
  archive::ReadOptions options;
  for (const archive::Kind kind : {archive::Kind::maildir, archive::Kind::mh}) {
    options.as = kind;
    for (const std::string& name : {mail, mail + "/cur/1"}) {
      const std::vector<Got> got = read_all({name, folder / "none"}, options);
      BOOST_REQUIRE_EQUAL(got.size(), 2U);
      BOOST_TEST(got[0].problem.ends_with("it is no folder"), got[0].problem);
      BOOST_TEST(got[1].problem == "No such file or directory");
    }
  }
}

BOOST_AUTO_TEST_CASE(a_folder_is_read_by_name_and_below) {
  const Folder folder;
  for (const char* name : {"b.eml", "a/z.eml", "a/b/c/d.eml", "B.eml", ".hidden", ".git/x"})
    folder.write(name, "A: 1\n\n");
  folder.make("empty");
  fs::create_directory_symlink(folder.path(), folder.path() / "a" / "loop");
  fs::create_symlink("nowhere", folder.path() / "dangling");
  ::mkfifo((folder / "pipe").c_str(), 0600);
  const std::vector<Got> all = read_all({folder.path().string()});
  const std::vector<std::string> wanted = {"hidden .git",      "hidden .hidden", "B.eml",
                                           "a/b/c/d.eml",      "a/z.eml",        "b.eml",
                                           "missing dangling", "not-mail pipe"};
  const std::vector<std::string> got = told({folder.path().string()}, folder);
  BOOST_TEST(got == wanted, boost::test_tools::per_element());
  BOOST_TEST(all.end()[-2].problem == "No such file or directory");
}

// A tree of links in which each folder has two ways to the next has 2^18 paths.  Linux follows
// forty links in one path, and counts them twice where it has to begin anew, as others change
// folders.
BOOST_AUTO_TEST_CASE(links_between_folders_do_not_multiply) {
  const Folder folder;
  for (int i = 0; i < 18; ++i) {
    const std::string here = folder.make(std::to_string(i));
    const std::string next = folder / std::to_string(i + 1);
    fs::create_directory_symlink(next, here + "/a");
    fs::create_directory_symlink(next, here + "/b");
  }
  folder.write("18/mail", "A: 1\n\n");
  std::string way = "0";
  for (int i = 0; i < 18; ++i) way += "/a";
  const std::vector<std::string> wanted = {way + "/mail"};
  const std::vector<std::string> got = told({folder / "0"}, folder);
  BOOST_TEST(got == wanted, boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(a_folder_that_may_not_be_read_is_told, *boost::unit_test::label("no-root")) {
  if (::geteuid() == 0) {
    test::skip("root may read everything");
    return;
  }
  const Folder folder;
  const std::string closed = folder.make("closed");
  fs::permissions(closed, fs::perms::none);
  const std::vector<Got> got = read_all({closed});
  fs::permissions(closed, fs::perms::owner_all);
  BOOST_REQUIRE_EQUAL(got.size(), 1U);
  BOOST_TEST(got[0].problem == "Permission denied");
}

// The messages do not depend on how much is read at a time, nor on where a message lies in a block.
BOOST_AUTO_TEST_CASE(an_mbox_is_split_as_if_it_were_read_at_once) {
  std::mt19937 random(4155);
  const std::string_view pieces[] = {"From a " DATE "\n",
                                     "From ",
                                     "\n",
                                     "\r\n",
                                     "A: 1\n",
                                     "x",
                                     "Content-Length: 30\n",
                                     "Content-Length: 5000\n",
                                     ">From b\n",
                                     "\r",
                                     "From b\nB: 2\n"};
  const Folder folder;
  for (int round = 0; round < 300; ++round) {
    std::string mbox = "From a " DATE "\n";
    const std::size_t size = random() % 20'000;
    while (mbox.size() < size) {
      mbox += pieces[random() % std::size(pieces)];
      if (random() % 8 == 0) mbox.append(random() % 3000, 'y');
    }
    const std::string name = folder.write("mbox", mbox);
    archive::ReadOptions options;
    options.batch_bytes = 4096 + random() % 8192;
    const std::vector<Got> wanted = whole(name, mbox), got = read_all({name}, options);
    BOOST_TEST(got == wanted, boost::test_tools::per_element());
  }
}

// A Content-Length is believed, however many reads there are to where it points.
BOOST_AUTO_TEST_CASE(a_body_with_a_length_is_not_cut_between_two_reads) {
  const Folder folder;
  const std::string line = "From b " DATE "\nB: 2\n\n";
  for (const std::size_t size : {300'000, 1'000'000, 2'500'000}) {
    std::string body = "A: 1\n\n";
    while (body.size() < size) body += line + std::string(5000, 'y') + "\n\n";
    body.resize(size);
    const std::string header = "Content-Length: " + std::to_string(body.size()) + "\n\n";
    const std::string first = "From a " DATE "\n" + header + body + "\n";
    const std::string second = "From c " DATE "\nC: 3\n\nz\n";
    const std::string name = folder.write("mbox", first + "\n" + second);
    const std::vector<Got> got = read_all({name});
    BOOST_TEST_REQUIRE(got.size() == 2U);
    BOOST_TEST(got[0].bytes == first);
    BOOST_TEST(got[1].bytes == second);
  }
}

BOOST_AUTO_TEST_CASE(a_message_that_is_too_long_is_told_and_passed_over) {
  const Folder folder;
  const std::string large = "From b " DATE "\nB: 2\n\n" + std::string(3'000'000, 'y') + "\n";
  const std::string mbox =
      "From a " DATE "\nA: 1\n\nx\n\n" + large + "\nFrom c " DATE "\nC: 3\n\nz\n";
  archive::ReadOptions options;
  options.message_bytes = 1'000'000;
  options.batch_bytes = 10'000;
  const std::string problem = "the message is longer than the limit (" +
                              std::to_string(large.size()) + " bytes) and was passed over";
  const std::string name = folder.write("mbox", mbox);
  const std::vector<Got> wanted = {
      {name, 1, 0, "From a " DATE "\nA: 1\n\nx\n", ""},
      {name, 2, 41, "", problem},
      {name, 3, 41 + large.size() + 1, "From c " DATE "\nC: 3\n\nz\n", ""},
  };
  const std::vector<Got> got = read_all({name}, options);
  BOOST_TEST(got == wanted, boost::test_tools::per_element());

  const std::string mail = folder.write("mail", "A: 1\n\n" + std::string(3'000'000, 'y'));
  const std::vector<Got> of_mail = read_all({mail}, options);
  BOOST_REQUIRE_EQUAL(of_mail.size(), 1U);
  BOOST_TEST(of_mail[0].problem ==
             "the message is longer than the limit (3000006 bytes) and was passed over");
  // What was passed over is done with.
  archive::SourceReader reader({mail}, options);
  while (reader.next()) continue;
  BOOST_TEST(reader.progress().done == 3'000'006U);
}

// From behind any item on, the rest comes as it came before, whatever the item lies in.
BOOST_AUTO_TEST_CASE(reading_goes_on_behind_any_item) {
  const Folder folder;
  const std::string mbox =
      "From a " DATE "\nA: 1\n\nx\n\nFrom b " DATE "\nB: 2\nContent-Length: 40\n\nFrom c " DATE
      "\n\n12345678\n\nFrom d " DATE "\nD: 4\n\n\n";
  folder.write("d/box", mbox);
  folder.write("d/empty", "");
  folder.write("d/M/cur/1", "A: 1\n\n");
  folder.write("d/M/new/2", "A: 2\n\n");
  folder.write("d/bad.gz", "\x1F\x8B\x08 is damaged");
  const std::string in = "cd '" + folder.path().string() + "/d' && ";
  BOOST_REQUIRE(
      std::system((in + "gzip -c box >box.gz && tar cf all.tar box box.gz M/new").c_str()) == 0);
  BOOST_REQUIRE(
      std::system((in + "gzip -c all.tar >all.gz && head -c 5000 all.tar >cut.tar").c_str()) == 0);
  // Two names for the same.
  const std::vector<std::string> names = {folder / "d", folder / "none", folder / "d/box",
                                          folder / "d"};
  archive::SourceReader reader(names, {});
  std::vector<archive::Position> positions;
  while (const auto batch = reader.next())
    for (const archive::Item& item : batch->items)
      positions.push_back(
          {*item.source, item.offset, item.number, item.name_number, {}, item.files});
  const std::vector<Got> whole = read_all(names);
  BOOST_REQUIRE_EQUAL(whole.size(), positions.size());
  BOOST_TEST(whole.size() > 50U);
  for (std::size_t i = 0; i < positions.size(); ++i) {
    archive::ReadOptions options;
    options.after = positions[i];
    const std::vector<Got> got = read_all(names, options);
    const std::vector<Got> wanted(whole.begin() + static_cast<std::ptrdiff_t>(i) + 1, whole.end());
    BOOST_TEST_CONTEXT(i << " " << positions[i].source << " " << positions[i].offset)
    BOOST_TEST(got == wanted, boost::test_tools::per_element());
  }
}

// What comes to lie before the place is read by nobody.
BOOST_AUTO_TEST_CASE(files_that_come_before_the_place_to_go_on_at_are_told) {
  const auto position = [](const std::string& name, const std::string& end) {
    archive::SourceReader reader({name}, {});
    while (const auto batch = reader.next())
      for (const archive::Item& item : batch->items)
        if (item.source->ends_with(end))
          return archive::Position{*item.source,     item.offset, item.number,
                                   item.name_number, item.member, item.files};
    return archive::Position();
  };
  struct Row {
    std::string what, from, to;  // what becomes of the files; to: empty where one goes
    bool is_told;
  };
  for (const Row& row :
       {Row{"nothing", "", "", false}, Row{"one comes before it", "", "cur/12", true},
        Row{"one goes before it", "cur/11", "", true},
        Row{"one comes behind it", "", "new/34", false},
        Row{"one goes behind it", "new/33", "", false},
        Row{"one has other flags", "cur/11", "cur/11:2,S", false},
        Row{"one that was read moves", "new/31", "cur/31:2,S", false},
        Row{"one that was not read moves", "new/33", "cur/33:2,", true},
        Row{"one has another name", "cur/11", "cur/12", true},
        Row{"what is hidden comes", "", "cur/.12", false}}) {
    const Folder folder;
    for (const char* name : {"cur/11", "new/31", "new/32", "new/33"})
      folder.write("M/" + std::string(name), "A: 1\n\n");
    archive::ReadOptions options;
    options.after = position(folder / "M", "new/32");
    if (row.from.empty() && !row.to.empty()) folder.write("M/" + row.to, "A: 1\n\n");
    if (!row.from.empty() && row.to.empty()) fs::remove(folder / ("M/" + row.from));
    if (!row.from.empty() && !row.to.empty())
      fs::rename(folder / ("M/" + row.from), folder / ("M/" + row.to));
    std::vector<std::string> told;
    for (const Got& got : read_all({folder / "M"}, options))
      if (!got.problem.empty()) told.push_back(got.problem);
    const std::vector<std::string> wanted = {
        "other files come before 32 than when this was begun; those that are new are not read"};
    BOOST_TEST_CONTEXT(row.what)
    BOOST_TEST(told == (row.is_told ? wanted : std::vector<std::string>()),
               boost::test_tools::per_element());
  }
}

BOOST_AUTO_TEST_CASE(a_message_is_found_again_by_its_source_and_offset) {
  const Folder folder;
  std::string mbox;
  for (int i = 0; i < 3000; ++i)
    mbox += "From a " DATE "\nA: " + std::to_string(i) + "\n\nFrom inside\n\n";
  folder.write("box", mbox);
  folder.write("M/cur/1", "A: 1\n\n");
  BOOST_REQUIRE(std::system(("cd '" + folder.path().string() +
                             "' && gzip -c box >box.gz && tar czf all.tgz box box.gz M")
                                .c_str()) == 0);
  const std::vector<Got> all = read_all({folder.path().string()});
  BOOST_TEST(all.size() == 4U * 3000 + 2);
  for (std::size_t i = 0; i < all.size(); i += 97) {
    const archive::Batch batch = archive::message_at(all[i].source, all[i].offset);
    BOOST_REQUIRE_EQUAL(batch.items.size(), 1U);
    BOOST_REQUIRE_EQUAL(batch.items[0].problem, "");
    BOOST_REQUIRE(batch.items[0].bytes == all[i].bytes);
  }
  const auto problem = [&](const std::string& source, std::uint64_t offset) {
    const archive::Batch batch = archive::message_at(folder / source, offset);
    BOOST_REQUIRE_EQUAL(batch.items.size(), 1U);
    return batch.items[0].problem;
  };
  BOOST_TEST(problem("box", 1) == "no message begins at offset 1");
  BOOST_TEST(problem("box.gz", 5) == "no message begins at offset 5");
  BOOST_TEST(problem("box", 1'000'000'000) == "no message begins at offset 1000000000");
  BOOST_TEST(problem("M/cur/1", 3) == "no message begins at offset 3");
  BOOST_TEST(problem("M", 0) ==
             "holds more than one source; give the name of the one with the message");
  BOOST_TEST(problem("none", 0) == "No such file or directory");
  BOOST_TEST(problem("all.tgz/none", 0) ==
             "there is no such file, and no such member of an archive");
  folder.make("void");
  BOOST_TEST(problem("void", 0) == "there is no message in it");
}

BOOST_AUTO_TEST_CASE(where_reading_should_go_on_must_be_there) {
  const Folder folder;
  const std::string mbox = folder.write("box", "From a " DATE "\nA: 1\n\n");
  archive::ReadOptions options;
  options.after = archive::Position{folder / "gone", 0};
  std::vector<Got> got = read_all({mbox}, options);
  BOOST_REQUIRE_EQUAL(got.size(), 1U);
  BOOST_TEST(got[0].problem == "is not there any more; nothing behind it was read");
  options.after = archive::Position{mbox, 1000};
  got = read_all({mbox}, options);
  BOOST_REQUIRE_EQUAL(got.size(), 1U);
  BOOST_TEST(got[0].problem == "has become shorter; there is no message here to go on behind");
}

// An mbox of which a message was taken away since, or in which another one stands.
BOOST_AUTO_TEST_CASE(an_mbox_that_was_written_anew_is_not_gone_on_with) {
  const Folder folder;
  const auto message = [](int number) {
    return "From a " DATE "\nA: " + std::to_string(number) + "\n\n" +
           std::string(static_cast<std::size_t>(number) * 1000, 'x') + "\n\n";
  };
  const std::string rest = message(3) + message(4) + message(5);
  const std::string name = folder.write("box", message(1) + message(2) + rest);
  const std::vector<Got> whole = read_all({name});
  BOOST_REQUIRE_EQUAL(whole.size(), 5U);
  folder.write("box", message(2) + rest);
  for (std::size_t i = 1; i < whole.size(); ++i) {
    archive::ReadOptions options;
    options.after = archive::Position{name, whole[i].offset, whole[i].number};
    const std::vector<Got> got = read_all({name}, options);
    BOOST_TEST_REQUIRE(got.size() == 1U, i);
    BOOST_TEST(got[0].problem.ends_with("there is no message here to go on behind"),
               got[0].problem);
    BOOST_TEST(got[0].offset == whole[i].offset);
  }
}

BOOST_AUTO_TEST_CASE(progress_knows_the_total_where_it_is_asked_for) {
  const Folder folder;
  folder.write("d/a", std::string(1000, 'x'));
  const std::string mail = folder.write("b", std::string(500, 'x'));
  archive::ReadOptions options;
  archive::SourceReader unasked({folder / "d", mail}, options);
  while (unasked.next()) continue;
  BOOST_TEST(!unasked.progress().total.has_value());
  BOOST_TEST(unasked.progress().done == 1500U);
  options.measure = true;
  archive::SourceReader asked({folder / "d", mail}, options);
  BOOST_REQUIRE(asked.next().has_value());
  BOOST_TEST(asked.progress().total.value_or(0) == 1500U);
}

BOOST_AUTO_TEST_CASE(a_batch_outlives_its_reader) {
  const Folder folder;
  const std::string name = folder.write("mail", "A: 1\n\nbody");
  std::optional<archive::Batch> batch;
  {
    archive::SourceReader reader({name}, {});
    batch = reader.next();
    BOOST_TEST(!reader.next().has_value());
  }
  BOOST_REQUIRE(batch.has_value());
  BOOST_TEST(batch->last);
  BOOST_TEST(batch->items.at(0).bytes == "A: 1\n\nbody");
}

BOOST_AUTO_TEST_SUITE_END()

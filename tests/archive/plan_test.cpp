// SPDX-License-Identifier: MIT
#include "basewalk/archive/plan.h"

#include <sys/stat.h>

#include <boost/test/unit_test.hpp>
#include <filesystem>
#include <fstream>
#include <map>
#include <random>

#include "archive/find/plan_line.h"
#include "archive/find/plan_reader.h"
#include "archive/find/tree.h"
#include "archive/read_all.h"
#include "support/folder.h"
#include "support/many.h"

using namespace basewalk;
using archive::Found;
using archive::Kind;
using archive::Plan;
using archive::PlanMaker;
using test::Folder;
using test::Got;
using test::read_all;

namespace {

archive::SourceReader::NextName given(std::vector<std::string> names) {
  return [names = std::move(names), next = std::size_t{0}]() mutable -> std::optional<std::string> {
    if (next == names.size()) return {};
    return names[next++];
  };
}

std::string text_of(PlanMaker maker) {
  std::string text;
  while (const std::optional<PlanMaker::Line> line = maker.next()) text += line->text;
  return text;
}

// Writes the plan of the sources beside them.
std::string plan_of(const Folder& folder, const std::vector<std::string>& names,
                    Kind as = Kind::automatic) {
  return folder.write("the.plan", text_of(PlanMaker(given(names), as)));
}

Plan opened(const std::string& name) {
  Result<Plan> plan = Plan::open(name);
  BOOST_REQUIRE_MESSAGE(plan, name);
  return *plan;
}

std::string code_of(const std::string& name) {
  const Result<Plan> plan = Plan::open(name);
  return plan ? "" : plan.error().code;
}

std::vector<Got> read_plan(const Plan& plan, archive::ReadOptions options = {}) {
  return read_all(archive::SourceReader(plan, std::move(options)));
}

constexpr std::string_view kFrom = "From a@b Thu Nov 19 10:00:00 2026\n";
std::string message(int number) { return "Subject: " + std::to_string(number) + "\n\nbody\n"; }

// Files of all kinds, with names as an attacker would choose them.
std::vector<std::string> sources(const Folder& folder) {
  for (int i = 0; i < 7; ++i) {
    folder.write("Mail/cur/" + std::to_string(i) + ":2,S", message(i));
    folder.write("Mail/new/" + std::to_string(i), message(i + 10));
  }
  folder.make("Mail/tmp");
  folder.write("Mail/dovecot-uidlist", "3 V1");
  std::string box;
  for (int i = 0; i < 30; ++i) box += std::string(kFrom) + message(i) + "\n";
  const std::string odd = folder.write("a\tb\\t\nc\r\xFF.mbox", box);
  folder.write("some/program", std::string("\x7f"
                                           "ELF\0\1\2",
                                           7));
  folder.write("some/empty", "");
  folder.write("some/one", message(99));
  return {folder / "Mail", odd, folder / "missing", folder / "some", odd, folder / "some/one"};
}

bool is_listed_as_shorter(const Got& got) {
  return got.problem.find("shorter since the plan") != std::string::npos;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(plan)

BOOST_AUTO_TEST_CASE(a_plan_is_read_as_its_sources_are) {
  const Folder folder;
  const std::vector<std::string> names = sources(folder);
  for (const Kind as : {Kind::automatic, Kind::eml, Kind::mbox}) {
    archive::ReadOptions options;
    options.as = as;
    const std::vector<Got> whole = read_all(names, options);
    const Plan plan = opened(plan_of(folder, names, as));
    const std::vector<Got> planned = read_plan(plan);
    BOOST_REQUIRE_EQUAL_COLLECTIONS(planned.begin(), planned.end(), whole.begin(), whole.end());
    for (std::size_t count = 1; count <= 40; count += test::kNextPlace) {
      std::vector<Got> all;
      for (std::size_t index = 0; index < count; ++index) {
        options.shard = {index, count};
        std::vector<Got> of_names = read_all(names, options);
        std::vector<Got> of_plan = read_plan(plan, options);
        BOOST_REQUIRE_EQUAL_COLLECTIONS(of_plan.begin(), of_plan.end(), of_names.begin(),
                                        of_names.end());
        all.insert(all.end(), of_plan.begin(), of_plan.end());
      }
      BOOST_REQUIRE_EQUAL(all.size(), whole.size());
    }
  }
}

BOOST_AUTO_TEST_CASE(a_run_goes_on_behind_any_message_of_a_plan) {
  const Folder folder;
  const std::vector<std::string> names = sources(folder);
  const Plan plan = opened(plan_of(folder, names));
  archive::SourceReader reader(plan, {});
  std::vector<archive::Position> places;
  while (const std::optional<archive::Batch> batch = reader.next())
    for (const archive::Item& item : batch->items)
      places.push_back({*item.source, item.offset, item.number, item.name_number});
  const std::vector<Got> whole = read_plan(plan);
  BOOST_REQUIRE_EQUAL(places.size(), whole.size());
  for (std::size_t i = 0; i < places.size(); ++i) {
    if (!whole[i].problem.empty()) continue;
    archive::ReadOptions options;
    options.after = places[i];
    const std::vector<Got> rest = read_plan(plan, options);
    BOOST_REQUIRE_EQUAL_COLLECTIONS(
        rest.begin(), rest.end(), whole.begin() + static_cast<std::ptrdiff_t>(i) + 1, whole.end());
  }
}

BOOST_AUTO_TEST_CASE(lines_are_read_as_they_were_written) {
  std::mt19937 random(7);
  const auto text = [&] {
    constexpr std::string_view kBytes = "\t\n\r\\tnr/a:\xFF\x01 ";
    std::string made;
    for (std::size_t size = random() % 9; size > 0; --size)
      made += kBytes[random() % kBytes.size()];
    return made;
  };
  for (int i = 0; i < 3000; ++i) {
    Found found;
    found.name = "x" + text();
    found.from =
        random() % 2 == 0 ? archive::FileStream::From::name : archive::FileStream::From::folder;
    found.kind = std::array{Kind::automatic, Kind::eml, Kind::mbox}[random() % 3];
    found.only = text();
    found.name_number = random();
    found.is_repository = random() % 2 == 0;
    found.place = archive::Extent{std::uint64_t{random()} << 20, std::uint64_t{random()} << 30};
    if (random() % 2 == 0)
      found.failure =
          archive::Failure{text(), false,
                           static_cast<archive::Trouble>(
                               random() % (1 + static_cast<unsigned>(archive::Trouble::again)))};
    const std::string line = plan_line(found);
    BOOST_REQUIRE_EQUAL(line.find('\n'), line.size() - 1);
    const std::optional<Found> read =
        archive::read_plan_line(std::string_view(line).substr(0, line.size() - 1));
    BOOST_REQUIRE(read);
    BOOST_TEST(read->name == found.name);
    BOOST_TEST((read->from == found.from));
    BOOST_TEST((read->kind == found.kind));
    BOOST_TEST(read->only == found.only);
    BOOST_TEST(read->name_number == found.name_number);
    BOOST_TEST(read->is_repository == found.is_repository);
    BOOST_TEST(read->place->begin == found.place->begin);
    BOOST_TEST(read->place->length == found.place->length);
    BOOST_REQUIRE_EQUAL(read->failure.has_value(), found.failure.has_value());
    if (!found.failure) continue;
    BOOST_TEST(read->failure->problem == found.failure->problem);
    BOOST_TEST((read->failure->trouble == found.failure->trouble));
  }
}

BOOST_AUTO_TEST_CASE(lines_that_make_no_sense_are_none) {
  const std::string good = "0\t5\t0\tfolder\tauto\tx";
  BOOST_REQUIRE(archive::read_plan_line(good));
  for (const std::string line :
       {"", "0", "\t5\t0\tfolder\tauto\tx", "0\t5\t0\tfolder\tauto\t", "0\t5\t0\tfolder\tauto",
        "-1\t5\t0\tfolder\tauto\tx", "0\t5x\t0\tfolder\tauto\tx", "0\t5\t0\tfile\tauto\tx",
        "0\t5\t0\tfolder\tmaildir\tx", "0\t5\t0\tfolder\tauto\tx\\q", "0\t5\t0\tfolder\tauto\tx\\",
        "0\t5\t0\tfolder\tauto\tx\t\tsilent\tno such code", "0\t5\t0\tfolder\tauto\tx\t\tdamaged",
        "0\t5\t0\tfolder\tauto\tx\t\tdamaged\twhy\tmore",
        "18446744073709551615\t5\t0\tfolder\tauto\tx", "99999999999999999999\t5\t0\tname\tauto\tx"})
    BOOST_TEST(!archive::read_plan_line(line), line);
  const std::string with_nul = good + '\0' + "y";
  BOOST_TEST(!archive::read_plan_line(with_nul));
  BOOST_TEST(archive::read_plan_line(with_nul + "\t\tmissing\twhy").has_value());
}

// The lines of a long plan, looked at beside a search of every line.
BOOST_AUTO_TEST_CASE(a_share_is_found_by_halving_the_plan) {
  const Folder folder;
  std::mt19937 random(11);
  for (int round = 0; round < 12; ++round) {
    std::string text(archive::kPlanHeader);
    std::vector<Found> all;
    std::uint64_t bytes = 0;
    // Many in one step of the search, and few.
    const std::size_t files = round % 3 == 0 ? 20000 : 300;
    const std::size_t longest = round % 3 == 0 ? 20 : 20000;
    for (std::size_t i = 0; i < files; ++i) {
      Found found;
      found.name = std::to_string(i) + std::string(random() % longest, 'n');
      const std::uint64_t size = random() % 3 == 0 ? 0 : random() % 100;
      found.place = archive::Extent{bytes, size};
      bytes += size;
      text += plan_line(found);
      all.push_back(std::move(found));
    }
    text += archive::plan_end_line({files, bytes, "0123456789abcdef"});
    const auto plan = archive::PlanFile::open(folder.write("p", text));
    BOOST_REQUIRE(plan);
    for (const std::size_t count : {1, 2, 7, 64}) {
      for (std::size_t index = 0; index < count; ++index) {
        const archive::Share share =
            count == 1 ? archive::Share() : archive::Share({index, count}, bytes);
        archive::PlanReader reader(*plan, share);
        for (const Found& found : all) {
          if (!share.meets(found.place->begin, found.place->length)) continue;
          const std::optional<Found> got = reader.next();
          BOOST_REQUIRE(got);
          BOOST_REQUIRE(!got->failure);
          BOOST_REQUIRE_EQUAL(got->name, found.name);
        }
        BOOST_REQUIRE(!reader.next());
      }
    }
  }
}

BOOST_AUTO_TEST_CASE(what_is_no_whole_plan_is_refused) {
  const Folder folder;
  const std::string text = text_of(PlanMaker(given(sources(folder)), Kind::automatic));
  BOOST_TEST(code_of(folder.write("p", text)) == "");
  // Cut off anywhere; the last line end says that the end is whole.
  for (std::size_t size = archive::kPlanHeader.size(); size < text.size(); ++size)
    BOOST_REQUIRE_EQUAL(code_of(folder.write("p", text.substr(0, size))), "incomplete");
  BOOST_TEST(code_of(folder.write("p", "")) == "no-plan");
  BOOST_TEST(code_of(folder.write("p", std::string(kFrom) + message(1))) == "no-plan");
  BOOST_TEST(code_of(folder.write("p", "basewalk-plan\t2\nend\t0\t0\t00\n")) == "version");
  BOOST_TEST(code_of(folder / "nothing") == "missing");
  BOOST_TEST(code_of(folder.make("folder")) == "folder");
  BOOST_TEST(code_of("/dev/null") == "unreadable");
}

// Each slice that comes to it says so, and none reads a file twice.
BOOST_AUTO_TEST_CASE(damage_within_a_plan_is_told) {
  const Folder folder;
  const std::vector<std::string> names = sources(folder);
  const std::string text = text_of(PlanMaker(given(names), Kind::automatic));
  const std::size_t files = read_all(names).size();
  std::mt19937 random(5);
  for (int i = 0; i < 300; ++i) {
    std::string damaged = text;
    const std::size_t end = text.rfind("end\t");
    const std::size_t at =
        archive::kPlanHeader.size() + random() % (end - archive::kPlanHeader.size());
    // In the numbers, which decide who reads it: in a name it is another name.
    const std::size_t line = text.rfind('\n', at - 1) + 1;
    if (at >= text.find("\tf", line) || text[at] == '\t') continue;
    const std::size_t number_end = text.find('\t', text.find('\t', line) + 1);
    if (at >= number_end) continue;  // which name led there
    damaged[at] = damaged[at] == '7' ? '8' : '7';
    const Plan plan = opened(folder.write("p", damaged));
    bool is_told = false;
    std::size_t got = 0;
    for (std::size_t index = 0; index < 5; ++index) {
      archive::ReadOptions options;
      options.shard = {index, 5};
      for (const Got& each : read_plan(plan, options)) {
        is_told = is_told || each.problem.find("is a damaged plan") != std::string::npos;
        ++got;
      }
    }
    BOOST_TEST(is_told, damaged.substr(line, 40));
    BOOST_TEST(got <= files + 5);
  }
}

BOOST_AUTO_TEST_CASE(a_file_that_is_another_since_then_is_told_or_read) {
  const Folder folder;
  const std::string box = folder.write(
      "box", std::string(kFrom) + message(1) + "\n" + std::string(kFrom) + message(2) + "\n");
  const std::string mail = folder.write("mail", message(3));
  const std::string gone = folder.write("gone", message(4));
  const std::string pipe = folder.write("pipe", message(5));
  const std::string dir = folder.write("dir", message(6));
  const Plan plan = opened(plan_of(folder, {box, mail, gone, pipe, dir}));
  BOOST_REQUIRE_EQUAL(read_plan(plan).size(), 6U);
  folder.write("box", std::string(kFrom) + message(1) + "\n" + std::string(kFrom) + message(2) +
                          "\n" + std::string(kFrom) + message(7) + "\n");
  folder.write("mail", "Subject:\n");
  std::filesystem::remove(gone);
  std::filesystem::remove(pipe);
  BOOST_REQUIRE_EQUAL(::mkfifo(pipe.c_str(), 0600), 0);
  std::filesystem::remove(dir);
  folder.make("dir");
  for (const std::size_t count : {1, 2, 3, 9}) {
    std::map<std::string, int> messages, problems;
    for (std::size_t index = 0; index < count; ++index) {
      archive::ReadOptions options;
      options.shard = {index, count};
      for (const Got& got : read_plan(plan, options)) {
        (got.problem.empty() ? messages : problems)[got.source] += 1;
        if (got.source == mail || got.source == pipe) BOOST_TEST(is_listed_as_shorter(got));
      }
    }
    // What has grown is read to its end, by the slice that has the end.
    BOOST_TEST_CONTEXT(count) BOOST_TEST(messages[box] == 3);
    BOOST_TEST(problems[box] == 0);
    for (const std::string& source : {mail, gone, pipe, dir}) {
      BOOST_TEST(messages[source] == 0, source);
      BOOST_TEST(problems[source] == 1, source);
    }
  }
}

BOOST_AUTO_TEST_CASE(what_cannot_be_planned_is_told_in_the_plan) {
  const Folder folder;
  const std::string pipe = folder / "pipe";
  BOOST_REQUIRE_EQUAL(::mkfifo(pipe.c_str(), 0600), 0);
  const std::string own = folder.write("own.plan", "");
  folder.write("mail", message(1));
  PlanMaker maker(given({"-", pipe, folder / "nothing", folder.path().string()}), Kind::automatic,
                  {own});
  std::string text;
  std::vector<std::string> told;
  while (const std::optional<PlanMaker::Line> line = maker.next()) {
    text += line->text;
    if (!line->problem.empty()) told.push_back(line->source);
  }
  // The pipe as it was named, and as one in the folder.
  const std::vector<std::string> expected = {"-", pipe, folder / "nothing", pipe};
  BOOST_TEST(told == expected, boost::test_tools::per_element());
  BOOST_TEST(text.find("own.plan") == text.npos);
  BOOST_TEST(maker.files() == 5U);
  const std::vector<Got> got = read_plan(opened(folder.write("p", text)));
  BOOST_REQUIRE_EQUAL(got.size(), 5U);
  for (const std::size_t i : {0, 1, 2, 4}) BOOST_TEST(!got[i].problem.empty());
  BOOST_TEST(got[3].source == folder / "mail");
}

BOOST_AUTO_TEST_CASE(another_plan_has_another_id) {
  const Folder folder;
  const std::vector<std::string> names = sources(folder);
  const std::string first = opened(plan_of(folder, names)).id();
  BOOST_TEST(opened(plan_of(folder, names)).id() == first);
  folder.write("some/one", message(100));
  BOOST_TEST(opened(plan_of(folder, names)).id() != first);
}

BOOST_AUTO_TEST_SUITE_END()

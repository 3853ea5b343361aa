// SPDX-License-Identifier: MIT
//
// What is unpacked in a process of its own: the same comes of it as of unpacking here, whatever is
// damaged; and whatever that process does, reading ends, and says so.
#include <archive.h>

#include <algorithm>
#include <boost/test/data/test_case.hpp>
#include <boost/test/unit_test.hpp>
#include <filesystem>
#include <memory>
#include <random>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "archive/made_packed.h"
#include "archive/read_all.h"
#include "basewalk/archive/source.h"
#include "support/files.h"
#include "support/folder.h"
#include "support/many.h"
#include "support/variable.h"
#include "worker/exchange.h"

using namespace basewalk;
using test::Folder;
using test::Got;
using test::read_all;
using test::Variable;

namespace {

std::string message(unsigned number, std::mt19937& random) {
  std::string text = "From: a@b.example\nSubject: " + std::to_string(number) + "\n\n";
  // Neither all alike nor without pattern.
  for (std::size_t i = 0, lines = random() % 400U; i < lines; ++i)
    text += "http://h.example/" + std::to_string(random() % 10'000) + " and a word\n";
  return text;
}

std::string mbox(unsigned count, std::mt19937& random) {
  std::string text;
  for (unsigned i = 0; i < count; ++i)
    text += "From a@b.example Thu Jan  1 00:00:00 2015\n" + message(i, random) + "\n";
  return text;
}

struct Form {
  const char* name;
  int format;  // of libarchive; 0: one member, and none around it
  int filter;
};
constexpr Form kForms[] = {
    {"a.gz", 0, ARCHIVE_FILTER_GZIP},
    {"a.bz2", 0, ARCHIVE_FILTER_BZIP2},
    {"a.xz", 0, ARCHIVE_FILTER_XZ},
    {"a.lz", 0, ARCHIVE_FILTER_LZIP},
    {"a.zst", 0, ARCHIVE_FILTER_ZSTD},
    {"a.lz4", 0, ARCHIVE_FILTER_LZ4},
    {"a.Z", 0, ARCHIVE_FILTER_COMPRESS},
    {"a.zip", ARCHIVE_FORMAT_ZIP, ARCHIVE_FILTER_NONE},
    {"a.tar", ARCHIVE_FORMAT_TAR_PAX_RESTRICTED, ARCHIVE_FILTER_NONE},
    {"a.tar.gz", ARCHIVE_FORMAT_TAR_USTAR, ARCHIVE_FILTER_GZIP},
    {"a.cpio", ARCHIVE_FORMAT_CPIO_POSIX, ARCHIVE_FILTER_NONE},
    {"a.tar.Z", ARCHIVE_FORMAT_TAR_GNUTAR, ARCHIVE_FILTER_COMPRESS},
};
std::ostream& operator<<(std::ostream& out, const Form& form) { return out << form.name; }

std::string packed(const Form& form, std::mt19937& random) {
  if (form.format == 0) return test::packed_alone(form.filter, mbox(20, random));
  std::vector<test::PackedMember> members;
  for (unsigned i = 0; i < 20; ++i)
    members.push_back({"folder/" + std::to_string(i), message(i, random)});
  return test::packed_archive(form.format, form.filter, members);
}

void damage(std::string& bytes, std::mt19937& random) {
  const std::size_t at = random() % bytes.size();
  switch (random() % 5) {
    case 0:
      bytes.resize(at);
      break;
    case 1:
      bytes.erase(at, random() % 600);
      break;
    case 2:
      bytes.insert(at, std::string(random() % 600, '\0'));
      break;
    default:
      for (std::size_t i = 0, count = random() % 4 + 1; i < count; ++i)
        bytes[random() % bytes.size()] ^= static_cast<char>(1U << random() % 8);
  }
}

constexpr const char* kWorker = "BASEWALK_WORKER";

// With what a source does not tell people, but programs.
std::vector<std::string> all_of(const std::string& name, bool here) {
  basewalk::archive::ReadOptions options;
  options.unpack_here = here;
  options.account = true;
  basewalk::archive::SourceReader reader({name}, options);
  std::vector<std::string> all;
  while (const auto batch = reader.next()) {
    for (const basewalk::archive::Item& item : batch->items) {
      std::string text = *item.source + " " + std::to_string(item.offset) + " " + item.problem;
      if (!item.problem.empty()) text += " " + std::string(basewalk::archive::name(item.trouble));
      if (item.extent)
        text +=
            " " + std::to_string(item.extent->begin) + "+" + std::to_string(item.extent->length);
      if (item.end) text += " end " + std::to_string(item.end->bytes);
      all.push_back(text + "\n" + std::string(item.bytes));
    }
  }
  return all;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(apart)

BOOST_DATA_TEST_CASE(the_same_comes_of_it_as_of_unpacking_here, kForms, form) {
  const Folder folder;
  std::mt19937 random(20'261'126);
  const std::string whole = packed(form, random);
  for (std::size_t round = 0, rounds = test::many(400); round < rounds; ++round) {
    std::string bytes = whole;
    for (std::size_t i = 0, count = round == 0 ? 0 : random() % 3; i < count && !bytes.empty(); ++i)
      damage(bytes, random);
    const std::string file = folder.write(form.name, bytes);
    BOOST_TEST_INFO("round " << round);
    BOOST_REQUIRE((all_of(file, false) == all_of(file, true)));
  }
}

constexpr const char* kOfAny[] = {
    "is-not-ready", "babbles",      "is-of-another-version", "sleeps",         "sleeps-within",
    "dies",         "needs-memory", "answers-another-kind",  "answers-before",
};
constexpr const char* kOfDecoders[] = {"finds-nowhere",  "finds-behind",      "makes-too-much",
                                       "takes-too-much", "has-no-such-state", "has-no-such-trouble",
                                       "chatters",       "is-cut-off",        "gives-without-end",
                                       "does-nothing",   "ends-without-end",  "doubts-without-end"};
constexpr const char* kOfArchives[] = {
    "wants-without-end",         "skips-nothing",        "skips-too-much",
    "has-no-such-answer",        "tells-too-little",     "tells-without-end",
    "tries-again-without-end",   "says-more-at-the-end", "is-odd-without-end",
    "gives-nothing-without-end", "gives-without-end"};

// Whether anything was told, where the worker does so.
bool is_told(const char* how, const Form& form) {
  const Folder folder;
  const std::string program = folder / how;
  std::filesystem::create_symlink(BASEWALK_HOSTILE_WORKER, program);
  std::mt19937 random(7);
  const std::string file = folder.write(form.name, packed(form, random));
  const Variable started(kWorker, program);
  std::size_t problems = 0, given = 0;
  basewalk::archive::SourceReader reader({file}, {});
  while (const auto batch = reader.next()) {
    for (const basewalk::archive::Item& item : batch->items) {
      given += item.bytes.size();
      problems += item.problem.empty() ? 0U : 1U;
    }
  }
  // Bounded by what there was to read.
  BOOST_TEST(given < std::size_t{128} << 20);
  BOOST_TEST(problems < 5'000U);
  return problems > 0;
}

constexpr Form kPacked[] = {kForms[0], kForms[1], kForms[2], kForms[7]};
constexpr Form kArchived[] = {kForms[8], kForms[10], kForms[6]};

BOOST_DATA_TEST_CASE(whatever_a_decoder_does_reading_ends_and_says_so,
                     boost::unit_test::data::make(kOfAny) + kOfDecoders, how) {
  for (const Form& form : kPacked) BOOST_TEST(is_told(how, form), form);
}

BOOST_DATA_TEST_CASE(whatever_a_reader_of_archives_does_reading_ends_and_says_so,
                     boost::unit_test::data::make(kOfAny) + kOfArchives, how) {
  for (const Form& form : kArchived) BOOST_TEST(is_told(how, form), form);
}

BOOST_AUTO_TEST_CASE(without_the_program_nothing_is_unpacked_and_that_is_told) {
  const Folder folder;
  std::mt19937 random(7);
  const Variable none(kWorker, "");
  for (const Form& form : kForms) {
    const std::string file = folder.write(form.name, packed(form, random));
    const std::vector<Got> all = read_all({file});
    BOOST_TEST(!all.empty(), form);
    for (const Got& got : all) {
      BOOST_TEST(got.bytes.empty(), form);
      BOOST_TEST(got.problem.find("there is no program basewalk-worker") != std::string::npos,
                 form << ": " << got.problem);
    }
    basewalk::archive::ReadOptions options;
    options.unpack_here = true;
    BOOST_TEST(read_all({file}, options).size() == 20U, form);
  }
}

BOOST_AUTO_TEST_CASE(what_spins_is_ended_by_its_own_time) {
  const Folder folder;
  const std::string program = folder / "spins";
  std::filesystem::create_symlink(BASEWALK_HOSTILE_WORKER, program);
  worker::Exchange exchange(program, "unpack", {.cpu = 1, .cpu_per_mib = 0});
  BOOST_REQUIRE(exchange.begin());
  BOOST_TEST(!exchange.ask("x").has_value());
  BOOST_TEST(!exchange.is_running());
  BOOST_TEST((exchange.reason().trouble == worker::Trouble::limit));
  // What comes next is not its business.
  BOOST_TEST(exchange.begin());
}

BOOST_AUTO_TEST_CASE(who_answers_is_told_from_who_does_not) {
  for (const auto& [module, why] : {std::pair("nothing", "basewalk-nothing.so cannot be loaded"),
                                    std::pair("compound", "it answers nothing")}) {
    worker::Exchange exchange(BASEWALK_TOOL_WORKER, module);
    BOOST_TEST(!exchange.begin());
    BOOST_TEST(exchange.reason().why.find(why) != std::string::npos, exchange.reason().why);
    BOOST_TEST((exchange.reason().trouble == worker::Trouble::no_reader));
  }
}

// One after the other: who has met with nothing odd, until it has served enough.
BOOST_AUTO_TEST_CASE(one_serves_many_and_not_without_end) {
  const Variable started(kWorker, BASEWALK_TOOL_WORKER);
  const auto is_new = [] {
    std::unique_ptr<worker::Exchange> exchange = worker::Exchanges::shared().take("unpack");
    const bool was_running = exchange->is_running();
    BOOST_REQUIRE(exchange->begin());
    worker::Exchanges::shared().give_back(std::move(exchange));
    return !was_running;
  };
  // From a new one on.
  std::vector<std::unique_ptr<worker::Exchange>> others;
  for (unsigned i = 0; i <= std::max(1U, std::thread::hardware_concurrency()); ++i)
    others.push_back(worker::Exchanges::shared().take("unpack"));
  others.clear();
  BOOST_TEST(is_new());
  int served = 1;
  while (!is_new()) ++served;
  BOOST_TEST(served == worker::Exchange::kMostServed);
}

BOOST_AUTO_TEST_SUITE_END()

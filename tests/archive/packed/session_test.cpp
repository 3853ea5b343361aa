// SPDX-License-Identifier: MIT
//
// What is read in a process of its own, as the process tells it: names as they are in the archive,
// second names, what is said of one that answers nonsense, how often another takes its place, and
// that none serves a second file once it has met with damage.
#include <algorithm>
#include <boost/test/data/test_case.hpp>
#include <boost/test/unit_test.hpp>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <thread>
#include <utility>
#include <variant>
#include <vector>

#include "archive/memory_stream.h"
#include "archive/read_all.h"
#include "support/folder.h"
#include "support/variable.h"
#include "worker/exchange.h"
#include "worker/unpack/confined_archive.h"
#include "worker/unpack/confined_decoder.h"

using namespace basewalk;
using namespace std::string_literals;
using test::Folder;
using test::Variable;
using worker::ArchiveEntry;
using worker::ArchiveKind;
using worker::ArchiveState;
using worker::Place;
using Result = ArchiveState::Result;

namespace {

constexpr const char* kWorker = "BASEWALK_WORKER";

// All at once, and then nothing.
class Feed final : public worker::ArchiveFeed {
 public:
  explicit Feed(std::string bytes) : bytes_(std::move(bytes)) {}
  std::string_view more() override {
    return std::exchange(is_given_, true) ? std::string_view() : std::string_view(bytes_);
  }
  bool has_failed() const override { return false; }
  bool skip(std::uint64_t) override { return false; }

 private:
  std::string bytes_;
  bool is_given_ = false;
};

// A member of a tar: POSIX pax, "ustar Interchange Format".
std::string tar_member(const std::string& name, const std::string& bytes, char type = '0') {
  std::string header(512, '\0');
  const auto put = [&](std::size_t at, std::string_view text) {
    header.replace(at, text.size(), text);
  };
  const auto octal = [](std::size_t value, int digits) {
    std::string text(static_cast<std::size_t>(digits), '0');
    for (std::size_t i = text.size(); i-- > 0; value /= 8)
      text[i] = static_cast<char>('0' + value % 8);
    return text;
  };
  put(0, name);
  put(100, "0000644");
  put(124, octal(bytes.size(), 11));
  put(136, octal(0, 11));
  put(148, "        ");
  put(156, std::string(1, type));
  put(257, "ustar\00000"s);
  std::size_t sum = 0;
  for (const char c : header) sum += static_cast<unsigned char>(c);
  put(148, octal(sum, 6) + '\0');
  std::string padded = bytes;
  padded.resize((bytes.size() + 511) / 512 * 512);
  return header + padded;
}
std::string pax_member(const std::string& path, const std::string& bytes) {
  // Its length has two digits.
  const std::string record = " path=" + path + "\n";
  return tar_member("pax", std::to_string(record.size() + 2) + record, 'x') +
         tar_member("short", bytes);
}
const std::string kTarEnd(1024, '\0');

// A member of a cpio of SVR4.
std::string cpio_member(const std::string& name, const std::string& bytes, unsigned links = 1,
                        unsigned mode = 0100644) {
  constexpr char kDigits[] = "0123456789abcdef";
  std::string made = "070701";
  for (std::size_t field :
       {std::size_t{1}, std::size_t{mode}, std::size_t{0}, std::size_t{0}, std::size_t{links},
        std::size_t{0}, bytes.size(), std::size_t{0}, std::size_t{0}, std::size_t{0},
        std::size_t{0}, name.size() + 1, std::size_t{0}})
    for (int shift = 28; shift >= 0; shift -= 4) made += kDigits[field >> shift & 15];
  made += name + '\0';
  made.resize((made.size() + 3) / 4 * 4);
  made += bytes;
  made.resize((made.size() + 3) / 4 * 4);
  return made;
}
const std::string kCpioEnd = cpio_member("TRAILER!!!", "");

// Each member, and the bytes of it.
std::vector<std::string> told(ArchiveKind kind, const std::string& bytes, Place place) {
  Feed feed(bytes);
  auto had = worker::archive_session(kind, feed, place);
  BOOST_REQUIRE(had.index() == 0);
  worker::ArchiveSession& session = *std::get<0>(had);
  std::vector<std::string> all;
  for (;;) {
    ArchiveEntry entry;
    const ArchiveState state = session.next_header(entry);
    if (state.result != Result::ok && state.result != Result::odd) {
      if (state.result != Result::end) all.push_back(state.why);
      return all;
    }
    std::string text;
    for (;;) {
      std::string_view block;
      if (session.next_block(block).result != Result::ok) break;
      text += block;
    }
    all.push_back(entry.name + (entry.is_file ? " file" : "") +
                  (entry.is_second_name ? " again " : " ") +
                  (entry.size ? std::to_string(*entry.size) : "?") +
                  (state.result == Result::odd ? " odd " : " ") + text);
  }
}

// None is idle but new ones.
void use_up(const char* module) {
  std::vector<std::unique_ptr<worker::Exchange>> others;
  for (unsigned i = 0; i <= std::max(1U, std::thread::hardware_concurrency()); ++i)
    others.push_back(worker::Exchanges::shared().take(module));
}
bool is_kept(const char* module) { return worker::Exchanges::shared().take(module)->is_running(); }

}  // namespace

BOOST_AUTO_TEST_SUITE(sessions)

// Bytes that they are, whatever the locale; what a pax header says is UTF-8.
BOOST_AUTO_TEST_CASE(names_are_as_they_are_in_the_archive) {
  const std::string tar = tar_member("\xE9.eml", "a") + pax_member("\xC3\xBC.eml", "b") +
                          pax_member("x.eml", "c") + tar_member("\xC3\xBC", "d") +
                          pax_member("\xE9", "e") + kTarEnd;
  const std::vector<std::string> of_tar = {"\xE9.eml file 1 a", "\xC3\xBC.eml file 1 b",
                                           "x.eml file 1 c", "\xC3\xBC file 1 d", "\xE9 file 1 e"};
  const std::string cpio = cpio_member("\xE9.eml", "a") + cpio_member("\xC3\xBC", "b") + kCpioEnd;
  const std::vector<std::string> of_cpio = {"\xE9.eml file 1 a", "\xC3\xBC file 1 b"};
  for (const Place place : {Place::here, Place::apart}) {
    BOOST_TEST(told(ArchiveKind::tar, tar, place) == of_tar, boost::test_tools::per_element());
    BOOST_TEST(told(ArchiveKind::cpio, cpio, place) == of_cpio, boost::test_tools::per_element());
  }
}

// The bytes of several names stand behind the last.
BOOST_AUTO_TEST_CASE(of_several_names_in_a_cpio_the_one_with_bytes_is_read) {
  const std::string cpio = cpio_member("first", "", 2) + cpio_member("last", "ab", 2) +
                           cpio_member("empty", "", 1) + cpio_member("link", "x", 1, 0120777) +
                           kCpioEnd;
  const std::vector<std::string> wanted = {"first file again 0 ", "last file 2 ab", "empty file 0 ",
                                           "link again 1 "};
  for (const Place place : {Place::here, Place::apart})
    BOOST_TEST(told(ArchiveKind::cpio, cpio, place) == wanted, boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(who_has_met_with_damage_serves_nobody_else) {
  const std::string good = tar_member("a", std::string(2000, 'x')) + kTarEnd;
  use_up("tar");
  (void)told(ArchiveKind::tar, good, Place::apart);
  BOOST_TEST(is_kept("tar"));
  use_up("tar");
  (void)told(ArchiveKind::tar, std::string(1024, 'x'), Place::apart);
  BOOST_TEST(!is_kept("tar"));
  // A frame of lz4 that has one block, which is stored.
  const std::string frame =
      "\x04\x22\x4D\x18\x64\x40\xA7\x0C\0\0\x80Subject: x\n\n\0\0\0\0\xAA\x9D\x7F\xEF"s;
  const auto unpack = [&](std::string bytes, bool searches) {
    use_up("unpack");
    auto had = worker::decoder_for(worker::Packing::lz4, Place::apart);
    BOOST_REQUIRE(had.index() == 0);
    worker::Decoder& decoder = *std::get<0>(had);
    std::string into(100, '\0');
    decoder.begin();
    worker::Decoder::Step step;
    for (int i = 0; i < 10 && step.state == worker::Decoder::State::more; ++i) {
      step = decoder.step(bytes, into.data(), into.size());
      bytes.erase(0, step.taken);
    }
    if (searches) (void)decoder.find("x", 0);
    had = worker::Reason{};
    return step.state;
  };
  BOOST_TEST((unpack(frame, false) == worker::Decoder::State::ended));
  BOOST_TEST(is_kept("unpack"));
  BOOST_TEST((unpack(frame, true) == worker::Decoder::State::ended));
  BOOST_TEST(!is_kept("unpack"));
  std::string bad = frame;
  bad.back() ^= 1;
  BOOST_TEST((unpack(bad, false) == worker::Decoder::State::doubted));
  BOOST_TEST(!is_kept("unpack"));
  bad = frame;
  bad[4] ^= 2;
  BOOST_TEST((unpack(bad, false) == worker::Decoder::State::damaged));
  BOOST_TEST(!is_kept("unpack"));
}

// Of a worker that does so, what is told.
struct Hostile {
  explicit Hostile(const char* how) : program(folder / how), started(kWorker, program) {
    std::filesystem::create_symlink(BASEWALK_HOSTILE_WORKER, program);
  }
  const Folder folder;
  const std::string program;
  const Variable started;
};

constexpr std::string_view kNonsense = "the program that unpacks it wrote what makes no sense";
struct Ended {
  const char* how;
  bool is_packed;  // as it has said of itself
  std::string_view why;
  worker::Trouble trouble = worker::Trouble::damaged;
  int members = 0, blocks = 0;
};
std::ostream& operator<<(std::ostream& out, const Ended& ended) { return out << ended.how; }
// A thousand times it may do nothing, and tell of 1 MiB more than it was given.
const Ended kEnded[] = {
    {"wants-without-end", false, kNonsense},
    {"skips-nothing", false, kNonsense},
    {"skips-too-much", false, kNonsense},
    {"has-no-such-answer", false, kNonsense},
    {"tells-too-little", false, kNonsense},
    {"says-more-at-the-end", true, kNonsense},
    {"gives-nothing-without-end", true, kNonsense, worker::Trouble::damaged, 1, 1000},
    {"gives-without-end", true, kNonsense, worker::Trouble::damaged, 1, 17},
    {"tells-without-end", true, kNonsense, worker::Trouble::damaged, 40'329},
    {"dies", false, "the program that unpacks it crashed (signal 4)"},
};

BOOST_DATA_TEST_CASE(what_one_that_answers_nonsense_is_said_to_do,
                     boost::unit_test::data::make(kEnded), ended) {
  const Hostile hostile(ended.how);
  Feed feed(std::string(3000, 'x'));
  auto had = worker::archive_session(ArchiveKind::tar, feed, Place::apart);
  BOOST_REQUIRE(had.index() == 0);
  worker::ArchiveSession& session = *std::get<0>(had);
  int members = 0, blocks = 0;
  if (session.state().result == Result::ok) {
    ArchiveEntry entry;
    while (session.next_header(entry).result == Result::ok) {
      ++members;
      std::string_view bytes;
      if (ended.blocks == 0) continue;
      while (session.next_block(bytes).result == Result::ok) ++blocks;
      break;
    }
  }
  const ArchiveState& state = session.state();
  BOOST_TEST((state.result == Result::gone));
  BOOST_TEST(state.why == ended.why);
  BOOST_TEST((state.trouble == ended.trouble));
  BOOST_TEST(state.is_packed == ended.is_packed);
  BOOST_TEST(!state.may_be_memory);
  BOOST_TEST(!state.worth_a_retry);
  BOOST_TEST(members == ended.members);
  BOOST_TEST(blocks == ended.blocks);
}

// Each of them dies one byte further on; what is behind the last is told as well.
BOOST_AUTO_TEST_CASE(another_takes_the_place_of_one_that_has_ended_eight_times) {
  const Hostile hostile("dies-in-a-step");
  const Folder folder;
  const std::string head = "\x1F\x8B\x08\0\0\0\0\0\0\x03"s;
  const std::string name = folder.write("a.gz", head + std::string(100, 'x'));
  const std::vector<test::Got> all = test::read_all({name});
  BOOST_TEST_REQUIRE(all.size() == 9U);
  for (std::size_t i = 0; i < all.size(); ++i)
    BOOST_TEST(all[i].problem == "is damaged: the program that unpacks it crashed (signal 4); " +
                                     std::to_string(i < 8 ? 1 : 102) + " packed bytes from " +
                                     std::to_string(i) + " on are left out");
}

// No frame is empty: who says so of a second one would say so without end.
BOOST_AUTO_TEST_CASE(a_second_frame_that_ends_without_bytes_makes_no_sense) {
  const Hostile hostile("ends-a-second-time");
  const Folder folder;
  const std::string head = "\x1F\x8B\x08\0\0\0\0\0\0\x03"s;
  const std::vector<test::Got> all = test::read_all({folder.write("a.gz", head + head)});
  BOOST_TEST_REQUIRE(!all.empty());
  BOOST_TEST(all[0].problem.starts_with("is damaged: " + std::string(kNonsense)), all[0].problem);
}

BOOST_AUTO_TEST_SUITE_END()

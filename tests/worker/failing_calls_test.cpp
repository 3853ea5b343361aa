// SPDX-License-Identifier: MIT
//
// Whichever call of the system fails here while a worker is at work: reading ends, what came is
// whole or it is told that it is not, and neither process nor descriptor is left.
#include "support/failing_calls.h"

#include <dirent.h>
#include <fcntl.h>
#include <sys/wait.h>

#include <boost/test/data/test_case.hpp>
#include <boost/test/unit_test.hpp>
#include <cerrno>
#include <memory>
#include <string>
#include <string_view>

#include "support/folder.h"
#include "text/files/descriptor.h"
#include "worker/documents/recorded.h"
#include "worker/exchange.h"
#include "worker/server.h"
#include "worker/unpack/talk.h"
#include "worker/worker.h"

using namespace basewalk;
using test::FailingCall;
using worker::Told;

namespace {

// Too many files are open; what is interrupted, or comes short, is no failure.
constexpr int kErrors[] = {EMFILE, EINTR, 0};

std::size_t open_descriptors() {
  std::size_t count = 0;
  DIR* const all = ::opendir("/proc/self/fd");
  while (::readdir(all) != nullptr) ++count;
  ::closedir(all);
  return count;
}
// Those that nobody could wait for are waited for here.
bool has_children(const FailingCall& call) {
  if (call.name() == "waitpid")
    while (::waitpid(-1, nullptr, 0) > 0) continue;
  return ::waitpid(-1, nullptr, WNOHANG) >= 0 || errno != ECHILD;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(failing_calls)

BOOST_DATA_TEST_CASE(members_are_whole_or_it_is_told, kErrors, error) {
  const test::Folder folder;
  const std::string script = "member a/b\nbytes one\nbytes two\nend\n";
  const text::Descriptor file(::open(folder.write("script", script).c_str(), O_RDONLY | O_CLOEXEC));
  const std::size_t descriptors = open_descriptors();
  for (FailingCall call(error); call.next();) {
    std::string bytes;
    bool is_told = false;
    call.in([&] {
      worker::Reading reading({"script", file.number(), script.size(), {}, BASEWALK_TEST_WORKER});
      for (Told told = reading.next(); told.kind != Told::Kind::done; told = reading.next()) {
        if (told.kind == Told::Kind::bytes) bytes += told.text;
        is_told = is_told || told.kind == Told::Kind::failure;
      }
    });
    BOOST_TEST_INFO_SCOPE(call.name());
    BOOST_TEST((is_told || bytes == "onetwo"));
    if (error == 0) BOOST_TEST(!is_told);
    if (error == EMFILE && call.has_failed({"pipe", "fcntl", "posix_spawn", "read"}))
      BOOST_TEST(is_told);
    BOOST_TEST(!has_children(call));
    BOOST_TEST(open_descriptors() == descriptors);
  }
}

BOOST_DATA_TEST_CASE(documents_are_whole_or_it_is_told, kErrors, error) {
  const std::size_t descriptors = open_descriptors();
  for (FailingCall call(error); call.next();) {
    worker::Recorded told;
    worker::Opening opening;
    call.in([&] {
      worker::Server server{BASEWALK_TEST_WORKER};
      worker::Document document;
      document.bytes = "reference x\nmember a\nbytes one\nend\n";
      opening = server.open("script", document, {}, told);
    });
    BOOST_TEST_INFO_SCOPE(call.name());
    const bool is_done = opening.end == worker::Opening::End::done;
    if (is_done) {
      BOOST_TEST(told.references.size() == 1U);
      BOOST_TEST(told.parts.at(0).bytes == "one");
    } else {
      BOOST_TEST(!opening.sentence.empty());
    }
    BOOST_TEST(!told.is_open());
    if (error == 0) BOOST_TEST(is_done);
    if (call.has_failed({"socket", "memfd_create", "pipe", "fcntl", "posix_spawn"}))
      BOOST_TEST((opening.end == worker::Opening::End::refused));
    BOOST_TEST(!has_children(call));
    BOOST_TEST(open_descriptors() == descriptors);
  }
}

// Of an empty stored block (RFC 1951 3.2.4) all that there is to say is that it ends.
BOOST_DATA_TEST_CASE(an_answer_comes_or_it_is_told, kErrors, error) {
  const std::size_t descriptors = open_descriptors();
  for (FailingCall call(error); call.next();) {
    bool has_begun = false;
    std::optional<worker::StepAnswer> answer;
    std::string why;
    call.in([&] {
      worker::Exchange exchange(BASEWALK_TOOL_WORKER, "unpack");
      has_begun = exchange.begin();
      if (has_begun) {
        using worker::Ask;
        exchange.say(
            worker::Frame::Kind::ask,
            std::string{static_cast<char>(Ask::open), static_cast<char>(worker::Packing::deflate)});
        exchange.say(worker::Frame::Kind::ask, std::string{static_cast<char>(Ask::begin)});
        exchange.say(worker::Frame::Kind::bytes, std::string_view("\1\0\0\xFF\xFF", 5));
        std::string question{static_cast<char>(Ask::step)};
        worker::append_number(question, std::uint32_t{100});
        if (const auto payload = exchange.ask(question))
          answer = worker::step_answer(*payload, 5, 100);
      }
      why = exchange.reason().why;
    });
    BOOST_TEST_INFO_SCOPE(call.name());
    if (answer) {
      BOOST_TEST(answer->step.taken == 5U);
      BOOST_TEST((answer->step.state == worker::Decoder::State::ended));
    }
    BOOST_TEST(answer.has_value() == why.empty());
    if (error == 0) BOOST_TEST(answer.has_value());
    if (call.has_failed({"socket", "pipe", "fcntl", "posix_spawn"})) BOOST_TEST(!has_begun);
    if (error == EMFILE && call.has_failed({"send", "read"})) BOOST_TEST(!answer.has_value());
    BOOST_TEST(!has_children(call));
    BOOST_TEST(open_descriptors() == descriptors);
  }
}

BOOST_AUTO_TEST_SUITE_END()

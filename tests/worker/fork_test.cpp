// SPDX-License-Identifier: MIT
//
// A process that uses workers and is forked: the child has workers of its own, leaves those of its
// parent alone, and waits for no lock.  Nothing here waits for ever: an alarm ends who does.
#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <boost/test/unit_test.hpp>
#include <memory>
#include <string>
#include <thread>
#include <utility>

#include "support/folder.h"
#include "support/skip.h"
#include "text/files/descriptor.h"
#include "worker/documents/recorded.h"
#include "worker/exchange.h"
#include "worker/idle.h"
#include "worker/server.h"
#include "worker/unpack/talk.h"
#include "worker/worker.h"

using namespace basewalk;
using worker::Told;

namespace {

// However slow the machine.
constexpr unsigned kSeconds = 300;

struct Alarm {
  Alarm() { ::alarm(kSeconds); }
  ~Alarm() { ::alarm(0); }
};

struct Pipe {
  Pipe() { BOOST_REQUIRE_EQUAL(worker::make_pipe(ends), 0); }
  Pipe(const Pipe&) = delete;
  Pipe& operator=(const Pipe&) = delete;
  ~Pipe() {
    ::close(ends[0]);
    ::close(ends[1]);
  }
  bool put() const { return ::write(ends[1], "x", 1) == 1; }
  bool get() const {
    char byte = 0;
    return ::read(ends[0], &byte, 1) == 1 && byte == 'x';
  }
  int ends[2] = {-1, -1};
};

template <typename Act>
pid_t forked(const Act& act) {
  const pid_t child = ::fork();
  if (child != 0) return child;
  ::alarm(kSeconds);
  ::_exit(act() ? 0 : 1);
}

bool ended_well(pid_t child) {
  int status = 0;
  return ::waitpid(child, &status, 0) == child && WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

template <typename Act>
bool holds_in_child(const Act& act) {
  return ended_well(forked(act));
}

// What is idle, and may be asked for its program by who holds the lock.
struct Started {
  Started(std::string program, std::string module)
      : program_(std::move(program)), module_(std::move(module)) {}
  const std::string& program() const {
    if (asked != nullptr && ::getpid() == owner) {
      (void)asked->put();
      (void)go_on->get();
    }
    return program_;
  }
  const std::string& module() const { return module_; }

  const pid_t owner = ::getpid();
  static const Pipe *asked, *go_on;

 private:
  std::string program_, module_;
};
const Pipe *Started::asked = nullptr, *Started::go_on = nullptr;

bool opens(worker::Server& server, const std::string& url) {
  worker::Document document;
  const std::string script = "reference " + url + "\n";
  document.bytes = script;
  document.name = "script";
  worker::DocumentGrant grant;
  grant.cpu = 60;
  grant.memory = std::uint64_t{256} << 20;
  worker::Recorded told;
  const worker::Opening opening = server.open("script", document, grant, told);
  return opening.end == worker::Opening::End::done &&
         told.found() == std::vector<std::string>{"script[reference] " + url};
}

}  // namespace

BOOST_AUTO_TEST_SUITE(forks)

BOOST_AUTO_TEST_CASE(a_child_has_none_of_what_is_idle) {
  worker::Idle<Started> idle;
  std::unique_ptr<Started> one = idle.take("m");
  const Started* const first = one.get();
  idle.give_back(std::move(one));
  BOOST_TEST(holds_in_child([&] {
    std::unique_ptr<Started> own = idle.take("m");
    if (own->owner != ::getpid()) return false;
    const Started* const again = own.get();
    idle.give_back(std::move(own));
    return idle.take("m").get() == again;
  }));
  BOOST_TEST(idle.take("m").get() == first);
}

BOOST_AUTO_TEST_CASE(a_child_waits_for_no_thread_of_its_parent) {
  const Alarm alarm;
  const Pipe asked, go_on;
  worker::Idle<Started> idle;
  idle.give_back(idle.take("m"));
  Started::asked = &asked;
  Started::go_on = &go_on;
  std::thread holder([&] { (void)idle.take("m"); });
  BOOST_TEST(asked.get());
  BOOST_TEST(holds_in_child([&] { return idle.take("m")->owner == ::getpid(); }));
  BOOST_TEST(go_on.put());
  holder.join();
  Started::asked = nullptr;
}

BOOST_AUTO_TEST_CASE(a_child_ends_no_process_of_its_parent) {
  const Alarm alarm;
  const Pipe to;
  worker::Process process;
  BOOST_REQUIRE_EQUAL(process.start("/bin/cat", {}, to.ends[0]), 0);
  BOOST_TEST(holds_in_child([&] {
    const bool was_ours = process.is_ours();
    (void)process.stop();
    return !was_ours && !process.is_running();
  }));
  BOOST_TEST(process.is_ours());
  BOOST_TEST(to.put());
  char byte = 0;
  BOOST_TEST(::read(process.output(), &byte, 1) == 1);
  BOOST_TEST(process.stop().is_known);
}

BOOST_AUTO_TEST_CASE(documents_are_opened_on_both_sides) {
  const Alarm alarm;
  constexpr int kDocuments = 20;
  worker::Server server(BASEWALK_TEST_WORKER);
  BOOST_REQUIRE(opens(server, "first"));
  const auto all = [&](const std::string& who) {
    bool good = true;
    for (int i = 0; i < kDocuments; ++i) good = opens(server, who + std::to_string(i)) && good;
    return good;
  };
  const pid_t one = forked([&] { return all("one"); }), two = forked([&] { return all("two"); });
  BOOST_TEST(all("parent"));
  BOOST_TEST(ended_well(one));
  BOOST_TEST(ended_well(two));
  BOOST_TEST(all("again"));
}

BOOST_AUTO_TEST_CASE(an_exchange_goes_on_with_who_began_it) {
  const Alarm alarm;
  worker::Exchange exchange(BASEWALK_TOOL_WORKER, "unpack");
  BOOST_REQUIRE_MESSAGE(exchange.begin(), exchange.reason().why);
  BOOST_TEST(holds_in_child([&] {
    const bool none = !exchange.ask("x") && exchange.reason().why == worker::kIsParents;
    return none && !exchange.is_running() && exchange.begin() && exchange.is_running();
  }));
  std::string open = {static_cast<char>(worker::Ask::open)},
              step = {static_cast<char>(worker::Ask::step)};
  worker::append_number(open, static_cast<std::uint8_t>(worker::Packing::gzip));
  worker::append_number(step, std::uint32_t{16});
  exchange.say(worker::Frame::Kind::ask, open);
  exchange.say(worker::Frame::Kind::ask, std::string{static_cast<char>(worker::Ask::begin)});
  BOOST_TEST(exchange.ask(step).has_value());
}

// What is told of a file goes to who asked first, and the child is told that.
BOOST_AUTO_TEST_CASE(a_reading_goes_on_with_who_began_it) {
  const Alarm alarm;
  const test::Folder folder;
  const std::string script = "member a\nbytes one\nend\nmember b\nbytes two\nend\n";
  const std::string path = folder.write("script", script);
  const text::Descriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
  worker::Reading reading(
      {"script", file.number(), script.size(), worker::Grant{}, BASEWALK_TEST_WORKER});
  BOOST_REQUIRE((reading.next().kind == Told::Kind::member));
  BOOST_TEST(holds_in_child([&] {
    const Told told = reading.next();
    return told.kind == Told::Kind::failure && told.worth_a_retry &&
           told.text.find(worker::kIsParents) != std::string_view::npos &&
           reading.next().kind == Told::Kind::end && reading.next().kind == Told::Kind::done;
  }));
  std::string bytes;
  for (Told told = reading.next(); told.kind != Told::Kind::done; told = reading.next()) {
    BOOST_TEST((told.kind != Told::Kind::failure), told.text);
    if (told.kind == Told::Kind::bytes) bytes += told.text;
  }
  BOOST_TEST(bytes == "onetwo");
}

BOOST_AUTO_TEST_SUITE_END()

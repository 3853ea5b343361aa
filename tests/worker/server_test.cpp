// SPDX-License-Identifier: MIT
//
// Documents opened in processes that crash, spin, ask for what they may not have, and write
// nonsense: each is ended and told, what it told before counts, and the next document is opened.
// What one does is a script (hostile_job.cpp).
#include "worker/server.h"

#include <sys/wait.h>

#include <boost/test/data/test_case.hpp>
#include <boost/test/unit_test.hpp>
#include <cerrno>
#include <string>
#include <vector>

#include "support/skip.h"
#include "worker/documents/recorded.h"
#include "worker/program/confine.h"

using namespace basewalk;
using worker::Lack;
using worker::Opening;
using worker::Recorded;

namespace {

// Enough for what ends, however slow the machine.
worker::DocumentGrant small() {
  worker::DocumentGrant grant;
  grant.cpu = 60;
  grant.memory = std::uint64_t{256} << 20;
  return grant;
}

struct Fixture {
  Opening open(const std::string& script, std::vector<std::string_view> passwords = {},
               const worker::DocumentGrant& grant = small()) {
    worker::Document document;
    document.bytes = script;
    document.name = "script";
    document.passwords = std::move(passwords);
    return server.open("script", document, grant, told);
  }
  worker::Server server{BASEWALK_TEST_WORKER};
  Recorded told;
};

bool is_done(const Opening& opening) { return opening.end == Opening::End::done; }

}  // namespace

BOOST_FIXTURE_TEST_SUITE(server, Fixture)

BOOST_AUTO_TEST_CASE(what_is_told_comes_in_order_and_whole) {
  BOOST_TEST(
      is_done(open("base http://b/\nreference x\nshown y\ntext some words\n"
                   "member a/b\nbytes one\nbytes two\nfailure f\nend\nfailure g\n")));
  BOOST_TEST(told.bases == std::vector<std::string>{"http://b/"});
  BOOST_TEST(told.found() == (std::vector<std::string>{"script[reference] x", "script[shown] y"}));
  BOOST_TEST(!told.references.at(0).text.has_value());
  BOOST_TEST(told.references.at(1).text.value() == "a text");
  BOOST_TEST(told.texts.at(0).text == "some words");
  BOOST_TEST(told.parts.at(0).name == "a/b");
  BOOST_TEST(told.parts.at(0).bytes == "onetwo");
  BOOST_TEST(told.parts.at(0).lacks.size() == 1u);
  BOOST_TEST(told.lacks.size() == 2u);
  BOOST_TEST(!told.is_open());
}

BOOST_AUTO_TEST_CASE(texts_longer_than_a_frame_come_through) {
  const std::string url = "http://h/" + std::string(300000, 'u');
  BOOST_TEST(is_done(open("reference " + url + "\nmember a\nmany 5000000\nend\n")));
  BOOST_TEST((told.references.at(0).raw == url));
  BOOST_TEST((told.parts.at(0).bytes == std::string(5000000, 'm')));
}

BOOST_AUTO_TEST_CASE(passwords_go_there_and_their_number_comes_back) {
  BOOST_TEST(is_done(open("tell-passwords\npassword 1\n", {"first", "second"})));
  BOOST_TEST(told.texts.at(1).text == "second");
  BOOST_TEST((told.opened == worker::OpenedWith::word));
  BOOST_TEST(told.word == 1u);
}

BOOST_AUTO_TEST_CASE(many_documents_have_one_server) {
  for (int i = 0; i < 200; ++i) {
    Recorded one;
    BOOST_TEST(is_done(server.open("script", {"reference x\n", "n"}, small(), one)));
    BOOST_TEST(one.references.size() == 1u);
  }
}

struct Row {
  const char* deed;
  const char* word;
};
std::ostream& operator<<(std::ostream& out, const Row& row) { return out << row.deed; }

const Row kDeaths[] = {
    {"read-nowhere", "crashed (signal 11)"},
    {"throw", "gave up"},
    {"exit 0", "before it was done"},
    {"exit 77", "before it was done"},
    {"fork", "asked the system"},
    {"exec", "asked the system"},
    {"socket", "asked the system"},
    {"unix-socket", "asked the system"},
    {"kill-parent", "asked the system"},
    {"sleep", "asked the system"},
    {"pause", "asked the system"},
    {"unlink x", "asked the system"},
    {"close-pipe", "asked the system"},
    {"seek-input", "asked the system"},
    {"raise-limit", "asked the system"},
    {"run-memory", "asked the system"},
    {"map-input", "asked the system"},
    {"make-memory-run", "asked the system"},
    {"trace", "asked the system"},
    {"pass-on-input", "asked the system"},
    {"set-flags", "asked the system"},
    {"garbage", "makes no sense"},
    {"zeros", "makes no sense"},
    {"long-frame", "makes no sense"},
    {"longer-than-allowed", "makes no sense"},
    {"half-a-frame", "before it was done"},
    {"second-ready", "makes no sense"},
    {"member-in-member", "makes no sense"},
    {"done-in-member", "makes no sense"},
    {"end-with-payload", "makes no sense"},
    {"empty-bytes", "makes no sense"},
    {"empty-bytes-without-end", "makes no sense"},
    {"short-failure", "makes no sense"},
    {"password 2", "makes no sense"},
};

BOOST_DATA_TEST_CASE_F(Fixture, what_dies_is_told_and_what_it_told_before_counts,
                       boost::unit_test::data::make(kDeaths)) {
  const bool is_between = std::string_view(sample.deed).starts_with("password");
  const std::string begin = is_between ? "" : "member a\n";
  const Opening opening = open("reference before\n" + begin + sample.deed + "\nend\n");
  BOOST_TEST((opening.end == Opening::End::died));
  BOOST_TEST((opening.why == Lack::damaged));
  BOOST_TEST(opening.sentence.find(sample.word) != std::string::npos, opening.sentence);
  BOOST_TEST(told.references.size() == 1u);
  BOOST_TEST(!told.is_open());
  Recorded next;
  BOOST_TEST(is_done(server.open("script", {"reference x\n", "n"}, small(), next)));
  BOOST_TEST(next.references.size() == 1u);
}

// How abort() ends is the system's choice: it may not send signals.
BOOST_AUTO_TEST_CASE(abort_ends_it) {
  const Opening opening = open("reference before\nmember a\nabort\nend\n");
  BOOST_TEST((opening.end == Opening::End::died));
  BOOST_TEST(told.references.size() == 1u);
}

// Neither the server nor another document can be reached.
BOOST_AUTO_TEST_CASE(nothing_else_is_open) {
  const Opening opening = open("member a\nother-descriptors\nend\n");
  BOOST_TEST((opening.end == Opening::End::died));
  BOOST_TEST(told.parts.at(0).bytes.empty());
}

BOOST_AUTO_TEST_CASE(what_spins_is_ended_by_its_own_cpu_time) {
  worker::DocumentGrant grant = small();
  grant.cpu = 1;
  const Opening opening = open("reference before\nmember a\nspin\nend\n", {}, grant);
  BOOST_TEST((opening.end == Opening::End::died));
  BOOST_TEST((opening.why == Lack::limit));
  BOOST_TEST(told.references.size() == 1u);
}

BOOST_AUTO_TEST_CASE(what_takes_too_much_memory_is_ended, *boost::unit_test::label("unsanitized")) {
  if (worker::kIsSanitized) return test::skip("sanitizers map more memory than may be granted");
  const Opening opening = open("reference before\nmember a\nallocate\nend\n");
  BOOST_TEST((opening.why == Lack::limit));
  BOOST_TEST(told.references.size() == 1u);
}

BOOST_AUTO_TEST_CASE(what_tells_without_end_is_ended) {
  worker::Document document;
  const std::string script = "member a\nmany 200000000\nend\n";
  document.bytes = script;
  document.bounds.bytes = 1000;
  const Opening opening = server.open("script", document, small(), told);
  BOOST_TEST((opening.end == Opening::End::died));
  BOOST_TEST((opening.why == Lack::limit));
  BOOST_TEST(told.parts.at(0).bytes.size() < 40'000'000u);
}

BOOST_AUTO_TEST_CASE(what_has_no_opener_or_no_program_is_refused) {
  Recorded one;
  const Opening unknown = server.open("no-such", {"reference x\n", "n"}, small(), one);
  BOOST_TEST((unknown.end == Opening::End::refused));
  BOOST_TEST(unknown.sentence.find("not built with") != std::string::npos, unknown.sentence);
  BOOST_TEST(is_done(open("reference x\n")));
  for (const char* program : {"", "/nonexistent/basewalk-worker", "/bin/true"}) {
    worker::Server none{program};
    const Opening refused = none.open("script", {"reference x\n", "n"}, small(), one);
    BOOST_TEST((refused.end == Opening::End::refused), program);
    BOOST_TEST((refused.why == Lack::no_opener));
  }
  BOOST_TEST(!one.is_told());
}

BOOST_AUTO_TEST_CASE(no_process_is_left) {
  {
    worker::Server another{BASEWALK_TEST_WORKER};
    Recorded one;
    BOOST_TEST(is_done(another.open("script", {"reference x\n", "n"}, small(), one)));
  }
  BOOST_TEST(::waitpid(-1, nullptr, WNOHANG) == -1);
  BOOST_TEST(errno == ECHILD);
}

// Each has one module; it is found again, and nobody else gets it.
BOOST_AUTO_TEST_CASE(servers_are_shared_by_their_modules) {
  worker::Servers servers;
  auto plain = servers.take("smime"), draws = servers.take("drawn-svg");
  BOOST_TEST(plain->module() == "");
  BOOST_TEST(draws->module() == "drawn");
  BOOST_TEST(servers.take("pdf")->module() == "pdf");
  const worker::Server* const first = draws.get();
  servers.give_back(std::move(draws));
  BOOST_TEST((servers.take("picture").get() != first));
  BOOST_TEST((servers.take("drawn-page").get() == first));
}

BOOST_AUTO_TEST_CASE(a_server_whose_module_is_not_there_serves_what_it_has) {
  worker::Server other(BASEWALK_TEST_WORKER, "drawn");
  BOOST_TEST(is_done(other.open("script", {"reference x\n", "n"}, small(), told)));
  BOOST_TEST(told.references.size() == 1u);
  worker::Opening opening = other.open("drawn-page", {"<p>", "n"}, small(), told);
  BOOST_TEST((opening.end == worker::Opening::End::refused));
  BOOST_TEST(opening.sentence.find("basewalk-drawn.so cannot be loaded: ") != std::string::npos);
  // Of another module, which a confined process does not load.
  opening = other.open("pdf", {"%PDF", "n"}, small(), told);
  BOOST_TEST((opening.end == worker::Opening::End::refused));
  BOOST_TEST(opening.sentence.find("basewalk-pdf.so was not loaded") != std::string::npos);
  worker::Server older(BASEWALK_TEST_WORKER, "picture");
  opening = older.open("picture", {"x", "n"}, small(), told);
  BOOST_TEST((opening.end == worker::Opening::End::refused));
  BOOST_TEST(opening.sentence.find("basewalk-picture.so is of another version") !=
             std::string::npos);
  // What is no opener, and has no name.
  for (const char* name : {"no-such", ""}) {
    opening = other.open(name, {"x", "n"}, small(), told);
    BOOST_TEST((opening.end == worker::Opening::End::refused));
    BOOST_TEST(opening.sentence.find("is not built with what opens it") != std::string::npos);
  }
}

BOOST_AUTO_TEST_SUITE_END()

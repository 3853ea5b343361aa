// SPDX-License-Identifier: MIT
//
// The two filters of a process that a server has forked, held against the one filter that both
// together are meant to be: for every system call, with arguments that decide, as the kernel would
// run them (BPF, seccomp(2)).
#include "worker/program/confine.h"

#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <boost/test/unit_test.hpp>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <vector>

namespace {

using namespace basewalk::worker;

std::vector<sock_filter> program_of(FilterOf whom) {
  FilterProgram bytes;
  BOOST_REQUIRE_EQUAL(make_program(whom, bytes), 0);
  BOOST_REQUIRE_EQUAL(bytes.size() % sizeof(sock_filter), 0U);
  std::vector<sock_filter> program(bytes.size() / sizeof(sock_filter));
  std::memcpy(program.data(), bytes.data(), bytes.size());
  return program;
}

bool jumps(const sock_filter& step, std::uint32_t a) {
  switch (BPF_OP(step.code)) {
    case BPF_JEQ:
      return a == step.k;
    case BPF_JGT:
      return a > step.k;
    case BPF_JGE:
      return a >= step.k;
    case BPF_JSET:
      return (a & step.k) != 0;
    default:
      BOOST_FAIL("an instruction that is not known here");
      return false;
  }
}

// What the filter says of the call.
std::uint32_t run(const std::vector<sock_filter>& program, const seccomp_data& call) {
  std::uint32_t a = 0;
  for (std::size_t at = 0; at < program.size(); ++at) {
    const sock_filter& step = program[at];
    switch (BPF_CLASS(step.code)) {
      case BPF_LD:
        BOOST_REQUIRE(step.code == (BPF_LD | BPF_W | BPF_ABS) && step.k + 4 <= sizeof call);
        std::memcpy(&a, reinterpret_cast<const char*>(&call) + step.k, sizeof a);
        break;
      case BPF_ALU:
        BOOST_REQUIRE(step.code == (BPF_ALU | BPF_AND | BPF_K));
        a &= step.k;
        break;
      case BPF_JMP:
        if (BPF_OP(step.code) == BPF_JA)
          at += step.k;
        else
          at += jumps(step, a) ? step.jt : step.jf;
        break;
      case BPF_RET:
        return step.k;
      default:
        BOOST_FAIL("an instruction that is not known here");
    }
  }
  BOOST_FAIL("it has no end");
  return 0;
}

// Of several filters the kernel does the strictest.
int strictness(std::uint32_t action) {
  switch (action & SECCOMP_RET_ACTION_FULL) {
    case SECCOMP_RET_ALLOW:
      return 0;
    case SECCOMP_RET_ERRNO:
      return 1;
    case SECCOMP_RET_KILL_PROCESS:
    case SECCOMP_RET_KILL_THREAD:  // where there is but one
      return 2;
    default:
      BOOST_FAIL("an action that is not known here");
      return 3;
  }
}

constexpr int kMostCalls = 1024;  // No machine has so many.

// Every call with each of the arguments.
template <typename Look>
void for_each_call(Look look) {
  FilterProgram bytes;
  BOOST_REQUIRE_EQUAL(make_program(FilterOf::any, bytes), 0);
  // The kind of machine that the filter asks for is this one.
  sock_filter second{};
  std::memcpy(&second, bytes.data() + sizeof second, sizeof second);
  const std::uint64_t values[] = {0,
                                  1,
                                  2,
                                  3,
                                  4,
                                  8,
                                  PROT_READ | PROT_WRITE,
                                  PROT_READ | PROT_WRITE | PROT_EXEC,
                                  MAP_PRIVATE | MAP_ANONYMOUS,
                                  SIGABRT,
                                  PR_SET_SECCOMP,
                                  ~std::uint64_t{0},
                                  std::uint64_t{1} << 32,
                                  (std::uint64_t{1} << 32) + 1};
  seccomp_data call{};
  call.arch = second.k;
  for (int number = -1; number < kMostCalls; ++number) {
    call.nr = number;
    for (const std::uint64_t first : values) {
      for (const std::uint64_t third : values) {
        for (const std::uint64_t fourth : {std::uint64_t{0}, std::uint64_t{MAP_PRIVATE},
                                           std::uint64_t{MAP_PRIVATE | MAP_ANONYMOUS}}) {
          call.args[0] = first;
          call.args[1] = first;
          call.args[2] = third;
          call.args[3] = fourth;
          look(call);
        }
      }
    }
  }
}

std::uint32_t both(const std::vector<sock_filter>& server, const std::vector<sock_filter>& served,
                   const seccomp_data& call) {
  const std::uint32_t a = run(server, call), b = run(served, call);
  // The last one that was loaded is asked first.
  return strictness(a) > strictness(b) ? a : b;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(confine)

BOOST_AUTO_TEST_CASE(two_filters_are_the_whole_one) {
  const std::vector<sock_filter> whole = program_of(FilterOf::any),
                                 server = program_of(FilterOf::server),
                                 served = program_of(FilterOf::served);
  // Else it would be loaded by itself.
  BOOST_TEST(served.size() < whole.size());
  std::size_t looked_at = 0;
  for_each_call([&](const seccomp_data& call) {
    ++looked_at;
    const std::uint32_t expected = run(whole, call), got = both(server, served, call);
    if (expected != got)
      BOOST_ERROR("call " << call.nr << " (" << call.args[0] << ", ., " << call.args[2] << ", "
                          << call.args[3] << "): " << std::hex << got << " instead of "
                          << expected);
  });
  BOOST_TEST(looked_at > 500'000U);
}

// Otherwise the test above would hold of filters that allow nothing, or everything.
BOOST_AUTO_TEST_CASE(each_filter_says_what_it_is_for) {
  const std::vector<sock_filter> whole = program_of(FilterOf::any),
                                 server = program_of(FilterOf::server);
  std::size_t allowed = 0, allowed_to_server = 0, refused = 0;
  for_each_call([&](const seccomp_data& call) {
    allowed += strictness(run(whole, call)) == 0 ? 1 : 0;
    refused += strictness(run(whole, call)) == 1 ? 1 : 0;
    allowed_to_server += strictness(run(server, call)) == 0 ? 1 : 0;
  });
  BOOST_TEST(allowed > 0U);
  BOOST_TEST(refused > 0U);
  BOOST_TEST(allowed_to_server > allowed);

  seccomp_data call{};
  sock_filter second = whole[1];
  call.arch = second.k;
  call.nr = SYS_execve;
  BOOST_TEST(strictness(run(server, call)) == 2);
  call.nr = SYS_socket;
  BOOST_TEST(strictness(run(server, call)) == 2);
  call.nr = SYS_openat;
  BOOST_TEST(run(server, call) == (SECCOMP_RET_ERRNO | EACCES));
  // Another kind of machine: calls have other numbers there.
  call.arch = ~second.k;
  call.nr = SYS_pread64;
  BOOST_TEST(strictness(run(server, call)) == 2);
}

// What answers may read what comes next, and what does one job any place of a file; else they may
// do the same.
BOOST_AUTO_TEST_CASE(who_answers_reads_otherwise_and_may_do_nothing_else) {
  const std::vector<sock_filter> one = program_of(FilterOf::one),
                                 answering = program_of(FilterOf::answering);
  for_each_call([&](const seccomp_data& call) {
    const std::uint32_t expected = run(one, call), got = run(answering, call);
    if (call.nr != SYS_read && call.nr != SYS_pread64 && expected != got)
      BOOST_ERROR("call " << call.nr << " (" << call.args[0] << ", ., " << call.args[2] << ", "
                          << call.args[3] << "): " << std::hex << got << " instead of "
                          << expected);
    if (call.nr == SYS_pread64) BOOST_REQUIRE_EQUAL(strictness(got), 2);
    // Where longs are short an argument is its lower half.
    if (call.nr == SYS_read)
      BOOST_REQUIRE_EQUAL(strictness(got),
                          static_cast<unsigned long>(call.args[0]) == STDIN_FILENO ? 0 : 2);
  });
}

BOOST_AUTO_TEST_SUITE_END()

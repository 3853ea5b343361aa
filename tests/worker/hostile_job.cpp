// SPDX-License-Identifier: MIT
//
// basewalk-worker-test: the worker program with a job that does what its file says, line by line,
// as hostile bytes might have it done.
#include <fcntl.h>
#include <seccomp.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <functional>
#include <map>
#include <new>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "worker/frame.h"
#include "worker/program/confine.h"
#include "worker/program/run.h"

using namespace basewalk::worker;

namespace {

volatile unsigned sink_of_values = 0;  // it may go round
// Nothing that a compiler could know, or a sanitizer could see.
volatile std::uintptr_t nowhere = 8;

void write_out(std::string_view bytes) {
  (void)!::write(STDOUT_FILENO, bytes.data(), bytes.size());
}

std::string head(std::uint8_t kind, std::uint32_t length) {
  std::string bytes;
  append_number(bytes, kind);
  bytes.append(3, '\0');
  append_number(bytes, length);
  return bytes;
}

// A member's frame that makes no sense here.
std::string member(std::uint64_t index, std::string_view name) {
  std::string payload;
  append_payload(payload, index, {name, 0, {}});
  std::string bytes;
  append_frame_head(bytes, Frame::Kind::member, payload.size());
  return bytes + payload;
}

// So many milliseconds of CPU time.
void burn(long milliseconds) {
  const auto now = [] {
    struct timespec time {};
    ::clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
    return time.tv_sec * 1000 + time.tv_nsec / 1000000;
  };
  const long end = now() + milliseconds;
  while (now() < end) {
  }
}

[[noreturn]] void spin() {
  for (;;) sink_of_values = sink_of_values + 1;
}

// What came of a call that must not be possible: it ends the process, or fails.
std::string result(long value) {
  return value >= 0 ? "done" : std::string("refused: ") + std::strerror(errno);
}

// What runs, by the call that was there first: i386 has had another one since.
long map_to_run() {
  const unsigned long kProtection = PROT_READ | PROT_EXEC, kFlags = MAP_PRIVATE | MAP_ANONYMOUS;
#if defined(__i386__) || defined(__s390x__)
  const unsigned long all[] = {0, 4096, kProtection, kFlags, ~0UL, 0};
  // What a filter would look at is harmless.
  return ::syscall(SYS_mmap, all, 4096UL, 0UL, kFlags);
#elif defined(SYS_mmap)
  return ::syscall(SYS_mmap, 0UL, 4096UL, kProtection, kFlags, ~0UL, 0UL);
#else
  return ::syscall(SYS_mmap2, 0UL, 4096UL, kProtection, kFlags, ~0UL, 0UL);
#endif
}

void call(const std::string& name, const std::string& argument, MemberSink& sink) {
  const auto tell = [&](long value) { sink.bytes(result(value)); };
  const std::map<std::string, std::function<void()>> calls = {
      {"open", [&] { tell(::open(argument.c_str(), O_RDONLY)); }},
      {"create", [&] { tell(::open(argument.c_str(), O_RDWR | O_CREAT, 0600)); }},
      {"write-input", [&] { tell(::write(STDIN_FILENO, "x", 1)); }},
      {"write-error", [&] { tell(::write(STDERR_FILENO, "x", 1)); }},
      {"seek-input", [&] { tell(::lseek(STDIN_FILENO, 0, SEEK_SET) < 0 ? -1 : 0); }},
      {"fork", [&] { tell(::fork()); }},
      {"exec", [&] { tell(::execl("/bin/true", "true", nullptr)); }},
      {"socket", [&] { tell(::socket(AF_INET, SOCK_STREAM, 0)); }},
      {"unix-socket", [&] { tell(::socket(AF_UNIX, SOCK_STREAM, 0)); }},
      {"kill-parent", [&] { tell(::kill(::getppid(), SIGTERM)); }},
      {"stop-itself", [&] { tell(::raise(SIGSTOP)); }},
      {"sleep", [&] { tell(::sleep(1000)); }},
      {"pause", [&] { tell(::pause()); }},
      {"wait-on-futex",
       [&] {
         int value = 0;
         tell(::syscall(SYS_futex, &value, 0, 0, nullptr, nullptr, 0));
       }},
      {"unlink", [&] { tell(::unlink(argument.c_str())); }},
      {"close-pipe", [&] { tell(::close(STDOUT_FILENO)); }},
      {"raise-limit",
       [&] {
         const struct rlimit all { RLIM_INFINITY, RLIM_INFINITY };
         tell(::setrlimit(RLIMIT_AS, &all));
       }},
      {"ignore-cpu-limit", [&] { tell(std::signal(SIGXCPU, SIG_IGN) == SIG_ERR ? -1 : 0); }},
      {"run-memory",
       [&] {
         void* at = ::mmap(nullptr, 4096, PROT_READ | PROT_WRITE | PROT_EXEC,
                           MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
         tell(at == MAP_FAILED ? -1 : 0);
       }},
      {"run-memory-by-the-first-call", [&] { tell(map_to_run()); }},
      {"make-memory-run",
       [&] {
         void* at =
             ::mmap(nullptr, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
         tell(::mprotect(at, 4096, PROT_READ | PROT_EXEC));
       }},
      {"trace", [&] { tell(::syscall(SYS_ptrace, 0, 0, 0, 0)); }},
      {"pass-on-input", [&] { tell(::dup(STDIN_FILENO)); }},
      {"set-flags", [&] { tell(::fcntl(STDIN_FILENO, F_SETFL, O_NONBLOCK)); }},
      {"map-input",
       [&] {
         void* at = ::mmap(nullptr, 4096, PROT_READ, MAP_PRIVATE, STDIN_FILENO, 0);
         tell(at == MAP_FAILED ? -1 : 0);
       }},
      {"other-descriptors",
       [&] {
         char byte = 0;
         for (int number = 3; number < 256; ++number)
           if (::pread(number, &byte, 1, 0) >= 0) sink.bytes("one is open");
       }},
      // Each of these would be the end of a process that is not confined, or of the one that asked.
      {"crash", [&] { std::raise(SIGSEGV); }},
      {"read-nowhere", [&] { sink_of_values = *reinterpret_cast<volatile unsigned*>(nowhere); }},
      {"abort", [&] { std::abort(); }},
      {"spin", [&] { spin(); }},
      {"burn", [&] { burn(std::stol(argument)); }},
      {"throw", [&] { throw std::runtime_error("argument"); }},
      {"allocate",
       [&] {
         std::vector<std::string> all;
         for (;;) all.emplace_back(std::size_t{1} << 20, 'x');
       }},
      {"exit", [&] { ::_exit(std::stoi(argument)); }},
      {"garbage", [&] { write_out("what is this"); }},
      {"zeros", [&] { write_out(std::string(64, '\0')); }},
      {"long-frame", [&] { write_out(head(4, 0xFFFFFFFFU)); }},
      {"longer-than-allowed", [&] { write_out(head(4, Frame::kLongest + 1)); }},
      {"half-a-frame",
       [&] {
         write_out(head(4, 100) + "half");
         ::_exit(0);
       }},
      {"second-ready", [&] { write_out(head(1, 4) + std::string("\1\0\0\0", 4)); }},
      {"member-in-member", [&] { write_out(member(1, "inner")); }},
      {"done-in-member", [&] { write_out(head(7, 0)); }},
      {"empty-bytes", [&] { write_out(head(4, 0)); }},
      {"empty-bytes-without-end",
       [&] {
         for (;;) write_out(head(4, 0));
       }},
      {"end-with-payload", [&] { write_out(head(5, 1) + "x"); }},
      {"short-failure", [&] { write_out(head(6, 3) + "abc"); }},
      {"huge-extent",
       [&] {
         std::string payload("\3\1", 2);
         append_number(payload, std::uint64_t{1} << 63);
         append_number(payload, (std::uint64_t{1} << 63) + 1);
         write_out(head(6, static_cast<std::uint32_t>(payload.size() + 1)) + payload + "x");
       }},
      {"unknown-trouble",
       [&] {
         std::string payload("\xC8\0", 2);
         payload.append(16, '\0');
         write_out(head(6, static_cast<std::uint32_t>(payload.size() + 1)) + payload + "x");
       }},
      // Outside of a member.
      {"bytes-outside", [&] { write_out(head(4, 1) + "x"); }},
      {"end-outside", [&] { write_out(head(5, 0)); }},
      {"wrong-index", [&] { write_out(member(7, "seventh")); }},
      {"index-of-2-63", [&] { write_out(member(std::uint64_t{1} << 63, "x")); }},
      {"no-name-at-all", [&] { write_out(head(3, 8) + std::string(8, '\0')); }},
  };
  const auto found = calls.find(name);
  if (found == calls.end()) throw std::logic_error("no such word");
  found->second();
}

// Lines: `member NAME`, `sized NAME` (of 100 bytes), `bytes TEXT`, `many N` (N bytes), `end`,
// `failure TEXT`, `failures N`, `beyond` (the end), or a word of call() with what it needs.
void read_script(Input& input, MemberSink& sink) {
  std::string script(static_cast<std::size_t>(input.size()), '\0');
  script.resize(input.read_at(0, script.data(), script.size()));
  bool is_wanted = true;
  for (std::size_t begin = 0, end = 0; begin < script.size(); begin = end + 1) {
    end = std::min(script.find('\n', begin), script.size());
    const std::string line = script.substr(begin, end - begin);
    const std::string word = line.substr(0, line.find(' '));
    const std::string rest = line.size() > word.size() ? line.substr(word.size() + 1) : "";
    if (word == "member") {
      is_wanted = sink.begin({rest, begin, {}});
    } else if (word == "sized") {
      is_wanted = sink.begin({rest, begin, 100});
    } else if (!is_wanted) {
      is_wanted = word == "end";
    } else if (word == "bytes") {
      sink.bytes(rest);
    } else if (word == "many") {
      const std::string block(10000, 'm');
      for (std::size_t left = std::stoul(rest); left > 0;) {
        const std::size_t count = std::min(left, block.size());
        sink.bytes(std::string_view(block).substr(0, count));
        left -= count;
      }
    } else if (word == "end") {
      sink.end();
    } else if (word == "failure") {
      sink.failure(rest, Trouble::doubtful, Extent{1, 2});
    } else if (word == "failures") {
      for (long left = std::stol(rest); left > 0; --left) sink.failure("f", Trouble::damaged);
    } else if (word == "beyond") {
      char byte = 0;
      sink.bytes(std::to_string(input.read_at(input.size() + 10, &byte, 1)));
    } else if (!word.empty()) {
      call(word, rest, sink);
    }
  }
}

constexpr Job kJobs[] = {{"script", read_script}};

// A document as a file with members.
class ScriptInput final : public Input {
 public:
  explicit ScriptInput(std::string_view bytes) : bytes_(bytes) {}
  std::uint64_t size() const override { return bytes_.size(); }
  std::size_t read_at(std::uint64_t offset, char* into, std::size_t size) override {
    return offset < bytes_.size() ? bytes_.copy(into, size, static_cast<std::size_t>(offset)) : 0;
  }

 private:
  std::string_view bytes_;
};
class PartSink final : public MemberSink {
 public:
  explicit PartSink(DocumentSink& sink) : sink_(sink) {}
  bool begin(const Member& member) override {
    DocumentPart part;
    part.name = member.name;
    sink_.begin(part);
    return true;
  }
  void bytes(std::string_view bytes) override { sink_.bytes(bytes); }
  void end() override { sink_.end(); }
  void failure(std::string_view sentence, Trouble, std::optional<Extent>) override {
    sink_.lack(Lack::damaged, "", sentence);
  }

 private:
  DocumentSink& sink_;
};

// The same lines, and `base URL`, `reference URL`, `shown URL` (with a text), `text TEXT`,
// `password N` (it was opened with that one), `tell-passwords`.
void open_script(const Document& document, DocumentSink& sink) {
  PartSink parts(sink);
  for (std::size_t begin = 0, end = 0; begin < document.bytes.size(); begin = end + 1) {
    end = std::min(document.bytes.find('\n', begin), document.bytes.size());
    const std::string line(document.bytes.substr(begin, end - begin));
    const std::string word = line.substr(0, line.find(' '));
    const std::string rest = line.size() > word.size() ? line.substr(word.size() + 1) : "";
    if (word == "base") {
      sink.base(rest, "script");
    } else if (word == "reference" || word == "shown") {
      DocumentReference reference;
      reference.raw = rest;
      reference.element = "script";
      reference.attribute = word;
      if (word == "shown") reference.text = "a text";
      sink.reference(reference);
    } else if (word == "text") {
      sink.text({"text/plain", rest, "script"});
    } else if (word == "password") {
      sink.opened_with(OpenedWith::word, std::stoul(rest));
    } else if (word == "tell-passwords") {
      for (const std::string_view password : document.passwords)
        sink.text({"text/plain", password, "password"});
    } else {
      ScriptInput input(line);
      read_script(input, parts);
    }
  }
}

constexpr Opener kOpeners[] = {{"script", open_script}};

// As a kernel without it, or a container that forbids it.
bool take_seccomp_away() {
  const scmp_filter_ctx filter = ::seccomp_init(SCMP_ACT_ALLOW);
  return filter != nullptr &&
         ::seccomp_rule_add(filter, SCMP_ACT_ERRNO(ENOSYS), SCMP_SYS(seccomp), 0) == 0 &&
         ::seccomp_rule_add(filter, SCMP_ACT_ERRNO(EINVAL), SCMP_SYS(prctl), 1,
                            scmp_arg_cmp{0, SCMP_CMP_EQ, PR_SET_SECCOMP, 0}) == 0 &&
         ::seccomp_load(filter) == 0;
}

}  // namespace

int main(int argc, char** argv) {
  const bool is_without = std::string_view(argv[0]).ends_with("without-seccomp");
  if (is_without && !take_seccomp_away()) return 99;
  return run(argc, argv, kJobs, kOpeners);
}

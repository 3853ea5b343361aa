// SPDX-License-Identifier: MIT
//
// The milter in this process, and the input as all that a mail server sends to it over one
// connection: libmilter as the machine has it, our callbacks, and what stands between it and the
// socket.  Whatever comes, each answer is whole, the connection ends once the mail server has
// closed its side, nothing of it is left, and the next message gets what it should.
//
// Nothing waits for a time: libmilter closes a connection behind the last callback for it.
#include <libmilter/mfapi.h>
#include <poll.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <syslog.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

#include "daemon/log.h"
#include "filter/service.h"
#include "fuzz/fuzzing.h"
#include "fuzz/services/milter_stream.h"
#include "milter/connection/callbacks.h"
#include "milter/listening/library_calls.h"
#include "policy/reader.h"

// Of libFuzzer; null where the seeds are run without it.
extern "C" __attribute__((weak)) std::size_t LLVMFuzzerMutate(std::uint8_t* data, std::size_t size,
                                                              std::size_t most);

namespace {

using basewalk::fuzz::require;
using basewalk::fuzz::view;

using namespace basewalk;

// Each condition is asked for, and each way to treat a message taken.
constexpr std::string_view kPolicy = R"(trusted = ["mx.example.org"]
[[rule]]
name = "lists"
list = true
[[rule]]
name = "outgoing"
authenticated = true
[[rule]]
name = "inside"
client = ["2001:db8::/32", "198.51.100.0/24"]
listener = ["mx", "192.0.2.25:25"]
sender = ["<>", ".example.org"]
[[rule]]
name = "board"
recipient = [".board.example"]
[[rule]]
name = "large"
size = { over = "1k", under = "16k" }
[[rule]]
name = "signed"
dkim = "pass"
dkim-domain = [".example.org"]
)";

filter::Configuration configuration() {
  filter::Configuration made;
  made.options.connections = 64;
  made.options.timeout = 7210;
  made.treatment.max_bytes = 32 * 1024;
  made.treatment.rewriting.mark = true;
  policy::Complaints complaints;
  policy::Policy rules = policy::read_policy(
      "policy", [](const std::string&) -> Result<std::string> { return std::string(kPolicy); },
      complaints);
  require(complaints.empty() && rules.rules.size() == 6);
  for (policy::Rule& rule : rules.rules) rule.treatment.rewriting.drop_base = true;
  rules.rules[0].treatment.off = true;
  rules.rules[1].treatment.dry_run = true;
  rules.rules[2].treatment.on_doubt = policy::OnDoubt::tempfail;
  rules.rules[3].treatment.on_doubt = policy::OnDoubt::reject;
  rules.rules[4].treatment.on_doubt = policy::OnDoubt::quarantine;
  rules.rules[5].treatment.rewriting.settle = true;
  made.treatment.policy = std::make_shared<const policy::Policy>(std::move(rules));
  return made;
}

// Serves until the process ends.
class Milter {
 public:
  Milter()
      : service_(
            configuration(), [] { return std::optional<filter::Configuration>(); },
            "basewalk_milter_") {
    // Lines are put together, and written nowhere.
    require(daemon::open_log({"milter", "basewalk-milter"}, daemon::LogTo::syslog));
    ::setlogmask(LOG_MASK(LOG_EMERG));
    // An address of the kernel's choice, without a file.
    const int listener = ::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    address_.sun_family = AF_UNIX;
    require(::bind(listener, at(), sizeof(sa_family_t)) == 0);
    require(::listen(listener, 128) == 0);
    require(::getsockname(listener, at(), &size_) == 0);
    require(milter::register_callbacks(service_));
    require(milter::listen_by_libmilter(listener, service_.options.connections));
    std::thread([] { ::smfi_main(); }).detach();
  }

  // All that it answers to all that a mail server sends, which then closes its side.
  std::string answers(std::string_view sent) {
    const int fd = ::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    require(::connect(fd, at(), size_) == 0);
    std::string got;
    if (sent.empty()) ::shutdown(fd, SHUT_WR);
    for (;;) {
      pollfd entry{fd, static_cast<short>(POLLIN | (sent.empty() ? 0 : POLLOUT)), 0};
      require(::poll(&entry, 1, -1) == 1 || errno == EINTR);
      if ((entry.revents & POLLOUT) != 0) {
        const ssize_t count = ::send(fd, sent.data(), sent.size(), MSG_NOSIGNAL);
        if (count > 0) sent.remove_prefix(static_cast<std::size_t>(count));
        if (count < 0 && errno != EAGAIN) sent = {};  // it is ended: what it said may still be read
        if (sent.empty()) ::shutdown(fd, SHUT_WR);
      }
      if ((entry.revents & (POLLIN | POLLHUP | POLLERR)) == 0) continue;
      char bytes[4096];
      const ssize_t count = ::read(fd, bytes, sizeof bytes);
      if (count > 0) got.append(bytes, static_cast<std::size_t>(count));
      if (count == 0 || (count < 0 && errno != EAGAIN && errno != EINTR)) break;
    }
    ::close(fd);
    return got;
  }

  bool is_at_rest() const {
    return service_.counters.open_connections() == 0 && service_.busy == 0 &&
           milter::accepted_connections() == 0;
  }

 private:
  sockaddr* at() { return reinterpret_cast<sockaddr*>(&address_); }

  filter::Service service_;
  sockaddr_un address_{};
  socklen_t size_ = sizeof address_;
};

struct Packet {
  char command = 0;
  std::string data;
};

std::uint32_t number_at(std::string_view bytes) {
  std::uint32_t number = 0;
  for (const char byte : bytes.substr(0, 4))
    number = number << 8 | static_cast<unsigned char>(byte);
  return number;
}

// The last one has what is left where its length says more.
std::vector<Packet> packets_of(std::string_view bytes, bool& is_whole) {
  std::vector<Packet> packets;
  is_whole = true;
  while (bytes.size() > 4) {
    const std::size_t size = std::max<std::size_t>(number_at(bytes), 1);
    is_whole = is_whole && bytes.size() - 4 >= size;
    packets.push_back({bytes[4], std::string(bytes.substr(5, size - 1))});
    bytes.remove_prefix(std::min(size + 4, bytes.size()));
  }
  is_whole = is_whole && bytes.empty();
  return packets;
}

void append(std::string& stream, char command, std::string_view data) {
  const auto size = static_cast<std::uint32_t>(data.size() + 1);
  for (const int shift : {24, 16, 8, 0}) stream += static_cast<char>(size >> shift);
  stream.append(1, command).append(data);
}

using namespace std::string_view_literals;

std::string well_formed() {
  std::string stream;
  append(stream, 'O', "\0\0\0\x06\0\0\x01\xFF\0\x1F\xFF\xFF"sv);
  append(stream, 'C', "mail.example\0U"sv);
  append(stream, 'M', "<a@far.example>\0"sv);
  append(stream, 'R', "<b@far.example>\0"sv);
  append(stream, 'L', "Content-Type\0 text/html; charset=utf-8\0"sv);
  append(stream, 'L', "Content-Base\0 http://example.com/\0"sv);
  append(stream, 'B', "<a href=\"/page\">x</a>\r\n"sv);
  append(stream, 'D', "Ei\0004F00\0"sv);
  append(stream, 'E', {});
  append(stream, 'Q', {});
  return stream;
}

// The body, and the last answer.
bool is_right(const std::vector<Packet>& answers) {
  std::string body;
  for (const Packet& answer : answers)
    if (answer.command == 'b') body += answer.data;
  return body == "<a href=\"http://example.com/page\">x</a>\r\n" &&
         answers.front().command == 'O' && answers.back().command == 'c';
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static Milter& milter = *new Milter;  // libmilter's threads use it to the end
  const std::string_view stream = view(data, size);
  const std::string answers = milter.answers(stream);
  bool is_whole = false;
  for (const Packet& answer : packets_of(answers, is_whole))
    require("Oacdrtyhbimpq"sv.find(answer.command) != std::string_view::npos);
  require(is_whole && milter.is_at_rest());
  // What is not let through, and all behind it, might as well never have been sent.
  if (const std::size_t wrong = fuzz::first_wrong(stream); wrong < size)
    require(answers == milter.answers(stream.substr(0, wrong)));

  // Of many runs not behind each: it costs as much as the rest.
  static std::size_t runs = 0;
  if (++runs > 1000 && runs % 16 != 0) return 0;
  static const std::string message = well_formed();
  require(is_right(packets_of(milter.answers(message), is_whole)));
  require(is_whole && milter.is_at_rest());
  return 0;
}

// Packets as they are, and one of them changed: bytes alone would rarely have the right length.
extern "C" std::size_t LLVMFuzzerCustomMutator(std::uint8_t* data, std::size_t size,
                                               std::size_t most, unsigned seed) {
  const auto random = [&seed](std::size_t below) {
    seed = seed * 1664525U + 1013904223U;
    return (seed >> 8) % below;
  };
  bool is_whole = false;
  std::vector<Packet> packets = packets_of(view(data, size), is_whole);
  const std::size_t what = random(10);
  if (packets.empty() || what == 0) return LLVMFuzzerMutate(data, size, most);
  const std::size_t at = random(packets.size()), other = random(packets.size());
  std::size_t lies = packets.size();  // the one whose length is another
  switch (what) {
    case 1:
      packets.erase(packets.begin() + static_cast<std::ptrdiff_t>(at));
      break;
    case 2:
      packets.insert(packets.begin() + static_cast<std::ptrdiff_t>(at), Packet(packets[other]));
      break;
    case 3:
      std::swap(packets[at], packets[other]);
      break;
    case 4:
      packets[at].command = "ABCDEHKLMNOQRTU"[random(15)];
      break;
    case 5:
      lies = at;
      break;
    default: {
      std::string& bytes = packets[at].data;
      const std::size_t room = bytes.size() + (most > size ? most - size : 0);
      const std::size_t old = bytes.size();
      bytes.resize(std::max<std::size_t>(room, 1));
      bytes.resize(
          LLVMFuzzerMutate(reinterpret_cast<std::uint8_t*>(bytes.data()), old, bytes.size()));
    }
  }
  std::string stream;
  for (std::size_t i = 0; i < packets.size(); ++i) {
    const std::size_t begin = stream.size();
    append(stream, packets[i].command, packets[i].data);
    if (i == lies) stream[begin + random(4)] = static_cast<char>(random(256));
  }
  if (stream.size() > most) return LLVMFuzzerMutate(data, size, most);
  return stream.copy(reinterpret_cast<char*>(data), stream.size());
}

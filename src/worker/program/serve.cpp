// SPDX-License-Identifier: MIT
#include "worker/program/serve.h"

#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <new>
#include <optional>
#include <string>

#include "text/files/descriptor.h"
#include "worker/document_frame.h"
#include "worker/module.h"
#include "worker/program/confine.h"
#include "worker/program/document_output.h"
#include "worker/status.h"

namespace basewalk::worker {
namespace {

struct Descriptors {
  text::Descriptor request, output;
};

// False where nobody asks any more.
bool receive(Descriptors& asked) {
  char byte = 0;
  struct iovec data {
    &byte, 1
  };
  alignas(struct cmsghdr) char control[CMSG_SPACE(2 * sizeof(int))];
  struct msghdr message {};
  message.msg_iov = &data;
  message.msg_iovlen = 1;
  message.msg_control = control;
  message.msg_controllen = sizeof control;
  ssize_t got = 0;
  do got = ::recvmsg(STDIN_FILENO, &message, MSG_CMSG_CLOEXEC);
  while (got < 0 && errno == EINTR);
  const struct cmsghdr* head = got == 1 ? CMSG_FIRSTHDR(&message) : nullptr;
  if (head == nullptr || head->cmsg_type != SCM_RIGHTS ||
      head->cmsg_len != CMSG_LEN(2 * sizeof(int)))
    return false;
  int numbers[2];
  std::memcpy(numbers, CMSG_DATA(head), sizeof numbers);
  asked.request.set(numbers[0]);
  asked.output.set(numbers[1]);
  return true;
}

bool read_all(int descriptor, std::string& bytes) {
  struct stat status {};
  if (::fstat(descriptor, &status) != 0) return false;
  bytes.resize(static_cast<std::size_t>(status.st_size));
  std::size_t done = 0;
  while (done < bytes.size()) {
    const ssize_t got =
        ::pread(descriptor, bytes.data() + done, bytes.size() - done, static_cast<off_t>(done));
    if (got > 0)
      done += static_cast<std::size_t>(got);
    else if (got == 0 || errno != EINTR)
      return false;
  }
  return true;
}

const Opener* find(std::span<const Opener> openers, std::string_view name) {
  const auto opener = std::find_if(openers.begin(), openers.end(), [&](const Opener& each) {
    return each.open != nullptr && each.name == name;
  });
  return opener == openers.end() ? nullptr : &*opener;
}

// What a server opens documents with.
struct Openers {
  std::span<const Opener> own;
  const Loaded& loaded;

  /// Null, and then why.
  const Opener* find(std::string_view name, std::string& why) const {
    if (const Opener* opener = worker::find(own, name)) return opener;
    if (const std::string_view module = module_of(name); !module.empty()) {
      why = loaded.why_not(module);
      if (!why.empty()) return nullptr;
      if (const Opener* opener = worker::find(loaded.module()->openers, name)) return opener;
    }
    why = "the program basewalk-worker is not built with what opens it";
    return nullptr;
  }
};

// In the process that was forked; what it exits with.  Its bounds come from whoever asked, and are
// read before the document, which nothing has looked at yet.
int open_document(const Descriptors& asked, const Confinement& confinement,
                  const Openers& openers) {
  // With this it cannot ask in the server's stead, or answer.
  if (::dup2(asked.request.number(), STDIN_FILENO) < 0 ||
      ::dup2(asked.output.number(), STDOUT_FILENO) < 0)
    return kMisused;
  DocumentOutput output(STDOUT_FILENO);
  std::string bytes;
  if (!read_all(asked.request.number(), bytes)) return kMisused;
  const std::optional<DocumentRequest> request = read_request(bytes);
  if (!request) return kMisused;
  std::string why;
  const Opener* const opener = openers.find(request->opener, why);
  if (opener != nullptr) why = confinement.apply({request->memory, request->cpu});
  if (!why.empty()) {
    output.refused(why);
    return 0;
  }
  output.ready();
  try {
    opener->open(request->document, output);
  } catch (const std::bad_alloc&) {
    return kNoMemory;
  } catch (...) {
    return kGaveUp;
  }
  output.done();
  return 0;
}

std::uint64_t microseconds(const struct timeval& time) {
  return static_cast<std::uint64_t>(time.tv_sec) * 1'000'000 +
         static_cast<std::uint64_t>(time.tv_usec);
}

void wait_for(pid_t child) {
  int status = 0;
  struct rusage used {};
  pid_t ended = 0;
  do ended = ::wait4(child, &status, 0, &used);
  while (ended < 0 && errno == EINTR);
  std::string answer;
  append_number(answer, static_cast<std::uint32_t>(WIFSIGNALED(status) ? WTERMSIG(status) : 0));
  append_number(answer, static_cast<std::uint32_t>(WIFEXITED(status) ? WEXITSTATUS(status) : 0));
  append_number(answer, microseconds(used.ru_utime) + microseconds(used.ru_stime));
  if (text::write_all(STDOUT_FILENO, answer) != 0) ::_exit(0);
}

}  // namespace

int serve(std::span<const Opener> own, const Loaded& loaded) {
  const Openers openers{own, loaded};
  Confinement confinement;
  const std::string why = confinement.begin();
  const pid_t self = ::getpid();
  for (;;) {
    Descriptors asked;
    if (!receive(asked)) return 0;
    if (!why.empty()) {
      DocumentOutput(asked.output.number()).refused(why);
      if (text::write_all(STDOUT_FILENO, std::string(kAnswer, '\0')) != 0) return 0;
      continue;
    }
    const pid_t child = ::fork();
    if (child == 0) {
      // It does not outlive the server.
      ::prctl(PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0);
      if (::getppid() != self) ::_exit(kNobodyAsks);
      // Nothing is run behind it: what it leaves may be damaged.
      ::_exit(open_document(asked, confinement, openers));
    }
    if (child < 0) {
      DocumentOutput(asked.output.number())
          .refused(std::string("no process can be had: ") + std::strerror(errno));
      if (text::write_all(STDOUT_FILENO, std::string(kAnswer, '\0')) != 0) return 0;
      continue;
    }
    asked.output.close();
    asked.request.close();
    wait_for(child);
  }
}

}  // namespace basewalk::worker

// SPDX-License-Identifier: MIT
#include "worker/program/run.h"

#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <clocale>
#include <cstring>
#include <new>
#include <optional>
#include <string>
#include <string_view>

#include "worker/module.h"
#include "worker/program/confine.h"
#include "worker/program/module.h"
#include "worker/program/output.h"
#include "worker/program/serve.h"
#include "worker/program/talk.h"
#include "worker/status.h"

namespace basewalk::worker {
namespace {

// Descriptor 0, whose position is shared with others and left alone.
class FileInput final : public Input {
 public:
  explicit FileInput(std::uint64_t size) : size_(size) {}

  std::uint64_t size() const override { return size_; }

  std::size_t read_at(std::uint64_t offset, char* into, std::size_t size) override {
    if (offset >= size_) return 0;
    size = static_cast<std::size_t>(std::min<std::uint64_t>(size, size_ - offset));
    std::size_t done = 0;
    while (done < size) {
      const ssize_t got =
          ::pread(STDIN_FILENO, into + done, size - done, static_cast<off_t>(offset + done));
      if (got > 0) {
        done += static_cast<std::size_t>(got);
      } else if (got == 0 || errno != EINTR) {
        lack(got == 0 ? 0 : errno, offset + done);
        break;
      }
    }
    return done;
  }

  /// Tells of bytes that could not be read.
  void tell(MemberSink& sink) const {
    if (!lack_) return;
    const Extent extent{*lack_, size_ - *lack_};
    if (error_ == 0)
      sink.failure("the file became shorter while it was read", Trouble::changed, extent);
    else
      sink.failure(std::strerror(error_), Trouble::unreadable, extent);
  }

 private:
  void lack(int error, std::uint64_t at) {
    if (lack_) return;
    lack_ = at;
    error_ = error;
  }

  std::uint64_t size_;
  std::optional<std::uint64_t> lack_;
  int error_ = 0;
};

std::optional<std::uint64_t> number(std::string_view text) {
  std::uint64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size()) return {};
  return value;
}

const Job* find(std::span<const Job> jobs, std::string_view name) {
  const auto job =
      std::find_if(jobs.begin(), jobs.end(), [&](const Job& each) { return each.name == name; });
  return job == jobs.end() ? nullptr : &*job;
}

// Names are in UTF-8 for what converts them.
void set_locale() {
  if (std::setlocale(LC_CTYPE, "C.UTF-8") == nullptr) std::setlocale(LC_CTYPE, "en_US.UTF-8");
}

// Where to write is not known.
int misused() {
  constexpr std::string_view kSay =
      "basewalk-worker is started by basewalk, for archives that are hostile by nature\n";
  (void)!::write(STDERR_FILENO, kSay.data(), kSay.size());
  return kMisused;
}

int do_job(const Job& job, FileInput& input, Output& output) {
  try {
    job.read(input, output);
  } catch (const std::bad_alloc&) {
    return kNoMemory;
  } catch (...) {
    return kGaveUp;
  }
  input.tell(output);
  output.done();
  return 0;
}

// Until nobody asks any more.
int answer(std::string_view name, const Bounds& bounds) {
  Output output(STDOUT_FILENO, 0);
  const Loaded loaded(name);
  std::string why = loaded.why_not(name);
  if (why.empty() && loaded.module()->answer == nullptr) why = "it answers nothing";
  if (why.empty()) why = confine(bounds, FilterOf::answering);
  if (!why.empty()) {
    output.refused(why);
    return 0;
  }
  output.ready();
  Talk talk;
  try {
    loaded.module()->answer(talk);
  } catch (const std::bad_alloc&) {
    ::_exit(kNoMemory);
  } catch (...) {
    ::_exit(kGaveUp);
  }
  ::_exit(0);
}

}  // namespace

int run(int argc, char** argv, std::span<const Job> jobs, std::span<const Opener> openers) {
  if ((argc == 2 || argc == 3) && std::string_view(argv[1]) == "serve") {
    set_locale();
    return serve(openers, argc == 3 ? Loaded(argv[2]) : Loaded());
  }
  if (argc == 5 && std::string_view(argv[1]) == "answer") {
    const auto memory = number(argv[3]), cpu = number(argv[4]);
    if (!memory || !cpu) return misused();
    return answer(argv[2], {*memory, *cpu});
  }
  if (argc != 5) return misused();
  const auto first = number(argv[2]), memory = number(argv[3]), cpu = number(argv[4]);
  struct stat status {};
  if (!first || !memory || !cpu || ::fstat(STDIN_FILENO, &status) != 0) return misused();
  Output output(STDOUT_FILENO, *first);
  std::string why;
  set_locale();
  const Job* job = find(jobs, argv[1]);
  if (const std::string_view name = module_of(argv[1]); job == nullptr && !name.empty()) {
    const Loaded loaded(name);
    why = loaded.why_not(name);
    if (loaded.module() != nullptr) job = find(loaded.module()->jobs, argv[1]);
  }
  if (job == nullptr && why.empty())
    why = "the program basewalk-worker is of another version, and does not know what is asked";
  else if (!S_ISREG(status.st_mode))
    why = "it is no file";
  if (why.empty()) why = confine({*memory, *cpu}, FilterOf::one);
  if (!why.empty()) {
    output.refused(why);
    return 0;
  }
  output.ready();
  FileInput input(static_cast<std::uint64_t>(std::max<off_t>(status.st_size, 0)));
  // Nothing is run behind it: what it leaves may be damaged.
  ::_exit(do_job(*job, input, output));
}

}  // namespace basewalk::worker

#if defined(__SANITIZE_ADDRESS__)
// What crashes shall end by its signal, and be seen to; and looking for leaks needs what is
// refused.
extern "C" [[gnu::visibility("default")]] const char* __asan_default_options();
extern "C" const char* __asan_default_options() {
  return "detect_leaks=0:handle_segv=0:handle_sigbus=0:handle_sigfpe=0:handle_sigill=0:"
         "handle_abort=0:allocator_may_return_null=1";
}
#endif

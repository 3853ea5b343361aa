// SPDX-License-Identifier: MIT
#include "text/files/partial_file.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <charconv>
#include <cstring>
#include <sstream>

#include "text/files/path.h"

namespace basewalk::text {
namespace {

// FILE.resume: the magic line, the options' size in ten digits, a line end, the options; then, at
// the next multiple of kPage, two slots.
constexpr std::string_view kMagic = "basewalk resume 1\n";
constexpr std::size_t kDigits = 10, kPage = 4096, kSlot = 16384;
constexpr std::uint64_t kNone = ~std::uint64_t{0};

std::string digits(std::uint64_t number, std::size_t width, int base) {
  char text[32];
  const auto end = std::to_chars(text, text + sizeof text, number, base).ptr;
  const std::string result(text, static_cast<std::size_t>(end - text));
  return result.size() < width ? std::string(width - result.size(), '0') + result : result;
}

// FNV-1a: a slot that was written in part has another one.
std::uint64_t hash_of(std::string_view text) {
  std::uint64_t hash = 0xcbf29ce484222325;
  for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3;
  return hash;
}

bool write_at(int descriptor, std::string_view bytes, std::uint64_t at) {
  while (!bytes.empty()) {
    const ssize_t written =
        ::pwrite(descriptor, bytes.data(), bytes.size(), static_cast<off_t>(at));
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) return false;
    bytes.remove_prefix(static_cast<std::size_t>(written));
    at += static_cast<std::uint64_t>(written);
  }
  return true;
}

std::string read_at(int descriptor, std::size_t size, std::uint64_t at) {
  std::string bytes(size, '\0');
  std::size_t got = 0;
  while (got < size) {
    const ssize_t n =
        ::pread(descriptor, bytes.data() + got, size - got, static_cast<off_t>(at + got));
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) break;
    got += static_cast<std::size_t>(n);
  }
  bytes.resize(got);
  return bytes;
}

std::string cannot_be_written(const std::string& name, int number) {
  return name + ": cannot be written: " + std::strerror(number);
}

// The first line that only one of the two has, on each side.
std::string difference(const std::string& path, const std::string& then, const std::string& now) {
  std::istringstream old_lines(then), new_lines(now);
  std::string old_line, new_line;
  do {
    if (!std::getline(old_lines, old_line)) old_line.clear();
    if (!std::getline(new_lines, new_line)) new_line.clear();
  } while (old_line == new_line && (old_lines || new_lines));
  const auto shown = [](const std::string& line) { return line.empty() ? "nothing" : line; };
  return path + ": was begun by another command (then: " + shown(old_line) +
         "; now: " + shown(new_line) + "); give that one, or --restart to begin anew";
}

}  // namespace

PartialFile::~PartialFile() {
  if (begun_ && !kept_) remove();
  if (resume_ >= 0) ::close(resume_);
}

void PartialFile::remove() {
  ::unlink(path_.c_str());
  ::unlink(resume_path_.c_str());
}

// The lock is on the file that has the name at the end: one that was removed meanwhile is no use.
PartialFile::State PartialFile::lock(const std::string& name) {
  for (;;) {
    resume_ = ::open(resume_path_.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666);
    if (resume_ < 0) {
      failure_ = cannot_be_written(name, errno);
      return State::failed;
    }
    if (::flock(resume_, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK) {
      failure_ = name + ": another process is writing it";
      return State::busy;
    }
    struct stat opened {
    }, named{};
    if (::fstat(resume_, &opened) == 0 && ::stat(resume_path_.c_str(), &named) == 0 &&
        opened.st_dev == named.st_dev && opened.st_ino == named.st_ino)
      return State::fresh;
    ::close(resume_);
    resume_ = -1;
  }
}

std::string PartialFile::read_options() {
  const std::string head = read_at(resume_, kMagic.size() + kDigits + 1, 0);
  std::size_t size = 0;
  if (head.size() != kMagic.size() + kDigits + 1 || !head.starts_with(kMagic)) return {};
  const char* number = head.data() + kMagic.size();
  const auto [end, error] = std::from_chars(number, number + kDigits, size);
  if (error != std::errc() || end != number + kDigits) return {};
  // A number that is damaged asks for no more memory than the file has bytes.
  struct stat status {};
  if (::fstat(resume_, &status) != 0 || size > static_cast<std::uint64_t>(status.st_size))
    return {};
  std::string options = read_at(resume_, size, head.size());
  return options.size() == size ? options : std::string();
}

bool PartialFile::write_options(const std::string& options) {
  const std::string head =
      std::string(kMagic) + digits(options.size(), kDigits, 10) + "\n" + options;
  slots_ = (head.size() + kPage - 1) / kPage * kPage;
  return ::ftruncate(resume_, 0) == 0 && write_at(resume_, head, 0);
}

// A slot: numbers of 16 hexadecimal digits and a blank each, then the name of the source: the hash
// of what follows, the sequence, the size, the position's offset, number and name number (all ones
// for none), the length of the name.
void PartialFile::save(const Checkpoint& checkpoint) {
  ++sequence_;
  std::string text;
  for (const std::uint64_t number :
       {sequence_, checkpoint.size, checkpoint.offset, checkpoint.number.value_or(kNone),
        checkpoint.name_number.value_or(kNone), std::uint64_t{checkpoint.source.size()}})
    text += digits(number, 16, 16) + " ";
  text += checkpoint.source;
  text = digits(hash_of(text), 16, 16) + " " + text;
  // A name beyond any path's length: the run could go on from an earlier place only.
  if (text.size() > kSlot) return;
  keep();
  write_at(resume_, text, slots_ + (sequence_ % 2) * kSlot);
}

std::uint64_t PartialFile::written() const {
  struct stat status {};
  return ::stat(path_.c_str(), &status) == 0 ? static_cast<std::uint64_t>(status.st_size) : 0;
}

// What a crash of the machine has cut off cannot be gone on behind: such a place counts for
// nothing.
void PartialFile::read_checkpoints() {
  const std::uint64_t reached = written();
  constexpr std::size_t kNumbers = 7, kWidth = 17;
  const auto unless_none = [](std::uint64_t number) {
    return number == kNone ? std::nullopt : std::optional(number);
  };
  for (std::uint64_t slot = 0; slot < 2; ++slot) {
    const std::string text = read_at(resume_, kSlot, slots_ + slot * kSlot);
    if (text.size() < kNumbers * kWidth) continue;
    std::uint64_t numbers[kNumbers] = {};
    for (std::size_t i = 0; i < kNumbers; ++i)
      std::from_chars(text.data() + i * kWidth, text.data() + i * kWidth + 16, numbers[i], 16);
    const auto [hash, sequence, size, offset, number, name_number, length] = numbers;
    if (length > text.size() - kNumbers * kWidth) continue;
    const std::string_view hashed =
        std::string_view(text).substr(kWidth, (kNumbers - 1) * kWidth + length);
    if (hash != hash_of(hashed)) continue;
    if (size > reached) {  // nor later, when the file may be as long again
      write_at(resume_, std::string(kNumbers * kWidth, '\0'), slots_ + slot * kSlot);
      continue;
    }
    if (sequence <= sequence_) continue;
    sequence_ = sequence;
    saved_ = {size, text.substr(kNumbers * kWidth, length), offset, unless_none(number),
              unless_none(name_number)};
  }
}

PartialFile::State PartialFile::begin(const std::string& name, const std::string& options,
                                      Left left) {
  const bool resume = left == Left::go_on;
  name_ = name;
  path_ = name + ".partial";
  resume_path_ = name + ".resume";
  const auto complete = [&] {
    failure_ = name + ": is complete; without --resume it is written anew";
    return State::complete;
  };
  if (resume && exists(name) && !exists(path_) && !exists(resume_path_)) return complete();
  if (const State state = lock(name); state != State::fresh) return state;
  const std::string then = read_options();
  const bool had_partial = exists(path_);
  if (resume && !then.empty()) {
    if (!had_partial && exists(name)) {  // killed behind the rename
      ::unlink(resume_path_.c_str());
      return complete();
    }
    if (then != options) {
      failure_ = difference(path_, then, options);
      return State::different;
    }
  }
  if (left == Left::refuse && !then.empty() && had_partial && written() > 0) {
    failure_ = path_ + ": holds what an interrupted run has written; --resume goes on with it, " +
               "--restart throws it away";
    return State::left;
  }
  const bool goes_on = resume && !then.empty() && had_partial;
  if (goes_on) {
    slots_ = (kMagic.size() + kDigits + 1 + options.size() + kPage - 1) / kPage * kPage;
    read_checkpoints();
  }
  begun_ = true;
  // The options last: without them, what lies there is no beginning of anything.
  if (!goes_on && ::ftruncate(resume_, 0) != 0) {
    failure_ = cannot_be_written(name, errno);
    return State::failed;
  }
  const int flags = O_WRONLY | O_CREAT | O_CLOEXEC | (goes_on ? 0 : O_TRUNC);
  const int partial = ::open(path_.c_str(), flags, 0666);
  if (partial < 0 || (!goes_on && !write_options(options))) {
    failure_ = cannot_be_written(name, errno);
    if (partial >= 0) ::close(partial);
    return State::failed;
  }
  ::close(partial);
  kept_ = resume;
  may_be_kept_ = left != Left::forget;
  continued_ = goes_on;
  return goes_on ? State::continued : State::fresh;
}

int PartialFile::commit() {
  if (const int error = sync_file(path_); error != 0) return error;
  if (::rename(path_.c_str(), name_.c_str()) != 0) return errno;
  begun_ = false;
  const int error = sync_folder_of(name_);
  ::unlink(resume_path_.c_str());
  return error;
}

}  // namespace basewalk::text

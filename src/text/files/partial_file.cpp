// SPDX-License-Identifier: MIT
#include "text/files/partial_file.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <cstring>
#include <new>
#include <sstream>

#include "text/files/descriptor.h"
#include "text/files/path.h"
#include "text/files/small_file.h"

namespace basewalk::text {
namespace {

// FILE.resume: the magic line; a line with the options' size in ten digits, and in 16 hexadecimal
// ones the number of the run, that of the boot, and the hash of these and the options; the options;
// then, at the next multiple of kPage, four slots.
constexpr std::string_view kMagic = "basewalk resume 5\n";
constexpr std::size_t kDigits = 10, kHex = 16, kPage = 4096, kSlot = 16384;
constexpr std::size_t kHead = kMagic.size() + kDigits + 3 * (1 + kHex) + 1;
constexpr std::uint64_t kNone = ~std::uint64_t{0};
// What was written is put on disk no more often: a loss of power takes as much.
constexpr std::chrono::seconds kOnDiskEvery{60};
constexpr std::uint64_t kSynced = 0;  // instead of a boot
// What is no file is not waited for either.
constexpr int kOfItsOwn = O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC;

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

// Since when the system is up, as a number; 1 where it does not say.  What a process has written
// before it was killed is read by all that come after it, until the system is started anew.
std::uint64_t this_boot() {
  static const std::uint64_t boot = [] {
    const Result<SmallFile> id = read_small_file("/proc/sys/kernel/random/boot_id", 64);
    return id && !id->bytes.empty() ? hash_of(id->bytes) | 2 : std::uint64_t{1};
  }();
  return boot;
}

// What no other run of this file has, by all that is likely.
std::uint64_t number_of_this_run() {
  const auto now = std::chrono::system_clock::now().time_since_epoch().count();
  return hash_of(std::to_string(now) + ' ' + std::to_string(::getpid()));
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
  text::read_at(descriptor, bytes.data(), size, at, got);
  bytes.resize(got);
  return bytes;
}

std::string cannot_be_written(const std::string& name, int number) {
  return name + ": cannot be written: " + std::strerror(number);
}

// Bytes that a crash has torn, or made zeros of, may be of ours; a text of somebody is not.
bool may_be_ours(std::string_view head) {
  head = head.substr(0, kMagic.size());
  std::size_t others = 0;
  for (std::size_t i = 0; i < head.size(); ++i) others += head[i] != '\0' && head[i] != kMagic[i];
  return 2 * others <= head.size();
}

// The same line with a lower number.
bool is_of_older_version(std::string_view magic) {
  constexpr std::size_t kNumber = kMagic.size() - 2;
  return magic.size() == kMagic.size() && magic.substr(0, kNumber) == kMagic.substr(0, kNumber) &&
         magic[kNumber] >= '1' && magic[kNumber] < kMagic[kNumber] && magic.back() == '\n';
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
  if (begun_ && !kept_)
    remove();
  else if (is_new_ && !begun_ && !kept_ && resume_ >= 0)
    ::unlink(resume_path_.c_str());
  if (resume_ >= 0) ::close(resume_);
}

void PartialFile::remove() {
  ::unlink(path_.c_str());
  ::unlink(resume_path_.c_str());
}

PartialFile::State PartialFile::cannot_open(const std::string& path) {
  const int number = errno;
  const char* why = nullptr;
  if (number == ELOOP) why = ": is a symbolic link, which is not followed";
  if (number == EISDIR || number == ENXIO) why = ": is no regular file";  // a folder, a pipe
  failure_ = why == nullptr ? cannot_be_written(name_, number)
                            : path + why + "; remove it, or give another name";
  return why == nullptr ? State::failed : State::left;
}

// Nobody has typed the names of FILE.partial and FILE.resume: what lies there may be somebody
// else's, and is written to only where it is a file that has no other name.
PartialFile::State PartialFile::found(int descriptor, const std::string& path,
                                      struct stat& status) {
  if (::fstat(descriptor, &status) != 0) {
    failure_ = cannot_be_written(name_, errno);
    return State::failed;
  }
  if (S_ISREG(status.st_mode) && status.st_nlink < 2) return State::fresh;
  failure_ = path + (S_ISREG(status.st_mode) ? ": has other names, too" : ": is no regular file") +
             "; remove it, or give another name";
  return State::left;
}

// The lock is on the file that has the name at the end: one that was removed meanwhile is no use.
PartialFile::State PartialFile::lock(const std::string& name) {
  for (;;) {
    resume_ = ::open(resume_path_.c_str(), O_RDWR | O_CREAT | kOfItsOwn, mode_until_named(name));
    if (resume_ < 0) return cannot_open(resume_path_);
    struct stat opened {
    }, named{};
    if (const State state = found(resume_, resume_path_, opened); state != State::fresh)
      return state;
    if (::flock(resume_, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK) {
      is_new_ = false;
      failure_ = name + ": another process is writing it";
      return State::busy;
    }
    if (::stat(resume_path_.c_str(), &named) != 0 && errno != ENOENT) {
      failure_ = cannot_be_written(name, errno);
      return State::failed;
    }
    if (opened.st_dev == named.st_dev && opened.st_ino == named.st_ino) return State::fresh;
    ::close(resume_);
    resume_ = -1;
  }
}

std::string PartialFile::read_options() {
  const std::string head = read_at(resume_, kHead, 0);
  std::size_t size = 0;
  if (head.size() != kHead || !head.starts_with(kMagic)) return {};
  const char* at = head.data() + kMagic.size();
  if (const auto [end, error] = std::from_chars(at, at + kDigits, size);
      error != std::errc() || end != at + kDigits)
    return {};
  at += kDigits + 1;
  std::uint64_t hash = 0;
  for (std::uint64_t* const number : {&run_, &boot_, &hash}) {
    std::from_chars(at, at + kHex, *number, 16);
    at += kHex + 1;
  }
  // A number that is damaged asks for no more memory than the file has bytes.
  struct stat status {};
  if (::fstat(resume_, &status) != 0 || size > static_cast<std::uint64_t>(status.st_size))
    return {};
  std::string options = read_at(resume_, size, kHead);
  return options.size() == size && hash == hash_of_head(options) ? options : std::string();
}

// A head that was written in part has another one.
std::uint64_t PartialFile::hash_of_head(const std::string& options) const {
  return hash_of(digits(run_, kHex, 16) + digits(boot_, kHex, 16) + options);
}

bool PartialFile::write_options(const std::string& options) {
  run_ = number_of_this_run();
  boot_ = this_boot();
  std::string head = std::string(kMagic) + digits(options.size(), kDigits, 10);
  for (const std::uint64_t number : {run_, boot_, hash_of_head(options)})
    head += " " + digits(number, kHex, 16);
  head += "\n" + options;
  slots_ = (head.size() + kPage - 1) / kPage * kPage;
  return ::ftruncate(resume_, 0) == 0 && write_at(resume_, head, 0);
}

// A slot: numbers of 16 hexadecimal digits and a blank each, then the name of the source: the hash
// of the run's number and what follows, the sequence, the boot or kSynced, the size, the position's
// offset, number, name number, member and files (all ones for none), whether there is a gap before
// it, the length of the name.  Of four the first two take turns, and of what is on disk the others.
bool PartialFile::write_slot(const Checkpoint& checkpoint, std::uint64_t boot) {
  ++sequence_;
  std::string text;
  for (const std::uint64_t number :
       {sequence_, boot, checkpoint.size, checkpoint.offset, checkpoint.number.value_or(kNone),
        checkpoint.name_number.value_or(kNone), checkpoint.member.value_or(kNone),
        checkpoint.files.value_or(kNone), std::uint64_t{checkpoint.has_gap},
        std::uint64_t{checkpoint.source.size()}})
    text += digits(number, kHex, 16) + " ";
  text += checkpoint.source;
  text = digits(hash_of(digits(run_, kHex, 16) + text), kHex, 16) + " " + text;
  // A name beyond any path's length: the run could go on from an earlier place only.
  if (text.size() > kSlot) return false;
  keep();
  const std::uint64_t slot = boot == kSynced ? 2 + ++syncs_ % 2 : sequence_ % 2;
  return write_at(resume_, text, slots_ + slot * kSlot);
}

void PartialFile::save(const Checkpoint& checkpoint) {
  write_slot(checkpoint, this_boot());
  const auto now = std::chrono::steady_clock::now();
  if (now - on_disk_at_ < kOnDiskEvery) return;
  on_disk_at_ = now;
  if (const int error = sync_file(path_); error != 0) {
    sync_error_ = error;  // the system tells it once
    return;
  }
  if (!write_slot(checkpoint, kSynced)) return;
  ::fsync(resume_);
  if (syncs_ == 1) sync_folder_of(path_);
}

std::uint64_t PartialFile::written() const {
  struct stat status {};
  return ::stat(path_.c_str(), &status) == 0 ? static_cast<std::uint64_t>(status.st_size) : 0;
}

// What a crash of the machine has cut off cannot be gone on behind: such a place counts for
// nothing.
void PartialFile::read_checkpoints() {
  constexpr std::size_t kNumbers = 11, kWidth = kHex + 1;
  const auto unless_none = [](std::uint64_t number) {
    return number == kNone ? std::nullopt : std::optional(number);
  };
  const std::uint64_t there = written();
  for (std::uint64_t slot = 0; slot < 4; ++slot) {
    const std::string text = read_at(resume_, kSlot, slots_ + slot * kSlot);
    if (text.size() < kNumbers * kWidth) continue;
    std::uint64_t numbers[kNumbers] = {};
    for (std::size_t i = 0; i < kNumbers; ++i)
      std::from_chars(text.data() + i * kWidth, text.data() + i * kWidth + kHex, numbers[i], 16);
    const auto [hash, sequence, boot, size, offset, number, name_number, member, files, gap,
                length] = numbers;
    if (length > text.size() - kNumbers * kWidth) continue;
    const std::string_view hashed = std::string_view(text).substr(
        kWidth, (kNumbers - 1) * kWidth + static_cast<std::size_t>(length));
    if (hash != hash_of(digits(run_, kHex, 16) + std::string(hashed))) continue;
    sequence_ = std::max(sequence_, sequence);
    if (size > there) {  // nor later, when the file may be as long again
      write_at(resume_, std::string(kNumbers * kWidth, '\0'), slots_ + slot * kSlot);
      continue;
    }
    // Where power was lost since, nobody knows what of it came to the disk.
    if (boot != kSynced && boot != this_boot()) continue;
    if (saved_ && sequence < newest_) continue;
    newest_ = sequence;
    saved_ = {size,
              text.substr(kNumbers * kWidth, static_cast<std::size_t>(length)),
              offset,
              unless_none(number),
              unless_none(name_number),
              unless_none(member),
              unless_none(files),
              gap != 0};
  }
}

PartialFile::State PartialFile::begin(const std::string& name, const std::string& options,
                                      Left left, Survives survives) {
  const bool resume = left == Left::go_on;
  name_ = name;
  path_ = name + ".partial";
  resume_path_ = name + ".resume";
  const auto complete = [&] {
    failure_ = name + ": is complete; without --resume it is written anew";
    return State::complete;
  };
  if (resume && exists(name) && !exists(path_) && !exists(resume_path_)) return complete();
  is_new_ = !exists(resume_path_);
  if (const State state = lock(name); state != State::fresh) return state;
  const std::string magic = read_at(resume_, kMagic.size(), 0);
  if (!may_be_ours(magic)) {
    failure_ = resume_path_ + ": is none that basewalk has written; give another name";
    return State::left;
  }
  const std::string then = read_options();
  const bool had_partial = exists(path_);
  if ((resume || left == Left::refuse) && had_partial && written() > 0 &&
      is_of_older_version(magic)) {
    failure_ = path_ + ": holds what an older basewalk has written, which alone can go on with " +
               "it; --restart throws it away";
    return State::left;
  }
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
  const bool is_sound = survives == Survives::power || boot_ == this_boot();
  const bool goes_on = resume && !then.empty() && had_partial && is_sound;
  if (goes_on) {
    slots_ = (kHead + options.size() + kPage - 1) / kPage * kPage;
    read_checkpoints();
  }
  // FILE.resume has its name on disk before FILE.partial has one: a loss of power would leave the
  // second alone, as if it were somebody else's.
  if (const int error = is_new_ && !had_partial ? sync_folder_of(resume_path_) : 0; error != 0) {
    failure_ = cannot_be_written(name, error);
    return State::failed;
  }
  // What an earlier run, or somebody else, has left stays where it cannot be opened.
  Descriptor partial(::open(path_.c_str(), O_WRONLY | O_CREAT | kOfItsOwn, mode_until_named(name)));
  if (!partial.is_open()) return cannot_open(path_);
  struct stat there {};
  State state = found(partial.number(), path_, there);
  if (state == State::fresh && left != Left::restart && is_new_ && then.empty() &&
      there.st_size > 0) {
    failure_ = path_ + ": is there, and nothing says that a run has left it; remove it, or give " +
               "another name";
    state = State::left;
  }
  if (state != State::fresh) {
    if (!had_partial) ::unlink(path_.c_str());
    return state;
  }
  // A database knows by itself up to where it holds, and who came to no place has kept nothing.
  const bool has_place = saved_ || sequence_ == 0 || survives == Survives::kill;
  if (resume && !(goes_on && has_place)) thrown_away_ = static_cast<std::uint64_t>(there.st_size);
  begun_ = !goes_on;
  // The options last: without them, what lies there is no beginning of anything.
  if (!goes_on && (::ftruncate(resume_, 0) != 0 || ::ftruncate(partial.number(), 0) != 0 ||
                   !write_options(options))) {
    failure_ = cannot_be_written(name, errno);
    return State::failed;
  }
  partial.close();
  begun_ = true;
  kept_ = resume;
  may_be_kept_ = left != Left::forget;
  continued_ = goes_on;
  return goes_on ? State::continued : State::fresh;
}

int PartialFile::commit() {
  if (sync_error_ != 0) return sync_error_;
  if (const Descriptor partial(::open(path_.c_str(), O_RDONLY | kOfItsOwn)); partial.is_open())
    take_rights_of(name_, partial.number());
  if (const int error = sync_file(path_); error != 0) return error;
  if (::rename(path_.c_str(), name_.c_str()) != 0) return errno;
  begun_ = is_new_ = false;
  int error = ENOMEM;
  try {
    error = sync_folder_of(name_);
  } catch (const std::bad_alloc&) {  // the file has its name already
  }
  ::unlink(resume_path_.c_str());
  return error;
}

}  // namespace basewalk::text

// SPDX-License-Identifier: MIT
#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <utility>

#include "basewalk/bundle/files.h"
#include "text/files/descriptor.h"
#include "text/files/path.h"

namespace basewalk::bundle {
namespace {

// rename() that replaces nothing; where the system has none, the look before it has to do.
int rename_new(int folder, const char* from, const char* to) {
#ifdef RENAME_NOREPLACE
  if (::renameat2(folder, from, folder, to, RENAME_NOREPLACE) == 0) return 0;
  if (errno != EINVAL && errno != ENOSYS) return -1;
#endif
  struct stat status {};
  if (::fstatat(folder, to, &status, AT_SYMLINK_NOFOLLOW) == 0) {
    errno = EEXIST;
    return -1;
  }
  return ::renameat(folder, from, folder, to);
}

}  // namespace

struct NewFolder::State {
  ~State() { remove(); }

  bool fail(const std::string& what, int number) {
    if (failure.empty()) failure = what + ": " + std::strerror(number);
    return false;
  }
  void remove();

  text::Descriptor around;  // the folder that it is in
  text::Descriptor folder;
  text::Descriptor file;
  std::string name, temporary, file_name, failure;
  mode_t mode = 0700;  // that the folder has in the end
};

// Removes what was not committed.  There are only files in it.
void NewFolder::State::remove() {
  file.close();
  if (temporary.empty()) return;
  const int copy = ::openat(folder.number(), ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (DIR* const listing = copy < 0 ? nullptr : ::fdopendir(copy)) {
    while (const dirent* entry = ::readdir(listing)) {
      const std::string_view entry_name = entry->d_name;
      if (entry_name != "." && entry_name != "..") ::unlinkat(folder.number(), entry->d_name, 0);
    }
    ::closedir(listing);
  }
  ::unlinkat(around.number(), temporary.c_str(), AT_REMOVEDIR);
  temporary.clear();
}

NewFolder::NewFolder(std::unique_ptr<State> state) : state_(std::move(state)) {}
NewFolder::NewFolder(NewFolder&&) noexcept = default;
NewFolder& NewFolder::operator=(NewFolder&&) noexcept = default;
NewFolder::~NewFolder() = default;

Result<NewFolder> NewFolder::create(const std::string& path) {
  auto state = std::make_unique<State>();
  std::string bare = path;
  while (bare.size() > 1 && bare.back() == '/') bare.pop_back();
  const std::size_t slash = bare.rfind('/');
  const std::string around = slash == std::string::npos ? "." : bare.substr(0, slash + 1);
  state->name = slash == std::string::npos ? bare : bare.substr(slash + 1);
  if (state->name.empty() || state->name == "." || state->name == "..")
    return Error{"exists", 0, "is there already; name a folder that is not"};
  state->around.set(::open(around.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (!state->around.is_open())
    return Error{errno == ENOENT ? "missing" : "unwritable", 0,
                 "the folder that it should be in: " + std::string(std::strerror(errno))};
  struct stat status {};
  if (::fstatat(state->around.number(), state->name.c_str(), &status, AT_SYMLINK_NOFOLLOW) == 0)
    return Error{"exists", 0, "is there already; name a folder that is not"};
  do {
    state->temporary = ".basewalk" + text::unique_suffix();
    // As readable as other folders: mkdirat() heeds the umask.
    if (::mkdirat(state->around.number(), state->temporary.c_str(), 0777) == 0) break;
    if (errno == EEXIST) continue;
    const int number = errno;
    state->temporary.clear();
    return Error{"unwritable", 0, std::string("cannot be made: ") + std::strerror(number)};
  } while (true);
  state->folder.set(::openat(state->around.number(), state->temporary.c_str(),
                             O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
  // Ours alone until it is whole.
  if (!state->folder.is_open() || ::fstat(state->folder.number(), &status) != 0 ||
      ::fchmod(state->folder.number(), 0700) != 0)
    return Error{"unwritable", 0, std::string("cannot be opened: ") + std::strerror(errno)};
  state->mode = status.st_mode & 07777;
  return NewFolder(std::move(state));
}

bool NewFolder::begin(std::string_view name) {
  State& state = *state_;
  if (!state.failure.empty()) return false;
  state.file_name = name;
  // No name that unpack() makes is one of these; nothing else is to get through either.
  if (name.empty() || name == "." || name == ".." ||
      name.find_first_of(std::string_view("/\0", 2)) != std::string_view::npos)
    return state.fail(state.file_name, EINVAL);
  state.file.set(::openat(state.folder.number(), state.file_name.c_str(),
                          O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0666));
  return state.file.is_open() || state.fail(state.file_name, errno);
}

bool NewFolder::write(std::string_view bytes) {
  State& state = *state_;
  if (!state.failure.empty()) return false;
  const int error = text::write_all(state.file.number(), bytes);
  return error == 0 || state.fail(state.file_name, error);
}

bool NewFolder::end() {
  State& state = *state_;
  if (!state.failure.empty()) return false;
  return state.file.close() || state.fail(state.file_name, errno);
}

Result<bool> NewFolder::commit() {
  State& state = *state_;
  if (state.failure.empty() &&
      (::fchmod(state.folder.number(), state.mode) != 0 ||
       rename_new(state.around.number(), state.temporary.c_str(), state.name.c_str()) != 0))
    state.fail("it could not be given its name", errno);
  if (!state.failure.empty()) {
    state.remove();
    return Error{"unwritable", 0, state.failure};
  }
  state.temporary.clear();
  return true;
}

const std::string& NewFolder::failure() const { return state_->failure; }

}  // namespace basewalk::bundle

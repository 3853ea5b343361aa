// SPDX-License-Identifier: MIT
//
// CALLS_FAIL says which call ends how: ROLE:NUMBER:HOW, where HOW is an errno, "one" (byte) or
// "half", and a "+" behind it has all later calls of that name fail as well, as of a disk that
// stays full.
#include <dlfcn.h>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "calls.h"

namespace calls {
namespace {

constexpr int kDescriptors = 1024;

State* state = nullptr;
int role = 0, fails_in = -1;
std::uint32_t fails_at = 0;
int error = 0;
char how = 0;  // 'e' an error, '1' one byte, 'h' half
bool stays = false;
std::atomic<bool> has_begun = false;
char begun_with[20];
char names[kDescriptors][43];

void read_plan(const char* plan) {
  char name[16] = {}, fate[16] = {};
  if (std::sscanf(plan, "%15[^:]:%u:%15s", name, &fails_at, fate) != 3) return;
  fails_in = std::strcmp(name, "worker") == 0 ? 1 : 0;
  stays = std::strchr(fate, '+') != nullptr;
  how = std::strncmp(fate, "one", 3) == 0 ? '1' : std::strncmp(fate, "half", 4) == 0 ? 'h' : 'e';
  if (how == 'e') error = std::atoi(fate);
}

__attribute__((constructor)) void begin() {
  const char* const named = std::getenv("CALLS_STATE");
  if (named == nullptr) return;
  const auto file = static_cast<int>(::syscall(SYS_openat, AT_FDCWD, named, O_RDWR | O_CLOEXEC));
  if (file < 0) return;
  void* const at = ::mmap(nullptr, sizeof(State), PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  ::syscall(SYS_close, file);
  const char* const ours = std::getenv("CALLS_ROLE");
  role = ours != nullptr && std::strcmp(ours, "worker") == 0 ? 1 : 0;
  if (const char* const plan = std::getenv("CALLS_FAIL")) read_plan(plan);
  if (at != MAP_FAILED) state = static_cast<State*>(at);
}

// A worker may not ask: what it cannot know is no matter there.
char kind_of(int descriptor) {
  struct stat status {};
  if (::syscall(SYS_newfstatat, descriptor, "", &status, AT_EMPTY_PATH) != 0) return '?';
  return S_ISREG(status.st_mode)    ? 'f'
         : S_ISDIR(status.st_mode)  ? 'd'
         : S_ISFIFO(status.st_mode) ? 'p'
         : S_ISSOCK(status.st_mode) ? 's'
                                    : 'c';
}

void describe(Entry& entry, const char* call, int descriptor, const char* path) {
  std::strncpy(entry.call, call, sizeof entry.call - 1);
  entry.kind = path != nullptr ? 'n' : descriptor < 0 ? '-' : kind_of(descriptor);
  const bool is_known = path == nullptr && descriptor >= 0 && descriptor < kDescriptors;
  const char* const name = path != nullptr ? path : is_known ? names[descriptor] : "";
  // Its end tells more.
  const std::size_t length = std::strlen(name), room = sizeof entry.path - 1;
  std::strncpy(entry.path, name + (length > room ? length - room : 0), room);
}

bool is_meant(std::uint32_t number, const char* call) {
  if (fails_in != role) return false;
  if (number == fails_at) {
    std::strncpy(begun_with, call, sizeof begun_with - 1);
    has_begun = true;
    return true;
  }
  return stays && has_begun && std::strcmp(call, begun_with) == 0;
}

}  // namespace

void* behind(const char* name) { return ::dlsym(RTLD_NEXT, name); }

void remember(int descriptor, const char* path) {
  if (state == nullptr || path == nullptr || descriptor < 0 || descriptor >= kDescriptors) return;
  const std::size_t length = std::strlen(path), room = sizeof names[0] - 1;
  std::strncpy(names[descriptor], path + (length > room ? length - room : 0), room);
}

Fate fate_of(const char* call, int descriptor, const char* path, std::uint64_t bytes) {
  Fate fate;
  if (state == nullptr) return fate;
  const std::uint32_t number = state->count[role].fetch_add(1);
  const bool meant = is_meant(number, call);
  if (number < kMost && (fails_in < 0 || meant))
    describe(state->entries[role][number], call, descriptor, path);
  if (!meant) return fate;
  state->hit.fetch_add(1);
  if (how == 'e') fate.error = error;
  if (how == '1') fate.most = std::min<std::uint64_t>(bytes, 1);
  if (how == 'h') fate.most = bytes < 2 ? bytes : bytes / 2;
  return fate;
}

}  // namespace calls

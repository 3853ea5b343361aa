// SPDX-License-Identifier: MIT
//
// What is asked for meanwhile is kept in a table of fixed size, since a table that grows would
// allocate.  A slot whose round is not the one of now is empty, so that nothing has to be cleared.
#include "failure/memory/faults.h"

#include <execinfo.h>

#include <atomic>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <mutex>
#include <new>

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define BASEWALK_FAILS_MALLOC 0
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define BASEWALK_FAILS_MALLOC 0
#endif
#endif
#ifndef BASEWALK_FAILS_MALLOC
#ifdef __GLIBC__
#define BASEWALK_FAILS_MALLOC 1
#else
#define BASEWALK_FAILS_MALLOC 0
#endif
#endif

namespace basewalk::failure {
namespace {

constexpr std::size_t kSlots = std::size_t{1} << 18, kFrames = 48;

struct Slot {
  const void* at;
  std::size_t size;
  std::uint64_t number;
  std::uint32_t begun, round;
};

Slot slots[kSlots];
std::size_t used = 0;
std::uint32_t current_round = 0, begun = 0;
std::atomic<bool> counts = false, keeps = false;
std::atomic<std::uint64_t> asked = 0, failed = 0;
Faults now;
void* frames[kFrames];
int frame_count = 0;

// A mutex of the C library does not allocate, but what watches threads may.
class Lock {
 public:
  Lock() {
    while (flag_.test_and_set(std::memory_order_acquire)) {
    }
  }
  ~Lock() { flag_.clear(std::memory_order_release); }
  Lock(const Lock&) = delete;
  Lock& operator=(const Lock&) = delete;

 private:
  static inline std::atomic_flag flag_ = ATOMIC_FLAG_INIT;
};

std::size_t home_of(const void* at) {
  return (reinterpret_cast<std::uintptr_t>(at) >> 4) * 0x9E3779B97F4A7C15U >> (64 - 18);
}
bool is_empty(const Slot& slot) { return slot.round != current_round; }
std::size_t behind(std::size_t i) { return (i + 1) % kSlots; }

void keep(const void* at, std::size_t size, std::uint64_t number) {
  const Lock lock;
  if (++used > kSlots / 2) {
    std::fputs("faults: too many allocations live at one time\n", stderr);
    std::abort();
  }
  std::size_t i = home_of(at);
  while (!is_empty(slots[i])) i = behind(i);
  slots[i] = {at, size, number, begun, current_round};
}

// Those behind it move up, so that each is found from its home without a gap.
void forget(const void* at) {
  const Lock lock;
  std::size_t i = home_of(at);
  while (!is_empty(slots[i]) && slots[i].at != at) i = behind(i);
  if (is_empty(slots[i])) return;
  --used;
  for (std::size_t j = behind(i); !is_empty(slots[j]); j = behind(j)) {
    const std::size_t home = home_of(slots[j].at);
    const bool stays = i <= j ? i < home && home <= j : i < home || home <= j;
    if (stays) continue;
    slots[i] = slots[j];
    i = j;
  }
  slots[i].round = current_round - 1;
}

// The number of this allocation, or 0 where it is not counted; `fails` says whether it is to fail.
std::uint64_t next_number(bool& fails) {
  fails = false;
  if (!counts.load(std::memory_order_acquire)) return 0;
  const std::uint64_t number = ++asked;
  if (number == now.traced) {
    counts = false;  // what looks for frames may allocate
    frame_count = ::backtrace(frames, kFrames);
    counts = true;
  }
  fails = now.first != 0 && (number == now.first || (now.all_after && number > now.first));
  if (fails) {
    ++failed;
    errno = ENOMEM;
  }
  return number;
}

template <class Allocate>
void* made(std::size_t size, Allocate&& allocate) {
  bool fails = false;
  const std::uint64_t number = next_number(fails);
  if (fails) return nullptr;
  void* memory = allocate();
  if (memory != nullptr && number != 0) keep(memory, size, number);
  return memory;
}

void gone(const void* memory) {
  if (memory != nullptr && keeps.load(std::memory_order_acquire)) forget(memory);
}

}  // namespace

bool reaches_malloc() { return BASEWALK_FAILS_MALLOC != 0; }

void begin(const Faults& faults, bool keeps_left) {
  if (frame_count == 0) frame_count = ::backtrace(frames, kFrames);  // the first loads a library
  frame_count = 1;
  now = faults;
  ++begun;
  if (!keeps_left) {
    ++current_round;
    used = 0;
  }
  asked = failed = 0;
  keeps = true;
  counts = true;
}

Counts end() {
  counts = false;
  return {asked, failed};
}

std::size_t left(std::span<Left> first) {
  std::size_t count = 0;
  for (const Slot& slot : slots) {
    if (used == count) break;
    if (is_empty(slot)) continue;
    if (count < first.size()) first[count] = {slot.number, slot.begun, slot.size};
    ++count;
  }
  return count;
}

std::span<void* const> trace() { return {frames, static_cast<std::size_t>(frame_count)}; }

}  // namespace basewalk::failure

using basewalk::failure::gone;
using basewalk::failure::made;

#if BASEWALK_FAILS_MALLOC

extern "C" {

// As the C library calls its own, for those who stand before them.
void* __libc_malloc(std::size_t size);
void* __libc_calloc(std::size_t count, std::size_t size);
void* __libc_realloc(void* memory, std::size_t size);
void* __libc_memalign(std::size_t alignment, std::size_t size);
void __libc_free(void* memory);

void* malloc(std::size_t size) noexcept {
  return made(size, [&] { return __libc_malloc(size); });
}

void* calloc(std::size_t count, std::size_t size) noexcept {
  return made(count * size, [&] { return __libc_calloc(count, size); });
}

void* realloc(void* memory, std::size_t size) noexcept {
  if (memory == nullptr) return malloc(size);
  if (size == 0) {
    free(memory);
    return nullptr;
  }
  bool fails = false;
  const std::uint64_t number = basewalk::failure::next_number(fails);
  if (fails) return nullptr;
  void* moved = __libc_realloc(memory, size);
  if (moved == nullptr) return nullptr;
  gone(memory);
  if (number != 0) basewalk::failure::keep(moved, size, number);
  return moved;
}

void* memalign(std::size_t alignment, std::size_t size) noexcept {
  return made(size, [&] { return __libc_memalign(alignment, size); });
}

void* aligned_alloc(std::size_t alignment, std::size_t size) noexcept {
  return memalign(alignment, size);
}

int posix_memalign(void** to, std::size_t alignment, std::size_t size) noexcept {
  const int before = errno;
  void* memory = memalign(alignment, size);
  errno = before;
  if (memory == nullptr) return ENOMEM;
  *to = memory;
  return 0;
}

void* valloc(std::size_t size) noexcept { return memalign(4096, size); }

void free(void* memory) noexcept {
  gone(memory);
  __libc_free(memory);
}

}  // extern "C"

#else

namespace {

void* new_or_null(std::size_t size) noexcept {
  return made(size, [&] { return std::malloc(size == 0 ? 1 : size); });
}

void* new_or_null(std::size_t size, std::align_val_t alignment) noexcept {
  const auto boundary = static_cast<std::size_t>(alignment);
  const std::size_t whole = (size + boundary - 1) / boundary * boundary;
  return made(size, [&] { return std::aligned_alloc(boundary, whole == 0 ? boundary : whole); });
}

template <class... Alignment>
void* new_or_throw(std::size_t size, Alignment... alignment) {
  if (void* memory = new_or_null(size, alignment...)) return memory;
  throw std::bad_alloc();
}

void give_back(void* memory) noexcept {
  gone(memory);
  std::free(memory);
}

}  // namespace

using Size = std::size_t;
using Alignment = std::align_val_t;
using Nothrow = std::nothrow_t;

void* operator new(Size size) { return new_or_throw(size); }
void* operator new[](Size size) { return new_or_throw(size); }
void* operator new(Size size, Alignment alignment) { return new_or_throw(size, alignment); }
void* operator new[](Size size, Alignment alignment) { return new_or_throw(size, alignment); }
void* operator new(Size size, const Nothrow&) noexcept { return new_or_null(size); }
void* operator new[](Size size, const Nothrow&) noexcept { return new_or_null(size); }
void* operator new(Size size, Alignment alignment, const Nothrow&) noexcept {
  return new_or_null(size, alignment);
}
void* operator new[](Size size, Alignment alignment, const Nothrow&) noexcept {
  return new_or_null(size, alignment);
}
void operator delete(void* memory) noexcept { give_back(memory); }
void operator delete[](void* memory) noexcept { give_back(memory); }
void operator delete(void* memory, Size) noexcept { give_back(memory); }
void operator delete[](void* memory, Size) noexcept { give_back(memory); }
void operator delete(void* memory, Alignment) noexcept { give_back(memory); }
void operator delete[](void* memory, Alignment) noexcept { give_back(memory); }
void operator delete(void* memory, Size, Alignment) noexcept { give_back(memory); }
void operator delete[](void* memory, Size, Alignment) noexcept { give_back(memory); }
void operator delete(void* memory, const Nothrow&) noexcept { give_back(memory); }
void operator delete[](void* memory, const Nothrow&) noexcept { give_back(memory); }
void operator delete(void* memory, Alignment, const Nothrow&) noexcept { give_back(memory); }
void operator delete[](void* memory, Alignment, const Nothrow&) noexcept { give_back(memory); }

#endif

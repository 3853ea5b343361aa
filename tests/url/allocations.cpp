// SPDX-License-Identifier: MIT
#include "url/allocations.h"

#include <cstdlib>
#include <new>

static std::size_t counted = 0;

[[gnu::noinline]] void* operator new(std::size_t size) {
  ++counted;
  if (void* block = std::malloc(size == 0 ? 1 : size)) return block;
  throw std::bad_alloc();
}
[[gnu::noinline]] void operator delete(void* block) noexcept { std::free(block); }
[[gnu::noinline]] void operator delete(void* block, std::size_t) noexcept { std::free(block); }

std::size_t basewalk::test::allocations() { return counted; }

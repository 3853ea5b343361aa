// SPDX-License-Identifier: MIT
#include "text/foreign/late_library.h"

#include <dlfcn.h>

#include <cstring>
#include <new>

namespace basewalk::text {

LateLibrary::LateLibrary(const char* name)
    : name_(name), library_(::dlopen(name, RTLD_NOW | RTLD_LOCAL)) {
  if (library_ != nullptr) return;
  // What it lacked may be there another time, and then there is no other word of it.
  const char* const why = ::dlerror();
  if (why == nullptr || std::strstr(why, "memory") != nullptr) throw std::bad_alloc();
  why_ = name_ + " cannot be loaded: " + why;
}

void* LateLibrary::symbol(const char* name) {
  if (library_ == nullptr) return nullptr;
  void* const found = ::dlsym(library_, name);
  if (found == nullptr && why_.empty()) why_ = name_ + " has no " + name;
  return found;
}

}  // namespace basewalk::text

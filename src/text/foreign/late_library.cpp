// SPDX-License-Identifier: MIT
#include "text/foreign/late_library.h"

#include <dlfcn.h>

#include <cerrno>
#include <cstring>
#include <new>
#include <string_view>

namespace basewalk::text {

LateLibrary::LateLibrary(const char* name) : name_(name != nullptr ? name : ""), library_(nullptr) {
  if (name == nullptr) return;
  library_ = ::dlopen(name, RTLD_NOW | RTLD_LOCAL);
  if (library_ != nullptr) return;
  // Memory may be there another time; nothing else is, not even room for more variables of threads
  // ("cannot allocate memory in static TLS block").
  const char* const said = ::dlerror();
  const std::string_view why = said != nullptr ? said : "out of memory";
  if (why.ends_with("out of memory") || why.ends_with(std::strerror(ENOMEM)))
    throw std::bad_alloc();
  why_ = name_ + " cannot be loaded: " + std::string(why);
}

void* LateLibrary::symbol(const char* name) {
  if (library_ == nullptr) return nullptr;
  void* const found = ::dlsym(library_, name);
  if (found == nullptr && why_.empty()) why_ = name_ + " has no " + name;
  return found;
}

}  // namespace basewalk::text

// SPDX-License-Identifier: MIT
#include "text/system/late_library.h"

#include <dlfcn.h>

namespace basewalk::text {

LateLibrary::LateLibrary(const char* name)
    : name_(name), library_(::dlopen(name, RTLD_NOW | RTLD_LOCAL)) {
  if (library_ != nullptr) return;
  const char* const why = ::dlerror();
  why_ = name_ + " cannot be loaded";
  if (why != nullptr) why_.append(": ").append(why);
}

void* LateLibrary::symbol(const char* name) {
  if (library_ == nullptr) return nullptr;
  void* const found = ::dlsym(library_, name);
  if (found == nullptr && why_.empty()) why_ = name_ + " has no " + name;
  return found;
}

}  // namespace basewalk::text

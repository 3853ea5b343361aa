// SPDX-License-Identifier: MIT
#include "worker/program/module.h"

#include <dlfcn.h>
#include <sys/auxv.h>

namespace basewalk::worker {
namespace {

// Where the system started this program from, and nowhere else; empty where that is not known.
std::string folder_of_program() {
  const char* program = reinterpret_cast<const char*>(::getauxval(AT_EXECFN));
  const std::string_view path(program != nullptr ? program : "");
  return std::string(path.substr(0, path.rfind('/') + 1));
}

std::string file_of(std::string_view name) { return "basewalk-" + std::string(name) + ".so"; }

}  // namespace

Loaded::Loaded(std::string_view name) : name_(name) {
  const std::string folder = folder_of_program(), file = file_of(name);
  if (folder.empty()) {
    why_ = "the folder of basewalk-worker, where " + file + " is, is unknown";
    return;
  }
  void* library = ::dlopen((folder + file).c_str(), RTLD_NOW | RTLD_LOCAL);
  if (library != nullptr) module_ = static_cast<const Module*>(::dlsym(library, "basewalk_module"));
  if (module_ == nullptr) {
    const char* why = ::dlerror();
    why_ = file + " cannot be loaded: " + (why != nullptr ? why : folder + file);
  } else if (module_->version != kVersion) {
    module_ = nullptr;
    why_ = file + " is of another version than basewalk-worker";
  } else if (module_->prepare != nullptr) {
    module_->prepare();
  }
}

std::string Loaded::why_not(std::string_view name) const {
  if (name != name_) return file_of(name) + " was not loaded before the process was confined";
  return why_;
}

}  // namespace basewalk::worker

// SPDX-License-Identifier: MIT
//
// The module that a process has beside what the program itself does (worker/module.h).
//
// Before this: run.cpp loads it, before there is anything to read and before the process is
// confined.  After it: modules/, which are compiled into what is loaded.
#ifndef BASEWALK_SRC_WORKER_PROGRAM_MODULE_H_
#define BASEWALK_SRC_WORKER_PROGRAM_MODULE_H_

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "worker/frame.h"
#include "worker/program/jobs.h"

namespace basewalk::worker {

class Talk;

/// What a module has, under the name `basewalk_module`.
struct Module {
  std::uint32_t version = kVersion;  ///< first, so that it is found in every version
  std::span<const Opener> openers = {};
  std::span<const Job> jobs = {};
  /// Called when it is loaded, while files can be opened; or null.
  void (*prepare)() = nullptr;
  /// Answers what is asked, until nobody asks any more; or null.
  void (*answer)(Talk& talk) = nullptr;
};

/// Its name and why it cannot be had; or the module.  A process loads one, once.
class Loaded {
 public:
  Loaded() = default;
  explicit Loaded(std::string_view name);

  const Module* module() const { return module_; }
  /// Why there is none of that name: of another one than was loaded, that it was not.
  std::string why_not(std::string_view name) const;

 private:
  std::string name_, why_;
  const Module* module_ = nullptr;
};

}  // namespace basewalk::worker

#endif  // BASEWALK_SRC_WORKER_PROGRAM_MODULE_H_

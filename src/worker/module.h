// SPDX-License-Identifier: MIT
//
// Which part of the worker program does what.
//
// To fork takes as long as there are libraries in the process.  So the program has those of others'
// libraries alone that all need, and what needs more stands in modules beside it, basewalk-NAME.so.
// A process that serves has one of them.
//
// Before this: server.cpp and worker.cpp start the program.  After it: program/module.cpp loads it.
#ifndef BASEWALK_SRC_WORKER_MODULE_H_
#define BASEWALK_SRC_WORKER_MODULE_H_

#include <string_view>

namespace basewalk::worker {

/// The name of the module that has the opener or the job; empty where the program itself has it.
constexpr std::string_view module_of(std::string_view work) {
  if (work == "pdf" || work == "picture") return work;
  if (work.starts_with("drawn-")) return "drawn";
  // Each of these may hold each of the others.
  for (const std::string_view each : {"7z", "apple", "archive", "cfb", "flat", "folder-store",
                                      "office", "plist", "rar", "rtf", "tnef", "webarchive", "zip"})
    if (work == each) return "compound";
  return {};
}

}  // namespace basewalk::worker

#endif  // BASEWALK_SRC_WORKER_MODULE_H_

// SPDX-License-Identifier: MIT
//
// Has documents opened, one after the other, and collects what is found in them.
//
// Before this: recognise.cpp has said what opens one.  After it: worker/server.cpp asks the program
// that does.
#ifndef BASEWALK_SRC_OPEN_OPENER_H_
#define BASEWALK_SRC_OPEN_OPENER_H_

#include <string_view>
#include <vector>

#include "open/opened.h"
#include "open/recognise.h"
#include "worker/server.h"

namespace basewalk::open {

/// Not for two threads at a time; each may have one, with a process of its own.
class Opener {
 public:
  /// Needs what it is given no longer than the call.
  Opened open(const Format& format, const worker::Document& document,
              const worker::DocumentGrant& grant);

 private:
  worker::Server server_;
};

}  // namespace basewalk::open

#endif  // BASEWALK_SRC_OPEN_OPENER_H_

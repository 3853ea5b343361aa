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

/// Needs what it is given no longer than the call.  For any number of threads.
Opened open_document(const Format& format, const worker::Document& document,
                     const worker::DocumentGrant& grant);

}  // namespace basewalk::open

#endif  // BASEWALK_SRC_OPEN_OPENER_H_

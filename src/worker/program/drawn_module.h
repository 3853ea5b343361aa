// SPDX-License-Identifier: MIT
//
// The module basewalk-drawn.so, which draws: it stands beside the program and is loaded in the
// process that needs it.  What it is linked with takes longer to load than most documents take.
//
// Before this: serve.cpp has forked for a drawing, and has not confined the process yet.  After it:
// documents/drawn/.
#ifndef BASEWALK_SRC_WORKER_PROGRAM_DRAWN_MODULE_H_
#define BASEWALK_SRC_WORKER_PROGRAM_DRAWN_MODULE_H_

#include <string>

#include "worker/document.h"

namespace basewalk::worker {

/// Why it cannot be had; empty where it was loaded.
std::string load_drawn_module();

/// Once it was loaded.
void open_page_by_module(const Document& document, DocumentSink& sink);
void open_text_by_module(const Document& document, DocumentSink& sink);
void open_svg_by_module(const Document& document, DocumentSink& sink);

}  // namespace basewalk::worker

#endif  // BASEWALK_SRC_WORKER_PROGRAM_DRAWN_MODULE_H_

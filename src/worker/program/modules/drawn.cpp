// SPDX-License-Identifier: MIT
//
// basewalk-drawn.so.
#include "worker/documents/drawn/drawn.h"
#include "worker/program/module.h"

namespace {

using namespace basewalk::worker;

constexpr Opener kOpeners[] = {{"drawn-page", open_drawn_page},
                               {"drawn-pictures", open_shown_page},
                               {"drawn-text", open_drawn_text},
                               {"drawn-svg", open_drawn_svg}};

}  // namespace

extern "C"
    [[gnu::visibility("default")]] constinit const basewalk::worker::Module basewalk_module = {
        .openers = kOpeners};

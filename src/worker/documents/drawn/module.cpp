// SPDX-License-Identifier: MIT
//
// What program/drawn_module.cpp finds in the module.
#include "worker/documents/drawn/drawn.h"

extern "C"
    [[gnu::visibility("default")]] constinit const basewalk::worker::DrawnModule basewalk_drawn = {
        basewalk::worker::open_drawn_page, basewalk::worker::open_drawn_text,
        basewalk::worker::open_drawn_svg};

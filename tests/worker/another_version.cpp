// SPDX-License-Identifier: MIT
//
// A module of another version, which is no module.
#include "worker/program/module.h"

extern "C"
    [[gnu::visibility("default")]] constinit const basewalk::worker::Module basewalk_module = {
        .version = basewalk::worker::kVersion + 1};

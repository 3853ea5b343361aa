// SPDX-License-Identifier: MIT
//
// A decoder that is at work in a process that cannot hurt.
//
// Before this: archive/packed/ reads what is packed.  After it: exchange.cpp asks,
// program/modules/unpack.cpp answers, by decoder.cpp.
#ifndef BASEWALK_SRC_WORKER_UNPACK_CONFINED_DECODER_H_
#define BASEWALK_SRC_WORKER_UNPACK_CONFINED_DECODER_H_

#include <memory>
#include <variant>

#include "worker/reason.h"
#include "worker/unpack/decoder.h"
#include "worker/unpack/place.h"

namespace basewalk::worker {

/// A decoder; or why none can be had.
std::variant<std::unique_ptr<Decoder>, Reason> decoder_for(Packing packing, Place place);

}  // namespace basewalk::worker

#endif  // BASEWALK_SRC_WORKER_UNPACK_CONFINED_DECODER_H_

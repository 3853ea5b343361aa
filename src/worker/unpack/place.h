// SPDX-License-Identifier: MIT
//
// Where what is packed is unpacked.
#ifndef BASEWALK_SRC_WORKER_UNPACK_PLACE_H_
#define BASEWALK_SRC_WORKER_UNPACK_PLACE_H_

namespace basewalk::worker {

enum class Place : unsigned char {
  apart,  ///< in a process that cannot hurt; in this one, where the program for it is not made
  here,   ///< in this one
};

}  // namespace basewalk::worker

#endif  // BASEWALK_SRC_WORKER_UNPACK_PLACE_H_

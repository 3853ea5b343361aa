// SPDX-License-Identifier: MIT
//
// What zlib and bzip2 have packed, unpacked up to a bound.
#ifndef BASEWALK_SRC_WORKER_DOCUMENTS_WRAPPED_INFLATE_H_
#define BASEWALK_SRC_WORKER_DOCUMENTS_WRAPPED_INFLATE_H_

#include <cstdint>
#include <string>
#include <string_view>

namespace basewalk::worker {

enum class Packing : unsigned char { deflate, zlib, bzip2 };
enum class Unpacked : unsigned char { whole, damaged, cut_off, too_much };

/// Appends what comes out, at most `most` bytes, which it takes that number off.  Of `bytes` it
/// leaves what stands behind the end.
Unpacked unpack(Packing packing, std::string_view& bytes, std::uint64_t& most, std::string& out);

}  // namespace basewalk::worker

#endif  // BASEWALK_SRC_WORKER_DOCUMENTS_WRAPPED_INFLATE_H_

// SPDX-License-Identifier: MIT
//
// How blocks of an Outlook data file are encoded ([MS-PST] 5): two substitutions that have no key
// but, the second one, the number of the block.  They hide text from those who look at the file,
// and from nobody else.
//
// Before this: pst_file.cpp has read a block.
#ifndef BASEWALK_SRC_WORKER_JOBS_PST_ENCODING_H_
#define BASEWALK_SRC_WORKER_JOBS_PST_ENCODING_H_

#include <cstdint>
#include <string>
#include <string_view>

namespace basewalk::worker {

/// 5.1, "compressible encryption".
void decode_permuted(std::string& bytes);
/// 5.2, "high encryption"; `key` is the number of the block.
void decode_cyclic(std::string& bytes, std::uint32_t key);

/// 5.3: a CRC-32 that begins with 0, and is not inverted at the end.  `before` is that of the bytes
/// before.
std::uint32_t pst_check_sum(std::string_view bytes, std::uint32_t before = 0);

}  // namespace basewalk::worker

#endif  // BASEWALK_SRC_WORKER_JOBS_PST_ENCODING_H_

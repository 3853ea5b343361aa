// SPDX-License-Identifier: MIT
//
// Slices of the work: --shard I/N, and the names of what they write.
#ifndef BASEWALK_RUN_SHARD_H_
#define BASEWALK_RUN_SHARD_H_

#include <optional>
#include <string>
#include <string_view>

#include "basewalk/archive/source.h"

namespace basewalk::run {

/// "0/8": slice 0 (from 0) of 8.  Nothing where it is not of that form.
std::optional<archive::Shard> parse_shard(std::string_view text);

/// "part-00000-of-00008" and `extension`.
std::string part_name(const archive::Shard& shard, std::string_view extension);

/// The slice that a path's last name speaks of, whatever its extension; nothing where it is no name
/// of a part.
std::optional<archive::Shard> shard_of_part(std::string_view path);

}  // namespace basewalk::run

#endif  // BASEWALK_RUN_SHARD_H_

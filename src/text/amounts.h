// SPDX-License-Identifier: MIT
//
// Counts and sizes as people read them.
#ifndef BASEWALK_TEXT_AMOUNTS_H_
#define BASEWALK_TEXT_AMOUNTS_H_

#include <cstdint>
#include <string>
#include <string_view>

namespace basewalk::text {

/// "512 B", "4.2 kB", "1.3 TB".
std::string bytes_text(std::uint64_t bytes);
/// "1,234,567".
std::string number_text(std::uint64_t number);
/// "1 part", "2 parts".
std::string counted(std::uint64_t number, std::string_view what);

}  // namespace basewalk::text

#endif  // BASEWALK_TEXT_AMOUNTS_H_

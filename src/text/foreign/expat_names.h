// SPDX-License-Identifier: MIT
//
// Expat 2.8 and 2.9 have other functions for some of those that they had, which they call
// deprecated.
#ifndef BASEWALK_TEXT_FOREIGN_EXPAT_NAMES_H_
#define BASEWALK_TEXT_FOREIGN_EXPAT_NAMES_H_

#include <expat.h>

#include <cstdint>

namespace basewalk::text {

/// Where what is told stands in what was given to the parser; below zero where that is not known.
inline std::int64_t expat_index(XML_Parser parser) {
#if XML_MAJOR_VERSION > 2 || XML_MINOR_VERSION >= 9
  return XML_GetCurrentByteIndex64(parser);
#else
  return XML_GetCurrentByteIndex(parser);
#endif
}

/// How many bytes it has there; none within an entity.
inline std::uint64_t expat_count(XML_Parser parser) {
#if XML_MAJOR_VERSION > 2 || XML_MINOR_VERSION >= 9
  return XML_GetCurrentByteCount64(parser);
#else
  return static_cast<std::uint64_t>(XML_GetCurrentByteCount(parser));
#endif
}

/// Without this a parser draws a number of its own.
inline void set_expat_salt(XML_Parser parser) {
#if XML_MAJOR_VERSION > 2 || XML_MINOR_VERSION >= 8
  constexpr std::uint8_t kSalt[16] = {'b', 'a', 's', 'e', 'w', 'a', 'l', 'k'};
  XML_SetHashSalt16Bytes(parser, kSalt);
#else
  XML_SetHashSalt(parser, 0x62617365);
#endif
}

}  // namespace basewalk::text

#endif  // BASEWALK_TEXT_FOREIGN_EXPAT_NAMES_H_

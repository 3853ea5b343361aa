// SPDX-License-Identifier: MIT
//
// The vocabularies that markup is made of.
#ifndef BASEWALK_HTML_SPACE_H_
#define BASEWALK_HTML_SPACE_H_

#include <cstdint>

#pragma GCC visibility push(default)

namespace basewalk::html {

/// The vocabulary of an element: its namespace, as far as that matters.
enum class Space : std::uint8_t {
  html,
  svg,
  math,
  other,  ///< of XML: Atom, RSS, OPML and all else
};

}  // namespace basewalk::html

#pragma GCC visibility pop

#endif  // BASEWALK_HTML_SPACE_H_

// SPDX-License-Identifier: MIT
//
// Colours as attributes of HTML have them.
#ifndef BASEWALK_SRC_WORKER_DOCUMENTS_DRAWN_COLOUR_H_
#define BASEWALK_SRC_WORKER_DOCUMENTS_DRAWN_COLOUR_H_

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace basewalk::worker::drawn {

struct Colour {
  std::uint8_t red = 0, green = 0, blue = 0;
};

/// What browsers make of any value (HTML 2.3.6, "rules for parsing a legacy color value"); none
/// for an empty one, "transparent", and a word, which is left to whoever knows the names of
/// colours.
std::optional<Colour> legacy_colour(std::string_view value);

/// "#rrggbb"
std::string written(const Colour& colour);

}  // namespace basewalk::worker::drawn

#endif  // BASEWALK_SRC_WORKER_DOCUMENTS_DRAWN_COLOUR_H_

// SPDX-License-Identifier: MIT
//
// Names of SVG that have capital letters.
#ifndef BASEWALK_HTML_TREE_FOREIGN_NAMES_H_
#define BASEWALK_HTML_TREE_FOREIGN_NAMES_H_

#include <string_view>

#include "text/ascii.h"

namespace basewalk::html {

inline constexpr std::string_view kSvgNames[] = {
    "altGlyph",
    "altGlyphDef",
    "altGlyphItem",
    "animateColor",
    "animateMotion",
    "animateTransform",
    "clipPath",
    "feBlend",
    "feColorMatrix",
    "feComponentTransfer",
    "feComposite",
    "feConvolveMatrix",
    "feDiffuseLighting",
    "feDisplacementMap",
    "feDistantLight",
    "feDropShadow",
    "feFlood",
    "feFuncA",
    "feFuncB",
    "feFuncG",
    "feFuncR",
    "feGaussianBlur",
    "feImage",
    "feMerge",
    "feMergeNode",
    "feMorphology",
    "feOffset",
    "fePointLight",
    "feSpecularLighting",
    "feSpotLight",
    "feTile",
    "feTurbulence",
    "foreignObject",
    "glyphRef",
    "linearGradient",
    "radialGradient",
    "textPath",
};

/// The name of an SVG element (WHATWG HTML 13.2.6.5), as it stands in the tree; `name` itself where
/// letters matter in none of it.
inline std::string_view svg_name(std::string_view name) {
  for (const std::string_view each : kSvgNames)
    if (ascii::iequals(each, name)) return each;
  return name;
}

/// Is it one of those?
inline bool is_cased_svg_name(std::string_view name) { return ascii::iis_one_of(kSvgNames, name); }

}  // namespace basewalk::html

#endif  // BASEWALK_HTML_TREE_FOREIGN_NAMES_H_

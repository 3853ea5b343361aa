// SPDX-License-Identifier: MIT
//
// The elements and attributes of HTML that do nothing but show something.
//
// What is not here is not written by shown_markup.cpp: a name that browsers will know next year
// does nothing either.
#ifndef BASEWALK_BUNDLE_PAGE_SHOWN_NAMES_H_
#define BASEWALK_BUNDLE_PAGE_SHOWN_NAMES_H_

#include <array>
#include <string_view>

#include "html/name_table.h"

namespace basewalk::bundle {

/// The first stands for what is not in it.
inline constexpr std::array kShownElementNames = std::to_array<std::string_view>(
    {"",         "a",          "abbr",   "acronym", "address",  "area",       "article",  "aside",
     "audio",    "b",          "bdi",    "bdo",     "big",      "blockquote", "body",     "br",
     "button",   "caption",    "center", "cite",    "code",     "col",        "colgroup", "dd",
     "del",      "details",    "dfn",    "dir",     "div",      "dl",         "dt",       "em",
     "fieldset", "figcaption", "figure", "font",    "footer",   "h1",         "h2",       "h3",
     "h4",       "h5",         "h6",     "head",    "header",   "hgroup",     "hr",       "html",
     "i",        "img",        "input",  "ins",     "kbd",      "label",      "legend",   "li",
     "main",     "map",        "mark",   "marquee", "menu",     "meter",      "nav",      "nobr",
     "ol",       "optgroup",   "option", "output",  "p",        "pre",        "progress", "q",
     "rb",       "rp",         "rt",     "rtc",     "ruby",     "s",          "samp",     "search",
     "section",  "select",     "small",  "span",    "strike",   "strong",     "sub",      "summary",
     "sup",      "table",      "tbody",  "td",      "textarea", "tfoot",      "th",       "thead",
     "time",     "tr",         "tt",     "u",       "ul",       "var",        "video",    "wbr"});
inline constexpr html::NameTable<kShownElementNames.size()> kShownElements(kShownElementNames);

/// Their values are written as they are: lengths, colours, words, names.  Those with references in
/// them, and `type`, are looked at one by one.
inline constexpr std::array kShownAttributeNames = std::to_array<std::string_view>({"",
                                                                                    "abbr",
                                                                                    "align",
                                                                                    "alink",
                                                                                    "alt",
                                                                                    "axis",
                                                                                    "behavior",
                                                                                    "bgcolor",
                                                                                    "border",
                                                                                    "bordercolor",
                                                                                    "bottommargin",
                                                                                    "cellpadding",
                                                                                    "cellspacing",
                                                                                    "char",
                                                                                    "charoff",
                                                                                    "checked",
                                                                                    "class",
                                                                                    "clear",
                                                                                    "color",
                                                                                    "cols",
                                                                                    "colspan",
                                                                                    "compact",
                                                                                    "coords",
                                                                                    "datetime",
                                                                                    "dir",
                                                                                    "direction",
                                                                                    "disabled",
                                                                                    "face",
                                                                                    "for",
                                                                                    "frame",
                                                                                    "frameborder",
                                                                                    "headers",
                                                                                    "height",
                                                                                    "hidden",
                                                                                    "high",
                                                                                    "hspace",
                                                                                    "id",
                                                                                    "label",
                                                                                    "lang",
                                                                                    "leftmargin",
                                                                                    "link",
                                                                                    "loop",
                                                                                    "low",
                                                                                    "marginheight",
                                                                                    "marginwidth",
                                                                                    "max",
                                                                                    "min",
                                                                                    "multiple",
                                                                                    "name",
                                                                                    "noshade",
                                                                                    "nowrap",
                                                                                    "open",
                                                                                    "optimum",
                                                                                    "placeholder",
                                                                                    "readonly",
                                                                                    "reversed",
                                                                                    "rightmargin",
                                                                                    "rows",
                                                                                    "rowspan",
                                                                                    "rules",
                                                                                    "scope",
                                                                                    "scrollamount",
                                                                                    "selected",
                                                                                    "shape",
                                                                                    "size",
                                                                                    "span",
                                                                                    "start",
                                                                                    "summary",
                                                                                    "text",
                                                                                    "title",
                                                                                    "topmargin",
                                                                                    "valign",
                                                                                    "value",
                                                                                    "vlink",
                                                                                    "vspace",
                                                                                    "width",
                                                                                    "wrap"});
inline constexpr html::NameTable<kShownAttributeNames.size()> kShownAttributes(
    kShownAttributeNames);

/// Types of input that show what they are given.  Others make a browser say that their value is no
/// date or number, or ask for a password or a file.
inline constexpr std::string_view kShownInputs[] = {"button", "checkbox", "hidden", "image",
                                                    "radio",  "reset",    "submit", "text"};

}  // namespace basewalk::bundle

#endif  // BASEWALK_BUNDLE_PAGE_SHOWN_NAMES_H_

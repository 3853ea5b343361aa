// SPDX-License-Identifier: MIT
//
// Links as a person reads them on a terminal: a line for each, and below it what is worth a look.
//
//     1     a[href]        resolved    https://example.com/offer
//             text   Click here
//             base   https://example.com/ (html-base)
//             flags  base-split
//
// A URL is never cut: where it ends is where it leads.
#ifndef BASEWALK_OUTPUT_PROMPT_FOR_PEOPLE_H_
#define BASEWALK_OUTPUT_PROMPT_FOR_PEOPLE_H_

#include <string>

#include "basewalk/walk/walk.h"
#include "output/style.h"

namespace basewalk::output {

struct PeopleStyle {
  Style style;
  /// URLs become what the terminal opens when they are clicked (OSC 8): http and https alone.
  bool hyperlinks = false;
};

void append_for_people(const Link& link, const PeopleStyle& how, std::string& out);

}  // namespace basewalk::output

#endif  // BASEWALK_OUTPUT_PROMPT_FOR_PEOPLE_H_

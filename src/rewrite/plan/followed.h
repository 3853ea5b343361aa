// SPDX-License-Identifier: MIT
//
// Is a link one that a reader follows, or one that a program fetches to show the message?
#ifndef BASEWALK_REWRITE_PLAN_FOLLOWED_H_
#define BASEWALK_REWRITE_PLAN_FOLLOWED_H_

#include <string_view>

#include "basewalk/extract/place.h"

namespace basewalk::rewrite {

/// By Link::place and Link::type: links, forms, refreshes, frames and running text are followed;
/// images, style sheets, scripts and what is only a name are not.
bool is_followed(const extract::Place& place, std::string_view type);

}  // namespace basewalk::rewrite

#endif  // BASEWALK_REWRITE_PLAN_FOLLOWED_H_

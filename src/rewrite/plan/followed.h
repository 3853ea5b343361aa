// SPDX-License-Identifier: MIT
//
// Is a link one that a reader follows, or one that a program fetches to show the message?
#ifndef BASEWALK_REWRITE_PLAN_FOLLOWED_H_
#define BASEWALK_REWRITE_PLAN_FOLLOWED_H_

#include <string_view>

namespace basewalk::rewrite {

/// By Link::where and Link::type: links, forms, refreshes, frames and running text are followed;
/// images, style sheets, scripts and what is only a name are not.
bool is_followed(std::string_view where, std::string_view type);

/// Was it found within the URL of another link?
bool is_derived(std::string_view where);

}  // namespace basewalk::rewrite

#endif  // BASEWALK_REWRITE_PLAN_FOLLOWED_H_

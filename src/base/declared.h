// SPDX-License-Identifier: MIT
//
// Which header fields declare a base, by the table of scope.cpp: for those who look at the fields
// that do not count there, too (walk/other_bases.cpp).
#ifndef BASEWALK_SRC_BASE_DECLARED_H_
#define BASEWALK_SRC_BASE_DECLARED_H_

#include <string_view>

#include "basewalk/base/scope.h"

namespace basewalk::base {

/// What a field of this name declares: `Base`, `Content-Base`, `Content-Location`; none of others.
BaseFrom declared_by(std::string_view field_name);
/// Does a field declare it?
bool is_of_field(BaseFrom from);
bool is_honored(BaseFrom from, const Honor& honor);

}  // namespace basewalk::base

#endif  // BASEWALK_SRC_BASE_DECLARED_H_

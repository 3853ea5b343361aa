// SPDX-License-Identifier: MIT
//
// The limits by the names that options of all kinds have for them.
#ifndef BASEWALK_TEXT_LIMIT_NAMES_H_
#define BASEWALK_TEXT_LIMIT_NAMES_H_

#include <cstddef>
#include <string_view>

#include "basewalk/limits.h"

namespace basewalk {

struct LimitName {
  std::string_view name;
  std::size_t Limits::*member;
};
/// In the order in which they are told.  The names are literals.
inline constexpr LimitName kLimitNames[] = {
    {"depth", &Limits::depth},
    {"parts", &Limits::parts},
    {"header-bytes", &Limits::header_bytes},
    {"links", &Limits::links},
    {"message-bytes", &Limits::message_bytes},
    {"decoded-factor", &Limits::decoded_factor},
    {"output-factor", &Limits::output_factor},
    {"unpack-factor", &Limits::unpack_factor},
    {"documents", &Limits::documents},
    {"document-depth", &Limits::document_depth},
    {"document-bytes", &Limits::document_bytes},
    {"document-parts", &Limits::document_parts},
    {"document-pages", &Limits::document_pages},
    {"document-pixels", &Limits::document_pixels},
    {"document-seconds", &Limits::document_seconds},
    {"work", &Limits::work},
    {"notes", &Limits::notes},
};

}  // namespace basewalk

#endif  // BASEWALK_TEXT_LIMIT_NAMES_H_

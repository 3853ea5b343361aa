// SPDX-License-Identifier: MIT
//
// Where a picture ends: programs that show it stop there, and an archive or a page that stands
// behind it is opened by others.
//
// Before this: picture.cpp has decoded the picture.  After it: what is behind is a part (rest.h).
#ifndef BASEWALK_SRC_WORKER_DOCUMENTS_PICTURE_END_H_
#define BASEWALK_SRC_WORKER_DOCUMENTS_PICTURE_END_H_

#include <cstddef>
#include <optional>
#include <string_view>

namespace basewalk::worker {

/// Of PNG, JPEG, GIF, WebP, BMP and TIFF; none of others, of what is cut off, and of what does not
/// say it.  Linear.
std::optional<std::size_t> end_of_picture(std::string_view bytes);

}  // namespace basewalk::worker

#endif  // BASEWALK_SRC_WORKER_DOCUMENTS_PICTURE_END_H_

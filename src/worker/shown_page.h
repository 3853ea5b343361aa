// SPDX-License-Identifier: MIT
//
// A page with the pictures that it shows, as one document: in the page a URL "picture:N" stands for
// the N-th of them, from 0.
//
//     how many (4), the length of each (4), their bytes, the page
//
// Before this: walk/leaf/page_pictures.h writes it.  After it: documents/drawn/page.cpp lays the
// page out.
#ifndef BASEWALK_SRC_WORKER_SHOWN_PAGE_H_
#define BASEWALK_SRC_WORKER_SHOWN_PAGE_H_

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "worker/frame.h"

namespace basewalk::worker {

inline constexpr std::string_view kPictureUrl = "picture:";

struct ShownPage {
  std::vector<std::string_view> pictures{};
  std::string_view page;
};

/// Each picture has less than 4 GiB.
inline void append_shown_page(std::span<const std::string> pictures, std::string_view page,
                              std::string& out) {
  append_number(out, static_cast<std::uint32_t>(pictures.size()));
  for (const std::string& each : pictures)
    append_number(out, static_cast<std::uint32_t>(each.size()));
  for (const std::string& each : pictures) out += each;
  out += page;
}

/// Views into `bytes`; none where they cannot be such a document.
inline std::optional<ShownPage> read_shown_page(std::string_view bytes) {
  std::uint32_t count = 0;
  if (!take_number(bytes, count) || bytes.size() / sizeof(std::uint32_t) < count) return {};
  ShownPage shown;
  std::string_view files = bytes.substr(count * sizeof(std::uint32_t));
  for (std::uint32_t i = 0; i < count; ++i) {
    std::uint32_t size = 0;
    if (!take_number(bytes, size) || size > files.size()) return {};
    shown.pictures.push_back(files.substr(0, size));
    files.remove_prefix(size);
  }
  shown.page = files;
  return shown;
}

}  // namespace basewalk::worker

#endif  // BASEWALK_SRC_WORKER_SHOWN_PAGE_H_

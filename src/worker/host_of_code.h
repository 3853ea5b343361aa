// SPDX-License-Identifier: MIT
//
// What a telephone opens of a code (QR and the like) that has no scheme.
//
// Before this: documents/picture/ has read a code, and tells what is a URL; walk/ puts "http://"
// before it.
#ifndef BASEWALK_SRC_WORKER_HOST_OF_CODE_H_
#define BASEWALK_SRC_WORKER_HOST_OF_CODE_H_

#include <algorithm>
#include <string_view>

#include "text/ascii.h"

namespace basewalk::worker {

/// What references of codes are told as, for their element.
inline constexpr std::string_view kQrCode = "qr", kDataMatrix = "datamatrix", kAztec = "aztec";
inline bool is_code(std::string_view element) {
  return element == kQrCode || element == kDataMatrix || element == kAztec;
}

/// "h.example/x", as ZXing's URIResultParser has it: labels of letters, digits and hyphens, the
/// last of two letters at least; then maybe a port; then "/", "?" or nothing.
inline bool begins_as_host_of_code(std::string_view text) {
  constexpr std::size_t kMostDigits = 5;
  const auto take = [&](auto is_of) {
    const auto end = std::find_if_not(text.begin(), text.end(), is_of);
    const std::string_view taken = text.substr(0, static_cast<std::size_t>(end - text.begin()));
    text.remove_prefix(taken.size());
    return taken;
  };
  const std::string_view host =
      take([](char c) { return ascii::is_alnum(c) || c == '-' || c == '.'; });
  const std::size_t dot = host.rfind('.');
  if (dot == host.npos || host.starts_with('.') || host.find("..") != host.npos) return false;
  const std::string_view last = host.substr(dot + 1);
  if (last.size() < 2 || !std::all_of(last.begin(), last.end(), ascii::is_alpha)) return false;
  if (text.starts_with(':')) {
    text.remove_prefix(1);
    const std::string_view port = take(ascii::is_digit);
    if (port.empty() || port.size() > kMostDigits) return false;
  }
  return text.empty() || text.starts_with('/') || text.starts_with('?');
}

}  // namespace basewalk::worker

#endif  // BASEWALK_SRC_WORKER_HOST_OF_CODE_H_

// SPDX-License-Identifier: MIT
#include "rewrite/splice/data_url.h"

#include <algorithm>

#include "text/ascii.h"
#include "text/base64.h"
#include "text/data_url.h"

namespace basewalk::rewrite {

void append_data_url(std::string_view media_type, std::string_view bytes, std::string& out) {
  // RFC 6838 4.2
  const bool named =
      media_type.size() <= 127 && std::all_of(media_type.begin(), media_type.end(), [](char c) {
        return ascii::is_alnum(c) || std::string_view("/.+-_").find(c) != std::string_view::npos;
      });
  out.append(text::kDataScheme)
      .append(named ? media_type : "application/octet-stream")
      .append(";base64,");
  text::append_base64(out, bytes);
}

}  // namespace basewalk::rewrite

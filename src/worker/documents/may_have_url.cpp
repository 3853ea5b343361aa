// SPDX-License-Identifier: MIT
#include "worker/documents/may_have_url.h"

#include <string>

#include "text/ascii.h"

namespace basewalk::worker {

bool may_have_url(std::string_view text) {
  if (text.find("://") != text.npos || text.find("\\\\") != text.npos) return true;
  const std::string lower = ascii::lowered(text);
  return lower.find("www.") != lower.npos || lower.find("mailto:") != lower.npos;
}

}  // namespace basewalk::worker

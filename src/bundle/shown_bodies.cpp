// SPDX-License-Identifier: MIT
//
// Which bodies of a message a mail program shows.
//
// What a multipart has many of is shown one after the other; of a multipart/alternative and a
// multipart/related one member is, and the bundle knows which (match/structure.h).
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "basewalk/bundle/shown.h"
#include "basewalk/mime/headers.h"
#include "bundle/match/structure.h"

namespace basewalk::bundle {
namespace {

// RFC 2183 2.8: a disposition that nobody knows is that of an attachment.
bool is_attachment(const Message& message, const mime::Part& part) {
  const mime::HeaderField* const field = message.find(part, "content-disposition");
  if (field == nullptr) return false;
  const std::string value = mime::parse_parameterized(message.value_of(*field)).value;
  return !value.empty() && value != "inline";
}

bool is_body(const Message& message, const mime::Part& part) {
  return part.kind == mime::PartKind::leaf &&
         (part.media_type == "text/html" || part.media_type == "text/plain") &&
         !is_attachment(message, part);
}

}  // namespace

std::vector<std::uint32_t> shown_bodies(const Bundle& bundle) {
  const Message& message = bundle.message();
  const std::vector<mime::Part>& parts = message.parts;
  // How many bodies lie before each part: whether there are any in a member is then one look.
  std::vector<std::uint32_t> before(parts.size() + 1);
  for (std::size_t i = 0; i < parts.size(); ++i)
    before[i + 1] = before[i] + (is_body(message, parts[i]) ? 1 : 0);
  const auto holds_any = [&](std::uint32_t part) {
    return before[parts[part].subtree_end] > before[part];
  };

  std::vector<std::uint32_t> bodies;
  std::vector<std::uint32_t> waiting = {0};  // parts to look at, the next one last
  while (!waiting.empty()) {
    const std::uint32_t at = waiting.back();
    const mime::Part& part = parts[at];
    waiting.pop_back();
    if (is_body(message, part)) bodies.push_back(at);
    if (!is_multipart(part) || is_attachment(message, part)) continue;
    if (!is_related(part) && !is_alternative(part)) {
      const std::size_t first = waiting.size();
      for (std::uint32_t i = at + 1; i < part.subtree_end; i = parts[i].subtree_end)
        waiting.push_back(i);
      std::reverse(waiting.begin() + static_cast<std::ptrdiff_t>(first), waiting.end());
      continue;
    }
    // The member with what is shown, else the last that holds a body at all.
    const std::uint32_t shown = bundle.shown(at);
    std::uint32_t chosen = mime::kNone;
    for (std::uint32_t i = at + 1; i < part.subtree_end; i = parts[i].subtree_end) {
      if (!holds_any(i)) continue;
      chosen = i;
      if (shown >= i && shown < parts[i].subtree_end) break;
    }
    if (chosen != mime::kNone) waiting.push_back(chosen);
  }
  return bodies;
}

}  // namespace basewalk::bundle

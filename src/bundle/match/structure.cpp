// SPDX-License-Identifier: MIT
#include "bundle/match/structure.h"

#include <algorithm>

namespace basewalk::bundle {

bool is_multipart(const mime::Part& part) { return part.kind == mime::PartKind::multipart; }

bool is_related(const mime::Part& part) {
  return is_multipart(part) && part.media_type == "multipart/related";
}

bool is_alternative(const mime::Part& part) {
  return is_multipart(part) && part.media_type == "multipart/alternative";
}

bool is_html(const mime::Part& part) {
  return part.kind == mime::PartKind::leaf &&
         (part.media_type == "text/html" || part.media_type == "application/xhtml+xml");
}

bool is_displayable(const mime::Part& part) {
  if (part.kind != mime::PartKind::leaf) return false;
  const std::string_view type = part.media_type;
  for (std::string_view family : {"text/", "image/", "audio/", "video/", "font/"})
    if (type.starts_with(family)) return true;
  return type.ends_with("+xml") || type == "application/xml" || type == "application/json" ||
         type == "application/javascript" || type == "application/pdf";
}

Structure::Structure(const Message& message) : message_(message) {
  const std::vector<mime::Part>& parts = message.parts;
  scopes_.resize(parts.size());
  leads_.resize(parts.size());
  for (std::uint32_t i = 0; i < parts.size(); ++i) {
    const std::uint32_t parent = parts[i].parent;
    if (parent == mime::kNone || parts[parent].kind == mime::PartKind::message)
      scopes_[i] = i | kMessageScope;
    else
      scopes_[i] = is_related(parts[parent]) ? parent : scopes_[parent];
  }
}

std::uint32_t Structure::message_of(std::uint32_t part) const {
  std::uint32_t scope = scopes_[part];
  while (!is_message_scope(scope)) scope = scopes_[scope];
  return scope & ~kMessageScope;
}

// RFC 2557 7: a member that is a suitable object, such as text/html.  Members come in the order of
// preference, the best at the end (RFC 2046 5.1.4).
std::uint32_t Structure::best_member(std::uint32_t alternative) const {
  const std::vector<mime::Part>& parts = message_.parts;
  std::uint32_t html = mime::kNone, displayable = mime::kNone, last = mime::kNone;
  for (std::uint32_t i = alternative + 1; i < parts[alternative].subtree_end;
       i = parts[i].subtree_end) {
    last = leads_[i];
    if (is_displayable(parts[last])) displayable = last;
    if (is_html(parts[last])) html = last;
  }
  if (html != mime::kNone) return html;
  return displayable != mime::kNone ? displayable : last;
}

std::uint32_t Structure::lead_of(std::uint32_t part, std::uint32_t root) const {
  const mime::Part& it = message_.parts[part];
  if (!is_multipart(it) || it.subtree_end == part + 1) return part;
  if (is_alternative(it)) return best_member(part);
  return leads_[root != mime::kNone && root > part && root < it.subtree_end ? root : part + 1];
}

std::uint32_t Structure::shown(std::uint32_t part) const {
  const mime::Part& it = message_.parts[part];
  return is_related(it) || is_alternative(it) ? leads_[part] : part;
}

bool Structure::are_alternatives(std::uint32_t a, std::uint32_t b) const {
  const std::vector<mime::Part>& parts = message_.parts;
  std::uint32_t around = parts[b].parent;
  while (around != mime::kNone && around > a) around = parts[around].parent;
  // Parts are in pre-order, so what is left is around `a` if it ends behind it.
  while (around != mime::kNone && parts[around].subtree_end <= a) around = parts[around].parent;
  return around != mime::kNone && around != a && is_alternative(parts[around]);
}

}  // namespace basewalk::bundle

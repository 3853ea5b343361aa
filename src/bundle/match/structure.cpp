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
  std::uint32_t html = mime::kNone, held = mime::kNone, displayable = mime::kNone,
                last = mime::kNone;
  for (std::uint32_t i = alternative + 1; i < parts[alternative].subtree_end;
       i = parts[i].subtree_end) {
    last = leads_[i];
    if (is_displayable(parts[last])) displayable = last;
    if (is_html(parts[last])) html = last;
    if (!pages_.empty() && pages_[i] != mime::kNone) held = pages_[i];
  }
  if (html != mime::kNone) return html;
  if (held != mime::kNone) return held;
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

// From the end, so that what a part holds is known before the part.
void Structure::find_pages() {
  const std::vector<mime::Part>& parts = message_.parts;
  pages_.assign(parts.size(), mime::kNone);
  for (std::uint32_t i = static_cast<std::uint32_t>(parts.size()); i-- > 0;) {
    if (is_html(parts[i])) pages_[i] = i;
    const std::uint32_t parent = parts[i].parent;
    if (pages_[i] != mime::kNone && parent != mime::kNone && is_multipart(parts[parent]))
      pages_[parent] = pages_[i];
  }
}

// Messages inside have roots of their own: all these pass them over.
std::uint32_t Structure::related_within(std::uint32_t begin, std::uint32_t end) const {
  const std::vector<mime::Part>& parts = message_.parts;
  for (std::uint32_t i = begin; i < end;) {
    if (is_related(parts[i]) && parts[i].subtree_end > i + 1) return i;
    i = parts[i].kind == mime::PartKind::message ? parts[i].subtree_end : i + 1;
  }
  return mime::kNone;
}

std::uint32_t Structure::page_within(std::uint32_t begin, std::uint32_t end) const {
  const std::vector<mime::Part>& parts = message_.parts;
  for (std::uint32_t i = begin; i < end;) {
    if (is_html(parts[i])) return i;
    i = parts[i].kind == mime::PartKind::message ? parts[i].subtree_end : i + 1;
  }
  return mime::kNone;
}

std::uint32_t Structure::root_within(std::uint32_t begin, std::uint32_t end) const {
  const std::uint32_t related = related_within(begin, end);
  return related != mime::kNone ? leads_[related] : page_within(begin, end);
}

std::uint32_t Structure::root() const {
  return root_within(0, static_cast<std::uint32_t>(message_.parts.size()));
}

std::uint32_t Structure::first_page() const {
  const std::vector<mime::Part>& parts = message_.parts;
  const std::uint32_t end = static_cast<std::uint32_t>(parts.size());
  const std::uint32_t related = related_within(0, end);
  std::uint32_t page = mime::kNone;
  if (related != mime::kNone) page = page_within(related, parts[related].subtree_end);
  if (page == mime::kNone) page = page_within(0, end);
  for (std::uint32_t i = 0; i < end && page == mime::kNone; ++i) {
    if (parts[i].kind != mime::PartKind::message) continue;
    // Its own root, where that is a page.
    page = root_within(i + 1, parts[i].subtree_end);
    if (page != mime::kNone && !is_html(parts[page]))
      page = page_within(i + 1, parts[i].subtree_end);
  }
  return page;
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

// SPDX-License-Identifier: MIT
#include "basewalk/walk/links.h"

#include <cstddef>
#include <cstring>

namespace basewalk {
namespace {

// Calls f with each text of a link.  A text that Link gets has its place here;
// tests/walk/links_test finds one that is missing.
template <class F>
void each_text(Link& link, F&& f) {
  for (std::string_view* text : {&link.part, &link.type, &link.place.element, &link.place.attribute,
                                 &link.place.around, &link.raw, &link.base_part})
    f(*text);
  for (std::optional<std::string_view>* text :
       {&link.base, &link.url, &link.clicked, &link.target, &link.text})
    if (*text) f(**text);
}

}  // namespace

OwnedLink::OwnedLink(const Link& link) : Link(link) {
  find = nullptr;
  std::size_t size = 0;
  each_text(*this, [&](std::string_view piece) { size += piece.size(); });
  const auto texts = std::make_shared<char[]>(size);
  char* to = texts.get();
  each_text(*this, [&](std::string_view& piece) {
    if (!piece.empty()) std::memcpy(to, piece.data(), piece.size());
    piece = std::string_view(to, piece.size());
    to += piece.size();
  });
  texts_ = texts;
}

std::vector<OwnedLink> links_of(const Message& message, const WalkOptions& options) {
  std::vector<OwnedLink> links;
  walk(message, options, [&](const Link& link) { links.emplace_back(link); });
  return links;
}

std::vector<OwnedLink> links_of(std::string_view bytes, const WalkOptions& options) {
  return links_of(read_message(bytes, options.limits), options);
}

}  // namespace basewalk

// SPDX-License-Identifier: MIT
//
// Our flat tree as a tree of mimetic's.  Parts come in pre-order, so the entity of a part's parent
// has always been made.
#include <algorithm>
#include <string>
#include <vector>

#include "basewalk/bridge/mimetic.h"
#include "basewalk/mime/headers.h"
#include "bridge/tree_filler.h"
#include "text/ascii.h"

namespace basewalk::bridge {
namespace {

void add_field(mimetic::Header& header, std::string_view name, std::string_view value) {
  std::string text;
  mime::unfold(value, text);
  // What is left of line ends would begin another field when the tree is written.
  std::replace_if(
      text.begin(), text.end(), [](char c) { return c == '\r' || c == '\n'; }, ' ');
  if (ascii::istarts_with(name, "content-")) std::replace(text.begin(), text.end(), '\0', '?');
  mimetic::Field& field = header.emplace_back();
  field.name(std::string(name));
  field.value(text);
}

void fill_header(mimetic::Header& header, const Message& message, const mime::Part& part) {
  for (std::uint32_t i = part.first_field; i < part.fields_end; ++i)
    add_field(header, message.name_of(message.fields[i]), message.value_of(message.fields[i]));
  // The rest behind the limit of parts has no header; without a type it would be text.
  if (part.gap && part.first_field == part.fields_end)
    add_field(header, "Content-Type", part.media_type);
}

}  // namespace

void fill(mimetic::MimeEntity& root, const Message& message, std::size_t mask) {
  const auto wanted = [mask](unsigned bit) { return (mask & bit) == 0; };
  std::vector<mimetic::MimeEntity*> entities;
  entities.reserve(message.parts.size());
  for (const mime::Part& part : message.parts) {
    mimetic::MimeEntity* entity = &root;
    if (part.parent != mime::kNone) {
      auto made = std::make_unique<mimetic::MimeEntity>();
      entity = made.get();
      entities[part.parent]->body().parts().push_back(entity);
      made.release();
    }
    entities.push_back(entity);
    if (wanted(mimetic::imHeader)) fill_header(entity->header(), message, part);
    mimetic::Body& body = entity->body();
    if (part.kind == mime::PartKind::leaf && wanted(mimetic::imBody))
      body.set(std::string(message.body_of(part)));
    if (part.kind == mime::PartKind::multipart && wanted(mimetic::imPreamble))
      body.preamble(std::string(part.preamble.of(message.bytes)));
    if (part.kind == mime::PartKind::multipart && wanted(mimetic::imEpilogue))
      body.epilogue(std::string(part.epilogue.of(message.bytes)));
    if (!wanted(mimetic::imChildParts)) break;
  }
}

Result<std::unique_ptr<mimetic::MimeEntity>> to_mimetic(const Message& message,
                                                        const Limits& limits) {
  const std::size_t depth = std::min(limits.depth, kDeepestTree);
  for (const mime::Part& part : message.parts)
    if (part.depth > depth)
      return Error{"limit-depth", part.header.begin,
                   "the message is nested more than " + std::to_string(depth) + " levels deep"};
  if (message.parts.size() > limits.parts)
    return Error{"limit-parts", message.parts[limits.parts].header.begin,
                 "the message has more than " + std::to_string(limits.parts) + " parts"};
  auto root = std::make_unique<mimetic::MimeEntity>();
  fill(*root, message, mimetic::imNone);
  return root;
}

}  // namespace basewalk::bridge

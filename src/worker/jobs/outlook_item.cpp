// SPDX-License-Identifier: MIT
#include "worker/jobs/outlook_item.h"

#include <algorithm>

#include "text/binary/numbers.h"
#include "text/binary/utf16.h"
#include "text/utf8.h"

namespace basewalk::worker {

const Property* OutlookItem::find(std::uint16_t id) const {
  const auto at = std::lower_bound(properties_.begin(), properties_.end(), id,
                                   [](const Property& a, std::uint16_t b) { return a.id < b; });
  return at != properties_.end() && at->id == id ? &*at : nullptr;
}

std::optional<std::uint32_t> OutlookItem::number(std::uint16_t id) const {
  const Property* property = find(id);
  if (property == nullptr) return {};
  switch (property->type) {
    case property_type::kInteger32:
      return property->value;
    case property_type::kInteger16:
      return property->value & 0xFFFF;
    case property_type::kBoolean:
      return property->value & 0xFF;
    default:
      return {};
  }
}

std::optional<std::uint64_t> OutlookItem::time(std::uint16_t id) {
  const Property* property = find(id);
  if (property == nullptr || property->type != property_type::kTime) return {};
  std::string bytes;
  give(*property, [&](std::string_view piece) {
    bytes += piece.substr(0, 8);
    return bytes.size() < 8;
  });
  if (bytes.size() < 8) return {};
  return text::little(bytes, 0, 8);
}

OutlookText OutlookItem::text(std::uint16_t id, std::size_t most) {
  const Property* property = find(id);
  return property != nullptr ? text(*property, most) : OutlookText{};
}

OutlookText OutlookItem::text(const Property& property, std::size_t most) {
  OutlookText text;
  text.is_unicode = property.type == property_type::kUnicode;
  if (!text.is_unicode && property.type != property_type::kString8) return text;
  text::Utf16Reader reader;
  give(property, [&](std::string_view bytes) {
    if (text.is_unicode)
      reader.append(bytes, text.bytes);
    else
      text.bytes += bytes;
    return text.bytes.size() < most;
  });
  reader.finish(text.bytes);
  text.bytes.resize(text.is_unicode ? utf8::cut(text.bytes, most).size()
                                    : std::min(text.bytes.size(), most));
  return text;
}

}  // namespace basewalk::worker

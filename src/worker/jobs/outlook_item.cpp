// SPDX-License-Identifier: MIT
#include "worker/jobs/outlook_item.h"

#include <algorithm>
#include <cassert>
#include <utility>

#include "text/number.h"
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
  return little(bytes, 0, 8);
}

OutlookText OutlookItem::text(std::uint16_t id, std::size_t most) {
  const Property* property = find(id);
  return property != nullptr ? text(*property, most) : OutlookText{};
}

OutlookText OutlookItem::text(const Property& property, std::size_t most) {
  OutlookText text;
  text.is_unicode = property.type == property_type::kUnicode;
  if (!text.is_unicode && property.type != property_type::kString8) return text;
  Utf16Reader reader;
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

void Utf16Reader::put(char32_t unit, std::string& out) {
  if (high_ != 0) {
    const char32_t high = std::exchange(high_, 0);
    if (utf8::is_low_surrogate(unit)) return utf8::append(utf8::joined(high, unit), out);
    utf8::append_any(high, out);
  }
  if (utf8::is_high_surrogate(unit))
    high_ = unit;
  else
    utf8::append_any(unit, out);
}

void Utf16Reader::append(std::string_view bytes, std::string& out) {
  for (const char c : bytes) {
    const auto byte = static_cast<unsigned char>(c);
    if (!half_) {
      half_ = byte;
      continue;
    }
    put(static_cast<char32_t>(*half_ | static_cast<unsigned>(byte) << 8), out);
    half_.reset();
  }
}

void Utf16Reader::finish(std::string& out) {
  if (half_) put(utf8::kReplacement, out);
  if (high_ != 0) utf8::append_any(std::exchange(high_, 0), out);
  half_.reset();
}

std::string from_utf16(std::string_view bytes) {
  std::string out;
  Utf16Reader reader;
  reader.append(bytes, out);
  reader.finish(out);
  return out;
}

std::uint64_t little(std::string_view bytes, std::uint64_t at, std::size_t size) {
  const std::string_view number = slice(bytes, at, size);
  std::uint64_t value = 0;
  for (std::size_t i = number.size(); i-- > 0;)
    value = value << 8 | static_cast<unsigned char>(number[i]);
  return value;
}

std::size_t little_size(std::string_view bytes, std::uint64_t at, std::size_t size) {
  assert(size <= 4);
  return static_cast<std::size_t>(little(bytes, at, size));
}

std::string_view slice(std::string_view bytes, std::uint64_t at, std::uint64_t size) {
  return bytes.substr(std::min(text::capped(at), bytes.size()), text::capped(size));
}

}  // namespace basewalk::worker

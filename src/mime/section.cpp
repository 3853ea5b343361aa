// SPDX-License-Identifier: MIT
//
// Looking things up in a Message: fields by name, readings, section numbers.
#include <algorithm>
#include <charconv>

#include "basewalk/mime/part.h"
#include "text/ascii.h"

namespace basewalk::mime {

const HeaderField* Message::find(const Part& part, std::string_view field_name) const {
  for (std::uint32_t i = part.first_field; i < part.fields_end; ++i)
    if (ascii::iequals(name_of(fields[i]), field_name)) return &fields[i];
  return nullptr;
}

std::span<const Reading> Message::other_readings(std::uint32_t index) const {
  const auto before = [](const Reading& r, std::uint32_t part) { return r.part < part; };
  const auto first = std::lower_bound(readings.begin(), readings.end(), index, before);
  auto last = first;
  while (last != readings.end() && last->part == index) ++last;
  return {first, last};
}

// From the part up to the root.  A multipart that is itself a message (the root, or the child of a
// message part) has no number among its siblings: it is the "0" of the message, and its children
// are numbered as the message's.
std::string Message::section(std::uint32_t index) const {
  std::string reversed;
  auto put = [&](std::uint32_t number) {
    char digits[10];
    char* const end = std::to_chars(digits, digits + sizeof digits, number).ptr;
    if (!reversed.empty()) reversed += '.';
    reversed.append(std::make_reverse_iterator(end), std::make_reverse_iterator(digits));
  };
  auto is_message_top = [&](const Part& part) {
    return part.parent == kNone || parts[part.parent].kind == PartKind::message;
  };
  for (std::uint32_t i = index; i != kNone; i = parts[i].parent) {
    const Part& part = parts[i];
    if (!is_message_top(part))
      put(part.ordinal);
    else if (part.kind != PartKind::multipart)
      put(1);
    else if (i == index)
      put(0);
  }
  std::reverse(reversed.begin(), reversed.end());
  return reversed;
}

}  // namespace basewalk::mime

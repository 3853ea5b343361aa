// SPDX-License-Identifier: MIT
#include "policy/facts.h"

#include <algorithm>

#include "basewalk/mime/headers.h"
#include "basewalk/mime/part.h"
#include "text/ascii.h"

namespace basewalk::policy {
namespace {

// RFC 2919 3: what stands in the last angle brackets, where a comment or a phrase goes before it.
std::string list_id_of(std::string_view value) {
  const std::string text = mime::strip_comments(mime::unfold(value));
  std::string_view id = ascii::trim(text);
  const std::size_t open = id.rfind('<');
  if (open != std::string_view::npos) {
    id.remove_prefix(open + 1);
    id = id.substr(0, id.find('>'));
  }
  return domain_key(ascii::trim(id));
}

// A CR alone ends no line to mail servers: what stands behind one is no field to them, and nobody
// there took it out if it came from outside.
std::string with_lines_of_servers(std::string_view message) {
  std::string made(message);
  for (std::size_t at = made.find('\r'); at != std::string::npos; at = made.find('\r', at)) {
    const std::size_t end = std::min(made.find_first_not_of('\r', at), made.size());
    if (end == made.size() || made[end] != '\n') made.replace(at, end - at, end - at, ' ');
    at = end;
  }
  return made;
}

// A line that is no field ends the header to mail servers: what stands behind it is text, and
// nobody there took it out either.
std::size_t header_end_of_servers(const Message& message) {
  std::size_t end = message.root().header.end;
  for (const mime::StructureDoubt& each : message.doubts)
    if (each.doubt == Doubt::header_end && each.part == 0) end = std::min(end, each.at);
  return end;
}

}  // namespace

void read_header(std::string_view message, std::span<const std::string> trusted, Facts& facts) {
  const std::string bytes = with_lines_of_servers(message);
  const Message read = read_message(bytes);
  const mime::Part& root = read.root();
  const std::size_t end = header_end_of_servers(read);
  std::vector<std::string_view> fields;
  for (std::uint32_t i = root.first_field; i < root.fields_end; ++i) {
    const std::size_t begin = read.fields[i].name.begin;
    if (begin >= end) break;
    if (begin > 0 && bytes[begin - 1] != '\n') continue;  // behind what a server knows no name with
    const std::string_view name = read.name_of(read.fields[i]);
    const std::string_view value = read.value_of(read.fields[i]);
    if (ascii::iequals(name, "List-Id")) {
      facts.has_list_id = true;
      facts.list_ids.push_back(list_id_of(value));
    } else if (ascii::iequals(name, "Authentication-Results")) {
      fields.push_back(value);
    }
  }
  facts.authentication = authentication_of(fields, trusted);
}

}  // namespace basewalk::policy

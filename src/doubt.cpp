// SPDX-License-Identifier: MIT
#include "basewalk/doubt.h"

#include "text/enum_table.h"

namespace basewalk {
namespace {

struct Entry {
  Doubt doubt;
  std::string_view name;
  std::string_view meaning;
};

namespace table {
using enum Doubt;
constexpr Entry kEntries[] = {
    {header_end, "header-end", "the body begins at the first line of the header that is no field"},
    {line_ends, "line-ends", "a bare CR ends a line, too"},
    {type_duplicate, "type-duplicate", "another one of several Content-Type counts"},
    {boundary_value, "boundary-value", "the boundary parameter has another value"},
    {boundary_prefix, "boundary-prefix", "a line that begins with a delimiter is one"},
    {behind_close, "behind-close", "parts go on behind the closing delimiter"},
    {transfer, "transfer", "an odd transfer encoding or escape is undone, or is not"},
    {base64, "base64", "other characters are digits of base64, or it ends elsewhere"},
    {charset, "charset", "the bytes are read in another charset"},
    {scripting, "scripting", "<noscript> holds no markup, as where scripts run"},
    {base_choice, "base-choice", "another base of the header counts, or none"},
    {media_type, "media-type", "a body is what its file name or its first bytes say"},
    {part_joined, "part-joined", "neighbouring texts are shown as one document"},
    {message_end, "message-end", "a From line in the body ends a message of an mbox"},
};
}  // namespace table
using table::kEntries;
static_assert(is_table_of(kEntries, &Entry::doubt));

}  // namespace

std::string_view name(Doubt doubt) { return kEntries[static_cast<std::size_t>(doubt)].name; }
std::string_view meaning(Doubt doubt) { return kEntries[static_cast<std::size_t>(doubt)].meaning; }

}  // namespace basewalk

// SPDX-License-Identifier: MIT
//
// What became of a message, and the names of all that.
#include <iterator>

#include "basewalk/rewrite/rewrite.h"

namespace basewalk::rewrite {
namespace {

constexpr std::string_view kEdits[] = {"absolute", "drop-base",  "unwrap",
                                       "defang",   "cid-inline", "wrap"};

struct KeptRow {
  std::string_view name, meaning;
};
constexpr KeptRow kKept[] = {
    {"signed-part", "it is signed, and a change would break the signature"},
    {"encrypted", "it is part of an encrypted message"},
    {"charset", "its charset has shifts where it stands, or cannot be decoded in steps"},
    {"encoding", "its transfer encoding is uuencode, or unknown"},
    {"not-writable", "it was decoded more than once, or put together, and cannot be replaced"},
    {"decoded", "it stands in a message that is itself encoded or attached"},
    {"ambiguous", "the header allows two readings of the part, and this is not the first"},
    {"header", "it stands in a header field, or between the parts"},
    {"same-document", "it names a place in its own document, whatever the base is"},
    {"needed-base", "<base> stays, because a reference that needs it does"},
    {"limit", "a limit was reached"},
    {"check", "the part, once edited, did not read back as it should"},
};

}  // namespace

std::string_view name(Edit::Kind kind) { return kEdits[static_cast<std::size_t>(kind)]; }
std::string_view name(Kept::Why why) { return kKept[static_cast<std::size_t>(why)].name; }
std::string_view meaning(Kept::Why why) { return kKept[static_cast<std::size_t>(why)].meaning; }

std::size_t Rewritten::size() const {
  std::size_t size = message.bytes.size();
  for (const Splice& each : splices) size += each.bytes.size() - (each.end - each.begin);
  return size;
}

void Rewritten::append_to(std::string& out) const {
  out.reserve(out.size() + size());
  write_to([&](std::string_view piece) {
    out += piece;
    return true;
  });
}

}  // namespace basewalk::rewrite

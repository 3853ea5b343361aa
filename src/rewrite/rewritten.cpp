// SPDX-License-Identifier: MIT
//
// What became of a message, and the names of all that.
#include "basewalk/rewrite/rewrite.h"
#include "rewrite/plan/ledger.h"
#include "text/enum_table.h"

namespace basewalk::rewrite {
namespace {

struct KeptRow {
  Kept::Why why;
  std::string_view name, meaning;
};
constexpr KeptRow kKept[] = {
    {Kept::Why::signed_part, "signed-part", "it is signed, and a change would break the signature"},
    {Kept::Why::encrypted, "encrypted", "it is part of an encrypted message"},
    {Kept::Why::charset, "charset",
     "its charset has shifts where it stands, or cannot be decoded in steps"},
    {Kept::Why::encoding, "encoding", "its transfer encoding is uuencode, or unknown"},
    {Kept::Why::not_writable, "not-writable",
     "it was decoded more than once, or put together, and cannot be replaced"},
    {Kept::Why::decoded, "decoded", "it stands in a message that is itself encoded or attached"},
    {Kept::Why::document, "document", "it stands in a document, in which nothing is edited"},
    {Kept::Why::ambiguous, "ambiguous",
     "the part can be read in several ways, and this is not the first"},
    {Kept::Why::header, "header", "it stands in a header field, or between the parts"},
    {Kept::Why::same_document, "same-document",
     "it names a place in its own document, whatever the base is"},
    {Kept::Why::needed_base, "needed-base", "<base> stays, because a reference that needs it does"},
    {Kept::Why::form_query, "form-query",
     "a form that is submitted by GET would lose what its wrapper has in the query"},
    {Kept::Why::limit, "limit", "a limit was reached"},
    {Kept::Why::check, "check", "the part, once edited, did not read back as it should"},
    {Kept::Why::scheme, "scheme",
     "its scheme is none that a guard can open, and cannot be wrapped"},
};
static_assert(is_table_of(kKept, &KeptRow::why));

}  // namespace

std::string_view name(Kept::Why why) { return kKept[static_cast<std::size_t>(why)].name; }
std::string_view meaning(Kept::Why why) { return kKept[static_cast<std::size_t>(why)].meaning; }

std::size_t Rewritten::size() const {
  std::size_t size = message.bytes.size();
  for (const Splice& each : splices) size += each.bytes.size() - (each.end - each.begin);
  return size;
}

void Rewritten::take_back(Kept::Why why) {
  for (Edit& each : edits)
    if (kept.size() < Ledger::kListed)
      kept.push_back({why, each.part, std::move(each.where), std::move(each.from), each.offset});
  kept_count += edit_count;
  if (edit_count > 0) verdict = Verdict::differs;
  // Who reads marks behind us would believe those that stay, or miss ours.
  const auto keep_mark = [&](std::string name, std::size_t offset) {
    ++kept_count;
    verdict = Verdict::differs;
    if (kept.size() < Ledger::kListed)
      kept.push_back({why, 0, forged.empty() ? "" : "header", std::move(name), offset});
  };
  for (ForgedMark& each : forged)
    keep_mark(std::move(each.name), message.fields[each.field].name.begin);
  if (forged.empty() && !marks.empty()) keep_mark({}, 0);
  edits.clear();
  edit_count = 0;
  splices.clear();
  marks.clear();
  forged.clear();
  settled.clear();
}

void Rewritten::append_to(std::string& out) const {
  out.reserve(out.size() + size());
  write_to([&](std::string_view piece) {
    out += piece;
    return true;
  });
}

}  // namespace basewalk::rewrite

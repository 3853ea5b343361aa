// SPDX-License-Identifier: MIT
#include "output/rewrite_summary.h"

#include <array>
#include <string_view>

#include "basewalk/rewrite/signatures.h"
#include "text/amounts.h"
#include "text/enum_table.h"
#include "text/visible.h"

namespace basewalk::output {
namespace {

using rewrite::Edit;
using rewrite::Kept;
using rewrite::LeftDoubt;
using rewrite::LeftUnread;
using rewrite::Rewritten;
using rewrite::SettledDoubt;
using rewrite::Signature;

void append_place(const Rewritten& rewritten, std::uint32_t part, std::string_view where,
                  std::string& out) {
  out.append("part ").append(rewritten.message.section(part)).append(" ");
  text::append_visible(out, where);
  out += ": ";
}

void append_edit(const Rewritten& rewritten, const Edit& edit, std::string& out) {
  append_place(rewritten, edit.part, edit.where, out);
  out.append(name(edit.kind)).append(": ");
  text::append_visible(out, edit.from);
  if (!edit.to.empty()) {
    out += " -> ";
    text::append_visible(out, edit.to);
  }
  out += '\n';
}

void append_kept(const Rewritten& rewritten, const Kept& kept, std::string& out) {
  append_place(rewritten, kept.part, kept.where, out);
  out += "kept: ";
  text::append_visible(out, kept.from);
  out.append(" [").append(name(kept.why)).append("]\n");
}

void append_marks(const Rewritten& rewritten, std::string& out) {
  for (const rewrite::ForgedMark& forged : rewritten.forged) {
    out += "header: removed: ";
    text::append_visible(out, forged.name);
    out += '\n';
  }
  for (const rewrite::Mark& mark : rewritten.marks) {
    out += "header: added: ";
    text::append_visible(out, mark.name + ": " + mark.value);
    out += '\n';
  }
}

void append_signature(const Signature& signature, std::string& out) {
  out.append("signature: ").append(name(signature.kind));
  if (!signature.domain.empty()) {
    out += ' ';
    text::append_visible(out, signature.domain);
  }
  out.append(": ").append(name(signature.verdict));
  if (!signature.reason.empty()) {
    out += ": ";
    text::append_visible(out, signature.reason);
  }
  out += '\n';
}

// What the verdict rests on; empty where it is clear.
std::string doubts_of(const Rewritten& rewritten) {
  if (rewritten.verdict == Verdict::clear) return {};
  std::string out = "verdict " + std::string(name(rewritten.verdict));
  if (rewritten.doubt_count > 0)
    out += ", " + text::counted(rewritten.doubt_count, "other reading") + " with links of its own";
  if (rewritten.unread_count > 0)
    out += ", " + text::counted(rewritten.unread_count, "thing") + " not read";
  return out;
}

void append_doubts(const Rewritten& rewritten, std::string& out) {
  for (const SettledDoubt& each : rewritten.settled)
    out.append("part ")
        .append(rewritten.message.section(each.part))
        .append(": settled [")
        .append(name(each.doubt))
        .append("]\n");
  for (const LeftDoubt& each : rewritten.doubts)
    out.append("part ")
        .append(rewritten.message.section(each.part))
        .append(": other reading: ")
        .append(text::counted(each.links, "link"))
        .append(" [")
        .append(name(each.doubt))
        .append("]\n");
  for (const LeftUnread& each : rewritten.unread) {
    if (each.why == name(Unread::not_text)) continue;
    out.append("part ").append(each.section).append(": not read: ");
    text::append_visible(out, each.type);
    if (!each.name.empty()) {
      out += ' ';
      text::append_visible(out, each.name);
    }
    out.append(" [").append(each.why).append("]\n");
  }
}

bool matters(Kept::Why why) { return why != Kept::Why::header && why != Kept::Why::same_document; }

}  // namespace

std::string kept_summary(const Rewritten& rewritten) {
  std::array<std::size_t, enumerators<Kept::Why>()> counts{};
  std::size_t all = rewritten.kept_count - rewritten.kept.size();
  std::string reasons;
  for (const Kept& kept : rewritten.kept) {
    if (!matters(kept.why)) continue;
    ++all;
    ++counts[static_cast<std::size_t>(kept.why)];
  }
  const std::string doubts = doubts_of(rewritten);
  if (all == 0) return doubts;
  for (std::size_t why = 0; why < counts.size(); ++why)
    if (counts[why] > 0)
      reasons.append(reasons.empty() ? ": " : ", ")
          .append(name(static_cast<Kept::Why>(why)))
          .append(" ")
          .append(std::to_string(counts[why]));
  return std::to_string(all) + " kept as they were" + reasons + (doubts.empty() ? "" : "; ") +
         doubts;
}

std::string rewrite_summary(const Rewritten& rewritten) {
  std::string out;
  for (const Edit& edit : rewritten.edits) append_edit(rewritten, edit, out);
  for (const Kept& kept : rewritten.kept) append_kept(rewritten, kept, out);
  append_doubts(rewritten, out);
  append_marks(rewritten, out);
  for (const Signature& signature : signatures(rewritten)) append_signature(signature, out);
  out += text::counted(rewritten.links, "link") + ", " +
         text::counted(rewritten.edit_count, "edit") + ", " + std::to_string(rewritten.kept_count) +
         " kept as they were, " + std::to_string(rewritten.size()) + " bytes of " +
         std::to_string(rewritten.message.bytes.size()) + ", verdict " +
         std::string(name(rewritten.verdict)) + "\n";
  return out;
}

}  // namespace basewalk::output

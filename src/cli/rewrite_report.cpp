// SPDX-License-Identifier: MIT
#include "cli/rewrite_report.h"

#include <algorithm>
#include <optional>
#include <vector>

#include "basewalk/rewrite/signatures.h"
#include "cli/json.h"
#include "cli/records.h"

namespace basewalk::cli {
namespace {

// An object or a list of JSON that is being written.
class Json {
 public:
  explicit Json(std::string& out) : out_(out) {}

  void text(std::string_view key, std::string_view value) {
    begin(key);
    append_json(out_, value);
  }
  void number(std::string_view key, std::uint64_t value) {
    begin(key);
    append_number(out_, value);
  }
  void text_or_null(std::string_view key, const std::optional<std::string>& value) {
    begin(key);
    append_json_or_null(out_, value ? std::optional<std::string_view>(*value) : std::nullopt);
  }
  // A list of objects: `each` writes the keys of one.
  template <class List, class F>
  void list(std::string_view key, const List& list, F&& each) {
    begin(key);
    out_ += '[';
    bool first = true;
    for (const auto& entry : list) {
      out_ += first ? "{" : ",{";
      first = false;
      Json object(out_);
      each(object, entry);
      out_ += '}';
    }
    out_ += ']';
  }
  void begin(std::string_view key) {
    if (any_) out_ += ',';
    any_ = true;
    append_json(out_, key);
    out_ += ':';
  }

 private:
  std::string& out_;
  bool any_ = false;
};

void write_edits(const rewrite::Rewritten& rewritten, Json& json) {
  const Message& message = rewritten.message;
  json.list("edits", rewritten.edits, [&](Json& out, const rewrite::Edit& edit) {
    out.text("kind", name(edit.kind));
    out.text("part", message.section(edit.part));
    out.text("where", edit.where);
    out.text("from", edit.from);
    out.text("to", edit.to);
    out.number("offset", edit.offset);
  });
  json.number("edit_count", rewritten.edit_count);
  json.list("kept", rewritten.kept, [&](Json& out, const rewrite::Kept& kept) {
    out.text("why", name(kept.why));
    out.text("part", message.section(kept.part));
    out.text("where", kept.where);
    out.text("from", kept.from);
    out.number("offset", kept.offset);
  });
  json.number("kept_count", rewritten.kept_count);
}

void write_marks(const rewrite::Rewritten& rewritten, Json& json) {
  json.list("marks_added", rewritten.marks, [](Json& out, const rewrite::Mark& mark) {
    out.text("name", mark.name);
    out.text("value", mark.value);
  });
  json.list("marks_removed", rewritten.forged, [](Json& out, const rewrite::ForgedMark& mark) {
    out.text("name", mark.name);
    out.number("occurrence", mark.occurrence);
  });
}

void write_signatures(const rewrite::Rewritten& rewritten, Json& json) {
  const std::vector<rewrite::Signature> all = rewrite::signatures(rewritten);
  json.list("signatures", all, [&](Json& out, const rewrite::Signature& signature) {
    out.text("kind", name(signature.kind));
    out.text("verdict", name(signature.verdict));
    out.text("reason", signature.reason);
    out.text("domain", signature.domain);
    out.text("selector", signature.selector);
    out.number("instance", signature.instance);
    out.text("part", rewritten.message.section(signature.part));
    out.number("offset", signature.offset);
  });
  const auto broken = std::count_if(all.begin(), all.end(), [](const rewrite::Signature& each) {
    return each.verdict == rewrite::Signature::Verdict::broken;
  });
  json.number("broken_count", static_cast<std::uint64_t>(broken));
}

}  // namespace

std::string rewrite_report(const rewrite::Rewritten& rewritten, std::string_view source) {
  std::string line = "{";
  Json json(line);
  json.text("kind", "rewrite");
  json.text("source", source);
  json.text_or_null("message_id", message_id_of(rewritten.message));
  json.number("size", rewritten.message.bytes.size());
  json.number("size_after", rewritten.size());
  json.number("links", rewritten.links);
  json.begin("flags");
  line += '[';
  if (!rewritten.flags.empty()) {
    line += '"';
    append_flags(rewritten.flags, "\",\"", line);
    line += '"';
  }
  line += ']';
  write_edits(rewritten, json);
  write_marks(rewritten, json);
  write_signatures(rewritten, json);
  line += "}\n";
  return line;
}

}  // namespace basewalk::cli

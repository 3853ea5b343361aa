// SPDX-License-Identifier: MIT
#include "cli/records.h"

#include "basewalk/mime/headers.h"
#include "cli/json.h"
#include "cli/style.h"

namespace basewalk::cli {

namespace {

constexpr std::size_t kLongestId = 250;

void append_base(const std::optional<std::string_view>& base, BaseFrom from, std::string_view part,
                 std::string& out) {
  if (!base && from == BaseFrom::none && part.empty()) {
    out += ",\"base\":null,\"base_from\":\"none\",\"base_part\":null";
    return;
  }
  out += ",\"base\":";
  append_json_or_null(out, base);
  out += ",\"base_from\":\"";
  out += name(from);
  out += "\",\"base_part\":";
  append_json_or_null(out, part.empty() ? std::nullopt : std::optional(part));
}

void append_target_and_flags(const Link& link, std::string& out) {
  if (!link.target && link.flags.empty()) {
    out += ",\"target\":null,\"flags\":[]";
    return;
  }
  out += ",\"target\":";
  append_json_or_null(out, link.target);
  out += ",\"flags\":[";
  if (!link.flags.empty()) {
    out += '"';
    append_flags(link.flags, "\",\"", out);
    out += '"';
  }
  out += ']';
}

}  // namespace

std::optional<std::string> message_id_of(const Message& message) {
  const mime::HeaderField* field = message.find(message.root(), "message-id");
  if (field == nullptr) return {};
  std::string id = mime::unfold(message.value_of(*field));
  const std::size_t open = id.find('<'), close = id.rfind('>');
  if (open != std::string::npos && close != std::string::npos && open < close)
    id = id.substr(open + 1, close - open - 1);
  if (id.empty()) return {};
  // It stands in every record of the message, so it cannot be of any length.
  if (id.size() > kLongestId) id.resize(kLongestId);
  return id;
}

void JsonRecords::begin(const MessageAt& at, const std::optional<std::string>& message_id) {
  source_ = "\"source\":";
  append_json(source_, at.source);
  source_ += ",\"message\":";
  append_number_or_null(source_, at.number);
  offset_ = ",\"offset\":";
  append_number(offset_, at.offset);
  message_id_ = ",\"message_id\":";
  append_json_or_null(message_id_,
                      message_id ? std::optional<std::string_view>(*message_id) : std::nullopt);
  message_offset_ = at.offset;
  link_head_ = "{\"kind\":\"link\"," + source_ + offset_ + message_id_ + ",\"part\":\"";
}

void JsonRecords::link(const Link& link, std::string& out) const {
  out += link_head_;
  out += link.part;
  out += "\",\"type\":";
  append_json(out, link.type);
  out += ",\"where\":";
  append_json(out, link.where);
  out += ",\"raw\":";
  const std::size_t raw_begin = out.size();
  append_json(out, link.raw);
  const std::size_t raw_end = out.size();
  append_base(link.base, link.base_from, link.base_part, out);
  out += ",\"status\":\"";
  out += name(link.status);
  out += "\",\"url\":";
  append_json_again(out, link.url, link.raw, raw_begin, raw_end);
  out += ",\"clicked\":";
  append_json_again(out, link.clicked, link.raw, raw_begin, raw_end);
  append_target_and_flags(link, out);
  if (with_text_) {
    out += ",\"text\":";
    append_json_or_null(out, link.text);
  }
  out += "}\n";
}

void JsonRecords::note(const NoteReport& note, std::string& out) const {
  out += "{\"kind\":\"note\",";
  out += source_;
  out += ",\"offset\":";
  append_number(out, message_offset_ + note.offset);
  out += ",\"part\":\"";
  out += note.part;
  out += "\",\"code\":\"";
  out += name(note.code);
  out += "\",\"level\":\"";
  out += name(level(note.code));
  out += "\",\"text\":";
  append_json(out, note.text);
  out += "}\n";
}

void JsonRecords::part(const PartReport& part, std::string& out) const {
  out += "{\"kind\":\"part\",";
  out += source_;
  out += offset_;
  out += message_id_;
  out += ",\"part\":\"";
  out += part.section;
  out += "\",\"type\":";
  append_json(out, part.type);
  out += ",\"depth\":";
  append_number(out, part.depth);
  out += ",\"size\":";
  append_number(out, part.size);
  append_base(part.base, part.base_from, part.base_part, out);
  out += "}\n";
}

void JsonRecords::message(const MessageAt& at, const WalkSummary& summary, std::string& out) const {
  out += "{\"kind\":\"message\",";
  out += source_;
  out += offset_;
  out += message_id_;
  out += ",\"size\":";
  append_number(out, at.bytes.size());
  out += ",\"parts\":";
  append_number(out, summary.parts);
  out += ",\"links\":";
  append_number(out, summary.links);
  out += ",\"notes\":";
  append_number(out, summary.notes);
  out += "}\n";
}

void JsonRecords::problem(const archive::Item& item, std::string& out) {
  out += "{\"kind\":\"problem\",\"source\":";
  append_json(out, *item.source);
  out += ",\"message\":";
  append_number_or_null(out, item.number);
  out += ",\"offset\":";
  append_number(out, item.offset);
  out += ",\"text\":";
  append_json(out, item.problem);
  out += "}\n";
}

void append_flags(Flags flags, std::string_view between, std::string& out) {
  bool first = true;
  for (const Flag flag : flags) {
    if (!first) out += between;
    out += name(flag);
    first = false;
  }
}

void append_text_record(const Link& link, std::string& out, bool with_text) {
  out += link.part;
  out += '\t';
  append_visible(out, link.where);
  out += '\t';
  out += name(link.status);
  out += '\t';
  append_visible(out, link.url.value_or(link.raw));
  if (with_text) {
    out += '\t';
    append_visible(out, link.text.value_or(std::string_view()));
  }
  out += '\n';
}

}  // namespace basewalk::cli

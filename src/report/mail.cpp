// SPDX-License-Identifier: MIT
#include "report/mail.h"

#include "text/ascii.h"
#include "text/enum_table.h"
#include "text/number.h"
#include "text/utf8.h"

namespace basewalk::report {
namespace {

// The enumerator of a name that records have; the first one for any other.
template <class Enum>
Enum named(std::string_view text) {
  for (std::size_t i = 0; i < enumerators<Enum>(); ++i)
    if (name(static_cast<Enum>(i)) == text) return static_cast<Enum>(i);
  return Enum{};
}

Flags flags_of(std::string_view names) {
  Flags flags;
  while (!names.empty()) {
    const std::size_t end = names.find(' ');
    if (const std::optional<Flag> flag = flag_named(names.substr(0, end))) flags.add(*flag);
    if (end == std::string_view::npos) break;
    names.remove_prefix(end + 1);
  }
  return flags;
}

// RFC 3986 4.2: does a relative reference have a host of its own?  Browsers take "\" for "/".
bool names_host(std::string_view raw) {
  raw = ascii::trim(raw);
  return raw.size() >= 2 && (raw[0] == '/' || raw[0] == '\\') && (raw[1] == '/' || raw[1] == '\\');
}

bool is_through_base(const MailLink& link) {
  return link.status == Status::resolved && link.base_from != BaseFrom::none &&
         link.base_from != BaseFrom::retrieval && !link.host.empty() && !names_host(link.raw.text);
}

}  // namespace

Excerpt MailBuilder::excerpt(std::string_view text) {
  Excerpt excerpt;
  excerpt.size = text.size();
  excerpt.text = utf8::cut(text, Excerpt::kLongest);
  if (excerpt.is_cut()) excerpt.sha256 = sha256_.of(text);
  return excerpt;
}

MailBuilder::Whole MailBuilder::add(const Row& row) {
  switch (row.table().letter) {
    case 'l': {
      MailLink link = link_of(row);
      ++mail_.link_count;
      mail_.through_base += link.through_base ? 1 : 0;
      mail_.flags |= link.flags;
      mail_.has_flagged_link = mail_.has_flagged_link || link.is_flagged();
      if (mail_.links.size() < kept_) mail_.links.push_back(std::move(link));
      break;
    }
    case 'p':
      ++mail_.part_count;
      if (mail_.parts.size() < kept_) add_part(row);
      break;
    case 'n':
      if (mail_.notes.size() == kept_) break;
      mail_.notes.push_back({std::string(row.text("part")), std::string(row.text("code")),
                             std::string(row.text("level")), excerpt(row.text("text"))});
      break;
    case 'u':
      if (mail_.unread.size() == kept_) break;
      mail_.unread.push_back({std::string(row.text("part")), std::string(row.text("type")),
                              std::string(row.text("name")), std::string(row.text("why")),
                              excerpt(row.text("text")), row.number("size")});
      break;
    case 'd':
      if (mail_.documents.size() == kept_) break;
      mail_.documents.push_back({std::string(row.text("part")), std::string(row.text("format")),
                                 std::string(row.text("name")),
                                 std::string(row.text("opened_with")), excerpt(row.text("base")),
                                 row.number("size"), row.number("reference_count"),
                                 row.number("parts")});
      break;
    case 'm':
      end_message(row);
      return Whole::mail;
    default:
      problem_ = {std::string(row.text("source")), std::string(row.text("code")),
                  std::string(row.text("text")),   row.number_or_null("number"),
                  row.number("byte_offset"),       row.table().name == "skipped"};
      return Whole::problem;
  }
  return Whole::nothing;
}

MailLink MailBuilder::link_of(const Row& row) {
  MailLink link;
  link.part = row.text("part");
  link.type = row.text("type");
  link.where = row.text("place");
  link.raw = excerpt(row.text("raw"));
  const auto take = [&](std::string_view column, Excerpt& excerpt_of, bool& has) {
    const std::optional<std::string_view> text = row.text_or_null(column);
    has = text.has_value();
    if (has) excerpt_of = excerpt(*text);
  };
  take("base", link.base, link.has_base);
  take("url", link.url, link.has_url);
  take("clicked", link.clicked, link.has_clicked);
  take("text", link.text, link.has_text);
  link.base_from = named<BaseFrom>(row.text("base_from"));
  link.base_part = row.text("base_part");
  link.status = named<Status>(row.text("status"));
  link.target = row.text("target");
  link.flags = flags_of(row.text("flags"));
  if (const std::optional<std::string_view> reading = row.text_or_null("reading"))
    link.reading = named<Doubt>(*reading);
  link.host = row.text("host");
  link.domain = row.text("domain");
  link.byte_offset = row.number_or_null("byte_offset");
  link.line = row.number_or_null("line");
  if (link.has_clicked && (!link.has_url || link.flags.has(Flag::host_differs)))
    link.clicked_host = hosts_.of(row.text("clicked")).host;
  link.through_base = is_through_base(link);
  return link;
}

void MailBuilder::add_part(const Row& row) {
  MailPart part;
  part.section = row.text("part");
  part.type = row.text("type");
  part.file_name = row.text("filename");
  part.disposition = row.text("disposition");
  part.sha256 = row.text("sha256");
  part.depth = text::capped(row.number("depth"));
  part.size = row.number("size");
  part.has_base = row.text_or_null("base").has_value();
  part.base = excerpt(row.text("base"));
  part.base_from = named<BaseFrom>(row.text("base_from"));
  part.base_part = row.text("base_part");
  mail_.parts.push_back(std::move(part));
}

void MailBuilder::end_message(const Row& row) {
  mail_.source = row.text("source");
  mail_.number = row.number_or_null("number");
  mail_.offset = row.number("byte_offset");
  mail_.size = row.number("size");
  if (const std::optional<std::string_view> id = row.text_or_null("message_id"))
    mail_.message_id = std::string(*id);
  mail_.date = row.text("date");
  mail_.received = row.text("received");
  mail_.from = row.text("sender");
  mail_.from_domain = row.text("sender_domain");
  mail_.to_count = row.number("to_count");
  mail_.to_domains = row.text("to_domains");
  mail_.subject = row.text("subject");
  mail_.list_id = row.text("list_id");
  mail_.sha256 = row.text("sha256");
  mail_.verdict = named<Verdict>(row.text("verdict"));
  mail_.other_links = row.number("other_links");
  mail_.unread_count = row.number("unread");
  mail_.note_count = row.number("notes");
}

}  // namespace basewalk::report

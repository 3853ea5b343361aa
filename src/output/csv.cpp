// SPDX-License-Identifier: MIT
#include "output/csv.h"

#include "output/records.h"
#include "text/json.h"

namespace basewalk::cli {
namespace {

void append_column(std::string& out, std::string_view text) {
  out += ',';
  append_csv(out, text);
}

}  // namespace

const std::string_view kCsvHeader =
    "source,message,offset,message_id,part,type,where,raw,base,base_from,base_part,status,url,"
    "clicked,target,flags,text\r\n";

// RFC 4180 2, rules 5 to 7.
void append_csv(std::string& out, std::string_view text) {
  if (text.find_first_of("\",\r\n") == std::string_view::npos) {
    append_utf8(out, text);
    return;
  }
  out += '"';
  for (;;) {
    const std::size_t quote = text.find('"');
    append_utf8(out, text.substr(0, quote));
    if (quote == std::string_view::npos) break;
    out += "\"\"";
    text.remove_prefix(quote + 1);
  }
  out += '"';
}

void CsvRecords::begin(const MessageAt& at, const std::optional<std::string>& message_id) {
  message_.clear();
  append_csv(message_, at.source);
  message_ += ',';
  if (at.number) append_number(message_, *at.number);
  message_ += ',';
  append_number(message_, at.offset);
  append_column(message_, message_id.value_or(""));
}

void CsvRecords::link(const Link& link, std::string& out) const {
  out.append(message_).append(",").append(link.part);
  append_column(out, link.type);
  append_column(out, link.where);
  append_column(out, link.raw);
  append_column(out, link.base.value_or(""));
  out.append(",").append(name(link.base_from)).append(",").append(link.base_part);
  out.append(",").append(name(link.status));
  append_column(out, link.url.value_or(""));
  append_column(out, link.clicked.value_or(""));
  out.append(",").append(link.target.value_or("")).append(",");
  append_flags(link.flags, " ", out);
  append_column(out, with_text_ ? link.text.value_or("") : "");
  out += "\r\n";
}

void CsvRecords::no_links(std::string& out) const {
  out.append(message_).append(",,,,,,,,,,,,,\r\n");
}

}  // namespace basewalk::cli

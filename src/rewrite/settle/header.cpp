// SPDX-License-Identifier: MIT
#include "rewrite/settle/header.h"

#include "basewalk/mime/headers.h"
#include "mime/line/field_name.h"
#include "mime/line/separator.h"
#include "rewrite/splice/bare_cr.h"
#include "text/ascii.h"
#include "text/hex.h"

namespace basewalk::rewrite {
namespace {

// RFC 2045 5.1.
bool is_token(std::string_view text) {
  return mime::is_field_name(text) &&
         text.find_first_of("()<>@,;\\\"/[]?=") == std::string_view::npos;
}

class HeaderEdit {
 public:
  HeaderEdit(const Message& message, std::uint32_t part, const HeaderPlan& plan,
             std::string_view line_end, std::vector<Splice>& splices)
      : message_(message),
        part_(message.parts[part]),
        plan_(plan),
        line_end_(line_end),
        splices_(splices) {}

  bool run() {
    const bool has_end = part_.body.begin > part_.header.end;
    const bool adds = plan_.type || plan_.encoding;
    if (adds && part_.header.empty() && !has_end) return false;
    bool type_stands = false;
    for (std::uint32_t i = part_.first_field; i < part_.fields_end; ++i) {
      const mime::HeaderField& field = message_.fields[i];
      const std::string_view name = message_.name_of(field);
      const bool is_type = ascii::iequals(name, "content-type");
      const bool counts = i == part_.content_type_field;
      if (is_type && counts && plan_.type) {
        std::string bytes = "Content-Type: " + *plan_.type;
        bytes += line_end_;
        splices_.push_back({begin_of_line(field.name.begin), field.end, std::move(bytes)});
        type_stands = true;
        continue;
      }
      // Odd spaces before a name are dropped by some, and make it another one for others.
      const std::size_t line = begin_of_line(field.name.begin);
      const bool is_encoding = ascii::iequals(name, "content-transfer-encoding");
      if ((is_type && !counts && (plan_.one_type || plan_.type)) ||
          (is_encoding && plan_.encoding) || (plan_.lines && is_stray(i, field)))
        splices_.push_back({line, field.name.begin, std::string(kRemoved)});
      else if (plan_.lines && !name.empty())
        trim_name(line, field);
      if (plan_.bare_cr) append_blanks(message_.bytes, field.value.begin, field.end, splices_);
    }
    std::string more;
    if (plan_.type && !type_stands) more.append("Content-Type: ").append(*plan_.type) += line_end_;
    if (plan_.encoding)
      more.append("Content-Transfer-Encoding: ").append(*plan_.encoding) += line_end_;
    const std::string_view header = message_.header_of(part_);
    if (!more.empty() && !header.empty() && header.back() != '\n' && header.back() != '\r')
      more.insert(0, line_end_);
    if (!has_end && (plan_.lines || adds)) more += line_end_;
    if (!more.empty()) splices_.push_back({part_.header.end, part_.header.end, std::move(more)});
    if (plan_.bare_cr) append_blanks(message_.bytes, part_.header.end, part_.body.begin, splices_);
    return true;
  }

 private:
  std::size_t begin_of_line(std::size_t at) const {
    const std::string_view bytes = message_.bytes;
    while (at > part_.header.begin && bytes[at - 1] != '\n' && bytes[at - 1] != '\r') --at;
    return at;
  }

  // Nothing before a field's name, and its colon at once behind it.
  void trim_name(std::size_t line, const mime::HeaderField& field) {
    if (line < field.name.begin) splices_.push_back({line, field.name.begin, {}});
    if (field.name.end + 1 < field.value.begin)
      splices_.push_back({field.name.end, field.value.begin - 1, {}});
  }

  bool is_stray(std::uint32_t index, const mime::HeaderField& field) const {
    const std::string_view name = message_.name_of(field);
    if (!name.empty()) return !mime::is_field_name(name);
    return index != part_.first_field || !mime::is_from_line(message_.value_of(field));
  }

  const Message& message_;
  const mime::Part& part_;
  const HeaderPlan& plan_;
  const std::string_view line_end_;
  std::vector<Splice>& splices_;
};

// RFC 2231 3 and 4, in lines of their own.
void append_sections(std::string_view name, std::string_view value, std::string_view line_end,
                     std::string& out) {
  constexpr std::size_t kInLine = 50;
  std::size_t section = 0;
  std::string piece = "utf-8''";
  const auto flush = [&] {
    out.append(";").append(line_end).append("\t").append(name).append("*");
    out.append(std::to_string(section++)).append("*=").append(piece);
    piece.clear();
  };
  for (const char c : value) {
    const bool plain = ascii::is_alnum(c) || c == '-' || c == '.' || c == '_';
    if (plain)
      piece += c;
    else
      text::append_escape(piece, c);
    if (piece.size() > kInLine) flush();
  }
  if (!piece.empty() || section == 0) flush();
}

void append_parameter(std::string_view name, std::string_view value, std::string_view line_end,
                      std::string& out) {
  constexpr std::size_t kLongest = 60;
  if (!is_token(name)) return;
  const bool plain =
      value.size() <= kLongest &&
      std::all_of(value.begin(), value.end(),
                  [](char c) { return c >= 32 && c < 127 && c != '"' && c != '\\'; }) &&
      value.find("=?") == std::string_view::npos;
  if (!plain) return append_sections(name, value, line_end, out);
  out.append(";").append(line_end).append("\t").append(name).append("=\"");
  out.append(value).append("\"");
}

}  // namespace

bool append_header(const Message& message, std::uint32_t part, const HeaderPlan& plan,
                   std::string_view line_end, std::vector<Splice>& splices) {
  return HeaderEdit(message, part, plan, line_end, splices).run();
}

std::string content_type_of(const Message& message, const mime::Part& part,
                            std::string_view charset, std::string_view boundary,
                            std::string_view line_end) {
  std::string out(part.media_type);
  if (!boundary.empty()) append_parameter("boundary", boundary, line_end, out);
  if (!charset.empty()) append_parameter("charset", charset, line_end, out);
  if (part.content_type_field == mime::kNone) return out;
  std::vector<std::string> seen;
  if (!charset.empty() || !boundary.empty()) seen.emplace_back("charset");
  const mime::ParameterizedValue type =
      mime::parse_parameterized(message.value_of(message.fields[part.content_type_field]));
  // What nobody knows is not worth the risk: a name that some take for another one.
  constexpr std::string_view kKept[] = {"charset",  "name",   "format",    "delsp",
                                        "type",     "start",  "method",    "report-type",
                                        "protocol", "micalg", "start-info"};
  for (const mime::Parameter& each : type.parameters) {
    if (std::find(std::begin(kKept), std::end(kKept), each.name) == std::end(kKept) ||
        std::find(seen.begin(), seen.end(), each.name) != seen.end())
      continue;
    seen.push_back(each.name);
    append_parameter(each.name, each.value, line_end, out);
  }
  return out;
}

}  // namespace basewalk::rewrite

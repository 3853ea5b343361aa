// SPDX-License-Identifier: MIT
#include "rewrite/splice/written_in.h"

#include <algorithm>
#include <cstdint>

#include "mime/charset.h"
#include "rewrite/splice/places.h"
#include "text/ascii.h"
#include "text/hex.h"
#include "text/utf8.h"

namespace basewalk::rewrite {
namespace {

using extract::Markup;
using extract::Syntax;

// One character that the charset may not have.
void append_escape(const utf8::Sequence& next, std::string_view text, extract::Written written,
                   std::string& out) {
  const bool markup = written.markup != Markup::none && written.markup != Markup::raw_text;
  const bool css = written.syntax == Syntax::css_double_quoted ||
                   written.syntax == Syntax::css_single_quoted || written.syntax == Syntax::css_url;
  if (markup) {
    out += "&#x";
    text::append_hex_number(out, next.code_point, text::kUpperHex);
    out += ';';
  } else if (css) {
    out += '\\';
    text::append_hex_number(out, next.code_point, text::kUpperHex);
    out += ' ';
  } else {
    for (const char c : text.substr(0, next.length)) text::append_escape(out, c);
  }
}

}  // namespace

bool append_in(std::string_view reference, extract::Written written, bool unicode,
               std::string& out) {
  const bool bare = written.markup == Markup::none || written.markup == Markup::raw_text;
  const auto is_control = [](char c) { return static_cast<unsigned char>(c) < ' ' || c == 127; };
  if (bare && written.syntax == Syntax::whole &&
      std::any_of(reference.begin(), reference.end(), is_control))
    return false;
  const std::size_t old = out.size();
  if (!extract::append_written(reference, written, out)) return false;
  if (unicode || utf8::is_ascii(std::string_view(out).substr(old))) return true;
  const std::string whole = out.substr(old);
  out.resize(old);
  for (std::string_view rest = whole; !rest.empty();) {
    const utf8::Sequence next = utf8::first(rest);
    if (next.code_point < 0x80)
      out += rest[0];
    else
      append_escape(next, rest, written, out);
    rest.remove_prefix(next.length);
  }
  return true;
}

void append_references(std::string_view markup, std::string& out) {
  constexpr extract::Written kText{Markup::text, Syntax::whole};
  for (std::string_view rest = markup; !rest.empty();) {
    const utf8::Sequence next = utf8::first(rest);
    if (next.code_point < 0x80)
      out += rest[0];
    else
      append_escape(next, rest, kText, out);
    rest.remove_prefix(next.length);
  }
}

TextForm form_of(std::string_view text, std::string_view charset, mime::Encoding encoding) {
  const mime::Charset* const known = mime::find_charset(charset);
  if (known != nullptr && known->kind == mime::CharsetKind::iso_2022_jp) return TextForm::stateful;
  if (!is_unicode(charset)) return TextForm::ascii;
  // A part that is all ASCII may have been declared as such (7bit).
  const bool seven_bits =
      charset == "utf-8" && encoding == mime::Encoding::identity && utf8::is_ascii(text);
  return seven_bits ? TextForm::ascii : TextForm::any;
}

std::optional<Kept::Why> replacement_for(std::string_view reference, const extract::Find& find,
                                         std::string_view text, TextForm form, Replacement& made) {
  made = {find.begin, find.end, {}};
  if (!append_in(reference, find.written, true, made.with)) return Kept::Why::not_writable;
  if (form == TextForm::any || (form == TextForm::ascii && utf8::is_ascii(made.with)))
    return std::nullopt;
  trim(text, made);
  const auto is_inside = [&](std::size_t at) {  // of a character
    return at < text.size() && utf8::is_continuation(text[at]);
  };
  if (!utf8::is_ascii(made.with) || is_inside(made.begin) || is_inside(made.end)) {
    made = {find.begin, find.end, {}};
    append_in(reference, find.written, false, made.with);
  }
  const bool beside = !utf8::is_ascii(text.substr(made.begin, made.end - made.begin));
  if (form == TextForm::stateful && beside) return Kept::Why::charset;
  return std::nullopt;
}

std::string_view separator(std::string_view text, std::size_t begin, std::size_t end) {
  constexpr std::string_view kBlank = " ";
  const std::string_view rest = text.substr(end);
  // A CR ends a line for some readers.
  const auto line_begins = [&](std::size_t at) {
    return at == 0 || text[at - 1] == '\n' || text[at - 1] == '\r';
  };
  // At the beginning of all they say what the charset is (HTML 13.2.3.2).
  constexpr std::string_view kMarks[] = {"<?", {"<\0", 2}, {"\0<", 2}};
  if (begin == 0 && std::ranges::any_of(kMarks, [&](auto each) { return rest.starts_with(each); }))
    return kBlank;
  if (line_begins(begin))
    return rest.starts_with("--") || rest.starts_with("From ") || rest.starts_with('.')
               ? kBlank
               : std::string_view();
  const char before = text[begin - 1];
  // A line that is a dot alone ends a message, to servers that read so.
  if (before == '.' && line_begins(begin - 1) && (rest.starts_with('\r') || rest.starts_with('\n')))
    return kBlank;
  if (before == '>' || ascii::is_space(before)) return {};
  if (end == text.size() || text[end] == '<' || ascii::is_space(text[end])) return {};
  return kBlank;
}

bool skip_end_tag(std::string_view text, std::size_t& end) {
  std::size_t at = end;
  while (at < text.size() && ascii::is_space(text[at])) ++at;
  if (!ascii::istarts_with(text.substr(at), "</base")) return false;
  at += 6;
  while (at < text.size() && ascii::is_space(text[at])) ++at;
  if (at == text.size() || text[at] != '>') return false;
  end = at + 1;
  return true;
}

}  // namespace basewalk::rewrite

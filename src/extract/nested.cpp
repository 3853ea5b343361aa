// SPDX-License-Identifier: MIT
#include "extract/nested.h"

#include <algorithm>
#include <iterator>

#include "basewalk/mime/decode.h"
#include "html/character_references.h"
#include "text/ascii.h"
#include "text/base64.h"
#include "text/data_url.h"
#include "text/find.h"
#include "text/hex.h"
#include "text/utf8.h"

namespace basewalk::extract {

using text::find_any;
using text::find_byte;
using text::kNone;
using text::Offsets;

namespace {

// A URL without what browsers drop from it, up to `most` characters.
std::string cleaned(std::string_view url, std::size_t most) {
  while (!url.empty() && static_cast<unsigned char>(url[0]) <= ' ') url.remove_prefix(1);
  if (url.size() <= most && find_any<'\t', '\n', '\r'>(url, 0) == url.size())
    return std::string(url);
  std::string out;
  for (const char c : url) {
    if (out.size() == most) break;
    if (c != '\t' && c != '\n' && c != '\r') out += c;
  }
  return out;
}

bool has_scheme(std::string_view url, std::string_view scheme) {
  return ascii::istarts_with(cleaned(url, scheme.size()), scheme);
}

// What "\u" means, behind which pos is, and moves (ECMA-262 12.9.4); nothing where that is none.
std::optional<char32_t> unicode_escape(std::string_view script, std::size_t& pos) {
  const bool braces = pos < script.size() && script[pos] == '{';
  if (braces) ++pos;
  const std::size_t digits = pos;
  const char32_t number = text::read_hex(script, pos, braces ? 6 : 4);
  const bool is_one = pos - digits >= (braces ? 1 : 4) && number <= 0x10FFFF;
  if (braces && pos < script.size() && script[pos] == '}') ++pos;
  if (!is_one) return {};
  return number;
}

}  // namespace

std::string base64_decoded(std::string_view text) {
  std::string out;
  text::append_base64_decoded(out, text, text::UrlDigits::always);
  return out;
}

// Escapes and base64 can hold any bytes.
std::string as_utf8(std::string bytes) {
  std::string out;
  for (std::string_view rest = bytes; !rest.empty();) {
    const utf8::Sequence sequence = utf8::first(rest);
    if (sequence.valid)
      out.append(rest.substr(0, sequence.length));
    else
      for (char c : rest.substr(0, sequence.length))
        utf8::append(static_cast<unsigned char>(c), out);
    rest.remove_prefix(sequence.length);
  }
  return out;
}

void decode_script(std::string_view script, std::string& out, Offsets& offsets) {
  const std::size_t start = out.size();
  std::size_t pos = 0;
  while (true) {
    const std::size_t next = find_byte(script, '\\', pos);
    out += script.substr(pos, next - pos);
    if (next + 1 >= script.size()) return;
    pos = next + 2;
    const char c = script[next + 1];
    switch (c) {
      case 'n':
      case 'r':
      case 't':
      case 'v':
      case 'f':
      case 'b':
        out += ' ';  // whichever it is, it ends a URL
        break;
      case '\n':
        break;  // a string goes on in the next line
      case 'x': {
        const std::size_t digits = pos;
        const std::uint32_t number = text::read_hex(script, pos, 2);
        if (pos - digits == 2) utf8::append(number, out);
        break;
      }
      case 'u': {
        const std::optional<char32_t> unit = unicode_escape(script, pos);
        if (!unit) break;
        std::size_t behind = pos + 2;
        if (utf8::is_high_surrogate(*unit) && script.substr(pos).starts_with("\\u"))
          if (const std::optional<char32_t> low = unicode_escape(script, behind);
              low && utf8::is_low_surrogate(*low)) {
            utf8::append(utf8::joined(*unit, *low), out);
            pos = behind;
            break;
          }
        utf8::append_any(*unit, out);
        break;
      }
      default:
        out += c;
    }
    offsets.step(out.size() - start, pos);
  }
}

bool runs_as_script(std::optional<std::string_view> type, std::string_view language) {
  // MIME Sniffing 4.6, and what Windows adds.
  constexpr std::string_view kTypes[] = {"application/ecmascript",
                                         "application/javascript",
                                         "application/x-ecmascript",
                                         "application/x-javascript",
                                         "text/ecmascript",
                                         "text/javascript",
                                         "text/javascript1.0",
                                         "text/javascript1.1",
                                         "text/javascript1.2",
                                         "text/javascript1.3",
                                         "text/javascript1.4",
                                         "text/javascript1.5",
                                         "text/jscript",
                                         "text/livescript",
                                         "text/x-ecmascript",
                                         "text/x-javascript",
                                         "module",
                                         "text/vbscript",
                                         "text/vbs",
                                         "text/jscript.encode",
                                         "text/vbscript.encode"};
  if (type ? type->empty() : language.empty()) return true;
  const std::string name =
      type ? std::string(ascii::trim(*type)) : std::string("text/").append(language);
  return ascii::iis_one_of(kTypes, name);
}

std::optional<std::string> script_of_url(std::string_view url) {
  for (const std::string_view scheme : {"javascript:", "vbscript:"})
    if (has_scheme(url, scheme))
      return as_utf8(text::unescaped(std::string_view(cleaned(url, kNone)).substr(scheme.size())));
  return {};
}

bool does_nothing(std::string_view script) {
  constexpr std::string_view kNothing[] = {"", "void(0)", "void 0"};
  while (script.ends_with(';') || (!script.empty() && ascii::is_space(script.back())))
    script.remove_suffix(1);
  return ascii::is_one_of(kNothing, ascii::trim_left(script));
}

std::optional<NestedData> data_of_url(std::string_view url) {
  struct Type {
    std::string_view name;
    DataKind kind;
    mime::TextKind text = mime::TextKind::plain;
  };
  constexpr Type kTypes[] = {
      {"text/html", DataKind::document, mime::TextKind::html},
      {"text/xml", DataKind::xml, mime::TextKind::xml},
      {"application/xml", DataKind::xml, mime::TextKind::xml},
      {"text/xsl", DataKind::xml, mime::TextKind::xml},
      {"text/css", DataKind::style, mime::TextKind::css},
      {"text/javascript", DataKind::script},
      {"application/javascript", DataKind::script},
      {"application/x-javascript", DataKind::script},
      {"application/ecmascript", DataKind::script},
      {"text/ecmascript", DataKind::script},
  };
  if (!has_scheme(url, text::kDataScheme)) return {};
  const std::string clean = cleaned(url, kNone);
  const std::optional<text::DataUrl> data = text::split_data_url(clean);
  if (!data) return {};
  const Type* const known =
      std::find_if(std::begin(kTypes), std::end(kTypes),
                   [&](const Type& each) { return ascii::iequals(each.name, data->media_type); });
  // Most are pictures.
  const auto decoded = [&](mime::TextKind kind) {
    const std::string bytes = data->bytes();
    mime::CharsetDecoder decoder;
    Notes ignored;
    return std::string(decoder.to_utf8(bytes, data->charset(), kind, {ignored}));
  };
  if (known == std::end(kTypes)) {
    const std::string_view type = data->media_type;
    if (type.size() < 4 || !ascii::iequals(type.substr(type.size() - 4), "+xml")) return {};
    return NestedData{DataKind::xml, decoded(mime::TextKind::xml)};
  }
  if (known->kind == DataKind::script) return NestedData{known->kind, as_utf8(data->bytes())};
  return NestedData{known->kind, decoded(known->text)};
}

bool is_data_url(std::string_view url) { return has_scheme(url, text::kDataScheme); }

std::optional<std::string> sheet_of_url(std::string_view url, bool any_type) {
  if (!is_data_url(url)) return {};
  const std::string clean = cleaned(url, kNone);
  const std::optional<text::DataUrl> data = text::split_data_url(clean);
  if (!data || !(any_type || ascii::iequals(data->media_type, "text/css"))) return {};
  const std::string bytes = data->bytes();
  mime::CharsetDecoder decoder;
  Notes ignored;
  return std::string(decoder.to_utf8(bytes, data->charset(), mime::TextKind::css, {ignored}));
}

}  // namespace basewalk::extract

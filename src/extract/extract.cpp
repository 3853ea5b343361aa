// SPDX-License-Identifier: MIT
//
// Which extractor reads a media type, and those of text and style sheets alone.
#include "basewalk/extract/extract.h"

#include "extract/css.h"
#include "extract/find_visitor.h"
#include "extract/plain.h"
#include "text/ascii.h"

namespace basewalk::extract {

namespace {

// Reports what a scanner finds as it is.
class PlainVisitor final : public FindVisitor {
 public:
  PlainVisitor(std::string_view text, const Options& options, Finds& out)
      : FindVisitor(out), text_(text), options_(options) {}

  bool found(Role role, std::string_view raw, std::uint8_t flags, std::size_t begin,
             std::size_t end) override {
    if (out_.finds.size() >= options_.links) {
      out_.cut = true;
      return false;
    }
    const Syntax syntax = role == Role::text ? Syntax::word : css_syntax(text_, begin);
    out_.finds.push_back(
        {FindKind::reference, flags, 0, raw, {.role = role}, begin, end, {Markup::none, syntax}});
    return true;
  }

 private:
  std::string_view text_;
  const Options& options_;
};

using Extractor = void (*)(std::string_view, const Options&, Finds&);

struct Reader {
  std::string_view media_type;
  Extractor extract;
};

constexpr Reader kReaders[] = {
    {"text/html", extract_html},
    {"text/x-html", extract_html},
    {"text/x-amp-html", extract_html},
    {"text/x-server-parsed-html", extract_html},
    {"text/enriched", extract_text},
    {"text/css", extract_css},
    {"text/calendar", extract_calendar},
    {"text/x-vcalendar", extract_calendar},
    {"application/ics", extract_calendar},
    {"text/vcard", extract_vcard},
    {"text/x-vcard", extract_vcard},
    {"text/directory", extract_vcard},
    {"text/xml", extract_xml},
    {"text/x-opml", extract_xml},
    {"application/xml", extract_xml},
    {"application/rss", extract_xml},
    {"application/calendar+json", extract_text},
};

}  // namespace

void extract_text(std::string_view text, const Options& options, Finds& out) {
  PlainVisitor visitor(text, options, out);
  PlainScanner(options, visitor).scan(text);
}

void extract_css(std::string_view text, const Options& options, Finds& out) {
  PlainVisitor visitor(text, options, out);
  CssScanner(visitor).scan(text);
}

bool extract(std::string_view media_type, std::string_view text, const Options& options,
             Finds& out) {
  for (const Reader& reader : kReaders) {
    if (!ascii::iequals(reader.media_type, media_type)) continue;
    reader.extract(text, options, out);
    return true;
  }
  if (media_type.size() > 4 && ascii::iequals(media_type.substr(media_type.size() - 4), "+xml")) {
    extract_xml(text, options, out);
    return true;
  }
  // message/delivery-status and the other reports are fields.
  if (!ascii::istarts_with(media_type, "text/") && !ascii::istarts_with(media_type, "message/"))
    return false;
  extract_text(text, options, out);
  return true;
}

}  // namespace basewalk::extract

// SPDX-License-Identifier: MIT
//
// Which extractor reads a media type, and those of text and style sheets alone.
#include "basewalk/extract/extract.h"

#include <optional>
#include <string>
#include <vector>

#include "basewalk/note.h"
#include "extract/css/css.h"
#include "extract/find_visitor.h"
#include "extract/marks.h"
#include "extract/nested.h"
#include "extract/plain.h"
#include "text/ascii.h"
#include "text/work.h"

namespace basewalk::extract {

namespace {

// Reports what a scanner finds as it is.
class PlainVisitor : public FindVisitor {
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

 protected:
  ~PlainVisitor() = default;
  std::string_view text_;
  const Options& options_;
};

class TextVisitor final : public PlainVisitor {
  using PlainVisitor::PlainVisitor;
};

// A style sheet of its own, with those that it imports as data: URLs.
class CssVisitor final : public PlainVisitor {
 public:
  using PlainVisitor::PlainVisitor;

  void run() {
    CssScanner scanner(*this);
    bool go_on = scanner.scan(text_);
    if (work::is_spent()) stop_at(out_, scanner.searched());
    for (std::size_t i = 0; go_on && i < imports_.size() && !work::is_spent(); ++i) {
      at_ = imports_[i];
      const std::optional<std::string> sheet = sheet_of_url(at_.url, false);
      if (!sheet) continue;
      bytes_ += at_.url.size();
      work::charge(at_.url.size());
      if (at_.depth >= options_.depth || bytes_ > 8 * text_.size() + 65536) {
        out_.notes.push_back({NoteCode::limit_depth, 0, at_.begin, "@import data:"});
        continue;
      }
      ++at_.depth;
      at_.scope = static_cast<std::uint32_t>(out_.scopes.size());
      out_.scopes.push_back({.outer = 0, .kind = ScopeKind::data});
      // What is found lies in a sheet that is gone when the next is read.
      go_on = scanner.scan(out_.keep(*sheet));
    }
    scanner.settle(options_.links);
  }

  bool found(Role role, std::string_view raw, std::uint8_t flags, std::size_t begin,
             std::size_t end) override {
    if (role == Role::css_import && is_data_url(raw))
      imports_.push_back({raw, at_.depth, at_.depth > 0 ? at_.begin : begin,
                          at_.depth > 0 ? at_.end : end, at_.scope});
    if (at_.depth == 0) return PlainVisitor::found(role, raw, flags, begin, end);
    if (!PlainVisitor::found(role, raw, flags, at_.begin, at_.end)) return false;
    Find& last = out_.finds.back();
    last.scope = at_.scope;
    last.written = {};
    return true;
  }

 private:
  struct Import {
    std::string_view url;
    std::size_t depth = 0;
    std::size_t begin = 0, end = 0;  // in the text that was given
    std::uint32_t scope = 0;
  };
  std::vector<Import> imports_;
  Import at_;  // the one that is read
  std::size_t bytes_ = 0;
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
    {"text/watch-html", extract_html},
    {"text/x-server-parsed-html", extract_html},
    {"text/enriched", extract_enriched},
    {"text/richtext", extract_enriched},
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
  TextVisitor visitor(text, options, out);
  PlainScanner scanner(options, visitor);
  scanner.see_all();
  scanner.scan(text);
  if (work::is_spent()) stop_at(out, scanner.searched());
  out.marks = block_characters(text);
}

void extract_css(std::string_view text, const Options& options, Finds& out) {
  CssVisitor(text, options, out).run();
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

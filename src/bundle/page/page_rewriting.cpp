// SPDX-License-Identifier: MIT
#include "bundle/page/page_rewriting.h"

#include <algorithm>
#include <cstring>
#include <iterator>
#include <optional>
#include <string>
#include <utility>

#include "basewalk/note.h"
#include "bundle/page/markup_rewriting.h"
#include "text/ascii.h"
#include "text/data_url.h"
#include "text/find.h"
#include "text/utf8.h"

namespace basewalk::bundle {
namespace {

// Texts in one another that are rewritten; what lies deeper is left out.
constexpr std::size_t kDeepest = 8;

// How far before a url() its property is looked for.
constexpr std::size_t kPropertyMax = 512;

constexpr std::string_view kGuarded[] = {
    "mask", "-webkit-mask", "shape-outside", "clip-path", "filter", "backdrop-filter", "--"};

std::string_view without_charset_rule(std::string_view css) {
  constexpr std::string_view kRule = "@charset \"";
  if (!css.starts_with(kRule)) return css;
  const std::size_t end = css.find("\";", kRule.size());
  return end == std::string_view::npos || end > 128 ? css : css.substr(end + 2);
}

// URL Standard 4.4: what stands before and within a URL without counting.
std::string scheme_to_browsers(std::string_view url) {
  constexpr std::size_t kLongest = 16;
  std::string scheme;
  for (const char c : url) {
    const bool leads = scheme.empty() && static_cast<unsigned char>(c) <= ' ';
    if (leads || c == '\t' || c == '\n' || c == '\r') continue;
    if (c == ':') return scheme;
    if (scheme.size() == kLongest) break;
    scheme += ascii::to_lower(c);
  }
  return {};
}

std::string type_of_data(std::string_view url) {
  const std::optional<text::DataUrl> data = text::split_data_url(url.substr(0, url.find('#')));
  return data ? ascii::lowered(data->media_type) : std::string();
}

// Of these a browser reads the text another way than that of other XML.
std::string_view type_of_inner(TextForm form, std::string_view written) {
  if (form == TextForm::css) return "text/css";
  if (form == TextForm::html) return "text/html";
  constexpr std::string_view kXml[] = {"application/xhtml+xml", "image/svg+xml", "text/xml"};
  return ascii::is_one_of(kXml, written) ? written : "application/xml";
}

}  // namespace

bool is_import(const extract::Find& find) { return find.place.role == extract::Role::css_import; }

std::string_view property_of(std::string_view css, std::size_t at) {
  const std::size_t from = at > kPropertyMax ? at - kPropertyMax : 0;
  std::string_view before = css.substr(from, at - from);
  const std::size_t declaration = before.find_last_of(";{}");
  if (declaration != std::string_view::npos) before.remove_prefix(declaration + 1);
  before = ascii::trim(before.substr(0, before.find(':')));
  if (before.ends_with("*/")) return {};
  const std::size_t comment = before.rfind("*/");
  if (comment != std::string_view::npos) before = ascii::trim(before.substr(comment + 2));
  return before;
}

bool is_guarded(std::string_view css, std::size_t at) {
  const std::string_view property = property_of(css, at);
  return std::any_of(std::begin(kGuarded), std::end(kGuarded),
                     [&](std::string_view name) { return ascii::istarts_with(property, name); });
}

void PageRewriter::rewrite(const PageText& page, Sink& out) {
  switch (page.form()) {
    case TextForm::html:
    case TextForm::xml:
      MarkupRewriter(*this, page, out).run();
      break;
    case TextForm::css:
      rewrite_css(page, out);
      break;
    default:
      out.write(page.text());
  }
}

// Everything is at hand, so that a font may be waited for: with "optional" a browser decides by the
// clock whether it uses one.
void write_css(std::string_view css, Sink& out) {
  constexpr std::string_view kName = "font-display";
  std::size_t from = 0;
  while (const void* hit = from < css.size() ? ::memmem(css.data() + from, css.size() - from,
                                                        kName.data(), kName.size())
                                             : nullptr) {
    const auto at = static_cast<std::size_t>(static_cast<const char*>(hit) - css.data());
    from = at + kName.size();
    std::string_view rest = ascii::trim_left(css.substr(from));
    if (!rest.starts_with(':')) continue;
    rest = ascii::trim_left(rest.substr(1));
    for (const std::string_view value : {"optional", "fallback"}) {
      if (!ascii::istarts_with(rest, value)) continue;
      const auto begin = static_cast<std::size_t>(rest.data() - css.data());
      out.write(css.substr(0, begin));
      out.write("block");
      css.remove_prefix(begin + value.size());
      from = 0;
      break;
    }
  }
  out.write(css);
}

void PageRewriter::rewrite_css(const PageText& page, Sink& out) {
  const std::string_view text = page.text().substr(0, page.searched());
  const std::string_view rest = without_charset_rule(text);
  if (page.depth() == 0 && !utf8::is_ascii(text)) out.write("@charset \"utf-8\";");
  std::size_t copied = text.size() - rest.size();
  for (const extract::Find& find : page.finds()) {
    if (find.begin < copied || find.end > text.size()) continue;
    write_css(text.substr(copied, find.begin - copied), out);
    reference({page, find, is_import(find) ? Role::style_sheet : Role::resource,
               is_guarded(text, find.begin)},
              out);
    copied = find.end;
  }
  write_css(text.substr(copied), out);
}

bool PageRewriter::is_script_url(const PageReference& reference, std::string_view clicked) const {
  if (keep_scripts_) return false;
  const std::string scheme = scheme_to_browsers(clicked.empty() ? reference.find.raw : clicked);
  // Nobody knows what is in a data: URL that was too much work to read.
  return scheme == "javascript" || scheme == "vbscript" || (clicked.empty() && scheme == "data");
}

bool PageRewriter::may_stay(const PageReference& reference, std::string_view clicked) const {
  if (ascii::istarts_with(clicked, "about:")) return true;
  if (!ascii::istarts_with(clicked, text::kDataScheme)) return false;
  if (keep_scripts_ || reference.role != Role::frame) return true;
  return form_in_frame(type_of_data(clicked)).has_value();
}

std::string_view PageRewriter::nothing_for(const PageReference& reference) {
  if (reference.role != Role::frame) return kNothing;
  const std::string_view element = reference.find.place.element;
  // A picture that is none takes no room, and makes a browser show what stands in the element.  For
  // what it knows no way to show it paints a plugin, where nothing does.
  return element == "object" || element == "embed" ? "data:image/png," : "about:blank";
}

void PageRewriter::write_as_it_was(const PageReference& reference, Sink& out) {
  const extract::Find& find = reference.find;
  out.write(reference.page.text().substr(find.begin, find.end - find.begin));
}

void PageRewriter::write_url(std::string_view url, const PageReference& reference, Sink& out) {
  std::string written;
  if (extract::append_written(url, reference.find.written, written))
    out.write(written);
  else
    out.write(kNothing);
}

// A page is one in a frame; where somebody goes; and where SVG uses something out of it.
bool PageRewriter::write_inner(const PageReference& reference, std::string_view clicked,
                               Sink& out) {
  const bool is_sheet = reference.role == Role::style_sheet;
  const bool may_run = reference.role == Role::link || reference.find.place.element == "use";
  if (reference.role != Role::frame && !is_sheet && !(may_run && !keep_scripts_)) return false;
  const std::string_view url = clicked.substr(0, clicked.find('#'));
  const std::optional<text::DataUrl> data = text::split_data_url(url);
  if (!data) return false;
  const std::string media_type = ascii::lowered(data->media_type);
  const TextForm form =
      is_sheet ? form_of(media_type) : form_in_frame(media_type).value_or(TextForm::plain);
  if (form == TextForm::none || form == TextForm::plain || (form == TextForm::css) != is_sheet)
    return false;
  const PageText& page = reference.page;
  if (page.depth() >= kDeepest || !page.budget().take(url.size())) {
    page.notes().add(NoteCode::limit_depth, page.part(), 0, extract::where(reference.find.place));
    out.write(kNothing);
    return true;
  }
  PageText inner(page.bundle(), page.budget(), page.notes());
  const std::string bytes = data->bytes();
  mime::CharsetDecoder charsets;
  Notes ignored;
  const mime::TextKind kind = form == TextForm::css    ? mime::TextKind::css
                              : form == TextForm::html ? mime::TextKind::html
                                                       : mime::TextKind::xml;
  inner.read_data(std::string(charsets.to_utf8(bytes, data->charset(), kind, {ignored})), form,
                  page);
  out.write(text::kDataScheme);
  out.write(type_of_inner(form, media_type));
  out.write(";charset=utf-8;base64,");
  Base64Sink encoded(out);
  BufferedSink buffered(encoded);
  rewrite(inner, buffered);
  buffered.flush();
  encoded.finish();
  return true;
}

}  // namespace basewalk::bundle

// SPDX-License-Identifier: MIT
#include "bundle/page/shown_markup.h"

#include <algorithm>
#include <bitset>
#include <vector>

#include "bundle/page/quiet_css.h"
#include "bundle/page/shown_names.h"
#include "html/values.h"
#include "text/ascii.h"
#include "text/find.h"
#include "text/references.h"
#include "text/utf8.h"

namespace basewalk::bundle {

using extract::Find;
using html::Attribute;
using html::Element;
using html::Space;
using html::TagAttribute;
using html::Token;
using html::TokenKind;

const std::string_view kShownHead =
    "<!DOCTYPE html><meta charset=\"utf-8\">"
    "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; img-src data:; "
    "font-src data:; media-src data:; style-src 'unsafe-inline'\">"
    "<style>@layer{a[data-link]::after{all:initial!important;content:attr(data-link)!important;"
    "font:bold 11px/1.3 sans-serif!important;color:#fff!important;background:#246!important;"
    "border-radius:3px!important;padding:0 3px!important;margin:0 2px!important}"
    "img[src^=\"data:image/svg+xml,\"]{object-fit:none!important;object-position:0 0!important;"
    "background:#eee!important}}</style>\n";

namespace {

// Held apart, with what they hold: programs, what nobody sees, and what would be read as markup.
constexpr std::string_view kSkipped[] = {"script", "template", "title", "noembed", "noframes"};
constexpr std::string_view kSkippedForeign[] = {"script", "style", "title", "desc"};
// Only their tags are left out, and it is told.
constexpr std::string_view kActive[] = {"form",        "object", "embed",  "applet",
                                        "fencedframe", "portal", "canvas", "frameset"};

template <class Take>
bool any_word(std::string_view text, const Take& take) {
  return !html::for_each_word(text, false, [&](std::string_view word) { return !take(word); });
}

std::string without_nul(std::string text) {
  std::erase(text, '\0');
  return text;
}

bool is_frame(Element element) { return element == Element::iframe || element == Element::frame; }

bool is_void(Element element) { return html::has_trait(element, html::kVoid); }

}  // namespace

void write_link_number(std::size_t number, Sink& out) {
  if (number == 0) {
    out.write(" href=\"about:srcdoc#\"");
    return;
  }
  const std::string digits = std::to_string(number);
  out.write(" href=\"about:srcdoc#" + digits + "\" data-link=\"" + digits + "\"");
}

void write_as_text(std::string_view text, Sink& out) {
  std::string escaped;
  text::append_escaped(text, escaped);
  out.write(escaped);
}

ShownMarkup::ShownMarkup(ShownLoads& loads, const PageText& page, Sink& out)
    : loads_(loads),
      page_(page),
      text_(page.text()),
      out_(out),
      reader_(text_, html::Reader::Kind::html, html::Tokenizer::Keep::all) {}

void ShownMarkup::run() {
  out_.write(kShownHead);
  while (true) {
    const Token& next = reader_.next();
    switch (next.kind) {
      case TokenKind::end_of_text:
        return;
      case TokenKind::text:
        text(next);
        break;
      case TokenKind::start_tag:
        // Of one that never ends a browser makes nothing (13.2.5).
        if (!next.unterminated) start_tag(next);
        break;
      case TokenKind::end_tag:
        if (!next.unterminated) end_tag(next);
        break;
      default:
        break;
    }
  }
}

// --- What is left out with what it holds

void ShownMarkup::skip_from(const Token& token, Space space) {
  if (space == Space::html ? reader_.fate() == html::Tree::Fate::dropped : token.self_closing)
    return;
  skipped_ = token.text;
  skipped_depth_ = 1;
  skips_foreign_ = space != Space::html;
}

// Does a start tag within what is left out end that?  One that breaks out of a drawing does
// (13.2.6.5), and what follows is shown.
bool ShownMarkup::ends_skipping(const Token& token) {
  const Space space = reader_.opened().space;
  if (skips_foreign_ && space == Space::html && !ascii::iequals(skipped_, "title") &&
      !ascii::iequals(skipped_, "desc")) {
    skipped_.clear();
    return true;
  }
  const bool childless = token.self_closing && space != Space::html;
  if (!childless && ascii::iequals(token.text, skipped_)) ++skipped_depth_;
  return false;
}

// --- Tags

void ShownMarkup::start_tag(const Token& token) {
  if (is_skipping() && !ends_skipping(token)) return;
  const Space space = reader_.opened().space;
  const Element element = reader_.opened().element;
  if (space != Space::html) {
    foreign(token);
  } else if (ascii::iis_one_of(kSkipped, token.text)) {
    if (element == Element::script) loads_.removed();
    skip_from(token, space);
  } else if (element == Element::style) {
    style(token);
  } else if (element == Element::link) {
    link();
  } else if (is_frame(element)) {
    frame(token);
  } else if (ascii::iis_one_of(kActive, token.text)) {
    loads_.removed();
    for (const std::string_view name : {"action", "data", "src"})
      put_number(find_in(find_attribute(name)));
  } else if (element == Element::image) {
    this->element("img");  // 13.2.6.4.7
  } else if (element == Element::xmp || element == Element::listing ||
             element == Element::plaintext) {
    this->element("pre");
  } else if (element == Element::source) {
    sources(element);
  } else if (const std::size_t known = kShownElements.find(token.text)) {
    this->element(kShownElements.name(known));
  }
}

void ShownMarkup::end_tag(const Token& token) {
  if (is_skipping()) {
    if (ascii::iequals(token.text, skipped_) && --skipped_depth_ == 0) skipped_.clear();
    return;
  }
  std::string_view name = kShownElements.name(kShownElements.find(token.text));
  if (token.element == Element::xmp || token.element == Element::listing) name = "pre";
  if (name.empty() || is_void(token.element)) return;
  out_.write("</");
  out_.write(name);
  out_.write(">");
}

// Of drawings and formulas the words stay, and the links around them.
void ShownMarkup::foreign(const Token& token) {
  const Element element = reader_.opened().element;
  const Space space = reader_.opened().space;
  if (ascii::iis_one_of(kSkippedForeign, token.text)) {
    if (ascii::iequals(token.text, "script")) loads_.removed();
    skip_from(token, space);
  } else if (element == Element::svg) {
    loads_.removed();
  } else if (element == Element::a && !token.self_closing) {
    const Find* link = find_in(find_attribute("href"));
    if (link == nullptr) link = find_in(find_attribute("xlink:href"));
    out_.write("<a");
    put_link(link);
    out_.write(">");
  }
}

// Attributes of the tag at hand, as they may be written.
std::string ShownMarkup::kept(std::initializer_list<std::string_view> names) const {
  std::string out;
  for (const std::string_view name : names) {
    const TagAttribute* const attribute = find_attribute(name);
    if (attribute == nullptr) continue;
    out.append(" ").append(name).append("=\"");
    text::append_escaped(without_nul(extract::attribute_value(attribute->value)), out);
    out += '"';
  }
  return out;
}

// A sheet of the bundle becomes a style element; every other link goes.
void ShownMarkup::link() {
  const std::string rel = value_of("rel");
  const auto has = [&](std::string_view wanted) {
    return any_word(rel, [&](std::string_view word) { return ascii::iequals(word, wanted); });
  };
  if (!has("stylesheet") || has("alternate") || find_attribute("disabled") != nullptr) return;
  const std::string type = value_of("type");
  if (!type.empty() && !ascii::iequals(ascii::trim(type), "text/css")) return;
  const Find* const find = find_in(find_attribute("href"));
  if (find == nullptr) return;
  const std::string open_tag = "<style" + kept({"media"}) + ">";
  loads_.style_sheet({page_, *find, Role::style_sheet}, open_tag, out_);
}

void ShownMarkup::style(const Token& token) {
  const std::string type = value_of("type");
  if (reader_.fate() == html::Tree::Fate::dropped) return;
  if (!type.empty() && !ascii::iequals(type, "text/css")) return skip_from(token, Space::html);
  const std::string open_tag = "<style" + kept({"media"}) + ">";
  const std::size_t end = std::min(reader_.end_of_raw_text("style"), page_.searched());
  loads_.imports(page_, finds_in(token.end, end), open_tag, out_);
  out_.write(open_tag);
  put_css(token.end, end, false, out_);
  out_.write("</style>");
  skip_from(token, Space::html);
}

void ShownMarkup::frame(const Token& token) {
  const Element element = reader_.opened().element;
  const TagAttribute* const srcdoc = find_attribute("srcdoc");
  const Find* const find = find_in(find_attribute("src"));
  const std::string open_tag = "<iframe" + kept({"width", "height", "frameborder", "title"});
  bool shown = false;
  if (srcdoc != nullptr && element == Element::iframe)
    shown = loads_.srcdoc(page_, extract::attribute_value(srcdoc->value), open_tag, out_);
  else if (find != nullptr)
    shown = loads_.frame({page_, *find, Role::frame}, open_tag, out_);
  if (shown)
    out_.write("></iframe>");
  else
    put_number(find);
  if (element == Element::iframe) skip_from(token, Space::html);
}

void ShownMarkup::element(std::string_view name) {
  const Element element = reader_.opened().element;
  if (element == Element::button || element == Element::input)
    put_number(find_in(find_attribute("formaction")));
  out_.write("<");
  out_.write(name);
  attributes(element);
  sources(element);
  out_.write(">");
}

// --- Attributes

void ShownMarkup::attributes(Element element) {
  std::bitset<kShownAttributeNames.size()> seen;
  bool has_style = false;
  for (const TagAttribute& each : reader_.attributes()) {
    if (const std::size_t known = kShownAttributes.find(each.name)) {
      // Of two of a name the first counts (13.2.5.33).
      if (seen.test(known)) continue;
      seen.set(known);
      out_.write(" ");
      out_.write(kShownAttributes.name(known));
      put_value(each.value);
    } else if (each.id == Attribute::style && !has_style) {
      has_style = true;
      const std::size_t begin = place_of(each.value);
      if (begin + each.value.size() > page_.searched()) continue;
      out_.write(" style=\"");
      AttributeSink escaped(out_);
      put_css(begin, begin + each.value.size(), true, escaped);
      out_.write("\"");
    }
  }
  if (element == Element::input) {
    const std::string type = ascii::lowered(value_of("type"));
    if (ascii::is_one_of(kShownInputs, type)) out_.write(" type=\"" + type + "\"");
  }
}

// What an element leads to and loads.
void ShownMarkup::sources(Element element) {
  const auto with = [&](std::string_view attribute, std::string_view name) {
    const Find* const find = find_in(find_attribute(attribute));
    if (find == nullptr) return;
    StringSink url;
    if (!loads_.media({page_, *find, Role::resource}, url)) return;
    out_.write(" ");
    out_.write(name);
    out_.write("=\"");
    out_.write(url.text());
    out_.write("\"");
  };
  switch (element) {
    case Element::a:
    case Element::area:
      if (find_attribute("href") != nullptr) put_link(find_in(find_attribute("href")));
      break;
    case Element::input:
      if (!ascii::iequals(value_of("type"), "image")) break;
      [[fallthrough]];
    case Element::img:
    case Element::image: {
      std::vector<const Find*> candidates;
      if (const Find* const src = find_in(find_attribute("src"))) candidates.push_back(src);
      if (const TagAttribute* const set = find_attribute("srcset")) {
        const std::size_t begin = place_of(set->value);
        for (const Find& find : finds_in(begin, begin + set->value.size()))
          candidates.push_back(&find);
      }
      if (!candidates.empty()) {
        out_.write(" src=\"");
        loads_.picture(page_, candidates, out_);
        out_.write("\"");
      }
      const std::string map = value_of("usemap");
      if (map.starts_with('#')) {
        out_.write(" usemap=\"");
        write_as_text(map, out_);
        out_.write("\"");
      }
      break;
    }
    case Element::video:
      with("poster", "poster");
      [[fallthrough]];
    case Element::audio:
      out_.write(" controls");
      with("src", "src");
      break;
    case Element::source: {
      const Find* const find = find_in(find_attribute("src"));
      StringSink url;
      if (find == nullptr || !loads_.media({page_, *find, Role::resource}, url)) break;
      out_.write("<source src=\"");
      out_.write(url.text());
      out_.write("\">");
      break;
    }
    case Element::body:
    case Element::table:
    case Element::tbody:
    case Element::thead:
    case Element::tfoot:
    case Element::tr:
    case Element::td:
    case Element::th:
      with("background", "background");
      break;
    default:
      break;
  }
}

void ShownMarkup::put_link(const Find* find) {
  write_link_number(find == nullptr ? 0 : loads_.number(page_, *find), out_);
}

// For what is not there itself.
void ShownMarkup::put_number(const Find* find) {
  const std::size_t number = find == nullptr ? 0 : loads_.number(page_, *find);
  if (number == 0) return;
  out_.write("<a");
  write_link_number(number, out_);
  out_.write("></a>");
}

// A value as it was written, within quotes whatever it was in before.
void ShownMarkup::put_value(std::string_view written) {
  out_.write("=\"");
  while (true) {
    const std::size_t special = text::find_any<'"', '<', '>', '\0'>(written, 0);
    out_.write(written.substr(0, special));
    if (special == written.size()) break;
    const char c = written[special];
    out_.write(c == '\0' ? utf8::kReplacementText : text::reference_of(c));
    written.remove_prefix(special + 1);
  }
  out_.write("\"");
}

// --- CSS and text

// Each piece is decoded by itself: no character reference goes on in a reference to something.
void ShownMarkup::put_css(std::size_t begin, std::size_t end, bool in_attribute, Sink& out) {
  QuietCss quiet(out);
  const auto piece = [&](std::size_t from, std::size_t to) {
    const std::string_view written = text_.substr(from, to - from);
    if (in_attribute)
      quiet.write(extract::attribute_value(written));
    else
      write_css(written, quiet);
  };
  std::size_t copied = begin;
  for (const Find& find : finds_in(begin, end)) {
    if (find.begin < copied || find.begin == find.end) continue;
    if (find.end > end) break;
    piece(copied, find.begin);
    PageReference reference{page_, find, is_import(find) ? Role::style_sheet : Role::resource};
    reference.guarded = is_guarded(text_.substr(begin), find.begin - begin);
    loads_.in_css(reference, quiet);
    copied = find.end;
  }
  piece(copied, end);
}

void ShownMarkup::text(const Token& token) {
  if (is_skipping()) return;
  const bool has_references =
      token.state == html::TextState::data || token.state == html::TextState::rcdata;
  std::size_t copied = token.begin;
  if (token.state == html::TextState::data && page_.depth() == 0) {
    for (const Find& find : finds_in(token.begin, token.end)) {
      if (find.begin < copied || find.end > token.end || find.place.role != extract::Role::text ||
          (find.flags & extract::kInLink) != 0)
        continue;
      const std::size_t number = loads_.number(page_, find);
      if (number == 0) continue;
      put_text(text_.substr(copied, find.begin - copied), true);
      out_.write("<a");
      write_link_number(number, out_);
      out_.write(">");
      put_text(text_.substr(find.begin, find.end - find.begin), true);
      out_.write("</a>");
      copied = find.end;
    }
  }
  put_text(text_.substr(copied, token.end - copied), has_references);
}

void ShownMarkup::put_text(std::string_view written, bool has_references) {
  while (true) {
    const std::size_t special = has_references ? text::find_any<'<', '>', '\0'>(written, 0)
                                               : text::find_any<'<', '>', '&', '\0'>(written, 0);
    out_.write(written.substr(0, special));
    if (special == written.size()) return;
    // NUL is no text (13.2.6.4.7), and nothing is written for it.
    out_.write(text::reference_of(written[special]));
    written.remove_prefix(special + 1);
  }
}

// --- Looking up

const TagAttribute* ShownMarkup::find_attribute(std::string_view name) const {
  for (const TagAttribute& attribute : reader_.attributes())
    if (ascii::iequals(attribute.name, name)) return &attribute;
  return nullptr;
}

std::string ShownMarkup::value_of(std::string_view name) const {
  const TagAttribute* const attribute = find_attribute(name);
  return attribute == nullptr ? std::string() : extract::attribute_value(attribute->value);
}

std::span<const Find> ShownMarkup::finds_in(std::size_t begin, std::size_t end) const {
  const std::vector<Find>& finds = page_.finds();
  const auto before = [](const Find& find, std::size_t place) { return find.begin < place; };
  const auto first = std::lower_bound(finds.begin(), finds.end(), begin, before);
  const auto last = std::lower_bound(first, finds.end(), end, before);
  return {first, last};
}

const Find* ShownMarkup::find_in(const TagAttribute* attribute) const {
  if (attribute == nullptr) return nullptr;
  const std::size_t begin = place_of(attribute->value);
  const std::span<const Find> finds = finds_in(begin, begin + attribute->value.size());
  return finds.empty() || finds.front().begin == finds.front().end ? nullptr : &finds.front();
}

}  // namespace basewalk::bundle

// SPDX-License-Identifier: MIT
#include "bundle/page/markup_rewriting.h"

#include <algorithm>

#include "basewalk/extract/written.h"
#include "basewalk/note.h"
#include "html/values.h"
#include "text/ascii.h"
#include "text/number.h"
#include "text/references.h"

namespace basewalk::bundle {

using extract::Find;
using html::Attribute;
using html::Element;
using html::Reader;
using html::Space;
using html::TagAttribute;
using html::Token;
using html::TokenKind;

namespace {

constexpr std::size_t kDeepest = 8;
// WHATWG HTML 4.2.5.4: a charset counts within the first 1024 bytes.
constexpr std::size_t kCharsetWithin = 960;

// Links that make a browser open connections or fetch what the page does not show.
constexpr std::string_view kHints[] = {"preload",
                                       "modulepreload",
                                       "prefetch",
                                       "preconnect",
                                       "dns-prefetch",
                                       "prerender",
                                       "manifest",
                                       "import",
                                       "subresource",
                                       "search",
                                       "compression-dictionary",
                                       "serviceworker",
                                       "pingback"};
constexpr std::string_view kIcons[] = {
    "icon",      "apple-touch-icon", "apple-touch-icon-precomposed", "apple-touch-startup-image",
    "mask-icon", "fluid-icon"};
// What the programs of Microsoft Office link to beside a page: files that are the page's own.  Not
// their Original-File: that is the document which the page was made of.
constexpr std::string_view kOfficeFiles[] = {
    "file-list", "main-file",          "edit-time-data", "ole-object-data", "preview",
    "themedata", "colorschememapping", "datastoreitem",  "presentation-xml"};
// Names and meanings, no addresses.
constexpr bool is_identifier(Attribute attribute) {
  return attribute == Attribute::itemid || attribute == Attribute::itemtype ||
         attribute == Attribute::profile || attribute == Attribute::definitionurl ||
         attribute == Attribute::rdf_about || attribute == Attribute::rdf_resource;
}

// Calls `take` for each word between white space; ends where that gives true.
template <class Take>
bool any_word(std::string_view text, const Take& take) {
  return !html::for_each_word(text, false, [&](std::string_view word) { return !take(word); });
}

// Does an animation of an attribute with that name, in whatever namespace, change where something
// leads, or what runs?
bool names_reference(std::string_view name) {
  name = ascii::trim(name);
  if (const std::size_t colon = name.rfind(':'); colon != std::string_view::npos)
    name.remove_prefix(colon + 1);
  if (html::holds_script(name) || ascii::iequals(name, "srcdoc")) return true;
  const html::Holds holds = html::kAttributeHolds[html::kAttributes.find(name)];
  return holds != html::Holds::nothing && holds != html::Holds::declarations;
}

bool is_blank_text(std::string_view text) {
  return std::all_of(text.begin(), text.end(), ascii::is_space);
}

}  // namespace

MarkupRewriter::MarkupRewriter(PageRewriter& owner, const PageText& page, Sink& out)
    : owner_(owner),
      page_(page),
      text_(page.text()),
      out_(out),
      xml_(page.form() == TextForm::xml),
      reader_(text_, xml_ ? Reader::Kind::xml : Reader::Kind::html, html::Tokenizer::Keep::all) {}

void MarkupRewriter::run() {
  if (page_.depth() == 0) {
    if (!xml_) prepare_head();
    if (xml_ && !owner_.policy_.empty()) near_ = Near::root;
  }
  while (true) {
    const Token& next = reader_.next();
    if (next.kind == TokenKind::end_of_text) break;
    if (head_ != std::string_view::npos && next.begin >= head_) {
      copy_to(head_);
      put("<meta charset=\"utf-8\">");
      if (!owner_.policy_.empty()) {
        put("<meta");
        put_policy("\">");
      }
      head_ = std::string_view::npos;
    }
    if (near_ != Near::done) put_policy_into_xml(next);
    token(next);
  }
  if (left_out_.empty()) copy_to(text_.size());
}

void MarkupRewriter::put_policy(std::string_view end) {
  put(" http-equiv=\"Content-Security-Policy\" content=\"");
  put(owner_.policy_);
  put(end);
}

// First in the head; where the root has another child first, in a head of its own before that.  A
// browser takes it nowhere else, and no document of another root has such a place.
void MarkupRewriter::put_policy_into_xml(const Token& next) {
  const auto is_open = [&](Element element) {
    return next.kind == TokenKind::start_tag && !next.self_closing &&
           reader_.opened().space == html::Space::html && reader_.opened().element == element;
  };
  constexpr std::string_view kSpace = " xmlns=\"http://www.w3.org/1999/xhtml\"";
  const bool is_passed = next.kind == TokenKind::comment || next.kind == TokenKind::doctype ||
                         (next.kind == TokenKind::text && is_blank_text(next.text));
  if (near_ == Near::root) {
    if (is_passed) return;
    near_ = is_open(Element::html) ? Near::first_child : Near::done;
    head_end_ = next.end;
    return;
  }
  if (near_ == Near::first_child) {
    // What an instruction refers to is edited where it stands.
    if (is_passed && !next.text.starts_with('?')) return;
    if (is_open(Element::head)) {
      near_ = Near::in_head;
      head_end_ = next.end;
      return;
    }
  }
  copy_to(head_end_);
  const bool needs_head = near_ == Near::first_child;
  if (needs_head) put("<head"), put(kSpace), put(">");
  put("<meta");
  put(kSpace);
  put_policy(needs_head ? "\"/></head>" : "\"/>");
  near_ = Near::done;
}

void MarkupRewriter::copy_to(std::size_t place) {
  if (place <= copied_) return;
  out_.write(text_.substr(copied_, place - copied_));
  copied_ = place;
}

void MarkupRewriter::leave_out(std::size_t begin, std::size_t end) {
  copy_to(begin);
  leave_out_to(end);
}

// Where the charset and the policy go: as early as a browser takes them, but behind what decides
// how it reads the rest (the doctype) and the attributes of html and head.
void MarkupRewriter::prepare_head() {
  html::Tokenizer tokens(text_);
  head_ = 0;
  while (true) {
    const Token& next = tokens.next();
    if (next.unterminated || next.begin > kCharsetWithin) break;
    if (next.kind == TokenKind::comment) continue;
    if (next.kind == TokenKind::text && is_blank_text(next.text)) continue;
    const bool html = next.kind == TokenKind::start_tag && next.element == Element::html;
    const bool head = next.kind == TokenKind::start_tag && next.element == Element::head;
    if (next.kind != TokenKind::doctype && !html && !head) break;
    head_ = next.end;
    if (head) break;
  }
  // Behind that a byte order mark says it.
  if (head_ > kCharsetWithin) put("\xEF\xBB\xBF");
}

void MarkupRewriter::token(const Token& token) {
  switch (token.kind) {
    case TokenKind::text:
      text(token);
      break;
    case TokenKind::start_tag:
      start_tag(token);
      break;
    case TokenKind::end_tag:
      end_tag(token);
      break;
    case TokenKind::comment:
      comment(token);
      break;
    default:
      break;
  }
  if (!left_out_.empty()) leave_out_to(token.end);
}

void MarkupRewriter::start_tag(const Token& token) {
  if (token.unterminated) {  // no tag to a browser (13.2.5)
    leave_out(token.begin, text_.size());
    return;
  }
  Tag tag{token, reader_.opened().element, reader_.opened().space, Role::link};
  const bool childless = token.self_closing && (xml_ || tag.space != Space::html);
  if (!left_out_.empty()) {
    if (!childless && ascii::iequals(token.text, left_out_)) ++left_out_depth_;
  } else if (!owner_.keep_scripts_ && tag.element == Element::script &&
             reader_.fate() == html::Tree::Fate::dropped) {
    leave_out(token.begin, token.end);
  } else if (!owner_.keep_scripts_ && tag.element == Element::script &&
             (tag.space == Space::html || tag.space == Space::svg)) {
    leave_out(token.begin, token.end);
    if (!childless) {
      left_out_ = token.text;
      left_out_depth_ = 1;
    }
  } else if (!owner_.keep_scripts_ && ascii::iequals(token.text, "noscript")) {
    leave_out(token.begin, token.end);  // what it holds is what a page without scripts shows
  } else if (tag.element == Element::meta && tag.space == Space::html && is_meta_left_out()) {
    leave_out(token.begin, token.end);
  } else if (tag.element == Element::link && tag.space == Space::html && link_is_left_out(tag) &&
             !owner_.changes_charset_only()) {
    leave_out(token.begin, token.end);
  } else if (tag.href != Role::style_sheet || owner_.changes_charset_only() ||
             !link_becomes_style(tag)) {
    attributes(tag);
  }
}

void MarkupRewriter::end_tag(const Token& token) {
  if (!left_out_.empty()) {
    leave_out_to(token.end);
    if (ascii::iequals(token.text, left_out_) && --left_out_depth_ == 0) left_out_.clear();
  } else if (!owner_.keep_scripts_ && ascii::iequals(token.text, "noscript")) {
    leave_out(token.begin, token.end);
  }
}

void MarkupRewriter::text(const Token& token) {
  if (!left_out_.empty()) return;
  if (reader_.content_of(token).element != Element::style) return;
  if (token.end > page_.searched() || holds_pieces(token.begin, token.end))
    leave_out(token.begin, token.end);
  else
    put_finds(token.begin, token.end, Role::resource, true, true);
}

// Is there a reference in a stretch that goes on outside of it: in a style of SVG whose texts are
// one sheet, with other nodes between them?
bool MarkupRewriter::holds_pieces(std::size_t begin, std::size_t end) const {
  const std::span<const Find> within = finds_in(begin, end);
  const std::vector<Find>& finds = page_.finds();
  const auto first = static_cast<std::size_t>(within.data() - finds.data());
  if (!finds.empty() && first > 0 && finds[first - 1].end > begin) return true;
  return std::any_of(within.begin(), within.end(),
                     [&](const Find& find) { return find.end > end; });
}

// One in XSL makes another document of the one at hand, with scripts that stood nowhere before.
bool MarkupRewriter::is_sheet_of_css() const {
  return std::all_of(reader_.attributes().begin(), reader_.attributes().end(),
                     [](const TagAttribute& pseudo) {
                       return pseudo.id != Attribute::type ||
                              ascii::iequals(extract::attribute_value(pseudo.value), "text/css");
                     });
}

// Of comments only those are read that are instructions of XML.
void MarkupRewriter::comment(const Token& token) {
  if (!left_out_.empty() || !token.text.starts_with('?')) return;
  if (token.text.starts_with("?xml-stylesheet")) {
    if (xml_ && !owner_.keep_scripts_ && !is_sheet_of_css()) {
      leave_out(token.begin, token.end);
      return;
    }
    // One in XSL is a document, and no sheet of CSS.
    const bool xsl = token.text.find("xsl") != std::string_view::npos &&
                     token.text.find("text/css") == std::string_view::npos;
    put_finds(token.begin, token.end, xsl ? Role::frame : Role::style_sheet, false);
  } else if (token.text.starts_with("?xml ")) {
    const std::size_t name = token.text.find("encoding");
    if (name == std::string_view::npos) return;
    const std::size_t open = token.text.find_first_of("\"'", name);
    if (open == std::string_view::npos) return;
    const std::size_t close = token.text.find(token.text[open], open + 1);
    if (close == std::string_view::npos) return;
    copy_to(place_of(token.text) + open + 1);
    put("UTF-8");
    leave_out_to(place_of(token.text) + close);
  }
}

std::size_t MarkupRewriter::end_of(const TagAttribute& attribute) const {
  const std::size_t begin = place_of(attribute.value);
  const std::size_t end = begin + attribute.value.size();
  if (begin == place_of(attribute.name) + attribute.name.size()) return end;  // no value
  const char before = text_[begin - 1];
  return (before == '"' || before == '\'') && end < text_.size() && text_[end] == before ? end + 1
                                                                                         : end;
}

const TagAttribute* MarkupRewriter::find_attribute(std::string_view name) const {
  for (const TagAttribute& attribute : reader_.attributes())
    if (ascii::iequals(attribute.name, name)) return &attribute;
  return nullptr;
}

std::string MarkupRewriter::value_of(std::string_view name) const {
  const TagAttribute* const attribute = find_attribute(name);
  return attribute == nullptr ? std::string() : extract::attribute_value(attribute->value);
}

std::span<const Find> MarkupRewriter::finds_in(std::size_t begin, std::size_t end) const {
  const std::vector<Find>& finds = page_.finds();
  const auto before = [](const Find& find, std::size_t place) { return find.begin < place; };
  const auto first = std::lower_bound(finds.begin(), finds.end(), begin, before);
  auto last = first;
  while (last != finds.end() && last->begin < end) ++last;
  return {first, last};
}

const Find* MarkupRewriter::find_in(const TagAttribute& attribute) const {
  const std::size_t begin = place_of(attribute.value);
  const std::span<const Find> finds = finds_in(begin, begin + attribute.value.size());
  return finds.empty() || finds.front().begin == finds.front().end ? nullptr : &finds.front();
}

void MarkupRewriter::put_finds(std::size_t begin, std::size_t end, Role role, bool css, bool style,
                               bool of_office) {
  if (style) copy_to(begin);
  for (const Find& find : finds_in(begin, end)) {
    if (find.begin < copied_ || find.begin == find.end || find.end > end) continue;
    if ((find.flags & extract::kNested) != 0 || find.written.syntax == extract::Syntax::fixed)
      continue;
    if (style && find.begin > copied_) {
      write_css(text_.substr(copied_, find.begin - copied_), out_);
      leave_out_to(find.begin);
    }
    copy_to(find.begin);
    PageReference reference{page_, find, role};
    reference.of_office = of_office;
    if (css) {
      reference.role = is_import(find) ? Role::style_sheet : Role::resource;
      reference.guarded = is_guarded(text_.substr(begin), find.begin - begin);
    }
    owner_.reference(reference, out_);
    leave_out_to(find.end);
  }
  if (style && end > copied_) {
    write_css(text_.substr(copied_, end - copied_), out_);
    leave_out_to(end);
  }
}

bool MarkupRewriter::is_meta_left_out() const {
  if (find_attribute("charset") != nullptr) return true;
  const std::string equiv = value_of("http-equiv");
  if (equiv.empty()) return false;
  if (ascii::iequals(equiv, "refresh")) {
    if (owner_.changes_charset_only()) return false;
    if (!owner_.may_refresh()) return true;
    // A page that leads to another page of the bundle still does.
    const TagAttribute* const content = find_attribute("content");
    const Find* const find = content == nullptr ? nullptr : find_in(*content);
    return find == nullptr || !page_.meaning_of(*find).part;
  }
  return ascii::iequals(equiv, "content-type") || ascii::iequals(equiv, "set-cookie") ||
         ascii::iequals(equiv, "content-security-policy") ||
         ascii::iequals(equiv, "content-security-policy-report-only") ||
         ascii::iequals(equiv, "x-content-security-policy");
}

bool MarkupRewriter::link_is_left_out(Tag& tag) const {
  const std::string rel = value_of("rel");
  if (any_word(rel, [](std::string_view w) { return ascii::iequals(w, "stylesheet"); })) {
    tag.href = Role::style_sheet;
    return false;
  }
  if (any_word(rel, [](std::string_view word) { return ascii::iis_one_of(kHints, word); }))
    return true;
  if (any_word(rel, [](std::string_view word) { return ascii::iis_one_of(kIcons, word); }))
    tag.href = Role::resource;
  tag.of_office =
      any_word(rel, [](std::string_view w) { return ascii::iis_one_of(kOfficeFiles, w); });
  return false;
}

// A link to a style sheet of the bundle, where that goes into the page.
bool MarkupRewriter::link_becomes_style(const Tag& tag) {
  const TagAttribute* const href = find_attribute("href");
  if (xml_ || href == nullptr || find_attribute("disabled") != nullptr) return false;
  const std::string rel = value_of("rel");
  if (any_word(rel, [](std::string_view word) { return ascii::iequals(word, "alternate"); }))
    return false;
  const std::string type = value_of("type");
  if (!type.empty() && !ascii::iequals(ascii::trim(type), "text/css")) return false;
  const Find* const find = find_in(*href);
  if (find == nullptr) return false;
  std::string open_tag = "<style";
  for (const std::string_view name : {"media", "title", "id", "class"})
    if (const TagAttribute* const kept = find_attribute(name))
      open_tag.append(" ").append(text_.substr(begin_of(*kept), end_of(*kept) - begin_of(*kept)));
  open_tag += '>';
  copy_to(tag.token.begin);
  if (!owner_.style_sheet({page_, *find, Role::style_sheet}, open_tag, out_)) return false;
  put("</style>");
  leave_out_to(tag.token.end);
  return true;
}

Role MarkupRewriter::role_of(const Tag& tag, Attribute attribute) const {
  switch (attribute) {
    case Attribute::href:
    case Attribute::xlink_href:
      if (tag.space == Space::html) return tag.href;
      if (tag.element == Element::script) return Role::script;
      return tag.element == Element::a || tag.space != Space::svg ? Role::link : Role::resource;
    case Attribute::src:
      if (tag.element == Element::iframe || tag.element == Element::frame ||
          tag.element == Element::embed)
        return Role::frame;
      return tag.element == Element::script ? Role::script : Role::resource;
    case Attribute::data:
      return Role::frame;
    case Attribute::action:
    case Attribute::action_xhr:
    case Attribute::formaction:
    case Attribute::cite:
    case Attribute::longdesc:
    case Attribute::ping:
    case Attribute::usemap:
    case Attribute::data_saferedirecturl:
    case Attribute::o_href:
    case Attribute::pluginspage:
    case Attribute::content:
    case Attribute::htmlurl:
    case Attribute::xmlurl:
    case Attribute::uri:
    case Attribute::url:
      return Role::link;
    default:
      return Role::resource;
  }
}

// Attributes that go: handlers of events, what makes an animation one of a reference (each of its
// values may be a script), what asks for checks that local files do not pass, what is resolved
// away, and the second of a name, which no browser reads.
bool MarkupRewriter::is_left_out(const Tag& tag, const TagAttribute& attribute) {
  const std::string_view name = attribute.name;
  if (!owner_.keep_scripts_ && name.size() > 2 && ascii::istarts_with(name, "on")) return true;
  if (ascii::iequals(name, "integrity") || ascii::iequals(name, "crossorigin")) return true;
  if (attribute.id == Attribute::other) return false;
  if (!owner_.keep_scripts_ && attribute.id == Attribute::attributename &&
      names_reference(extract::attribute_value(attribute.value)))
    return true;
  if (attribute.id == Attribute::xml_base || attribute.id == Attribute::manifest ||
      (attribute.id == Attribute::codebase && tag.space == Space::html))
    return true;
  if (tag.element == Element::base && attribute.id == Attribute::href) return true;
  const auto number = static_cast<std::size_t>(attribute.id);
  // Handlers of events share a number, whatever their names.
  if (seen_.test(number) && attribute.id != Attribute::event) return true;
  seen_.set(number);
  // Behind a limit nothing is known of what they name.
  return place_of(attribute.value) + attribute.value.size() > page_.searched() &&
         (html::kAttributeHolds[static_cast<std::size_t>(attribute.id)] != html::Holds::nothing ||
          attribute.id == Attribute::srcdoc);
}

void MarkupRewriter::attributes(const Tag& tag) {
  dropped_candidate_ = picked_ = nullptr;
  seen_.reset();
  if (owner_.wants_one_candidate()) pick_candidate(tag);
  // Where no scripts run browsers show these to all players (WHATWG HTML 4.8.11.13).
  if ((tag.element == Element::video || tag.element == Element::audio) &&
      tag.space == Space::html && !owner_.keep_scripts_ && find_attribute("controls") == nullptr) {
    copy_to(place_of(tag.token.text) + tag.token.text.size());
    put(xml_ ? " controls=\"\"" : " controls");
  }
  const bool has_srcdoc = tag.element == Element::iframe && find_attribute("srcdoc") != nullptr;
  for (const TagAttribute& each : reader_.attributes()) {
    const bool leave = is_left_out(tag, each) || &each == dropped_candidate_ ||
                       (has_srcdoc && each.id == Attribute::src);
    if (leave && !owner_.changes_charset_only()) {
      leave_out(begin_of(each), end_of(each));
    } else if (!attribute(tag, each)) {
      copy_to(end_of(each));
    }
  }
  copy_to(tag.token.end);
}

// False where it stays as it is.
bool MarkupRewriter::attribute(const Tag& tag, const TagAttribute& attribute) {
  if (tag.element == Element::template_ && attribute.id == Attribute::other &&
      !owner_.changes_charset_only()) {
    rename_shadow_root(attribute);
    return false;
  }
  if (tag.element == Element::iframe && attribute.id == Attribute::srcdoc) {
    srcdoc(attribute);
    return true;
  }
  if (tag.element == Element::iframe && ascii::iequals(attribute.name, "sandbox") &&
      owner_.opens_sandboxes()) {
    open_sandbox(attribute);
    return false;
  }
  if (&attribute == picked_) {
    copy_to(begin_of(attribute));
    put(attribute.name);
    put("=\"");
    owner_.reference({page_, *picked_find_, Role::resource}, out_);
    put(picked_descriptor_);
    put("\"");
    leave_out_to(end_of(attribute));
    return true;
  }
  if (attribute.id == Attribute::other || is_identifier(attribute.id)) return false;
  const std::size_t begin = place_of(attribute.value);
  const std::size_t end = begin + attribute.value.size();
  const Role role = role_of(tag, attribute.id);
  if (tag.element == Element::iframe && attribute.id == Attribute::src && !xml_) {
    const Find* const find = find_in(attribute);
    copy_to(begin_of(attribute));
    if (find != nullptr && owner_.frame({page_, *find, role}, out_)) {
      leave_out_to(end_of(attribute));
      return true;
    }
  }
  if (tag.element == Element::base && attribute.id == Attribute::href) {
    absolute_base(attribute);
    return false;
  }
  const bool css =
      html::kAttributeHolds[static_cast<std::size_t>(attribute.id)] == html::Holds::declarations;
  put_finds(begin, end, role, css, false, tag.of_office);
  // Nothing is known of what such a list names behind the last that was found.
  if (page_.has_cut_list(begin, end) && !owner_.changes_charset_only())
    leave_out(std::max(copied_, begin), end);
  return false;
}

// One that is absolute, or counts for nothing, stays as it is written.
void MarkupRewriter::absolute_base(const TagAttribute& attribute) {
  const url::Base* const base = page_.scope().browser_url();
  const std::string raw = extract::attribute_value(attribute.value);
  if (base == nullptr || url::is_absolute(ascii::trim(raw))) return;
  copy_to(begin_of(attribute));
  put(attribute.name);
  put("=\"");
  std::string written;
  text::append_escaped(base->text(), written);
  put(written);
  put("\"");
  leave_out_to(end_of(attribute));
}

// What Chromium writes into its bundles for a shadow root, and what all browsers read.
void MarkupRewriter::rename_shadow_root(const TagAttribute& attribute) {
  const bool mode = ascii::iequals(attribute.name, "shadowmode");
  if (!mode && !ascii::iequals(attribute.name, "shadowdelegatesfocus")) return;
  const std::string_view name = mode ? "shadowrootmode" : "shadowrootdelegatesfocus";
  if (find_attribute(name) != nullptr) return;
  copy_to(begin_of(attribute));
  put(name);
  leave_out_to(begin_of(attribute) + attribute.name.size());
}

void MarkupRewriter::srcdoc(const TagAttribute& attribute) {
  copy_to(begin_of(attribute));
  put("srcdoc=\"");
  if (page_.depth() < kDeepest && page_.budget().take(attribute.value.size())) {
    PageText inner(page_.bundle(), page_.budget(), page_.notes());
    // It inherits the base of the document around it ([B9]).
    inner.read_inner(extract::attribute_value(attribute.value), TextForm::html, page_,
                     page_.scope());
    AttributeSink escaped(out_, xml_);
    owner_.rewrite(inner, escaped);
  } else {
    page_.notes().add(NoteCode::limit_depth, page_.part(), 0, "iframe[srcdoc]");
  }
  put("\"");
  leave_out_to(end_of(attribute));
}

// WHATWG HTML 7.3: without this word the frame may load none of the files beside the page.  What
// may run scripts must not get the page's origin with it.
void MarkupRewriter::open_sandbox(const TagAttribute& attribute) {
  const std::string words = extract::attribute_value(attribute.value);
  const auto has = [&](std::string_view wanted) {
    return any_word(words, [&](std::string_view word) { return ascii::iequals(word, wanted); });
  };
  if (has("allow-same-origin") || (owner_.keep_scripts_ && has("allow-scripts"))) return;
  copy_to(begin_of(attribute));
  put(attribute.name);
  put("=\"");
  AttributeSink escaped(out_, xml_);
  escaped.write(words);
  put(words.empty() ? "allow-same-origin\"" : " allow-same-origin\"");
  leave_out_to(end_of(attribute));
}

// Which of the candidates of a srcset (and the src, which is one, too) stays: as at one device
// pixel for each of CSS, but one that the bundle has before one that it lacks.
void MarkupRewriter::pick_candidate(const Tag& tag) {
  const TagAttribute* set = nullptr;
  const TagAttribute* src = nullptr;
  for (const TagAttribute& each : reader_.attributes()) {
    if (set == nullptr && (each.id == Attribute::srcset || each.id == Attribute::imagesrcset))
      set = &each;
    if (src == nullptr && each.id == Attribute::src) src = &each;
  }
  if (set == nullptr) return;
  const std::size_t begin = place_of(set->value);
  const std::size_t end = begin + set->value.size();
  const Find* best = nullptr;
  double best_rank = 0;
  bool widths = false, has_one = false, best_here = false;
  const auto consider = [&](const Find& find, double size, bool width) {
    const bool here = page_.meaning_of(find).part.has_value();
    // Of densities the least that is enough, else the most there is; of widths the most.
    const double rank = width ? size : size >= 1 ? 1000 / size : size;
    if (best != nullptr && (here != best_here ? !here : rank <= best_rank)) return false;
    best = &find;
    best_here = here;
    best_rank = rank;
    return true;
  };
  for (const Find& find : finds_in(begin, end)) {
    const std::string_view rest = ascii::trim_left(text_.substr(find.end, end - find.end));
    const std::string_view descriptor = rest.substr(0, rest.find(','));
    const std::string_view word = descriptor.substr(0, descriptor.find_first_of(" \t\n\r\f"));
    const bool width = word.ends_with('w');
    double size = 1;
    if (word.size() > 1) size = std::min(1e6, std::max(1e-3, text::leading_number(word)));
    widths = widths || width;
    has_one = has_one || (!width && size == 1);
    if (consider(find, size, width))
      picked_descriptor_ = word.empty() ? "" : " " + std::string(word);
  }
  if (best == nullptr) return;
  if (src != nullptr && tag.element == Element::img && !widths && !has_one) {
    const Find* const find = find_in(*src);
    if (find != nullptr && consider(*find, 1, false)) {
      dropped_candidate_ = set;
      return;
    }
  }
  picked_ = set;
  picked_find_ = best;
  if (tag.element == Element::img) dropped_candidate_ = src;
}

}  // namespace basewalk::bundle

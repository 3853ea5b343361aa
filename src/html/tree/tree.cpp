// SPDX-License-Identifier: MIT
//
// The tree construction dispatcher, how elements are inserted, and the modes around the body;
// body.cpp has "in body" and foreign content, table.cpp those of tables, text.cpp
// what text does.
//
// Before this: html/tokenizer.cpp cuts the text into tokens.  After it: html/reader.cpp hands them
// on to those who look for something.
#include "html/tree/tree.h"

#include "html/doctype.h"
#include "text/ascii.h"

namespace basewalk::html {
namespace {

// 13.2.5: which state the content of an element of HTML is read in.
TextState content_of(Element element, bool scripting) {
  if (has_trait(element, kRawText)) return TextState::rawtext;
  if (has_trait(element, kRcdata)) return TextState::rcdata;
  if (element == Element::script) return TextState::script_data;
  if (element == Element::plaintext) return TextState::plaintext;
  return element == Element::noscript && scripting ? TextState::rawtext : TextState::data;
}

std::uint8_t point_of(Space space, Element element) {
  if (space == Space::svg)
    return element == Element::foreign_object || element == Element::desc ||
                   element == Element::title
               ? kHoldsHtml
               : kNoPoint;
  if (space != Space::math) return kNoPoint;
  if (element == Element::annotation_xml) return kAnnotationXml;
  return element == Element::mi || element == Element::mo || element == Element::mn ||
                 element == Element::ms || element == Element::mtext
             ? kHoldsText
             : kNoPoint;
}

}  // namespace

bool Tree::is_hidden_input(const Tag& tag) {
  for (const TagAttribute& attribute : tag.attributes) {
    if (attribute.id != Attribute::type) continue;
    std::string value;
    decode_html(attribute.value, References::decode_in_attribute, Nul::replace, value);
    return ascii::iequals(value, "hidden");
  }
  return false;
}

void Tree::clear(const Settings& settings) {
  open_.reset();
  settings_ = settings;
  mode_ = original_mode_ = Mode::initial;
  template_modes_.clear();
  table_text_.clear();
  table_text_is_fostered_ = in_table_text_ = false;
  quirks_ = false;
  frameset_ok_ = true;
  fosters_ = skips_line_end_ = false;
  has_form_ = false;
  form_ = head_ = nodes_ = last_node_ = kDocument;
  form_entry_ = kNone;
  last_is_open_ = lost_body_ = false;
  was_fostered_ = needs_context_ = false;
  is_fragment_ = false;
  fragment_of_ = {};
}

void Tree::reset(const Settings& settings) { clear(settings); }

// 13.4
void Tree::reset(const Settings& settings, const FragmentOf& context) {
  clear(settings);
  is_fragment_ = true;
  quirks_ = context.quirks;
  fragment_of_ = {element_named(context.name), context.space, kNoPoint, kDocument};
  fragment_of_.point = point_of(context.space, fragment_of_.element);
  if (context.holds_html) fragment_of_.point |= kHoldsHtml;
  insert_implied(Element::html, {});
  if (fragment_of_.is(Element::template_)) template_modes_.push_back(Mode::in_template);
  has_form_ = context.in_form || fragment_of_.is(Element::form);
  reset_mode();
}

TextState Tree::initial_state() const {
  return fragment_of_.space == Space::html ? content_of(fragment_of_.element, settings_.scripting)
                                           : TextState::data;
}

// 13.2.6
bool Tree::is_foreign_start(const Tag& tag) {
  const OpenElements::Current& current = adjusted_current();
  if (current.space == Space::html) return false;
  bool is_foreign = (current.point & kAnnotationXml) == 0 || tag.element != Element::svg;
  if ((current.point & kHoldsText) != 0)
    is_foreign = tag.element == Element::mglyph || tag.element == Element::malignmark;
  if ((current.point & kHoldsHtml) != 0) is_foreign = false;
  if (!is_foreign) needs_context_ = true;
  return is_foreign;
}

const Tree::Opened& Tree::start_tag(const Token& token, const std::vector<TagAttribute>& attributes,
                                    std::string_view written) {
  if (in_table_text_) flush_table_text();
  skips_line_end_ = false;
  last_is_open_ = false;
  opened_ = {};
  Tag tag{token, attributes, written, token.element, token.text, opened_};
  Step step = is_foreign_start(tag) ? start_foreign(tag) : start(tag, mode_);
  // A breakout has left foreign content, and the modes are HTML's.
  while (step == Step::again) step = start(tag, mode_);
  return opened_;
}

void Tree::end_tag(const Token& tag) {
  if (in_table_text_) flush_table_text();
  skips_line_end_ = false;
  last_is_open_ = false;
  if (!open_.empty() && adjusted_current().space != Space::html) {
    if (end_foreign(tag)) return;
    needs_context_ = true;
  }
  while (end(tag, mode_) == Step::again) continue;
}

void Tree::comment(const Token& comment) {
  if (in_table_text_) flush_table_text();
  skips_line_end_ = false;
  if (settings_.sink == nullptr) return;
  Location at;
  const bool foreign = adjusted_current().space != Space::html;
  switch (foreign ? Mode::in_body : mode_) {
    case Mode::initial:
    case Mode::before_html:
    case Mode::after_after_body:
    case Mode::after_after_frameset:
      break;
    case Mode::after_body:
      at = {.where = where_deep(false), .node = open_.entry(0).node};
      break;
    default:
      at = location(false);
  }
  settings_.sink->comment(comment, at);
}

void Tree::doctype(const Token& doctype) {
  if (in_table_text_) flush_table_text();
  skips_line_end_ = false;
  if (mode_ != Mode::initial || (!open_.empty() && adjusted_current().space != Space::html)) return;
  quirks_ = !settings_.srcdoc && means_quirks(parse_doctype(doctype));
  if (settings_.sink != nullptr) settings_.sink->doctype(doctype);
  mode_ = Mode::before_html;
}

// The end-of-file token.
void Tree::finish() {
  if (in_table_text_) flush_table_text();
  for (bool again = true; again;) {
    again = true;
    switch (mode_) {
      case Mode::initial:
        mode_ = Mode::before_html;
        break;
      case Mode::before_html:
        imply_html();
        break;
      case Mode::before_head:
        imply_head();
        break;
      case Mode::in_head_noscript:
        open_.pop();
        mode_ = Mode::in_head;
        break;
      case Mode::in_head:
        open_.pop();
        mode_ = Mode::after_head;
        break;
      case Mode::after_head:
        imply_body();
        break;
      case Mode::text:
        open_.pop();
        mode_ = original_mode_;
        break;
      default:
        if (template_modes_.empty() || open_.last(Element::template_) == kNone) {
          again = false;
          break;
        }
        end_of_templates();
    }
  }
}

// 13.2.6.4.18, the end of the file.
void Tree::end_of_templates() {
  pop_until(Element::template_);
  open_.clear_to_marker();
  template_modes_.pop_back();
  reset_mode();
}

// --- insertion

// 13.2.6.1, "the appropriate place".
Location Tree::location(bool opens) {
  if (fosters_here()) return open_.foster_location();
  const OpenElements::Current& current = open_.current();
  return {where_deep(opens), current.node};
}

// As Chromium counts them.
Location::Where Tree::where_deep(bool opens) const {
  return open_.depth() + (opens ? 1 : 0) > OpenElements::kDeepest + 1 ? Location::Where::beside
                                                                      : Location::Where::inside;
}

Context Tree::outside() const { return fosters_here() ? open_.fostered() : open_.inside(); }

void Tree::insert(Tag& tag) {
  last_node_ = ++nodes_;
  if (settings_.sink != nullptr)
    settings_.sink->element(last_node_, Space::html, tag.name, tag.attributes, location());
  const Context context = outside();
  const std::uint32_t name =
      tag.element != Element::other ? name_of(tag.element) : open_.name_of(tag.token);
  open_.push(name, Space::html, kNoPoint, last_node_, context);
  last_is_open_ = true;
  tag.opened = {tag.element, Fate::opened, Space::html, TextState::data};
}

// Inserted, and closed at once.
void Tree::insert_void(Tag& tag, bool opens) {
  last_node_ = ++nodes_;
  if (settings_.sink != nullptr)
    settings_.sink->element(last_node_, Space::html, tag.name, tag.attributes, location(opens));
  was_fostered_ = fosters_here();
  tag.opened = {tag.element, Fate::opened, Space::html, TextState::data};
}

void Tree::insert_formatting(Tag& tag) {
  last_node_ = ++nodes_;
  if (settings_.sink != nullptr)
    settings_.sink->element(last_node_, Space::html, tag.name, tag.attributes, location());
  open_.push_formatting(tag.token, tag.written, last_node_);
  last_is_open_ = true;
  tag.opened = {tag.element, Fate::opened, Space::html, TextState::data};
}

// 13.2.6.2
void Tree::insert_text_element(Tag& tag, TextState content) {
  insert(tag);
  tag.opened.content = content;
  original_mode_ = mode_;
  mode_ = Mode::text;
}

void Tree::insert_foreign(Tag& tag, Space space) {
  std::uint8_t point = point_of(space, tag.element);
  if (point == kAnnotationXml) {
    for (const TagAttribute& attribute : tag.attributes) {
      if (attribute.id != Attribute::encoding) continue;
      std::string value;
      decode_html(attribute.value, References::decode_in_attribute, Nul::replace, value);
      if (ascii::iequals(value, "text/html") || ascii::iequals(value, "application/xhtml+xml"))
        point |= kHoldsHtml;
      break;
    }
  }
  last_node_ = ++nodes_;
  if (settings_.sink != nullptr)
    settings_.sink->element(last_node_, space, tag.name, tag.attributes,
                            location(!tag.token.self_closing));
  tag.opened = {tag.element, Fate::opened, space, TextState::data};
  if (tag.token.self_closing) {
    was_fostered_ = fosters_here();
    return;
  }
  const Context context = outside();
  open_.push(open_.name_of(tag.token), space, point, last_node_, context);
  last_is_open_ = true;
}

void Tree::insert_implied(Element element, Location at) {
  ++nodes_;
  if (settings_.sink != nullptr)
    settings_.sink->implied(nodes_, kElements.name(static_cast<std::size_t>(element)), at);
  const Context context = open_.empty() ? Context{} : outside();
  open_.push(name_of(element), Space::html, kNoPoint, nodes_, context);
}

void Tree::merge(Tag& tag, NodeId node) {
  if (settings_.sink != nullptr) settings_.sink->merge(node, tag.attributes);
  tag.opened = {tag.element, Fate::merged, Space::html, TextState::data};
}

void Tree::reconstruct() {
  if (!open_.waits()) return;
  open_.reconstruct(settings_.sink != nullptr, [&](OpenElements::Formatting& formatting) {
    const NodeId original = formatting.node;
    formatting.node = ++nodes_;
    settings_.sink->clone(nodes_, original, location());
  });
}

void Tree::imply_html() {
  insert_implied(Element::html, {});
  mode_ = Mode::before_head;
}

void Tree::imply_head() {
  insert_implied(Element::head);
  head_ = nodes_;
  mode_ = Mode::in_head;
}

void Tree::imply_body() {
  insert_implied(Element::body);
  mode_ = Mode::in_body;
}

// 13.2.6.3
void Tree::imply_end_tags(Element except) {
  while (true) {
    const OpenElements::Current& current = open_.current();
    if (!current.has(kImplied) || current.element == except) return;
    open_.pop();
  }
}

// 13.2.4.1, "reset the insertion mode appropriately".
void Tree::reset_mode() {
  const Index told = open_.nearest(OpenElements::kModeTold);
  const OpenElements::Entry& entry = open_.entry(told);
  auto element = static_cast<Element>(entry.name);
  const bool last = told == 0;
  if (last && is_fragment_)
    element = fragment_of_.space == Space::html ? fragment_of_.element : Element::other;
  switch (element) {
    case Element::td:
    case Element::th:
      mode_ = last ? Mode::in_body : Mode::in_cell;
      return;
    case Element::tr:
      mode_ = Mode::in_row;
      return;
    case Element::tbody:
    case Element::thead:
    case Element::tfoot:
      mode_ = Mode::in_table_body;
      return;
    case Element::caption:
      mode_ = Mode::in_caption;
      return;
    case Element::colgroup:
      mode_ = Mode::in_column_group;
      return;
    case Element::table:
      mode_ = Mode::in_table;
      return;
    case Element::template_:
      mode_ = template_modes_.empty() ? Mode::in_body : template_modes_.back();
      return;
    case Element::head:
      mode_ = last ? Mode::in_body : Mode::in_head;
      return;
    case Element::frameset:
      mode_ = Mode::in_frameset;
      return;
    case Element::html:
      mode_ = head_ == kDocument ? Mode::before_head : Mode::after_head;
      return;
    default:
      mode_ = Mode::in_body;
  }
}

// --- the modes around the body

Tree::Step Tree::start(Tag& tag, Mode mode) {
  switch (mode) {
    case Mode::initial:
      quirks_ = !settings_.srcdoc;
      mode_ = Mode::before_html;
      return Step::again;
    case Mode::before_html:
      return start_before_html(tag);
    case Mode::before_head:
      return start_before_head(tag);
    case Mode::in_head:
      return start_in_head(tag);
    case Mode::in_head_noscript:
      return start_in_head_noscript(tag);
    case Mode::after_head:
      return start_after_head(tag);
    case Mode::in_body:
    case Mode::text:  // a start tag is none there
      return start_in_body(tag);
    case Mode::in_table:
      return start_in_table(tag);
    case Mode::in_caption:
      return start_in_caption(tag);
    case Mode::in_column_group:
      return start_in_column_group(tag);
    case Mode::in_table_body:
      return start_in_table_body(tag);
    case Mode::in_row:
      return start_in_row(tag);
    case Mode::in_cell:
      return start_in_cell(tag);
    case Mode::in_template:
      return start_in_template(tag);
    case Mode::after_body:
    case Mode::after_after_body:
      if (tag.element == Element::html) return start_in_body(tag);
      mode_ = Mode::in_body;
      return Step::again;
    case Mode::in_frameset:
      return start_in_frameset(tag);
    case Mode::after_frameset:
    case Mode::after_after_frameset:
      return start_after_frameset(tag);
  }
  return Step::done;
}

// 13.2.6.4.2
Tree::Step Tree::start_before_html(Tag& tag) {
  if (tag.element != Element::html) {
    imply_html();
    return Step::again;
  }
  last_node_ = ++nodes_;
  if (settings_.sink != nullptr)
    settings_.sink->element(last_node_, Space::html, tag.name, tag.attributes, {});
  open_.push(name_of(Element::html), Space::html, kNoPoint, last_node_, {});
  last_is_open_ = true;
  tag.opened = {Element::html, Fate::opened, Space::html, TextState::data};
  mode_ = Mode::before_head;
  return Step::done;
}

// 13.2.6.4.3
Tree::Step Tree::start_before_head(Tag& tag) {
  if (tag.element == Element::html) return start_in_body(tag);
  if (tag.element != Element::head) {
    imply_head();
    return Step::again;
  }
  insert(tag);
  head_ = last_node_;
  mode_ = Mode::in_head;
  return Step::done;
}

// 13.2.6.4.4
Tree::Step Tree::start_in_head(Tag& tag) {
  switch (tag.element) {
    case Element::html:
      return start_in_body(tag);
    case Element::base:
    case Element::basefont:
    case Element::bgsound:
    case Element::link:
    case Element::meta:
      insert_void(tag);
      return Step::done;
    case Element::title:
      insert_text_element(tag, TextState::rcdata);
      return Step::done;
    case Element::noscript:
      if (settings_.scripting) {
        insert_text_element(tag, TextState::rawtext);
      } else {
        insert(tag);
        mode_ = Mode::in_head_noscript;
      }
      return Step::done;
    case Element::noframes:
    case Element::style:
      insert_text_element(tag, TextState::rawtext);
      return Step::done;
    case Element::script:
      insert_text_element(tag, TextState::script_data);
      return Step::done;
    case Element::template_:
      needs_context_ = true;
      insert(tag);
      open_.push_marker();
      mode_ = Mode::in_template;
      template_modes_.push_back(Mode::in_template);
      return Step::done;
    case Element::head:
      return Step::done;
    default:
      open_.pop();
      mode_ = Mode::after_head;
      return Step::again;
  }
}

// 13.2.6.4.5
Tree::Step Tree::start_in_head_noscript(Tag& tag) {
  switch (tag.element) {
    case Element::html:
      return start_in_body(tag);
    case Element::basefont:
    case Element::bgsound:
    case Element::link:
    case Element::meta:
    case Element::noframes:
    case Element::style:
      return start_in_head(tag);
    case Element::head:
    case Element::noscript:
      return Step::done;
    default:
      open_.pop();
      mode_ = Mode::in_head;
      return Step::again;
  }
}

// 13.2.6.4.6
Tree::Step Tree::start_after_head(Tag& tag) {
  if (has_trait(tag.element, kHeadContent)) {
    const Index head =
        open_.push(name_of(Element::head), Space::html, kNoPoint, head_, open_.inside());
    const Step step = start_in_head(tag);
    // What the tag has opened goes on lying in it.
    open_.remove(head);
    return step;
  }
  switch (tag.element) {
    case Element::html:
      return start_in_body(tag);
    case Element::body:
      insert(tag);
      frameset_ok_ = false;
      mode_ = Mode::in_body;
      return Step::done;
    case Element::frameset:
      needs_context_ = true;
      insert(tag);
      mode_ = Mode::in_frameset;
      return Step::done;
    case Element::head:
      return Step::done;
    default:
      imply_body();
      return Step::again;
  }
}

// 13.2.6.4.18
Tree::Step Tree::start_in_template(Tag& tag) {
  Mode mode = Mode::in_body;
  // As in Chromium: to the standard <base>, <basefont>, <bgsound>, <noframes> and <title> leave the
  // mode as it is, too.
  switch (tag.element) {
    case Element::link:
    case Element::meta:
    case Element::script:
    case Element::style:
    case Element::template_:
      return start_in_head(tag);
    case Element::caption:
    case Element::colgroup:
    case Element::tbody:
    case Element::tfoot:
    case Element::thead:
      mode = Mode::in_table;
      break;
    case Element::col:
      mode = Mode::in_column_group;
      break;
    case Element::tr:
      mode = Mode::in_table_body;
      break;
    case Element::td:
    case Element::th:
      mode = Mode::in_row;
      break;
    default:
      break;
  }
  mode_ = template_modes_.back() = mode;
  return Step::again;
}

// 13.2.6.4.20
Tree::Step Tree::start_in_frameset(Tag& tag) {
  switch (tag.element) {
    case Element::html:
      return start_in_body(tag);
    case Element::frameset:
      insert(tag);
      return Step::done;
    case Element::frame:
      insert_void(tag);
      return Step::done;
    case Element::noframes:
      return start_in_head(tag);
    default:
      return Step::done;
  }
}

// 13.2.6.4.21 and 23
Tree::Step Tree::start_after_frameset(Tag& tag) {
  if (tag.element == Element::html) return start_in_body(tag);
  if (tag.element == Element::noframes) return start_in_head(tag);
  return Step::done;
}

Tree::Step Tree::end(const Token& tag, Mode mode) {
  const Element element = tag.element;
  const bool body_like =
      element == Element::body || element == Element::html || element == Element::br;
  switch (mode) {
    case Mode::initial:
      quirks_ = !settings_.srcdoc;
      mode_ = Mode::before_html;
      return Step::again;
    case Mode::before_html:
      if (!body_like && element != Element::head) return Step::done;
      imply_html();
      return Step::again;
    case Mode::before_head:
      if (element == Element::template_) return end_in_head(tag);
      if (!body_like && element != Element::head) return Step::done;
      imply_head();
      return Step::again;
    case Mode::in_head:
      return end_in_head(tag);
    case Mode::in_head_noscript:
      if (element != Element::noscript && element != Element::br) return Step::done;
      open_.pop();
      mode_ = Mode::in_head;
      return element == Element::br ? Step::again : Step::done;
    case Mode::after_head:
      if (element == Element::template_) return end_in_head(tag);
      if (!body_like) return Step::done;
      imply_body();
      return Step::again;
    case Mode::in_body:
      return end_in_body(tag);
    case Mode::text:
      open_.pop();
      mode_ = original_mode_;
      return Step::done;
    case Mode::in_table:
      return end_in_table(tag);
    case Mode::in_caption:
      return end_in_caption(tag);
    case Mode::in_column_group:
      return end_in_column_group(tag);
    case Mode::in_table_body:
      return end_in_table_body(tag);
    case Mode::in_row:
      return end_in_row(tag);
    case Mode::in_cell:
      return end_in_cell(tag);
    case Mode::in_template:
      if (element == Element::template_) end_template();
      return Step::done;
    case Mode::after_body:
      if (element == Element::html) {
        if (!is_fragment_) mode_ = Mode::after_after_body;
        return Step::done;
      }
      mode_ = Mode::in_body;
      return Step::again;
    case Mode::after_after_body:
      mode_ = Mode::in_body;
      return Step::again;
    case Mode::in_frameset:
      if (element != Element::frameset || open_.depth() == 1) return Step::done;
      open_.pop();
      if (!is_fragment_ && !open_.current().is(Element::frameset)) mode_ = Mode::after_frameset;
      return Step::done;
    case Mode::after_frameset:
      if (element == Element::html) mode_ = Mode::after_after_frameset;
      return Step::done;
    case Mode::after_after_frameset:
      return Step::done;
  }
  return Step::done;
}

// 13.2.6.4.4
Tree::Step Tree::end_in_head(const Token& tag) {
  switch (tag.element) {
    case Element::head:
      open_.pop();
      mode_ = Mode::after_head;
      return Step::done;
    case Element::body:
    case Element::html:
    case Element::br:
      open_.pop();
      mode_ = Mode::after_head;
      return Step::again;
    case Element::template_:
      end_template();
      return Step::done;
    default:
      return Step::done;
  }
}

void Tree::end_template() {
  if (open_.last(Element::template_) == kNone) return;
  pop_until(Element::template_);
  open_.clear_to_marker();
  if (!template_modes_.empty()) template_modes_.pop_back();
  reset_mode();
}

}  // namespace basewalk::html

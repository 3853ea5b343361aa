// SPDX-License-Identifier: MIT
//
// The insertion mode "in body" (WHATWG HTML 13.2.6.4.7) and foreign content (13.2.6.5).
#include "html/tree/foreign_names.h"
#include "html/tree/tree.h"
#include "text/ascii.h"

namespace basewalk::html {
namespace {

// 13.2.6.5: start tags that cannot stand in foreign content.
bool breaks_out(const Token& tag, const std::vector<TagAttribute>& attributes) {
  if (has_trait(tag.element, kBreakout)) return true;
  if (tag.element != Element::font) return false;
  for (const TagAttribute& attribute : attributes)
    if (attribute.id == Attribute::color || attribute.id == Attribute::face ||
        attribute.id == Attribute::size)
      return true;
  return false;
}

}  // namespace

void Tree::close_paragraph() { pop_until(Element::p); }

// An <li>, <dd> or <dt> closes the one before it.
void Tree::start_list_item(Tag& tag) {
  frameset_ok_ = false;
  const Index found = open_.nearest(OpenElements::kItemEnd);
  const OpenElements::Entry& entry = open_.entry(found);
  if (entry.space == Space::html) {
    const bool is_item = tag.element == Element::li ? entry.name == name_of(Element::li)
                                                    : entry.name == name_of(Element::dd) ||
                                                          entry.name == name_of(Element::dt);
    if (is_item) open_.pop_to(found);
  }
  close_paragraph_in_scope();
  insert(tag);
}

void Tree::start_frameset(Tag& tag) {
  needs_context_ = true;
  if (open_.top() < 1 || open_.entry(1).name != name_of(Element::body) ||
      open_.entry(1).space != Space::html || !frameset_ok_ ||
      open_.last(Element::template_) != kNone)
    return;
  if (settings_.sink != nullptr) settings_.sink->remove(open_.entry(1).node);
  lost_body_ = true;
  open_.pop_to(1);
  insert(tag);
  mode_ = Mode::in_frameset;
}

Tree::Step Tree::start_in_body(Tag& tag) {
  using enum OpenElements::Barrier;
  if (has_trait(tag.element, kHeadContent)) {
    if (tag.element == Element::template_) frameset_ok_ = false;
    return start_in_head(tag);
  }
  if (has_trait(tag.element, kBlockLike)) {
    close_paragraph_in_scope();
    insert(tag);
    return Step::done;
  }
  if (has_trait(tag.element, kTablePart)) return Step::done;
  switch (tag.element) {
    case Element::html:
      if (open_.last(Element::template_) == kNone) merge(tag, open_.entry(0).node);
      return Step::done;
    case Element::body:
      if (open_.top() < 1 || open_.entry(1).name != name_of(Element::body) ||
          open_.last(Element::template_) != kNone)
        return Step::done;
      frameset_ok_ = false;
      merge(tag, open_.entry(1).node);
      return Step::done;
    case Element::frameset:
      start_frameset(tag);
      return Step::done;
    case Element::p:
      close_paragraph_in_scope();
      insert(tag);
      return Step::done;
    case Element::h1:
    case Element::h2:
    case Element::h3:
    case Element::h4:
    case Element::h5:
    case Element::h6:
      close_paragraph_in_scope();
      if (open_.current().has(kHeading)) open_.pop();
      insert(tag);
      return Step::done;
    case Element::pre:
    case Element::listing:
      close_paragraph_in_scope();
      insert(tag);
      skips_line_end_ = true;
      frameset_ok_ = false;
      return Step::done;
    case Element::form: {
      const bool in_template = open_.last(Element::template_) != kNone;
      if (has_form_ && !in_template) return Step::done;
      close_paragraph_in_scope();
      insert(tag);
      if (in_template) return Step::done;
      has_form_ = true;
      form_ = last_node_;
      form_entry_ = open_.top();
      return Step::done;
    }
    case Element::li:
    case Element::dd:
    case Element::dt:
      start_list_item(tag);
      return Step::done;
    case Element::plaintext:
      close_paragraph_in_scope();
      insert(tag);
      tag.opened.content = TextState::plaintext;
      return Step::done;
    case Element::button:
      if (open_.in_scope(Element::button)) pop_until(Element::button);
      reconstruct();
      insert(tag);
      frameset_ok_ = false;
      return Step::done;
    case Element::a: {
      const Index before = open_.last_listed(Element::a);
      if (before != kNone) {
        const NodeId node = open_.formatting(before).node;
        adopt(Element::a);
        const OpenElements::Formatting& left = open_.formatting(before);
        if (left.slot != kNone && left.listed && left.node == node) open_.forget(before);
      }
      reconstruct();
      insert_formatting(tag);
      return Step::done;
    }
    case Element::b:
    case Element::big:
    case Element::code:
    case Element::em:
    case Element::font:
    case Element::i:
    case Element::s:
    case Element::small:
    case Element::strike:
    case Element::strong:
    case Element::tt:
    case Element::u:
      reconstruct();
      insert_formatting(tag);
      return Step::done;
    case Element::nobr:
      reconstruct();
      if (open_.last_open(Element::nobr, open_.nearest(kScopeEnd)) != kNone) {
        adopt(Element::nobr);
        reconstruct();
      }
      insert_formatting(tag);
      return Step::done;
    case Element::applet:
    case Element::marquee:
    case Element::object:
      reconstruct();
      insert(tag);
      open_.push_marker();
      frameset_ok_ = false;
      return Step::done;
    case Element::table:
      if (!quirks_) close_paragraph_in_scope();
      insert(tag);
      frameset_ok_ = false;
      mode_ = Mode::in_table;
      return Step::done;
    case Element::area:
    case Element::br:
    case Element::embed:
    case Element::img:
    case Element::keygen:
    case Element::wbr:
      reconstruct();
      insert_void(tag);
      frameset_ok_ = false;
      return Step::done;
    case Element::input:
      if (fragment_of_.is(Element::select)) return Step::done;
      if (open_.in_scope(Element::select)) pop_until(Element::select);
      reconstruct();
      insert_void(tag);
      if (!is_hidden_input(tag)) frameset_ok_ = false;
      return Step::done;
    case Element::param:
    case Element::source:
    case Element::track:
      insert_void(tag);
      return Step::done;
    case Element::hr:
      close_paragraph_in_scope();
      if (open_.in_scope(Element::select)) imply_end_tags();
      insert_void(tag);
      frameset_ok_ = false;
      return Step::done;
    case Element::image:
      tag.element = Element::img;
      tag.name = "img";
      return Step::again;
    case Element::textarea:
      insert_text_element(tag, TextState::rcdata);
      skips_line_end_ = true;
      frameset_ok_ = false;
      return Step::done;
    case Element::xmp:
      close_paragraph_in_scope();
      reconstruct();
      frameset_ok_ = false;
      insert_text_element(tag, TextState::rawtext);
      return Step::done;
    case Element::iframe:
      frameset_ok_ = false;
      insert_text_element(tag, TextState::rawtext);
      return Step::done;
    case Element::noembed:
      insert_text_element(tag, TextState::rawtext);
      return Step::done;
    case Element::noscript:
      if (settings_.scripting) {
        insert_text_element(tag, TextState::rawtext);
        return Step::done;
      }
      break;
    case Element::select:
      if (fragment_of_.is(Element::select)) return Step::done;
      if (open_.in_scope(Element::select)) {
        pop_until(Element::select);
        return Step::done;
      }
      reconstruct();
      insert(tag);
      frameset_ok_ = false;
      return Step::done;
    case Element::option:
      if (open_.in_scope(Element::select))
        imply_end_tags(Element::optgroup);
      else if (open_.current().is(Element::option))
        open_.pop();
      reconstruct();
      insert(tag);
      return Step::done;
    case Element::optgroup:
      if (open_.in_scope(Element::select))
        imply_end_tags();
      else if (open_.current().is(Element::option))
        open_.pop();
      reconstruct();
      insert(tag);
      return Step::done;
    case Element::rb:
    case Element::rtc:
      if (open_.in_scope(Element::ruby)) imply_end_tags();
      insert(tag);
      return Step::done;
    case Element::rp:
    case Element::rt:
      if (open_.in_scope(Element::ruby)) imply_end_tags(Element::rtc);
      insert(tag);
      return Step::done;
    case Element::math:
      reconstruct();
      insert_foreign(tag, Space::math);
      return Step::done;
    case Element::svg:
      reconstruct();
      insert_foreign(tag, Space::svg);
      return Step::done;
    case Element::frame:
    case Element::head:
      return Step::done;
    default:
      break;
  }
  reconstruct();
  insert(tag);
  return Step::done;
}

Tree::Step Tree::end_in_body(const Token& tag) {
  using enum OpenElements::Barrier;
  const Element element = tag.element;
  if (has_trait(element, kBlockLike)) {
    if (open_.in_scope(element)) pop_until(element);
    return Step::done;
  }
  switch (element) {
    case Element::template_:
      return end_in_head(tag);
    case Element::body:
    case Element::html:
      if (!open_.in_scope(Element::body)) return Step::done;
      mode_ = Mode::after_body;
      return element == Element::html ? Step::again : Step::done;
    case Element::form:
      end_form();
      return Step::done;
    case Element::p:
      end_paragraph();
      return Step::done;
    case Element::li:
      if (open_.in_scope(element, kListScopeEnd)) pop_until(element);
      return Step::done;
    case Element::button:
    case Element::dd:
    case Element::dt:
    case Element::listing:
    case Element::pre:
    case Element::select:
      if (open_.in_scope(element)) pop_until(element);
      return Step::done;
    case Element::h1:
    case Element::h2:
    case Element::h3:
    case Element::h4:
    case Element::h5:
    case Element::h6: {
      Index heading = kNone;
      for (const Element each :
           {Element::h1, Element::h2, Element::h3, Element::h4, Element::h5, Element::h6}) {
        const Index found = open_.last(each);
        if (found != kNone && (heading == kNone || found > heading)) heading = found;
      }
      if (heading != kNone && heading >= open_.nearest(kScopeEnd)) open_.pop_to(heading);
      return Step::done;
    }
    case Element::a:
    case Element::b:
    case Element::big:
    case Element::code:
    case Element::em:
    case Element::font:
    case Element::i:
    case Element::nobr:
    case Element::s:
    case Element::small:
    case Element::strike:
    case Element::strong:
    case Element::tt:
    case Element::u:
      adopt(element);
      return Step::done;
    case Element::applet:
    case Element::marquee:
    case Element::object:
      if (!open_.in_scope(element)) return Step::done;
      pop_until(element);
      open_.clear_to_marker();
      return Step::done;
    case Element::br:
      // As its start tag, without attributes.
      reconstruct();
      ++nodes_;
      if (settings_.sink != nullptr) settings_.sink->implied(nodes_, "br", location(false));
      frameset_ok_ = false;
      return Step::done;
    default:
      any_other_end(element, open_.name_of(tag));
      return Step::done;
  }
}

void Tree::end_paragraph() {
  if (!open_.in_scope(Element::p, OpenElements::kButtonScopeEnd)) insert_implied(Element::p);
  close_paragraph();
}

// As in Chromium the tag closes another form, too, as any other end tag would; the standard has it
// close one alone, and in templates one that is in scope.
void Tree::end_form() {
  if (open_.last(Element::template_) == kNone) {
    const bool had = has_form_;
    has_form_ = false;
    if (!had || form_entry_ == kNone || form_entry_ > open_.top()) return;
    const OpenElements::Entry& entry = open_.entry(form_entry_);
    if (!entry.live || entry.node != form_ || form_entry_ < open_.nearest(OpenElements::kScopeEnd))
      return;
    imply_end_tags();
    open_.remove(form_entry_);
  }
  any_other_end(Element::form, name_of(Element::form));
}

void Tree::any_other_end(Element element, std::uint32_t name) {
  const Index special = open_.last_special();
  if (has_trait(element, kFormatting)) {
    const Index found = open_.last_open(element, special);
    if (found != kNone) open_.pop_formatting(found);
    return;
  }
  const Index found = open_.last_of(name, false);
  if (found != kNone && (special == kNone || found >= special)) open_.pop_to(found);
}

// The adoption agency.
void Tree::adopt(Element subject) {
  const Index current = open_.current_formatting();
  // Also what the loop does with the youngest in the list where that is the current node.
  if (current != kNone && open_.formatting(current).element == subject &&
      (!open_.formatting(current).listed || current == open_.last_listed(subject)))
    return open_.pop_formatting(current);
  for (int outer = 0; outer < 8; ++outer) {
    const Index chosen = open_.last_listed(subject);
    if (chosen == kNone) return any_other_end(subject, name_of(subject));
    if (!open_.is_open(chosen)) return open_.forget(chosen);
    if (!open_.formatting_in_scope(chosen)) return;
    const Index block = open_.block_above(chosen);
    if (block == kNone) return open_.pop_formatting(chosen);
    open_.adopt(chosen, block, settings_.sink, nodes_, fosters_);
  }
}

// --- foreign content

Tree::Step Tree::start_foreign(Tag& tag) {
  if (!breaks_out(tag.token, tag.attributes)) {
    insert_foreign(tag, adjusted_current().space);
    return Step::done;
  }
  leave_foreign();
  return Step::again;
}

// Pops up to an integration point or an element of HTML.
void Tree::leave_foreign() {
  while (true) {
    const OpenElements::Current& current = open_.current();
    if (current.space == Space::html) return;
    if ((current.point & (kHoldsHtml | kHoldsText)) != 0) {
      needs_context_ = true;
      return;
    }
    open_.pop();
  }
}

// False where the tag is for the insertion mode.
bool Tree::end_foreign(const Token& tag) {
  if (tag.element == Element::br || tag.element == Element::p) {
    leave_foreign();
    return false;
  }
  if (open_.current().space == Space::html) return true;  // of a fragment, the topmost
  const Index found = open_.last_of(open_.name_of(tag), true);
  if (found == kNone || found < open_.foreign_root()) {
    // As in Chromium, which has given the name its capital letters by now: no element of HTML has
    // such a name.  To the standard the tag is for the insertion mode in any case.
    return adjusted_current().space == Space::svg && is_cased_svg_name(tag.text);
  }
  open_.pop_to(found);
  return true;
}

}  // namespace basewalk::html

// SPDX-License-Identifier: MIT
//
// The insertion modes of tables (WHATWG HTML 13.2.6.4.9 to 15).
#include "html/tree/tree.h"
#include "text/ascii.h"

namespace basewalk::html {
// "Clear the stack back to a table context", and its kin.
void Tree::clear_to(Element a, Element b, Element c) {
  while (true) {
    const OpenElements::Current& current = open_.current();
    if (current.is(a) || current.is(b) || current.is(c) || current.is(Element::template_) ||
        current.is(Element::html))
      return;
    open_.pop();
  }
}

bool Tree::close_table() {
  if (!open_.in_scope(Element::table, OpenElements::kTableScopeEnd)) return false;
  pop_until(Element::table);
  reset_mode();
  return true;
}

bool Tree::close_caption() {
  if (!open_.in_scope(Element::caption, OpenElements::kTableScopeEnd)) return false;
  pop_until(Element::caption);
  open_.clear_to_marker();
  mode_ = Mode::in_table;
  return true;
}

bool Tree::close_section() {
  if (!open_.in_scope(Element::tbody, OpenElements::kTableScopeEnd) &&
      !open_.in_scope(Element::thead, OpenElements::kTableScopeEnd) &&
      !open_.in_scope(Element::tfoot, OpenElements::kTableScopeEnd))
    return false;
  clear_to(Element::tbody, Element::tfoot, Element::thead);
  open_.pop();
  mode_ = Mode::in_table;
  return true;
}

bool Tree::close_row() {
  if (!open_.in_scope(Element::tr, OpenElements::kTableScopeEnd)) return false;
  clear_to(Element::tr, Element::tr, Element::tr);
  open_.pop();
  mode_ = Mode::in_table_body;
  return true;
}

void Tree::close_cell() {
  const Index td = open_.last(Element::td);
  const Index th = open_.last(Element::th);
  open_.pop_to(td == kNone || (th != kNone && th > td) ? th : td);
  open_.clear_to_marker();
  mode_ = Mode::in_row;
}

// 13.2.6.4.9
Tree::Step Tree::start_in_table(Tag& tag) {
  switch (tag.element) {
    case Element::caption:
      clear_to(Element::table, Element::table, Element::table);
      insert(tag);
      open_.push_marker();
      mode_ = Mode::in_caption;
      return Step::done;
    case Element::colgroup:
      clear_to(Element::table, Element::table, Element::table);
      insert(tag);
      mode_ = Mode::in_column_group;
      return Step::done;
    case Element::col:
      clear_to(Element::table, Element::table, Element::table);
      insert_implied(Element::colgroup);
      mode_ = Mode::in_column_group;
      return Step::again;
    case Element::tbody:
    case Element::tfoot:
    case Element::thead:
      clear_to(Element::table, Element::table, Element::table);
      insert(tag);
      mode_ = Mode::in_table_body;
      return Step::done;
    case Element::td:
    case Element::th:
    case Element::tr:
      clear_to(Element::table, Element::table, Element::table);
      insert_implied(Element::tbody);
      mode_ = Mode::in_table_body;
      return Step::again;
    case Element::table:
      return close_table() ? Step::again : Step::done;
    case Element::style:
    case Element::script:
    case Element::template_:
      return start_in_head(tag);
    case Element::input:
      if (!is_hidden_input(tag)) break;
      insert_void(tag);
      return Step::done;
    case Element::form:
      // As in Chromium; to the standard there is none in templates.
      if (open_.last(Element::template_) != kNone) {
        insert_void(tag, true);
        return Step::done;
      }
      if (has_form_) return Step::done;
      insert_void(tag, true);
      has_form_ = true;
      form_ = last_node_;
      form_entry_ = kNone;
      return Step::done;
    default:
      break;
  }
  fosters_ = true;
  const Step step = start_in_body(tag);
  fosters_ = false;
  return step;
}

Tree::Step Tree::end_in_table(const Token& tag) {
  switch (tag.element) {
    case Element::table:
      close_table();
      return Step::done;
    case Element::body:
    case Element::html:
      return Step::done;
    case Element::template_:
      return end_in_head(tag);
    default:
      break;
  }
  if (has_trait(tag.element, kTablePart)) return Step::done;
  fosters_ = true;
  const Step step = end_in_body(tag);
  fosters_ = false;
  return step;
}

// 13.2.6.4.11
Tree::Step Tree::start_in_caption(Tag& tag) {
  if (!has_trait(tag.element, kTablePart)) return start_in_body(tag);
  return close_caption() ? Step::again : Step::done;
}

Tree::Step Tree::end_in_caption(const Token& tag) {
  switch (tag.element) {
    case Element::caption:
      close_caption();
      return Step::done;
    case Element::table:
      return close_caption() ? Step::again : Step::done;
    case Element::body:
    case Element::html:
      return Step::done;
    default:
      return has_trait(tag.element, kTablePart) ? Step::done : end_in_body(tag);
  }
}

// 13.2.6.4.12
Tree::Step Tree::start_in_column_group(Tag& tag) {
  switch (tag.element) {
    case Element::html:
      return start_in_body(tag);
    case Element::col:
      insert_void(tag);
      return Step::done;
    case Element::template_:
      return start_in_head(tag);
    default:
      if (!open_.current().is(Element::colgroup)) return Step::done;
      open_.pop();
      mode_ = Mode::in_table;
      return Step::again;
  }
}

Tree::Step Tree::end_in_column_group(const Token& tag) {
  if (tag.element == Element::col) return Step::done;
  if (tag.element == Element::template_) return end_in_head(tag);
  if (!open_.current().is(Element::colgroup)) return Step::done;
  open_.pop();
  mode_ = Mode::in_table;
  return tag.element == Element::colgroup ? Step::done : Step::again;
}

// 13.2.6.4.13
Tree::Step Tree::start_in_table_body(Tag& tag) {
  switch (tag.element) {
    case Element::tr:
      clear_to(Element::tbody, Element::tfoot, Element::thead);
      insert(tag);
      mode_ = Mode::in_row;
      return Step::done;
    case Element::th:
    case Element::td:
      clear_to(Element::tbody, Element::tfoot, Element::thead);
      insert_implied(Element::tr);
      mode_ = Mode::in_row;
      return Step::again;
    case Element::caption:
    case Element::col:
    case Element::colgroup:
    case Element::tbody:
    case Element::tfoot:
    case Element::thead:
      return close_section() ? Step::again : Step::done;
    default:
      return start_in_table(tag);
  }
}

Tree::Step Tree::end_in_table_body(const Token& tag) {
  switch (tag.element) {
    case Element::tbody:
    case Element::tfoot:
    case Element::thead:
      if (!open_.in_scope(tag.element, OpenElements::kTableScopeEnd)) return Step::done;
      clear_to(Element::tbody, Element::tfoot, Element::thead);
      open_.pop();
      mode_ = Mode::in_table;
      return Step::done;
    case Element::table:
      return close_section() ? Step::again : Step::done;
    case Element::body:
    case Element::caption:
    case Element::col:
    case Element::colgroup:
    case Element::html:
    case Element::td:
    case Element::th:
    case Element::tr:
      return Step::done;
    default:
      return end_in_table(tag);
  }
}

// 13.2.6.4.14
Tree::Step Tree::start_in_row(Tag& tag) {
  switch (tag.element) {
    case Element::th:
    case Element::td:
      clear_to(Element::tr, Element::tr, Element::tr);
      insert(tag);
      mode_ = Mode::in_cell;
      open_.push_marker();
      return Step::done;
    case Element::caption:
    case Element::col:
    case Element::colgroup:
    case Element::tbody:
    case Element::tfoot:
    case Element::thead:
    case Element::tr:
      return close_row() ? Step::again : Step::done;
    default:
      return start_in_table(tag);
  }
}

Tree::Step Tree::end_in_row(const Token& tag) {
  switch (tag.element) {
    case Element::tr:
      close_row();
      return Step::done;
    case Element::table:
      return close_row() ? Step::again : Step::done;
    case Element::tbody:
    case Element::tfoot:
    case Element::thead:
      if (!open_.in_scope(tag.element, OpenElements::kTableScopeEnd)) return Step::done;
      return close_row() ? Step::again : Step::done;
    case Element::body:
    case Element::caption:
    case Element::col:
    case Element::colgroup:
    case Element::html:
    case Element::td:
    case Element::th:
      return Step::done;
    default:
      return end_in_table(tag);
  }
}

// 13.2.6.4.15
Tree::Step Tree::start_in_cell(Tag& tag) {
  if (!has_trait(tag.element, kTablePart)) return start_in_body(tag);
  if (!open_.in_scope(Element::td, OpenElements::kTableScopeEnd) &&
      !open_.in_scope(Element::th, OpenElements::kTableScopeEnd))
    return Step::done;
  close_cell();
  return Step::again;
}

Tree::Step Tree::end_in_cell(const Token& tag) {
  switch (tag.element) {
    case Element::td:
    case Element::th:
      if (!open_.in_scope(tag.element, OpenElements::kTableScopeEnd)) return Step::done;
      pop_until(tag.element);
      open_.clear_to_marker();
      mode_ = Mode::in_row;
      return Step::done;
    case Element::body:
    case Element::caption:
    case Element::col:
    case Element::colgroup:
    case Element::html:
      return Step::done;
    case Element::table:
    case Element::tbody:
    case Element::tfoot:
    case Element::thead:
    case Element::tr:
      if (!open_.in_scope(tag.element, OpenElements::kTableScopeEnd)) return Step::done;
      close_cell();
      return Step::again;
    default:
      return end_in_body(tag);
  }
}

}  // namespace basewalk::html

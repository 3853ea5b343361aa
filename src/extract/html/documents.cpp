// SPDX-License-Identifier: MIT
//
// Documents within a document (srcdoc, data:, conditional comments, sheets of sheets), and which
// base each of them has in the end.
//
// Before this: html.cpp and attributes.cpp have come to one.  After it: html.cpp reads it as a
// frame of its own.
#include <algorithm>
#include <optional>
#include <utility>

#include "basewalk/note.h"
#include "extract/html/extractor.h"
#include "extract/nested.h"
#include "html/base_order.h"
#include "html/values.h"
#include "text/ascii.h"
#include "text/work.h"

namespace basewalk::extract {

using html::conditional_content;
using html::Element;
using html::Space;
using html::TagAttribute;
using html::Token;

// See Seams.  The reader says that tags and texts are what they are anywhere; what is found in them
// depends on nothing else but
//  - bases,
//  - quirks mode, which is the first document's, where a data: URL may be a sheet,
//  - properties of style sheets, which may hold a URL for other sheets,
//  - limits.  That of what is nested is in proportion to the text, so that none is reached by
//    several texts that is not reached by one of them; nor is another passed.
Seams HtmlExtractor::seams() const {
  const Frame& document = *frames_.front();
  Seams seams;
  seams.apart = document.reader.stands_alone() && !needs_context_ && css_.is_settled() &&
                out_.notes.empty() && nested_bytes_ <= 8 * whole_.size();
  seams.hides = document.hides;
  seams.divides = divides_;
  seams.form_by_get = document.forms.by_get;
  seams.button_by_get = document.forms.button_by_get;
  seams.form_by_other = !document.forms.of_forms.empty();
  seams.button_by_other = !document.forms.of_buttons.empty();
  return seams;
}

// Where it is asked for, another document before this one can make another answer.
bool HtmlExtractor::in_quirks() {
  needs_context_ = true;
  return frame_->document->reader.tree().is_quirks();
}

// What a <noscript> holds is raw text to whoever runs scripts: up to an end tag that may be none
// here.
void HtmlExtractor::noscript(const Token& tag) {
  out_.has_noscript = true;
  // With scripts a word may go on behind it that what it holds ends here.
  if (frame_->word.is_open()) noscript_.misleads = true;
  if (depth_ > 1 || frame_->reader.opened().space != Space::html) {
    noscript_.misleads = true;
  } else if (tag.begin >= noscript_.end) {
    noscript_.misleads = noscript_.misleads || noscript_.is_open;
    noscript_.is_open = true;
    noscript_.end = frame_->reader.end_of_raw_text("noscript");
    work::charge(noscript_.end - tag.end);
  }
}

// With scripts the tokens outside of those elements are the same where each ends in the same place
// and nothing in it decides what is read behind it.
bool HtmlExtractor::scripts_may_add() const {
  const bool is_cut_off = noscript_.is_open && noscript_.end < whole_.size();
  return noscript_.misleads || is_cut_off || needs_context_ || !out_.notes.empty() || out_.cut ||
         !frames_.front()->reader.tree().is_context_free();
}

// A URL that is itself a script or, where it would be shown, a document.
bool HtmlExtractor::nested(std::string_view url, bool document) {
  const char first = url.empty() ? ' ' : ascii::to_lower(url[0]);
  if (first != 'j' && first != 'v' && first != 'd' && static_cast<unsigned char>(first) > ' ')
    return true;
  const std::string_view written = piece_.written;
  if (const std::optional<std::string> script_text = script_of_url(url)) {
    scratch_ = *script_text;
    piece_ = {scratch_, written, false, true, piece_.markup, Syntax::fixed};
    run_script(document && !does_nothing(scratch_));
    return script();
  }
  std::optional<NestedData> data = data_of_url(url);
  if (!data && place_.element == Element::link && place_.loaded && !frame_->reader.is_xml() &&
      is_data_url(url) && in_quirks()) {
    if (std::optional<std::string> sheet = sheet_of_url(url, true))
      data = NestedData{DataKind::style, std::move(*sheet)};
  }
  if (!data) return true;
  if (!document && (data->kind == DataKind::document || data->kind == DataKind::xml)) return true;
  extract::Place outer;
  set_place(Role::attribute, outer);
  outer.around = {};
  const std::string shown = extract::where(outer) + " data: ";
  scratch_ = data->text;
  piece_ = {scratch_, written, false, true, piece_.markup, Syntax::fixed};
  switch (data->kind) {
    case DataKind::document:
    case DataKind::xml:
      push_document(shown, ScopeKind::data, frame_->scope, data->kind == DataKind::xml);
      return true;
    case DataKind::script:
      return script();
    case DataKind::style:
      break;
  }
  const std::uint32_t scope = place_.scope;
  const std::optional<std::uint32_t> around = std::exchange(around_sheet_, scope);
  place_.scope = new_scope(scope, ScopeKind::data);
  const bool go_on = style();
  place_.scope = scope;
  around_sheet_ = around;
  return go_on;
}

// Each level may be as long as the one around it, as those of documents.
bool HtmlExtractor::imported_sheets() {
  const std::uint32_t scope = place_.scope;
  const std::optional<std::uint32_t> around = around_sheet_;
  if (!around_sheet_) around_sheet_ = scope;
  const bool any_type = !frame_->reader.is_xml() && in_quirks();
  bool go_on = true;
  for (std::size_t i = 0; go_on && i < imports_.size(); ++i) {
    const Import import = imports_[i];
    const std::optional<std::string> sheet = sheet_of_url(import.url, any_type);
    if (!sheet) continue;
    nested_bytes_ += import.url.size();
    if (import.depth >= options_.depth || nested_bytes_ > 8 * whole_.size() + 65536) {
      out_.notes.push_back({NoteCode::limit_depth, 0,
                            static_cast<std::size_t>(import.written.data() - whole_.data()),
                            "@import data:"});
      continue;
    }
    scratch_ = *sheet;
    piece_ = {scratch_, import.written, false, true, piece_.markup, Syntax::fixed};
    place_.scope = new_scope(scope, ScopeKind::data);
    import_depth_ = import.depth + 1;
    go_on = css_.scan(piece_.text);
  }
  imports_.clear();
  import_depth_ = 0;
  place_.scope = scope;
  around_sheet_ = around;
  return go_on;
}

// The markup in a comment that is none to somebody: a conditional one, one that is over earlier
// (`<!--x>`, `-- >`), or a declaration (`<!x <a href=...>`, `<![CDATA[<a href=...>`), which to
// libxml2 ends where a tag begins.
std::optional<std::size_t> HtmlExtractor::content_of(const Token& token) const {
  if (const std::optional<std::size_t> content = conditional_content(token.text)) return content;
  if (frame_->reader.is_xml()) return {};
  if (frame_->reader.text().substr(token.begin).starts_with("<!--"))
    return html::washed_content(token.text);
  for (std::size_t pos = text::find_byte(token.text, '<', 0); pos + 1 < token.text.size();
       pos = text::find_byte(token.text, '<', pos + 1))
    if (ascii::is_alpha(token.text[pos + 1])) return pos;
  return {};
}

// The content of a conditional comment is read where it stands, as a frame of its own.
void HtmlExtractor::comment(const Token& token) {
  if (const std::optional<std::size_t> content = content_of(token))
    push_hidden(token.text.substr(*content));
}

// As markup that browsers do not see, with the bases of conditional comments.
void HtmlExtractor::push_hidden(std::string_view content) {
  Frame& outer = *frame_;
  Frame& document = *outer.document;
  if (document.conditional == 0) {
    document.conditional = new_scope(document.scope, ScopeKind::conditional);
    document.conditional_around = out_.keep(document.around, "mso ");
  }
  Frame& frame = push_frame(content);
  frame.reader.cut_conditions(true);
  frame.document = &document;
  frame.scope = document.conditional;
  frame.depth = outer.depth;
  frame.around = document.conditional_around;
  frame.is_conditional = true;
  frame.decoded = outer.decoded;
  frame.begin = outer.begin;
  frame.end = outer.end;
}

void HtmlExtractor::srcdoc(const Token& tag, const TagAttribute& attribute) {
  const std::uint32_t scope = scope_of_now(tag);
  take_value(attribute);
  push_document("iframe[srcdoc] ", ScopeKind::srcdoc, scope);
}

// The scope of a document that is made now and keeps the base of its moment.  Only a later <base>
// makes it another than the scope of the whole.
std::uint32_t HtmlExtractor::scope_of_now(const Token& tag) {
  Frame& frame = *frame_;
  if (frame.reader.is_xml() || frame.is_conditional) return frame.scope;
  if (frame.earlier.empty() ||
      (!frame.bases.empty() && frame.bases.back().tag > frame.earlier.back().tag)) {
    frame.earlier.push_back({tag.begin, new_scope(frame.scope, ScopeKind::earlier)});
    out_.scopes.back().base = frame.bases.empty() ? kNoBase : frame.bases.front().find;
  }
  return frame.earlier.back().scope;
}

// What the URL of the document itself is resolved in: that of the mail, or of a data: URL around
// it.
std::uint32_t HtmlExtractor::scope_without_bases() {
  Frame& document = *frame_->document;
  if (document.unbased != 0) return document.unbased;
  std::uint32_t around = document.scope;
  while (out_.scopes[around].kind != ScopeKind::document &&
         out_.scopes[around].kind != ScopeKind::data)
    around = out_.scopes[around].outer;
  document.unbased = new_scope(around, ScopeKind::earlier);
  out_.scopes.back().base = kNoBase;
  return document.unbased;
}

// HTML 4.8.5, 4.2.5.3, 4.12.1, 4.2.4: what is opened at once is joined with the base of its moment.
// That of all before the first <base> is the same.
void HtmlExtractor::separate_opened(std::size_t base_tag) {
  Frame& frame = *frame_;
  if (frame.opened_at_once.empty()) return;
  if (frame.earlier.empty()) {
    const std::uint32_t whole = frame.reader.is_xml() ? frame.outermost : frame.scope;
    frame.earlier.push_back({base_tag, new_scope(whole, ScopeKind::earlier)});
    out_.scopes.back().base = kNoBase;
  }
  for (const std::size_t find : frame.opened_at_once)
    out_.finds[find].earlier = frame.earlier.back().scope;
  frame.opened_at_once.clear();
}

// The first <base> of the tree counts, not of the text ([B4]).
void HtmlExtractor::settle_bases() {
  Frame& frame = *frame_;
  if (frame.reader.is_xml() || frame.is_conditional || frame.bases.empty()) return;
  if (frame.bases.size() == 1 && !frame.reader.tree().lost_body()) return;
  std::vector<std::size_t> bases, places;
  for (const Frame::BaseTag& each : frame.bases) bases.push_back(each.tag);
  for (const Frame::Earlier& each : frame.earlier) places.push_back(each.tag);
  const std::vector<std::size_t> in_force =
      html::bases_in_force(frame.reader.text(), frame.settings, bases, places);
  const auto find_of = [&](std::size_t tag) {
    if (tag == html::kNoBaseTag) return kNoBase;
    const auto found = std::find_if(frame.bases.begin(), frame.bases.end(),
                                    [&](const Frame::BaseTag& each) { return each.tag == tag; });
    work::charge(static_cast<std::uint64_t>(found - frame.bases.begin()));
    return found->find;
  };
  for (std::size_t i = 0; i < frame.earlier.size(); ++i)
    out_.scopes[frame.earlier[i].scope].base = find_of(in_force[i]);
  out_.scopes[frame.scope].base = find_of(in_force.back());
}

// The piece at hand is a document of its own, which may have a base.
void HtmlExtractor::push_document(std::string_view shown, ScopeKind kind, std::uint32_t scope,
                                  bool xml) {
  Frame& outer = *frame_;
  const std::size_t begin =
      outer.decoded ? outer.begin : static_cast<std::size_t>(piece_.written.data() - whole_.data());
  const std::size_t end = outer.decoded ? outer.end : begin + piece_.written.size();
  // Each level may be as long as the one around it, so their sum is bounded as well as their
  // number.
  nested_bytes_ += piece_.written.size();
  if (outer.depth >= options_.depth || nested_bytes_ > 8 * whole_.size() + 65536) {
    out_.notes.push_back({NoteCode::limit_depth, 0, begin, std::string(ascii::trim(shown))});
    return;
  }
  const Written as = written(Role::attribute, 0);
  const bool decoded = piece_.decoded || piece_.whole;
  const std::string_view text = decoded ? out_.keep(piece_.text) : piece_.text;
  Frame& frame = push_frame(text, {.srcdoc = kind == ScopeKind::srcdoc});
  frame.scope = new_scope(scope, kind);
  if (kind == ScopeKind::srcdoc) {
    BaseScope& own = out_.scopes.back();
    own.begin = begin;
    own.end = end;
    own.written = as;
  }
  frame.depth = outer.depth + 1;
  frame.is_conditional = outer.is_conditional;
  frame.around = frame.depth <= kShownDepth ? out_.keep(outer.around, shown) : outer.around;
  frame.decoded = outer.decoded || decoded;
  frame.begin = begin;
  frame.end = end;
  if (xml) begin_xml(frame);
}

std::uint32_t HtmlExtractor::new_scope(std::uint32_t outer, ScopeKind kind) {
  BaseScope scope;
  scope.outer = outer;
  scope.kind = kind;
  out_.scopes.push_back(scope);
  return static_cast<std::uint32_t>(out_.scopes.size() - 1);
}

}  // namespace basewalk::extract

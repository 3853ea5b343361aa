// SPDX-License-Identifier: MIT
#include "bundle/page/page_text.h"

#include <algorithm>
#include <utility>

#include "basewalk/note.h"
#include "basewalk/url/resolve.h"
#include "bundle/page/plain_xml.h"
#include "mime/charset.h"
#include "url/alone.h"

namespace basewalk::bundle {
namespace {

mime::TextKind charset_kind(TextForm form) {
  switch (form) {
    case TextForm::html:
      return mime::TextKind::html;
    case TextForm::xml:
      return mime::TextKind::xml;
    case TextForm::css:
      return mime::TextKind::css;
    default:
      return mime::TextKind::plain;
  }
}

}  // namespace

void PageText::read(std::uint32_t part, const PartKind& kind, const base::Scope& referrer) {
  const Message& message = bundle_.message();
  part_ = part;
  depth_ = 0;
  from_data_ = false;
  form_ = kind.form;
  bytes_.clear();
  const mime::Part& read = message.parts[part];
  const mime::NotePlace place{notes_, part, read.body.begin};
  std::string_view body = message.body_of(read);
  if (read.encoding != mime::Encoding::identity) {
    mime::decode_transfer(body, read.encoding, bytes_, place);
    body = bytes_;
  }
  const mime::ParameterizedValue type = bundle_.content_type(part);
  const std::string* const charset = type.find("charset");
  std::string_view declared = charset != nullptr ? *charset : std::string_view();
  // Chromium writes such pages, and its own bundles of them it cannot show.
  if (declared.empty() && form_ != TextForm::plain)
    if (const mime::Charset* const wide = mime::utf16_without_mark(body)) declared = wide->name;
  text_ = charsets_.to_utf8(body, declared, charset_kind(form_), place);
  referrer_ = referrer;
  search(bundle_.scope(part));
}

void PageText::read_inner(std::string text, TextForm form, const PageText& outer,
                          base::Scope scope) {
  part_ = outer.part_;
  depth_ = outer.depth_ + 1;
  from_data_ = from_data_ || outer.from_data_;
  form_ = form;
  bytes_ = std::move(text);
  text_ = bytes_;
  referrer_ = outer.referrer_;
  search(std::move(scope));
}

void PageText::read_data(std::string text, TextForm form, const PageText& outer) {
  from_data_ = true;
  // A style sheet is resolved as in the page that shows it, as Chromium does.
  read_inner(std::move(text), form, outer, form == TextForm::css ? outer.scope() : base::Scope());
}

void PageText::search(base::Scope outer) {
  found_.clear();
  extract::Options options;
  options.depth = 0;  // what stands in a srcdoc is read when that is rewritten
  switch (form_) {
    case TextForm::html:
      extract::extract_html(text_, options, found_);
      break;
    case TextForm::xml:
      if (PlainXml plain = without_declarations(text_); plain.text || plain.is_cut) {
        if (plain.is_cut) {
          budget_.refuse(part_);
          notes_.add(NoteCode::limit_entities, part_, 0, {});
        }
        if (plain.text) plain_ = std::move(*plain.text);
        if (plain.text) text_ = plain_;
      }
      extract::extract_xml(text_, options, found_);
      break;
    case TextForm::css:
      extract::extract_css(text_, options, found_);
      break;
    default:
      break;
  }
  std::vector<extract::Find>& finds = found_.finds;
  const std::vector<const extract::Find*> bases = extract::bases_of(found_);
  scopes_.clear();
  // What is around a scope, whatever base that has of its own.
  const auto around_of = [&](std::size_t i) {
    return i == 0 ? outer : scopes_[found_.scopes[i].outer];
  };
  for (std::size_t i = 0; i < found_.scopes.size(); ++i) {
    const extract::BaseScope& each = found_.scopes[i];
    scopes_.push_back(around_of(each.kind == extract::ScopeKind::earlier ? each.outer : i));
    if (bases[i] == nullptr) continue;
    const bool codebase = bases[i]->place.attribute == "codebase";
    const base::Scope::Embedded embedded = {bases[i]->raw,
                                            codebase ? BaseFrom::codebase : BaseFrom::html_base,
                                            {},
                                            part_,
                                            0,
                                            found_.scopes[i].kind != extract::ScopeKind::element};
    Notes ignored;  // the walk has told of it
    scopes_[i] = budget_.take_for(part_, scopes_[i].cost_of(embedded))
                     ? scopes_[i].embed(embedded, ignored)
                     : scopes_[i].leave_out(embedded);
  }
  cut_lists_.clear();
  for (const Note& note : found_.notes)
    if (note.code == NoteCode::limit_links) cut_lists_.push_back(note.offset);
  std::ranges::sort(cut_lists_);
  if (found_.cut || !cut_lists_.empty()) notes_.add(NoteCode::limit_links, part_, 0, {});
  searched_ = found_.cut && !finds.empty() ? finds.back().end : text_.size();
  std::erase_if(
      finds, [](const extract::Find& find) { return find.kind != extract::FindKind::reference; });
  const auto before = [](const extract::Find& a, const extract::Find& b) {
    return a.begin < b.begin;
  };
  if (!std::is_sorted(finds.begin(), finds.end(), before))
    std::stable_sort(finds.begin(), finds.end(), before);
}

bool PageText::has_cut_list(std::size_t begin, std::size_t end) const {
  const auto list = std::ranges::lower_bound(cut_lists_, begin);
  return list != cut_lists_.end() && *list < end;
}

PageText::Meaning PageText::meaning_of(const extract::Find& find) const {
  Meaning meaning;
  const base::Scope& scope = scope_of(find);
  if (scope.is_left_out() && !url::stands_alone(find.raw)) return meaning;
  const url::Base* base = scope.url();
  const url::Base* browser_base = scope.browser_url();
  // A part without a base is resolved from where it is used.
  const url::Base* const used_from = referrer_.browser_url();
  const std::size_t cost = 2 * find.raw.size() + (base != nullptr ? base->text().size() : 0) +
                           (browser_base != nullptr ? browser_base->text().size() : 0) +
                           (used_from != nullptr ? used_from->text().size() : 0);
  if (!budget_.take_for(part_, cost)) return meaning;

  static const url::Base no_base({}, url::Rules::rfc1808);
  static const url::Base no_browser_base({}, url::Rules::whatwg);
  std::string resolved;
  Reference reference;
  reference.from = part_;
  reference.raw = find.raw;
  if ((base != nullptr || url::is_absolute(find.raw)) &&
      url::resolve(base != nullptr ? *base : no_base, find.raw, {}, resolved).outcome !=
          url::Outcome::error)
    reference.url = resolved;
  const url::Base& from = browser_base != nullptr ? *browser_base : no_browser_base;
  if (url::resolve(from, find.raw, {}, meaning.clicked).outcome == url::Outcome::error)
    meaning.clicked.clear();
  if (!meaning.clicked.empty()) reference.clicked = meaning.clicked;
  if (browser_base == nullptr && used_from != nullptr) reference.referrer_base = used_from->text();
  if (const std::optional<Match> match = bundle_.match(reference)) meaning.part = match->part;
  if (meaning.clicked.empty() && used_from != nullptr)
    if (url::resolve(*used_from, find.raw, {}, meaning.clicked).outcome == url::Outcome::error)
      meaning.clicked.clear();
  return meaning;
}

}  // namespace basewalk::bundle

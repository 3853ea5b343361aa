// SPDX-License-Identifier: MIT
//
// The value is read as a document of its own.  It holds the same finds in the same order as the
// text does there, but with places that can be written at; where it does not, it stays.
#include "rewrite/splice/srcdoc.h"

#include "text/utf8.h"

namespace basewalk::rewrite {
namespace {

using extract::Finds;

bool is_attribute(extract::Markup markup) {
  return markup == extract::Markup::double_quoted || markup == extract::Markup::single_quoted ||
         markup == extract::Markup::unquoted;
}

// The finds of the attribute `scope`: they stand together.
std::size_t first_of(const Finds& finds, const std::vector<std::uint32_t>& srcdocs,
                     std::uint32_t scope, std::size_t from) {
  while (from > 0 && srcdocs[finds.finds[from - 1].scope] == scope) --from;
  return from;
}

}  // namespace

std::vector<std::uint32_t> srcdocs_of(const Finds& finds) {
  std::vector<std::uint32_t> srcdocs(finds.scopes.size(), kNoScope);
  for (std::uint32_t i = 1; i < srcdocs.size(); ++i) {
    const extract::BaseScope& scope = finds.scopes[i];
    srcdocs[i] = srcdocs[scope.outer];
    if (srcdocs[i] == kNoScope && scope.kind == extract::ScopeKind::srcdoc &&
        scope.written.syntax != extract::Syntax::fixed && is_attribute(scope.written.markup))
      srcdocs[i] = i;
  }
  return srcdocs;
}

bool replace_in_srcdoc(const Finds& finds, const std::vector<std::uint32_t>& srcdocs,
                       std::uint32_t scope, std::string_view text, TextForm form,
                       std::vector<InnerWish>& wishes, Replacement& made) {
  const extract::BaseScope& where = finds.scopes[scope];
  const std::string value =
      extract::attribute_value(text.substr(where.begin, where.end - where.begin));
  Finds inner;
  extract::extract_html(value, {}, inner);
  const std::size_t first = first_of(finds, srcdocs, scope, wishes.front().find);
  Replacements edits;
  for (InnerWish& wish : wishes) {
    const std::size_t at = wish.find - first;
    if (at >= inner.finds.size() || inner.finds[at].raw != finds.finds[wish.find].raw ||
        inner.finds[at].kind != finds.finds[wish.find].kind)
      return false;
    Replacement edit;
    if (replacement_for(wish.to, inner.finds[at], value, TextForm::any, edit)) continue;
    if (!edits.empty() && edit.begin < edits.back().end) continue;
    edits.push_back(std::move(edit));
    wish.done = true;
  }
  if (edits.empty()) return false;
  std::string edited, escaped;
  append_replaced(value, edits, edited);
  extract::append_escaped(edited, where.written.markup, escaped);
  made = {where.begin, where.end, {}};
  if (form == TextForm::any) {
    made.with = std::move(escaped);
  } else {
    append_references(escaped, made.with);
    if (form == TextForm::stateful &&
        !utf8::is_ascii(text.substr(made.begin, made.end - made.begin))) {
      for (InnerWish& wish : wishes) wish.done = false;
      return false;
    }
  }
  return true;
}

}  // namespace basewalk::rewrite

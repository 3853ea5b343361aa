// SPDX-License-Identifier: MIT
//
// Which base wins.
//
// enter() asks the sources of one entity in the order of docs/base.md and keeps the
// enclosing scope where none of them answers; embed() puts a base of the content itself on
// top.  The base in force is shared, never changed, so copying a scope copies two pointers.
//
// Before this: walk/walker.cpp has come to a part.  After it: html/reader.cpp, if the part is a
// page.
#include "basewalk/base/scope.h"

#include <algorithm>

#include "basewalk/note.h"
#include "text/ascii.h"

namespace basewalk::base {
namespace {

constexpr std::string_view kNames[] = {"none",        "html-base",    "codebase",
                                       "base-header", "content-base", "content-location",
                                       "retrieval",   "thismessage"};

// RFC 2557 5(e).
constexpr std::string_view kThisMessage = "thismessage:/";

// RFC 1808 2.3: schemes whose URLs have no hierarchy cannot be the base of anything.
bool is_hierarchical(std::string_view url) {
  const std::string_view scheme = url::scheme_of(url);
  return url.substr(scheme.size() + 1).starts_with('/');
}

// [B3].
bool is_refused(std::string_view absolute) {
  const std::string_view scheme = url::scheme_of(absolute);
  return ascii::iequals(scheme, "data") || ascii::iequals(scheme, "javascript");
}

}  // namespace

std::string_view name(BaseFrom from) { return kNames[static_cast<std::size_t>(from)]; }

Result<Honor> Honor::parse(std::string_view list) {
  Honor honor{false, false, false, false, false, false, false};
  struct Entry {
    std::string_view name;
    bool Honor::*member;
  };
  constexpr Entry kEntries[] = {
      {"html-base", &Honor::html_base},       {"base-header", &Honor::base_header},
      {"content-base", &Honor::content_base}, {"content-location", &Honor::content_location},
      {"enclosing", &Honor::enclosing},       {"retrieval", &Honor::retrieval},
      {"thismessage", &Honor::thismessage}};
  std::size_t begin = 0;
  while (begin <= list.size()) {
    const std::size_t comma = std::min(list.find(',', begin), list.size());
    const std::string_view word = ascii::trim(list.substr(begin, comma - begin));
    bool known = word.empty();
    for (const Entry& entry : kEntries) {
      if (word != entry.name) continue;
      honor.*entry.member = true;
      known = true;
    }
    if (!known)
      return Error{"unknown-source", begin,
                   "there is no base source '" + std::string(word) +
                       "'; there are html-base, base-header, content-base, content-location, "
                       "enclosing, retrieval and thismessage"};
    begin = comma + 1;
  }
  return honor;
}

bool Scope::is_declared() const {
  return in_force_ && in_force_->from != BaseFrom::retrieval &&
         in_force_->from != BaseFrom::thismessage;
}

void Scope::set(std::string_view url, BaseFrom from, std::string_view section) {
  in_force_ = std::make_shared<const InForce>(InForce{
      url::Base(url, rules_), url::Base(url, url::Rules::whatwg), from, std::string(section)});
}

Scope Scope::outermost(url::Rules rules, const Honor& honor, std::string_view retrieved) {
  Scope scope;
  scope.rules_ = rules;
  scope.honor_ = honor;
  if (honor.retrieval && url::is_absolute(retrieved))
    scope.set(retrieved, BaseFrom::retrieval, {});
  else if (honor.thismessage)
    scope.set(kThisMessage, BaseFrom::thismessage, {});
  scope.outermost_ = scope.in_force_;
  return scope;
}

bool Scope::try_header(const Message& message, const mime::Part& part, std::uint32_t index,
                       std::string_view section, Notes& notes) {
  struct Source {
    std::string_view field;
    BaseFrom from;
    bool honored;
  };
  const Source sources[] = {
      {"base", BaseFrom::base_header, honor_.base_header},
      {"content-base", BaseFrom::content_base, honor_.content_base},
      {"content-location", BaseFrom::content_location, honor_.content_location}};

  const mime::HeaderField* fields[3] = {};
  for (std::uint32_t i = part.first_field; i < part.fields_end; ++i) {
    const mime::HeaderField& field = message.fields[i];
    const std::string_view field_name = message.name_of(field);
    for (std::size_t s = 0; s < 3; ++s) {
      if (!ascii::iequals(field_name, sources[s].field)) continue;
      if (fields[s] == nullptr)
        fields[s] = &field;
      else  // [B5]
        notes.add(NoteCode::base_duplicate, index, field.name.begin, message.value_of(field));
    }
  }

  for (std::size_t s = 0; s < 3; ++s) {
    if (fields[s] == nullptr || !sources[s].honored) continue;
    const HeaderUrl url = header_url(message.value_of(*fields[s]));
    const std::size_t offset = fields[s]->name.begin;
    const bool is_label = sources[s].from == BaseFrom::content_location;
    if (sources[s].from == BaseFrom::base_header && !(url.brackets && url.prefix))
      notes.add(NoteCode::base_syntax, index, offset, message.value_of(*fields[s]));
    if (!url::is_absolute(url.url)) {
      // [B2].  A relative Content-Location is a label like any other: nothing is odd about it.
      if (!is_label) notes.add(NoteCode::base_not_absolute, index, offset, url.url);
      continue;
    }
    if (!is_hierarchical(url.url)) {
      if (!is_label) notes.add(NoteCode::base_not_hierarchical, index, offset, url.url);
      continue;
    }
    set(url.url, sources[s].from, section);
    return true;
  }
  return false;
}

Scope Scope::enter(const Message& message, std::uint32_t index, std::string_view section,
                   Notes& notes) const {
  const mime::Part& part = message.parts[index];
  Scope scope = *this;
  if (!honor_.enclosing) scope.in_force_ = outermost_;
  if (scope.try_header(message, part, index, section, notes)) return scope;

  // What a snapshot was taken of is where it was retrieved from: the last source of RFC 1808 3, but
  // nearer than what is known of the whole.
  // RFC 2557 5 has a list of its own, and this is not in it: who asks for its end, 5(e), asks for
  // all of it.
  if (scope.is_declared() || !honor_.retrieval || honor_.thismessage) return scope;
  if (const mime::HeaderField* field = message.find(part, "snapshot-content-location")) {
    const HeaderUrl url = header_url(message.value_of(*field));
    if (url::is_absolute(url.url) && is_hierarchical(url.url))
      scope.set(url.url, BaseFrom::retrieval, section);
  }
  return scope;
}

Scope Scope::retrieved(std::string_view from, std::string_view section) const {
  Scope scope = *this;
  if (!is_declared() && honor_.retrieval && url::is_absolute(from))
    scope.set(from, BaseFrom::retrieval, section);
  return scope;
}

Scope Scope::embed(const Embedded& embedded, Notes& notes) const {
  Scope scope = *this;
  if (!honor_.html_base) return scope;
  const std::string_view href = ascii::trim(embedded.href);
  const auto note = [&](NoteCode code) { notes.add(code, embedded.part, embedded.offset, href); };
  // HTML: the href is parsed against the fallback base URL, which is the base around it.
  static const url::Base kNoBase({}, url::Rules::whatwg);
  const url::Base* outer = browser_url();
  std::string resolved;
  url::Outcome outcome =
      url::resolve(outer != nullptr ? *outer : kNoBase, href, {}, resolved).outcome;
  if (outcome == url::Outcome::error) {
    if (!url::is_absolute(href) && !in_force_) {
      note(NoteCode::base_relative_no_outer);
      return scope;
    }
    const url::Base no_base({}, rules_);
    outcome = url::resolve(in_force_ ? in_force_->url : no_base, href, {}, resolved).outcome;
  }
  if (outcome == url::Outcome::error || is_refused(resolved)) {
    note(NoteCode::base_refused);
    return scope;
  }
  if (outcome == url::Outcome::resolved && embedded.from == BaseFrom::html_base)
    note(NoteCode::base_relative);
  scope.set(resolved, embedded.from, embedded.section);
  return scope;
}

}  // namespace basewalk::base

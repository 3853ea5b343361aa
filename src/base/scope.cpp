// SPDX-License-Identifier: MIT
//
// Which base wins.
//
// enter() asks the sources of one entity in the order of docs/base.md and keeps the
// enclosing scope where none of them answers; embed() puts a base of the content itself on
// top.  The base in force is shared, never changed, so copying a scope copies two pointers.
//
// Before this: walk/walk.cpp has come to a part.  After it: html/reader.cpp, if the part is a
// page.
#include "basewalk/base/scope.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "base/declared.h"
#include "basewalk/note.h"
#include "text/ascii.h"
#include "text/enum_table.h"
#include "url/alone.h"

namespace basewalk::base {
namespace {

// Where a base can come from, with the word of --honor that makes it count (none where another row
// has it) and the header field that declares it (none where no header does), in the order in which
// fields of one header are asked (RFC 1808 3.1, RFC 2110 5, RFC 2557 5).
struct Source {
  BaseFrom from;
  std::string_view name;
  bool Honor::*honored;
  std::string_view field = {};
  bool is_label = false;  // names its entity, and is a base only where it can be one
};
constexpr Source kSources[] = {
    {BaseFrom::none, "none", nullptr},
    {BaseFrom::html_base, "html-base", &Honor::html_base},
    {BaseFrom::codebase, "codebase", nullptr},
    {BaseFrom::base_header, "base-header", &Honor::base_header, "base"},
    {BaseFrom::content_base, "content-base", &Honor::content_base, "content-base"},
    {BaseFrom::content_location, "content-location", &Honor::content_location, "content-location",
     true},
    {BaseFrom::retrieval, "retrieval", &Honor::retrieval},
    {BaseFrom::thismessage, "thismessage", &Honor::thismessage},
    {BaseFrom::document, "document", &Honor::document},
};
static_assert(is_table_of(kSources, &Source::from));

// Rows [first, end): those with a field.
struct Headers {
  std::size_t first = 0, end = 0;
};
constexpr Headers kHeaders = [] {
  Headers headers;
  while (kSources[headers.first].field.empty()) ++headers.first;
  headers.end = headers.first;
  while (headers.end < std::size(kSources) && !kSources[headers.end].field.empty()) ++headers.end;
  return headers;
}();
static_assert(std::none_of(std::begin(kSources) + kHeaders.end, std::end(kSources),
                           [](const Source& source) { return !source.field.empty(); }));

// What an enclosing entity declared counts, too.
constexpr std::string_view kEnclosing = "enclosing";

// RFC 2557 5(e).
constexpr std::string_view kThisMessage = "thismessage:/";

// [B3].
bool is_refused(std::string_view absolute) {
  const std::string_view scheme = url::scheme_of(absolute);
  return ascii::iequals(scheme, "data") || ascii::iequals(scheme, "javascript");
}

}  // namespace

BaseFrom declared_by(std::string_view field_name) {
  for (std::size_t s = kHeaders.first; s < kHeaders.end; ++s)
    if (ascii::iequals(field_name, kSources[s].field)) return kSources[s].from;
  return BaseFrom::none;
}

bool is_of_field(BaseFrom from) { return !kSources[static_cast<std::size_t>(from)].field.empty(); }

bool is_honored(BaseFrom from, const Honor& honor) {
  const Source& source = kSources[static_cast<std::size_t>(from)];
  return source.honored != nullptr && honor.*source.honored;
}

std::string_view name(BaseFrom from) { return kSources[static_cast<std::size_t>(from)].name; }

std::string Honor::words() {
  std::string words;
  for (const Source& source : kSources)
    if (source.honored != nullptr) words.append(source.name).append(", ");
  return words.append(kEnclosing);
}

Result<Honor> Honor::parse(std::string_view list) {
  Honor honor;
  for (const Source& source : kSources)
    if (source.honored != nullptr) honor.*source.honored = false;
  honor.enclosing = false;
  std::size_t begin = 0;
  while (begin <= list.size()) {
    const std::size_t comma = std::min(list.find(',', begin), list.size());
    const std::string_view word = ascii::trim(list.substr(begin, comma - begin));
    bool known = word.empty();
    if (word == kEnclosing) known = honor.enclosing = true;
    for (const Source& source : kSources)
      if (source.honored != nullptr && word == source.name) known = honor.*source.honored = true;
    if (!known)
      return Error{"unknown-source", begin,
                   "there is no base source '" + std::string(word) + "'; there are " + words()};
    begin = comma + 1;
  }
  return honor;
}

bool Scope::is_declared() const {
  return in_force_ && in_force_->from != BaseFrom::retrieval &&
         in_force_->from != BaseFrom::thismessage;
}

void Scope::set(std::string_view url, BaseFrom from, std::string_view section, bool in_browsers) {
  // HTML 4.2.3: one that a browser cannot read leaves the base around it in force there.
  std::shared_ptr<const url::Base> browsers = in_force_ ? in_force_->browser_url : nullptr;
  if (in_browsers)
    if (url::Base read(url, url::Rules::whatwg); read.is_absolute())
      browsers = std::make_shared<const url::Base>(std::move(read));
  in_force_ = std::make_shared<const InForce>(
      InForce{url::Base(url, rules_), std::move(browsers), from, std::string(section)});
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
  const mime::HeaderField* fields[std::size(kSources)] = {};
  for (std::uint32_t i = part.first_field; i < part.fields_end; ++i) {
    const mime::HeaderField& field = message.fields[i];
    const std::string_view field_name = message.name_of(field);
    for (std::size_t s = kHeaders.first; s < kHeaders.end; ++s) {
      if (!ascii::iequals(field_name, kSources[s].field)) continue;
      if (fields[s] == nullptr)
        fields[s] = &field;
      else  // [B5]
        notes.add(NoteCode::base_duplicate, index, field.name.begin, message.value_of(field));
    }
  }

  for (std::size_t s = kHeaders.first; s < kHeaders.end; ++s) {
    const Source& source = kSources[s];
    if (fields[s] == nullptr || !(honor_.*source.honored)) continue;
    const HeaderUrl url = header_url(message.value_of(*fields[s]));
    const std::size_t offset = fields[s]->name.begin;
    if (source.from == BaseFrom::base_header && !(url.brackets && url.prefix))
      notes.add(NoteCode::base_syntax, index, offset, message.value_of(*fields[s]));
    if (!url::is_absolute(url.url)) {
      // [B2].  A relative Content-Location is a label like any other: nothing is odd about it.
      if (!source.is_label) notes.add(NoteCode::base_not_absolute, index, offset, url.url);
      continue;
    }
    if (!url::is_hierarchical(url.url)) {
      if (!source.is_label) notes.add(NoteCode::base_not_hierarchical, index, offset, url.url);
      continue;
    }
    set(url.url, source.from, section);
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
    if (url::is_absolute(url.url) && url::is_hierarchical(url.url))
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

// [R8].  From a page with https "//host/" leads elsewhere, and with it all that is relative.
void Scope::assume(std::string_view href) {
  constexpr std::string_view kPage = "https://page.invalid/";
  static const url::Base page(kPage, url::Rules::whatwg);
  std::string resolved;
  const url::Resolution resolution = url::resolve(assumed_ ? *assumed_ : page, href, {}, resolved);
  if (resolution.outcome != url::Outcome::error && !resolved.starts_with(kPage))
    assumed_ = std::make_shared<const url::Base>(resolved, url::Rules::whatwg);
}

bool Scope::honors(const Embedded& embedded) const {
  return embedded.from == BaseFrom::document ? honor_.document : honor_.html_base;
}

std::size_t Scope::cost_of(const Embedded& embedded) const {
  if (!honors(embedded)) return 0;
  const std::string_view href = ascii::trim(embedded.href);
  if (embedded.in_browsers && url::stands_alone(href)) return embedded.href.size();
  // It is resolved against one of these, or keeps the second one in use.
  std::size_t outer = 0;
  for (const url::Base* each : {url(), browser_url()})
    if (each != nullptr) outer = std::max(outer, each->text().size());
  return embedded.href.size() + outer;
}

Scope Scope::leave_out(const Embedded& embedded) const {
  Scope scope = *this;
  if (!honors(embedded)) return scope;
  scope.in_force_ = std::make_shared<const InForce>(
      InForce{url::Base(), nullptr, embedded.from, std::string(embedded.section), true});
  return scope;
}

Scope Scope::embed(const Embedded& embedded, Notes& notes) const {
  Scope scope = *this;
  if (!honors(embedded)) return scope;
  const std::string_view href = ascii::trim(embedded.href);
  if (is_left_out()) {
    if (!embedded.in_browsers || !url::stands_alone(href)) return leave_out(embedded);
    scope.in_force_.reset();
    scope = scope.embed(embedded, notes);
    // One that is no base, or none to browsers, leaves what is around it in force.
    return scope.in_force_ && scope.browser_url() != nullptr ? scope : *this;
  }
  const auto note = [&](NoteCode code) { notes.add(code, embedded.part, embedded.offset, href); };
  // HTML: the href is parsed against the fallback base URL, which is the base around it.
  static const url::Base kNoBase({}, url::Rules::whatwg);
  // Where browsers do not read one, it stands on others of its kind.
  std::optional<url::Base> unread;
  if (!embedded.in_browsers && in_force_) unread.emplace(in_force_->url.text(), url::Rules::whatwg);
  const url::Base* const outer =
      unread ? (unread->is_absolute() ? &*unread : nullptr) : browser_url();
  std::string resolved;
  url::Outcome outcome =
      url::resolve(outer != nullptr ? *outer : kNoBase, href, {}, resolved).outcome;
  if (outcome == url::Outcome::error) {
    if (!url::is_absolute(href) && !in_force_) {
      if (embedded.in_browsers && embedded.from == BaseFrom::html_base) scope.assume(href);
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
  scope.set(resolved, embedded.from, embedded.section, embedded.in_browsers);
  return scope;
}

}  // namespace basewalk::base

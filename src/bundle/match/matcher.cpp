// SPDX-License-Identifier: MIT
//
// RFC 2557 8.2 in two halves: labels are resolved and put into a table by the scope they count in;
// a reference is looked up scope by scope, outward.
//
// A kind of label is looked for in all scopes before the next weaker kind is: what the standard
// says always wins over what is done out of leniency.  Where all of them have failed the lenient
// profile looks through the whole message, whatever is nested in it, kind by kind again.
#include "bundle/match/matcher.h"

#include <algorithm>

#include "basewalk/note.h"
#include "bundle/match/label.h"
#include "bundle/match/microsoft.h"
#include "text/ascii.h"
#include "text/hex.h"
#include "text/number.h"

namespace basewalk::bundle {
namespace {

constexpr std::string_view kThisMessage = "thismessage:/";  // RFC 2557 5(e)
constexpr std::size_t kSmallMessage = 4096;

// The base of last resort, under some rules.
const url::Base& this_message(url::Rules rules) {
  static const url::Base bases[] = {
      url::Base(kThisMessage, url::Rules::rfc1808), url::Base(kThisMessage, url::Rules::rfc2396),
      url::Base(kThisMessage, url::Rules::rfc3986), url::Base(kThisMessage, url::Rules::whatwg)};
  return bases[static_cast<std::size_t>(rules)];
}

// The answer, or nothing, in `out`.
bool answer(const url::Base& base, std::string_view reference, const url::ResolveOptions& options,
            std::string& out) {
  out.clear();
  return url::resolve(base, reference, options, out).outcome != url::Outcome::error;
}

// "a.png", and "http:a.png", which some rules take for relative to a base of the same scheme.
bool may_need_base(std::string_view location) {
  const std::string_view scheme = url::scheme_of(location);
  return scheme.empty() || !location.substr(scheme.size() + 1).starts_with("//");
}

}  // namespace

Matcher::Matcher(const Message& message, const WalkOptions& options, Profile profile)
    : message_(message),
      options_(options),
      profile_(profile),
      structure_(message),
      notes_(options.limits),
      budget_(text::product(options.limits.output_factor,
                            std::max(message.bytes.size(), kSmallMessage))) {
  read_labels();
  structure_.find_leads([this](std::uint32_t related) { return start_of(related); },
                        profile == Profile::compat);
  notes_.finish();
}

// ---- Labels

void Matcher::read_labels() {
  Notes ignored;  // the walk gives them
  for (std::uint32_t i = 0; i < message_.parts.size(); ++i) {
    const mime::Part& part = message_.parts[i];
    if (part.kind != mime::PartKind::leaf) {
      const base::Scope around =
          part.parent == mime::kNone
              ? base::Scope::outermost(options_.rules, options_.honor, options_.retrieved)
              : scope(part.parent);
      scopes_.emplace_back(i, around.enter(message_, i, message_.section(i), ignored));
    }
    read_part(i);
  }
  // Chromium knows a part by the last of them: what no first one names is that part, too.
  for (const Repeated& each : repeated_) {
    const mime::HeaderField& field = message_.fields[each.field];
    if (each.is_id)
      add_content_id(each.part, field);
    else
      add_location(each.part, field);
  }
  // Nor has it a base for them: "http:/h/a.png" is absolute.
  for (const auto& [part, url] : alone_) {
    const std::uint32_t scope = structure_.scope_of(part);
    add(part, scope, LabelKind::location, url);
    add(part, scope, LabelKind::location_bare, without_fragment(url));
  }
}

base::Scope Matcher::scope(std::uint32_t part) const {
  const auto found = std::lower_bound(scopes_.begin(), scopes_.end(), part,
                                      [](const auto& s, std::uint32_t p) { return s.first < p; });
  if (found != scopes_.end() && found->first == part) return found->second;
  Notes ignored;
  const std::uint32_t parent = message_.parts[part].parent;
  const base::Scope around =
      parent == mime::kNone
          ? base::Scope::outermost(options_.rules, options_.honor, options_.retrieved)
          : scope(parent);
  return around.enter(message_, part, message_.section(part), ignored);
}

const base::Scope& Matcher::last_scope(std::uint32_t part) {
  if (last_scope_.first != part) last_scope_ = {part, scope(part)};
  return last_scope_.second;
}

void Matcher::read_part(std::uint32_t index) {
  const mime::Part& part = message_.parts[index];
  const mime::HeaderField *id = nullptr, *location = nullptr;
  for (std::uint32_t i = part.first_field; i < part.fields_end; ++i) {
    const mime::HeaderField& field = message_.fields[i];
    const std::string_view name = message_.name_of(field);
    // RFC 2557 4.2: one of each.  Of several the first counts.
    const bool is_id = ascii::iequals(name, "content-id");
    if (!is_id && !ascii::iequals(name, "content-location")) continue;
    const mime::HeaderField*& first = is_id ? id : location;
    if (first == nullptr)
      first = &field;
    else if (profile_ == Profile::compat)
      repeated_.push_back({index, i, is_id});
  }
  if (!microsoft_base_of_.empty() && part.parent != mime::kNone)
    microsoft_base_of_[index] = microsoft_base_of_[part.parent];
  if (id != nullptr) add_content_id(index, *id);
  if (location != nullptr) add_location(index, *location);
}

// False where another part has that label already, which then counts.
bool Matcher::add(std::uint32_t part, std::uint32_t scope, LabelKind kind, std::string_view text) {
  if (label_scope_ == kNoScope) label_scope_ = scope;
  if (label_scope_ != scope) has_label_scopes_ = true;
  std::uint32_t* first = table_.insert(scope, kind, LabelText(text), part);
  if (first == nullptr || *first == part) return true;
  // A label of a multipart and of a part in it names the same thing.
  if (message_.parts[*first].subtree_end > part) return true;
  // RFC 2392 2: what contains them decides; of alternatives the last that can be shown counts (RFC
  // 2046 5.1.4).
  if (structure_.are_alternatives(*first, part)) {
    if (is_displayable(message_.parts[part]) || !is_displayable(message_.parts[*first]))
      *first = part;
    return true;
  }
  return false;
}

void Matcher::note_duplicate(std::uint32_t part, std::size_t offset, std::string_view text) {
  notes_.add(NoteCode::label_duplicate, part, offset, text);
}

void Matcher::add_content_id(std::uint32_t part, const mime::HeaderField& field) {
  const IdLabel label = read_id(message_.value_of(field));
  if (label.id.empty()) return;
  if (profile_ == Profile::strict && !label.brackets) return;
  has_ids_ = true;
  const std::uint32_t scope = structure_.scope_of(part);
  if (!add(part, scope, LabelKind::content_id, label.id))
    note_duplicate(part, field.name.begin, label.id);
  if (profile_ == Profile::strict) return;
  const std::string loose = loose_id(label.id);
  if (loose != label.id) add(part, scope, LabelKind::content_id_loose, loose);
  if (!label.joined.empty()) add(part, scope, LabelKind::content_id_loose, loose_id(label.joined));
}

void Matcher::add_location(std::uint32_t part, const mime::HeaderField& field) {
  const LocationLabel label = read_location(message_.value_of(field));
  if (label.url.empty()) return;
  const std::size_t offset = field.name.begin;
  const std::uint32_t scope = structure_.scope_of(part);
  if (const auto id = after_scheme(label.url, "cid")) {
    // RFC 2557 8.3: it is disregarded.  Chromium labels style sheets in this way.
    if (profile_ == Profile::strict) return;
    has_cid_locations_ = true;
    if (!add(part, scope, LabelKind::cid_location, *id)) note_duplicate(part, offset, label.url);
    return;
  }
  has_locations_ = true;
  add_resolved(part, offset, label.url);
  if (profile_ == Profile::strict) return;
  if (!label.spaced.empty()) add_resolved(part, offset, label.spaced);
  if (!microsoft_base_of_.empty() && url::is_absolute(label.url))
    microsoft_base_of_[part] = mime::kNone;
  add_microsoft(part, offset, label.url);
  if (!label.spaced.empty()) add_microsoft(part, offset, label.spaced);
  if (url::is_absolute(label.url)) return;
  // RFC 2110 8.2: relative URLs match by their text, too.
  has_texts_ = true;
  add(part, scope, LabelKind::text, label.url);
  if (!label.spaced.empty()) add(part, scope, LabelKind::text, label.spaced);
}

std::string Matcher::resolved(std::uint32_t part, std::string_view location,
                              std::size_t most) const {
  std::string out;
  const base::Scope around = may_need_base(location) ? scope(part) : base::Scope();
  const url::Base& base = around.url() != nullptr ? *around.url() : this_message(options_.rules);
  if (base.text().size() + location.size() <= most) answer(base, location, options_.resolve, out);
  return out;
}

// RFC 2557 8.2(c).  A base that many labels share can make them a multiple of what was sent: then
// they count by their text alone.
void Matcher::add_resolved(std::uint32_t part, std::size_t offset, std::string_view location) {
  const base::Scope around = may_need_base(location) ? last_scope(part) : base::Scope();
  const url::Base& base = around.url() != nullptr ? *around.url() : this_message(options_.rules);
  const std::size_t cost = base.text().size() + location.size();
  if (cost > budget_) {
    notes_.add(NoteCode::limit_output, part, offset, location);
    return;
  }
  budget_ -= cost;
  const std::uint32_t scope = structure_.scope_of(part);
  bool first = true;
  const auto add_url = [&](std::string_view url) {
    first = add(part, scope, LabelKind::location, url) && first;
    if (profile_ == Profile::strict) return;
    const std::string_view bare = without_fragment(url);
    if (bare.size() != url.size()) add(part, scope, LabelKind::location_bare, bare);
  };
  std::string url;
  if (answer(base, location, options_.resolve, url)) add_url(url);
  if (profile_ == Profile::compat) {
    const url::Base* browser_base = around.browser_url();
    std::string browser_url;
    if (answer(browser_base != nullptr ? *browser_base : this_message(url::Rules::whatwg), location,
               {}, browser_url) &&
        browser_url != url)
      add_url(browser_url);
    if (browser_url.find('|') != std::string::npos) add_url(as_looked_for(browser_url));
    std::string alone;
    if (around.url() != nullptr && !url::scheme_of(location).empty() &&
        answer(this_message(url::Rules::whatwg), location, {}, alone) && alone != browser_url)
      alone_.emplace_back(part, std::move(alone));
  }
  if (!first) note_duplicate(part, offset, location);
}

// [M2].  What is absolute is a base, too.
void Matcher::add_microsoft(std::uint32_t part, std::size_t offset, std::string_view location) {
  const std::optional<std::string> read = read_microsoft(location);
  if (!read) return;
  const std::uint32_t scope = structure_.scope_of(part);
  if (const auto id = after_scheme(*read, "cid")) {
    has_cid_locations_ = true;
    add(part, scope, LabelKind::cid_location, *id);
    return;
  }
  has_microsoft_ = true;
  const bool absolute = url::is_absolute(*read);
  if (!absolute) add(part, scope, LabelKind::microsoft, without_fragment(*read));
  std::string_view base = kThisMessage;
  if (!absolute) {
    const std::uint32_t parent = message_.parts[part].parent;
    if (!microsoft_base_of_.empty() && parent != mime::kNone &&
        microsoft_base_of_[parent] != mime::kNone)
      base = microsoft_bases_[microsoft_base_of_[parent]];
    else if (const url::Base* const around = header_base(part))
      base = around->text();
  }
  const std::size_t cost = 2 * (base.size() + read->size());
  if (cost > budget_) {
    notes_.add(NoteCode::limit_output, part, offset, location);
    return;
  }
  budget_ -= cost;
  std::string url;
  if (!answer(url::Base(base, url::Rules::whatwg), *read, {}, url)) return;
  add(part, scope, LabelKind::microsoft, url);
  add(part, scope, LabelKind::microsoft, without_fragment(url));
  if (!absolute) return;
  if (microsoft_base_of_.empty()) microsoft_base_of_.assign(message_.parts.size(), mime::kNone);
  microsoft_base_of_[part] = static_cast<std::uint32_t>(microsoft_bases_.size());
  microsoft_bases_.push_back(std::move(url));
}

// The base that the headers give to a part, as browsers read it; null where there is none, or where
// looking for it again and again was too much.
const url::Base* Matcher::header_base(std::uint32_t part) {
  if (last_scope_.first != part) {
    const std::size_t cost = message_.parts[part].header.size();
    if (cost > budget_) return nullptr;
    budget_ -= cost;
  }
  return last_scope(part).browser_url();
}

// RFC 2387 3.2.  Where `start` names nothing, it is as if it were not there.
std::uint32_t Matcher::start_of(std::uint32_t related) {
  const mime::Part& part = message_.parts[related];
  if (part.content_type_field == mime::kNone) return mime::kNone;
  const mime::HeaderField& field = message_.fields[part.content_type_field];
  const mime::ParameterizedValue type = mime::parse_parameterized(message_.value_of(field));
  if (const std::string* start = type.find("start")) {
    const std::string id = read_id(*start).id;
    if (const std::uint32_t* found = table_.find(related, LabelKind::content_id, LabelText(id)))
      return *found;
    if (const std::uint32_t* found =
            table_.find(related, LabelKind::content_id_loose, LabelText(loose_id(id))))
      return *found;
    notes_.add(NoteCode::start_unknown, related, field.name.begin, *start);
  }
  if (profile_ == Profile::strict || part.subtree_end == related + 1) return mime::kNone;
  // RFC 2387 3.1 leaves open what a first part of another type than `type` means.  Writers that put
  // pictures first mean the page.
  const std::string* declared = type.find("type");
  const std::string wanted = ascii::lowered(declared != nullptr ? *declared : "text/html");
  if (message_.parts[related + 1].media_type == wanted) return mime::kNone;
  for (std::uint32_t i = related + 1; i < part.subtree_end; i = message_.parts[i].subtree_end) {
    const mime::Part& child = message_.parts[i];
    if (declared == nullptr && (is_multipart(child) || child.media_type.starts_with("text/")) &&
        child.media_type != "text/css")
      return i;
    if (child.media_type == wanted) return i;
  }
  return mime::kNone;
}

// For mid: only, so they are read when the first one is seen.
void Matcher::read_messages() {
  messages_read_ = true;
  for (std::uint32_t i = 0; i < message_.parts.size(); ++i) {
    const mime::Part& part = message_.parts[i];
    if (is_message_scope(structure_.scope_of(i))) {
      const mime::HeaderField* field = message_.find(part, "message-id");
      const std::string id = field != nullptr ? read_id(message_.value_of(*field)).id : "";
      if (!id.empty()) table_.insert(0, LabelKind::message_id, LabelText(id), i);
    }
    if (const mime::HeaderField* field = message_.find(part, "content-id")) {
      const IdLabel label = read_id(message_.value_of(*field));
      if (!label.id.empty())
        add(i, structure_.message_of(i), LabelKind::message_content_id, label.id);
    }
  }
}

// All labels again, as if no part lay within another; when the first one is looked for.
void Matcher::flatten() {
  flat_ = true;
  const std::size_t size = table_.size();
  for (std::size_t i = 0; i < size; ++i) {
    const LabelTable::Entry entry = table_.entry(i);
    if (entry.kind != LabelKind::message_id && entry.kind != LabelKind::message_content_id)
      add(entry.part, kWholeBundle, entry.kind, entry.text);
  }
}

// ---- References

Match Matcher::matched(std::uint32_t label, MatchedBy by) const {
  return {label, structure_.shown(label), by};
}

// [M1]: the same multipart/related, then the ones around it, then (compat) the message.
Matcher::Found Matcher::find(LabelKind kind, std::string_view text, std::uint32_t scope,
                             MatchedBy by) const {
  const LabelText label(text);
  for (; scope != kNoScope; scope = structure_.around(scope)) {
    if (profile_ == Profile::strict && is_message_scope(scope)) break;
    if (const std::uint32_t* part = table_.find(scope, kind, label)) return matched(*part, by);
  }
  return {};
}

// A fragment is no part of a URL (RFC 1808 2.2), but some labels have one.
Matcher::Found Matcher::find_url(std::string_view url, std::uint32_t scope) const {
  const std::string_view bare = without_fragment(url);
  if (Found found = find(LabelKind::location, bare, scope, MatchedBy::location)) return found;
  if (bare.size() == url.size()) return {};
  return find(LabelKind::location, url, scope, MatchedBy::location);
}

Matcher::Found Matcher::find_location(const Reference& reference, std::uint32_t scope) {
  if (!has_locations_) return {};
  std::string url, browser_url;
  std::optional<std::string_view> given = reference.url, clicked = reference.clicked;
  const bool lacks_base = !given && !reference.omitted && !url::is_absolute(reference.raw);
  if (lacks_base && answer(this_message(options_.rules), reference.raw, options_.resolve, url))
    given = url;
  if (profile_ == Profile::strict) return given ? find_url(*given, scope) : Found();

  if (!clicked && !reference.omitted &&
      answer(this_message(url::Rules::whatwg),
             lacks_base ? reference.raw : given.value_or(reference.raw), {}, browser_url))
    clicked = browser_url;
  if (clicked)
    if (Found found = find_url(*clicked, scope)) return found;
  if (clicked && clicked->find('|') != std::string_view::npos)
    if (Found found = find_url(as_looked_for(*clicked), scope)) return found;
  if (given && given != clicked)
    if (Found found = find_url(*given, scope)) return found;
  for (const auto& text : {clicked, given}) {
    if (!text) continue;
    const std::string_view bare = without_fragment(*text);
    if (Found found = find(LabelKind::location_bare, bare, scope, MatchedBy::label_fragment))
      return found;
  }
  return {};
}

Matcher::Found Matcher::find_text(std::string_view raw, std::uint32_t scope) const {
  if (!has_texts_ || url::is_absolute(raw)) return {};
  const std::string_view bare = without_fragment(raw);
  if (!bare.empty())
    if (Found found = find(LabelKind::text, bare, scope, MatchedBy::text)) return found;
  if (bare.size() == raw.size()) return {};
  return find(LabelKind::text, raw, scope, MatchedBy::text);
}

// RFC 2392 2: %-decode, and put brackets around it.
Matcher::Found Matcher::find_cid(std::string_view id, std::uint32_t scope) const {
  if (!has_ids_) return {};
  return find(LabelKind::content_id, text::unescaped(id), scope, MatchedBy::content_id);
}

Matcher::Found Matcher::find_cid_loosely(std::string_view id, std::uint32_t scope) const {
  const std::string plain = text::unescaped(id);
  if (has_ids_) {
    if (Found found = find(LabelKind::content_id, id, scope, MatchedBy::content_id_loose))
      return found;
    for (const std::string& loose : {loose_id(plain), loose_id(id)})
      for (LabelKind kind : {LabelKind::content_id, LabelKind::content_id_loose})
        if (Found found = find(kind, loose, scope, MatchedBy::content_id_loose)) return found;
  }
  if (!has_cid_locations_) return {};
  if (Found found = find(LabelKind::cid_location, id, scope, MatchedBy::cid_location)) return found;
  return find(LabelKind::cid_location, plain, scope, MatchedBy::cid_location);
}

// RFC 2392 2: mid:message-id, or mid:message-id/content-id.
Matcher::Found Matcher::find_mid(std::string_view ids) {
  if (!messages_read_) read_messages();
  const std::size_t slash = ids.find('/');
  const std::string message_id = text::unescaped(ids.substr(0, slash));
  const std::uint32_t* root = table_.find(0, LabelKind::message_id, LabelText(message_id));
  if (root == nullptr) return {};
  if (slash == std::string_view::npos) {
    // The entire message: of one inside another the part that holds it.
    const std::uint32_t parent = message_.parts[*root].parent;
    const std::uint32_t whole = parent == mime::kNone ? *root : parent;
    return Match{whole, whole, MatchedBy::message_id};
  }
  const std::string content_id = text::unescaped(ids.substr(slash + 1));
  const std::uint32_t* part =
      table_.find(*root, LabelKind::message_content_id, LabelText(content_id));
  return part != nullptr ? Found(matched(*part, MatchedBy::message_id)) : Found();
}

// A style sheet without a base of its own is read as if it stood in the page that uses it.
Matcher::Found Matcher::find_by_referrer(const Reference& reference, std::uint32_t scope) {
  if (reference.referrer_base.empty() || !has_locations_) return {};
  const std::size_t cost = reference.referrer_base.size() + reference.raw.size();
  if (cost > budget_) return {};
  budget_ -= cost;
  const url::Base base(reference.referrer_base, url::Rules::whatwg);
  if (!answer(base, reference.raw, {}, text_)) return {};
  Found found = find_url(text_, scope);
  if (found) found->by = MatchedBy::referrer;
  return found;
}

// What a reference of old programs of Microsoft means, and what a label of theirs does.
Matcher::Found Matcher::find_microsoft(const Reference& reference, std::uint32_t scope) {
  const std::optional<std::string> read = read_microsoft(reference.raw);
  if (!read && !has_microsoft_) return {};
  const std::string_view raw = read ? std::string_view(*read) : reference.raw;
  if (const auto id = after_scheme(raw, "cid")) {
    Found found = find_id(*id, scope);
    if (found) found->by = MatchedBy::microsoft;
    return found;
  }
  const auto find_resolved = [&](std::string_view base) -> Found {
    const std::size_t cost = base.size() + raw.size();
    if (cost > budget_) return {};
    budget_ -= cost;
    if (!answer(url::Base(base, url::Rules::whatwg), raw, {}, text_)) return {};
    return find_read(text_, scope);
  };
  if (url::is_absolute(raw)) {
    if (Found found = find_resolved(kThisMessage)) return found;
  } else {
    if (!microsoft_base_of_.empty() && microsoft_base_of_[reference.from] != mime::kNone)
      if (Found found = find_resolved(microsoft_bases_[microsoft_base_of_[reference.from]]))
        return found;
    if (read) {
      const url::Base* const base = header_base(reference.from);
      if (Found found = find_resolved(base != nullptr ? base->text() : kThisMessage)) return found;
    } else if (!reference.clicked && !reference.omitted) {
      if (Found found = find_resolved(kThisMessage)) return found;
    }
    for (const LabelKind kind : {LabelKind::text, LabelKind::microsoft})
      if (Found found = find(kind, without_fragment(raw), scope, MatchedBy::microsoft))
        return found;
  }
  for (const auto& url : {reference.clicked, reference.url}) {
    if (!url) continue;
    if (Found found = find_read(*url, scope)) return found;
    if (!after_scheme(*url, "file")) continue;
    if (const std::optional<std::string> path = read_microsoft(*url))
      if (Found found = find_read(*path, scope)) return found;
  }
  return {};
}

Matcher::Found Matcher::find_read(std::string_view url, std::uint32_t scope) const {
  const std::string_view bare = without_fragment(url);
  for (const std::string_view text : {bare, url}) {
    for (const LabelKind kind : {LabelKind::location, LabelKind::microsoft})
      if (Found found = find(kind, text, scope, MatchedBy::microsoft)) return found;
    if (bare.size() == url.size()) break;
  }
  return {};
}

// What stands behind a `cid:`.
Matcher::Found Matcher::find_id(std::string_view id, std::uint32_t scope) const {
  const std::string_view bare = without_fragment(id);
  const bool fragment = bare.size() != id.size();
  if (Found found = find_cid(bare, scope)) return found;
  if (fragment)
    if (Found found = find_cid(id, scope)) return found;
  if (profile_ == Profile::strict) return {};
  if (Found found = find_cid_loosely(bare, scope)) return found;
  return fragment ? find_cid_loosely(id, scope) : Found();
}

Matcher::Found Matcher::match_from(const Reference& it, std::uint32_t scope) {
  std::optional<std::string_view> id = after_scheme(it.raw, "cid");
  // A browser drops line ends and tabs ("cid:a\nb"); a relative reference may be to a cid: base.
  if (profile_ == Profile::compat && it.clicked) {
    const std::optional<std::string_view> clicked_id = after_scheme(*it.clicked, "cid");
    if (clicked_id && it.raw.find_first_of("\t\r\n") != std::string_view::npos) id = clicked_id;
  }
  if (!id && it.url) id = after_scheme(*it.url, "cid");
  if (id) return find_id(*id, scope);
  if (Found found = find_location(it, scope)) return found;
  if (profile_ == Profile::strict) return {};
  if (Found found = find_text(it.raw, scope)) return found;
  if (Found found = find_by_referrer(it, scope)) return found;
  return find_microsoft(it, scope);
}

// Was every label looked at, with the scopes around a part?
bool Matcher::sees_all_labels(std::uint32_t from) const {
  if (has_label_scopes_) return false;
  std::uint32_t scope = structure_.scope_of(from);
  while (scope != kNoScope && scope != label_scope_) scope = structure_.around(scope);
  return scope == label_scope_;
}

Matcher::Found Matcher::match(const Reference& reference) {
  Reference it = reference;
  it.raw = ascii::trim(it.raw);
  if (after_scheme(it.raw, "mid")) return find_mid(*after_scheme(it.raw, "mid"));
  if (Found found = match_from(it, structure_.scope_of(it.from))) return found;
  if (profile_ == Profile::strict || sees_all_labels(it.from)) return {};
  if (!flat_) flatten();
  Found found = match_from(it, kWholeBundle);
  if (found) found->by = MatchedBy::whole_bundle;
  return found;
}

}  // namespace basewalk::bundle

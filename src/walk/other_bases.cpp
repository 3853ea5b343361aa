// SPDX-License-Identifier: MIT
//
// What readers take for the base that do not take the header's that is in force ([B5]): a browser
// has the last Content-Location of a bundle's page, and knows no other field; most mail programs
// know none.  To them a reference may lead elsewhere.  (What Thunderbird takes for it: pages.cpp.)
//
// Before this: walk.cpp has found the links of a text, and the scopes that they stand in.  After
// it: report.cpp tells those that lead elsewhere as links of another reading.
#include <algorithm>
#include <utility>

#include "base/declared.h"
#include "basewalk/note.h"
#include "extract/html/washed.h"
#include "html/character_references.h"
#include "mime/content_type.h"
#include "text/ascii.h"
#include "text/work.h"
#include "url/alone.h"
#include "walk/link_maker.h"
#include "walk/walker.h"

namespace basewalk {
namespace {

// So many of an entity's fields are looked at beside the one that counts; nobody sends more.
constexpr std::size_t kMostOtherBases = 4;

// What "//h" is to a page of a web mail, or to who assumes a scheme, it is below any base with
// that.
constexpr std::string_view kPage = "https://page.invalid/";

// To a browser, on a page of a web mail; empty where the reference names none.
std::string host_of(std::string_view raw) {
  static const url::Base page(kPage, url::Rules::whatwg);
  const std::size_t slashes = raw.find_first_of("/\\");
  const std::size_t name = std::min(raw.find_first_not_of("/\\", slashes), raw.size());
  raw = raw.substr(0, raw.find_first_of("/\\?#", name));
  std::string url;
  if (slashes == std::string_view::npos || !work::charge(raw.size()) ||
      url::resolve(page, raw, {}, url).outcome == url::Outcome::error)
    return {};
  const std::size_t colon = url.find("://");
  if (colon == std::string::npos || std::string_view(url).starts_with(kPage)) return {};
  return std::string(url::host_of_authority(std::string_view(url).substr(colon + 3).substr(
      0, url.find_first_of("/?#", colon + 3) - colon - 3)));
}
}  // namespace

// May a base make another link of it?
bool Walker::Impl::needs_base(const extract::Find& find) {
  const std::string_view raw = ascii::trim(find.raw);
  return !raw.empty() && !raw.starts_with('#') && !url::stands_alone(raw) &&
         (find.flags & extract::kGuessed) == 0;
}

// Parts that have their base of the same entity around them have the same others.
std::vector<base::Scope> Walker::Impl::other_bases(const Current& at) {
  const auto known = other_bases_.find(at.scope.url());
  if (known != other_bases_.end()) return known->second.others;
  std::vector<base::Scope> others = find_other_bases(at);
  if (at.scope.section() != at.section) other_bases_[at.scope.url()] = {at.scope, others};
  return others;
}

// Those of the nearest entity that declares a base, but for the one in force; and none at all.
std::vector<base::Scope> Walker::Impl::find_other_bases(const Current& at) {
  std::vector<base::Scope> others;
  if (!base::is_of_field(at.scope.from())) return others;
  base::Honor honor = options_.honor;
  honor.retrieval = honor.thismessage = false;
  const base::Scope none = base::Scope::outermost(options_.rules, honor);
  others.push_back(none);
  std::vector<std::string> seen = {std::string(at.scope.url()->text())};
  const Message* message = at.frame.message;
  std::uint32_t part = at.index;
  for (std::size_t frame = frames_.size(); frame-- > 0;) {
    for (; part != mime::kNone; part = message->parts[part].parent) {
      const mime::Part& entity = message->parts[part];
      if (!work::charge(entity.fields_end - entity.first_field + 1)) {
        notes_.add(NoteCode::limit_work, at.index, at.part.body.begin, name(Doubt::base_choice));
        return others;
      }
      if (add_bases_of(at, *message, part, none, seen, others)) return others;
    }
    // What a message was decoded out of is around it.
    part = frames_[frame]->told_part;
    while (frame > 0 && !frames_[frame - 1]->is_told()) --frame;
    if (frame > 0) message = frames_[frame - 1]->message;
  }
  return others;
}

// False where the entity declares no base.
bool Walker::Impl::add_bases_of(const Current& at, const Message& message, std::uint32_t part,
                                const base::Scope& none, std::vector<std::string>& seen,
                                std::vector<base::Scope>& others) {
  bool declares = false;
  const mime::Part& entity = message.parts[part];
  for (std::uint32_t i = entity.first_field; i < entity.fields_end; ++i) {
    const mime::HeaderField& field = message.fields[i];
    const BaseFrom from = base::declared_by(message.name_of(field));
    if (!base::is_honored(from, options_.honor)) continue;
    std::string url = base::header_url(message.value_of(field)).url;
    if (!url::is_absolute(url) || !url::is_hierarchical(url)) continue;
    declares = true;
    if (std::find(seen.begin(), seen.end(), url) != seen.end()) continue;
    if (seen.size() > kMostOtherBases) {
      notes_.add(NoteCode::limit_readings, at.index, at.part.body.begin, name(Doubt::base_choice));
      break;
    }
    Notes ignored;
    const base::Scope::Embedded embedded{url, from, at.scope.section(), at.index, 0};
    if (may_embed(none.cost_of(embedded))) others.push_back(none.embed(embedded, ignored));
    seen.push_back(std::move(url));
  }
  return declares;
}

void Walker::Impl::make_other_scopes(const Current& at) {
  other_scopes_.clear();
  washed_base_ = {};
  if (!reading() && at.reading.leaf.type == "text/html" && options_.honor.html_base &&
      !finds_.finds.empty())
    find_washed_base();
  if (reading() || finds_.finds.empty() || at.scope.url() == nullptr) return;
  for (const base::Scope& other : other_bases(at)) {
    Notes ignored;
    make_scopes_in(at, other, ignored, other_scopes_.emplace_back());
  }
}

// A reference that leads elsewhere below another base; below the first of them it was told before.
// What leads nowhere there is nobody's.
Visit Walker::Impl::report_below_other_bases(const Current& at, const extract::Find& find,
                                             Doubt doubt, std::size_t told_before) {
  if (!needs_base(find)) return Visit::go_on;
  const std::string_view raw = ascii::trim(find.raw);
  const url::Base* const first = scopes_[find.scope].clicked_url();
  // Without a base a browser needs a scheme, in which it passes over tabs and line ends.
  const bool may_have_scheme = raw.find(':') != std::string_view::npos;
  static const url::Base no_base({}, url::Rules::whatwg);
  static const url::Base page(kPage, url::Rules::whatwg);
  std::vector<std::string> told;
  for (std::size_t i = 0; i < other_scopes_.size(); ++i) {
    const base::Scope& scope = other_scopes_[i][find.scope];
    const url::Base* const base = scope.clicked_url();
    if (scope.is_left_out() || base == first || (base == nullptr && !may_have_scheme)) continue;
    if (base != nullptr && first != nullptr && base->text() == first->text()) continue;
    const std::size_t size =
        (first != nullptr ? first->text().size() : 0) + (base != nullptr ? base->text().size() : 0);
    if (!work::charge(size + 2 * raw.size())) {
      notes_.add(NoteCode::limit_work, at.index, at.part.body.begin, find.raw);
      return Visit::go_on;
    }
    if (told.empty())
      url::resolve(first != nullptr ? *first : page, find.raw, {}, told.emplace_back());
    std::string url;
    const url::Resolution resolution =
        url::resolve(base != nullptr ? *base : no_base, find.raw, {}, url);
    if (resolution.outcome == url::Outcome::error ||
        std::find(told.begin(), told.end(), url) != told.end())
      continue;
    told.push_back(std::move(url));
    if (i < told_before) continue;
    body_ = doubt;
    const Visit next = report_link(at, at.reading.leaf.type, find, scope);
    body_.reset();
    if (next == Visit::stop) return next;
  }
  return Visit::go_on;
}

// Is its host that of a link, or of a base of the page, to others as well?  Then it is told, there
// or by a note, and each page with two bases would have places to which nobody else comes.
void Walker::Impl::find_washed_base() {
  washed_base_ = extract::washed_base(text_);
  washed_is_known_ = false;
  if (washed_base_.empty()) return;
  const std::string host = host_of(washed_base_);
  const auto at = static_cast<std::size_t>(washed_base_.data() - text_.data());
  work::charge(finds_.finds.size());
  for (const extract::Find& find : finds_.finds)
    if (at >= find.begin && at < find.end && host_of(find.raw) == host)
      washed_is_known_ =
          washed_is_known_ || find.kind == extract::FindKind::reference || find.scope == 0;
}

// A reference that Roundcube joins with a base of its own, if that leads to another host: that of
// the base, or one that the reference names.
Visit Walker::Impl::report_washed(const Current& at, const extract::Find& find) {
  const std::string_view raw = find.raw;
  const url::Base* const first = scopes_[find.scope].clicked_url();
  const std::string around = first != nullptr ? host_of(first->text()) : std::string();
  const std::string washed = host_of(washed_base_);
  const bool is_path = !url::stands_alone(raw) && !raw.starts_with('/') && !raw.starts_with('\\');
  work::charge(raw.size());
  if (is_path && around == washed && raw.find("../") == std::string_view::npos) return Visit::go_on;
  if (washed_base_.size() + raw.size() > readings_budget_) {
    notes_.add(NoteCode::limit_readings, at.index, at.part.body.begin, name(Doubt::base_choice));
    return Visit::go_on;
  }
  readings_budget_ -= washed_base_.size() + raw.size();
  const std::string joined = extract::join_washed(washed_base_, find);
  const std::string host = host_of(joined);
  const std::string told = is_path || (first == nullptr && raw.empty()) ? around : host_of(raw);
  if (host.empty() || host == told || (told.empty() && host == around)) return Visit::go_on;
  if (host == washed && washed_is_known_) return Visit::go_on;
  const std::string_view named = raw.substr(std::min(raw.find_first_not_of("./"), raw.size()));
  if (host != washed && !names_host(named)) return Visit::go_on;
  extract::Find other = find;
  other.raw = joined;
  static const base::Scope none;
  as_written_ = raw;
  body_ = Doubt::base_choice;
  const Visit next = report_link(at, at.reading.leaf.type, other, none);
  body_.reset();
  as_written_ = {};
  return next;
}

}  // namespace basewalk

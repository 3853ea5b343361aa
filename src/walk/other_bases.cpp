// SPDX-License-Identifier: MIT
//
// What readers take for the base that do not take the header's that is in force ([B5]): a browser
// has the last Content-Location of a bundle's page, and knows no other field; most mail programs
// know none.  To them a reference may lead elsewhere.  And what Thunderbird takes for it: it shows
// all pages of a mail as one document, and what the header of a page declares it writes before that
// as <base href> (mimethtm.cpp), so that the first of all of them counts for all.
//
// Before this: walk.cpp has found the links of a text, and the scopes that they stand in.  After
// it: report.cpp tells those that lead elsewhere as links of another reading.
#include <algorithm>
#include <utility>

#include "base/declared.h"
#include "basewalk/note.h"
#include "html/character_references.h"
#include "mime/content_type.h"
#include "text/ascii.h"
#include "text/work.h"
#include "url/alone.h"
#include "walk/walker.h"

namespace basewalk {
namespace {

// So many of an entity's fields are looked at beside the one that counts; nobody sends more.
constexpr std::size_t kMostOtherBases = 4;

// What "//h" is to a page of a web mail, or to who assumes a scheme, it is below any base with
// that.
constexpr std::string_view kPage = "https://page.invalid/";

// May a base make another link of it?
bool needs_base(const extract::Find& find) {
  const std::string_view raw = ascii::trim(find.raw);
  return !raw.empty() && !raw.starts_with('#') && !url::stands_alone(raw) &&
         (find.flags & extract::kGuessed) == 0;
}

// Of the part's own header, as it stands in the attribute: white space and quotation marks are
// taken out, and character references mean what they do in HTML.
std::string shown_base(const Message& message, const mime::Part& part, BaseFrom& from) {
  for (const BaseFrom each : {BaseFrom::content_base, BaseFrom::content_location}) {
    for (std::uint32_t i = part.first_field; i < part.fields_end; ++i) {
      const mime::HeaderField& field = message.fields[i];
      if (base::declared_by(message.name_of(field)) != each) continue;
      std::string written(message.value_of(field));
      std::erase_if(written, [](char c) { return ascii::is_space(c) || c == '\v' || c == '"'; });
      if (written.empty()) break;
      std::string value;
      html::decode_html(written, html::References::decode_in_attribute, html::Nul::replace, value);
      from = each;
      return value;
    }
  }
  return {};
}

std::vector<std::uint32_t> next_pages(const Message& message) {
  std::vector<std::uint32_t> next(message.parts.size() + 1, mime::kNone);
  for (std::size_t i = message.parts.size(); i-- > 0;) {
    const mime::Part& part = message.parts[i];
    const bool is_page = part.kind == mime::PartKind::leaf && part.media_type == "text/html";
    next[i] = is_page ? static_cast<std::uint32_t>(i) : next[i + 1];
  }
  work::charge(message.parts.size());
  return next;
}

bool has_start(const Message& message, const mime::Part& bundle) {
  if (bundle.content_type_field == mime::kNone) return false;
  const std::string_view declared = message.value_of(message.fields[bundle.content_type_field]);
  work::charge(declared.size());
  return mime::parse_parameterized(declared).find("start") != nullptr;
}

// Is it none of what a bundle's page refers to, and the last of several forms?
bool is_shown(const Message& message, std::uint32_t index, ShownParts& known) {
  if (known.next_page.empty()) known.next_page = next_pages(message);
  for (std::uint32_t part = index; message.parts[part].parent != mime::kNone;) {
    const std::uint32_t around = message.parts[part].parent;
    const mime::Part& outer = message.parts[around];
    work::charge(1);
    if (outer.media_type == "multipart/related" && part != around + 1) {
      const auto [start, is_new] = known.has_start.try_emplace(around, false);
      if (is_new) start->second = has_start(message, outer);
      if (!start->second) return false;
    }
    if (outer.media_type == "multipart/alternative" &&
        known.next_page[message.parts[part].subtree_end] < outer.subtree_end)
      return false;
    part = around;
  }
  return true;
}

}  // namespace

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

// What a header declares counts where it is asked for.
void Walker::Impl::keep_shown_page(const Current& at) {
  const Message& message = *at.frame.message;
  if (structure_ || at.frame.in_document || !at.frame.section.empty() ||
      at.part.media_type != "text/html" || at.reading.leaf.type != "text/html" ||
      is_attachment(message, at.part) || !is_shown(message, at.index, at.frame.shown_parts))
    return;
  // In the message that was given its part was taken last.
  ShownPage page{
      .part = frames_.front()->next - 1,
      .section = at.section,
      .message = at.frame.origin + ' ' + std::to_string(message_around(message, at.index)),
      .scope = at.scope};
  page.base = shown_base(message, at.part, page.from);
  if (!base::is_honored(page.from, options_.honor)) page.base.clear();
  const std::vector<const extract::Find*> tags = extract::bases_of(finds_);
  if (page.base.empty()) {
    page.from = BaseFrom::none;
    if (!tags.empty() && tags.front() != nullptr && options_.honor.html_base) {
      page.from = BaseFrom::html_base;
      page.base = tags.front()->raw;
    }
  }
  const bool needs =
      std::any_of(finds_.finds.begin(), finds_.finds.end(), [](const extract::Find& find) {
        return find.kind == extract::FindKind::reference && needs_base(find);
      });
  if (needs) page.text = text_;
  work::charge(finds_.finds.size() + page.text.size());
  if (needs || page.from != BaseFrom::none) shown_pages_.push_back(std::move(page));
}

// Behind everything else: which base counts is known where all pages were seen.
Visit Walker::Impl::visit_shown_pages(Frame& frame) {
  const std::vector<ShownPage> pages = std::exchange(shown_pages_, {});
  const auto first = std::find_if(pages.begin(), pages.end(), [](const ShownPage& page) {
    return page.from != BaseFrom::none;
  });
  if (first == pages.end()) return Visit::go_on;
  base::Honor honor = options_.honor;
  honor.retrieval = honor.thismessage = false;
  Notes ignored;
  const base::Scope none = base::Scope::outermost(options_.rules, honor);
  const base::Scope::Embedded embedded{first->base, first->from, first->section, first->part, 0};
  if (!url::Base(first->base, url::Rules::whatwg).is_absolute() ||
      !may_embed(none.cost_of(embedded)))
    return Visit::go_on;
  const base::Scope shown = none.embed(embedded, ignored);
  const bool is_tag = first->from == BaseFrom::html_base;
  for (const ShownPage& page : pages) {
    // Of those of one message the tag is known to all (visit_joined_pages()).
    if (page.text.empty() || (is_tag && page.message == first->message)) continue;
    if (visit_shown_page(frame, page, shown) == Visit::stop) return Visit::stop;
  }
  return Visit::go_on;
}

Visit Walker::Impl::visit_shown_page(Frame& frame, const ShownPage& page,
                                     const base::Scope& shown) {
  Current at{frame, page.part, frame.message->parts[page.part], page.section, page.scope, {}};
  at.reading.media_type = "text/html";
  at.reading.leaf = {LeafKind::document, "text/html"};
  structure_.reset();
  unopened_ = remembers_ = in_doubt_ = false;
  notes_.clear();
  const Doubt doubt = shown.section() == page.section ? Doubt::base_choice : Doubt::part_joined;
  if (page.text.size() > readings_budget_ || !may_work()) {
    notes_.add(may_work() ? NoteCode::limit_readings : NoteCode::limit_work, page.part,
               at.part.body.begin, name(doubt));
    return report_notes(at);
  }
  readings_budget_ -= page.text.size();
  find_links(at, page.text);
  notes_.clear();
  script_ = {};
  const std::size_t told_before = other_scopes_.size();
  Notes ignored;
  make_scopes_in(at, shown, ignored, other_scopes_.emplace_back(), true);
  Visit next = Visit::go_on;
  for (std::size_t i = 0; i < finds_.finds.size() && next != Visit::stop; ++i)
    if (finds_.finds[i].kind == extract::FindKind::reference)
      next = report_below_other_bases(at, finds_.finds[i], doubt, told_before);
  finds_.clear();  // they are of a text that is gone
  set_text({});
  return next == Visit::stop ? next : report_notes(at);
}

}  // namespace basewalk

// SPDX-License-Identifier: MIT
//
// Pages of one message that readers show as one: those that stand beside each other, whose texts
// some join before they read them (visit_joined_pages()); and all of a mail, those of messages in
// it among them, which Thunderbird shows in one document, with what the header of a page declares
// before it as <base href> (mimethtm.cpp), so that the first of all counts for all of them
// (visit_shown_pages()).
//
// Before this: walk.cpp has found the links of each page.  After it: told_before.cpp drops what
// each has by itself, report.cpp tells the rest as links of another reading.
#include <algorithm>
#include <iterator>
#include <utility>

#include "base/declared.h"
#include "basewalk/note.h"
#include "html/character_references.h"
#include "mime/content_type.h"
#include "text/ascii.h"
#include "text/work.h"
#include "walk/walker.h"

namespace basewalk {
namespace {

// Between pages that are shown as one document: as mailparser and postal-mime divide them.
constexpr std::string_view kBetweenPages = "<br/>\n", kBetweenOtherPages = "\n";

// Does it end before a tag does?
bool ends_in_tag(std::string_view html) {
  const std::size_t bracket = html.find_last_of("<>");
  return bracket != html.npos && html[bracket] == '<';
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

// Are there pages that may stand beside each other?
bool Walker::Impl::has_pages_to_join(const Message& message) {
  std::size_t pages = 0;
  for (const mime::Part& part : message.parts)
    if (part.media_type == "text/html" && part.kind == mime::PartKind::leaf) ++pages;
  return pages > 1;
}

// The part that holds the message that this one lies in; kNone at the top.
std::uint32_t Walker::Impl::message_around(const Message& message, std::uint32_t part) {
  do part = message.parts[part].parent;
  while (part != mime::kNone && message.parts[part].kind != mime::PartKind::message);
  return part;
}

// Those of a bundle as well, but none that is attached, or one by its name alone.  Their links are
// remembered.
void Walker::Impl::keep_page(const Current& at) {
  const Message& message = *at.frame.message;
  if (at.part.media_type != "text/html" || at.reading.leaf.type != "text/html") return;
  if (is_attachment(message, at.part)) return;
  Frame& frame = at.frame;
  close_pages(frame, at.index);
  const std::uint32_t around = message_around(message, at.index);
  if (frame.open_pages.empty() || frame.open_pages.back().message != around)
    frame.open_pages.push_back({.message = around, .scope = at.scope, .seams = finds_.seams});
  PageGroup& group = frame.open_pages.back();
  group.seams.add(finds_.seams);
  group.finds += finds_.finds.size();
  group.size += text_.size() + kBetweenPages.size();
  const JoinedPage page{.part = at.index, .ends_in_tag = ends_in_tag(text_)};
  JoinedPage other = page;
  // Not every program knows that encoding, and what the page says of bases is nothing to it then.
  if (at.reading.encoding == mime::Encoding::uuencode &&
      (ends_in_tag(message.body_of(at.part)) || !finds_.base_tags.empty()))
    other = {.part = at.index, .transfer = mime::TransferReading::undecoded, .ends_in_tag = true};
  if (other.ends_in_tag && group.other_pages.empty()) group.other_pages = group.pages;
  if (other.ends_in_tag || !group.other_pages.empty()) group.other_pages.push_back(other);
  group.pages.push_back(page);
  remembers_ = true;
}

// A body that is decoded otherwise, the first way that there is.
void Walker::Impl::keep_other_page(const Current& at) {
  using Transfer = mime::TransferReading;
  const Transfer transfer = at.reading.transfer;
  if (transfer == Transfer::first || transfer == Transfer::undecoded ||
      transfer == Transfer::undecoded_joined || at.reading.leaf.type != "text/html")
    return;
  if (at.frame.open_pages.empty() || at.frame.open_pages.back().pages.back().part != at.index)
    return;
  PageGroup& group = at.frame.open_pages.back();
  std::vector<JoinedPage>& others = group.other_pages;
  if (others.empty()) {
    others = group.pages;
  } else if (others.back().transfer != Transfer::first || others.back().ends_in_tag) {
    return;
  }
  others.back() = {.part = at.index, .transfer = transfer, .ends_in_tag = ends_in_tag(text_)};
}

// Those of messages that end before a part: of one page there is nothing to join.
void Walker::Impl::close_pages(Frame& frame, std::uint32_t next) {
  const std::vector<mime::Part>& parts = frame.message->parts;
  const auto ends_before = [&](const PageGroup& group) {
    return next == mime::kNone ||
           (group.message != mime::kNone && parts[group.message].subtree_end <= next);
  };
  while (!frame.open_pages.empty() && ends_before(frame.open_pages.back())) {
    PageGroup group = std::move(frame.open_pages.back());
    frame.open_pages.pop_back();
    if (group.pages.size() < 2) continue;
    PageGroup other{.message = group.message,
                    .pages = std::move(group.other_pages),
                    .scope = group.scope,
                    .size = group.size,
                    .is_other = true};
    frame.pages.push_back(std::move(group));
    if (!other.pages.empty()) frame.pages.push_back(std::move(other));
  }
}

// Nothing is found in all of them together that is not found in each, and no limit is reached.
bool Walker::Impl::are_pages_apart(const PageGroup& group) const {
  const std::size_t left = links_left();
  return !group.is_other && group.seams.hold() && group.finds < left;
}

// Their texts, decoded again: most are apart and not asked for.
std::string Walker::Impl::join_pages(Frame& frame, PageGroup& group) {
  std::string all;
  all.reserve(group.size);
  for (JoinedPage& page : group.pages) {
    const mime::Part& part = frame.message->parts[page.part];
    Current at{frame, page.part, part, {}, {}, {}};
    read_as(at, part.media_type, part.encoding, part.content_type_field);
    at.reading.transfer = page.transfer;
    if (page.transfer == mime::TransferReading::undecoded)
      at.reading.encoding = mime::Encoding::identity;
    set_text(text_of(at));
    page.source = source_of(at);
    page.begin = all.size();
    all.append(text_).append(group.is_other ? kBetweenOtherPages : kBetweenPages);
  }
  return all;
}

// The pages of a message as one document.
Visit Walker::Impl::visit_joined_pages(Frame& frame, PageGroup group) {
  if (are_pages_apart(group)) return Visit::go_on;
  std::vector<JoinedPage>& pages = group.pages;
  const std::uint32_t index = pages.front().part;
  const mime::Part& part = frame.message->parts[index];
  Current at{frame, index, part, section_of(frame, index), group.scope, {}};
  at.reading.media_type = part.media_type;
  at.reading.leaf = {LeafKind::document, part.media_type};
  notes_.clear();
  structure_ = frame.reading;
  unopened_ = false;
  remembers_ = true;
  if (group.size > readings_budget_ || !may_work()) {
    notes_.add(may_work() ? NoteCode::limit_readings : NoteCode::limit_work, index, part.body.begin,
               name(Doubt::part_joined));
    return report_notes(at);
  }
  readings_budget_ -= group.size;
  recall_links_of_pages();
  const std::string text = join_pages(frame, group);
  notes_.clear();
  body_ = Doubt::part_joined;
  pages_ = &pages;
  find_links(at, text);
  // What is odd in them was said of each; not what only all of them together reach.
  const Notes said = std::exchange(notes_, Notes(options_.limits));
  for (const Note& note : said.all())
    if (is_limit(note.code)) notes_.add(note.code, index, part.body.begin, note.text);
  const Visit next = report_finds(at);
  finds_.clear();  // they are of a text that is gone
  set_text({});
  pages_ = nullptr;
  body_.reset();
  return next == Visit::stop ? next : report_notes(at);
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

// SPDX-License-Identifier: MIT
//
// What readers take in several ways (docs/semantics.md [H6]): the links that another reading of a
// part has, and the first reading has not.
//
// Before this: walk.cpp has read the part the first way.  After it: report.cpp tells of what was
// found.
#include <algorithm>
#include <functional>
#include <iterator>
#include <utility>

#include "mime/scan.h"
#include "text/ascii.h"
#include "walk/walker.h"

namespace basewalk {
namespace {

// Doubts about the structure that one reading decides otherwise.
constexpr std::size_t kMostTaken = 3;

// Readings of one message that decide several of them otherwise.
constexpr std::size_t kMostCombined = 64;

// So many are looked at to say which places are the same without them.
constexpr std::size_t kMostNuls = 1'000'000;

// Between pages that are shown as one document: as mailparser and postal-mime divide them.
constexpr std::string_view kBetweenPages = "<br/>\n", kBetweenOtherPages = "\n";

// The parts of a key that says whether a link was met before.
void append_piece(std::string_view piece, std::string& key) {
  key.append(1, '\n').append(std::to_string(piece.size())).append(1, ' ').append(piece);
}
void append_written(const Link& link, std::string& key) {
  append_piece(extract::where(link.place), key);
  append_piece(link.raw, key);
}
void append_answer(const Link& link, std::string& key) {
  append_piece(link.url.value_or("-"), key);
  append_piece(link.clicked.value_or("-"), key);
}

// Does it end before a tag does?
bool ends_in_tag(std::string_view html) {
  const std::size_t bracket = html.find_last_of("<>");
  return bracket != html.npos && html[bracket] == '<';
}

unsigned bit_of(mime::Encoding encoding) { return 1u << static_cast<unsigned>(encoding); }

}  // namespace

// To itself what was opened is a message; its own number stands for that.
std::string Walker::Impl::section_of_opened(const Frame& frame, std::uint32_t index) {
  if (index == 0) return frame.number;
  std::string section = frame.message->section(index);
  if (frame.message->root().kind != mime::PartKind::multipart)
    section.erase(0, section.find('.') + 1);
  return frame.number + '.' + section;
}

std::string Walker::Impl::section_of(const Frame& frame, std::uint32_t index) const {
  if (!frame.section.empty()) return frame.section;
  if (!frame.number.empty() && !frame.other) return section_of_opened(frame, index);
  if (!frame.other) return frame.prefix + frame.message->section(index);
  const std::string& whole = frame.other->section;
  if (index == 0 && frame.message->root().kind != mime::PartKind::multipart &&
      !whole.ends_with(".0") && whole != "0")
    return whole;
  const Message& first = *frame.of->message;
  const std::uint32_t parent = first.parts[frame.other->part].parent;
  std::string section = frame.message->section(index);
  if (parent == mime::kNone || first.parts[parent].kind == mime::PartKind::message)
    return whole.substr(0, whole.rfind('.') + 1) + section;
  if (index == 0) return whole;
  // To itself a part is a message, and what is in that has its number in front.
  if (frame.message->root().kind != mime::PartKind::multipart)
    section.erase(0, section.find('.') + 1);
  return whole + '.' + section;
}

// Remembers where other readers see other parts from here on.
void Walker::Impl::keep_doubts(Frame& frame, const Current& at) {
  for (; frame.next_doubt < frame.doubts.size(); ++frame.next_doubt) {
    const mime::StructureDoubt& doubt = frame.message->doubts[frame.doubts[frame.next_doubt]];
    if (doubt.part > at.index) return;
    if (!frame.other) {
      // What stands before the parts is in the entity, as they are.
      const bool is_within = doubt.rule == mime::DelimiterRule::preamble_is_part;
      const std::size_t depth = at.part.depth + (is_within ? 1u : 0u);
      frame.others.push_back(
          {{doubt}, frame.scopes[depth], at.section, at.index, frame.depth + depth});
    } else {
      keep_both(frame, doubt);
    }
  }
}

// Who decides otherwise here may do so there, too, and who decides one kind of doubt so decides all
// of that kind: behind those that do it once.
void Walker::Impl::keep_both(const Frame& frame, const mime::StructureDoubt& doubt) {
  Frame& of = *frame.of;
  const std::vector<mime::StructureDoubt>& taken = frame.other->taken;
  // Nobody goes by two rules, but within what is read by itself.
  const auto is_other_rule = [&](const mime::StructureDoubt& each) {
    return each.doubt == doubt.doubt && each.rule != doubt.rule && !each.is_piece();
  };
  if (std::any_of(taken.begin(), taken.end(), is_other_rule)) return;
  const bool is_alike = std::all_of(taken.begin(), taken.end(),
                                    [&](const auto& each) { return each.doubt == doubt.doubt; });
  const bool fits = (is_alike || taken.size() < kMostTaken) && of.combined < kMostCombined;
  if (!fits && std::exchange(of.left, frame.other->part) == frame.other->part) return;
  if (fits) ++of.combined;
  OtherStructure both = *frame.other;
  both.taken.push_back(doubt);
  both.is_left = !fits;
  of.others.push_back(std::move(both));
}

Visit Walker::Impl::tell_unread_others(Frame& frame, std::uint32_t part, const UnreadReport& entity,
                                       const mime::StructureDoubt& doubt) {
  if (std::exchange(frame.limited, part) == part) return Visit::go_on;
  ++summary_.notes;
  UnreadReport report = entity;
  report.why = Unread::limit;
  report.limit = may_work() ? NoteCode::limit_readings : NoteCode::limit_work;
  if (tell(&Visitor::note, NoteReport{report.limit, report.section, offset_of(frame, doubt.at),
                                      name(doubt.doubt)}) == Visit::stop)
    return Visit::stop;
  return report_unread(report);
}

// Walks an entity of the frame as other readers see it.
Visit Walker::Impl::push_other(Frame& frame, OtherStructure other) {
  const mime::Part& part = frame.message->parts[other.part];
  const mime::StructureDoubt& doubt = other.taken.front();
  const std::size_t size =
      doubt.is_piece() ? doubt.end - doubt.at : part.body.end - part.header.begin;
  work::charge(1);
  if (other.is_left || size > readings_budget_ || !may_work())
    return tell_unread_others(
        frame, other.part,
        {other.section, part.media_type, {}, offset_of(frame, part.header.begin), size}, doubt);
  readings_budget_ -= size;
  auto inner = std::make_unique<Frame>();
  Limits limits = options_.limits;
  limits.depth -= std::min(limits.depth, other.depth);
  inner->own = mime::read_inner_as(*frame.message, other.taken, limits);
  inner->message = &inner->own;
  inner->is_decoded = frame.is_decoded;
  inner->reading = frame.reading ? frame.reading : doubt.doubt;
  inner->of = &frame;
  inner->origin = frame.origin;
  inner->dropped = frame.dropped;
  inner->offset = frame.offset;
  inner->depth = other.depth;
  inner->scopes.push_back(other.scope);
  set_told(*inner, frame, other.part);
  const Visit next = tell(&Visitor::reading,
                          ReadingReport{*inner->reading, other.section, offset_of(frame, doubt.at),
                                        inner->told, inner->told_part});
  inner->other = std::move(other);
  push(std::move(inner));
  return next;
}

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

// May the part be read once more?
bool Walker::Impl::may_read(const Current& at) {
  const std::size_t size = at.part.body.size();
  if (size > readings_budget_ || !may_work()) {
    notes_.add(may_work() ? NoteCode::limit_readings : NoteCode::limit_work, at.index,
               at.part.body.begin, at.reading.media_type);
    return false;
  }
  readings_budget_ -= size;
  return true;
}

// What the decoder has passed over without a word all decoders pass over.
bool Walker::Impl::is_damaged() const {
  return notes_.has(NoteCode::base64_junk) || notes_.has(NoteCode::base64_runs) ||
         notes_.has(NoteCode::base64_url) || notes_.has(NoteCode::base64_truncated) ||
         notes_.has(NoteCode::qp_escape);
}

// Of a body that was just decoded: are there characters of several bytes, and line ends of the mail
// between them?  What is ASCII in UTF-16 has a NUL.
bool Walker::Impl::has_wide_characters(const Reading& first) const {
  return first.encoding == mime::Encoding::quoted_printable &&
         transfer_.find('\0') != std::string::npos;
}

Doubt Walker::Impl::doubt_of(mime::Encoding encoding) {
  return encoding == mime::Encoding::base64 ? Doubt::base64 : Doubt::transfer;
}

// A message that was decoded, as other decoders have it: behind the first reading of it.
void Walker::Impl::push_other_decodings(Current& at) {
  const bool was_pushed = frames_.back().get() != &at.frame;
  if (at.reading.leaf.kind != LeafKind::message || !was_pushed || !is_damaged()) return;
  const auto first = static_cast<std::ptrdiff_t>(frames_.size()) - 1;
  body_ = doubt_of(at.reading.encoding);
  for (const mime::TransferReading transfer :
       mime::other_transfer_readings(at.frame.message->body_of(at.part), at.reading.encoding)) {
    at.reading.transfer = transfer;
    push_decoded(at);
  }
  at.reading.transfer = mime::TransferReading::first;
  body_.reset();
  put_first(first);
}

// Of a frame and those behind it, which are other readings of the same: it is walked before them.
void Walker::Impl::put_first(std::ptrdiff_t first) {
  const auto begin = frames_.begin() + first;
  if (std::next(begin) == frames_.end()) return;
  std::for_each(begin, frames_.end(), [&](const auto& frame) { put_in_doubt(*frame); });
  std::rotate(begin, std::next(begin), frames_.end());
}

// Where a header can be read in several ways, a reader's program follows one of them.  A message
// is the same message whatever kind of message its type says.
Visit Walker::Impl::visit_other_messages(Current& at) {
  const bool was_pushed = frames_.back().get() != &at.frame;
  push_other_decodings(at);
  const auto first = static_cast<std::ptrdiff_t>(frames_.size()) - 1;
  unsigned opened = at.reading.leaf.kind == LeafKind::message ? bit_of(at.reading.encoding) : 0;
  const std::vector<Leaf>& named = at.reading.named;
  const bool is_named = at.part.kind == mime::PartKind::leaf && at.frame.section.empty() &&
                        std::any_of(named.begin(), named.end(), [](const Leaf& leaf) {
                          return leaf.kind == LeafKind::message;
                        });
  Reading kept = is_named ? at.reading : Reading();
  for (const mime::Reading& other : at.frame.message->other_readings(at.index)) {
    read_as(at, other);
    if (at.reading.leaf.kind != LeafKind::message || (opened & bit_of(other.encoding)) != 0)
      continue;
    opened |= bit_of(other.encoding);
    body_ = at.reading.doubt;
    push_decoded(at);
    body_.reset();
  }
  if (is_named && (opened & bit_of(kept.encoding)) == 0) {
    at.reading = std::move(kept);
    at.reading.leaf = {LeafKind::message, {}};
    body_ = Doubt::media_type;
    push_decoded(at);
    body_.reset();
  }
  if (was_pushed) put_first(first);
  return Visit::go_on;
}

// RFC 3676 4: are lines joined otherwise for who takes the last of parameters (mailparser)?
bool Walker::Impl::has_other_format(const mime::ParameterizedValue& type) {
  if (!type.duplicate_parameter) return false;
  for (const std::string_view name : {"format", "delsp"}) {
    const auto is_it = [&](const mime::Parameter& each) { return ascii::iequals(each.name, name); };
    const auto first = std::find_if(type.parameters.begin(), type.parameters.end(), is_it);
    const auto last = std::find_if(type.parameters.rbegin(), type.parameters.rend(), is_it);
    if (last != type.parameters.rend() && !ascii::iequals(first->value, last->value)) return true;
  }
  return false;
}

// How else readers take the body: each doubt by itself.
std::vector<Walker::Impl::Reading> Walker::Impl::doubts_of(Current& at) {
  std::vector<Reading> doubts;
  const std::vector<mime::Part>& parts = at.frame.message->parts;
  const bool in_bundle =
      at.part.parent != mime::kNone && parts[at.part.parent].media_type == "multipart/related";
  if (const auto others = at.frame.message->other_readings(at.index); !others.empty()) {
    const Reading kept = at.reading;
    for (const mime::Reading& other : others) {
      read_as(at, other);
      if (at.reading.leaf.kind != LeafKind::document) continue;
      doubts.push_back(at.reading);
      if (!is_text_to_some(at.reading.media_type, at.reading.leaf, in_bundle)) continue;
      doubts.push_back(std::move(at.reading));
      doubts.back().leaf = {LeafKind::document, "text/plain"};
    }
    at.reading = kept;
  }
  const Reading& first = at.reading;
  const bool is_attached = first.leaf.kind == LeafKind::message && !first.unopened;
  const bool is_message = at.part.kind == mime::PartKind::message;
  if ((is_attached || is_message) && at.frame.section.empty()) {
    const std::string file_name = file_name_of(*at.frame.message, at.part, first.content_type);
    // What the type says is a message is no text to anybody, but what its name says to some.
    const std::string_view type = is_message ? std::string_view() : first.media_type;
    for (const Leaf& leaf : other_leaves_of_message(type, file_name)) {
      doubts.push_back(first);
      doubts.back().leaf = leaf;
      doubts.back().doubt = Doubt::media_type;
    }
  }
  for (const Leaf& leaf : first.named) {
    if (leaf.kind != LeafKind::document || !at.frame.section.empty()) continue;
    doubts.push_back(first);
    doubts.back().leaf = leaf;
    doubts.back().doubt = Doubt::media_type;
  }
  if (first.leaf.kind != LeafKind::document) return doubts;
  if (first.leaf.type == "text/plain" && has_other_format(first.content_type)) {
    doubts.push_back(first);
    std::reverse(doubts.back().content_type.parameters.begin(),
                 doubts.back().content_type.parameters.end());
    doubts.back().doubt = Doubt::type_duplicate;
  }
  if (is_damaged()) {
    for (const mime::TransferReading transfer :
         mime::other_transfer_readings(at.frame.message->body_of(at.part), first.encoding)) {
      const auto is_undecoded = [](const Reading& each) {
        return each.encoding == mime::Encoding::identity;
      };
      if (transfer == mime::TransferReading::undecoded &&
          std::any_of(doubts.begin(), doubts.end(), is_undecoded))
        continue;
      doubts.push_back(first);
      doubts.back().transfer = transfer;
      doubts.back().doubt = doubt_of(first.encoding);
    }
  }
  if (has_wide_characters(first)) {
    doubts.push_back(first);
    doubts.back().transfer = mime::TransferReading::other_line_ends;
    doubts.back().doubt = Doubt::transfer;
  }
  for (const Leaf& leaf : other_leaves(first.leaf, first.file_name, text_.substr(0, kFirstBytes))) {
    doubts.push_back(first);
    doubts.back().leaf = leaf;
    doubts.back().doubt = Doubt::media_type;
  }
  // A text that its name makes a page is shown as a text, too.
  if (is_text_to_some(first.media_type, first.leaf, in_bundle)) {
    doubts.push_back(first);
    doubts.back().leaf = {LeafKind::document, "text/plain"};
    doubts.back().doubt = Doubt::media_type;
  }
  // Thunderbird has the root of a bundle for a page where no type says what it is.
  if (in_bundle && first.leaf.type == "text/plain" && ascii::trim(first.declared).empty()) {
    doubts.push_back(first);
    doubts.back().leaf = {LeafKind::document, "text/html"};
    doubts.back().doubt = Doubt::media_type;
  }
  if (finds_.scripts_may_add || (finds_.has_noscript && charsets_.has_other())) {
    doubts.push_back(first);
    doubts.back().scripting = true;
    doubts.back().doubt = Doubt::scripting;
  }
  return doubts;
}

// The links that they have and the first reading has not.
Visit Walker::Impl::visit_doubts(Current& at, std::vector<Reading> doubts) {
  Reading first = std::move(at.reading);
  Notes said = std::exchange(notes_, Notes(options_.limits));
  Visit next = Visit::go_on;
  for (std::size_t i = 0; i < doubts.size(); ++i) {
    at.reading = std::move(doubts[i]);
    if (!may_read(at)) break;
    body_ = at.reading.doubt;
    find_links(at, text_of(at));
    // What it is by its first bytes: of the first reading that is known.
    const bool has_other_bytes = body_ != Doubt::media_type && body_ != Doubt::scripting;
    for (const Leaf& leaf :
         other_leaves(at.reading.leaf, at.reading.file_name, text_.substr(0, kFirstBytes))) {
      const auto is_it = [&](const Reading& each) {
        return each.leaf.type == leaf.type && each.encoding == at.reading.encoding;
      };
      if (!has_other_bytes || std::any_of(doubts.begin(), doubts.end(), is_it)) continue;
      doubts.push_back(at.reading);
      doubts.back().leaf = leaf;
      doubts.back().doubt = Doubt::media_type;
    }
    keep_other_page(at);
    work::charge(text_.size());
    same_until_ = static_cast<std::size_t>(
        std::mismatch(text_.begin(), text_.end(), first_text_.begin(), first_text_.end()).first -
        text_.begin());
    drop_known_bases();
    next = report_text(at);
    if (next == Visit::stop) break;
  }
  std::swap(notes_, said);
  keep_unsaid(said);
  at.reading = std::move(first);
  in_doubt_ = false;
  body_.reset();
  return next;
}

// The links of the text, and those that it has for readers who take it for another charset.
Visit Walker::Impl::report_text(const Current& at) {
  if (!charsets_.has_other()) return report_finds(at);
  several_charsets_ = true;
  find_sources();
  seen_bases_.clear();
  drop_seen_bases();
  Visit next = report_finds(at);
  if (next == Visit::go_on) next = report_other_charsets(at);
  several_charsets_ = false;
  seen_.clear();
  seen_here_.clear();
  return next;
}

Visit Walker::Impl::report_other_charsets(const Current& at) {
  const std::optional<Doubt> before = body_;
  Visit next = Visit::go_on;
  if (!body_) body_ = Doubt::charset;
  while (charsets_.has_other()) {
    if (!may_work()) {
      notes_.add(NoteCode::limit_work, at.index, at.part.body.begin);
      break;
    }
    work::charge(at.part.body.size());
    const std::optional<std::string_view> text = charsets_.next_other();
    if (!text) break;
    std::move(seen_here_.begin(), seen_here_.end(), std::back_inserter(seen_));
    seen_here_.clear();
    work::charge(4 * seen_.size());
    std::sort(seen_.begin(), seen_.end());
    Notes first = std::exchange(notes_, Notes(options_.limits));
    find_links(at, *text);
    std::swap(notes_, first);
    keep_unsaid(first);
    find_sources();
    drop_seen_bases();
    next = report_finds(at);
    if (next == Visit::stop) break;
  }
  body_ = before;
  return next;
}

// Of another reading: what was said of the first holds for it.
void Walker::Impl::keep_unsaid(const Notes& others) {
  for (const Note& note : others.all()) {
    const std::vector<Note>& said = notes_.all();
    work::charge(said.size());
    if (std::none_of(said.begin(), said.end(),
                     [&](const Note& each) { return each.code == note.code; }))
      notes_.add(note.code, note.part, note.offset, note.text);
  }
}

void Walker::Impl::find_sources() {
  const std::vector<extract::Find>& finds = finds_.finds;
  work::charge(4 * finds.size() + text_.size());
  std::vector<std::size_t> order(finds.size());
  for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return finds[a].begin < finds[b].begin; });
  std::vector<std::size_t> places(finds.size());
  std::transform(order.begin(), order.end(), places.begin(),
                 [&](std::size_t i) { return finds[i].begin; });
  charsets_.to_places_in_bytes(places);
  sources_.resize(finds.size());
  for (std::size_t i = 0; i < order.size(); ++i) sources_[order[i]] = places[i];
}

// A tag that a reading before this one has, too, is that one's.
void Walker::Impl::drop_seen_bases() {
  work::charge(4 * seen_bases_.size() + finds_.base_tags.size());
  std::sort(seen_bases_.begin(), seen_bases_.end());
  const std::size_t before = seen_bases_.size();
  std::erase_if(finds_.base_tags, [&](const extract::BaseTag& tag) {
    const std::size_t source = sources_[tag.find];
    const auto end = seen_bases_.begin() + static_cast<std::ptrdiff_t>(before);
    if (std::binary_search(seen_bases_.begin(), end, source)) return true;
    seen_bases_.push_back(source);
    return false;
  });
}

// A tag that a reading before this one has at the same place of the text is that one's.
void Walker::Impl::drop_known_bases() {
  Texts here;
  std::erase_if(finds_.base_tags, [&](const extract::BaseTag& tag) {
    std::string key = std::to_string(tag.begin) + ' ';
    key += finds_.finds[tag.find].raw;
    work::charge(key.size());
    if (body_ && tag.end <= same_until_ && known_bases_.contains(key)) return true;
    here.insert(std::move(key));
    return false;
  });
  known_bases_.merge(here);
}

// Has nobody had it before?  Who saw it in the text of another link has not seen one that can be
// followed.
bool Walker::Impl::is_new(const extract::Find& find, std::string key, Texts& known) {
  if ((find.flags & extract::kInLink) == 0) return known.insert(std::move(key)).second;
  if (known.contains(key)) return false;
  key += "\nin a link";
  return known.insert(std::move(key)).second;
}

// Has a reading of the body had the link before, of the same bytes?  Now it has.  Only up to where
// the texts differ are equal places the same bytes: behind it a link like one that is edited may be
// one that is not.
bool Walker::Impl::is_known(const extract::Find& find, const Link& link) {
  std::string key = std::to_string(find.begin);
  append_piece(link.raw, key);
  append_answer(link, key);
  work::charge(2 * key.size());
  // What is a target in a page is the same link in a text, as is what a calendar or a card names;
  // what is fetched or joined with is not.
  const bool is_text = link.place.role == extract::Role::text;
  const bool is_target = link.place.element == "a" || link.place.element == "area" ||
                         link.type == "text/calendar" || link.type == "text/vcard";
  const bool was_target = is_text && known_links_.contains(key);
  if (is_target) known_links_.insert(key);
  append_piece(extract::where(link.place), key);
  const bool fresh = is_new(find, std::move(key), known_links_) && !was_target;
  return !fresh && find.end <= same_until_;
}

// The bytes of a body, whatever entity they are the body of.  One that goes on behind where another
// ends is the same up to there.
std::string Walker::Impl::place_of_body(const Current& at) {
  return at.frame.origin + std::to_string(at.frame.sent(at.part.body.begin)) + ' ' +
         std::to_string(static_cast<unsigned>(at.reading.encoding)) + '/';
}

// Of the text at hand.
const Source& Walker::Impl::source_of(const Current& at) {
  if (source_) return *source_;
  const std::string_view bytes = at.frame.message->bytes;
  if (std::less_equal<>()(bytes.data(), text_.data()) &&
      std::less_equal<>()(text_.data() + text_.size(), bytes.data() + bytes.size()))
    return source_.emplace(Source{.name = at.frame.origin,
                                  .begin = static_cast<std::size_t>(text_.data() - bytes.data()),
                                  .in_bytes = 0,
                                  .bytes_begin = 0,
                                  .dropped = at.frame.dropped,
                                  .is_sent = true});
  std::string name = place_of_body(at);
  name.append(std::to_string(static_cast<unsigned>(at.reading.transfer))).append(1, ' ');
  name.append(charsets_.used()).append(1, ' ');
  Source& source = source_.emplace();
  source.name = std::move(name);
  const bool is_sent = at.reading.encoding == mime::Encoding::identity;
  const std::string_view body =
      is_sent ? at.frame.message->body_of(at.part) : std::string_view(transfer_);
  const auto differs = std::mismatch(text_.begin(), text_.end(), body.begin(), body.end()).first;
  source.in_bytes = static_cast<std::size_t>(differs - text_.begin());
  work::charge(source.in_bytes);
  source.bytes_name =
      is_sent
          ? at.frame.origin
          : place_of_body(at) + std::to_string(static_cast<unsigned>(at.reading.transfer)) + '@';
  source.bytes_begin = is_sent ? at.part.body.begin : 0;
  if (is_sent) source.dropped = at.frame.dropped;
  if (!has_nuls_) return source;
  for (std::size_t nul = text_.find('\0');
       nul != std::string_view::npos && source.nuls.size() < kMostNuls;
       nul = text_.find('\0', nul + 1))
    source.nuls.push_back(nul);
  return source;
}

// Equal for equal bytes of the message, read in the same way.
std::string Walker::Impl::place_of(const Current& at, std::size_t in_text) {
  if (pages_ == nullptr) return source_of(at).place(in_text);
  const auto behind = std::upper_bound(
      pages_->begin(), pages_->end(), in_text,
      [](std::size_t place, const JoinedPage& page) { return place < page.begin; });
  const JoinedPage& page = *std::prev(behind);
  return page.source.place(in_text - page.begin);
}

// Has another structure the link, of the same bytes?  Now it has.
bool Walker::Impl::is_known_in_message(const Current& at, const extract::Find& find,
                                       const Link& link, bool in_text) {
  std::string key = in_text ? place_of(at, find.begin)
                            : at.frame.origin + "h" +
                                  std::to_string(at.frame.sent(at.part.header.begin)) + ' ' +
                                  std::to_string(find.begin);
  append_written(link, key);
  const bool of_page = at.frame.joins_pages && pages_ == nullptr;
  if (of_page && structures_in_doubt_ == 0 && !structure_) {
    if (in_text) keep_link_of_page(link, std::move(key));
    return false;
  }
  // Which of the pages' headers gives a base to all of them nobody can say: only what stands in the
  // pages themselves makes another link of one.
  if (of_page) known_in_message_.insert(key);
  if (pages_ != nullptr && link.base_from != BaseFrom::html_base && known_in_message_.contains(key))
    return true;
  append_answer(link, key);
  work::charge(key.size());
  return !is_new(find, std::move(key), known_in_message_) && is_other_structure();
}

// Where only all pages together ask for it it is written down: mostly they are not read.
void Walker::Impl::keep_link_of_page(const Link& link, std::string key) {
  const std::size_t written = key.size();
  append_answer(link, key);
  work::charge(key.size());
  links_of_pages_ += key;
  ends_in_links_.push_back(links_of_pages_.size() - key.size() + written);
  ends_in_links_.push_back(links_of_pages_.size());
}

void Walker::Impl::recall_links_of_pages() {
  work::charge(2 * links_of_pages_.size());
  for (std::size_t i = 0, begin = 0; i < ends_in_links_.size(); ++i) {
    known_in_message_.insert(links_of_pages_.substr(begin, ends_in_links_[i] - begin));
    if (i % 2 == 1) begin = ends_in_links_[i];
  }
  forget_links_of_pages();
}

// The same of a body that nothing searches.  One that goes on behind where another ends is another
// document, but no more unread than that.
bool Walker::Impl::is_unread_known(const Current& at, bool to_its_end) {
  if (!remembers_) return false;
  std::string key = "unread " + place_of_body(at);
  if (to_its_end) key += std::to_string(at.part.body.end);
  return !known_in_message_.insert(std::move(key)).second && structure_;
}

// The tags that name a base and that another structure has, too, are that one's.
void Walker::Impl::drop_known_in_message(const Current& at) {
  std::erase_if(finds_.base_tags, [&](const extract::BaseTag& tag) {
    std::string key = "base " + place_of(at, tag.begin) + ' ';
    key += finds_.finds[tag.find].raw;
    work::charge(key.size());
    return !known_in_message_.insert(std::move(key)).second && is_other_structure();
  });
}

// Has a reading before this one the link, of the same bytes?
bool Walker::Impl::is_seen(const extract::Find& find, const Link& link) {
  if (!several_charsets_) return false;
  const auto index = static_cast<std::size_t>(&find - finds_.finds.data());
  std::string key = std::to_string(sources_[index]);
  append_written(link, key);
  append_answer(link, key);
  work::charge(key.size());
  if (std::binary_search(seen_.begin(), seen_.end(), key)) return true;
  if ((find.flags & extract::kInLink) != 0) key += "\nin a link";
  if (std::binary_search(seen_.begin(), seen_.end(), key)) return true;
  seen_here_.push_back(std::move(key));
  return false;
}

}  // namespace basewalk

// SPDX-License-Identifier: MIT
//
// What readers take in several ways (docs/semantics.md [H6]): the links that another reading of a
// part has, and the first reading has not.
//
// Before this: walk.cpp has read the part the first way.  After it: told_before.cpp drops what that
// had, report.cpp tells of what was found.
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

}  // namespace basewalk

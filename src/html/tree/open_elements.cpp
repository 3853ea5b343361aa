// SPDX-License-Identifier: MIT
//
// Before this: html/tree/tree.cpp decides what is opened and closed.  After it: html/reader.cpp
// asks what holds where a text stands.
#include "html/tree/open_elements.h"

#include <algorithm>
#include <bit>

#include "text/ascii.h"
#include "text/utf8.h"
#include "text/work.h"

namespace basewalk::html {
namespace {

// Which barriers an element of HTML is, one bit for each.
constexpr auto kBarriersOf = [] {
  using enum OpenElements::Barrier;
  std::array<std::uint8_t, kElementNames.size()> barriers{};
  for (std::size_t i = 0; i < barriers.size(); ++i) {
    const std::uint32_t traits = kElementTraits[i];
    const auto element = static_cast<Element>(i);
    const auto set = [&](OpenElements::Barrier barrier, bool is) {
      if (is) barriers[i] |= static_cast<std::uint8_t>(1 << barrier);
    };
    set(kScopeEnd, (traits & kScope) != 0);
    set(kListScopeEnd, (traits & (kScope | kListScope)) != 0);
    set(kButtonScopeEnd, (traits & (kScope | kButtonScope)) != 0);
    set(kTableScopeEnd, (traits & kTableScope) != 0);
    set(kItemEnd, (traits & kSpecial) != 0 && element != Element::address &&
                      element != Element::div && element != Element::p);
    set(kModeTold, (traits & kModal) != 0);
  }
  return barriers;
}();

OpenElements::Current current_of(const OpenElements::Entry& entry) {
  return {entry.name < OpenElements::kNames ? static_cast<Element>(entry.name) : Element::other,
          entry.space, entry.point, entry.node};
}

// How many segments are looked through for what a text lies in.  More than one is open above an
// element only where cells and objects were closed from outside again and again.  What is not found
// is taken to be outside of links, and shown.
constexpr int kSegmentsMax = 64;
// And how many elements <a> of one, where more than one is in the list.
constexpr int kLinksMax = 64;

}  // namespace

// --- dead slots

void OpenElements::DeadCount::grow(std::size_t size) {
  while (sums_.size() < size) {
    const std::size_t i = sums_.size() + 1;
    std::uint32_t sum = 0;
    for (std::size_t j = i - 1; j > i - (i & (~i + 1)); j -= j & (~j + 1)) sum += sums_[j - 1];
    sums_.push_back(sum);
  }
}

void OpenElements::DeadCount::clear() {
  sums_.clear();
  count_ = 0;
}

void OpenElements::DeadCount::drop(Index slot) {
  if (sums_.size() > slot) sums_.resize(slot);
  --count_;
}

void OpenElements::DeadCount::add(Index slot) {
  ++count_;
  grow(std::size_t{slot} + 1);
  for (std::size_t i = std::size_t{slot} + 1; i <= sums_.size(); i += i & (~i + 1)) ++sums_[i - 1];
}

std::size_t OpenElements::DeadCount::before(std::size_t slot) {
  if (count_ == 0) return 0;
  grow(slot);
  std::size_t count = 0;
  for (std::size_t i = slot; i > 0; i -= i & (~i + 1)) count += sums_[i - 1];
  return count;
}

std::size_t OpenElements::count_live(Index from, Index to) {
  return to - from - (dead_.before(to) - dead_.before(from));
}

// --- names

OpenElements::OpenElements() {
  // What most documents need.
  entries_.reserve(64);
  specials_.reserve(64);
  slots_.reserve(32);
  segments_.reserve(16);
  formattings_.reserve(32);
  free_.reserve(32);
  reset();
}

void OpenElements::reset() {
  entries_.clear();
  specials_.clear();
  heads_.assign(2 * std::size_t{kNames}, kNone);
  names_.clear();
  depth_ = 0;
  capped_ = {};
  slots_.clear();
  segments_.assign(1, {});
  segments_.front().older.fill(kNone);
  formattings_.clear();
  free_.clear();
  youngest_.fill(kNone);
  unlisted_.clear();
  hiding_.clear();
  left_links_.clear();
  left_hiding_.clear();
  twins_.clear();
  dead_.clear();
  last_open_ = kNone;
  knows_last_open_ = true;
  changed();
  markers_ = 0;
  last_was_formatting_ = false;
  last_opened_ = kNone;
}

// 13.2.5.8: letters are lower case, NUL is U+FFFD.
std::uint32_t OpenElements::name_of(const Token& tag) {
  if (tag.element != Element::other) return static_cast<std::uint32_t>(tag.element);
  name_.clear();
  for (const char c : tag.text) {
    if (c == '\0')
      name_ += utf8::kReplacementText;
    else
      name_ += ascii::to_lower(c);
  }
  const auto found = names_.find(std::string_view(name_));
  if (found != names_.end()) return found->second;
  const std::uint32_t name = kNames + static_cast<std::uint32_t>(names_.size());
  names_.emplace(name_, name);
  heads_.resize(heads_.size() + 2, kNone);
  return name;
}

// --- entries

void OpenElements::find_current() const {
  knows_current_ = true;
  if (!entries_.empty() && none_open_from(entries_.back().first)) {
    current_ = current_of(entries_.back());
    inside_ = entries_.back().inside;
    knows_inside_ = true;
    return;
  }
  current_ = computed_current();
}

OpenElements::Current OpenElements::computed_current() const {
  const Index slot = top_slot();
  if (slot != kNone) {
    const Formatting& top = formattings_[slots_[slot].formatting];
    return {top.element, Space::html, kNoPoint, top.node};
  }
  return entries_.empty() ? Current{} : current_of(entries_.back());
}

OpenElements::Index OpenElements::push(std::uint32_t name, Space space, std::uint8_t point,
                                       NodeId node, Context outside) {
  const auto index = static_cast<Index>(entries_.size());
  if (depth_ == kDeepest) capped_ = outside;
  const bool on_formatting = space != Space::html && top_slot() != kNone;
  if (index == 0)
    entries_.emplace_back();
  else
    entries_.push_back(entries_.back());  // with what is nearest
  Entry& entry = entries_.back();
  entry.name = name;
  entry.space = space;
  entry.point = point;
  entry.live = true;
  entry.own_hidden = false;
  entry.on_formatting = on_formatting;
  entry.own_link = 0;
  entry.node = node;
  entry.first = segments_.back().open_end;
  entry.same = std::exchange(head(name, space != Space::html), index);
  entry.left = entry.foreign_root = index;
  entry.outside = entry.inside = depth_ > kDeepest ? capped_ : outside;
  bool special = point != kNoPoint;
  if (space != Space::html) {
    if (special)
      entry.nearest[kScopeEnd] = entry.nearest[kListScopeEnd] = entry.nearest[kButtonScopeEnd] =
          entry.nearest[kItemEnd] = index;
    if (!on_formatting && index > 0 && entries_[index - 1].space != Space::html)
      entry.foreign_root = entries_[index - 1].foreign_root;
  } else if (name < kNames) {
    special = (kElementTraits[name] & kSpecial) != 0;
    for (unsigned barriers = kBarriersOf[name]; barriers != 0; barriers &= barriers - 1)
      entry.nearest[static_cast<std::size_t>(std::countr_zero(barriers))] = index;
  }
  if (special) specials_.push_back(index);
  ++depth_;
  last_was_formatting_ = false;
  last_opened_ = index;
  current_ = current_of(entry);
  inside_ = entry.inside;
  knows_current_ = knows_inside_ = true;
  return index;
}

// The topmost entry, live or dead, goes; what was open above it was closed before.
void OpenElements::drop_top_entry() {
  const Entry& entry = entries_.back();
  const auto index = static_cast<Index>(entries_.size() - 1);
  if (entry.live) {
    --depth_;
    if (!specials_.empty() && specials_.back() == index) specials_.pop_back();
  }
  Index& head_of_name = head(entry.name, entry.space != Space::html);
  if (head_of_name == index) head_of_name = entry.same;
  entries_.pop_back();
  changed();
}

// A dead entry is on top only where a formatting element stands on it.
void OpenElements::trim() {
  while (!entries_.empty() && !entries_.back().live && top_slot() == kNone) drop_top_entry();
}

void OpenElements::pop() {
  const Index slot = top_slot();
  if (slot == kNone) return pop_to(top());
  close_slots(slot);
  trim();
}

void OpenElements::pop_to(Index index) {
  close_slots(entries_[index].first);
  while (entries_.size() > index) drop_top_entry();
  trim();
}

void OpenElements::pop_above(Index index) {
  close_slots(entries_[index].first);
  while (entries_.size() > std::size_t{index} + 1) drop_top_entry();
  trim();
}

void OpenElements::remove(Index index) {
  if (index == top() && top_slot() == kNone) return pop_to(index);
  Entry& entry = entries_[index];
  entry.live = false;
  entry.left = index == 0 ? kNone : index - 1;
  --depth_;
  changed();
  const auto special = std::lower_bound(specials_.begin(), specials_.end(), index);
  if (special != specials_.end() && *special == index) {
    work::charge(static_cast<std::uint64_t>(specials_.end() - special));
    specials_.erase(special);
  }
  trim();
}

OpenElements::Index OpenElements::live_entry_at_or_below(Index index) {
  Index found = index;
  for (; found != kNone && !entries_[found].live; found = entries_[found].left) work::charge(1);
  while (index != found && index != kNone) {
    const Index next = entries_[index].left;
    entries_[index].left = found;
    index = next;
  }
  return found;
}

OpenElements::Index OpenElements::nearest(Barrier barrier) {
  Index index = entries_.back().nearest[barrier];
  while (!entries_[index].live) {
    work::charge(1);
    const Index below = live_entry_at_or_below(index);
    if (below == kNone) return 0;
    index = entries_[below].nearest[barrier];
  }
  entries_.back().nearest[barrier] = index;
  return index;
}

OpenElements::Index OpenElements::foreign_root() {
  Index root = entries_.back().foreign_root;
  // An element of HTML between two that are foreign may have been taken out since.
  while (root > 0 && !entries_[root].on_formatting) {
    work::charge(1);
    const Index below = live_entry_at_or_below(root - 1);
    if (below == kNone || entries_[below].space == Space::html) break;
    root = entries_[below].foreign_root;
  }
  return entries_.back().foreign_root = root;
}

// --- slots

OpenElements::Index OpenElements::live_slot_at_or_below(Index slot, Index lowest) const {
  Index found = slot;
  for (; found != kNone && found >= lowest && slots_[found].formatting == kNone;
       found = slots_[found].left)
    work::charge(1);
  while (slot != found && slot != kNone && slot >= lowest) {
    const Index next = slots_[slot].left;
    slots_[slot].left = found;
    slot = next;
  }
  return found == kNone || found < lowest ? kNone : found;
}

// The nearest segment below one that has open slots.
OpenElements::Index OpenElements::open_below(Index segment) const {
  Index found = segments_[segment].below;
  for (; found != kNone &&
         (segments_[found].barren || segments_[found].open_end == segments_[found].begin);
       found = segments_[found].below)
    work::charge(1);
  // Those between get none any more before they are the last again.
  while (segment != found && segment != kNone)
    segment = std::exchange(segments_[segment].below, found);
  return found;
}

// The topmost formatting element that is open.
void OpenElements::find_last_open() const {
  knows_last_open_ = true;
  last_open_ = open_slot_below(segments_.back().open_end);
}

// The topmost one below a slot behind the last marker.  A marker may stand whose element was closed
// from outside, as `</table>` does; then those before it may be on top.
OpenElements::Index OpenElements::open_slot_below(Index slot) const {
  const auto last = static_cast<Index>(segments_.size() - 1);
  if (slot > segments_[last].begin)
    if (const Index found = live_slot_at_or_below(slot - 1, segments_[last].begin); found != kNone)
      return found;
  for (Index at = open_below(last); at != kNone; at = open_below(last)) {
    work::charge(1);
    Segment& segment = segments_[at];
    if (const Index found = live_slot_at_or_below(segment.open_end - 1, segment.begin);
        found != kNone)
      return found;
    segment.barren = true;
  }
  return kNone;
}

// It, where it is the current node.
OpenElements::Index OpenElements::top_slot() const {
  if (entries_.empty()) return kNone;
  const Index lowest = entries_.back().first;
  if (none_open_from(lowest)) {
    assert((work::Unbilled(), last_open_slot() == kNone || last_open_slot() < lowest));
    return kNone;
  }
  const Index slot = last_open_slot();
  return slot == kNone || slot < lowest ? kNone : slot;
}

OpenElements::Index OpenElements::current_formatting() const {
  const Index slot = top_slot();
  return slot == kNone ? kNone : slots_[slot].formatting;
}

// Opens all that wait.
void OpenElements::open_slots(Index begin, Index end) {
  const std::size_t count = count_live(begin, end);
  if (depth_ <= kDeepest && depth_ + count > kDeepest) {
    // What holds in the one at kDeepest: those before it are within each other.
    const std::size_t within = kDeepest - depth_;
    capped_ = inside();
    const Index link = segments_.back().link;
    if (link != kNone && formattings_[link].link != 0 && formattings_[link].slot >= begin &&
        count_live(begin, formattings_[link].slot) < within)
      capped_.link = formattings_[link].link;
    const auto hiding = hiding_.lower_bound(begin);
    if (hiding != hiding_.end() && count_live(begin, *hiding) < within) capped_.hidden = true;
  }
  depth_ += count;
  segments_.back().open_end = end;
  slots_changed();
}

// Closes all from a slot on; the list keeps them.
void OpenElements::close_slots(Index from) {
  if (none_open_from(from)) {
    assert((work::Unbilled(), last_open_slot() == kNone || last_open_slot() < from));
    return;
  }
  if (const Index last_open = last_open_slot(); last_open == kNone || last_open < from) return;
  slots_changed();
  const auto last = static_cast<Index>(segments_.size() - 1);
  for (Index at = last; at != kNone; at = open_below(last)) {
    work::charge(1);
    Segment& segment = segments_[at];
    const Index end = std::max(from, segment.begin);
    if (segment.open_end > end) {
      depth_ -= count_live(end, segment.open_end);
      segment.open_end = end;
    }
    if (segment.begin <= from) return;
  }
}

void OpenElements::kill(Index slot) {
  work::charge(1);
  Segment& segment = segments_.back();
  const Index formatting = slots_[slot].formatting;
  Formatting& dead = formattings_[formatting];
  if (dead.listed)
    unlist(formatting);
  else
    unlisted_.erase({dead.element, slot});
  if (dead.hides) hiding_.erase(slot);
  drop_left(slot, slot + 1);
  free_.push_back(formatting);
  dead.slot = kNone;
  // Only slots behind the last marker die.
  if (slot < segment.open_end) --depth_;
  slots_changed();
  if (slot + 1 == slots_.size() && slot >= lowest_to_trim()) {
    slots_.pop_back();
    if (slots_.empty() || slots_.back().formatting != kNone) {
      segment.open_end = std::min(segment.open_end, slot);
      return;
    }
  } else {
    slots_[slot] = {kNone, slot == 0 ? kNone : slot - 1};
    dead_.add(slot);
  }
  trim_slots();
}

OpenElements::Index OpenElements::lowest_to_trim() const {
  const Index begin = segments_.back().begin;
  return entries_.empty() ? begin : std::max(begin, entries_.back().first);
}

// Dead slots at the end go, but not those that an entry stands above.
void OpenElements::trim_slots() {
  Segment& segment = segments_.back();
  const Index lowest = lowest_to_trim();
  while (slots_.size() > lowest && slots_.back().formatting == kNone) {
    work::charge(1);
    slots_.pop_back();
    dead_.drop(static_cast<Index>(slots_.size()));
  }
  segment.open_end = std::min(segment.open_end, static_cast<Index>(slots_.size()));
}

// --- what holds

const OpenElements::Entry* OpenElements::table_of_foster() const {
  const auto find = [&](Element element) {
    Index at = heads_[2 * static_cast<std::size_t>(element)];
    for (; at != kNone && !entries_[at].live; at = entries_[at].same) work::charge(1);
    return at;
  };
  const Index table = find(Element::table);
  const Index template_ = find(Element::template_);
  if (template_ != kNone && (table == kNone || template_ > table)) return nullptr;
  return table == kNone ? nullptr : &entries_[table];
}

Location OpenElements::foster_location() {
  const Entry* const table = table_of_foster();
  if (table != nullptr) return {Location::Where::before, table->node};
  const Index template_ = last(Element::template_);
  return {Location::Where::inside,
          template_ != kNone ? entries_[template_].node : entries_.front().node};
}

Context OpenElements::fostered() const {
  const Entry* const table = table_of_foster();
  if (table != nullptr) return table->outside;
  Index at = heads_[2 * static_cast<std::size_t>(Element::template_)];
  for (; at != kNone && !entries_[at].live; at = entries_[at].same) work::charge(1);
  return at != kNone ? entries_[at].inside : entries_.front().inside;
}

void OpenElements::find_inside() const {
  knows_inside_ = true;
  if (!entries_.empty() && none_open_from(entries_.back().first)) {
    inside_ = entries_.back().inside;
    return;
  }
  inside_ = compute_inside();
}

Context OpenElements::compute_inside() const {
  if (entries_.empty()) return {};
  const Entry& top = entries_.back();
  const Index slot = top_slot();
  if (slot == kNone) return top.inside;
  if (depth_ > kDeepest) {
    const Formatting& own = formattings_[slots_[slot].formatting];
    return {own.link != 0 ? own.link : capped_.link, own.hides || capped_.hidden};
  }
  // Formatting elements stand in what fosters only by fostering.
  const bool foster =
      top.space == Space::html && top.name < kNames && (kElementTraits[top.name] & kFosters) != 0;
  Context context = foster ? fostered() : top.inside;
  add_formatting(top.first, slot + 1, context);
  return context;
}

// The topmost <a> of a segment in these slots, if it is a link.
OpenElements::Index OpenElements::link_between(const Segment& segment, Index lowest,
                                               Index highest) const {
  Index at = segment.link;
  for (int i = 0; i < kLinksMax && at != kNone; ++i, at = formattings_[at].older) {
    if (i > 0) work::charge(1);
    const Formatting& each = formattings_[at];
    if (each.marker != segment.marker || each.slot < lowest) return kNone;
    if (each.slot < highest && each.link != 0) return at;
  }
  return kNone;
}

// What the formatting elements say that are open from a slot on and before another one.
void OpenElements::add_formatting(Index from, Index end, Context& context) const {
  bool knows_link = false;
  auto at = static_cast<Index>(segments_.size() - 1);
  for (int i = 0; i < kSegmentsMax && at != kNone && segments_[at].open_end > from; ++i) {
    if (i > 0) work::charge(1);  // most are in one
    const Segment& segment = segments_[at];
    const Index lowest = std::max(from, segment.begin), highest = std::min(end, segment.open_end);
    if (!knows_link) {
      const Index link = link_between(segment, lowest, highest);
      Index slot = link == kNone ? kNone : formattings_[link].slot;
      if (link != kNone) context.link = formattings_[link].link;
      if (!left_links_.empty()) {
        const auto left = left_links_.lower_bound(highest);
        if (left != left_links_.begin() && std::prev(left)->first >= lowest &&
            (slot == kNone || std::prev(left)->first > slot)) {
          slot = std::prev(left)->first;
          context.link = std::prev(left)->second;
        }
      }
      knows_link = slot != kNone;
    }
    // Those that wait to be reconstructed stand behind the open ones.
    const auto holds_one = [&](const std::set<Index>& slots) {
      if (slots.empty()) return false;
      const auto at_least = slots.lower_bound(lowest);
      return at_least != slots.end() && *at_least < highest;
    };
    context.hidden = context.hidden || holds_one(hiding_) || holds_one(left_hiding_);
    if (knows_link && (context.hidden || (hiding_.empty() && left_hiding_.empty()))) return;
    at = open_below(at);
  }
}

void OpenElements::set_own(std::uint32_t link, bool hides) {
  if (last_opened_ == kNone) return;
  knows_inside_ = false;
  if (!last_was_formatting_) {
    Entry& entry = entries_[last_opened_];
    entry.own_link = link;
    entry.own_hidden = hides;
    refresh(entry);
    return;
  }
  Formatting& formatting = formattings_[last_opened_];
  formatting.link = link;
  formatting.hides = hides;
  if (hides) hiding_.insert(formatting.slot);
  if (link != 0 && formatting.element == Element::a) segments_.back().link = last_opened_;
}

}  // namespace basewalk::html

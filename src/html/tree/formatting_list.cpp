// SPDX-License-Identifier: MIT
//
// The list of active formatting elements (WHATWG HTML 13.2.4.3), and what the adoption agency does
// with it (13.2.6.4.7).  In what order its entries stand open_elements.h says; the stack itself is
// open_elements.cpp's.
//
// Before this: html/tree/body.cpp has come to a formatting element, or to its end.
#include <algorithm>

#include "html/tree/open_elements.h"
#include "text/ascii.h"

namespace basewalk::html {
namespace {

// Formatting elements by number, from 1 on; 0 for all others.
constexpr auto kChains = [] {
  std::array<std::uint8_t, kElementNames.size()> chains{};
  std::uint8_t count = 0;
  for (std::size_t i = 0; i < chains.size(); ++i)
    if ((kElementTraits[i] & kFormatting) != 0) chains[i] = ++count;
  return chains;
}();
static_assert(std::ranges::max(kChains) < 16);

constexpr std::size_t chain_of(Element element) {
  return kChains[static_cast<std::size_t>(element)];
}

}  // namespace

void OpenElements::link_into_chain(Index formatting) {
  Formatting& added = formattings_[formatting];
  Index& youngest = youngest_[chain_of(added.element)];
  added.older = youngest;
  added.newer = kNone;
  if (youngest != kNone) formattings_[youngest].newer = formatting;
  youngest = formatting;
}

void OpenElements::unlist(Index formatting) {
  Formatting& gone = formattings_[formatting];
  gone.listed = false;
  if (gone.newer != kNone)
    formattings_[gone.newer].older = gone.older;
  else
    youngest_[chain_of(gone.element)] = gone.older;
  if (gone.older != kNone) formattings_[gone.older].newer = gone.newer;
  // Where an end tag stopped after its eight rounds (13.2.6.4.7) there is another one.
  if (Segment& last = segments_.back(); last.link == formatting)
    last.link =
        gone.older != kNone && formattings_[gone.older].marker == last.marker ? gone.older : kNone;
  if (!gone.has_signature) return;
  if (gone.older_twin != kNone) formattings_[gone.older_twin].newer_twin = gone.newer_twin;
  if (gone.newer_twin != kNone)
    formattings_[gone.newer_twin].older_twin = gone.older_twin;
  else if (gone.older_twin != kNone)
    twins_[key_of(gone)] = gone.older_twin;
  else
    twins_.erase(key_of(gone));
}

OpenElements::Index OpenElements::last_listed(Element element) const {
  const Index youngest = youngest_[chain_of(element)];
  if (youngest == kNone || formattings_[youngest].marker != segments_.back().marker) return kNone;
  return youngest;
}

bool OpenElements::is_open(Index formatting) const {
  const Index slot = formattings_[formatting].slot;
  if (slot >= segments_.back().begin) return slot < segments_.back().open_end;
  const auto above =
      std::upper_bound(segments_.begin(), segments_.end(), slot,
                       [](Index wanted, const Segment& each) { return wanted < each.begin; });
  return slot < (above - 1)->open_end;
}

OpenElements::Index OpenElements::last_open(Element element, Index above) {
  const Index lowest = above == kNone ? 0 : entries_[above].first;
  const Index highest = last_open_slot();
  if (highest == kNone || highest < lowest) return kNone;
  const std::size_t chain = chain_of(element);
  Segment& last = segments_.back();
  Index found = youngest_[chain];
  if (found == kNone || formattings_[found].slot < last.begin || !is_open(found)) {
    // Those before the last marker that are closed stay so as long as it stands.
    Index& older = last.older[chain];
    for (; older != kNone && formattings_[older].slot >= lowest && !is_open(older);
         older = formattings_[older].older)
      work::charge(1);
    found = older;
  }
  if (found != kNone && formattings_[found].slot < lowest) found = kNone;
  for (auto at = unlisted_.upper_bound({element, highest}); at != unlisted_.begin();) {
    work::charge(1);
    --at;
    if (at->first != element || at->second < lowest) break;
    const Index unlisted = slots_[at->second].formatting;
    if (found != kNone && formattings_[found].slot > at->second) break;
    if (is_open(unlisted)) return unlisted;
    const Index slot = at->second;
    at = unlisted_.erase(at);
    bury(slot);
  }
  return found;
}

// What is closed and in no list is nothing.
void OpenElements::bury(Index slot) {
  const Index formatting = slots_[slot].formatting;
  if (formattings_[formatting].hides) hiding_.erase(slot);
  drop_left(slot, slot + 1);
  formattings_[formatting].slot = kNone;
  free_.push_back(formatting);
  slots_[slot] = {kNone, slot == 0 ? kNone : slot - 1};
  dead_.add(slot);
}

void OpenElements::sign(Formatting& formatting) const {
  if (formatting.has_signature) return;
  formatting.has_signature = true;
  formatting.signature = static_cast<std::uint64_t>(formatting.element);
  work::charge(formatting.tag.size());
  Tokenizer tokens(formatting.tag, Tokenizer::Keep::all);
  tokens.next();
  std::string pair;
  std::set<std::uint64_t> names;
  for (const TagAttribute& each : tokens.attributes()) {
    pair.clear();
    decode_html(each.name, References::keep, Nul::replace, pair);
    for (char& c : pair) c = ascii::to_lower(c);
    const bool fresh = names.insert(siphash(pair)).second;
    pair += '\0';
    decode_html(each.value, References::decode_in_attribute, Nul::replace, pair);
    // Of duplicates the first counts.
    if (fresh) formatting.signature += siphash(pair);
  }
}

void OpenElements::evict_third_twin(Index formatting) {
  const Formatting& added = formattings_[formatting];
  // Fewer than three older ones of the name: none to give way.
  Index older = added.older;
  for (int count = 0; count < 3; ++count, older = formattings_[older].older)
    if (older == kNone || formattings_[older].marker != added.marker) return;
  // Those that have no signature yet are the youngest.
  std::vector<Index> unsigned_ones;
  for (Index each = formatting; each != kNone && formattings_[each].marker == added.marker &&
                                !formattings_[each].has_signature;
       each = formattings_[each].older)
    unsigned_ones.push_back(each);
  for (auto each = unsigned_ones.rbegin(); each != unsigned_ones.rend(); ++each) {
    Formatting& signing = formattings_[*each];
    sign(signing);
    const auto [at, fresh] = twins_.try_emplace(key_of(signing), *each);
    if (fresh) continue;
    signing.older_twin = at->second;
    formattings_[at->second].newer_twin = *each;
    at->second = *each;
  }
  Index third = formatting;
  for (int count = 0; count < 3; ++count) {
    third = formattings_[third].older_twin;
    if (third == kNone) return;
  }
  // It leaves the list; on the stack it stays.
  const Index slot = formattings_[third].slot;
  unlist(third);
  unlisted_.insert({formattings_[third].element, slot});
  if (slot >= segments_.back().open_end) kill(slot);
}

void OpenElements::push_formatting(const Token& tag, std::string_view written, NodeId node) {
  if (depth_ == kDeepest) capped_ = inside();
  Index formatting;
  if (free_.empty()) {
    formatting = static_cast<Index>(formattings_.size());
    formattings_.emplace_back();
  } else {
    formatting = free_.back();
    free_.pop_back();
  }
  Formatting& added = formattings_[formatting];
  added.has_signature = added.hides = false;
  added.link = 0;
  added.older_twin = added.newer_twin = kNone;
  added.element = tag.element;
  added.listed = true;
  added.node = node;
  added.slot = static_cast<Index>(slots_.size());
  added.marker = segments_.back().marker;
  added.tag = written;
  Slot& slot = slots_.emplace_back();
  slot.formatting = formatting;
  slot.left = kNone;
  segments_.back().open_end = static_cast<Index>(slots_.size());
  ++depth_;
  last_open_ = formattings_[formatting].slot;
  knows_last_open_ = true;
  changed();
  link_into_chain(formatting);
  last_was_formatting_ = true;
  last_opened_ = formatting;
  evict_third_twin(formatting);
}

void OpenElements::push_marker() {
  const bool fresh = slots_.size() > segments_.back().begin;
  slots_.emplace_back().formatting = kMarker;
  segments_.push_back(segments_.back());
  Segment& added = segments_.back();
  const Segment& last = segments_[segments_.size() - 2];
  added.begin = added.open_end = static_cast<Index>(slots_.size());
  added.below = static_cast<Index>(segments_.size() - 2);
  added.link = kNone;
  added.barren = false;
  added.marker = ++markers_;
  if (!fresh) return;
  for (std::size_t chain = 0; chain < youngest_.size(); ++chain)
    if (const Index youngest = youngest_[chain];
        youngest != kNone && formattings_[youngest].slot >= last.begin)
      added.older[chain] = youngest;
}

void OpenElements::clear_to_marker() {
  const Index lowest = segments_.back().begin;
  const Index open_end = segments_.back().open_end;
  // Of a fragment there may be no marker: then all goes.
  if (segments_.size() > 1) segments_.pop_back();
  segments_.back().barren = false;
  work::charge(slots_.size() - lowest);
  drop_left(lowest, kNone);
  for (auto slot = static_cast<Index>(slots_.size()); slot > lowest; --slot) {
    const Index formatting = slots_[slot - 1].formatting;
    if (formatting == kNone) {
      dead_.drop(slot - 1);
      continue;
    }
    Formatting& gone = formattings_[formatting];
    if (gone.listed)
      unlist(formatting);
    else
      unlisted_.erase({gone.element, slot - 1});
    if (gone.hides) hiding_.erase(slot - 1);
    gone.slot = kNone;
    free_.push_back(formatting);
    if (slot - 1 < open_end) --depth_;
  }
  slots_.resize(lowest);
  if (!slots_.empty() && slots_.back().formatting == kMarker) slots_.pop_back();
  slots_changed();
  Segment& last = segments_.back();
  last.open_end = std::min(last.open_end, static_cast<Index>(slots_.size()));
}

// What is neither open nor in the list is nothing.
void OpenElements::free_closed_unlisted() {
  for (auto at = unlisted_.begin(); at != unlisted_.end();) {
    const Element element = at->first;
    while (true) {
      const auto closed = unlisted_.lower_bound({element, segments_.back().open_end});
      if (closed == unlisted_.end() || closed->first != element) break;
      kill(closed->second);
    }
    at = unlisted_.upper_bound({element, kNone});
  }
}

void OpenElements::pop_formatting(Index formatting) {
  const Index slot = formattings_[formatting].slot;
  // Most are the current node, and the last that was opened.
  if (slot + 1 == segments_.back().open_end && slot + 1 == slots_.size() &&
      slot >= lowest_to_trim()) {
    kill(slot);
    trim();
    return;
  }
  while (!entries_.empty() && entries_.back().first > slot) drop_top_entry();
  close_slots(slot);
  // What lies before the last marker stays: it is in the list, or is forgotten when its turn comes.
  if (slot >= segments_.back().begin) kill(slot);
  trim();
}

// What it says goes to the formatting element right above it: that stays where it is.  (An entry
// there knows what holds in it.)
void OpenElements::hand_up(Index formatting) {
  const Formatting& gone = formattings_[formatting];
  const Index slot = gone.slot, open_end = segments_.back().open_end;
  const auto left = left_links_.find(slot);
  const std::uint32_t link = gone.link == 0 && left != left_links_.end() ? left->second : gone.link;
  const bool hides = gone.hides || left_hiding_.contains(slot);
  if ((link == 0 && !hides) || slot >= open_end) return;
  Index above = slot + 1;
  for (; above < open_end && slots_[above].formatting == kNone; ++above) work::charge(1);
  if (above >= open_end) return;
  auto entry = static_cast<Index>(entries_.size());
  for (; entry > 0 && entries_[entry - 1].first > slot; --entry) work::charge(1);
  if (entry < entries_.size() && entries_[entry].first <= above) return;
  if (link != 0) left_links_[above] = link;
  if (hides) left_hiding_.insert(above);
}

// The elements of these slots lie elsewhere now.
void OpenElements::drop_left(Index from, Index end) {
  if (!left_links_.empty())
    left_links_.erase(left_links_.lower_bound(from), left_links_.lower_bound(end));
  if (!left_hiding_.empty())
    left_hiding_.erase(left_hiding_.lower_bound(from), left_hiding_.lower_bound(end));
}

void OpenElements::forget(Index formatting) {
  hand_up(formatting);
  kill(formattings_[formatting].slot);
  trim();
}

OpenElements::Index OpenElements::block_above(Index formatting) const {
  const Index slot = formattings_[formatting].slot;
  if (specials_.empty() || entries_[specials_.back()].first <= slot) return kNone;
  const auto block =
      std::upper_bound(specials_.begin(), specials_.end(), slot,
                       [&](Index wanted, Index each) { return wanted < entries_[each].first; });
  return block == specials_.end() ? kNone : *block;
}

void OpenElements::adopt(Index chosen, Index block, TreeSink* sink, NodeId& nodes, bool fosters) {
  const Index lowest = formattings_[chosen].slot;
  // Step 13: between the two, from the top.  What is not in the list leaves the stack.
  std::vector<Index> kept;
  std::uint32_t dropped_link = 0;
  NodeId last = entries_[block].node;
  Index entry = live_entry_at_or_below(block - 1);
  Index slot = live_slot_at_or_below(entries_[block].first - 1, lowest);
  for (int counter = 1; slot != lowest || entries_[entry].first > lowest; ++counter) {
    work::charge(1);
    if (slot < entries_[entry].first) {
      remove(entry);
      entry = live_entry_at_or_below(entry);
      continue;
    }
    const Index node = slots_[slot].formatting;
    const Index next = live_slot_at_or_below(slot - 1, lowest);
    if (!formattings_[node].listed || counter > 3) {
      if (formattings_[node].link != 0) dropped_link = formattings_[node].link;
      kill(slot);
    } else {
      kept.push_back(node);
      drop_left(slot, slot + 1);
      const NodeId original = formattings_[node].node;
      formattings_[node].node = ++nodes;
      if (sink != nullptr) {
        sink->clone(nodes, original, {Location::Where::inside, kDocument});
        sink->move(last, {Location::Where::inside, nodes});
      }
      last = nodes;
    }
    slot = next;
  }
  // Step 14: into the common ancestor, what is below the chosen one.
  const Index below = open_slot_below(lowest);
  const bool on_slot = below != kNone && below >= entries_[entry].first;
  const Entry& ancestor = entries_[entry];
  const bool is_fostering = ancestor.space == Space::html && ancestor.name < kNames &&
                            (kElementTraits[ancestor.name] & kFosters) != 0;
  const bool foster = fosters && !on_slot && is_fostering;
  if (sink != nullptr)
    sink->move(last, foster ? foster_location()
                            : Location{Location::Where::inside,
                                       on_slot ? formattings_[slots_[below].formatting].node
                                               : ancestor.node});
  // Steps 15 to 19: the chosen one takes all that the block holds, and stands in it alone.
  const NodeId original = formattings_[chosen].node;
  const NodeId clone = ++nodes;
  if (sink != nullptr) {
    sink->clone(clone, original, {Location::Where::inside, kDocument});
    sink->move_children(entries_[block].node, clone);
    sink->move(clone, {Location::Where::inside, entries_[block].node});
  }
  formattings_[chosen].node = clone;
  drop_left(lowest, lowest + 1);
  // In the list it goes behind those that were kept, each of which takes the slot below its own.
  Formatting& adopted = formattings_[chosen];
  if (adopted.hides) hiding_.erase(lowest);
  Index to = lowest;
  for (auto each = kept.rbegin(); each != kept.rend(); ++each) {
    Formatting& moved = formattings_[*each];
    const Index from = moved.slot;
    if (moved.hides) hiding_.erase(from);
    slots_[to].formatting = *each;
    moved.slot = to;
    if (moved.hides) hiding_.insert(to);
    to = from;
  }
  slots_[to].formatting = chosen;
  adopted.slot = to;
  if (adopted.hides) hiding_.insert(to);
  entries_[block].first = to;
  slots_changed();
  // What holds in the block is what holds where it is now.
  // What that lies in may have left the stack (</form>), and is an entry all the same.
  Index under = entry;
  if (on_slot)
    for (under = block - 1; entries_[under].first > below; --under) work::charge(1);
  // Formatting elements stand in what fosters only by fostering.
  const Context base =
      foster || (on_slot && under == entry && is_fostering) ? fostered() : entries_[under].inside;
  Context outside = base;
  if (!foster && on_slot) add_formatting(entries_[under].first, lowest, outside);
  for (auto each = kept.rbegin(); each != kept.rend(); ++each) {
    if (formattings_[*each].link != 0) outside.link = formattings_[*each].link;
    outside.hidden = outside.hidden || formattings_[*each].hides;
  }
  entries_[block].outside = outside;
  refresh(entries_[block]);
  // Of those that left the stack here the topmost may be on top once the block is closed, with
  // those on it that were kept: they stand where the block does now.
  if (under < block - 1) {
    Entry& left = entries_[block - 1];
    left.first = entries_[under].first;
    left.own_link = 0;
    left.own_hidden = false;
    left.inside = left.outside =
        under == entry && is_fostering ? fostered() : entries_[under].inside;
  }
  if (dropped_link == 0) return;
  work::charge(entries_.size() - block);
  for (Index each = block + 1; each < entries_.size(); ++each) {
    Entry& above = entries_[each];
    if (above.outside.link == dropped_link) above.outside.link = entries_[block].inside.link;
    refresh(above);
  }
}

}  // namespace basewalk::html

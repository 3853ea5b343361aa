// SPDX-License-Identifier: MIT
//
// The stack of open elements and the list of active formatting elements (WHATWG HTML 13.2.4.2 and
// 13.2.4.3), as one structure.
//
// Each step costs the same however many elements are open, or as much as it takes away for good:
//
//  - Elements that are not formatting ones stand in an array.  An element taken out of its middle
//    leaves a dead entry behind.  Each entry knows the nearest entry below it that ends a scope,
//    and each name the topmost entry that has it, so that nothing is searched for.
//  - Formatting elements stand in the list alone, in slots.  Between two of its markers those that
//    are open come first, in the order of the stack, and those that were closed and wait to be
//    reconstructed behind them: so a number, `open_end`, tells them apart, and to reconstruct
//    however many is to move it.  Each entry knows how many slots were open when it was pushed, and
//    stands above those and below all others.
#ifndef BASEWALK_HTML_TREE_OPEN_ELEMENTS_H_
#define BASEWALK_HTML_TREE_OPEN_ELEMENTS_H_

#include <array>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "html/names.h"
#include "html/tree/sink.h"
#include "text/siphash.h"
#include "text/work.h"

namespace basewalk::html {

/// What holds within an element, for all in it.
struct Context {
  std::uint32_t link = 0;  ///< the link that it lies in, by a number of the caller's; 0 for none
  bool hidden = false;     ///< it is not shown

  bool operator==(const Context&) const = default;
};

/// How an element of foreign content is special (13.2.6).
enum Point : std::uint8_t {
  kNoPoint = 0,
  kHoldsHtml = 1,      ///< an HTML integration point
  kHoldsText = 2,      ///< a MathML text integration point
  kAnnotationXml = 4,  ///< where <svg> is HTML's
};

class OpenElements {
 public:
  using Index = std::uint32_t;
  static constexpr Index kNone = ~Index{0};
  /// Names below are those of Element, in its order; others get theirs as they come.
  static constexpr auto kNames = static_cast<std::uint32_t>(kElementNames.size());

  /// What an element ends, or tells: the nearest one is known for each.
  enum Barrier : std::uint8_t {
    kScopeEnd,
    kListScopeEnd,
    kButtonScopeEnd,
    kTableScopeEnd,
    kItemEnd,   ///< special, but none of address, div and p: ends the search for an open <li>
    kModeTold,  ///< kModal
    kBarriers
  };

  /// An open element that is no formatting one.
  struct Entry {
    std::uint32_t name;  // see name_of()
    Space space;
    std::uint8_t point;
    bool live;
    bool own_hidden;
    bool on_formatting;  // it was opened within a formatting element
    std::uint32_t own_link;
    NodeId node;
    Index first;         // slots from here on are above it
    Index same;          // the next entry below of this name and kind, which may be dead
    Index left;          // of a dead one: where to look on for a live one
    Index foreign_root;  // of a foreign one: the lowest of those that follow each other
    std::array<Index, kBarriers> nearest;  // at or below it
    Context inside, outside;
  };

  /// A formatting element, open or closed.
  struct Formatting {
    Element element;
    bool listed;  // else it is only open
    bool hides;
    bool has_signature;
    std::uint32_t link;
    NodeId node;
    Index slot;
    Index older = kNone, newer = kNone;            // listed ones of this name
    Index older_twin = kNone, newer_twin = kNone;  // listed ones of this signature
    std::uint32_t marker;                          // counts the markers there were
    std::uint64_t signature;                       // of name and attributes
    std::string_view tag;                          // as written
  };

  /// The current node (13.2.4.2).
  struct Current {
    Element element = Element::other;
    Space space = Space::html;
    std::uint8_t point = kNoPoint;
    NodeId node = kDocument;

    bool is(Element wanted) const { return space == Space::html && element == wanted; }
    bool has(ElementTrait trait) const { return space == Space::html && has_trait(element, trait); }
    bool operator==(const Current&) const = default;
  };

  OpenElements();
  void reset();

  bool empty() const { return entries_.empty(); }
  /// How many elements are open.
  std::size_t depth() const { return depth_; }
  const Current& current() const {
    if (!knows_current_) find_current();
    assert((work::Unbilled(), current_ == computed_current()));
    return current_;
  }
  const Entry& entry(Index index) const { return entries_[index]; }
  /// Is the element still open that was pushed as an entry?
  bool holds(Index index, NodeId node) const {
    return index < entries_.size() && entries_[index].live && entries_[index].node == node;
  }
  /// The entries, dead ones too; the topmost is live.
  Index top() const { return static_cast<Index>(entries_.size()) - 1; }

  /// A number for a tag's name.
  std::uint32_t name_of(const Token& tag);

  Index push(std::uint32_t name, Space space, std::uint8_t point, NodeId node, Context outside);
  /// The current node.
  void pop();
  /// An entry and all above it.
  void pop_to(Index index);
  /// All above an entry.
  void pop_above(Index index);
  /// An entry, but none above it.
  void remove(Index index);

  /// The topmost open element of HTML of that name, formatting ones excepted.
  Index last(Element element) { return last_of(static_cast<std::uint32_t>(element), false); }
  Index last_of(std::uint32_t name, bool foreign) {
    Index& top = head(name, foreign);
    while (top != kNone && !entries_[top].live) top = entries_[top].same;
    return top;
  }
  Index nearest(Barrier barrier);
  bool in_scope(Element element, Barrier scope = kScopeEnd) {
    const Index found = last(element);
    return found != kNone && found >= nearest(scope);
  }
  /// The topmost special element.
  Index last_special() const { return specials_.empty() ? kNone : specials_.back(); }
  /// The lowest of the foreign elements that lie in one another, the topmost of them being on top.
  Index foreign_root();

  // --- formatting elements

  /// Opens one; the older of three that are alike gives way (13.2.4.3, "Noah's Ark").
  void push_formatting(const Token& tag, std::string_view written, NodeId node);
  void push_marker();
  void clear_to_marker();
  /// Is there something to be reconstructed?
  bool waits() const { return segments_.back().open_end < slots_.size(); }
  /// Reconstructs.  `clone(formatting)` is called for each where there is a sink.
  template <class Clone>
  void reconstruct(bool visit, const Clone& clone);

  /// The youngest listed one of a name behind the last marker.
  Index last_listed(Element element) const;
  /// The topmost open one of a name above an entry (kNone: of all), in the list or not.
  Index last_open(Element element, Index above);
  bool is_open(Index formatting) const;
  Formatting& formatting(Index index) { return formattings_[index]; }
  /// Is it above the nearest entry that ends a scope?
  bool formatting_in_scope(Index formatting) {
    return formattings_[formatting].slot >= entries_[nearest(kScopeEnd)].first;
  }
  /// Closes it and all above it, and takes it from the list.
  void pop_formatting(Index formatting);
  /// Takes it from the list and the stack, nothing else.
  void forget(Index formatting);
  /// The formatting element that is the current node, or kNone.
  Index current_formatting() const;

  /// The adoption agency's inner loop and what follows it (13.2.6.4.7, steps 12 to 19): `chosen`
  /// leaves the stack, and stands again above `block`, the lowest special element above it.
  /// `sink` is told, if there is one.
  void adopt(Index chosen, Index block, TreeSink* sink, NodeId& nodes, bool fosters);
  /// The lowest special element above a formatting one, or kNone.
  Index block_above(Index formatting) const;

  // --- what holds within elements

  /// Within the current node.
  const Context& inside() const {
    if (!knows_inside_) find_inside();
    assert((work::Unbilled(), inside_ == compute_inside()));
    return inside_;
  }
  /// Of what is fostered now.
  Context fostered() const;
  /// Says what holds within the element that was opened last.
  void set_own(std::uint32_t link, bool hides);
  /// Where what is fostered goes.
  Location foster_location();

 private:
  struct Slot {
    Index formatting = kNone;  // kNone: dead; kMarker
    Index left = kNone;        // of a dead one: where to look on for a live one
  };
  // What is between two markers.
  struct Segment {
    Index begin = 0;
    Index open_end = 0;   // slots before it are open
    Index below = kNone;  // the next segment with open slots, or above it
    Index link = kNone;   // the youngest listed <a> of it that is a link
    std::uint32_t marker = 0;
    bool barren = false;  // all its open slots are dead, and another one is the last
    // Of each name the youngest listed one before the marker, or the next that may be open.
    std::array<Index, 16> older{};
  };
  // How many dead slots there are before each (a Fenwick tree).
  class DeadCount {
   public:
    void clear();
    void add(Index slot);
    /// The last slot, a dead one, is gone.
    void drop(Index slot);
    std::size_t before(std::size_t slot);

   private:
    void grow(std::size_t size);
    std::vector<std::uint32_t> sums_;
    std::size_t count_ = 0;
  };

  static constexpr Index kMarker = kNone - 1;
  // Chromium's kMaximumHTMLParserDOMTreeDepth: deeper elements are siblings.
 public:
  static constexpr std::size_t kDeepest = 512;

 private:
  Index& head(std::uint32_t name, bool foreign) { return heads_[2 * name + (foreign ? 1 : 0)]; }
  Index live_entry_at_or_below(Index index);
  Index live_slot_at_or_below(Index slot, Index lowest) const;
  Index last_open_slot() const {
    if (!knows_last_open_) find_last_open();
    return last_open_;
  }
  void find_last_open() const;
  void find_current() const;
  Current computed_current() const;
  // No formatting element is open from a slot on: seen without looking for the last.  It may be so
  // where this says no.
  bool none_open_from(Index slot) const {
    const Segment& last = segments_.back();
    if (last.open_end > last.begin && last.open_end > slot) return false;
    return segments_.size() == 1 || segments_[segments_.size() - 2].open_end <= slot;
  }
  void find_inside() const;
  Context compute_inside() const;
  void add_formatting(Index from, Index end, Context& context) const;
  Index link_between(const Segment& segment, Index lowest, Index highest) const;
  void hand_up(Index formatting);
  void drop_left(Index from, Index end);
  // Another node may be the current one now.
  void changed() { knows_current_ = knows_inside_ = false; }
  void slots_changed() {
    knows_last_open_ = false;
    changed();
  }
  Index open_below(Index segment) const;
  Index open_slot_below(Index slot) const;
  Index top_slot() const;
  std::size_t count_live(Index from, Index to);
  void drop_top_entry();
  void trim();
  void open_slots(Index begin, Index end);
  void close_slots(Index from);
  void kill(Index slot);
  void bury(Index slot);
  Index lowest_to_trim() const;
  void trim_slots();
  static std::uint64_t key_of(const Formatting& formatting) {
    return formatting.signature ^ (std::uint64_t{formatting.marker} << 32);
  }
  void unlist(Index formatting);
  void free_closed_unlisted();
  void link_into_chain(Index formatting);
  void sign(Formatting& formatting) const;
  void evict_third_twin(Index formatting);
  const Entry* table_of_foster() const;
  void refresh(Entry& entry) {
    entry.inside = {entry.own_link != 0 ? entry.own_link : entry.outside.link,
                    entry.own_hidden || entry.outside.hidden};
  }

  std::vector<Entry> entries_;
  std::vector<Index> specials_;
  std::vector<Index> heads_;
  std::unordered_map<std::string, std::uint32_t, TextHash, std::equal_to<>> names_;
  std::string name_;
  std::size_t depth_ = 0;
  Context capped_;  // what holds within the element at kDeepest

  mutable std::vector<Slot> slots_;
  mutable std::vector<Segment> segments_;
  std::vector<Formatting> formattings_;
  std::vector<Index> free_;
  std::array<Index, 16> youngest_{};              // listed ones by name
  std::set<std::pair<Element, Index>> unlisted_;  // slots
  std::set<Index> hiding_;                        // slots
  // What left the stack while others stood on it still holds in those: by the slot of the first.
  std::map<Index, std::uint32_t> left_links_;
  std::set<Index> left_hiding_;
  std::unordered_map<std::uint64_t, Index> twins_;
  DeadCount dead_;
  mutable Index last_open_ = kNone;  // slot
  mutable Current current_;
  mutable Context inside_;
  mutable bool knows_last_open_ = true;
  mutable bool knows_current_ = false;
  mutable bool knows_inside_ = false;
  std::uint32_t markers_ = 0;
  bool last_was_formatting_ = false;
  Index last_opened_ = kNone;
};

template <class Clone>
void OpenElements::reconstruct(bool visit, const Clone& clone) {
  if (!waits()) return;
  free_closed_unlisted();
  trim_slots();
  const auto end = static_cast<Index>(slots_.size());
  const Index begin = segments_.back().open_end;
  drop_left(begin, end);
  if (visit) {
    // One after the other, each within the one before.
    work::charge(end - begin);
    for (Index slot = begin; slot < end; ++slot) {
      if (slots_[slot].formatting != kNone) {
        clone(formattings_[slots_[slot].formatting]);
        ++depth_;
      }
      segments_.back().open_end = slot + 1;
      slots_changed();
    }
    return;
  }
  open_slots(begin, end);
}

}  // namespace basewalk::html

#endif  // BASEWALK_HTML_TREE_OPEN_ELEMENTS_H_

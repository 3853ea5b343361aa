// SPDX-License-Identifier: MIT
//
// From a label to the part that carries it: a hash table with open addressing.
//
// A label counts within a scope (the multipart/related around its part) and as a kind of label.
// The table keeps its own copies of the texts.
#ifndef BASEWALK_BUNDLE_MATCH_LABEL_TABLE_H_
#define BASEWALK_BUNDLE_MATCH_LABEL_TABLE_H_

#include <cstddef>
#include <cstdint>
#include <deque>
#include <string>
#include <string_view>
#include <vector>

#include "text/siphash.h"

namespace basewalk::bundle {

enum class LabelKind : std::uint8_t {
  content_id,         ///< between the brackets, as it stands
  content_id_loose,   ///< its quotes off
  location,           ///< resolved; as browsers write it, too
  location_bare,      ///< the same without its fragment
  cid_location,       ///< what follows `cid:` in a Content-Location
  text,               ///< a relative Content-Location as written
  microsoft,          ///< what a Content-Location of old programs means: resolved, and as written
  message_id,         ///< of a message; its scope is 0
  message_content_id  ///< a Content-ID anywhere in the message that is its scope
};

/// A text on its way into the table or to be found there: hashed once, for many scopes.
struct LabelText {
  explicit LabelText(std::string_view t) : text(t), hash(siphash(t)) {}
  std::string_view text;
  std::uint64_t hash;
};

class LabelTable {
 public:
  /// The part that carries a label; null where none does.  Good until the next insert().
  const std::uint32_t* find(std::uint32_t scope, LabelKind kind, const LabelText& label) const;

  /// Enters a label where there is none like it.  The part that stands there already is returned,
  /// to be read or changed; null if there was none.
  std::uint32_t* insert(std::uint32_t scope, LabelKind kind, const LabelText& label,
                        std::uint32_t part);

  struct Entry {
    std::uint64_t hash;
    std::string_view text;
    std::uint32_t scope;
    std::uint32_t part;
    LabelKind kind;
  };
  std::size_t size() const { return entries_.size(); }
  /// In the order in which they were entered.
  const Entry& entry(std::size_t index) const { return entries_[index]; }

 private:
  static std::uint64_t mixed(std::uint32_t scope, LabelKind kind, std::uint64_t hash);
  /// The slot of that label, or the free one where it belongs.
  std::size_t slot_of(std::uint64_t hash, std::uint32_t scope, LabelKind kind,
                      std::string_view text) const;
  void grow();
  std::string_view keep(std::string_view text);

  std::vector<Entry> entries_;
  std::vector<std::uint32_t> slots_;  // index into entries_ plus 1; 0 is free
  std::deque<std::string> texts_;     // blocks; what is in them does not move
};

}  // namespace basewalk::bundle

#endif  // BASEWALK_BUNDLE_MATCH_LABEL_TABLE_H_

// SPDX-License-Identifier: MIT
//
// Pictures and drawings in which nothing was found: the logo and the icons of a sender stand in
// mail after mail, and to draw and search them takes longer than all the rest of a message.
//
// Before this: walk/documents.cpp has come to one.  After it: opener.cpp, unless it is known here.
#ifndef BASEWALK_SRC_OPEN_LOOKED_AT_H_
#define BASEWALK_SRC_OPEN_LOOKED_AT_H_

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "open/opened.h"
#include "open/recognise.h"
#include "text/siphash.h"
#include "worker/document.h"

namespace basewalk::open {

/// The last ones of a walker, whose limits are the same for each message.  They are known by 128
/// bits of a keyed hash, and by their size: whoever sends a picture cannot make it fall together
/// with another one.
class LookedAt {
 public:
  /// What opening it again would give; nothing where that is not known.
  std::optional<Opened> find(const Format& format, const worker::Document& document) {
    if (!is_kept(format) || entries_.empty()) return {};
    const Entry key = key_of(format, document);
    const Entry& entry = entries_[key.first % entries_.size()];
    // With more room for what is found in it nothing else would have been.
    if (entry.first != key.first || entry.second != key.second || entry.size != key.size ||
        entry.opener != key.opener || entry.bytes > key.bytes)
      return {};
    Opened nothing;
    nothing.is_opened = true;
    nothing.microseconds = entry.microseconds;
    return nothing;
  }

  void add(const Format& format, const worker::Document& document, const Opened& opened) {
    const bool is_nothing = opened.is_opened && !opened.base && opened.references.empty() &&
                            opened.texts.empty() && opened.parts.empty() && opened.lacks.empty() &&
                            !opened.opened_with && opened.bytes == 0;
    if (!is_kept(format) || !is_nothing) return;
    if (entries_.empty()) entries_.resize(kEntries);
    Entry entry = key_of(format, document);
    entry.microseconds = opened.microseconds;
    entries_[entry.first % entries_.size()] = entry;
  }

 private:
  static constexpr std::size_t kEntries = 1024;

  struct Entry {
    std::uint64_t first = 0, second = 0;
    std::uint64_t bytes = 0;  // the bound
    std::uint64_t microseconds = 0;
    std::size_t size = 0;
    std::string_view opener{};  // static; empty: there is none
  };

  // Their openers go by nothing but bytes and bounds.
  static bool is_kept(const Format& format) {
    return format.kind == Kind::picture || format.kind == Kind::drawing;
  }

  static Entry key_of(const Format& format, const worker::Document& document) {
    const SipKey& key = process_key();
    const SipKey other = {~key.k0, key.k1};
    Entry entry;
    entry.first = SipHash(key)(document.bytes);
    entry.second = SipHash(other)(document.bytes);
    entry.bytes = document.bounds.bytes;
    entry.size = document.bytes.size();
    entry.opener = format.opener;
    return entry;
  }

  std::vector<Entry> entries_;
};

}  // namespace basewalk::open

#endif  // BASEWALK_SRC_OPEN_LOOKED_AT_H_

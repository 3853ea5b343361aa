// SPDX-License-Identifier: MIT
//
// The bridge to mimetic: its trees can be walked, and ours can be had as its trees.
//
//     mimetic::MultipartMixed entity;                    // built, parsed or changed in memory
//     basewalk::walk(entity, {}, [](const basewalk::Link& link) { ... });
//
//     mimetic::MimeEntity entity;                        // filled by our scanner
//     basewalk::bridge::ScannedBytes source(bytes);
//     entity.load(source.begin(), source.end());
//
// mimetic's own code walks its trees by recursion (its destructor and its writer do), so no tree
// is made that is deeper than the limit; nothing here recurses.  Reading a tree uses Field::name,
// Field::value and Body alone: the typed accessors of mimetic::Header replace what they return,
// const or not.
#ifndef BASEWALK_BRIDGE_MIMETIC_H_
#define BASEWALK_BRIDGE_MIMETIC_H_

// Headers of mimetic want it and do not include it.
#include <cstdint>

#include <mimetic/mimeentity.h>

#include <concepts>
#include <cstddef>
#include <iterator>
#include <memory>
#include <string_view>

#include "basewalk/limits.h"
#include "basewalk/mime/part.h"
#include "basewalk/notes.h"
#include "basewalk/result.h"
#include "basewalk/temporary.h"
#include "basewalk/walk/walk.h"

#pragma GCC visibility push(default)

namespace basewalk::bridge {

/// No tree of mimetic's is made deeper than this, whatever the limits say.
inline constexpr std::size_t kDeepestTree = 1000;

/// The Message that an entity stands for.  It holds its own copy of everything: the bytes are the
/// entity written out, and `offset` in notes and parts counts in those.
///
/// An entity that has parts is a multipart, or a message if its type says so, whatever else is
/// wrong with it.  One that has none is read by read_message()'s rules from its header and its
/// text, so that text which holds parts is opened; a mimetic::MessageRfc822 is opened, too.  Text
/// beside parts becomes a leaf before them, with a note.  Never fails; cost: linear in the entity.
///
/// The entity is not changed, and may be read by several threads at a time as long as nobody calls
/// the typed accessors of its headers.  A MessageRfc822 is the exception: what it holds is had from
/// mimetic's writer only, which calls them.
Message from_mimetic(const mimetic::MimeEntity& entity, const Limits& limits = {});

/// A tree of mimetic's with the parts of a message: the fields of each header in their order,
/// bodies as they were sent (transfer-encoded), preambles and epilogues.
///
/// Field values are unfolded and hold no line ends; in Content- fields a NUL becomes "?", because
/// mimetic's comparisons run past the end of strings that hold one.  What was not opened (see
/// Part::gap) is a body.  The `From ` line is left out.
///
/// Errors: "limit-depth" and "limit-parts", before anything is built.
///
/// mimetic's own writer writes the parts of multiparts and of message/rfc822 only: what lies inside
/// message/global, message/news or a part of a digest is in the tree and not in what it writes.
Result<std::unique_ptr<mimetic::MimeEntity>> to_mimetic(const Message& message,
                                                        const Limits& limits = {});

/// Bytes for mimetic::MimeEntity::load() that are read by our scanner in place of mimetic's.
///
/// The bytes must live as long as this object does, and this object until load() has returned.
/// The mask of load() works as documented there, but what it leaves out is still looked at, so that
/// `imHeader` does not change the structure.  Load into an empty entity.
class ScannedBytes {
 public:
  /// Points into the bytes and knows its source.
  class Iterator {
   public:
    using iterator_category = std::forward_iterator_tag;
    using value_type = char;
    using difference_type = std::ptrdiff_t;
    using pointer = const char*;
    using reference = const char&;

    Iterator() = default;
    reference operator*() const { return *at_; }
    Iterator& operator++() {
      ++at_;
      return *this;
    }
    Iterator operator++(int) {
      Iterator before = *this;
      ++at_;
      return before;
    }
    friend bool operator==(const Iterator&, const Iterator&) = default;

   private:
    friend class ScannedBytes;
    Iterator(const char* at, ScannedBytes* source) : at_(at), source_(source) {}
    const char* at_ = nullptr;
    ScannedBytes* source_ = nullptr;
  };

  explicit ScannedBytes(std::string_view bytes, const Limits& limits = {});
  template <TemporaryString Bytes>
  explicit ScannedBytes(Bytes&&, const Limits& = {}) = delete;
  ScannedBytes(const ScannedBytes&) = delete;
  ScannedBytes& operator=(const ScannedBytes&) = delete;

  Iterator begin() { return {bytes_.data(), this}; }
  Iterator end() { return {bytes_.data() + bytes_.size(), this}; }

  /// What was odd in the bytes that were loaded last; parts are counted in pre-order.
  const Notes& notes() const { return notes_; }

  /// Loads [begin, end), which came from one source; what mimetic::MimeEntity::load() calls.
  static void load(mimetic::MimeEntity& entity, Iterator begin, Iterator end, std::size_t mask);

 private:
  std::string_view bytes_;
  Limits limits_;
  Notes notes_;
};

}  // namespace basewalk::bridge

namespace basewalk {

/// Walks an entity of mimetic's: from_mimetic() under the limits of the options, then walk().
WalkSummary walk(const mimetic::MimeEntity& entity, const WalkOptions& options, Visitor& visitor);

/// Calls `f` with every link; `f` returns nothing, or a Visit.
template <class F>
requires std::invocable<F&, const Link&> WalkSummary walk(const mimetic::MimeEntity& entity,
                                                          const WalkOptions& options, F&& f) {
  return walk(bridge::from_mimetic(entity, options.limits), options, f);
}

}  // namespace basewalk

/// mimetic's extension point: how load() reads from an iterator.
template <>
struct mimetic::IteratorParser<basewalk::bridge::ScannedBytes::Iterator,
                               std::forward_iterator_tag> {
  using Iterator = basewalk::bridge::ScannedBytes::Iterator;

  explicit IteratorParser(MimeEntity& entity) : entity_(entity) {}
  void iMask(std::size_t mask) { mask_ = mask; }
  std::size_t iMask() const { return mask_; }
  void run(Iterator begin, Iterator end) {
    basewalk::bridge::ScannedBytes::load(entity_, begin, end, mask_);
  }

 private:
  MimeEntity& entity_;
  std::size_t mask_ = imNone;
};

#pragma GCC visibility pop

#endif  // BASEWALK_BRIDGE_MIMETIC_H_

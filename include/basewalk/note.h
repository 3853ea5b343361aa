// SPDX-License-Identifier: MIT
//
// Notes: what was odd about a mail.
//
// Bad mail is input, not an error: it always yields a tree, and every oddity yields a
// note.  Codes are stable; docs/notes.md shows for each a message that causes it.
#ifndef BASEWALK_NOTE_H_
#define BASEWALK_NOTE_H_

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "basewalk/limits.h"

namespace basewalk {

enum class Level : std::uint8_t {
  odd,     ///< against a standard, but every reader will see the same message
  differ,  ///< another reader may see another message
};

// X(enumerator, "code", level, "what it says").  Grouped by the layer that gives them.
#define BASEWALK_NOTE_CODES(X)                                                                    \
  /* mime: structure */                                                                           \
  X(limit_depth, "limit-depth", differ, "entities are nested deeper than the limit")              \
  X(limit_parts, "limit-parts", differ, "the message has more parts than the limit")              \
  X(limit_header_bytes, "limit-header-bytes", differ, "the header is longer than the limit")      \
  /* base */                                                                                      \
  X(base_not_absolute, "base-not-absolute", odd, "a header base is not an absolute URL")          \
  X(base_syntax, "base-syntax", odd, "a Base header without <URL:...>")                           \
  X(base_duplicate, "base-duplicate", differ, "a second base header; the first counts")           \
  X(base_not_hierarchical, "base-not-hierarchical", odd, "a header base that has no hierarchy")   \
  X(base_refused, "base-refused", differ, "a base with a data: or javascript: URL is no base")    \
  X(base_relative, "base-relative", odd, "a relative base was resolved against the outer base")   \
  X(base_relative_no_outer, "base-relative-no-outer", odd, "a relative base without outer base")  \
  X(base_later, "base-later", differ, "a later base element; the first counts")                   \
  /* walk */                                                                                      \
  X(decoded_message, "decoded-message", odd, "a transfer-encoded message was decoded and walked") \
  X(limit_links, "limit-links", differ, "more links than the limit")                              \
  X(limit_output, "limit-output", odd, "expanded URLs were left out to bound the output")         \
  X(limit_notes, "limit-notes", odd, "more notes of one code than the limit")

enum class NoteCode : std::uint8_t {
#define BASEWALK_X(id, code, level, text) id,
  BASEWALK_NOTE_CODES(BASEWALK_X)
#undef BASEWALK_X
};

/// The stable name of a code: "limit-depth".
std::string_view name(NoteCode code);
/// How much it matters.
Level level(NoteCode code);
/// One sentence that says what the code means.
std::string_view meaning(NoteCode code);
/// "odd" or "differ".
std::string_view name(Level level);
/// Every code, in the order of declaration.
std::vector<NoteCode> all_note_codes();

/// One oddity.
struct Note {
  NoteCode code;
  std::uint32_t part = 0;  ///< index into the tree of the message it was seen in
  std::size_t offset = 0;  ///< byte offset into that message
  std::string text;        ///< the thing itself or a detail, at most some 200 bytes; may be empty
};

/// Collects notes.  After `limits.notes` notes of one code in one part the further ones are
/// counted only, and `finish` says how many they were.
class Notes {
 public:
  explicit Notes(const Limits& limits = {}) : most_(limits.notes) {}

  /// Adds a note; `text` is cut at 200 bytes (not within a UTF-8 sequence).
  void add(NoteCode code, std::uint32_t part, std::size_t offset, std::string_view text = {});
  /// Turns what was only counted into notes `limit-notes`.
  void finish();
  void clear();

  const std::vector<Note>& all() const { return notes_; }
  bool empty() const { return notes_.empty(); }
  std::size_t size() const { return notes_.size(); }

 private:
  struct Count {
    std::uint32_t part;
    NoteCode code;
    std::size_t seen;
    std::size_t offset;  // of the first that was only counted
  };
  Count& count(NoteCode code, std::uint32_t part);

  std::vector<Note> notes_;
  std::vector<Count> counts_;  // of the part at hand; flushed when the part changes
  std::size_t most_;
};

}  // namespace basewalk

#endif  // BASEWALK_NOTE_H_

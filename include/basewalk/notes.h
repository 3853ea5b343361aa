// SPDX-License-Identifier: MIT
//
// Notes: what was odd about a mail.
//
// Bad mail is input, not an error: it always yields a tree, and every oddity yields a note.
// Most headers need no more of a note's code than that there is one; note.h has the codes.
#ifndef BASEWALK_NOTES_H_
#define BASEWALK_NOTES_H_

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "basewalk/limits.h"

#pragma GCC visibility push(default)

namespace basewalk {

/// What is odd; note.h has the enumerators.
enum class NoteCode : std::uint8_t;

enum class Level : std::uint8_t {
  odd,     ///< against a standard, but every reader will see the same message
  differ,  ///< another reader may see another message
};

/// The stable name of a code: "limit-depth".
std::string_view name(NoteCode code);
/// How much it matters.
Level level(NoteCode code);
/// One sentence that says what the code means.
std::string_view meaning(NoteCode code);
/// "odd" or "differ".
std::string_view name(Level level);
/// Does the code say that something was left unread, or left out: is its name "limit-..."?
bool is_limit(NoteCode code);
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

  /// Was one of that code added for the part at hand, if only counted?
  bool has(NoteCode code) const;
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

#pragma GCC visibility pop

#endif  // BASEWALK_NOTES_H_

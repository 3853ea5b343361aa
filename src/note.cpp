// SPDX-License-Identifier: MIT
#include "basewalk/note.h"

#include <algorithm>
#include <iterator>

namespace basewalk {
namespace {

struct Entry {
  std::string_view name;
  Level level;
  std::string_view meaning;
};

constexpr Entry kEntries[] = {
#define BASEWALK_X(id, code, level, text) {code, Level::level, text},
    BASEWALK_NOTE_CODES(BASEWALK_X)
#undef BASEWALK_X
};

const Entry& entry(NoteCode code) { return kEntries[static_cast<std::size_t>(code)]; }

constexpr std::size_t kTextMax = 200;

// The longest prefix of at most kTextMax bytes that does not end within a UTF-8 sequence.
std::string_view cut(std::string_view text) {
  if (text.size() <= kTextMax) return text;
  std::size_t end = kTextMax;
  while (end > kTextMax - 4 && (static_cast<unsigned char>(text[end]) & 0xC0) == 0x80) --end;
  return text.substr(0, end);
}

}  // namespace

std::string_view name(NoteCode code) { return entry(code).name; }
Level level(NoteCode code) { return entry(code).level; }
std::string_view meaning(NoteCode code) { return entry(code).meaning; }
std::string_view name(Level level) { return level == Level::odd ? "odd" : "differ"; }

std::vector<NoteCode> all_note_codes() {
  std::vector<NoteCode> codes;
  for (std::size_t i = 0; i < std::size(kEntries); ++i) codes.push_back(static_cast<NoteCode>(i));
  return codes;
}

Notes::Count& Notes::count(NoteCode code, std::uint32_t part) {
  if (!counts_.empty() && counts_.front().part != part) finish();
  for (Count& c : counts_)
    if (c.code == code) return c;
  return counts_.emplace_back(Count{part, code, 0, 0});
}

void Notes::add(NoteCode code, std::uint32_t part, std::size_t offset, std::string_view text) {
  Count& c = count(code, part);
  if (++c.seen <= most_) {
    notes_.push_back({code, part, offset, std::string(cut(text))});
  } else if (c.seen == most_ + 1) {
    c.offset = offset;
  }
}

void Notes::finish() {
  for (const Count& c : counts_) {
    if (c.seen <= most_) continue;
    notes_.push_back({NoteCode::limit_notes, c.part, c.offset,
                      std::to_string(c.seen - most_) + " more of " + std::string(name(c.code))});
  }
  counts_.clear();
}

void Notes::clear() {
  notes_.clear();
  counts_.clear();
}

}  // namespace basewalk

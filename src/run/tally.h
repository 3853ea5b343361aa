// SPDX-License-Identifier: MIT
//
// What a run has seen, counted; output/summary.h tells it.
#ifndef BASEWALK_RUN_TALLY_H_
#define BASEWALK_RUN_TALLY_H_

#include <array>
#include <chrono>
#include <cstdint>
#include <optional>
#include <string>

#include "basewalk/doubt.h"
#include "basewalk/note.h"
#include "basewalk/walk/walk.h"
#include "text/enum_table.h"

namespace basewalk::run {

inline constexpr std::size_t kStatuses = enumerators<Status>();
inline constexpr std::size_t kBaseFroms = enumerators<BaseFrom>();
inline constexpr std::size_t kDoubts = enumerators<Doubt>();
inline constexpr std::size_t kUnreads = enumerators<Unread>();
inline constexpr std::size_t kVerdicts = enumerators<Verdict>();

struct Tally {
  std::uint64_t messages = 0, bytes = 0, parts = 0, links = 0, notes = 0, problems = 0;
  std::uint64_t documents = 0;  ///< that were opened
  std::uint64_t skipped = 0;    ///< files and members that were passed over
  std::array<std::uint64_t, kStatuses> by_status{};
  std::array<std::uint64_t, kBaseFroms> by_base_from{};
  std::array<std::uint64_t, kNoteCodes> by_code{};
  std::array<std::uint64_t, kDoubts> by_reading{};  ///< links that another reading alone has
  std::array<std::uint64_t, kUnreads> unread_by_why{};
  std::array<std::uint64_t, kVerdicts> by_verdict{};  ///< messages

  /// The message whose walk took longest.
  struct Slowest {
    std::string source;
    std::optional<std::uint64_t> number;
    std::uint64_t offset = 0;
    std::chrono::nanoseconds time{};
  };
  std::optional<Slowest> slowest;

  void add(const Tally& other);
};

/// Counts what passes by on its way to another visitor.
class Counted final : public Visitor {
 public:
  Counted(Visitor& to, Tally& tally) : to_(to), tally_(tally) {}
  Visit part(const PartReport& part) override {
    ++tally_.parts;
    return to_.part(part);
  }
  Visit reading(const ReadingReport& reading) override { return to_.reading(reading); }
  Visit link(const Link& link) override {
    ++tally_.links;
    ++tally_.by_status[static_cast<std::size_t>(link.status)];
    ++tally_.by_base_from[static_cast<std::size_t>(link.base_from)];
    if (link.reading) ++tally_.by_reading[static_cast<std::size_t>(*link.reading)];
    return to_.link(link);
  }
  Visit text(const TextReport& text) override { return to_.text(text); }
  Visit note(const NoteReport& note) override {
    ++tally_.notes;
    ++tally_.by_code[static_cast<std::size_t>(note.code)];
    return to_.note(note);
  }
  Visit unread(const UnreadReport& unread) override {
    ++tally_.unread_by_why[static_cast<std::size_t>(unread.why)];
    return to_.unread(unread);
  }
  Visit document(const DocumentReport& document) override {
    ++tally_.documents;
    return to_.document(document);
  }

 private:
  Visitor& to_;
  Tally& tally_;
};

}  // namespace basewalk::run

#endif  // BASEWALK_RUN_TALLY_H_

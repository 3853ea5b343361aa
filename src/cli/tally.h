// SPDX-License-Identifier: MIT
//
// What a run has seen, counted: for the summary at its end.
#ifndef BASEWALK_CLI_TALLY_H_
#define BASEWALK_CLI_TALLY_H_

#include <array>
#include <chrono>
#include <cstdint>
#include <optional>
#include <string>

#include "basewalk/note.h"
#include "basewalk/walk/walk.h"

namespace basewalk::cli {

inline constexpr std::size_t kStatuses = static_cast<std::size_t>(Status::invalid) + 1;
inline constexpr std::size_t kBaseFroms = static_cast<std::size_t>(BaseFrom::thismessage) + 1;

struct Tally {
  std::uint64_t messages = 0, bytes = 0, parts = 0, links = 0, notes = 0, problems = 0;
  std::array<std::uint64_t, kStatuses> by_status{};
  std::array<std::uint64_t, kBaseFroms> by_base_from{};
  std::array<std::uint64_t, kNoteCodes> by_code{};

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
  Visit link(const Link& link) override {
    ++tally_.links;
    ++tally_.by_status[static_cast<std::size_t>(link.status)];
    ++tally_.by_base_from[static_cast<std::size_t>(link.base_from)];
    return to_.link(link);
  }
  Visit note(const NoteReport& note) override {
    ++tally_.notes;
    ++tally_.by_code[static_cast<std::size_t>(note.code)];
    return to_.note(note);
  }

 private:
  Visitor& to_;
  Tally& tally_;
};

/// The summary as one line of JSON (docs/output.md), and for people.
std::string summary_as_json(const Tally& tally, std::chrono::nanoseconds time, bool resumed);
std::string summary_as_text(const Tally& tally, std::chrono::nanoseconds time);

/// "1.24 GB", and "1,234,567".
std::string bytes_as_text(std::uint64_t bytes);
std::string number_as_text(std::uint64_t number);

}  // namespace basewalk::cli

#endif  // BASEWALK_CLI_TALLY_H_

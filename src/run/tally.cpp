// SPDX-License-Identifier: MIT
#include "run/tally.h"

namespace basewalk::run {

void Tally::add(const Tally& other) {
  messages += other.messages, bytes += other.bytes, parts += other.parts;
  links += other.links, notes += other.notes, problems += other.problems;
  documents += other.documents, skipped += other.skipped;
  for (std::size_t i = 0; i < kStatuses; ++i) by_status[i] += other.by_status[i];
  for (std::size_t i = 0; i < kBaseFroms; ++i) by_base_from[i] += other.by_base_from[i];
  for (std::size_t i = 0; i < kNoteCodes; ++i) by_code[i] += other.by_code[i];
  for (std::size_t i = 0; i < kDoubts; ++i) by_reading[i] += other.by_reading[i];
  for (std::size_t i = 0; i < kUnreads; ++i) unread_by_why[i] += other.unread_by_why[i];
  for (std::size_t i = 0; i < kVerdicts; ++i) by_verdict[i] += other.by_verdict[i];
  if (other.slowest && (!slowest || other.slowest->time > slowest->time)) slowest = other.slowest;
}

}  // namespace basewalk::run

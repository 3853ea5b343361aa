// SPDX-License-Identifier: MIT
#include "worker/documents/rtf/two_readings.h"

#include <algorithm>
#include <cstddef>

#include "text/ascii.h"
#include "worker/documents/may_have_url.h"

namespace basewalk::worker::rtf {
namespace {

constexpr std::size_t kMostPlaces = 1'000'000;
constexpr std::string_view kBlanks = " \t\r\n";

}  // namespace

void TwoReadings::append(std::string_view text, Version version) {
  if (version == Version::all || text.empty()) {
    first_ += text;
    return;
  }
  const bool is_behind = places_.empty() || places_.back().at + places_.back().size < first_.size();
  if (is_behind && places_.size() == kMostPlaces) {
    is_cut_short_ = true;
    if (version == Version::newest) first_ += text;
    return;
  }
  if (is_behind) places_.push_back({first_.size(), 0, 0});
  if (version == Version::newest) {
    first_ += text;
    places_.back().size += text.size();
  } else {
    others_ += text;
    places_.back().others += text.size();
  }
}

// Places within one word of theirs are of that word.  Each byte is looked at a few times.
TwoReadings::Words TwoReadings::words() const {
  Words all;
  all.is_cut_short = is_cut_short_;
  std::size_t done = 0, others = 0;
  for (std::size_t i = 0; i < places_.size();) {
    std::size_t begin = places_[i].at;
    while (begin > done && !ascii::is_space(first_[begin - 1])) --begin;
    std::string word = first_.substr(begin, places_[i].at - begin);
    std::size_t at = places_[i].at, end = at;
    for (bool goes_on = true; goes_on;) {
      word += std::string_view(others_).substr(others, places_[i].others);
      others += places_[i].others;
      at += places_[i].size;
      if (end <= at) end = std::min(first_.find_first_of(kBlanks, at), first_.size());
      ++i;
      goes_on = i < places_.size() && places_[i].at <= end;
      const std::size_t next = goes_on ? places_[i].at : end;
      word += std::string_view(first_).substr(at, next - at);
      at = next;
    }
    done = end;
    const std::string_view ours = ascii::trim(std::string_view(first_).substr(begin, end - begin));
    const std::string_view theirs = ascii::trim(word);
    if (ours == theirs || theirs.empty()) continue;
    if (!ours.empty() && (may_have_url(ours) || may_have_url(theirs))) all.is_divided = true;
    all.others.append(theirs).append("\n");
  }
  return all;
}

}  // namespace basewalk::worker::rtf

// SPDX-License-Identifier: MIT
#include "worker/documents/two_readings.h"

#include <algorithm>
#include <cstddef>
#include <unordered_set>

#include "text/ascii.h"
#include "worker/documents/may_have_url.h"

namespace basewalk::worker {
namespace {

constexpr std::size_t kMostPlaces = 1'000'000;
constexpr std::string_view kBlanks = " \t\r\n";

std::unordered_set<std::string_view> urls_of(std::string_view text) {
  std::unordered_set<std::string_view> all;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find_first_of(kBlanks, at), text.size());
    const std::string_view word = text.substr(at, end - at);
    if (may_have_url(word)) all.insert(word);
    at = end + 1;
  }
  return all;
}

// Has one of both a URL that the other has not?
bool is_another(std::string_view a, std::string_view b) { return urls_of(a) != urls_of(b); }

}  // namespace

void OtherReading::append(std::string& ours, std::string_view text, Version version) {
  if (version == Version::all || text.empty()) {
    ours += text;
    return;
  }
  const bool is_behind = places_.empty() || places_.back().at + places_.back().size < ours.size();
  if (is_behind && places_.size() == kMostPlaces) {
    is_cut_short_ = true;
    if (version == Version::newest) ours += text;
    return;
  }
  if (is_behind) places_.push_back({ours.size(), 0, 0});
  if (version == Version::newest) {
    ours += text;
    places_.back().size += text.size();
  } else {
    others_ += text;
    places_.back().others += text.size();
  }
}

// Places within one word of theirs are of that word.  Each byte is looked at a few times.
OtherReading::Words OtherReading::words(std::string_view ours) const {
  Words all;
  all.is_cut_short = is_cut_short_;
  std::size_t done = 0, others = 0;
  for (std::size_t i = 0; i < places_.size();) {
    // Ours may have become shorter, by escapes at its end.
    std::size_t at = std::min(places_[i].at, ours.size()), begin = at, end = at;
    while (begin > done && !ascii::is_space(ours[begin - 1])) --begin;
    std::string word(ours.substr(begin, at - begin));
    for (bool is_same = true; is_same;) {
      word += std::string_view(others_).substr(others, places_[i].others);
      others += places_[i].others;
      at = std::min(at + places_[i].size, ours.size());
      if (end <= at) end = std::min(ours.find_first_of(kBlanks, at), ours.size());
      ++i;
      is_same = i < places_.size() && places_[i].at <= end;
      const std::size_t next = is_same ? places_[i].at : end;
      word += ours.substr(at, next - at);
      at = next;
    }
    done = end;
    const std::string_view first = ascii::trim(ours.substr(begin, end - begin));
    const std::string_view theirs = ascii::trim(word);
    if (first == theirs || theirs.empty()) continue;
    all.is_divided = all.is_divided || (!first.empty() && is_another(first, theirs));
    all.others.append(theirs).append("\n");
  }
  return all;
}

}  // namespace basewalk::worker

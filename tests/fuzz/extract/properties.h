// SPDX-License-Identifier: MIT
//
// What holds for the finds of every text, as the fuzzers ask it.
#ifndef BASEWALK_TESTS_FUZZ_EXTRACT_PROPERTIES_H_
#define BASEWALK_TESTS_FUZZ_EXTRACT_PROPERTIES_H_

#include <cstddef>
#include <functional>
#include <string_view>

#include "basewalk/extract/extract.h"
#include "fuzz/fuzzing.h"

namespace basewalk::fuzz {

/// Offsets lie in the text; a raw that is a view of the text is what its offsets say; every other
/// view can be read; what is shown is short; scopes have their outer one before them.
inline void check(std::string_view text, const extract::Finds& finds) {
  unsigned sum = 0;
  const std::less_equal<const char*> le;
  for (const extract::Find& find : finds.finds) {
    require(find.begin <= find.end && find.end <= text.size());
    require(find.scope < finds.scopes.size());
    const std::string where = extract::where(find.place);
    require(!where.empty());
    for (const char c : where) sum += static_cast<unsigned char>(c);
    for (const char c : find.raw) sum += static_cast<unsigned char>(c);
    if (find.text) {
      require(find.text->size() <= extract::kShownText);
      for (const char c : *find.text) sum += static_cast<unsigned char>(c);
    }
    if (!find.raw.empty() && le(text.data(), find.raw.data()) &&
        le(find.raw.data() + find.raw.size(), text.data() + text.size()))
      require(text.substr(find.begin, find.end - find.begin) == find.raw);
  }
  static volatile unsigned seen;  // so that the reads are not left out
  seen = sum;
  (void)seen;
  require(!finds.scopes.empty() && finds.scopes[0].outer == 0);
  for (std::size_t i = 1; i < finds.scopes.size(); ++i) require(finds.scopes[i].outer < i);
  for (const Note& note : finds.notes) require(note.offset <= text.size());
}

/// Finds what an extractor finds in a text, twice, and holds what holds of all of them.
template <class Extract>
int find(std::string_view text, Extract extract) {
  static extract::Finds finds;  // used again, as a walk does
  finds.clear();
  extract(text, finds);
  check(text, finds);
  const std::size_t count = finds.finds.size(), last = count > 0 ? finds.finds.back().begin : 0;
  finds.clear();
  extract(text, finds);
  require(finds.finds.size() == count && (count == 0 || finds.finds.back().begin == last));
  return 0;
}

}  // namespace basewalk::fuzz

#endif  // BASEWALK_TESTS_FUZZ_EXTRACT_PROPERTIES_H_

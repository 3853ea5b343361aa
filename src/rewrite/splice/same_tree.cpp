// SPDX-License-Identifier: MIT
#include "rewrite/splice/same_tree.h"

#include <algorithm>

#include "mime/line/field_name.h"

namespace basewalk::rewrite {
namespace {

// Where a place outside the splices has gone.  Places are asked for in any order.
class Moved {
 public:
  explicit Moved(const std::vector<Splice>& splices) : splices_(splices) {
    std::size_t added = 0;
    for (const Splice& each : splices) {
      added += each.bytes.size() - (each.end - each.begin);
      added_.push_back(added);
    }
  }
  /// `behind`: what was put in at that very place stands before it.
  std::size_t operator()(std::size_t place, bool behind) const {
    const auto after = std::partition_point(
        splices_.begin(), splices_.end(),
        [&](const Splice& each) { return behind ? each.begin <= place : each.begin < place; });
    return after == splices_.begin()
               ? place
               : place + added_[static_cast<std::size_t>(after - splices_.begin()) - 1];
  }

 private:
  const std::vector<Splice>& splices_;
  std::vector<std::size_t> added_;
};

bool same_fields(const Message& before, std::uint32_t a, std::uint32_t a_end, const Message& after,
                 std::uint32_t b, std::uint32_t b_end, const std::vector<ForgedMark>& forged) {
  auto gone = forged.begin();
  for (; a != a_end; ++a) {
    if (gone != forged.end() && gone->field == a) {
      ++gone;
      continue;
    }
    if (b == b_end) return false;
    const std::string_view name = before.name_of(before.fields[a]);
    if (name != after.name_of(after.fields[b])) return false;
    // What is no field says nothing to a reader who does not take it for the body's first line.
    if (mime::is_field_name(name) &&
        before.value_of(before.fields[a]) != after.value_of(after.fields[b]))
      return false;
    ++b;
  }
  return b == b_end;
}

}  // namespace

std::optional<std::uint32_t> first_difference(const Message& before,
                                              const std::vector<Splice>& splices,
                                              const Message& after, std::size_t marks,
                                              const std::vector<ForgedMark>& forged) {
  const Moved moved(splices);
  static const std::vector<ForgedMark> no_forged;
  const auto parts = static_cast<std::uint32_t>(std::min(before.parts.size(), after.parts.size()));
  for (std::uint32_t i = 0; i < parts; ++i) {
    const mime::Part& a = before.parts[i];
    const mime::Part& b = after.parts[i];
    const auto added = static_cast<std::uint32_t>(i == 0 ? marks : 0);
    const bool same =
        a.parent == b.parent && a.kind == b.kind && a.encoding == b.encoding && a.gap == b.gap &&
        a.media_type == b.media_type && moved(a.header.end, false) == b.header.end &&
        moved(a.body.begin, false) == b.body.begin && moved(a.body.end, true) == b.body.end &&
        b.first_field + added <= b.fields_end &&
        same_fields(before, a.first_field, a.fields_end, after, b.first_field + added, b.fields_end,
                    i == 0 ? forged : no_forged);
    if (!same) return i;
  }
  if (before.parts.size() != after.parts.size()) return parts - 1;  // each has a root
  return std::nullopt;
}

}  // namespace basewalk::rewrite

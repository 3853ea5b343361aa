// SPDX-License-Identifier: MIT
//
// Which pictures stand side by side: to whoever looks at them they are one, and so is a code in
// them.  Programs cut pictures into strips, and who wants a code not to be found cuts it.
//
// Before this: a page was laid out, and it is known where each picture stands.  After it: each
// group is made one picture, and codes are looked for in it.
#ifndef BASEWALK_SRC_WORKER_DOCUMENTS_SIDE_BY_SIDE_H_
#define BASEWALK_SRC_WORKER_DOCUMENTS_SIDE_BY_SIDE_H_

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <utility>
#include <vector>

namespace basewalk::worker {

/// Along the axes, in any unit; `top` is the smaller of its two.
struct Box {
  double left = 0, top = 0, right = 0, bottom = 0;

  double width() const { return right - left; }
  double height() const { return bottom - top; }
  void take_in(const Box& other) {
    left = std::min(left, other.left);
    top = std::min(top, other.top);
    right = std::max(right, other.right);
    bottom = std::max(bottom, other.bottom);
  }
};

/// Have they a whole side in common?  `gap`: of the shortest side, what they may lie apart or over
/// each other.
inline bool have_side_in_common(const Box& a, const Box& b, double gap) {
  const double most = gap * std::min({a.width(), a.height(), b.width(), b.height()});
  const auto is_same = [most](double x, double y) { return std::abs(x - y) <= most; };
  if (is_same(a.left, b.left) && is_same(a.right, b.right))
    return is_same(a.top, b.bottom) || is_same(b.top, a.bottom);
  return is_same(a.bottom, b.bottom) && is_same(a.top, b.top) &&
         (is_same(a.right, b.left) || is_same(b.right, a.left));
}

/// Boxes that make one, by their places in the vector, in order.
struct Group {
  Box box;
  std::vector<std::size_t> members;
};

/// Those of which each has a whole side in common with another one, or together with others; of two
/// boxes at least.  Cost: the square of their number for each time that groups become larger ones.
inline std::vector<Group> side_by_side(const std::vector<Box>& boxes, double gap) {
  std::vector<Group> groups;
  std::vector<bool> is_taken(boxes.size());
  for (std::size_t first = 0; first < boxes.size(); ++first) {
    if (is_taken[first]) continue;
    Group group{boxes[first], {first}};
    for (std::size_t at = 0; at < group.members.size(); ++at)
      for (std::size_t other = first + 1; other < boxes.size(); ++other) {
        if (is_taken[other] || !have_side_in_common(boxes[group.members[at]], boxes[other], gap))
          continue;
        is_taken[other] = true;
        group.box.take_in(boxes[other]);
        group.members.push_back(other);
      }
    groups.push_back(std::move(group));
  }
  // What two of them make may have a side in common with a third.
  for (bool has_grown = true; has_grown;) {
    has_grown = false;
    for (std::size_t a = 0; a < groups.size(); ++a)
      for (std::size_t b = a + 1; b < groups.size();) {
        if (!have_side_in_common(groups[a].box, groups[b].box, gap)) {
          ++b;
          continue;
        }
        groups[a].box.take_in(groups[b].box);
        groups[a].members.insert(groups[a].members.end(), groups[b].members.begin(),
                                 groups[b].members.end());
        groups.erase(groups.begin() + static_cast<std::ptrdiff_t>(b));
        has_grown = true;
      }
  }
  std::erase_if(groups, [](const Group& each) { return each.members.size() < 2; });
  for (Group& each : groups) std::sort(each.members.begin(), each.members.end());
  return groups;
}

}  // namespace basewalk::worker

#endif  // BASEWALK_SRC_WORKER_DOCUMENTS_SIDE_BY_SIDE_H_

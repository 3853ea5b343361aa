// SPDX-License-Identifier: MIT
#include "url/dots.h"

#include <cstring>
#include <string_view>

#include "url/scan.h"

namespace basewalk::url {
namespace {

// Where the segment that begins at `at` ends: at the next "/" or at the end of the path.
const char* segment_end(const char* at, const char* end) {
  return at + find_or_end({at, static_cast<std::size_t>(end - at)}, '/');
}

char* write(char* to, const char* from, const char* end) {
  const auto n = static_cast<std::size_t>(end - from);
  if (to != from) std::memmove(to, from, n);
  return to + n;
}

}  // namespace

WithoutDots remove_dot_patterns(char* path, std::size_t size, std::size_t clean,
                                SurplusDots surplus) {
  WithoutDots result;
  const char* const end = path + size;
  // The slash before an absolute path is not part of it (RFC 1808 2.4.6): no empty segment that a
  // ".." could remove stands before it.
  char* floor = path + (size > 0 && path[0] == '/' ? 1 : 0);
  char* to = floor;
  if (clean > static_cast<std::size_t>(floor - path)) to = path + clean;
  // Each segment is written with its "/", so that what was written always ends with one.
  for (const char* from = to; from < end;) {
    const char* stop = segment_end(from, end);
    const std::string_view segment(from, static_cast<std::size_t>(stop - from));
    const char* const next = stop < end ? stop + 1 : end;
    if (segment == ".") {
      // step 6 a and b (RFC 2396: c and d)
    } else if (segment == ".." && to > floor) {  // step 6 c and d (RFC 2396: e and f)
      --to;
      while (to > floor && to[-1] != '/') --to;
    } else if (segment == "..") {  // RFC 2396 5.2 step 6g
      result.surplus = true;
      if (surplus != SurplusDots::drop) to = floor = write(to, from, next);
    } else {
      to = write(to, from, next);
    }
    from = next;
  }
  result.size = static_cast<std::size_t>(to - path);
  return result;
}

WithoutDots remove_dot_segments(char* path, std::size_t size, std::size_t clean) {
  WithoutDots result;
  const char* const end = path + size;
  char* to = path;
  if (clean > 0) {
    to = path + clean - 1;  // its "/" belongs to the segment behind it
  }
  const char* from = to;
  if (from < end && *from != '/') {
    for (;;) {
      const char* stop = segment_end(from, end);
      const std::string_view segment(from, static_cast<std::size_t>(stop - from));
      if (segment != "." && segment != "..") {  // step 2E
        to = write(to, from, stop);
        from = stop;
        break;
      }
      result.surplus |= segment == "..";
      from = stop < end ? stop + 1 : end;  // steps 2A and 2D
      if (from == end || *from == '/') break;
    }
  }
  while (from < end) {  // *from is "/"
    const char* stop = segment_end(from + 1, end);
    const std::string_view segment(from + 1, static_cast<std::size_t>(stop - from - 1));
    if (segment == "." || segment == "..") {
      if (segment == "..") {  // step 2C
        result.surplus |= to == path;
        while (to > path && *--to != '/') {
        }
      }
      if (stop == end) *to++ = '/';  // steps 2B and 2C: "/." and "/.." leave the "/"
    } else {
      to = write(to, from, stop);  // step 2E
    }
    from = stop;
  }
  result.size = static_cast<std::size_t>(to - path);
  return result;
}

}  // namespace basewalk::url
